"""Analyses as plain data for JSON.

A game is an object with the fields

    file         the file as given
    names        the names of the players
    victories    by player the share of the victory; null if the game is not over
    margins      by player the final score minus that of the average opponent; null likewise
    seconds      the time of the analysis
    tables       the word list whose tables static evaluation uses
    own_tables   true if the game is played with that list
    opponents    what they were taken for in the simulated games, as by `advise --json`
    summaries    a list of objects, one for each player: the fields of `Summary`, with a score or
                 null, and counts
    decisions    a list of objects, in the order of the game: the fields of `Decision`, with chances
                 from 0 to 1 and dollars; `verdict`, "best", "fine", "mistake" or "blunder";
                 `is_decided`, true if dollars decide the verdict; `sure_loss` and
                 `sure_margin_loss`; plans are written as by `advise --json`
    purchases    a list of objects, in the order of the game, of players whose hands are not known:
                 `round`, `player`, the plans `played` and `best`, `loss` in dollars, `verdict`
    costliest    a list of objects: `decision`, its place in the list, and `in_words`

Several games are an object with the fields

    games        a list of such objects
    totals       a list of objects: `Summary` over all games, for each name
    habits       a list of objects: `Habits` over all games, for each name; months are those in
                 which the files were written last
    left_out     a list of objects: `file`, and `why`, the reason it could not be analyzed
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Sequence
from typing import Final

from ...advisor.analysis.decision import Decision
from ...advisor.analysis.habits import Habits, habits_of
from ...advisor.analysis.purchases import Purchase
from ...advisor.analysis.result import Analysis, summarize

_PLANS: Final = ("played", "best")


def analysis_to_dict(file: str, analysis: Analysis) -> dict[str, object]:
    """Return the analysis of a game as plain data."""
    return {
        "file": file,
        "names": list(analysis.names),
        "victories": analysis.victories,
        "margins": analysis.margins,
        "seconds": analysis.seconds,
        "tables": analysis.tables,
        "own_tables": analysis.own_tables,
        "opponents": analysis.opponents.value,
        "summaries": [dataclasses.asdict(summary) for summary in analysis.summaries()],
        "decisions": [_decision_to_dict(decision) for decision in analysis.decisions],
        "purchases": [_purchase_to_dict(one) for one in analysis.purchases],
        "costliest": [
            {"decision": analysis.decisions.index(decision), "in_words": words}
            for decision, words in zip(
                analysis.costliest(), analysis.costliest_in_words(), strict=True
            )
        ],
    }


def analyses_to_dict(
    analyses: Sequence[tuple[str, Analysis, datetime.date]], left_out: Sequence[tuple[str, str]]
) -> dict[str, object]:
    """Return several games, by file, and those left out, by file with the reason."""
    totals = summarize(analysis for _, analysis, _ in analyses)
    games = [(analysis, day) for _, analysis, day in analyses]
    return {
        "games": [analysis_to_dict(file, analysis) for file, analysis, _ in analyses],
        "totals": [dataclasses.asdict(summary) for summary in totals],
        "habits": [_habits_to_dict(habits_of(total.name, games)) for total in totals],
        "left_out": [{"file": file, "why": why} for file, why in left_out],
    }


def _purchase_to_dict(purchase: Purchase) -> dict[str, object]:
    return {
        "round": purchase.round,
        "player": purchase.player,
        "played": purchase.played.to_dict(),
        "best": purchase.best.to_dict(),
        "loss": purchase.loss,
        "verdict": purchase.verdict.value,
    }


def _habits_to_dict(habits: Habits) -> dict[str, object]:
    fields = dataclasses.asdict(habits)
    for one in (fields, *fields["months"]):
        for kind in one["kinds"]:
            kind["difference"] = kind["difference"].value
    return fields


def _decision_to_dict(decision: Decision) -> dict[str, object]:
    fields = {field.name: getattr(decision, field.name) for field in dataclasses.fields(decision)}
    plans = {name: fields[name].to_dict() for name in _PLANS}
    return {
        **fields,
        **plans,
        "verdict": decision.verdict.value,
        "difference": decision.difference.value,
        "is_decided": decision.is_decided,
        "sure_loss": decision.sure_loss,
        "sure_margin_loss": decision.sure_margin_loss,
    }
