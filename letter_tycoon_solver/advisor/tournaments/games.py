"""One game, and the referee: a fault of a player from outside costs it the turn or the game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from ..._work.executors import IsStopped, Stopped
from ...errors import LetterTycoonError
from ...game.actions import Action
from ...game.players import Player
from ...game.rules import apply
from ...game.state import GameState, SeenState
from ...game.table import NEW_TURN, Phase
from ..bots.limits import MAX_FAULTS, FaultError, Loses
from ..bots.player import ClassPlayer, ProgramPlayer, passing
from .result import GameResult

_OUTSIDE: Final = (ProgramPlayer, ClassPlayer)


class _LostGameError(Exception):
    """A player has lost the game by a fault."""


class _Seated:
    """A player in a game.

    turns    begun
    seconds  of thinking
    faults   in words
    """

    def __init__(self, player: Player) -> None:
        self.turns = 0
        self.seconds = 0.0
        self.faults: list[str] = []
        self._player = player
        self._outsider = player if isinstance(player, _OUTSIDE) else None

    def act(self, state: GameState) -> tuple[Action, GameState]:
        """Return what the player does, and the state after it.

        Raises:
            _LostGameError: it has lost the game by a fault.
        """
        seen = state.seen_by(state.to_act)
        self.turns += seen.phase is Phase.START and seen.turn == NEW_TURN
        try:
            action = self._choose(seen)
            return action, apply(state, action)
        except LetterTycoonError as error:
            if self._outsider is None:
                raise
            self._judge(error)
        action = passing(seen)
        return action, apply(state, action)

    def hear(self, seat: int, action: Action) -> None:
        """Tell a player from outside what another one has done."""
        if self._outsider is not None:
            self._outsider.hear(seat, action)

    def close(self) -> None:
        """Let a player from outside go."""
        if self._outsider is not None:
            self._outsider.close()

    def _choose(self, seen: SeenState) -> Action:
        begun = time.perf_counter()
        try:
            return self._player.choose(seen)
        finally:
            self.seconds += time.perf_counter() - begun

    def _judge(self, error: LetterTycoonError) -> None:
        assert self._outsider is not None
        text = str(error) if isinstance(error, FaultError) else f"broke a rule: {error}"
        self.faults.append(text)
        self._outsider.has_failed()
        if self._outsider.limits.loses is Loses.GAME or len(self.faults) >= MAX_FAULTS:
            raise _LostGameError


def played(
    state: GameState,
    players: Sequence[Player],
    rotation: int,
    most_rounds: int,
    is_stopped: IsStopped,
) -> GameResult:
    """Play a game: player p sits in seat (p + rotation) modulo the number of players."""
    seated = [_Seated(player) for player in players]
    n_players = len(seated)
    seats = [seated[(seat - rotation) % n_players] for seat in range(n_players)]
    loser: int | None = None
    try:
        while not state.is_over:
            asked = state.to_act
            try:
                action, after = seats[asked].act(state)
            except _LostGameError:
                loser = asked
                break
            if is_stopped():
                raise Stopped
            if after.round > most_rounds:
                break
            state = after
            for seat, other in enumerate(seats):
                if seat != asked:
                    other.hear(asked, action)
    finally:
        for one in seated:
            one.close()
    return _result_of(state, rotation, seated, loser)


def _result_of(
    state: GameState, rotation: int, players: Sequence[_Seated], loser: int | None
) -> GameResult:
    seats = [(number + rotation) % len(players) for number in range(len(players))]
    scores = state.scores
    others = (tuple(seat for seat in place if seat != loser) for place in state.ranking)
    winners = next(filter(None, others))
    return GameResult(
        rounds=state.round,
        is_over=state.is_over or loser is not None,
        scores=tuple(scores[seat].total for seat in seats),
        wins=tuple((seat in winners) / len(winners) for seat in seats),
        turns=tuple(player.turns for player in players),
        seconds=tuple(player.seconds for player in players),
        faults=tuple(tuple(player.faults) for player in players),
    )
