"""Turns as they are told and as somebody types them: their order, reasons in words, tables."""

from __future__ import annotations

import dataclasses
import html
import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from support.games import playing
from support.selection import quick
from support.simulated_games import rulesets, states_of_a_game, worths_in

from letter_tycoon_solver import IllegalPlay, InvalidInputError, Lexicon, adjudicate, best_turns
from letter_tycoon_solver._kernels.race import MIN_GAMES, TIED
from letter_tycoon_solver.advisor import Evaluation, RankedTurn, advise, analyze, appraise
from letter_tycoon_solver.advisor.advice import Ranking, percent
from letter_tycoon_solver.advisor.reasons import reasons as reasons_with
from letter_tycoon_solver.advisor.simulation import candidates_of, evaluated, turns_left
from letter_tycoon_solver.cli.advise import view_from
from letter_tycoon_solver.evaluation.tables import Fitted
from letter_tycoon_solver.game import (
    Game,
    GameState,
    GreedyPlayer,
    IllegalAction,
    Phase,
    SeenState,
    new_game,
    play_out,
)
from letter_tycoon_solver.game.table import MAX_ROUND
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from letter_tycoon_solver.rules.play import Equity
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import PRESETS, RULEBOOK, ChallengeMode, Ruleset
from letter_tycoon_solver.rules.turn import Turn, TurnKind
from letter_tycoon_solver.search.solver import find_plays


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


# The reasons of a plan in words: every number is that of the plan, the state or the tables.


def reasons(
    turn: Turn, seen: SeenState, evaluation: Evaluation, names: Sequence[str] = ()
) -> tuple[str, ...]:
    numbered = [f"player {n}" for n in range(len(seen.seats))]
    return reasons_with(turn, seen, evaluation, names or numbered)


NOTHING_TYPED = {
    "patents": None,
    "opponents": (),
    "money": None,
    "stock": None,
    "opponent_money": (),
    "opponent_stock": (),
    "discards": None,
    "replaced": False,
    "start_player": None,
    "round_": None,
    "final_round": None,
}


def view(lexicon: Lexicon, hand: str, community: str, **typed: object) -> SeenState:
    return view_from(hand, community, NOTHING_TYPED | typed, RULEBOOK, lexicon)


def plan_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation, play: str, buy: str) -> Turn:
    """The plan to play this notation and buy that patent."""
    plays = find_plays(seen.position, lexicon, limit=None, variants="all")
    found = next(one for one in plays if one.notation == play)
    plain = evaluated(Turn(TurnKind.WORDS, play=found, buy=buy), seen, evaluation)
    # Of the cards left those that do not cost anything are kept.
    ways = ["".join(some) for n in range(8) for some in itertools.combinations(found.leave, n)]
    turns = [evaluated(replace(plain, discards=way), seen, evaluation) for way in ways]
    return max(turns, key=lambda turn: turn.equity.total)


def candidate_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation, notation: str) -> Turn:
    found = (candidate.turn for candidate in candidates_of(seen, lexicon, evaluation))
    return next(plan for plan in found if plan.notation == notation)


