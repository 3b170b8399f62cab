"""People: how do their turns differ from the best ones, and what does that cost?

Run: letter-tycoon import LOGS --out GAMES, then
    python -m benchmarks.people GAMES [--playouts N] [--plot people.svg]

GAMES is a folder of records. Every turn whose hand is known is judged as `analyze` does it. A row
is a kind of difference: its share of the turns, and what such a turn loses on average in dollars
and in percent of the chance to win, with standard errors over the turns. Games of random players
say nothing about people: they are good for nothing but to see that this runs. The picture has for
each kind the dollars that it costs in a hundred turns.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from letter_tycoon_solver._plots import check_plot, finish, new_figure, save_figure
from letter_tycoon_solver.advisor import Decision, analyze
from letter_tycoon_solver.advisor.decisions import Difference, played_in
from letter_tycoon_solver.cli.saved_games import is_tracked
from letter_tycoon_solver.game import Game, TrackedGame

from .common import machine_load, print_table


def decisions_in(folder: Path, playouts: int) -> list[Decision]:
    """Those of all records in a folder."""
    found: list[Decision] = []
    for path in sorted(folder.glob("*.jsonl")):
        game = TrackedGame.load(path) if is_tracked(path) else Game.load(path)
        lexicon = (game.table if isinstance(game, TrackedGame) else game.state).lexicon
        if played_in(game).choices:
            found += analyze(game, lexicon, playouts=playouts).decisions
    return found


def rows_of(decisions: Sequence[Decision]) -> list[list[str]]:
    """A row for each kind that occurs, and one for all."""
    by_kind = {kind: [d for d in decisions if d.difference is kind] for kind in Difference}
    return [_row(kind.value, some, len(decisions)) for kind, some in by_kind.items() if some] + [
        _row("all", decisions, len(decisions))
    ]


def _row(name: str, some: Sequence[Decision], n_all: int) -> list[str]:
    return [
        name,
        str(len(some)),
        f"{100 * len(some) / n_all:.0f}",
        _mean([decision.lead_loss for decision in some]),
        _mean([100 * decision.win_loss for decision in some]),
    ]


def _mean(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{statistics.fmean(values):.2f} ± {error:.2f}"


def draw(decisions: Sequence[Decision], path: Path) -> None:
    """Draws what the kinds cost, the dearest on top."""
    figure = new_figure(7, 3.5)
    axes = figure.subplots()
    lost = {
        kind: sum(d.lead_loss for d in decisions if d.difference is kind) for kind in Difference
    }
    costs = [
        (100 * lost[kind] / len(decisions), kind.value)
        for kind in Difference
        if kind is not Difference.NONE
    ]
    axes.barh([kind for _, kind in sorted(costs)], [cost for cost, _ in sorted(costs)])
    title = f"What turns cost that are not the best ({len(decisions)} turns)"
    finish(axes, title, "dollars lost in 100 turns", "", "x")
    save_figure(figure, path)


def main(args: Sequence[str]) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="How people's turns differ from the best ones.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--plot", type=Path, help="a picture as well: png, svg or pdf")
    given = parser.parse_args(args)
    if given.plot is not None:
        check_plot(given.plot)
    decisions = decisions_in(given.folder, given.playouts)
    title = f"{len(decisions)} turns, {given.playouts} games for each; {machine_load()}"
    print_table(title, ["turn", "n", "%", "$ lost", "chance lost %"], rows_of(decisions))
    if given.plot is not None:
        draw(decisions, given.plot)


if __name__ == "__main__":
    main(sys.argv[1:])
