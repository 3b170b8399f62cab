"""Questions about one position do not wait for the compiler, which works beside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.no_jit import NO_JIT
from support.probe_package import MAX_SECONDS, ProbePackage

BESIDE = {"LETTER_TYCOON_COMPILE": ""}
PROBE = """
from letter_tycoon_solver._aot.entries import Entry
probe = Entry("probe.probe", is_for_one=True)
"""
ASK = f"""{PROBE}
print(bool(probe(1, 2)), "compiled" if probe._codes else "at once", flush=True)
"""
BULK = """
from letter_tycoon_solver._aot.entries import Entry
print(bool(Entry("probe.probe")(1, 2)))
"""
GATE = """\
if {condition}:
    import os, pathlib, time
    folder = pathlib.Path({folder!r})
    with folder.joinpath("compilers").open("a") as file:
        print(os.getpid(), file=file)
    while not folder.joinpath("gate").exists():
        time.sleep(0.01)
"""
PLACES = {
    "compiling": ("compiling.py", "    signature = tuple(map(_type_of, args))\n", "True"),
    "saving": (
        "../_user_cache.py",
        "            unfinished.write_bytes(content)\n",
        "path.suffix == '.code'",
    ),
}
"""Files, the lines before the gate, and who is stopped by it."""


def until(is_so: Callable[[], object]) -> None:
    """Waits for something."""
    end = time.monotonic() + MAX_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # Nobody may have waited for one that has ended.
    return ") Z " not in Path(f"/proc/{process}/stat").read_text()


@dataclass(frozen=True, slots=True)
class Workshop:
    """A package whose compilers write down who they are, and stop at a gate."""

    package: ProbePackage
    folder: Path

    @property
    def compilers(self) -> list[int]:
        path = self.folder / "compilers"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def open(self) -> None:
        """Opens the gate."""
        self.folder.joinpath("gate").touch()

    def ask(self) -> str:
        """The answer, and what gave it; nothing else is said."""
        done = self.package.run(ASK, variables=BESIDE)
        assert done.err == ""
        return done.out


def with_gate(folder: Path, place: str) -> Workshop:
    package = ProbePackage.copied(folder / "package", folder / "cache")
    name, line, condition = PLACES[place]
    path = package.aot / name
    source = path.read_text()
    assert source.count(line) == 1
    gate = GATE.format(condition=condition, folder=str(folder))
    gate = textwrap.indent(gate, line[: -len(line.lstrip())])
    path.write_text(source.replace(line, line + gate))
    return Workshop(package, folder)


@pytest.fixture(params=["compiling"])
def workshop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workshop]:
    made = with_gate(tmp_path, request.param)
    yield made
    made.open()
    until(lambda: not any(map(is_alive, made.compilers)))


at_every_place = pytest.mark.parametrize("workshop", PLACES, indirect=True)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]


def test_the_tests_wait_for_the_compiler() -> None:
    assert os.environ["LETTER_TYCOON_COMPILE"] == "wait"


class TestBeside:
    def test_the_answer_is_there_before_the_compiler(self, workshop: Workshop) -> None:
        """It goes on when the command has ended, in a session and at a priority of its own."""
        assert workshop.ask() == "True at once"
        until(lambda: workshop.compilers)
        compiler = workshop.compilers[0]
        assert is_alive(compiler)
        assert os.getsid(compiler) != os.getsid(0)
        assert os.getpriority(os.PRIO_PROCESS, compiler) >= 10
        assert workshop.ask() == "True at once"
        workshop.open()
        until(lambda: not is_alive(compiler))
        assert workshop.ask() == "True compiled"
        assert workshop.compilers == [compiler]

    @at_every_place
    def test_a_killed_compiler_leaves_nothing_half_done(self, workshop: Workshop) -> None:
        assert workshop.ask() == "True at once"
        until(lambda: workshop.compilers)
        os.kill(workshop.compilers[0], signal.SIGKILL)
        until(lambda: not is_alive(workshop.compilers[0]))
        assert workshop.package.kept == []
        workshop.open()
        assert workshop.ask() == "True at once"
        until(lambda: workshop.package.kept)
        until(lambda: not any(map(is_alive, workshop.compilers)))
        assert workshop.ask() == "True compiled"
        assert len(workshop.compilers) == 2
        assert list(workshop.package.cache.rglob("*.unfinished")) == []

    def test_sixteen_cold_starts_start_one_compiler(self, workshop: Workshop) -> None:
        """One for both kernels that they ask for."""
        program = f"{ASK}print(bool(probe(True, 2)), len(probe._codes))"
        processes = [workshop.package.start(program, variables=BESIDE) for _ in range(16)]
        answers = [process.communicate() for process in processes]
        assert answers == [("True at once\nTrue 0\n", "")] * 16
        workshop.open()
        until(lambda: len(workshop.package.kept) == 2)
        until(lambda: not any(map(is_alive, workshop.compilers)))
        assert len(workshop.compilers) == 2
        assert len(set(workshop.compilers)) == 1
        assert list(workshop.package.cache.rglob("*.job")) == []

    def test_a_process_takes_the_code_as_soon_as_it_is_there(self, workshop: Workshop) -> None:
        program = f"""{PROBE}
