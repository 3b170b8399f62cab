"""Lexicon: compile, load, look up, and the memory it takes, against plain Python ways.

Run: python -m benchmarks.bench_lexicon [--quick] [name or path of a word list]

Each time is the best of several runs. Compiling and loading use a folder of their own, so the
user's compiled lexicons are neither used nor changed. "ratio" is to the baseline named in the row,
measured in the same run: below 1 is faster.

Memory: each row is a new process that has the list of words, all of ENABLE's, and builds one thing
of it; counted is by how much the process has grown when the list is gone. "private" is without what
it shares with other processes, which is most of a lexicon: the mapped file. "ratio" is to the dict.
It is read from /proc, so this table needs Linux.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import marisa_trie

from letter_tycoon_solver.lexicon import DEFAULT_LEXICON, Lexicon

from .common import (
    add_quick,
    best_seconds,
    megabytes,
    print_table,
    shown,
    shown_ratio,
)
from .naive_ways import by_sorted_letters

SEED: Final = 1

FIRST_LOAD: Final = """
import sys, time
import numba
from letter_tycoon_solver.lexicon import Lexicon
start = time.perf_counter()
lexicon = Lexicon.load(sys.argv[1])
print(time.perf_counter() - start)
"""
"""The search needs Numba, whose import is not part of a load. Outside this benchmark the import of
platformdirs, which finds the user's folder, is a part of the first load."""


def first_load_seconds(name_or_path: str) -> float:
    """The time of the first load in a new process."""
    output = subprocess.run(
        [sys.executable, "-c", FIRST_LOAD, name_or_path],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return float(output)


class Report:
    """Rows of the table; a row without a baseline is one."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []

    def row(self, what: str, seconds: float, baseline: tuple[str, float] | None = None) -> None:
        """Adds a row; `baseline` is the name and the time of what it is compared with."""
        ratio, name = (shown_ratio(seconds / baseline[1]), baseline[0]) if baseline else ("", "")
        self.rows.append((what, shown(seconds), ratio, name))


def whole_lists(report: Report, name_or_path: str, runs: int) -> None:
    """Compile and load."""
    source = Lexicon.load(name_or_path).source
    assert source is not None

    def read_set() -> set[str]:
        lines = source.read_text(encoding="utf-8-sig").splitlines()
        return {line.split(None, 1)[0].upper() for line in lines if line.strip()}

    def compiled() -> Lexicon:
        return Lexicon.compile(name_or_path)

    read = best_seconds(read_set, runs)
    baseline = ("the file into a set", read)
    report.row("the file into a set of words", read)
    report.row("compile, once per list", best_seconds(compiled, runs), baseline)
    report.row(
        "load, first in a process",
        min(first_load_seconds(name_or_path) for _ in range(runs)),
        baseline,
    )
    report.row("load", best_seconds(lambda: Lexicon.load(name_or_path)), baseline)
    lexicon = Lexicon.load(name_or_path)
    report.row("load what is in memory", best_seconds(lambda: Lexicon.load(name_or_path)), baseline)
    words = set(lexicon)
    pickled = best_seconds(lambda: pickle.dumps(words))
    report.row("pickle the set of words", pickled)
    report.row(
        f"pickle, {len(pickle.dumps(lexicon))} bytes",
        best_seconds(lambda: pickle.dumps(lexicon)),
        ("pickle the set", pickled),
    )
    report.row("all words in order", best_seconds(lambda: list(lexicon)), baseline)


def look_up(report: Report, lexicon: Lexicon) -> None:
    """Membership and words by number."""
    words = list(lexicon)
    asked = random.Random(SEED).choices(words, k=20_000)
    asked[::2] = [word[1:] + word[0] for word in asked[::2]]
    numbers = random.Random(SEED).choices(range(len(words)), k=len(asked))
    as_set = set(words)

    def each(function: Callable[[], object]) -> float:
        return best_seconds(function) / len(asked)

    baseline = each(lambda: [word in as_set for word in asked])
    report.row("word in a set", baseline)
    ours = each(lambda: [word in lexicon for word in asked])
    report.row("word in lexicon", ours, ("set", baseline))
    baseline = each(lambda: [words[number] for number in numbers])
    report.row("word of a number in a list", baseline)
    ours = each(lambda: [lexicon.word(number) for number in numbers])
    report.row("lexicon.word(number)", ours, ("list", baseline))


def find_anagrams(report: Report, lexicon: Lexicon) -> None:
    """Words with the same letters."""
    anagrams = by_sorted_letters(lexicon)
    asked = random.Random(SEED).choices(list(lexicon), k=2_000)
    baseline = best_seconds(lambda: [anagrams["".join(sorted(word))] for word in asked])
    report.row("anagrams: dict of sorted words", baseline / len(asked))
    ours = best_seconds(lambda: [lexicon.anagrams(word) for word in asked])
    report.row("lexicon.anagrams", ours / len(asked), ("dict", baseline / len(asked)))


# Memory ---------------------------------------------------------------------------------------

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


def print_memory() -> None:
    """Prints the table of memory."""
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


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", nargs="?", help="name or path of a word list")
    add_quick(parser)
    arguments = parser.parse_args()
    if STATM.exists():
        print_memory()
    # The plain ways take long to prepare for a long list.
    name_or_path = arguments.list or ("common" if arguments.quick else DEFAULT_LEXICON)
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LETTER_TYCOON_CACHE"] = folder
        lexicon = Lexicon.load(name_or_path)
        size = Lexicon.cache_path(name_or_path).stat().st_size
        del lexicon  # What is in memory would not be loaded again.
        whole_lists(report, name_or_path, 2 if arguments.quick else 7)
        lexicon = Lexicon.load(name_or_path)
        look_up(report, lexicon)
        find_anagrams(report, lexicon)
    print_table(
        f"{lexicon!r}, compiled {megabytes(size)}",
        ("what", "time", "ratio", "baseline"),
        report.rows,
    )


if __name__ == "__main__":
    main()
