"""The ledger: what its payments make of the seats. Nothing else moves money or stock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .state import Payment, Seat


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
