"""`advise`: the same for a seed on any executor, within its budget, and always legal."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from support.batch_workers import Immediate
from support.games import make_state
from support.selection import NO_JIT, quick
from support.simulated_games import (
    dealt,
    margin_of,
    rulesets,
    states_of_a_game,
    win_share,
    with_seat,
    word_list,
)
from support.strategies import needs_jit

from letter_tycoon_solver import RULEBOOK, Lexicon, find_plays
from letter_tycoon_solver._kernels.race import MIN_GAMES
from letter_tycoon_solver._work.executors import ExecutorDiedError
from letter_tycoon_solver.advisor import (
    Advice,
    AdvisorPlayer,
    Analysis,
    Opponents,
    StaticPlayer,
    advise,
    analyze,
)
from letter_tycoon_solver.errors import FallbackTablesWarning, InvalidInputError
from letter_tycoon_solver.game import (
    ACCEPT,
    Game,
    GameState,
    Phase,
    SeenState,
    apply,
    lay,
    new_game,
)
from letter_tycoon_solver.game.turns import steps_of

PLAYOUTS = 24 if NO_JIT else 1_500


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


# The same for a seed -----------------------------------------------------------------------------


@needs_jit
def test_the_advice_depends_on_the_seed_and_not_on_the_executor(lexicon: Lexicon) -> None:
    state = new_game(3, 6, lexicon)
    expected = advise(state, lexicon, playouts=PLAYOUTS, seed=4, executor=Immediate())
    assert advise(state, lexicon, playouts=PLAYOUTS, seed=4) == expected
    for n_threads in (1, 2, 3):
        with ThreadPoolExecutor(n_threads) as threads:
            again = advise(state, lexicon, playouts=PLAYOUTS, seed=4, executor=threads)
        assert again == expected
    other = advise(state, lexicon, playouts=PLAYOUTS, seed=5, executor=Immediate())
    assert other != expected


@pytest.mark.skipif(NO_JIT, reason="each process would have to begin from nothing")
def test_processes_give_the_same_advice() -> None:
    """They know the words of the opponents, too."""
    enable = Lexicon.load()
    state = new_game(2, 6, enable)
    expected = advise(state, enable, playouts=300, opponents="medium", executor=Immediate())
    assert expected.opponents is Opponents.MEDIUM
    with ProcessPoolExecutor(2) as pool:
        again = advise(state, enable, playouts=300, opponents="medium", executor=pool)
    assert again == expected


# Budgets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("playouts", [4, 10, PLAYOUTS] if NO_JIT else [4, 10, 100, PLAYOUTS])
def test_playouts_are_used_and_not_exceeded(playouts: int, lexicon: Lexicon) -> None:
    state = new_game(2, 1, lexicon)
    advice = advise(state, lexicon, playouts=playouts)
    assert playouts - 4 < advice.playouts <= playouts or advice.settled
    assert advice.playouts >= sum(one.playouts for one in advice.turns)
    assert advice.seconds > 0
    assert len({one.notation for one in advice.turns}) == len(advice.turns) > 4
    for one in advice.turns:
        assert math.isnan(one.win) == math.isnan(one.lead)
        if playouts < MIN_GAMES:
            assert math.isnan(one.win)
        if not math.isnan(one.win):
            assert 0 <= one.win <= 1
        if not math.isnan(one.win_se):
            assert one.win_se >= 0
            assert one.lead_se >= 0


@needs_jit
def test_figures_agree_with_the_order(lexicon: Lexicon) -> None:
    """Plans are ordered by their chances, and each is what the first is but its loss."""
    advice = advise(new_game(2, 5, lexicon), lexicon, playouts=40_000, seed=2, opponents="static")
    first = advice.turns[0]
    assert (first.win_loss, first.lead_loss, first.win_loss_se) == (0, 0, 0)
    told = [one for one in advice.turns if one.playouts >= MIN_GAMES]
    assert len(told) > 4
    assert list(advice.turns[: len(told)]) == told
    assert any(one.whole for one in told)
    for one in told[1:]:
        assert one.win == pytest.approx(first.win - one.win_loss)
        assert one.lead == pytest.approx(first.lead - one.lead_loss)
        assert 0 < one.win_loss_se < one.win_se * 2
    chances = [round(one.win, 3) for one in told]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]


def test_progress_is_told_and_ends_with_the_advice(lexicon: Lexicon) -> None:
    state, told = new_game(2, 3, lexicon), list[Advice]()
    advice = advise(state, lexicon, playouts=PLAYOUTS, progress=told.append)
    assert [one.playouts for one in told] == sorted({one.playouts for one in told})
    assert told[-1].playouts == advice.playouts
    assert told[-1] == advice


# What is advised ---------------------------------------------------------------------------------


GOAL_REACHED = "ABCDFGHLST"
"""Patents worth $46."""


def last_turn(lexicon: Lexicon, money: int) -> GameState:
    """Player 1, who has no patents, has the last turn of the game."""
    return make_state(
        ["AEIOTNR", "STAINRE"], "OUE", patents=[GOAL_REACHED, ""], money=[0, money], active=1,
        round=10, final_round=10, ruleset=RULEBOOK, lexicon=lexicon,
    )  # fmt: skip


@pytest.mark.parametrize("money", [38, 43, 46, 60])
def test_in_the_last_turn_the_highest_score_wins(money: int, lexicon: Lexicon) -> None:
    state = last_turn(lexicon, money)
    advice = advise(state, lexicon, playouts=(2 if NO_JIT else 20) * PLAYOUTS)
    assert NO_JIT or not math.isnan(advice.turns[0].win)
    ends = []
    for one in advice.turns:
        end = carried_out(state, one.turn)
        assert end.is_over
        ends.append((win_share(end, 1), margin_of(end, 1)))
        if not math.isnan(one.win):
            assert (one.win, one.lead) == pytest.approx(ends[-1])
    assert ends[0] == max(ends)


def carried_out(state: GameState, plan: Any) -> GameState:
    """The state after the turn, or at the next decision if a card was replaced."""
    turn = (state.active, state.round)
    state = steps_of(state, plan)[-1][1]
    if plan.replace:
        assert state.turn.replaced
        return state
    while state.phase is Phase.CHALLENGE:
        state = apply(state, ACCEPT)
    if (state.active, state.round) == turn and not state.is_over:
        state = steps_of(state, plan)[-1][1]
    assert (state.active, state.round) != turn or state.is_over
    return state


@pytest.mark.parametrize("n_players", quick(2, [2, 5, 3, 4]))
def test_every_plan_is_legal_in_every_phase_and_ruleset(n_players: int, lexicon: Lexicon) -> None:
    phases = set()
    for seed, ruleset in enumerate(rulesets()[: 2 if NO_JIT else None]):
        states = states_of_a_game(n_players, seed, lexicon, ruleset, patents=True)
        for state in states[seed % 7 :: max(1, len(states) // (3 if NO_JIT else 6))]:
            advice = advise(state, lexicon, playouts=4 if NO_JIT else 30)
            phases.add((state.phase, state.turn.replaced))
            for one in advice.turns:
                carried_out(state, one.turn)
    assert {phase for phase, _ in phases} == {Phase.START, Phase.PURCHASE, Phase.CLEAN_UP}
    assert NO_JIT or (Phase.START, True) in phases


def test_a_player_checks_its_arguments_when_it_is_made() -> None:
    for arguments in ({"seed": -1}, {"seed": "x"}, {"seconds": 0}, {"playouts": 1}):
        with pytest.raises(InvalidInputError):
            AdvisorPlayer(**arguments)


# Opponents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("opponents", "whole"), [("static", False), ("easy", True)])
def test_ends_are_estimated_against_static_opponents_only(opponents: str, whole: bool) -> None:
    lexicon = Lexicon.load("common")
    playouts = 25 if NO_JIT and whole else 100
    advice = advise(new_game(2, 5, lexicon), lexicon, playouts=playouts, opponents=opponents)
    played = [one for one in advice.turns if one.playouts]
    assert len(played) > playouts // 25
    assert all(one.whole for one in played) == whole


def test_of_another_language_nobody_says_which_words_are_common() -> None:
    """A list that shares next to none with the everyday one."""
    foreign = Lexicon.from_words([word[::-1] for word in Lexicon.load("common")][:3_000])
    advice = advise(new_game(2, 5, foreign), foreign, playouts=4, opponents="common")
    assert advice.opponents is Opponents.STATIC
    easy = advise(new_game(2, 5, foreign), foreign, playouts=4, opponents="easy")
    assert easy.opponents is Opponents.EASY


# Lexicons ----------------------------------------------------------------------------------------


def test_a_lexicon_without_tables_gets_those_of_another_and_it_is_said() -> None:
    enable, own = Lexicon.load("enable"), Lexicon.from_words(["TEA", "EAT", "NOTE", "STONE"])
    foreign = advise(new_game(2, 1, own), own, playouts=4)
    assert not foreign.own_tables
    assert foreign.tables == "enable"
    other = Lexicon.from_words(["TEA", "EAT", "NOTES", "STONES"])
    state = new_game(2, 1, other)
    with pytest.warns(FallbackTablesWarning, match="those of enable are used") as warned:
        advise(state, other, playouts=4)
    (warning,) = (one for one in warned if one.category is FallbackTablesWarning)
    assert warning.filename == __file__
    nameless = {"advise": advise, "state": new_game(2, 1, Lexicon.from_words(["TEA"]))}
    with pytest.warns(FallbackTablesWarning):
        exec("advise(state, state.lexicon, playouts=4)", nameless)
    # Once for a lexicon.
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackTablesWarning)
        StaticPlayer().choose(state.seen_by(state.active))
    home = advise(new_game(2, 1, enable), enable, playouts=4)
    assert home.own_tables
    assert home.tables == "enable"


def test_the_lexicon_is_that_of_the_game(lexicon: Lexicon) -> None:
    other = Lexicon.from_words(["TOE"])
    with pytest.raises(InvalidInputError, match="played with the words of"):
        advise(new_game(2, 1, lexicon), other, playouts=4)
    assert advise(new_game(2, 1, {"TOE"}), other, playouts=4).turns


# Wrong arguments ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": 1, "playouts": 10}, "both"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": math.nan}, "seconds"),
        ({"seconds": 1e9}, "seconds"),
        ({"seconds": True}, "seconds"),
        ({"seconds": "1"}, "seconds"),
        ({"playouts": 3}, "playouts is 3; give a whole number from 4"),
        ({"playouts": True}, "playouts"),
        ({"playouts": 10**12}, "playouts"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"opponents": "hrad"}, "opponents is 'hrad'; choose from common, static, easy"),
        ({"opponents": None}, "opponents"),
        ({"executor": "threads"}, "executor"),
        ({"progress": 7}, "progress"),
    ],
)
def test_a_wrong_argument_is_refused(
    arguments: dict[str, Any], message: str, lexicon: Lexicon
) -> None:
    given = (
        arguments if arguments.keys() & {"seconds", "playouts"} else {**arguments, "playouts": 9}
    )
    with pytest.raises(InvalidInputError, match=message):
        advise(new_game(2, 1, lexicon), lexicon, **given)


def test_what_is_no_game_and_no_lexicon_is_refused(lexicon: Lexicon) -> None:
    state = new_game(2, 1, lexicon)
    with pytest.raises(InvalidInputError, match="GameState"):
        advise("a game", lexicon, playouts=9)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="Lexicon"):
        advise(state, 7, playouts=9)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="give that of the game"):
        advise(state, {"TEA"}, playouts=9)  # type: ignore[arg-type]


def test_advice_is_for_the_player_whose_turn_it_is(lexicon: Lexicon) -> None:
    state = dealt(lexicon, ["AEIOTNR", "STAINRE"], "OUE")
    with pytest.raises(InvalidInputError, match="turn"):
        advise(state.seen_by(1), lexicon, playouts=9)
    play = lay(find_plays(state.position, lexicon)[0].words)
    challenged = apply(state, play)
    assert challenged.phase is Phase.CHALLENGE
    for game in (challenged, challenged.seen_by(1), challenged.seen_by(0)):
        with pytest.raises(InvalidInputError, match="challenge"):
            advise(game, lexicon, playouts=9)


def test_a_finished_game_is_refused(lexicon: Lexicon) -> None:
    over = replace(last_turn(lexicon, 0), phase=Phase.OVER)
    with pytest.raises(InvalidInputError, match="over"):
        advise(over, lexicon, playouts=9)


@pytest.mark.parametrize(
    ("contradiction", "message"),
    [
        (lambda seen: replace(seen, discards="E" * 11), "more cards E"),
        (lambda seen: replace(seen, discards="~~"), "discards are '~~'; '~' is not a letter"),
        (
            lambda seen: replace(seen, seats=seen.seats[:1], deck="?" * 92),
            "has 1 seats; 2 to 5 can play",
        ),
        (lambda seen: with_seat(seen, 0, hand="AEIOTN?"), "hidden"),
        (lambda seen: replace(seen, phase="start"), "give a Phase"),
        (lambda seen: replace(seen, viewer=2, to_act=2), "viewer"),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(
    contradiction: Callable[[SeenState], SeenState], message: str, lexicon: Lexicon
) -> None:
    """Other checks of tables: see tests/game/test_game_state.py."""
    seen = dealt(lexicon, ["AEIOTNR", "STAINRE"], "OUE").seen_by(0)
    advise(seen, lexicon, playouts=4)
    with pytest.raises(InvalidInputError, match=message):
        advise(contradiction(seen), lexicon, playouts=4)


class Broken(Executor):
    """Takes no work."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("cannot schedule new futures after shutdown")


def test_a_broken_executor_is_no_advice(lexicon: Lexicon) -> None:
    with pytest.raises(ExecutorDiedError):
        advise(new_game(2, 1, lexicon), lexicon, playouts=100, executor=Broken())
    game = Game(["Ann", "Ben"], 1, lexicon)
    game.push("exchange nothing")
    with pytest.raises(ExecutorDiedError) as caught:
        analyze(game, lexicon, playouts=16, executor=Broken())
    assert isinstance(caught.value.done, Analysis)
    assert caught.value.done.decisions == ()
