"""Players from outside as players of the library: a program, and an instance of a class."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Protocol

from ...errors import LetterTycoonError, show, show_text
from ...game.actions import (
    Accept,
    Action,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    PlayWords,
    ReplaceCard,
)
from ...game.players import Player, judge_words
from ...game.readings import is_bare, read_words
from ...game.state import SeenState
from ...game.table import Phase
from ...game.turn_actions import action_of
from ...game.turn_steps import is_exchange, known_cards
from ...rules.turn import Turn, TurnKind
from . import protocol
from .limits import FaultError, Limits
from .program import Command, Program
from .protocol import happened, message


class OutsidePlayer(Player, Protocol):
    """A player from outside, whose faults the referee of a tournament judges."""

    def hear(self, player: int, action: Action) -> None:
        """Take notice of what another player has done."""

    def has_failed(self) -> None:
        """Take notice of a fault: what was planned is not done."""

    def close(self) -> None:
        """Take leave of the game."""


class ProgramPlayer:
    """A program that plays one game.

    Attributes:
        limits: its time, and what a fault costs.

    Args:
        command: the program and its arguments.
        limits: the same.
    """

    def __init__(self, command: Command, limits: Limits) -> None:
        self._command = command
        self.limits = limits
        self._seconds_left = limits.game
        self._program: Program | None = None
        self._turn: Turn | None = None
        self._heard: list[tuple[int, str]] = []

    def choose(self, seen: SeenState) -> Action:
        """Return what the program does.

        Raises:
            FaultError: it gives no turn.
            LetterTycoonError: its turn is not in the notation, or says nothing for the phase.
        """
        turn = self._turn
        match seen.phase:
            case Phase.CHALLENGE:
                return self._answer_to_words(seen)
            case Phase.PENALTY:
                return _exchange(Turn.parse(self._ask(seen)), seen)
            case Phase.PURCHASE if turn is not None:
                return Buy(turn.buy) if turn.buy else Decline()
            case Phase.CLEAN_UP if turn is not None:
                return Discard(known_cards(turn.discards, seen.leave))
            case Phase.PURCHASE | Phase.CLEAN_UP:
                return passing(seen)
        is_begun = seen.turn.replaced and not seen.turn.failed_words
        if turn is None or not is_begun or turn.kind is TurnKind.REPLACE:
            turn = self._turn = Turn.parse(self._ask(seen))
        return _first_action(turn, seen)

    def hear(self, player: int, action: Action) -> None:
        """Take notice of what another player has done."""
        if text := happened(action):
            self._heard.append((player, text))

    def has_failed(self) -> None:
        """End the program: what it says late would be taken for its next answer."""
        self._turn = None
        if self._program is not None:
            self._program.close()
            self._program = None

    def close(self) -> None:
        """Leave the program to the next game."""
        if self._program is not None:
            self._program.give_back()
            self._program = None

    def _answer_to_words(self, seen: SeenState) -> Action:
        if not self._running(seen).challenges:
            return judge_words(seen)
        answer = self._ask(seen).strip().lower()
        for action in (Accept(), Challenge()):
            if answer == action.kind:
                return action
        raise FaultError(f"answers to words with {show(answer)}; accept or challenge is allowed")

    def _ask(self, seen: SeenState) -> str:
        program, limits = self._running(seen), self.limits
        seconds = limits.turn
        if self._seconds_left is not None:
            seconds = max(0.0, min(seconds, self._seconds_left))
        since = [{"seat": seat, "turn": turn} for seat, turn in self._heard]
        self._heard.clear()
        begun = time.monotonic()
        line = message(protocol.GO, view=str(seen), since=since, seconds=seconds)
        answer = program.ask(line, protocol.TURN, seconds, limits.grace)
        if self._seconds_left is not None:
            self._seconds_left -= time.monotonic() - begun
        turn = answer.get("turn")
        if not isinstance(turn, str):
            raise program.fault("gave a turn that is no text")
        return turn

    def _running(self, seen: SeenState) -> Program:
        if self._program is None:
            self._program = Program.borrow(self._command)
            self._program.new_game(seen.ruleset, seen.lexicon, len(seen.seats), seen.viewer)
        return self._program


class ClassPlayer:
    """A player of a class from outside; what it raises is a fault.

    Nothing can interrupt it, so it is asked how long it took when it has answered.

    Attributes:
        limits: its time, and what a fault costs.

    Args:
        player: the instance.
        limits: the same.
    """

    def __init__(self, player: Player, limits: Limits) -> None:
        self._player = player
        self.limits = limits
        self._seconds = 0.0

    def choose(self, seen: SeenState) -> Action:
        """Return what the player does.

        Raises:
            FaultError: it raises an error, or takes too long.
        """
        begun = time.monotonic()
        try:
            action = self._player.choose(seen)
        except LetterTycoonError:
            raise
        except Exception as error:
            raise FaultError(f"raised {type(error).__name__}: {show_text(error)}") from error
        seconds = time.monotonic() - begun
        self._seconds += seconds
        limits = self.limits
        for took, allowed in ((seconds, limits.turn), (self._seconds, limits.game)):
            if allowed is not None and took > allowed + limits.grace:
                raise FaultError(
                    f"took {took:.3g} s, where {allowed:.3g} s and {limits.grace:.3g} s of grace"
                    " are allowed"
                )
        return action

    def hear(self, player: int, action: Action) -> None:
        """Do nothing: a view shows what there is to see."""

    def has_failed(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def passing(seen: SeenState) -> Action:
    """Return what a player does who has lost the turn."""
    match seen.phase:
        case Phase.START:
            return Exchange()
        case Phase.CHALLENGE:
            return Accept()
        case Phase.PENALTY:
            return Exchange(seen.active_seat.hand[:1])
        case Phase.PURCHASE:
            return Decline()
        case _:
            return Discard()


def _first_action(turn: Turn, seen: SeenState) -> Action:
    if turn.replace and not seen.turn.replaced:
        return ReplaceCard.of(known_cards(turn.replace))
    if is_exchange(turn):
        return _exchange(turn, seen)
    action = action_of(turn, seen)
    if isinstance(action, PlayWords) and not _is_exact(action):
        return replace(action, words=read_words(seen, action).words)
    return action


def _is_exact(laid: PlayWords) -> bool:
    """Is it said where each card comes from, and what each Y is?"""
    says_ys = all(len(word.y_as) == word.word.count("Y") for word in laid.words)
    return says_ys and not is_bare(laid.words)


def _exchange(turn: Turn, seen: SeenState) -> Action:
    return Exchange(known_cards(turn.discards, seen.active_seat.hand))
