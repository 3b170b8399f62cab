"""Arguments and results of a kernel, through the address of its arguments."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
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


@entry
def write(rows, at):
    made = np.zeros(3, np.int64)
    made[at] = rows[0][at] = 1


@entry
def doubled(number):
    return number + number
"""
PAIR = """
from typing import NamedTuple
import numpy as np


class Pair(NamedTuple):
    first: np.ndarray
    second: int
"""
LIBRARY = """
import numpy as np
from letter_tycoon_solver._aot.entry import Library
from letter_tycoon_solver._kernels.pair import Pair

library = Library()
ints = np.empty(0, np.int64)
scaled = library.entry("tried.scaled", ints, 0.0, np.uint64(0), True)
item = library.entry("tried.item", Pair(ints, 0), 0)
"""
CALLS = f"""{LIBRARY}
assert np.frombuffer(scaled(np.array([0, 2, 4]), 0.5, np.uint64(1 << 63), True)).tolist() == [
    2.0**63, 2.0**63 + 1, 2.0**63 + 2
]
for wrong in np.arange(6)[::2], np.zeros(3), np.zeros((3, 1), np.int64):
    try:
        scaled(wrong, 0.5, np.uint64(1), True)
    except TypeError as error:
        print(error)
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
large = scaled.prepared(np.zeros(1_000_000, np.int64), 1.0, np.uint64(0), True)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
large()
once = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(20):
    large()
many = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert many - once < (once - before) + 30_000, (before, once, many)
"""


def with_kernels(folder: Path) -> ProbePackage:
    package = ProbePackage.copied(folder / "package", folder / "cache")
    package.kernels.joinpath("tried.py").write_text(KERNELS)
    package.kernels.joinpath("pair.py").write_text(PAIR)
    return package


@pytest.mark.slow
def test_arguments_results_and_exceptions(tmp_path: Path) -> None:
    package = with_kernels(tmp_path)
    checked = {"NUMBA_BOUNDSCHECK": "1"}
    for _ in range(2):  # Compiled, and from disk.
        calls = CALLS + RELEASED if os.name == "posix" else CALLS
        done = package.run(calls, variables=checked)
        assert done.out.splitlines() == [
            *(
                f"tried.scaled was given {given},float64,uint64,bool;"
                " it takes <i81,float64,uint64,bool"
                for given in ("<i81 with gaps", "<f81", "<i82")
            ),
            *["index is out of bounds"] * 2,
        ]


PLAIN = f"""import warnings
warnings.simplefilter("error")
{LIBRARY}
doubled = library.entry("tried.doubled", np.uint64(0))
assert doubled(np.uint64(1 << 63)) == 0
rows = np.zeros((1, 4), np.int64)
write = library.entry("tried.write", np.empty((0, 0), rows.dtype), 0)
write(rows, 2)
assert rows.tolist() == [[0, 0, 1, 0]]
for at in (-1, 3):
    for call in (lambda: item(Pair(np.arange(3), 1), at), lambda: write(rows, at)):
        try:
            call()
        except IndexError as error:
            print(error)
"""


def test_plain_python_wraps_around_and_refuses_bad_indices(
    tmp_path: Path,
) -> None:
    package = with_kernels(tmp_path)
    done = package.run(PLAIN, variables={"NUMBA_DISABLE_JIT": "1"})
    assert done.out.splitlines() == [
        *["a kernel takes the index -1, which is below 0"] * 2,
        *["index 3 is out of bounds for axis 0 with size 3"] * 2,
    ]
