"""The pay of a word without a position: the best that the referee allows in any."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import ALL_RULES, Rules, examples

from letter_tycoon_solver import (
    ONLINE,
    RULEBOOK,
    InvalidInputError,
    PlayedWord,
    Position,
    Ruleset,
    WordPayout,
    adjudicate,
    word_payout,
)
from letter_tycoon_solver.rules.cards import CARD_COUNT, count_letters


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


def test_letters_of_which_the_deck_has_too_few_pay_too() -> None:
    assert word_payout("PIZZA", "X").money == 3
    assert word_payout("QQQ", "K").doublers == "Q"


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
