from __future__ import annotations

from dataclasses import replace

import pytest
from support.games import UNCHALLENGED, make_state, run, words

from letter_tycoon_solver.game import (
    Accept,
    ActionReason,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    GameState,
    IllegalAction,
    Phase,
    PlayWords,
    ReplaceCard,
    Score,
    Seat,
    apply,
)
from letter_tycoon_solver.rules.ruleset import GOALS, LastRound, Ruleset

ONE_MORE_TURN = replace(UNCHALLENGED, last_round=LastRound.ONE_MORE_TURN)
CAT = words("CAT/hhh")


def four_players(
    buyer: int, start_player: int = 0, ruleset: Ruleset = UNCHALLENGED, **more: object
) -> GameState:
    """Goal 26; it is the turn of `buyer`, who owns 10 + 7 + 7 and holds CAT and $8."""
    hands, patents, money = [""] * 4, [""] * 4, [0] * 4
    hands[buyer], patents[buyer], money[buyer] = "CATENNO", "EOI", 8
    return make_state(
        hands,
        patents=patents,
        money=money,
        active=buyer,
        start_player=start_player,
        ruleset=ruleset,
        **more,  # type: ignore[arg-type]
    )


def buy_and_clean_up(state: GameState) -> GameState:
    return run(state, CAT, Buy("C"), Discard())


def discard_until_over(state: GameState) -> list[int]:
    """The players who still have a turn when everyone discards."""
    turns = []
    while not state.is_over:
        turns.append(state.active)
        state = run(state, Exchange())
    return turns


def test_the_rulebook_example_only_the_fourth_still_plays() -> None:
    state = four_players(buyer=2)
    assert state.goal == 26
    after = buy_and_clean_up(state)
    assert after.final_round == state.round
    assert discard_until_over(after) == [3]


@pytest.mark.parametrize("start_player", range(4))
@pytest.mark.parametrize("steps", range(4))
def test_the_round_is_completed_up_to_the_right_of_the_start_player(
    start_player: int, steps: int
) -> None:
    buyer = (start_player + steps) % 4
    after = buy_and_clean_up(four_players(buyer, start_player))
    expected = [(start_player + turn) % 4 for turn in range(steps + 1, 4)]
    assert discard_until_over(after) == expected


def test_the_last_player_of_the_round_ends_the_game_at_once() -> None:
    after = buy_and_clean_up(four_players(buyer=3))
    assert after.is_over
    assert after.phase is Phase.OVER
    assert after.active == 3


def test_after_the_start_player_all_others_play_once() -> None:
    after = buy_and_clean_up(four_players(buyer=1, start_player=1))
    assert discard_until_over(after) == [2, 3, 0]


@pytest.mark.parametrize(("buyer", "turns"), [(0, [1, 2, 3]), (2, [3]), (3, [])])
def test_one_more_turn_completes_the_round_and_adds_one(buyer: int, turns: list[int]) -> None:
    after = buy_and_clean_up(four_players(buyer, ruleset=ONE_MORE_TURN, round=5))
    assert after.final_round == 6
    assert discard_until_over(after) == [*turns, 0, 1, 2, 3]


@pytest.mark.parametrize(("ruleset", "more_turns"), [(UNCHALLENGED, []), (ONE_MORE_TURN, [0, 1])])
def test_two_players_past_the_goal_end_the_game_no_later(
    ruleset: Ruleset, more_turns: list[int]
) -> None:
    # Two players, goal 45: player 0 goes from 42 to 45, then player 1 from 40 to 47.
    state = make_state(
        ["CATENNO", "NETLOOO"],
        patents=["AETROF", "ISHDLMUPKG"],
        money=[9, 9],
        ruleset=ruleset,
        lexicon={"CAT", "TEN"},
    )
    assert [seat.patent_value for seat in state.seats] == [42, 40]
    first = run(state, CAT, Buy("C"), Discard())
    assert first.final_round == state.round + len(more_turns) // 2
    second = run(first, words("TEN/hhh"), Buy("N"), Discard())
    assert discard_until_over(second) == more_turns


def test_the_game_goes_on_below_the_goal() -> None:
    state = make_state(["CATENNO", "", "", ""], patents=["EOR", "", "", ""], money=[9, 0, 0, 0])
    after = run(state, CAT, Decline(), Discard())
    assert after.final_round is None


def test_goals_by_number_of_players() -> None:
    for n_players, goal in {2: 45, 3: 34, 4: 26, 5: 21}.items():
        assert make_state([""] * n_players).goal == goal
        assert GOALS[n_players] == goal
    assert make_state(["", ""], ruleset=replace(UNCHALLENGED, goals={2: 7})).goal == 7


def test_no_action_is_legal_when_the_game_is_over() -> None:
    over = buy_and_clean_up(four_players(buyer=3))
    for action in (
        Exchange(),
        CAT,
        ReplaceCard("A"),
        Accept(),
        Challenge(),
        Buy("A"),
        Decline(),
        Discard(),
        PlayWords(()),
    ):
        with pytest.raises(IllegalAction) as caught:
            apply(over, action)
        assert caught.value.reason is ActionReason.GAME_OVER
        assert action not in over.legal_actions
    assert not over.legal_actions
    assert list(over.legal_actions) == []
    assert len(over.legal_actions) == 0


# Scores ------------------------------------------------------------------------------------------


def with_seats(*seats: tuple[str, int, int]) -> GameState:
    state = make_state([""] * len(seats))
    return replace(
        state,
        seats=tuple(
            Seat(seat.hand, patents, money, stock)
            for seat, (patents, money, stock) in zip(state.seats, seats, strict=True)
        ),
    )


def test_the_score_is_patents_money_and_stock() -> None:
    state = with_seats(("AZ", 3, 4), ("", 0, 0))
    assert state.scores == (Score(0, 10, 3, 4), Score(1, 0, 0, 0))
    assert [score.total for score in state.scores] == [17, 0]
    assert state.ranking == ((0,), (1,))


def test_a_tie_goes_to_the_higher_value_of_patents() -> None:
    state = with_seats(("A", 2, 0), ("E", 0, 0), ("", 5, 5))
    assert state.ranking == ((1,), (0,), (2,))


def test_a_full_tie_shares_the_victory() -> None:
    state = with_seats(("B", 9, 0), ("E", 0, 1), ("T", 1, 2), ("NC", 0, 1))
    assert [score.total for score in state.scores] == [11, 11, 11, 11]
    assert state.ranking == ((1, 3), (2,), (0,))
