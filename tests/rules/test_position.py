"""Position: what it takes, what it says to bad input, what could be bought."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from letter_tycoon_solver import InvalidInputError, LetterTycoonError, Position, Ruleset


def test_letters_are_sorted_and_upper_case() -> None:
    position = Position("jwleanz", "SeE", "zk", ["eb", ""], 3)
    assert (position.hand, position.community) == ("AEJLNWZ", "EES")
    assert (position.patents, position.opponents, position.money) == ("KZ", ("BE", ""), 3)
    assert position == Position("AEJLNWZ", "ESE", "KZ", ("BE", ""), 3)


def test_a_position_is_a_value() -> None:
    position = Position("CAT", "S", "K", ["E", ""], 4)
    for same in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert same == position
        assert hash(same) == hash(position)
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
def test_bad_input(arguments: dict[str, object], message: str) -> None:
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


@pytest.mark.parametrize(
    ("cards", "earned", "letters"),
    [
        ("CAT", 8, "ATC"),  # all three, dearest first, ties by letter
        ("CAT", 7, "C"),
        ("CAT", 2, ""),
        ("JEWELS", 4, "LWJ"),  # E is an opponent's, S costs 6
        ("KKZ", 10, ""),  # own
        ("", 10, ""),
    ],
)
def test_purchasable(cards: str, earned: int, letters: str) -> None:
    without_money = Position("A", patents="KZ", opponents=["E", ""])
    assert without_money.purchasable(cards, earned) == letters
    with_money = Position("A", patents="KZ", opponents=["E", ""], money=earned)
    assert with_money.purchasable(cards, 0) == letters
