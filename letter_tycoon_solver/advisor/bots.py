"""Players from outside: programs that speak the protocol of docs/protocol.md, and classes."""

from __future__ import annotations

import enum
import functools
import hashlib
import importlib
import inspect
import json
import shlex
import shutil
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar, Final

from .._version import __version__
from .._work.line_process import LineProcess, ProgramError
from ..errors import (
    InvalidInputError,
    LetterTycoonError,
    printable,
    require_choice,
    show,
    show_text,
)
from ..game.actions import ACCEPT, CHALLENGE, Action, ActionKind
from ..game.players import Player, judge_words
from ..game.state import SeenState
from ..game.table import Phase
from ..game.turns import Move
from ..lexicon import Lexicon
from ..rules.play import words_notation
from ..rules.ruleset import Ruleset
from ..rules.turn import Turn, TurnKind

VERSION: Final = 1
PROGRAM: Final = f"letter-tycoon {__version__}"

HELLO: Final = "hello"
NEW_GAME: Final = "new_game"
READY: Final = "ready"
GO: Final = "go"
TURN: Final = "turn"
STOP: Final = "stop"
QUIT: Final = "quit"
ERROR: Final = "error"


def message(kind: str, /, **fields: object) -> bytes:
    """Return a message as a line."""
    return json.dumps({"type": kind, **fields}).encode("ascii") + b"\n"


def read_message(line: bytes) -> Mapping[str, Any]:
    """Return the message in a line, with its unknown fields, which nobody looks at."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise InvalidInputError(
            f"{show(line)} is not a message; give a JSON object with a type, in one line"
        )
    return data


def happened(action: Action) -> str:
    """Return an action of another player in the notation of turns; "" if it needs no word."""
    match action.kind:
        case ActionKind.PLAY:
            return words_notation(action.words, action.doublers)
        case ActionKind.REPLACE:
            return f"replace {action.cards}"
        case ActionKind.CHALLENGE:
            return "challenged"
        case ActionKind.EXCHANGE:
            return str(action)
        case _:
            return str(action) if action.cards else ""


class FaultError(LetterTycoonError):
    """A player from outside did not do its part; the message follows its name."""


class Loses(enum.Enum):
    """The price of a fault."""

    GAME = "game"
    """The game is lost and ends."""
    TURN = "turn"
    """The player passes; a player with MAX_FAULTS faults in a game loses it."""


MAX_FAULTS = 10
"""Faults that a player may have in a game, so that a silent one does not take hours."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The time of a player from outside, and the price of a fault.

    Attributes:
        turn: seconds for a turn, and for each answer to words.
        game: seconds for all its turns in a game; None for no limit.
        grace: seconds after the end of its time, in which an answer still counts.
        loses: the price of a fault: an illegal turn, no answer in time, a crash, junk.

    Raises:
        InvalidInputError: a value is out of range.
    """

    turn: float = 10.0
    game: float | None = None
    grace: float = 1.0
    loses: Loses = Loses.GAME

    def __post_init__(self) -> None:
        for name, least in (("turn", 0.001), ("game", 0.001), ("grace", 0.0)):
            value = getattr(self, name)
            if name == "game" and value is None:
                continue
            if type(value) not in (int, float) or not least <= value <= 86_400:
                raise InvalidInputError(
                    f"the time of a player from outside, {name}, is {show(value)}; give seconds"
                    f" from {least:g} to 86400"
                )
        object.__setattr__(
            self, "loses", require_choice(self.loses, Loses, "a fault cannot lose {}")
        )

    def to_dict(self) -> dict[str, object]:
        """Return every field as plain data."""
        return {**asdict(self), "loses": self.loses.value}


START_SECONDS: Final = 60.0
"""The time for the answers to hello and to a new game: programs load and compile word lists."""

Command = tuple[str, ...]

QUIT_SECONDS: Final = 1.0

_idle: Final[dict[Command, list[Program]]] = {}
_idle_lock: Final = threading.Lock()


class Program:
    """A program that was started and has said hello; it is kept for the next game."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self._process = LineProcess(command)
        try:
            asked = message(HELLO, version=VERSION, program=PROGRAM)
            hello = self.ask(asked, HELLO, START_SECONDS)
            if type(hello.get("version")) is not int or hello["version"] < 1:
                raise self.fault(
                    f"has said hello without a version; the version of the protocol is {VERSION}"
                )
        except BaseException:
            self.close()
            raise
        self.challenges = hello.get("challenges") is True

    @classmethod
    def borrow(cls, command: Command) -> Program:
        """Return a program that has no game, a new one if need be."""
        with _idle_lock:
            waiting = _idle.get(command)
            if waiting:
                return waiting.pop()
        return cls(command)

    def give_back(self) -> None:
        """Keep the program for another game."""
        with _idle_lock:
            _idle.setdefault(self.command, []).append(self)

    def new_game(self, ruleset: Ruleset, lexicon: Lexicon, n_players: int, seat: int) -> None:
        """Begin a game."""
        path = str(lexicon.source or _written(lexicon))
        begin = message(
            NEW_GAME,
            ruleset=ruleset.to_dict(),
            lexicon={"name": lexicon.name, "path": path, "sha256": lexicon.digest},
            players=n_players,
            seat=seat,
        )
        self.ask(begin, READY, START_SECONDS)

    def ask(
        self, line: bytes, kind: str, seconds: float, grace: float | None = None
    ) -> Mapping[str, Any]:
        """Send a message and return the answer of a kind; messages of other kinds are ignored.

        After these seconds the program is told to stop, and gets the grace, if there is one.
        """
        process = self._process
        until = time.monotonic() + seconds
        try:
            process.drop_unread()
            process.send(line, until)
            try:
                return self._answer(kind, until)
            except TimeoutError:
                if grace is None:
                    raise
            until = time.monotonic() + grace
            process.send(message(STOP), until)
            return self._answer(kind, until)
        except TimeoutError:
            raise self.fault(
                f"did not answer with {kind} in {seconds:.3g} s"
                + ("" if grace is None else f" and {grace:.3g} s of grace")
            ) from None
        except (ProgramError, InvalidInputError) as error:
            raise self.fault(str(error)) from None

    def fault(self, text: str) -> FaultError:
        """Return a fault, with the last lines of stderr, control characters escaped."""
        lines = "\n".join(map(printable, self._process.last_lines.splitlines()))
        return FaultError(f"{text}; its stderr ends: {lines}" if lines else text)

    def close(self) -> None:
        """End the program."""
        self._process.close()

    def quit(self) -> None:
        """Let the program end, or end it."""
        try:
            self.ask(message(QUIT), QUIT, QUIT_SECONDS)
        except FaultError:
            self.close()

    def _answer(self, kind: str, until: float) -> Mapping[str, Any]:
        while True:
            line = self._process.receive(until)
            try:
                found = read_message(line)
            except InvalidInputError as error:
                raise ProgramError(f"gave an answer that cannot be read: {error}") from None
            if found["type"] == kind:
                return found
            if found["type"] == ERROR:
                raise ProgramError(f"reports an error: {show_text(found.get('message'))}")
            if time.monotonic() > until:
                raise TimeoutError


