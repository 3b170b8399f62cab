"""What the kernels are told: the material, the ruleset and the ranking as arrays.

Nothing here needs Numba.
"""

from __future__ import annotations

import functools
import itertools
from typing import Final

import numpy as np
import numpy.typing as npt

from ..cards import BY_PATENT_COST, LETTERS, PATENT_COST
from ..lexicon.trie import SEARCH_ORDER
from ..ranking import Objective, patent_weights, weights_of
from ..ruleset import MAX_CARDS, DuplicateScope, Ruleset, Stacking, ways_to_double
from .desk_layout import (
    CHOICES,
    DESK_SIZE,
    FACTOR,
    MAX_CHOICES,
    MAX_COST,
    MAX_DOUBLERS,
    ONE_DOUBLER,
    OUTCOME,
    PAYOUT_COINS,
    PAYOUT_STOCK,
    REST,
    TURN,
    W_ANY_KEPT,
    W_ANY_PATENT,
    W_LEAVE,
    W_MONEY,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    WORTH,
)

Ints = npt.NDArray[np.int64]


def _material() -> Ints:
    """See desk.py."""
    by_slot = "".join(reversed(BY_PATENT_COST))
    order = [LETTERS.index(letter) for letter in by_slot]
    ranks = [by_slot.index(letter) for letter in LETTERS]
    places = [SEARCH_ORDER.index(letter) for letter in LETTERS]
    costs = [PATENT_COST[letter] for letter in LETTERS]
    return np.array([order, ranks, places, costs], dtype=np.int64)


MATERIAL: Final = _material()


def template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    """A desk with the ruleset and the ranking on it, read-only."""
    if not isinstance(rank_by, Objective) or not rank_by.patents:
        return _template(ruleset, rank_by, n_opponents)
    # By equity each position has its own worth of patents.
    desk = _template(ruleset, rank_by.with_patents({}), n_opponents).copy()
    desk[W_ANY_PATENT:W_ANY_KEPT] = patent_weights(rank_by.patents, n_opponents)
    desk.flags.writeable = False
    return desk


@functools.lru_cache(maxsize=256)
def _template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    desk = np.zeros(DESK_SIZE, dtype=np.int64)
    desk[PAYOUT_COINS:PAYOUT_STOCK] = ruleset.payout.coins
    desk[PAYOUT_STOCK:FACTOR] = ruleset.payout.stock
    desk[FACTOR:ONE_DOUBLER] = [ruleset.stacking.factor(n) for n in range(MAX_DOUBLERS + 1)]
    desk[ONE_DOUBLER] = ruleset.stacking is Stacking.AT_MOST_ONE
    desk[TURN] = ruleset.duplicate_scope is DuplicateScope.TURN
    desk[W_MONEY:WORTH] = weights_of(rank_by, n_opponents)
    desk[WORTH:REST] = _bounds(desk)
    desk[CHOICES:OUTCOME] = _choices(ruleset.stacking)
    desk.flags.writeable = False
    return desk


def _bounds(desk: Ints) -> Ints:
    """The parts WORTH, REACH and REST_ANYWHERE of a desk."""
    factor = desk[FACTOR:ONE_DOUBLER, None]
    coins = desk[W_MONEY] * desk[PAYOUT_COINS:PAYOUT_STOCK]
    stock = desk[W_STOCK] * desk[PAYOUT_STOCK:FACTOR]
    worth = np.maximum(coins, coins * factor) + np.maximum(stock, stock * factor)
    reach = np.maximum.accumulate(worth, axis=1)
    rest = (
        max(0, desk[W_PATENT_VALUE] * MAX_COST)
        + max(0, desk[W_ROYALTY] * MAX_CARDS)
        + max(0, desk[W_LEAVE] * MAX_CARDS)
    )
    return np.concatenate([worth.ravel(), reach.ravel(), [rest]])


@functools.cache
def _choices(stacking: Stacking) -> Ints:
    """The part CHOICES of a desk."""
    choices = np.full((16, 16, MAX_CHOICES), -1, dtype=np.int64)
    for flags_1, flags_2 in itertools.product(range(16), repeat=2):
        pairs = ways_to_double(flags_1, flags_2, stacking)
        ways = [first | second << 4 for first, second in pairs]
        choices[flags_2, flags_1, : len(ways)] = ways
    return choices.ravel()
