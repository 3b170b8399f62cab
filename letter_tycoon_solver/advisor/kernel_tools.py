"""What the kernels of a simulation work with: see `Tools` in _kernels/game_layout.py."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import arguments
from .._kernels import game_layout as layout
from .._kernels.search_room import new_room
from ..evaluation.ranking import Objective
from ..evaluation.tables import MAX_KEPT, Evaluation
from ..lexicon import Lexicon
from ..lexicon.spelling import spelling_of
from ..rules.cards import ABILITIES, LETTERS, PATENT_COST
from ..rules.ruleset import MAX_PLAYED_LETTERS, Ruleset

_COSTS: Final = np.array([PATENT_COST[letter] for letter in LETTERS], np.int64)
_NEVER: Final = -1e8
"""Dollars: no letters make up for it."""


def new_tools(
    lexicon: Lexicon,
    ruleset: Ruleset,
    n_players: int,
    evaluation: Evaluation,
    temperature: float = 0.0,
) -> layout.Tools:
    """The tools of one thread, of players who know these words, and choose at this temperature."""
    desk = arguments.template(ruleset, Objective(), n_players - 1).copy()
    array = to_array(evaluation, n_players)
    array[layout.TEMPERATURE] = temperature
    return layout.Tools(
        desk=desk,
        evaluation=np.tile(array, (layout.MAX_PLAYERS, 1)),
        material=arguments.MATERIAL,
        costs=_COSTS,
        trie=lexicon.trie,
        spelling=spelling(lexicon),
        room=new_room(layout.CONSIDERED if temperature else 1),
        owner=np.zeros(len(LETTERS), np.uint8),
        used=np.zeros((layout.ALL_USED + 1, len(LETTERS)), np.int64),
        worth=np.zeros(len(LETTERS), np.float64),
    )


def to_array(evaluation: Evaluation, n_players: int) -> npt.NDArray[np.float64]:
    """float64 [EVALUATION_SIZE], for so many players: see _kernels/game_layout.py."""
    array = np.zeros(layout.EVALUATION_SIZE)
    fitted = evaluation.fitted_for(n_players)
    for at, by_letter in (
        (layout.ROYALTY, evaluation.royalty),
        (layout.KEPT, evaluation.kept),
        (layout.COMMUNITY_WORTH, evaluation.community),
    ):
        array[at : at + len(LETTERS)] = [by_letter[letter] for letter in LETTERS]
    balance = np.full((MAX_KEPT + 1, MAX_KEPT + 1), _NEVER)
    for vowels, row in enumerate(evaluation.balance):
        balance[vowels, : len(row)] = row
    array[layout.BALANCE : layout.COMMUNITY_WORTH] = balance.ravel()
    for n, pace in evaluation.pace.items():
        array[layout.PACE + n] = pace
    array[layout.BY_EQUITY] = 1
    array[layout.GAIN : layout.PAIRS] = [fitted.gain[letter] for letter in ABILITIES]
    pairs = array[layout.PAIRS : layout.PRICE].reshape(layout.N_ABILITIES, layout.N_ABILITIES)
    for pair, gain in fitted.pairs.items():
        pairs[ABILITIES.index(pair[0]), ABILITIES.index(pair[1])] = gain
    pairs += pairs.T
    for at, scalar in (
        (layout.PRICE, fitted.price),
        (layout.DRAW, fitted.draw),
        (layout.REFILL, fitted.refill),
        (layout.HOLD, fitted.hold),
        (layout.DENY, fitted.deny),
    ):
        array[at] = scalar
    return array


@functools.lru_cache(maxsize=4)
def spelling(lexicon: Lexicon) -> npt.NDArray[np.uint8]:
    """uint8 [n_words, MAX_PLAYED_LETTERS], by number: ASCII, then 0; longer ones empty."""
    words = spelling_of(lexicon)
    is_short = words.lengths <= MAX_PLAYED_LETTERS
    rows = np.zeros((len(lexicon), MAX_PLAYED_LETTERS), np.uint8)
    has_letter = np.arange(MAX_PLAYED_LETTERS) < words.lengths[:, np.newaxis]
    rows[has_letter & is_short[:, np.newaxis]] = words.text_of(is_short)
    return rows
