"""game/table.py: what payments make of the seats, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.game import Payment, PaymentKind, Seat
from letter_tycoon_solver.game.table import settle, take_back

SEATS = (Seat("ABC", money=5), Seat("DEF", "K", money=2, stock=1), Seat("GHI"))
PLAYERS = st.none() | st.integers(0, len(SEATS) - 1)
PAYMENTS = st.builds(
    Payment,
    kind=st.sampled_from(PaymentKind),
    giver=PLAYERS,
    receiver=PLAYERS,
    money=st.integers(0, 99),
    stock=st.integers(0, 9),
)


def test_the_bank_pays_and_is_paid() -> None:
    ledger = [
        Payment(PaymentKind.PAYOUT, None, 0, money=4, stock=2),
        Payment(PaymentKind.ROYALTY, None, 1, money=1, letters="K"),
        Payment(PaymentKind.PURCHASE, 0, None, money=6, letters="V"),
    ]
    after = settle(SEATS, ledger)
    assert [(seat.money, seat.stock) for seat in after] == [(3, 2), (3, 1), (0, 0)]


def test_a_player_pays_another() -> None:
    after = settle(SEATS, [Payment(PaymentKind.CHALLENGE, 1, 2, money=1)])
    assert [seat.money for seat in after] == [5, 1, 1]
    assert [(seat.hand, seat.patents) for seat in after] == [
        (seat.hand, seat.patents) for seat in SEATS
    ]


@given(st.lists(PAYMENTS, max_size=6))
def test_what_is_taken_back_never_was(ledger: list[Payment]) -> None:
    assert take_back(settle(SEATS, ledger), ledger) == SEATS
