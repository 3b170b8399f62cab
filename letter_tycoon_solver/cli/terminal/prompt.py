"""What the person types: a line at a time, from a terminal or from a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

PART_MARK: Final = ","
"""Between the parts of a command that has several."""


class Prompt:
    """Asks and returns the answer, without white space around it.

    On a terminal lines can be edited; commands are completed with Tab, and those of before are
    called up again with the arrows. From a pipe, each line is written behind its question, so that
    the output reads like the talk it is.

    Args:
        history: the file that keeps the commands for the next time; None keeps them as long as
            this prompt lives.
    """

    def __init__(self, history: Path | None = None) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # What is not text is a typo like any other.
            sys.stdin.reconfigure(errors="replace")
        self._history = history
        self._commands: PromptSession[str] | None = None
        self._questions: PromptSession[str] | None = None

    def ask(self, question: str) -> str:
        """The answer to a question, which is neither completed nor remembered.

        Args:
            question: what is written before the line.

        Returns:
            The line.

        Raises:
            EOFError: there is none.
            KeyboardInterrupt: Ctrl-C.
        """
        if not self.is_terminal:
            return _next_line(question)
        if self._questions is None:
            # Here, as it costs a fifth of a second that no pipe needs.
            from .line_editor import question_session

            self._questions = question_session()
        return self._questions.prompt(question).strip()

    def ask_command(self, question: str, words: Iterable[str], parts: Iterable[str] = ()) -> str:
        """The next command, as `ask`; Tab completes it, and it is remembered.

        Args:
            question: what is written before the line.
            words: what a line may begin with, or be.
            parts: what may follow a comma.
        """
        if not self.is_terminal:
            return _next_line(question)
        from .line_editor import command_session, completer_of

        if self._commands is None:
            self._commands = command_session(self._history)
        completer = completer_of(list(words), list(parts), PART_MARK)
        return self._commands.prompt(question, completer=completer).strip()

    def confirm(self, question: str) -> bool:
        """Yes or no; an empty line is no. Asks again until it is one of them."""
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
    except OSError:  # It is open, but not to be read.
        line = ""
    click.echo(line.strip())
    if not line:
        raise EOFError
    return line.strip()


YES_OR_NO: Final = 'Answer "y" for yes, or "n" or nothing for no.'


def parse_yes_or_no(answer: str) -> bool | None:
    """True for yes, False for no and nothing, None for anything else."""
    return {"y": True, "yes": True, "": False, "n": False, "no": False}.get(answer.lower())
