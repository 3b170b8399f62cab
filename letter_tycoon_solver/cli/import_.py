"""`letter-tycoon import`: games that were played online, out of their logs."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from pathlib import Path
from typing import Final

import click

from ..errors import InvalidInputError, LetterTycoonError
from ..game import Game, OnlineGame, TrackedGame, read_online
from ..lexicon import Lexicon
from . import FAILURE
from .options import LEXICON_METAVAR, files_of, load_lexicon
from .terminal import bar_or_nothing, note

LOGS: Final = (".json", ".html", ".htm")
"""The suffixes of logs in a folder."""


@click.command(
    epilog="""\b
Examples:
  letter-tycoon import archive.json
  letter-tycoon import logs --out games
"""
)
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True)
@click.option("--me", metavar="NAME", help="Your name, if several hands are told, but not all.")
@click.option("--out", metavar="DIR", help="Write a record of each game to this folder.")
@click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list to start from, if not that of ENABLE.",
)
@click.option("--json", "as_json", is_flag=True, help="Write a line of JSON for each file.")
def import_command(
    *,
    files: tuple[str, ...],
    me: str | None,
    out: str | None,
    lexicon_name: str | None,
    as_json: bool,
) -> int | None:
    """Read games of Letter Tycoon that were played online and are over.

    FILE is the archive of a game (JSON), its replay page (HTML) or its notation, as replay
    --notation writes it; of a FOLDER, all archives and pages. A game is a line: the players with
    their scores, and whose hands are known. With --out, its record is kept, named after the table,
    and can be replayed, analyzed and reviewed.

    Files that cannot be read are named and left out, and the exit code is then 1.
    """
    # What is wrong with it is not wrong with every file.
    lexicon = None if lexicon_name is None else load_lexicon(lexicon_name)
    found = files_of(files, LOGS, "log", "logs")
    if out is not None:
        _make_folder(Path(out))
    n_left_out = 0
    with bar_or_nothing("games", has_rows=True) as tell:
        tell(0, len(found))
        for done, (path, in_folder) in enumerate(found.items(), 1):
            try:
                game = _imported(path, in_folder, me, out, lexicon)
            except LetterTycoonError as error:
                if len(found) == 1 and not as_json:
                    raise InvalidInputError(f"{path}: {error}") from error
                if as_json:
                    click.echo(json.dumps({"file": str(path), "error": str(error)}))
                n_left_out += 1
                note(f"Left out: {path}: {error}")
            else:
                if as_json:
                    click.echo(json.dumps(_as_dict(str(path), game), ensure_ascii=False))
                else:
                    click.echo(f"{path}: {_summary(game)}")
            tell(done, len(found))
    return FAILURE if n_left_out else None


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be made: {error.strerror or error}") from None


def _imported(
    path: Path, in_folder: bool, me: str | None, out: str | None, lexicon: Lexicon | None
) -> OnlineGame:
    """Return the game of a file, named or found in a folder, and keep its record in `out`."""
    if in_folder and not path.is_file():
        raise InvalidInputError(
            "this is not a regular file (perhaps a folder, a pipe or a broken link); in a folder"
            " only regular files are read"
        )
    game = read_online(path, me=me, lexicon=lexicon)
    if out is not None:
        name = f"{game.table or path.stem}.jsonl"
        with contextlib.closing(game.record) as record:
            record.record_to(Path(out) / name)
    return game


def _summary(game: OnlineGame) -> str:
    """Return the line of a game."""
    ranking = sorted(game.players, key=lambda player: player.place)
    scores = ", ".join(f"{player.name} {player.score}" for player in ranking)
    record = game.record
    if isinstance(record, Game):
        known = "all hands known"
    elif record.seat is None:
        known = "no hand known"
    else:
        known = f"the hand of {record.names[record.seat]} known"
    end = "" if game.is_finished else ", not over"
    return f"{scores}; {len(game.turns)} turns{end}, {known}"


def _as_dict(file: str, game: OnlineGame) -> dict[str, object]:
    """Return a game as plain data; `known` says whose cards: of all, a seat, or the table."""
    record = game.record
    of_one = "table" if isinstance(record, TrackedGame) and record.seat is None else "seat"
    return {
        "file": file,
        "finished": game.is_finished,
        "known": "all" if isinstance(record, Game) else of_one,
        "players": [
            dataclasses.asdict(player) | {"patents_value": player.patents_value}
            for player in game.players
        ],
        "turns": [dataclasses.asdict(turn) for turn in game.turns],
    }
