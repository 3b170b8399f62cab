"""`Purchase`: a patent that a player with an unknown hand bought or not, beside the best one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...rules.cards import LETTERS
from ...rules.play import HAND, join_words
from ...rules.turn import Turn
from ...search.turns import turns_by
from .choices import Offer
from .verdict import Verdict, verdict_on_dollars

_LEAST_LOSS: Final = 0.05
"""Less is shown as $0.0, and is no difference."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """A patent, or none, that a player bought after words that stood, by static evaluation.

    Whatever is bought, the cards that the player kept count the same, so they need not be known.
    The words and the discards are not judged, only the patent.

    Attributes:
        round: when it was, from 1.
        player: who could buy a patent.
        played: the words, and what was bought.
        best: the same words with the patent of the highest equity, or none.
    """

    round: int
    player: int
    played: Turn
    best: Turn

    @property
    def loss(self) -> float:
        """The equity that was lost, in dollars."""
        return self.best.equity.total - self.played.equity.total

    @property
    def verdict(self) -> Verdict:
        """Best, fine, a mistake or a blunder, by the dollars that were lost."""
        return verdict_on_dollars(self.loss) if self.loss >= _LEAST_LOSS else Verdict.BEST

    def in_words(self) -> str:
        """One line, such as "round 3: MIX with M bought; X would have been worth $19.9 more"."""
        bought = f"{self.played.buy} bought" if self.played.buy else "nothing bought"
        said = f"round {self.round}: {join_words(self.played.words)} with {bought}"
        if self.verdict is Verdict.BEST:
            return f"{said} was best"
        better = self.best.buy or "nothing"
        return f"{said}; {better} would have been worth ${self.loss:.1f} more"


def judge_purchase(offer: Offer, lexicon: Lexicon, evaluation: Evaluation) -> Purchase:
    """Compare a choice with all others that could be bought."""
    seen, buyer = offer.seen, offer.seen.active
    play = seen.turn.play
    assert play is not None, "words are on the table when a patent can be bought"
    seats = list(seen.seats)
    seats[buyer] = replace(seats[buyer], hand=seen.turn.cards_used(HAND))
    turn = replace(seen.turn, play=replace(play, leave=""))
    known = replace(seen, seats=tuple(seats), turn=turn, viewer=buyer)
    turns = turns_by(evaluation, known.open_turn, lexicon, seen.ruleset, len(LETTERS) + 1)
    played = next(turn for turn in turns if turn.buy == offer.bought)
    return Purchase(seen.round, buyer, played, turns[0])
