"""A state in text and as JSON: for logs and terminals, as a view in one line, for notebooks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Final, TypeVar

from .._html import NOTHING, html_grid
from .._json import read_enum, read_field, read_optional, read_whole
from ..errors import InvalidInputError, require, require_each, show, show_text, there_are
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import (
    DECK_SIZE,
    HIDDEN,
    check_deck_holds,
    n_cards_text,
    parse_cards,
    parse_letters,
    parse_whole,
)
from ..rules.play import Play
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import LastRound, Ruleset
from .actions import Action, ActionKind
from .checks import check_possible, check_view
from .table import (
    MAX_PLAYERS,
    MAX_ROUND,
    MIN_PLAYERS,
    Chance,
    GameData,
    Payment,
    PaymentKind,
    Phase,
    Seat,
    SeenData,
    TableData,
    TurnSoFar,
    require_table,
)

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


# A view in one line of text, as FEN is for chess.
#
#     AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start
#
# The fields, separated by blanks; nothing is "-":
#
#     hand          of the viewer
#     community
#     players       in the order of the seats, separated by "/": patents:money:stock
#     viewer        the number of the player who looks
#     discards      oldest first; "?" for each that the viewer did not see
#     active        the number of the player whose turn it is
#     round         from 1
#     start player  the number of the player with the start marker
#     last round    once a player has reached the goal
#     phase         "start", or "penalty" where a card pays for a word that was none; "start+q" once
#                   a card was replaced, "start+2" after two words that the rules refused,
#                   "start+q2" for both
#
# What is not seen follows: every other hand is full, all other cards are in the deck. Lexicon and
# ruleset are not said. In other phases the words on the table follow the phase; such a text is to
# be read by people only.


S = TypeVar("S", bound=SeenData)

_NOTHING: Final = "-"
_N_FIELDS: Final = 10
_NUMBER: Final = re.compile("[0-9]{1,9}")
_PHASE: Final = re.compile(r"(start|penalty)(?:\+(q?)([0-9]{0,2}))?")


def view_text(seen: SeenData) -> str:
    """The view in one line."""
    players = "/".join(
        f"{seat.patents or _NOTHING}:{seat.money}:{seat.stock}" for seat in seen.seats
    )
    last = _NOTHING if seen.final_round is None else str(seen.final_round)
    return " ".join(
        [
            seen.seats[seen.viewer].hand,
            seen.community or _NOTHING,
            players,
            str(seen.viewer),
            seen.discards or _NOTHING,
            str(seen.active),
            str(seen.round),
            str(seen.start_player),
            last,
            _phase_text(seen),
        ]
    )


def _phase_text(seen: SeenData) -> str:
    turn = seen.turn
    if turn.play is not None:
        return f"{seen.phase.value}+{turn.play.notation.replace(' ', '')}"
    done = "q" * turn.replaced + (str(turn.failed_words) if turn.failed_words else "")
    return f"{seen.phase.value}+{done}" if done else seen.phase.value


def parse_view_text(kind: type[S], text: str, lexicon: Lexicon, ruleset: Ruleset) -> S:
    """Do the work of `SeenState.parse`."""
    require(text, str, "the text of a view")
    require(ruleset, Ruleset, "the ruleset")
    fields = text.split()
    if len(fields) != _N_FIELDS:
        raise InvalidInputError(
            f"{show(text)} has {len(fields)} fields and a view has {_N_FIELDS}: hand, community,"
            " players, viewer, discards, active player, round, start player, last round and phase,"
            ' as in "AEJLNWZ EES E:3:0/KQ:5:1 1 CATS 1 4 0 - start"'
        )
    hand, community, players, viewer, discards, active, round_, start, last, phase = fields
    seats = [_parse_player(player) for player in players.split("/")]
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the players {show(players)} are {len(seats)}; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    own = _number(viewer, "the viewer", len(seats) - 1)
    hidden = HIDDEN * ruleset.hand_size
    hands = [hidden] * len(seats)
    hands[own] = parse_letters(_letters(hand), "the hand")
    pool = parse_letters(_letters(community), "the community")
    pile = _letters(discards)
    parse_letters(pile.replace(HIDDEN, ""), "the discards")
    pile = pile.upper()
    whose = _number(active, "the active player", len(seats) - 1)
    n_seen = len(hands[own]) + len(pool) + len(pile) + len(hidden) * (len(seats) - 1)
    at, so_far = _parse_phase(phase)
    seen = kind(
        ruleset=ruleset,
        lexicon=lexicon_of(lexicon),
        seats=tuple(Seat(cards, *player) for cards, player in zip(hands, seats, strict=True)),
        community=pool,
        discards=pile,
        phase=at,
        active=whose,
        to_act=whose,
        round=_number(round_, "the round"),
        start_player=_number(start, "the start player", len(seats) - 1),
        final_round=None if last == _NOTHING else _number(last, "the last round"),
        turn=so_far,
        viewer=own,
        deck_size=DECK_SIZE - n_seen,
    )
    check_view(seen)
    return seen


def _letters(field: str) -> str:
    return "" if field == _NOTHING else field


def _parse_player(text: str) -> tuple[str, int, int]:
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidInputError(
            f'the player {show(text)} is not patents:money:stock, as in "KQ:5:1" or "-:0:0"'
        )
    patents = parse_letters(_letters(parts[0]), "the patents of a player")
    return patents, _number(parts[1], "the money"), _number(parts[2], "the stock")


def _number(text: str, what: str, most: int | None = None) -> int:
    if not _NUMBER.fullmatch(text) or (most is not None and int(text) > most):
        limit = "" if most is None else f" to {most}"
        raise InvalidInputError(f"{what} is {show(text)}; give a whole number from 0{limit}")
    return int(text)


def _parse_phase(text: str) -> tuple[Phase, TurnSoFar]:
    match = _PHASE.fullmatch(text.lower())
    if match is None:
        raise InvalidInputError(
            f"the phase is {show(text)}; a view is read at the start of a turn only, where it is"
            ' "start", "start+q" once a card was replaced, and where a card pays for a word that'
            ' was none: "penalty"'
        )
    return Phase(match[1]), TurnSoFar(replaced=bool(match[2]), failed_words=int(match[3] or 0))


# The view of a person at the table, as a `SeenState`; what is not said is inferred.


YOU: Final = 0
"""The number of the person who looks; the opponents are 1, 2, ... clockwise."""
TableOpponent = str | tuple[str, int, int]
"""An opponent at a table, as far as seen: patents, or patents, money and stock."""


def parse_opponents(opponents: Sequence[TableOpponent], hand_size: int) -> list[Seat]:
    """Seats with hidden hands."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not opponents:
        raise InvalidInputError(
            f"opponents is {show(opponents)}; give a list with one item per opponent, clockwise:"
            ' patents, or patents, money and stock, as in ["E", ("", 3, 0)]'
        )
    hand = HIDDEN * hand_size
    return [_parse_opponent(opponent, n, hand) for n, opponent in enumerate(opponents, 1)]


