"""A program that plays, from its hello on; kept for the next game when one is over."""

from __future__ import annotations

import functools
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..._work.line_process import LineProcess, ProgramError
from ...errors import InvalidInputError, printable, show_text
from ...lexicon import Lexicon
from ...rules.ruleset import Ruleset
from . import protocol
from .limits import FaultError
from .protocol import message, read_message

START_SECONDS: Final = 60.0
"""For the answer to hello, and for that to a new game: programs load and compile word lists."""

Command = tuple[str, ...]

QUIT_SECONDS: Final = 1.0

_idle: Final[dict[Command, list[Program]]] = {}
_idle_lock: Final = threading.Lock()


class Program:
    """A program that was started and has said hello.

    Attributes:
        command: the program and its arguments.
        challenges: it answers to words itself.

    Raises:
        InvalidInputError: it cannot be started.
        FaultError: it does not say hello.
    """

    def __init__(self, command: Command) -> None:
        self.command = command
        self._process = LineProcess(command)
        try:
            asked = message(protocol.HELLO, version=protocol.VERSION, program=protocol.PROGRAM)
            hello = self.ask(asked, protocol.HELLO, START_SECONDS)
            if type(hello.get("version")) is not int or hello["version"] < 1:
                raise self.fault(
                    "has said hello without a version; the version of the protocol is"
                    f" {protocol.VERSION}"
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
        """Begin a game.

        Raises:
            FaultError: the program is not ready for it.
        """
        path = str(lexicon.source or _written(lexicon))
        begin = protocol.new_game_message(ruleset, lexicon, path, n_players, seat)
        self.ask(begin, protocol.READY, START_SECONDS)

    def ask(
        self, line: bytes, kind: str, seconds: float, grace: float | None = None
    ) -> Mapping[str, Any]:
        """Send a message, and return the answer of a kind.

        Args:
            line: the message.
            kind: the type of the answer; messages of other types are ignored.
            seconds: how long to wait.
            grace: seconds after that, for which it is told to stop; None for an answer that nobody
                can hasten.

        Raises:
            FaultError: there is no such answer.
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
            process.send(message(protocol.STOP), until)
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
            self.ask(message(protocol.QUIT), protocol.QUIT, QUIT_SECONDS)
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
            if found["type"] == protocol.ERROR:
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
