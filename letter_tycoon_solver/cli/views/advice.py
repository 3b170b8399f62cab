"""Advice for people: the table of plans, and the reasons for the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from ..._html import NOTHING
from ...advisor.advice import Advice
from ...advisor.ranked_plan import RankedPlan, percent
from ...advisor.reasons import difference, reasons
from ...evaluation.tables import Evaluation
from ...game.state import SeenState
from ...search.plays_table import Part
from ..terminal.console import new_table
from .styles import STYLES

_DIM: Final = STYLES[Part.DIM]
ESTIMATED: Final = "~"


def advice_table(advice: Advice, top: int) -> Table:
    """Make a table of the best plans, a row each."""
    table = new_table()
    table.add_column("#", justify="right", style=_DIM, no_wrap=True)
    table.add_column("Plan")
    for header in ("Win %", "+-", "Margin", "+-", "Games", "Equity"):
        table.add_column(header, justify="right", no_wrap=True)
    for number, ranked in enumerate(advice.plans[:top], 1):
        table.add_row(str(number), ranked.notation, *_numbers(ranked, number == 1))
    return table


def advice_lines(
    advice: Advice, top: int, seen: SeenState, evaluation: Evaluation, names: Sequence[str]
) -> list[Text]:
    """Return the lines below the table: how sure it is, how to read it, and the reasons."""
    lines = [Text(_how_sure(advice)), Text(_how_to_read(advice.plans[:top]), style=_DIM), Text("")]
    lines.append(Text(f"Why {advice.best.notation}:", style="bold"))
    lines += [Text(f"  {reason}") for reason in reasons(advice.best, seen, evaluation, names)]
    if len(advice.plans) > 1:
        lines.append(Text(f"  {difference(*advice.plans[:2])}"))
    return lines


def _numbers(ranked: RankedPlan, is_first: bool) -> list[str]:
    mark = ESTIMATED if ranked.playouts and not ranked.whole else ""
    win_se, margin_se = ranked.win_loss_se, ranked.margin_loss_se
    if is_first:
        win_se, margin_se = ranked.win_se, ranked.margin_se
    return [
        percent(ranked.win) if math.isnan(ranked.win) else mark + percent(ranked.win),
        _shown(100 * win_se, "{:.1f}"),
        _shown(ranked.margin, "{:+.1f}", mark),
        _shown(margin_se, "{:.1f}"),
        f"{ranked.playouts:,}",
        f"{ranked.plan.equity.total:+.1f}",
    ]


def _shown(number: float, form: str, mark: str = "") -> str:
    return NOTHING if math.isnan(number) else mark + form.format(number)


def _how_sure(advice: Advice) -> str:
    games = f"{advice.playouts:,} games in {advice.seconds:.1f} s against {advice.opponents.called}"
    if len(advice.plans) == 1:
        return f"{games}. There is one plan."
    first, second = advice.plans[:2]
    if math.isnan(first.win):
        return f"{games}. Too few to tell chances: the plans are in the order of equity."
    if advice.settled and math.isnan(second.win_loss):
        return f"{games}. Beyond doubt no other plan is better."
    if advice.settled:
        return f"{games}. The first plan is ahead of the second beyond doubt."
    return f"{games}. The first plans are close; more games may change their order."


def _how_to_read(plans: Sequence[RankedPlan]) -> str:
    text = "Margin: final score over that of the average opponent. +-: standard error; from the"
    text += " second plan on, of the difference to the first. Equity: $ by static evaluation."
    if any(ranked.playouts and not ranked.whole for ranked in plans):
        text += f" {ESTIMATED}: from games of one round with an estimated end."
    return text
