"""The question to a search for turns, and the memory it works on, kept for the next one.

Nothing here needs Numba.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..lexicon.trie import Trie
from ..rules.cards import LETTERS
from .arguments import MATERIAL
from .desk_layout import DESK_SIZE, TEXT_SIZE
from .game_layout import EVALUATION_SIZE
from .search_desk import Ints, Rules, text_of
from .turn_layout import MAX_WAYS, ROW_SIZE, TURN_ASKED_SIZE, WAY_SIZE, Inquiry
from .workspace import new_workspace

_NO_RULES: Final[Rules] = (None, None, 0)
_ASKED: Final = struct.Struct(f"={TURN_ASKED_SIZE}q{TEXT_SIZE}s")


class TurnQuestion(NamedTuple):
    """The numbers of `asked` in turn_layout.py, in its order."""

    limit: int
    every_way: int
    money: int
    scope: int
    stage: int
    rounds: int
    goal: int
    may_replace: int
    itself: int


class TurnDesk:
    """A desk for one search at a time.

    Attributes:
        arguments: what find_turns is called with.
        given: as of an Inquiry in turn_layout.py, for the next search.
        pile: likewise.
        rules: the ruleset, the tables and the number of opponents that it was laid for last.
    """

    __slots__ = ("_desk", "_evaluation", "_find", "_memory", "arguments", "given", "pile", "rules")

    def __init__(self, trie: Trie) -> None:
        self._memory = bytearray(_ASKED.size)
        asked = np.frombuffer(self._memory, np.int64, TURN_ASKED_SIZE)
        text = np.frombuffer(self._memory, np.uint8, offset=asked.nbytes)
        self._desk = np.zeros(DESK_SIZE, np.int64)
        self._evaluation = np.zeros(EVALUATION_SIZE)
        self.given = np.zeros(ROW_SIZE, np.int64)
        self.pile = np.zeros(len(LETTERS), np.int64)
        inquiry = Inquiry(
            asked=asked,
            given=self.given,
            pile=self.pile,
            evaluation=self._evaluation,
            worth=np.zeros(len(LETTERS)),
            n_seen=np.zeros(len(LETTERS), np.int64),
            ways=np.zeros((MAX_WAYS, WAY_SIZE), np.int64),
        )
        self.arguments = (text, inquiry, MATERIAL, trie, self._desk, new_workspace(1))
        self._find: Callable[[], Any] | None = None
        self.rules = _NO_RULES

    def lay_rules(self, template: Ints, evaluation: npt.NDArray[np.float64], rules: Rules) -> None:
        """Lays a ruleset and the tables on the desk.

        Args:
            template: as of arguments.equity_template.
            evaluation: as of arguments.evaluation_array.
            rules: what `rules` is to be.
        """
        self._desk[:] = template
        self._evaluation[:] = evaluation
        self.rules = rules

    def find(self, cards_and_patents: tuple[str, ...], question: TurnQuestion) -> bytes:
        """The best turns of a position, best first: rows of turn_layout.TURN_DTYPE.

        Args:
            cards_and_patents: the parts of `text` in desk_layout.py.
            question: what is asked; its money is at most MAX_COST.
        """
        if self._find is None:
            from . import entries

            self._find = entries.find_turns.prepared(*self.arguments)
        _ASKED.pack_into(self._memory, 0, *question, text_of(cards_and_patents))
        rows = self._find()
        return rows if isinstance(rows, bytes) else bytes(rows.tobytes())
