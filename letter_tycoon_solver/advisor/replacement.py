"""The owner of Q: what it is worth to replace each card, exactly, over all that may be drawn."""

from __future__ import annotations

from collections import Counter

import numpy as np

from .._kernels import arguments
from .._kernels.desk_layout import MAX_COST, W_MONEY
from .._kernels.search_room import new_room
from ..batch import Positions
from ..cards import LETTERS
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..ranking import Objective
from .unseen import drawn_from


def replacement_gains(seen: SeenState, lexicon: Lexicon, objective: Objective) -> dict[str, float]:
    """By card, what the best play gains on average when the card is replaced, in dollars.

    Rule (A turn, 0): the owner of Q may discard one card from hand and draw one. Every card that is
    not seen is drawn as likely; without a deck every discard, the replaced card among them.
    """
    from .._kernels import replace

    columns = Positions.of([seen.position])
    n_opponents = len(seen.seats) - 1
    desk = arguments.template(seen.ruleset, objective, n_opponents).copy()
    pile = Counter(drawn_from(seen))
    scores = np.zeros(columns.hands.shape[1])
    now = replace.replacement_scores(
        desk,
        columns.hands[0],
        columns.communities[0],
        columns.owners[0],
        min(int(columns.money[0]), MAX_COST),
        np.array([pile[letter] for letter in LETTERS], np.int64),
        0 if seen.deck_size else 1,
        arguments.MATERIAL,
        lexicon.trie,
        new_room(1),
        scores,
    )
    dollar = int(desk[W_MONEY])
    hand = sorted(seen.active_seat.hand)
    return {card: float(score - now) / dollar for card, score in zip(hand, scores, strict=True)}
