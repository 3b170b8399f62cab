"""What a person's own word earns in a position, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ...cards import MIN_WORD_LENGTH
from ...plays_table import columns_for
from ..terminal.console import new_console, print_table
from .hint import how_to_read, print_question
from .plan_table import plan_table
from .styles import table_of
from .word_answer import Difference, Option, WordAnswer

_AMOUNTS: Final = {
    "equity": "${} of equity",
    "margin": "${} of margin",
    "money": "${}",
    "stock": "{} stock",
    "royalties": "${} of royalties",
    "patent_value": "${} of patent value",
    "leave": "{} cards kept",
}


def print_word_answer(answer: WordAnswer) -> None:
    """Writes it to stdout: the word beside the best, or the best beside the second."""
    console = new_console()
    print_question(console, answer.question)
    console.print()
    rows = _rows(answer)
    if rows:
        _print_table(answer, rows)
        console.print()
    for sentence in _sentences(answer):
        console.print(Text(sentence))
    if rows:
        console.print()
        for line in how_to_read(
            [option.play for _, option in rows if option.play],
            [option.plan for _, option in rows if option.plan],
            len(answer.question.position.opponents),
        ):
            console.print(line)


def _rows(answer: WordAnswer) -> list[tuple[str, Option]]:
    """The best option, and the word; if that is the best, the second."""
    if answer.laid is None:
        return [("1", answer.best)] if answer.best else []
    mine = ("-" if answer.unknown else str(answer.rank), answer.laid)
    if answer.rank > 1 or answer.unknown:
        return [("1", answer.best), mine] if answer.best else [mine]
    return [mine, ("2", answer.second)] if answer.second else [mine]


def _print_table(answer: WordAnswer, rows: list[tuple[str, Option]]) -> None:
    position = answer.question.position
    if answer.question.is_about_plans:
        plans = [(number, option.plan) for number, option in rows if option.plan]
        print_table(plan_table(plans, position.hand, len(position.opponents)))
    else:
        plays = [(number, option.play) for number, option in rows if option.play]
        print_table(table_of(columns_for(len(position.opponents)), plays))


def _sentences(answer: WordAnswer) -> Iterator[str]:
    if answer.unknown and min(map(len, answer.words)) >= MIN_WORD_LENGTH:
        yield _unknown(answer)
    yield answer.why_not or _rank(answer)


def _unknown(answer: WordAnswer) -> str:
    are = "is" if len(answer.unknown) == 1 else "are"
    text = f"{' and '.join(answer.unknown)} {are} not in the word list"
    text = f"{text} {answer.question.lexicon.name}."
    if answer.why_not:
        return text
    return (
        f"{text} If it is challenged, the cards go back to where they came from, you earn nothing,"
        " and you lose a card for a new one."
    )


def _rank(answer: WordAnswer) -> str:
    kind = "plan" if answer.question.is_about_plans else "play"
    if answer.best is None:
        return f"There is no other {kind}."
    n, keys = f"{answer.n_options:,}", ", ".join(answer.question.rank_keys)
    if answer.rank == 1 and not answer.unknown:
        ahead = (
            f", {_amount(answer.ahead)} ahead of {answer.second.notation}" if answer.second else ""
        )
        return f"{answer.text} is the best of {n} {kind}s by {keys}{ahead}."
    where = "would be" if answer.unknown else "is"
    text = f"{answer.text} {where} {kind} {answer.rank:,} of {n} by {keys}"
    if answer.given_up is None:
        return f"{text}, worth the same as {answer.best.notation}."
    key, amount = answer.given_up
    if amount < 0:
        return f"{text}, {_amount((key, -amount))} ahead of {answer.best.notation}."
    return f"{text}. It gives up {_amount(answer.given_up)} against {answer.best.notation}."


def _amount(difference: Difference | None) -> str:
    """What lies between two options, in the unit of the key by which they differ."""
    if difference is None:
        return "nothing"
    key, amount = difference
    less = " less" if key.startswith("-") else ""
    return _AMOUNTS[key.removeprefix("-")].format(f"{amount:.2f}".removesuffix(".00")) + less
