"""Turns that are typed, judged in a state, with their static evaluation."""

from __future__ import annotations

from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.actions import Discard, Exchange, PlayWords
from ..game.checks import game_with
from ..game.state import GameState, SeenState
from ..game.table import Phase
from ..game.turns import Steps, steps_of
from ..rules.turn import Turn, TurnKind
from .advice import parse_view
from .plans import evaluated


def appraise(text: str, game: GameState | SeenState) -> Turn:
    """A turn that is typed, judged where it is to be carried out, with its static evaluation.

    Args:
        text: such as "LAWNs*K, buy S, discard JZ"; from the purchase on, the words on the table may
            be left out.
        game: what the player whose turn it is sees, or the whole state, at the start of the turn,
            its purchase or its clean-up.

    Raises:
        InvalidInputError: the text is not in the notation, or has nothing for the phase, or no turn
            can be planned in the state.
        IllegalAction: a part of the turn is against the rules.
        IllegalPlay: the words are; they need not be in the lexicon if they may be challenged.
    """
    seen = parse_view(game)
    # The rules say whether it can be carried out; which cards are hidden makes no difference.
    steps = steps_of(game_with(GameState, seen), text)
    turn = _judged(Turn.parse(text), steps, seen)
    return evaluated(turn, seen, Evaluation.of(seen.lexicon.digest))


def _judged(typed: Turn, steps: Steps, seen: SeenState) -> Turn:
    """The turn with its words judged, as far as it is still open."""
    if typed.replace:
        return _replacement(typed)
    play, last = seen.turn.play, steps[-1][0]
    if seen.phase is Phase.START and typed.words:
        play = next(state for action, state in steps if isinstance(action, PlayWords)).turn.play
    # "*" stands for all cards that there are, which the action names.
    discards = last.cards if isinstance(last, Discard | Exchange) else typed.discards
    if play is None:
        return Turn(TurnKind.EXCHANGE, discards=discards)
    buy = "" if seen.phase is Phase.CLEAN_UP else typed.buy
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


def _replacement(typed: Turn) -> Turn:
    """The replacement alone: the rest depends on the card that is drawn."""
    if typed.kind is not TurnKind.REPLACE:
        raise InvalidInputError(
            f"the turn goes on after replace {typed.replace}; what is best then depends on the card"
            f' that is drawn: give "replace {typed.replace}" alone'
        )
    return Turn(TurnKind.REPLACE, typed.replace)
