"""Recorded games, opened with notes on stderr for the person."""

from __future__ import annotations

from pathlib import Path

from ...game import Game, TrackedGame
from ...game.follow.any_record import is_tracked
from ...game.follow.tracked_record import TRACKED
from ...game.records.record import read_record
from ...game.records.record_file import read_lines
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..terminal.notes import lexicon_warnings_as_notes, note
from .inputs import load_lexicon


def load_game(file: str, lexicon_name: str | None) -> Game:
    """Load the game from the file, with the lexicon given by name or the record's shipped one."""
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


def resume_game(file: str, lexicon_name: str | None) -> Game:
    """Load a game as `load_game` does, and record all further steps in the file."""
    lexicon = _prepare(file, lexicon_name)
    with lexicon_warnings_as_notes():
        return Game.resume(file, lexicon)


def _prepare(file: str, lexicon_name: str | None) -> Lexicon | None:
    record = read_record(Path(file))
    return _lexicon(file, record.header.lexicon_name, lexicon_name, is_cut_off=bool(record.cut_off))


def _lexicon(
    file: str, recorded: str, lexicon_name: str | None, *, is_cut_off: bool
) -> Lexicon | None:
    """Return the lexicon given by name, or the shipped one of the record."""
    if is_cut_off:
        note(f"The last line of {file} was cut off and is left out.")
    if lexicon_name is None and recorded in SHIPPED:
        lexicon_name = recorded
    return None if lexicon_name is None else load_lexicon(lexicon_name)
