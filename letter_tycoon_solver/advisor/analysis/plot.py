"""`plot_analysis`: the chance to win of each player over the turns of a game."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from ..._plots import GRID, LABEL, TICK, TITLE, check_plot, save_figure
from ...errors import require
from .analysis import Analysis, Decision

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Of the palette of Okabe and Ito, which people with any colour vision tell apart.
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
_STYLES: Final = ("-", "--", "-.", ":", (0, (8, 2)))
_MARKERS: Final = ("o", "s", "^", "D", "v")
_SIZE: Final = (11.0, 5.5)


def plot_analysis(analysis: Analysis, path: str | os.PathLike[str]) -> None:
    """Writes the plot to a .png, .svg or .pdf file.

    A line for each player, with a point before each own turn (the chance with the best plan, by
    what the player saw, with its standard error) and the share of the victory at the end.

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
    places, last = _places(analysis)
    for summary in analysis.summaries():
        player = summary.player
        own = [place for place in places if place[1].player == player]
        xs = [x for x, _ in own]
        chances = [100 * decision.win for _, decision in own]
        errors = [100 * decision.win_se for _, decision in own]
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
            marker=_MARKERS[player],
            markersize=5,
            linewidth=1.8,
            capsize=2,
            label=f"{analysis.names[player]} (loses {100 * summary.win_loss:.1f} % a turn)",
        )
    axes.set_ylim(-3, 103)
    axes.set_title("Chance to win before each turn", fontsize=TITLE, loc="left", weight="bold")
    axes.set_xlabel("round", fontsize=LABEL)
    axes.set_ylabel("chance to win, % (± standard error)", fontsize=LABEL)
    axes.legend(fontsize=TICK, framealpha=1, edgecolor="none")
    axes.tick_params(labelsize=TICK)
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _places(analysis: Analysis) -> tuple[list[tuple[float, Decision]], float]:
    """Where each turn is, in rounds, by its place among the turns of the round; and the end.

    Of a turn with a replacement, the first decision.
    """
    firsts: dict[tuple[int, int], Decision] = {}
    for decision in analysis.decisions:
        firsts.setdefault((decision.round, decision.player), decision)
    by_round: dict[int, list[Decision]] = {}
    for decision in firsts.values():
        by_round.setdefault(decision.round, []).append(decision)
    places = [
        (number + at / len(analysis.names), decision)
        for number, decisions in by_round.items()
        for at, decision in enumerate(decisions)
    ]
    return places, max(by_round) + 1.0
