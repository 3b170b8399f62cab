"""The computers of the page choose as those of the library."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from letter_tycoon_solver import Lexicon, best_turns
from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.advisor.players import LevelPlayer, weights_of
from letter_tycoon_solver.advisor.simulation import (
    BEST,
    EASY,
    HARD,
    MEDIUM,
    Candidate,
    Level,
    candidates_of,
)
from letter_tycoon_solver.game import Phase, SeenState, new_game, play_out
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.rules.turn import Turn
from letter_tycoon_solver.web.plans import plan_json

VIEWS: Final = [400, pytest.param(2_000, marks=pytest.mark.soak)]
A_GAME: Final = 10
SAME: Final = 1e-9
CHANCES: Final = (0.0, 0.3, 0.75, 0.999)
LEVELS: Final = {"easy": EASY, "medium": MEDIUM, "hard": HARD, "best": BEST}


@pytest.fixture(scope="module", params=VIEWS)
def seen(request: pytest.FixtureRequest, lexicon: Lexicon) -> list[tuple[str, SeenState]]:
    """The views that all levels choose in."""
    return list(views(lexicon, request.param))


_last: list[Any] = [(), []]


def candidates_once(*asked: Any) -> list[Candidate]:
    """The candidates of a view, which are the same for each chance: found once."""
    if list(map(id, asked)) != list(map(id, _last[0])):
        _last[:] = [asked, candidates_of(*asked)]
    return list(_last[1])


class Choosing(LevelPlayer):
    """Takes the turn of a chance that is given."""

    def __init__(self, level: Level, chance: float) -> None:
        super().__init__(level)
        self._given = chance

    def _chance(self, seen: SeenState) -> float:  # noqa: ARG002 (it is given)
        return self._given


def views(lexicon: Lexicon, n: int) -> Iterator[tuple[str, SeenState]]:
    """So many views at the start of a turn, of 2 to 5 players by each ruleset, with its name."""
    rng = random.Random(37)
    names = [*PRESETS]
    for number in range(math.ceil(n / A_GAME)):
        name, n_players = names[number % len(names)], 2 + number % 4
        start = new_game(n_players, number, lexicon, PRESETS[name])
        states = [start, *(state for _, state in play_out(start, [StaticPlayer()] * n_players))]
        turns = [state for state in states if state.phase is Phase.START]
        # What is seldom comes first: cards for Q, and the last turns.
        odd = [one for one in turns if one.turn.replaced or one.final_round is not None][-4:]
        odd += [one for one in turns if "Q" in one.active_seat.patents][:2]
        for state in [*odd, *rng.sample(turns, A_GAME - len(odd))]:
            yield name, state.seen_by(state.active)


def asked(name: str, seen: SeenState) -> dict[str, Any]:
    """The question for a view: see Asked in computers.js."""
    you, *rivals = (seen.seats[at] for at in seen.clockwise_from(seen.active))
    turn = seen.open_turn
    table = {
        "hand": you.hand,
        "community": seen.community,
        "patents": you.patents,
        "money": you.money,
        "stock": you.stock,
        "opponents": [
            {"patents": rival.patents, "money": rival.money, "stock": rival.stock}
            for rival in rivals
        ],
        "replaced": bool(seen.turn.replaced),
        "ruleset": name,
    }
    known = {"draws": turn.draws, "returned": turn.returned}
    return {"table": table, "rounds": turn.rounds_left, **known}


def wanted(seen: SeenState, lexicon: Lexicon, name: str) -> dict[str, Any]:
    """The choices of the library: see choices.mjs."""
    level = LEVELS[name]
    tables = level.tables(lexicon)
    if level is BEST:
        turns: list[Turn] = [best_turns(seen.open_turn, lexicon, ruleset=seen.ruleset)[0]]
        weights, taken = [1.0], [turns[0].notation] * len(CHANCES)
    else:
        found = candidates_once(seen, level.known(lexicon), tables)
        turns = [candidate.turn for candidate in found]
        weights = weights_of([turn.equity.total for turn in turns], level.temperature)
        taken = [Choosing(level, chance).turn(seen).notation for chance in CHANCES]
    return {
        "plans": [msgspec.to_builtins(plan_json(turn, seen.position)) for turn in turns],
        "weights": weights,
        "taken": taken,
    }


def is_same(one: Any, other: Any) -> bool:
    """True for the same plain data, numbers to a billionth."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=0, abs_tol=SAME)
    return bool(one == other)


def check(
    site: Path, folder: Path, lexicon: Lexicon, level: str, seen: list[tuple[str, SeenState]]
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node for the modules of the site; install it with: apt-get install nodejs")
    for root in (site, folder):
        (root / "package.json").write_text('{"type": "module"}')
    module = resources.files("letter_tycoon_solver") / "web" / "table" / "computers.js"
    (folder / "computers.js").write_bytes(module.read_bytes())
    kinds = {bool(view.turn.replaced) for _, view in seen}
    assert kinds == {True, False}
    assert any(one.final_round is not None for _, one in seen)
    questions: list[dict[str, Any]] = [
        {"asked": asked(name, view), "computer": level, "chances": CHANCES} for name, view in seen
    ]
    done = subprocess.run(
        [node, Path(__file__).with_name("choices.mjs"), site, folder / "computers.js"],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    kinds_of_turns = set()
    for (_, view), question, told in zip(seen, questions, answers, strict=True):
        right = wanted(view, lexicon, level)
        assert is_same(right, told), (question, right["plans"][:2], told["plans"][:2])
        kinds_of_turns |= {bool(plan["replace"]) for plan in right["plans"]}
    assert kinds_of_turns == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_computers_choose_as_those_of_the_library(
    static_site: Path,
    tmp_path: Path,
    lexicon: Lexicon,
    seen: list[tuple[str, SeenState]],
    monkeypatch: pytest.MonkeyPatch,
    level: str,
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.advisor.players.candidates_of", candidates_once)
    check(static_site, tmp_path, lexicon, level, seen)
