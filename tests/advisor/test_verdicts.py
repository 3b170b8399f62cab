"""Verdicts, scores and words of an analysis, from decisions that no games were played for."""

from __future__ import annotations

import dataclasses
import math

import pytest
from decisions import CAT, DECISION, JEWELS, analysis_of, exchange, lost, played
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver import Turn
from letter_tycoon_solver.advisor import Decision, Verdict, summarize
from letter_tycoon_solver.advisor.analysis.result import COSTLIEST
from letter_tycoon_solver.advisor.analysis.verdict import BLUNDER, ERRORS, MISTAKE, verdict_on
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.play import PlayedWord

shares = st.floats(0, 1)
losses = st.floats(-1, 1)
errors = st.floats(0, 1)
decisions = st.builds(
    dataclasses.replace,
    st.just(DECISION),
    round=st.integers(1, 9),
    player=st.integers(0, 1),
    win=shares,
    win_loss=losses,
    win_loss_se=errors,
)


class TestVerdict:
    def test_the_bounds(self) -> None:
        assert verdict_on(BLUNDER) is Verdict.BLUNDER
        assert verdict_on(math.nextafter(BLUNDER, 0)) is Verdict.MISTAKE
        assert verdict_on(MISTAKE) is Verdict.MISTAKE
        assert verdict_on(math.nextafter(MISTAKE, 0)) is Verdict.FINE
        assert verdict_on(-1.0) is Verdict.FINE

    def test_errors_are_taken_off_first(self) -> None:
        assert lost(0.141, 0.017).verdict is Verdict.BLUNDER
        assert lost(0.141, 0.03).verdict is Verdict.MISTAKE
        assert lost(0.141, 0.07).verdict is Verdict.FINE
        assert lost(0.007, 0.021).verdict is Verdict.FINE

    def test_what_makes_no_difference_is_best(self) -> None:
        alike = lost(0.0, 0.001, margin_loss=0.0, margin_loss_se=0.0)
        assert alike.verdict is Verdict.BEST
        assert dataclasses.replace(alike, margin_loss_se=0.1).verdict is Verdict.FINE
        # A purchase in the last turn keeps the score, and may win by the patents.
        assert dataclasses.replace(alike, win_loss=1.0).verdict is Verdict.BLUNDER

    @given(decisions)
    def test_within_its_error_of_the_best_it_is_never_a_mistake(self, decision: Decision) -> None:
        if decision.win_loss <= ERRORS * decision.win_loss_se:
            assert decision.verdict in {Verdict.BEST, Verdict.FINE}

    @given(decisions, losses, errors)
    def test_more_loss_or_less_error_is_never_better(
        self, decision: Decision, loss: float, error: float
    ) -> None:
        worse = dataclasses.replace(
            decision,
            win_loss=max(loss, decision.win_loss),
            win_loss_se=min(error, decision.win_loss_se),
        )
        order = list(Verdict)
        assert order.index(worse.verdict) >= order.index(decision.verdict)

    @given(losses, errors)
    def test_the_plan_of_the_advisor_is_best(self, loss: float, error: float) -> None:
        assert lost(loss, error, played=JEWELS).verdict is Verdict.BEST


class TestScore:
    def test_it_is_the_share_of_what_could_be_won(self) -> None:
        # 0.4 of 0.5, then 0.3 of 0.3.
        made = [lost(0.1, 0.03, win=0.5), lost(0.0, 0.04, win=0.3, round=4)]
        (ann,) = analysis_of(*made).summaries()
        assert ann.score == pytest.approx(0.7 / 0.8)
        assert ann.score_se == pytest.approx(0.05 / 0.8)
        assert (ann.name, ann.turns, ann.games) == ("Ann", 2, 1)
        assert ann.win_loss == pytest.approx(0.05)

    def test_nothing_to_win_is_nothing_lost(self) -> None:
        (ann,) = analysis_of(lost(0.0, win=0.0)).summaries()
        assert (ann.score, ann.score_se) == (1.0, 0.0)

    def test_luck_is_no_merit(self) -> None:
        (ann,) = analysis_of(lost(-0.2, 0.1, win=0.5)).summaries()
        assert ann.score == 1

    def test_all_best_is_one_and_all_lost_is_nothing(self) -> None:
        best, none = analysis_of(
            lost(0.0, played=JEWELS, win=0.6), lost(0.6, win=0.6, player=1)
        ).summaries()
        assert (best.score, none.score) == (1, 0)

    @given(st.lists(decisions, min_size=1, max_size=12))
    def test_any_decisions(self, made: list[Decision]) -> None:
        summaries = analysis_of(*made).summaries()
        for summary in summaries:
            assert 0 <= summary.score <= 1
            assert 0 <= summary.score_se <= 1
            assert summary.turns >= 1
        counts = [(s.best, s.fine, s.mistakes, s.blunders) for s in summaries]
        assert sum(map(sum, counts)) == len(made)
        verdicts = [decision.verdict for decision in made]
        assert [sum(of) for of in zip(*counts, strict=True)] == [
            verdicts.count(verdict) for verdict in Verdict
        ]

    def test_a_replacement_and_the_rest_are_one_turn(self) -> None:
        (ann,) = analysis_of(DECISION, DECISION).summaries()
        assert (ann.turns, ann.mistakes) == (1, 2)
        assert ann.win_loss == pytest.approx(2 * DECISION.win_loss)


