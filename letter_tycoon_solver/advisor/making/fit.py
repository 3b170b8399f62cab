"""Fits to matches what no survey says, and adds it to tables of static evaluation; see matches.py.

    python -m letter_tycoon_solver.advisor.making.fit --lexicon enable --deals 12000 --seed 1

The step after tables.py: it takes the file of the tables, fits the numbers for each number of
players anew, and writes them to the same file, with the matches that decided which are kept.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..._version import __version__
from ...cards import parse_whole
from ...errors import InvalidInputError, LetterTycoonError
from ...evaluation.tables import PLAYERS, Evaluation
from ...lexicon import Lexicon
from .matches import DIGITS, FittedMatch, Fitter
from .tables import MAX_GAMES, MAX_SEED, path_of, write

LEAST_DEALS: Final = 4


def fit_all(
    evaluation: Evaluation,
    lexicon: Lexicon,
    deals: int,
    seed: int,
    executor: Executor | None = None,
) -> Iterator[FittedMatch]:
    """For each number of players what fits, and how it does in fresh deals.

    Args:
        evaluation: the tables; what was fitted to them before is left out.
        lexicon: the words that are played.
        deals: of each regression, at least LEAST_DEALS.
        seed: of all that is random.
        executor: as of `survey`; the numbers do not depend on it.

    Raises:
        InvalidInputError: a number is out of range.
    """
    parse_whole(deals, "deals", LEAST_DEALS, MAX_GAMES)
    parse_whole(seed, "seed", 0, MAX_SEED)
    unfitted = replace(evaluation, fitted={})
    for n_players in PLAYERS:
        # No two runs have the same deals, here and in tables.py.
        seeds = itertools.count(seed * 2**16 + 2**12 * n_players)
        yield Fitter(unfitted, n_players, deals, seeds, lexicon, executor).fit()


def to_file_content(
    content: dict[str, object], found: Sequence[FittedMatch], deals: int, seed: int
) -> dict[str, object]:
    """What the file holds: as before, with what was fitted, and how."""
    tables = Evaluation.from_dict(content)
    fitted = {match.n_players: match.fitted for match in found if match.is_clear}
    return {
        **content,
        **replace(tables, fitted=fitted).to_dict(),
        "fitted_by": {
            "command": (
                "python -m letter_tycoon_solver.advisor.making.fit"
                f" --lexicon {tables.name} --deals {deals} --seed {seed}"
            ),
            "version": __version__,
            "deals": deals,
            "seed": seed,
        },
        "fitted_against_unfitted": [
            {"players": match.n_players, **match.result.to_dict(DIGITS)} for match in found
        ],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m letter_tycoon_solver.advisor.making.fit",
        description="Fit to matches what abilities are worth, in the tables of a lexicon.",
    )
    parser.add_argument("--lexicon", default="enable", help="enable, common or a file of words")
    parser.add_argument("--deals", type=int, default=12_000, help="of each regression")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--file", type=Path, help="of the tables; by default that of the package")
    given = parser.parse_args(arguments)
    try:
        lexicon = Lexicon.load(given.lexicon)
        path = given.file or path_of(lexicon)
        evaluation = Evaluation.load(path)
        if evaluation.digest != lexicon.digest:
            raise InvalidInputError(
                f"{path} has the tables of {evaluation.name}; give those of {lexicon.name}"
            )
        found = list(fit_all(evaluation, lexicon, given.deals, given.seed))
        content = json.loads(path.read_text("utf-8"))
        write(to_file_content(content, found, given.deals, given.seed), path)
    except (LetterTycoonError, OSError, ValueError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
