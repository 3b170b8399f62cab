"""The analyses of several games for people: a line for each, then totals for each name."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from rich.table import Table

from ...advisor.analysis.decision import Decision
from ...advisor.analysis.difference import Difference
from ...advisor.analysis.habits import Habits, habits_of
from ...advisor.analysis.result import Analysis, summarize
from ...advisor.analysis.summary import Summary
from ..terminal.console import new_console, new_table, print_table
from ..terminal.rows import FixedColumn, Rows
from .analysis import print_legend, print_purchase_totals, print_without_score, summaries_table

MAX_FILE: Final = 30
"""The columns for the name of a file; a longer one continues in the next line."""
MOST_MISSED: Final = 10
"""Words and patents in a line."""
_WON: Final = "*"


class GameRows:
    """A table with a row for each game.

    Args:
        files: all games; their folders are left out if the names differ.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._has_folders = len({file.name for file in files}) < len(files)
        width = min(max(len(self._label(file)) for file in files), MAX_FILE)
        self._rows = Rows(
            [FixedColumn("Game", width), FixedColumn("Turns", 5, "right")], f"Scores %, {_WON}: won"
        )

    def write(self, file: Path, analysis: Analysis) -> None:
        """Write the row of a game."""
        summaries = analysis.summaries()
        scores = ", ".join(
            f"{summary.name} {_score(summary)}{_WON if summary.victories else ''}"
            for summary in summaries
        )
        if not summaries:
            scores = f"no hand known; {len(analysis.purchases)} purchases"
        turns = sum(summary.turns for summary in summaries)
        self._rows.write(self._label(file), str(turns), scores)

    def _label(self, file: Path) -> str:
        return str(file) if self._has_folders else file.name


def print_totals(games: Sequence[tuple[Analysis, datetime.date]]) -> None:
    """Write the totals to stdout, after the rows; each game has its day."""
    analyses = [analysis for analysis, _ in games]
    if summaries := summarize(analyses):
        console = new_console()
        console.print()
        print_table(summaries_table(summaries))
        print_without_score(summaries)
        console.print()
        print_table(_differences([one for analysis in analyses for one in analysis.decisions]))
        console.print()
        habits = [habits_of(summary.name, games) for summary in summaries]
        print_table(_months(habits))
        console.print()
        for one in habits:
            for line in _missed(one):
                console.print(line)
        console.print()
        print_legend()
    print_purchase_totals(analyses)


def _differences(decisions: Sequence[Decision]) -> Table:
    """Make a table of the decisions by what differs from the best turn."""
    table = new_table()
    table.add_column("Differs by", no_wrap=True)
    for header in ("Decisions", "Lost % each", "Lost $ each"):
        table.add_column(header, justify="right", no_wrap=True)
    for kind in Difference:
        if some := [one for one in decisions if one.difference is kind]:
            table.add_row(
                kind.value,
                str(len(some)),
                f"{100 * fmean(one.win_loss for one in some):.1f}",
                f"{fmean(one.margin_loss for one in some):.1f}",
            )
    return table


def _months(habits: Sequence[Habits]) -> Table:
    """Make a table of each player's months."""
    table = new_table()
    for header in ("Player", "Month"):
        table.add_column(header, no_wrap=True)
    for header in ("Games", "Turns", "Lost % a turn"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("Most by", no_wrap=True)
    for one in habits:
        for month in one.months:
            lost = sum(kind.win_loss for kind in month.kinds)
            worst = max(month.kinds, key=lambda kind: kind.win_loss, default=None)
            most = worst.difference.value if worst and worst.win_loss > 0 else "-"
            figures = (str(month.games), str(month.turns), f"{100 * lost:.1f}")
            table.add_row(one.player, month.month, *figures, most)
    return table


def _missed(habits: Habits) -> Iterator[str]:
    """Yield the words that a player seems not to know, and the patents bought too late."""
    if habits.words:
        words = ", ".join(_times(one.word, one.times) for one in habits.words[:MOST_MISSED])
        yield f"Words {habits.player} missed and never laid: {words}"
    if habits.patents:
        patents = ", ".join(_times(one.letter, one.games) for one in habits.patents[:MOST_MISSED])
        yield f"Patents {habits.player} bought too late or never: {patents}"


def _times(what: str, times: int) -> str:
    return what if times == 1 else f"{what} ({times} times)"


def _score(summary: Summary) -> str:
    return "-" if summary.score is None else f"{100 * summary.score:.0f}"
