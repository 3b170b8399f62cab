"""Verdicts, scores and words of an analysis, from decisions that no games were played for."""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.games import all_rulesets, short_words
from support.online import read, text_of
from support.records import (
    CAT,
    DECISION,
    JEWELS,
    LOST_ALREADY,
    analysis_of,
    exchange,
    lost,
    played,
)
from support.selection import quick
from support.simulated_games import word_list, worths_in
from support.told import NAMES, engine_steps, follow

from letter_tycoon_solver import Equity, Turn
from letter_tycoon_solver.advisor import (
    Advice,
    Decision,
    Difference,
    Evaluation,
    Purchase,
    RankedTurn,
    Verdict,
    advise,
    analyze,
    summarize,
)
from letter_tycoon_solver.advisor.analysis import (
    MIN_OPEN_TURNS,
    best_of,
    habits_of,
)
from letter_tycoon_solver.advisor.decisions import (
    BLUNDER,
    BLUNDER_DOLLARS,
    MISTAKE,
    MISTAKE_DOLLARS,
    Offer,
    judge_purchase,
    played_in,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    HIDDEN,
    Action,
    ActionKind,
    Game,
    GameState,
    Phase,
    TrackedGame,
)
from letter_tycoon_solver.game.actions import purchasable
from letter_tycoon_solver.rules.play import PlayedWord


class TestVerdict:
    @pytest.mark.parametrize(
        ("loss", "error", "verdict"),
        [
            (BLUNDER, 0.0, Verdict.BLUNDER),
            (math.nextafter(BLUNDER, 0), 0.0, Verdict.MISTAKE),
            (MISTAKE, 0.0, Verdict.MISTAKE),
            (math.nextafter(MISTAKE, 0), 0.0, Verdict.FINE),
            (-1.0, 0.0, Verdict.FINE),
            (0.141, 0.017, Verdict.BLUNDER),
            (0.141, 0.03, Verdict.MISTAKE),
            (0.141, 0.07, Verdict.FINE),
            (0.007, 0.021, Verdict.FINE),
        ],
    )
    def test_the_bounds_beyond_the_error(self, loss: float, error: float, verdict: Verdict) -> None:
        assert lost(loss, error).verdict is verdict

    def test_what_makes_no_difference_is_best(self) -> None:
        alike = lost(0.0, 0.001, lead_loss=0.0, lead_loss_se=0.0)
        assert alike.verdict is Verdict.BEST
        assert dataclasses.replace(alike, lead_loss_se=0.1).verdict is Verdict.FINE
        # A purchase in the last turn keeps the score, and may win by the patents.
        assert dataclasses.replace(alike, win_loss=1.0).verdict is Verdict.BLUNDER

    def test_the_plan_of_the_advisor_is_best(self) -> None:
        assert lost(0.9, 0.01, played=JEWELS).verdict is Verdict.BEST


class TestDecided:
    """A game that is lost, or won, whatever is played: dollars count."""

    def loses(self, dollars: float, error: float = 0.0, **others: object) -> Decision:
        decision = dataclasses.replace(LOST_ALREADY, lead_loss=dollars, lead_loss_se=error)
        return dataclasses.replace(decision, **others)  # type: ignore[arg-type]

    @pytest.mark.parametrize("win", [0.005, 0.995])
    def test_the_bounds(self, win: float) -> None:
        for dollars, error, verdict in (
            (BLUNDER_DOLLARS, 0.0, Verdict.BLUNDER),
            (math.nextafter(BLUNDER_DOLLARS, 0), 0.0, Verdict.MISTAKE),
            (MISTAKE_DOLLARS, 0.0, Verdict.MISTAKE),
            (math.nextafter(MISTAKE_DOLLARS, 0), 0.0, Verdict.FINE),
            (-50.0, 0.0, Verdict.FINE),
            (14.0, 1.9, Verdict.BLUNDER),
            (14.0, 2.1, Verdict.MISTAKE),
            (14.0, 6.1, Verdict.FINE),
        ):
            decision = self.loses(dollars, error, win=win)
            assert (decision.is_decided, decision.verdict) == (True, verdict)

    def test_a_few_games_that_end_alike_decide_nothing(self) -> None:
        few = self.loses(20.0, win=0.0, win_loss=0.0, win_se=0.2, win_loss_se=0.2)
        assert (few.is_decided, few.verdict) == (False, Verdict.FINE)

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
        assert [(one.win_loss, one.lead_loss) for one in told] == [
            (0.3, 2.0),
            (0.03, 2.0),
            (0.002, 60.0),
        ]
        assert analysis_of(self.loses(9, 4.9), lost(0.01, 0.01)).costliest() == ()


