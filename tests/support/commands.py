"""Commands run in this process or in a terminal, with what is said to them."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import itertools
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from letter_tycoon_solver import Lexicon, cli
from letter_tycoon_solver.game import (
    Game,
    GameState,
    GreedyPlayer,
    Player,
    TrackedGame,
    new_game,
)
from letter_tycoon_solver.rules.ruleset import RULEBOOK, ChallengeMode, Ruleset
from letter_tycoon_solver.search.plays import Plays
from letter_tycoon_solver.search.solver import find_plays
from letter_tycoon_solver.search.turns import Turns, best_turns

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


def process(args: Sequence[str], stdin: int | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "letter_tycoon_solver", *args],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # The kernels may run as plain Python, see conftest.py.
        env={**os.environ, "PYTHONWARNINGS": "ignore:overflow encountered"},
    )


def until(look: Callable[[], Any], what: str, seconds: float = 300.0) -> Any:
    """Look until something is found, and return it; what is so then is said if it does not come."""
    last = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < last, f"in vain waited until {what}"
        time.sleep(0.01)
    return found


def is_alive(process: int) -> bool:
    """Return True for a process that has not ended, as Linux shows it."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    # Nobody may have waited for one that has ended.
    return not stat.rpartition(")")[2].startswith(" Z ")


def assert_bad_input(result: Result, *parts: str) -> None:
    """Check for one sentence on stderr with the `parts`, an empty stdout and exit code 2."""
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("Error: ")
    assert len(line) < 500
    for part in parts:
        assert part in line


# Conversations with the command, through a pipe or a terminal.


Answer = Callable[[str], str | None]
"""Turns the output since the last answer into the next line; None ends the input."""

PATIENCE = 60.0
_ON_ITS_TERMINAL = """
import fcntl, sys, termios
from letter_tycoon_solver.cli import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C reaches only those whose terminal it is.
sys.exit(main())
"""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class _Person:
    """A stdin that answers the text written to a stdout."""

    def __init__(self, stdout: io.StringIO, answer: Answer) -> None:
        self._stdout = stdout
        self._answer = answer
        self._read = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        text = self._stdout.getvalue()
        new, self._read = text[self._read :], len(text)
        line = self._answer(new)
        return "" if line is None else f"{line}\n"


def talk(args: Sequence[str], answer: Answer) -> Result:
    """Run the command in this process, through pipes."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", _Person(out, answer))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = cli.run(args)
    return Result(code, out.getvalue(), err.getvalue())


def say(*lines: str) -> Answer:
    """Type these lines, whatever is asked, and then Ctrl-D."""
    rest = iter(lines)
    return lambda _: next(rest, None)


class Terminal:
    """The command in a process of its own, on a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self._process = process
        self._descriptor = descriptor
        self._text = ""

    def wait_for(self, text: str) -> str:
        """Return everything up to this text, without colours."""
        end = time.monotonic() + PATIENCE
        while text not in self._text:
            assert time.monotonic() < end, f"no {text!r} in {self._text!r}"
            assert self._read(), f"no {text!r} before the end of {self._text!r}"
        before, _, self._text = self._text.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def press_ctrl_c(self) -> None:
        """Press until it works, because Python misses one between the prompt and its wait."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(3)

    def end(self) -> tuple[int, str]:
        """Return the exit code and the rest of the output."""
        while self._read():
            pass
        return self._process.wait(PATIENCE), self._text

    def _read(self) -> bool:
        """Read the available output; return False at the end."""
        ready, _, _ = select.select([self._descriptor], [], [], PATIENCE)
        try:
            data = os.read(self._descriptor, 1 << 16) if ready else b""
        except OSError:  # On Linux this means that the other side is closed.
            data = b""
        self._text += _ESCAPES.sub("", data.decode(errors="replace")).replace("\r", "")
        return bool(data)


@contextlib.contextmanager
def terminal(*args: str, columns: int = 100) -> Iterator[Terminal]:
    import pty

    descriptor, side = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", _ON_ITS_TERMINAL, *args],
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns)},
    ) as process:
        os.close(side)
        try:
            yield Terminal(process, descriptor)
        finally:
            process.kill()
            os.close(descriptor)


# Conversations with the command `play` in a game whose first turns are known.


NO_CHALLENGE = dataclasses.replace(
    RULEBOOK, challenge=dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.NONE)
)


def seed_with_start_player(player: int, n_players: int = 2) -> int:
    return next(
        seed
        for seed in itertools.count()
        if new_game(n_players, seed, ["CAT"]).start_player == player
    )


MINE = seed_with_start_player(0)
"""A seed of a game for two in which the first player starts."""


def play(record: Path, *lines: str, options: Sequence[str] = (), seed: int = MINE) -> Result:
    """Type these lines in a new game for two against a greedy player, then Ctrl-D."""
    players = () if "--players" in options else ("--players", "me,greedy")
    args = ["play", "--seed", str(seed), "--save", str(record), *players, *options]
    return talk(args, say(*lines))


def best_plays(state: GameState) -> Plays:
    assert isinstance(state.lexicon, Lexicon)
    return find_plays(state.position, state.lexicon, ruleset=state.ruleset)


def first_turns(enable: Lexicon, limit: int | None = 20) -> Turns:
    return best_turns(new_game(2, MINE, enable).seen_by(0), enable, limit=limit)


def first_plays(enable: Lexicon, ruleset: Ruleset = RULEBOOK) -> Plays:
    return best_plays(new_game(2, MINE, enable, ruleset))


def record_game(
    path: Path,
    names: Sequence[str],
    seed: int,
    lexicon: Lexicon,
    *players: Player,
    n_rounds: int | None = None,
) -> Game:
    """Record a game of these players, else of greedy ones; it may be left after some rounds."""
    choosing = players or [GreedyPlayer()] * len(names)
    with Game(names, seed, lexicon) as game:
        game.record_to(path)
        while not game.state.is_over:
            if n_rounds is not None and game.state.round > n_rounds:
                break
            asked = game.state.to_act
            game.push(choosing[asked].choose(game.state.seen_by(asked)))
    return game


# Games told to `track`, line by line.


needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")

BEGIN = (
    "--players=Ann,Ben,Cleo", "--me=Ben", "--hand=LANEXZD", "--community=EES", "--first=Ann",
)  # fmt: skip
TURNS = ("JeWeLS j > ET", "lane < ABC > K", "cakes k -2 > OO")
"""The first three turns: of Ann, of Ben who tells, of Cleo."""


def track(record: Path, *lines: str, options: tuple[str, ...] = BEGIN) -> Result:
    return talk(["track", str(record), *options], say(*lines))


def go_on(record: Path, *lines: str) -> Result:
    return track(record, *lines, options=("--playouts=100",))


def told(record: Path) -> list[str]:
    return [turn.text for turn in TrackedGame.load(record).turns]
