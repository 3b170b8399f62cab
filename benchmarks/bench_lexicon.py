"""Lexicon: the memory that it takes, against plain Python ways.

Run: python -m benchmarks.bench_lexicon [--quick]

Each row is a new process that has the list of words, all of ENABLE's, and builds one thing of it;
counted is by how much the process has grown when the list is gone. "private" is without what it
shares with other processes, which is most of a lexicon: the mapped file. "ratio" is to the dict.
It is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import marisa_trie

from letter_tycoon_solver.lexicon import Lexicon

from .common import is_quick, megabytes, print_table, shown_ratio
from .naive_ways import by_sorted_letters

STATM: Final = Path("/proc/self/statm")
BASELINE: Final = "dict of sorted words"
WAYS: Final[dict[str, Callable[[list[str]], object]]] = {
    BASELINE: by_sorted_letters,
    "set of words": set,
    "marisa-trie of sorted words": lambda words: marisa_trie.Trie(by_sorted_letters(words)),
    "Lexicon.load": lambda _: Lexicon.load(),
}


class Memory(NamedTuple):
    """Bytes of a process in physical memory."""

    resident: int
    private: int

    @classmethod
    def now(cls) -> Memory:
        """The memory of this process, without what the C library keeps free."""
        gc.collect()
        with suppress(AttributeError):  # Only glibc has it.
            ctypes.CDLL(None).malloc_trim(0)
        _, resident, shared, *_ = map(int, STATM.read_text(encoding="ascii").split())
        page = os.sysconf("SC_PAGE_SIZE")
        return cls(resident * page, (resident - shared) * page)


def growth(name: str) -> Memory:
    """By how much this process grows."""
    word_file = Lexicon.load().source
    assert word_file is not None
    gc.collect()
    before = Memory.now()
    kept = WAYS[name](read_words(word_file))
    after = Memory.now()
    del kept
    return Memory(after.resident - before.resident, after.private - before.private)


def read_words(path: Path) -> list[str]:
    """The words as the lexicon takes them."""
    words = path.read_text(encoding="ascii").upper().split()
    return [word for word in words if len(word) > 2]


def in_new_process(name: str) -> Memory:
    """`growth` in a process of its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        return pool.submit(growth, name).result()


def main() -> None:
    """Prints the table."""
    is_quick(__doc__)  # It takes a few seconds anyway.
    lexicon = Lexicon.load()
    taken = {name: in_new_process(name) for name in WAYS}

    def row(name: str, n_bytes: int, private: str) -> tuple[str, ...]:
        per_word = f"{n_bytes / len(lexicon):.1f}"
        ratio = shown_ratio(n_bytes / taken[BASELINE].resident)
        return name, megabytes(n_bytes), private, per_word, ratio

    rows = [row(name, used.resident, megabytes(used.private)) for name, used in taken.items()]
    rows.append(row("of it the trie of classes", sum(array.nbytes for array in lexicon.trie), ""))
    print_table(
        f"Memory for {len(lexicon):,} words",
        ("what", "resident", "private", "bytes a word", "ratio"),
        rows,
    )


if __name__ == "__main__":
    main()
