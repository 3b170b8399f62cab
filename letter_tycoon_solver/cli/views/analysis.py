"""How an analysis looks: the turns, then what they cost each player on average."""

from __future__ import annotations

from rich.table import Table

from ...advisor.analysis.analysis import Analysis, Decision
from ...advisor.notebook import played_text
from ..terminal.console import new_console, new_table, print_table


def print_analysis(analysis: Analysis) -> None:
    """Writes it to stdout."""
    console = new_console()
    print_table(_turns(analysis))
    console.print()
    print_table(_summaries(analysis))
    console.print()
    for line in (
        "Win: chance to win before the turn, in %, with the best plan and by what the",
        "player saw. Lost: chance to win, and margin over the average opponent, of the",
        "best plan over those of what was played, in whole games on the same deals.",
        "+-: standard error. Best: so played.",
    ):
        console.print(line, style="dim")


def _turns(analysis: Analysis) -> Table:
    table = new_table()
    table.add_column("Round", justify="right", no_wrap=True)
    table.add_column("Player", no_wrap=True)
    table.add_column("Win", justify="right", no_wrap=True)
    table.add_column("Played")
    table.add_column("Best")
    for header in ("Lost %", "+-", "Lost $", "+-", "Games"):
        table.add_column(header, justify="right", no_wrap=True)
    for decision in analysis.decisions:
        table.add_row(
            str(decision.round),
            analysis.names[decision.player],
            f"{100 * decision.win:.0f}",
            played_text(decision),
            *_cost(decision),
            str(decision.games),
        )
    return table


def _cost(decision: Decision) -> list[str]:
    if decision.is_best:
        return ["best", "", "", "", ""]
    return [
        decision.best.notation,
        f"{100 * decision.win_loss:.1f}",
        f"{100 * decision.win_loss_se:.1f}",
        f"{decision.margin_loss:.1f}",
        f"{decision.margin_loss_se:.1f}",
    ]


def _summaries(analysis: Analysis) -> Table:
    table = new_table()
    table.add_column("Player", no_wrap=True)
    headers = ("Turns", "Lost % a turn", "+-", "Lost $ a turn", "+-", "Best plays", "Victory")
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True)
    for summary in analysis.summaries():
        own = [one for one in analysis.decisions if one.player == summary.player]
        victory = "" if analysis.victories is None else f"{analysis.victories[summary.player]:g}"
        table.add_row(
            analysis.names[summary.player],
            str(summary.turns),
            f"{100 * summary.win_loss:.1f}",
            f"{100 * summary.win_loss_se:.1f}",
            f"{summary.margin_loss:.2f}",
            f"{summary.margin_loss_se:.2f}",
            f"{sum(one.is_best for one in own)} of {len(own)}",
            victory,
        )
    return table
