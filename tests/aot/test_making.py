"""A module is made once, by a process that ends with the one that asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.commands import is_alive, until
from support.probe_package import (
    ASK,
    COMPILES,
    ProbePackage,
    environment,
)

LINE = "    lowered: list[Any] = []\n"
"""A line of the compiler, before the gate."""
GATE = """\
    import os, pathlib, time
    folder = pathlib.Path({folder!r})
    with folder.joinpath("stopped").open("a") as file:
        print(os.getpid(), file=file)
    while not folder.joinpath("gate").exists():
        time.sleep(0.01)
"""
TWO_ENTRIES = """
from letter_tycoon_solver._aot.entry import Library
library = Library()
first, second = library.entry("probe.probe", 0, 0), library.entry("drop.drop", 0)
"""
DROP = """
from .bits import entry, lowest


@entry
def drop(bits):
    return lowest(bits)
"""


@dataclass(frozen=True, slots=True)
class Workshop:
    """A package whose processes write down who they are, and stop at a gate."""

    package: ProbePackage
    folder: Path

    @property
    def stopped(self) -> list[int]:
        path = self.folder / "stopped"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def open(self) -> None:
        """Opens the gate."""
        self.folder.joinpath("gate").touch()


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    package = ProbePackage.copied(tmp_path / "package", tmp_path / "cache")
    package.kernels.joinpath("drop.py").write_text(DROP)
    path = package.aot / "compiling.py"
    source = path.read_text()
    assert source.count(LINE) == 1
    path.write_text(source.replace(LINE, LINE + GATE.format(folder=str(tmp_path))))
    made = Workshop(package, tmp_path)
    yield made
    made.open()
    until(lambda: not any(map(is_alive, made.stopped)), "all have ended")


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]


def test_a_killed_process_leaves_nothing_half_done(workshop: Workshop) -> None:
    """Neither does it leave a compiler behind."""
    asking = workshop.package.start()
    until(lambda: workshop.stopped, "one was stopped")
    (stopped,) = workshop.stopped
    os.kill(asking.pid, signal.SIGKILL)
    asking.communicate()
    until(lambda: not is_alive(stopped), "it has ended")
    assert workshop.package.kept == []
    workshop.open()
    assert workshop.package.run().compiled
    assert not workshop.package.run().compiled
    assert list(workshop.package.cache.rglob("*.unfinished")) == []


def test_a_killed_compiler_is_told_of(workshop: Workshop) -> None:
    asking = workshop.package.start()
    until(lambda: workshop.stopped, "one was stopped")
    os.kill(workshop.stopped[0], signal.SIGKILL)
    out, err = asking.communicate()
    assert out == "True\n"
    assert "the compiler has ended with exit code -9" in err
    workshop.open()
    assert workshop.package.run().compiled


def test_ctrl_c_ends_both(workshop: Workshop) -> None:
    asking = workshop.package.start(prefix=["setsid"])
    until(lambda: workshop.stopped, "one was stopped")
    (compiler,) = workshop.stopped
    os.killpg(os.getpgid(compiler), signal.SIGINT)
    asking.communicate()
    until(lambda: not is_alive(compiler), "it has ended")
    assert asking.returncode


def test_sixteen_cold_starts_have_one_compiler(workshop: Workshop) -> None:
    processes = [workshop.package.start() for _ in range(16)]
    until(lambda: workshop.stopped, "one was stopped")
    workshop.open()
    answers = [process.communicate() for process in processes]
    assert {out for out, _ in answers} == {"True\n"}
    assert len(workshop.stopped) == 1
    assert len(workshop.package.kept) == 1


def test_threads_have_one_compiler_and_other_threads_go_on(workshop: Workshop) -> None:
    program = f"""
import pathlib, threading, time
from letter_tycoon_solver._aot.entry import Library
probe = Library().entry("probe.probe", 0, 0)
answers = []
threads = [threading.Thread(target=lambda: answers.append(probe(1, 2))) for _ in range(4)]
for thread in threads:
    thread.start()
while not pathlib.Path({str(workshop.folder)!r}, "stopped").exists():
    time.sleep(0.02)
pathlib.Path({str(workshop.folder)!r}, "gate").touch()
for thread in threads:
    thread.join()
print(*map(bool, answers))
"""
    assert workshop.package.run(program).out.split() == ["True"] * 4
    assert len(workshop.stopped) == 1


def test_what_is_compiled_is_what_is_asked_or_all(workshop: Workshop) -> None:
    """The module of all is taken for each, and needs no compiler."""
    workshop.open()
    one = workshop.package.run(f"{TWO_ENTRIES}print(bool(first(1, 2)))")
    assert (one.out, one.compiled, len(workshop.package.kept)) == ("True", True, 1)
    every = workshop.package.run(f"{TWO_ENTRIES}print(library.make(), library.make())")
    assert (every.out, every.compiled, len(workshop.package.kept)) == ("True True", True, 2)
    both = workshop.package.run(f"{TWO_ENTRIES}print(bool(first(1, 2)), second(16))")
    assert (both.out, both.err) == ("True 4", "")


def test_a_terminal_shows_how_far_it_is(workshop: Workshop) -> None:
    import pty

    workshop.open()
    own, theirs = pty.openpty()
    variables = environment(workshop.package.cache)
    variables["PYTHONPATH"] = str(workshop.package.folder)
    command = [sys.executable, "-P", "-c", ASK]
    with subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=theirs):
        pass
    os.close(theirs)
    shown = os.read(own, 10_000).decode()
    os.close(own)
    assert shown.startswith(COMPILES)
    assert "\r 70 %" in shown
    assert shown.endswith("\r     \r")
