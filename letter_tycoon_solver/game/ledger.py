"""The ledger: what lies before the players, the payments, and what these make of it."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..rules.cards import PATENT_COST


class PaymentKind(enum.Enum):
    """Why money or stock changes hands."""

    PAYOUT = "payout"
    ROYALTY = "royalty"
    CHALLENGE = "challenge"
    PURCHASE = "purchase"


@dataclass(frozen=True, slots=True)
class Payment:
    """One line of the ledger. Nothing else ever moves money or stock.

    Attributes:
        kind: why it is paid.
        giver: number of a player; None is the bank.
        receiver: number of a player; None is the bank.
        money: dollars that change hands.
        stock: shares that change hands.
        letters: royalty: the cards it is for; purchase: the patent; else empty.
    """

    kind: PaymentKind
    giver: int | None
    receiver: int | None
    money: int
    stock: int = 0
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """The property of one player.

    Attributes:
        hand: letters, sorted; HIDDEN for cards of others that a viewer may not know.
        patents: letters, sorted.
        money: dollars.
        stock: shares.
    """

    hand: str
    patents: str = ""
    money: int = 0
    stock: int = 0

    @property
    def patent_value(self) -> int:
        """Cost of the patents owned, in dollars."""
        return sum(PATENT_COST[letter] for letter in self.patents)


def settle(seats: Sequence[Seat], ledger: Iterable[Payment]) -> tuple[Seat, ...]:
    """The seats after all payments of the ledger."""
    after = list(seats)
    for payment in ledger:
        if payment.giver is not None:
            after[payment.giver] = _with_more(after[payment.giver], -payment.money, -payment.stock)
        if payment.receiver is not None:
            after[payment.receiver] = _with_more(
                after[payment.receiver], payment.money, payment.stock
            )
    return tuple(after)


def take_back(seats: Sequence[Seat], ledger: Iterable[Payment]) -> tuple[Seat, ...]:
    """The seats as they were before the payments of the ledger."""
    return settle(
        seats,
        (replace(payment, giver=payment.receiver, receiver=payment.giver) for payment in ledger),
    )


def _with_more(seat: Seat, money: int, stock: int) -> Seat:
    return replace(seat, money=seat.money + money, stock=seat.stock + stock)
