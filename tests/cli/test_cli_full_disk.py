"""A standard output that takes a part of an answer: the disk is full. No row is lost in silence."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import compile_search
from support.selection import quick

from letter_tycoon_solver import Lexicon, cli
from letter_tycoon_solver.game import Game, RandomPlayer, game_text, play_out

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX"),
]

COMMANDS = {
    "hint": ["hint", "JAW"],
    "hint --csv": ["hint", "JAW", "--csv"],
    "word": ["word", "jaw"],
    "word --json": ["word", "jaw", "--json"],
    "solve": ["solve", "hands.csv", "--top", "20"],
    "survey": ["survey", "--hands", "100", "--workers", "1"],
    "best --json": ["best", "--lexicon", "common", "--json"],
    "tournament": ["tournament", "--players", "random,random", "--games", "2", "--workers", "1"],
    "analyze": ["analyze", "game.jsonl", "--playouts", "8"],
    "replay": ["replay", "game.jsonl"],
    "lexicon": ["lexicon", "info", "common"],
    "help": ["--help"],
    "version": ["--version"],
}
"""Those whose answers are as long each time."""

JSON = {
    "solve": ["solve", "hands.csv"],
    "survey": ["survey", "--hands", "100", "--workers", "1"],
    "tournament": ["tournament", "--players", "random,greedy", "--games", "2", "--workers", "1"],
    "replay": ["replay", "game.jsonl"],
    "analyze": ["analyze", "game.jsonl", "--playouts", "8"],
    "import": ["import", "game.txt"],
}
"""Those that write JSON."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a table of hands and the record of a short game."""
    path = tmp_path_factory.mktemp("disk")
    hands = random.Random(1)
    rows = ["".join(hands.choices("AEIRSTLN", k=7)) for _ in range(50)]
    (path / "hands.csv").write_text("\n".join(["hand", *rows, ""]))
    with Game(["a", "b"], 1, Lexicon.load()) as game:
        game.record_to(path / "game.jsonl")
        for action, _ in play_out(game.state, [RandomPlayer(1), RandomPlayer(2)]):
            game.apply(action)
            if game.state.round > 1:
                break
        (path / "game.txt").write_text(game_text(game), "utf-8")
    compile_search()
    return path


def run(args: list[str], folder: Path, limit: str = "") -> subprocess.CompletedProcess[bytes]:
    """Runs a command whose answer goes to a file without a buffer, after a statement."""
    program = f"import sys, resource; {limit}; from letter_tycoon_solver.cli import main"
    with (folder / "answer").open("wb") as answer:
        done = subprocess.run(
            [sys.executable, "-c", f"{program}; sys.exit(main())", *args],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=subprocess.PIPE,
            check=False,
            timeout=300,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    done.stdout = (folder / "answer").read_bytes()
    return done


@pytest.mark.parametrize("args", quick(1, COMMANDS.values()), ids=COMMANDS)
def test_an_answer_is_whole_or_a_failure(args: list[str], folder: Path) -> None:
    """The last byte has no room, and a write does not say so: it has taken all but that."""
    whole = run(args, folder, "pass")
    size = len(whole.stdout)
    assert (whole.returncode, size > 0) == (0, True)
    cut = run(args, folder, f"resource.setrlimit(resource.RLIMIT_FSIZE, 2 * ({size - 1},))")
    assert len(cut.stdout) == size - 1
    assert cut.returncode == cli.FAILURE
    last = cut.stderr.decode().splitlines()[-1]
    assert last == "Error: the answer cannot be written: File too large"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("args", quick(1, JSON.values()), ids=JSON)
def test_json_that_has_no_room(args: list[str], folder: Path) -> None:
    with Path("/dev/full").open("wb") as answer:
        done = run_to(answer.fileno(), [*args, "--json"], folder)
    assert done.returncode == cli.FAILURE
    last = done.stderr.splitlines()[-1]
    assert last == "Error: the answer cannot be written: No space left on device"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("args", quick(1, JSON.values()), ids=JSON)
def test_json_whose_reader_has_left(args: list[str], folder: Path) -> None:
    """A reader such as `head -1` leaves after its line."""
    reader, writer = os.pipe()
    os.close(reader)
    done = run_to(writer, [*args, "--json"], folder)
    os.close(writer)
    assert done.returncode == cli.FAILURE
    assert "Error" not in done.stderr
    assert "Traceback" not in done.stderr


def run_to(stdout: int, args: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "letter_tycoon_solver", *args],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=300,
    )
