"""`letter-tycoon league`: plays, shows, draws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_runs import Run, assert_bad_input
from support.long_commands import quiet_runner
from support.selection import needing
from support.strategies import needs_jit

from letter_tycoon_solver.advisor import read_league


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return quiet_runner("league", capsys, monkeypatch)


@needing("matplotlib")
@needs_jit
def test_plays_shows_and_draws(run: Run, tmp_path: Path) -> None:
    folder, plot = str(tmp_path / "ladder"), tmp_path / "ladder.svg"
    players = ("--players", "random,greedy,easy", "--games", "6", "--workers", "1")
    result = run(folder, *players, "--plot", str(plot))
    assert result.code == 0
    assert "6 games, 3 deals" in result.out
    assert plot.stat().st_size > 1000
    shown = run(folder)
    assert shown.out == result.out
    data = json.loads(run(folder, "--json").out)
    assert data == json.loads(json.dumps(read_league(folder).to_dict()))
    assert {player["name"] for player in data["players"]} == {"random", "greedy", "easy"}


def test_bad_input(run: Run, tmp_path: Path) -> None:
    for args, message in (
        ([str(tmp_path / "none")], f"there is no league in {tmp_path / 'none'}; give players"),
        ([str(tmp_path), "--players", "greedy"], "two or more"),
        ([str(tmp_path), "--plot", "a.txt"], "suffix"),
    ):
        assert_bad_input(run(*args), message)
