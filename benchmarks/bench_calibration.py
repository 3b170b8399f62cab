"""The learned value: of positions that are said to be won at 70 %, how many are?

Run: python -m benchmarks.bench_calibration [--quick] [--seed N] [--plot FILE.png]

Fresh games of static players, of 2, 3, 4 and 5, as those that the value has learned from but with
another seed. Positions are put together by the chance to win that the value tells; "said" is the
mean of it, "won" how many were won, with the standard error, by games. The plot needs matplotlib.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.fitting import ValueGames
from letter_tycoon_solver.advisor.simulation import LearnedValue
from letter_tycoon_solver.lexicon import Lexicon

from .common import add_quick, print_table
from .findings.drawing import LIGHT, MARKERS, finish, legend, new_figure

PLAYERS: Final = range(2, 6)
GAMES: Final = 10_000
QUICK_GAMES: Final = 200
SEED: Final = 987_654
"""Not one that fitting.py makes of a small seed."""
EDGES: Final = np.linspace(0, 1, 11)


@dataclass(frozen=True, slots=True)
class Kept:
    """Positions with chances in a range.

    Attributes:
        n: how many.
        said: the mean chance.
        won: the share that was won.
        error: its standard error; positions of a game count as one.
    """

    n: int
    said: float
    won: float
    error: float


def calibration(lexicon: Lexicon, n_players: int, games: int, seed: int) -> list[Kept]:
    """By range of chances, those that have positions."""
    evaluation = Evaluation.of(lexicon.digest)
    with ThreadPoolExecutor(1) as thread:
        found = ValueGames(n_players, evaluation, seed).play(games, lexicon, thread)
    chances, _ = LearnedValue.of(lexicon.digest, n_players).estimates(found.features)
    ranges = np.clip(np.digitize(chances, EDGES) - 1, 0, len(EDGES) - 2)
    kept = []
    for number in range(len(EDGES) - 1):
        is_there = ranges == number
        if not is_there.any():
            continue
        wins = found.wins[is_there].astype(np.float64)
        _, game = np.unique(found.games[is_there], return_inverse=True)
        off = np.bincount(game, wins - wins.mean())
        error = float(np.sqrt((off**2).sum())) / len(wins)
        kept.append(Kept(len(wins), float(chances[is_there].mean()), float(wins.mean()), error))
    return kept


def rows(by_players: dict[int, list[Kept]]) -> Iterator[tuple[str, ...]]:
    """One for each number of players and range."""
    for n_players, kept in by_players.items():
        for one in kept:
            yield (
                str(n_players),
                f"{one.n:,}",
                f"{100 * one.said:.1f}",
                f"{100 * one.won:.1f} ± {100 * one.error:.1f}",
            )


def plot(by_players: dict[int, list[Kept]], path: Path) -> None:
    """Draws what was won over what was said."""
    figure, axes = new_figure(LIGHT, 6.0)
    axes.plot([0, 100], [0, 100], color=LIGHT.grid, linewidth=1.5, zorder=0)
    for (n_players, kept), colour, marker in zip(
        by_players.items(), LIGHT.colours, MARKERS, strict=False
    ):
        axes.errorbar(
            [100 * one.said for one in kept],
            [100 * one.won for one in kept],
            yerr=[200 * one.error for one in kept],
            color=colour,
            marker=marker,
            linestyle="none",
            capsize=2,
            label=f"{n_players} players",
        )
    legend(axes, LIGHT)
    told, won = "chance to win that the value told, %", "won, % (± two standard errors)"
    finish(axes, LIGHT, "Won as often as said", told, won)
    figure.savefig(path, dpi=150)


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_quick(parser)
    parser.add_argument("--seed", type=int, default=SEED, help="of the games")
    parser.add_argument("--plot", type=Path, help="a file to draw the table to")
    given = parser.parse_args(arguments)
    lexicon, games = Lexicon.load(), QUICK_GAMES if given.quick else GAMES
    found = {n: calibration(lexicon, n, games, given.seed) for n in PLAYERS}
    print_table(
        f"What the learned value says and what is won; {games:,} games each",
        ("players", "positions", "said %", "won %"),
        rows(found),
    )
    if given.plot:
        plot(found, given.plot)


if __name__ == "__main__":
    main()
