"""Plans: their equity, their words and their actions."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import naive_turns
from support.selection import NO_JIT, quick
from support.simulated_games import (
    Ints,
    dealt,
    rulesets,
    simulation_of,
    states_of_a_game,
    unpacked,
    with_seat,
    word_list,
)

from letter_tycoon_solver import (
    Equity,
    Lexicon,
    Ruleset,
    Turn,
    find_plays,
)
from letter_tycoon_solver._kernels import entries, game_layouts
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.simulation import (
    UNDECIDED,
    candidates_of,
    cards_laid,
    mean_and_error,
    mean_and_error_with_outlier,
    new_tools,
)
from letter_tycoon_solver.evaluation.tables import PAIRS, Fitted
from letter_tycoon_solver.game import (
    GameState,
    Phase,
    new_game,
)
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.cards import ABILITIES, PATENT_COST, VOWELS
from letter_tycoon_solver.search.turns import turns_by


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


def plans(state: GameState, lexicon: Lexicon, evaluation: Evaluation | None = None) -> list[Turn]:
    tables = evaluation or Evaluation.of(lexicon.digest)
    found = candidates_of(state.seen_by(state.active), lexicon, tables)
    return [candidate.turn for candidate in found]


def worths_in(state: GameState, evaluation: Evaluation) -> naive_turns.Evaluation:
    """The worth of patents and cards in a state, by the definition."""
    owners = [state.seats[player].patents for player in state.clockwise_from(state.active)]
    cards = state.active_seat.hand + state.community
    rounds_left = None if state.final_round is None else state.final_round - state.round
    return naive_turns.evaluation_of(evaluation.to_dict(), owners, cards, state.goal, rounds_left)


def equity_of(state: GameState, plan: Turn, evaluation: Evaluation) -> naive_turns.Equity:
    """By the definition, from the plan and the state alone."""
    left, community, margin = Counter(state.active_seat.hand), state.community, 0.0
    if plan.play is not None:
        for word in plan.play.words:
            left -= Counter(word.letters_from("h"))
            for card in word.letters_from("c"):
                community = community.replace(card, "", 1)
        royalties = sum(plan.play.royalties) / (len(state.seats) - 1)
        margin = plan.play.money + plan.play.stock - royalties
    kept = "".join((left - Counter(plan.discards)).elements())
    assert sorted(kept) == sorted(plan.leave)
    return worths_in(state, evaluation).equity(margin, plan.buy, kept, community)


def fitted(evaluation: Evaluation) -> Evaluation:
    """The tables with numbers for any number of players, all of some weight."""
    pairs = {pair: 0.3 * number - 2 for number, pair in enumerate(PAIRS)}
    gain = {a: 3.0 - number for number, a in enumerate(ABILITIES)}
    numbers = Fitted(gain, pairs, price=0.3, draw=0.4, refill=0.5, hold=0.6, deny=0.7)
    return replace(evaluation, fitted=dict.fromkeys(range(2, 6), numbers))


@pytest.mark.parametrize("n_players", quick(1, [3, 2, 5]))
def test_equity_is_what_its_parts_are_defined_as(n_players: int, lexicon: Lexicon) -> None:
    evaluation, n_checked = fitted(Evaluation.of(lexicon.digest)), 0
    for seed, ruleset in enumerate(rulesets()):
        states = states_of_a_game(n_players, seed, lexicon, ruleset, patents=True)
        for state in states[:: 24 if NO_JIT else 4]:
            found = plans(state, lexicon, evaluation)
            totals = [plan.equity.total for plan in found]
            # Ranked to six decimals.
            assert totals == pytest.approx(sorted(totals, reverse=True), abs=1e-5)
            for plan in found:
                if not plan.replace:
                    expected = equity_of(state, plan, evaluation)
                    for part in ("margin", "patent", "leave", "community"):
                        of_part = pytest.approx(getattr(expected, part), abs=1e-5)
                        assert getattr(plan.equity, part) == of_part
                    n_checked += 1
    assert n_checked > 100


def kept_by(plan: Turn, state: GameState) -> str:
    left = plan.play.leave if plan.play else state.active_seat.hand
    return "".join((Counter(left) - Counter(plan.discards)).elements())


def test_other_discards_are_candidates_of_the_best_plays_alone(lexicon: Lexicon) -> None:
    n_others = []
    for seed in range(2 if NO_JIT else 10):
        state = new_game(2, seed, lexicon)
        ways: dict[tuple[str, str], list[str]] = {}
        for plan in plans(state, lexicon):
            if plan.play:
                ways.setdefault((plan.play.notation, plan.buy), []).append(plan.discards)
        others = [discards for discards in ways.values() if len(discards) > 1]
        assert all(len(set(discards)) == len(discards) <= 5 for discards in others)
        assert len(others) <= 6
        n_others.append(sum(map(len, others)) - len(others))
    assert 6 <= max(n_others) <= 24


@pytest.mark.parametrize("ruleset", rulesets())
def test_at_the_clean_up_several_sets_of_cards_are_kept(ruleset: Ruleset, lexicon: Lexicon) -> None:
    evaluation = Evaluation.of(lexicon.digest)
    states = states_of_a_game(2, 3, lexicon, ruleset)
    most = 0
    for state in [state for state in states if state.phase is Phase.CLEAN_UP][:10]:
        found = plans(state, lexicon)
        of_leave = worths_in(state, evaluation).leave_worth
        worths = [of_leave(kept_by(plan, state)) for plan in found]
        assert worths == pytest.approx(sorted(worths, reverse=True), abs=1e-5)
        assert len({plan.discards for plan in found}) == len(found) <= 12
        n_vowels = sum(card in VOWELS for card in state.leave)
        n_sets = (1 + n_vowels) * (1 + len(state.leave) - n_vowels)
        is_last = state.final_round == state.round
        assert len(found) == (1 if is_last else min(n_sets, 12))
        for plan in found:
            after = steps_of(state, plan)[-1][1]
            assert after.is_over or after.active != state.active
        most = max(most, len(found))
    assert most > 1


def in_the_last_turn(state: GameState) -> GameState:
    """Another player has reached the goal, and all others have acted."""
    rival = (state.active + 1) % len(state.seats)
    state = with_seat(state, state.active, patents="B", money=9)
    state = with_seat(state, rival, patents="AEINORST")
    return replace(state, start_player=rival, round=4, final_round=4)


def test_in_the_last_turn_no_card_is_discarded(lexicon: Lexicon) -> None:
    found = plans(in_the_last_turn(new_game(2, 1, lexicon)), lexicon)
    ways = Counter((plan.play.notation if plan.play else "", plan.buy) for plan in found)
    assert {n for (play, _), n in ways.items() if play} == {1}
    assert ways["", ""] <= 2
    assert not any(plan.discards for plan in found if plan.play)


def test_in_the_last_turn_the_margin_counts_and_then_the_dearest_patent(lexicon: Lexicon) -> None:
    n_tempting = n_bought = 0
    for seed in range(10 if NO_JIT else 60):
        start = in_the_last_turn(new_game(2, seed, lexicon))
        before = candidates_of(
            replace(start, final_round=5).seen_by(start.active),
            lexicon,
            Evaluation.of(lexicon.digest),
        )[0].turn
        best = next(iter(find_plays(start.position, lexicon, limit=1)), None)
        plan = plans(start, lexicon)[0]
        if best is None or best.margin < 0:
            assert plan.play is None
            continue
        assert plan.play is not None
        assert plan.equity == Equity(margin=best.margin)
        dearest = max((PATENT_COST[letter] for letter in plan.play.purchasable), default=0)
        assert (PATENT_COST[plan.buy] if plan.buy else 0) == dearest
        n_tempting += before.play is None or before.play.margin < best.margin
        n_bought += plan.buy != "" and plan.buy != min(plan.play.purchasable)
    assert NO_JIT or n_tempting > 2
    assert NO_JIT or n_bought > 2


def gains(state: GameState, lexicon: Lexicon) -> dict[str, float]:
    """By card of the hand what it adds to the margin of the last turn to replace it."""
    last = replace(state, final_round=state.round)
    found = plans(last, lexicon)
    best = max(plan.equity.total for plan in found if not plan.replace)
    return {plan.replace: plan.equity.total - best for plan in found if plan.replace}


def test_without_a_deck_the_owner_of_q_draws_from_the_discards(lexicon: Lexicon) -> None:
    """The replaced card is among them."""
    state = dealt(lexicon, ["BDEFLTU", "AEIOTNR"], "KLM", patents=["Q", ""])
    state = replace(state, deck="", discards=state.deck)
    gained = gains(state, lexicon)

    def best_margin(hand: str) -> float:
        plays = find_plays(replace_hand(state, hand).position, lexicon, limit=1)
        return plays[0].margin if plays else 0.0

    hand = state.active_seat.hand
    for card in "DU":
        rest, pile = hand.replace(card, "", 1), Counter(state.discards + card)
        mean = sum(n * best_margin(rest + drawn) for drawn, n in pile.items()) / pile.total()
        assert gained[card] == pytest.approx(mean - best_margin(hand), abs=1e-3)
    # All other cards are seen in the hand of the opponent: nothing comes but the card itself.
    alone = with_seat(state, 1, hand=state.seats[1].hand + state.discards)
    alone = replace(alone, discards="")
    assert set(gains(alone, lexicon).values()) == {0.0}


def replace_hand(state: GameState, hand: str) -> GameState:
    return with_seat(state, state.active, hand="".join(sorted(hand)))


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_the_first_candidate_is_found_without_the_others(n_players: int, lexicon: Lexicon) -> None:
    kinds = set()
    for seed, ruleset in enumerate(rulesets()[: 2 if NO_JIT else None]):
        evaluation = Evaluation.of(lexicon.digest)
        states = states_of_a_game(n_players, seed, lexicon, ruleset, patents=True)
        for state in states[:: 12 if NO_JIT else 2]:
            seen = state.seen_by(state.active)
            best = turns_by(evaluation, seen.open_turn, lexicon, ruleset, 1)[0]
            assert best == candidates_of(seen, lexicon, evaluation)[0].turn
            kinds.add((state.phase, best.play is None, bool(best.replace)))
    assert NO_JIT or len(kinds) >= 4


# The kernels decide the same --------------------------------------------------------------------


def kernel_turn(state: GameState, plan: Ints, lexicon: Lexicon, evaluation: Evaluation) -> Ints:
    """The turn of the active player, as the kernels complete it: see _kernels/game_layouts.py."""
    simulation = replace(simulation_of(state, lexicon, seed=1), evaluation=evaluation)
    board = simulation.board
    table, cards = board.table.copy(), board.cards.copy()
    entries.deal(table, cards, np.uint64(1), 0, board.n_hidden)
    turn = np.zeros(game_layouts.TURN_SIZE, np.int64)
    tools = new_tools(lexicon, state.ruleset, len(state.seats), simulation.evaluation)
    entries.take_turn(table, cards, np.uint64(1), plan, simulation.stage, tools, turn)
    return turn


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_the_kernels_play_the_plan_with_the_highest_equity(
    n_players: int, lexicon: Lexicon
) -> None:
    """To the last bit of the score; but for what the owner of Q replaces."""
    checked: Counter[Phase] = Counter()
    evaluation = fitted(Evaluation.of(lexicon.digest))
    bought = discarded = exchanged = 0
    for seed, ruleset in enumerate(rulesets()):
        states = states_of_a_game(n_players, seed + 50, lexicon, ruleset, patents=True)
        for state in states[:: 24 if NO_JIT else 2]:
            seen = state.seen_by(state.active)
            found = candidates_of(seen, lexicon, evaluation)
            best = next(candidate for candidate in found if not candidate.turn.replace)
            plan = UNDECIDED.copy()
            plan[game_layouts.REPLACED] = game_layouts.NO_LETTER
            if state.phase is not Phase.START:
                plan[game_layouts.ACTION] = game_layouts.LAY
                plan[game_layouts.THE_PLAY : game_layouts.BOUGHT] = cards_laid(seen)
            turn = kernel_turn(state, plan, lexicon, evaluation)
            for part in range(game_layouts.ACTION, game_layouts.DISCARDED):
                assert turn[part] == best.row[part], (seed, state.phase, part)
            assert sorted(unpacked(int(turn[game_layouts.DISCARDED]))) == list(best.turn.discards)
            checked[state.phase] += 1
            bought += best.turn.buy != ""
            exchanged += state.phase is Phase.START and best.turn.play is None
            discarded += best.turn.discards != ""
    assert set(checked) == {Phase.START, Phase.PURCHASE, Phase.CLEAN_UP}
    assert bought
    assert discarded
    assert NO_JIT or n_players > 2 or exchanged


# advisor/simulation.py: means and standard errors.


VALUES = st.floats(-1000, 1000)


@given(st.lists(VALUES, min_size=2, max_size=20))
def test_mean_and_error(values: list[float]) -> None:
    mean, error = mean_and_error(np.array(values))
    assert mean == pytest.approx(statistics.fmean(values), abs=1e-9)
    expected = statistics.stdev(values) / math.sqrt(len(values))
    assert error == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_too_few_values_have_no_error(values: list[float]) -> None:
    assert all(map(math.isnan, mean_and_error(np.array(values))))


@given(VALUES, st.integers(1, 20), st.floats(0.1, 100))
def test_values_that_are_alike_have_the_error_of_an_outlier(
    value: float, n: int, outlier: float
) -> None:
    mean, error = mean_and_error_with_outlier(np.full(n, value), outlier)
    assert mean == pytest.approx(value)
    assert error == pytest.approx(outlier / n)


def test_no_values_have_no_mean() -> None:
    assert all(map(math.isnan, mean_and_error_with_outlier(np.empty(0), 1.0)))
