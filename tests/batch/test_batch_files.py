"""Positions from every kind of table: CSV, Parquet, Arrow, data frames."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.selection import PARQUET, needing
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
    csv_of_hands,
    pa,
    pandas_frame,
    parquet,
    parquet_file,
    read_all,
    some_positions,
)

from letter_tycoon_solver import (
    InvalidInputError,
    Lexicon,
    Position,
    Ruleset,
)
from letter_tycoon_solver.batch import Deal, Positions, iter_solve_batch
from letter_tycoon_solver.batch.files import (
    PositionReader,
    read_parquet,
    read_positions,
)

# What is plainly good is read as Position reads it -----------------------------------------------


def judged(cells: Cells, ruleset: Ruleset) -> Position | str:
    """The position of a row, or why it is not one, without the package's reader."""
    hand, community, patents, opponents = (cell.strip() for cell in cells[:4])
    owners = [] if opponents in {"", "."} else opponents.split("/")
    letters = ["" if text == "-" else text for text in (hand, community, patents, *owners)]
    # Other programs write whole numbers as 9.0, too.
    money = re.sub(r"(?<=[0-9])\.0*$", "", cells[4].strip())
    dollars: Any = money or 0
    if re.fullmatch(r"[+-]?[0-9]{1,20}", money):
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


ODD_MONEY = ["9.", ".0", "1_000", "٣", "--5", "0x10", "1e3", "5.5", "1" * 30]


@examples(200)
@given(st.lists(rows(), max_size=6), st.sampled_from([Ruleset(), SMALL]), st.integers(1, 9))
@example([("A", "-", "-", ".", money) for money in ODD_MONEY], Ruleset(), 1)
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


def test_good_rows_are_read_without_position_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = some_positions()
    source = csv_of([cells_of(position) for position in listed])

    def refuse(*_: object) -> None:
        raise AssertionError("a good row was looked at in Python")

    monkeypatch.setattr("letter_tycoon_solver.batch.files._position_of", refuse)
    chunks = list(read_positions(source))
    assert [position for chunk in chunks for position in chunk] == listed


# Round trips -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealt() -> Positions:
    return Deal(500, seed=7, n_players=4, patents=9, money=12).positions()


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


@pytest.mark.parametrize("chunk_size", [40, 8192])
@needing("pyarrow")
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


@any_frame
def test_empty_cells_are_the_defaults(frame: Frame) -> None:
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


@needing("pyarrow")
def test_unsigned_and_categorical_columns() -> None:
    hands = pa.array(["CAT", "CAT", "DOG"]).dictionary_encode()
    money = pa.array([3, 2**64 - 1, None], pa.uint64())
    nothing = pa.nulls(3)
    reader = read_positions(pa.table({"hand": hands, "money": money, "community": nothing}))
    assert read_all(reader) == [Position("CAT", money=3), Position("DOG")]
    assert list(bad_rows(reader)) == [1]


@needing("pyarrow")
def test_texts_of_every_arrow_type_with_nulls() -> None:
    """Data frames of polars have string_view, in their categorical columns too."""
    texts = ["CAT", None, "DOG"]
    numbers = pa.array([1, None, 0], pa.uint32())
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        values = pa.array(["DOG", "CAT"], kind)
        for hands in (pa.array(texts, kind), pa.DictionaryArray.from_arrays(numbers, values)):
            reader = read_positions(pa.table({"hand": hands}).slice(1), strict=False)
            assert read_all(reader) == [Position("DOG")], hands.type
            assert list(bad_rows(reader)) == [0]


@needing("pyarrow")
def test_money_of_the_least_precision() -> None:
    money = pa.array(np.array([7, 2.5, np.nan, np.inf, -np.inf], np.float16))
    reader = read_positions(pa.table({"hand": ["CAT"] * 5, "money": money}))
    assert [position.money for position in read_all(reader)] == [7, 0]
    assert list(bad_rows(reader)) == [1, 3, 4]


# `read_positions`: what is said of rows that are not positions, and of wrong sources.


# Bad rows ----------------------------------------------------------------------------------------

BROKEN = b"""hand,community,money
CAT,S,1
QQ,,

dog,,2,more
C4T,S,
"WOLF",-,x
OWL
C\xffT,,
"""


