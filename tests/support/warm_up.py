"""Compiles the kernels before the tests, so that their processes find them compiled.

    python warm_up.py plays|bulk|advice

The others need what `plays` compiles, and can then run at the same time. Everything goes through
the public doors, so the compiled code is where the tests look for it.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Final

import letter_tycoon_solver as lts

WORDS: Final = Path(__file__).parents[2] / "wordlists" / "common.txt"
LONGEST: Final = 5
"""Enough words for games that end, few enough to compile at once."""
POSITION: Final = lts.Position("JWLEANZ", "EES", patents="KVXZ", opponents=["E", ""])


def plays(lexicon: lts.Lexicon) -> None:
    lts.find_plays(POSITION, lexicon)


def bulk(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.batch import Deal, solve_batch, survey

    solve_batch(Deal(10, seed=1), lexicon)
    solve_batch([POSITION], lexicon, count=True)
    survey(10, lexicon, patent_sets="Q")


def advice(lexicon: lts.Lexicon) -> None:
    from letter_tycoon_solver.advisor import advise
    from letter_tycoon_solver.game import new_game

    advise(new_game(2, seed=1, lexicon=lexicon), lexicon, playouts=10)


PARTS: Final[dict[str, Callable[[lts.Lexicon], None]]] = {
    part.__name__: part for part in (plays, bulk, advice)
}


if __name__ == "__main__":
    warnings.simplefilter("ignore", lts.FallbackTablesWarning)
    words = [word for word in WORDS.read_text("ascii").split() if 3 <= len(word) <= LONGEST]
    PARTS[sys.argv[1]](lts.Lexicon.from_words(words))
