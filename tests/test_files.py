"""_files.py: files appear whole, and what killed processes left is removed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from letter_tycoon_solver._files import (
    UnfinishedFile,
    clear_unfinished,
    make_private_folder,
    parse_path,
    write_new,
    written_beside,
)
from letter_tycoon_solver._work.resumable import KeptParts
from letter_tycoon_solver.advisor.training import write as write_tables
from letter_tycoon_solver.batch.write import PlaysWriter
from letter_tycoon_solver.cli.options import check_place
from letter_tycoon_solver.errors import InvalidInputError

DIGEST = "0123456789abcdef" * 4

_WRITER = """
import sys
from pathlib import Path
from letter_tycoon_solver._files import written_beside
with written_beside(Path(sys.argv[1])) as path:
    path.write_bytes(b"half")
    print("ready", flush=True)
    sys.stdin.read()
"""


@contextmanager
def writer_of(target: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has written half a file and waits; it is killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(target)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            yield writer
        finally:
            writer.kill()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def left_by_killed(target: Path) -> Path:
    """The file that a process leaves when it is killed while it writes."""
    before = set(target.parent.iterdir())
    with writer_of(target):
        pass
    (left,) = set(target.parent.iterdir()) - before
    assert left.read_bytes() == b"half"
    return left


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with written_beside(target) as path:
        path.write_text("a", "utf-8")
        assert not target.exists()
    assert target.read_text("utf-8") == "a"
    with pytest.raises(UnicodeEncodeError), written_beside(target) as path:
        path.write_text("b\ud800", "utf-8")
    assert target.read_text("utf-8") == "a"
    assert names(tmp_path) == [target.name]


def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    write_new(target, b"a")
    with pytest.raises(FileExistsError):
        write_new(target, b"b")
    assert target.read_bytes() == b"a"
    assert names(tmp_path) == [target.name]


def test_a_new_file_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    test_a_new_file_replaces_none(tmp_path)


def test_a_name_is_not_taken_from_a_file(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    kept = [UnfinishedFile(tmp_path / "table.csv").rename_to_free(target) for _ in range(3)]
    assert kept == [target, tmp_path / "kept2", tmp_path / "kept3"]
    assert names(tmp_path) == ["kept", "kept2", "kept3"]


def test_what_cannot_be_renamed_stays(tmp_path: Path) -> None:
    unfinished = UnfinishedFile(tmp_path / "table.csv")
    assert unfinished.rename_to_free(tmp_path / "missing" / "kept") == unfinished.path
    assert unfinished.path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no open file")
def test_the_next_writer_removes_nothing_that_is_being_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def after_others(rename: Callable[..., Path]) -> Callable[..., Path]:
        def renamed(*arguments: Path) -> Path:
            clear_unfinished(tmp_path, "*")
            return rename(*arguments)

        return renamed

    monkeypatch.setattr(Path, "replace", after_others(Path.replace))
    monkeypatch.setattr("os.link", after_others(os.link))  # type: ignore[arg-type]
    with written_beside(tmp_path / "table.csv"):
        pass
    write_new(tmp_path / "game.jsonl", b"")
    assert names(tmp_path) == ["game.jsonl", "table.csv"]


def test_the_next_writer_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    target = tmp_path / "[table]*.csv"
    left_by_killed(target)
    other = left_by_killed(tmp_path / "[table]*.csv.csv")
    with written_beside(target):
        pass
    assert names(tmp_path) == sorted([target.name, other.name])


def test_what_is_being_written_stays(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with writer_of(target) as writer:
        with written_beside(target) as path:
            path.write_bytes(b"mine")
        assert target.read_bytes() == b"mine"
        writer.communicate(b"")
    assert target.read_bytes() == b"half"
    assert names(tmp_path) == [target.name]


def test_other_files_stay(tmp_path: Path) -> None:
    others = [
        ".table.csv.unfinished",
        ".table.csv.0123.unfinished",
        "table.csv.0123456789abcdef.unfinished",
        ".table.csv.0123456789abcdef.unfinished.txt",
    ]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".table.csv.0123456789abcdef.unfinished").mkdir()
    before = names(tmp_path)
    clear_unfinished(tmp_path, "*")
    assert names(tmp_path) == before


@pytest.mark.parametrize("name", ["n" * 255, "ü" * 127])
def test_the_longest_names(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    left_by_killed(target)
    write_new(target, b"a")
    assert names(tmp_path) == [name]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs a list of open files")
def test_where_no_open_file_can_be_removed_or_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows is like this, which is why no lock is taken there."""

    def refuse_if_open(path: Path) -> None:
        for descriptor in Path("/proc/self/fd").iterdir():
            if descriptor.exists() and descriptor.samefile(path):
                raise PermissionError(13, "The file is used by another process")

    def checked(do: Callable[..., object]) -> Callable[..., object]:
        def done(path: Path, *arguments: object, **more: object) -> object:
            if path.exists():
                refuse_if_open(path)
            return do(path, *arguments, **more)

        return done

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(Path, "unlink", checked(Path.unlink))
    monkeypatch.setattr(Path, "replace", checked(Path.replace))
    target = tmp_path / "table.csv"
    left = tmp_path / ".table.csv.0123456789abcdef.unfinished"
    left.touch()
    with written_beside(target) as path:
        assert names(tmp_path) == [path.name]
        clear_unfinished(tmp_path, "*")
        path.write_bytes(b"mine")
    assert target.read_bytes() == b"mine"
    write_new(tmp_path / "game.jsonl", b"")
    unfinished = UnfinishedFile(target)
    unfinished.remove()
    assert names(tmp_path) == ["game.jsonl", target.name]


