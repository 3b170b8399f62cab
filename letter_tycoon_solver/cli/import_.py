"""`letter-tycoon import`: games that were played online, out of their logs."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import click

from .._work.executors import available_cpus, worker_processes
from ..errors import InvalidInputError, LetterTycoonError
from ..game import Game, OnlineGame, TrackedGame, read_online
from . import FAILURE
from .options import LEXICON_METAVAR, files_of, load_lexicon
from .terminal import bar_or_nothing, note

LOGS: Final = (".json", ".html", ".htm")
"""The suffixes of logs in a folder."""
FILES_A_WORKER: Final = 20
"""With fewer, another process would take longer to start than it saves."""


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
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="How many processes read many files."
)
@click.option("--json", "as_json", is_flag=True, help="Write a line of JSON for each file.")
def import_command(
    *,
    files: tuple[str, ...],
    me: str | None,
    out: str | None,
    lexicon_name: str | None,
    workers: int | None,
    as_json: bool,
) -> int | None:
    """Read games of Letter Tycoon that were played online and are over.

    FILE is the archive of a game (JSON), its replay page (HTML) or its notation, as replay
    --notation writes it; of a FOLDER, all archives and pages. A game is a line: the players with
    their scores, and whose hands are known. With --out, its record is kept, named after the table,
    and can be replayed, analyzed and reviewed.

    Files that cannot be read are named and left out, and the exit code is then 1.
    """
    if lexicon_name is not None:
        load_lexicon(lexicon_name)  # What is wrong with it is not wrong with every file.
    found = files_of(files, LOGS, "log", "logs")
    if out is not None:
        _make_folder(Path(out))
    read = partial(_imported, me=me, out=out, lexicon_name=lexicon_name, as_json=as_json)
    most = -(-len(found) // FILES_A_WORKER)
    n_left_out = 0
    with bar_or_nothing("games", has_rows=True) as tell:
        tell(0, len(found))
        results = _run(read, found, workers or min(available_cpus(), most))
        for done, (line, error) in enumerate(results, 1):
            if error and len(found) == 1 and not as_json:
                raise InvalidInputError(error)
            if line:
                click.echo(line)
            if error:
                n_left_out += 1
                note(f"Left out: {error}")
            tell(done, len(found))
    return FAILURE if n_left_out else None


_Result = tuple[str, str]
"""The line that is shown for a file, and why it is left out; "" for none."""


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be made: {error.strerror or error}") from None


def _run(
    read: Callable[[tuple[Path, bool]], _Result], found: Mapping[Path, bool], workers: int
) -> Iterator[_Result]:
    """Yield the results of the files, in their order."""
    if workers <= 1:
        yield from map(read, found.items())
        return
    with worker_processes(workers) as processes:
        yield from processes.map(read, found.items(), chunksize=4)


def _imported(
    log: tuple[Path, bool],
    *,
    me: str | None,
    out: str | None,
    lexicon_name: str | None,
    as_json: bool,
) -> _Result:
    """Return the result of one file, which is named or found in a folder."""
    path, in_folder = log
    try:
        if in_folder and not path.is_file():
            raise InvalidInputError(
                "this is not a regular file (perhaps a folder, a pipe or a broken link); in a"
                " folder only regular files are read"
            )
        lexicon = None if lexicon_name is None else load_lexicon(lexicon_name)
        game = read_online(path, me=me, lexicon=lexicon)
        if out is not None:
            name = f"{game.table or path.stem}.jsonl"
            with contextlib.closing(game.record) as record:
                record.record_to(Path(out) / name)
    except LetterTycoonError as error:
        line = json.dumps({"file": str(path), "error": str(error)}) if as_json else ""
        return line, f"{path}: {error}"
    if as_json:
        return json.dumps(_as_dict(str(path), game), ensure_ascii=False), ""
    return f"{path}: {_summary(game)}", ""


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
