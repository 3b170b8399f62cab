"""The choices that an analysis takes from a game: the same if recorded or told by a player."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.games import all_rulesets
from support.selection import quick
from support.told import NAMES, engine_steps, follow

from letter_tycoon_solver.advisor.decisions import Choice, played_in
from letter_tycoon_solver.game import Game, Phase

RULESETS = all_rulesets()


@pytest.mark.parametrize("seed", quick(4, range(12)))
def test_a_tracked_game_has_the_choices_of_its_player(seed: int) -> None:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    game = Game.from_state(steps[0][1], NAMES[:n_players])
    for action, _ in steps[1:]:
        game.apply(action)
    played = played_in(game)
    for seat in range(n_players):
        told = follow(steps, seat, sees_discards=bool(seed % 2), chance=random.Random(seed))
        expected = [choice for choice in played.choices if choice.seen.active == seat]
        found = played_in(told)
        assert [known(one) for one in found.choices] == [known(one) for one in expected]
        assert found.names == played.names
        assert found.victories == played.victories
        assert all(one.seen.phase is Phase.START for one in found.choices)
    keeper = follow(steps, None, sees_discards=True, chance=random.Random(seed))
    assert played_in(keeper).choices == ()


def known(choice: Choice) -> Choice:
    """Without discards, which the player may not have seen."""
    return replace(choice, seen=replace(choice.seen, discards=""))
