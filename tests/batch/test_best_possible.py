"""`best_possible` against every rack there is, and what it says of real words."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import pytest
from oracle import naive
from support.selection import quick
from support.strategies import ALL_RULES, Rules, make_rules

import letter_tycoon_solver as lts
from letter_tycoon_solver.batch.best_plays import EARNINGS, BestPlays, best_possible

Words = tuple[str, ...]


def racks(letters: str, hand_size: int, community_size: int) -> Iterator[tuple[str, str]]:
    """Every hand and community of these letters that the deck allows."""
    for hand in combinations_with_replacement(letters, hand_size):
        for community in combinations_with_replacement(letters, community_size):
            cards = hand + community
            if all(cards.count(card) <= naive.CARD_COUNTS[card] for card in cards):
                yield "".join(hand), "".join(community)


def value(play: naive.NaivePlay | lts.Play, keys: Sequence[str]) -> tuple[int, ...]:
    of = {"margin": play.money + play.stock, "money": play.money, "stock": play.stock}
    return tuple(of[key] for key in keys)


def best_by_brute_force(
    words: Sequence[str],
    rules: Rules,
    patents: str,
    keys: Sequence[str],
) -> dict[int | None, tuple[tuple[int, ...], set[Words]]]:
    """The earnings of the best plays over every rack, and the words of all of them.

    By the number of words, None for any; 2 only for the owner of V.
    """
    ways = (None, 1, 2) if "V" in patents else (None, 1)
    best: dict[int | None, tuple[tuple[int, ...], set[Words]]] = {way: ((), set()) for way in ways}
    sizes = rules.ruleset.hand_size, rules.ruleset.community_size
    for hand, community in racks(LETTERS, *sizes):
        for play in naive.all_plays(hand, community, patents, (), 0, words, rules.naive):
            earned = value(play, keys)
            for way in (None, len(play.words)):
                most, found = best[way]
                if earned > most:
                    best[way] = earned, {play.words}
                elif earned == most:
                    found.add(play.words)
    return best


def texts(plays: Sequence[lts.Play]) -> list[Words]:
    return [tuple(word.word for word in play.words) for play in plays]


def check_racks(best_plays: BestPlays, lexicon: lts.Lexicon, ruleset: lts.Ruleset) -> None:
    """Each rack is full and legal, gives the play, and nothing on it earns more."""
    assert len(best_plays.plays) == len(best_plays.positions)
    for play, position in zip(best_plays.plays, best_plays.positions, strict=True):
        assert len(position.hand) == ruleset.hand_size
        assert len(position.community) == ruleset.community_size
        assert (position.patents, position.opponents) == (best_plays.patents, ())
        judged = lts.adjudicate(
            position, play.words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
        )
        assert judged == play
        assert value(play, best_plays.rank_by) == best_plays.earnings
        best = lts.find_plays(
            position, lexicon, ruleset=ruleset, rank_by=best_plays.rank_by, limit=1
        )[0]
        assert value(best, best_plays.rank_by) == best_plays.earnings


# Few of these letters are in the deck more than twice, so that racks run out of them.
LETTERS = "AEJQSY"
PATENT_SETS = ["", "BJK", "X", "Z", "XZ", "BJKXZ"]
PATENT_SETS_WITH_V = ["V", "VX", "VZ", "VXZ", "KVX", "BJKVXZ"]


def random_rules(rng: random.Random) -> Rules:
    """Any rules; longer words may pay less, and different words often pay the same."""
    hand_size, community_size = rng.choice([(6, 0), (5, 1), (2, 4), (3, 2)])
    rules = rng.choice(ALL_RULES)
    ruleset = dataclasses.replace(rules.ruleset, hand_size=hand_size, community_size=community_size)
    if rng.random() < 0.7:
        coins, stock = ([0, 0, 0, *rng.choices(range(1, 4), k=11)] for _ in range(2))
        ruleset = dataclasses.replace(ruleset, payout=lts.Payout(tuple(coins), tuple(stock)))
    return make_rules(ruleset)


def random_case(seed: int, patent_sets: Sequence[str]) -> tuple[list[str], Rules, str, Words]:
    """Words, rules, patents and what to rank by."""
    rng = random.Random(seed)
    words = {
        "".join(rng.choices(LETTERS, k=rng.choice([3, 3, 3, 4, 4, 5, 6, 7]))) for _ in range(35)
    }
    # Ends that are often S, and letters that come twice.
    words |= {word[:-1] + "S" for word in rng.sample(sorted(words), 10)}
    words |= {word[0] + word for word in rng.sample(sorted(words), 10)}
    keys = rng.choice([("margin",), ("money",), ("stock", "money"), ("money", "stock")])
    return sorted(words), random_rules(rng), patent_sets[seed % len(patent_sets)], keys


@pytest.mark.parametrize("seed", quick(6, range(36)))
def test_every_rack_by_brute_force(seed: int) -> None:
    words, rules, patents, keys = random_case(seed, PATENT_SETS + PATENT_SETS_WITH_V)
    lexicon = lts.Lexicon.from_words(words)
    best = best_by_brute_force(words, rules, patents, keys)
    for n_words, (expected, of_words) in best.items():
        best_plays = best_possible(
            lexicon, rules.ruleset, patents, rank_by=keys, n_words=n_words, limit=10_000
        )
        assert (best_plays.earnings, best_plays.count) == (expected, len(of_words))
        assert texts(best_plays.plays) == sorted(of_words, key=lambda words: (len(words), words))
        if n_words is None:
            check_racks(best_plays, lexicon, rules.ruleset)


def best_words(*words: str, patents: str = "", ruleset: lts.Ruleset = lts.RULEBOOK) -> BestPlays:
    best_plays = best_possible(lts.Lexicon.from_words(words), ruleset, patents)
    check_racks(best_plays, lts.Lexicon.from_words(words), ruleset)
    return best_plays


class TestRules:
    def test_nothing_can_be_laid(self) -> None:
        best_plays = best_words("INTERNATIONALIZATION", patents="BJKVXZ")
        assert (best_plays.earnings, best_plays.count, best_plays.plays) == ((), 0, ())
        assert best_plays.to_dict()["plays"] == []

    def test_two_words_need_a_hand_of_two(self) -> None:
        ruleset = lts.Ruleset(hand_size=1, community_size=9)
        (play,) = best_words("EAT", patents="V", ruleset=ruleset).plays
        assert texts([play]) == [("EAT",)]


class TestRealWords:
    @pytest.mark.parametrize("patents", ["", "BJK", "BJKVXZ"])
    @pytest.mark.parametrize("ruleset", [lts.RULEBOOK, lts.ONLINE, lts.REFERENCE_MANUAL])
    def test_racks(self, lexicon: lts.Lexicon, ruleset: lts.Ruleset, patents: str) -> None:
        check_racks(best_possible(lexicon, ruleset, patents, limit=8), lexicon, ruleset)

    def test_limit_cuts_the_list_and_not_the_count(self, lexicon: lts.Lexicon) -> None:
        some = best_possible(lexicon, limit=3)
        more = best_possible(lexicon, limit=10)
        assert (some.count, some.plays) == (more.count, more.plays[:3])
        assert some.count > 10
        assert f"all {len(lexicon):,} words" in some.searched
        assert "pairs" not in some.searched
        assert "all pairs" in best_possible(lexicon, patents="KV", limit=1).searched


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ({"rank_by": "luck"}, ["luck", *EARNINGS]),
        ({"rank_by": ()}, ["()"]),
        ({"rank_by": ("money", "money")}, ["each once"]),
        ({"patents": "K4"}, ["K4", "A to Z"]),
        ({"patents": "KK"}, ["patent K"]),
        ({"limit": 0}, ["limit", "0", "from 1"]),
        ({"n_words": 3}, ["n_words", "3"]),
        ({"n_words": 2, "patents": "K"}, ["2 words", "need V"]),
        ({"ruleset": "rulebook"}, ["'rulebook'", "Ruleset"]),
        ({"lexicon": 7}, ["7", "Lexicon"]),
    ],
)
def test_bad_arguments(arguments: dict[str, object], parts: list[str]) -> None:
    given = {"lexicon": lts.Lexicon.from_words(["CAT"]), **arguments}
    with pytest.raises(lts.InvalidInputError) as error:
        best_possible(**given)  # type: ignore[arg-type]
    for part in parts:
        assert part in str(error.value)
