"""The files and the look of all plots.

Matplotlib's figures are used without pyplot, whose state is that of the whole process.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from ._extras import extra_module
from ._files import parse_path, written_beside
from .errors import InvalidInputError, show_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")

# Of the palette of Okabe and Ito, which people with any colour vision tell apart.
BLACK: Final = "#000000"
BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
COLOURS: Final = (BLUE, ORANGE, "#009E73", "#CC79A7")
TITLE, LABEL, TICK = 13, 11, 10
"""Sizes of text, in points."""
GRID: Final = "#D0D0D0"
_DPI: Final = 150


def check_plot(path: str | os.PathLike[str]) -> None:
    """Refuse at once a file that no plot could be written to."""
    suffix = parse_path(path).suffix
    if suffix.lower() not in PLOT_SUFFIXES:
        raise InvalidInputError(
            f"the plot '{show_text(path)}' has the suffix {show_text(suffix or '(none)')}; plots"
            f" are written to {', '.join(PLOT_SUFFIXES)}"
        )
    extra_module("matplotlib", "plots")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def finish(
    axes: Axes, title: str, x_label: str, y_label: str, grid: Literal["x", "y", "both"] = "both"
) -> None:
    """Give a plot its texts, its grid lines and no frame."""
    axes.set_title(title, fontsize=TITLE, loc="left", fontweight="bold")
    axes.set_xlabel(x_label, fontsize=LABEL)
    axes.set_ylabel(y_label, fontsize=LABEL)
    axes.tick_params(labelsize=TICK)
    axes.grid(axis=grid, color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure to a file that `check_plot` takes, by its suffix."""
    target = Path(path)
    with written_beside(target) as unfinished:
        figure.savefig(unfinished, dpi=_DPI, format=target.suffix[1:].lower())
