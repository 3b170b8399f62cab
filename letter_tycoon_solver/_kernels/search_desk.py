"""The question to a search, and the memory it works on, kept from one search to the next.

Nothing here needs Numba.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..lexicon.trie import Trie
from .arguments import MATERIAL
from .desk_layout import ASKED_SIZE, DESK_SIZE, MAX_COST, SEPARATOR, TEXT_SIZE

Ints = npt.NDArray[np.int64]
Rules = tuple[object, object, int]
_NO_RULES: Final[Rules] = (None, None, 0)

_ASKED: Final = struct.Struct(f"={ASKED_SIZE}q{TEXT_SIZE}s")
_BETWEEN: Final = chr(SEPARATOR)


def text_of(cards_and_patents: tuple[str, ...]) -> bytes:
    """Return `text` without what is behind the last part."""
    text = _BETWEEN.join(cards_and_patents).encode()
    assert len(text) < TEXT_SIZE, text  # A struct cuts off what is too long, and says nothing.
    return text


class SearchDesk:
    """A desk for one search at a time."""

    __slots__ = ("_args", "_count", "_desk", "_memory", "_solve", "rules")

    def __init__(self, trie: Trie) -> None:
        self._memory = bytearray(_ASKED.size)
        asked = np.frombuffer(self._memory, np.int64, ASKED_SIZE)
        text = np.frombuffer(self._memory, np.uint8, offset=asked.nbytes)
        self._desk = np.zeros(DESK_SIZE, np.int64)
        self._args = (asked, text, MATERIAL, trie, self._desk)
        self._solve: Callable[[], Any] | None = None
        self._count: Callable[[], int] | None = None
        self.rules = _NO_RULES
        """The ruleset, the ranking and the number of opponents that it was laid for last."""

    def lay_rules(self, template: Ints, rules: Rules = _NO_RULES) -> None:
        """Lays a ruleset and a ranking on the desk: see arguments.template.

        Args:
            template: the desk with them.
            rules: what `rules` is to be; not for what may change.
        """
        self._desk[:] = template
        self.rules = rules

    def solve(self, cards_and_patents: tuple[str, ...], money: int, limit: int, ways: int) -> bytes:
        """The best plays of a position, best first: rows of play_layout.PLAY_DTYPE.

        Args:
            cards_and_patents: the parts of `text`.
            money: dollars of the player.
            limit: how many plays, at least 1.
            ways: 1 to lay words in every way, 0 for the best.
        """
        if self._solve is None:
            from . import entries

            self._solve = entries.solve.prepared(*self._args)
        self._ask(cards_and_patents, money, limit, ways)
        plays = self._solve()
        return plays if isinstance(plays, bytes) else bytes(plays.tobytes())

    def count(self, cards_and_patents: tuple[str, ...], money: int) -> int:
        """Counts the plays of a position, laid in every way."""
        if self._count is None:
            from . import entries

            self._count = entries.count.prepared(*self._args)
        self._ask(cards_and_patents, money, 1, 1)
        return int(self._count())

    def _ask(self, parts: tuple[str, ...], money: int, limit: int, ways: int) -> None:
        text = text_of(parts)
        _ASKED.pack_into(self._memory, 0, limit, ways, min(money, MAX_COST), text)
