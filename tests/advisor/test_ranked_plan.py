"""The order in which plans are told, and what is told of their games."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from support.games import buying, playing

from letter_tycoon_solver import Lexicon, best_turns
from letter_tycoon_solver._kernels.race import MIN_GAMES, TIED
from letter_tycoon_solver.advisor import Evaluation, RankedTurn, advise
from letter_tycoon_solver.advisor.advice import Ranking, percent
from letter_tycoon_solver.advisor.simulation import candidates_of
from letter_tycoon_solver.game import ACCEPT, Game, Phase, SeenState
from letter_tycoon_solver.rules.play import Equity
from letter_tycoon_solver.rules.turn import Turn


def plan(
    text: str, equity: float, loss: float = 0.0, games: int = MIN_GAMES, lead_loss: float = 0.0
) -> RankedTurn:
    """A plan that wins 0.75, less its loss, with an error of 0.01."""
    turn = replace(Turn.parse(text), equity=Equity(margin=equity))
    error = 0.01 if loss or lead_loss else 0.0
    return RankedTurn(
        turn,
        games,
        0.75 - loss,
        0.02,
        loss,
        error,
        10.0 - lead_loss,
        1.0,
        lead_loss,
        error,
        True,
    )


def told(*standings: RankedTurn, phase: Phase = Phase.START) -> tuple[RankedTurn, ...]:
    return Ranking(standings, phase).told()


def order(*standings: RankedTurn, phase: Phase = Phase.START) -> list[str]:
    return [row.notation for row in told(*standings, phase=phase)]


class TestOneForEachWord:
    def test_in_its_best_way(self) -> None:
        found = order(
            plan("JAWS, buy J, discard E", 49.0),
            plan("JAWS, buy J, discard N", 48.0, 0.02),
            plan("JeWeLS, buy J", 49.5, 0.02),
            plan("JEWELS, buy J, discard A", 50.0, 0.04),
            plan("JAWS, discard E", 40.0, 0.2),
        )
        assert found == ["JAWS, buy J, discard E", "JeWeLS, buy J"]

    def test_two_words_in_either_order_are_the_same(self) -> None:
        assert len(told(plan("CAT & DOG", 5.0), plan("DOG & CAT", 4.0))) == 1

    def test_exchanges_are_one_and_so_are_cards_to_replace(self) -> None:
        found = order(
            plan("exchange ABC", 3.0),
            plan("exchange AB", 2.0, 0.02),
            plan("replace A", 1.0, 0.03),
            plan("replace B", 0.5, 0.04),
        )
        assert found == ["exchange ABC", "replace A"]

    def test_once_words_lie_what_is_left_to_decide_tells_plans_apart(self) -> None:
        plans = [
            plan("CAT, buy C, discard D", 5.0),
            plan("CAT, buy C, discard E", 4.0, 0.02),
            plan("CAT, buy A, discard D", 3.0, 0.03),
        ]
        assert [row[:10] for row in order(*plans, phase=Phase.PURCHASE)] == [
            "CAT, buy C",
            "CAT, buy A",
        ]
        assert len(told(*plans, phase=Phase.CLEAN_UP)) == 2


class TestOrder:
    def test_by_the_chances_that_are_told(self) -> None:
        found = told(
            plan("CAT", 1.0),
            plan("DOG", 9.0, 0.05),
            plan("EEL", 5.0, 0.0301),
            plan("FIG", 6.0, 0.0304),
        )
        assert [row.turn.words[0].word for row in found] == ["CAT", "FIG", "EEL", "DOG"]
        assert [percent(row.win) for row in found] == ["75.0", "72.0", "72.0", "70.0"]

    @pytest.mark.parametrize("loss", [TIED, TIED / 2, 0.0])
    def test_what_is_as_good_as_the_best_is_ordered_by_equity(self, loss: float) -> None:
        first, second = told(plan("CAT", 1.0), plan("DOG", 2.0, loss))
        assert (first.notation, second.notation) == ("DOG", "CAT")
        assert first.win == second.win == 0.75
        assert (first.win_loss, first.win_loss_se) == (second.win_loss, 0) == (0, 0)
        assert second.win_loss_se == (0.01 if loss else 0)

    @pytest.mark.parametrize(
        "other",
        [
            plan("DOG", 2.0, TIED + 0.001),
            replace(plan("DOG", 2.0, 0.004), win_loss_se=0.0015),
            plan("DOG", 2.0, lead_loss=0.1),
            plan("DOG", 2.0, 0.001, games=MIN_GAMES - 1),
        ],
        ids=["more than it matters", "more than chance", "dollars alone", "too few games"],
    )
    def test_what_is_worse_comes_after_it(self, other: RankedTurn) -> None:
        assert order(plan("CAT", 1.0), other) == ["CAT", "DOG"]

    def test_chance_does_not_change_the_answer(self) -> None:
        looks = [
            order(plan("CAT", 1.0), plan("DOG", 2.0, 0.003), plan("EEL", 9.0, 0.1)),
            order(plan("DOG", 2.0), plan("CAT", 1.0, 0.004), plan("EEL", 9.0, 0.09)),
        ]
        assert looks[0] == looks[1]

    def test_without_games_enough_it_is_that_of_equity(self) -> None:
        few = MIN_GAMES - 1
        found = told(
            plan("CAT", 1.0, games=few), plan("DOG", 2.0, 0.2, few), plan("EEL", 1.5, 0.1, 9)
        )
        assert [row.notation for row in found] == ["DOG", "EEL", "CAT"]

    def test_of_equal_equity_it_is_that_of_the_words(self) -> None:
        assert order(plan("DOG", 1.0), plan("CAT", 1.0)) == ["CAT", "DOG"]


class TestWhatIsTold:
    def test_nothing_of_too_few_games(self) -> None:
        first, second = told(plan("CAT", 1.0), plan("DOG", 2.0, 0.02, MIN_GAMES - 1))
        assert not math.isnan(first.win)
        numbers = (second.win, second.win_se, second.win_loss, second.lead, second.lead_loss)
        assert all(map(math.isnan, numbers))
        assert second.playouts == MIN_GAMES - 1

    def test_a_plan_that_ends_alike_in_every_game_needs_as_many(self) -> None:
        first, second = told(plan("CAT", 1.0), plan("ACT", 2.0, games=16))
        assert (first.notation, second.notation) == ("CAT", "ACT")
        assert math.isnan(second.win)

    def test_no_chance_is_above_that_of_the_first(self) -> None:
        richer = replace(plan("CAT", 1.0), lead=30.0)
        found = told(richer, replace(plan("DOG", 9.0, -0.011), lead=4.0, lead_loss=26.0))
        assert [(row.notation, row.win, row.win_loss) for row in found] == [
            ("CAT", 0.75, 0.0),
            ("DOG", 0.75, 0.0),
        ]

    @pytest.mark.parametrize(
        ("win", "text"), [(1.0, ">99.9"), (0.9996, ">99.9"), (0.0, "<0.1"), (0.0004, "<0.1")]
    )
    def test_no_error_beside_what_is_nearly_sure(self, win: float, text: str) -> None:
        (one,) = told(replace(plan("CAT", 1.0), win=win))
        assert percent(one.win) == text
        assert math.isnan(one.win_se)
        assert math.isnan(one.win_loss_se)

    def test_an_error_beside_all_else(self) -> None:
        (one,) = told(replace(plan("CAT", 1.0), win=0.9994))
        assert (percent(one.win), one.win_se) == ("99.9", 0.02)
        assert percent(math.nan) == "-"

    def test_margins_are_those_of_the_games(self) -> None:
        best, other = plan("CAT", 1.0), plan("DOG", 2.0, 0.004, lead_loss=-1.0)
        first, second = told(best, other)
        assert (first.lead, first.lead_loss, first.lead_loss_se) == (11, 0, 0)
        assert (second.lead, second.lead_loss, second.lead_loss_se) == (10, 1, 0.01)

    def test_the_first_is_clearly_ahead_of_another_word(self) -> None:
        same = plan("CAT, buy C", 1.0, 0.001)
        assert Ranking([plan("CAT", 1.0), same, plan("DOG", 2.0, 0.04)], Phase.START).is_clear
        assert not Ranking([plan("CAT", 1.0), same, plan("DOG", 2.0, 0.02)], Phase.START).is_clear
        assert not Ranking([plan("CAT", 1.0), same], Phase.START).is_clear


def test_in_every_phase_what_is_left_to_decide_is_as_in_a_hint(lexicon: Lexicon) -> None:
    game = Game(["Ann", "Ben"], 8, lexicon)
    (best,) = best_turns(game.state.seen_by(game.state.active), lexicon, limit=1)
    assert best.play is not None
    game.apply(playing(best.play))
    game.apply(ACCEPT)
    seen = game.state.seen_by(game.state.active)
    assert seen.phase is Phase.PURCHASE
    offered = [one.notation for one in advise(seen, lexicon, playouts=100).turns]
    assert offered == [turn.notation for turn in best_turns(seen, lexicon)]
    assert len(offered) > 2
    game.apply(buying(best.buy))
    seen = game.state.seen_by(game.state.active)
    assert seen.phase is Phase.CLEAN_UP
    found = candidates_of(seen, lexicon, Evaluation.of(lexicon.digest))
    assert len(advise(seen, lexicon, playouts=100).turns) == len(found) > 2


def test_two_looks_give_one_answer(lexicon: Lexicon) -> None:
    seen = SeenState.at_table("JWLEANZ", "EES", patents="K", opponents=["E", ""], lexicon=lexicon)
    looks = [advise(seen, lexicon, playouts=6_000, seed=seed) for seed in (0, 3)]
    assert all(look.turns[0].playouts >= MIN_GAMES for look in looks)
    assert looks[0].leader != looks[1].leader
    assert looks[0].best.turn == looks[1].best.turn
