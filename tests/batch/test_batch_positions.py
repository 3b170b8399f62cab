"""`Positions`: columns that are a sequence of `Position`; and deals of random ones."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import DECK, LETTERS, examples, positions, random_position

from letter_tycoon_solver import RULEBOOK, InvalidInputError, Lexicon, Position, Ruleset
from letter_tycoon_solver.batch import Deal, Positions, solve_batch

FEW = [
    Position("JWLEANZ", "EES", "K", ["E", ""], 3),
    Position("A"),
    Position("CATS", "X", "BJKQVXZ", ["A", "", "CD", "E"], 1_000_000),
]

any_positions = st.lists(positions(max_hand=8, max_community=3), max_size=4)


@pytest.fixture
def few() -> Positions:
    return Positions.of(FEW)


# A sequence --------------------------------------------------------------------------------------


@examples(80)
@given(st.lists(any_positions, max_size=3), st.slices(8))
def test_columns_hold_what_they_are_made_of(lists: list[list[Position]], cut: slice) -> None:
    """Joined, sliced, pickled and with other owners, too."""
    parts = [Positions.of(listed, first_row=7) for listed in lists]
    joined = Positions.joined(parts)
    flat = [position for listed in lists for position in listed]
    assert len(joined) == len(flat)
    assert list(joined) == flat == [joined[row] for row in range(len(flat))]
    rows = [row for part in parts for row in part.rows]
    assert joined.rows.tolist() == rows
    assert list(joined[cut]) == flat[cut]
    assert joined[cut].rows.tolist() == rows[cut]
    again = pickle.loads(pickle.dumps(joined))
    assert again == joined
    assert list(again) == flat
    assert Positions.of(joined) == Positions.of(flat)
    changed = joined.with_patents(["xk", "E", ""])
    assert list(changed) == [
        Position(one.hand, one.community, "KX", ["E", ""], one.money) for one in flat
    ]
    assert changed.rows.tolist() == rows


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


def test_a_column_that_is_too_short_does_not_end_the_sequence_early(few: Positions) -> None:
    short = dataclasses.replace(few, money=few.money[:2])
    assert short[1] == FEW[1]
    with pytest.raises(IndexError):
        list(short)


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


# Equality ----------------------------------------------------------------------------------------


def test_equality_looks_at_every_column() -> None:
    base = Position.parse("CAT S K E 1")
    one = Positions.of([base])
    assert one == Positions.of([base])
    for other in ("CAB S K E 1", "CAT E K E 1", "CAT S J E 1", "CAT S K A 1", "CAT S K E/- 1",
                  "CAT S K E 2"):  # fmt: skip
        assert one != Positions.of([Position.parse(other)]), other
    assert one != Positions.of([base], first_row=1)
    assert one != Positions.of([base] * 2)
    assert one != [base]
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


# Immutable, and laid out for the kernels ---------------------------------------------------------


def test_columns_are_read_only_and_row_by_row_wherever_they_come_from(few: Positions) -> None:
    """For arrays that can be written to, or lie otherwise, kernels would be compiled once more."""
    assert np.shares_memory(few[1:].hands, few.hands)
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


def test_a_pickled_slice_is_as_small_as_its_rows() -> None:
    rng = random.Random(4)
    many = Positions.of(random_position(rng, "K") for _ in range(2_000))
    assert len(pickle.dumps(many[5:15])) < 2_000
    assert len(pickle.dumps(many)) < 55 * len(many)


# Other owners, card limits, wrong arguments ------------------------------------------------------


@examples(40)
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


@examples(150)
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


@pytest.mark.parametrize("wrong", [["CAT"], [FEW[0], 3], range(10**18)], ids=str)
def test_what_is_no_position(wrong: Any) -> None:
    """A sequence too big for memory is read only as far as its first fault."""
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
        ("hands", lambda hands: 0 * hands, "row 0: the hand is empty"),
        ("hands", lambda hands: 0 * hands + np.uint8(ord("Z")), "row 0: .* cards Z;"),
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


# Random positions: those of the documented sequence, however they are cut, and legal.


MASK = 2**64 - 1


# The documented sequence -------------------------------------------------------------------------


def split_mix(seed: int, number: int) -> int:
    """Word `number` of the sequence of SplitMix64, in plain integers."""
    x = (seed + 0x9E3779B97F4A7C15 * (number + 1)) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def slow_deal(
    seed: int, row: int, n_patents: int, n_players: int, n_hand: int, n_community: int
) -> tuple[str, str, str, list[str]]:
    """Hand, community, next card and patents by player, by the scheme in _kernels/many.py."""
    n_cards = n_hand + n_community

    def draw(number: int, n: int) -> int:
        return (split_mix(seed, 128 * row + number) >> 11) * n >> 53

    deck = list(DECK)
    for i in range(n_cards + 1):
        place = i + draw(i, len(deck) - i)
        deck[i], deck[place] = deck[place], deck[i]
    letters = list(LETTERS)
    patents = [""] * n_players
    for i in range(n_patents):
        place = i + draw(16 + 2 * i, 26 - i)
        letters[i], letters[place] = letters[place], letters[i]
        patents[draw(16 + 2 * i + 1, n_players)] += letters[i]
    sorted_patents = ["".join(sorted(owned)) for owned in patents]
    hand, community = sorted(deck[:n_hand]), sorted(deck[n_hand:n_cards])
    return "".join(hand), "".join(community), deck[n_cards], sorted_patents


@examples(50)
@given(
    st.integers(0, MASK) | st.sampled_from([0, 1, MASK]),
    st.integers(0, 10**12 - 1) | st.sampled_from([0, 10**12 - 1]),
    st.integers(0, 26),
    st.integers(2, 5),
    st.sampled_from([(7, 3), (7, 3), (1, 0), (1, 10), (11, 0), (8, 3), (10, 1)]),
)
def test_a_row_is_that_of_the_documented_sequence(
    seed: int, row: int, n_patents: int, players: int, sizes: tuple[int, int]
) -> None:
    ruleset = Ruleset(hand_size=sizes[0], community_size=sizes[1])
    deal = Deal(10**12, seed=seed, patents=n_patents, n_players=players, money=4, ruleset=ruleset)
    positions, next_cards = deal.with_next_cards(row, row + 1)
    (position,) = positions
    assert position.money == 4
    assert (
        position.hand,
        position.community,
        chr(next_cards[0]),
        [position.patents, *position.opponents],
    ) == slow_deal(seed, row, n_patents, players, *sizes)


# The same however it is cut ----------------------------------------------------------------------


@examples(60)
@given(st.data())
def test_the_same_rows_however_they_are_cut(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 60))
    seed = data.draw(st.integers(0, MASK))
    deal = Deal(n, seed=seed, n_players=3, patents=data.draw(st.integers(0, 26)))
    whole, next_cards = deal.with_next_cards()
    places = sorted({0, n, *data.draw(st.lists(st.integers(0, n)))})
    cuts = list(itertools.pairwise(places))
    assert Positions.joined([deal.positions(*cut) for cut in cuts]) == whole
    cut_next_cards = [deal.with_next_cards(*cut)[1] for cut in cuts]
    assert np.array_equal(np.concatenate(cut_next_cards), next_cards)
    longer = Deal(10**12, seed=seed, n_players=3, patents=deal.patents)
    assert longer.positions(0, n) == whole


def test_slices_are_those_of_a_sequence() -> None:
    deal = Deal(10, seed=1)
    whole = deal.positions()
    assert len(deal) == len(whole) == 10
    for start, stop in ((-3, None), (2, -2), (7, 3), (8, 99), (0, 0)):
        assert deal.positions(start, stop) == whole[start:stop]
    assert whole.rows.tolist() == list(range(10))
    assert deal.positions(4, 6).rows.tolist() == [4, 5]


def test_more_positions_than_are_dealt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Before any is dealt: the system would end the process.
    with pytest.raises(InvalidInputError, match=r"80,000,000 positions are too many at once"):
        Deal(80_000_000, seed=1).positions()
    positions = Deal(1000, seed=1).positions()
    monkeypatch.setattr("letter_tycoon_solver.batch.positions.MAX_AT_ONCE", 1000)
    assert Deal(1000, seed=1).positions() == positions
    with pytest.raises(InvalidInputError, match="1,001 positions are too many"):
        Deal(1001, seed=1).positions()
    assert len(Deal(10**12, seed=1).positions(-5)) == 5


# Bad arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "from 1 to 1000000000000"),
        ({"n": True}, "give a whole number"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"n_players": 6}, "n_players is 6; give a whole number from 2 to 5"),
        ({"patents": ("K", "K")}, "patent K is owned 2 times"),
        ({"patents": ("K",)}, "given for 1 player, and there are 2"),
        ({"patents": ("K", "", "")}, "given for 3 players, and there are 2"),
        ({"patents": ("K", 3)}, "give a string"),
        ({"patents": "K1"}, "only the letters A to Z"),
        ({"patents": 27}, "from 0 to 26"),
        ({"patents": {"K"}}, "give a whole number"),
        ({"money": -1}, "money is -1"),
        ({"money": 10**6 + 1}, "money is 1000001"),
        ({"ruleset": "rulebook"}, "give a Ruleset"),
    ],
    ids=str,
)
def test_bad_arguments(options: dict[str, object], message: str) -> None:
    arguments: dict[str, Any] = {"n": 5, "seed": 1, **options}
    with pytest.raises(InvalidInputError) as caught:
        Deal(**arguments)
    assert message in str(caught.value)
