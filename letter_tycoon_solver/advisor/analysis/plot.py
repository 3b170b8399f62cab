"""`plot_analysis`: the chance to win of each player over the turns of a game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..._plots import GRID, LABEL, TICK, TITLE, check_plot, save_figure
from ...errors import require
from .result import Analysis, Decision
from .verdict import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Of the palette of Okabe and Ito, which people with any colour vision tell apart.
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
_STYLES: Final = ("-", "--", "-.", ":", (0, (8, 2)))
_MARKERS: Final = {
    Verdict.BEST: ("*", 190),
    Verdict.FINE: ("o", 45),
    Verdict.MISTAKE: ("v", 110),
    Verdict.BLUNDER: ("X", 140),
}
"""Shape, and size in square points. A verdict is told by shape, a player by colour and line."""
_LEGEND: Final = "#606060"
_SIZE: Final = (11.0, 5.5)


def plot_analysis(analysis: Analysis, path: str | os.PathLike[str]) -> None:
    """Writes the plot to a .png, .svg or .pdf file.

    A line for each player, with a point before each own turn (the chance with the best plan, by
    what the player saw, with its standard error) and the share of the victory at the end. The shape
    of a point is the verdict on the turn; on one with several decisions, the worst.

    Args:
        analysis: of any game.
        path: the file; it is replaced.

    Raises:
        InvalidInputError: `path` is not a path or has another suffix, or matplotlib is absent.
        OSError: the file cannot be written.
    """
    require(analysis, Analysis, "the analysis")
    check_plot(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    _plot_chances(figure.subplots(), analysis)
    save_figure(figure, path)


def _plot_chances(axes: Axes, analysis: Analysis) -> None:
    turns, last = _turns(analysis)
    for summary in analysis.summaries():
        player = analysis.names.index(summary.name)
        own = [turn for turn in turns if turn.player == player]
        xs = [turn.x for turn in own]
        chances = [100 * turn.win for turn in own]
        errors = [100 * turn.win_se for turn in own]
        if analysis.victories is not None:
            xs.append(last)
            chances.append(100 * analysis.victories[player])
            errors.append(0.0)
        axes.errorbar(
            xs,
            chances,
            yerr=errors,
            color=_COLOURS[player],
            linestyle=_STYLES[player],
            linewidth=1.8,
            elinewidth=1.0,
            capsize=2,
            label=f"{summary.name} ({100 * summary.score:.0f} % of what could be won)",
        )
        _mark(axes, own, _COLOURS[player])
    axes.set_ylim(-3, 103)
    axes.set_title("Chance to win before each turn", fontsize=TITLE, loc="left", weight="bold")
    axes.set_xlabel("round", fontsize=LABEL)
    axes.set_ylabel("chance to win, % (± standard error)", fontsize=LABEL)
    _add_legends(axes)
    axes.tick_params(labelsize=TICK)
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _mark(axes: Axes, own: Sequence[_Turn], colour: str) -> None:
    """The points of a player, in the shapes of the verdicts."""
    for verdict, (marker, size) in _MARKERS.items():
        points = [(turn.x, 100 * turn.win) for turn in own if turn.verdict is verdict]
        if points:
            xs, ys = zip(*points, strict=True)
            axes.scatter(xs, ys, s=size, marker=marker, color=colour, edgecolors="white", zorder=3)


def _add_legends(axes: Axes) -> None:
    """Players in the plot, verdicts beside it."""
    handles, _ = axes.get_legend_handles_labels()
    players = axes.legend(handles=handles, fontsize=TICK, framealpha=1, edgecolor="none")
    shapes = [
        axes.scatter([], [], s=size, marker=marker, color=_LEGEND, label=verdict.value)
        for verdict, (marker, size) in _MARKERS.items()
    ]
    axes.add_artist(players)
    axes.legend(
        handles=shapes, fontsize=TICK, edgecolor="none", loc="upper left", bbox_to_anchor=(1, 1)
    )


@dataclass(frozen=True, slots=True)
class _Turn:
    """A point: where it is, in rounds; the chance before the turn; the worst verdict in it."""

    x: float
    player: int
    win: float
    win_se: float
    verdict: Verdict


def _turns(analysis: Analysis) -> tuple[list[_Turn], float]:
    """The turns, each by its place among those of its round; and the end, in rounds."""
    by_turn: dict[tuple[int, int], list[Decision]] = {}
    for decision in analysis.decisions:
        by_turn.setdefault((decision.round, decision.player), []).append(decision)
    by_round: dict[int, list[_Turn]] = {}
    order = list(Verdict)
    for (number, player), decisions in by_turn.items():
        in_round = by_round.setdefault(number, [])
        worst = max((decision.verdict for decision in decisions), key=order.index)
        x = number + len(in_round) / len(analysis.names)
        in_round.append(_Turn(x, player, decisions[0].win, decisions[0].win_se, worst))
    return [turn for turns in by_round.values() for turn in turns], max(by_round, default=0) + 1.0
