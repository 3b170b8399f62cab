"""A record and its game agree, whatever comes between; and the lock of a record."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import pytest
from support.games import WORDS, exchanging, short_words
from support.records import NAMES, act, load, read_record, recorded, resumed

from letter_tycoon_solver import _files
from letter_tycoon_solver.game import Game, RecordError


def test_a_record_is_never_overwritten(record: Path) -> None:
    recorded(record)
    before = record.read_bytes()
    with pytest.raises(RecordError, match="exists"):
        Game(NAMES, 8, short_words()).record_to(record)
    assert record.read_bytes() == before


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    game = Game(NAMES, 8, short_words())
    with pytest.raises(RecordError, match="cannot be written"):
        game.record_to(tmp_path / "missing" / "game.jsonl")
    assert list(tmp_path.iterdir()) == []
    act(game, 3)
    game.record_to(tmp_path / "game.jsonl")
    game.close()
    game.close()


def test_a_recorded_game_goes_on_in_another_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with Game(NAMES, 8, short_words()) as game:
        game.record_to(first)
        act(game, 3)
        before = first.read_bytes()
        with pytest.raises(RecordError, match="exists"):
            game.record_to(first)
        act(game, 1)
        longer = first.read_bytes()
        assert longer.startswith(before)
        assert longer > before
        game.record_to(second)
        assert second.read_bytes() == longer
        act(game, 1)
        assert first.read_bytes() == longer
        assert Game.load(second, short_words()).state == game.state


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_changes_nothing_and_the_game_can_go_on(record: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    with Game(NAMES, 8, short_words()) as game:
        act(game, 3)
        game.record_to(record)
        before, states = record.read_bytes(), game.states
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
        try:
            with pytest.raises(RecordError, match="cannot be written"):
                act(game, 1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert game.states == states
        assert record.read_bytes() == before
        act(game, 2)
    assert load(record).states == game.states
    assert len(game.history) == 5


# A new file --------------------------------------------------------------------------------------


def test_of_many_games_at_once_one_gets_the_name(record: Path) -> None:
    games = [Game(NAMES, seed, short_words()) for seed in range(8)]
    barrier = threading.Barrier(len(games))
    outcomes: list[str] = []

    def try_to_record(game: Game) -> None:
        barrier.wait()
        try:
            game.record_to(record)
        except RecordError as error:
            outcomes.append(error.what)
        else:
            outcomes.append(f"seed {game.seed}")

    threads = [threading.Thread(target=try_to_record, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winners = [outcome for outcome in outcomes if outcome.startswith("seed")]
    assert len(outcomes) == len(games)
    assert winners == [f"seed {load(record).seed}"]
    assert list(record.parent.iterdir()) == [record]
    for game in games:
        game.close()


def test_a_new_record_is_locked_though_another_writer_looks_at_its_unfinished_file(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    write_new = _files.write_new

    def write_and_look(path: Path, *args: Any) -> None:
        write_new(path, *args)
        other = path.open("rb")
        fcntl.flock(other, fcntl.LOCK_EX)
        threading.Timer(0.05, other.close).start()

    monkeypatch.setattr(RECORD_FILE, "write_new", write_and_look)
    game = recorded(record)
    assert load(record).states == game.states


def test_a_file_system_without_hard_links(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    game = recorded(record)
    assert load(record).states == game.states
    assert list(record.parent.iterdir()) == [record]
    before = record.read_bytes()
    with pytest.raises(RecordError, match="exists"):
        Game(NAMES, 8, short_words()).record_to(record)
    assert record.read_bytes() == before


# Two writers -------------------------------------------------------------------------------------


def test_two_games_cannot_go_on_with_one_record(record: Path) -> None:
    with Game(NAMES, 7, short_words()) as first:
        first.record_to(record)
        act(first, 3)
        before = record.read_bytes()
        for door in (Game(NAMES, 7, short_words()).record_to, resumed):
            with pytest.raises(RecordError, match=r"is open in another game|exists already"):
                door(record)
        assert record.read_bytes() == before
        assert load(record).states == first.states
        act(first, 2)
    with resumed(record) as second:
        assert second.states == first.states
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
        act(second, 2)
    with resumed(record) as third:
        assert third.states == second.states


def test_all_names_of_a_file_share_its_lock(record: Path, tmp_path: Path) -> None:
    recorded(record)
    names = [tmp_path / "symbolic", tmp_path / "hard"]
    names[0].symlink_to(record)
    os.link(record, names[1])
    with resumed(record):
        for name in names:
            with pytest.raises(RecordError, match="is open in another game"):
                resumed(name)
    for name in names:
        resumed(name).close()


def test_a_record_that_could_not_be_resumed_is_not_locked(record: Path) -> None:
    recorded(record)
    with pytest.raises(RecordError, match="other words"):
        Game.resume(record, WORDS)
    content = record.read_bytes()
    record.write_bytes(content + b"{}\n")
    with pytest.raises(RecordError, match="'player'"):
        resumed(record)
    record.write_bytes(content)
    resumed(record).close()


def test_where_nothing_can_be_locked_a_game_is_recorded_all_the_same(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def no_lock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_lock)
    recorded(record)
    with resumed(record) as first, resumed(record) as second:
        act(first, 1)
        with pytest.raises(RecordError, match="another program"):
            second.undo()
    assert load(record).states == first.states


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES])
def test_a_lock_that_fails_is_an_error_of_the_record(
    record: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    fcntl = pytest.importorskip("fcntl")
    recorded(record)

    def broken(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", broken)
    with pytest.raises(RecordError, match=f"cannot be locked: {os.strerror(number)}"):
        resumed(record)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_does_not_keep_the_lock_of_a_game_that_was_closed(record: Path) -> None:
    recorded(record)
    read, write = os.pipe()
    with resumed(record):
        child = os.fork()
        if not child:
            os.read(read, 1)
            os._exit(0)
    try:
        resumed(record).close()
    finally:
        os.write(write, b"x")
        os.waitpid(child, 0)
        os.close(read)
        os.close(write)


WRITER = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from support.records import act, resumed

game = resumed(Path(sys.argv[1]))
print("open", flush=True)
while True:
    act(game, 1)
    game.undo()
"""


