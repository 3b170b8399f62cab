"""The worth of cards kept for the next turn: against `find_plays` over all possible draws."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from support.simulated_games import dealt, rulesets, states_of_a_game, with_patents, word_list

from letter_tycoon_solver import Lexicon, Position, Ruleset, find_plays
from letter_tycoon_solver.advisor import Evaluation, advice, advise
from letter_tycoon_solver.advisor.advice import (
    next_turns,
    refined,
    worth_of_keeping,
    worth_of_patents,
)
from letter_tycoon_solver.advisor.simulation import Candidate, candidates_of, turns_left
from letter_tycoon_solver.evaluation.ranking import Objective
from letter_tycoon_solver.game import GameState, Phase, SeenState, new_game
from letter_tycoon_solver.rules.cards import remove_cards
from letter_tycoon_solver.rules.play import CARD_SOURCES, COMMUNITY

OBJECTIVE = Objective(patents={"A": 3.0, "E": 5.5, "J": 1.25})


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


@pytest.fixture(autouse=True)
def _number_of_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many that a wrong mean stands out; few in plain Python, which takes its time."""
    monkeypatch.setattr(advice, "N_SAMPLES", 5_000)
    monkeypatch.setattr(advice, "N_SAMPLES_OF_PAIRS", 100)


def with_few_unseen(state: GameState, n_deck: int) -> SeenState:
    """The active player's view when all but so many cards of the deck are discards."""
    discards = state.discards + state.deck[n_deck:]
    return replace(state, deck=state.deck[:n_deck], discards=discards).seen_by(state.active)


def every_draw(seen: SeenState, n: int) -> Iterator[tuple[str, float]]:
    """Each sequence of n letters that may be drawn, and how likely it is."""
    piles = [
        Counter(seen.unseen),
        Counter(seen.discards + seen.turn.cards_used(CARD_SOURCES)),
    ]

    def further(drawn: str, share: float) -> Iterator[tuple[str, float]]:
        if len(drawn) == n:
            yield drawn, share
            return
        pile = piles[len(drawn) >= seen.deck_size]
        total = pile.total()
        for letter, count in list((+pile).items()):
            pile[letter] -= 1
            yield from further(drawn + letter, share * count / total)
            pile[letter] += 1

    return further("", 1.0)


def best_play(seen: SeenState, hand: str, community: str, lexicon: Lexicon) -> float:
    """Dollars, with what the best patent is worth."""
    now = seen.position
    position = Position(hand, community, now.patents, now.opponents, now.money)
    plays = find_plays(position, lexicon, ruleset=seen.ruleset, rank_by=OBJECTIVE, limit=1)
    worth = dict(OBJECTIVE.patents)
    return max(
        (p.margin + max((worth.get(a, 0.0) for a in p.purchasable), default=0.0) for p in plays),
        default=0.0,
    )


def n_drawn(seen: SeenState, kept: str) -> int:
    return len(seen.turn.cards_used(COMMUNITY)) + len(seen.active_seat.hand) - len(kept)


def expected(seen: SeenState, kept: str, lexicon: Lexicon) -> float:
    """Over all draws; the community draws first."""
    left = remove_cards(seen.community, seen.turn.cards_used(COMMUNITY))
    n_missing = len(seen.community) - len(left)
    return sum(
        share * best_play(seen, kept + drawn[n_missing:], left + drawn[:n_missing], lexicon)
        for drawn, share in every_draw(seen, n_drawn(seen, kept))
    )


def check(seen: SeenState, sets: list[str], lexicon: Lexicon, seed: int) -> float:
    """Raises AssertionError unless the means are what is expected; the sum of their errors."""
    rows = next_turns(sets, seen, lexicon, OBJECTIVE, seed)
    errors = rows.std(axis=1, ddof=1) / math.sqrt(rows.shape[1])
    for kept, mean, error in zip(sets, rows.mean(axis=1), errors, strict=True):
        if n_drawn(seen, kept) <= 1:
            assert error == pytest.approx(0)
        assert mean == pytest.approx(expected(seen, kept, lexicon), abs=4 * error + 1e-4)
    return float(errors.sum())


@pytest.mark.parametrize("ruleset", rulesets())
def test_an_exchange_of_few_cards_is_that_of_all_draws(ruleset: Ruleset, lexicon: Lexicon) -> None:
    error = 0.0
    for seed in range(4):
        rng = random.Random(seed)
        state = with_patents(new_game(2, seed, lexicon, ruleset), rng)
        # Of a deck of one card, the second is drawn from the discards.
        seen = with_few_unseen(state, seed % 3)
        hand = seen.active_seat.hand
        some = ["".join(rng.sample(hand, len(hand) - n)) for n in (0, 1, 2)]
        error += check(seen, some, lexicon, seed)
    assert error > 0


