"""Plans read back from their notation."""

from __future__ import annotations

import numpy as np

from .._kernels.play_layout import PLAY_SIZE
from ..errors import InvalidInputError, show
from ..evaluation.tables import Evaluation
from ..game.actions import Discard, PlayWords
from ..game.state import GameState, Phase, SeenState
from ..game.turn_steps import steps_of
from ..game.validate import game_with
from ..rules.turn import Turn, TurnKind
from .advice import parse_view
from .plans import Judge, Plan, candidates_of


def plan_from(text: str, game: GameState | SeenState) -> Plan:
    """As `Plan.parse`."""
    seen = parse_view(game)
    # The rules say whether it can be carried out; which cards are hidden makes no difference.
    steps = steps_of(game_with(seen), text)
    turn = Turn.parse(text)
    if turn.replace:
        return _replacement(turn, seen)
    judge, last = Judge(seen, Evaluation.of(seen.lexicon.digest)), steps[-1][0]
    play = seen.turn.play
    if seen.phase is Phase.START and turn.words:
        laid = next(state for action, state in steps if isinstance(action, PlayWords))
        play = laid.turn.play
    if play is None:
        return judge.exchange(turn.discards).plan
    buy = "" if seen.phase is Phase.CLEAN_UP else turn.buy
    discards = last.cards if isinstance(last, Discard) else turn.discards
    return judge.play(play, np.zeros(PLAY_SIZE, np.int64), buy, discards).plan


def _replacement(turn: Turn, seen: SeenState) -> Plan:
    """What it is worth depends on all else that could be done."""
    if turn.kind is not TurnKind.REPLACE:
        raise InvalidInputError(
            f"the plan goes on after replace {turn.replace}; what is best then depends on the card"
            f' that is drawn: give "replace {turn.replace}" alone'
        )
    evaluation = Evaluation.of(seen.lexicon.digest)
    plans = [found.plan for found in candidates_of(seen, seen.lexicon, evaluation)]
    for plan in plans:
        if plan.replace == turn.replace:
            return plan
    raise InvalidInputError(f"{show(turn.replace)} cannot be replaced")
