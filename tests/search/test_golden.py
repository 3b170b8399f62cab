"""Play counts of 50 fixed positions on the default list: golden/play_counts.csv.

The file is written by make_golden.py, which checks all of it against the naive oracle.
"""

from __future__ import annotations

import pytest
from golden.make_golden import Row, count_by_naive, find_row, read_golden
from support.no_jit import NO_JIT
from support.selection import quick

from letter_tycoon_solver import Lexicon

ROWS = read_golden()
# In plain Python the others take many seconds each.
FAST = [row for row in ROWS if row.variants < 2000] if NO_JIT else ROWS


@pytest.mark.parametrize("row", FAST, ids=lambda row: f"{row.position} {row.ruleset}")
def test_play_counts(row: Row) -> None:
    assert find_row(row.position, row.ruleset, Lexicon.load()) == row


def test_what_the_file_holds() -> None:
    assert len({row.position for row in ROWS}) == 50
    assert {row.ruleset for row in ROWS} == {"rulebook", "online", "reference-manual"}
    patents = [row.position.split()[2] for row in ROWS]
    for ability in "BJKQVXZ":
        assert 10 <= sum(ability in owned for owned in patents) <= 40


@pytest.mark.parametrize(
    "row",
    quick(4, [row for row in ROWS if row.variants < 20_000][::4]),
    ids=lambda row: row.position,
)
def test_some_again_by_the_oracle(row: Row) -> None:
    assert count_by_naive(row) == (row.plays, row.variants)
