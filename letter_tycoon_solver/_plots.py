"""The files and the look of all plots.

Matplotlib's figures are used without pyplot, whose state is that of the whole process.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ._extras import extra_module
from ._files import parse_path, written_beside
from .errors import InvalidInputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")

GRID: Final = "#D0D0D0"
"""The colour of grid lines."""
TITLE, LABEL, TICK = 13, 11, 10
"""Sizes of text, in points."""
_DPI: Final = 150


def check_plot(path: str | os.PathLike[str]) -> None:
    """Refuses at once a file that no plot could be written to.

    Args:
        path: the file that is asked for.

    Raises:
        InvalidInputError: another suffix than those of PLOT_SUFFIXES, or matplotlib is absent.
    """
    suffix = parse_path(path).suffix
    if suffix.lower() not in PLOT_SUFFIXES:
        raise InvalidInputError(
            f"the plot {str(path)!r} has the suffix {suffix or '(none)'}; plots are written to"
            f" {', '.join(PLOT_SUFFIXES)}"
        )
    extra_module("matplotlib", "plots")


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Writes a figure to a file that `check_plot` takes, by its suffix.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(path)
    with written_beside(target) as unfinished:
        figure.savefig(unfinished, dpi=_DPI, format=target.suffix[1:].lower())
