"""Every public value, found in what is exported, can be taken apart, copied and pickled."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import itertools
import math
import pickle

import pytest
from support.online import text_of
from test_public_names import exported

import letter_tycoon_solver as lts
from letter_tycoon_solver import advisor, batch, game
from letter_tycoon_solver.evaluation.tables import Evaluation
from letter_tycoon_solver.game import read_online

WORDS = ["CAT", "ACT", "TEA", "TEN", "NET", "TONE", "TONES", "RAIN", "AIR", "ION", "OAT", "EEL"]
KINDS = [
    kind
    for kind in exported().values()
    if inspect.isclass(kind) and dataclasses.is_dataclass(kind) and not inspect.isabstract(kind)
]
VALUES = {kind.__name__ for kind in KINDS if not any(kind in other.__bases__ for other in KINDS)}
"""But for those that only others are made of, such as `Table`."""


@functools.cache
def examples() -> dict[str, object]:
    """By the name of the class a value of each kind: all that these are made of."""
    lexicon = lts.Lexicon.from_words(WORDS)
    position = lts.Position("CATENNO", "AIR", patents="K", opponents=["E", ""])
    start = game.new_game(2, 1, lexicon)
    with pytest.warns(lts.FallbackTablesWarning):
        advice = advisor.advise(start, lexicon, playouts=64, seed=1)
    steps = game.play_out(start, [game.GreedyPlayer(), game.GreedyPlayer()])
    player = advisor.PlayerResult("greedy", 4, 2.0, None, 0.5, None, 0, "", 0.1)
    tracked = game.TrackedGame.start(
        ["Ann", "Bob"], first=0, community="EES", seat="Bob", hand="JWLEANZ", lexicon=lexicon
    )
    tracked.push("exchange ?")
    found: dict[str, object] = {}
    loose = [
        position, lts.OpenTurn(position), list(lts.best_turns(position, lexicon)),
        start, start.seen_by(0), advice, lexicon.skipped, start.scores,
        list(itertools.islice(steps, 60)),
        lts.find_plays(position, lexicon), lts.Objective(), Evaluation.of(lexicon.digest),
        Evaluation.of(lexicon.digest).fitted_for(2),
        batch.solve_batch(batch.Positions.of([position]), lexicon), batch.Deal(3, seed=1),
        survey := batch.survey(200, lexicon, patent_sets="J", seed=0), survey["J"].margin,
        survey["J"].gain_margin, batch.best_possible(lexicon),
        game.CHALLENGE, game.ACCEPT,
        game.DECLINE, game.Action(game.ActionKind.BUY, "A"),
        game.lay(lts.find_plays(position, lexicon)[0].words),
        game.Payment(game.PaymentKind.PAYOUT, None, 0, 3),
        advisor.Summary(
            "Ann", 2, 1, 0.5, 3, 3, 1, 1, 1, 0, 0.8, 0.1, 0.5, 0.1, 2.0, 0.1,
        ),
        advisor.Decision(
            1, 0, advice.best.turn, "", advice.best.turn, 0.5, 0.1, 0.0, 0.0, 3.0, 1.0, 0.0, 0.0, 8,
        ),
        advisor.Purchase(1, 0, advice.best.turn, advice.best.turn),
        advisor.Analysis(("Ann", "Bob"), (), None, None, 1.5, "enable", False),
        batch.BadRow(1, "no cards", 2), tracked.turns, game.SeenDeal(0, "CAT", "E", 1),
        lts.define("AXES"),
        lts.word_payout("YACHT", "K"), read_online(text_of(1), lexicon=lexicon),
        advisor.Tournament(
            (player, player), 4, 4, 0, 20.0, 1, None, 40, start.ruleset, "x", "y",
        ),
        advisor.Limits(3, 60, 0.5, advisor.Loses.TURN),
    ]  # fmt: skip
    while loose:
        value = loose.pop()
        if isinstance(value, list | tuple):
            loose += value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            found.setdefault(type(value).__name__, value)
            loose += [getattr(value, field.name) for field in dataclasses.fields(value)]
    return found


@pytest.mark.parametrize("name", sorted(VALUES))
def test_a_value_is_taken_apart_copied_and_pickled(name: str) -> None:
    value = examples()[name]
    parts = dataclasses.asdict(value)  # type: ignore[call-overload]
    assert list(parts) == [field.name for field in dataclasses.fields(value)]  # type: ignore[arg-type]
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_parts_of_a_game_keep_the_lexicon_whole() -> None:
    state = examples()["GameState"]
    assert isinstance(state, game.GameState)
    parts = dataclasses.asdict(state)
    assert parts["lexicon"] is state.lexicon
    assert parts["ruleset"]["goals"] == {2: 45, 3: 34, 4: 26, 5: 21}


def test_rulesets_with_other_goals_are_other_keys() -> None:
    other = dataclasses.replace(lts.RULEBOOK, goals={2: 30})
    assert len({other, lts.RULEBOOK, lts.Ruleset(goals={2: 30})}) == 2
    assert eval(repr(lts.RULEBOOK.goals)) == dict(lts.RULEBOOK.goals)


def test_a_lexicon_does_not_change() -> None:
    lexicon = lts.Lexicon.from_words(WORDS)
    with pytest.raises(dataclasses.FrozenInstanceError):
        lexicon._origin = "mine"


def test_equal_plans_may_know_nothing_of_the_same() -> None:
    advice = examples()["Advice"]
    assert isinstance(advice, advisor.Advice)
    first = dataclasses.replace(advice.turns[0], win=0.5, win_se=float("nan"))
    again = dataclasses.replace(first, win_se=math.nan)
    assert first == again
    assert hash(first) == hash(again)
    assert first != dataclasses.replace(first, win_se=0.5)
    assert first != first.turn
    assert first.notation == first.turn.notation
    slower = dataclasses.replace(advice, turns=(first, *advice.turns[1:]), seconds=99.0)
    assert slower == dataclasses.replace(advice, turns=(again, *advice.turns[1:]))
    assert slower != advice
