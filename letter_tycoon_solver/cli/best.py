"""`letter-tycoon best`: the best plays there can be, over all racks of the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from .._html import NOTHING
from ..batch.best_plays import EARNINGS, BestPlays, best_possible
from .options import (
    Rules,
    letters_from,
    lexicon_option,
    load_lexicon,
    rank_by_option,
    rank_keys_from,
    rules_options,
)
from .terminal import write_json

if TYPE_CHECKING:
    from rich.table import Table

    from ..rules.play import Play
    from ..rules.position import Position

_COLUMNS: Final = ("Play", "$", "Stock")
"""The columns of the table of plays."""


@click.command(
    epilog="""\b
Examples:
  letter-tycoon best
  letter-tycoon best --patents BJKVXZ --words 2 --lexicon common
"""
)
@click.option("--patents", metavar="LETTERS", help="Patents that the player owns.")
@click.option(
    "--words",
    "n_words",
    type=click.IntRange(1, 2),
    help="Only plays of one word, or of two (with V); else both.",
)
@click.option(
    "--top",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=15,
    show_default=True,
    help="How many of the plays that earn most.",
)
@lexicon_option
@rules_options
@rank_by_option(EARNINGS[0], f"Best by: {', '.join(EARNINGS)}.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def best_command(
    *,
    patents: str | None,
    n_words: int | None,
    top: int,
    lexicon_name: str,
    rules: Rules,
    rank_by: str,
    as_json: bool,
) -> None:
    """Show the plays that earn most of all that the deck allows, and a rack for each.

    Opponents own no patents, so the margin is money and stock.
    """
    lexicon = load_lexicon(lexicon_name)
    best_plays = best_possible(
        lexicon,
        rules.ruleset,
        letters_from(patents),
        rank_by=rank_keys_from(rank_by),
        n_words=n_words,
        limit=top,
    )
    if as_json:
        write_json({**rules.to_dict(), **best_plays.to_dict()})
    else:
        _print(best_plays, rules)


def _print(best_plays: BestPlays, rules: Rules) -> None:
    from .console import new_console, print_table

    console = new_console()
    console.print(_headline(best_plays))
    console.print(
        f"You own {best_plays.patents or 'nothing'}  rules {rules.name}, doublers"
        f" {rules.ruleset.stacking.value}  best by {', '.join(best_plays.rank_by)}",
        style="dim",
    )
    if best_plays.plays:
        console.print()
        print_table(_table(best_plays))
        console.print()
        shown = "all" if len(best_plays.plays) == best_plays.count else "the first"
        console.print(f"Shown: {shown} {len(best_plays.plays):,}, each with a rack that gives it.")
    console.print(f"Searched: {best_plays.searched}.")


def _headline(best_plays: BestPlays) -> str:
    if not best_plays.plays:
        return "No word of the list can be laid."
    names = {"money": "money $", "stock": "stock ", "margin": "money + stock "}
    most = ", ".join(
        f"{names[key]}{earned}"
        for key, earned in zip(best_plays.rank_by, best_plays.earnings, strict=True)
    )
    n = best_plays.count
    return f"The best plays there can be: {most}; {n:,} play{'s earn' if n > 1 else ' earns'} that"


def _table(best_plays: BestPlays) -> Table:
    from ..search.plays import Column, Part, columns_for
    from .console import table_of

    def of_play(column: Column[Play]) -> Column[tuple[Play, Position]]:
        return Column(column.header, lambda row: column.cell(row[0]), column.is_number)

    columns = [
        *(of_play(column) for column in columns_for(0) if column.header in _COLUMNS),
        Column("Hand", lambda row: [(row[1].hand, Part.HAND)]),
        Column("Community", lambda row: [(row[1].community.lower() or NOTHING, Part.COMMUNITY)]),
    ]
    rows = zip(best_plays.plays, best_plays.positions, strict=True)
    return table_of(columns, rows)
