"""The questions to the kernels as arrays: the ruleset, the ranking, tables; a search, a turn."""

from __future__ import annotations

import functools
import itertools
import struct
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._forks import IMPORTING
from ..evaluation.ranking import Objective, weights_of
from ..evaluation.tables import MAX_KEPT, Evaluation
from ..lexicon.trie import Trie
from ..rules.cards import ABILITIES as ABILITY_PATENTS
from ..rules.cards import LETTERS
from ..rules.ruleset import MAX_CARDS, DuplicateScope, Ruleset, Stacking, ways_to_double
from . import game_layouts as of
from . import layouts as on
from .layouts import Inquiry, Ints, new_workspace

# The ruleset, the ranking and tables as arrays for the kernels.


_WORST_BALANCE: Final = -1e8
"""Dollars: no letters make up for it."""


@functools.lru_cache(maxsize=256)
def template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    """A desk with the ruleset and the ranking on it, read-only."""
    desk = np.zeros(on.DESK_SIZE, dtype=np.int64)
    desk[on.PAYOUT_COINS : on.PAYOUT_STOCK] = ruleset.payout.coins
    desk[on.PAYOUT_STOCK : on.FACTOR] = ruleset.payout.stock
    desk[on.FACTOR : on.ONE_DOUBLER] = [
        ruleset.stacking.factor(n) for n in range(on.MAX_DOUBLERS + 1)
    ]
    desk[on.ONE_DOUBLER] = ruleset.stacking is Stacking.AT_MOST_ONE
    desk[on.TURN] = ruleset.duplicate_scope is DuplicateScope.TURN
    desk[on.W_MONEY : on.COINS] = weights_of(rank_by, n_opponents)
    desk[on.COINS : on.REST] = _bounds(desk)
    by_worth = np.argsort(-desk[on.WORTH : on.REST_ANYWHERE], kind="stable")
    desk[on.BY_WORTH : on.CHOICES] = by_worth
    desk[on.PLACE_BY_WORTH : on.BY_WORTH] = np.argsort(by_worth)
    desk[on.CHOICES : on.OPTIONS] = _choices(ruleset.stacking)
    desk.flags.writeable = False
    return desk


def equity_template(ruleset: Ruleset, evaluation: Evaluation, n_opponents: int) -> Ints:
    """A desk with the ruleset and, of the tables, what is the same in all positions, read-only."""
    return template(ruleset, Objective(balance=evaluation.balance), n_opponents)


def _bounds(desk: Ints) -> Ints:
    """The parts COINS, WORTH and REST_ANYWHERE of a desk."""
    factor = desk[on.FACTOR : on.ONE_DOUBLER][
        [_most_doublers(flags) for flags in range(on.N_FLAGS)]
    ]
    pays = desk[on.PAYOUT_COINS : on.PAYOUT_STOCK, np.newaxis]
    coins = desk[on.W_MONEY] * pays
    stock = desk[on.W_STOCK] * desk[on.PAYOUT_STOCK : on.FACTOR, np.newaxis]
    worth = np.maximum(coins, coins * factor) + np.maximum(stock, stock * factor)
    rest = (
        max(0, desk[on.W_PATENT_VALUE] * on.MAX_COST)
        + max(0, desk[on.W_ROYALTY] * MAX_CARDS)
        + max(0, desk[on.W_LEAVE] * MAX_CARDS)
    )
    return np.concatenate([(pays * factor).ravel(), worth.ravel(), [rest]])


def _most_doublers(flags: int) -> int:
    """The most of these doublers that a word can have: K excludes B and J."""
    most = max((flags & (on.B | on.J)).bit_count(), (flags & on.K).bit_count())
    return most + (flags & on.Q).bit_count()


@functools.cache
def _choices(stacking: Stacking) -> Ints:
    """The part CHOICES of a desk."""
    choices = np.full((on.N_FLAGS, on.N_FLAGS, on.MAX_CHOICES), -1, dtype=np.int64)
    for flags_1, flags_2 in itertools.product(range(on.N_FLAGS), repeat=2):
        pairs = ways_to_double(flags_1, flags_2, stacking)
        ways = [first | second << 4 for first, second in pairs]
        choices[flags_2, flags_1, : len(ways)] = ways
    return choices.ravel()


