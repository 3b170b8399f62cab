"""`read_positions`: what is said of rows that are not positions, and of wrong sources."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.selection import needing
from support.tables import (
    SMALL,
    bad_rows,
    csv_of,
    csv_of_hands,
    pandas_frame,
    parquet_file,
    read_all,
)

from letter_tycoon_solver import InvalidInputError, Lexicon, Position
from letter_tycoon_solver.batch import iter_solve_batch
from letter_tycoon_solver.batch.read import read_parquet, read_positions

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
    assert reasons[1] == "the row has 4 cells and the header 3; give each row as many as the header"
    assert "contains '4'" in reasons[2]
    assert "money is 'x'" in reasons[3]
    assert str(reader.bad_rows[0]).startswith("row 1 (line 3): ")


def test_a_row_of_one_cell() -> None:
    reader = read_positions(io.BytesIO(b"hand,money\nCAT\n"))
    assert read_all(reader) == []
    assert (
        reader.bad_rows[0].reason
        == "the row has 1 cell and the header 2; give each row as many as the header"
    )


def test_strict_raises_at_the_first_bad_row() -> None:
    reader = read_positions(io.BytesIO(BROKEN), strict=True, chunk_size=1)
    assert list(next(reader)) == [Position("CAT", "S", money=1)]
    with pytest.raises(InvalidInputError, match=r"^row 1 \(line 3\): .*2 cards Q"):
        next(reader)
    with pytest.raises(InvalidInputError, match=r"^row 1 "):
        list(read_positions(csv_of_hands("CAT", "QQ"), strict=True))


def test_rows_are_those_of_the_source() -> None:
    hands = ["CAT", "C4T", "DOG", " ", "EEL", "c-t", "owl"]
    for chunk_size in (1, 2, 3, 100):
        chunks = list(read_positions(csv_of_hands(*hands), chunk_size=chunk_size))
        assert [row for chunk in chunks for row in chunk.rows.tolist()] == [0, 2, 4, 6]


def test_cards_beyond_the_ruleset_are_bad() -> None:
    source = csv_of([["ABCDE", "AB"], ["ABCDEF", "AB"]], ["hand", "community"])
    reader = read_positions(source, ruleset=SMALL)
    assert read_all(reader) == [Position("ABCDE", "AB")]
    assert "allows at most 5" in bad_rows(reader)[1]


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
    assert "not CSV" in bad_rows(reader)[1]


def test_not_utf8_is_shown_in_its_row() -> None:
    reader = read_positions(io.BytesIO(b"hand\nCAT\nC\xffT\nDOG\n"))
    assert read_all(reader) == [Position("CAT"), Position("DOG")]
    assert "xff" in bad_rows(reader)[1]


def test_only_the_first_bad_rows_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.read.MAX_BAD_ROWS", 3)
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
