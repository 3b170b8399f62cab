"""Public values can be taken apart, copied, pickled and shown; lexicons are taken by name."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import itertools
import math
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from test_fuzz import new_fuzzer, tidy
from test_public_names import exported

import letter_tycoon_solver as lts
from letter_tycoon_solver import advisor, game
from letter_tycoon_solver._html import SHOWN
from letter_tycoon_solver.advisor import advise, analyze, tournament
from letter_tycoon_solver.batch import Deal, best_possible, iter_solve_batch, solve_batch, survey

WORDS = ["CAT", "ACT", "TEA", "TEN", "NET", "TONE", "TONES", "RAIN", "AIR", "ION", "OAT", "EEL"]
KINDS = [
    kind
    for kind in exported().values()
    if inspect.isclass(kind) and dataclasses.is_dataclass(kind) and not inspect.isabstract(kind)
]
VALUES = {kind.__name__ for kind in KINDS if not any(kind in other.__bases__ for other in KINDS)}
"""But for those that only others are made of, such as `Table`."""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """By the name of the class a value of each kind: what the fuzzer gives, and its parts."""
    fuzzer = new_fuzzer(tmp_path_factory.mktemp("values"))
    loose = [make() for make in fuzzer.instances.values()]
    for open_one in loose:
        tidy(open_one)
    loose += itertools.chain.from_iterable(fuzzer.valid.values())
    found: dict[str, object] = {}
    while loose:
        value = loose.pop()
        if isinstance(value, list | tuple):
            loose += value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            found.setdefault(type(value).__name__, value)
            loose += [getattr(value, field.name) for field in dataclasses.fields(value)]
    return found


@pytest.mark.parametrize("name", sorted(VALUES))
def test_a_value_is_taken_apart_copied_and_pickled(examples: dict[str, object], name: str) -> None:
    value = examples[name]
    parts = dataclasses.asdict(value)  # type: ignore[call-overload]
    assert list(parts) == [field.name for field in dataclasses.fields(value)]  # type: ignore[arg-type]
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_parts_of_a_game_keep_the_lexicon_whole() -> None:
    state = game.new_game(2, 1, lts.Lexicon.from_words(WORDS))
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


def test_equal_plans_may_know_nothing_of_the_same(examples: dict[str, object]) -> None:
    advice = examples["Advice"]
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


# Values as tables, as notebooks show them --------------------------------------------------------


POSITION = lts.Position("JWLEANZ", "EES", patents="K", opponents=["E", ""], money=3)


def rows(shown: str) -> list[list[str]]:
    """The texts of the cells of the first table."""
    table = shown[: shown.index("</table>")]
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in table.split("<tr>")[1:]]


@pytest.fixture(scope="module")
def lexicon() -> lts.Lexicon:
    return lts.Lexicon.from_words(["JEWELS", "LAWNS", "JAW", "EEL", "ZEAL"])


def test_the_first_of_many_positions(lexicon: lts.Lexicon) -> None:
    solved = solve_batch(Deal(SHOWN + 3, seed=1), lexicon)
    shown = solved._repr_html_()
    assert [row[0] for row in rows(shown)[1:]] == [of.hand for of in solved.positions[:SHOWN]]
    assert shown.endswith("<p>... and 3 more</p>")
    assert "more" not in solved[:SHOWN]._repr_html_()
    for cells, plays in zip(rows(shown)[1:], solved, strict=False):
        assert cells[2] == (plays[0].notation if plays else "-")


def test_a_survey(lexicon: lts.Lexicon) -> None:
    found = survey(200, lexicon, seed=1, patent_sets=["none", "K"])
    headers, none, k = rows(found._repr_html_())
    assert headers == ["Patents", "Hands", "Margin", "More than without"]
    assert (none[0], k[0], k[1]) == ("none", "K", "200")
    assert k[2].startswith(f"{found['K'].margin.mean:.2f} ± ")


# Every call that takes a lexicon takes its name or its path as well ------------------------------


FEW_WORDS = ["CAT", "CATS", "DOG", "EAT", "TEA", "SEE", "EASE", "AREA", "TREE"]
ASKED = lts.Position("CATSEEA", "RTO", "K", ["E"])
CALLS: dict[str, Callable[[lts.Lexicon | str], object]] = {
    "find_plays": lambda lexicon: list(lts.find_plays(ASKED, lexicon)),
    "best_turns": lambda lexicon: list(lts.best_turns(ASKED, lexicon)),
    "solve_batch": lambda lexicon: solve_batch([ASKED], lexicon),
    "iter_solve_batch": lambda lexicon: list(iter_solve_batch(Deal(9, seed=1), lexicon)),
    "survey": lambda lexicon: survey(9, lexicon, seed=1, patent_sets="K").to_rows(),
    "best_possible": lambda lexicon: best_possible(lexicon, limit=2).plays,
    "advise": lambda lexicon: advise(_game().state, lexicon, playouts=8),
    "analyze": lambda lexicon: analyze(_game(), lexicon, playouts=8).decisions,
    "tournament": lambda lexicon: tournament("random,greedy", 2, lexicon, seed=1).players,
}


def _game() -> game.Game:
    played = game.Game(["Ann", "Ben"], seed=3, lexicon=FEW_WORDS)
    played.push("exchange nothing")
    return played


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")
def test_a_path_is_the_same_as_the_lexicon(name: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(FEW_WORDS), "utf-8")
    assert CALLS[name](str(path)) == CALLS[name](lts.Lexicon.load(path))
