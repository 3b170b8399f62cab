"""The worth of a person's own word in a position, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ...rules.cards import MIN_WORD_LENGTH
from ...rules.turn import Turn
from ..terminal.console import new_console, print_table
from .hint import how_to_read, print_asked
from .turn_table import turn_table
from .word_answer import Difference, WordAnswer

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
        text = f"{answer.text} is the best of {n} plans by {keys}"
        if answer.second is None:
            return f"{text}."
        return f"{text}, {_ahead(answer.ahead, answer.second)}."
    where = "would be" if answer.unknown else "is"
    place = f"{answer.text} {where} plan {answer.rank:,} of {n} by {keys}"
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
