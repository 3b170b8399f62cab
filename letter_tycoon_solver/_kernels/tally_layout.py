"""The counts of a survey: whole numbers, so that parts add up to the same bits in any order.

A tally is a row of int64 that holds the arrays of `Tally` one after the other:

money, stock, margin   [1 + the most that a play can earn]: hands by what their best play earns;
                       a hand without a play earns 0; margin is money + stock
gains                  [3, 2]: the gain over the same hand without patents in money, stock and
                       margin: the sum over all hands, and the sum of squares
cards_used             [26]: factory cards in best plays, by letter
bought                 [26]: hands whose best play is followed by buying this patent
word_lengths           [14]: words in best plays, by number of letters
n_words                [3]: hands by number of words in the best play; 0 means no play
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InvalidInputError, require
from ..rules.cards import LETTERS, MAX_WORDS
from ..rules.ruleset import MAX_PLAYED_LETTERS, Ruleset
from .desk_layout import MAX_DOUBLERS

Ints = npt.NDArray[np.int64]

METRICS: Final = ("money", "stock", "margin")
"""The earnings of a play, in the order of `gains`."""


class Tally(NamedTuple):
    """Named views of a row, described at the top of this file.

    Attributes:
        money: int64 [1 + the most that a play can earn]; hands by the money of their best play.
        stock: int64, as `money`; hands by its stock.
        margin: int64, as `money`; hands by its money + stock.
        gains: int64 [3, 2]; the gain from patents in money, stock and margin: sums, and sums of
            squares.
        cards_used: int64 [26]; factory cards in best plays, by letter.
        bought: int64 [26]; hands whose best play is followed by buying this patent.
        word_lengths: int64 [14]; words in best plays, by number of letters.
        n_words: int64 [3]; hands by number of words in the best play; 0 means no play.
    """

    money: Ints
    stock: Ints
    margin: Ints
    gains: Ints
    cards_used: Ints
    bought: Ints
    word_lengths: Ints
    n_words: Ints

    @classmethod
    def on(cls, row: Ints, ruleset: Ruleset) -> Tally:
        """Return the arrays as views of a row.

        Args:
            row: int64 [row_size(ruleset)].
            ruleset: its payout sets the length of the histograms.

        Raises:
            InvalidInputError: the row has another shape, or an argument another type.
        """
        require(ruleset, Ruleset, "the ruleset")
        require(row, np.ndarray, "the row")
        if row.shape != (row_size(ruleset),):
            raise InvalidInputError(
                f"the row has the shape {row.shape}; give {row_size(ruleset)} numbers"
            )
        shapes = _shapes(ruleset)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        pieces = np.split(row, ends[:-1])
        return cls(*(piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True)))


def row_size(ruleset: Ruleset) -> int:
    """The number of numbers in a row."""
    return sum(math.prod(shape) for shape in _shapes(ruleset))


def _shapes(ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    payout = ruleset.payout
    # A word has at most so many doublers, and each doubler goes to one word.
    most = MAX_WORDS * ruleset.stacking.factor(MAX_DOUBLERS)
    most_money, most_stock = most * max(payout.coins), most * max(payout.stock)
    return (
        (most_money + 1,),
        (most_stock + 1,),
        (most_money + most_stock + 1,),
        (len(METRICS), 2),
        (len(LETTERS),),
        (len(LETTERS),),
        (MAX_PLAYED_LETTERS + 1,),
        (MAX_WORDS + 1,),
    )
