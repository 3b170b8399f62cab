"""The look of the pictures: narrow, for a phone, each for light and for dark pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from .estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

WIDTH: Final = 4.8
"""Inches: as wide as a phone shows without making the text small."""
TEXT, SMALL = 10, 9
MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X", "*")
STYLES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one kind of page.

    Attributes:
        suffix: of the names of its pictures.
        paper: the background, which is that of the page.
        ink: text and axes.
        grid: lines behind.
        colours: of Okabe and Ito, which people with any colour vision tell apart.
    """

    suffix: str
    paper: str
    ink: str
    grid: str
    colours: tuple[str, ...]


LIGHT: Final = Look(
    "",
    "#FFFFFF",
    "#222222",
    "#DDDDDD",
    ("#0072B2", "#D55E00", "#007F5C", "#AA4499", "#56A0C8", "#B07A00", "#666666", "#000000"),
)
DARK: Final = Look(
    "-dark",
    "#131416",
    "#D8D8D8",
    "#3A3D42",
    ("#5AB4E8", "#F08A3C", "#3CC79C", "#E59BCB", "#2F86BD", "#E0B030", "#A0A0A0", "#FFFFFF"),
)
LOOKS: Final = (LIGHT, DARK)


def new_figure(look: Look, height: float) -> tuple[Figure, Axes]:
    """An empty figure with axes in a look."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=look.paper)
    axes = figure.subplots()
    axes.set_facecolor(look.paper)
    axes.tick_params(colors=look.ink, labelsize=SMALL, length=3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(look.ink)
    axes.set_axisbelow(True)
    return figure, axes


def finish(axes: Axes, look: Look, title: str, x_label: str, y_label: str = "") -> None:
    """Title, labels and grid."""
    axes.set_title(title, fontsize=TEXT + 1, loc="left", color=look.ink, fontweight="bold")
    axes.set_xlabel(x_label, fontsize=TEXT, color=look.ink)
    axes.set_ylabel(y_label, fontsize=TEXT, color=look.ink)
    axes.grid(color=look.grid, linewidth=0.7)


def legend(axes: Axes, look: Look, title: str = "", place: Any = "best") -> None:
    """A legend on the paper."""
    _ink(axes.legend(loc=place, fontsize=SMALL, title_fontsize=SMALL, framealpha=0.9), look, title)


def legend_below(figure: Figure, look: Look, title: str = "", columns: int = 2) -> None:
    """A legend below the axes, where rows of points leave it no place."""
    below: Any = "outside lower center"
    shown = figure.legend(
        loc=below, ncols=columns, fontsize=SMALL, title_fontsize=SMALL, columnspacing=1.2
    )
    _ink(shown, look, title)


def _ink(shown: Legend, look: Look, title: str) -> None:
    shown.set_title(title)
    shown.get_frame().set(facecolor=look.paper, edgecolor="none")
    for text in [*shown.get_texts(), shown.get_title()]:
        text.set_color(look.ink)


def draw_lines(
    axes: Axes, look: Look, lines: Mapping[str, tuple[Sequence[float], Sequence[Estimate]]]
) -> None:
    """Lines through estimates, by label: x, and estimates; markers as well as colours differ."""
    for at, (label, (x, estimates)) in enumerate(lines.items()):
        axes.errorbar(
            x,
            [one["mean"] for one in estimates],
            [one["error"] for one in estimates],
            label=label,
            color=look.colours[at % len(look.colours)],
            marker=MARKERS[at % len(MARKERS)],
            linestyle=STYLES[at % len(STYLES)],
            markersize=4,
            linewidth=1.5,
            elinewidth=0.9,
            capsize=2,
        )


def draw_rows(
    axes: Axes,
    look: Look,
    names: Sequence[str],
    columns: Mapping[str, Sequence[Estimate | None]],
) -> None:
    """A row for each name, with a point for the estimate of each column; the first on top."""
    n = len(columns)
    for at, (label, estimates) in enumerate(columns.items()):
        shift = 0.5 * (at - (n - 1) / 2) / max(1, n)
        rows = [row for row, one in enumerate(estimates) if one is not None]
        known = [one for one in estimates if one is not None]
        axes.errorbar(
            [one["mean"] for one in known],
            [row + shift for row in rows],
            xerr=[one["error"] for one in known],
            fmt=MARKERS[at % len(MARKERS)],
            label=label,
            color=look.colours[at % len(look.colours)],
            markersize=4,
            elinewidth=0.9,
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.axvline(0, color=look.ink, linewidth=0.8)
