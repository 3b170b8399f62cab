"""Analyses as plain data for JSON.

A game is an object with the fields

    file         that was given
    names        of the players
    victories    by player the share of the victory; null if the game is not over
    seconds      that the analysis took
    tables       the word list whose tables static evaluation uses
    own_tables   whether the game is played with that list
    summaries    a list of objects: the fields of `Summary`, a score and counts for each player
    decisions    a list of objects, in the order of the game: the fields of `Decision`, chances from
                 0 to 1 and dollars, with `verdict`, "best", "fine", "mistake" or "blunder", and
                 `sure_loss`; plans as `advise --json` writes them
    costliest    a list of objects: `decision`, its place in the list, and `in_words`

Several games are an object with the fields

    games        a list of those
    totals       a list of objects: `Summary` over all games, for each name
    left_out     a list of objects: `file`, and `why` it could not be analyzed
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from typing import Final

from ...advisor.analysis.result import Analysis, Decision, summarize
from .turn_json import turn_to_dict

_PLANS: Final = ("played", "best")


def analysis_to_dict(file: str, analysis: Analysis) -> dict[str, object]:
    """A game."""
    return {
        "file": file,
        "names": list(analysis.names),
        "victories": analysis.victories,
        "seconds": analysis.seconds,
        "tables": analysis.tables,
        "own_tables": analysis.own_tables,
        "summaries": [dataclasses.asdict(summary) for summary in analysis.summaries()],
        "decisions": [_decision_to_dict(decision) for decision in analysis.decisions],
        "costliest": [
            {"decision": analysis.decisions.index(decision), "in_words": words}
            for decision, words in zip(
                analysis.costliest(), analysis.costliest_in_words(), strict=True
            )
        ],
    }


def analyses_to_dict(
    analyses: Sequence[tuple[str, Analysis]], left_out: Sequence[tuple[str, str]]
) -> dict[str, object]:
    """Several games, by file, and what was left out, by file with the reason."""
    totals = summarize(analysis for _, analysis in analyses)
    return {
        "games": [analysis_to_dict(file, analysis) for file, analysis in analyses],
        "totals": [dataclasses.asdict(summary) for summary in totals],
        "left_out": [{"file": file, "why": why} for file, why in left_out],
    }


def write_json(document: dict[str, object]) -> None:
    """Writes it to stdout."""
    json.dump(document, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def _decision_to_dict(decision: Decision) -> dict[str, object]:
    fields = {field.name: getattr(decision, field.name) for field in dataclasses.fields(decision)}
    plans = {name: turn_to_dict(fields[name]) for name in _PLANS}
    return {
        **fields,
        **plans,
        "verdict": decision.verdict.value,
        "sure_loss": decision.sure_loss,
    }
