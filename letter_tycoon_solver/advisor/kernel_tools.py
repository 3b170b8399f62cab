"""The tools of the kernels of a simulation: see `Tools` in _kernels/game_layout.py."""

from __future__ import annotations

from typing import Final

import numpy as np

from .._kernels import arguments
from .._kernels import game_layout as layout
from .._kernels.workspace import new_workspace
from ..evaluation.ranking import Objective
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, PATENT_COST
from ..rules.ruleset import Ruleset

_COSTS: Final = np.array([PATENT_COST[letter] for letter in LETTERS], np.int64)


def new_tools(
    lexicon: Lexicon,
    ruleset: Ruleset,
    n_players: int,
    evaluation: Evaluation,
    temperature: float = 0.0,
) -> layout.Tools:
    """The tools of one thread, of players who know these words, and choose at this temperature."""
    desk = arguments.template(ruleset, Objective(), n_players - 1).copy()
    array = arguments.evaluation_array(evaluation, n_players).copy()
    array[layout.TEMPERATURE] = temperature
    return layout.Tools(
        desk=desk,
        evaluation=np.tile(array, (layout.MAX_PLAYERS, 1)),
        material=arguments.MATERIAL,
        costs=_COSTS,
        trie=lexicon.trie,
        workspace=new_workspace(layout.CONSIDERED if temperature else 1),
        owner=np.zeros(len(LETTERS), np.uint8),
        used=np.zeros((layout.ALL_USED + 1, len(LETTERS)), np.int64),
        worth=np.zeros(len(LETTERS), np.float64),
    )
