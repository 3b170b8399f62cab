"""States made to order, and short forms of actions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from support.game_invariants import CARDS, check_state

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    Action,
    Chance,
    GameState,
    Phase,
    PlayWords,
    Seat,
    TurnSoFar,
    apply,
)
from letter_tycoon_solver.game.table import lexicon_of
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.ruleset import ChallengeMode, ChallengeRule, Ruleset

WORDS = Lexicon.from_words(
    ["JEWELS", "YACHT", "SKYSCRAPERS", "CAT", "ACT", "TEA", "TEN", "NET", "AREA", "AQUA", "BOOKS"]
)
UNCHALLENGED = Ruleset(challenge=ChallengeRule(ChallengeMode.NONE))


def automatic(retries: int) -> Ruleset:
    return Ruleset(challenge=ChallengeRule(ChallengeMode.AUTOMATIC, retries))


def make_state(
    hands: Sequence[str],
    community: str = "",
    *,
    patents: Sequence[str] = (),
    money: Sequence[int] = (),
    stock: Sequence[int] = (),
    deck: str = "",
    n_discards: int = 0,
    active: int = 0,
    start_player: int = 0,
    round: int = 1,  # noqa: A002
    final_round: int | None = None,
    ruleset: Ruleset = UNCHALLENGED,
    lexicon: Lexicon | Iterable[str] = WORDS,
) -> GameState:
    """Make a state at the start of a turn.

    Hands and community are filled up from the remaining cards, the commonest letters last; the deck
    begins with `deck`; `n_discards` of the other cards are discards.
    """
    n_players = len(hands)
    spare = CARDS - Counter("".join(hands) + community + deck)
    assert (Counter("".join(hands) + community + deck) - CARDS).total() == 0
    rest = sorted(spare.elements(), key=lambda letter: (CARDS[letter], letter))

    def filled(cards: str, size: int) -> str:
        return "".join(sorted(cards + "".join(rest.pop() for _ in range(size - len(cards)))))

    seats = tuple(
        Seat(
            filled(hand, ruleset.hand_size),
            "".join(sorted(patents[player])) if patents else "",
            money[player] if money else 0,
            stock[player] if stock else 0,
        )
        for player, hand in enumerate(hands)
    )
    community = filled(community, ruleset.community_size)
    discards = "".join(rest.pop() for _ in range(n_discards))
    state = GameState(
        ruleset=ruleset,
        lexicon=lexicon_of(lexicon),
        seats=seats,
        community=community,
        discards=discards,
        phase=Phase.START,
        active=active,
        to_act=active,
        round=round,
        start_player=start_player,
        final_round=final_round,
        turn=TurnSoFar(),
        payments=(),
        deck=deck + "".join(rest),
        chance=Chance(1),
    )
    assert len(seats) == n_players
    check_state(state)
    return state


def words(*played: str, doublers: tuple[str, ...] | None = None) -> PlayWords:
    """Make the action of playing words, each "WORD/sources" or "WORD/sources/ys"."""
    return PlayWords(tuple(PlayedWord(*text.split("/")) for text in played), doublers)


def run(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state = apply(state, action)
        check_state(state)
    return state


def copied(state: GameState) -> Any:
    """Return a deep copy of the state as data."""
    return json.loads(json.dumps(state.to_dict()))


def read_back(data: Any) -> GameState:
    return GameState.from_dict(data, WORDS)


def assert_refused(data: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        read_back(data)


def shuffled_secrets(state: GameState, viewer: int, rng: random.Random) -> GameState:
    """Return a state that differs in everything that the viewer may not know."""
    used = state.turn.cards_used("h")
    open_cards = [used if number == state.active else "" for number in range(len(state.seats))]
    open_cards[viewer] = state.seats[viewer].hand
    hidden = Counter(state.deck + "".join(seat.hand for seat in state.seats))
    hidden -= Counter("".join(open_cards))
    pool = sorted(hidden.elements())
    rng.shuffle(pool)
    hands = [
        "".join(sorted([*shown, *(pool.pop() for _ in range(len(seat.hand) - len(shown)))]))
        for shown, seat in zip(open_cards, state.seats, strict=True)
    ]
    turn = state.turn
    if turn.play is not None:
        leave = Counter(hands[state.active]) - Counter(used)
        turn = replace(turn, play=replace(turn.play, leave="".join(sorted(leave.elements()))))
    return replace(
        state,
        seats=tuple(
            replace(seat, hand=hand) for seat, hand in zip(state.seats, hands, strict=True)
        ),
        turn=turn,
        deck="".join(pool),
        chance=Chance(rng.randrange(10**6), rng.randrange(100)),
    )
