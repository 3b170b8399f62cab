"""best_turns: how much longer than find_plays, by the patents that are owned?

Run: python -m benchmarks.bench_turns [--quick]

The positions of bench_find_plays. Each round calls `find_plays(limit=20)` by margin and
`best_turns(limit=20)` with each of them, in turns; the CPU time of a call is the median over the
rounds, the columns are the median, the mean and the 99th percentile over the positions. "ratio" is
the median over the positions of the ratio to find_plays in the same round. The owner of Q is asked
twice: before a card is replaced, which asks what every card may become, and after.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from letter_tycoon_solver import Lexicon, OpenTurn, Position, Turns, best_turns, find_plays

from .bench_find_plays import ALL_SEVEN, FEW, owned, positions_of
from .common import (
    Summary,
    is_quick,
    load_racks,
    machine_load,
    print_table,
    seconds_each,
    shown,
    shown_ratio,
)

REPLACED: Final = "; a card was replaced"


@dataclass(frozen=True, slots=True)
class Case:
    """A row: what is called with a position."""

    name: str
    call: Callable[[Position], object]


def cases(lexicon: Lexicon, patents: str) -> list[Case]:
    """The ways measured for the owner of some patents; all are compared with the first."""
    plays = functools.partial(find_plays, lexicon=lexicon, limit=FEW)

    name, asked = f"best_turns, {owned(patents)}", "Q" in patents

    def turns(position: Position) -> Turns:
        given = OpenTurn(position, may_replace=False) if asked else position
        return best_turns(given, lexicon, limit=FEW)

    after = REPLACED if asked else ""
    found = [
        Case(f"find_plays by margin, {owned(patents)}", plays),
        Case(f"find_plays by equity, {owned(patents)}", functools.partial(plays, rank_by="equity")),
        Case(name + after, turns),
        Case(f"{name}{after}, read", lambda position: list(turns(position))),
    ]
    if asked:
        found.append(
            Case(f"{name}, before", functools.partial(best_turns, lexicon=lexicon, limit=FEW))
        )
    return found


def measure(
    found: list[Case], positions: list[Position], n_rounds: int
) -> list[tuple[str, Summary, Summary]]:
    """By row the times, and the ratios to those of the first row."""
    rounds = [[seconds_each(case.call, positions) for case in found] for _ in range(1 + n_rounds)][
        1:
    ]
    rows = []
    for at, case in enumerate(found):
        ratios = [
            [mine / first for mine, first in zip(times[at], times[0], strict=True)]
            for times in rounds
        ]
        seconds = Summary.of_rounds([times[at] for times in rounds])
        rows.append((case.name, seconds, Summary.of_rounds(ratios)))
    return rows


def main() -> None:
    """Prints the table."""
    quick = is_quick(__doc__)
    racks, n_rounds = load_racks(20 if quick else 200), 1 if quick else 9
    lexicon = Lexicon.load()
    rows = []
    for patents in ("", "K", "X", "Z", "V", "BJKVXZ", "Q", ALL_SEVEN):
        rows += measure(cases(lexicon, patents), positions_of(racks, patents), n_rounds)
    print_table(
        f"best_turns; {len(racks)} positions, {n_rounds} rounds; busy: {machine_load()}",
        ("call", "median", "mean", "99th pct", "ratio"),
        [
            (name, shown(s.median), shown(s.mean), shown(s.p99), shown_ratio(r.median))
            for name, s, r in rows
        ],
    )


if __name__ == "__main__":
    main()
