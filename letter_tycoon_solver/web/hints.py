"""Tables as the page asks about them, and hints: the best turns by static evaluation."""

from __future__ import annotations

from dataclasses import replace

from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..lexicon import Lexicon
from ..rules.position import Position
from ..rules.ruleset import PRESETS, Ruleset, Stacking
from ..search.rows import OpenTurn
from ..search.turns import best_turns
from .plans import plan_json
from .schema import Hint, RulesetName, StackingName, Table


def ruleset_of(table: Table) -> Ruleset:
    """The rules of a table."""
    ruleset = named_ruleset(table.ruleset, table.stacking)
    goals = ruleset.goals if table.goal is None else dict.fromkeys(ruleset.goals, table.goal)
    return replace(ruleset, goals=goals)


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
        discards=table.discards,
        round=table.round,
        start_player=table.start,
        final_round=table.final_round,
        replaced=table.replaced,
        lexicon=lexicon,
        ruleset=ruleset_of(table),
    )


def is_quick(table: Table) -> bool:
    """Does a hint take no longer than to have another thread give it? A card for Q takes longer."""
    return "Q" not in table.patents.upper() or table.replaced


def hint(table: Table, lexicon: Lexicon) -> Hint:
    """The best turns at a table, also at one that is not full.

    Raises:
        InvalidInputError: no position can look like this.
    """
    if table.round is not None:
        return hint_of(view_of(table, lexicon))
    rivals = [rival.patents for rival in table.opponents]
    position = Position(table.hand, table.community, table.patents, rivals, table.money)
    turn = OpenTurn(position, ruleset_of(table), may_replace=not table.replaced)
    return _hint(turn, lexicon, _advice_needs(table, lexicon))


def hint_of(seen: SeenState) -> Hint:
    """The best turns of the viewer of a game, or what is best of the rest of the turn.

    Raises:
        InvalidInputError: the viewer has no turn to plan.
    """
    return _hint(seen.open_turn, seen.lexicon)


def _hint(turn: OpenTurn, lexicon: Lexicon, advice_needs: str = "") -> Hint:
    position = turn.position
    missing = position.missing_cards(turn.ruleset) if turn.ruleset else ""
    return Hint(
        plans=[plan_json(found, position) for found in best_turns(turn, lexicon, limit=20)],
        note=f"Not all cards are there: {missing}." if missing else "",
        advice_needs=advice_needs,
        tables=Evaluation.of(lexicon.digest).name,
    )


def _advice_needs(table: Table, lexicon: Lexicon) -> str:
    try:
        view_of(table, lexicon)
    except InvalidInputError as error:
        return str(error)
    return ""


def preset_name(ruleset: Ruleset) -> str:
    """Return the preset with the same payout, duplicate and last round, or "own".

    A table may differ from it in its stacking, challenges and goal.
    """
    for name, preset in PRESETS.items():
        if (ruleset.payout, ruleset.duplicate_scope, ruleset.last_round) == (
            preset.payout,
            preset.duplicate_scope,
            preset.last_round,
        ):
            return name
    return "own"
