"""The material and the rules of a word: cards, rulesets, positions and the referee."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import combinations, product
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import naive
from support.games import all_rulesets
from support.strategies import ALL_RULES, Rules, examples, positions, variant_of

from letter_tycoon_solver import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    IllegalPlay,
    InvalidInputError,
    LastRound,
    LetterTycoonError,
    Payout,
    PlayedWord,
    Position,
    Reason,
    Ruleset,
    Stacking,
    WordPayout,
    adjudicate,
    word_payout,
)
from letter_tycoon_solver.rules import cards, ruleset
from letter_tycoon_solver.rules.cards import CARD_COUNT, count_letters


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
    assert hash(other) == hash(pickle.loads(pickle.dumps(other)))
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


# Positions: what they take, what they say to bad input, what could be bought ----------------------


def test_letters_are_sorted_and_upper_case() -> None:
    position = Position("jwleanz", "SeE", "zk", ["eb", ""], 3)
    assert (position.hand, position.community) == ("AEJLNWZ", "EES")
    assert (position.patents, position.opponents, position.money) == ("KZ", ("BE", ""), 3)
    assert position == Position("AEJLNWZ", "ESE", "KZ", ("BE", ""), 3)


def test_a_position_is_a_value() -> None:
    position = Position("CAT", "S", "K", ["E", ""], 4)
    assert hash(position) == hash(pickle.loads(pickle.dumps(position)))
    assert position != Position("CAT", "S", "K", ["", "E"], 4)
    assert position != Position("CAT", "S", "K", ["E", ""], 5)
    with pytest.raises(FrozenInstanceError):
        position.money = 5  # type: ignore[misc]
    assert str(position) == position.notation


def test_money_of_numpy() -> None:
    position = Position("CAT", money=np.int64(4))  # type: ignore[arg-type]
    assert position.money == 4
    assert type(position.money) is int


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": ""}, "the hand is empty; a play needs at least one hand card"),
        ({"hand": "CA7"}, "the hand 'CA7' contains '7'; only the letters A to Z"),
        ({"hand": "CÄT"}, "the hand 'CÄT' contains 'Ä'"),
        ({"hand": None}, "None is given for the hand; give a string"),
        ({"community": "E?"}, "the community 'E[?]' contains '[?]'"),
        ({"community": ["E"]}, "is given for the community; give a string"),
        (
            {"hand": "ABCDEFGHI"},
            "hand ABCDEFGHI and community EES hold 12 cards; together at most 11",
        ),
        ({"hand": "JJ"}, "hold 2 cards J; the deck has only 1"),
        ({"hand": "SSSSSS"}, "hold 7 cards S; the deck has only 6"),
        ({"patents": "KK"}, "patent K is owned 2 times .*; a patent has one owner"),
        ({"patents": "E"}, "patent E is owned 2 times .*own patents E, opponents E, none"),
        ({"opponents": ["E", "EX"]}, "patent E is owned 2 times"),
        ({"patents": "K!"}, "the patents 'K!' contains '!'"),
        ({"opponents": ["A", "3"]}, "the patents of opponent 2 '3' contains '3'"),
        ({"opponents": "EA"}, "opponents is 'EA'; give a list"),
        ({"opponents": {"E"}}, "opponents is {'E'}; give a list"),
        ({"opponents": [None]}, "None is given for the patents of opponent 1"),
        ({"opponents": ["", "", "", "", ""]}, "there are 5 opponents; a game has at most 4"),
        ({"money": -1}, "money is -1; give a whole number from 0"),
        ({"money": True}, "money is True; give a whole number from 0"),
        ({"money": 1.5}, "money is 1.5; give a whole number from 0"),
        ({"money": "3"}, "money is '3'; give a whole number from 0"),
        ({"money": 10**7}, "money is 10000000; give a whole number from 0 to 1000000"),
    ],
)
def test_bad_positions(arguments: dict[str, object], message: str) -> None:
    good: dict[str, object] = {"hand": "CAT", "community": "EES", "opponents": ["E", ""]}
    Position(**good)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match=message) as caught:
        Position(**good | arguments)  # type: ignore[arg-type]
    assert isinstance(caught.value, LetterTycoonError)
    assert isinstance(caught.value, ValueError)


def test_limits_of_the_ruleset() -> None:
    Position("ABCDEFG", "HIL").check_card_limits(Ruleset())
    with pytest.raises(InvalidInputError, match=r"the hand ABCDEFGH has 8 cards; .* at most 7"):
        Position("ABCDEFGH").check_card_limits(Ruleset())
    with pytest.raises(InvalidInputError, match=r"the community AEIO has 4 cards; .* at most 3"):
        Position("A", "AEIO").check_card_limits(Ruleset())
    Position("ABCDEFGH").check_card_limits(Ruleset(hand_size=8))


# The referee: every reason to refuse a play, what plays earn, and all that it lets pass -----------


W = PlayedWord
PAIR = Position("TEASTEA", "TOS", "VXZ")


# Illegal plays -----------------------------------------------------------------------------------

CAT = Position("CAT", "SO")
ALL = "BJKQVXZ"

# Reason, position, the play, and one that differs only in what is wrong and is legal.
ILLEGAL = [
    (Reason.NO_WORD, CAT, [], [W("CAT", "hhh")]),
    (Reason.TOO_MANY_WORDS, Position("ABCDEFG", "HIJ", ALL),
     [W("ABH", "hhc"), W("CDI", "hhc"), W("EFJ", "hhc")], [W("ABH", "hhc"), W("CDI", "hhc")]),
    (Reason.NOT_LETTERS, CAT, [W("CA7", "hhh")], [W("CAT", "hhh")]),
    (Reason.NOT_LETTERS, CAT, [W("CÁT", "hhh")], [W("CAT", "hhh")]),
    (Reason.TOO_SHORT, CAT, [W("AT", "hh")], [W("CAT", "hhh")]),
    (Reason.TOO_SHORT, CAT, [W("", "")], [W("CAT", "hhh")]),
    (Reason.NOT_IN_LEXICON, CAT, [W("TAC", "hhh")], [W("CAT", "hhh")]),
    (Reason.SOURCES_MALFORMED, CAT, [W("CAT", "hh")], [W("CAT", "hhh")]),
    (Reason.SOURCES_MALFORMED, CAT, [W("CAT", "hhhh")], [W("CAT", "hhh")]),
    (Reason.SOURCES_MALFORMED, CAT, [W("CAT", "hhx")], [W("CAT", "hhh")]),
    (Reason.Y_UNDECLARED, Position("YAYS"), [W("YAY", "hhh", "v")],
     [W("YAY", "hhh", "vc")]),
    (Reason.Y_MALFORMED, Position("YAYS"), [W("YAY", "hhh", "vcv")], [W("YAY", "hhh", "vv")]),
    (Reason.Y_MALFORMED, Position("YAYS"), [W("YAY", "hhh", "vx")], [W("YAY", "hhh", "vv")]),
    (Reason.Y_MALFORMED, CAT, [W("CAT", "hhh", "c")], [W("CAT", "hhh")]),
    (Reason.CARD_NOT_AVAILABLE, CAT, [W("TAT", "hhh")], [W("CAT", "hhh")]),
    (Reason.CARD_NOT_AVAILABLE, CAT, [W("CAT", "hch")], [W("CAT", "hhh")]),
    (Reason.CARD_NOT_AVAILABLE, CAT, [W("COT", "hhh")], [W("COT", "hch")]),
    (Reason.CARD_NOT_AVAILABLE, PAIR, [W("TOT", "hch"), W("TEA", "hhh")],
     [W("TOE", "hch"), W("TEA", "hhh")]),
    (Reason.NO_HAND_CARD, Position("CAT", "CAT"), [W("CAT", "ccc")], [W("CAT", "cch")]),
    (Reason.NO_HAND_CARD, Position("CATS", "CAT", "V"), [W("ACT", "hhh"), W("CAT", "ccc")],
     [W("ACT", "hhc"), W("CAT", "cch")]),
    (Reason.SECOND_WORD_NOT_OWNED, Position("CATACT", "", "BJKQXZ"),
     [W("CAT", "hhh"), W("ACT", "hhh")], [W("CAT", "hhh")]),
    (Reason.DUPLICATE_NOT_OWNED, Position("TEAS", "", "BJKQVZ"), [W("SEATS", "hhhhd")],
     [W("SEAT", "hhhh")]),
    (Reason.SUFFIX_NOT_OWNED, Position("TEAM", "", "BJKQVX"), [W("TEAS", "hhhs")],
     [W("TEA", "hhh")]),
    (Reason.TWO_DUPLICATES, Position("SEAT", "", "X"), [W("SEATSE", "hhhhdd")],
     [W("SEATS", "hhhhd")]),
    (Reason.TWO_DUPLICATES, PAIR, [W("TEAT", "hhhd"), W("STES", "hhhd")],
     [W("TEAT", "hhhd"), W("STE", "hhh")]),
    (Reason.DUPLICATE_WITHOUT_ORIGINAL, Position("SEAT", "", "X"), [W("SEAO", "hhhd")],
     [W("SEAS", "hhhd")]),
    (Reason.DUPLICATE_WITHOUT_ORIGINAL, PAIR,
     [W("TEA", "hhh"), W("STOE", "hhcd")], [W("TEA", "hhh"), W("STOT", "hhcd")]),
    (Reason.TOO_FEW_CARDS_FOR_DUPLICATE, Position("SEAT", "", "X"), [W("TAT", "hhd")],
     [W("TATE", "hhdh")]),
    (Reason.TOO_FEW_CARDS_FOR_DUPLICATE, Position("SEAT", "", "XZ"), [W("TATS", "hhds")],
     [W("TATS", "hhdh")]),
    (Reason.TWO_SUFFIXES, PAIR, [W("TEAS", "hhhs"), W("TOAS", "hchs")],
     [W("TEAS", "hhhs"), W("TOAS", "hchh")]),
    (Reason.TWO_SUFFIXES, Position("TEA", "", "Z"), [W("TEASS", "hhhss")], [W("TEAS", "hhhs")]),
    (Reason.SUFFIX_NOT_LAST, Position("TEA", "", "Z"), [W("TSEA", "hshh")], [W("TEAS", "hhhs")]),
    (Reason.SUFFIX_NOT_S, Position("TEA", "", "Z"), [W("TEAT", "hhhs")], [W("TEAS", "hhhs")]),
]  # fmt: skip
NOT_WORDS = {"TAC"}


class Lexicon:
    """Takes every word but those."""

    def __contains__(self, word: object) -> bool:
        return word not in NOT_WORDS


@pytest.mark.parametrize(
    ("reason", "position", "illegal", "legal"), ILLEGAL, ids=[case[0].name for case in ILLEGAL]
)
def test_reasons(
    reason: Reason, position: Position, illegal: list[PlayedWord], legal: list[PlayedWord]
) -> None:
    adjudicate(position, legal, lexicon=Lexicon())
    with pytest.raises(IllegalPlay, match=reason.value.split("(")[0]) as caught:
        adjudicate(position, illegal, lexicon=Lexicon())
    assert caught.value.reason is reason
    assert isinstance(caught.value, LetterTycoonError)
    assert isinstance(caught.value, ValueError)


def test_every_reason_is_tested() -> None:
    tested = {case[0] for case in ILLEGAL} | {Reason.DOUBLER_NOT_ALLOWED}
    assert tested == set(Reason)


def refuse(position: Position, words: list[PlayedWord], ruleset: Ruleset = RULEBOOK) -> Reason:
    with pytest.raises(IllegalPlay) as caught:
        adjudicate(position, words, ruleset=ruleset)
    return caught.value.reason


def test_no_lexicon_takes_every_word() -> None:
    assert adjudicate(CAT, [W("TAC", "hhh")]).words[0].word == "TAC"
    with pytest.raises(IllegalPlay, match="TAC"):
        adjudicate(CAT, [W("TAC", "hhh")], lexicon={"CAT"})


def test_wrong_types() -> None:
    for words in (b"CAT", [("CAT", "hhh")], None, 3):
        with pytest.raises(InvalidInputError, match="list of one or two PlayedWord"):
            adjudicate(CAT, words)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="give a Position and a Ruleset"):
        adjudicate("CAT", [])  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="give a Position and a Ruleset"):
        adjudicate(CAT, [], ruleset="online")  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="at most 7"):
        adjudicate(Position("ABCDEFGH"), [W("CAB", "hhh")])
    for part in ({"word": 1}, {"sources": None}, {"y_as": ["c"]}):
        with pytest.raises(InvalidInputError, match="give a string"):
            W(**{"word": "CAT", "sources": "hhh", **part})  # type: ignore[arg-type]


def test_one_word_needs_no_list_and_any_case_will_do() -> None:
    yam = W("yam", "HHH", "C")
    play = adjudicate(Position("YAM"), yam, lexicon={"YAM"})  # type: ignore[arg-type]
    assert play.words == (W("YAM", "hhh", "c"),)


# Doublers ----------------------------------------------------------------------------------------

AQUA = Position("AQUA", "EI", "BJK")


@pytest.mark.parametrize("claim", ["BJQ", "qbj"])
def test_claimed_doublers(claim: str) -> None:
    play = adjudicate(AQUA, [W("AQUA", "hhhh")], doublers=[claim])
    assert (play.money, play.doublers) == (16, ("BJQ",))


@pytest.mark.parametrize("doublers", [[None], [1], 5, [b"K"], "K"])
def test_claims_are_strings(doublers: object) -> None:
    with pytest.raises(InvalidInputError, match="doublers is"):
        adjudicate(AQUA, [W("AQUA", "hhhh")], doublers=doublers)  # type: ignore[arg-type]


@pytest.mark.parametrize("lexicon", [5, "AQUA", b"AQUA"])
def test_a_lexicon_holds_words(lexicon: object) -> None:
    with pytest.raises(InvalidInputError, match="lexicon is"):
        adjudicate(AQUA, [W("AQUA", "hhhh")], lexicon=lexicon)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("position", "words", "claim"),
    [
        (AQUA, [W("AQUA", "hhhh")], ["BBQ"]),  # once
        (AQUA, [W("AQUA", "hhhh")], ["BJQ", ""]),  # one claim per word
        (AQUA, [W("AQUA", "hhhh")], []),
        (AQUA, [W("AQUA", "hhhh")], ["X"]),
    ],
)
def test_doublers_that_are_not_allowed(
    position: Position, words: list[PlayedWord], claim: list[str]
) -> None:
    adjudicate(position, words)
    with pytest.raises(IllegalPlay) as caught:
        adjudicate(position, words, doublers=claim)
    assert caught.value.reason is Reason.DOUBLER_NOT_ALLOWED


def test_a_duplicated_q_doubles_in_the_scope_of_the_turn_only() -> None:
    position = Position("QUATE", "SO", "VX")
    words = [W("QUA", "hhh"), W("QTS", "dhc")]
    play = adjudicate(position, words, ruleset=ONLINE)
    assert (play.doublers, play.money) == (("Q", "Q"), 4)
    # Where the card is in the word, its duplicate adds nothing.
    for rules in (RULEBOOK, ONLINE):
        assert adjudicate(position, [W("QUAQ", "hhhd")], ruleset=rules).money == 4


# Against the oracle ------------------------------------------------------------------------------


@examples(100)
@given(st.data())
def test_accepts_exactly_the_ways_of_the_oracle(data: st.DataObject) -> None:
    """Every string of sources and every declaration of the Ys, of one word or of two."""
    position = data.draw(positions(max_hand=5))
    rack = position.hand + position.community
    letters = rack + "S"
    words = data.draw(
        st.lists(st.text(letters, min_size=3, max_size=5), min_size=1, max_size=1)
        | st.lists(st.text(letters, min_size=3, max_size=3), min_size=2, max_size=2)
    )
    rules = data.draw(st.sampled_from(ALL_RULES))
    expected = {
        play.variant
        for play in naive.all_plays(
            position.hand, position.community, position.patents, position.opponents,
            position.money, set(words), rules.naive,
        )
        if play.words == tuple(sorted(words))
    }  # fmt: skip
    accepted = set()
    for sources in product(*(map("".join, product("hcds", repeat=len(word))) for word in words)):
        played = [
            W(word, laid, "v" * word.count("Y")) for word, laid in zip(words, sources, strict=True)
        ]
        try:
            accepted.add(variant_of(adjudicate(position, played, ruleset=rules.ruleset)))
        except IllegalPlay:
            continue
    assert accepted == expected


def is_fuller(claim: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Does one word have more doublers than in another claim, and none fewer?"""
    more = [len(mine) - len(theirs) for mine, theirs in zip(claim, other, strict=True)]
    return min(more) >= 0 and max(more) > 0


