"""The answer of `hint` for people: the question, the table of turns, how to read it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .._html import NOTHING
from ..rules.cards import MIN_WORD_LENGTH, PATENT_COST
from ..rules.play import COMMUNITY, CONSONANT, DUPLICATE, HAND, SUFFIX, VOWEL, Play
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.plays import Cell, Column, Part, columns_for, plain
from ..search.solver import Variants
from .console import STYLES, new_console, numbered, print_table, table_of
from .hint_answer import Asked, Difference, HintAnswer, WordAnswer

# Turns as a table: what to do, and what it is worth.


_EARNED: Final = ("Margin", "$", "Stock", "Royalties")
"""The columns of a table of plays that a turn has too."""


def turn_table(rows: Sequence[tuple[str, Turn]], n_opponents: int) -> Table:
    """The turns, a row each, behind their numbers; two words may wrap."""
    of_plays = {column.header: column for column in columns_for(n_opponents)}
    columns = [
        Column("Play", lambda turn: _play_cell(turn, of_plays["Play"]), may_wrap=True),
        Column("Buy", lambda turn: plain(_price(turn.buy))),
        Column("Discard", lambda turn: plain((turn.replace or turn.discards) or NOTHING)),
        Column("Keep", lambda turn: plain(turn.leave or NOTHING)),
        Column("Equity", lambda turn: plain(f"{turn.equity.total:+.2f}"), is_number=True),
        *(_earned(of_plays[name]) for name in _EARNED if name in of_plays),
    ]
    return table_of(columns, rows)


def _play_cell(turn: Turn, column: Column[Play]) -> Cell:
    return column.cell(turn.play) if turn.play else plain(turn.kind.value)


def _price(patent: str) -> str:
    return f"{patent}{PATENT_COST[patent]}" if patent else NOTHING


def _earned(column: Column[Play]) -> Column[Turn]:
    """A column of what the words earn; an exchange earns nothing."""
    return Column(
        column.header,
        lambda turn: column.cell(turn.play) if turn.play else plain(NOTHING),
        column.is_number,
    )


def print_answer(answer: HintAnswer) -> None:
    """Write the answer to stdout."""
    console = new_console()
    position = answer.asked.position
    print_asked(console, answer.asked)
    console.print()
    if not answer.n_plays:
        console.print(no_play(position))
        console.print()
    print_table(turn_table(numbered(answer.turns), len(position.opponents)))
    console.print()
    console.print(_how_many(answer))
    for line in how_to_read(answer.turns, len(position.opponents)):
        console.print(line)


def print_asked(console: Console, asked: Asked) -> None:
    """Writes what was asked."""
    console.print(_describe_position(asked.position))
    console.print(
        f'Position "{asked.position.notation}"  word list {asked.lexicon.name}'
        f"  rules {asked.rules}  best by {', '.join(asked.rank_keys)}",
        style=STYLES[Part.DIM],
    )
    for note in _missing_cards(asked):
        console.print(note)


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


def _missing_cards(asked: Asked) -> list[str]:
    """A note if there are fewer cards than at the start of a turn, which may be a slip."""
    missing = asked.position.missing_cards(asked.rules.ruleset)
    return [f"Note: {missing}."] if missing else []


def no_play(position: Position) -> str:
    """Say what to do in a position without a legal play."""
    discard = "discard any number of cards from your hand and draw as many."
    if "Q" in position.patents:
        return f"No word can be played. Replace one card with the Q patent, or {discard}"
    return f"No word can be played. You may {discard}"


def _how_many(answer: HintAnswer) -> str:
    shown = "all" if answer.is_complete else "the best"
    n_shown = len(answer.turns)
    shown += f" {n_shown:,} turn{'s' if n_shown > 1 else ''}"
    if answer.variants is Variants.ALL:
        return f"Shown: {shown} of {answer.n_plays:,} plays."
    words = "word or pair of words" if "V" in answer.asked.position.patents else "word"
    ways = f"{answer.n_plays:,} ways to play in all."
    return f"Shown: {shown}, each {words} in its best way; {ways}"


def how_to_read(turns: Collection[Turn], n_opponents: int) -> list[Text]:
    """Explain how to read the turns that are shown, and no more than that."""
    plays = [turn.play for turn in turns if turn.play]
    lines = [_signs(plays), Text(_explain_margin(n_opponents))] if plays else []
    lines.append(Text("Buy: a patent, and its cost. Keep: the cards that stay in your hand."))
    lines.append(
        Text(
            "Equity, in $: margin + what the patent will bring + what the cards kept add to the"
            " next turn - what is left for the next player."
        )
    )
    if any(turn.replace for turn in turns):
        lines.append(
            Text("Replace (Q): its equity is what the best turn after it is worth, on average.")
        )
    return lines


def _signs(plays: Collection[Play]) -> Text:
    """Explain the notation of these plays."""
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
    return Text.assemble(*pieces[1:])


_DOUBLED_BY: Final = {
    "B": "doubled by patent B",
    "J": "doubled by patent J",
    "K": "doubled by patent K",
    "Q": "doubled by the Q card",
}


def _explain_margin(n_opponents: int) -> str:
    """Explain the columns of royalties and margin."""
    royalties, margin = "", "$ + stock"
    if n_opponents == 1:
        royalties, margin = "Royalties: $ to your opponent. ", "$ + stock - royalties"
    elif n_opponents:
        royalties = "Royalties: $ to each opponent, clockwise. "
        margin = "$ + stock - average royalties"
    return f"{royalties}Margin: {margin}."


# The worth of a person's own word in a position, for people.


_AMOUNTS: Final = {
    "equity": "${} of equity",
    "margin": "${} of margin",
    "money": "${}",
    "stock": "{} stock",
    "royalties": "${} of royalties",
    "patent_value": "${} of patent value",
    "n_left": "{} cards left",
}


def print_word_answer(answer: WordAnswer) -> None:
    """Write it to stdout: the word beside the best turn, or the best beside the second."""
    console = new_console()
    print_asked(console, answer.asked)
    console.print()
    rows = _rows(answer)
    n_opponents = len(answer.asked.position.opponents)
    print_table(turn_table(rows, n_opponents))
    console.print()
    for sentence in _sentences(answer):
        console.print(Text(sentence))
    console.print()
    for line in how_to_read([turn for _, turn in rows], n_opponents):
        console.print(line)


def _rows(answer: WordAnswer) -> list[tuple[str, Turn]]:
    """Return the best turn and the word, or the second turn if the word is the best."""
    if answer.laid is None:
        return [("1", answer.best)]
    mine = ("-" if answer.unknown else str(answer.rank), answer.laid)
    if answer.rank > 1 or answer.unknown:
        return [("1", answer.best), mine]
    return [mine, ("2", answer.second)] if answer.second else [mine]


def _sentences(answer: WordAnswer) -> Iterator[str]:
    if answer.unknown and min(map(len, answer.words)) >= MIN_WORD_LENGTH:
        yield _unknown(answer)
    yield answer.why_not or _rank(answer)


def _unknown(answer: WordAnswer) -> str:
    are = "is" if len(answer.unknown) == 1 else "are"
    text = f"{' and '.join(answer.unknown)} {are} not in the word list"
    text = f"{text} {answer.asked.lexicon.name}."
    if answer.why_not:
        return text
    return (
        f"{text} If it is challenged, the cards go back to where they came from, you earn nothing,"
        " and you lose a card for a new one."
    )


def _rank(answer: WordAnswer) -> str:
    n, keys = f"{answer.n_turns:,}", ", ".join(answer.asked.rank_keys)
    if answer.rank == 1 and not answer.unknown:
        text = f"{answer.text} is the best of {n} turns by {keys}"
        if answer.second is None:
            return f"{text}."
        return f"{text}, {_ahead(answer.ahead, answer.second)}."
    where = "would be" if answer.unknown else "is"
    place = f"{answer.text} {where} turn {answer.rank:,} of {n} by {keys}"
    return f"{place}{_behind(answer.given_up, answer.best)}."


def _behind(difference: Difference | None, best: Turn) -> str:
    if difference is None or difference[1] < 0:
        negated = None if difference is None else (difference[0], -difference[1])
        return f", {_ahead(negated, best)}"
    key, amount = difference
    if _is_reverse(key):
        return f". It has {_amount(key, amount)} more than {best.notation}"
    return f". It gives up {_amount(key, amount)} against {best.notation}"


def _ahead(difference: Difference | None, other: Turn) -> str:
    if difference is None:
        return f"worth the same as {other.notation}"
    key, amount = difference
    if _is_reverse(key):
        return f"with {_amount(key, amount)} less than {other.notation}"
    return f"{_amount(key, amount)} ahead of {other.notation}"


def _amount(key: str, amount: float) -> str:
    """Format an amount in the unit of a rank key."""
    text = _AMOUNTS[key.removeprefix("-")].format(f"{amount:.2f}".removesuffix(".00"))
    return text.replace("1 cards", "1 card") if amount == 1 else text


def _is_reverse(key: str) -> bool:
    return key.startswith("-")