def test_after_kill_9_the_record_is_not_locked(record: Path) -> None:
    recorded(record, 5)
    arguments = [sys.executable, "-c", WRITER, str(record), str(Path(__file__).parents[1])]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
        time.sleep(0.05)  # The writer is in its loop then.
        writer.kill()
        writer.wait()
    before = load(record).states
    assert len(read_record(record).events) == record.read_bytes().count(b"\n") - 1
    with resumed(record) as game:
        assert game.states == before
        act(game, 2)
    assert load(record).states == game.states


def test_nothing_is_written_behind_what_another_program_wrote(record: Path) -> None:
    recorded(record, 5)
    with resumed(record) as game:
        with record.open("ab") as file:
            file.write(b"x")
        content, states = record.read_bytes(), game.states
        with pytest.raises(RecordError, match="was changed by another program"):
            act(game, 1)
        assert (game.states, record.read_bytes()) == (states, content)
        record.write_bytes(b"")
        with pytest.raises(RecordError, match="was changed by another program"):
            game.undo()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_step_is_not_lost_in_a_file_that_was_removed(
    record: Path, tmp_path: Path, is_replaced: bool
) -> None:
    with Game(NAMES, 8, short_words()) as game:
        game.record_to(record)
        act(game, 3)
        if is_replaced:
            copy = tmp_path / "copy.jsonl"
            copy.write_bytes(record.read_bytes())
            copy.replace(record)
        else:
            record.unlink()
        before = game.states
        with pytest.raises(RecordError, match="was removed or replaced"):
            act(game, 1)
        assert game.states == before
        game.record_to(tmp_path / "other.jsonl")
        act(game, 1)
        assert load(tmp_path / "other.jsonl").states == game.states


