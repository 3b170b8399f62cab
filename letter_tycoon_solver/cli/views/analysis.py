"""An analysis for people: the judged turns, the scores, and the costliest turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from rich.table import Table
from rich.text import Text

from ...advisor.analysis.decision import Decision, played_text
from ...advisor.analysis.purchases import Purchase
from ...advisor.analysis.result import Analysis
from ...advisor.analysis.summary import MIN_OPEN_TURNS, Summary, won_text
from ...advisor.analysis.verdict import (
    BLUNDER,
    BLUNDER_DOLLARS,
    DECIDED,
    ERRORS,
    MISTAKE,
    MISTAKE_DOLLARS,
    Verdict,
)
from ..terminal.console import new_console, new_table, print_indented, print_table
from ..terminal.rows import FixedColumn, Rows

STYLES: Final = {
    Verdict.BEST: "green",
    Verdict.FINE: "",
    Verdict.MISTAKE: "yellow",
    Verdict.BLUNDER: "bold red",
}
MAX_NAME: Final = 14
"""The columns for a name; a longer one continues in the next line."""


class DecisionRows:
    """A table of the decisions of a game, a row each."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._rows = Rows(
            [
                FixedColumn("Round", 5, "right"),
                FixedColumn("Player", width_of_names(names)),
                FixedColumn("Win %", 5, "right"),
                FixedColumn("Lost", 14, "right"),
                FixedColumn("Verdict", 7),
            ],
            "Played, and what was best",
        )

    def write(self, decision: Decision) -> None:
        """Write the row of a decision; a better plan has a line of its own."""
        verdict = decision.verdict
        plans, lost = Text(played_text(decision)), ""
        if verdict is not Verdict.BEST:
            plans.append(f"\n> {decision.best.notation}", style="dim")
            lost = lost_text(decision)
        self._rows.write(
            str(decision.round),
            self._names[decision.player],
            f"{100 * decision.win:.0f}",
            lost,
            Text(verdict.value, style=STYLES[verdict]),
            plans,
        )


def print_result(analysis: Analysis) -> None:
    """Write to stdout what follows from the decisions, then the purchases and theirs."""
    if analysis.decisions:
        _print_scores(analysis)
    if not analysis.purchases:
        return
    if analysis.decisions:
        new_console().print()
    _print_purchases(analysis)
    print_purchase_totals([analysis])


def _print_scores(analysis: Analysis) -> None:
    """Write the scores, and the costliest turns in words."""
    console = new_console()
    console.print()
    print_table(summaries_table(analysis.summaries()))
    print_without_score(analysis.summaries())
    console.print()
    told = analysis.costliest_in_words()
    console.print("The costliest turns:" if told else "No turn lost more than its error.")
    for line in told:
        print_indented(console, Text(f"  {line}"))
    console.print()
    print_legend(
        f"Win: chance to win against {analysis.opponents.called},",
        "before the turn, with the best plan (>) and by what the player saw. Lost: that",
        "chance less the one with what was played, ± standard error, in whole games on",
        "the same deals; in a decided game, dollars of the final margin. A game is",
        f"decided below {_percent(DECIDED)} and above {_percent(1 - DECIDED)}, errors included.",
    )


def _print_purchases(analysis: Analysis) -> None:
    rows = Rows(
        [
            FixedColumn("Round", 5, "right"),
            FixedColumn("Player", width_of_names(analysis.names)),
            FixedColumn("Lost $", 6, "right"),
            FixedColumn("Verdict", 7),
        ],
        "Bought, and what was best",
    )
    for one in analysis.purchases:
        text = Text(one.played.notation)
        if one.verdict is not Verdict.BEST:
            text.append(f"\n> {one.best.notation}", style="dim")
        rows.write(
            str(one.round),
            analysis.names[one.player],
            "" if one.verdict is Verdict.BEST else f"{one.loss:.1f}",
            Text(one.verdict.value, style=STYLES[one.verdict]),
            text,
        )


def print_purchase_totals(analyses: Sequence[Analysis]) -> None:
    """Write a row for each name with purchases, and explain them."""
    by_name: dict[str, list[Purchase]] = {}
    for analysis in analyses:
        for one in analysis.purchases:
            by_name.setdefault(analysis.names[one.player], []).append(one)
    if not by_name:
        return
    table = new_table()
    table.add_column("Player", max_width=MAX_NAME, overflow="fold")
    for header in ("Purchases", "Best", "Fine", "Mistakes", "Blunders", "Lost $ each"):
        table.add_column(header, justify="right", no_wrap=True)
    for name, own in by_name.items():
        verdicts = Counter(one.verdict for one in own)
        counts = [str(verdicts[verdict]) for verdict in Verdict]
        table.add_row(name, str(len(own)), *counts, f"{fmean(one.loss for one in own):.1f}")
    console = new_console()
    console.print()
    print_table(table)
    console.print()
    for line in (
        "Purchases: of players whose hands are not known, only what they bought is",
        "judged, when they could buy a patent. Lost: equity, in dollars, against the",
        "best patent or none. The cards they kept count the same for each.",
        f"A mistake loses ${MISTAKE_DOLLARS:g} or more, a blunder ${BLUNDER_DOLLARS:g} or more.",
    ):
        console.print(line, style="dim")


def print_legend(*first: str) -> None:
    """Explain the scores, after these lines."""
    console = new_console()
    for line in (
        *first,
        f"What a turn has lost, less {ERRORS} standard errors, is a mistake from"
        f" {_percent(MISTAKE)} (${MISTAKE_DOLLARS:g}) on,",
        f"and a blunder from {_percent(BLUNDER)} (${BLUNDER_DOLLARS:g}) on.",
        "Score: the share of what could be won, turn by turn, that was not lost; of",
        f"{MIN_OPEN_TURNS} turns or more in an open game.",
    ):
        console.print(line, style="dim")


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def summaries_table(summaries: Sequence[Summary]) -> Table:
    """Make a table with a row for each player."""
    table = new_table()
    table.add_column("Player", max_width=MAX_NAME, overflow="fold")
    for header in ("Score %", "Turns", "Best", "Fine", "Mistakes", "Blunders", "Won"):
        table.add_column(header, justify="right", no_wrap=True)
    for summary in summaries:
        table.add_row(
            summary.name,
            score_text(summary),
            str(summary.turns),
            *map(str, (summary.best, summary.fine, summary.mistakes, summary.blunders)),
            won_text(summary),
        )
    return table


def print_without_score(summaries: Sequence[Summary]) -> None:
    """Say why some players have no score."""
    for summary in summaries:
        if why := summary.no_score_in_words():
            new_console().print(Text(why))


def score_text(summary: Summary) -> str:
    """Format a score in percent: "85.5 ± 2.7", "-" if there is none."""
    if summary.score is None or summary.score_se is None:
        return "-"
    return f"{100 * summary.score:.1f} ± {100 * summary.score_se:.1f}"


def width_of_names(names: Sequence[str]) -> int:
    """Return the width of a column of names."""
    return min(max(len(name) for name in names), MAX_NAME)


def lost_text(decision: Decision) -> str:
    """Format the lost chance to win, "8.2 ± 1.1 %", or margin in a decided game, "$8.2 ± 1.1"."""
    if decision.is_decided:
        sign = "-" if decision.margin_loss < 0 else ""
        return f"{sign}${abs(decision.margin_loss):.1f} ± {decision.margin_loss_se:.1f}"
    return f"{100 * decision.win_loss:.1f} ± {100 * decision.win_loss_se:.1f} %"
