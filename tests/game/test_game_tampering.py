"""A record that was changed is found out, and the error names the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games import UNCHALLENGED, automatic, make_state, short_words
from support.records import NAMES, act, edit, load, read_record, recorded, resumed
from support.selection import quick

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, GameState, Phase, RecordError, apply
from letter_tycoon_solver.rules.ruleset import ONLINE, RULEBOOK

MODES = {"players": RULEBOOK, "none": UNCHALLENGED, "automatic": automatic(3)}


def assert_broken(record: Path, line: int, what: str = "") -> None:
    with pytest.raises(RecordError) as caught:
        load(record)
    assert caught.value.line == line
    assert what in str(caught.value)
    assert f"{record}, line {line}: " in str(caught.value)


def put(**fields: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(fields)


# Accidents ---------------------------------------------------------------------------------------


def test_lines_that_are_missing_doubled_swapped_or_of_another_game_are_found(record: Path) -> None:
    recorded(record)
    lines = record.read_bytes().splitlines(keepends=True)
    record.unlink()
    recorded(record, seed=8)
    others = record.read_bytes().splitlines(keepends=True)
    for line, broken in {
        5: lines[:4] + lines[5:],
        6: lines[:5] + lines[4:],
        4: [*lines[:3], lines[4], lines[3], *lines[5:]],
        1: lines[1:],
        2: [others[0], *lines[1:]],
        7: lines[:6] + others[6:],
    }.items():
        record.write_bytes(b"".join(broken))
        assert_broken(record, line)


@pytest.mark.parametrize("mode", quick(1, MODES))
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_changed_byte_gives_one_error_or_another_game(
    tmp_path: Path, mode: str, data: st.DataObject
) -> None:
    original = tmp_path / "original.jsonl"
    if not original.exists():
        recorded(original, 25, MODES[mode])
    good = original.read_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    similar = st.sampled_from([good[at] ^ 1, good[at] ^ 32, *b'hcA"\n'])
    value = data.draw((similar | st.integers(0, 255)).filter(lambda byte: byte != good[at]))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good[:at] + bytes([value]) + good[at + 1 :])
    try:
        game = load(bad)
    except RecordError as error:
        # A line feed more, or one less, moves the lines after it.
        first = good[:at].count(b"\n")
        is_there = error.line is None or error.line >= first
    else:
        # Whatever it says now is a game by the rules.
        is_there = game.states[-1] == game.state
        steps = zip(game.states, game.history, game.states[1:], strict=False)
        for before, action, after in steps:
            assert apply(before, action) == after
    assert is_there


# Changes on purpose ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"player": 7}, "'player' is 7, and player"),
        ({"player": "0"}, "'player'"),
        ({"player": True}, "'player'"),
        ({"state": "0" * 16}, "there is no field 'state'"),
        ({"do": None}, "None"),
        ({"do": "steal"}, "'steal'"),
        ({"do": "redo"}, "nothing to redo"),
        ({"do": {"kind": "accept"}}, "'do'"),
        ({"do": "replace A"}, "cannot be replayed"),
        ({"do": "buy C, discard A"}, "not one action"),
        ({"do": "discard nothing -A"}, "cannot be replayed"),
        ({"do": "play QQQQ"}, "cannot be replayed"),
        ({"note": "hello"}, "'note'"),
    ],
)
@pytest.mark.parametrize("line", [2, 9])
def test_a_step_that_no_game_has_is_found(
    record: Path, line: int, change: dict[str, object], what: str
) -> None:
    recorded(record)
    edit(record, line, put(**change))
    assert_broken(record, line, what)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 2**300}, "header cannot be used"),
        ({"players": ["Ann", "Ann", "Bob"]}, "header cannot be used"),
        ({"players": "Ann"}, "header cannot be used"),
        ({"ruleset": {}}, "header cannot be used"),
        ({"lexicon": {"name": "x", "sha256": "0"}}, "other words"),
        ({"lexicon": None}, "header cannot be used"),
        ({"note": "hello"}, "'note'"),
        ({"version": 3}, "version 3"),
        ({"format": "other"}, "the format must be"),
    ],
)
def test_a_header_that_no_game_has_is_found(
    record: Path, change: dict[str, object], what: str
) -> None:
    recorded(record)
    edit(record, 1, put(**change))
    assert_broken(record, 1, what)


# Games that go on from a state: the same rules, undo and record as from a seed.


N_ACTIONS = 120


@cache
def states() -> tuple[GameState, ...]:
    """Those of a game, in every phase of a turn."""
    game = Game(NAMES, 5, short_words(), ONLINE)
    act(game, N_ACTIONS)
    assert {state.phase for state in game.states} >= {*Phase} - {Phase.OVER}
    return game.states


def header_of(record: Path) -> dict[str, Any]:
    header = json.loads(record.read_bytes().splitlines()[0])
    assert isinstance(header, dict)
    return header


@settings(max_examples=25)
@given(st.integers(1, N_ACTIONS), st.integers(0, 8))
def test_a_game_from_a_state_goes_on_undoes_and_is_recorded(
    tmp_path_factory: pytest.TempPathFactory, at: int, n_actions: int
) -> None:
    start = states()[at]
    record = tmp_path_factory.mktemp("game") / "game.jsonl"
    with Game.from_state(start, NAMES) as game:
        assert (game.state, game.states, game.history) == (start, (start,), ())
        assert (game.names, game.can_undo, game.can_redo) == (tuple(NAMES), False, False)
        game.record_to(record)
        act(game, n_actions)
        while game.can_undo:
            game.undo()
        assert game.state == start
        act(game, n_actions)
    assert header_of(record)["version"] == 2
    loaded = load(record)
    assert (loaded.states, loaded.history) == (game.states, game.history)
    assert loaded.seed == game.seed == 5
    with resumed(record) as again:
        act(again, 1)
    assert load(record).states == again.states


def test_the_whole_header_is_that_of_the_state(tmp_path: Path) -> None:
    start = states()[40]
    with Game.from_state(start, NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
    header = read_record(tmp_path / "game.jsonl").header
    assert GameState.from_dict(header["start"], short_words()) == start
    assert set(header_of(tmp_path / "game.jsonl")) == {
        *("format", "version", "start", "lexicon", "players")
    }


def test_the_state_that_a_seed_deals_needs_no_new_version(tmp_path: Path) -> None:
    with Game.from_state(Game(NAMES, 5, short_words(), ONLINE).state, NAMES) as game:
        game.record_to(tmp_path / "game.jsonl")
    assert header_of(tmp_path / "game.jsonl")["version"] == 1
    assert load(tmp_path / "game.jsonl").states == game.states


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
        (of_version_1, "no field 'start'"),
        (other_players, "2 names for 3 players"),
    ],
)
def test_a_header_that_was_changed_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    record = tmp_path / "game.jsonl"
    with Game.from_state(states()[41], NAMES) as game:
        game.record_to(record)
    edit(record, 1, change)
    with pytest.raises(RecordError, match=message) as caught:
        load(record)
    assert caught.value.line == 1


def test_a_state_that_no_game_can_be_in_is_refused() -> None:
    state = make_state(["CAT", "TEN"])
    with pytest.raises(InvalidInputError, match="the round is 0"):
        Game.from_state(replace(state, round=0), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="cards"):
        Game.from_state(replace(state, deck=state.deck[1:]), ["Ann", "Bob"])
    with pytest.raises(InvalidInputError, match="GameState"):
        Game.from_state(state.seen_by(0), ["Ann", "Bob"])  # type: ignore[arg-type]
