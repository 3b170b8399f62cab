"""`plot_survey`: a survey as four plots on a page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from .. import _plots
from .._plots import BLACK, BLUE, COLOURS, ORANGE, TICK, TITLE
from ..errors import InvalidInputError, require
from ..rules.cards import LETTERS
from .surveys import PatentSetSurvey, Survey

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_SETS: Final = 40
"""The most gains to show."""
MOST_LINES: Final = 7
"""The most sets to compare with none."""

_LINE_COLOURS: Final = (*COLOURS, "#56B4E9", "#E69F00", "#7F7F7F")
_LINE_STYLES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))

_WIDTH: Final = 13.0
_LOWER_HEIGHT: Final = 4.2
_LEAST_UPPER_HEIGHT: Final = 4.8
_HEIGHT_OF_SET: Final = 0.22
_RARE: Final = 0.005
"""A line of a distribution ends where this share of hands, or fewer, earn as much."""


def plot_survey(survey: Survey, path: str | os.PathLike[str]) -> None:
    """Write the plots of a survey to a .png, .svg or .pdf file.

    The plots show the gain of each set of patents over none, with its standard error; the share of
    hands that earn at least each amount; how often best plays without patents use each letter; and
    how often its patent is bought.

    Args:
        survey: a survey of at least one hand.
        path: the file; it is replaced.

    Raises:
        InvalidInputError: `path` is not a path or has another suffix, the survey has no hands, or
            matplotlib is missing.
        OSError: the file cannot be written.

    Examples:
        >>> from letter_tycoon_solver.batch import plot_survey, survey
        >>> found = survey(200, "enable", seed=1, patent_sets="J,K")
        >>> plot_survey(found, "gains.png")
    """
    require(survey, Survey, "the survey")
    _plots.check_plot(path)
    if not survey.n:
        raise InvalidInputError("the survey has no hands to plot; survey at least one")
    none, shown = survey.sets[0], _sets_with_a_gain(survey)
    upper = max(_LEAST_UPPER_HEIGHT, 1.2 + _HEIGHT_OF_SET * len(shown))
    figure = _plots.new_figure(_WIDTH, upper + _LOWER_HEIGHT)
    axes = figure.subplots(2, 2, height_ratios=[upper, _LOWER_HEIGHT])
    figure.suptitle(_headline(survey), fontsize=TITLE + 1)
    _plot_gains(axes[0, 0], shown, len(survey.sets) - 1)
    _plot_distributions(axes[0, 1], none, shown)
    pays, earned = "Letters in best plays: what a patent pays", none.royalties
    _plot_letters(axes[1, 0], pays, earned, "royalties, $ for each turn of an opponent", BLUE)
    bought = {letter: 100 * share for letter, share in none.bought.items()}
    title = "Patents bought after best plays, the dearest each time"
    _plot_letters(axes[1, 1], title, bought, "share of hands, %", ORANGE)
    _plots.save_figure(figure, path)


def _headline(survey: Survey) -> str:
    return (
        f"The best plays of {survey.n:,} random hand{'s' if survey.n > 1 else ''}"
        f" (word list {survey.lexicon_name}, seed {survey.seed})"
    )


def _sets_with_a_gain(survey: Survey) -> list[PatentSetSurvey]:
    """Choose the sets to show, the highest gain first: single patents, and the best others."""
    by_gain = sorted(survey.sets[1:], key=lambda one: one.gain_margin.mean, reverse=True)
    singles = [one for one in by_gain if len(one.patents) == 1]
    others = [one for one in by_gain if len(one.patents) > 1]
    chosen = {one.patents for one in singles + others[: MOST_SETS - len(singles)]}
    return [one for one in by_gain if one.patents in chosen]


def _plot_gains(axes: Axes, sets: list[PatentSetSurvey], n_sets: int) -> None:
    """Draw a bar for each set, with the standard error of its mean."""
    gains = [one.gain_margin.mean for one in sets]
    errors = np.nan_to_num([one.gain_margin.standard_error for one in sets])
    places = np.arange(len(sets))
    axes.barh(places, gains, color=BLUE, height=0.7)
    axes.errorbar(gains, places, xerr=errors, fmt="none", ecolor=BLACK, capsize=3, elinewidth=1.2)
    for place, gain, error in zip(places, gains, errors, strict=True):
        axes.annotate(
            f"{gain:.2f}",
            (max(0.0, gain + error), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=TICK,
        )
    axes.set_yticks(places, [one.name for one in sets])
    axes.invert_yaxis()
    axes.margins(x=0.12, y=0.02)
    which = "" if len(sets) == n_sets else f" ({len(sets)} of {n_sets} sets)"
    _plots.finish(
        axes,
        f"What patents add{which}",
        "mean gain a hand over no patents, $ + stock (± standard error)",
        "patents owned",
        "x",
    )


def _plot_distributions(axes: Axes, none: PatentSetSurvey, sets: list[PatentSetSurvey]) -> None:
    """Draw the share of hands that earn at least each amount, one line for each set."""
    compared = _spread(sets)
    _plot_at_least(axes, none, BLACK, "-", width=2.6)
    for one, colour, style in zip(compared, _LINE_COLOURS, _LINE_STYLES, strict=False):
        _plot_at_least(axes, one, colour, style, width=1.8)
    axes.legend(title="patents", fontsize=TICK, title_fontsize=TICK, framealpha=1, edgecolor="none")
    axes.set_ylim(0, 102)
    axes.set_xlim(left=0)
    _plots.finish(
        axes, "What the best play earns", "earns at least so much, $ + stock", "share of hands, %"
    )


def _spread(sets: list[PatentSetSurvey]) -> list[PatentSetSurvey]:
    """Choose as many sets as there are lines, spread evenly from the highest gain to the lowest."""
    if len(sets) <= MOST_LINES:
        return sets
    return [sets[at] for at in np.linspace(0, len(sets) - 1, MOST_LINES).round().astype(int)]


def _plot_at_least(
    axes: Axes, one: PatentSetSurvey, colour: str, style: object, width: float
) -> None:
    counts = np.array(one.margin.histogram)
    shares = counts[::-1].cumsum()[::-1] / counts.sum()
    shares = shares[: max(2, np.count_nonzero(shares >= _RARE) + 1)]
    axes.plot(
        np.arange(len(shares)),
        100 * shares,
        color=colour,
        linestyle=style,
        linewidth=width,
        label=f"{one.name} (mean {one.margin.mean:.1f})",
    )


def _plot_letters(
    axes: Axes, title: str, values: Mapping[str, float], y_label: str, colour: str
) -> None:
    axes.bar(list(LETTERS), list(values.values()), color=colour, width=0.75)
    axes.margins(x=0.01)
    _plots.finish(axes, title, "letter", y_label, "y")
