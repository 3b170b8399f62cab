"""`read_positions`: the user's own positions, and what is said of rows that are none."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, positions, random_position

from letter_tycoon_solver import InvalidInputError, Lexicon, Position, Ruleset, batch
from letter_tycoon_solver.batch import Positions, deal_positions, iter_solve_batch
from letter_tycoon_solver.batch.blocks import COLUMNS
from letter_tycoon_solver.batch.read import PositionReader, read_positions

Cells = tuple[str, str, str, str, str]
Frame = Callable[[dict[str, list[Any]]], object]

SMALL = Ruleset(hand_size=5, community_size=2)


def cells_of(position: Position) -> Cells:
    return tuple(position.notation.split())  # type: ignore[return-value]


def csv_of(rows: Sequence[Sequence[str]], header: Sequence[str] = COLUMNS) -> io.BytesIO:
    text = io.StringIO()
    csv.writer(text).writerows([header, *rows])
    return io.BytesIO(text.getvalue().encode("utf-8", "surrogatepass"))


def columns_of(rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    return {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}


def read_all(reader: PositionReader) -> list[Position]:
    return [position for chunk in reader for position in chunk]


def bad_rows(reader: PositionReader) -> dict[int, str]:
    return {bad.row: bad.reason for bad in reader.bad_rows}


def some_positions(n: int = 40) -> list[Position]:
    rng = random.Random(4)
    return [random_position(rng, "KX", 1 + i % 7, i % 4) for i in range(n)]


def pandas_frame(columns: dict[str, list[Any]]) -> object:
    return pytest.importorskip("pandas").DataFrame(columns)


def polars_frame(columns: dict[str, list[Any]]) -> object:
    return pytest.importorskip("polars").DataFrame(columns)


def arrow_table(columns: dict[str, list[Any]]) -> object:
    return pytest.importorskip("pyarrow").table(columns)


def mapping(columns: dict[str, list[Any]]) -> object:
    return columns


any_frame = pytest.mark.parametrize("frame", [pandas_frame, polars_frame, arrow_table, mapping])


def parquet_file(path: Path, columns: dict[str, Any]) -> Path:
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(pa.table(columns), path)
    return path


# What is plainly good is read as Position reads it -----------------------------------------------


def judged(cells: Cells, ruleset: Ruleset) -> Position | str:
    """The position of a row, or why it is none, without the package's reader."""
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
    for source in (columns_of(given_rows), csv_of(given_rows)):
        reader = read_positions(source, ruleset=ruleset, chunk_size=chunk_size)
        chunks = list(reader)
        assert [position for chunk in chunks for position in chunk] == list(good.values())
        assert [int(row) for chunk in chunks for row in chunk.rows] == list(good)
        assert bad_rows(reader) == bad
        assert (reader.n_rows, reader.n_bad) == (len(given_rows), len(bad))


@pytest.mark.parametrize("money", ["1_000", "٣", "--5", "0x10", "1e3", "5.5", "abc", "1" * 30])
def test_money_that_is_no_whole_number_is_bad(money: str) -> None:
    reader = read_positions({"hand": ["CAT"], "money": [money]})
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
    reader = read_positions(path, chunk_size=chunk_size)
    assert joined(reader) == dealt
    assert reader.n_expected == len(dealt)


@pytest.mark.parametrize("suffix", [".arrow", ".feather"])
def test_an_arrow_file_gives_what_was_dealt(
    dealt: Positions, dealt_columns: dict[str, list[Any]], tmp_path: Path, suffix: str
) -> None:
    pa = pytest.importorskip("pyarrow")
    path = tmp_path / f"hands{suffix}"
    table = pa.table(dealt_columns)
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table, 64)
    assert joined(read_positions(path, chunk_size=10)) == dealt


@any_frame
@pytest.mark.parametrize("chunk_size", [7, 8192])
def test_a_frame_gives_what_was_dealt(
    dealt: Positions, dealt_columns: dict[str, list[Any]], frame: Frame, chunk_size: int
) -> None:
    assert joined(read_positions(frame(dealt_columns), chunk_size=chunk_size)) == dealt


