"""The tests with each Python, and with the lowest versions that pyproject.toml allows.

`nox` alone runs something of every room with each Python that is there, `nox -s tests-3.13` all
tests with one of them, `nox -s lowest` all tests with the lowest versions.
"""

from __future__ import annotations

from typing import Final

import nox

PYTHONS: Final = ["3.11", "3.12", "3.13", "3.14"]
QUICK: Final = [
    "tests/test_import.py",
    "tests/rules",
    "tests/search/test_find_plays.py",
    "tests/search/test_plays_table.py",
    "tests/game/test_game_whole.py",
    "tests/batch/test_batch_solve.py",
    "tests/batch/test_batch_read.py",
    "tests/cli/test_cli.py",
]

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["quick"]
nox.options.error_on_missing_interpreters = False


@nox.session(python=PYTHONS)
def quick(session: nox.Session) -> None:
    """Something of every room."""
    session.install("--editable", ".[test]")
    session.run("pytest", "-q", *(session.posargs or QUICK))


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests."""
    session.install("--editable", ".", "--group", "all-tests")
    session.run("pytest", "-q", "-m", "not soak", *session.posargs)


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """All tests with the lowest version of each package that pyproject.toml names."""
    lowest = ("--resolution", "lowest-direct")
    session.install(*lowest, "--editable", ".", "--group", "all-tests")
    session.run("pytest", "-q", "-m", "not soak", *session.posargs)
