"""`letter-tycoon hint`: the best turns of a position, as a table, JSON or CSV."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import click

from ..errors import show
from ..search.rows import OpenTurn
from ..search.solver import Variants
from .hint_answer import (
    Asked,
    HintAnswer,
    WordAnswer,
    answer_to_dict,
    definitions_of,
    parse_words,
    write_csv,
)
from .options import (
    Rules,
    borrowed,
    given_among,
    hint_rank_by_option,
    lexicon_option,
    load_lexicon,
    position_from,
    position_options,
    rank_keys_from,
    replaced_option,
    rules_options,
)
from .terminal import note, write_json

ALL: Final = "all"
_NOT_FOR_A_WORD: Final = ("top", "all_variants", "as_csv")


def _parse_top(_ctx: click.Context, _param: click.Parameter, text: str) -> int | None:
    if text.lower() == ALL:
        return None
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise click.BadParameter(
            f"{show(text)} is not a number of turns; give one from 1 to 999999999, or {ALL}."
        )
    return int(text)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon hint JWLEANZ EES --patents K --opponent E --opponent ""
  letter-tycoon hint JWLEANZ EES --opponent E --word JANES --define
  letter-tycoon hint --position "AEJLNWZ EES K E/- 0" --lexicon common --json
"""
)
@position_options
@replaced_option
@click.option(
    "--word",
    "words",
    metavar="WORD",
    help='What your word earns, its rank, or why it cannot be laid; two with V: "JAW & EEL".',
)
@click.option(
    "--top",
    metavar=f"N|{ALL}",
    default="15",
    show_default=True,
    callback=_parse_top,
    help="How many turns.",
)
@lexicon_option
@rules_options
@hint_rank_by_option
@click.option(
    "--all-variants",
    is_flag=True,
    help="Show every way to lay a word, not only the best one.",
)
@click.option("--define", "with_meanings", is_flag=True, help="Say what the words mean.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV, one row a turn.")
@click.pass_context
def command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    replaced: bool,
    words: str | None,
    top: int | None,
    lexicon_name: str,
    rules: Rules,
    rank_by: str,
    all_variants: bool,
    with_meanings: bool,
    as_json: bool,
    as_csv: bool,
    **position: Any,
) -> None:
    """Show the best turns with the cards in HAND and COMMUNITY.

    A turn is all of it: what to play, to buy and to discard. Turns are ranked by equity, which
    estimates what a turn earns now and later, or by what their words earn. Write letters in any
    case and order, and "-" for none.
    """
    if as_json and as_csv:
        raise click.UsageError("Give --json or --csv, not both.")
    if with_meanings and as_csv:
        raise click.UsageError("A table in CSV has no meanings; give --define with --json instead.")
    rank_keys = rank_keys_from(rank_by)
    checked_position = position_from(position)
    typed = None if words is None else parse_words(words)
    if typed is not None:
        _check_alone(ctx)
    lexicon = load_lexicon(lexicon_name)
    turn = OpenTurn(checked_position, may_replace=not replaced)
    asked = Asked(turn, lexicon, rules, rank_keys)
    if typed is None:
        variants = Variants.ALL if all_variants else Variants.BEST
        answer = HintAnswer.to(asked, top, variants)
        _say_whose_tables(asked)
        _show(answer, with_meanings, as_json, as_csv)
    else:
        word_answer = WordAnswer.to(asked, typed)
        _say_whose_tables(asked)
        _show_word(word_answer, with_meanings, as_json)


def _check_alone(ctx: click.Context) -> None:
    """Raises click.UsageError for an option that does not go with --word."""
    if option := given_among(ctx, _NOT_FOR_A_WORD):
        raise click.UsageError(
            f"{option} does not go with --word, which is about one turn; leave one of them out."
        )


def _say_whose_tables(asked: Asked) -> None:
    """Says if the turns are judged by the tables of another lexicon."""
    if asked.evaluation.digest != asked.lexicon.digest:
        note(borrowed(asked.lexicon.name, asked.evaluation.name))


def _show(answer: HintAnswer, with_meanings: bool, as_json: bool, as_csv: bool) -> None:
    if as_json:
        _write_json(answer_to_dict(answer), answer.shown_words if with_meanings else None)
    elif as_csv:
        write_csv(answer)
    else:
        from .console import print_first_meanings
        from .hint_table import print_answer

        print_answer(answer)
        if with_meanings:
            print_first_meanings(answer.shown_words)


def _show_word(answer: WordAnswer, with_meanings: bool, as_json: bool) -> None:
    if as_json:
        _write_json(answer.to_dict(), answer.words if with_meanings else None)
    else:
        from .console import print_all_meanings
        from .hint_table import print_word_answer

        print_word_answer(answer)
        if with_meanings:
            print_all_meanings(answer.words)


def _write_json(document: dict[str, object], words: Iterable[str] | None) -> None:
    """Writes the document to stdout, with the definitions of the words if there are any."""
    write_json(document if words is None else {**document, "definitions": definitions_of(words)})