class TestBestPlan:
    """The plan that what was played is compared with."""

    def ranked(self, win: float, margin: float, error: float = 0.5) -> RankedTurn:
        return RankedTurn(
            exchange(f"{margin:g}"), 99, win, 0.01, 0.0, 0.01, margin, 1.0, 0.0, error, True
        )

    def best(self, *plans: RankedTurn) -> str:
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


PAIR = dataclasses.replace(
    JEWELS.play,  # type: ignore[type-var]
    words=(PlayedWord("CAT", "hhh"), PlayedWord("JEW", "hhh")),
    doublers=("", ""),
)
EXCHANGED = {"played": exchange("A"), "taken_back": "CATX"}


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({}, "CAT for $1; JEWELS with J bought would have won 8.2 ± 1.1 % more"),
        (
            {"played": played("JEWeLs", "W")},
            "JEWELS for $4 and 1 stock with W bought; JEWELS with J bought would",
        ),
        ({"played": played("JEWeLs")}, "JEWELS for $4 and 1 stock without a purchase; JEWELS with"),
        (
            {"played": played("JEWeLs", "J", "AC")},
            "JEWELS for $4 and 1 stock with AC discarded; JEWELS with nothing discarded would",
        ),
        (
            {"played": played("JeWELs", "J")},
            "JeWELs for $4 and 1 stock with J bought; JEWeLs with J bought would",
        ),
        ({"played": exchange("")}, "a pass; JEWELS with J"),
        ({"played": exchange("AC")}, "AC exchanged; JEWELS with"),
        (
            {"best": dataclasses.replace(CAT, replace="X")},
            "CAT for $1 with nothing discarded; X replaced",
        ),
        (EXCHANGED, "CATX taken back; JEWELS with J bought would have won "),
        ({"win_loss": -0.05}, "CAT for $1; JEWELS with J bought would have won 5.0 ± 1.1 % less"),
        ({"played": JEWELS, "win_loss": 0.0}, "JEWELS for $4 and 1 stock with J bought was best"),
        (
            {"played": dataclasses.replace(JEWELS, play=PAIR), "best": CAT},
            "CAT & JEW for $4 and 1 stock with J bought; CAT would",
        ),
    ],
)
def test_a_decision_in_words(others: dict[str, Any], said: str) -> None:
    decision = dataclasses.replace(DECISION, **others)
    assert decision.in_words().startswith(f"round 3: {said}")
    for line in analysis_of(decision).costliest_in_words():
        assert line == f"Ann, {decision.in_words()}"


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


# The choices that an analysis takes from a tracked game: own turns, by what was known then.


def tracked() -> TrackedGame:
    """Three turns, one of them own."""
    game = TrackedGame(
        ["left", "me"],
        seat="me",
        hand="CATSEEN",
        community="EES",
        first="left",
        lexicon=word_list(),
    )
    game.push("exchange ??")
    game.push("CAT", drew="ABO")
    game.push("exchange ??")
    return game


def test_own_turns_are_judged_by_what_was_known_then() -> None:
    game = tracked()
    analysis = analyze(game, word_list(), playouts=16)
    (decision,) = analysis.decisions
    assert (decision.round, decision.player) == (1, 1)
    assert decision.played.notation == "CAT"
    assert analysis.victories is None
    (summary,) = analysis.summaries()
    assert summary.name == "me"
    # What came later makes no difference.
    game.push("exchange nothing", drew="")
    again = analyze(game, word_list(), playouts=16)
    assert again.decisions[:1] == analysis.decisions
    assert len(again.decisions) == 2


def test_half_of_the_games_look_for_the_best_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def listening(*args: Any, playouts: int | None = None, **options: Any) -> Advice:
        asked.append(playouts)
        return advise(*args, playouts=playouts, **options)

    monkeypatch.setattr("letter_tycoon_solver.advisor.analysis.advise", listening)
    analyze(tracked(), word_list(), playouts=16)
    assert asked[-1] == 8


def test_turns_whose_cards_are_not_known() -> None:
    with pytest.raises(InvalidInputError, match="cards are not known"):
        analyze(tracked(), word_list(), seats=[0])
    keeper = TrackedGame(["a", "b"], community="EES", first="a", lexicon=word_list())
    keeper.push("exchange ??")
    with pytest.raises(InvalidInputError, match="cards are not known"):
        analyze(keeper, word_list())


def test_a_turn_that_is_not_told_to_its_end_is_not_judged_yet() -> None:
    game = tracked()
    before = played_in(game).choices
    game.push("ENSE, challenged by left", community="", drew="")
    assert game.seen.phase is Phase.PENALTY
    assert played_in(game).choices == before
    game.push("discard N", drew="U")
    after = played_in(game).choices
    assert after[:-1] == before
    assert (after[-1].taken_back, after[-1].turn.discards) == ("ENSE", "N")