import os, pathlib, sys, time
call = probe.prepared(1, 2)
print(bool(call()), bool(probe._codes))
pathlib.Path({str(workshop.folder)!r}, "gate").touch()
while not list(pathlib.Path({str(workshop.package.cache)!r}).rglob("*.code")):
    time.sleep(0.02)
print(bool(call()), bool(probe._codes), "numba" in sys.modules)
try:
    print(os.waitpid(-1, os.WNOHANG))
except ChildProcessError:
    print("none to wait for")
"""
        done = workshop.package.run(program, variables=BESIDE)
        assert done.out.splitlines() == ["True False", "True True False", "none to wait for"]
        assert done.err == ""

    def test_bulk_waits_for_the_same_compiler(self, workshop: Workshop) -> None:
        workshop.ask()
        until(lambda: workshop.compilers)
        bulk = workshop.package.start(BULK, variables=BESIDE)
        assert bulk.stderr is not None
        assert bulk.stderr.readline().startswith("Compiling the search, once")
        with pytest.raises(subprocess.TimeoutExpired):
            bulk.wait(1)
        workshop.open()
        assert bulk.communicate()[0] == "True\n"
        assert len(workshop.compilers) == 1

    def test_bulk_in_one_thread_is_in_nobodys_way(self, workshop: Workshop) -> None:
        program = f"""{PROBE}
import pathlib, threading, time
bulk = threading.Thread(target=lambda: print("bulk", bool(Entry("probe.probe")(True, 2))))
bulk.start()
while not pathlib.Path({str(workshop.folder)!r}, "compilers").exists():
    time.sleep(0.02)
print("one", bool(probe(1, 2)), flush=True)
pathlib.Path({str(workshop.folder)!r}, "gate").touch()
bulk.join()
"""
        done = workshop.package.run(program, variables=BESIDE)
        assert done.out.splitlines() == ["one True", "bulk True"]

    def test_what_goes_on_for_long_waits_for_the_compiler(self, workshop: Workshop) -> None:
        workshop.open()
        program = "\n".join(
            [
                PROBE,
                "from letter_tycoon_solver._aot import first_answers",
                "first_answers.MOST_SECONDS = 1e-9",
                "print(bool(probe(1, 2)), bool(probe._codes))",
                "print(bool(probe(1, 2)), bool(probe._codes))",
            ]
        )
        done = workshop.package.run(program, variables=BESIDE)
        assert done.out.splitlines() == ["True False", "True True"]


AHEAD = """
import os, pathlib
from letter_tycoon_solver._aot.entries import Entry
def compile_next():
    Entry("probe.probe")(True, 2)