def test_arrays_of_text_give_what_was_dealt(dealt: Positions) -> None:
    hands, communities = dealt.hands.view("S7")[:, 0], dealt.communities.view("S3")[:, 0]
    for text in ("S", "U", object):
        columns = {
            "hand": hands.astype("U").astype(text),
            "community": communities.astype("U").astype(text),
        }
        read = joined(read_positions(columns))
        assert np.array_equal(read.hands, dealt.hands)
        assert np.array_equal(read.communities, dealt.communities)


def test_solving_what_is_read_is_solving_what_was_dealt(
    dealt: Positions, dealt_columns: dict[str, list[Any]]
) -> None:
    lexicon = Lexicon.from_words(["CAT", "EEL", "TONE", "TONES", "RAIN", "AIR", "JAW", "QUIT"])
    reader = read_positions(dealt_columns, chunk_size=100)
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


# Bad rows ----------------------------------------------------------------------------------------

BROKEN = b"""hand,community,money
CAT,S,1
QQ,,

dog,,2,more
C4T,S,
"WOLF",-,x
"""


def test_bad_rows_have_number_line_and_reason() -> None:
    reader = read_positions(io.BytesIO(BROKEN))
    assert read_all(reader) == [Position("CAT", "S", money=1)]
    assert [(bad.row, bad.line) for bad in reader.bad_rows] == [(1, 3), (2, 5), (3, 6), (4, 7)]
    reasons = [bad.reason for bad in reader.bad_rows]
    assert "2 cards Q" in reasons[0]
    assert reasons[1] == "the row has 4 cells and the header 3; give as many"
    assert "contains '4'" in reasons[2]
    assert "money is 'x'" in reasons[3]
    assert str(reader.bad_rows[0]).startswith("row 1 (line 3): ")


def test_a_row_of_one_cell() -> None:
    reader = read_positions(io.BytesIO(b"hand,money\nCAT\n"))
    assert read_all(reader) == []
    assert reader.bad_rows[0].reason == "the row has 1 cell and the header 2; give as many"


def test_strict_raises_at_the_first_bad_row() -> None:
    reader = read_positions(io.BytesIO(BROKEN), strict=True, chunk_size=1)
    assert list(next(reader)) == [Position("CAT", "S", money=1)]
    with pytest.raises(InvalidInputError, match=r"^row 1 \(line 3\): .*2 cards Q"):
        next(reader)
    with pytest.raises(InvalidInputError, match=r"^row 1: "):
        list(read_positions({"hand": ["CAT", "QQ"]}, strict=True))


def test_rows_are_those_of_the_source() -> None:
    hands = ["CAT", "C4T", "DOG", "", "EEL", "c-t", "owl"]
    for chunk_size in (1, 2, 3, 100):
        chunks = list(read_positions({"hand": hands}, chunk_size=chunk_size))
        assert [row for chunk in chunks for row in chunk.rows.tolist()] == [0, 2, 4, 6]


def test_cards_beyond_the_ruleset_are_bad() -> None:
    hands = {"hand": ["ABCDE", "ABCDEF"], "community": ["AB", "AB"]}
    reader = read_positions(hands, ruleset=SMALL)
    assert read_all(reader) == [Position("ABCDE", "AB")]
    assert "allows at most 5" in bad_rows(reader)[1]


def test_cells_that_are_no_text_are_bad() -> None:
    reader = read_positions({"hand": [5, "CAT", b"CAT", ["CAT"]], "opponents": ["", 7, "", ""]})
    assert read_all(reader) == []
    assert "5 is given for the hand" in bad_rows(reader)[0]
    assert "opponents is 7" in bad_rows(reader)[1]
    assert list(bad_rows(reader)) == [0, 1, 2, 3]


