"""Racks, clocks, the yardstick and tables, for all benchmarks.

Other programs on the machine make times longer, by twice and more. So searches are timed in what
they had of the processor, a table has a baseline that is measured in the same run, taking turns
with the rest, and what counts are ratios to it.

Nothing here imports NumPy or Numba: a benchmark of processes must stay small, because the peak
memory of a child is never less than that of the parent at the fork.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import shutil
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self, TypeVar

from rich.console import Console
from rich.table import Table

T = TypeVar("T")

FOLDER: Final = Path(__file__).parent

YARDSTICK: Final = "limit.c"
BLOCKS_YARDSTICK: Final = "limit_blocks.c"
"""The same with blocks of keys, as our own search has."""
_LENGTHS: Final = range(3, 16)
_COMPILERS: Final = ("cc", "gcc", "clang")
_YARDSTICK_REPETITIONS: Final = 5
_ON_CPU_CLOCK: Final = """
#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID
#include "{}"
"""

cpu_clock: Final = (
    time.thread_time if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter
)
"""The processor time of the thread, in seconds; on Windows, too coarse for that, the time."""

PIPE_WIDTH: Final = 120


def is_quick(description: str | None) -> bool:
    """Read the command line: is --quick, its only option, there?"""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_quick(parser)
    return bool(parser.parse_args().quick)


def add_quick(parser: argparse.ArgumentParser) -> None:
    """Adds the option that all benchmarks have."""
    parser.add_argument(
        "--quick", action="store_true", help="few racks and rounds, to see that it runs"
    )


def load_racks(n: int | None = None) -> list[str]:
    """The first n of the 10,000 racks of racks.txt: 10 letters each, drawn from the deck."""
    return (FOLDER / "racks.txt").read_text(encoding="ascii").split()[:n]


# Time ------------------------------------------------------------------------------------------


def seconds_each(function: Callable[[T], object], items: Iterable[T]) -> list[float]:
    """CPU time of the call with each item, without the collection of garbage."""
    clock = cpu_clock
    times = []
    gc.collect()
    gc.disable()
    try:
        for item in items:
            start = clock()
            function(item)
            times.append(clock() - start)
    finally:
        gc.enable()
    return times


@dataclass(frozen=True, slots=True)
class Summary:
    """The middle and the mean of times or ratios, and what 99 of 100 do not exceed."""

    median: float
    mean: float
    p99: float

    @classmethod
    def of_rounds(cls, rounds: Sequence[Sequence[float]]) -> Self:
        """Summarise items measured once a round; an item counts with the median of its rounds.

        So what other programs do to one call, in one round, does not count.
        """
        ordered = sorted(map(statistics.median, zip(*rounds, strict=True)))
        late = ordered[round(0.99 * (len(ordered) - 1))]
        return cls(statistics.median(ordered), statistics.fmean(ordered), late)


@dataclass(frozen=True, slots=True)
class Method:
    """A call to measure, which does something n times."""

    name: str
    n: int
    call: Callable[[], object]
    way: str = ""
    """The column of a table that has several."""


@dataclass(frozen=True, slots=True)
class Times:
    """The rounds of a method: the time, and its ratio to each yardstick."""

    seconds: list[float] = field(default_factory=list)
    ratios: list[list[float]] = field(default_factory=list)

    def shown(self) -> tuple[str, ...]:
        """The medians."""
        ratios = map(statistics.median, zip(*self.ratios, strict=True))
        return shown(statistics.median(self.seconds)), *map(shown_ratio, ratios)


def measure(
    methods: Sequence[Method], yardsticks: Sequence[Yardstick | None], n_rounds: int
) -> dict[Method, Times]:
    """CPU time in rounds of all methods, with the yardsticks between them.

    A ratio is to the mean of the yardstick just before and just after.
    """

    def now() -> list[float]:
        return [stick.seconds() if stick else math.nan for stick in yardsticks]

    times: dict[Method, Times] = defaultdict(Times)
    for _ in range(n_rounds):
        units = now()
        for method in methods:
            start = time.process_time()
            method.call()
            seconds = (time.process_time() - start) / method.n
            before, units = units, now()
            around = zip(before, units, strict=True)
            times[method].seconds.append(seconds)
            times[method].ratios.append([seconds * 2 / sum(pair) for pair in around])
    return times


def machine_load() -> str:
    """The mean number of busy processes in the last minute and in five, and the processors."""
    if not hasattr(os, "getloadavg"):
        return "unknown"
    one, five, _ = os.getloadavg()
    return f"{one:.1f}, {five:.1f} of {os.cpu_count()}"


# The yardstick ---------------------------------------------------------------------------------


class Yardstick:
    """The search for anagram classes in C, limit.c: what everything is compared with."""

    def __init__(
        self, folder: Path, words: Iterable[str], racks: Iterable[str], source: str = YARDSTICK
    ) -> None:
        """Compiles it into `folder`; raises RuntimeError if that is not possible."""
        self._program = _compile(folder, source)
        self._words, self._racks = folder / "words.txt", folder / "racks.txt"
        self._words.write_text("\n".join(yardstick_words(words)), encoding="ascii")
        self._racks.write_text("\n".join(racks), encoding="ascii")
        self.classes_per_rack = float(self._run(1)["classes_per_rack"])

    def seconds(self) -> float:
        """CPU time per rack now: one round, the median of its repetitions."""
        return float(self._run(_YARDSTICK_REPETITIONS)["us_per_rack"]) * 1e-6

    def seconds_at_once(self, n_copies: int, repetitions: int) -> float:
        """Time until so many copies of the program are done that run at once.

        That of one and of two tell what a second core is worth on this machine now.
        """
        start = time.perf_counter()
        copies = [
            subprocess.Popen(self._command(repetitions), stdout=subprocess.DEVNULL)
            for _ in range(n_copies)
        ]
        codes = [copy.wait() for copy in copies]
        if any(codes):
            raise RuntimeError(f"{YARDSTICK} failed")
        return time.perf_counter() - start

    def _run(self, repetitions: int) -> dict[str, float]:
        command = self._command(repetitions)
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        answer: dict[str, float] = json.loads(output)
        return answer

    def _command(self, repetitions: int) -> list[str]:
        return [str(self._program), str(self._words), str(self._racks), str(repetitions)]


def yardstick_words(words: Iterable[str]) -> list[str]:
    """The words that limit.c takes: 3 to 15 letters."""
    return [word for word in words if len(word) in _LENGTHS]


def find_yardstick(
    folder: Path, words: Iterable[str], racks: Iterable[str], source: str = YARDSTICK
) -> Yardstick | None:
    """The yardstick, or None and a line that says why not."""
    try:
        return Yardstick(folder, words, racks, source)
    except RuntimeError as error:
        print(f"without {source}: {error}")
        return None


def _compile(folder: Path, source: str) -> Path:
    candidates = (os.environ.get("CC"), *map(shutil.which, _COMPILERS))
    compiler = next(filter(None, candidates), None)
    if compiler is None:
        raise RuntimeError(f"there is no C compiler ({', '.join(_COMPILERS)})")
    wrapped, program = folder / source, folder / Path(source).stem
    wrapped.write_text(_ON_CPU_CLOCK.format((FOLDER / source).as_posix()), encoding="utf-8")
    command = [*compiler.split(), "-O3", "-march=native", "-o", str(program), str(wrapped)]
    try:
        subprocess.run(command, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"{compiler} cannot compile it: {error}") from error
    return program


# Tables ----------------------------------------------------------------------------------------


def print_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table; its first column is text, the others are numbers."""
    table = Table(title=title, title_justify="left")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=not number)
    for row in rows:
        table.add_row(*row)
    # A pipe has no width of its own, and a table that wraps is hard to read.
    console = Console()
    if not console.is_terminal:
        console = Console(width=PIPE_WIDTH)
    console.print(table)


def shown(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for factor, unit in ((1, "s "), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:,.2f} {unit}"
    return f"{seconds * 1e9:,.0f} ns"


def shown_ratio(ratio: float) -> str:
    """A ratio to three digits; nothing for NaN."""
    if math.isnan(ratio):
        return ""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def megabytes(n_bytes: float) -> str:
    """Bytes in units of a million."""
    return f"{n_bytes / 1e6:.1f} MB"
