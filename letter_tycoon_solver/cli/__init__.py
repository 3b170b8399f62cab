"""The command `letter-tycoon`: a command is imported when it is called.

Answers go to stdout, all else to stderr. Exit codes: 0; 1 for a failure; 2 for bad input, with
one sentence on stderr; 130 for Ctrl-C.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import sys
from collections.abc import Sequence
from typing import Final

import click

from .._version import __version__
from ..errors import LetterTycoonError
from .terminal import (
    drop_stdout,
    give_stdout_a_buffer,
    log_as_notes,
    note,
    open_closed_streams,
    warnings_as_notes,
)

NAME: Final = "letter-tycoon"

COMMANDS: Final = {
    "advise": "Find the turn that wins most often, by simulation.",
    "analyze": "Judge each turn of recorded games.",
    "best": "Show the best plays that the deck allows.",
    "engine": "Play for another program, over stdin and stdout.",
    "hint": "Show the best turns at once, or what your word is worth.",
    "import": "Read games that you played online.",
    "lexicon": "Show or compile a word list.",
    "play": "Play against computers in the terminal.",
    "replay": "Show a recorded game, turn by turn.",
    "serve": "Open the page: hints, games and reviews in a browser.",
    "site": "Write the hint board as files for any web host.",
    "solve": "Find the best plays of many positions in a file.",
    "survey": "Measure what patents are worth, over random hands.",
    "tournament": "Let players play many games against each other.",
    "track": "Follow a game between people, and get advice.",
    "word": "Look a word up: valid or not, anagrams, pay, meaning.",
}
"""By name, what a command does. Its function has the name too: `hint_command`."""
_MODULES: Final = {
    "engine": "tournament",
    "import": "import_",
    "lexicon": "word",
    "serve": "page",
    "site": "page",
}
"""The modules of commands that do not have the name of their module."""

FAILURE: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def main() -> int:
    """Run the command line of the process; return the exit code."""
    open_closed_streams()
    give_stdout_a_buffer()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal cannot show is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:])
    # Otherwise Python looks through all that Numba has loaded for garbage, which takes a quarter of
    # the time of a hint.
    gc.freeze()
    return code


def run(args: Sequence[str]) -> int:
    """Run a command line, without the name of the program; return the exit code."""
    try:
        with log_as_notes(), warnings_as_notes():
            code = group.main(args, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except LetterTycoonError as error:
        return _fail(str(error), BAD_INPUT)
    except click.ClickException as error:
        return _fail(error.format_message() + _where_to_read(error, args), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:
        # Files are read with errors of our own, so it is stdout that cannot be written.
        drop_stdout()
        if isinstance(error, BrokenPipeError):  # The reader has left, as `head` does.
            return FAILURE
        return _fail(f"the answer cannot be written: {error.strerror or error}", FAILURE)
    return code if isinstance(code, int) else 0


def _where_to_read(error: click.ClickException, args: Sequence[str]) -> str:
    if not isinstance(error, click.UsageError):
        return ""
    # click does not say where an option without its value was given.
    command = " ".join([NAME, *(name for name in args[:1] if name in COMMANDS)])
    return f" See '{error.ctx.command_path if error.ctx else command} --help'."


def _fail(message: str, code: int) -> int:
    with contextlib.suppress(OSError):  # Where stderr cannot be written the code says it.
        note(f"Error: {message}")
    return code


class _Commands(click.Group):
    """The commands of `COMMANDS`. The help lists them without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f".{_MODULES.get(cmd_name, cmd_name)}", __name__)
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: letter-tycoon hint JWLEANZ EES --patents K --opponent E",
)
@click.version_option(__version__, prog_name=NAME)
@click.pass_context
def group(ctx: click.Context) -> None:
    """The solver for the word game Letter Tycoon."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
