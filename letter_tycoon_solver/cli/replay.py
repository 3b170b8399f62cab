"""`letter-tycoon replay`: a recorded game, step by step."""

from __future__ import annotations

import contextlib

import click

from ..game import game_text
from .options.inputs import LEXICON_METAVAR
from .options.records import load_any_game, load_game
from .terminal.prompt import Prompt


@click.command(
    epilog="""\b
Examples:
  letter-tycoon replay game.jsonl
  letter-tycoon replay game.jsonl --all | less
  letter-tycoon replay game.jsonl --notation > game.txt
"""
)
@click.argument("file")
@click.option("--all", "at_once", is_flag=True, help="Write all steps, and ask nothing.")
@click.option(
    "--notation", is_flag=True, help="Write a line for each turn, to post it; import reads it."
)
@click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list of the game, if it is not a shipped one.",
)
def command(*, file: str, at_once: bool, notation: bool, lexicon_name: str | None) -> None:
    """Step through the recorded game in FILE, all hands open.

    On a terminal, Enter shows the next step, b the one before, q leaves; else all steps are
    written. The whole record is checked. What was undone in the game is left out. With --notation
    it may be a tracked game as well.
    """
    if notation:
        click.echo(game_text(load_any_game(file, lexicon_name)), nl=False)
        return
    game = load_game(file, lexicon_name)
    # Here, because rich comes along.
    from .views.replay import show_all, step_through

    prompt = Prompt()
    if at_once or not prompt.is_terminal:
        show_all(game)
    else:
        with contextlib.suppress(EOFError):  # Ctrl-D.
            step_through(game, prompt)