def test_bad_rows_have_number_line_and_reason() -> None:
    reader = read_positions(io.BytesIO(BROKEN))
    assert read_all(reader) == [Position("CAT", "S", money=1)]
    assert [(bad.row, bad.line) for bad in reader.bad_rows] == [
        (1, 3),
        (2, 5),
        (3, 6),
        (4, 7),
        (5, 8),
        (6, 9),
    ]
    reasons = [bad.reason for bad in reader.bad_rows]
    assert "2 cards Q" in reasons[0]
    assert reasons[1] == "the row has 4 cells and the header 3; give each row as many as the header"
    assert "contains '4'" in reasons[2]
    assert "money is 'x'" in reasons[3]
    assert reasons[4].startswith("the row has 1 cell and the header 3;")
    assert "xff" in reasons[5]
    assert str(reader.bad_rows[0]).startswith("row 1 (line 3): ")


def test_strict_raises_at_the_first_bad_row() -> None:
    reader = read_positions(io.BytesIO(BROKEN), strict=True, chunk_size=1)
    assert list(next(reader)) == [Position("CAT", "S", money=1)]
    with pytest.raises(InvalidInputError, match=r"^row 1 \(line 3\): .*2 cards Q"):
        next(reader)
    with pytest.raises(InvalidInputError, match=r"^row 1 "):
        list(read_positions(csv_of_hands("CAT", "QQ"), strict=True))


def test_absurdly_long_cells_are_bad_and_their_reasons_short() -> None:
    long = "A" * 100_000
    source = csv_of([("CAT", long), (long, ""), ("DOG", ""), (long * 2, "")], ("hand", "patents"))
    reader = read_positions(source)
    assert read_all(reader) == [Position("DOG")]
    assert [bad.row for bad in reader.bad_rows] == [0, 1, 3]
    assert all(len(bad.reason) < 200 for bad in reader.bad_rows)
    assert "the hand is a text of 100000 characters" in bad_rows(reader)[1]


@pytest.mark.slow
def test_a_quote_that_is_never_closed_is_bad_and_no_crash() -> None:
    text = 'hand,patents\nCAT,\nDOG,"\n' + "EEL,\n" * 100_000
    reader = read_positions(io.StringIO(text))
    assert read_all(reader)[0] == Position("CAT")
    assert "not CSV" in bad_rows(reader)[1]


def test_only_the_first_bad_rows_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.files.MAX_BAD_ROWS", 3)
    reader = read_positions(csv_of_hands("?", "?", "CAT", "?", "?"), chunk_size=2)
    assert read_all(reader) == [Position("CAT")]
    assert (reader.n_bad, [bad.row for bad in reader.bad_rows]) == (4, [0, 1, 3])


# The header --------------------------------------------------------------------------------------


def test_a_header_may_have_a_mark_spaces_capitals_and_other_columns() -> None:
    source = io.BytesIO(b"\xef\xbb\xbfname,  Community,HAND \nx,s,cat\n")
    assert read_all(read_positions(source)) == [Position("CAT", "S")]


@pytest.mark.parametrize("suffix", [".csv", PARQUET])
def test_a_header_alone_is_no_position(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        none = parquet_file(tmp_path / "none.parquet", {"hand": np.array([], "U1")})
        reader = read_parquet(none)
    else:
        reader = read_positions(io.BytesIO(b"hand,money\n"))
    assert list(iter_solve_batch(reader, Lexicon.from_words(["CAT"]))) == []
    assert (reader.n_rows, reader.bad_rows) == (0, [])


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        (io.BytesIO(b"Hands,money\nCAT,1\n"), ["no column hand", "'Hands', 'money'", "patents"]),
        (io.BytesIO(b""), ["the input is empty", "only hand must be there"]),
        (io.BytesIO(b"\n\n"), ["the input is empty"]),
        (io.BytesIO(b"hand;money\nCAT;1\n"), ["no column hand", "'hand;money'"]),
        (io.BytesIO(b"hand,Hand\nA,B\n"), ["2 columns hand"]),
        (io.BytesIO("hand\nCAT\n".encode("utf-16")), ["no column hand"]),
        (io.BytesIO(random.Random(1).randbytes(5000)), ["column"]),
        (io.BytesIO(b"x" * 3_000_000), ["does not begin as CSV does"]),
        ({"hand": ["CAT"]}, ["dict", ".csv", "data frame"]),
        (["CAT"], ["list", ".csv", "data frame"]),
        (None, ["NoneType"]),
        ("hands.txt", ["suffix .txt", ".csv", "pyarrow"]),
        ("hands", ["suffix (none)"]),
        ("a\0b.csv", ["'a\\x00b.csv' is given for a file", "without NUL"]),
        ("a\ud800.csv", ["is given for a file"]),
        ("missing.csv", ["missing.csv cannot be read: No such file"]),
        ("hands.parquet", ["suffix .parquet", ".csv", "pyarrow"]),
    ],
)
def test_a_wrong_source_is_refused_at_once(source: object, parts: list[str]) -> None:
    with pytest.raises(InvalidInputError) as raised:
        read_positions(source)
    for part in parts:
        assert part in str(raised.value)
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize("suffix", [".csv", PARQUET])
def test_a_folder_and_garbage_are_refused(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    garbage = tmp_path / f"garbage{suffix}"
    garbage.write_bytes(random.Random(2).randbytes(5000))
    empty = tmp_path / f"empty{suffix}"
    empty.touch()
    for path in (folder, garbage, empty, tmp_path / f"missing{suffix}"):
        with pytest.raises(InvalidInputError, match=path.name):
            read_parquet(path) if suffix == ".parquet" else read_positions(path)


@needing("pyarrow")
def test_wrong_types_of_arrow_are_refused() -> None:
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


@needing("pandas")
def test_arrow_without_pyarrow_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    frame = pandas_frame({"hand": ["CAT"]})
    (tmp_path / "hands.parquet").touch()
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InvalidInputError, match=r"need pyarrow.*solver\[data\]"):
        read_positions(frame)
    with pytest.raises(InvalidInputError, match=r"need pyarrow.*solver\[data\]"):
        read_parquet(tmp_path / "hands.parquet")
    assert read_all(read_positions(csv_of_hands("CAT"))) == [Position("CAT")]


