"""Every call that takes a lexicon takes its name or its path as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from letter_tycoon_solver import Lexicon, LexiconError, Position, best_turns, find_plays
from letter_tycoon_solver.advisor import advise, analyze, tournament
from letter_tycoon_solver.batch import (
    Deal,
    best_possible,
    iter_solve_batch,
    solve_batch,
    survey,
)
from letter_tycoon_solver.game import Game

WORDS = ["CAT", "CATS", "DOG", "EAT", "TEA", "SEE", "EASE", "AREA", "TREE"]
POSITION = Position("CATSEEA", "RTO", "K", ["E"])
CALLS: dict[str, Callable[[Lexicon | str], object]] = {
    "find_plays": lambda lexicon: list(find_plays(POSITION, lexicon)),
    "best_turns": lambda lexicon: list(best_turns(POSITION, lexicon)),
    "solve_batch": lambda lexicon: solve_batch([POSITION], lexicon),
    "iter_solve_batch": lambda lexicon: list(iter_solve_batch(Deal(9, seed=1), lexicon)),
    "survey": lambda lexicon: survey(9, lexicon, seed=1, patent_sets="K").to_rows(),
    "best_possible": lambda lexicon: best_possible(lexicon, limit=2).plays,
    "advise": lambda lexicon: advise(_game().state, lexicon, playouts=8),
    "analyze": lambda lexicon: analyze(_game(), lexicon, playouts=8).decisions,
    "tournament": lambda lexicon: tournament("random,greedy", 2, lexicon, seed=1).players,
}


def _game() -> Game:
    game = Game(["Ann", "Ben"], seed=3, lexicon=WORDS)
    game.push("exchange nothing")
    return game


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")
def test_a_path_is_the_same_as_the_lexicon(name: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS), "utf-8")
    assert CALLS[name](str(path)) == CALLS[name](Lexicon.load(path))


@pytest.mark.parametrize("name", CALLS)
def test_a_list_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(LexiconError, match="nowhere"):
        CALLS[name]("nowhere")