CLAIMS = ["".join(some) for n in range(5) for some in combinations("BJKQ", n)]


@examples(100)
@given(st.data())
def test_allows_exactly_the_doublers_of_the_oracle(data: st.DataObject) -> None:
    cards = data.draw(st.permutations("AAAEEYYQTTRR"))
    at = data.draw(st.integers(3, 5))
    words = ["".join(cards[:at]), "".join(cards[at : at + data.draw(st.integers(3, 5))])]
    patents = "".join(data.draw(st.sets(st.sampled_from("BJK")))) + "V"
    rules = data.draw(st.sampled_from(ALL_RULES))
    ruleset = replace(rules.ruleset, hand_size=10, community_size=0)
    position = Position("".join(words), "", patents)
    ys = [data.draw(st.text("vc", min_size=(n := word.count("Y")), max_size=n)) for word in words]
    played = [W(word, "h" * len(word), y_as) for word, y_as in zip(words, ys, strict=True)]
    possible = []
    for word, y_as in zip(words, ys, strict=True):
        variant = naive.WordVariant(word, "", False, "".join(sorted(word)), "")
        choices = naive.claims(variant, patents, rules.naive)
        possible.append({claim for y, claim in choices if y == y_as})
    open_claims = [
        claim
        for claim in product(*possible)
        if len(set(given := "".join(claim).replace("Q", ""))) == len(given)
    ]
    for claim in product(CLAIMS, repeat=2):
        allowed = claim in open_claims and not any(is_fuller(other, claim) for other in open_claims)
        try:
            play = adjudicate(position, played, ruleset=ruleset, doublers=claim)
        except IllegalPlay:
            assert not allowed
        else:
            assert allowed
            paid = [rules.naive.payout[len(word)] for word in words]
            factors = [naive.FACTORS[rules.naive.stacking][len(letters)] for letters in claim]
            assert play.money == sum(
                coins * factor for (coins, _), factor in zip(paid, factors, strict=True)
            )


