"""Hints: the plans of a position by static evaluation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..advisor.replacement import best_replacement
from ..errors import InvalidInputError
from ..evaluation.equity import Appraisal
from ..evaluation.static_plan import StaticPlan, best_exchange, plan_of, with_others
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.position import Position
from ..rules.ruleset import PRESETS, Ruleset, Stacking
from ..search.solver import find_plays
from .plans import told_plan
from .schema import Hint, RulesetName, StackingName, Table

_MAX_PLAYS: Final = 20
_SLOW: Final = frozenset("QV")


def ruleset_of(table: Table) -> Ruleset:
    """The rules of a table."""
    return named_ruleset(table.ruleset, table.stacking)


def named_ruleset(name: RulesetName, stacking: StackingName | None) -> Ruleset:
    """The ruleset of this name, with another stacking if one is named."""
    ruleset = PRESETS[name]
    return replace(ruleset, stacking=Stacking(stacking)) if stacking else ruleset


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
    rivals = [rival.patents for rival in table.opponents]
    position = Position(table.hand, table.community, table.patents, rivals, table.money)
    question = Question(position, ruleset_of(table), lexicon, may_replace=not table.replaced)
    return question.hint(_advice_needs(table, lexicon))


@dataclass(frozen=True, slots=True)
class Question:
    """A position of which the best plans are asked for.

    Attributes:
        position: of the player to move.
        ruleset: the rules of the table.
        lexicon: the words of the game.
        may_replace: whether no card has been replaced with the Q patent this turn.
    """

    position: Position
    ruleset: Ruleset
    lexicon: Lexicon
    may_replace: bool

    def hint(self, advice_needs: str = "") -> Hint:
        """The plans; `advice_needs` is what is missing for a simulation."""
        position, ruleset, lexicon = self.position, self.ruleset, self.lexicon
        evaluation = Evaluation.of(lexicon.digest)
        appraisal = Appraisal.of(position, ruleset, evaluation)
        plays = find_plays(position, lexicon, ruleset, appraisal.objective, _MAX_PLAYS)
        plans = [plan_of(play, position, appraisal) for play in plays]
        exchange = best_exchange(position, appraisal)
        others = [exchange]
        if "Q" in position.patents and self.may_replace:
            most = max(plan.equity.total for plan in (*plans[:1], exchange))
            objective = appraisal.objective
            others.append(best_replacement(position, ruleset, lexicon, objective, most))
        ranked: list[StaticPlan] = with_others(plans, others)
        missing = position.missing_cards(ruleset)
        return Hint(
            plans=[told_plan(plan, position) for plan in ranked],
            note=f"Not all cards are there: {missing}." if missing else "",
            advice_needs=advice_needs,
            tables=evaluation.name,
        )


def _advice_needs(table: Table, lexicon: Lexicon) -> str:
    try:
        view_of(table, lexicon)
    except InvalidInputError as error:
        return str(error)
    return ""
