"""How an analysis looks: the turns as they are judged, the scores, and what cost most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from ...advisor.analysis.notebook import played_text, won_text
from ...advisor.analysis.result import Analysis, Decision, Summary
from ...advisor.analysis.verdict import BLUNDER, ERRORS, MISTAKE, Verdict
from ..terminal.console import new_console, new_table, print_indented, print_table
from ..terminal.rows import Column, Rows

STYLES: Final = {
    Verdict.BEST: "green",
    Verdict.FINE: "",
    Verdict.MISTAKE: "yellow",
    Verdict.BLUNDER: "bold red",
}
MAX_NAME: Final = 14
"""Columns for a name; a longer one goes on in the next line."""


class DecisionRows:
    """Writes the decisions of a game, a row each."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._rows = Rows(
            [
                Column("Round", 5, "right"),
                Column("Player", width_of_names(names)),
                Column("Win %", 5, "right"),
                Column("Lost %", 12, "right"),
                Column("Verdict", 7),
            ],
            "Played, and what was best",
        )

    def write(self, decision: Decision) -> None:
        """The row of a decision; what was better is in a line of its own."""
        verdict = decision.verdict
        plans, lost = Text(played_text(decision)), ""
        if verdict is not Verdict.BEST:
            plans.append(f"\n> {decision.best.notation}", style="dim")
            lost = with_error(decision.win_loss, decision.win_loss_se)
        self._rows.write(
            str(decision.round),
            self._names[decision.player],
            f"{100 * decision.win:.0f}",
            lost,
            Text(verdict.value, style=STYLES[verdict]),
            plans,
        )


def print_scores(analysis: Analysis) -> None:
    """Writes to stdout what follows the rows: the scores, and the costliest turns in words."""
    console = new_console()
    console.print()
    print_table(summaries_table(analysis.summaries()))
    console.print()
    told = analysis.costliest_in_words()
    console.print("The costliest turns:" if told else "No turn lost more than its error.")
    for line in told:
        print_indented(console, Text(f"  {line}"))
    console.print()
    print_legend(
        "Win: chance to win before the turn, with the best plan (>) and by what the",
        "player saw. Lost: that chance less the one with what was played, ± standard",
        "error, in whole games on the same deals.",
    )


def print_legend(*first: str) -> None:
    """Writes how to read the scores, after these lines."""
    console = new_console()
    for line in (
        *first,
        f"What a turn has lost of the chance to win, less {ERRORS} standard errors, is a mistake",
        f"from {100 * MISTAKE:g} % on, and a blunder from {100 * BLUNDER:g} % on.",
        "Score: the share of what could be won, turn by turn, that was not lost.",
    ):
        console.print(line, style="dim")


def summaries_table(summaries: Sequence[Summary]) -> Table:
    """A row for each player."""
    table = new_table()
    table.add_column("Player", max_width=MAX_NAME, overflow="fold")
    for header in ("Score %", "Turns", "Best", "Fine", "Mistakes", "Blunders", "Won"):
        table.add_column(header, justify="right", no_wrap=True)
    for summary in summaries:
        table.add_row(
            summary.name,
            with_error(summary.score, summary.score_se),
            str(summary.turns),
            *map(str, (summary.best, summary.fine, summary.mistakes, summary.blunders)),
            won_text(summary),
        )
    return table


def width_of_names(names: Sequence[str]) -> int:
    """Of a column of them."""
    return min(max(len(name) for name in names), MAX_NAME)


def with_error(share: float, error: float) -> str:
    """In percent: "8.2 ± 1.1"."""
    return f"{100 * share:.1f} ± {100 * error:.1f}"
