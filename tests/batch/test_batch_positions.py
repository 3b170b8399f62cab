"""`Positions`: columns that are a sequence of `Position`."""

from __future__ import annotations

import dataclasses
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, positions, random_position

from letter_tycoon_solver import RULEBOOK, InvalidInputError, Lexicon, Position, Ruleset
from letter_tycoon_solver.batch import Deal, Positions, solve_batch

FEW = [
    Position("JWLEANZ", "EES", "K", ["E", ""], 3),
    Position("A"),
    Position("CATS", "X", "BJKQVXZ", ["A", "", "CD", "E"], 1_000_000),
]

any_positions = st.lists(positions(max_hand=8, max_community=3), max_size=8)


@pytest.fixture
def few() -> Positions:
    return Positions.of(FEW)


# A sequence --------------------------------------------------------------------------------------


@examples(150)
@given(any_positions)
def test_columns_hold_what_they_are_made_of(listed: list[Position]) -> None:
    made = Positions.of(listed)
    assert len(made) == len(listed)
    assert list(made) == listed
    assert [made[row] for row in range(len(listed))] == listed
    assert made == Positions.of(made)


@examples(100)
@given(any_positions, st.slices(8))
def test_a_slice_is_that_of_the_list(listed: list[Position], cut: slice) -> None:
    some = Positions.of(listed)[cut]
    assert list(some) == listed[cut]
    assert some.rows.tolist() == list(range(len(listed)))[cut]


@examples(100)
@given(st.lists(any_positions, max_size=4))
def test_joined_parts_are_the_joined_lists(lists: list[list[Position]]) -> None:
    parts = [Positions.of(listed) for listed in lists]
    joined = Positions.joined(parts)
    assert list(joined) == [position for listed in lists for position in listed]
    assert joined.rows.tolist() == [row for part in parts for row in part.rows]


@examples(100)
@given(any_positions)
def test_pickled_positions_are_the_same(listed: list[Position]) -> None:
    made = Positions.of(listed, first_row=7)
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert list(again) == listed


def test_it_is_a_sequence(few: Positions) -> None:
    assert few[-1] == FEW[-1]
    assert list(reversed(few)) == FEW[::-1]
    assert FEW[1] in few
    assert few.index(FEW[2]) == 2
    assert Position("B") not in few
    assert few[np.arange(3)[1]] == FEW[1]
    for row in (3, -4):
        with pytest.raises(IndexError):
            few[row]
    with pytest.raises(TypeError):
        few["A"]  # type: ignore[call-overload]
    assert repr(few) == "<Positions: 3>"


def test_columns_are_as_documented(few: Positions) -> None:
    assert few.hands.view("S7")[:, 0].tolist() == [b"AEJLNWZ", b"A", b"ACST"]
    assert few.communities.tobytes() == b"EES" + b"\0\0\0" + b"X\0\0"
    assert few.owners.dtype == np.uint8
    assert few.owners.shape == (3, 26)
    owned = [{chr(65 + at): int(row[at]) for at in np.flatnonzero(row)} for row in few.owners]
    assert owned == [
        {"K": 1, "E": 2},
        {},
        {**dict.fromkeys("BJKQVXZ", 1), "A": 2, "C": 4, "D": 4, "E": 5},
    ]
    assert few.money.tolist() == [3, 0, 1_000_000]
    assert few.money.dtype == np.int32
    assert few.n_opponents.tolist() == [2, 0, 4]
    assert few.rows.tolist() == [0, 1, 2]
    assert few.rows.dtype == np.int64
    assert Positions.of(FEW, first_row=40).rows.tolist() == [40, 41, 42]


def test_no_positions() -> None:
    nothing = Positions.of([])
    assert len(nothing) == 0
    assert list(nothing) == []
    for other in (
        Positions.joined([]),
        Positions.of(FEW)[:0],
        nothing.with_patents(["K", ""]),
        pickle.loads(pickle.dumps(nothing)),
        Positions.joined([nothing, nothing]),
    ):
        assert other == nothing
    nothing.check(RULEBOOK)
    assert Positions.joined([nothing, Positions.of(FEW), nothing]) == Positions.of(FEW)


# Equality ----------------------------------------------------------------------------------------