def _parse_opponent(opponent: object, number: int, hand: str) -> Seat:
    patents, money, stock = (opponent, 0, 0) if isinstance(opponent, str) else _parts(opponent)
    return Seat(
        hand,
        parse_letters(patents, f"the patents of opponent {number}"),
        parse_whole(money, f"the money of opponent {number}", 0, MAX_MONEY),
        parse_whole(stock, f"the stock of opponent {number}", 0, MAX_MONEY),
    )


def _parts(opponent: object) -> tuple[str, object, object]:
    if isinstance(opponent, list | tuple) and len(opponent) == 3:
        return tuple(opponent)
    raise InvalidInputError(
        f'an opponent is {show(opponent)}; give patents, as "KQ", or patents, money and stock, as'
        ' ("KQ", 3, 0)'
    )


def deck_size(position: Position, discards: str, ruleset: Ruleset) -> int:
    """The number of cards that are neither seen nor hidden in a hand or among the discards."""
    for what, cards, size in (
        ("hand", position.hand, ruleset.hand_size),
        ("community", position.community, ruleset.community_size),
    ):
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {show_text(cards or '(none)')} has {n_cards_text(len(cards))}; at"
                f" the start of a turn it has {size}"
            )
    seen = position.hand + position.community + discards.replace(HIDDEN, "")
    check_deck_holds(seen, "hand, community and discards together")
    n_opponents, n_hidden = len(position.opponents), discards.count(HIDDEN)
    in_hands = n_opponents * ruleset.hand_size
    left = DECK_SIZE - len(seen)
    if left < in_hands + n_hidden:
        raise InvalidInputError(
            f"{len(seen)} cards are seen, which leaves {left}; the {n_opponents} opponents"
            f" hold {in_hands} more{f', {n_hidden} are discards' if n_hidden else ''}. Look again"
            " at the discards"
        )
    return left - in_hands - n_hidden


def with_rounds(state: S, round_: int | None, start_player: int | None, final: int | None) -> S:
    """The state with what is said of the rounds; nothing said is the first round."""
    given = None if round_ is None else parse_whole(round_, "the round", 1, MAX_ROUND)
    if final is not None:
        parse_whole(final, "the last round", 1, MAX_ROUND + 1)
    elif any(seat.patent_value >= state.goal for seat in state.seats):
        if state.ruleset.last_round is LastRound.ONE_MORE_TURN:
            raise InvalidInputError(
                "a player has reached the goal, and by this ruleset all have one more turn; give"
                " the round and the last round, to say whether it is this round or the next"
            )
        final = given or 1
    state = replace(state, round=given or final or 1, final_round=final)
    return replace(state, start_player=_start_player(start_player, state))


