"""Memory: how much does a lexicon take, beside plain Python ways to keep the words?

Run: python -m benchmarks.bench_memory [--quick]

Each row is a new process that has the list of words, all of ENABLE's, and builds one thing of it;
counted is by how much the process has grown when the list is gone. "private" is without what it
shares with other processes, which is most of a lexicon: the mapped file. "ratio" is to the dict.
Reads /proc, so it needs Linux.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import sys
from collections import Counter
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
    "list of Counters": lambda words: [(word, Counter(word)) for word in words],
    "marisa-trie of sorted words": lambda words: marisa_trie.Trie(by_sorted_letters(words)),
    "Lexicon.load": lambda _: Lexicon.load(),
    "Lexicon.from_words": Lexicon.from_words,
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


def parts_of_the_file(lexicon: Lexicon, file_size: int) -> dict[str, int]:
    """The bytes of the sections of a compiled lexicon."""
    parts = {name: array.nbytes for name, array in lexicon.trie._asdict().items()}
    return {**parts, "words by number": file_size - sum(parts.values())}


def main() -> int:
    """Prints the table."""
    is_quick(__doc__)  # It is quick.
    if not STATM.exists():
        print(f"bench_memory reads {STATM}, which this system does not have; it needs Linux")
        return 0
    lexicon = Lexicon.load()
    taken = {name: in_new_process(name) for name in WAYS}

    def row(name: str, n_bytes: int, private: str) -> tuple[str, ...]:
        per_word = f"{n_bytes / len(lexicon):.1f}"
        ratio = shown_ratio(n_bytes / taken[BASELINE].resident)
        return name, megabytes(n_bytes), private, per_word, ratio

    rows = [row(name, used.resident, megabytes(used.private)) for name, used in taken.items()]
    file_size = Lexicon.cache_path().stat().st_size
    rows.append(row("compiled lexicon, the file", file_size, ""))
    rows += [
        row(f"  of it {name}", n_bytes, "")
        for name, n_bytes in parts_of_the_file(lexicon, file_size).items()
    ]
    print_table(
        f"Memory for {len(lexicon):,} words; the trie has {len(lexicon.trie.traits):,} classes",
        ("what", "resident", "private", "bytes a word", "ratio"),
        rows,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
