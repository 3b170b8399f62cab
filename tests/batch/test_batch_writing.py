"""Writing the plays of many positions: CSV, JSON lines, Parquet, Arrow; and what is kept."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.selection import PARQUET, needing
from support.tables import expected_row, parquet

from letter_tycoon_solver import InvalidInputError, LetterTycoonError, Lexicon, find_plays
from letter_tycoon_solver.batch import BatchPlays, Deal, Positions, solve_batch
from letter_tycoon_solver.batch.files import (
    OutputError,
    PlaysWriter,
    _ParquetFile,
    csv_head,
    csv_text,
    json_text,
)

HEAD = ["row", "hand", "community", "rank", "play", "word_1", "word_2", "money", "stock"]
HEAD += ["royalties", "margin", "patent_value", "n_left", "n_legal"]
WORDS = ["CAT", "EEL", "TONE", "TONES", "RAIN", "AIR", "JAW", "QUIT", "YES", "YET", "ION", "OAT"]
FORMATS = [".csv", ".jsonl", PARQUET]

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")


@pytest.fixture(scope="module")
def plays() -> BatchPlays:
    """Plays of one and of two words, with all abilities, and positions without any play."""
    lexicon = Lexicon.from_words(WORDS)
    dealt = Deal(100, seed=3, n_players=3, patents=["BJKQVXZ", "EA", "T"], money=4).positions()
    found = solve_batch(dealt, lexicon, limit=3, count=True)
    assert set(map(len, found)) >= {0, 1, 3}
    assert 2 in found.columns["n_words"]
    return found


def write_plays(
    chunks: Iterable[BatchPlays], path: str | os.PathLike[str], *, count: bool = False
) -> int:
    """Write the chunks to a file, and tell how many rows it has."""
    with PlaysWriter(path, count=count) as writer:
        for plays in chunks:
            writer.write(plays)
    return writer.n_rows


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
        table = parquet.read_table(path)
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
        assert "n_legal" in parquet.read_schema(path).names


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


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([3], "the chunk of plays is 3; give a BatchPlays"),
        ([None], "the chunk of plays is None; give a BatchPlays"),
    ],
)
def test_what_are_no_plays_is_refused(tmp_path: Path, given: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
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
@needing("pyarrow")
def test_a_disk_that_is_full_at_the_end_of_parquet(
    plays: BatchPlays,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    row_group: int,
    n_kept: int,
) -> None:
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


@needing("pyarrow")
def test_ctrl_c_at_the_end_of_parquet_loses_no_row(
    plays: BatchPlays, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = PlaysWriter(tmp_path / "plays.parquet", count=True)
    reserve = _ParquetFile._reserve
    pressed = [KeyboardInterrupt]

    def interrupted(file: _ParquetFile, n_bytes: int) -> None:
        while pressed:
            raise pressed.pop()
        reserve(file, n_bytes)

    writer.write(plays)
    monkeypatch.setattr(_ParquetFile, "_reserve", interrupted)
    with pytest.raises(KeyboardInterrupt), writer:
        writer.finish()
    assert writer.kept is not None
    assert read_back(writer.kept, ".parquet") == expected_in(".parquet", plays)


@posix
@pytest.mark.parametrize("suffix", [".csv", PARQUET])
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
    writer = PlaysWriter(path)
    with pytest.raises(KeyboardInterrupt), writer:
        list(map(writer.write, interrupted_after(single)))
    assert writer.note_on_kept == f"the 1 row that was finished is in {part}"
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