@pytest.mark.parametrize(
    "arguments", [{"chunk_size": 0}, {"chunk_size": 1.5}, {"ruleset": "rulebook"}]
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=next(iter(arguments))):
        read_positions(csv_of_hands("CAT"), **arguments)


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


# A damaged table of positions is refused, or read as it stands; it never ends the process.


N_COPIES: Final = 400


def table() -> Any:
    patents = pa.array(["K", "K", "", "K", "E"])
    return pa.table(
        {
            "hand": ["CAT", "DOGS", None, "JWLEANZ", "AB"],
            "community": pa.array(["E", "", "EES", "QI", "X"], pa.large_string()),
            "patents": patents.dictionary_encode(),
            "opponents": ["E/-", "-", ".", "/", ""],
            "money": [1, 2, 3, None, 5],
        }
    )


def rows_of(reader: PositionReader) -> tuple[list[Position], list[str]]:
    """The positions, and the messages about bad rows."""
    with reader:
        return read_all(reader), [str(bad) for bad in reader.bad_rows]


@needing("pyarrow")
def test_one_flipped_bit(tmp_path: Path) -> None:
    """A copy that is not refused is read as pyarrow reads it after a check of all values."""
    path, rng, n_refused = tmp_path / "table.parquet", random.Random(N_COPIES), 0
    parquet.write_table(table(), path)
    whole = path.read_bytes()
    for number in range(N_COPIES):
        data = bytearray(whole)
        data[number * len(whole) // N_COPIES] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        try:
            found = rows_of(read_parquet(path))
        except InvalidInputError:
            n_refused += 1
        else:
            assert found == rows_of(read_positions(parquet.read_table(path))), number
    assert N_COPIES // 10 < n_refused < N_COPIES - N_COPIES // 10


@needing("pyarrow")
def test_offsets_that_lead_out_of_a_table_are_refused() -> None:
    data = pa.py_buffer(b"CATDOGS")
    for offsets in ([0, 1_000_000, 7], [0, -5, 7]):
        cells = pa.Array.from_buffers(
            pa.string(), 2, [None, pa.py_buffer(np.array(offsets, np.int32)), data]
        )
        with pytest.raises(InvalidInputError, match="cannot be read as an Arrow table"):
            list(read_positions(pa.table({"hand": cells})))


@needing("pyarrow")
def test_views_of_nulls_lead_nowhere(tmp_path: Path) -> None:
    """No validation looks at them, and a cast of pyarrow follows them."""
    views = np.zeros((3, 2), np.int64)
    views[0] = np.frombuffer(b"\3\0\0\0ACT\0\0\0\0\0\0\0\0\0", np.int64)
    views[1:, 0] = -(1 << 16)
    is_valid = pa.py_buffer(b"\1")
    hands = pa.Array.from_buffers(pa.string_view(), 3, [is_valid, pa.py_buffer(views)])
    path = tmp_path / "views.py"
    path.write_text(
        f"""
import pyarrow as pa
from letter_tycoon_solver.batch.files import read_positions
buffers = [pa.py_buffer(data) for data in {[b.to_pybytes() for b in hands.buffers()]!r}]
hands = pa.Array.from_buffers(pa.string_view(), 3, buffers)
hands.validate(full=True)
with read_positions(pa.table({{"hand": hands}}), strict=False) as reader:
    print([position.notation for chunk in reader for position in chunk])
""",
        "ascii",
    )
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("['ACT - - . 0']\n", 0), done.stderr
