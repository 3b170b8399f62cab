"""The owner of Q: what it is worth to replace each card, exactly, over all that may be drawn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .._kernels import arguments
from .._kernels.desk_layout import MAX_COST, W_MONEY
from .._kernels.search_room import new_room
from ..batch import Positions
from ..evaluation.ranking import Objective
from ..evaluation.static_plan import StaticPlan
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, LETTERS
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Equity
from .unseen import drawn_from


def replacement_gains(seen: SeenState, lexicon: Lexicon, objective: Objective) -> dict[str, float]:
    """By card, what the best play gains on average when the card is replaced, in dollars.

    Rule (A turn, 0): the owner of Q may discard one card from hand and draw one. Every card that is
    not seen is drawn as likely; without a deck every discard, the replaced card among them.
    """
    pile, one = drawn_from(seen)
    returned = 0 if seen.deck_size else one
    return gains_by_card(seen.position, seen.ruleset, lexicon, objective, pile, returned)


def best_replacement(
    position: Position, ruleset: Ruleset, lexicon: Lexicon, objective: Objective, most: float
) -> StaticPlan:
    """The plan to replace the card that is best replaced, by all cards that are not seen.

    Args:
        position: that of the owner of Q.
        ruleset: the rules of the table.
        lexicon: the valid words.
        objective: what makes a play better than another.
        most: the best equity without a replacement.
    """
    seen = position.hand + position.community
    unseen = {letter: n - seen.count(letter) for letter, n in CARD_COUNT.items()}
    gains = gains_by_card(position, ruleset, lexicon, objective, unseen)
    card = max(gains, key=lambda letter: gains[letter])
    return StaticPlan(card, None, "", "", Equity(margin=most + gains[card]))


def gains_by_card(
    position: Position,
    ruleset: Ruleset,
    lexicon: Lexicon,
    objective: Objective,
    pile: Mapping[str, int],
    returned: int = 0,
) -> dict[str, float]:
    """As `replacement_gains`, of a position.

    Args:
        position: that of the owner of Q.
        ruleset: the rules of the table.
        lexicon: the valid words.
        objective: what makes a play better than another.
        pile: by letter, how likely it is drawn, in any unit: cards one of which is drawn.
        returned: what is added for the replaced card, in the same unit: one card without a deck.
    """
    from .._kernels import entries

    columns = Positions.of([position])
    desk = arguments.template(ruleset, objective, len(position.opponents)).copy()
    scores = np.zeros(columns.hands.shape[1])
    now = entries.replacement_scores(
        desk,
        columns.hands[0],
        columns.communities[0],
        columns.owners[0],
        min(int(columns.money[0]), MAX_COST),
        np.array([pile.get(letter, 0) for letter in LETTERS], np.int64),
        returned,
        arguments.MATERIAL,
        lexicon.trie,
        new_room(1),
        scores,
    )
    dollar = int(desk[W_MONEY])
    return {
        card: float(score - now) / dollar for card, score in zip(position.hand, scores, strict=True)
    }
