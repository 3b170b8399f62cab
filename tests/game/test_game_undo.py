"""Several actions are undone at once, in the game and on record, or none is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.games import short_words
from support.records import NAMES, act, edit, load

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, RecordError

TIMES = 5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def played(path: Path) -> Game:
    """A game of some actions with its record, which is open."""
    game = Game(NAMES, 7, short_words())
    game.record_to(path)
    act(game, 12)
    return game


def test_it_is_the_same_as_one_by_one(path: Path) -> None:
    with played(path) as game:
        states = game.states
        game.undo()
        assert game.undo(TIMES) == states[-TIMES - 2]
        assert game.states == states[: -TIMES - 1]
        for again in (game, load(path)):
            for state in states[-TIMES - 1 :]:
                assert again.redo() == state
            assert (again.states, again.can_redo) == (states, False)
        assert load(path).states == states


def test_it_is_one_step_of_the_record(path: Path) -> None:
    with played(path) as game:
        game.undo(TIMES)
        game.undo()
    steps = list(map(json.loads, path.read_text("ascii").splitlines()[-3:]))
    assert [isinstance(step["do"], dict) for step in steps] == [True, False, False]
    assert [(step["do"], step.get("times")) for step in steps[1:]] == [
        ("undo", TIMES),
        ("undo", None),
    ]


def test_wherever_the_record_ends_all_of_it_is_there_or_nothing(path: Path) -> None:
    """The process may have been killed while it wrote."""
    with played(path) as game:
        before, size = game.states, path.stat().st_size
        game.undo(TIMES)
        after = game.states
    content = path.read_bytes()
    for end in range(size, len(content)):
        path.write_bytes(content[:end])
        assert load(path).states == before
    path.write_bytes(content)
    assert load(path).states == after


@pytest.mark.parametrize("room", [0, 1, 20, 30])
def test_on_a_full_disk_nothing_is_undone(path: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    with played(path) as game:
        before, states = path.read_bytes(), game.states
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
        try:
            with pytest.raises(RecordError, match="cannot be written"):
                game.undo(TIMES)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (game.states, path.read_bytes()) == (states, before)
        game.undo(TIMES)
    assert load(path).states == states[:-TIMES]


@pytest.mark.parametrize("times", [0, -1, 13, 1.0, "2", None])
def test_times_that_cannot_be(path: Path, times: Any) -> None:
    with played(path) as game:
        states = game.states
        with pytest.raises(InvalidInputError, match=r"undo|times"):
            game.undo(times)
        assert game.states == states


@pytest.mark.parametrize("times", [0, -1, 13, 2.0, "2", None])
def test_times_that_no_record_has(path: Path, times: Any) -> None:
    with played(path) as game:
        game.undo(2)
    edit(path, len(path.read_bytes().splitlines()), lambda step: step.update(times=times))
    with pytest.raises(RecordError):
        load(path)


@pytest.mark.parametrize("move", ["redo", {"kind": "exchange", "cards": ""}])
def test_only_undoing_is_done_several_times(path: Path, move: Any) -> None:
    with played(path) as game:
        game.undo(2)
    edit(path, len(path.read_bytes().splitlines()), lambda step: step.update(do=move))
    with pytest.raises(RecordError, match="times"):
        load(path)