def _start_player(given: int | None, state: SeenData) -> int:
    """Find who has the start marker: by the race to the goal not everyone can have it."""
    reached = [player for player, seat in enumerate(state.seats) if seat.patent_value >= state.goal]
    more = int(state.ruleset.last_round is LastRound.ONE_MORE_TURN)
    # In the round in which the goal is reached, those who have reached it have had their turn.
    is_now = state.final_round == state.round + more
    possible = [
        start
        for start in range(len(state.seats))
        if not is_now or set(reached) <= set(_acted(state, start))
    ]
    if given is not None:
        parse_whole(given, "the start player", 0, len(state.seats) - 1)
        if given in possible:
            return given
    if not possible:
        raise InvalidInputError(
            f"your patents reach the goal of ${state.goal}, so your last turn is over; look again"
            " at the patents"
        )
    if len(possible) == len(state.seats):
        return possible[0]
    if given is None and len(possible) == 1:
        return possible[0]
    who = " and ".join(f"opponent {player}" for player in reached)
    raise InvalidInputError(
        f"{who} reached the goal of ${state.goal} in a turn before yours, and the game goes on"
        " to the player before the start marker; the start player can be "
        f"{' or '.join(map(str, possible))}"
    )


def _acted(state: SeenData, start: int) -> list[int]:
    """Those whose turn of this round is over, if that player has the start marker."""
    order = state.clockwise_from(start)
    return order[: order.index(state.active)]


# A `GameState` as plain JSON data.


G = TypeVar("G", bound=GameData)


def state_to_dict(state: GameData) -> dict[str, object]:
    """Every field but the lexicon; `state_from_dict` reads it back."""
    return {
        "ruleset": state.ruleset.to_dict(),
        "seats": [asdict(seat) for seat in state.seats],
        "community": state.community,
        "discards": state.discards,
        "deck": state.deck,
        "chance": _chance_to_dict(state.chance),
        "phase": state.phase.value,
        "active": state.active,
        "to_act": state.to_act,
        "round": state.round,
        "start_player": state.start_player,
        "final_round": state.final_round,
        "payments": [{**asdict(one), "kind": one.kind.value} for one in state.payments],
        "turn": _turn_to_dict(state.turn),
    }


def state_from_dict(kind: type[G], data: object, lexicon: Lexicon | Iterable[str]) -> G:
    """The state that `state_to_dict` wrote.

    Raises InvalidInputError for other data, and for a state that rules cannot take.
    """
    chance = read_field(data, "chance", dict)
    state = kind(
        ruleset=Ruleset.from_dict(read_field(data, "ruleset", dict)),
        lexicon=lexicon_of(lexicon),
        seats=tuple(_seat_from_dict(seat) for seat in read_field(data, "seats", list)),
        community=_read_cards(data, "community"),
        discards=_read_pile(data, "discards"),
        phase=read_enum(data, "phase", Phase),
        active=read_whole(data, "active"),
        to_act=read_whole(data, "to_act"),
        round=read_whole(data, "round"),
        start_player=read_whole(data, "start_player"),
        final_round=read_optional(data, "final_round", int),
        turn=_turn_from_dict(read_field(data, "turn", dict)),
        payments=tuple(_payment_from_dict(item) for item in read_field(data, "payments", list)),
        deck=_read_pile(data, "deck"),
        chance=_chance_from_dict(chance),
    )
    check_possible(state)
    return state


def _read_cards(data: object, name: str) -> str:
    """Cards in no order, sorted; HIDDEN for each that nobody has told."""
    return parse_cards(read_field(data, name, str), f"the field {name!r}")


def _read_pile(data: object, name: str) -> str:
    """Letters in the order in which they lie."""
    _read_cards(data, name)
    return read_field(data, name, str).upper()


def _chance_to_dict(chance: Chance) -> dict[str, object]:
    known = {"known": chance.known} if chance.known else {}
    return {"seed": chance.seed, "shuffles": chance.shuffles, **known}


def _chance_from_dict(data: dict[str, object]) -> Chance:
    known = read_field({"known": "", **data}, "known", str)
    return Chance(read_field(data, "seed", int), read_whole(data, "shuffles"), known)


def _seat_from_dict(data: object) -> Seat:
    return Seat(
        hand=_read_cards(data, "hand"),
        patents=parse_letters(read_field(data, "patents", str), "the field 'patents'"),
        money=read_whole(data, "money"),
        stock=read_whole(data, "stock"),
    )


def _turn_to_dict(turn: TurnSoFar) -> dict[str, object]:
    return {
        "replaced": turn.replaced,
        "failed_words": turn.failed_words,
        "play": turn.play.to_dict() if turn.play else None,
        "challenged": turn.challenged,
    }


def _turn_from_dict(data: dict[str, object]) -> TurnSoFar:
    play = read_optional(data, "play", dict)
    return TurnSoFar(
        replaced=read_field(data, "replaced", bool),
        failed_words=read_whole(data, "failed_words"),
        play=None if play is None else Play.from_dict(play),
        # States that were written before there was this field have none.
        challenged=read_field({"challenged": False, **data}, "challenged", bool),
    )


def _payment_from_dict(data: object) -> Payment:
    return Payment(
        kind=read_enum(data, "kind", PaymentKind),
        giver=read_optional(data, "giver", int),
        receiver=read_optional(data, "receiver", int),
        money=read_whole(data, "money"),
        stock=read_whole(data, "stock"),
        letters=read_field(data, "letters", str),
    )


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
