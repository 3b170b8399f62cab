"""Shared parts of the tests of commands that can be stopped and continued."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.command_runs import Result, Run, runner

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.cli.terminal import Tell

COMPILING = "Compiling the search, once; this takes some seconds ...\n"


def quiet_runner(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Return a function that runs a command with some arguments, as in a pipe.

    Notes about compiling are left out of the result.
    """
    for variable in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)
    Lexicon.load()
    run_any = runner(capsys)

    def run(*args: str) -> Result:
        code, out, err = run_any(command, *args)
        return Result(code, out, err.removeprefix(COMPILING))

    return run


def kept_parts(folder: str) -> list[Path]:
    """Return the finished parts of work that is not complete."""
    return list(Path(Lexicon.cache_path().parent, folder).glob("*"))


def interrupted_after(calls: int) -> Callable[[str], AbstractContextManager[Tell]]:
    """Return a progress function that interrupts at this call; the first call is at the start."""

    @contextlib.contextmanager
    def shown(_things: str) -> Iterator[Tell]:
        count = itertools.count()

        def tell(_done: int, _n: int | None) -> None:
            if next(count) == calls:
                raise KeyboardInterrupt

        yield tell

    return shown


def examples_of_help(run: Run, command: str) -> list[str]:
    """Return the examples in the help of a command."""
    lines = run("--help").out.splitlines()
    return [line for line in lines if line.startswith(f"    letter-tycoon {command}")]
