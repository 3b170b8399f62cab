"""find_plays and best_turns: how long for the plays or turns of a rack, by the patents owned?

Run: python -m benchmarks.bench_find_plays [--quick]

Calls from Python, each for one position: seven cards in hand, three in the community, opponents who
own E, R and T. Each round calls limit.c and then every rack; the CPU time of a rack is the median
over the rounds, the columns are the median, mean and 99th percentile over the racks. "ratio" is the
median over the racks of the ratio to limit.c in the same round, as many times as long as it takes
to find the anagram classes of a rack in C. The owner of Q is asked twice for turns: before a card
is replaced, which asks what every card may become, and after.
"""

from __future__ import annotations

import math
import operator
import statistics
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from letter_tycoon_solver import OpenTurn, best_turns
from letter_tycoon_solver.lexicon import DEFAULT_LEXICON, Lexicon
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.search.plays import Plays
from letter_tycoon_solver.search.solver import Variants, find_plays

from .common import (
    YARDSTICK,
    Summary,
    Yardstick,
    find_yardstick,
    is_quick,
    load_racks,
    print_table,
    seconds_each,
    shown,
    shown_ratio,
)

HAND_SIZE: Final = 7
OPPONENTS: Final = ("E", "RT", "")
ALL_SEVEN: Final = "BJKQVXZ"
FEW: Final = 20


@dataclass(frozen=True, slots=True)
class Case:
    """A row of the table: what is called with each item, one item a rack."""

    name: str
    items: list[Any]
    call: Callable[[Any], object]
    per_item: float = 1
    """By how much the time of a call is divided."""
    plays: float = math.nan
    """Plays per call."""


@dataclass(frozen=True, slots=True)
class Result:
    """The measurements of a case."""

    case: Case
    seconds: Summary
    ratios: Summary
    yardstick: float
    """Seconds of limit.c, the median of the rounds; NaN without it."""


def search_case(
    lexicon: Lexicon,
    racks: list[str],
    patents: str,
    limit: int | None = None,
    variants: Variants = Variants.BEST,
) -> Case:
    """find_plays for the owner of some patents."""
    positions = positions_of(racks, patents)

    def call(position: Position) -> Plays:
        return find_plays(position, lexicon, limit=limit, variants=variants)

    name = owned(patents)
    if limit:
        name += f", best {limit}"
    if variants is Variants.ALL:
        name += ", all variants"
    plays = statistics.fmean(len(call(position)) for position in positions)
    return Case(name, positions, call, plays=plays)


def turns_case(lexicon: Lexicon, racks: list[str], patents: str, replaced: str = "") -> Case:
    """The best turns of the owner of some patents, all read."""
    items = [
        OpenTurn(position, may_replace=False) if replaced else position
        for position in positions_of(racks, patents)
    ]
    name = f"best {FEW} turns, {owned(patents)}{replaced}"
    return Case(name, items, lambda item: list(best_turns(item, lexicon, limit=FEW)))


def owned(patents: str) -> str:
    """The patents as in the table."""
    if patents == ALL_SEVEN:
        return "all seven"
    return " ".join(patents) or "no patents"


def positions_of(racks: list[str], patents: str) -> list[Position]:
    """The racks as positions."""
    return [
        Position(rack[:HAND_SIZE], rack[HAND_SIZE:], patents, OPPONENTS, money=3) for rack in racks
    ]


def object_cases(lexicon: Lexicon, racks: list[str]) -> Iterator[Case]:
    """The objects made of the columns, and the position that goes in."""
    for name, patents in (("one word", ""), ("two words", ALL_SEVEN)):
        found = [find_plays(p, lexicon, limit=FEW) for p in positions_of(racks, patents)]
        full = [plays for plays in found if len(plays) == FEW]
        yield Case(f"a Play out of the {FEW} best, {name}", full, list, FEW)
    yield Case(
        "a Position",
        racks,
        lambda rack: Position(rack[:HAND_SIZE], rack[HAND_SIZE:], "BJK", OPPONENTS, 3),
    )


def count_case(lexicon: Lexicon, racks: list[str], patents: str) -> Case:
    """The number of all variants without building them."""
    found = [find_plays(position, lexicon, limit=1) for position in positions_of(racks, patents)]
    plays = statistics.fmean(map(operator.attrgetter("n_legal"), found))
    return Case(f"n_legal, {owned(patents)}", found, operator.attrgetter("n_legal"), plays=plays)


def cases(lexicon: Lexicon, racks: list[str]) -> Iterator[Case]:
    """The rows; those that take long use fewer racks."""
    some, few = racks[: len(racks) // 5], racks[: len(racks) // 50]
    for patents in ("", "B", "J", "K", "X", "Z", "BJKXZ"):
        yield search_case(lexicon, racks, patents)
    yield search_case(lexicon, some, "", variants=Variants.ALL)
    yield search_case(lexicon, some, "V", FEW)
    yield search_case(lexicon, some, "V")
    yield search_case(lexicon, some, ALL_SEVEN, FEW)
    yield search_case(lexicon, few, ALL_SEVEN)
    yield count_case(lexicon, some, "")
    yield count_case(lexicon, few, ALL_SEVEN)
    for patents in ("", "K", "X", "Z", "V", "BJKVXZ"):
        yield turns_case(lexicon, few, patents)
    for patents in ("Q", ALL_SEVEN):
        yield turns_case(lexicon, few, patents)
        yield turns_case(lexicon, few, patents, ", a card was replaced")
    yield from object_cases(lexicon, some)


def measure(case: Case, yardstick: Yardstick | None, n_rounds: int) -> Result:
    """Rounds of the yardstick and of every item."""
    units, seconds, ratios = [], [], []
    for _ in range(n_rounds):
        unit = yardstick.seconds() if yardstick else math.nan
        units.append(unit)
        times = [taken / case.per_item for taken in seconds_each(case.call, case.items)]
        seconds.append(times)
        ratios.append([taken / unit for taken in times])
    return Result(
        case, Summary.of_rounds(seconds), Summary.of_rounds(ratios), statistics.median(units)
    )


def row(result: Result) -> tuple[str, ...]:
    """A row of the table."""
    case, seconds = result.case, result.seconds
    return (
        case.name,
        f"{len(case.items):,}",
        "" if math.isnan(case.plays) else f"{case.plays:,.0f}",
        shown(seconds.median),
        shown(seconds.mean),
        shown(seconds.p99),
        shown_ratio(result.ratios.median),
    )


def main() -> None:
    """Prints the table."""
    quick = is_quick(__doc__)
    racks = load_racks(100 if quick else 5_000)
    n_rounds = 1 if quick else 5
    lexicon = Lexicon.load("common" if quick else DEFAULT_LEXICON)
    with tempfile.TemporaryDirectory() as folder:
        yardstick = find_yardstick(Path(folder), lexicon, load_racks())
        results = [measure(case, yardstick, n_rounds) for case in cases(lexicon, racks)]
    unit = statistics.median(result.yardstick for result in results)
    beside = "" if math.isnan(unit) else f"; {YARDSTICK}: {shown(unit)} a rack"
    print_table(
        f"find_plays by patents owned, and what belongs to it; {n_rounds} rounds{beside}",
        ("call", "racks", "plays", "median", "mean", "99th pct", "ratio"),
        map(row, results),
    )


if __name__ == "__main__":
    main()
