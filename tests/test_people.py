"""Turns of people beside the best ones: the table and the picture of a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.online import game_of, online_log

from benchmarks.people import main
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.game import read_online


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:the lexicon")
def test_the_table_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = online_log(game_of(4, 6), concedes=True)
    game = read_online(json.dumps(log.archive()))
    game.record.record_to(tmp_path / "game.jsonl")
    game.record.close()
    picture = tmp_path / "people.svg"
    main([str(tmp_path), "--playouts", "8", "--plot", str(picture)])
    out = capsys.readouterr().out
    n_turns = len(played_in(game.record).choices)
    assert n_turns
    assert out.startswith(f"{n_turns} turns, 8 games for each")
    rows = [line.replace("│", " ").split() for line in out.splitlines()]
    assert any(row[:3] == ["all", str(n_turns), "100"] for row in rows)
    assert "dollars lost in 100 turns" in picture.read_text("utf-8")
