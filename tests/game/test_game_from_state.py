"""Games that go on from a state: the same rules, undo and record as from a seed."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import WORDS, make_state, short_words
from support.records import NAMES, act, edit, load, read_record

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, GameState, Phase, RecordError
from letter_tycoon_solver.rules.ruleset import ONLINE

N_ACTIONS = 120


@cache
def states() -> tuple[GameState, ...]:
    """Those of a game, in every phase of a turn."""
    game = Game(NAMES, 5, short_words(), ONLINE)
    act(game, N_ACTIONS)
    assert {state.phase for state in game.states} >= {*Phase} - {Phase.OVER}
    return game.states


def header_of(path: Path) -> dict[str, Any]:
    header = json.loads(path.read_bytes().splitlines()[0])
    assert isinstance(header, dict)
    return header


@settings(max_examples=25)
@given(st.integers(1, N_ACTIONS), st.integers(0, 8))
def test_a_game_from_a_state_goes_on_undoes_and_is_recorded(
    tmp_path_factory: pytest.TempPathFactory, at: int, n_actions: int
) -> None:
    start = states()[at]
    path = tmp_path_factory.mktemp("game") / "game.jsonl"
    with Game.from_state(start, NAMES) as game:
        assert (game.state, game.states, game.history) == (start, (start,), ())
        assert (game.names, game.can_undo, game.can_redo) == (tuple(NAMES), False, False)
        game.record_to(path)
        act(game, n_actions)
        while game.can_undo:
            game.undo()
        assert game.state == start
        act(game, n_actions)
    assert header_of(path)["version"] == 2
    loaded = load(path)
    assert (loaded.states, loaded.history) == (game.states, game.history)
    assert loaded.seed == game.seed == 5
    with Game.resume(path, short_words()) as resumed:
        act(resumed, 1)
    assert load(path).states == resumed.states


def test_the_whole_header_is_that_of_the_state(tmp_path: Path) -> None:
    start = states()[40]
    with Game.from_state(start, NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
    header = read_record(tmp_path / "game.jsonl").header
    assert GameState.from_dict(header.start, short_words()) == start
    assert set(header_of(tmp_path / "game.jsonl")) == {
        *("format", "version", "start", "lexicon", "players")
    }


def test_the_state_that_a_seed_deals_needs_no_new_version(tmp_path: Path) -> None:
    with Game.from_state(Game(NAMES, 5, short_words(), ONLINE).state, NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
    assert header_of(tmp_path / "game.jsonl")["version"] == 1
    assert load(tmp_path / "game.jsonl").states == game.states


def test_a_record_goes_on_in_another_file_with_its_state(tmp_path: Path) -> None:
    with Game.from_state(states()[30], NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
        act(game, 5)
    loaded = load(tmp_path / "game.jsonl")
    with loaded:
        loaded.record_to(tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == (tmp_path / "game.jsonl").read_bytes()


def without_cards(header: dict[str, Any]) -> None:
    header["start"]["deck"] = ""


def without_state(header: dict[str, Any]) -> None:
    del header["start"]


def with_seed(header: dict[str, Any]) -> None:
    header["seed"] = 5


def of_version_1(header: dict[str, Any]) -> None:
    header["version"] = 1


def other_players(header: dict[str, Any]) -> None:
    header["players"] = ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_cards, "cards"),
        (without_state, "'start'"),
        (with_seed, "'seed'"),
        (of_version_1, "version 1 has no field 'start'"),
        (other_players, "2 names for 3 players"),
    ],
)
def test_a_header_that_was_changed_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "game.jsonl"
    with Game.from_state(states()[41], NAMES) as game:
        game.record_to(path)
    edit(path, 1, change)
    with pytest.raises(RecordError, match=message) as caught:
        load(path)
    assert caught.value.line == 1


def test_a_state_that_no_game_can_be_in_is_refused() -> None:
    state = make_state(["CAT", "TEN"])
    with pytest.raises(InvalidInputError, match="the round is 0"):
        Game.from_state(replace(state, round=0), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="cards"):
        Game.from_state(replace(state, deck=state.deck[1:]), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="GameState"):
        Game.from_state(state.seen_by(0), ["Ann", "Bob"])  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [["Ann"], NAMES, ["Ann", "Ann"], "AB", [1, 2]])
def test_names_are_one_for_each_player(names: Any) -> None:
    with pytest.raises(InvalidInputError, match="name"):
        Game.from_state(make_state(["CAT", "TEN"], lexicon=WORDS), names)
