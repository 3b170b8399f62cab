"""`letter-tycoon hint`: the best turns of a position, as a table, JSON or CSV."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from ..errors import show
from ..evaluation.ranking import EQUITY
from ..search.rows import OpenTurn
from ..search.solver import Variants
from .hint_answer import (
    Asked,
    HintAnswer,
    WordAnswer,
    definitions_of,
    parse_words,
    write_csv,
)
from .options import (
    EARNED_KEYS,
    Rules,
    given_among,
    lexicon_option,
    load_lexicon,
    note_tables,
    position_from,
    position_options,
    rank_by_option,
    rank_keys_from,
    replaced_option,
    rules_options,
)
from .terminal import write_json

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
@rank_by_option(
    EQUITY,
    f"Best first by {EQUITY}, with patents and the cards kept; or by what the words earn:"
    f" {EARNED_KEYS}",
)
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
    if typed is not None and (option := given_among(ctx, _NOT_FOR_A_WORD)):
        raise click.UsageError(
            f"{option} does not go with --word, which is about one turn; leave one of them out."
        )
    lexicon = load_lexicon(lexicon_name)
    turn = OpenTurn(checked_position, may_replace=not replaced)
    asked = Asked(turn, lexicon, rules, rank_keys)
    answer: HintAnswer | WordAnswer
    if typed is None:
        answer = HintAnswer.to(asked, top, Variants.ALL if all_variants else Variants.BEST)
    else:
        answer = WordAnswer.to(asked, typed)
    note_tables(lexicon)
    if as_json:
        meanings = {"definitions": definitions_of(answer.words)} if with_meanings else {}
        write_json({**answer.to_dict(), **meanings})
    elif as_csv and isinstance(answer, HintAnswer):
        write_csv(answer)
    else:
        _print(answer, with_meanings)


def _print(answer: HintAnswer | WordAnswer, with_meanings: bool) -> None:
    # Here, because JSON and CSV do not need rich.
    from .console import print_meanings
    from .hint_table import print_answer, print_word_answer

    if isinstance(answer, HintAnswer):
        print_answer(answer)
    else:
        print_word_answer(answer)
    if with_meanings:
        print_meanings(answer.words, limit=1 if isinstance(answer, HintAnswer) else None)
