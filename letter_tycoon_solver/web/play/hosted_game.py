"""One game that is open, with its record: what a seat does to it, and what it may know of it.

Nothing here waits for anybody. Every method that changes something holds the lock of the game for
some milliseconds and may be called in any thread; what is told is of the moment after a change.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ...advisor.players import PlayerKind, computer_named
from ...errors import IllegalMoveError, InvalidInputError, LetterTycoonError, sentence, show
from ...game import (
    Action,
    AmbiguousWordsError,
    Discard,
    Game,
    GameState,
    Phase,
    RecordError,
    SeenState,
)
from ...game.actions import check_asked
from ...game.table import with_names
from ...rules.turn import Turn
from .ending import ending_of
from .schema import Looked, SeenGame
from .views import Moment, seen_json
from .words import look_at

_SHIFT: Final = 26
"""Bits of a version for what no record knows. Together with the size of a record they stay exact in
JavaScript, up to records of 128 MB."""


class OldVersionError(LetterTycoonError):
    """The game has gone on since it was seen."""


class ClosedError(LetterTycoonError):
    """The game was closed since it was looked up; it can be opened again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A computer that is to act.

    Attributes:
        seat: of the computer.
        kind: of the computer.
        seen: what it may know.
    """

    seat: int
    kind: PlayerKind
    seen: SeenState


@dataclass(frozen=True, slots=True)
class _UndoRequest:
    """A wish to undo: the player, the number of actions to go back to, the version, who agreed."""

    by: int
    to: int
    version: int
    agreed: frozenset[int]


class HostedGame:
    """A game with its record, as people and computers play it.

    A version is the size of the record, which grows with each action and each undo; its last bits
    count what no record knows, such as wishes to undo. So it rises whatever the clock does, and the
    server that comes next goes on from it. What is decided upon an older one holds as long as no
    action was done or undone since: nobody can keep another from acting by wishes.

    Args:
        game: recorded.
        path: of its record.
        maker: the seat of who has made the game.
        hints: whether hints may be asked for.
        waiting: gives the people's seats that nobody has taken.
        rematch: gives by seat the secrets of the rematch, if there is one.
    """

    def __init__(
        self,
        game: Game,
        path: Path,
        *,
        maker: int,
        hints: bool,
        waiting: Callable[[], Collection[int]],
        rematch: Callable[[], Mapping[int, str]] = dict,
    ) -> None:
        self.path = path
        self.hints = hints
        self._game = game
        self._maker = maker
        self._waiting = waiting
        self._rematch = rematch
        self._kinds = tuple(map(computer_named, game.names))
        self._people = frozenset(at for at, kind in enumerate(self._kinds) if kind is None)
        self._lock = threading.Lock()
        self._is_closed = False
        self._request: _UndoRequest | None = None
        self._trouble = ""
        self._do_what_is_no_choice()
        self._version = game.record_size << _SHIFT
        self._now = self._moment()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return self._game.names

    def seen_json(self, seat: int) -> SeenGame:
        """The game as a seat sees it; takes no lock and less than a millisecond."""
        return seen_json(self._now, seat)

    def seen(self, seat: int) -> SeenState:
        """Return the view of a seat, for hints."""
        return self._game.state.seen_by(seat)

    def look_at(self, seat: int, words: str) -> Looked:
        """Judge words before they are laid."""
        return look_at(words, self.seen(seat), self.hints)

    # What people do -------------------------------------------------------------------------------

    def act(self, seat: int, version: int, turn: str) -> None:
        """Does what a person wants, in the notation; what is left out is left open.

        Raises:
            ClosedError: look the game up again.
            OldVersionError: the game has gone on since.
            InvalidInputError: it is not possible, in the words of the rules; nothing has changed.
        """
        with self._lock:
            self._check_moves(version)
            try:
                with with_names(self.names):
                    check_asked(self._game.state.seen_by(seat), show(turn))
                if Turn.parse(turn).challenger is not None:
                    raise InvalidInputError('others say themselves whether they "challenge"')
                self._go_on(lambda: self._game.push(turn, whole=False))
            except (IllegalMoveError, AmbiguousWordsError) as error:
                raise InvalidInputError(sentence(error)) from None
            except RecordError as error:
                raise without_path(error) from None

    def ask_undo(self, seat: int, version: int) -> None:
        """Takes back the last decision of a person and all since; others have to agree.

        Raises:
            ClosedError: look the game up again.
            OldVersionError: the game has gone on since.
            InvalidInputError: there is nothing to take back, or somebody else has asked.
        """
        with self._lock:
            self._check_moves(version)
            if self._request is not None:
                raise InvalidInputError(
                    f"{self.names[self._request.by]} has asked to undo already; answer that first"
                )
            if not self._can_undo:
                raise InvalidInputError("the game is over; among people nothing is undone then")
            to = self._last_decision(seat)
            if to is None:
                raise InvalidInputError("there is nothing to undo; you have decided nothing yet")
            self._raise_version()
            self._request = _UndoRequest(seat, to, self._version, frozenset({seat}))
            self._now = self._moment()
            self._undo_if_agreed()

    def answer_undo(self, seat: int, version: int, *, agrees: bool) -> None:
        """Record a person's answer to another's wish to undo; the asker may take the wish back.

        Raises:
            ClosedError: look the game up again.
            OldVersionError: the game has gone on since, or this wish is a newer one.
            InvalidInputError: nobody has asked.
        """
        with self._lock:
            request = self._request
            if request is None:
                self._check_moves(version)
                raise InvalidInputError("nobody has asked to undo anything")
            self._check_open()
            if not request.version <= version <= self._version:
                raise _old_version()
            agreed = request.agreed | {seat}
            self._request = replace(request, agreed=agreed) if agrees else None
            self._changed()
            self._undo_if_agreed()

    # What computers do ----------------------------------------------------------------------------

    def computer_asked(self) -> Asked | None:
        """The computer that is to act, if it is one."""
        with self._lock:
            state = self._game.state
            kind = self._kinds[state.to_act]
            if self._is_closed or state.is_over or kind is None or self._trouble:
                return None
            return Asked(state.to_act, kind, state.seen_by(state.to_act))

    def act_for(self, asked: Asked, action: Action) -> None:
        """Does what a computer has chosen, unless something has come between."""
        with self._lock:
            # A wish to undo is no move: what was chosen still holds, and the wish falls.
            if not self._is_closed and self._game.state.seen_by(asked.seat) == asked.seen:
                self._apply(action)

    def stop_computers(self, why: str) -> None:
        """Says that a computer cannot act; another action or the next opening tries again."""
        with self._lock:
            self._trouble = why
            self._changed()

    # The rest -------------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The game as it stands, hands and all: for the server alone."""
        return self._game.state

    def changed(self) -> None:
        """Has everyone told anew: somebody has taken a seat. Raises ClosedError."""
        with self._lock:
            self._check_open()
            self._changed()

    def close(self) -> None:
        """Ends the record; nothing is done in the game any more."""
        with self._lock:
            self._is_closed = True
            self._game.close()

    def _moment(self) -> Moment:
        request, is_over = self._request, self._game.state.is_over
        return Moment(
            version=self._version,
            names=self._game.names,
            states=self._game.states,
            history=self._game.history,
            waiting=self._waiting(),
            maker=self._maker,
            hints=self.hints,
            undo_by=request.by if request else None,
            undo_to=request.to if request else None,
            undo_waits_for=tuple(sorted(self._people - request.agreed)) if request else (),
            can_undo=[
                seat
                for seat in self._people
                if self._can_undo and self._last_decision(seat) is not None
            ],
            trouble=self._trouble,
            ending=ending_of(self._game.states) if is_over else None,
            rematch=self._rematch() if is_over else {},
        )

    @property
    def _can_undo(self) -> bool:
        """False after a game with other people: all hands were seen, and nobody plays on."""
        return not self._game.state.is_over or len(self._people) == 1

    def _check_open(self) -> None:
        if self._is_closed:
            raise ClosedError("the game was closed meanwhile; try again")

    def _check_moves(self, version: int) -> None:
        """Refuses what was decided before the last action or undo."""
        self._check_open()
        if version >> _SHIFT != self._version >> _SHIFT:
            raise _old_version()

    def _apply(self, action: Action) -> None:
        self._go_on(lambda: self._game.apply(action))

    def _go_on(self, do: Callable[[], object]) -> None:
        """Does something that is a move."""
        do()
        self._request, self._trouble = None, ""
        try:
            self._do_what_is_no_choice()
        finally:
            self._changed()

    def _changed(self) -> None:
        self._raise_version()
        self._now = self._moment()

    def _raise_version(self) -> None:
        of_record = self._game.record_size << _SHIFT
        if of_record > self._version:
            self._version = of_record
            return
        if not self._version % (1 << _SHIFT):
            # From anywhere, so that nobody agrees to a wish that another server was told.
            self._version += secrets.randbits(_SHIFT - 1)
        self._version += 1

    def _do_what_is_no_choice(self) -> None:
        """Without a card left in the hand there is none to discard."""
        state = self._game.state
        if state.phase is Phase.CLEAN_UP and not state.leave and state.to_act in self._people:
            # What was done before it holds. If this cannot be recorded, the player does it later.
            with contextlib.suppress(RecordError):
                self._game.apply(Discard())

    def _last_decision(self, seat: int) -> int | None:
        """The number of actions before it, None if there is none."""
        states = self._game.states
        return next(
            (
                at
                for at in reversed(range(len(states) - 1))
                if states[at].to_act == seat
                and (states[at].phase is not Phase.CLEAN_UP or states[at].leave)
            ),
            None,
        )

    def _undo_if_agreed(self) -> None:
        request = self._request
        if request is None or request.agreed != self._people:
            return
        self._request, self._trouble = None, ""
        try:
            self._game.undo(len(self._game.history) - request.to)
        except RecordError as error:
            raise without_path(error) from None
        finally:
            self._changed()


def _old_version() -> OldVersionError:
    return OldVersionError("the game has gone on meanwhile; look at it and try again")


def without_path(error: RecordError) -> InvalidInputError:
    """The error for a player, who knows nothing of files and where they lie."""
    return InvalidInputError(
        f"the record of this game {error.what}; tell whoever runs the server, and try again"
    )
