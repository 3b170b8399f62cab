"""The answer of `hint` for programs: JSON and CSV."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ...definitions import define
from ...evaluation.static_plan import StaticPlan
from ...rules.play import Play
from ...rules.turn import EQUITY_PARTS
from .answer import Answer
from .plan_json import plan_to_dict

_WORDS_OF_A_PLAY: Final = 2


def answer_to_dict(answer: Answer) -> dict[str, object]:
    """Return the answer for JSON: `plans` or, in another order, `plays`."""
    question = answer.question
    document = {**question.to_dict(), "variants": answer.variants.value, "count": answer.n_plays}
    if question.is_about_plans:
        document["plans"] = [hint_to_dict(plan, answer.position.hand) for plan in answer.plans]
    else:
        document["plays"] = answer.plays.to_dicts()
    return document


def hint_to_dict(plan: StaticPlan, hand: str) -> dict[str, object]:
    """Return a plan in the form of other commands, and the cards kept."""
    return {**plan_to_dict(plan), "kept": plan.kept(hand)}


def definitions_of(words: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Return all definitions of the words, by word."""
    return {word: [definition.to_dict() for definition in define(word)] for word in words}


def dump(document: Mapping[str, object]) -> None:
    """Write a document to stdout."""
    json.dump(document, sys.stdout, indent=2)
    sys.stdout.write("\n")


def write_csv(answer: Answer) -> None:
    """Write the answer to stdout, a row for each plan or play."""
    fields = _fields_of_plays(len(answer.position.opponents))
    rows: Iterator[dict[str, object]]
    if answer.question.is_about_plans:
        equity = ["equity", *(f"equity_{part}" for part in EQUITY_PARTS)]
        fields = ["plan", "replace", "buy", "discards", "kept", *fields, *equity]
        rows = (_of_plan(plan, answer.position.hand) for plan in answer.plans)
    else:
        rows = map(_of_play, answer.plays)
    writer = csv.DictWriter(sys.stdout, ["rank", *fields], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({"rank": rank, **row} for rank, row in enumerate(rows, 1))


def _fields_of_plays(n_opponents: int) -> list[str]:
    fields = ["notation"]
    for number in range(1, _WORDS_OF_A_PLAY + 1):
        fields += [f"{name}_{number}" for name in ("word", "sources", "y_as", "doublers")]
    fields += ["money", "stock", *(f"royalties_{number}" for number in range(1, n_opponents + 1))]
    return [*fields, "margin", "purchasable", "patent_value", "leave"]


def _of_play(play: Play) -> dict[str, object]:
    row: dict[str, object] = {
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
    return row


def _of_plan(plan: StaticPlan, hand: str) -> dict[str, object]:
    return {
        "plan": plan.notation,
        "replace": plan.replace,
        "buy": plan.buy,
        "discards": plan.discards,
        "kept": plan.kept(hand),
        **(_of_play(plan.play) if plan.play else {}),
        "equity": plan.equity.total,
        **{f"equity_{part}": getattr(plan.equity, part) for part in EQUITY_PARTS},
    }
