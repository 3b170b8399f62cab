"""Compile the kernels before the tests, so that their processes find them compiled.

    python warm_up.py PART

The parts are below; the others need the kernels of `plays`, and can then run two at a time.
Everything uses the public doors, so the tests find the compiled code in its usual place.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Final

import letter_tycoon_solver as lts

WORDS: Final = Path(__file__).parents[2] / "wordlists" / "common.txt"
LONGEST: Final = 5
"""The longest words: enough of them to end games, few enough to compile at once."""
POSITION: Final = lts.Position("JWLEANZ", "EES", patents="KVXZ", opponents=["E", ""])


def plays(lexicon: lts.Lexicon) -> None:
    lts.find_plays(POSITION, lexicon)
    lts.best_turns(POSITION, lexicon)


def bulk(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.batch import Deal, solve_batch, survey

    solve_batch(Deal(10, seed=1), lexicon)
    solve_batch([POSITION], lexicon, count=True)
    solve_batch([POSITION], lexicon, rank_by="equity")
    survey(10, lexicon, patent_sets="Q")


def tables(lexicon: lts.Lexicon) -> None:
    """Compile the functions that read and deal, and games with a log."""
    from letter_tycoon_solver.advisor import Evaluation
    from letter_tycoon_solver.advisor.training.self_play import SamePolicy, SelfPlay
    from letter_tycoon_solver.advisor.training.value_games import ValueGames
    from letter_tycoon_solver.batch import Deal, read_positions

    list(read_positions(io.StringIO("hand\nCAT\n")))
    Deal(1, seed=1, players=2, patents=1).positions()
    _ = lts.find_plays(POSITION, lexicon, limit=1).n_legal
    evaluation = Evaluation.of(lexicon.digest)
    list(SelfPlay(2, SamePolicy(evaluation), seed=1).play(1, lexicon, None))
    ValueGames(2, evaluation, seed=1).play(1, lexicon, None)


def advice(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.advisor import advise
    from letter_tycoon_solver.game import new_game

    advise(new_game(2, seed=1, lexicon=lexicon), lexicon, playouts=10)


def games(lexicon: lts.Lexicon) -> None:
    """Compile whole games, and games turn by turn, which only tests call."""
    from support.simulated_games import SimulatedGame, simulation_of

    from letter_tycoon_solver.advisor import StaticPlayer
    from letter_tycoon_solver.advisor.expectation import worth_of_keeping
    from letter_tycoon_solver.game import new_game, play_out

    state = new_game(2, seed=1, lexicon=lexicon)
    worth_of_keeping(["A"], state.seen_by(0), lexicon, lts.Objective(), 1)
    for _ in play_out(state, [StaticPlayer(), StaticPlayer()]):
        pass
    game = SimulatedGame(simulation_of(state, lexicon, seed=1), lexicon, state)
    game.deal(0)
    next(game.play())


def hints_in_browsers(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.search import for_browser

    for_browser.kernel(lexicon)


def advice_in_browsers(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.advisor import for_browser

    for_browser.kernel(lexicon)


PARTS: Final[dict[str, Callable[[lts.Lexicon], None]]] = {
    part.__name__: part
    for part in (plays, bulk, advice, tables, games, hints_in_browsers, advice_in_browsers)
}


def short_words() -> lts.Lexicon:
    warnings.simplefilter("ignore", lts.FallbackTablesWarning)
    words = WORDS.read_text("ascii").split()
    return lts.Lexicon.from_words(word for word in words if 3 <= len(word) <= LONGEST)


if __name__ == "__main__":
    PARTS[sys.argv[1]](short_words())
