"""Standard streams that the caller has closed, as a shell does with `>&-`, `<&-` and `2>&-`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.commands import compile_search
from support.selection import quick

from letter_tycoon_solver import Lexicon, cli
from letter_tycoon_solver.game import Game, RandomPlayer, play_out

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell"),
]

STDIN, STDOUT, STDERR = 0, 1, 2
CLOSE = {STDIN: "<&-", STDOUT: ">&-", STDERR: "2>&-"}

REAL = {
    "hint": ["hint", "JAW"],
    "hint --json": ["hint", "JAW", "--json"],
    "hint --csv": ["hint", "JAW", "--csv"],
    "hint --word": ["hint", "JAW", "--word", "jaw"],
    "word": ["word", "jaw"],
    "word --json": ["word", "jaw", "--json"],
    "solve": ["solve", "hands.csv"],
    "replay": ["replay", "game.jsonl"],
    "play": ["play", "--seed", "1"],
    "lexicon": ["lexicon", "info", "common"],
}
QUICK = {command: [command, "--help"] for command in cli.COMMANDS} | {
    "help": ["--help"],
    "version": ["--version"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a table of hands and the record of a short game; the search has been compiled."""
    path = tmp_path_factory.mktemp("streams")
    (path / "hands.csv").write_text("hand\nJAW\n")
    game = Game(["a", "b"], 1, Lexicon.load())
    with game:
        game.record_to(path / "game.jsonl")
        for action, _ in play_out(game.state, [RandomPlayer(1), RandomPlayer(2)]):
            game.apply(action)
            if game.state.round > 1:
                break
    compile_search()
    return path


def run_without(
    streams: Sequence[int], args: Sequence[str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Runs the command through a shell that closes these streams; the others are pipes."""
    closed = " ".join(CLOSE[stream] for stream in streams)
    line = f'exec "$0" -m letter_tycoon_solver "$@" {closed}'
    return subprocess.run(
        ["/bin/sh", "-c", line, sys.executable, *args],
        cwd=folder,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONWARNINGS": "error::ResourceWarning"},
    )


@pytest.mark.parametrize("args", quick(2, [*REAL.values(), *QUICK.values()]), ids=[*REAL, *QUICK])
def test_what_cannot_be_written_is_said(args: list[str], folder: Path) -> None:
    done = run_without([STDOUT], args, folder)
    assert done.returncode == cli.FAILURE
    last = done.stderr.splitlines()[-1]
    assert last == "Error: the answer cannot be written: Bad file descriptor"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("args", quick(2, REAL.values()), ids=REAL)
def test_nothing_is_asked_for_and_nothing_is_said(args: list[str], folder: Path) -> None:
    done = run_without([STDIN, STDERR], args, folder)
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("args", quick(1, [REAL["hint"], REAL["play"], REAL["replay"]]), ids=str)
def test_all_are_closed(args: list[str], folder: Path) -> None:
    assert run_without([STDIN, STDOUT, STDERR], args, folder).returncode == cli.FAILURE


def test_bad_input_is_bad_input_whatever_is_closed(folder: Path) -> None:
    assert run_without([STDIN, STDOUT, STDERR], ["hint", "1"], folder).returncode == cli.BAD_INPUT
    done = run_without([STDOUT], ["hint", "1"], folder)
    assert done.returncode == cli.BAD_INPUT
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_no_file_takes_the_place_of_a_stream(folder: Path) -> None:
    """The record of a game has its lines, and not what was meant for a stream."""
    args = ["play", "--players", "random,random", "--seed", "3", "--save"]
    run_without([], [*args, "whole.jsonl"], folder)
    run_without([STDIN, STDERR], [*args, "closed.jsonl"], folder)
    assert (folder / "closed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


def test_an_answer_that_goes_to_a_file_needs_no_stdout(folder: Path) -> None:
    done = run_without([STDOUT], ["solve", "hands.csv", "--out", "plays.csv"], folder)
    assert (done.returncode, (folder / "plays.csv").exists()) == (0, True)
