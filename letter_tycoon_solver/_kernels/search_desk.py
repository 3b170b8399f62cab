"""The question to a search, and the memory it works on, kept from one search to the next.

asked     int64 [ASKED_SIZE]:
          ASKED_LIMIT      how many plays, at least 1
          ASKED_EVERY_WAY  0: each word or pair of words laid in its best way; 1: in every way
          ASKED_MONEY      dollars of the player
text      uint8 [TEXT_SIZE]: hand, community, own patents, then each opponent's, clockwise;
          upper-case ASCII with a SEPARATOR between them, a 0 behind
desk      see desk_layout.py

Nothing here needs Numba.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._aot import entries
from ..lexicon.trie import Trie
from ..rules.cards import LETTERS
from ..rules.ruleset import MAX_CARDS
from .arguments import MATERIAL
from .desk_layout import DESK_SIZE, MAX_COST, SEPARATOR

ASKED_LIMIT, ASKED_EVERY_WAY, ASKED_MONEY, ASKED_SIZE = 0, 1, 2, 3
MAX_OWNERS: Final = 5
TEXT_SIZE: Final = MAX_CARDS + 1 + len(LETTERS) + MAX_OWNERS + 1
"""Cards of hand and community, every patent, what separates them, and the 0."""

Ints = npt.NDArray[np.int64]
Rules = tuple[object, object, int]
_NO_RULES: Final[Rules] = (None, None, 0)

_ASKED: Final = struct.Struct(f"={ASKED_SIZE}q{TEXT_SIZE}s")
BETWEEN: Final = chr(SEPARATOR)


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
            self._solve = entries.solve.prepared(*self._args)
        self._ask(cards_and_patents, money, limit, ways)
        plays = self._solve()
        return plays if isinstance(plays, bytes) else bytes(plays.tobytes())

    def count(self, cards_and_patents: tuple[str, ...], money: int) -> int:
        """Counts the plays of a position, laid in every way."""
        if self._count is None:
            self._count = entries.count.prepared(*self._args)
        self._ask(cards_and_patents, money, 1, 1)
        return int(self._count())

    def _ask(self, parts: tuple[str, ...], money: int, limit: int, ways: int) -> None:
        text = BETWEEN.join(parts).encode()
        _ASKED.pack_into(self._memory, 0, limit, ways, min(money, MAX_COST), text)
