"""`letter-tycoon replay`: a recorded game, turn by turn."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from ..game import Game, TrackedGame, game_text
from ..game.actions import action_to_dict
from ..game.follow.any_record import is_tracked
from .options.inputs import LEXICON_METAVAR
from .options.records import load_any_game, load_game
from .terminal.json_answer import write_json


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
@click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list of the game, if it is not a shipped one.",
)
def command(*, file: str, notation: bool, as_json: bool, lexicon_name: str | None) -> None:
    """Write the recorded game in FILE turn by turn, all hands open.

    The whole record is checked. What was undone in the game is left out. Of a tracked game, whose
    hands are not all known, the known hand is shown.
    """
    if notation and as_json:
        raise click.UsageError("--notation and --json are both given; give one of them.")
    if notation:
        click.echo(game_text(load_any_game(file, lexicon_name)), nl=False)
        return
    if is_tracked(Path(file)) and not as_json:
        from .views.replay import show_tracked

        tracked = load_any_game(file, lexicon_name)
        assert isinstance(tracked, TrackedGame)
        show_tracked(tracked)
        return
    game = load_game(file, lexicon_name)
    if as_json:
        write_json(_game_to_dict(game))
        return
    # Here, because rich comes along.
    from .views.replay import show_game

    show_game(game)


def _game_to_dict(game: Game) -> dict[str, object]:
    end = game.state
    steps = zip(game.states, game.history, strict=False)
    return {
        "names": list(game.names),
        "start": game.states[0].to_dict(),
        "guesses": [dataclasses.asdict(guess) for guess in game.guesses],
        "steps": [
            {"round": before.round, "player": before.to_act, "do": action_to_dict(action)}
            for before, action in steps
        ],
        "end": end.to_dict(),
        "ranking": [list(players) for players in game.state.ranking]
        if game.state.is_over
        else None,
    }