def test_absurdly_long_cells_are_bad_and_their_reasons_short() -> None:
    long = "A" * 100_000
    source = csv_of([("CAT", long), (long, ""), ("DOG", ""), (long * 2, "")], ("hand", "patents"))
    reader = read_positions(source)
    assert read_all(reader) == [Position("DOG")]
    assert [bad.row for bad in reader.bad_rows] == [0, 1, 3]
    assert all(len(bad.reason) < 200 for bad in reader.bad_rows)
    assert "the hand is a text of 100000 characters" in bad_rows(reader)[1]


def test_a_quote_that_is_never_closed_is_bad_and_no_crash() -> None:
    text = 'hand,patents\nCAT,\nDOG,"\n' + "EEL,\n" * 100_000
    reader = read_positions(io.StringIO(text))
    assert read_all(reader)[0] == Position("CAT")
    assert "no CSV" in bad_rows(reader)[1]


def test_not_utf8_is_shown_in_its_row() -> None:
    reader = read_positions(io.BytesIO(b"hand\nCAT\nC\xffT\nDOG\n"))
    assert read_all(reader) == [Position("CAT"), Position("DOG")]
    assert "xff" in bad_rows(reader)[1]


def test_only_the_first_bad_rows_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.read.MAX_BAD_ROWS", 3)
    reader = read_positions({"hand": ["?", "?", "CAT", "?", "?"]}, chunk_size=2)
    assert read_all(reader) == [Position("CAT")]
    assert (reader.n_bad, [bad.row for bad in reader.bad_rows]) == (4, [0, 1, 3])


# The header --------------------------------------------------------------------------------------


def test_a_header_may_have_a_mark_spaces_capitals_and_other_columns() -> None:
    source = io.BytesIO(b"\xef\xbb\xbfname,  Community,HAND \nx,s,cat\n")
    assert read_all(read_positions(source)) == [Position("CAT", "S")]


def test_a_header_alone_is_no_position(tmp_path: Path) -> None:
    lexicon = Lexicon.from_words(["CAT"])
    sources: list[object] = [io.BytesIO(b"hand,money\n"), {"hand": []}]
    sources.append(parquet_file(tmp_path / "none.parquet", {"hand": np.array([], "U1")}))
    for source in sources:
        reader = read_positions(source)
        assert list(iter_solve_batch(reader, lexicon)) == []
        assert (reader.n_rows, reader.bad_rows) == (0, [])


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ({"Hands": ["CAT"], "money": [1]}, ["no column hand", "'Hands', 'money'", "patents"]),
        ({}, ["no column hand", "(none)"]),
        (io.BytesIO(b""), ["the input is empty", "only hand must be there"]),
        (io.BytesIO(b"\n\n"), ["the input is empty"]),
        (io.BytesIO(b"hand;money\nCAT;1\n"), ["no column hand", "'hand;money'"]),
        (io.BytesIO(b"hand,Hand\nA,B\n"), ["2 columns hand"]),
        (io.BytesIO("hand\nCAT\n".encode("utf-16")), ["no column hand"]),
        (io.BytesIO(random.Random(1).randbytes(5000)), ["column"]),
        (io.BytesIO(b"x" * 3_000_000), ["does not begin as CSV does"]),
        ({"hand": ["CAT"], "money": [1, 2]}, ["different lengths: hand 1, money 2"]),
        ({"hand": "CAT"}, ["column hand is of type str"]),
        ({"hand": 7}, ["column hand is of type int"]),
        ({"hand": np.array([1, 2])}, ["column hand is an array of 1 dimensions and type int64"]),
        ({"hand": np.array([["A"]])}, ["2 dimensions"]),
        ({"hand": np.array(["A"]), "money": np.array([True])}, ["column money", "bool"]),
        (["CAT"], ["list", ".csv, .parquet", "data frame"]),
        (None, ["NoneType"]),
        ("hands.txt", ["suffix .txt", ".csv, .parquet"]),
        ("hands", ["suffix (none)"]),
        ("a\0b.csv", ["'a\\x00b.csv' is given for a file", "without NUL"]),
        ("a\ud800.csv", ["is given for a file"]),
        ("missing.csv", ["missing.csv cannot be read: No such file"]),
        ("missing.parquet", ["missing.parquet cannot be read"]),
        ("missing.arrow", ["missing.arrow cannot be read"]),
    ],
)
def test_a_wrong_source_is_refused_at_once(source: object, parts: list[str]) -> None:
    with pytest.raises(InvalidInputError) as raised:
        read_positions(source)
    for part in parts:
        assert part in str(raised.value)
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_a_folder_and_garbage_are_refused(tmp_path: Path, suffix: str) -> None:
    if suffix != ".csv":
        pytest.importorskip("pyarrow")
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    garbage = tmp_path / f"garbage{suffix}"
    garbage.write_bytes(random.Random(2).randbytes(5000))
    empty = tmp_path / f"empty{suffix}"
    empty.touch()
    for path in (folder, garbage, empty):
        with pytest.raises(InvalidInputError, match=path.name):
            read_positions(path)


