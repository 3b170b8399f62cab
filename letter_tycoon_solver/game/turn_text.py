"""Turns as one types them: the notation of plans, carried out by the rules.

    LAWNs*K, buy S, discard JZ     words, the patent to buy, cards to discard beyond those played
    exchange JZ                    cards for new ones in place of words; "exchange nothing"
    replace X                      a card with Q, before the rest or alone
    replace X from community       where the ruleset allows it
    accept, challenge              what an opponent says to the words

A part that is left out is not done. From the purchase on, the words may be left out, or be those
on the table. Verbs are read in any case; words are in the notation of play.py, whose case counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, require, show
from ..play import join_words, parse_notation
from .actions import (
    Accept,
    Action,
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    PlayWords,
    ReplaceCard,
)
from .ledger import PaymentKind
from .legal import check_purchase
from .rules import apply
from .state import GameState, Phase

WORDS: Final = "words"
EXCHANGE: Final = "exchange"
_VERBS: Final = ("replace", EXCHANGE, "buy", "discard")
_NOTHING: Final = "nothing"
_ANSWERS: Final[dict[str, Action]] = {Accept.kind: Accept(), Challenge.kind: Challenge()}

Steps = list[tuple[Action, GameState]]
"""Actions, each with the state after it."""


@dataclass(frozen=True, slots=True)
class TurnText:
    """What the parts of a text say; None for a part that is left out.

    words   in notation
    """

    replace: ReplaceCard | None = None
    words: PlayWords | None = None
    exchange: Discard | None = None
    buy: Buy | Decline | None = None
    discard: CleanUp | None = None


def parse_turn(text: str) -> TurnText:
    """The parts of a turn in the notation of plans.

    Raises InvalidInputError if the text is not in the notation.
    """
    found = {name: _action_of(name, given) for name, given in split_turn(text).items()}
    return TurnText(**found)  # type: ignore[arg-type]


def split_turn(text: str) -> dict[str, str]:
    """The parts of a turn by the names of the fields of `TurnText`, as they are given.

    For "nothing" a verb has "". Raises InvalidInputError if the parts do not go together.
    """
    require(text, str, "the turn")
    found: dict[str, str] = {}
    for part in text.split(","):
        name, given = _split_part(part.strip(), text)
        if name in found:
            if name == WORDS:
                parse_notation(given)
            raise InvalidInputError(f"{show(text)} says {name} twice; say each thing once")
        found[name] = given
    if EXCHANGE in found and found.keys() - {EXCHANGE, "replace"}:
        raise InvalidInputError(
            f"{show(text)} exchanges cards and does more; an exchange is in place of words"
        )
    return found


def _split_part(part: str, text: str) -> tuple[str, str]:
    if not part:
        raise InvalidInputError(
            f'{show(text)} has an empty part; give a turn such as "JeWeLs, buy J, discard Z",'
            ' "exchange JZ" or "replace X"'
        )
    verb, _, rest = part.partition(" ")
    given = rest.strip()
    if given and verb.lower() in _VERBS:
        return verb.lower(), "" if given.lower() == _NOTHING else given
    return WORDS, part


def _action_of(name: str, given: str) -> Action:
    match name:
        case "replace":
            return ReplaceCard.parse(given)
        case "exchange":
            return Discard(given)
        case "buy":
            return Buy(given) if given else Decline()
        case "discard":
            return CleanUp(given)
        case _:
            return PlayWords(*parse_notation(given))


def steps_of(state: GameState, text: str) -> Steps:
    """What the text does from a state on, until it is done or somebody else is to decide.

    Where opponents may challenge, the words are laid and the rest waits for their answers; whether
    it could be done if they accept is asked all the same.

    Raises:
        InvalidInputError: the text is not in the notation, or says nothing for the phase.
        IllegalAction, IllegalPlay: a part of it is against the rules.
    """
    require(text, str, "the turn")
    answer = text.strip()
    if state.phase is Phase.CHALLENGE:
        answer = answer.lower()
    if answer in _ANSWERS:
        # In lower case these are no words: no card would be from the hand.
        return _done(state, [_ANSWERS[answer]])
    if state.phase is Phase.CHALLENGE:
        raise InvalidInputError(
            f"{show(text)} is no answer to the words on the table; player {state.to_act} says"
            ' "accept" or "challenge"'
        )
    turn = parse_turn(text)
    match state.phase:
        case Phase.START:
            return _from_start(state, turn)
        case Phase.PENALTY:
            return _done(state, [_penalty(turn)])
        case Phase.OVER:
            # The rules say that it is too late.
            return _done(state, [Discard() if turn.words is None else turn.words])
        case _:
            _check_words(state, turn)
            return _after_words(state, turn)


def _done(state: GameState, actions: list[Action]) -> Steps:
    steps: Steps = []
    for action in actions:
        state = apply(state, action)
        steps.append((action, state))
    return steps


def _from_start(state: GameState, turn: TurnText) -> Steps:
    exchange = turn.exchange
    if turn.words is None and turn.buy is None and turn.discard:
        # As the action is called.
        exchange = Discard(turn.discard.cards)
    if turn.words is None and exchange is None and (turn.buy or turn.replace is None):
        raise InvalidInputError(
            'the turn has no words; begin it with words, as in "JeWeLs, buy J", or give'
            ' "exchange JZ"'
        )
    steps = _done(state, [turn.replace] if turn.replace else [])
    if steps:
        state = steps[-1][1]
    if turn.words:
        return [*steps, *_words(state, turn.words, turn)]
    return [*steps, *_done(state, [exchange] if exchange else [])]


def _words(state: GameState, words: PlayWords, turn: TurnText) -> Steps:
    """The words, and what follows while nobody else is asked."""
    steps = _done(state, [words])
    laid = steps[-1][1]
    match laid.phase:
        case Phase.CHALLENGE:
            while laid.phase is Phase.CHALLENGE:
                laid = apply(laid, Accept())
            _after_words(laid, turn)
            return steps
        case Phase.PURCHASE | Phase.CLEAN_UP:
            return [*steps, *_after_words(laid, turn)]
        case _:
            return steps  # The engine has refused the words.


def _after_words(state: GameState, turn: TurnText) -> Steps:
    """The purchase, if it is still open, and the clean-up."""
    steps: Steps = []
    if state.phase is Phase.PURCHASE:
        steps = _done(state, [turn.buy or Decline()])
        state = steps[0][1]
    elif isinstance(turn.buy, Buy) and turn.buy.letter not in _bought(state):
        check_purchase(state, turn.buy.letter)
    return [*steps, *_done(state, [turn.discard or CleanUp()])]


def _bought(state: GameState) -> str:
    return "".join(p.letters for p in state.payments if p.kind is PaymentKind.PURCHASE)


def _penalty(turn: TurnText) -> Discard:
    discard = turn.exchange or turn.discard
    if discard is None or turn.words or turn.buy or turn.replace:
        raise InvalidInputError(
            'the words were taken back, and one card is to be discarded; give it as in "discard Z"'
        )
    return Discard(discard.cards)


def _check_words(state: GameState, turn: TurnText) -> None:
    """From the purchase on: the words are those on the table, and what is over is not asked for."""
    play = state.turn.play
    assert play is not None, "a phase after the words"
    if turn.replace or turn.exchange:
        raise InvalidInputError(
            f"the words {join_words(play.words)} lie on the table; replacing and exchanging cards"
            " come before words"
        )
    if turn.words is None:
        return
    doublers = turn.words.doublers
    if turn.words.words != play.words or (doublers is not None and doublers != play.doublers):
        raise InvalidInputError(
            f"the words on the table are {play.notation}; give the rest of the turn with these"
            " words or without any"
        )