class TestOfAPlay:
    @pytest.fixture
    def seen(self, lexicon: Lexicon) -> SeenState:
        """The example of the rulebook: JEWELS with two Es of an opponent."""
        return view(lexicon, "JWLEANZ", "EES", opponents=("", "E"))

    @pytest.fixture
    def plan(self, seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> Turn:
        return plan_of(seen, lexicon, evaluation, "JeWeLs", "J")

    def test_what_is_earned_and_given(
        self, seen: SeenState, plan: Turn, evaluation: Evaluation
    ) -> None:
        told = reasons(plan, seen, evaluation, ["Ann", "Ben", "Cleo"])
        assert told[:2] == ("Earns $4 and 1 stock.", "Royalties: $2 to Cleo for EE.")

    def test_why_the_patent(self, seen: SeenState, plan: Turn, evaluation: Evaluation) -> None:
        (why,) = [one for one in reasons(plan, seen, evaluation) if one.startswith("Buys")]
        turns = turns_left(seen, evaluation)
        price = "Buys J for $2, which counts in the score"
        assert why.startswith(f"{price}, and should bring ${plan.equity.patent:.1f} more")
        assert f"${2 * evaluation.royalty['J']:.1f} a turn in royalties" in why
        fitted = evaluation.fitted_for(3)
        gain = fitted.gain_with("J", seen.active_seat.patents)
        assert f"${gain:.1f} a turn by its power, over about {turns:.1f} turns" in why
        total = turns * (2 * evaluation.royalty["J"] + gain) + 2 * fitted.price
        assert plan.equity.patent == pytest.approx(total)

    def test_the_price_of_the_patent_and_other_patents_are_reasons(
        self, seen: SeenState, lexicon: Lexicon, evaluation: Evaluation
    ) -> None:
        fitted = Fitted({**evaluation.gain, "J": 3.0}, {"JK": 0.6}, price=0.25)
        changed = dataclasses.replace(evaluation, fitted={3: fitted})
        patents = seen.active_seat.patents
        plan = plan_of(seen, lexicon, changed, "JeWeLs", "J")
        (why,) = [one for one in reasons(plan, seen, changed) if one.startswith("Buys")]
        assert f"${3.6 if 'K' in patents else 3.0} a turn by its power" in why
        assert why.endswith(" turns, and $0.5 for the goal.")

    def test_a_patent_without_a_power_has_none(
        self, seen: SeenState, lexicon: Lexicon, evaluation: Evaluation
    ) -> None:
        plan = plan_of(seen, lexicon, evaluation, "JeWeLs", "L")
        assert "power" not in " ".join(reasons(plan, seen, evaluation))

    def test_the_cards_kept(self, seen: SeenState, plan: Turn, evaluation: Evaluation) -> None:
        """A sampled worth has an error."""
        kept = "".join(card for card in "AENZ" if card not in plan.discards)
        worth = worths_in(seen, evaluation).leave_worth(kept)
        told = " ".join(reasons(plan, seen, evaluation))
        assert f"Keeps {kept}, worth ${worth:.1f} next turn" in told
        assert f"discards {plan.discards}." in told
        equity = dataclasses.replace(plan.equity, leave=0.84, leave_se=0.26)
        told = " ".join(reasons(dataclasses.replace(plan, equity=equity), seen, evaluation))
        assert "worth $0.8 +- 0.3 next turn over new cards" in told

    def test_the_community(self, seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> None:
        plan = plan_of(seen, lexicon, evaluation, "JAWs", "J")
        worth = 2 * worths_in(seen, evaluation).community["E"]
        (told,) = [one for one in reasons(plan, seen, evaluation) if "community" in one]
        assert f"left in the community, EE, gives the next player ${worth:.1f}" in told

    def test_doublers(self, lexicon: Lexicon, evaluation: Evaluation) -> None:
        seen = view(lexicon, "JWLEANZ", "EES", opponents=("",), patents="K")
        plan = plan_of(seen, lexicon, evaluation, "JAWs*K", "")
        assert reasons(plan, seen, evaluation)[0] == "Earns $4; JAWS doubled by K."


class TestTheRace:
    def told(self, seen: SeenState, plan: Turn, evaluation: Evaluation) -> str:
        return reasons(plan, seen, evaluation, ["you", "Ben", "Cleo"])[-1]

    def test_before_the_goal(self, lexicon: Lexicon, evaluation: Evaluation) -> None:
        seen = view(lexicon, "JWLEANZ", "EES", opponents=("B", "E"), patents="K")
        plan = plan_of(seen, lexicon, evaluation, "JAWs*K", "J")
        turns = turns_left(seen, evaluation)
        assert self.told(seen, plan, evaluation) == (
            f"Race to the goal: patents $4 of $34 against $10 (Cleo); about {turns:.1f} turns are"
            " left."
        )

    @pytest.mark.parametrize(
        ("start_player", "end"),
        [
            (0, "after turns of Ben and Cleo"),
            (1, "with this turn"),
            (2, "after a turn of Ben"),
        ],
    )
    def test_the_purchase_that_reaches_the_goal(
        self, lexicon: Lexicon, evaluation: Evaluation, start_player: int, end: str
    ) -> None:
        # E A T R are worth $32 of $34.
        seen = view(
            lexicon,
            "JWLEANZ",
            "EES",
            opponents=("B", ""),
            patents="EATR",
            start_player=start_player,
        )
        plan = plan_of(seen, lexicon, evaluation, "JAWs", "J")
        told = self.told(seen, plan, evaluation)
        assert "The purchase reaches the goal: patents $34 of $34 against $2 (Ben)" in told
        assert told.endswith(f"the game ends {end}.")
        every = reasons(plan, seen, evaluation, ["you", "Ben", "Cleo"])
        (bought,) = (one for one in every if one.startswith("Buys"))
        still_to_act = end != "with this turn"
        assert bought.endswith("can still bring royalties.") == still_to_act
        assert bought.endswith("no turn is left to earn with it.") != still_to_act
        assert not any("next" in one for one in every)

    def test_in_the_last_round(self, lexicon: Lexicon, evaluation: Evaluation) -> None:
        seen = view(lexicon, "JWLEANZ", "EES", opponents=("EATRS", ""), money=9)
        plan = plan_of(seen, lexicon, evaluation, "JeWeLs", "J")
        told = reasons(plan, seen, evaluation, ["you", "Ben", "Cleo"])
        assert told[-1].startswith("The goal is reached, this is the last turn: patents $2 of $34")
        assert any(one.endswith("no turn is left to earn with it.") for one in told)
        assert not any("next" in one for one in told)


def test_an_exchange(lexicon: Lexicon, evaluation: Evaluation) -> None:
    seen = view(lexicon, "JWLEANZ", "EES", opponents=("",))
    plan = candidate_of(seen, lexicon, evaluation, "exchange AEJLNWZ")
    told = reasons(plan, seen, evaluation)
    assert told[0] == "Earns nothing now: AEJLNWZ for 7 new cards."
    assert told[1] == "Keeps no card: all of the next hand is new."


def test_a_replacement(lexicon: Lexicon, evaluation: Evaluation) -> None:
    seen = view(lexicon, "JWLEANZ", "EES", opponents=("",), patents="Q")
    plan = candidate_of(seen, lexicon, evaluation, "replace Z")
    told = reasons(plan, seen, evaluation)
    assert told[0].startswith("Replaces Z first")
    assert f"worth ${plan.equity.total:.1f} on average" in told[0]
    assert len(told) == 2


def test_later_in_the_turn(lexicon: Lexicon, evaluation: Evaluation) -> None:
    """Payments are told as past, and the patents are those that can be bought now."""
    rules = dataclasses.replace(
        RULEBOOK,
        challenge=dataclasses.replace(RULEBOOK.challenge, mode=ChallengeMode.NONE),
    )
    game = Game(["Ann", "Ben"], 8, lexicon, rules)
    seen = game.state.seen_by(game.state.active)
    best = candidates_of(seen, lexicon, evaluation)[0].turn
    assert best.play is not None
    game.apply(playing(best.play))
    assert game.state.phase is Phase.PURCHASE
    seen = game.state.seen_by(game.state.active)
    plan = next(one.turn for one in candidates_of(seen, lexicon, evaluation) if not one.turn.buy)
    told = reasons(plan, seen, evaluation)
    assert told[0].startswith(f"Has earned ${best.play.money}")
    assert any(one.startswith("Buys none of ") for one in told)


def test_cards_that_static_evaluation_never_keeps(lexicon: Lexicon, evaluation: Evaluation) -> None:
    seen = view(lexicon, "JWLEANZ", "EES", opponents=("",))
    few = dataclasses.replace(evaluation, balance=((0.0, 3.0), (0.7, 3.7)))
    plan = evaluated(Turn(TurnKind.EXCHANGE, discards="E"), seen, few)
    assert "Keeps AJLNWZ, more than is ever worth keeping." in reasons(plan, seen, few)


# Turns and tables that somebody types; what notebooks show of advice ------------------------------


def candidates(state: GameState) -> list[Turn]:
    seen = state.seen_by(state.active)
    evaluation = Evaluation.of(state.lexicon.digest)
    return [found.turn for found in candidates_of(seen, state.lexicon, evaluation)]


def test_every_plan_reads_back(lexicon: Lexicon) -> None:
    replaced = 0
    for seed, ruleset in enumerate(rulesets()[:4]):
        for state in states_of_a_game(3, seed, lexicon, ruleset, patents=True)[::9]:
            for plan in candidates(state)[::5]:
                replaced += bool(plan.replace)
                assert appraise(plan.notation, state) == plan
                assert appraise(f" {plan.notation}", state.seen_by(state.active)) == plan
    assert replaced


def test_what_is_left_of_a_plan_reads_back(lexicon: Lexicon) -> None:
    game, phases = Game(["Ann", "Bob"], 3, lexicon), set()
    player = GreedyPlayer()
    for action, _ in itertools.islice(play_out(game.state, [player, player]), 60):
        state = game.state
        if state.phase in (Phase.PURCHASE, Phase.CLEAN_UP):
            phases.add(state.phase)
            for plan in candidates(state)[:6]:
                assert appraise(plan.notation, state) == plan
                rest = ", ".join(plan.notation.split(", ")[1:])
                assert not rest or appraise(rest, state) == plan
        game.apply(action)
    assert phases == {Phase.PURCHASE, Phase.CLEAN_UP}


def test_what_cannot_be_is_refused(lexicon: Lexicon) -> None:
    state = new_game(2, 4, lexicon)
    hand = state.active_seat.hand
    missing = next(letter for letter in "ABCDEFGH" if letter not in hand)
    given: list[tuple[str, Any, type[Exception], str]] = [
        (f"exchange {missing}", state, IllegalAction, "."),
        (f"replace {hand[0]}", state, IllegalAction, "."),
        ("accept", state, IllegalAction, "."),
        ("ZZZ", state, IllegalPlay, "."),
        ("buy A", state, InvalidInputError, "no words"),
        ("exchange nothing", state.seen_by(1 - state.active), InvalidInputError, "."),
        ("exchange nothing", None, InvalidInputError, "."),
        ("exchange nothing", replace(state, deck=""), InvalidInputError, "cards"),
    ]
    for text, game, error, message in given:
        with pytest.raises(error, match=message):
            appraise(text, game)


def test_a_replacement_is_planned_alone(lexicon: Lexicon) -> None:
    state = next(
        state
        for seed in range(9)
        for state in states_of_a_game(3, seed, lexicon, rulesets()[0], patents=True)
        if any(plan.replace for plan in candidates(state))
    )
    plan = next(plan for plan in candidates(state) if plan.replace)
    assert appraise(plan.notation.upper(), state) == plan
    with pytest.raises(InvalidInputError, match="alone"):
        appraise(f"{plan.notation}, exchange nothing", state)


def test_notebooks_show_tables(lexicon: Lexicon) -> None:
    game = Game(["A<b>", "Bob"], 4, lexicon)
    advice = advise(game.state, lexicon, playouts=64)
    assert repr(advice) == (
        f"<Advice {advice.best.notation!r}; {len(advice.turns)} turns, {advice.playouts} playouts>"
    )
    enough = advise(game.state, lexicon, playouts=6_000)
    chance = f"{100 * enough.turns[0].win:.1f}"
    assert f", wins {chance} %; " in repr(enough)
    assert f"<td>{chance} ± {100 * enough.turns[0].win_se:.1f}</td>" in enough._repr_html_()
    shown = advice._repr_html_()
    assert shown.startswith("<table>")
    assert shown.count("<tr>") == 1 + min(20, len(advice.turns))
    assert advice.best.notation.replace("&", "&amp;") in shown
    while len({state.active for state in game.states}) < 2:
        game.push(advice.best.notation if game.state.to_act == game.state.active else "accept")
    analysis = analyze(game, lexicon, playouts=16)
    shown = analysis._repr_html_()
    assert shown.count("<tr>") == 2 + len(analysis.decisions) + len(analysis.summaries())
    for decision in analysis.decisions:
        assert f"<td>{decision.verdict.value}</td>" in shown
    for summary in analysis.summaries():
        assert f"<p>{html.escape(summary.no_score_in_words())}</p>" in shown
    if game.states[0].active == 0:
        assert "A&lt;b&gt;" in shown
    assert "<b>" not in shown
    state = game.states[0]
    seen = state.seen_by(1)._repr_html_()
    assert state.seats[1].hand in seen
    assert state.seats[0].hand not in seen
    assert state.seats[0].hand in state._repr_html_()
    assert f"community {state.community}" in seen
    laid = next(state for state in game.states if state.turn.play)
    assert "on the table: " in laid._repr_html_()


# Tables that somebody types, reached in a game or not: every kernel answers, or one error does.


A_PART = 60


def amount(rng: random.Random) -> int:
    """Dollars or stock: mostly of a game, at times at the bound or past it."""
    ordinary = rng.randrange(60)
    return rng.choices([0, ordinary, MAX_MONEY, MAX_MONEY + 1, -1], [30, 60, 5, 1, 1])[0]


def typed(rng: random.Random, lexicon: Lexicon) -> dict[str, Any]:
    """The arguments of `SeenState.at_table`."""
    ruleset = rng.choice(sorted(PRESETS.values(), key=repr))
    cards = [letter for letter, n in CARD_COUNT.items() for _ in range(n)]
    rng.shuffle(cards)
    hand, community, rest = cards[:7], cards[7:10], cards[10:]
    n_opponents = rng.choices([1, 2, 3, 4, 5], [30, 30, 20, 20, 1])[0]
    letters = rng.sample(LETTERS, 26)
    holdings = []
    for _ in range(n_opponents + 1):
        n = rng.choices([0, 1, 2, 3, 7, 12], [30, 30, 20, 20, 8, 2])[0]
        letters, own = letters[n:], "".join(letters[:n])
        holdings.append((own, amount(rng), amount(rng)))
    n_seen, n_unseen = rng.choice([(0, 0), (9, 0), (0, 12), (20, 10), (50, 0), (60, 10)])
    goal = ruleset.goals[n_opponents + 1] if n_opponents < 5 else 0
    is_reached = any(sum(PATENT_COST[a] for a in own) >= goal for own, *_ in holdings)
    round_ = rng.choices([None, 1, 7, MAX_ROUND, MAX_ROUND + 1, 0], [50, 20, 20, 8, 1, 1])[0]
    last = (round_ or 1) + rng.choice([0, 1]) if is_reached != (rng.random() < 0.02) else None
    (patents, money, stock), *opponents = holdings
    return {
        "hand": "".join(hand),
        "community": "".join(community),
        "patents": patents,
        "money": money,
        "stock": stock,
        "opponents": opponents,
        "discards": "".join(rest[:n_seen]) + "?" * n_unseen,
        "round": round_,
        "start_player": rng.choices([None, n_opponents, n_opponents + 1], [80, 19, 1])[0],
        "final_round": last,
        "replaced": rng.random() < (0.5 if "Q" in patents else 0.02),
        "lexicon": lexicon,
        "ruleset": ruleset,
    }


def check_answers(seen: SeenState, lexicon: Lexicon, ruleset: Ruleset) -> None:
    position = seen.position
    turns = best_turns(seen, lexicon, limit=12)
    assert len(turns)
    advice = advise(seen, lexicon, playouts=16, seed=1)
    for turn in (*turns, *(plan.turn for plan in advice.turns)):
        if turn.play is not None:
            play = turn.play
            judged = adjudicate(
                position, play.words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
            )
            assert (judged.money, judged.stock, judged.royalties) == (
                play.money, play.stock, play.royalties,
            )  # fmt: skip
        if turn.buy:
            assert turn.play is not None
            assert turn.buy in turn.play.purchasable
    chances = [plan.win for plan in advice.turns if not math.isnan(plan.win)]
    assert all(0.0 <= chance <= 1.0 for chance in chances)


@pytest.mark.parametrize("part", quick(1, range(26)))
def test_every_table_gets_answers_or_one_error(part: int) -> None:
    lexicon, n_read = Lexicon.load(), 0
    for number in range(part * A_PART, (part + 1) * A_PART):
        table = typed(random.Random(number), lexicon)
        try:
            seen = SeenState.at_table(**table)
        except InvalidInputError:
            continue
        check_answers(seen, lexicon, table["ruleset"])
        n_read += 1
    assert n_read > A_PART // 3
