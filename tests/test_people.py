"""How turns of people differ from the best ones: the kinds, and the table of a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.online_games import game_of
from support.online_logs import online_log
from support.strategies import needs_jit

from benchmarks.people import KINDS, kind_of, main
from letter_tycoon_solver.advisor import Decision, Verdict
from letter_tycoon_solver.advisor.analysis.choices import played_in
from letter_tycoon_solver.game.online import read_online
from letter_tycoon_solver.rules.play import Play, PlayedWord
from letter_tycoon_solver.rules.turn import Turn, TurnKind


def plan(word: str = "", *, replace: str = "", buy: str = "", discards: str = "") -> Turn:
    played = (PlayedWord(word, "h" * len(word)),)
    play = Play(played, ("",), 1, 0, (0,), "", 0, "") if word else None
    kind = TurnKind.WORDS if play else TurnKind.REPLACE if replace else TurnKind.EXCHANGE
    return Turn(kind, replace, play, buy=buy, discards=discards)


@pytest.mark.parametrize(
    ("played", "best", "taken_back", "kind"),
    [
        (plan("CAT", buy="C"), plan("CAT", buy="C"), "", 0),
        (plan(discards="A"), plan("CAT"), "TAC", 1),
        (plan(discards="A"), plan("CAT"), "", 2),
        (plan("CAT"), plan(discards="A"), "", 3),
        (plan(replace="X"), plan(replace="Y"), "", 4),
        (plan("CAT"), plan(replace="Y"), "", 4),
        (plan("CAT"), plan("ACT"), "", 5),
        (plan("CAT", buy="C"), plan("CAT", buy="A"), "", 6),
        (plan("CAT", discards="A"), plan("CAT"), "", 7),
        (plan(discards="A"), plan(discards="B"), "", 7),
    ],
)
def test_a_turn_differs_by_its_first_part(
    played: Turn, best: Turn, taken_back: str, kind: int
) -> None:
    decision = Decision(1, 0, played, taken_back, best, 0.5, 0.1, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0, 8)
    assert isinstance(decision.verdict, Verdict)
    assert kind_of(decision) == KINDS[kind]


@needs_jit
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
