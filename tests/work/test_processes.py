"""No worker outlives the process that it works for, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from support.commands import until
from support.selection import quick

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver._user_cache import FOLDER_VARIABLE
from letter_tycoon_solver._work.executors import worker_processes

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc"
)

SECONDS = 300.0
"""A test that would hang fails; what is not compiled takes a minute or two."""


def parents() -> dict[int, int]:
    """By process that runs its parent."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(folder.name)] = int(parent)
    return found


def descendants(process: int) -> set[int]:
    known = parents()
    found = {process}
    while more := {child for child, parent in known.items() if parent in found} - found:
        found |= more
    return found - {process}


@contextmanager
def started(args: list[str], **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python with a pipe for what it and its workers say; none of them is left at the end."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **variables}
    process = subprocess.Popen(
        [sys.executable, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        for left in {process.pid, *descendants(process.pid)} & set(parents()):
            os.kill(left, signal.SIGKILL)
        process.communicate()


def assert_all_end(process: subprocess.Popen[bytes], how: signal.Signals) -> bytes:
    """Ends a process and waits for its workers; returns what they have said."""
    workers = descendants(process.pid)
    assert workers
    process.send_signal(how)
    try:
        # The pipe is closed when the last of them has ended.
        said, _ = process.communicate(timeout=SECONDS)
        until(lambda: not workers & set(parents()), "all workers have ended")
    finally:
        for left in workers & set(parents()):
            os.kill(left, signal.SIGKILL)
    assert process.returncode == -how
    return said


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A short word list: a game and a hand take little time."""
    path = tmp_path / "words.txt"
    path.write_text("\n".join(list(Lexicon.load("common"))[::50]), "utf-8")
    return path


def test_all_workers_start_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the first would have an answer before the last is started."""
    start = SpawnProcess.start

    def start_slowly(process: SpawnProcess) -> None:
        start(process)
        time.sleep(0.5)

    monkeypatch.setattr(SpawnProcess, "start", start_slowly)
    with worker_processes(3) as pool:
        assert len(set(multiprocessing.active_children())) == 3
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
    assert multiprocessing.active_children() == []


def test_workers_end_at_once_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread fails over work that was cancelled before, though a worker dies at its leisure."""
    failed: list[threading.ExceptHookArgs] = []
    terminate = SpawnProcess.terminate

    def terminate_and_wait(process: SpawnProcess) -> None:
        terminate(process)
        process.join()
        time.sleep(0.2)

    def fail() -> None:
        with worker_processes(2) as pool:
            tasks = [pool.submit(time.sleep, SECONDS) for _ in range(20)]
            tasks[-1].cancel()
            raise KeyError

    monkeypatch.setattr(threading, "excepthook", failed.append)
    monkeypatch.setattr(SpawnProcess, "terminate", terminate_and_wait)
    begun = time.monotonic()
    with pytest.raises(KeyError):
        fail()
    assert time.monotonic() - begun < SECONDS
    assert multiprocessing.active_children() == []
    assert failed == []


HOW = [signal.SIGTERM, signal.SIGKILL]


@pytest.mark.slow
@pytest.mark.parametrize("how", HOW)
def test_the_command_tournament(tmp_path: Path, words: Path, how: signal.Signals) -> None:
    args = ["-m", "letter_tycoon_solver", "tournament", "--players", "random,random"]
    args += ["--games", "200000", "--workers", "2", "--lexicon", str(words)]
    cache = {FOLDER_VARIABLE: str(tmp_path)}
    kept = tmp_path / "tournaments"
    with started(args, **cache) as process:
        until(lambda: len(list(kept.glob("*.part"))) > 1, "games are kept")
        assert_all_end(process, how)
    assert list(kept.glob("*.part"))
    with started(args, **cache) as process:
        assert process.stdout is not None
        until(lambda: b"Going on from" in process.stdout.readline(), "it goes on")  # type: ignore[union-attr]


@pytest.mark.parametrize("method", quick(1, ["spawn", "forkserver", "fork"]))
@pytest.mark.parametrize("how", quick(1, HOW))
def test_a_pool_of_the_caller(tmp_path: Path, method: str, how: signal.Signals) -> None:
    program = textwrap.dedent(f"""
        import multiprocessing
        import time
        from concurrent.futures import ProcessPoolExecutor
        from letter_tycoon_solver import Lexicon
        from letter_tycoon_solver.batch import Deal, iter_solve_batch

        if __name__ == "__main__":
            lexicon = Lexicon.from_words(["cat", "act", "dog", "god", "tea", "eat", "tree", "noon"])
            context = multiprocessing.get_context({method!r})
            pool = ProcessPoolExecutor(2, context)
            # One that has not worked for the library yet would not notice.
            list(pool.map(time.sleep, [0.3, 0.3]))
            deal = Deal(10**9, seed=3)
            for chunk in iter_solve_batch(deal, lexicon, executor=pool, chunk_size=50):
                print("begun", flush=True)
    """)
    script = tmp_path / "script.py"
    script.write_text(program, "utf-8")
    with started(["-W", "ignore", str(script)]) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(40)]
        assert lines[-1] == b"begun\n", lines
        assert_all_end(process, how)
