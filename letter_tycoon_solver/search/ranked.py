"""The ranked answers of one position: `Plays` and `Turns` have this in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Final, NoReturn, Protocol, Self, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..errors import PlayNotFoundError, show
from ..lexicon import Lexicon
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from .desks import can_lay
from .frames import Answers
from .row_reader import RowReader, bare_words, ranks_with


class _Plain(Protocol):
    """Tells itself as plain data."""

    def to_dict(self) -> dict[str, object]: ...


Item = TypeVar("Item", bound=_Plain)
_set: Final = object.__setattr__


class Ranked(Answers[Item]):
    """The answers of a position, best first, which bare words find as well as a rank does."""

    __slots__ = ("_kept_reader", "lexicon", "position", "ruleset")

    position: Position
    lexicon: Lexicon
    ruleset: Ruleset
    _kept_reader: RowReader
    """Not there until an answer is made."""

    def __init__(self, position: Position, lexicon: Lexicon, ruleset: Ruleset) -> None:
        _set(self, "position", position)
        _set(self, "lexicon", lexicon)
        _set(self, "ruleset", ruleset)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    @property
    @abstractmethod
    def _plays(self) -> npt.NDArray[np.void]:
        """The plays of the answers, of PLAY_DTYPE."""

    @property
    def _reader(self) -> RowReader:
        if not hasattr(self, "_kept_reader"):
            _set(self, "_kept_reader", RowReader(self.position, self.lexicon))
        return self._kept_reader

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    @overload
    def __getitem__(self, index: str) -> Item: ...
    def __getitem__(self, index: SupportsIndex | slice | str) -> Item | Self:
        """The answer of a rank from 0, the answers of a slice, or the best with these words.

        Args:
            index: words are bare, in any case and order: "JEWELS", "jewels & cat".

        Raises:
            IndexError: there is no answer of that rank.
            PlayNotFoundError: no answer here has just these words; also a KeyError.
        """
        if isinstance(index, str):
            return self._item(self.index(index))
        return super().__getitem__(index)

    def to_dicts(self) -> list[dict[str, object]]:
        """The answers as plain data for JSON: the `to_dict` of each."""
        return [item.to_dict() for item in self]

    def _ranks(self, value: object, among: range) -> Iterator[int]:
        if isinstance(value, str):
            ranks: list[int] = ranks_with(self._plays, value, self.lexicon).tolist()
            return (rank for rank in ranks if rank in among)
        return super()._ranks(value, among)

    def _not_found(self, value: object) -> PlayNotFoundError:
        if not isinstance(value, str) or value in self:
            return super()._not_found(value)
        words = bare_words(value, self.lexicon)
        if not words:
            why = (
                'is not listed; give bare words of the lexicon, such as "JEWELS", or two as'
                ' "JEWELS & CAT"'
            )
        elif self._is_legal(words):
            why = f"is legal, but not listed; {self._size} here, and limit=None lists all"
        else:
            why = "cannot be laid here"
        return PlayNotFoundError(f"{show(value)} {why}")

    def _is_legal(self, words: list[str]) -> bool:
        return can_lay(words, self.position, self.ruleset)
