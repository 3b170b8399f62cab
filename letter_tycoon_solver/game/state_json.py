"""A `GameState` as plain JSON data."""

from __future__ import annotations

from collections.abc import Container

from ..cards import DECK_SIZE, LETTERS, PATENT_COST, parse_letters
from ..errors import InvalidInputError
from ..play import CARD_SOURCES
from .chance import Chance
from .encoding import (
    play_from_dict,
    read_enum,
    read_field,
    read_optional,
    ruleset_from_dict,
    ruleset_to_dict,
)
from .setup import FULL_DECK
from .state import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    GameState,
    Payment,
    PaymentKind,
    Phase,
    Seat,
    Turn,
)


def state_to_dict(state: GameState) -> dict[str, object]:
    """Every field but the lexicon; `state_from_dict` reads it back."""
    return {"ruleset": ruleset_to_dict(state.ruleset), **changing_to_dict(state)}


def changing_to_dict(state: GameState) -> dict[str, object]:
    """Every field that can change in the course of a game."""
    return {
        "seats": [_seat_to_dict(seat) for seat in state.seats],
        "community": state.community,
        "discards": state.discards,
        "deck": state.deck,
        "chance": {"seed": state.chance.seed, "shuffles": state.chance.shuffles},
        "phase": state.phase.value,
        "active": state.active,
        "to_act": state.to_act,
        "round": state.round,
        "start_player": state.start_player,
        "final_round": state.final_round,
        "turn": _turn_to_dict(state.turn),
        "payments": [_payment_to_dict(payment) for payment in state.payments],
    }


def state_from_dict(data: object, lexicon: Container[str]) -> GameState:
    """The state that `state_to_dict` wrote.

    Raises InvalidInputError for other data, and for a state no game can be in.
    """
    chance = read_field(data, "chance", dict)
    state = GameState(
        ruleset=ruleset_from_dict(read_field(data, "ruleset", dict)),
        lexicon=lexicon,
        seats=tuple(_seat_from_dict(seat) for seat in read_field(data, "seats", list)),
        community=read_field(data, "community", str),
        discards=read_field(data, "discards", str),
        phase=read_enum(data, "phase", Phase),
        active=read_field(data, "active", int),
        to_act=read_field(data, "to_act", int),
        round=read_field(data, "round", int),
        start_player=read_field(data, "start_player", int),
        final_round=read_optional(data, "final_round", int),
        turn=_turn_from_dict(read_field(data, "turn", dict)),
        payments=tuple(_payment_from_dict(item) for item in read_field(data, "payments", list)),
        deck=read_field(data, "deck", str),
        chance=Chance(read_field(chance, "seed", int), read_field(chance, "shuffles", int)),
    )
    _check_players(state)
    _check_cards(state)
    _check_patents(state)
    _check_turn(state)
    return state


def _check_players(state: GameState) -> None:
    n_players = len(state.seats)
    if not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the state has {n_players} seats; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in ("active", "to_act", "start_player"):
        if getattr(state, name) not in range(n_players):
            raise InvalidInputError(f"the field {name!r} is no player from 0 to {n_players - 1}")
    if state.to_act != state.active and state.phase is not Phase.CHALLENGE:
        raise InvalidInputError("the field 'to_act' is not the active player outside a challenge")


def _check_cards(state: GameState) -> None:
    hands = "".join(seat.hand for seat in state.seats)
    cards = parse_letters(
        hands + state.community + state.discards + state.deck, "hands, community, discards and deck"
    )
    if cards != FULL_DECK:
        wrong = next(a for a in LETTERS if cards.count(a) != FULL_DECK.count(a))
        raise InvalidInputError(
            f"the state has {len(cards)} cards, {cards.count(wrong)} of them {wrong}; the game has "
            f"{DECK_SIZE} cards, {FULL_DECK.count(wrong)} of them {wrong}"
        )
    sizes = state.ruleset.hand_size, state.ruleset.community_size
    if {len(seat.hand) for seat in state.seats} != {sizes[0]} or len(state.community) != sizes[1]:
        raise InvalidInputError(
            f"a hand or the community has not its size; the ruleset has {sizes[0]} and {sizes[1]}"
        )


def _check_patents(state: GameState) -> None:
    owned = parse_letters("".join(seat.patents for seat in state.seats), "the patents")
    for letter in PATENT_COST:
        if owned.count(letter) > 1:
            raise InvalidInputError(f"patent {letter} is owned twice; a patent has one owner")


def _check_turn(state: GameState) -> None:
    words_lie = state.phase in {Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP}
    if words_lie != (state.turn.play is not None):
        raise InvalidInputError(
            f"the phase is {state.phase.value} and words {'do not ' if words_lie else ''}lie on "
            "the table; they lie there from the play to the clean-up"
        )
    for source, cards in zip(CARD_SOURCES, (state.active_seat.hand, state.community), strict=True):
        used = state.turn.cards_used(source)
        if any(used.count(letter) > cards.count(letter) for letter in used):
            raise InvalidInputError(f"the words on the table use {used}, not all among {cards}")


def _seat_to_dict(seat: Seat) -> dict[str, object]:
    return {
        "hand": seat.hand,
        "patents": seat.patents,
        "money": seat.money,
        "stock": seat.stock,
    }


def _seat_from_dict(data: object) -> Seat:
    seat = Seat(
        hand=parse_letters(read_field(data, "hand", str), "a hand"),
        patents=parse_letters(read_field(data, "patents", str), "the patents"),
        money=read_field(data, "money", int),
        stock=read_field(data, "stock", int),
    )
    if seat.money < 0 or seat.stock < 0:
        raise InvalidInputError(f"a seat has ${seat.money} and {seat.stock} stock; give 0 or more")
    return seat


def _turn_to_dict(turn: Turn) -> dict[str, object]:
    return {
        "replaced": turn.replaced,
        "failed_words": turn.failed_words,
        "play": turn.play.to_dict() if turn.play else None,
    }


def _turn_from_dict(data: object) -> Turn:
    play = read_optional(data, "play", dict)
    return Turn(
        replaced=read_field(data, "replaced", bool),
        failed_words=read_field(data, "failed_words", int),
        play=None if play is None else play_from_dict(play),
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
        money=read_field(data, "money", int),
        stock=read_field(data, "stock", int),
        letters=read_field(data, "letters", str),
    )
