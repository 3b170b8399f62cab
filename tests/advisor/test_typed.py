"""Turns and tables that somebody types; what notebooks show of advice."""

from __future__ import annotations

import html
import itertools
import math
import random
from dataclasses import replace
from typing import Any

import pytest
from support.selection import quick
from support.simulated_games import rulesets, states_of_a_game, word_list

from letter_tycoon_solver import (
    IllegalPlay,
    InvalidInputError,
    Lexicon,
    Turn,
    TurnKind,
    adjudicate,
    best_turns,
)
from letter_tycoon_solver.advisor import Evaluation, advise, analyze, appraise
from letter_tycoon_solver.advisor.simulation import candidates_of
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
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import PRESETS, Ruleset


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
