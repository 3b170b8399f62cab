"""What was chosen in a game, and what the players saw: all that an analysis takes from a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...errors import InvalidInputError
from ...evaluation.equity import Equity
from ...game.actions import Action, Buy, CleanUp, Discard, PlayWords, ReplaceCard
from ...game.game import Game
from ...game.state import GameState, Phase, SeenState
from ...play import Play, join_words
from ..plans import Plan

_NOTHING: Final = Plan("", None, "", "", Equity())


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has done at a start of a turn.

    Attributes:
        seen: what the player saw then; its `active` is the player, its `round` the turn.
        plan: what was done, to the end of the turn; it has no equity yet.
        taken_back: words that lay first and were not words; "" as a rule.
    """

    seen: SeenState
    plan: Plan
    taken_back: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is analyzed, however it was recorded.

    Attributes:
        names: of the players, in the order of the seats.
        choices: in the order of the game; turns that are not finished, or whose cards are not
            known, are left out.
        victories: by player the share of the victory; None if the game is not over.
    """

    names: tuple[str, ...]
    choices: tuple[Choice, ...]
    victories: tuple[float, ...] | None


def played_in(game: Game) -> PlayedGame:
    """What was played in a game, without what was undone.

    Raises:
        InvalidInputError: it is not a game.
    """
    if not isinstance(game, Game):
        raise InvalidInputError(f"the game is a {type(game).__name__}; give a Game")
    return PlayedGame(game.names, tuple(_choices(game)), _victories(game.state))


def plan_carried_out(play: Play | None, actions: Sequence[Action]) -> Plan:
    """What the actions after the words make of them; without a play, the penalty of a turn."""
    buy = "".join(action.letter for action in actions if isinstance(action, Buy))
    discards = "".join(action.cards for action in actions if isinstance(action, CleanUp | Discard))
    return replace(_NOTHING, play=play, buy=buy, discards=discards)


def _choices(game: Game) -> Iterator[Choice]:
    """Every choice at a start of a turn that was carried out to its end."""
    states, actions = game.states, game.history
    for at, (state, action) in enumerate(zip(states, actions, strict=False)):
        if state.phase is not Phase.START:
            continue
        seen = state.seen_by(state.active)
        match action:
            case ReplaceCard(card):
                yield Choice(seen, replace(_NOTHING, replace=card), "")
            case Discard(cards):
                yield Choice(seen, replace(_NOTHING, discards=cards), "")
            case PlayWords(words):
                end = _end_of_turn(states, at)
                if end is None or states[at + 1].phase is Phase.START:
                    continue  # Not finished, or refused and another try is made.
                play = _play_that_stood(states[at + 1 : end])
                plan = plan_carried_out(play, actions[at + 1 : end])
                yield Choice(seen, plan, "" if play else join_words(words))


def _end_of_turn(states: tuple[GameState, ...], at: int) -> int | None:
    """Where the turn of the state is over; None if it is not."""
    turn = states[at].round, states[at].active
    for later in range(at + 1, len(states)):
        if states[later].is_over or (states[later].round, states[later].active) != turn:
            return later
    return None


def _play_that_stood(states: tuple[GameState, ...]) -> Play | None:
    """Of the states after the words were laid."""
    if any(state.phase is Phase.PENALTY for state in states):
        return None
    return next((state.turn.play for state in states if state.turn.play), None)


def _victories(state: GameState) -> tuple[float, ...] | None:
    if not state.is_over:
        return None
    winners = state.ranking[0]
    return tuple((player in winners) / len(winners) for player in range(len(state.seats)))
