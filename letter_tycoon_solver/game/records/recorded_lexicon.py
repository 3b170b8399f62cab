"""The lexicon that a recorded game was played with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...errors import LexiconError, show
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..setup import lexicon_of
from .record_file import RecordError


def recorded_lexicon(
    path: Path, name: str, digest: str, given: Lexicon | Iterable[str] | None
) -> Lexicon:
    """The lexicon given, or the shipped one of that name; it must have the words of the record.

    A record may come from anyone, so its name of a lexicon is never that of a file.

    Raises:
        RecordError: it has other words, or there is no such shipped lexicon.
        InvalidInputError: what is given is not a lexicon.
    """
    lexicon = _load(path, name) if given is None else lexicon_of(given)
    if lexicon.digest != digest:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {name!r} of sha256 {digest[:16]}..;"
            f" {lexicon.name!r} has other words ({lexicon.digest[:16]}..); give the one it was"
            " played with",
        )
    return lexicon


def _load(path: Path, name: str) -> Lexicon:
    if name not in SHIPPED:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {show(name)}, which is not one of the shipped"
            f" ones, {' and '.join(SHIPPED)}; give that lexicon (for the command, with --lexicon"
            " FILE)",
        )
    try:
        return Lexicon.load(name)
    except LexiconError as error:
        raise RecordError(path, 1, f"its lexicon cannot be loaded: {error}") from None
