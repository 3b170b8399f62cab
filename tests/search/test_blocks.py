"""The vector tests of the kernels, and keys that need their second word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import block_kernels
from support.no_jit import NO_JIT

from letter_tycoon_solver import RULEBOOK, Lexicon, Position, find_plays
from letter_tycoon_solver._aot import forms
from letter_tycoon_solver._kernels.layouts import LINE
from letter_tycoon_solver.lexicon.trie import BLOCK

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
# With few bits, so that some keys fit.
SPARSE = st.builds(lambda a, b, c: a & b & c, INT64, INT64, INT64)

Answer = Callable[..., Any]
"""Answers as a function does, compiled."""


@pytest.fixture(scope="module")
def compiled() -> Iterator[Answer]:
    """Another process, whose kernels are compiled."""
    if NO_JIT:
        yield lambda function, *args: function(*args)
        return
    with ProcessPoolExecutor(1, get_context("spawn"), forms.take_for_compiler) as process:
        yield lambda function, *args: process.submit(function, *args).result()


@given(st.lists(SPARSE, min_size=BLOCK, max_size=BLOCK), SPARSE, SPARSE)
def test_a_block_is_tested_key_by_key(
    compiled: Answer, block: list[int], lacking: int, barred: int
) -> None:
    keys = np.array([-1] * BLOCK + block, np.int64)
    passed, but_one, places = compiled(
        block_kernels.tested, keys, np.int64(lacking), np.int64(barred), np.int64(800)
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
    same = compiled(block_kernels.compared, numbers, np.int64(first), np.int64(wanted))
    expected = [place for place in range(LINE) if line[first + place] == wanted]
    assert int(same) & (1 << LINE) - 1 == sum(1 << place for place in expected)


@pytest.mark.parametrize("patents", ["", "X", "Z", "XZ"])
def test_rare_copies(patents: str) -> None:
    """Words of one letter: their keys have bits in the high word."""
    words = ["E" * n for n in range(3, 15)] + ["E" * n + "S" for n in range(2, 14)]
    lexicon = Lexicon.from_words([*words, "ZZZ", "BBBE"])
    rules = replace(RULEBOOK, hand_size=8)
    plays = find_plays(Position("E" * 8, "EEE", patents), lexicon, rules)
    n = 12 if "X" in patents else 11
    expected = ["E" * k for k in range(3, n + 1)]
    if "Z" in patents:
        expected += ["E" * k + "S" for k in range(2, n + 1)]
    assert sorted(play.words[0].word for play in plays) == sorted(expected)
