"""Verdicts, scores and words of an analysis, from decisions that no games were played for."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.decisions import (
    CAT,
    DECISION,
    JEWELS,
    LOST_ALREADY,
    analysis_of,
    exchange,
    lost,
    played,
)

from letter_tycoon_solver import Turn
from letter_tycoon_solver.advisor import Decision, Difference, RankedPlan, Verdict, summarize
from letter_tycoon_solver.advisor.analysis import COSTLIEST, MIN_OPEN_TURNS, best_of
from letter_tycoon_solver.advisor.decisions import (
    BLUNDER,
    BLUNDER_DOLLARS,
    DECIDED,
    ERRORS,
    MISTAKE,
    MISTAKE_DOLLARS,
    verdict_on,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.rules.play import PlayedWord

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
        assume(not decision.is_decided)
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
        assume(decision.is_decided == worse.is_decided)
        order = list(Verdict)
        assert order.index(worse.verdict) >= order.index(decision.verdict)

    @given(losses, errors)
    def test_the_plan_of_the_advisor_is_best(self, loss: float, error: float) -> None:
        assert lost(loss, error, played=JEWELS).verdict is Verdict.BEST


class TestDecided:
    """A game that is lost, or won, whatever is played: dollars count."""

    def loses(self, dollars: float, error: float = 0.0, **others: object) -> Decision:
        decision = dataclasses.replace(LOST_ALREADY, margin_loss=dollars, margin_loss_se=error)
        return dataclasses.replace(decision, **others)  # type: ignore[arg-type]

    @pytest.mark.parametrize("win", [0.005, 0.995])
    def test_the_bounds(self, win: float) -> None:
        for dollars, verdict in (
            (BLUNDER_DOLLARS, Verdict.BLUNDER),
            (math.nextafter(BLUNDER_DOLLARS, 0), Verdict.MISTAKE),
            (MISTAKE_DOLLARS, Verdict.MISTAKE),
            (math.nextafter(MISTAKE_DOLLARS, 0), Verdict.FINE),
            (-50.0, Verdict.FINE),
        ):
            decision = self.loses(dollars, win=win)
            assert (decision.is_decided, decision.verdict) == (True, verdict)

    def test_errors_are_taken_off_first(self) -> None:
        assert self.loses(14.0, 1.9).verdict is Verdict.BLUNDER
        assert self.loses(14.0, 2.1).verdict is Verdict.MISTAKE
        assert self.loses(14.0, 6.1).verdict is Verdict.FINE

    def test_the_best_plan_is_best(self) -> None:
        assert self.loses(20.0, played=JEWELS).verdict is Verdict.BEST
        assert self.loses(0.0, win_loss=0.0).verdict is Verdict.BEST

    def test_a_few_games_that_end_alike_decide_nothing(self) -> None:
        few = self.loses(20.0, win=0.0, win_loss=0.0, win_se=0.2, win_loss_se=0.2)
        assert (few.is_decided, few.verdict) == (False, Verdict.FINE)

    @given(decisions, st.floats(-60, 60))
    def test_where_there_is_a_chance_to_lose_dollars_do_not_count(
        self, decision: Decision, dollars: float
    ) -> None:
        assume(DECIDED < decision.win < 1 - DECIDED)
        assert not decision.is_decided
        other = dataclasses.replace(decision, margin_loss=dollars)
        assert other.verdict is decision.verdict

    def test_a_won_game_that_is_thrown_away_is_not_decided(self) -> None:
        thrown = dataclasses.replace(LOST_ALREADY, win=0.99, win_loss=0.2)
        assert (thrown.is_decided, thrown.verdict) == (False, Verdict.BLUNDER)

    def test_its_words(self) -> None:
        said = "round 3: CAT for $1; JEWELS with J bought would have ended $8.2 ± 1.1"
        assert self.loses(8.2, 1.1).in_words() == f"{said} better"
        assert self.loses(-8.2, 1.1).in_words() == f"{said} worse"

    def test_they_make_no_score(self) -> None:
        made = [self.loses(5.0, round=at) for at in range(9)]
        made += [lost(0.1, win=0.5, round=9 + at) for at in range(MIN_OPEN_TURNS)]
        (hopeless,) = analysis_of(*made[:-1]).summaries()
        assert (hopeless.score, hopeless.score_se) == (None, None)
        assert (hopeless.turns, hopeless.open_turns) == (11, 2)
        assert (hopeless.mistakes, hopeless.blunders) == (9, 2)
        assert hopeless.no_score_in_words() == (
            "No score for Ann: the game was open in 2 of 11 turns, and a score takes 3."
        )
        (ann,) = analysis_of(*made).summaries()
        assert ann.score == pytest.approx(0.8)
        assert ann.no_score_in_words() == ""

    def test_what_cost_chances_is_told_first(self) -> None:
        made = [self.loses(50.0), lost(0.03, 0.01), self.loses(60.0), lost(0.3), self.loses(9, 5)]
        told = analysis_of(*made).costliest()
        assert [(one.win_loss, one.margin_loss) for one in told] == [
            (0.3, 2.0),
            (0.03, 2.0),
            (0.002, 60.0),
        ]


class TestBestPlan:
    """The plan that what was played is compared with."""

    def ranked(self, win: float, margin: float, error: float = 0.5) -> RankedPlan:
        return RankedPlan(
            exchange(f"{margin:g}"), 99, win, 0.01, 0.0, 0.01, margin, 1.0, 0.0, error, True
        )

    def best(self, *plans: RankedPlan) -> str:
        return best_of(plans).discards

    def test_it_is_the_first(self) -> None:
        assert self.best(self.ranked(0.5, 1), self.ranked(0.5, 30)) == "1"

    @pytest.mark.parametrize("win", [0.0, 1.0])
    def test_in_a_decided_game_it_has_the_highest_margin(self, win: float) -> None:
        first, second, third = (self.ranked(win, margin) for margin in (1, 30, 8))
        assert self.best(first, second, third) == "30"
        lucky = self.ranked(win, 30, error=28.0)
        assert self.best(first, lucky, third) == "8"
        no_games = self.ranked(win, 50, error=math.nan)
        assert self.best(first, no_games, third) == "8"

    def test_a_win_is_not_given_up_for_it(self) -> None:
        assert self.best(self.ranked(0.99, 1), self.ranked(0.6, 30), self.ranked(0.98, 2)) == "2"

    def test_of_one_plan_no_games_are_played(self) -> None:
        assert self.best(self.ranked(math.nan, math.nan, math.nan)) == "nan"


class TestScore:
    def test_it_is_the_share_of_what_could_be_won(self) -> None:
        # 0.4 of 0.5, then 0.3 of 0.3, then 0.6 of 0.6.
        made = [lost(0.1, 0.03, win=0.5), lost(0.0, 0.04, win=0.3, round=4)]
        made.append(lost(0.0, win=0.6, round=5))
        (ann,) = analysis_of(*made).summaries()
        assert ann.score == pytest.approx(1.3 / 1.4)
        assert ann.score_se == pytest.approx(0.05 / 1.4)
        assert (ann.name, ann.turns, ann.open_turns, ann.games) == ("Ann", 3, 3, 1)
        assert ann.win_loss == pytest.approx(0.1 / 3)

    def test_too_few_turns_make_none(self) -> None:
        made = [lost(0.1, win=0.5, round=at) for at in range(MIN_OPEN_TURNS)]
        made[-1] = dataclasses.replace(made[-1], round=made[0].round)
        (ann,) = analysis_of(*made).summaries()
        assert (ann.turns, ann.score, ann.score_se) == (2, None, None)
        assert "the game was open in 2 of 2 turns" in ann.no_score_in_words()

    def test_nothing_to_win_makes_none(self) -> None:
        doubtful = [lost(0.0, win=0.0, win_se=0.2, round=at) for at in range(MIN_OPEN_TURNS)]
        (ann,) = analysis_of(*doubtful).summaries()
        assert (ann.score, ann.score_se) == (None, None)
        assert ann.no_score_in_words() == "No score for Ann: no simulated game was won."

    def test_luck_is_no_merit(self) -> None:
        made = [lost(-0.2, 0.1, win=0.5, round=at) for at in range(3)]
        (ann,) = analysis_of(*made).summaries()
        assert ann.score == 1

    def test_all_best_is_one_and_all_lost_is_nothing(self) -> None:
        best, none = analysis_of(
            *(lost(0.0, played=JEWELS, win=0.6, round=at) for at in range(3)),
            *(lost(0.6, win=0.6, player=1, round=at) for at in range(3)),
        ).summaries()
        assert (best.score, none.score) == (1, 0)

    @given(st.lists(decisions, min_size=1, max_size=12))
    def test_any_decisions(self, made: list[Decision]) -> None:
        summaries = analysis_of(*made).summaries()
        for summary in summaries:
            assert (summary.score is None) == (summary.score_se is None)
            assert (summary.score is None) == bool(summary.no_score_in_words())
            if summary.score is not None and summary.score_se is not None:
                assert 0 <= summary.score <= 1
                assert 0 <= summary.score_se <= 1
            assert 0 <= summary.open_turns <= summary.turns
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
            analysis_of(
                *(lost(0.3, win=0.5, player=1, round=at) for at in (3, 4)), names=("Cleo", "Ann")
            ),
            victories=(0.0, 1.0),
        )
        third = analysis_of(DECISION, names=("Cleo", "Ben"))
        ann, ben, cleo = summarize([first, second, third])
        assert [ann.name, ben.name, cleo.name] == ["Ann", "Ben", "Cleo"]
        assert (ann.games, ann.finished, ann.victories, ann.turns) == (2, 2, 1.5, 3)
        assert ann.score == pytest.approx(0.8 / 1.5)
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
        for one in found.costliest():
            assert (one.sure_margin_loss if one.is_decided else one.sure_loss) > 0
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


@pytest.mark.parametrize(
    ("played", "best", "taken_back", "difference"),
    [
        (JEWELS, JEWELS, "", Difference.NONE),
        (exchange("A"), JEWELS, "JEWLZ", Difference.CHALLENGE),
        (exchange("A"), JEWELS, "", Difference.EXCHANGE),
        (CAT, dataclasses.replace(CAT, replace="X"), "", Difference.REPLACE),
        (CAT, JEWELS, "", Difference.WORD),
        (CAT, dataclasses.replace(CAT, buy="C"), "", Difference.PATENT),
        (CAT, dataclasses.replace(CAT, discards="J"), "", Difference.CARDS),
        (exchange("A"), exchange("AB"), "", Difference.CARDS),
    ],
)
def test_a_decision_says_by_what_it_differs(
    played: Turn, best: Turn, taken_back: str, difference: Difference
) -> None:
    decision = dataclasses.replace(DECISION, played=played, best=best, taken_back=taken_back)
    assert decision.difference is difference
