"""The referee: every reason to refuse a play, what plays earn, and all that it lets pass."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import naive
from support.strategies import ALL_RULES, Rules, examples, positions, variant_of

from letter_tycoon_solver import (
    ONLINE,
    RULEBOOK,
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    PlayedWord,
    Position,
    Reason,
    Ruleset,
    Stacking,
    WordPayout,
    adjudicate,
    find_plays,
    parse_play,
    word_payout,
)
from letter_tycoon_solver import Lexicon as LtsLexicon
from letter_tycoon_solver.rules.cards import CARD_COUNT, count_letters

W = PlayedWord
JEWELS = Position("JWLEANZ", "EES", "K", ["E", ""])
PAIR = Position("TEASTEA", "TOS", "VXZ")
STACKINGS = {stacking.name: replace(RULEBOOK, stacking=stacking) for stacking in Stacking}


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


# The rulebook's examples -------------------------------------------------------------------------


def test_jewels() -> None:
    play = adjudicate(JEWELS, [W("JEWELS", "hchchc")])
    assert (play.money, play.stock, play.royalties) == (4, 1, (2, 0))
    assert (play.purchasable, play.patent_value, play.leave) == ("LWJ", 4, "AENZ")
    assert (play.doublers, play.margin) == (("",), 4.0)
    assert adjudicate(JEWELS, [W("JEWELS", "hhhchc")]).leave == "ANZ"


# Doublers ----------------------------------------------------------------------------------------

AQUA = Position("AQUA", "EI", "BJK")


@pytest.mark.parametrize("claim", ["BJQ", "qbj"])
def test_claimed_doublers(claim: str) -> None:
    play = adjudicate(AQUA, [W("AQUA", "hhhh")], doublers=[claim])
    assert (play.money, play.doublers) == (16, ("BJQ",))


def test_where_one_doubler_counts_the_q_card_leaves_the_patent_to_the_other_word() -> None:
    position = Position("AQUATEA", patents="BV")
    words = [W("AQUA", "hhhh"), W("ATE", "hhh")]
    ruleset = STACKINGS["AT_MOST_ONE"]
    play = adjudicate(position, words, ruleset=ruleset)
    assert (play.money, play.doublers) == (4 + 2, ("Q", "B"))
    found = find_plays(position, LtsLexicon.from_words(["AQUA", "ATE"]), ruleset=ruleset)
    assert [p.doublers for p in found if len(p.words) == 2] == [("Q", "B")]
    with pytest.raises(IllegalPlay) as caught:
        adjudicate(position, words, ruleset=ruleset, doublers=["B", ""])
    assert caught.value.reason is Reason.DOUBLER_NOT_ALLOWED


@pytest.mark.parametrize("claim", [("K", ""), ("", "K")])
def test_which_word_a_doubler_goes_to_is_the_players_choice(claim: tuple[str, str]) -> None:
    position = Position("CATDOGS", patents="KV")
    words = [W("CAT", "hhh"), W("DOGS", "hhhh")]
    play = adjudicate(position, words, doublers=claim)
    assert (play.money, play.doublers) == (4 if claim[0] else 5, claim)
    assert parse_play(play.notation, position) == play


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


def test_the_whole_word_counts_for_the_vowels() -> None:
    """Duplicate and suffix included."""
    duplicated = adjudicate(Position("ABT", patents="BKX"), [W("ABTA", "hhhd")])
    assert duplicated.doublers == ("B",)
    suffixed = adjudicate(Position("ARE", patents="BZ"), [W("ARES", "hhhs")])
    assert suffixed.doublers == ("",)
    assert adjudicate(Position("ARE", patents="BZ"), [W("ARE", "hhh")]).doublers == ("B",)


# Duplicate ---------------------------------------------------------------------------------------


def test_scope_of_the_duplicate() -> None:
    position = Position("STEAOL", "", "VX")
    other_word = [W("TEA", "hhh"), W("LOT", "hhd")]
    assert refuse(position, other_word) is Reason.DUPLICATE_WITHOUT_ORIGINAL
    assert adjudicate(position, other_word, ruleset=ONLINE).leave == "S"
    too_few = [W("TEA", "hhh"), W("LOL", "hhd")]
    assert refuse(position, too_few) is Reason.TOO_FEW_CARDS_FOR_DUPLICATE
    assert adjudicate(position, too_few, ruleset=ONLINE).leave == "S"


def test_a_duplicated_q_doubles_in_the_scope_of_the_turn_only() -> None:
    position = Position("QUATE", "SO", "VX")
    words = [W("QUA", "hhh"), W("QTS", "dhc")]
    play = adjudicate(position, words, ruleset=ONLINE)
    assert (play.doublers, play.money) == (("Q", "Q"), 4)
    # Where the card is in the word, its duplicate adds nothing.
    for ruleset in (RULEBOOK, ONLINE):
        assert adjudicate(position, [W("QUAQ", "hhhd")], ruleset=ruleset).money == 4


def test_duplicate_and_suffix_pay_no_royalty_and_buy_nothing() -> None:
    position = Position("TEA", "", "XZ", ["T", "EA"], 20)
    play = adjudicate(position, [W("TEATS", "hhhds")])
    assert (play.money, play.royalties) == (3, (1, 2))
    assert (play.purchasable, play.patent_value) == ("", 0)
    assert (
        adjudicate(Position("TEAS", "", "XZ", money=20), [W("TEAS", "hhhs")]).purchasable == "EAT"
    )


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
