"""Hints: the plans of a position by static evaluation."""

from __future__ import annotations

import dataclasses
from typing import Final

from ..advisor.replacement import best_replacement
from ..errors import InvalidInputError
from ..evaluation.equity import Appraisal
from ..evaluation.static_plan import StaticPlan, best_exchange, plan_of, with_others
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..position import Position
from ..ruleset import PRESETS, Ruleset, Stacking
from ..solver import find_plays
from .plans import told_plan
from .schema import Hint, Table

_MAX_PLAYS: Final = 20
_SLOW: Final = frozenset("QV")


def ruleset_of(table: Table) -> Ruleset:
    """The rules of a table."""
    ruleset = PRESETS[table.ruleset]
    if table.stacking is None:
        return ruleset
    return dataclasses.replace(ruleset, stacking=Stacking(table.stacking))


def view_of(table: Table, lexicon: Lexicon) -> SeenState:
    """The table as the advisor takes it.

    Raises:
        InvalidInputError: no game can look like this, or it is not all there yet.
    """
    if not table.opponents:
        raise InvalidInputError("there is no opponent; give one, with patents or without")
    return SeenState.at_table(
        table.hand,
        table.community,
        patents=table.patents,
        money=table.money,
        stock=table.stock,
        opponents=[(rival.patents, rival.money, rival.stock) for rival in table.opponents],
        replaced=table.replaced,
        lexicon=lexicon,
        ruleset=ruleset_of(table),
    )


def is_quick(table: Table) -> bool:
    """Whether a hint takes about a millisecond: no longer than to have another thread give it.

    Two words (V) and a card to replace (Q) take up to a hundred times as long.
    """
    return not set(table.patents.upper()) & _SLOW


def hint(table: Table, lexicon: Lexicon) -> Hint:
    """The plans of a table, also of one that is not full.

    Raises:
        InvalidInputError: no position can look like this.
    """
    ruleset = ruleset_of(table)
    rivals = [rival.patents for rival in table.opponents]
    position = Position(table.hand, table.community, table.patents, rivals, table.money)
    evaluation = Evaluation.of(lexicon.digest)
    appraisal = Appraisal.of(position, ruleset, evaluation)
    plays = find_plays(position, lexicon, ruleset, appraisal.objective, _MAX_PLAYS)
    plans = [plan_of(play, position, appraisal) for play in plays]
    exchange = best_exchange(position, appraisal)
    others = [exchange]
    if "Q" in position.patents and not table.replaced:
        most = max(plan.equity.total for plan in (*plans[:1], exchange))
        objective = appraisal.objective
        others.append(best_replacement(position, ruleset, lexicon, objective, most))
    ranked: list[StaticPlan] = with_others(plans, others)
    missing = position.missing_cards(ruleset)
    return Hint(
        plans=[told_plan(plan, position) for plan in ranked],
        note=f"Not all cards are there: {missing}." if missing else "",
        advice_needs=_advice_needs(table, lexicon),
        tables=evaluation.name,
    )


def _advice_needs(table: Table, lexicon: Lexicon) -> str:
    try:
        view_of(table, lexicon)
    except InvalidInputError as error:
        return str(error)
    return ""