def test_equality_looks_at_every_column() -> None:
    base: dict[str, Any] = {
        "hand": "CAT",
        "community": "S",
        "patents": "K",
        "opponents": ["E"],
        "money": 1,
    }
    one = Positions.of([Position(**base)])
    assert one == Positions.of([Position(**base)])
    for change in (
        {"hand": "CAB"},
        {"community": "E"},
        {"patents": "J"},
        {"opponents": ["A"]},
        {"opponents": ["E", ""]},
        {"money": 2},
    ):
        assert one != Positions.of([Position(**(base | change))]), change
    assert one != Positions.of([Position(**base)], first_row=1)
    assert one != Positions.of([Position(**base)] * 2)
    assert one != [Position(**base)]


def test_equality_does_not_look_at_the_width_of_columns() -> None:
    """Parts of a joined whole are as wide as its widest hand."""
    short, long = Positions.of([Position("CAT", "S")]), Positions.of([Position("CATSEYE", "DOG")])
    joined = Positions.joined([short, long])
    assert joined[:1] == short
    assert short == joined[:1]
    assert joined[1:] == long
    assert joined[:1] != Positions.of([Position("CATS", "S")])


def test_positions_have_no_hash(few: Positions) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(few)


# Immutable, and laid out for the kernels ---------------------------------------------------------


def test_columns_are_read_only_and_row_by_row_wherever_they_come_from(few: Positions) -> None:
    """For arrays that can be written to, or lie otherwise, kernels would be compiled once more."""
    for positions_ in (
        few,
        few[1:],
        few[::2],
        few[::-1],
        few[:0],
        Positions.of([]),
        Positions.joined([few, few[:1]]),
        few.with_patents(["K", "E"]),
        pickle.loads(pickle.dumps(few)),
        pickle.loads(pickle.dumps(few[1:2], protocol=5)),
    ):
        for column in positions_.columns:
            assert column.flags.c_contiguous
            assert not column.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        few.money[0] = 5
    with pytest.raises(AttributeError):
        few.money = few.money  # type: ignore[misc]


def test_a_slice_shares_the_columns(few: Positions) -> None:
    assert np.shares_memory(few[1:].hands, few.hands)


def test_a_pickled_slice_is_as_small_as_its_rows() -> None:
    rng = random.Random(4)
    many = Positions.of(random_position(rng, "K") for _ in range(2_000))
    assert len(pickle.dumps(many[5:15])) < 2_000
    assert len(pickle.dumps(many)) < 55 * len(many)


# Other owners, card limits, wrong arguments ------------------------------------------------------


@examples(60)
@given(any_positions)
def test_with_patents_changes_the_owners_alone(listed: list[Position]) -> None:
    changed = Positions.of(listed, first_row=3).with_patents(["xk", "E", ""])
    expected = [
        Position(position.hand, position.community, "KX", ["E", ""], position.money)
        for position in listed
    ]
    assert list(changed) == expected
    assert changed.rows.tolist() == list(range(3, 3 + len(listed)))


