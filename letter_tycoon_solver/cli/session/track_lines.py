"""The lines that `track` reads: from a person, who is asked again, or from a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from ...errors import InvalidInputError, sentence, show
from ..terminal.prompt import YES_OR_NO, Prompt, parse_yes_or_no

T = TypeVar("T")

COMMENT = "#"
"""Begins a line that tells nothing."""


class GivenUp(Exception):  # noqa: N818 (it is not an error)
    """The person has answered a question with nothing, so that nothing is done."""


class Lines:
    """Asks for lines, and counts them.

    Args:
        history: as of `Prompt`.
    """

    def __init__(self, history: Path | None = None) -> None:
        self._prompt = Prompt(history)
        self._count = 0
        self._last = ""
        self.check: Callable[[str], None] = lambda _: None
        """Looks at the answer to a question before it is read; raises as `read` of `ask_until`."""

    @property
    def is_script(self) -> bool:
        """Do the lines come from a pipe? Then nobody can answer an error."""
        return not self._prompt.is_terminal

    def command(self, question: str, words: Iterable[str], parts: Iterable[str]) -> str:
        """The next command; see `Prompt.ask_command`."""
        return self._counted(self._prompt.ask_command(question, words, parts))

    def ask(self, question: str) -> str:
        """The answer to a question."""
        return self._counted(self._prompt.ask(question))

    def ask_until(self, question: str, read: Callable[[str], T]) -> T:
        """Return the answer as read, once it can be; a script has one answer.

        Raises:
            InvalidInputError: nothing can be made of that of a script.
            GivenUp: by `read` or `check`.
        """
        while True:
            answer = self.ask(question)
            try:
                self.check(answer)
                return read(answer)
            except InvalidInputError as error:
                if self.is_script:
                    raise
                click.echo(sentence(error))

    def confirm(self, question: str) -> bool:
        """Yes or no; an empty line is no."""
        return self.ask_until(f"{question} [y/N] ", _yes_or_no)

    def where(self) -> str:
        """The line that was read last, for the message of an error."""
        return f"line {self._count}, {show(self._last)}"

    def _counted(self, line: str) -> str:
        self._count += 1
        self._last = line
        return line


def one_of(options: Sequence[str], what: str) -> Callable[[str], str]:
    """Reads the number of an option; nothing gives up."""

    def read(answer: str) -> str:
        if not answer:
            raise GivenUp
        if answer in options:
            return answer
        is_number = answer.isascii() and answer.isdecimal() and len(answer) <= len("1000")
        if not is_number or not 1 <= int(answer) <= len(options):
            raise InvalidInputError(
                f"{show(answer)} is not {what}; give a number from 1 to {len(options)}, or nothing"
            )
        return options[int(answer) - 1]

    return read


def _yes_or_no(answer: str) -> bool:
    sure = parse_yes_or_no(answer)
    if sure is None:
        raise InvalidInputError(YES_OR_NO.removesuffix("."))
    return sure
