"""The race: games are shared out fairly, budgets kept, and the best plan wins."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import pytest
from support.simulated_games import Here

from letter_tycoon_solver import Equity, Lexicon, Turn, TurnKind
from letter_tycoon_solver.advisor.estimates import Floats
from letter_tycoon_solver.advisor.learned_value import OFF_BY
from letter_tycoon_solver.advisor.plans import Candidate
from letter_tycoon_solver.advisor.race import (
    FINALISTS,
    GAMES_A_STEP,
    PRIOR_GAMES,
    SHORT,
    WHOLE,
    Budget,
    Race,
    Runner,
    behind,
)
from letter_tycoon_solver.advisor.simulation import Simulation

LEXICON = Lexicon.from_words(["TEA"])


@dataclasses.dataclass
class Urn:
    """In the place of a simulation: the victories of each plan are drawn with its own chance.

    The draws of a game are the same for all plans, as far as `shared` says; `asked` is filled in
    with what was played: which plans, the first game, how many.
    """

    chances: Sequence[float]
    shared: float = 0.5
    asked: list[tuple[tuple[int, ...], int, int]] = dataclasses.field(default_factory=list)
    asked_whole: list[tuple[tuple[int, ...], int, int]] = dataclasses.field(default_factory=list)
    is_whole: bool = False
    has_other_deals: bool = False

    def to_the_end(self) -> Urn:
        assert self.has_other_deals, "whole games would be the short ones once more"
        return Urn(self.chances, self.shared, self.asked_whole, [], is_whole=True)

    def with_other_deals(self) -> Urn:
        return dataclasses.replace(self, has_other_deals=True)

    def value_off_by(self, _lexicon: Lexicon) -> float:
        return OFF_BY

    def play(
        self, candidates: Sequence[Candidate], first: int, n: int, *_: object
    ) -> tuple[Floats, Floats]:
        numbers = tuple(int(candidate.row[0]) for candidate in candidates)
        self.asked.append((numbers, first, n))
        wins = np.empty((len(numbers), n))
        for at in range(n):
            common = np.random.default_rng((first + at, self.is_whole)).random()
            for row, number in enumerate(numbers):
                own = np.random.default_rng((first + at, self.is_whole, number + 1)).random()
                draw = common if own < self.shared else (own - self.shared) / (1 - self.shared)
                wins[row, at] = draw < self.chances[number]
        return np.zeros_like(wins), wins


def plans(n: int) -> list[Candidate]:
    """Plans that say no more than their number."""
    return [
        Candidate(Turn(TurnKind.EXCHANGE, discards="A" * number), np.array([number]))
        for number in range(n)
    ]


def race_of(
    chances: Sequence[float],
    games: int,
    tell: Callable[[Race], object] | None = None,
    until: float = math.inf,
    shared: float = 0.5,
) -> tuple[Race, Urn]:
    urn = Urn(chances, shared)
    race = Race(cast("Simulation", urn), plans(len(chances)), LEXICON, Here(), tell)
    race.run(Budget(until, games))
    return race, urn


def number_of(runner: Runner) -> int:
    return int(runner.candidate.row[0])


@pytest.mark.parametrize("n_plans", [1, 2, 3, 4, 5, 7, 8, 9, 24])
@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 10, 99, 1_000])
def test_a_budget_of_games_is_kept_and_every_plan_stays_in_the_list(
    n_plans: int, games: int
) -> None:
    race, urn = race_of([0.5 + 0.01 * (at % 3) for at in range(n_plans)], games)
    assert race.n_games <= games
    assert sorted(map(number_of, race.runners)) == list(range(n_plans))
    assert race.n_games == sum(runner.n_games for runner in race.runners)
    played = sum(len(numbers) * n for numbers, _, n in urn.asked + urn.asked_whole)
    assert race.n_games == played
    if not race.is_settled:
        assert race.n_games > games - max(2, min(n_plans, FINALISTS))


def test_plans_in_the_race_have_played_the_same_games() -> None:
    _, urn = race_of([0.5] * 15 + [0.52] * 9, 6_000)
    for asked in (urn.asked, urn.asked_whole):
        assert asked
        played: dict[int, list[int]] = {number: [] for number in range(24)}
        last = set(range(24))
        for numbers, first, n in asked:
            assert set(numbers) <= last, "a plan came back"
            last = set(numbers)
            for number in numbers:
                assert played[number] == list(range(first)), "a game was left out or played twice"
                played[number] += range(first, first + n)
    assert len(urn.asked_whole[0][0]) == FINALISTS


@pytest.mark.parametrize("best", [0, 11, 23])
def test_the_best_plan_wins_wherever_it_stands(best: int) -> None:
    chances = [0.4] * 24
    chances[best] = 0.6
    race, _ = race_of(chances, 8_000)
    assert number_of(race.runners[0]) == best
    assert race.is_settled


def test_a_plan_that_is_clearly_behind_goes_before_its_phase_ends() -> None:
    race, _ = race_of([0.5] * 12 + [0.0] * 12, 30_000)
    n_games = {number_of(runner): runner.n_games for runner in race.runners}
    assert max(n_games[number] for number in range(12, 24)) <= 128
    assert min(n_games[number] for number in range(12)) > 128


def test_an_obvious_race_ends_long_before_its_budget() -> None:
    race, _ = race_of([0.9, *[0.1] * 23], 100_000)
    assert race.is_settled
    assert race.n_games < 5_000


def test_a_lead_without_any_variance_settles_the_race_too() -> None:
    # As in the last turn of a game, where nothing is left to chance.
    race, _ = race_of([1.0, *[0.0] * 5], 100_000)
    assert race.is_settled
    assert number_of(race.runners[0]) == 0
    assert race.n_games < 1_000


def test_equally_good_plans_are_never_called_settled() -> None:
    race, _ = race_of([0.5] * 6, 3_000)
    assert not race.is_settled


def test_of_plans_that_make_no_difference_one_goes_on() -> None:
    race, _ = race_of([0.5] * 6, 100_000, shared=1.0)
    assert race.is_settled
    assert race.n_games < 1_000
    assert list(map(number_of, race.runners)) == list(range(6))


def test_a_single_plan_needs_few_games() -> None:
    race, _ = race_of([0.5], 100_000)
    assert race.is_settled
    assert race.n_games <= 128
    assert race_of([0.5], 8)[0].is_settled


def test_what_is_told_is_in_order() -> None:
    told = []

    def tell(race: Race) -> None:
        live = [r for r in race.runners if r.n_games == race.runners[0].n_games]
        told.append(race.n_games)
        if not len(race.runners[0].wins[WHOLE]):
            utilities = [r.utility(SHORT).mean() for r in live]
            assert utilities == sorted(utilities, reverse=True)

    race, _ = race_of([0.3, 0.5, 0.7, 0.4, 0.45, 0.6], 4_000, tell)
    assert told == sorted(set(told))
    assert told[-1] == race.n_games


def test_where_all_games_are_whole_the_finalists_go_on_with_them() -> None:
    urn = Urn([0.5] * 9 + [0.6], is_whole=True)
    race = Race(cast("Simulation", urn), plans(10), LEXICON, Here())
    race.run(Budget(math.inf, 8_000))
    assert urn.asked
    assert not urn.asked_whole
    assert not any(len(runner.wins[SHORT]) for runner in race.runners)
    best = race.runners[0]
    assert number_of(best) == 9
    last, first, n = urn.asked[-1]
    assert len(last) <= FINALISTS
    assert len(best.wins[WHOLE]) == first + n == best.n_games
    # Nothing is estimated: what is open is the error of the games alone.
    assert best.win()[1] == pytest.approx(0.5 / math.sqrt(best.n_games), rel=0.05)


def test_a_time_that_is_over_plays_nothing() -> None:
    race, _ = race_of([0.5] * 6, 1_000, until=time.perf_counter() - 1)
    assert race.n_games == 0
    assert list(map(number_of, race.runners)) == list(range(6))
    assert not race.is_settled


def test_where_games_take_long_a_step_has_fewer() -> None:
    class Slow(Urn):
        def play(self, candidates: Sequence[Candidate], *args: Any) -> tuple[Floats, Floats]:
            time.sleep(0.001 * len(candidates) * args[1])
            return super().play(candidates, *args)

        def to_the_end(self) -> Slow:
            return self

    urn = Slow([0.5] * 24)
    race = Race(cast("Simulation", urn), plans(24), LEXICON, Here())
    race.run(Budget(time.perf_counter() + 0.2, 10**9))
    # A step of 64 games each would be 1,536; on a slower machine there are still fewer.
    assert 24 <= race.n_games < 600


def test_plans_are_compared_by_victories_and_then_by_dollars() -> None:
    runner = Runner.of(plans(1)[0], OFF_BY)
    runner.margins = np.array([3.0, -2.0]), np.empty(0)
    runner.wins = np.array([1.0, 0.0]), np.empty(0)
    assert runner.utility(SHORT) == pytest.approx([1.003, -0.002])


def test_static_evaluation_counts_as_some_games() -> None:
    ours, theirs = runner_of([0.5] * 20, []), runner_of([0.9] * 20, [])
    better = dataclasses.replace(ours.candidate.plan, equity=Equity(margin=30.0))
    ours.candidate = dataclasses.replace(ours.candidate, plan=better)
    # $100 are a victory; ten of the margin of a game are 0.01.
    found = behind([ours], theirs)
    expected = (20 * (0.4 + 0.004) - PRIOR_GAMES * 0.3) / (20 + PRIOR_GAMES)
    assert found.mean == pytest.approx([expected])
    # As if one more game had differed by a victory; and all short ones may be off.
    assert found.error == pytest.approx([math.hypot(math.sqrt(20 / (20 + PRIOR_GAMES)) / 20, 0.01)])
    assert behind([ours], runner_of([], [])).error == [math.inf]
    only_whole = runner_of([], [0.9] * 20)
    ours.wins, ours.margins = ours.wins[::-1], ours.margins[::-1]
    found = behind([ours], only_whole)
    assert found.mean == pytest.approx([expected])
    assert found.error == pytest.approx([math.sqrt(20 / (20 + PRIOR_GAMES)) / 20])


def test_steps_grow_with_the_games_that_are_played() -> None:
    _, urn = race_of([0.5] * 4, 40_000)
    steps = [n for _, _, n in urn.asked_whole]
    assert steps[0] == GAMES_A_STEP
    assert all(n <= max(GAMES_A_STEP, first // 2) for _, first, n in urn.asked_whole)
    assert max(steps) > 2 * GAMES_A_STEP


def runner_of(short: Sequence[float], whole: Sequence[float]) -> Runner:
    runner = Runner.of(plans(1)[0], OFF_BY)
    runner.wins = np.array(short), np.array(whole)
    runner.margins = 10 * runner.wins[SHORT], 10 * runner.wins[WHOLE]
    return runner


def test_short_and_whole_games_count_by_their_precision() -> None:
    short = [0.5, 0.7, 0.6, 0.4], [0.4, 0.5, 0.6, 0.3]
    whole = [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]
    ours, theirs = runner_of(short[0], whole[0]), runner_of(short[1], whole[1])
    means, variances = [], []
    for pair in (short, whole):
        ahead = np.subtract(*pair)
        means.append(ahead.mean())
        # As if one more game had differed by a victory, or by $10.
        variances.append((ahead.var() * len(ahead) + 1) / len(ahead) ** 2)
    # Short games may all be off.
    for of_short, found in ((0.01, ours.win_over(theirs)), (0.1, ours.margin_over(theirs))):
        weights = 1 / (np.array(variances) + np.array([of_short**2, 0.0]))
        expected = np.array([np.dot(means, weights) / weights.sum(), weights.sum() ** -0.5])
        unit = of_short / 0.01
        assert found == pytest.approx(unit * expected)
    assert runner_of([], whole[0]).win() == pytest.approx(
        (2 / 3, math.sqrt(np.var(whole[0]) * 3 + 1) / 3)
    )
    assert runner_of(short[0], []).win()[0] == pytest.approx(0.55)
    # What they say of one plan may be off by more than what they say of two.
    assert runner_of([0.5] * 10**6, []).win()[1] == pytest.approx(OFF_BY, rel=1e-4)
    assert runner_of([0.5] * 10**6, []).margin()[1] == pytest.approx(100 * OFF_BY, rel=1e-4)
    assert 0.55 < ours.win()[0] < 2 / 3


def test_a_few_games_that_end_alike_leave_an_error() -> None:
    ours, theirs = runner_of([0.9, 0.5, 0.7], [1.0] * 4), runner_of([0.2, 0.4, 0.3], [1.0] * 4)
    assert runner_of([], [1.0] * 4).win() == (1.0, 1 / 4)
    ahead, error = ours.win_over(theirs)
    assert ahead > 0.1
    assert error > 0.2
    other = runner_of([0.9, 0.5, 0.7], [1.0] * 4)
    assert behind([theirs, other], ours).is_sure.tolist() == [False, True]


def test_a_few_games_settle_nothing() -> None:
    race, _ = race_of([1.0, 0.0], 2 * 20)
    assert number_of(race.runners[0]) == 0
    assert not race.is_settled
    assert race_of([1.0, 0.0], 2 * 400)[0].is_settled


def test_games_that_were_not_played_by_both_say_nothing() -> None:
    assert np.isnan(runner_of([], []).win_over(runner_of([1.0], []))).all()
    ours, theirs = runner_of([1.0, 0.0], [1.0] * 9), runner_of([1.0, 0.0, 0.0], [])
    assert ours.win_over(theirs)[0] == 0.0


@pytest.mark.soak
def test_of_close_plans_the_best_wins_more_often_than_with_equal_shares() -> None:
    raced = equal = 0
    rng = np.random.default_rng(1)
    for _ in range(200):
        chances = rng.uniform(0.4, 0.6, 24).tolist()
        race, _ = race_of(chances, 4_000)
        raced += chances[number_of(race.runners[0])]
        urn = Urn(chances)
        _, wins = urn.play(plans(24), 0, 4_000 // 24)
        equal += chances[int(wins.mean(axis=1).argmax())]
    assert raced > equal
