"""Whole games: what must hold does hold at every step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games import GameWatch, WordPlayer, all_rulesets, check_state, short_words

from letter_tycoon_solver.game import Game, GameState, action_from_dict, action_to_dict, apply
from letter_tycoon_solver.rules.ruleset import Ruleset

RULESETS = all_rulesets()


def watched_game(n_players: int, seed: int, ruleset: Ruleset) -> Game:
    """A game played to the end, every step of it checked."""
    names = ["Ann", "Bob", "Cleo", "Dan", "Eve"][:n_players]
    game = Game(names, seed, short_words(), ruleset)
    players = [WordPlayer(seed * 5 + number) for number in range(n_players)]
    watch = GameWatch(game.state)
    check_state(game.state)
    while not game.state.is_over:
        before = game.state
        action = players[before.to_act].choose(before.seen_by(before.to_act))
        assert action in before.legal_actions
        watch.see(before, action, game.apply(action))
    watch.check_end(game.state)
    return game


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(2, 5), st.integers(0, 2**32), st.sampled_from(RULESETS))
def test_a_whole_game(n_players: int, seed: int, ruleset: Ruleset) -> None:
    game = watched_game(n_players, seed, ruleset)
    assert_replays(game)
    assert_undo_then_redo(game)


@pytest.mark.parametrize("number", range(0, len(RULESETS), 4))
def test_a_game_of_every_kind(number: int) -> None:
    ruleset = RULESETS[number + number // 4 % 4]
    game = watched_game(2 + number % 4, number, ruleset)
    assert sum(score.total for score in game.state.scores) > 0


def assert_replays(game: Game) -> None:
    """The same seed and the same actions, by way of JSON, give the same states."""
    again = Game(game.names, game.seed, short_words(), game.state.ruleset)
    for action in game.history:
        again.apply(action_from_dict(action_to_dict(action)))
    assert again.states == game.states


def assert_undo_then_redo(game: Game) -> None:
    states, history = game.states, game.history
    n_back = random.Random(len(states)).randint(1, len(history))
    for _ in range(n_back):
        game.undo()
    assert game.states == states[: len(states) - n_back]
    assert game.history == history[: len(history) - n_back]
    for _ in range(n_back):
        game.redo()
    assert (game.states, game.history) == (states, history)
    assert not game.can_redo


def test_a_state_is_as_it_was_after_actions_on_it() -> None:
    game = watched_game(3, 5, RULESETS[0])
    snapshots = [(state, state.to_dict()) for state in game.states]
    for (state, before), action in zip(snapshots, game.history, strict=False):
        apply(state, action)
        assert state.to_dict() == before


def test_recorded_games_load_as_they_were(tmp_path: Path) -> None:
    for seed in range(6):
        path = tmp_path / f"{seed}.jsonl"
        game = watched_game(2 + seed % 4, seed, RULESETS[seed * 17 % len(RULESETS)])
        game.record_to(path)
        game.close()
        loaded = Game.load(path, short_words())
        assert loaded.states == game.states
        assert loaded.history == game.history


def test_games_reach_all_that_can_happen() -> None:
    """The games above do not test what never occurs in them."""
    seen: dict[str, int] = {}

    def count(what: str, happened: bool) -> None:
        seen[what] = seen.get(what, 0) + happened

    for seed in range(24):
        game = watched_game(2 + seed % 4, 100 + seed, RULESETS[seed * 4 % 96 + seed % 4])
        pairs: list[tuple[GameState, GameState]] = list(
            zip(game.states, game.states[1:], strict=False)
        )
        for before, after in pairs:
            play = after.turn.play
            count("reshuffle", after.chance.shuffles > before.chance.shuffles)
            count("replacement", after.turn.replaced)
            count("refused", after.turn.failed_words > 0)
            count("penalty", after.phase.value == "penalty")
            count("challenge paid", any(p.kind.value == "challenge" for p in after.payments))
            count("royalty", any(p.kind.value == "royalty" for p in after.payments))
            count("two words", play is not None and len(play.words) == 2)
            count("duplicate", play is not None and any("d" in w.sources for w in play.words))
            count("suffix", play is not None and any("s" in w.sources for w in play.words))
            count("doubler", play is not None and any(play.doublers))
    assert all(seen.values()), seen
