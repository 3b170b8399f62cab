"""Recorded games, opened with notes on stderr for the person."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..._files import is_folder
from ...errors import InvalidInputError
from ...game import Game, TrackedGame
from ...game.follow.any_record import is_tracked
from ...game.follow.game_text import is_game_text
from ...game.follow.tracked_record import TRACKED
from ...game.online import is_online_log
from ...game.records.record import read_record
from ...game.records.record_file import RecordError, read_lines
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..terminal.notes import lexicon_warnings_as_notes, note
from .inputs import load_lexicon

RECORDS: Final = "*.jsonl"
"""The files of a folder that are taken for records."""


def load_game(file: str, lexicon_name: str | None) -> Game:
    """Load the game from the file, with the lexicon given by name or the record's shipped one."""
    if is_tracked(Path(file)):
        raise InvalidInputError(
            f"{file} is a tracked game, in which not all hands are known; give the record of a game"
            " with all hands"
        )
    lexicon = _prepare(file, lexicon_name)
    with lexicon_warnings_as_notes():
        return Game.load(file, lexicon)


def load_any_game(file: str, lexicon_name: str | None) -> Game | TrackedGame:
    """Load a game as `load_game` does, or a tracked game."""
    path = Path(file)
    if not is_tracked(path):
        return load_game(file, lexicon_name)
    lines = read_lines(path, TRACKED)
    is_cut_off = lines.file_size > lines.end.size
    lexicon = _lexicon(file, lines.header.lexicon.name, lexicon_name, is_cut_off=is_cut_off)
    with lexicon_warnings_as_notes():
        return TrackedGame.load(file, lexicon)


def lexicon_of(game: Game | TrackedGame) -> Lexicon:
    """Return the word list of a game."""
    lexicon = (game.table if isinstance(game, TrackedGame) else game.state).lexicon
    assert isinstance(lexicon, Lexicon)
    return lexicon


def resume_game(file: str, lexicon_name: str | None) -> Game:
    """Load a game as `load_game` does, and record all further steps in the file."""
    lexicon = _prepare(file, lexicon_name)
    with lexicon_warnings_as_notes():
        return Game.resume(file, lexicon)


def _prepare(file: str, lexicon_name: str | None) -> Lexicon | None:
    path = Path(file)
    try:
        record = read_record(path)
    except RecordError as error:
        if error.line == 1 and _can_be_imported(path):
            raise InvalidInputError(
                f"{file} is no record yet, but may be a game to import; run `letter-tycoon import"
                f" {shlex.quote(file)} --out games`, and give the record that it writes"
            ) from None
        raise
    return _lexicon(file, record.header.lexicon_name, lexicon_name, is_cut_off=bool(record.cut_off))


def _can_be_imported(path: Path) -> bool:
    """Is it the log of a game online, or a game in notation?"""
    text = path.read_text("utf-8", errors="replace")
    return is_online_log(text) or is_game_text(text)


def _lexicon(
    file: str, recorded: str, lexicon_name: str | None, *, is_cut_off: bool
) -> Lexicon | None:
    """Return the lexicon given by name, or the shipped one of the record."""
    if is_cut_off:
        note(f"The last line of {file} was cut off and is left out.")
    if lexicon_name is None and recorded in SHIPPED:
        lexicon_name = recorded
    return None if lexicon_name is None else load_lexicon(lexicon_name)


def records_in(files: Sequence[str]) -> list[Path]:
    """Return the files, and the records in the folders among them, each once.

    Raises:
        InvalidInputError: a folder cannot be read, or has none.
    """
    found: dict[Path, None] = {}
    for file in files:
        path = Path(file)
        found.update(dict.fromkeys(_in_folder(path) if is_folder(path) else [path]))
    return list(found)


def _in_folder(folder: Path) -> list[Path]:
    try:
        found = sorted(path for path in folder.glob(RECORDS) if path.is_file())
    except OSError as error:
        raise InvalidInputError(f"{folder} cannot be read: {error.strerror or error}") from None
    if not found:
        raise InvalidInputError(
            f"there is no record of a game, {RECORDS}, in {folder}; give a folder with records, or"
            " the files by name"
        )
    return found