@pytest.mark.parametrize("n_deck", [1, 2, 3, 5])
def test_the_community_is_filled_up_before_the_hand(n_deck: int, lexicon: Lexicon) -> None:
    n_checked = 0
    for seed in range(10):
        for state in states_of_a_game(2, seed, lexicon, Ruleset(hand_size=3, community_size=4)):
            used = state.turn.cards_used(CARD_SOURCES)
            n_missing = len(state.turn.cards_used(COMMUNITY))
            if state.phase is Phase.CLEAN_UP and len(used) == 3 and n_missing == 2:
                check(with_few_unseen(state, n_deck), [state.leave], lexicon, seed)
                n_checked += 1
                break
        if n_checked == 3:
            return
    pytest.fail("too few such states")


def test_a_worth_is_the_mean_difference_on_the_same_draws(lexicon: Lexicon) -> None:
    seen = dealt(lexicon, ["AEINORT", "BCDFGHJ"], "STU").seen_by(0)
    sets = ["", "AEINR", "T", "NO"]
    rows = next_turns(sets, seen, lexicon, OBJECTIVE, 8)
    worths = worth_of_keeping(sets, seen, lexicon, OBJECTIVE, 8)
    assert worths[0] == (0, 0)
    for row, (worth, error) in zip(rows[1:], worths[1:], strict=True):
        gains = row - rows[0]
        assert worth == pytest.approx(gains.mean())
        assert error == pytest.approx(gains.std(ddof=1) / math.sqrt(len(gains)))
        assert error > 0
    # A set is appraised on its own: which others are asked for makes no difference.
    assert worth_of_keeping(["T"], seen, lexicon, OBJECTIVE, 8) == [worths[2]]
    assert not np.array_equal(rows, next_turns(sets, seen, lexicon, OBJECTIVE, 2**64 - 1))


# What becomes of candidates ----------------------------------------------------------------------


def candidates(state: GameState, lexicon: Lexicon) -> list[Candidate]:
    return candidates_of(state.seen_by(state.active), lexicon, Evaluation.of(lexicon.digest))


def test_exchanges_are_sampled_and_plays_are_not(lexicon: Lexicon) -> None:
    state = dealt(lexicon, ["AEINORT", "BCDFGHJ"], "STU", patents=["Q", ""])
    seen, evaluation = state.seen_by(0), Evaluation.of(lexicon.digest)
    found = candidates(state, lexicon)
    after = {one.turn.notation: one for one in refined(found, seen, lexicon, evaluation, 3)}
    assert len(after) == len(found)
    totals = [one.turn.equity.total for one in after.values()]
    assert totals == sorted(totals, reverse=True)
    n_sampled = 0
    for before in found:
        new = after[before.turn.notation]
        assert np.array_equal(new.row, before.row)
        if before.turn.play or before.turn.replace or len(before.turn.discards) == 7:
            assert new.turn == before.turn
        else:
            n_sampled += 1
            assert new.turn.equity.leave_se > 0
            assert replace(new.turn.equity, leave=0.0, leave_se=0.0) == replace(
                before.turn.equity, leave=0.0
            )
    assert n_sampled >= 7


@pytest.mark.parametrize("n_players", [2, 5])
def test_at_the_clean_up_every_plan_has_a_sampled_worth(n_players: int, lexicon: Lexicon) -> None:
    states = states_of_a_game(n_players, 5, lexicon, Ruleset())
    state = next(one for one in states if one.phase is Phase.CLEAN_UP and len(one.leave) > 2)
    seen, evaluation = state.seen_by(state.active), Evaluation.of(lexicon.digest)
    # Next turn the patents have one turn less to pay.
    turns = turns_left(seen, evaluation)
    worth = worth_of_patents(seen, evaluation, turns - 1)
    found = refined(candidates(state, lexicon), seen, lexicon, evaluation, 3)
    kept = [remove_cards(state.leave, one.turn.discards) for one in found]
    expected = worth_of_keeping(kept, seen, lexicon, Objective(patents=worth), 3)
    for one, of_leave in zip(found, expected, strict=True):
        assert (one.turn.equity.leave, one.turn.equity.leave_se) == pytest.approx(of_leave)
    assert len(found) > 3
    advised = advise(state, lexicon, playouts=60, seed=3)
    equities = {one.turn.discards: one.turn.equity for one in advised.turns}
    assert equities == {one.turn.discards: one.turn.equity for one in found}


def test_nobody_has_to_lay_words_that_cost_more_than_they_earn() -> None:
    """TEA earns $1, and three letters of an opponent cost $3."""
    lexicon = Lexicon.from_words(["TEA"])
    state = dealt(lexicon, ["BCDFGHJ", "AEINORT"], "TEA", patents=["", "AET"])
    rows = next_turns(["BCD", ""], state.seen_by(0), lexicon, OBJECTIVE, 1)
    assert (rows == 0).all()


def test_in_the_last_turn_nothing_is_sampled(lexicon: Lexicon) -> None:
    hands, patents = ["BCDFGHJ", "AEINORT"], ["", "ABCDFGHLST"]
    state = dealt(lexicon, hands, "KLM", patents=patents, round=4, final_round=4)
    found = candidates(state, lexicon)
    assert found
    assert refined(found, state.seen_by(0), lexicon, Evaluation.of(lexicon.digest), 1) == found
