"""The answer of `survey` for people: gains from patents, letters, lengths of words."""

from __future__ import annotations

import math
from typing import Final

from rich.table import Table

from ...batch.surveys import WORD_LENGTHS, PatentSetSurvey, Survey
from ...rules.cards import LETTERS, PATENT_COST
from ..terminal.console import new_console, new_table, print_table

_MOST_ROWS_OF_LENGTHS: Final = 10
"""The most sets of patents whose word lengths are shown."""
_UNKNOWN: Final = "-"


def print_survey(survey: Survey, rules: str) -> None:
    """Write the tables to stdout; `rules` describes the rules."""
    console = new_console()
    console.print(f"{survey.n:,} random hands, each with its best play by $ + stock")
    console.print(
        f"Seed {survey.seed}  word list {survey.lexicon_name}  rules {rules}"
        f"  money ${survey.money}",
        style="dim",
    )
    none, *others = survey.sets
    ranked = [none, *sorted(others, key=lambda one: one.gain_margin.mean, reverse=True)]
    for title, table in (
        ("What a hand is worth, and what patents add to it", _worth(ranked)),
        ("Letters in best plays without patents", _letters(none)),
        ("Letters of a word, % of the words", _lengths(ranked)),
    ):
        console.print()
        console.print(title, style="bold")
        print_table(table)
    console.print()
    console.print(
        "Gain: $ + stock more than without patents on the same hands, with its standard error."
    )
    console.print(
        "Royalties: what the owner of the patent can expect of an opponent's turn. Bought: hands"
        " after which it is the dearest that can be bought."
    )


def _worth(ranked: list[PatentSetSurvey]) -> Table:
    table = _new_table("Patents", "$", "Stock", "$ + stock", "5-95 %", "Gain", "±", "No play")
    for one in ranked:
        gain = one.gain_margin
        low, high = (one.margin.quantile(share) for share in (0.05, 0.95))
        table.add_row(
            one.name,
            f"{one.money.mean:.2f}",
            f"{one.stock.mean:.2f}",
            f"{one.margin.mean:.2f}",
            f"{low}-{high}",
            f"{gain.mean:+.3f}" if one.patents else "",
            _number(gain.standard_error) if one.patents else "",
            f"{100 * one.no_play / one.hands:.3f} %",
        )
    return table


def _letters(none: PatentSetSurvey) -> Table:
    """Make a table with two letters a row, so that all fit on a screen."""
    names = ("Letter", "Costs", "Royalties", "Bought")
    table = _new_table(*names, "", *names)
    half = len(LETTERS) // 2
    for left, right in zip(LETTERS[:half], LETTERS[half:], strict=True):
        table.add_row(*_letter_cells(none, left), "  ", *_letter_cells(none, right))
    return table


def _letter_cells(none: PatentSetSurvey, letter: str) -> list[str]:
    return [
        letter,
        f"${PATENT_COST[letter]}",
        f"${none.royalties[letter]:.3f}",
        f"{100 * none.bought[letter]:.1f} %",
    ]


def _lengths(ranked: list[PatentSetSurvey]) -> Table:
    table = _new_table("Patents", *map(str, WORD_LENGTHS), "Two words")
    for one in ranked[:_MOST_ROWS_OF_LENGTHS]:
        shares = [
            _UNKNOWN if math.isnan(share) else f"{100 * share:.1f}"
            for share in one.word_lengths.values()
        ]
        table.add_row(one.name, *shares, f"{100 * one.two_words:.1f}")
    return table


def _new_table(first: str, *names: str) -> Table:
    table = new_table()
    table.add_column(first, no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _number(number: float) -> str:
    return _UNKNOWN if math.isnan(number) else f"{number:.3f}"
