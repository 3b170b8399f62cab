"""Players from outside that are classes: the same referee judges them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.advisor import bots
from letter_tycoon_solver.advisor.bots import Limits
from letter_tycoon_solver.advisor.tournaments import tournament

CLASSES = """
from letter_tycoon_solver.game import Exchange, GreedyPlayer
class Bot(GreedyPlayer): pass
class Raises:
    def choose(self, seen): raise RuntimeError("no idea")
class Wrong:
    def choose(self, seen): return 7
class Needs:
    def __init__(self, more): pass
    def choose(self, seen): pass
class NoPlayer: pass
class Slow:
    def choose(self, seen):
        import time; time.sleep(.1); return Exchange()
"""


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"bots_{os.getpid()}_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(CLASSES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Raises", "raised RuntimeError: no idea"),
        ("Wrong", "broke a rule: the turn is 7"),
        ("Slow", "took 0.1"),
    ],
)
def test_a_class_has_the_same_referee(
    lexicon: Lexicon, classes: str, name: str, fault: str
) -> None:
    limits = Limits(turn=0.02, grace=0.01)
    result = tournament([f"{classes}:{name}", "random"], 2, lexicon, limits=limits, seed=0).players[
        0
    ]
    assert (result.wins, result.faults) == (0, 2)
    assert fault in result.last_fault


def test_a_class_plays(lexicon: Lexicon, classes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, and by that of an installed package."""

    class Point:
        value = f"{classes}:Bot"

    def points(group: str, name: str) -> list[type[Point]]:
        return [Point] if (group, name) == (bots.GROUP, "passes") else []

    monkeypatch.setattr(bots, "entry_points", points)
    for name in (f"{classes}:Bot", "passes"):
        result = tournament([name, "greedy"], 2, lexicon, seed=0)
        assert [player.name for player in result.players] == [name, "greedy"]
        assert [player.last_fault for player in result.players] == ["", ""]
        assert [player.wins for player in result.players] == [1, 1]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}:Absent", "cannot be imported"),
        ("no.such.module:Bot", "ModuleNotFoundError"),
        ("{}:NoPlayer", "no method choose"),
        ("{}:Needs", "takes no arguments"),
        ("nobody", "no player is called 'nobody'"),
    ],
)
def test_a_class_that_cannot_play(lexicon: Lexicon, classes: str, name: str, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        tournament([name.format(classes), "greedy"], 2, lexicon, seed=0)
