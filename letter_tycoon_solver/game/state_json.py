"""A `GameState` as plain JSON data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from .._json import read_enum, read_field, read_optional, read_whole
from ..lexicon import Lexicon
from ..rules.cards import PATENT_COST, parse_letters
from ..rules.play import Play
from ..rules.ruleset import Ruleset
from .chance import Chance
from .ledger import Payment, PaymentKind, Seat
from .table import GameData, Phase, TurnSoFar, lexicon_of
from .table_rules import offering
from .validate import check_possible

G = TypeVar("G", bound=GameData)


def state_to_dict(state: GameData) -> dict[str, object]:
    """Every field but the lexicon; `state_from_dict` reads it back."""
    return {"ruleset": state.ruleset.to_dict(), **changing_to_dict(state)}


def changing_to_dict(state: GameData) -> dict[str, object]:
    """Every field that can change in the course of a game."""
    return {**_around_turn_to_dict(state), "turn": _turn_to_dict(state.turn)}


def judged_to_dict(state: GameData) -> dict[str, object]:
    """Return `changing_to_dict`, with the words on the table as they were judged.

    That is without the dollar of a wrong challenge, and without the field `challenged`.
    """
    turn = state.turn
    if turn.play and turn.challenged:
        turn = replace(turn, play=_without_dollar(turn.play, state))
    judged = _turn_to_dict(turn)
    del judged["challenged"]
    return {**_around_turn_to_dict(state), "turn": judged}


def _without_dollar(play: Play, state: GameData) -> Play:
    """The play as it was before the words were challenged: what the dollar pays for is left out."""
    spent = sum(p.money for p in state.payments if p.kind is PaymentKind.PURCHASE)
    money = state.active_seat.money + spent - 1
    return offering(play, "".join(a for a in play.purchasable if PATENT_COST[a] <= money))


def _around_turn_to_dict(state: GameData) -> dict[str, object]:
    return {
        "seats": [_seat_to_dict(seat) for seat in state.seats],
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
        "payments": [_payment_to_dict(payment) for payment in state.payments],
    }


def state_from_dict(kind: type[G], data: object, lexicon: Lexicon | Iterable[str]) -> G:
    """The state that `state_to_dict` wrote.

    Raises InvalidInputError for other data, and for a state no game can be in.
    """
    chance = read_field(data, "chance", dict)
    state = kind(
        ruleset=Ruleset.from_dict(read_field(data, "ruleset", dict)),
        lexicon=lexicon_of(lexicon),
        seats=tuple(_seat_from_dict(seat) for seat in read_field(data, "seats", list)),
        community=_read_letters(data, "community"),
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


def _read_letters(data: object, name: str) -> str:
    """Letters in no order, sorted."""
    return parse_letters(read_field(data, name, str), f"the field {name!r}")


def _read_pile(data: object, name: str) -> str:
    """Letters in the order in which they lie."""
    _read_letters(data, name)
    return read_field(data, name, str).upper()


def _chance_to_dict(chance: Chance) -> dict[str, object]:
    known = {"known": chance.known} if chance.known else {}
    return {"seed": chance.seed, "shuffles": chance.shuffles, **known}


def _chance_from_dict(data: dict[str, object]) -> Chance:
    known = read_field({"known": "", **data}, "known", str)
    return Chance(read_field(data, "seed", int), read_whole(data, "shuffles"), known)


def _seat_to_dict(seat: Seat) -> dict[str, object]:
    return {
        "hand": seat.hand,
        "patents": seat.patents,
        "money": seat.money,
        "stock": seat.stock,
    }


def _seat_from_dict(data: object) -> Seat:
    return Seat(
        hand=_read_letters(data, "hand"),
        patents=_read_letters(data, "patents"),
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


def _payment_to_dict(payment: Payment) -> dict[str, object]:
    return {
        "kind": payment.kind.value,
        "giver": payment.giver,
        "receiver": payment.receiver,
        "money": payment.money,
        "stock": payment.stock,
        "letters": payment.letters,
    }


def _payment_from_dict(data: object) -> Payment:
    return Payment(
        kind=read_enum(data, "kind", PaymentKind),
        giver=read_optional(data, "giver", int),
        receiver=read_optional(data, "receiver", int),
        money=read_whole(data, "money"),
        stock=read_whole(data, "stock"),
        letters=read_field(data, "letters", str),
    )
