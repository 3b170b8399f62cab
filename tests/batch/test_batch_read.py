"""`read_positions`: the user's own positions, from every kind of table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, positions
from support.tables import (
    SMALL,
    Cells,
    Frame,
    any_frame,
    bad_rows,
    cells_of,
    columns_of,
    csv_of,
    parquet_file,
    read_all,
    some_positions,
)

from letter_tycoon_solver import InvalidInputError, Lexicon, Position, Ruleset, batch
from letter_tycoon_solver.batch import Positions, deal_positions, iter_solve_batch
from letter_tycoon_solver.batch.read import PositionReader, read_parquet, read_positions

# What is plainly good is read as Position reads it -----------------------------------------------


def judged(cells: Cells, ruleset: Ruleset) -> Position | str:
    """The position of a row, or why it is not one, without the package's reader."""
    hand, community, patents, opponents = (cell.strip() for cell in cells[:4])
    owners = [] if opponents in {"", "."} else opponents.split("/")
    letters = ["" if text == "-" else text for text in (hand, community, patents, *owners)]
    money = cells[4].strip()
    dollars: Any = money or 0
    if money.lstrip("+-").isdecimal() and money.isascii() and money.count("-") < 2:
        dollars = int(money)
    try:
        position = Position(letters[0], letters[1], letters[2], letters[3:], dollars)
        position.check_card_limits(ruleset)
    except InvalidInputError as error:
        return str(error)
    return position


@st.composite
def rows(draw: st.DrawFn) -> Cells:
    """Good rows, rows with a cell of another row or of garbage, in any case."""
    cells = list(cells_of(draw(positions(max_hand=8))))
    for at in draw(st.sets(st.integers(0, 4), max_size=2)):
        garbage = st.text("AEQXz-/. 9é\x00", max_size=9) | st.sampled_from(
            ["", "-", "--", ".", "..", "/", "-/-", "A/-/", "-A", "A-", "////", "/////", "-5", "+7"]
        )
        cells[at] = draw(garbage)
    if draw(st.booleans()):
        cells = [cell.lower() for cell in cells]
    if draw(st.booleans()):
        cells = [draw(st.sampled_from(["", " ", "\t "])) + cell + " " for cell in cells]
    return tuple(cells)  # type: ignore[return-value]


@examples(300)
@given(st.lists(rows(), max_size=8), st.sampled_from([Ruleset(), SMALL]), st.integers(1, 9))
def test_a_row_is_what_position_makes_of_it(
    given_rows: list[Cells], ruleset: Ruleset, chunk_size: int
) -> None:
    expected = [judged(cells, ruleset) for cells in given_rows]
    good = {row: found for row, found in enumerate(expected) if isinstance(found, Position)}
    bad = {row: found for row, found in enumerate(expected) if isinstance(found, str)}
    reader = read_positions(csv_of(given_rows), ruleset=ruleset, chunk_size=chunk_size)
    chunks = list(reader)
    assert [position for chunk in chunks for position in chunk] == list(good.values())
    assert [int(row) for chunk in chunks for row in chunk.rows] == list(good)
    assert bad_rows(reader) == bad
    assert (reader.n_rows, reader.n_bad) == (len(given_rows), len(bad))


@pytest.mark.parametrize("money", ["1_000", "٣", "--5", "0x10", "1e3", "5.5", "abc", "1" * 30])
def test_money_that_is_no_whole_number_is_bad(money: str) -> None:
    reader = read_positions(csv_of([["CAT", money]], ["hand", "money"]))
    assert read_all(reader) == []
    assert "whole number from 0 to 1000000" in bad_rows(reader)[0]
    assert money in bad_rows(reader)[0]


def test_good_rows_are_read_without_position_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = some_positions()
    source = csv_of([cells_of(position) for position in listed])

    def refuse(*_: object) -> None:
        raise AssertionError("a good row was looked at in Python")

    monkeypatch.setattr("letter_tycoon_solver.batch.read._position_of", refuse)
    chunks = list(read_positions(source))
    assert [position for chunk in chunks for position in chunk] == listed


# Round trips -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealt() -> Positions:
    return deal_positions(500, seed=7, players=4, patents=9, money=12)


@pytest.fixture(scope="module")
def dealt_columns(dealt: Positions) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = columns_of([cells_of(position) for position in dealt])
    columns["money"] = dealt.money.tolist()
    columns["note"] = list(range(len(dealt)))
    return columns


def joined(reader: PositionReader) -> Positions:
    chunks = list(reader)
    assert reader.bad_rows == []
    return Positions.joined(chunks)


