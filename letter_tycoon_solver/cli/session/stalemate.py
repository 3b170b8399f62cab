"""Games of bots alone that may have no end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...game import Buy, Game
from .seats import ME, Kind

ROUNDS_WITHOUT_SALE: Final = 100
"""A game ends when someone has enough patents, and hardly any lasts more than 30 rounds. If nobody
has bought one for so long, the words are too few, or too cheap, to bring anyone there."""


def is_stalemate(game: Game, kinds: Sequence[Kind]) -> bool:
    """True if only bots play, and no patent was bought in the last rounds.

    A person can try other words, or leave.
    """
    if ME in kinds or game.state.round <= ROUNDS_WITHOUT_SALE:
        return False
    sales = (
        state.round
        for state, action in zip(reversed(game.states[:-1]), reversed(game.history), strict=True)
        if isinstance(action, Buy)
    )
    return game.state.round - next(sales, 0) > ROUNDS_WITHOUT_SALE
