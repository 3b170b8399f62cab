"""The answer of `hint` for programs: JSON and CSV."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from typing import Final

from ...definitions import define
from ...rules.equity import EQUITY_PARTS
from ...rules.play import Play
from ...rules.turn import Turn
from .answer import HintAnswer

_WORDS_OF_A_PLAY: Final = 2


def answer_to_dict(answer: HintAnswer) -> dict[str, object]:
    """The answer for JSON."""
    return {
        **answer.asked.to_dict(),
        "variants": answer.variants.value,
        "count": answer.n_plays,
        "plans": answer.turns.to_dicts(),
    }


def definitions_of(words: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Return all definitions of the words, by word."""
    return {word: [definition.to_dict() for definition in define(word)] for word in words}


def write_csv(answer: HintAnswer) -> None:
    """Writes the answer to stdout, a row a turn."""
    fields = [
        *("plan", "replace", "buy", "discards", "kept"),
        *_fields_of_plays(len(answer.asked.position.opponents)),
        *("equity", *(f"equity_{part}" for part in EQUITY_PARTS)),
    ]
    writer = csv.DictWriter(sys.stdout, ["rank", *fields], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {"rank": rank, **row} for rank, row in enumerate(map(_of_turn, answer.turns), 1)
    )


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


def _of_turn(turn: Turn) -> dict[str, object]:
    return {
        "plan": turn.notation,
        "replace": turn.replace,
        "buy": turn.buy,
        "discards": turn.discards,
        "kept": turn.keeps,
        **(_of_play(turn.play) if turn.play else {}),
        "equity": turn.equity.total,
        **{f"equity_{part}": getattr(turn.equity, part) for part in EQUITY_PARTS},
    }
