"""Bounds of the search that are met exactly: a tie with the last play kept must be looked at.

With the ties of a ranking reversed nothing is added to the score of a play that leaves no hand card
and buys nothing, so that it is just what the bound says.
"""

from __future__ import annotations

import random

import pytest
from support.strategies import LETTERS, RankBy, random_position, words_near

from letter_tycoon_solver import Lexicon, Payout, Position, Ruleset, adjudicate, find_plays
from letter_tycoon_solver.batch import solve_batch

NOTHING_PAID = Payout((0,) * 14, (0,) * 14)
LARGE_COMMUNITY = Ruleset(hand_size=4, community_size=7)
FREE_OF_CHARGE = Ruleset(NOTHING_PAID, hand_size=4, community_size=7)
REVERSED_TIES: list[RankBy] = [
    ("-patent_value", "-n_left"),
    ("stock", "-patent_value", "-n_left"),
    ("money", "-n_left", "-patent_value"),
    ("margin", "-patent_value", "-n_left"),
]


def owned_by_others(cards: Position, n_hand: int, abilities: str) -> Position:
    """Few cards in hand and many in the community; no patent is for sale."""
    others = "".join(letter for letter in LETTERS if letter not in abilities)
    rack = cards.hand + cards.community
    return Position(rack[:n_hand], rack[n_hand:][:7], abilities, [others[::2], others[1::2]])


@pytest.mark.parametrize("ruleset", [LARGE_COMMUNITY, FREE_OF_CHARGE], ids=["paid", "nothing paid"])
@pytest.mark.parametrize("rank_by", REVERSED_TIES, ids=str)
@pytest.mark.parametrize(("n_hand", "abilities"), [(1, ""), (2, "V"), (3, "VZ")])
def test_what_ties_with_the_last_play_kept_is_found(
    ruleset: Ruleset, rank_by: RankBy, n_hand: int, abilities: str
) -> None:
    rng = random.Random(f"{rank_by} {n_hand}")
    n_ties = 0
    for _ in range(4):
        position = owned_by_others(random_position(rng, ""), n_hand, abilities)
        near = words_near(position.hand + position.community, n_missing=0)
        if not near:
            continue
        lexicon = Lexicon.from_words(rng.sample(near, min(len(near), 25)))
        every = find_plays(position, lexicon, ruleset, rank_by)
        in_every_way = find_plays(position, lexicon, ruleset, rank_by, variants="all")
        scores = every.columns["score"].tolist()
        for limit in (1, 2, 5, 20):
            n_ties += scores[limit - 1 : limit] == scores[limit : limit + 1] != []
            assert find_plays(position, lexicon, ruleset, rank_by, limit) == every[:limit]
            some = find_plays(position, lexicon, ruleset, rank_by, limit, "all")
            assert some == in_every_way[:limit]
            batch = solve_batch([position], lexicon, ruleset=ruleset, rank_by=rank_by, top=limit)
            assert batch[0] == every[:limit]
    assert n_ties > 0


def test_a_patent_is_within_reach_of_all_the_money_there_is() -> None:
    """The dearest costs $10: with as much in hand it may be bought by who earns nothing."""
    lexicon, ruleset = Lexicon.from_words(["TEN", "TAN"]), Ruleset(NOTHING_PAID)
    for hand, money, within_reach in (
        ("TEN", 10, "ETN"), ("TEN", 9, "TN"), ("TEN", 11, "ETN"), ("TEN", 6, ""), ("TEN", 7, "N"),
        ("TAN", 10, "ATN"), ("TAN", 1_000, "ATN"), ("TAN", 8, "ATN"),
    ):  # fmt: skip
        position = Position(hand, money=money)
        (play,) = find_plays(position, lexicon, ruleset)
        (solved,) = solve_batch([position], lexicon, ruleset=ruleset)
        judged = adjudicate(position, play.words, ruleset=ruleset)
        assert play == solved[0] == judged
        assert (play.money, play.purchasable) == (0, within_reach)
        assert play.patent_value == {"E": 10, "A": 8, "T": 8, "N": 7, "": 0}[within_reach[:1]]
