"""The ability of Q before the action: replace one card of the hand, or none."""

from __future__ import annotations

from typing import Final

import numpy as np

from .._kernels import arguments, entries
from .._kernels.desk_layout import REST_ANYWHERE, W_LEAVE, W_PATENT_VALUE
from .._kernels.workspace import new_workspace
from .._work.executors import IsStopped, Stopped
from ..evaluation.ranking import MARGIN, parse_rank_by
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT
from ..rules.position import MAX_OPPONENTS
from ..rules.ruleset import Ruleset
from .positions import Bytes, Positions, columns_of

_STEP: Final = 16
"""Positions between two checks for cancellation: half a millisecond to 80 ms."""
_CARD_COUNTS: Final = np.array(list(CARD_COUNT.values()), np.int64)


def with_replacements(
    positions: Positions,
    next_cards: Bytes,
    lexicon: Lexicon,
    ruleset: Ruleset,
    is_stopped: IsStopped,
) -> Positions:
    """Return the positions after each owner of Q has replaced a card, or none.

    Rule (A turn, 0): the owner of Q may discard one card from hand and draw one. A player replaces
    a card if that gains on average: the best play by margin afterwards, averaged over every card
    that is neither in the hand nor in the community, is worth more than the best play now. The card
    with the highest average goes. This takes one search for each card, and some 130 for an owner
    of V, X or Z.

    Args:
        positions: the positions as dealt.
        next_cards: uint8 [n]: the card that each player would draw, upper-case ASCII, as given by
            Deal.with_next_cards.
        lexicon: the words that may be played.
        ruleset: the rules.
        is_stopped: called between the rows; returns True if the work was cancelled.

    Raises:
        Stopped: the work was cancelled.
    """
    desks = np.stack(
        [
            arguments.template(ruleset, parse_rank_by(MARGIN), n_opponents)
            for n_opponents in range(MAX_OPPONENTS + 1)
        ]
    )
    # A gain counts in margin only, so the tie-breaks are switched off.
    desks[:, [W_PATENT_VALUE, W_LEAVE, REST_ANYWHERE]] = 0
    hands = np.empty_like(positions.hands)
    rest = (_CARD_COUNTS, desks, arguments.MATERIAL, lexicon.trie, new_workspace(1))
    for start in range(0, max(len(positions), 1), _STEP):
        if is_stopped():
            raise Stopped
        step = slice(start, start + _STEP)
        entries.replace_rows(columns_of(positions, step), next_cards[step], *rest, hands[step])
    return Positions(hands, *positions.columns[1:])  # type: ignore[arg-type]
