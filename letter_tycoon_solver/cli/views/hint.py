"""The answer of `hint` for people: what was asked, the table, how to read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.table import Table
from rich.text import Text

from ...evaluation.equity import Equity
from ...play import COMMUNITY, CONSONANT, DUPLICATE, HAND, SUFFIX, VOWEL, Play
from ...plays import Plays
from ...plays_table import NOTHING, NUMBER, Cell, Column, Part, columns_for
from ...position import Position
from ...ruleset import PRESETS
from ...solver import Variants
from ..terminal.console import new_console, new_table, print_table
from .answer import Answer

STYLES: Final = {
    Part.PLAIN: "",
    Part.DIM: "dim",
    Part.HAND: "bold green",
    Part.COMMUNITY: "cyan",
    Part.DUPLICATE: "yellow",
    Part.SUFFIX: "magenta",
    Part.DOUBLER: "bold red",
    Part.ROYALTY: "red",
}


def print_answer(answer: Answer) -> None:
    """Writes it to stdout."""
    console = new_console()
    console.print(_describe_position(answer.position))
    console.print(_describe_question(answer), style=STYLES[Part.DIM])
    for note in _missing_cards(answer):
        console.print(note)
    console.print()
    if not answer.plays:
        console.print(no_play(answer.position))
        return
    print_table(styled_table(answer.plays, answer.equity))
    console.print()
    for line in (_how_many(answer), *legend(answer.plays)):
        console.print(line)
    if answer.equity:
        console.print(_EXPLAIN_EQUITY)


def _describe_position(position: Position) -> Text:
    opponents = ", ".join(owned or "nothing" for owned in position.opponents)
    return Text.assemble(
        "Hand ",
        (position.hand, STYLES[Part.HAND]),
        "  community ",
        (position.community.lower() or NOTHING, STYLES[Part.COMMUNITY]),
        f"  you own {position.patents or 'nothing'}",
        f"  opponents own {opponents}" if position.opponents else "",
        f"  money ${position.money}",
    )


def _describe_question(answer: Answer) -> str:
    rules = answer.ruleset_name
    if answer.stacking is not PRESETS[rules].stacking:
        rules += f", doublers {answer.stacking.value}"
    return (
        f'Position "{answer.position.notation}"  word list {answer.plays.lexicon.name}'
        f"  rules {rules}  best by {', '.join(answer.rank_keys)}"
    )


def _missing_cards(answer: Answer) -> list[str]:
    """That there are fewer cards than at the start of a turn, which may be a slip."""
    position, ruleset = answer.position, PRESETS[answer.ruleset_name]
    groups = (
        ("hand", position.hand, ruleset.hand_size),
        ("community", position.community, ruleset.community_size),
    )
    missing = [
        f"the {what} has {len(cards)} of {size} cards"
        for what, cards, size in groups
        if len(cards) < size
    ]
    return [f"Note: {', '.join(missing)}."] if missing else []


_EXPLAIN_EQUITY: Final = (
    "Equity: margin + what the best patent will bring + what the cards worth keeping add to the "
    "next turn - what is left for the next player, in $."
)


def styled_table(plays: Plays, equity: Callable[[Play], Equity] | None = None) -> Table:
    """The plays, a row each, with their equity if it is given.

    Only the patents may wrap, so no other column is ever narrower than its text.
    """
    table = new_table()
    table.add_column(NUMBER, justify="right", style=STYLES[Part.DIM], no_wrap=True)
    columns = columns_for(len(plays.position.opponents))
    if equity:
        at = [column.header for column in columns].index("Margin") + 1
        columns.insert(
            at, Column("Equity", lambda play: _equity_cell(equity(play)), is_number=True)
        )
    rows = [[_styled(column.cell(play)) for column in columns] for play in plays]
    for at, column in enumerate(columns):
        widths = [] if column.may_wrap else [len(row[at]) for row in rows]
        table.add_column(
            column.header,
            justify="right" if column.is_number else "left",
            min_width=max([len(column.header), *widths]),
            no_wrap=not column.may_wrap,
        )
    for number, row in enumerate(rows, 1):
        table.add_row(str(number), *row)
    return table


def _equity_cell(equity: Equity) -> Cell:
    return [(f"{equity.total:+.2f}", Part.PLAIN)]


def _styled(cell: Cell) -> Text:
    return Text.assemble(*((text, STYLES[part]) for text, part in cell))


def no_play(position: Position) -> str:
    """What to do with a position in which no word can be played."""
    discard = "discard any number of cards from your hand and draw as many."
    if "Q" in position.patents:
        return f"No word can be played. Replace one card with the Q patent, or {discard}"
    return f"No word can be played. You may {discard}"


def _how_many(answer: Answer) -> str:
    shown = "all" if answer.is_complete else "the best"
    shown += f" {len(answer.plays):,}"
    if answer.variants is Variants.ALL:
        return f"Shown: {shown} of {answer.n_plays:,} plays."
    words = "word or pair of words" if "V" in answer.position.patents else "word"
    return f"Shown: {shown}, each {words} in its best way; {answer.n_plays:,} ways to play in all."


def legend(plays: Plays) -> list[Text]:
    """How to read the plays that are shown, and no more than that."""
    words = [word for play in plays for word in play.words]
    sources = {source for word in words for source in word.sources}
    y_as = {declared for word in words for declared in word.y_as}
    doublers = {letter for play in plays for letters in play.doublers for letter in letters}
    keys = [
        ("A", Part.HAND, "from hand", HAND in sources),
        ("a", Part.COMMUNITY, "community", COMMUNITY in sources),
        ("(A)", Part.DUPLICATE, "duplicate (X)", DUPLICATE in sources),
        ("+S", Part.SUFFIX, "suffix (Z)", SUFFIX in sources),
        ("/c", Part.DIM, "Y is a consonant", CONSONANT in y_as),
        ("/v", Part.DIM, "Y is a vowel", VOWEL in y_as),
        *(
            (f"*{letter}", Part.DOUBLER, _DOUBLED_BY[letter], letter in doublers)
            for letter in _DOUBLED_BY
        ),
    ]
    shown = [((sign, STYLES[part]), f" {meaning}") for sign, part, meaning, used in keys if used]
    pieces = [piece for key in shown for piece in ("  ", *key)]
    signs = Text.assemble(*pieces[1:])
    return [signs, *map(Text, _explain_columns(len(plays.position.opponents)))]


_DOUBLED_BY: Final = {
    "B": "doubled by patent B",
    "J": "doubled by patent J",
    "K": "doubled by patent K",
    "Q": "doubled by the Q card",
}


def _explain_columns(n_opponents: int) -> list[str]:
    royalties, margin = "", "$ + stock"
    if n_opponents == 1:
        royalties, margin = "Royalties: $ to your opponent. ", "$ + stock - royalties"
    elif n_opponents:
        royalties = "Royalties: $ to each opponent, clockwise. "
        margin = "$ + stock - average royalties"
    return [
        f"{royalties}Margin: {margin}.",
        "Could buy: patents nobody owns, and their cost. Kept: cards left in hand.",
    ]
