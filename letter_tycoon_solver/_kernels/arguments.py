"""The material, the ruleset, the ranking and tables as arrays for the kernels.

Nothing here needs Numba.
"""

from __future__ import annotations

import functools
import itertools
from typing import Final

import numpy as np
import numpy.typing as npt

from ..evaluation.ranking import Objective, letter_weights, weights_of
from ..evaluation.tables import MAX_KEPT, Evaluation
from ..lexicon.trie import COPY_BITS, KEY_LETTERS
from ..rules.cards import ABILITIES as ABILITY_PATENTS
from ..rules.cards import LETTERS, PATENT_COST
from ..rules.ruleset import MAX_CARDS, DuplicateScope, Ruleset, Stacking, ways_to_double
from . import game_layout as layout
from .desk_layout import (
    BY_WORTH,
    CHOICES,
    COINS,
    DESK_SIZE,
    FACTOR,
    MAX_CHOICES,
    MAX_COST,
    MAX_DOUBLERS,
    N_FLAGS,
    ONE_DOUBLER,
    OPTIONS,
    PAYOUT_COINS,
    PAYOUT_STOCK,
    PLACE_BY_WORTH,
    REST,
    REST_ANYWHERE,
    TIE_ORDER,
    TURN,
    W_ANY_PATENT,
    W_LEAVE,
    W_MONEY,
    W_PATENT_VALUE,
    W_ROYALTY,
    W_STOCK,
    WORTH,
    B,
    J,
    K,
    Q,
)

Ints = npt.NDArray[np.int64]

_NEVER_KEPT: Final = -1e8
"""Dollars: no letters make up for it."""


def _material() -> Ints:
    """See desk.py."""
    order = [LETTERS.index(letter) for letter in KEY_LETTERS]
    places = [TIE_ORDER.index(letter) for letter in LETTERS]
    costs = [PATENT_COST[letter] for letter in LETTERS]
    return np.array([order, places, costs, *COPY_BITS], dtype=np.int64)


MATERIAL: Final = _material()


def template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    """A desk with the ruleset and the ranking on it, read-only."""
    if not isinstance(rank_by, Objective) or not rank_by.patents:
        return _template(ruleset, rank_by, n_opponents)
    # By equity each position has its own worth of patents and cards.
    desk = _template(ruleset, rank_by.with_letters({}, {}, {}), n_opponents).copy()
    desk[W_ANY_PATENT:COINS] = letter_weights(rank_by, n_opponents)
    desk.flags.writeable = False
    return desk


def equity_template(ruleset: Ruleset, evaluation: Evaluation, n_opponents: int) -> Ints:
    """A desk with the ruleset and, of the tables, what is the same in all positions, read-only."""
    return _template(ruleset, Objective(balance=evaluation.balance), n_opponents)


@functools.lru_cache(maxsize=256)
def _template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    desk = np.zeros(DESK_SIZE, dtype=np.int64)
    desk[PAYOUT_COINS:PAYOUT_STOCK] = ruleset.payout.coins
    desk[PAYOUT_STOCK:FACTOR] = ruleset.payout.stock
    desk[FACTOR:ONE_DOUBLER] = [ruleset.stacking.factor(n) for n in range(MAX_DOUBLERS + 1)]
    desk[ONE_DOUBLER] = ruleset.stacking is Stacking.AT_MOST_ONE
    desk[TURN] = ruleset.duplicate_scope is DuplicateScope.TURN
    desk[W_MONEY:COINS] = weights_of(rank_by, n_opponents)
    desk[COINS:REST] = _bounds(desk)
    by_worth = np.argsort(-desk[WORTH:REST_ANYWHERE], kind="stable")
    desk[BY_WORTH:CHOICES] = by_worth
    desk[PLACE_BY_WORTH:BY_WORTH] = np.argsort(by_worth)
    desk[CHOICES:OPTIONS] = _choices(ruleset.stacking)
    desk.flags.writeable = False
    return desk


def _bounds(desk: Ints) -> Ints:
    """The parts COINS, WORTH and REST_ANYWHERE of a desk."""
    factor = desk[FACTOR:ONE_DOUBLER][[_most_doublers(flags) for flags in range(N_FLAGS)]]
    pays = desk[PAYOUT_COINS:PAYOUT_STOCK, np.newaxis]
    coins = desk[W_MONEY] * pays
    stock = desk[W_STOCK] * desk[PAYOUT_STOCK:FACTOR, np.newaxis]
    worth = np.maximum(coins, coins * factor) + np.maximum(stock, stock * factor)
    rest = (
        max(0, desk[W_PATENT_VALUE] * MAX_COST)
        + max(0, desk[W_ROYALTY] * MAX_CARDS)
        + max(0, desk[W_LEAVE] * MAX_CARDS)
    )
    return np.concatenate([(pays * factor).ravel(), worth.ravel(), [rest]])


def _most_doublers(flags: int) -> int:
    """The most of these doublers that a word can have: K excludes B and J."""
    return max((flags & (B | J)).bit_count(), (flags & K).bit_count()) + (flags & Q).bit_count()


@functools.cache
def _choices(stacking: Stacking) -> Ints:
    """The part CHOICES of a desk."""
    choices = np.full((N_FLAGS, N_FLAGS, MAX_CHOICES), -1, dtype=np.int64)
    for flags_1, flags_2 in itertools.product(range(N_FLAGS), repeat=2):
        pairs = ways_to_double(flags_1, flags_2, stacking)
        ways = [first | second << 4 for first, second in pairs]
        choices[flags_2, flags_1, : len(ways)] = ways
    return choices.ravel()


@functools.lru_cache(maxsize=64)
def evaluation_array(evaluation: Evaluation, n_players: int) -> npt.NDArray[np.float64]:
    """float64 [EVALUATION_SIZE], for so many players, read-only: see game_layout.py."""
    array = np.zeros(layout.EVALUATION_SIZE)
    fitted = evaluation.fitted_for(n_players)
    for at, by_letter in (
        (layout.ROYALTY, evaluation.royalty),
        (layout.KEPT, evaluation.kept),
        (layout.COMMUNITY_WORTH, evaluation.community),
    ):
        array[at : at + len(LETTERS)] = [by_letter[letter] for letter in LETTERS]
    balance = np.full((MAX_KEPT + 1, MAX_KEPT + 1), _NEVER_KEPT)
    for vowels, row in enumerate(evaluation.balance):
        balance[vowels, : len(row)] = row
    array[layout.BALANCE : layout.COMMUNITY_WORTH] = balance.ravel()
    for n, pace in evaluation.pace.items():
        array[layout.PACE + n] = pace
    array[layout.BY_EQUITY] = 1
    array[layout.GAIN : layout.PAIRS] = [fitted.gain[letter] for letter in ABILITY_PATENTS]
    pairs = array[layout.PAIRS : layout.PRICE].reshape(layout.N_ABILITIES, layout.N_ABILITIES)
    for pair, gain in fitted.pairs.items():
        pairs[ABILITY_PATENTS.index(pair[0]), ABILITY_PATENTS.index(pair[1])] = gain
    pairs += pairs.T
    for at, scalar in (
        (layout.PRICE, fitted.price),
        (layout.DRAW, fitted.draw),
        (layout.REFILL, fitted.refill),
        (layout.HOLD, fitted.hold),
        (layout.DENY, fitted.deny),
    ):
        array[at] = scalar
    array.flags.writeable = False
    return array
