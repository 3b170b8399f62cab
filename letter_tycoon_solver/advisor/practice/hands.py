"""The five hands of a day: the same for everybody who plays with the same word list."""

from __future__ import annotations

import datetime
from typing import Final

from ...game.chance import Chance
from ...game.setup import FULL_DECK
from ...game.state import SeenState
from ...lexicon import Lexicon
from ...rules.cards import ABILITIES, LETTERS
from ...rules.ruleset import RULEBOOK
from ...rules.turn import TurnKind
from ...search.turns import best_turns

N_HANDS: Final = 5
MAX_POINTS: Final = 10
"""The points of the best turn. Each dollar of equity behind it costs one."""
_MONEY: Final = 3
_OWN: Final = ABILITIES.replace("Q", "")
"""The patents that a hand may give you. Not Q: what follows a replaced card would be luck."""
_THEIRS: Final = "".join(letter for letter in LETTERS if letter not in ABILITIES)


def hands_of(day: datetime.date, lexicon: Lexicon) -> tuple[SeenState, ...]:
    """Deal the hands of a day, for two players by the rulebook.

    The date is the seed. Hand 1 has no patents; in each further hand both players own one more,
    yours with an ability.

    Args:
        day: the date.
        lexicon: the words that may be played.

    Returns:
        N_HANDS positions at the start of your turn, in each of which a word is the best turn.
    """
    return tuple(_hand(day, number, lexicon) for number in range(N_HANDS))


def points_for(lost: float) -> int:
    """Return the points, 0 to MAX_POINTS, of a turn that is so many dollars behind the best."""
    return max(MAX_POINTS - round(lost), 0)


def _hand(day: datetime.date, number: int, lexicon: Lexicon) -> SeenState:
    chance = Chance(day.year * 10_000 + day.month * 100 + day.day, shuffles=1000 * number)
    own, chance = chance.shuffle(_OWN)
    theirs, chance = chance.shuffle(_THEIRS)
    hand_size = RULEBOOK.hand_size
    while True:
        deck, chance = chance.shuffle(FULL_DECK)
        seen = SeenState.at_table(
            deck[:hand_size],
            deck[hand_size : hand_size + RULEBOOK.community_size],
            patents=own[:number],
            money=_MONEY,
            opponents=[(theirs[:number], _MONEY, 0)],
            lexicon=lexicon,
        )
        turns = best_turns(seen, lexicon, limit=1)
        if turns[0].kind is TurnKind.WORDS:
            return seen
