"""What the person types: a line at a time, from a terminal or from a pipe."""

from __future__ import annotations

import contextlib
import io
import sys

import click


class Keyboard:
    """Asks and returns the answer, without white space around it.

    From a terminal, lines can be edited and called up again. From a pipe, each line is written
    behind its question, so that the output reads like the talk it is.
    """

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # What is not text is a typo like any other.
            sys.stdin.reconfigure(errors="replace")
        if self.is_terminal:
            with contextlib.suppress(ImportError):  # Windows has none, and needs none.
                import readline  # noqa: F401  (`input` uses it once it is there)

    def ask(self, question: str) -> str:
        """The next line.

        Raises:
            EOFError: there is none.
        """
        if self.is_terminal:
            return input(question).strip()
        click.echo(question, nl=False)
        try:
            line = sys.stdin.readline()
        except OSError:  # It is open, but not to be read.
            line = ""
        click.echo(line.strip())
        if not line:
            raise EOFError
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Yes or no; an empty line is no. Asks again until it is one of them."""
        while True:
            answer = self.ask(f"{question} [y/N] ")
            sure = parse_yes_or_no(answer)
            if sure is not None:
                return sure
            click.echo(YES_OR_NO)


YES_OR_NO = 'Answer "y" for yes, or "n" or nothing for no.'


def parse_yes_or_no(answer: str) -> bool | None:
    """True for yes, False for no and nothing, None for anything else."""
    return {"y": True, "yes": True, "": False, "n": False, "no": False}.get(answer.lower())