@functools.lru_cache(maxsize=64)
def evaluation_array(evaluation: Evaluation, n_players: int) -> npt.NDArray[np.float64]:
    """float64 [EVALUATION_SIZE], for so many players, read-only: see game_layouts.py."""
    array = np.zeros(of.EVALUATION_SIZE)
    fitted = evaluation.fitted_for(n_players)
    array[of.ROYALTY : of.KEPT] = [evaluation.royalty[letter] for letter in LETTERS]
    array[of.KEPT : of.BALANCE] = [evaluation.kept[letter] for letter in LETTERS]
    array[of.COMMUNITY_WORTH : of.PACE] = [evaluation.community[letter] for letter in LETTERS]
    balance = np.full((MAX_KEPT + 1, MAX_KEPT + 1), _WORST_BALANCE)
    for vowels, row in enumerate(evaluation.balance):
        balance[vowels, : len(row)] = row
    array[of.BALANCE : of.COMMUNITY_WORTH] = balance.ravel()
    for n, pace in evaluation.pace.items():
        array[of.PACE + n] = pace
    array[of.BY_EQUITY] = 1
    array[of.GAIN : of.PAIRS] = [fitted.gain[letter] for letter in ABILITY_PATENTS]
    pairs = array[of.PAIRS : of.PRICE].reshape(of.N_ABILITIES, of.N_ABILITIES)
    for pair, gain in fitted.pairs.items():
        pairs[ABILITY_PATENTS.index(pair[0]), ABILITY_PATENTS.index(pair[1])] = gain
    pairs += pairs.T
    array[of.PRICE], array[of.DRAW], array[of.REFILL] = fitted.price, fitted.draw, fitted.refill
    array[of.HOLD], array[of.DENY] = fitted.hold, fitted.deny
    array.flags.writeable = False
    return array


# The questions to a search, and the memory it works on, kept from one search to the next.


Rules = tuple[object, object, int]
NO_RULES: Final[Rules] = (None, None, 0)

_ASKED: Final = struct.Struct(f"={on.ASKED_SIZE}q{on.TEXT_SIZE}s")
_BETWEEN: Final = chr(on.SEPARATOR)


class Desk:
    """A desk for one search at a time, with parts of an Inquiry, see layouts.py, for the next one.

    Attributes:
        arguments: those of find_turns.
        rules: the ruleset, the ranking or the tables, and the number of opponents that it was laid
            for last; NO_RULES for what may change.
    """

    __slots__ = ("_call", "_desk", "_memory", "arguments", "evaluation", "given", "pile", "rules")

    def __init__(self, trie: Trie) -> None:
        self._memory = bytearray(_ASKED.size)
        asked = np.frombuffer(self._memory, np.int64, on.ASKED_SIZE)
        text = np.frombuffer(self._memory, np.uint8, offset=asked.nbytes)
        self._desk = np.zeros(on.DESK_SIZE, np.int64)
        self._call: Callable[[], Any] | None = None
        self.evaluation = np.zeros(of.EVALUATION_SIZE)
        self.given = np.zeros(on.ROW_SIZE, np.int64)
        self.pile = np.zeros(len(LETTERS), np.int64)
        inquiry = Inquiry(
            asked=asked,
            given=self.given,
            pile=self.pile,
            evaluation=self.evaluation,
            worth=np.zeros(len(LETTERS)),
            ways=np.zeros((on.MAX_WAYS, on.WAY_SIZE), np.int64),
        )
        self.arguments = (text, inquiry, trie, self._desk, new_workspace(1))
        self.rules = NO_RULES

    def lay_rules(self, template: Ints, rules: Rules) -> None:
        """Lays a ruleset and a ranking, which are on a template, on the desk."""
        self._desk[:] = template
        self.rules = rules

    def ask(
        self,
        cards_and_patents: tuple[str, ...],
        money: int,
        scope: int,
        limit: int = 1,
        every_way: int = 0,
        stage: int = of.AT_START,
        rounds: int = on.NOT_KNOWN,
        goal: int = 0,
        may_replace: int = 0,
        itself: int = 0,
    ) -> bytes:
        """Ask for plays or turns: rows of layouts.PLAY_DTYPE or TURN_DTYPE, or one number.

        The arguments are the parts of `text`, the dollars of the player, and what is in `asked`.
        """
        if self._call is None:
            with IMPORTING:  # With the first question.
                from . import entries
            self._call = entries.find_turns.prepared(*self.arguments)
        text = _BETWEEN.join(cards_and_patents).encode()
        assert len(text) < on.TEXT_SIZE, text  # A struct cuts off what is too long.
        turn = stage, rounds, goal, may_replace, itself
        money = min(money, on.MAX_COST)
        _ASKED.pack_into(self._memory, 0, limit, every_way, money, scope, *turn, text)
        answer = self._call()
        return answer.tobytes() if isinstance(answer, np.ndarray) else bytes(answer)
