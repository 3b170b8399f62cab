"""The words of a rack: the public call against plain Python, the kernel against limit.c.

Run: python -m benchmarks.bench_walk [--quick]

Every method is given the same racks and the same words, those of 3 to 15 letters. The kernels and
limit.c find the numbers of anagram classes; that they find as many is checked. The public call and
the plain ways find the words, sorted; that they find the same is checked. The methods take turns,
round by round; a time is CPU time, the median over the rounds, "ratio" that of the ratios to
limit.c just before and just after.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit

from letter_tycoon_solver._aot import forms

# Before there are kernels, which these loops call: compiled by Numba.
forms.take_for_compiler()

from letter_tycoon_solver._kernels import questions
from letter_tycoon_solver._kernels.desk import set_desk
from letter_tycoon_solver._kernels.layouts import N_LETTERS, SLOT_LETTER, new_workspace
from letter_tycoon_solver._kernels.walk import walk
from letter_tycoon_solver.evaluation.ranking import MARGIN, parse_rank_by
from letter_tycoon_solver.lexicon import DEFAULT_LEXICON, Lexicon
from letter_tycoon_solver.rules.ruleset import RULEBOOK

from .common import (
    BLOCKS_YARDSTICK,
    YARDSTICK,
    Method,
    find_yardstick,
    is_quick,
    load_racks,
    measure,
    print_table,
    shown,
    shown_ratio,
    yardstick_words,
)
from .naive_ways import (
    Way,
    counter_over_the_list,
    crossing_off_cards,
    dict_and_combinations,
    marisa_trie_only,
)

HAND_SIZE: Final = 7
WALK: Final = "walk"
ENCODE_AND_WALK: Final = "encode + walk"


# Kernels are called by kernels only, hence loops over all racks. They are not cached: a cached loop
# would not notice a change of the kernels.
_loop = njit(nogil=True, error_model="numpy")


@_loop
def walk_only(trie: Any, desks: Any, workspace: Any) -> Any:
    """Walks for every rack that is encoded already."""
    n = 0
    for i in range(len(desks)):
        n += walk(trie, desks[i], workspace)
    return n


@_loop
def desk_and_walk(racks: Any, owner: Any, desk: Any, trie: Any, workspace: Any) -> Any:
    """Encodes every rack and walks for it, as limit.c does."""
    n = 0
    for i in range(len(racks)):
        set_desk(desk, racks[i, :HAND_SIZE], racks[i, HAND_SIZE:], owner, 0)
        n += walk(trie, desk, workspace)
    return n


@_loop
def all_desks(racks: Any, owner: Any, desk: Any) -> Any:
    """The part of each desk that a walk reads."""
    desks = np.empty((len(racks), SLOT_LETTER), np.int64)
    for i in range(len(racks)):
        set_desk(desk, racks[i, :HAND_SIZE], racks[i, HAND_SIZE:], owner, 0)
        desks[i] = desk[:SLOT_LETTER]
    return desks


def compiled_methods(racks: list[str], lexicon: Lexicon) -> list[Method]:
    """The walk of this package, without and with what leads to it."""
    n, trie = len(racks), lexicon.trie
    codes = np.array(racks, bytes).view(np.uint8).reshape(n, -1)
    desk = questions.template(RULEBOOK, parse_rank_by(MARGIN), 0).copy()
    plain = codes, np.zeros(N_LETTERS, np.uint8), desk
    desks = all_desks(*plain)
    workspace = new_workspace(1)
    return [
        Method(WALK, n, lambda: walk_only(trie, desks, workspace)),
        Method(ENCODE_AND_WALK, n, lambda: desk_and_walk(*plain, trie, workspace)),
    ]


def methods_for_words(racks: list[str], lexicon: Lexicon, quick: bool) -> list[Method]:
    """The public call and the plain ways, on so many racks that these take about as long.

    Fails if one finds other words than the first.
    """
    words, few = list(lexicon), 50 if quick else 500
    ways: list[tuple[str, Way, int]] = [
        ("lexicon.subanagrams", lexicon.subanagrams, len(racks)),
        ("dict of sorted letters + combinations", dict_and_combinations(words), few),
        ("marisa-trie only", marisa_trie_only(words), few),
        ("cards crossed off, as a word generator does", crossing_off_cards(words), few // 10),
        ("Counter over the list", counter_over_the_list(words), 1 if quick else 3),
    ]

    def method(name: str, way: Way, n_racks: int) -> Method:
        for rack in racks[:n_racks]:
            assert way(rack) == lexicon.subanagrams(rack), (name, rack)
        return Method(name, n_racks, lambda: sum(len(way(rack)) for rack in racks[:n_racks]))

    return [method(*way) for way in ways]


def classes_found(methods: list[Method]) -> Any:
    """Run each once, which compiles it; fail if one walk finds more classes than the other."""
    found = {method.name: method.call() for method in methods}
    assert found[WALK] == found[ENCODE_AND_WALK]
    return found[WALK]


def main() -> None:
    """Prints the table."""
    quick = is_quick(__doc__)
    racks = load_racks(1_000 if quick else None)
    n_rounds = 1 if quick else 15
    # The plain ways take long to prepare for a long list.
    listed = Lexicon.load("common" if quick else DEFAULT_LEXICON)
    words = yardstick_words(listed)
    lexicon = Lexicon.from_words(words)
    methods = compiled_methods(racks, lexicon)
    n_classes = classes_found(methods) / len(racks)
    methods += methods_for_words(racks, lexicon, quick)
    with tempfile.TemporaryDirectory() as folder:
        sources = (YARDSTICK, BLOCKS_YARDSTICK)
        found = [find_yardstick(Path(folder), words, racks, source) for source in sources]
        sticks = [stick for stick in found if stick]
        in_c = [statistics.median(stick.seconds() for _ in range(n_rounds)) for stick in sticks]
        times = measure(methods, found[:1], n_rounds)
    for stick in sticks:
        assert stick.classes_per_rack == round(n_classes, 3)
    n_words = sum(len(lexicon.subanagrams(rack)) for rack in racks) / len(racks)
    rows: list[tuple[str, ...]] = [
        (source, f"{len(racks):,}", shown(seconds), shown_ratio(seconds / in_c[0]))
        for source, seconds in zip(sources, in_c, strict=False)
    ]
    rows += [(method.name, f"{method.n:,}", *times[method].shown()) for method in methods]
    print_table(
        f"Racks in {listed.name}: {n_classes:.3f} classes, {n_words:.3f} words on average;"
        f" {n_rounds} rounds",
        ("method", "racks", "per rack", "ratio"),
        rows,
    )


if __name__ == "__main__":
    main()