"""
ASK_WITH_AHEAD = """
import os
os.cpu_count = lambda: {cores}
from letter_tycoon_solver._aot.entries import Entry
probe = Entry("probe.probe", is_for_one=True, ahead="letter_tycoon_solver.ahead.compile_next")
print(bool(probe(1, 2)), bool(probe(1, 2)), flush=True)
"""


class TestAhead:
    def ask(self, workshop: Workshop, cores: int, ahead: str = AHEAD) -> None:
        workshop.package.aot.parent.joinpath("ahead.py").write_text(ahead)
        done = workshop.package.run(ASK_WITH_AHEAD.format(cores=cores), variables=BESIDE)
        assert (done.out, done.err) == ("True True", "")

    def test_what_is_asked_for_next_is_compiled_first_by_the_same_process(
        self, workshop: Workshop
    ) -> None:
        """Their common part is compiled once, and the next question waits least."""
        self.ask(workshop, cores=2)
        until(lambda: workshop.compilers)
        (waiting,) = workshop.package.cache.rglob("*.job")
        assert waiting.name.startswith("probe.probe-")
        self.ask(workshop, cores=2)
        (compiler,) = workshop.compilers
        assert os.getpriority(os.PRIO_PROCESS, compiler) >= 10
        workshop.open()
        until(lambda: not any(map(is_alive, workshop.compilers)))
        assert workshop.compilers == [compiler, compiler]
        assert len(workshop.package.kept) == 2
        assert workshop.ask() == "True compiled"

    def test_it_fails_alone(self, workshop: Workshop) -> None:
        workshop.open()
        self.ask(workshop, cores=2, ahead="raise RuntimeError")
        until(lambda: workshop.package.kept)
        until(lambda: not any(map(is_alive, workshop.compilers)))
        assert workshop.ask() == "True compiled"

    def test_not_on_a_single_processor(self, workshop: Workshop) -> None:
        self.ask(workshop, cores=1)
        workshop.open()
        until(lambda: workshop.package.kept)
        until(lambda: not any(map(is_alive, workshop.compilers)))
        assert len(workshop.compilers) == 1


class TestWithoutAnotherProcess:
    def test_it_is_compiled_after_the_answer(self, workshop: Workshop) -> None:
        program = f"import sys\nsys.executable = ''\n{ASK}"
        process = workshop.package.start(program, variables=BESIDE)
        assert process.stdout is not None
        assert process.stdout.readline() == "True at once\n"
        until(lambda: workshop.compilers)
        assert workshop.compilers == [process.pid]
        assert workshop.package.kept == []
        workshop.open()
        _, err = process.communicate()
        assert (process.returncode, err.count("\n")) == (0, 1)
        assert err.startswith("Compiling the search, once")
        assert workshop.ask() == "True compiled"

    def test_nothing_is_compiled_that_cannot_be_kept(self, workshop: Workshop) -> None:
        workshop.package.cache.mkdir(mode=0o777)
        workshop.package.cache.chmod(0o777)
        done = workshop.package.run(ASK, variables=BESIDE)
        assert done.out == "True at once"
        assert done.err.count("is not used to keep what is compiled") == 1
        assert workshop.compilers == []


class TestSetting:
    def test_wait(self, workshop: Workshop) -> None:
        workshop.open()
        done = workshop.package.run(ASK)
        assert (done.out, done.compiled) == ("True compiled", True)

    def test_another_one_is_refused(self, workshop: Workshop) -> None:
        process = workshop.package.start(ASK, variables={"LETTER_TYCOON_COMPILE": "never"})
        out, err = process.communicate()
        assert (out, process.returncode) == ("", 1)
        assert "LETTER_TYCOON_COMPILE is 'never'; set it to wait" in err


ANSWERS = """
from hashlib import sha256
import letter_tycoon_solver as lts
lexicon = lts.Lexicon.load()
for patents in ["", "BJKXZ", "BJKQVXZ"]:
    for limit, variants in (None, "best"), (1, "best"), (20, "all"):
        position = lts.Position("JWLEANZ", "EES", patents=patents, opponents=["R", "T"])
        plays = lts.find_plays(
            position, lexicon, limit=limit, variants=variants, rank_by="equity"
        )
        print(patents, len(plays), sha256(plays.columns).hexdigest())
    print(lts.find_plays(position, lexicon, limit=1).n_legal)
"""
AT_ONCE = """
from letter_tycoon_solver._aot import codes, first_answers
codes.kept = lambda *_: None
first_answers.compile_beside = lambda *_: None
"""


@pytest.mark.skipif(NO_JIT, reason="has no machine code")
def test_answers_at_once_are_the_same() -> None:
    usual, at_once = (
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=True,
        )
        for program, variables in ((ANSWERS, {}), (AT_ONCE + ANSWERS, BESIDE))
    )
    assert at_once.stdout.splitlines() == usual.stdout.splitlines()
    assert len(usual.stdout.splitlines()) == 12
    assert at_once.stderr == ""
