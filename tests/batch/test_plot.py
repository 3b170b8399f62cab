"""`plot_survey`: what is drawn, and the files."""

from __future__ import annotations

import dataclasses
import functools
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.selection import saved_figures, slow_with

import letter_tycoon_solver as lts
from letter_tycoon_solver._plots import check_plot
from letter_tycoon_solver.batch import surveys as plots
from letter_tycoon_solver.batch.surveys import Survey, plot_survey, survey

pytestmark = slow_with("matplotlib")

BEGINNINGS = {".png": b"\x89PNG\r\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}


@functools.cache
def surveyed(patent_sets: str, n: int = 60) -> Survey:
    return survey(n, lts.Lexicon.load("common"), patent_sets=patent_sets, seed=0)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Plots a survey, and gives the figure that was saved."""
    saved = saved_figures(monkeypatch)

    def draw(result: Survey) -> Any:
        plot_survey(result, tmp_path / "survey.png")
        (figure,) = saved
        return figure

    return draw


def labels_of(axis: Any) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


@pytest.mark.parametrize("suffix", BEGINNINGS)
def test_formats(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"survey{suffix.upper()}"
    plot_survey(surveyed("K,X"), path)
    assert path.read_bytes().startswith(BEGINNINGS[suffix])
    assert list(tmp_path.iterdir()) == [path]
    assert "matplotlib.pyplot" not in sys.modules, "its state is that of the whole process"


def test_gains_are_bars_from_the_highest(drawn: Any) -> None:
    result = surveyed("single")
    gains, _, _, _ = drawn(result).axes
    expected = sorted(result.sets[1:], key=lambda one: -one.gain_margin.mean)
    assert labels_of(gains.yaxis) == [one.name for one in expected]
    widths = [bar.get_width() for bar in gains.patches]
    assert widths == [one.gain_margin.mean for one in expected]
    (segments,) = [
        lines.get_segments() for lines in gains.collections if len(lines.get_segments()) > 1
    ]
    for one, ((low, _), (high, _)) in zip(expected, segments, strict=True):
        assert high - low == pytest.approx(2 * one.gain_margin.standard_error)
    assert gains.yaxis_inverted()


def test_distribution_is_the_share_of_hands_that_earn_at_least_so_much(drawn: Any) -> None:
    result = surveyed("K")
    _, distribution, _, _ = drawn(result).axes
    none, with_k = distribution.lines
    assert "none" in none.get_label()
    assert "K" in with_k.get_label()
    histogram = result["K"].margin.histogram
    for x, y in zip(with_k.get_xdata(), with_k.get_ydata(), strict=True):
        assert y == pytest.approx(100 * sum(histogram[int(x) :]) / 60)


def test_letters(drawn: Any) -> None:
    result = surveyed("K")
    _, _, royalties, bought = drawn(result).axes
    heights = [bar.get_height() for bar in royalties.patches]
    assert heights == list(result["none"].royalties.values())
    assert labels_of(royalties.xaxis) == list(result["none"].royalties)
    heights = [bar.get_height() for bar in bought.patches]
    assert heights == [100 * share for share in result["none"].bought.values()]


def test_of_many_sets_some_are_shown(drawn: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "MOST_SETS", 10)
    monkeypatch.setattr(plots, "MOST_LINES", 3)
    result = surveyed("pairs")
    gains, distribution, _, _ = drawn(result).axes
    pairs = sorted(
        (one for one in result.sets if len(one.patents) == 2), key=lambda one: -one.gain_margin.mean
    )
    assert set(labels_of(gains.yaxis)) == {*"BJKQVXZ", *(one.name for one in pairs[:3])}
    assert "10 of 28 sets" in gains.get_title(loc="left")
    assert len(distribution.lines) == 1 + 3


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("patent_sets", ["none", "V"])
def test_few_hands_and_no_sets(drawn: Any, n: int, patent_sets: str) -> None:
    figure = drawn(surveyed(patent_sets, n))
    assert re.search(rf"\b{n} random", figure.get_suptitle())


@pytest.mark.parametrize("name", ["survey", "survey.gif", "survey.png.txt"])
def test_other_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(lts.InvalidInputError, match=r"suffix.*\.png, \.svg, \.pdf"):
        check_plot(tmp_path / name)


def test_matplotlib_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(lts.InvalidInputError, match=r"need matplotlib.*solver\[plot\]"):
        check_plot(tmp_path / "survey.png")


def test_no_hands(tmp_path: Path) -> None:
    nothing = dataclasses.replace(surveyed("K"), n=0)
    with pytest.raises(lts.InvalidInputError, match="no hands"):
        plot_survey(nothing, tmp_path / "survey.png")


def test_a_failed_plot_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    def fail(_: Figure, path: Path, **_options: Any) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", fail)
    path = tmp_path / "survey.png"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="No space"):
        plot_survey(surveyed("K"), path)
    assert [other.read_bytes() for other in tmp_path.iterdir()] == [b"old"]
