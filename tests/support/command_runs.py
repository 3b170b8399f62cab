"""Run the command `letter-tycoon`, here or in a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from letter_tycoon_solver import cli

EXAMPLE = ["hint", "jwleanz", "ees", "--patents", "k", "--opponent", "e", "--opponent", ""]
"""The example of the rulebook."""


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


def runner(capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs a command line and returns the result."""

    def run(*args: str) -> Result:
        code = cli.run(args)
        return Result(code, *capsys.readouterr())

    return run


def compile_search() -> None:
    """Use the search and the lexicon first, so that later output has no notes about them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", io.StringIO())
        patch.setattr(sys, "stderr", io.StringIO())
        assert cli.run(EXAMPLE) == 0


def process(args: Sequence[str], cwd: Path | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "letter_tycoon_solver", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        # The kernels may run as plain Python, see conftest.py.
        env={**os.environ, "PYTHONWARNINGS": "ignore:overflow encountered"},
    )


def assert_bad_input(result: Result, *parts: str) -> None:
    """Check for one sentence on stderr with the `parts`, an empty stdout and exit code 2."""
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("Error: ")
    assert len(line) < 500
    for part in parts:
        assert part in line
