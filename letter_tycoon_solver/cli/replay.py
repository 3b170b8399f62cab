"""`letter-tycoon replay`: a recorded game, turn by turn."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import click
from rich.text import Text

from ..game import Game, GameState, TrackedGame, game_text
from ..game.table import Table
from . import game_table
from .console import new_console, print_table
from .options import recorded_lexicon_option
from .saved_games import load_any_game, load_game
from .terminal import write_json


def show_game(game: Game) -> None:
    """Write all steps, a line each under a heading for each turn, and the final scores."""
    console = new_console()
    lines = game_table.opening(game.states[0], game.names)
    for _, turn in itertools.groupby(
        game_table.news(game), lambda step: (step[0].round, step[0].active)
    ):
        steps = list(turn)
        lines += [Text(""), _heading(steps[0][0], game)]
        lines += [Text("  ") + news for _, news in steps]
    for line in lines:
        console.print(line, soft_wrap=True)
    _show_end(game.state, game.names[game.state.to_act], game.names)


def show_tracked(game: TrackedGame) -> None:
    """Write the turns of a game of people, and the table at its end."""
    console = new_console()
    for view, turn in zip(game.views, game.turns, strict=False):
        heading = game_table.heading(view, game.names)
        hand = f", hand {view.active_seat.hand}" if view.active == game.seat else ""
        heading.append(f"{hand}, community {view.community.lower()}")
        console.print(heading, soft_wrap=True)
        console.print(Text(f"  {turn.text}"), soft_wrap=True)
    _show_end(game.views[-1], game.player, game.names)


def _heading(state: GameState, game: Game) -> Text:
    """Return the turn, and the cards at its beginning."""
    cards = f", hand {state.active_seat.hand}, community {state.community.lower()}"
    return game_table.heading(state, game.names).append(cards)


def _show_end(table: Table, asked: str, names: Sequence[str]) -> None:
    """Show the final scores, or where the record stops and who is asked there."""
    console = new_console()
    console.print()
    print_table(game_table.seats(table, names, with_hands=True))
    console.print()
    if table.is_over:
        for line in game_table.final_scores(table, names):
            console.print(line)
    else:
        console.print(f"The record ends in round {table.round}; {asked} is asked.")


@click.command(
    epilog="""\b
Examples:
  letter-tycoon replay game.jsonl
  letter-tycoon replay game.jsonl | less
  letter-tycoon replay game.jsonl --notation > game.txt
"""
)
@click.argument("file")
@click.option(
    "--notation", is_flag=True, help="Write a line for each turn, to post; import reads it."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Write JSON: the first state, the steps, the last one."
)
@recorded_lexicon_option
def replay_command(*, file: str, notation: bool, as_json: bool, lexicon_name: str | None) -> None:
    """Write the recorded game in FILE turn by turn, all hands open.

    The whole record is checked. What was undone in the game is left out. Of a tracked game, whose
    hands are not all known, the known hand is shown.
    """
    if notation and as_json:
        raise click.UsageError("--notation and --json are both given; give one of them.")
    if as_json:
        write_json(_game_to_dict(load_game(file, lexicon_name)))
        return
    game = load_any_game(file, lexicon_name)
    if notation:
        click.echo(game_text(game), nl=False)
    elif isinstance(game, TrackedGame):
        show_tracked(game)
    else:
        show_game(game)


def _game_to_dict(game: Game) -> dict[str, object]:
    steps = zip(game.states, game.history, strict=False)
    return {
        "names": game.names,
        "start": game.states[0],
        "steps": [
            {"round": before.round, "player": before.to_act, "do": action.notation}
            for before, action in steps
        ],
        "end": game.state,
        "ranking": game.state.ranking if game.state.is_over else None,
    }