# Ctrl-C ------------------------------------------------------------------------------------------


def interrupted(do: Callable[[], object], n: int) -> bool:
    """Does it, with Ctrl-C before its n-th instruction in game.py or records.py, if it has one."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        file = Path(frame.f_code.co_filename)
        if file.parent.name != "game" or file.name not in {"game.py", "records.py"}:
            return None
        frame.f_trace_opcodes = True
        if event in {"opcode", "return"}:
            count += 1
            if count == n:
                raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(previous)
    return False


@pytest.mark.parametrize("kind", ["apply", "undo", "redo"])
def test_an_interrupted_step_is_done_in_game_and_record_or_in_neither(
    record: Path, kind: str
) -> None:
    n, outcomes = 0, set()
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(record)
        game.apply(exchanging())
        game.apply(exchanging())
        game.undo()
        do: dict[str, Callable[[], object]] = {
            "apply": lambda: game.apply(exchanging(game.state.active_seat.hand[:2])),
            "undo": game.undo,
            "redo": game.redo,
        }
        back = {"apply": game.undo, "undo": game.redo, "redo": game.undo}[kind]
        going_on = True
        while going_on:
            n += 1
            states = game.states
            going_on = interrupted(do[kind], n)
            is_done = game.states != states
            outcomes.add(is_done)
            loaded = load(record)
            assert (loaded.states, loaded.can_redo) == (game.states, game.can_redo)
            if is_done:
                back()
            if n % 50 == 0:
                # Keeps the record short.
                game.close()
                record.unlink()
                game.record_to(record)
    assert n > 50
    assert outcomes == {True, False}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*unclosed file:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupted_beginning_leaves_no_half_of_a_file(record: Path) -> None:
    game = Game(NAMES, 7, WORDS)
    for _ in range(3):
        game.apply(exchanging())
    game.undo()
    n, going_on = 0, True
    while going_on:
        n += 1
        going_on = interrupted(lambda: game.record_to(record), n)
        if record.exists():
            assert Game.load(record, WORDS).states == game.states
            record.unlink()
        game.close()
    assert n > 100


# The lock of a record on Windows, by a stand-in for its module `msvcrt` ---------------------------


RECORD_FILE = sys.modules[RecordError.__module__]


class Msvcrt(ModuleType):
    """Locks bytes of open files as Windows does: nobody else can lock or read them.

    Attributes:
        locked: by file and position, who has it open.
    """

    LK_UNLCK, LK_NBLCK = 0, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[tuple[int, int], int] = {}

    def locking(self, descriptor: int, mode: int, n_bytes: int) -> None:
        assert n_bytes == 1
        at = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        holder = self.locked.get(at)
        if mode == self.LK_UNLCK:
            if holder != descriptor:
                raise OSError(errno.EACCES, "Permission denied")
            del self.locked[at]
        elif holder is not None:
            raise OSError(errno.EACCES, "Permission denied")
        else:
            self.locked[at] = descriptor


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    """Has records locked as on Windows."""
    fake = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(RECORD_FILE, "sys", SimpleNamespace(platform="win32"))
    return fake


def test_one_game_has_the_record(msvcrt: Msvcrt, record: Path) -> None:
    with Game(NAMES, 7, short_words()) as first:
        first.record_to(record)
        act(first, 3)
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
        ((_, position),) = msvcrt.locked
        assert position > 1000 * record.stat().st_size, "nobody could read what is locked"
        act(first, 2)
        assert load(record).states == first.states
    assert not msvcrt.locked
    with resumed(record) as second:
        assert second.states == first.states
        second.undo()
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
    assert not msvcrt.locked
    assert load(record).states == second.states


def test_a_lock_that_fails_on_windows_is_an_error_of_the_record(
    msvcrt: Msvcrt, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(record)

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(msvcrt, "locking", broken)
    with pytest.raises(RecordError, match="cannot be locked: Input/output error"):
        resumed(record)