# Habits over several games, by decisions made to order.


OCTOBER, NOVEMBER = datetime.date(2026, 10, 31), datetime.date(2026, 11, 1)


def decision(round_: int, played: Turn, best: Turn, loss: float, player: int = 0) -> Decision:
    """A decision of an open game that lost this for sure."""
    return lost(
        loss, 0.001, round=round_, player=player, played=played, best=best, lead_loss=10 * loss
    )


def test_kinds_add_up_to_what_a_turn_loses() -> None:
    first = analysis_of(
        decision(1, CAT, JEWELS, 0.3),
        decision(2, JEWELS, JEWELS, 0.0),
        decision(1, CAT, JEWELS, 0.9, player=1),
    )
    second = analysis_of(
        decision(1, played("JEWeLs", "W"), JEWELS, 0.1),
        decision(2, played("JEWeLs"), JEWELS, 0.2),
        names=("Ben", "Ann"),
    )
    third = dataclasses.replace(second, names=("Ann", "Ben"))
    habits = habits_of("Ann", [(first, OCTOBER), (second, OCTOBER), (third, NOVEMBER)])
    assert (habits.player, habits.games, habits.turns) == ("Ann", 2, 4)
    found = [(one.difference, one.decisions) for one in habits.kinds]
    assert found == [(Difference.WORD, 1), (Difference.PATENT, 2)]
    assert [one.win_loss for one in habits.kinds] == pytest.approx([0.075, 0.075])
    assert sum(one.lead_loss for one in habits.kinds) == pytest.approx(6.0 / 4)
    assert [(one.month, one.games, one.turns) for one in habits.months] == [
        ("2026-10", 1, 2),
        ("2026-11", 1, 2),
    ]
    assert sum(one.win_loss for one in habits.months[1].kinds) == pytest.approx(0.15)


def test_words_that_a_player_seems_not_to_know() -> None:
    """Missed by mistake and laid in no game: not what was laid once, nor what hardly mattered."""
    welt, jewel = played("WELT"), played("JEWeL")
    first = analysis_of(
        decision(1, CAT, JEWELS, 0.3),
        decision(2, CAT, welt, 0.1),
        decision(3, CAT, jewel, 0.2),
        decision(4, CAT, played("TALE"), 0.0001),
    )
    second = analysis_of(decision(1, jewel, welt, 0.4))
    words = habits_of("Ann", [(first, OCTOBER), (second, NOVEMBER)]).words
    assert [(one.word, one.times) for one in words] == [("WELT", 2), ("JEWELS", 1)]
    assert [one.win_loss for one in words] == pytest.approx([0.5, 0.3])


def test_patents_that_came_too_late() -> None:
    """Counted from the first turn in which one was missed; a purchase in time is none."""
    with_w, without = played("JEWeLs", "W"), played("JEWeLs")
    first = analysis_of(
        decision(1, without, JEWELS, 0.2),
        decision(2, without, JEWELS, 0.2),
        decision(4, JEWELS, JEWELS, 0.0),
    )
    second = analysis_of(decision(3, without, JEWELS, 0.2), decision(4, with_w, with_w, 0.0))
    third = analysis_of(decision(1, with_w, JEWELS, 0.2), decision(2, without, with_w, 0.0001))
    patents = habits_of("Ann", [(one, OCTOBER) for one in (first, second, third)]).patents
    assert [(one.letter, one.games, one.bought, one.rounds) for one in patents] == [
        ("J", 3, 1, 3.0)
    ]


def test_a_player_who_never_played_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="no game has a turn of 'Cyd'"):
        habits_of("Cyd", [(analysis_of(), OCTOBER)])


# Purchases of players whose hands are not known: which are judged, and how.


RULESETS = all_rulesets()
UNKNOWN_IN_HAND = 53
"""The seed of a game online in whose log a card of a hand never comes up."""


def bought_in(steps: list[tuple[Action, GameState]]) -> Iterator[tuple[GameState, str]]:
    """Each state in which a patent could be bought, and what was."""
    for (_, before), (action, _) in itertools.pairwise(steps):
        if action.kind in (ActionKind.BUY, ActionKind.DECLINE):
            yield before, action.cards if action.kind is ActionKind.BUY else ""


def what(offer: Offer) -> tuple[object, ...]:
    seen = offer.seen
    assert seen.turn.play is not None
    return seen.round, seen.active, seen.turn.play.notation, offer.bought


