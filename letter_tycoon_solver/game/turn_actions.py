"""The effect of a turn, action by action."""

from __future__ import annotations

from ..errors import InvalidInputError, require, show_text
from ..rules.turn import Turn, TurnKind
from .actions import Action, Buy, Decline, Discard, Exchange, PlayWords, ReplaceCard
from .state import Table
from .table import Phase, require_table


def action_of(turn: Turn, table: Table) -> Action:
    """The action of a turn in the phase of the table.

    Args:
        turn: any turn; whether it is legal is for `apply` to say.
        table: a GameState or a SeenState in which the player of the turn is asked.

    Raises:
        InvalidInputError: the turn says nothing for the phase, or these are something else.
    """
    require(turn, Turn, "the turn")
    require_table(table)
    match table.phase:
        case Phase.START if turn.replace and not table.turn.replaced:
            return ReplaceCard.of(turn.replace)
        case Phase.START if turn.kind is TurnKind.WORDS:
            return PlayWords(turn.words, turn.doublers)
        case Phase.START if turn.kind is TurnKind.EXCHANGE:
            return Exchange(turn.discards)
        case Phase.PENALTY:
            return Exchange(turn.discards)
        case Phase.PURCHASE:
            return Buy(turn.buy) if turn.buy else Decline()
        case Phase.CLEAN_UP:
            return Discard(turn.discards)
    raise InvalidInputError(
        f'the turn "{show_text(turn)}" says nothing for the phase {table.phase.value}; give one'
        " with words or an exchange, and ask when its player has the turn"
    )
