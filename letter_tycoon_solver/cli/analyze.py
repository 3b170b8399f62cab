"""`letter-tycoon analyze`: a recorded game, and what each turn has cost."""

from __future__ import annotations

import dataclasses
import json
import sys

import click

from .._plots import check_plot
from ..advisor.analysis.analysis import DEFAULT_SECONDS, Analysis, Decision, analyze
from ..lexicon import Lexicon
from .options.effort import effort_options, note_tables, player_from
from .options.inputs import LEXICON_METAVAR
from .options.records import load_game
from .terminal.progress import bar_or_nothing
from .views.plan_json import finite, plan_to_dict


@click.command(
    epilog="""\b
Examples:
  letter-tycoon analyze game.jsonl
  letter-tycoon analyze game.jsonl --player Ann --seconds 1 --plot game.png
"""
)
@click.argument("file")
@click.option("--player", metavar="N|NAME", help="Only the turns of this player.")
@effort_options(DEFAULT_SECONDS, "about each turn")
@click.option(
    "--plot", metavar="FILE", help="Write a plot of the chances to win: .png, .svg or .pdf."
)
@click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list of the game, if it is not a shipped one.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(  # noqa: PLR0913 (one for each option)
    *,
    file: str,
    player: str | None,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    plot: str | None,
    lexicon_name: str | None,
    as_json: bool,
) -> None:
    """Show what was played in the game in FILE, what was best, and what it cost.

    Each turn is judged by what the player could see. Costs are those of whole games that were not
    used to find the best plan, so that a small one may be below 0.
    """
    if plot is not None:
        check_plot(plot)
    game = load_game(file, lexicon_name)
    lexicon = game.state.lexicon
    assert isinstance(lexicon, Lexicon)
    players = None if player is None else [player_from(player, game.names)]
    with bar_or_nothing("turns") as progress:
        analysis = analyze(
            game,
            lexicon,
            players=players,
            seconds=seconds,
            playouts=playouts,
            seed=seed,
            progress=progress,
        )
    note_tables(lexicon.name, analysis.tables, analysis.own_tables)
    if plot is not None:
        from ..advisor.analysis.plot import plot_analysis

        plot_analysis(analysis, plot)
    if as_json:
        _write_json(analysis)
    else:
        # Here, because rich comes along.
        from .views.analysis import print_analysis

        print_analysis(analysis)


def _write_json(analysis: Analysis) -> None:
    document = {
        "names": list(analysis.names),
        "victories": analysis.victories,
        "seconds": analysis.seconds,
        "tables": analysis.tables,
        "own_tables": analysis.own_tables,
        "summaries": [dataclasses.asdict(summary) for summary in analysis.summaries()],
        "decisions": [_decision_to_dict(decision) for decision in analysis.decisions],
    }
    json.dump(document, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def _decision_to_dict(decision: Decision) -> dict[str, object]:
    numbers = ("win", "win_se", "win_loss", "win_loss_se", "margin_loss", "margin_loss_se")
    return {
        "round": decision.round,
        "player": decision.player,
        "played": plan_to_dict(decision.played),
        "taken_back": decision.taken_back,
        "best": plan_to_dict(decision.best),
        "is_best": decision.is_best,
        **{name: finite(getattr(decision, name)) for name in numbers},
        "games": decision.games,
    }
