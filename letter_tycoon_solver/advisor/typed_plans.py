"""Plans read back from their notation."""

from __future__ import annotations

import numpy as np

from .._kernels.play_layout import PLAY_SIZE
from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.actions import Buy, ReplaceCard
from ..game.legal import check
from ..game.possible import game_with
from ..game.state import GameState, Phase, SeenState
from ..game.turn_text import TurnText, parse_turn, steps_of
from .plans import Judge, Plan, candidates_of
from .think import parse_view


def plan_from(text: str, game: GameState | SeenState) -> Plan:
    """As `Plan.parse`."""
    seen = parse_view(game)
    # The rules say whether it can be carried out; which cards are hidden makes no difference.
    steps_of(game_with(seen), text)
    turn = parse_turn(text)
    judge = Judge(seen, Evaluation.of(seen.lexicon.digest))
    discards = turn.discard.cards if turn.discard else ""
    if turn.replace:
        return _replacement(turn.replace, turn, seen)
    play = check(seen, turn.words) if seen.phase is Phase.START and turn.words else seen.turn.play
    if play is None:
        return judge.exchange(turn.exchange.cards if turn.exchange else discards).plan
    buy = ""
    if isinstance(turn.buy, Buy) and seen.phase is not Phase.CLEAN_UP:
        buy = turn.buy.letter
    return judge.play(play, np.zeros(PLAY_SIZE, np.int64), buy, discards).plan


def _replacement(replace: ReplaceCard, turn: TurnText, seen: SeenState) -> Plan:
    """What it is worth depends on all else that could be done."""
    if turn != TurnText(replace=replace):
        raise InvalidInputError(
            f"the plan goes on after {replace}; what is best then depends on the card that is"
            f' drawn: give "{replace}" alone'
        )
    evaluation = Evaluation.of(seen.lexicon.digest)
    plans = [found.plan for found in candidates_of(seen, seen.lexicon, evaluation)]
    for plan in plans:
        if plan.replace and ReplaceCard(plan.replace) == replace:
            return plan
    raise InvalidInputError(f'no plan is "{replace}"; plans replace a card of the hand')