# The pay of a word without a position: the best that the referee allows in any.


def test_the_examples_of_the_rulebook() -> None:
    assert word_payout("yacht", "K") == WordPayout("YACHT", 6, 0, "K", "c")
    assert word_payout("JEWELS") == WordPayout("JEWELS", 4, 1, "", "")
    assert word_payout("SKYSCRAPERS").money == 6
    assert word_payout("SKYSCRAPERS").stock == 5


@given(
    # Of few letters, so that many conditions hold.
    st.text("AEYQBS", min_size=3, max_size=7),
    st.sets(st.sampled_from("BJKVXZ")).map("".join),
    st.sampled_from(ALL_RULES),
)
@examples(150)
def test_is_the_most_that_the_referee_pays(word: str, patents: str, rules: Rules) -> None:
    ruleset = rules.ruleset
    if any(n > CARD_COUNT[letter] for letter, n in count_letters(word).items()):
        return
    position = Position(word, patents=patents)
    plays = [
        adjudicate(position, [PlayedWord(word, "h" * len(word), "".join(y_as))], ruleset=ruleset)
        for y_as in product("vc", repeat=word.count("Y"))
    ]
    most = max((play.money + play.stock, play.money) for play in plays)
    found = word_payout(word.lower(), patents.lower(), ruleset=ruleset)
    assert (found.money + found.stock, found.money) == most
    declared = [PlayedWord(word, "h" * len(word), found.y_as)]
    play = adjudicate(position, declared, ruleset=ruleset, doublers=[found.doublers])
    assert (play.money, play.stock, play.doublers) == (found.money, found.stock, (found.doublers,))


@pytest.mark.parametrize(
    ("word", "patents", "ruleset", "part"),
    [
        ("AS", "", RULEBOOK, "2 letters"),
        ("A" * 13, "", RULEBOOK, "3 to 12"),
        ("CA7", "", RULEBOOK, "'7'"),
        (b"CAT", "", RULEBOOK, "the word"),
        (None, "", RULEBOOK, "the word"),
        ("CAT", "?", ONLINE, "the patents"),
        ("CAT", None, ONLINE, "the patents"),
        ("CAT", "", "rulebook", "the ruleset"),
    ],
)
def test_bad_input(word: str, patents: str, ruleset: Ruleset, part: str) -> None:
    with pytest.raises(InvalidInputError, match=part.replace("?", r"\?")):
        word_payout(word, patents, ruleset=ruleset)
