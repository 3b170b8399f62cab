"""What to do in a turn, by static evaluation alone: words, patent and cards, without a simulation.

The plans of the advisor are made of the same; these need no more than a position, and no kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import require
from ..rules.cards import remove_cards
from ..rules.play import Play
from ..rules.position import Position
from ..rules.turn import Equity
from .equity import Appraisal


@dataclass(frozen=True, slots=True)
class StaticPlan:
    """A whole turn, or what is left of one.

    Attributes:
        replace: the card that the owner of Q replaces first; then nothing else is planned, because
            what is best depends on the card that is drawn. Else "".
        play: the words, None for an exchange.
        buy: the patent to buy, "" for none.
        discards: cards to discard beyond those played, or to exchange; sorted.
        equity: static evaluation.
    """

    replace: str
    play: Play | None
    buy: str
    discards: str
    equity: Equity

    @property
    def notation(self) -> str:
        """The plan in a line: "LAWNs*K, buy S, discard JZ"."""
        if self.replace:
            return f"replace {self.replace}"
        if self.play is None:
            return f"exchange {self.discards or 'nothing'}"
        parts = [self.play.notation]
        if self.buy:
            parts.append(f"buy {self.buy}")
        if self.discards:
            parts.append(f"discard {self.discards}")
        return ", ".join(parts)

    def kept(self, hand: str) -> str:
        """The cards of the hand that are still there when new ones are drawn.

        Args:
            hand: the cards at the start of the turn.

        Raises:
            InvalidInputError: the hand is not a string.
        """
        require(hand, str, "the hand")
        if self.replace:
            return remove_cards(hand, self.replace)
        return remove_cards(self.play.leave if self.play else hand, self.discards)


def plan_of(play: Play, position: Position, appraisal: Appraisal) -> StaticPlan:
    """The plan to play these words, with the purchase and the discards that are worth most."""
    buy, kept = appraisal.best_patent(play.purchasable), appraisal.worth_keeping(play.leave)
    equity = appraisal.equity(play, buy, kept, position.community)
    return StaticPlan("", play, buy, remove_cards(play.leave, kept), equity)


def best_exchange(position: Position, appraisal: Appraisal) -> StaticPlan:
    """The plan to exchange the cards that are not worth keeping.

    A hand that is best kept whole is exchanged whole: without a play it would stay for ever.
    """
    hand = position.hand
    cards = remove_cards(hand, appraisal.worth_keeping(hand)) or hand
    equity = appraisal.equity(None, "", remove_cards(hand, cards), position.community)
    return StaticPlan("", None, "", cards, equity)


def with_others(plans: list[StaticPlan], others: Iterable[StaticPlan]) -> list[StaticPlan]:
    """The plans, in the order they have, and among them the others by their equity."""
    merged = list(plans)
    for plan in others:
        better = (at for at, there in enumerate(merged) if there.equity.total < plan.equity.total)
        merged.insert(next(better, len(merged)), plan)
    return merged
