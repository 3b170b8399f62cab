"""A state in text for logs and terminals, and as a table for notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence

from .._html import NOTHING, html_grid
from ..errors import InvalidInputError, require, require_each, there_are
from ..rules.cards import HIDDEN
from .actions import Action, ActionKind
from .table import Payment, PaymentKind, Phase, Seat, TableData, require_table

# Short texts for logs and terminals: a state, and what an action did.


def default_names(n_players: int) -> list[str]:
    """Names for players who have none: their numbers."""
    return [f"player {number}" for number in range(n_players)]


def _names_of(table: TableData, names: Sequence[str] | None) -> Sequence[str]:
    require_table(table)
    if names is None:
        return default_names(len(table.seats))
    require_each(names, str, "the names")
    if len(names) != len(table.seats):
        raise InvalidInputError(
            f"{there_are(len(names), 'name')} for {len(table.seats)} players; give one for each"
        )
    return names


def state_text(table: TableData, names: Sequence[str] | None = None) -> str:
    """The state in a few lines: the round, the community, and a line for each player.

    Args:
        table: the whole state, or what one player sees.
        names: one per player, in the order of the seats; None calls them by their numbers.

    Raises:
        InvalidInputError: `table` is not a state, or there is another number of names.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, state_text
        >>> print(state_text(new_game(2, seed=1, lexicon="enable"), ["Ann", "Ben"]))
        round 1, turn of Ann, start; goal 45
        community EEE
        >*Ann  ADEPTVW  patents - (0)  $0  stock 0  total 0
          Ben  EFHILOO  patents - (0)  $0  stock 0  total 0
    """
    names = _names_of(table, names)
    width = max(map(len, names))
    lines = [heading_text(table, names), f"community {table.community or '-'}"]
    for number, (name, seat) in enumerate(zip(names, table.seats, strict=True)):
        mark = ">" if number == table.to_act and not table.is_over else " "
        start = "*" if number == table.start_player else " "
        lines.append(f"{mark}{start}{name:<{width}}  {_seat_text(seat)}")
    if table.turn.play:
        lines.append(f"on the table: {table.turn.play.notation}")
    return "\n".join(lines)


def ranking_text(table: TableData, names: Sequence[str] | None = None) -> str:
    """The players from first to last with their scores, a line each.

    Args:
        table: the whole state, or what one player sees.
        names: one per player, in the order of the seats; None calls them by their numbers.

    Raises:
        InvalidInputError: `table` is not a state, or there is another number of names.

    Examples:
        >>> from letter_tycoon_solver.game import new_game, ranking_text
        >>> print(ranking_text(new_game(2, seed=1, lexicon="enable"), ["Ann", "Ben"]))
        1. Ann (shared): 0 = 0 patents + $0 + 0 stock
        1. Ben (shared): 0 = 0 patents + $0 + 0 stock
    """
    names = _names_of(table, names)
    scores = table.scores
    lines: list[str] = []
    for place in table.ranking:
        first = len(lines) + 1
        for player in place:
            score = scores[player]
            shared = " (shared)" if len(place) > 1 else ""
            lines.append(
                f"{first}. {names[player]}{shared}: {score.total} = {score.patents} patents + "
                f"${score.money} + {score.stock} stock"
            )
    return "\n".join(lines)


def action_text(
    before: TableData, action: Action, after: TableData, names: Sequence[str] | None = None
) -> str:
    """Describe the effect of an action in one line: "Ann: play JEWeLs; Ann gets $4 and 1 stock".

    Args:
        before: the state in which the action was chosen.
        action: what was done.
        after: the state after it.
        names: one per player, in the order of the seats; None calls them by their numbers.

    Raises:
        InvalidInputError: `before` or `after` is not a state, `action` is not an action, or there
            is another number of names.

    Examples:
        >>> from letter_tycoon_solver.game import Action, ActionKind, action_text, apply, new_game
        >>> state = new_game(2, seed=1, lexicon="enable")
        >>> action = Action(ActionKind.EXCHANGE, state.active_seat.hand[:1])
        >>> action_text(state, action, apply(state, action), ["Ann", "Ben"])
        'Ann: exchange A'
    """
    names = _names_of(before, names)
    _names_of(after, names)
    require(action, Action, "the action")
    done = str(action)
    if action.kind is ActionKind.PLAY and after.turn.play:
        done = f"play {after.turn.play.notation}"
    elif before.phase is Phase.PENALTY:
        done = f"discard {action.cards}"
    parts = [f"{names[before.to_act]}: {done}"]
    parts += [_payment_text(payment, names) for payment in after.payments]
    if after.turn.failed_words > before.turn.failed_words:
        parts.append("not in the lexicon")
    if after.phase is Phase.PENALTY:
        parts.append(f"{names[after.to_act]} takes the cards back and discards one")
    if after.final_round is not None and before.final_round is None:
        parts.append(f"the goal is reached, round {after.final_round} is the last")
    if after.is_over:
        parts.append("the game is over")
    return "; ".join(parts)


def heading_text(table: TableData, names: Sequence[str]) -> str:
    """The round, whose turn it is, and the goal."""
    goal = f"goal {table.goal}"
    if table.final_round is not None:
        goal += f" reached, last round {table.final_round}"
    whose = "over" if table.is_over else f"turn of {names[table.active]}, {table.phase.value}"
    return f"round {table.round}, {whose}; {goal}"


def _seat_text(seat: Seat) -> str:
    hand = seat.hand if HIDDEN not in seat.hand else f"{seat.hand.rstrip(HIDDEN) or '-'}.."
    total = seat.patent_value + seat.money + seat.stock
    return (
        f"{hand}  patents {seat.patents or '-'} ({seat.patent_value})  ${seat.money}  "
        f"stock {seat.stock}  total {total}"
    )


def _payment_text(payment: Payment, names: Sequence[str]) -> str:
    giver = "the bank" if payment.giver is None else names[payment.giver]
    receiver = "the bank" if payment.receiver is None else names[payment.receiver]
    match payment.kind:
        case PaymentKind.PAYOUT:
            stock = f" and {payment.stock} stock" if payment.stock else ""
            return f"{receiver} gets ${payment.money}{stock}"
        case PaymentKind.ROYALTY:
            return f"{receiver} gets ${payment.money} for {payment.letters}"
        case PaymentKind.CHALLENGE:
            return f"the words stand, {giver} pays {receiver} ${payment.money}"
        case PaymentKind.PURCHASE:
            return f"{giver} pays ${payment.money}"


# A state as a table for notebooks.


def state_html(table: TableData) -> str:
    """The state as HTML: the round and the community, a row for each player, words on the table."""
    names = default_names(len(table.seats))
    headers = ("Player", "Hand", "$", "Stock", "Score", f"Of ${table.goal}", "Patents")
    rows = []
    for name, seat, score in zip(names, table.seats, table.scores, strict=True):
        asked = score.player == table.to_act and not table.is_over
        cells = (
            f"> {name}" if asked else name,
            seat.hand.replace(HIDDEN, "·"),
            *map(str, (seat.money, seat.stock, score.total, seat.patent_value)),
            seat.patents or NOTHING,
        )
        rows.append([html.escape(cell) for cell in cells])
    lines = [heading_text(table, names), f"Community {table.community or NOTHING}"]
    below = (
        f"<p>On the table: {html.escape(table.turn.play.notation)}</p>" if table.turn.play else ""
    )
    above = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    return above + html_grid(headers, rows) + below
