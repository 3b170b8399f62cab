"""Recorded games, opened with notes on stderr for the person."""

from __future__ import annotations

from pathlib import Path

from ...game import Game, read_record
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..terminal.notes import lexicon_warnings_as_notes, note
from .inputs import load_lexicon


def load_game(file: str, lexicon_name: str | None) -> Game:
    """The game in the file; its lexicon is known by name, or is the one that is given."""
    lexicon = _prepare(file, lexicon_name)
    with lexicon_warnings_as_notes():
        return Game.load(file, lexicon)


def resume_game(file: str, lexicon_name: str | None) -> Game:
    """As `load_game`, and all further steps are recorded in the file."""
    lexicon = _prepare(file, lexicon_name)
    with lexicon_warnings_as_notes():
        return Game.resume(file, lexicon)


def _prepare(file: str, lexicon_name: str | None) -> Lexicon | None:
    record = read_record(Path(file))
    if record.cut_off:
        note(f"The last line of {file} was cut off and is left out.")
    if lexicon_name is None and record.header.lexicon_name in SHIPPED:
        lexicon_name = record.header.lexicon_name
    return None if lexicon_name is None else load_lexicon(lexicon_name)
