"""Arguments and results of a kernel, through the address of its arguments."""

from __future__ import annotations

import os
from pathlib import Path

from support.probe_package import ProbePackage

KERNELS = """
import numpy as np
from .bits import entry


@entry
def scaled(numbers, factor, shift, is_whole):
    made = np.empty(len(numbers), np.float64)
    for i in range(len(numbers)):
        made[i] = numbers[i] * factor + shift
    return made if is_whole else made[1:]


@entry
def item(pair, at):
    return pair.first[at] - pair.second
"""
CALLS = """
from typing import NamedTuple
import numpy as np
from letter_tycoon_solver._aot.entries import Entry

class Pair(NamedTuple):
    first: np.ndarray
    second: int

scaled, item = Entry("tried.scaled"), Entry("tried.item")
every_other = np.arange(6)[::2]
assert np.frombuffer(scaled(every_other, 0.5, np.uint64(1 << 63), True)).tolist() == [
    2.0**63, 2.0**63 + 1, 2.0**63 + 2
]
assert np.frombuffer(scaled(np.arange(3), -2.0, np.uint64(1), False)).tolist() == [-1.0, -3.0]
assert scaled(np.arange(0), 1.0, np.uint64(0), True) == b""
assert item(Pair(np.array([7, -9]), 1), 1) == -10
again = item.prepared(pair := Pair(np.array([7, -9]), 1), 0)
assert again() == 6
pair.first[0] = 5
assert again() == 4
for at in (3, -1):  # None counts from the end.
    try:
        item(Pair(np.arange(3), 1), at)
    except IndexError as error:
        print(error)
"""
RELEASED = """
import resource
large = scaled.prepared(np.zeros(1_000_000), 1.0, np.uint64(0), True)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
large()
once = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(20):
    large()
many = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert many - once < (once - before) + 30_000, (before, once, many)
"""


def test_arguments_results_and_exceptions(tmp_path: Path) -> None:
    package = ProbePackage.copied(tmp_path / "package", tmp_path / "cache")
    package.kernels.joinpath("tried.py").write_text(KERNELS)
    checked = {"NUMBA_BOUNDSCHECK": "1"}
    for _ in range(2):  # Compiled, and from disk.
        calls = CALLS + RELEASED if os.name == "posix" else CALLS
        done = package.run(calls, variables=checked)
        assert done.out.splitlines() == ["index is out of bounds"] * 2
