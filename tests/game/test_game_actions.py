from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError
from letter_tycoon_solver.game import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    IllegalAction,
    PlayWords,
    ReplaceCard,
    action_from_dict,
    action_to_dict,
)
from letter_tycoon_solver.rules.play import PlayedWord

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
letter = st.sampled_from(LETTERS)
cards = st.text(LETTERS, max_size=11)
played_word = st.builds(
    PlayedWord, st.text(LETTERS, max_size=13), st.text("hcds", max_size=13), st.text("vc")
)


@st.composite
def play_words(draw: st.DrawFn) -> PlayWords:
    words = tuple(draw(st.lists(played_word, max_size=3)))
    claimed = st.lists(st.text("BJKQ", max_size=4), min_size=len(words), max_size=len(words))
    return PlayWords(words, draw(st.none() | claimed.map(tuple)))


actions: st.SearchStrategy[Action] = st.one_of(
    letter.map(ReplaceCard),
    letter.map(Buy),
    cards.map(Exchange),
    cards.map(Discard),
    play_words(),
    st.sampled_from([Challenge(), Accept(), Decline()]),
)


@given(actions)
def test_an_action_survives_json(action: Action) -> None:
    assert action_from_dict(json.loads(json.dumps(action_to_dict(action)))) == action
    assert hash(action) == hash(action_from_dict(action_to_dict(action)))
    assert str(action)


def test_letters_are_taken_in_any_case_and_order() -> None:
    assert Exchange("tca") == Exchange("ACT")
    assert Discard("ba") == Discard("AB")
    assert Buy("e") == Buy("E")
    assert ReplaceCard("q").card == "Q"
    assert PlayWords((PlayedWord("aqua", "HHHH"),), ("qk",)) == PlayWords(
        (PlayedWord("AQUA", "hhhh"),), ("KQ",)
    )


def test_actions_of_different_kinds_differ() -> None:
    assert len({Accept(), Challenge(), Decline(), Exchange(), Discard(), Buy("A")}) == 6


def test_actions_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Buy("A").letter = "B"  # type: ignore[misc]


@pytest.mark.parametrize("wrong", ["", "AB", "1", "é", "?", None, 3, ["A"]])
def test_one_letter_is_one_letter(wrong: object) -> None:
    for action in (Buy, ReplaceCard):
        with pytest.raises(InvalidInputError, match="one letter"):
            action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["A1", "?", "ß", None, 3])
def test_cards_are_letters(wrong: object) -> None:
    for action in (Exchange, Discard):
        with pytest.raises(InvalidInputError):
            action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "doublers"),
    [
        ("CAT", None),
        (None, None),
        (("CAT",), None),
        ((PlayedWord("CAT", "hhh"),), "K"),
        ((PlayedWord("CAT", "hhh"),), ("K", "")),
        ((PlayedWord("CAT", "hhh"),), (3,)),
    ],
)
def test_words_and_doublers_are_checked(words: object, doublers: object) -> None:
    with pytest.raises(InvalidInputError):
        PlayWords(words, doublers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "accept",
        {},
        {"kind": 3},
        {"kind": "steal"},
        {"kind": "buy"},
        {"kind": "buy", "letter": None},
        {"kind": "buy", "letter": "AB"},
        {"kind": "discard", "cards": ["A"]},
        {"kind": "play"},
        {"kind": "play", "words": [], "doublers": "K"},
        {"kind": "play", "words": [["CAT", "hhh"]], "doublers": None},
        {"kind": "play", "words": [["CAT", "hhh", 3]], "doublers": None},
        {"kind": "play", "words": [["CAT", "hhh", ""]], "doublers": [None]},
    ],
)
def test_other_data_is_no_action(data: object) -> None:
    with pytest.raises(InvalidInputError):
        action_from_dict(data)


def test_an_illegal_action_is_an_error_of_the_package() -> None:
    error = IllegalAction(ActionReason.TOO_DEAR, "E costs 10")
    assert isinstance(error, LetterTycoonError)
    assert isinstance(error, ValueError)
    assert "E costs 10" in str(error)
    assert ActionReason.TOO_DEAR.value in str(error)