def end_idle_programs() -> None:
    """End the programs of this process that have no game."""
    with _idle_lock:
        waiting = [program for programs in _idle.values() for program in programs]
        _idle.clear()
    for program in waiting:
        program.quit()


# The words of a lexicon that has no file -----------------------------------------------------


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="letter-tycoon-")


def _written(lexicon: Lexicon) -> Path:
    path = Path(_folder().name) / f"{lexicon.digest}.txt"
    if not path.exists():
        path.write_text("".join(f"{word}\n" for word in lexicon), "ascii")
    return path


class OutsidePlayer(ABC):
    """A player from outside, whose faults the referee of a tournament judges."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    @abstractmethod
    def choose(self, seen: SeenState) -> Move:
        """Return what the player does, as `Player.choose`; or raise a FaultError."""

    def hear(self, player: int, action: Action) -> None:  # noqa: B027 (not all listen)
        """Learn what another player has done."""

    def has_failed(self) -> None:  # noqa: B027 (not all have plans)
        """Give up what was planned, after a fault."""

    def close(self) -> None:  # noqa: B027 (not all hold something)
        """End its part in the game."""


class ProgramPlayer(OutsidePlayer):
    """A program that plays one game."""

    def __init__(self, command: Command, limits: Limits) -> None:
        super().__init__(limits)
        self._command = command
        self._seconds_left = limits.game
        self._program: Program | None = None
        self._turn: Turn | None = None
        self._heard: list[tuple[int, str]] = []

    def choose(self, seen: SeenState) -> Move:
        """Return what the program does; it is not asked again after words challenged in vain."""
        if seen.phase is Phase.CHALLENGE:
            return self._answer_to_words(seen)
        if seen.phase in {Phase.PURCHASE, Phase.CLEAN_UP}:
            return passing(seen) if self._turn is None else replace(self._turn, replace="")
        self._turn = Turn.parse(self._ask(seen))
        return self._turn

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
        for said in (ACCEPT, CHALLENGE):
            if answer == said.notation:
                return said
        raise FaultError(f"answers to words with {show(answer)}; accept or challenge is allowed")

    def _ask(self, seen: SeenState) -> str:
        program, limits = self._running(seen), self.limits
        seconds = limits.turn
        if self._seconds_left is not None:
            seconds = max(0.0, min(seconds, self._seconds_left))
        since = [{"seat": seat, "turn": turn} for seat, turn in self._heard]
        self._heard.clear()
        begun = time.monotonic()
        line = message(GO, view=str(seen), since=since, seconds=seconds)
        answer = program.ask(line, TURN, seconds, limits.grace)
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


class ClassPlayer(OutsidePlayer):
    """A player of a class from outside; an error that it raises is a fault.

    Nothing can interrupt it, so its time is judged when it has answered.
    """

    def __init__(self, player: Player, limits: Limits) -> None:
        super().__init__(limits)
        self._player = player
        self._seconds = 0.0

    def choose(self, seen: SeenState) -> Move:
        """Return what the player does; an error that it raises is a fault, and so is its delay."""
        begun = time.monotonic()
        try:
            move = self._player.choose(seen)
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
        return move


def passing(seen: SeenState) -> Move:
    """Return the move of a player who has lost the turn."""
    match seen.phase:
        case Phase.START:
            return Turn(TurnKind.EXCHANGE)
        case Phase.CHALLENGE:
            return ACCEPT
        case Phase.PENALTY:
            return Turn(TurnKind.EXCHANGE, discards=seen.active_seat.hand[:1])
        case _:
            return Turn(TurnKind.REST)


COMMAND_PREFIX: Final = "cmd:"
GROUP: Final = "letter_tycoon_solver.players"
"""The entry points of installed packages that are players."""


@dataclass(frozen=True, slots=True)
class Outsider:
    """A player from outside, labelled by its name, such as "cmd:./mybot --fast".

    It is picklable. It has a command, or a target such as "package.module:Class".
    """

    label: str
    limits: Limits
    command: Command = ()
    target: str = ""
    tables: ClassVar[None] = None
    needs_tables: ClassVar[bool] = False
    thinks: ClassVar[bool] = False

    @classmethod
    def parse(cls, name: str, limits: Limits) -> Outsider | None:
        """Return the player that a name says; None for none from outside."""
        if name.startswith(COMMAND_PREFIX):
            return cls(name, limits, _parse_command(name))
        target: str | None = name
        if ":" not in name:
            installed = entry_points(group=GROUP, name=name)
            target = next((point.value for point in installed), None)
        if target is None:
            return None
        player = cls(name, limits, target=target)
        player.new_player()
        return player

    def new_player(self, *_: object) -> OutsidePlayer:
        """Return a player for one game; the arguments of our own players are ignored."""
        if self.command:
            return ProgramPlayer(self.command, self.limits)
        return ClassPlayer(_new(self.target), self.limits)

    def check(self) -> None:
        """Start a program once, and keep it for the first game."""
        if self.command:
            try:
                Program.borrow(self.command).give_back()
            except FaultError as fault:
                raise InvalidInputError(f"{self.label} {fault}") from None

    def to_dict(self, *_: object) -> dict[str, object]:
        """Return all that its games depend on, as far as it is visible, as plain data."""
        return {
            "command": list(self.command),
            "class": self.target,
            "limits": self.limits.to_dict(),
            "files": [_digest(path) for path in _sources(self)],
        }


def _parse_command(name: str) -> Command:
    try:
        command = tuple(shlex.split(name.removeprefix(COMMAND_PREFIX)))
    except ValueError as error:
        raise InvalidInputError(f"{show(name)} is no command: {error}") from None
    if not command:
        raise InvalidInputError(f"{show(name)} has no command; give one, as in cmd:./mybot --fast")
    return command


@functools.cache
def _load(target: str) -> Callable[[], Player]:
    """Import a class, also from a module in the current folder."""
    module, _, name = target.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # A module from outside may raise anything.
        raise InvalidInputError(
            f"the player {show(target)} cannot be imported ({type(error).__name__}:"
            f" {show_text(error)}); give package.module:Class"
        ) from error
    if not callable(getattr(found, "choose", None)):
        raise InvalidInputError(
            f"{show(target)} has no method choose; give a class with choose(seen), as"
            " letter_tycoon_solver.game.Player describes it"
        )
    return found  # type: ignore[no-any-return]


def _new(target: str) -> Player:
    try:
        return _load(target)()
    except InvalidInputError:
        raise
    except Exception as error:
        raise InvalidInputError(
            f"{target}() raises {type(error).__name__}: {show_text(error)}; give a class that"
            " takes no arguments"
        ) from error


def _sources(player: Outsider) -> list[Path]:
    """Return the files that a player is made of, as far as they are named."""
    if player.command:
        return [Path(shutil.which(player.command[0]) or ""), *map(Path, player.command[1:])]
    return [Path(inspect.getsourcefile(_load(player.target)) or "")]


def _digest(path: Path) -> str:
    """Return the hash of a file; "" if there is none."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
