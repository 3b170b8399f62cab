"""Games told to `track`, line by line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.no_jit import NO_JIT
from support.terminal_talk import Talk, say, talk

from letter_tycoon_solver.game import TrackedGame

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")
needs_search = pytest.mark.skipif(NO_JIT, reason="takes too long in plain Python")

BEGIN = (
    "--players=Ann,Ben,Cleo", "--me=Ben", "--hand=LANEXZD", "--community=EES", "--first=Ann",
)  # fmt: skip
TURNS = ("JeWeLS j > ET", "lane < ABC > K", "cakes k -2 > OO")
"""The first three turns: of Ann, of Ben who tells, of Cleo."""


def track(record: Path, *lines: str, options: tuple[str, ...] = BEGIN) -> Talk:
    return talk(["track", str(record), *options], say(*lines))


def go_on(record: Path, *lines: str) -> Talk:
    return track(record, *lines, options=("--playouts=100",))


def told(record: Path) -> list[str]:
    return [turn.text for turn in TrackedGame.load(record).turns]
