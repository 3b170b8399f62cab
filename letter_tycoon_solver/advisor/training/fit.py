"""Fit the numbers that no survey can find, and add them to the tables; see matches.py.

    python -m letter_tycoon_solver.advisor.training.fit --lexicon enable --players 2 \
        --deals 12000 --seed 1

This step follows tables.py. It takes the file of the tables, fits the numbers for one number of
players anew, and writes them to the same file, with the match that decided if they are kept.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ..._version import __version__
from ...errors import InvalidInputError, show_text
from ...evaluation.tables import PLAYERS, Evaluation
from ...lexicon import Lexicon
from ...rules.cards import parse_whole
from .matches import DIGITS, FittedMatch, Fitter
from .tables import MAX_GAMES, MAX_SEED, path_of, say_what_was_made, write

LEAST_DEALS: Final = 4


def fit(
    evaluation: Evaluation,
    n_players: int,
    deals: int,
    seed: int,
    lexicon: Lexicon,
    executor: Executor | None = None,
) -> FittedMatch:
    """Fit the numbers for one number of players, and test them in fresh deals.

    Args:
        evaluation: the tables; numbers fitted to them earlier make no difference.
        n_players: the players at the table, 2 to 5.
        deals: the deals of each regression, at least LEAST_DEALS.
        seed: the seed of everything random.
        lexicon: the words that are played.
        executor: as for `survey`; the numbers do not depend on it.

    Raises:
        InvalidInputError: a number is out of range.
    """
    n_players = parse_whole(n_players, "players", PLAYERS[0], PLAYERS[-1])
    deals = parse_whole(deals, "deals", LEAST_DEALS, MAX_GAMES)
    # No two runs may have the same deals, here and in tables.py.
    first = parse_whole(seed, "seed", 0, MAX_SEED) * 2**16 + 2**12 * n_players
    unfitted = replace(evaluation, fitted={})
    return Fitter(unfitted, n_players, deals, itertools.count(first), lexicon, executor).fit()


def to_file_content(
    content: dict[str, Any], found: FittedMatch, deals: int, seed: int
) -> dict[str, Any]:
    """Return the file's old content, with the method and, if they win, the fitted numbers."""
    tables = Evaluation.from_dict(content)
    fitted = {n: of_n for n, of_n in tables.fitted.items() if n != found.n_players}
    if found.is_clear:
        fitted[found.n_players] = found.fitted
    made = {
        "command": (
            "python -m letter_tycoon_solver.advisor.training.fit"
            f" --lexicon {tables.name} --players {found.n_players} --deals {deals} --seed {seed}"
        ),
        "version": __version__,
        "deals": deals,
        "seed": seed,
        "is_kept": found.is_clear,
        "against_unfitted": found.result.to_dict(DIGITS),
    }
    made_by = {**content.get("fitted_by", {}), str(found.n_players): made}
    return {
        **content,
        **replace(tables, fitted=dict(sorted(fitted.items()))).to_dict(),
        "fitted_by": dict(sorted(made_by.items())),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m letter_tycoon_solver.advisor.training.fit",
        description="Fit tables of static evaluation to matches, for a number of players.",
    )
    parser.add_argument("--lexicon", default="enable", help="enable, common or a file of words")
    parser.add_argument("--players", type=int, default=2, help="how many are at the table")
    parser.add_argument("--deals", type=int, default=12_000, help="of each regression")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--file", type=Path, help="of the tables; by default that of the package")
    given = parser.parse_args(arguments)

    def make() -> Path:
        lexicon = Lexicon.load(given.lexicon)
        path: Path = given.file or path_of(lexicon)
        evaluation = Evaluation.load(path)
        if evaluation.digest != lexicon.digest:
            raise InvalidInputError(
                f"{show_text(path)} has the tables of {evaluation.name}; give those of"
                f" {lexicon.name}"
            )
        found = fit(evaluation, given.players, given.deals, given.seed, lexicon)
        content = json.loads(path.read_text("utf-8"))
        write(to_file_content(content, found, given.deals, given.seed), path)
        return path

    return say_what_was_made(parser, make)


if __name__ == "__main__":
    sys.exit(main())
