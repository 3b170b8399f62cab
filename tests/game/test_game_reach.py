"""game/checks.py and check_possible: no more than a game can bring, and every game can be."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from support.game_invariants import all_rulesets
from support.game_players import WordPlayer, short_words
from support.game_states import (
    assert_refused,
    copied,
    make_state,
    read_back,
)

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    GameState,
    Phase,
    Seat,
    new_game,
    play_out,
)
from letter_tycoon_solver.game.checks import (
    MAX_ROUND,
    check_owned,
    check_possible,
    check_view,
    earliest_round,
    turns_done,
)
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset


def begun(n_players: int = 2, ruleset: Ruleset = RULEBOOK) -> Any:
    """The data of a game before anyone has acted, started by player 0."""
    return copied(make_state([""] * n_players, ruleset=ruleset))


@pytest.mark.parametrize(("field", "value"), [("money", 50), ("money", 1), ("stock", 1),
                                              ("patents", "B")])  # fmt: skip
@pytest.mark.parametrize("player", [0, 1])
def test_nobody_owns_anything_before_a_turn(field: str, value: object, player: int) -> None:
    data = begun()
    read_back(data)
    data["seats"][player][field] = value
    assert_refused(data, "after 0 turns")
    # A turn later, the player who has had it may own that.
    data.update(active=1, to_act=1)
    if player == 1 or value == 50:
        assert_refused(data, f"after {1 - player} turn|after one turn")
    else:
        read_back(data)


def test_a_turn_buys_one_patent_and_pays_so_much() -> None:
    data = begun(3) | {"round": 3}
    data["seats"][0]["patents"] = "BJ"
    read_back(data)
    data["seats"][0]["patents"] = "BJK"
    assert_refused(data, "one patent at most")
    # Two words with the Q card and no doubler owned: $12 each, and a dollar of each challenger.
    data["seats"][1] = {**data["seats"][1], "money": 26}
    data["seats"][0]["patents"] = ""
    read_back(data)
    data["seats"][1]["money"] = 27
    assert_refused(data, r"\$26")
    data["seats"][1]["money"] = 0
    data["seats"][2]["stock"] = 16
    read_back(data)
    data["seats"][2]["stock"] = 17
    assert_refused(data, "16 stock at most")


@pytest.mark.parametrize("money", [0, 1, 24, 25, 26, 700, 50_000, 900_000])
def test_the_earliest_round_is_the_first_that_can_be(money: int) -> None:
    state = make_state(["", ""], ruleset=RULEBOOK)
    first, second = state.seats
    state = replace(state, seats=(replace(first, money=money), second))
    found = earliest_round(state)
    if found < MAX_ROUND:
        check_owned(replace(state, round=found))
    if found > 1:
        with pytest.raises(InvalidInputError, match="bring"):
            check_owned(replace(state, round=found - 1))
    assert (found == 1) == (money == 0)


def test_discards_come_from_turns() -> None:
    data = begun() | {"active": 1, "to_act": 1}
    data["discards"], data["deck"] = data["deck"][:10], data["deck"][10:]
    read_back(data)
    data["discards"], data["deck"] = data["discards"] + data["deck"][0], data["deck"][1:]
    assert_refused(data, "11 discards after one turn")
    data = begun()
    data["discards"], data["deck"] = data["deck"][:1], data["deck"][1:]
    assert_refused(data, "1 discards after 0 turns")


def test_the_payout_table_of_the_ruleset_counts() -> None:
    table = [0, 0, 0, 99] + [0] * 10
    data = begun() | {"active": 1, "to_act": 1}
    data["seats"][0]["money"] = 99 * 2 + 1
    assert_refused(data, "after one turn")
    data["ruleset"]["payout"]["coins"] = table
    read_back(data)
    data["ruleset"]["challenge"]["mode"] = "none"
    assert_refused(data, r"\$198")
    data["ruleset"]["payout"]["coins"] = [0] * 14
    data["seats"][0]["money"] = 0
    read_back(data)


@pytest.mark.parametrize("last_round", ["complete-round", "one-more-turn"])
def test_who_reaches_the_goal_has_had_a_turn_in_that_round(last_round: str) -> None:
    more = last_round == "one-more-turn"
    data = begun(4) | {"round": 4, "final_round": 4 + more, "active": 2, "to_act": 2}
    data["ruleset"]["last_round"] = last_round
    data["seats"][0]["patents"] = "AETB"  # $28 of 26, $18 before
    read_back(data)
    for player in (2, 3):
        wrong = copy.deepcopy(data)
        wrong["seats"][0]["patents"], wrong["seats"][player]["patents"] = "", "AET"
        assert_refused(wrong, "has not had a turn in round 4")
    data["seats"][0]["patents"] = "ETBA"
    assert_refused(data | {"final_round": None}, "final_round")
    assert_refused(data | {"final_round": 6}, "final_round|last round")
    # All but the last patent reached it before.
    data["seats"][0]["patents"] = "AEIO"
    read_back(data)
    data |= {"round": 5, "final_round": 5 + more}
    data["seats"][0]["patents"] = "AEIOR"
    assert_refused(data, "before round 5")


def test_the_goal_takes_as_many_turns_as_patents() -> None:
    data = begun(4) | {"round": 4, "final_round": 4, "active": 2, "to_act": 2}
    data["ruleset"]["last_round"] = "one-more-turn"
    data["seats"][0]["patents"] = "AET"
    read_back(data)
    data["seats"][0]["patents"] = "OIRS"  # $26, $7 + $7 + $6 after three turns
    assert_refused(data, "nobody can have reached the goal")


# Games, and games that were changed --------------------------------------------------------------


def test_every_view_of_a_game_is_possible() -> None:
    for number, ruleset in enumerate(all_rulesets()[1::12]):
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for _, state in play_out(first, players):
            for viewer in range(len(state.seats)):
                check_view(state.seen_by(viewer))


BETWEEN_WORDS = {Phase.START, Phase.PENALTY, Phase.OVER}


def changes(state: GameState) -> Iterator[tuple[str, GameState]]:
    """States no game can be in, each a small change of one that it was in."""
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
    if max(len(seat.patents) for seat in state.seats) > 2:
        yield "round 1", replace(state, round=1, final_round=state.final_round and 1)
    if state.phase is not Phase.CHALLENGE:
        yield "asked", replace(state, to_act=(state.active + 1) % n_players)
    if state.payments:
        yield "ledger", replace(state, payments=state.payments[1:])
        yield "ledger", replace(state, payments=state.payments * 2)
    for phase in set(Phase) - {state.phase}:
        # A purchase may have been declined, and a turn may be the last.
        before_purchase = (state.phase, phase) == (Phase.CHALLENGE, Phase.CLEAN_UP)
        if not {state.phase, phase} <= BETWEEN_WORDS and not before_purchase:
            yield "phase", replace(state, phase=phase, to_act=state.active)


def changed_seats(state: GameState, player: int) -> Iterator[tuple[str, Seat]]:
    seat, owned = state.seats[player], "".join(seat.patents for seat in state.seats)
    free = "".join(letter for letter in LETTERS if letter not in owned)
    too_many = seat.patents + free[: turns_done(state)[player] + 2 - len(seat.patents)]
    yield "money", replace(seat, money=seat.money + 10_000)
    yield "stock", replace(seat, stock=seat.stock + 10_000)
    yield "patents", replace(seat, patents="".join(sorted(too_many)))
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
