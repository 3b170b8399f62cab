"""Lexicon: compile, load and look up, against plain Python ways, in one table.

Run: python benchmarks/bench_lexicon.py [name or path of a word list]

Each time is the best of several runs. Compiling and loading use a folder of their own, so the
user's compiled lexicons are neither used nor changed. "ratio" is to the baseline named in the row,
measured in the same run: below 1 is faster.
"""

from __future__ import annotations

import gc
import itertools
import os
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import marisa_trie
from rich.console import Console
from rich.table import Table

from letter_tycoon_solver.lexicon import DEFAULT_LEXICON, Lexicon

Way = Callable[[str], list[str]]

RACK_CARDS = 10
SEED = 1

FIRST_LOAD = """
import sys, time
import numba
from letter_tycoon_solver.lexicon import Lexicon
start = time.perf_counter()
lexicon = Lexicon.load(sys.argv[1])
print(time.perf_counter() - start)
"""
"""The search needs Numba, whose import is no part of a load. Outside this benchmark the import of
platformdirs, which finds the user's folder, is a part of the first load."""


def best_seconds(function: Callable[[], object], runs: int = 7) -> float:
    """The shortest time of a call; each result is dropped before the next call."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        result = function()
        best = min(best, time.perf_counter() - start)
        del result
    return best


def first_load_seconds(name_or_path: str) -> float:
    """The time of the first load in a new process."""
    output = subprocess.run(
        [sys.executable, "-c", FIRST_LOAD, name_or_path],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return float(output)


def racks(words: list[str], number: int) -> list[str]:
    """Racks of letters drawn as often as they occur in the words."""
    drawn = random.Random(SEED)
    letters = "".join(drawn.sample(words, min(len(words), 1_000)))
    return ["".join(drawn.choices(letters, k=RACK_CARDS)) for _ in range(number)]


class Report:
    """Rows of the table; a row without a baseline is one."""

    def __init__(self, title: str) -> None:
        self.table = Table(title=title)
        for heading, justify in (("what", "left"), ("time", "right"), ("ratio", "right")):
            self.table.add_column(heading, justify=justify)  # type: ignore[arg-type]
        self.table.add_column("baseline")

    def row(self, what: str, seconds: float, baseline: tuple[str, float] | None = None) -> None:
        """Adds a row; `baseline` is the name and the time of what it is compared with."""
        ratio, name = (f"{seconds / baseline[1]:.3g}", baseline[0]) if baseline else ("", "")
        self.table.add_row(what, shown(seconds), ratio, name)


def shown(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for factor, unit in ((1, "s "), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:,.2f} {unit}"
    return f"{seconds * 1e9:,.0f} ns"


def whole_lists(report: Report, name_or_path: str) -> None:
    """Compile and load."""
    source = Lexicon.load(name_or_path).source
    assert source is not None

    def read_set() -> set[str]:
        lines = source.read_text(encoding="utf-8-sig").splitlines()
        return {line.split(None, 1)[0].upper() for line in lines if line.strip()}

    read = best_seconds(read_set)
    baseline = ("the file into a set", read)
    report.row("the file into a set of words", read)
    report.row(
        "compile, once per list", best_seconds(lambda: Lexicon.compile(name_or_path)), baseline
    )
    report.row(
        "load, first in a process",
        min(first_load_seconds(name_or_path) for _ in range(5)),
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


def by_sorted_letters(words: Iterable[str]) -> dict[str, list[str]]:
    """The words of each set of letters."""
    anagrams: dict[str, list[str]] = {}
    for word in words:
        anagrams.setdefault("".join(sorted(word)), []).append(word)
    return anagrams


def find_anagrams(report: Report, lexicon: Lexicon) -> None:
    """Words with the same letters."""
    anagrams = by_sorted_letters(lexicon)
    asked = random.Random(SEED).choices(list(lexicon), k=2_000)
    baseline = best_seconds(lambda: [anagrams["".join(sorted(word))] for word in asked])
    report.row("anagrams: dict of sorted letters", baseline / len(asked))
    ours = best_seconds(lambda: [lexicon.anagrams(word) for word in asked])
    report.row("lexicon.anagrams", ours / len(asked), ("dict", baseline / len(asked)))


def counting_way(lexicon: Lexicon) -> Way:
    """Subanagrams by a look at every word."""
    counted = [(word, Counter(word)) for word in lexicon]

    def find(rack: str) -> list[str]:
        cards = Counter(rack)
        return [word for word, letters in counted if letters <= cards]

    return find


def prefix_way(lexicon: Lexicon) -> Way:
    """Subanagrams by a marisa-trie, letter by letter."""
    trie = marisa_trie.Trie(lexicon)

    def extend(prefix: str, cards: str, found: list[str]) -> list[str]:
        if prefix in trie:
            found.append(prefix)
        for letter in set(cards):
            if next(trie.iterkeys(prefix + letter), None):
                extend(prefix + letter, cards.replace(letter, "", 1), found)
        return found

    return lambda rack: sorted(extend("", rack, []))


def combinations_way(lexicon: Lexicon) -> Way:
    """Subanagrams by a dict of sorted letters, asked for every part of the rack."""
    anagrams = by_sorted_letters(lexicon)

    def find(rack: str) -> list[str]:
        letters = sorted(rack)
        sizes = range(3, len(letters) + 1)
        parts = {"".join(part) for n in sizes for part in itertools.combinations(letters, n)}
        return sorted(word for part in parts for word in anagrams.get(part, ()))

    return find


def find_subanagrams(report: Report, lexicon: Lexicon) -> None:
    """Words from a rack, in plain Python; the search for plays has kernels of its own."""
    hands = racks(list(lexicon), 50)
    expected = [lexicon.subanagrams(hand) for hand in hands]

    def time_way(name: str, way: Way, n_hands: int, baseline: float | None = None) -> float:
        assert [way(hand) for hand in hands[:n_hands]] == expected[:n_hands]
        seconds = best_seconds(lambda: [way(hand) for hand in hands[:n_hands]], 3) / n_hands
        report.row(name, seconds, ("dict of sorted letters", baseline) if baseline else None)
        return seconds

    baseline = time_way("subanagrams: dict of sorted letters", combinations_way(lexicon), 50)
    time_way("subanagrams: Counter over the list", counting_way(lexicon), 2, baseline)
    time_way("subanagrams: marisa-trie by prefixes", prefix_way(lexicon), 50, baseline)
    time_way("lexicon.subanagrams", lexicon.subanagrams, 50, baseline)


def main() -> None:
    """Prints the table."""
    name_or_path = sys.argv[1] if len(sys.argv) > 1 else DEFAULT_LEXICON
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LETTER_TYCOON_CACHE"] = folder
        lexicon = Lexicon.load(name_or_path)
        size = Path(Lexicon.cache_path(name_or_path)).stat().st_size
        report = Report(
            f"{lexicon!r}, compiled {size / 1e6:.1f} MB, Python {sys.version.split()[0]}"
        )
        del lexicon  # What is in memory would not be loaded again.
        whole_lists(report, name_or_path)
        lexicon = Lexicon.load(name_or_path)
        look_up(report, lexicon)
        find_anagrams(report, lexicon)
        find_subanagrams(report, lexicon)
    Console().print(report.table)


if __name__ == "__main__":
    main()
