"""The answer of `hint` for people: the question, the table, how to read it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rich.console import Console
from rich.text import Text

from ..._html import NOTHING
from ...rules.play import COMMUNITY, CONSONANT, DUPLICATE, HAND, SUFFIX, VOWEL, Play
from ...rules.position import Position
from ...rules.turn import Turn
from ...search.plays_table import Part
from ...search.solver import Variants
from ..terminal.console import new_console, print_table
from .answer import Asked, HintAnswer
from .styles import STYLES, numbered
from .turn_table import turn_table


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
    missing = asked.position.missing_cards(asked.ruleset)
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
    shown += f" {n_shown:,} plan{'s' if n_shown > 1 else ''}"
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
            Text("Replace (Q): its equity is what the best plan after it is worth, on average.")
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
