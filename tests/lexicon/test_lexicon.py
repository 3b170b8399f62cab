"""Lexicon: look-up, its value, pickles and threads."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import random
import string
import subprocess
import sys
import textwrap
import threading
import tracemalloc
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import forget, write_list

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.lexicon import LexiconWarning, cache, trie, word_list
from letter_tycoon_solver.lexicon.lexicon import spelling_of
from letter_tycoon_solver.lexicon.word_list import SkippedWords
from letter_tycoon_solver.rules.ruleset import MAX_PLAYED_LETTERS

REPOSITORY = Path(__file__).parents[2]

# Few letters, so that words share their letters and beginnings.
SMALL_WORDS = st.lists(st.text("AEST", min_size=3, max_size=7), min_size=1, max_size=30)


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(folder))
    return folder


@pytest.fixture(scope="module")
def enable(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETTER_TYCOON_CACHE", str(tmp_path_factory.mktemp("enable")))
        return Lexicon.load()


def words_in(rack: str, words: list[str]) -> list[str]:
    return [word for word in words if Counter(word) <= Counter(rack)]


class TestLookUp:
    @given(SMALL_WORDS, st.text("AESTaestX", max_size=40))
    def test_agrees_with_plain_python(self, words: list[str], rack: str) -> None:
        made = Lexicon.from_words(words)
        expected = sorted(set(words))
        assert list(made) == expected
        assert len(made) == len(expected)
        assert [made.word(number) for number in range(len(made))] == expected
        assert made.subanagrams(rack) == words_in(rack.upper(), expected)
        assert made.anagrams(rack) == [w for w in expected if sorted(w) == sorted(rack.upper())]
        for word in expected:
            assert made.anagrams(word) == [w for w in expected if sorted(w) == sorted(word)]
            assert word in made
            assert word.lower() in made
        assert (rack in made) == (rack.upper() in expected)

    @pytest.mark.parametrize("other", [3, b"CAT", "", "CATS", "CA", "CAT ", "caﬀ", "\ud800", "kiß"])
    def test_what_is_no_word_is_not_in_it(self, other: object) -> None:
        assert other not in Lexicon.from_words(["CAT", "CAFF", "KISS"])

    def test_a_rack_of_any_length(self) -> None:
        made = Lexicon.from_words(["A" * 64, "AAA", "AAAB"])
        assert made.subanagrams("A" * 100_000) == ["AAA", "A" * 64]
        assert made.subanagrams("A" * 20) == ["AAA"]
        assert made.anagrams("A" * 100_000) == []
        assert made.anagrams("A" * 64) == ["A" * 64]
        assert made.subanagrams("") == made.anagrams("") == []
        for number in (-1, 3, 2**40):
            with pytest.raises(InvalidInputError, match="from 0 to 2"):
                made.word(number)

    @pytest.mark.parametrize("rack", ["CA?", "C T", "ÄRA", "\u017fit", "1", 3, None, b"CAT", ["C"]])
    def test_bad_letters(self, rack: object) -> None:
        made = Lexicon.from_words(["CAT"])
        for find in (made.anagrams, made.subanagrams):
            with pytest.raises(InvalidInputError, match="A to Z"):
                find(rack)  # type: ignore[arg-type]

    @pytest.mark.slow
    def test_enable(self, enable: Lexicon) -> None:
        content = (REPOSITORY / "wordlists" / "enable.txt").read_text()
        words = [word.upper() for word in content.split() if len(word) >= 3]
        assert len(enable) == len(words) == 172_727
        assert list(enable) == words
        assert enable.digest == hashlib.sha256("\n".join(words).encode()).hexdigest()
        for rack in ("NROLHUEUEM", "JWLEANZEES", "QXZJKVWBFY"):
            assert enable.subanagrams(rack) == words_in(rack, words)
        assert enable.anagrams("listen") == [
            "ELINTS", "ENLIST", "INLETS", "LISTEN", "SILENT", "TINSEL",
        ]  # fmt: skip
        assert "Jewels" in enable
        assert "AA" not in enable
        assert enable.skipped == SkippedWords(too_short=96)
        assert repr(enable) == "<Lexicon enable: 172,727 words>"

    def test_racks_of_the_deck(self, enable: Lexicon) -> None:
        words_of = defaultdict(list)
        for word in enable:
            words_of["".join(sorted(word))].append(word)
        racks = (REPOSITORY / "benchmarks" / "racks.txt").read_text().split()[:60]
        for rack in (*racks, "SSSSEEEETA", "PIZZAZZUBB", "INDIVISIBILITY"):
            parts = {
                "".join(part)
                for size in range(3, len(rack) + 1)
                for part in combinations(sorted(rack), size)
            }
            found = sorted(word for part in parts for word in words_of.get(part, ()))
            assert enable.subanagrams(rack) == found


class TestValue:
    def test_equal_by_words(self, tmp_path: Path) -> None:
        loaded = Lexicon.load(write_list(tmp_path, "# pets\ndog\ncat\tan animal\nCAT\n"))
        made = Lexicon.from_words(["CAT", "dog"])
        assert loaded == made
        assert hash(loaded) == hash(made)
        assert loaded.digest == made.digest
        assert made.digest == hashlib.sha256(b"CAT\nDOG").hexdigest()
        other = Lexicon.from_words(["CAT", "DOGS"])
        assert other != made
        assert other.digest != made.digest
        assert made != "CAT"

    def test_cannot_be_changed(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "cat\n")
        for made in (Lexicon.from_words(["CAT"]), Lexicon.load(path)):
            # Python 3.11 raises TypeError for a property of a frozen dataclass with slots.
            with pytest.raises((AttributeError, TypeError)):
                made.name = "x"  # type: ignore[misc]
            for array in made.trie:
                assert not array.flags.writeable
            for memory in (made._compiled.text, made._compiled.starts):
                with pytest.raises(TypeError):
                    memory[0] = 1
        assert copy.copy(made) is made
        assert copy.deepcopy({1: made})[1] is made

    def test_names(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "cat\ndog\n", "pets.dic")
        loaded = Lexicon.load(str(path))
        assert repr(loaded) == "<Lexicon pets.dic: 2 words>"
        assert loaded.name == "pets.dic"
        assert loaded.source == path
        made = Lexicon.from_words(["CAT"])
        assert repr(made) == "<Lexicon unnamed: 1 word>"
        assert made.source is None

    def test_shipped_lists(self) -> None:
        common = Lexicon.load("common")
        assert common.name == "common"
        assert common.source == REPOSITORY / "wordlists" / "common.txt"
        assert 55_000 < len(common) < 65_000
        assert "BECAUSE" in common

    def test_an_installed_package_has_its_lists_inside(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = tmp_path / "site-packages" / "letter_tycoon_solver"
        (package / "wordlists").mkdir(parents=True)
        write_list(package / "wordlists", "dog\ncat\n", "common.txt")
        monkeypatch.setattr(word_list, "__file__", str(package / "lexicon" / "word_list.py"))
        assert list(Lexicon.load("common")) == ["CAT", "DOG"]
        with pytest.raises(LexiconError, match="'enable' is missing from this installation"):
            Lexicon.load("enable")


class TestPickle:
    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    def test_words(self, monkeypatch: pytest.MonkeyPatch, protocol: int) -> None:
        with pytest.warns(LexiconWarning):
            made = Lexicon.from_words(["CAT", "ACT", "AB"])
        content = pickle.dumps(made, protocol)
        forget(monkeypatch)
        copied = pickle.loads(content)
        assert copied is not made
        assert copied == made
        assert list(copied) == ["ACT", "CAT"]
        assert copied.skipped == made.skipped
        assert copied.subanagrams("CATS") == ["ACT", "CAT"]
        for array, original in zip(copied.trie, made.trie, strict=True):
            np.testing.assert_array_equal(array, original)
            assert not array.flags.writeable

    def test_words_from_another_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        content = pickle.dumps(Lexicon.from_words(["CAT"]))
        monkeypatch.setattr(cache, "_IDENTITY", (99, b"ABC"))
        with pytest.raises(LexiconError, match="another version"):
            pickle.loads(content)

    def test_from_the_cache_when_the_list_is_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write_list(tmp_path, "cat\ndog\n")
        content = pickle.dumps(Lexicon.load(path))
        assert len(content) < 300
        path.unlink()
        forget(monkeypatch)
        copied = pickle.loads(content)
        assert list(copied) == ["CAT", "DOG"]
        assert copied.name == "words.txt"

    def test_from_the_list_when_the_cache_is_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write_list(tmp_path, "cat\ndog\n")
        content = pickle.dumps(Lexicon.load(path))
        Lexicon.cache_path(path).unlink()
        write_list(tmp_path, "# the same words\nDOG\nCAT\nab\n")  # no warning a second time
        forget(monkeypatch)
        assert list(pickle.loads(content)) == ["CAT", "DOG"]

    def test_neither_cache_nor_the_same_list(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write_list(tmp_path, "cat\ndog\n")
        content = pickle.dumps(Lexicon.load(path))
        Lexicon.cache_path(path).unlink()
        forget(monkeypatch)
        write_list(tmp_path, "cat\ndogs\n")
        with pytest.raises(LexiconError, match=r"words of its list .* have changed"):
            pickle.loads(content)
        path.unlink()
        with pytest.raises(LexiconError, match=r"cannot be restored: .* there is no word list"):
            pickle.loads(content)


class TestThreads:
    def test_threads_share_one_lexicon(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "alert\nalter\nlater\nrat\n")
        start = threading.Barrier(8)

        def load_and_look_up(_: int) -> tuple[Lexicon, list[list[str]]]:
            start.wait()
            loaded = Lexicon.load(path)
            return loaded, [loaded.subanagrams("ALTERED") + list(loaded) for _ in range(50)]

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(load_and_look_up, range(8)))
        assert len({id(loaded) for loaded, _ in results}) == 1
        for _, found in results:
            assert found == [["ALERT", "ALTER", "LATER", "RAT"] * 2] * 50


# lexicon/lexicon.py: the letters of all words as arrays -----------------------------------------


WORDS = ["TEA", "CAT", "A" * (MAX_PLAYED_LETTERS + 1), "B" * MAX_PLAYED_LETTERS, "SEATS"]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words(WORDS)


def test_the_text_of_some_words(lexicon: Lexicon) -> None:
    spelled = spelling_of(lexicon)
    chosen = spelled.lengths <= 5
    assert spelled.text_of(chosen).tobytes().decode() == "CATSEATSTEA"
    assert len(spelled.text_of(np.zeros(len(WORDS), np.bool_))) == 0


# Lexicons of tables whose dictionaries differ in some words -------------------------------------


BASE = Lexicon.from_words(["CAT", "ACT", "TEA", "SEAT"])


def test_some_words_more_and_some_less() -> None:
    lexicon = BASE.altered(["Eat", "TEAS"], ["cat"])
    assert list(lexicon) == ["ACT", "EAT", "SEAT", "TEA", "TEAS"]
    assert len(lexicon) == 5
    assert "eat" in lexicon
    assert "CAT" not in lexicon
    assert (lexicon.also, lexicon.without) == (("EAT", "TEAS"), ("CAT",))
    assert lexicon == Lexicon.from_words(["ACT", "EAT", "SEAT", "TEA", "TEAS"])
    assert lexicon.anagrams("TEA") == ["EAT", "TEA"]
    assert "CAT" in BASE
    assert (lexicon.base, lexicon.name) == (BASE, "unnamed (altered)")


def test_words_are_looked_up_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(*_: object) -> None:
        raise AssertionError

    lexicon = BASE.altered(["EAT"], ["CAT"])
    monkeypatch.setattr("letter_tycoon_solver.lexicon.lexicon.compile_words", compiled)
    assert [word in lexicon for word in ("EAT", "CAT", "ACT", "XYZ", "É", 3)] == [
        *(True, False, True, False, False, False)
    ]
    with pytest.raises(AssertionError):
        len(lexicon)


def test_it_can_be_altered_again() -> None:
    lexicon = BASE.altered(["EAT"], ["CAT"])
    again = lexicon.altered(["CAT", "TAE"], ["ACT"])
    assert (again.also, again.without, again.base) == (("EAT", "TAE"), ("ACT",), BASE)
    assert lexicon.altered(["CAT"], ["EAT"]) is BASE


@pytest.mark.parametrize("words", [["AT"], ["A1B"], ["É" * 3], ["A" * 65], "CAT", [3], 3])
def test_they_are_words(words: object) -> None:
    with pytest.raises(InvalidInputError):
        BASE.altered(words)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError):
        BASE.altered(without=words)  # type: ignore[arg-type]


def test_a_word_is_not_both() -> None:
    with pytest.raises(InvalidInputError, match="EAT is to be a word and to be none"):
        BASE.altered(["EAT"], ["eat"])


def test_no_word_may_be_left() -> None:
    lexicon = BASE.altered(without=list(BASE))
    assert "CAT" not in lexicon
    with pytest.raises(LexiconError, match="no word"):
        len(lexicon)


# Long lists: compiled in pieces, in bounded memory, with a clear error where memory ends --------


MB = 1 << 20


def entries(n: int, seed: int = 0) -> list[str]:
    """Words in any case, some of them twice, and some that are left out."""
    rng = random.Random(seed)
    words = ["".join(rng.choices("AEINRSTaei", k=rng.randint(3, 12))) for _ in range(n)]
    return [*words, *words[::5], "it's", "an", "x" * 65, "é"]


@pytest.fixture
def whole() -> bytes:
    with pytest.warns(UserWarning, match="leaves out 4 entries"):
        return Lexicon.from_words(entries(400)).to_bytes()


@pytest.mark.parametrize("size", [1, 7, 64])
def test_pieces_make_the_same_lexicon(
    whole: bytes, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_list, "_ENTRIES_AT_ONCE", size)
    monkeypatch.setattr(word_list, "_BYTES_AT_ONCE", 70 + size)
    monkeypatch.setattr(trie, "_ROWS_AT_ONCE", size)
    with pytest.warns(UserWarning, match="leaves out 4 entries"):
        assert Lexicon.from_words(entries(400)).to_bytes() == whole
    for end in ("\n", "\r\n", "\r"):
        content = "\ufeff# naïve" + end + end.join(entries(400)) + end
        words, skipped = word_list.parse(content.encode(), tmp_path)
        assert list(word_list.texts(words)) == sorted({w.upper() for w in entries(400)[:-4]})
        assert word_list.lines(words).decode().split("\n") == [*word_list.texts(words), ""]
        assert skipped == SkippedWords(1, 1, 2)


def test_the_line_that_is_not_utf_8_is_named_in_every_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_list, "_BYTES_AT_ONCE", 30)
    for line in (1, 2, 10, 99):
        lines = [b"cat\xc3\xa9"] * 120
        lines[line - 1] = b"\xff"
        with pytest.raises(LexiconError, match=f"is not UTF-8 at line {line}:"):
            word_list.parse(b"\n".join(lines), tmp_path)


@pytest.mark.slow
def test_the_words_are_not_in_memory_as_strings(tmp_path: Path) -> None:
    rng = random.Random(5)
    n = 150_000
    letters = "".join(rng.choices(string.ascii_lowercase, k=9 * n)).encode()
    content = b"\n".join(letters[at : at + 9] for at in range(0, len(letters), 9))
    tracemalloc.start()
    try:
        words, _ = word_list.parse(content, tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(words) > 0.99 * n
    assert peak < 20 * MB


def test_where_memory_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise MemoryError

    path = tmp_path / "words.txt"
    path.write_text("cat\ndog\n", "utf-8")
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
    monkeypatch.setattr("marisa_trie.Trie", refuse)
    with pytest.raises(LexiconError, match=r"the word list '.*words\.txt' is too long for the mem"):
        Lexicon.load(path)
    with pytest.raises(LexiconError, match="the list of words given is too long for the memory"):
        Lexicon.from_words(["cat"])


LIMITED = """
    import random, resource, sys
    from pathlib import Path
    from letter_tycoon_solver import Lexicon, LexiconError

    rng = random.Random(1)
    words = ["".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=9)) for _ in range(100_000)]
    path = Path(sys.argv[1])
    path.write_text("\\n".join(words))
    compile_it = (lambda: Lexicon.compile(path), lambda: Lexicon.from_words(words))
    for mb in (0, 10, 20, 400):
        for make in compile_it:
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + (mb << 20), resource.RLIM_INFINITY))
            try:
                said = str(len(make()) > 0)
            except LexiconError as error:
                said = str(error)
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            print(mb, said)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is limited on Linux")
def test_in_limited_memory(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LIMITED), str(tmp_path / "words.txt")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LETTER_TYCOON_CACHE": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for line in lines[:2]:
        assert "is too long for the memory of this machine; give a shorter list" in line
    assert lines[-2:] == ["400 True", "400 True"]
