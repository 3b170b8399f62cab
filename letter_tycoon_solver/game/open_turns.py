"""The turn that a player is to plan, as `best_turns` takes it."""

from __future__ import annotations

from ..errors import InvalidInputError
from ..rules.cards import LETTERS
from ..search.turn_rows import OpenTurn
from .legal import may_replace
from .state import Phase, SeenState
from .unseen import drawn_from

_PHASES = (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP)


def open_turn(seen: SeenState) -> OpenTurn:
    """Do the work of `SeenState.open_turn`."""
    if seen.phase not in _PHASES or seen.viewer != seen.active:
        raise InvalidInputError(
            f"player {seen.viewer} has no turn to plan: the phase is {seen.phase.value}, and player"
            f" {seen.active} has the turn; ask at the start of the player's own turn"
        )
    is_start = seen.phase is Phase.START
    if not is_start and seen.turn.play is None:
        raise InvalidInputError(
            f"the phase is {seen.phase.value} and no words lie on the table; give a view at the"
            " start of a turn, or one with the play in its turn"
        )
    draws, one = drawn_from(seen) if is_start else ({}, 0)
    return OpenTurn(
        seen.position,
        seen.ruleset,
        None if seen.final_round is None else seen.final_round - seen.round,
        is_start and may_replace(seen),
        tuple([draws.get(letter, 0) for letter in LETTERS]) if is_start else (),
        0 if seen.deck_size else one,
        None if is_start else seen.turn.play,
        seen.phase is Phase.CLEAN_UP,
    )
