"""cli/terminal.py: how far long work is, where stderr is no terminal."""

from __future__ import annotations

import time

import pytest

from letter_tycoon_solver.cli import terminal


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, as its last item."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[-1])
    return now


def test_a_line_every_so_often(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.bar_or_lines("hands") as tell:
        tell(1000, 100_000)
        # The rate is that from the first part on.
        for seconds, done in ((20, 2000), (5, 2500), (14, 4200), (1, 4300), (16, 100_000)):
            clock.append(clock[-1] + seconds)
            tell(done, 100_000)
    assert capsys.readouterr().err.splitlines() == [
        "Going on from 1,000 of 100,000 hands that were finished before.",
        "2,500 of 100,000 hands, 100 a second, 16 min left",
        "4,300 of 100,000 hands, 115 a second, 14 min left",
    ]


def test_slow_work(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.bar_or_lines("games") as tell:
        for seconds, done in ((0, 0), (3, 2), (20, 6), (20, 8)):
            clock.append(clock[-1] + seconds)
            tell(done, 8)
    assert capsys.readouterr().err == "6 of 8 games, 0.2 a second, 10 s left\n"


def test_an_unknown_end(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.bar_or_lines("positions") as tell:
        for seconds, done in ((0, 0), (1, 10), (20, 1010)):
            clock.append(clock[-1] + seconds)
            tell(done, None)
    assert capsys.readouterr().err == "1,010 positions, 50 a second\n"


def test_shorter_work_shows_nothing(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.bar_or_nothing("positions") as tell:
        for done in (0, 10, 1000):
            clock.append(clock[-1] + 60)
            tell(done, 1000)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 s"), (59, "59 s"), (61, "1 min"), (3600 * 5 + 61, "5 h 1 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert terminal._duration(seconds) == text
