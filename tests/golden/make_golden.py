"""Writes play_counts.csv again:

    PYTHONPATH=tests python tests/golden/make_golden.py [--new]

Without --new the positions stay and their numbers are found again; look at the difference before
it is committed. With --new the positions are drawn again. Nothing is written unless the oracle in
naive.py finds the same numbers for every position.
"""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path
from typing import NamedTuple

from oracle import naive
from support.strategies import ABILITIES, make_rules, random_position, words_near

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
            Row(
                row["position"],
                row["ruleset"],
                int(row["plays"]),
                int(row["variants"]),
                row["best"],
            )
            for row in csv.DictReader(file)
        ]


def find_row(position: str, ruleset: str, lexicon: Lexicon) -> Row:
    """Count the plays of the solver."""
    found = find_plays(Position.parse(position), lexicon, ruleset=PRESETS[ruleset])
    best = found[0].notation if len(found) else ""
    return Row(position, ruleset, len(found), found.n_legal, best)


def count_by_naive(row: Row) -> tuple[int, int]:
    """Count words and pairs, and plays, by the oracle."""
    position, rules = Position.parse(row.position), make_rules(PRESETS[row.ruleset])
    plays = naive.all_plays(
        position.hand,
        position.community,
        position.patents,
        position.opponents,
        position.money,
        words_near(position.hand + position.community, 2),
        rules.naive,
    )
    return len({play.words for play in plays}), len({play.variant for play in plays})


def new_positions() -> list[tuple[str, str]]:
    """50 positions with a ruleset each: 20 without V, 20 with V, 10 with V and few cards."""
    rng = random.Random(50)
    chosen = []
    for number in range(50):
        abilities = "".join(a for a in ABILITIES if a != "V" and rng.random() < 0.5)
        abilities += "" if number < 20 else "V"
        n_hand, n_community = (7, 3) if number < 40 else (rng.randint(3, 6), 2)
        position = random_position(rng, abilities, n_hand, n_community)
        chosen.append((position.notation, rng.choice(sorted(PRESETS))))
    return chosen


def main(arguments: list[str]) -> None:
    """Finds the numbers, checks them, and writes the file."""
    lexicon = Lexicon.load()
    if arguments == ["--new"]:
        positions = new_positions()
    else:
        positions = [(row.position, row.ruleset) for row in read_golden()]
    rows = [find_row(position, ruleset, lexicon) for position, ruleset in positions]
    for row in rows:
        if count_by_naive(row) != (row.plays, row.variants):
            sys.exit(f"the oracle finds {count_by_naive(row)} for {row}")
    with GOLDEN.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
