"""The view of a person at the table, as a `SeenState`; what is not said is inferred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from ..errors import InvalidInputError, show, show_text
from ..rules.cards import (
    DECK_SIZE,
    HIDDEN,
    check_deck_holds,
    n_cards_text,
    parse_letters,
    parse_whole,
)
from ..rules.position import MAX_MONEY, Position
from ..rules.ruleset import LastRound, Ruleset
from .bounds import earliest_round, start_players
from .ledger import Seat
from .table import SeenData

S = TypeVar("S", bound=SeenData)

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
    """The state with what is said of the rounds, or else the first that can be."""
    given = None if round_ is None else parse_whole(round_, "the round", 1)
    if final is not None:
        parse_whole(final, "the last round", 1)
    if any(seat.patent_value >= state.goal for seat in state.seats) and final is None:
        if state.ruleset.last_round is LastRound.ONE_MORE_TURN:
            raise InvalidInputError(
                "a player has reached the goal, and by this ruleset all have one more turn; give"
                " the round and the last round, to say whether it is this round or the next"
            )
        final = given or 1
        is_given = given is not None
    else:
        is_given = given is not None or final is not None
    state = replace(state, round=given or final or 1, final_round=final)
    state = replace(state, start_player=_start_player(start_player, state))
    if is_given:
        return state
    first = earliest_round(state)
    return replace(state, round=first, final_round=None if final is None else first)


def _start_player(given: int | None, state: SeenData) -> int:
    """Find who has the start marker: by the race to the goal not everyone can have it."""
    possible = start_players(state)
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
    reached = [player for player, seat in enumerate(state.seats) if seat.patent_value >= state.goal]
    who = " and ".join(f"opponent {player}" for player in reached)
    raise InvalidInputError(
        f"{who} reached the goal of ${state.goal} in a turn before yours, and the game goes on"
        " to the player before the start marker; the start player can be "
        f"{' or '.join(map(str, possible))}"
    )
