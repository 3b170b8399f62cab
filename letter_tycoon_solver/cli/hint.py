"""`letter-tycoon hint`: the best plays of a position, as a table, JSON or CSV."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from ..evaluation.equity import EQUITY_PARTS, Appraisal, Equity
from ..evaluation.tables import Evaluation
from ..ranking import is_equity
from ..ruleset import Ruleset
from ..solver import Variants, find_plays
from .options.effort import borrowed
from .options.inputs import (
    lexicon_option,
    load_lexicon,
    position_from,
    position_options,
    rank_by_or_equity_option,
    rank_keys_from,
    rules_options,
    ruleset_from,
)
from .terminal.notes import note
from .views.answer import Answer

if TYPE_CHECKING:
    from ..play import Play
    from ..plays import Plays

ALL: Final = "all"
_MAX_SHOWN: Final = 40
_WORDS_OF_A_PLAY: Final = 2


def _parse_top(_ctx: click.Context, _param: click.Parameter, text: str) -> int | None:
    if text.lower() == ALL:
        return None
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        shown = text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + ".."
        raise click.BadParameter(
            f"{shown!r} is not a number of plays; give one from 1 to 999999999, or {ALL}."
        )
    return int(text)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon hint JWLEANZ EES --patents K --opponent E --opponent ""
  letter-tycoon hint --position "AEJLNWZ EES K E/- 0" --lexicon common --json
"""
)
@position_options
@click.option(
    "--top",
    metavar=f"N|{ALL}",
    default="15",
    show_default=True,
    callback=_parse_top,
    help="How many plays.",
)
@lexicon_option
@rules_options
@rank_by_or_equity_option
@click.option(
    "--all-variants",
    is_flag=True,
    help="Every way to lay a word: cards, duplicate, suffix; else only the best.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV, one row a play.")
def command(  # noqa: PLR0913 (one for each option)
    *,
    top: int | None,
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
    rank_by: str,
    all_variants: bool,
    as_json: bool,
    as_csv: bool,
    **position: Any,
) -> None:
    """Show the best plays with the cards in HAND and COMMUNITY.

    Letters come in any case and order; "-" stands for none.
    """
    if as_json and as_csv:
        raise click.UsageError("Give --json or --csv, not both.")
    variants = Variants.ALL if all_variants else Variants.BEST
    rank_keys = rank_keys_from(rank_by)
    ruleset = ruleset_from(ruleset_name, stacking)
    checked_position = position_from(position)
    lexicon = load_lexicon(lexicon_name)
    plays = find_plays(checked_position, lexicon, ruleset, rank_keys, top, variants)
    n_plays = plays.n_legal
    equity = _equity(plays, ruleset) if is_equity(rank_keys) else None
    answer = Answer(
        plays, n_plays, ruleset_name, ruleset.stacking, rank_keys, variants, top, equity
    )
    if as_json:
        _write_json(answer)
    elif as_csv:
        _write_csv(answer)
    else:
        from .views.hint import print_answer

        print_answer(answer)


def _equity(plays: Plays, ruleset: Ruleset) -> Callable[[Play], Equity]:
    """Static evaluation of the plays of a position; says if the tables are those of another."""
    position, lexicon = plays.position, plays.lexicon
    evaluation = Evaluation.of(lexicon.digest)
    if evaluation.digest != lexicon.digest:
        note(borrowed(lexicon.name, evaluation.name))
    appraisal = Appraisal.of(position, ruleset, evaluation)
    return lambda play: appraisal.best_equity(play, position.community)


def _write_json(answer: Answer) -> None:
    import json

    document = {
        "position": answer.position.notation,
        "ruleset": answer.ruleset_name,
        "stacking": answer.stacking.value,
        "lexicon": answer.plays.lexicon.name,
        "lexicon_digest": answer.plays.lexicon.digest,
        "rank_by": list(answer.rank_keys),
        "variants": answer.variants.value,
        "count": answer.n_plays,
        "plays": [_to_dict(play, answer.equity) for play in answer.plays],
    }
    json.dump(document, sys.stdout, indent=2)
    sys.stdout.write("\n")


def _to_dict(play: Play, equity: Callable[[Play], Equity] | None) -> dict[str, object]:
    return {**play.to_dict(), **({"equity": equity(play).to_dict()} if equity else {})}


def _write_csv(answer: Answer) -> None:
    import csv

    opponents = range(1, len(answer.position.opponents) + 1)
    fields = ["rank", "notation"]
    for number in range(1, _WORDS_OF_A_PLAY + 1):
        fields += [f"{name}_{number}" for name in ("word", "sources", "y_as", "doublers")]
    fields += ["money", "stock", *(f"royalties_{number}" for number in opponents)]
    fields += ["margin", "purchasable", "patent_value", "leave"]
    if answer.equity:
        fields += ["equity", *(f"equity_{part}" for part in EQUITY_PARTS)]
    writer = csv.DictWriter(sys.stdout, fields, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        _csv_row(rank, play, answer.equity) for rank, play in enumerate(answer.plays, 1)
    )


def _csv_row(rank: int, play: Play, equity: Callable[[Play], Equity] | None) -> dict[str, object]:
    row: dict[str, object] = {
        "rank": rank,
        "notation": play.notation,
        "money": play.money,
        "stock": play.stock,
        "margin": play.margin,
        "purchasable": play.purchasable,
        "patent_value": play.patent_value,
        "leave": play.leave,
    }
    for number, (word, doublers) in enumerate(zip(play.words, play.doublers, strict=True), 1):
        row[f"word_{number}"] = word.word
        row[f"sources_{number}"] = word.sources
        row[f"y_as_{number}"] = word.y_as
        row[f"doublers_{number}"] = doublers
    for number, dollars in enumerate(play.royalties, 1):
        row[f"royalties_{number}"] = dollars
    if equity:
        found = equity(play)
        row["equity"] = found.total
        row |= {f"equity_{part}": getattr(found, part) for part in EQUITY_PARTS}
    return row
