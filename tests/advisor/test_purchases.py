"""Purchases of players whose hands are not known: which are judged, and how."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator

import pytest
from oracle.naive_turns import evaluation_of
from support.decisions import analysis_of, played
from support.games import all_rulesets, short_words
from support.online import read, text_of
from support.selection import quick
from support.told import NAMES, engine_steps, follow

from letter_tycoon_solver import Equity, Turn
from letter_tycoon_solver.advisor import Evaluation, Purchase, Verdict, analyze
from letter_tycoon_solver.advisor.decisions import (
    BLUNDER_DOLLARS,
    MISTAKE_DOLLARS,
    Offer,
    judge_purchase,
    played_in,
)
from letter_tycoon_solver.game import Action, Buy, Decline, Game, GameState
from letter_tycoon_solver.game.actions import purchasable

RULESETS = all_rulesets()
UNKNOWN_IN_HAND = 2
"""The seed of a game online in whose log a card of a hand never comes up."""


def decisions(steps: list[tuple[Action, GameState]]) -> Iterator[tuple[GameState, str]]:
    """Each state in which a patent could be bought, and what was."""
    for (_, before), (action, _) in itertools.pairwise(steps):
        if isinstance(action, Buy | Decline):
            yield before, action.letter if isinstance(action, Buy) else ""


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
        for state, bought in decisions(steps)
        if state.turn.play is not None
    ]
    assert true
    for seat in (None, *range(n_players)):
        told = follow(steps, seat, sees_discards=bool(seed % 2), chance=random.Random(seed))
        found = played_in(told).offers
        assert [what(offer) for offer in found] == [one for one in true if one[1] != seat]


def test_none_of_a_game_whose_hands_are_all_known() -> None:
    found = read(text_of(1)).record
    assert isinstance(found, Game)
    assert played_in(found).choices
    assert played_in(found).offers == ()


def test_of_hands_with_a_card_that_nobody_knows() -> None:
    found = read(text_of(UNKNOWN_IN_HAND)).record
    assert isinstance(found, Game)
    assert found.guesses
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
    for (state, bought), purchase in zip(decisions(steps), found, strict=True):
        worth = worth_of_patents(state, evaluation)
        best = max(worth[letter] for letter in ("", *purchasable(state)))
        assert purchase.loss == pytest.approx(best - worth[bought], abs=1e-4)
        assert worth[purchase.best.buy] == pytest.approx(best, abs=1e-4)
        assert (purchase.round, purchase.player) == (state.round, state.active)
        losses.append(purchase.loss)
    assert max(losses) > 0


def worth_of_patents(state: GameState, evaluation: Evaluation) -> dict[str, float]:
    owners = [state.seats[player].patents for player in state.clockwise_from(state.active)]
    left = None if state.final_round is None else state.final_round - state.round
    plain = evaluation_of(evaluation.to_dict(), owners, "", state.goal, left)
    return {"": 0.0, **plain.patents}


def test_analyze_judges_them_and_only_of_the_players_asked_for() -> None:
    steps = engine_steps(1, 3, RULESETS[7])
    told = follow(steps, None, sees_discards=False, chance=random.Random(1))
    found = analyze(told, short_words())
    assert found.decisions == ()
    assert {one.player for one in found.purchases} == {0, 1, 2}
    assert len(found.purchases) == len(played_in(told).offers)
    of_one = analyze(told, short_words(), players=[1]).purchases
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
    assert "&lt;Ben&gt;" in shown
    assert "JEWeLs, buy J" in shown
    assert "19.5" in shown
    assert "Lost $" not in without._repr_html_().rpartition("Score %")[2]
