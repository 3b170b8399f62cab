"""The material against the oracle's copy of the rulebook's table; rulesets and their bad values."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import product
from types import MappingProxyType

import pytest
from oracle import naive
from support.games import all_rulesets

from letter_tycoon_solver import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    InvalidInputError,
    LastRound,
    Payout,
    Ruleset,
    Stacking,
)
from letter_tycoon_solver.rules import cards, ruleset


def test_material() -> None:
    assert cards.CARD_COUNT == naive.CARD_COUNTS
    assert cards.PATENT_COST == naive.PATENT_COSTS
    assert set(naive.VOWELS) == cards.VOWELS
    assert cards.DECK_SIZE == 102
    assert len(cards.LETTERS) == 26
    assert cards.MIN_WORD_LENGTH == naive.MIN_LETTERS
    assert "".join(cards.BY_PATENT_COST) == "EATINORSHDLCFGMPUWYBJKQVXZ"


def test_parse_letters() -> None:
    assert cards.parse_letters("zebra", "it") == "ABERZ"
    assert cards.parse_letters("", "it") == ""
    for text in ("A B", "É", "ß", "A1", "A-", "\N{LATIN SMALL LETTER DOTLESS I}"):
        with pytest.raises(InvalidInputError, match=r"^it .* contains .*; only the letters A to Z"):
            cards.parse_letters(text, "it")
    with pytest.raises(InvalidInputError, match="give a string"):
        cards.parse_letters(["A"], "it")  # type: ignore[arg-type]


def test_multisets_of_cards() -> None:
    assert cards.count_letters("EEL") == {"E": 2, "L": 1}
    assert cards.remove_cards("AEENZ", "EN") == "AEZ"
    cards.check_deck_holds("E" * 12 + "JKQXZ", "the cards")
    with pytest.raises(InvalidInputError, match="the cards hold 2 cards Q; the deck has only 1"):
        cards.check_deck_holds("QAQ", "the cards")


def test_payouts() -> None:
    for length in range(3, ruleset.MAX_PLAYED_LETTERS + 1):
        for rules, payout in (
            (RULEBOOK, naive.RULEBOOK_PAYOUT),
            (REFERENCE_MANUAL, naive.REFERENCE_PAYOUT),
        ):
            paid = rules.payout.coins[length], rules.payout.stock[length]
            assert paid == payout[length], length
    assert ONLINE.payout == RULEBOOK.payout


def test_stacking() -> None:
    for stacking in Stacking:
        factors = naive.FACTORS[stacking.name.lower()]
        assert tuple(stacking.factor(n) for n in range(5)) == factors
    assert [stacking.value for stacking in Stacking] == ["multiply", "add", "at-most-one"]


def test_presets() -> None:
    assert Ruleset() == RULEBOOK
    assert replace(RULEBOOK, duplicate_scope=DuplicateScope.TURN) == ONLINE
    assert REFERENCE_MANUAL.last_round is LastRound.ONE_MORE_TURN
    assert REFERENCE_MANUAL.duplicate_scope is RULEBOOK.duplicate_scope is DuplicateScope.WORD
    assert (RULEBOOK.hand_size, RULEBOOK.community_size) == (7, 3)
    assert dict(RULEBOOK.goals) == {2: 45, 3: 34, 4: 26, 5: 21}
    assert RULEBOOK.challenge == ChallengeRule(ChallengeMode.PLAYERS, 0)
    for name in ("rulebook", "online", "reference-manual"):
        assert ruleset.ruleset_by_name(name) is ruleset.PRESETS[name]
    with pytest.raises(InvalidInputError, match="rulebook, online, reference-manual"):
        ruleset.ruleset_by_name("Rulebook")


def test_a_ruleset_is_a_value() -> None:
    other = replace(ONLINE, stacking=Stacking.ADD, goals={2: 30})
    assert dict(other.goals) == {2: 30, 3: 34, 4: 26, 5: 21}
    assert len({RULEBOOK, Ruleset(), ONLINE, other}) == 3
    for same in (pickle.loads(pickle.dumps(other)), copy.copy(other), copy.deepcopy(other)):
        assert same == other
        assert hash(same) == hash(other)
    with pytest.raises(FrozenInstanceError):
        other.hand_size = 8  # type: ignore[misc]
    with pytest.raises(TypeError):
        other.goals[2] = 1  # type: ignore[index]


def test_goals_do_not_change_with_the_mapping_given() -> None:
    goals = {2: 30}
    rules = Ruleset(goals=MappingProxyType(goals))
    goals[2] = 1
    assert rules.goals[2] == 30


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("payout", (1, 2)),
        ("stacking", "multiply"),
        ("duplicate_scope", "turn"),
        ("last_round", None),
        ("challenge", ChallengeMode.NONE),
        ("hand_size", 0),
        ("hand_size", 7.0),
        ("hand_size", True),
        ("community_size", -1),
        ("hand_size", 9),  # with three in the community
        ("goals", {6: 20}),
        ("goals", {2: 0}),
        ("goals", {2: 4.5}),
        ("goals", [45, 34]),
    ],
)
def test_bad_ruleset(field: str, value: object) -> None:
    with pytest.raises(InvalidInputError, match=f"{field.rstrip('s')}.*; (give|together)"):
        Ruleset(**{field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "coins",
    [
        (0,) * 13,
        (0,) * 15,
        (*(0,) * 13, 100),
        (-1, *(0,) * 13),
        (0, 1, 0, *(1,) * 11),
        (*(0,) * 13, 1.0),
        (*(0,) * 13, True),
    ],
)
def test_bad_payout(coins: tuple[int, ...]) -> None:
    good = RULEBOOK.payout
    with pytest.raises(InvalidInputError, match=r"payout coins .*; give"):
        Payout(coins, good.stock)
    with pytest.raises(InvalidInputError, match=r"payout stock .*; give"):
        Payout(good.coins, coins)


@pytest.mark.parametrize("stacking", Stacking)
def test_ways_to_double(stacking: Stacking) -> None:
    """Against all ways to give each of B, J and K to a word it fits, or to none."""
    b, j, k, q = (1 << cards.DOUBLERS.index(letter) for letter in "BJKQ")
    for may in product(range(16), repeat=2):
        factors = set()
        for targets in product((0, 1, None), repeat=3):
            given = [may[0] & q, may[1] & q]
            for doubler, target in zip((b, j, k), targets, strict=True):
                if target is not None:
                    given[target] |= doubler
            fits = all(one & ~of == 0 for one, of in zip(given, may, strict=True))
            if fits and not any(one & k and one & (b | j) for one in given):
                factors.add(tuple(stacking.factor(one.bit_count()) for one in given))
        best = [
            (one, two)
            for one, two in sorted(factors, reverse=True)
            if not any(a >= one and c >= two and (a, c) != (one, two) for a, c in factors)
        ]
        ways = ruleset.ways_to_double(may[0], may[1], stacking)
        assert [tuple(stacking.factor(one.bit_count()) for one in way) for way in ways] == best
        for way in ways:
            assert way[0] & way[1] & (b | j | k) == 0
            assert all(one & ~of == 0 for one, of in zip(way, may, strict=True))


def test_bad_challenge() -> None:
    assert ChallengeRule(ChallengeMode.AUTOMATIC, 3).retries == 3
    with pytest.raises(InvalidInputError, match="give a ChallengeMode"):
        ChallengeRule("none")  # type: ignore[arg-type]
    for retries in (-1, 1.0, True):
        with pytest.raises(InvalidInputError, match=r"retries is .*; give a whole number from 0"):
            ChallengeRule(ChallengeMode.AUTOMATIC, retries)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="only automatic has retries"):
        ChallengeRule(ChallengeMode.PLAYERS, 1)


def test_a_ruleset_is_written_as_the_nearest_preset_with_what_differs() -> None:
    assert [repr(preset) for preset in (RULEBOOK, ONLINE, REFERENCE_MANUAL)] == [
        *("RULEBOOK", "ONLINE", "REFERENCE_MANUAL")
    ]
    assert repr(replace(ONLINE, hand_size=6)) == "replace(ONLINE, hand_size=6)"
    assert repr(Ruleset(stacking=Stacking.ADD)) == "Ruleset(stacking=Stacking.ADD)"
    names = {**vars(ruleset), "replace": replace}
    for rules in all_rulesets():
        assert eval(repr(rules), names) == rules
