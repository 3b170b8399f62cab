"""`plot_analysis`: verdicts are told by shape."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.records import DECISION, JEWELS, LOST_ALREADY, analysis_of, lost
from support.selection import saved_figures, slow_with

from letter_tycoon_solver.advisor import Analysis, Decision, Verdict, plot_analysis

pytestmark = slow_with("matplotlib")


@pytest.fixture
def axes_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Plots an analysis, and gives what was drawn of the chances, or of the margins."""
    saved = saved_figures(monkeypatch)

    def draw(analysis: Analysis, *, of_margins: bool = False) -> Any:
        plot_analysis(analysis, tmp_path / "game.png")
        chances, margins = saved[-1].axes
        return margins if of_margins else chances

    return draw


def points(axes: Any) -> dict[tuple[float, float], str]:
    """By its place the shape of each point, as the path of its marker."""
    from matplotlib.collections import PathCollection

    return {
        (round(float(x), 6), round(float(y), 6)): str(drawn.get_paths())
        for drawn in axes.collections
        if isinstance(drawn, PathCollection)
        for x, y in np.asarray(drawn.get_offsets())
    }


def shown(*made: Decision) -> Analysis:
    return dataclasses.replace(analysis_of(*made), victories=(1.0, 0.0), leads=(12.0, -12.0))


def test_every_verdict_has_a_shape_of_its_own(axes_of: Any) -> None:
    made = [
        lost(0.0, played=JEWELS, round=1),
        lost(0.0, round=2),
        lost(0.05, round=3),
        lost(0.5, round=4),
    ]
    assert [one.verdict for one in made] == list(Verdict)
    found = points(axes_of(shown(*made)))
    assert list(found) == [(1, 50), (2, 50), (3, 50), (4, 50)]
    assert len(set(found.values())) == len(Verdict)


def test_players_share_the_shapes_and_not_the_colour(axes_of: Any) -> None:
    axes = axes_of(shown(lost(0.5), lost(0.5, player=1, win=0.6)))
    (mine, ours) = points(axes).values()
    assert mine == ours
    colours = {tuple(line.get_color()) for line in axes.lines if line.get_linestyle() != "None"}
    assert len(colours) >= 2


def test_of_a_turn_with_two_decisions_the_worst(axes_of: Any) -> None:
    single = points(axes_of(shown(lost(0.5, round=1))))
    double = points(axes_of(shown(lost(0.0, round=1), lost(0.5, round=1, win=0.4))))
    assert double == single


def test_the_legend_names_all_verdicts_and_scores(axes_of: Any) -> None:
    from matplotlib.legend import Legend

    def texts(*made: Decision) -> list[str]:
        return sorted(
            text.get_text()
            for legend in axes_of(shown(*made)).get_children()
            if isinstance(legend, Legend)
            for text in legend.get_texts()
        )

    verdicts = [verdict.value for verdict in Verdict]
    three = [dataclasses.replace(DECISION, round=at) for at in (1, 2, 3)]
    assert texts(*three) == sorted([*verdicts, "Ann (84 % of what could be won)"])
    assert texts(DECISION) == sorted([*verdicts, "Ann (no score: 1 of 1 turns open)"])


def lines(axes: Any) -> list[list[tuple[float, float]]]:
    """The places that each player's line goes through."""
    drawn = [line for line in axes.lines if line.get_linestyle() == "-"]
    drawn = [line for line in drawn if len(line.get_xdata()) > 2]
    return [list(zip(*line.get_data(), strict=True)) for line in drawn]


def test_margins_are_drawn_below_the_chances(axes_of: Any) -> None:
    game = shown(lost(0.05, round=1), dataclasses.replace(LOST_ALREADY, round=2))
    assert lines(axes_of(game)) == [[(1, 50), (2, 0.5), (3, 100)]]
    assert lines(axes_of(game, of_margins=True)) == [[(1, 4), (2, -40), (3, 12)]]


def test_a_verdict_stands_where_the_turn_was_judged(axes_of: Any) -> None:
    game = shown(lost(0.05, round=1), dataclasses.replace(LOST_ALREADY, round=2))
    assert list(points(axes_of(game))) == [(1, 50)]
    assert list(points(axes_of(game, of_margins=True))) == [(2, -40)]


def test_an_analysis_that_was_stopped_at_once(axes_of: Any) -> None:
    assert points(axes_of(analysis_of())) == {}
