"""Turns that are typed, judged in a state, with their static evaluation."""

from __future__ import annotations

from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.actions import Buy, ReplaceCard
from ..game.legal import check
from ..game.possible import game_with
from ..game.state import GameState, Phase, SeenState
from ..game.turn_text import TurnText, parse_turn, steps_of
from ..turn import Turn, TurnKind
from .plans import evaluated
from .think import parse_view


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
    steps_of(game_with(seen), text)
    return evaluated(_turn_of(parse_turn(text), seen), seen, Evaluation.of(seen.lexicon.digest))


def _turn_of(typed: TurnText, seen: SeenState) -> Turn:
    if typed.replace:
        return _replacement(typed.replace, typed)
    discards = typed.discard.cards if typed.discard else ""
    play = check(seen, typed.words) if seen.phase is Phase.START and typed.words else seen.turn.play
    if play is None:
        exchanged = typed.exchange.cards if typed.exchange else discards
        return Turn(TurnKind.EXCHANGE, discards=exchanged)
    buy = ""
    if isinstance(typed.buy, Buy) and seen.phase is not Phase.CLEAN_UP:
        buy = typed.buy.letter
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


def _replacement(replace: ReplaceCard, typed: TurnText) -> Turn:
    if typed != TurnText(replace=replace):
        raise InvalidInputError(
            f"the turn goes on after {replace}; what is best then depends on the card that is"
            f' drawn: give "{replace}" alone'
        )
    return Turn(TurnKind.REPLACE, replace.card)
