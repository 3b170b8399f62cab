"""Random games of the engine told for every seat; see tracked_soak.py for thousands."""

from __future__ import annotations

import random

import pytest
from support.games import all_rulesets
from support.selection import quick
from support.told import engine_steps, follow

RULESETS = all_rulesets()


@pytest.mark.parametrize("seed", quick(4, range(24)))
def test_the_view_is_that_of_the_engine(seed: int) -> None:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    for seat in [None, *range(n_players)]:
        follow(steps, seat, sees_discards=bool(seed // 4 % 2), chance=random.Random(seed))
