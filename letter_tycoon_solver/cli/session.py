"""A game at a terminal: one line at a time, from a person or a pipe, until the person leaves."""

from __future__ import annotations

import io
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic

import click
from rich.text import Text

from .console import new_console
from .saved_games import AnyGame, SavedGame

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

PART_MARK: Final = ","
"""The mark between the parts of a command."""


class Leave(Exception):  # noqa: N818 (it is not an error)
    """The person leaves what is asked about."""


class Prompt:
    """Ask questions and return the answers without white space around them.

    On a terminal the person can edit lines, complete commands with Tab, and recall earlier ones
    with the arrow keys. For a pipe, each line is written after its question, so that the output
    reads like a conversation.

    Args:
        history: the file that keeps the commands; None keeps them as long as this prompt lives.
    """

    def __init__(self, history: Path | None = None) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are not text count as a typing error.
            sys.stdin.reconfigure(errors="replace")
        self._history = history
        self._commands: PromptSession[str] | None = None
        self._questions: PromptSession[str] | None = None

    def ask(self, question: str) -> str:
        """Ask a question, without completion or history.

        Args:
            question: the text before the line.

        Returns:
            The line.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: Ctrl-C.
        """
        if not self.is_terminal:
            return _next_line(question)
        if self._questions is None:
            # The import takes a fifth of a second, and a pipe does not need it.
            from .line_editor import question_session

            self._questions = question_session()
        return self._questions.prompt(question).strip()

    def ask_command(self, question: str, words: Iterable[str], parts: Iterable[str] = ()) -> str:
        """Ask for the next command, as `ask` does, with completion by Tab and with history.

        Args:
            question: the text before the line.
            words: the possible beginnings of a line.
            parts: the words that may follow a comma.
        """
        if not self.is_terminal:
            return _next_line(question)
        from .line_editor import command_session, completer_of

        if self._commands is None:
            self._commands = command_session(self._history)
        completer = completer_of(list(words), list(parts), PART_MARK)
        return self._commands.prompt(question, completer=completer).strip()

    def confirm(self, question: str) -> bool:
        """Ask for yes or no until the answer is one of them; an empty line means no."""
        while True:
            answer = self.ask(f"{question} [y/N] ")
            sure = parse_yes_or_no(answer)
            if sure is not None:
                return sure
            click.echo(YES_OR_NO)


def _next_line(question: str) -> str:
    click.echo(question, nl=False)
    try:
        line = sys.stdin.readline()
    except OSError:  # The stream is open, but not for reading.
        line = ""
    click.echo(line.strip())
    if not line:
        raise EOFError
    return line.strip()


YES_OR_NO: Final = 'Answer "y" for yes, or "n" or nothing for no.'


def parse_yes_or_no(answer: str) -> bool | None:
    """Return True for yes, False for no and nothing, None for anything else."""
    return {"y": True, "yes": True, "": False, "n": False, "no": False}.get(answer.lower())


class GameSession(ABC, Generic[AnyGame]):
    """A game from where it stands: what `play` and `track` have in common.

    Args:
        saved: the game, saved or not.
        resume_options: what the command needs beside the file to go on with this game.
    """

    def __init__(self, saved: SavedGame[AnyGame], resume_options: Sequence[str] = ()) -> None:
        self._saved = saved
        self._game = saved.game
        self._resume_options = resume_options
        self._console = new_console()

    def run(self) -> None:
        """Goes on to the end of the game, or until the person leaves.

        Raises:
            KeyboardInterrupt: Ctrl-C, after a word of farewell.
            LetterTycoonError: a line of a script cannot be carried out.
            click.ClickException: computers alone come to no end.
        """
        try:
            self._open()
            self._go_on()
        except (Leave, EOFError):
            self._say_goodbye()
        except KeyboardInterrupt:
            self._say_goodbye()
            raise

    @abstractmethod
    def _open(self) -> None:
        """Shows where the game stands."""

    @abstractmethod
    def _go_on(self) -> None:
        """Asks, and does what is typed, until the game or the input ends."""

    def _say(self, *lines: Text | str) -> None:
        for line in lines:
            self._console.print(line)

    def _say_saved(self) -> None:
        self._console.print(f"Saved in {self._saved.shown}", soft_wrap=True)

    def _say_command(self, what: str, command: str) -> None:
        """Tells of another command for this game, if there is a file for it."""
        if self._saved.file is not None:
            self._console.print(f"{what}: {self._saved.command(command)}", soft_wrap=True)

    def _say_goodbye(self) -> None:
        self._say("")
        if self._saved.forget_if_not_begun():
            self._say("Goodbye.")
        elif self._saved.file is None:
            self._say("Goodbye. The game is not saved.")
        else:
            command = self._saved.command_to_resume(self._resume_options)
            self._console.print(f"Goodbye. The game is saved; to go on: {command}", soft_wrap=True)
