"""`plot_analysis`: the chance to win and the final lead of each player over a game."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .._plots import BLACK, COLOURS, TICK, check_plot, finish, new_figure, save_figure
from ..errors import require
from .analysis import Analysis, Summary
from .decisions import Decision, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS: Final = (*COLOURS, BLACK)
_STYLES: Final = ("-", "--", "-.", ":", (0, (8, 2)))
_MARKERS: Final = {
    Verdict.BEST: ("*", 190),
    Verdict.FINE: ("o", 45),
    Verdict.MISTAKE: ("v", 110),
    Verdict.BLUNDER: ("X", 140),
}
"""Shape, and size in square points."""
_LEGEND: Final = "#606060"
_SIZE: Final = (11.0, 8.0)
_HEIGHTS: Final = (3, 2)


def plot_analysis(analysis: Analysis, path: str | os.PathLike[str]) -> None:
    """Write the plot to a .png, .svg or .pdf file.

    It shows the chance to win above and the final lead below, with a line for each player. A line
    has a point before each of the player's turns, with the standard error, and one for the result.
    The shape of a point is the worst verdict on the turn. It stands where the turn was judged: in a
    decided game by the lead, otherwise by the chance.

    Args:
        analysis: of any game.
        path: the file; it is replaced.

    Raises:
        InvalidInputError: `path` is not a path or has another suffix, or matplotlib is absent.
        OSError: the file cannot be written.

    Examples:
        >>> from letter_tycoon_solver.advisor import analyze, plot_analysis
        >>> from letter_tycoon_solver.game import Game
        >>> game = Game(["Ann", "Ben"], seed=3, lexicon="enable")
        >>> _ = game.push("exchange nothing")
        >>> analysis = analyze(game, game.state.lexicon, playouts=200, seed=1)
        >>> plot_analysis(analysis, "chances.png")
    """
    require(analysis, Analysis, "the analysis")
    check_plot(path)
    figure = new_figure(*_SIZE)
    above, below = figure.subplots(2, sharex=True, height_ratios=_HEIGHTS)
    _draw(above, analysis, of_leads=False)
    _draw(below, analysis, of_leads=True)
    finish(above, "Chance to win before each turn", "", "chance to win, % (± standard error)")
    expected = "Final lead, as expected before each turn"
    finish(below, expected, "round", "lead, $ (± standard error)")
    above.set_ylim(-3, 103)
    _add_legends(above)
    below.axhline(0, color=_LEGEND, linewidth=0.8, zorder=0)
    save_figure(figure, path)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A point in each part: where it is, in rounds, and the worst decision of the turn."""

    x: float
    player: int
    first: Decision
    worst: Decision


def _value(decision: Decision, of_leads: bool) -> tuple[float, float]:
    if of_leads:
        return decision.lead, decision.lead_se
    return 100 * decision.win, 100 * decision.win_se


def _draw(axes: Axes, analysis: Analysis, *, of_leads: bool) -> None:
    """Draw the leads, with the verdicts on turns of a decided game; or the chances, with others."""
    turns, last = _turns(analysis)
    for summary in analysis.summaries():
        player = analysis.names.index(summary.name)
        own = [turn for turn in turns if turn.player == player]
        values = [(turn.x, *_value(turn.first, of_leads)) for turn in own]
        if analysis.leads is not None and analysis.victories is not None:
            end = analysis.leads[player] if of_leads else 100 * analysis.victories[player]
            values.append((last, end, 0.0))
        xs, ys, errors = zip(*values, strict=True)
        axes.errorbar(
            xs,
            ys,
            yerr=errors,
            color=_COLOURS[player],
            linestyle=_STYLES[player],
            linewidth=1.8,
            elinewidth=1.0,
            capsize=2,
            label=_label(summary),
        )
        here = [turn for turn in own if turn.worst.is_decided == of_leads]
        for verdict, (marker, size) in _MARKERS.items():
            alike = [turn for turn in here if turn.worst.verdict is verdict]
            places = [(turn.x, _value(turn.first, of_leads)[0]) for turn in alike]
            if places:
                xs, ys = zip(*places, strict=True)
                axes.scatter(
                    xs, ys, size, _COLOURS[player], marker=marker, edgecolors="white", zorder=3
                )


def _label(summary: Summary) -> str:
    if summary.score is None:
        return f"{summary.name} (no score: {summary.open_turns} of {summary.turns} turns open)"
    return f"{summary.name} ({100 * summary.score:.0f} % of what could be won)"


def _add_legends(axes: Axes) -> None:
    """Put the players into the plot, the verdicts beside it."""
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


def _turns(analysis: Analysis) -> tuple[list[_Turn], float]:
    """Return the turns, placed within their round, and the end, in rounds."""
    by_turn: dict[tuple[int, int], list[Decision]] = {}
    for decision in analysis.decisions:
        by_turn.setdefault((decision.round, decision.player), []).append(decision)
    by_round: dict[int, list[_Turn]] = {}
    order = list(Verdict)
    for (number, player), decisions in by_turn.items():
        in_round = by_round.setdefault(number, [])
        worst = max(decisions, key=lambda decision: order.index(decision.verdict))
        x = number + len(in_round) / len(analysis.names)
        in_round.append(_Turn(x, player, decisions[0], worst))
    return [turn for turns in by_round.values() for turn in turns], max(by_round, default=0) + 1.0
