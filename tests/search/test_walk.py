"""The vector tests of the kernels, and keys that need their second word."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from golden.make_golden import Row, count_by_naive, find_row, read_golden
from hypothesis import given
from hypothesis import strategies as st
from support import block_kernels
from support.selection import NO_JIT, quick
from support.strategies import (
    ABILITY_SETS,
    LETTERS,
    RankBy,
    check_judged,
    needs_jit,
    random_position,
    words_near,
)

from letter_tycoon_solver import (
    RULEBOOK,
    Lexicon,
    Payout,
    Plays,
    Position,
    Ruleset,
    find_plays,
)
from letter_tycoon_solver._aot import forms
from letter_tycoon_solver._kernels.layouts import LINE
from letter_tycoon_solver.batch import solve_batch
from letter_tycoon_solver.lexicon.trie import BLOCK

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
# With few bits, so that some keys fit.
SPARSE = st.builds(lambda a, b, c: a & b & c, INT64, INT64, INT64)

Answer = Callable[..., Any]
"""Answers as a function of block_kernels does, compiled."""


@pytest.fixture(scope="module")
def compiled() -> Iterator[Answer]:
    """Another process, whose kernels are compiled."""
    if NO_JIT:
        yield block_kernels.answer
        return
    with ProcessPoolExecutor(1, get_context("spawn"), forms.take_for_compiler) as process:
        yield lambda *args: process.submit(block_kernels.answer, *args).result()


@pytest.mark.slow
@given(st.lists(SPARSE, min_size=BLOCK, max_size=BLOCK), SPARSE, SPARSE)
def test_a_block_is_tested_key_by_key(
    compiled: Answer, block: list[int], lacking: int, barred: int
) -> None:
    keys = np.array([-1] * BLOCK + block, np.int64)
    passed, but_one, places = compiled(
        "tested", keys, np.int64(lacking), np.int64(barred), np.int64(800)
    )
    fit = [place for place, key in enumerate(block) if not key & lacking]
    assert passed == sum(1 << place for place in fit)
    assert places[0] == 0
    assert places[1 : 1 + len(fit)].tolist() == [800 + place for place in fit]
    assert but_one == sum(
        1 << place
        for place, key in enumerate(block)
        if (key & lacking & (1 << 64) - 1).bit_count() <= 1 and not key & barred
    )


@given(st.binary(min_size=LINE + 3, max_size=LINE + 3), st.integers(0, 3), st.data())
def test_a_line_is_compared_byte_by_byte(
    compiled: Answer, line: bytes, first: int, data: st.DataObject
) -> None:
    wanted = data.draw(st.sampled_from(sorted(set(line))))
    numbers = np.frombuffer(line, np.uint8)
    same = compiled("compared", numbers, np.int64(first), np.int64(wanted))
    expected = [place for place in range(LINE) if line[first + place] == wanted]
    assert int(same) & (1 << LINE) - 1 == sum(1 << place for place in expected)


@pytest.mark.parametrize("patents", ["", "X", "Z", "XZ"])
def test_rare_copies(patents: str) -> None:
    """Words of one letter: their keys have bits in the high word."""
    words = ["E" * n for n in range(3, 15)] + ["E" * n + "S" for n in range(2, 14)]
    lexicon = Lexicon.from_words([*words, "ZZZ", "BBBE"])
    rules = replace(RULEBOOK, hand_size=8)
    plays = find_plays(Position("E" * 8, "EEE", patents), lexicon, ruleset=rules)
    n = 12 if "X" in patents else 11
    expected = ["E" * k for k in range(3, n + 1)]
    if "Z" in patents:
        expected += ["E" * k + "S" for k in range(2, n + 1)]
    assert sorted(play.words[0].word for play in plays) == sorted(expected)


# Bounds of the search that are met exactly: a tie with the last play kept must be looked at.
#
# With the ties of a ranking reversed nothing is added to the score of a play that leaves no hand
# card and buys nothing, so that it is just what the bound says.


NOTHING_PAID = Payout((0,) * 14, (0,) * 14)
LARGE_COMMUNITY = Ruleset(hand_size=4, community_size=7)
FREE_OF_CHARGE = Ruleset(NOTHING_PAID, hand_size=4, community_size=7)
REVERSED_TIES: list[RankBy] = [
    ("-patent_value", "-n_left"),
    ("stock", "-patent_value", "-n_left"),
    ("money", "-n_left", "-patent_value"),
    ("margin", "-patent_value", "-n_left"),
]


def owned_by_others(cards: Position, n_hand: int, abilities: str) -> Position:
    """Few cards in hand and many in the community; no patent is for sale."""
    others = "".join(letter for letter in LETTERS if letter not in abilities)
    rack = cards.hand + cards.community
    return Position(rack[:n_hand], rack[n_hand:][:7], abilities, [others[::2], others[1::2]])


@pytest.mark.parametrize("ruleset", [LARGE_COMMUNITY, FREE_OF_CHARGE], ids=["paid", "nothing paid"])
@pytest.mark.parametrize("rank_by", REVERSED_TIES, ids=str)
@pytest.mark.parametrize(("n_hand", "abilities"), [(1, ""), (2, "V"), (3, "VZ")])
def test_what_ties_with_the_last_play_kept_is_found(
    ruleset: Ruleset, rank_by: RankBy, n_hand: int, abilities: str
) -> None:
    rng = random.Random(f"{rank_by} {n_hand}")
    n_ties = 0
    for _ in range(2 if NO_JIT else 4):
        position = owned_by_others(random_position(rng, ""), n_hand, abilities)
        near = words_near(position.hand + position.community, n_missing=0)
        if not near:
            continue
        lexicon = Lexicon.from_words(rng.sample(near, min(len(near), 25)))
        every = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by)
        in_every_way = find_plays(
            position, lexicon, ruleset=ruleset, rank_by=rank_by, variants="all"
        )
        scores = every.columns["score"].tolist()
        for limit in (1, 2, 5, 20):
            n_ties += scores[limit - 1 : limit] == scores[limit : limit + 1] != []
            assert (
                find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit)
                == every[:limit]
            )
            some = find_plays(
                position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit, variants="all"
            )
            assert some == in_every_way[:limit]
            batch = solve_batch([position], lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit)
            assert batch[0] == every[:limit]
    assert n_ties > 0


# Eight threads on one lexicon find what one finds.


N_THREADS = 8


def answer(position: Position, lexicon: Lexicon) -> tuple[Plays, list[str], int]:
    plays = find_plays(position, lexicon, limit=30)
    every = find_plays(position, lexicon, variants="all", limit=50)
    return plays, [play.notation for play in (*plays, *every)], len(plays.position.notation)


def test_threads_find_what_one_finds() -> None:
    rng = random.Random(8)
    positions = [
        random_position(rng, rng.choice(ABILITY_SETS), n_hand=4 if NO_JIT else 6, n_community=2)
        for _ in range(3 if NO_JIT else 40)
    ]
    lexicon = Lexicon.load()
    alone = [answer(position, lexicon) for position in positions]
    start = threading.Barrier(N_THREADS)

    def work(shift: int) -> list[tuple[Plays, list[str], int]]:
        """The same positions, each thread beginning at another, all at once."""
        start.wait()
        turned = positions[shift:] + positions[:shift]
        answers = [answer(position, lexicon) for position in turned]
        return answers[len(answers) - shift :] + answers[: len(answers) - shift]

    with ThreadPoolExecutor(N_THREADS) as pool:
        for answers in pool.map(work, [i * len(positions) // N_THREADS for i in range(N_THREADS)]):
            assert answers == alone


# Play counts of 50 fixed positions on the default list: golden/play_counts.csv.
#
# The file is written by make_golden.py, which checks all of it against the naive oracle.


ROWS = read_golden()
# In plain Python the others take many seconds each.
FAST = [row for row in ROWS if row.variants < 500] if NO_JIT else ROWS


@pytest.mark.parametrize("row", FAST, ids=lambda row: f"{row.position} {row.ruleset}")
def test_play_counts(row: Row) -> None:
    assert find_row(row.position, row.ruleset, Lexicon.load()) == row


@pytest.mark.parametrize(
    "row",
    quick(4, [row for row in ROWS if row.variants < 20_000][::4]),
    ids=lambda row: row.position,
)
def test_some_again_by_the_oracle(row: Row) -> None:
    assert count_by_naive(row) == (row.plays, row.variants)


# Full racks on the default list: limits with pairs, and of all variants.


@pytest.mark.parametrize("abilities", quick(1, ["V", "KVZ", "BJKQVXZ"]))
@needs_jit
def test_the_best_pairs_are_the_first_of_all(abilities: str, lexicon: Lexicon) -> None:
    rng = random.Random(f"pairs {abilities}")
    for _ in range(4):
        position = random_position(rng, abilities)
        every = find_plays(position, lexicon)
        assert find_plays(position, lexicon, limit=20) == every[:20]
        assert find_plays(position, lexicon, limit=1000) == every[:1000]
        words = [tuple(word.word for word in play.words) for play in every[:3000]]
        assert len(set(words)) == len(words)
        check_judged(rng.sample(list(every), min(len(every), 150)), position, lexicon, RULEBOOK)


@needs_jit
def test_limits_of_all_variants(lexicon: Lexicon) -> None:
    rng = random.Random("variants")
    for abilities in ("", "X", "JXZ", "KV"):
        position = random_position(rng, abilities, n_hand=6)
        every = find_plays(position, lexicon, variants="all")
        assert every.n_legal == len(every)
        for limit in (1, 20, len(every) // 2):
            assert find_plays(position, lexicon, limit=limit, variants="all") == every[:limit]
        check_judged(rng.sample(list(every), min(len(every), 100)), position, lexicon, RULEBOOK)
