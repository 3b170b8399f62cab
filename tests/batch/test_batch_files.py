"""Positions from every kind of table, and plays to files: CSV, JSON lines, Parquet, Arrow."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.selection import needing
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
    expected_row,
    pandas_frame,
    parquet_file,
    read_all,
    some_positions,
)

from letter_tycoon_solver import (
    InvalidInputError,
    LetterTycoonError,
    Lexicon,
    Position,
    Ruleset,
    find_plays,
)
from letter_tycoon_solver.batch import BatchPlays, Deal, Positions, iter_solve_batch, solve_batch
from letter_tycoon_solver.batch.files import (
    OutputError,
    ParquetFile,
    PlaysWriter,
    PositionReader,
    csv_head,
    csv_text,
    json_text,
    read_parquet,
    read_positions,
    write_plays,
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


@examples(200)
@given(st.lists(rows(), max_size=6), st.sampled_from([Ruleset(), SMALL]), st.integers(1, 9))
@example([("A", "-", "-", ".", "9."), ("A", "-", "-", ".", ".0")], Ruleset(), 1)
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


@pytest.mark.parametrize("chunk_size", [7, 500])
def test_csv_gives_what_was_dealt(dealt: Positions, tmp_path: Path, chunk_size: int) -> None:
    path = tmp_path / "hands.csv"
    path.write_bytes(csv_of([cells_of(position) for position in dealt]).getvalue())
    assert joined(read_positions(path, chunk_size=chunk_size)) == dealt
    assert joined(read_positions(str(path))) == dealt


@pytest.mark.parametrize("chunk_size", [40, 8192])
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


# `read_positions`: what is said of rows that are not positions, and of wrong sources.


# Bad rows ----------------------------------------------------------------------------------------

BROKEN = b"""hand,community,money
CAT,S,1
QQ,,

dog,,2,more
C4T,S,
"WOLF",-,x
OWL
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
    ]
    reasons = [bad.reason for bad in reader.bad_rows]
    assert "2 cards Q" in reasons[0]
    assert reasons[1] == "the row has 4 cells and the header 3; give each row as many as the header"
    assert "contains '4'" in reasons[2]
    assert "money is 'x'" in reasons[3]
    assert reasons[4].startswith("the row has 1 cell and the header 3;")
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


def test_not_utf8_is_shown_in_its_row() -> None:
    reader = read_positions(io.BytesIO(b"hand\nCAT\nC\xffT\nDOG\n"))
    assert read_all(reader) == [Position("CAT"), Position("DOG")]
    assert "xff" in bad_rows(reader)[1]


def test_only_the_first_bad_rows_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.files.MAX_BAD_ROWS", 3)
    reader = read_positions(csv_of_hands("?", "?", "CAT", "?", "?"), chunk_size=2)
    assert read_all(reader) == [Position("CAT")]
    assert (reader.n_bad, [bad.row for bad in reader.bad_rows]) == (4, [0, 1, 3])


# The header --------------------------------------------------------------------------------------


def test_a_header_may_have_a_mark_spaces_capitals_and_other_columns() -> None:
    source = io.BytesIO(b"\xef\xbb\xbfname,  Community,HAND \nx,s,cat\n")
    assert read_all(read_positions(source)) == [Position("CAT", "S")]