@pytest.mark.parametrize(
    ("patents", "message"),
    [
        ("KX", "give a list"),
        ([], "give a list"),
        (None, "give a list"),
        (["K", "K"], "owned 2 times"),
        (["KK"], "owned 2 times"),
        ([""] * 6, "at most 4"),
        (["1"], "only the letters"),
        ([1], "give a string"),
    ],
    ids=str,
)
def test_with_wrong_patents(few: Positions, patents: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        few.with_patents(patents)


@examples(60)
@given(any_positions, st.integers(1, 8), st.integers(0, 3))
def test_card_limits_are_those_of_each_position(
    listed: list[Position], hand_size: int, community_size: int
) -> None:
    made = Positions.of(listed, first_row=20)
    ruleset = Ruleset(hand_size=hand_size, community_size=community_size)
    too_many = {
        f"row {row}"
        for row, position in enumerate(listed, 20)
        if len(position.hand) > hand_size or len(position.community) > community_size
    }
    if not too_many:
        made.check(ruleset)
        return
    with pytest.raises(InvalidInputError, match="the ruleset allows at most") as caught:
        made.check(ruleset)
    assert str(caught.value).partition(":")[0] in too_many


def refusal(positions: Positions) -> str:
    """The message of a check; nothing if all is right."""
    try:
        positions.check(RULEBOOK)
    except InvalidInputError as error:
        return str(error)
    return ""


def is_position(row: Positions) -> bool:
    """True if a position has these columns, and the rulebook deals it."""
    try:
        position = row[0]
        position.check_card_limits(RULEBOOK)
    except InvalidInputError:
        return False
    for column, cards in ((row.hands, position.hand), (row.communities, position.community)):
        if sorted(column[0].tobytes().rstrip(b"\0").decode("latin-1")) != list(cards):
            return False
    again = Positions.of([position])
    return np.array_equal(again.owners, row.owners)


@examples(300)
@given(any_positions.filter(bool), st.data())
def test_the_kernel_lets_pass_what_a_position_does(
    listed: list[Position], data: st.DataObject
) -> None:
    columns: list[Any] = [column.copy() for column in Positions.of(listed).columns]
    for _ in range(data.draw(st.integers(0, 2))):
        column = data.draw(st.sampled_from([column for column in columns[:5] if column.size]))
        at = data.draw(st.integers(0, column.size - 1))
        lowest = -3 if column.dtype == np.int32 else 0
        column.flat[at] = data.draw(st.sampled_from([*b"AEZ@[a", *range(lowest, 8), 255]))
    spoiled = Positions(*columns)
    wrong = [row for row in range(len(spoiled)) if not is_position(spoiled[row : row + 1])]
    assert refusal(spoiled).partition(":")[0] == (f"row {wrong[0]}" if wrong else "")


def test_card_limits_name_the_row() -> None:
    made = Positions.of([*FEW, Position("ABCDEFGH")], first_row=100)
    with pytest.raises(InvalidInputError, match="row 103: the hand ABCDEFGH has 8 cards"):
        made.check(RULEBOOK)
    with pytest.raises(InvalidInputError, match="row 100: the community EES has 3 cards"):
        made.check(Ruleset(hand_size=8, community_size=2))
    made.check(Ruleset(hand_size=8))


@pytest.mark.parametrize("wrong", [["CAT"], [None], [FEW[0], 3], ["ABC", "DEF"]], ids=str)
def test_what_is_no_position(wrong: Any) -> None:
    with pytest.raises(InvalidInputError, match="give a Position"):
        Positions.of(wrong)


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("hands", lambda hands: hands | 32, "upper-case ASCII"),
        (
            "hands",
            lambda hands: hands * (np.arange(hands.shape[1]) != 1),
            "only the letters A to Z",
        ),
        ("communities", lambda cards: cards[:, 0], "communities is uint8"),
        ("owners", lambda owners: owners + np.uint8(3), "owners are among the players"),
        ("owners", lambda owners: owners[:, :25], "owners is uint8"),
        ("money", lambda money: money[:2], "money is int32"),
        ("money", lambda money: money.astype(np.float64), "money is float64"),
        ("money", lambda money: money - np.int32(1), "money is -1; give a whole number from 0"),
        (
            "n_opponents",
            lambda n: n + np.uint8(200),
            "there are 201 opponents; a game has at most 4",
        ),
    ],
)
def test_columns_of_ones_own_are_checked_before_they_are_solved(
    column: str, value: Callable[[Any], Any], says: str
) -> None:
    dealt = Deal(3, seed=1).positions()
    changed = value(getattr(dealt, column))
    own = dataclasses.replace(dealt, **{column: np.ascontiguousarray(changed)})
    with pytest.raises(InvalidInputError, match=says):
        solve_batch(own, Lexicon.from_words(["CAT"]))


@pytest.mark.parametrize(
    ("hand", "community", "letter"),
    [("ZZZZZZZ", "AET", "Z"), ("SSSSSSS", "", "S"), ("AJKQXZB", "J", "J"), ("EEEEEEE", "", "")],
)
def test_the_deck_has_the_cards_of_a_row(hand: str, community: str, letter: str) -> None:
    dealt = Deal(2, seed=1).positions()
    hands = dealt.hands.copy()
    hands[1] = np.frombuffer("".join(sorted(hand)).encode(), np.uint8)
    communities = np.zeros_like(dealt.communities)
    communities[1, : len(community)] = np.frombuffer(community.encode(), np.uint8)
    own = dataclasses.replace(dealt, hands=hands, communities=communities)
    if not letter:
        own.check(RULEBOOK)
        return
    with pytest.raises(InvalidInputError, match=f"row 1: .* cards {letter};"):
        solve_batch(own, Lexicon.from_words(["CAT"]))


def test_what_is_not_a_position_is_refused_when_it_comes() -> None:
    """A sequence too big for memory is read only as far as its first fault."""
    with pytest.raises(InvalidInputError, match="a position is 0"):
        Positions.of(range(10**18))  # type: ignore[arg-type]
