"""The owner of Q replaces the card that is best replaced in expectation, or none."""

from __future__ import annotations

from collections import Counter

import pytest
from support.selection import NO_JIT

from letter_tycoon_solver import RULEBOOK, Lexicon, Position, find_plays
from letter_tycoon_solver._work.executors import Stopped
from letter_tycoon_solver.batch import Deal, Positions
from letter_tycoon_solver.batch.surveys import with_replacements
from letter_tycoon_solver.rules.cards import CARD_COUNT, remove_cards

SMALL = Lexicon.from_words(
    """
    TEA EAT ATE TEAR RATE NOTE TONE TOE NET TEN ONE EON QUOTE QUIT SUIT RAIN TRAIN NOSE STONE STAIN
    SATIN ROUTE OUTER SAINT EERIE AREA IOTA
    """.split()  # noqa: SIM905 - a list would be a page long
)


def not_stopped() -> bool:
    return False


def best_margin(position: Position, hand: str, lexicon: Lexicon) -> int:
    moved = Position(hand, position.community, position.patents, position.opponents, position.money)
    plays = find_plays(moved, lexicon, limit=1)
    if not plays:
        return 0
    n_opponents = max(1, len(position.opponents))
    return n_opponents * (plays[0].money + plays[0].stock) - sum(plays[0].royalties)


def best_hands(position: Position, next_card: str, lexicon: Lexicon) -> set[str]:
    """The hands after one of the best choices; just the hand itself where that is one."""
    unseen = Counter(CARD_COUNT)
    unseen.subtract(position.hand + position.community)
    totals = {"": best_margin(position, position.hand, lexicon) * sum(unseen.values())}
    for card in set(position.hand):
        rest = remove_cards(position.hand, card)
        totals[card] = sum(
            n * best_margin(position, rest + drawn, lexicon) for drawn, n in unseen.items() if n
        )
    best = max(totals.values())
    if totals[""] == best:
        return {position.hand}
    return {
        "".join(sorted(remove_cards(position.hand, card) + next_card))
        for card, total in totals.items()
        if total == best
    }


@pytest.mark.parametrize("patents", ["Q", "BJQ", "QX", "QVZ"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_card_with_the_best_expectation_goes(patents: str, players: int) -> None:
    n = 2 if NO_JIT else 12
    lexicon = SMALL if NO_JIT or "V" in patents else Lexicon.load("common")
    deal = Deal(
        n, seed=5, n_players=players, patents=[patents, "E"] + [""] * (players - 2), money=3
    )
    positions, next_cards = deal.with_next_cards()
    after = with_replacements(positions, next_cards, lexicon, RULEBOOK, not_stopped)
    changed = 0
    for before, now, card in zip(positions, after, next_cards, strict=True):
        assert now.hand in best_hands(before, chr(card), lexicon)
        assert (now.community, now.patents, now.opponents, now.money) == (
            before.community, before.patents, before.opponents, before.money
        )  # fmt: skip
        changed += now.hand != before.hand
    assert changed


def test_ties_in_rank_are_no_gain() -> None:
    # Summed over the deck, the ties of the ranking once outweighed the dollar that Y may bring.
    position = Position("EGILNRY", "DOZ", "Q", [""])
    positions = Positions.of([position])
    lexicon = Lexicon.load("common")
    drawn = Deal(1, seed=0).with_next_cards()[1]
    (after,) = with_replacements(positions, drawn, lexicon, RULEBOOK, not_stopped)
    assert after.hand in best_hands(position, chr(drawn[0]), lexicon)


def test_who_does_not_own_q_keeps_the_hand() -> None:
    positions, next_cards = Deal(20, seed=1, patents=("BX", "Q")).with_next_cards()
    assert with_replacements(positions, next_cards, SMALL, RULEBOOK, not_stopped) == positions


def test_it_stops_when_called_off() -> None:
    positions, next_cards = Deal(3, seed=1, patents="Q").with_next_cards()
    with pytest.raises(Stopped):
        with_replacements(positions, next_cards, SMALL, RULEBOOK, lambda: True)


FEW = Lexicon.from_words(
    "TEA ATE BEAT TATTLE SEE TEE ESTATE TEASE SEEST EEEE EEEEEEEEEEE TESTATE QUOTE STATE".split()  # noqa: SIM905
)


@pytest.mark.parametrize(
    ("hand", "community", "opponents"),
    [
        ("BCDFGHJ", "AET", [""]),  # TEA lies in the community: it wants one of its letters in hand.
        ("ACDFGHJ", "AET", [""]),
        ("EETTTTT", "AES", ["E", "T"]),
        ("EEEEEEE", "EEE", ["E"]),
        ("EEEEEEE", "EES", [""]),
        ("ABCDFGH", "JKL", [""]),
    ],
)
def test_cards_that_are_alike_and_words_of_the_community(
    hand: str, community: str, opponents: list[str]
) -> None:
    position = Position(hand, community, "Q", opponents)
    positions = Positions.of([position])
    drawn = Deal(1, seed=0).with_next_cards()[1]
    (after,) = with_replacements(positions, drawn, FEW, RULEBOOK, not_stopped)
    assert after.hand in best_hands(position, chr(drawn[0]), FEW)
