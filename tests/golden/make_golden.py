"""Writes play_counts.csv again:

    PYTHONPATH=tests python tests/golden/make_golden.py

The positions stay and their numbers are found again; look at the difference before it is committed.
Nothing is written unless the oracle in naive.py finds the same numbers for every position.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NamedTuple

from support.strategies import make_rules, naive_plays, words_near

from letter_tycoon_solver import Lexicon, Position, find_plays
from letter_tycoon_solver.rules.ruleset import PRESETS

GOLDEN = Path(__file__).parent / "play_counts.csv"


class Row(NamedTuple):
    """One position on the default list.

    position   its notation
    ruleset    the name of a preset
    plays      how many words and pairs of words there are
    variants   how many different plays
    best       the notation of the best play by margin
    """

    position: str
    ruleset: str
    plays: int
    variants: int
    best: str


def read_golden() -> list[Row]:
    """The rows of the file."""
    with GOLDEN.open(encoding="ascii", newline="") as file:
        return [
            Row(position, ruleset, int(plays), int(variants), best)
            for position, ruleset, plays, variants, best in list(csv.reader(file))[1:]
        ]


def find_row(position: str, ruleset: str, lexicon: Lexicon) -> Row:
    """Count the plays of the solver."""
    found = find_plays(Position.parse(position), lexicon, ruleset=PRESETS[ruleset])
    best = found[0].notation if len(found) else ""
    return Row(position, ruleset, len(found), found.n_legal, best)


def count_by_naive(row: Row) -> tuple[int, int]:
    """Count words and pairs, and plays, by the oracle."""
    position, rules = Position.parse(row.position), make_rules(PRESETS[row.ruleset])
    plays = naive_plays(position, words_near(position.hand + position.community, 2), rules)
    return len({play.words for play in plays}), len({play.variant for play in plays})


def main() -> None:
    """Finds the numbers, checks them, and writes the file."""
    lexicon = Lexicon.load()
    rows = [find_row(row.position, row.ruleset, lexicon) for row in read_golden()]
    for row in rows:
        if count_by_naive(row) != (row.plays, row.variants):
            sys.exit(f"the oracle finds {count_by_naive(row)} for {row}")
    with GOLDEN.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
