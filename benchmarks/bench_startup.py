"""Start-up: how long until the first answer, and how much memory does it take?

Run: python -m benchmarks.bench_startup [--quick]

Each run is a new process; the rows take turns, a time is the median. "first ever" has empty caches,
of compiled kernels and lexicons, "later" has them filled.
Rows with "of it" are a part of the process above, measured inside. "ratio" is to a Python that does
nothing. "CPU" is what the process had of the processor, which other programs change less, with the
process that it has started to compile; "peak" is the most memory it held, or that of this
benchmark, about 22 MB, if that is more (both POSIX only).
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .common import is_quick, megabytes, print_table, shown, shown_ratio

NOTHING: Final = "python -c pass"
HINT: Final = ("-m", "letter_tycoon_solver", "hint", "JWLEANZ", "EES", "--patents", "K")
STEPS: Final = """
import json, time
begin = time.perf_counter()
times = {}
def step(name):
    global begin
    times[name] = time.perf_counter() - begin
    begin = time.perf_counter()
import letter_tycoon_solver as lts
step("import letter_tycoon_solver")
lexicon = lts.Lexicon.load()
step("Lexicon.load")
position = lts.Position("JWLEANZ", "EES", patents="K", opponents=["E", ""])
lts.find_plays(position, lexicon)
step("find_plays, first call")
lts.find_plays(position, lexicon)
step("find_plays, second call")
from letter_tycoon_solver.advisor import advise
from letter_tycoon_solver.game import new_game
state = new_game(2, 0, lexicon)
step("the advisor, imported")
for call in ("first", "second"):
    advise(state, lexicon, seconds=1.0, opponents="static")
    step(f"advise for a second, {call} call")
print(json.dumps(times))
"""
"""A program that tells how long its steps take."""


@dataclass(frozen=True, slots=True)
class Run:
    """A process: a row of the table, and one for each step that it reports."""

    name: str
    arguments: Sequence[str]
    reports: bool = False
    """It prints the times of its steps."""


LATER: Final = (
    Run(NOTHING, ("-c", "pass")),
    Run("import numpy", ("-c", "import numpy")),
    Run("import numba", ("-c", "import numba")),
    Run("hint, later", HINT),
    Run("program, later", ("-c", STEPS), reports=True),
)
FIRST_EVER: Final = (
    Run("hint, first ever", HINT),
    Run("program, first ever", ("-c", STEPS), reports=True),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The time and memory that one process took."""

    seconds: float
    cpu_seconds: float
    peak: float
    """Bytes; as cpu_seconds, NaN where the system does not tell."""
    steps: dict[str, float]


def environment(folder: Path, caches: Path | None) -> dict[str, str]:
    """The variables of a process with a cache folder of its own, or with the user's.

    Python's own compiled files are there as after an installation, whatever this process was told;
    they lie in `folder`, and nothing is written elsewhere.
    """
    variables = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    if caches:
        variables.pop("NUMBA_CACHE_DIR", None)
        variables["LETTER_TYCOON_CACHE"] = str(caches)
    return variables


def measure(run: Run, folder: Path, caches: Path | None = None) -> Outcome:
    """Runs it once."""
    command = [sys.executable, *run.arguments]
    start = time.perf_counter()
    variables = environment(folder, caches)
    process = subprocess.Popen(
        command,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read()
    cpu_seconds, peak = wait(process)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"{run.name} ended with exit code {process.returncode}")
    return Outcome(seconds, cpu_seconds, peak, json.loads(output) if run.reports else {})


def wait(process: subprocess.Popen[str]) -> tuple[float, float]:
    """Waits for the end; returns the CPU time in seconds and the peak memory in bytes."""
    if sys.platform == "win32":
        process.wait()
        return math.nan, math.nan
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return usage.ru_utime + usage.ru_stime, peak


def measure_all(n_rounds: int, n_first: int) -> dict[Run, list[Outcome]]:
    """All runs in turn."""
    outcomes: dict[Run, list[Outcome]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure(Run("fills the caches", HINT), folder)
        for _ in range(n_rounds):
            for run in LATER:
                outcomes[run].append(measure(run, folder))
        for number in range(n_first):
            for run in FIRST_EVER:
                empty = folder / f"{run.name} {number}"
                outcomes[run].append(measure(run, folder, empty))
    return outcomes


def rows(outcomes: dict[Run, list[Outcome]]) -> list[tuple[str, ...]]:
    """The rows of the table."""

    def row(name: str, times: list[float], cpu: str, peak: str) -> tuple[str, ...]:
        median = statistics.median(times)
        return name, shown(median), shown(min(times)), shown_ratio(median / nothing), cpu, peak

    by_name = {run.name: [done.seconds for done in runs] for run, runs in outcomes.items()}
    nothing = statistics.median(by_name[NOTHING])
    lines = []
    for run, runs in outcomes.items():
        cpu = statistics.median(done.cpu_seconds for done in runs)
        peak = statistics.median(done.peak for done in runs)
        told = ("", "") if math.isnan(peak) else (shown(cpu), megabytes(peak))
        lines.append(row(run.name, by_name[run.name], *told))
        lines += [
            row(f"  of it {step}", [done.steps[step] for done in runs], "", "")
            for step in runs[0].steps
        ]
    return lines


def main() -> None:
    """Prints the table."""
    quick = is_quick(__doc__)
    n_rounds, n_first = (1, 0) if quick else (15, 3)
    print_table(
        f"New processes; {n_rounds} runs, {n_first} of the first ever",
        ("process", "median", "fastest", "ratio", "CPU", "peak"),
        rows(measure_all(n_rounds, n_first)),
    )


if __name__ == "__main__":
    main()