def test_wrong_types_of_arrow_are_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    for columns, name in (
        ({"hand": [1, 2]}, "column hand"),
        ({"hand": ["A"], "money": [True]}, "column money"),
        ({"hand": ["A"], "opponents": [["E"]]}, "column opponents"),
    ):
        with pytest.raises(InvalidInputError, match=f"{name} of the Table has the type"):
            read_positions(pa.table(columns))
    twice = pa.table([["A"], ["B"]], names=["hand", "hand"])
    with pytest.raises(InvalidInputError, match="2 columns hand"):
        read_positions(twice)


def test_a_parquet_file_that_is_damaged_inside_is_refused(tmp_path: Path) -> None:
    rng = random.Random(3)
    hands = ["".join(rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 7)) for _ in range(2000)]
    path = parquet_file(tmp_path / "hands.parquet", {"hand": hands})
    data = bytearray(path.read_bytes())
    data[20:2000] = bytes(1980)
    path.write_bytes(data)
    reader = read_positions(path)
    with pytest.raises(InvalidInputError, match=r"hands\.parquet cannot be read"):
        list(reader)


def test_arrow_without_pyarrow_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    frame = pandas_frame({"hand": ["CAT"]})
    (tmp_path / "hands.parquet").touch()
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    for source in (frame, tmp_path / "hands.parquet"):
        with pytest.raises(InvalidInputError, match=r"letter-tycoon-solver\[data\]"):
            read_positions(source)
    assert read_all(read_positions({"hand": ["CAT"]})) == [Position("CAT")]
    assert read_all(read_positions(csv_of([["CAT"]], ["hand"]))) == [Position("CAT")]


@pytest.mark.parametrize(
    "arguments", [{"chunk_size": 0}, {"chunk_size": 1.5}, {"ruleset": "rulebook"}]
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=next(iter(arguments))):
        read_positions({"hand": ["CAT"]}, **arguments)


# The reader --------------------------------------------------------------------------------------


def test_a_reader_that_is_dropped_or_closed_closes_its_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand\nCAT\nDOG\n")
    read_positions(path)  # A file that stays open is a warning, and a warning is an error here.
    with read_positions(path, chunk_size=1) as reader:
        assert len(next(reader)) == 1
    assert list(reader) == []


def test_a_stream_that_breaks_is_refused() -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: Any) -> int:
            raise OSError(5, "Input/output error")

    text = io.TextIOWrapper(io.BytesIO(b"hand\nC\xffT\n"), "utf-8")
    with pytest.raises(InvalidInputError, match="the input cannot be read as text"):
        list(read_positions(text))
    with pytest.raises(InvalidInputError, match="the input cannot be read: Input/output error"):
        read_positions(io.BufferedReader(Broken()))


def test_a_stream_stays_open() -> None:
    source = io.BytesIO(b"hand\nCAT\n")
    assert len(list(read_positions(source))) == 1
    assert not source.closed


def test_rows_expected_of_a_csv_file_are_about_those_there(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand\n" + "CAT\n" * 50_000)
    reader = read_positions(path, chunk_size=10_000)
    next(reader)
    assert reader.n_expected is not None
    assert 40_000 < reader.n_expected < 60_000