def test_a_private_folder_is_made_with_its_parents_and_may_be_there(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        make_private_folder(folder)
    assert (
        stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    )


def test_finished_parts_may_lie_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    for _ in range(2):
        KeptParts.open(tmp_path / "a" / "b", "survey", DIGEST)


class TestTheNextStart:
    """The next start of the same job, after it was killed."""

    def test_of_kept_parts(self, tmp_path: Path) -> None:
        parts = KeptParts.open(tmp_path, "survey", DIGEST)
        parts.write_or_warn(range(10), b"rows")
        before = names(tmp_path)
        for name in (f"survey-{DIGEST[:16]}-10-20.part", f"survey-{'f' * 16}-0-10.part", "survey"):
            left_by_killed(tmp_path / name)
        foreign = left_by_killed(tmp_path / f"tournament-{DIGEST[:16]}-0-10.part")
        KeptParts.open(tmp_path, "survey", DIGEST)
        assert names(tmp_path) == sorted([*before, foreign.name])
        assert parts.read(range(10)) == b"rows"

    @pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
    def test_of_plays(self, tmp_path: Path, suffix: str) -> None:
        if suffix == ".parquet":
            pytest.importorskip("pyarrow")
        target = tmp_path / f"plays{suffix}"
        left_by_killed(target)
        with PlaysWriter(target):
            assert len(names(tmp_path)) == 1
        assert names(tmp_path) == [target.name]

    def test_of_a_command_that_checks_its_place(self, tmp_path: Path) -> None:
        left_by_killed(tmp_path / "survey.csv")
        check_place(tmp_path / "survey.csv")
        assert names(tmp_path) == []

    def test_of_tables(self, tmp_path: Path) -> None:
        left_by_killed(tmp_path / "enable.json")
        write_tables({"a": 1}, tmp_path / "enable.json")
        assert names(tmp_path) == ["enable.json"]


@pytest.mark.parametrize("given", [None, 1, b"a", "a\0b", "\ud800", ["x" * 10_000]])
def test_no_path(given: object) -> None:
    with pytest.raises(InvalidInputError, match="is given for a file; give its path") as error:
        parse_path(given)
    assert len(str(error.value)) < 400


def test_a_path() -> None:
    assert parse_path("a/b") == parse_path(Path("a/b")) == Path("a/b")