@pytest.mark.parametrize("chunk_size", [1, 7, 500, 8192])
def test_csv_gives_what_was_dealt(dealt: Positions, tmp_path: Path, chunk_size: int) -> None:
    path = tmp_path / "hands.csv"
    path.write_bytes(csv_of([cells_of(position) for position in dealt]).getvalue())
    assert joined(read_positions(path, chunk_size=chunk_size)) == dealt
    assert joined(read_positions(str(path))) == dealt


@pytest.mark.parametrize("chunk_size", [7, 8192])
def test_parquet_gives_what_was_dealt(
    dealt: Positions, dealt_columns: dict[str, list[Any]], tmp_path: Path, chunk_size: int
) -> None:
    path = parquet_file(tmp_path / "hands.parquet", dealt_columns)
    reader = read_parquet(path, chunk_size=chunk_size)
    assert joined(reader) == dealt
    assert reader.n_expected == len(dealt)


@any_frame
@pytest.mark.parametrize("chunk_size", [7, 8192])
def test_a_frame_gives_what_was_dealt(
    dealt: Positions, dealt_columns: dict[str, list[Any]], frame: Frame, chunk_size: int
) -> None:
    assert joined(read_positions(frame(dealt_columns), chunk_size=chunk_size)) == dealt


def test_solving_what_is_read_is_solving_what_was_dealt(dealt: Positions) -> None:
    lexicon = Lexicon.from_words(["CAT", "EEL", "TONE", "TONES", "RAIN", "AIR", "JAW", "QUIT"])
    reader = read_positions(csv_of(list(map(cells_of, dealt))), chunk_size=100)
    solved = batch.BatchPlays.joined(list(iter_solve_batch(reader, lexicon)))
    assert solved == batch.solve_batch(dealt, lexicon)


@any_frame
def test_empty_cells_are_the_defaults(frame: Frame) -> None:
    pytest.importorskip("pyarrow")
    columns: dict[str, list[Any]] = {
        "hand": ["CAT", "dog", None],
        "community": [None, "S", None],
        "opponents": [None, "E/-", None],
        "money": [None, 5, None],
    }
    reader = read_positions(frame(columns))
    assert read_all(reader) == [Position("CAT"), Position("DOG", "S", "", ["E", ""], 5)]
    assert bad_rows(reader) == {2: "the hand is empty; a play needs at least one hand card"}


@any_frame
def test_money_may_be_text_or_whole_floats(frame: Frame) -> None:
    for money in (["3", "", " 4 "], [3.0, None, 4.0], [3.0, float("nan"), 4.0]):
        reader = read_positions(frame({"hand": ["CAT", "DOG", "EEL"], "money": money}))
        assert [position.money for position in read_all(reader)] == [3, 0, 4]


@any_frame
def test_numbers_that_are_no_money_are_bad(frame: Frame) -> None:
    reader = read_positions(frame({"hand": ["CAT"] * 4, "money": [2.5, -1.0, 1e300, 7.0]}))
    assert [position.money for position in read_all(reader)] == [7]
    assert [bad.row for bad in reader.bad_rows] == [0, 1, 2]
    assert "money is 2.5" in reader.bad_rows[0].reason
    assert "money is -1" in reader.bad_rows[1].reason


def test_unsigned_and_categorical_columns() -> None:
    pa = pytest.importorskip("pyarrow")
    hands = pa.array(["CAT", "CAT", "DOG"]).dictionary_encode()
    money = pa.array([3, 2**64 - 1, None], pa.uint64())
    nothing = pa.nulls(3)
    reader = read_positions(pa.table({"hand": hands, "money": money, "community": nothing}))
    assert read_all(reader) == [Position("CAT", money=3), Position("DOG")]
    assert list(bad_rows(reader)) == [1]


def test_texts_of_every_arrow_type_with_nulls() -> None:
    """Data frames of polars have string_view, in their categorical columns too."""
    pa = pytest.importorskip("pyarrow")
    texts = ["CAT", None, "DOG"]
    numbers = pa.array([1, None, 0], pa.uint32())
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        values = pa.array(["DOG", "CAT"], kind)
        for hands in (pa.array(texts, kind), pa.DictionaryArray.from_arrays(numbers, values)):
            reader = read_positions(pa.table({"hand": hands}).slice(1), strict=False)
            assert read_all(reader) == [Position("DOG")], hands.type
            assert list(bad_rows(reader)) == [0]


def test_money_of_the_least_precision() -> None:
    pa = pytest.importorskip("pyarrow")
    money = pa.array(np.array([7, 2.5, np.nan, np.inf, -np.inf], np.float16))
    reader = read_positions(pa.table({"hand": ["CAT"] * 5, "money": money}))
    assert [position.money for position in read_all(reader)] == [7, 0]
    assert list(bad_rows(reader)) == [1, 3, 4]