def test_a_header_alone_is_no_position(tmp_path: Path) -> None:
    lexicon = Lexicon.from_words(["CAT"])
    none = parquet_file(tmp_path / "none.parquet", {"hand": np.array([], "U1")})
    for reader in (read_positions(io.BytesIO(b"hand,money\n")), read_parquet(none)):
        assert list(iter_solve_batch(reader, lexicon)) == []
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


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_folder_and_garbage_are_refused(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    garbage = tmp_path / f"garbage{suffix}"
    garbage.write_bytes(random.Random(2).randbytes(5000))
    empty = tmp_path / f"empty{suffix}"
    empty.touch()
    for path in (folder, garbage, empty, tmp_path / f"missing{suffix}"):
        with pytest.raises(InvalidInputError, match=path.name):
            read_parquet(path) if suffix == ".parquet" else read_positions(path)


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
    reader = read_parquet(path)
    with pytest.raises(InvalidInputError, match=r"hands\.parquet cannot be read"):
        list(reader)


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
PROGRAM: Final = Path(__file__).parents[1] / "support" / "damaged_tables.py"


def table() -> Any:
    pa = pytest.importorskip("pyarrow")
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


@pytest.mark.slow
def test_one_flipped_bit(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(table(), path)
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(path), str(tmp_path), str(N_COPIES)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, (tmp_path / "at").read_text("utf-8") + done.stderr
    n_read, n_refused = map(int, done.stdout.split())
    assert n_read + n_refused == N_COPIES
    assert min(n_read, n_refused) > N_COPIES // 10


def test_offsets_that_lead_out_of_a_table_are_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    data = pa.py_buffer(b"CATDOGS")
    for offsets in ([0, 1_000_000, 7], [0, -5, 7]):
        cells = pa.Array.from_buffers(
            pa.string(), 2, [None, pa.py_buffer(np.array(offsets, np.int32)), data]
        )
        with pytest.raises(InvalidInputError, match="cannot be read as an Arrow table"):
            list(read_positions(pa.table({"hand": cells})))


def test_views_of_nulls_lead_nowhere(tmp_path: Path) -> None:
    """No validation looks at them, and a cast of pyarrow follows them."""
    pa = pytest.importorskip("pyarrow")
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


# Writing the plays of many positions: CSV, JSON lines, Parquet, Arrow; and what is kept.


HEAD = ["row", "hand", "community", "rank", "play", "word_1", "word_2", "money", "stock"]
HEAD += ["royalties", "margin", "patent_value", "n_left", "n_legal"]
WORDS = ["CAT", "EEL", "TONE", "TONES", "RAIN", "AIR", "JAW", "QUIT", "YES", "YET", "ION", "OAT"]
FORMATS = [".csv", ".jsonl", ".parquet"]

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")


@pytest.fixture(scope="module")
def plays() -> BatchPlays:
    """Plays of one and of two words, with all abilities, and positions without any play."""
    lexicon = Lexicon.from_words(WORDS)
    dealt = Deal(100, seed=3, n_players=3, patents=["BJKQVXZ", "EA", "T"], money=4).positions()
    found = solve_batch(dealt, lexicon, limit=3, count=True)
    assert set(found.n_plays.tolist()) >= {0, 1, 3}
    assert 2 in found.columns["n_words"]
    return found


def expected_rows(plays: BatchPlays) -> list[dict[str, Any]]:
    """Every row, from find_plays."""
    rows = []
    for number, position in zip(plays.positions.rows.tolist(), plays.positions, strict=True):
        best = find_plays(position, plays.lexicon, ruleset=plays.ruleset, limit=3)
        count = {"n_legal": best.n_legal}
        for rank, play in enumerate(best, 1):
            rows.append({**expected_row(number, position, rank, play), **count})
        if not len(best):
            head = {"row": number, "hand": position.hand, "community": position.community}
            rows.append({**head, **dict.fromkeys(HEAD[3:-1]), **count})
    return rows


def read_back(path: Path, suffix: str) -> list[dict[str, Any]]:
    if suffix == ".parquet":
        table = pytest.importorskip("pyarrow.parquet").read_table(path)
        rows: list[dict[str, Any]] = table.to_pylist()
        return rows
    with path.open(encoding="utf-8", newline="") as file:
        if suffix == ".jsonl":
            return [json.loads(line) for line in file]
        return list(csv.DictReader(file))


def as_text(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    return [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows]


def expected_in(suffix: str, plays: BatchPlays) -> list[dict[str, Any]]:
    rows = expected_rows(plays)
    return as_text(rows) if suffix == ".csv" else rows


# What is written ---------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("chunk_size", [7, 1000])
def test_a_file_has_the_plays_of_find_plays(
    plays: BatchPlays, tmp_path: Path, suffix: str, chunk_size: int
) -> None:
    path = tmp_path / f"plays{suffix}"
    chunks = (plays[at : at + chunk_size] for at in range(0, len(plays), chunk_size))
    n = write_plays(chunks, path, count=True)
    rows = read_back(path, suffix)
    assert rows == expected_in(suffix, plays)
    assert n == len(rows)
    assert list(tmp_path.iterdir()) == [path]


def test_the_columns_have_their_order(plays: BatchPlays) -> None:
    assert csv_head(True).rstrip("\n").split(",") == HEAD
    assert csv_head(False).rstrip("\n").split(",") == HEAD[:-1]
    assert list(json.loads(json_text(plays).splitlines()[0])) == HEAD
    assert len(next(csv.reader(io.StringIO(csv_text(plays))))) == len(HEAD)


def test_an_arrow_table_has_typed_columns(plays: BatchPlays) -> None:
    pa = pytest.importorskip("pyarrow")
    table = plays.to_arrow()
    table.validate(full=True)
    assert table.to_pylist() == expected_rows(plays)
    types = {field.name: field.type for field in table.schema}
    assert list(types) == HEAD
    assert types["row"] == types["n_legal"] == pa.int64()
    assert types["hand"] == types["word_2"] == pa.string()
    assert types["margin"] == pa.float64()
    assert {types[name] for name in ("rank", "money", "stock", "royalties", "n_left")} == {
        pa.int32()
    }


def test_plays_that_were_not_counted_have_no_count(plays: BatchPlays, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    few = solve_batch(plays.positions[:5], plays.lexicon)
    assert "n_legal" not in few.to_arrow().column_names
    for suffix in FORMATS:
        path = tmp_path / f"plays{suffix}"
        write_plays([few], path)
        assert all("n_legal" not in row for row in read_back(path, suffix))


@pytest.mark.parametrize("suffix", FORMATS)
def test_no_positions_are_a_file_without_rows(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"none{suffix}"
    empty = solve_batch(Positions.of([]), Lexicon.from_words(["CAT"]), count=True)
    assert write_plays([empty, empty], path, count=True) == 0
    assert write_plays([], path, count=True) == 0
    assert csv_text(empty) == json_text(empty) == ""
    assert read_back(path, suffix) == []
    if suffix == ".csv":
        assert path.read_text() == csv_head(True)
    if suffix == ".parquet":
        assert "n_legal" in pytest.importorskip("pyarrow.parquet").read_schema(path).names


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_that_is_there_is_replaced_at_the_end(
    plays: BatchPlays, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"plays{suffix}"
    path.write_text("before")
    with PlaysWriter(path, count=True) as writer:
        writer.write(plays)
        assert path.read_text() == "before"
    assert len(read_back(path, suffix)) == writer.n_rows >= 100


def test_what_a_link_points_to_is_replaced(plays: BatchPlays, tmp_path: Path) -> None:
    path, link = tmp_path / "plays.csv", tmp_path / "link.csv"
    path.write_text("before")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("needs links")
    write_plays([plays], link, count=True)
    assert link.is_symlink()
    assert path.read_text() == csv_head(True) + csv_text(plays)


# What cannot be written --------------------------------------------------------------------------


def never() -> Iterator[BatchPlays]:
    raise AssertionError("the work began")
    yield


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("plays.txt", r"suffix .txt; results are written to .csv, .jsonl, .parquet"),
        ("plays", r"suffix \(none\)"),
        ("missing/plays.csv", "cannot be written: No such file"),
        ("missing/plays.parquet", "cannot be written"),
        ("folder.csv", "not an ordinary file"),
        ("a" * 300 + ".csv", "cannot be written: File name too long"),
    ],
)
def test_a_path_that_cannot_be_written_is_found_before_the_work(
    tmp_path: Path, name: str, part: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises((InvalidInputError, OSError), match=part):
        write_plays(never(), tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.parametrize("path", [3, None, b"plays.csv", "a\0b.csv", "a\ud800.csv"])
def test_what_is_no_path_is_refused(path: Any) -> None:
    for write in (lambda: PlaysWriter(path), lambda: write_plays(never(), path)):
        with pytest.raises(InvalidInputError, match="is given for a file; give its path"):
            write()


@pytest.mark.parametrize("given", [[3], [None], 3, None])
def test_what_are_no_plays_is_refused(tmp_path: Path, given: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"is given for .*plays.*; give .*BatchPlays"):
        write_plays(given, tmp_path / "plays.csv")
    assert list(tmp_path.iterdir()) == []


def test_parquet_without_pyarrow_is_found_before_the_work(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInputError, match=r"need pyarrow.*solver\[data\]"):
        write_plays(never(), tmp_path / "plays.parquet")
    with pytest.raises(InvalidInputError, match=r"need pyarrow.*solver\[data\]"):
        plays.to_arrow()
    assert list(tmp_path.iterdir()) == []
    assert write_plays([plays], tmp_path / "plays.csv", count=True) > 0


@contextlib.contextmanager
def file_size_limit(n_bytes: int) -> Iterator[None]:
    """No file of this process grows beyond; that fails as on a full disk."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def write_all(writer: PlaysWriter, *chunks: BatchPlays) -> None:
    for chunk in chunks:
        writer.write(chunk)


def write_for_ever(writer: PlaysWriter, plays: BatchPlays) -> None:
    while True:
        writer.write(plays)


def write_a_group_at_the_end(
    writer: PlaysWriter, plays: BatchPlays, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.files.ROW_GROUP", 1 << 17)
    writer.write(plays)
    writer.finish()


@posix
@pytest.mark.parametrize("suffix", FORMATS)
def test_on_a_full_disk_finished_rows_are_kept(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.files.ROW_GROUP", 100)
    path = tmp_path / f"plays{suffix}"
    writer = PlaysWriter(path, count=True)
    some = plays[:50]
    with file_size_limit(250_000), pytest.raises(OutputError) as raised, writer:
        write_for_ever(writer, some)
    part = tmp_path / f"plays{suffix}.part"
    assert list(tmp_path.iterdir()) == [part]
    assert writer.kept == part
    expected = expected_in(suffix, some)
    rows = read_back(part, suffix)
    assert rows == (expected * 1000)[: len(rows)]
    assert len(rows) == writer.n_rows > 2 * len(expected)
    assert isinstance(raised.value, LetterTycoonError)
    message = str(raised.value)
    assert "plays" in message
    assert "File too large" in message
    assert message.endswith(f"the {len(rows):,} rows that were finished are in {part}")


@posix
@pytest.mark.parametrize(("row_group", "n_kept"), [(1 << 17, 0), (100, 100)])
def test_a_disk_that_is_full_at_the_end_of_parquet(
    plays: BatchPlays,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    row_group: int,
    n_kept: int,
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("letter_tycoon_solver.batch.files.ROW_GROUP", row_group)
    writer = PlaysWriter(tmp_path / "plays.parquet", count=True)
    writer.write(plays)
    with file_size_limit(80_000), pytest.raises(OutputError, match="cannot be written") as raised:
        write_a_group_at_the_end(writer, plays, monkeypatch)
    assert (writer.n_rows >= n_kept, writer.kept is None) == (True, n_kept == 0)
    assert writer.note_on_kept in str(raised.value)
    kept = [row for path in tmp_path.iterdir() for row in read_back(path, ".parquet")]
    assert kept == expected_in(".parquet", plays)[: writer.n_rows]
    assert len(kept) == writer.n_rows


def test_ctrl_c_at_the_end_of_parquet_loses_no_row(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    writer = PlaysWriter(tmp_path / "plays.parquet", count=True)
    reserve = ParquetFile._reserve
    pressed = [KeyboardInterrupt]

    def interrupted(file: ParquetFile, n_bytes: int) -> None:
        while pressed:
            raise pressed.pop()
        reserve(file, n_bytes)

    writer.write(plays)
    monkeypatch.setattr(ParquetFile, "_reserve", interrupted)
    with pytest.raises(KeyboardInterrupt), writer:
        writer.finish()
    assert writer.kept is not None
    assert read_back(writer.kept, ".parquet") == expected_in(".parquet", plays)


@posix
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_disk_that_is_full_from_the_start_is_found_before_the_work(
    tmp_path: Path, suffix: str
) -> None:
    with (
        file_size_limit(50),
        pytest.raises(InvalidInputError, match="cannot be written: File too large"),
    ):
        write_plays(never(), tmp_path / f"plays{suffix}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", FORMATS)
def test_on_ctrl_c_finished_rows_are_kept(plays: BatchPlays, tmp_path: Path, suffix: str) -> None:
    def interrupted() -> Iterator[BatchPlays]:
        yield plays[:20]
        yield plays[20:50]
        raise KeyboardInterrupt

    path = tmp_path / f"plays{suffix}"
    with pytest.raises(KeyboardInterrupt, match="rows that were finished are in"):
        write_plays(interrupted(), path, count=True)
    part = tmp_path / f"plays{suffix}.part"
    assert list(tmp_path.iterdir()) == [part]
    assert read_back(part, suffix) == expected_in(suffix, plays[:50])


@pytest.mark.parametrize("suffix", FORMATS)
def test_nothing_is_left_of_a_file_without_rows(tmp_path: Path, suffix: str) -> None:
    writer = PlaysWriter(tmp_path / f"plays{suffix}")
    with pytest.raises(ZeroDivisionError), writer:
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    assert writer.kept is None
    assert writer.note_on_kept.startswith("nothing of")


def interrupted_after(plays: BatchPlays) -> Iterator[BatchPlays]:
    yield plays
    raise KeyboardInterrupt


@pytest.mark.parametrize("suffix", FORMATS)
def test_nothing_starts_or_is_lost_while_rows_of_an_earlier_run_are_kept(
    plays: BatchPlays, tmp_path: Path, suffix: str
) -> None:
    path, part = tmp_path / f"plays{suffix}", tmp_path / f"plays{suffix}.part"
    single = solve_batch(plays.positions[:1], plays.lexicon)
    with pytest.raises(KeyboardInterrupt, match="the 1 row that was finished is in"):
        write_plays(interrupted_after(single), path)
    part.unlink()
    with pytest.raises(KeyboardInterrupt):
        write_plays(interrupted_after(plays[:20]), path, count=True)
    before = part.read_bytes()
    with pytest.raises(InvalidInputError, match="not finished; rename or delete it") as raised:
        write_plays(never(), path, count=True)
    assert str(part) in str(raised.value)
    assert list(tmp_path.iterdir()) == [part]
    assert part.read_bytes() == before
    part.rename(tmp_path / f"first{suffix}")
    write_plays([plays[20:]], path, count=True)
    assert read_back(tmp_path / f"first{suffix}", suffix) == expected_in(suffix, plays[:20])
    assert read_back(path, suffix) == expected_in(suffix, plays[20:])


def test_two_runs_at_once_keep_the_rows_of_both(plays: BatchPlays, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    uncounted = solve_batch(plays.positions[:1], plays.lexicon)
    one, other = PlaysWriter(path, count=True), PlaysWriter(path, count=True)
    for writer, some in ((one, plays[:20]), (other, plays[20:50])):
        with pytest.raises(InvalidInputError), writer:
            write_all(writer, some, uncounted)
    assert one.kept == tmp_path / "plays.csv.part"
    assert other.kept == tmp_path / "plays.csv.part2"
    assert set(tmp_path.iterdir()) == {one.kept, other.kept}
    assert str(other.kept) in other.note_on_kept
    assert one.kept.read_text() == csv_head(True) + csv_text(plays[:20])
    one.kept.unlink()
    write_plays([plays[:10]], path, count=True)
    assert other.kept.read_text() == csv_head(True) + csv_text(plays[20:50])


def test_ctrl_c_when_the_file_has_got_its_name(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.replace

    def halt(path: Path, target: Path) -> None:
        rename(path, target)
        raise KeyboardInterrupt

    path = tmp_path / "plays.csv"
    writer = PlaysWriter(path, count=True)
    monkeypatch.setattr(Path, "replace", halt)
    with pytest.raises(KeyboardInterrupt), writer:
        writer.write(plays)
    assert list(tmp_path.iterdir()) == [path] == [writer.kept]
    assert path.read_text() == csv_head(True) + csv_text(plays)


@pytest.mark.parametrize("suffix", FORMATS)
def test_large_chunks_are_written_in_pieces(
    plays: BatchPlays, tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [write_plays([plays], tmp_path / f"whole{suffix}", count=True)]
    pieces: list[int] = []
    monkeypatch.setattr(BatchPlays, "__getitem__", seen_slices(pieces))
    for limit, n in ((10, 3), (3, 1), (1, 1)):
        pieces.clear()
        monkeypatch.setattr("letter_tycoon_solver.batch.files._ROWS_AT_ONCE", limit)
        rows.append(write_plays([plays], tmp_path / f"{limit}{suffix}", count=True))
        assert max(pieces) == n
        written = read_back(tmp_path / f"{limit}{suffix}", suffix)
        assert written == read_back(tmp_path / f"whole{suffix}", suffix)
    assert len(set(rows)) == 1


def seen_slices(lengths: list[int]) -> Any:
    """BatchPlays.__getitem__, which also tells how long its slices are."""
    original = BatchPlays.__getitem__

    def get(plays: BatchPlays, index: Any) -> Any:
        found = original(plays, index)
        if isinstance(index, slice):
            lengths.append(len(found))
        return found

    return get


def test_ctrl_c_in_the_middle_of_a_line_leaves_whole_lines(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Halting(io.FileIO):
        n_writes = 0

        def write(self, data: Any) -> int:
            self.n_writes += 1
            if self.n_writes == 4:
                raise KeyboardInterrupt
            return super().write(bytes(data)[:-10] if self.n_writes == 3 else data)

    def open_halting(path: Path, mode: str, **_: Any) -> io.FileIO:
        return Halting(path, mode) if mode == "wb" else io.FileIO(path, mode)

    monkeypatch.setattr(Path, "open", open_halting)
    writer = PlaysWriter(tmp_path / "plays.csv", count=True)
    monkeypatch.undo()
    with pytest.raises(KeyboardInterrupt), writer:
        write_all(writer, plays[:20], plays[20:50])
    text = (tmp_path / "plays.csv.part").read_bytes().decode()
    assert text == csv_head(True) + csv_text(plays[:20])
    assert writer.n_rows == text.count("\n") - 1


def test_a_closed_writer_refuses(plays: BatchPlays, tmp_path: Path) -> None:
    with PlaysWriter(tmp_path / "plays.csv") as writer:
        pass
    with pytest.raises(InvalidInputError, match="closed"):
        writer.write(plays)


@pytest.mark.parametrize("is_counted", [False, True])
def test_a_writer_for_counted_plays_refuses_others_and_the_reverse(
    plays: BatchPlays, tmp_path: Path, is_counted: bool
) -> None:
    given = solve_batch(plays.positions[:3], plays.lexicon, count=is_counted)
    with pytest.raises(InvalidInputError, match="counted and count is"):
        write_plays([given], tmp_path / "plays.csv", count=not is_counted)
    assert list(tmp_path.iterdir()) == []


def test_a_path_may_be_text_and_its_suffix_in_capitals(plays: BatchPlays, tmp_path: Path) -> None:
    path = os.path.join(tmp_path, "plays.CSV")  # noqa: PTH118
    assert write_plays([plays[:3]], path, count=True) >= 3
    assert os.listdir(tmp_path) == ["plays.CSV"]  # noqa: PTH208