@pytest.mark.parametrize("seed", quick(4, range(8)))
def test_those_of_players_whose_turns_are_not_judged(seed: int) -> None:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    true = [
        (state.round, state.active, state.turn.play.notation, bought)
        for state, bought in bought_in(steps)
        if state.turn.play is not None
    ]
    assert true
    for seat in (None, *range(n_players)):
        told = follow(steps, seat, sees_discards=bool(seed % 2), chance=random.Random(seed))
        found = played_in(told).offers
        assert [what(offer) for offer in found] == [one for one in true if one[1] != seat]


def test_of_hands_with_a_card_that_nobody_knows() -> None:
    found = read(text_of(UNKNOWN_IN_HAND)).record
    assert isinstance(found, Game)
    assert any(HIDDEN in seat.hand for seat in found.states[0].seats)
    game = played_in(found)
    judged = {(one.seen.round, one.seen.active) for one in game.choices}
    offered = {(one.seen.round, one.seen.active) for one in game.offers}
    assert offered
    assert not judged & offered


@pytest.mark.parametrize("seed", range(6))
def test_the_loss_is_that_of_the_plain_formula(seed: int) -> None:
    steps = engine_steps(seed, 2 + seed % 4, RULESETS[seed * 7 % len(RULESETS)])
    told = follow(steps, None, sees_discards=False, chance=random.Random(seed))
    evaluation = Evaluation.of(short_words().digest)
    found = [judge_purchase(offer, short_words(), evaluation) for offer in played_in(told).offers]
    losses = []
    for (state, bought), purchase in zip(bought_in(steps), found, strict=True):
        worth = {"": 0.0, **worths_in(state, evaluation).patents}
        best = max(worth[letter] for letter in ("", *purchasable(state)))
        assert purchase.loss == pytest.approx(best - worth[bought], abs=1e-4)
        assert worth[purchase.best.buy] == pytest.approx(best, abs=1e-4)
        assert (purchase.round, purchase.player) == (state.round, state.active)
        losses.append(purchase.loss)
    assert max(losses) > 0


def test_analyze_judges_them_and_only_of_the_players_asked_for() -> None:
    steps = engine_steps(1, 3, RULESETS[7])
    told = follow(steps, None, sees_discards=False, chance=random.Random(1))
    found = analyze(told, short_words())
    assert found.decisions == ()
    assert {one.player for one in found.purchases} == {0, 1, 2}
    assert len(found.purchases) == len(played_in(told).offers)
    of_one = analyze(told, short_words(), seats=[1]).purchases
    assert of_one == tuple(one for one in found.purchases if one.player == 1)
    assert NAMES[:3] == found.names


def bought(letter: str, worth: float) -> Turn:
    return dataclasses.replace(played("JEWeLs", buy=letter), equity=Equity(patent=worth))


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.0, Verdict.BEST),
        (0.04, Verdict.BEST),
        (0.06, Verdict.FINE),
        (0.5, Verdict.FINE),
        (MISTAKE_DOLLARS, Verdict.MISTAKE),
        (BLUNDER_DOLLARS, Verdict.BLUNDER),
    ],
)
def test_verdicts_go_by_dollars(loss: float, verdict: Verdict) -> None:
    assert Purchase(3, 0, bought("W", 20.0 - loss), bought("J", 20.0)).verdict is verdict


def test_in_words() -> None:
    best, other, none = bought("J", 20.0), bought("W", 0.5), bought("", 0.0)
    assert Purchase(3, 0, best, best).in_words() == "round 3: JEWELS with J bought was best"
    assert (
        Purchase(3, 0, other, best).in_words()
        == "round 3: JEWELS with W bought; J would have been worth $19.5 more"
    )
    lost = dataclasses.replace(other, equity=Equity(patent=-1.0))
    assert (
        Purchase(3, 0, lost, none).in_words()
        == "round 3: JEWELS with W bought; nothing would have been worth $1.0 more"
    )
    assert "JEWELS with nothing bought; J would" in Purchase(3, 0, none, best).in_words()


def test_a_notebook_shows_them() -> None:
    purchase = Purchase(3, 1, bought("W", 0.5), bought("J", 20.0))
    without = analysis_of(names=("Ann", "<Ben>"))
    shown = dataclasses.replace(without, purchases=(purchase,))._repr_html_()
    assert f"<li>&lt;Ben&gt;, {purchase.in_words()}</li>" in shown
    assert "<li>" not in without._repr_html_()
    (line,) = analysis_of(lost(0.5, 0.01)).costliest_in_words()
    assert f"<li>{line}</li>" in analysis_of(lost(0.5, 0.01))._repr_html_()