class TestSeveralGames:
    def test_players_are_known_by_their_names(self) -> None:
        first = dataclasses.replace(
            analysis_of(lost(0.1, win=0.5), lost(0.0, win=0.5, player=1)), victories=(0.5, 0.5)
        )
        second = dataclasses.replace(
            analysis_of(lost(0.3, win=0.5, player=1), names=("Cleo", "Ann")), victories=(0.0, 1.0)
        )
        third = analysis_of(DECISION, names=("Cleo", "Ben"))
        ann, ben, cleo = summarize([first, second, third])
        assert [ann.name, ben.name, cleo.name] == ["Ann", "Ben", "Cleo"]
        assert (ann.games, ann.finished, ann.victories, ann.turns) == (2, 2, 1.5, 2)
        assert ann.score == pytest.approx(0.6)
        assert (cleo.games, cleo.finished, cleo.victories) == (1, 0, 0)

    @pytest.mark.parametrize("junk", [3, [3], "game", [None]])
    def test_junk(self, junk: object) -> None:
        with pytest.raises(InvalidInputError, match="anal"):
            summarize(junk)  # type: ignore[arg-type]

    def test_none(self) -> None:
        assert summarize([]) == ()


class TestCostliest:
    def test_the_dearest_first(self) -> None:
        made = [lost(loss, 0.01, round=at) for at, loss in enumerate((0.1, 0.5, 0.03, 0.2, 0.4))]
        assert [one.win_loss for one in analysis_of(*made).costliest()] == [0.5, 0.4, 0.2]

    @given(st.lists(decisions, max_size=8))
    def test_only_losses_beyond_their_error(self, made: list[Decision]) -> None:
        found = analysis_of(*made)
        assert len(found.costliest()) <= COSTLIEST
        assert all(one.win_loss > ERRORS * one.win_loss_se for one in found.costliest())
        assert len(found.costliest_in_words()) == len(found.costliest())


class TestWords:
    def said(self, plan: Turn, best: Turn, **others: object) -> str:
        return dataclasses.replace(DECISION, played=plan, best=best, **others).in_words()  # type: ignore[arg-type]

    def test_another_word(self) -> None:
        expected = "round 3: CAT for $1; JEWELS with J bought would have won 8.2 ± 1.1 % more"
        assert DECISION.in_words() == expected
        (line,) = analysis_of(DECISION).costliest_in_words()
        assert line == f"Ann, {expected}"

    def test_another_purchase(self) -> None:
        said = self.said(played("JEWeLs", "W"), JEWELS)
        assert "JEWELS for $4 and 1 stock with W bought; JEWELS with J bought would" in said
        assert "stock without a purchase; JEWELS with J" in self.said(played("JEWeLs"), JEWELS)

    def test_other_discards(self) -> None:
        said = self.said(played("JEWeLs", "J", "AC"), JEWELS)
        assert "with AC discarded; JEWELS with nothing discarded would" in said

    def test_other_cards_of_the_same_word(self) -> None:
        said = self.said(played("JeWELs", "J"), JEWELS)
        assert "JeWELs for $4 and 1 stock with J bought; JEWeLs with J bought would" in said

    def test_no_words(self) -> None:
        assert "round 3: a pass; JEWELS with J" in self.said(exchange(""), JEWELS)
        assert "round 3: AC exchanged; JEWELS with" in self.said(exchange("AC"), JEWELS)
        assert "; X replaced would have" in self.said(CAT, dataclasses.replace(CAT, replace="X"))

    def test_words_that_were_taken_back(self) -> None:
        said = self.said(exchange("A"), JEWELS, taken_back="CATX")
        assert said.startswith("round 3: CATX taken back; JEWELS with J bought would have won ")

    def test_what_won_more(self) -> None:
        assert lost(-0.05, 0.02).in_words().endswith("would have won 5.0 ± 2.0 % less")
        assert lost(0.0, played=JEWELS).in_words().endswith("stock with J bought was best")

    def test_two_words(self) -> None:
        words = (PlayedWord("CAT", "hhh"), PlayedWord("JEW", "hhh"))
        pair = dataclasses.replace(JEWELS.play, words=words, doublers=("", ""))  # type: ignore[type-var]
        said = self.said(dataclasses.replace(JEWELS, play=pair), CAT)
        assert said.startswith("round 3: CAT & JEW for $4 and 1 stock with J bought; CAT would")
