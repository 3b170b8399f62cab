"""game/checks.py: what rules and kernels need is checked, and whether it was reached is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from support.games import (
    WordPlayer,
    all_rulesets,
    assert_refused,
    copied,
    make_state,
    read_back,
    short_words,
)

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import GameState, Phase, Seat, new_game, play_out
from letter_tycoon_solver.game.checks import check_possible, check_view
from letter_tycoon_solver.game.table import MAX_ROUND
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import RULEBOOK, LastRound, Ruleset


def begun(n_players: int = 2, ruleset: Ruleset = RULEBOOK) -> Any:
    """The data of a game before anyone has acted, started by player 0."""
    return copied(make_state([""] * n_players, ruleset=ruleset))


def test_nobody_asks_how_it_was_reached() -> None:
    data = begun()
    data["seats"][0] |= {"money": MAX_MONEY, "stock": MAX_MONEY, "patents": "BJK"}
    data["discards"], data["deck"] = data["deck"][:40], data["deck"][40:]
    state = read_back(data)
    assert state.round == 1
    check_view(state.seen_by(0))


@pytest.mark.parametrize("field", ["money", "stock"])
def test_what_kernels_can_count(field: str) -> None:
    data = begun()
    data["seats"][1][field] = MAX_MONEY + 1
    assert_refused(data, "1000000")
    data = begun() | {"round": MAX_ROUND}
    read_back(data)
    assert_refused(data | {"round": MAX_ROUND + 1}, "round")


@pytest.mark.parametrize("last_round", list(LastRound))
def test_the_last_round_is_known_from_the_goal_on(last_round: LastRound) -> None:
    more = last_round is LastRound.ONE_MORE_TURN
    data = begun(4, replace(RULEBOOK, last_round=last_round)) | {"round": 4}
    assert_refused(data | {"final_round": 4}, "not reached")
    data["seats"][0]["patents"] = "AETB"  # $28 of 26
    data |= {"active": 2, "to_act": 2}
    assert_refused(data, "goal 26 is reached")
    for final in range(2, 7):
        if 4 <= final <= 4 + more:
            read_back(data | {"final_round": final})
        else:
            assert_refused(data | {"final_round": final}, "the last round is")


def test_every_view_of_a_game_is_possible() -> None:
    for number, ruleset in enumerate(all_rulesets()[1::12]):
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for _, state in play_out(first, players):
            for viewer in range(len(state.seats)):
                check_view(state.seen_by(viewer))


BETWEEN_WORDS = {Phase.START, Phase.PENALTY, Phase.OVER}
WORDS_LIE = {Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP}


def changes(state: GameState) -> Iterator[tuple[str, GameState]]:
    """States that rules cannot take, each a small change of one that a game was in."""
    n_players = len(state.seats)
    for player in range(n_players):
        for what, seat in changed_seats(state, player):
            seats = (*state.seats[:player], seat, *state.seats[player + 1 :])
            yield what, replace(state, seats=seats)
    yield "deck", replace(state, deck=state.deck + "A")
    yield "start player", replace(state, start_player=n_players)
    yield "final round", replace(state, final_round=(state.final_round or state.round) + 2)
    if state.final_round is not None:
        yield "no final round", replace(state, final_round=None)
        yield "final round", replace(state, final_round=state.round - 1)
    if state.phase is not Phase.CHALLENGE:
        yield "asked", replace(state, to_act=(state.active + 1) % n_players)
    if state.turn.play is not None:
        richer = replace(state.turn.play, money=state.turn.play.money + 1)
        yield "earned", replace(state, turn=replace(state.turn, play=richer))
    for phase in BETWEEN_WORDS if state.phase in WORDS_LIE else WORDS_LIE:
        yield "phase", replace(state, phase=phase, to_act=state.active)
    if not state.turn.replaced and "Q" not in state.active_seat.patents:
        yield "replaced", replace(state, turn=replace(state.turn, replaced=True))


def changed_seats(state: GameState, player: int) -> Iterator[tuple[str, Seat]]:
    seat, owned = state.seats[player], "".join(seat.patents for seat in state.seats)
    yield "money", replace(seat, money=MAX_MONEY + 1)
    yield "stock", replace(seat, stock=MAX_MONEY + 1)
    yield "hand", replace(seat, hand=seat.hand[1:])
    if len(owned) > len(seat.patents):
        yield "patents", replace(seat, patents="".join(sorted(owned)))


def is_refused(state: GameState) -> bool:
    try:
        check_possible(state)
    except InvalidInputError:
        return True
    return False


def test_a_state_of_a_game_that_was_changed_is_refused() -> None:
    n = Counter[str]()
    for number, ruleset in enumerate(all_rulesets()[::16]):
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for at, (_, state) in enumerate(play_out(first, players)):
            if at % 5 and not state.is_over:
                continue
            for what, changed in changes(state):
                n[what] += 1
                assert is_refused(changed), f"{what}: {changed}"
    assert len(n) == 12
    assert min(n.values()) > 10, n
