"""Turns that are typed, appraised; what notebooks show of advice."""

from __future__ import annotations

import html
import itertools
from dataclasses import replace

import pytest
from support.simulated_games import rulesets, states_of_a_game, word_list

from letter_tycoon_solver import IllegalPlay, InvalidInputError, Lexicon, Turn, TurnKind
from letter_tycoon_solver.advisor import Evaluation, advise, analyze, appraise
from letter_tycoon_solver.advisor.simulation import candidates_of
from letter_tycoon_solver.game import (
    ACCEPT,
    Game,
    GameState,
    GreedyPlayer,
    IllegalAction,
    Phase,
    new_game,
    play_out,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning"),
]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


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


def test_a_star_stands_for_all_cards(lexicon: Lexicon) -> None:
    state = new_game(2, 1, lexicon)
    hand = state.active_seat.hand
    turn = appraise("exchange *", state)
    assert turn == appraise(f"exchange {hand}", state)
    assert (turn.discards, turn.leave) == (hand, "")


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


def test_a_plan_is_pushed_as_it_is_printed(lexicon: Lexicon) -> None:
    state = new_game(2, 4, lexicon)
    for plan in candidates(state)[:20]:
        told, done = (Game.from_state(state, ["Ann", "Bob"]) for _ in range(2))
        while told.state.active == state.active:
            phase = told.state.phase
            is_asked = told.state.to_act == state.active
            told.push(plan.notation if is_asked else "accept")
            done.push(plan if is_asked else ACCEPT)
            assert (done.state, phase) == (told.state, phase)


def test_what_cannot_be_is_refused(lexicon: Lexicon) -> None:
    state = new_game(2, 4, lexicon)
    hand = state.active_seat.hand
    missing = next(letter for letter in "ABCDEFGH" if letter not in hand)
    with pytest.raises(IllegalAction):
        appraise(f"exchange {missing}", state)
    with pytest.raises(IllegalAction):
        appraise(f"replace {hand[0]}", state)
    with pytest.raises(IllegalAction):
        appraise("accept", state)
    with pytest.raises(IllegalPlay):
        appraise("ZZZ", state)
    with pytest.raises(InvalidInputError, match="no words"):
        appraise("buy A", state)
    with pytest.raises(InvalidInputError):
        appraise("exchange nothing", state.seen_by(1 - state.active))
    with pytest.raises(InvalidInputError):
        appraise("exchange nothing", None)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="cards"):
        appraise("exchange nothing", replace(state, deck=""))


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
    enough = advise(game.state, lexicon, playouts=20_000)
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
    assert analysis.costliest() == ()
    assert "<li>" not in shown
    first = analysis.decisions[0]
    other = Turn(TurnKind.EXCHANGE)
    bad = replace(first, best=other, win_loss=0.5, win_loss_se=0.01)
    shown = replace(analysis, decisions=(bad,))._repr_html_()
    assert shown.count("<li>") == 1
    assert "would have won 50.0 ± 1.0 % more</li>" in shown
    if game.states[0].active == 0:
        assert "A&lt;b&gt;" in shown
    assert "<b>" not in shown
    state = game.states[0]
    seen = state.seen_by(1)._repr_html_()
    assert state.seats[1].hand in seen
    assert state.seats[0].hand not in seen
    assert state.seats[0].hand in state._repr_html_()
    assert f"Community {state.community}" in seen
    laid = next(state for state in game.states if state.turn.play)
    assert "On the table: " in laid._repr_html_()
