"""The lexicon that a recorded game was played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..._json import read_field, read_list
from ...errors import InvalidInputError, LexiconError, show
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ..table import lexicon_of
from .record_file import RecordError


@dataclass(frozen=True, slots=True)
class RecordedLexicon:
    """The lexicon of a header.

    Attributes:
        name: its name, or that of the one it was altered from.
        digest: hash of the words under that name, as `Lexicon.digest`.
        also: words of the game that are not among these.
        without: of these, the words that the game has not got.
    """

    name: str
    digest: str
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @classmethod
    def of(cls, lexicon: Lexicon) -> RecordedLexicon:
        """Return the part of a lexicon that is recorded."""
        return cls(lexicon.base.name, lexicon.base.digest, lexicon.also, lexicon.without)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> RecordedLexicon:
        """The lexicon that `to_dict` wrote.

        Raises:
            InvalidInputError: the data is something else.
        """
        changes = {"also": [], "without": [], **data}
        return cls(
            read_field(data, "name", str),
            read_field(data, "sha256", str),
            tuple(read_list(changes, "also", str)),
            tuple(read_list(changes, "without", str)),
        )

    def to_dict(self) -> dict[str, object]:
        """The object of a header; without changes, as before there were any."""
        changes = {"also": self.also, "without": self.without}
        return {
            "name": self.name,
            "sha256": self.digest,
            **{name: list(words) for name, words in changes.items() if words},
        }


def recorded_lexicon(
    path: Path, recorded: RecordedLexicon, given: Lexicon | Iterable[str] | None
) -> Lexicon:
    """The lexicon given, or the shipped one of that name; it must have the words of the record.

    A record may come from anyone, so its name of a lexicon is never that of a file.

    Raises:
        RecordError: it has other words, or there is no such shipped lexicon.
        InvalidInputError: what is given is not a lexicon.
    """
    name, digest = recorded.name, recorded.digest
    lexicon = (_load(path, name) if given is None else lexicon_of(given)).base
    if lexicon.digest != digest:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {show(name)} of sha256 {digest[:16]}..;"
            f" {show(lexicon.name)} has other words ({lexicon.digest[:16]}..); give the one it was"
            " played with",
        )
    try:
        return lexicon.altered(recorded.also, recorded.without)
    except InvalidInputError as error:
        raise RecordError(path, 1, f"its lexicon cannot be used: {error}") from None


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
