"""Lexicons: look-up, pickles and threads; their word lists, and compiled ones in the cache."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import random
import string
import threading
import tracemalloc
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import forget, write_list

from letter_tycoon_solver import Lexicon, _user_cache
from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError, LexiconError
from letter_tycoon_solver.lexicon import LexiconWarning, cache, trie, word_list
from letter_tycoon_solver.lexicon.cache import CompiledLexicon
from letter_tycoon_solver.lexicon.word_list import SkippedWords

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


# Word lists, and compiled ones in the cache: the words are always right ---------------------------


class TestWordLists:
    @pytest.mark.parametrize(
        "content",
        [
            "cat\ndog\n",
            "dog\ncat",
            "\n\ncat\n\n  \n\t\ndog\n\n",
            "CAT\nDog\ncat\n",
            "# cat and dog\ncat\n  # bird\ndog\n#\n",
            "cat an animal\ndog\tanother: naïve\n",
            "cat\xa0bird\ndog\u2028bird\n",
            "cat\x0bbird\ndog\x1cbird\n",
            "  cat\n\tdog bird\n",
            "cat\r\ndog\r\n",
            "cat\rdog\r",
            "\ufeffcat\r\ndog",
            "\ufeff# list\ncat\ndog",
            "cat " + "x" * 9_000 + "\ndog",
        ],
    )
    def test_lines(self, tmp_path: Path, content: str) -> None:
        loaded = Lexicon.load(write_list(tmp_path, content))
        assert list(loaded) == ["CAT", "DOG"]
        assert loaded.skipped == SkippedWords()

    def test_skipped_words_are_counted_and_reported_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        long = "pneumonoultramicroscopicsilicovolcanoconiosis"
        lines = ["ab", "i", "ab", "cat", long, "a" * 64, "b" * 65, "naïve", "it's", "ﬁn", "x2"]
        path = write_list(tmp_path, "\n".join(lines))
        with pytest.warns(LexiconWarning) as caught:
            loaded = Lexicon.load(path)
        assert [str(warning.message) for warning in caught] == [
            "the lexicon words.txt leaves out 8 entries of its list: 3 with fewer than 3 letters,"
            " 1 with more than 64 letters, 4 with other characters than A to Z; a lexicon takes"
            " words of 3 to 64 letters from A to Z"
        ]
        assert caught[0].filename == __file__
        expected = ["A" * 64, "CAT", long.upper()]
        skipped = SkippedWords(too_short=3, too_long=1, not_letters=4)
        assert skipped.total == 8
        assert (list(loaded), loaded.skipped) == (expected, skipped)
        forget(monkeypatch)
        again = Lexicon.load(path)  # from the cache: pytest makes any warning an error
        assert again is not loaded
        assert (list(again), again.skipped) == (expected, skipped)
        with pytest.warns(LexiconWarning, match="leaves out 8 entries"):
            Lexicon.compile(path)
        with pytest.warns(LexiconWarning, match="unnamed leaves out 8 entries") as caught:
            made = Lexicon.from_words(lines)
        assert caught[0].filename == __file__
        assert (list(made), made.skipped) == (expected, skipped)

    def test_words_are_not_lines(self, tmp_path: Path) -> None:
        with pytest.warns(LexiconWarning, match="3 entries"):
            made = Lexicon.from_words(["ice cream", "# dog", "", "cat"])
        assert list(made) == ["CAT"]
        with write_list(tmp_path, "cat\r\n dog \n").open() as file:
            assert list(Lexicon.from_words(file)) == ["CAT", "DOG"]
        assert made.skipped == SkippedWords(too_short=1, not_letters=2)

    @given(
        st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["\n", "\r", "\r\n"]))),
        st.integers(1, 40),
    )
    def test_long_lines_are_found_wherever_they_are(
        self, tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[int, str]], chunk: int
    ) -> None:
        content = "".join("x" * length + end for length, end in lines)
        path = write_list(tmp_path_factory.mktemp("lines"), content)
        too_long = [n for n, line in enumerate(content.splitlines(), 1) if len(line) > 20]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(word_list, "MAX_LINE_BYTES", 20)
            patch.setattr(word_list, "_CHUNK_BYTES", chunk)
            if too_long:
                with pytest.raises(LexiconError, match=f"20 bytes in line {too_long[0]}:"):
                    word_list.read(path)
            else:
                assert word_list.read(path) == content.encode()


class TestBadInput:
    def refused(self, name_or_path: object) -> str:
        """The message, which must be one sentence of LexiconError."""
        with pytest.raises(LexiconError) as caught:
            Lexicon.load(name_or_path)  # type: ignore[arg-type]
        message = str(caught.value)
        assert isinstance(caught.value, LetterTycoonError)
        assert isinstance(caught.value, ValueError)
        assert "\n" not in message
        assert len(message) < 400
        return message

    def test_unknown_name(self) -> None:
        message = self.refused("enabel")
        assert "enabel'" in message
        assert "enable, common" in message
        assert "path of a text file" in message

    def test_absent_file(self, tmp_path: Path) -> None:
        path = tmp_path / "no" / "words.txt"
        assert f"there is no word list {str(path)!r}" in self.refused(path)

    @pytest.mark.parametrize(
        "name", ["", 3, None, b"enable", ["cat"] * 999, "a\0b", "x" * 5_000, "\ud800"]
    )
    def test_no_name(self, name: object) -> None:
        assert "word list" in self.refused(name)

    def test_folder(self, tmp_path: Path) -> None:
        assert f"{str(tmp_path)!r} is a folder" in self.refused(tmp_path)

    def test_below_a_file(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "cat\n") / "words.txt"
        assert "cannot be read (Not a directory)" in self.refused(path)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
    def test_a_line_without_end_is_not_read_to_its_end(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        stopped = threading.Event()

        def write_without_end() -> None:
            try:
                with pipe.open("wb", buffering=0) as file:
                    file.write(b"cat\ndog\n")
                    while True:
                        file.write(b"x" * 1_000)
            except BrokenPipeError:
                stopped.set()

        threading.Thread(target=write_without_end, daemon=True).start()
        assert "more than 10,000 bytes in line 3:" in self.refused(pipe)
        assert stopped.wait(10)

    @pytest.mark.parametrize(
        ("content", "part"),
        [
            (
                b"cat\0\n",
                "binary file or UTF-16 (it holds NUL bytes): save it as plain text in UTF-8",
            ),
            ("cat\n".encode("utf-16"), "binary file or UTF-16"),
            (b"\x1f\x8b\0\0", "binary file or UTF-16"),
            (b"caf\xe9\n", "is not UTF-8 at line 1:"),
            (b"cat\ndog\r\nbird\r\xff\xfe", "is not UTF-8 at line 4:"),
            (("cat\n" * 2_000 + "\u20ac").encode()[:-1], "is not UTF-8 at line 2,001:"),
            ("", "has no word that can be played (skipped: none)"),
            ("\n\n# only a comment\n", "has no word that can be played (skipped: none)"),
            ("ab\nno\nnaïve\n", "2 with fewer than 3 letters, 1 with other characters than A to Z"),
        ],
    )
    def test_content(
        self, tmp_path: Path, cache_folder: Path, content: str | bytes, part: str
    ) -> None:
        """Nothing of it is left in the cache."""
        assert part in self.refused(write_list(tmp_path, content))
        assert not cache_folder.exists()

    @pytest.mark.parametrize("words", ["CAT" * 999, 3, None, b"CAT", ["CAT", 3], ["CAT", None]])
    def test_words_that_are_no_strings(self, words: object) -> None:
        with pytest.raises(InvalidInputError, match=r"strings|iterable") as caught:
            Lexicon.from_words(words)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200


# The trie of anagram classes: keys, levels, and what they say of a rack ---------------------------


LONGER_WORDS = st.sets(st.text("AESTXY", min_size=3, max_size=16), min_size=1, max_size=40)


def built(words: set[str]) -> trie.Trie:
    return trie.build(np.array(sorted(words), np.bytes_))


@given(LONGER_WORDS)
def test_a_key_one_level_up_is_what_eight_have_in_common(words: set[str]) -> None:
    made = built(words)
    sizes = trie.n_keys(len(made.traits))
    assert sum(sizes) == len(made.keys)
    levels = np.split(made.keys, np.cumsum(sizes)[:-1])
    assert levels[0][len(made.traits) :].tolist() == [trie.FULL] * (sizes[0] - len(made.traits))
    for below, above in pairwise(levels):
        for number, key in enumerate(above.tolist()):
            block = below[number * trie.BLOCK : (number + 1) * trie.BLOCK].tolist()
            common = trie.FULL
            for one in block:
                common &= one
            assert key == common


# The cache of compiled lexicons: whatever happens to it, the words are right.


LISTED = ["ALERT", "ALTER", "CAT", "CATS", "DOG", "JEWELS", "LATER", "ZZZ"]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(LISTED))
    return path


@pytest.fixture(scope="module")
def compiled() -> CompiledLexicon:
    return Lexicon.from_words(LISTED)._compiled


def check(loaded: Lexicon) -> None:
    assert list(loaded) == LISTED
    assert loaded.subanagrams("ALTERED") == ["ALERT", "ALTER", "LATER"]


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


class TestFormat:
    def test_round_trip(self, compiled: CompiledLexicon) -> None:
        content = cache.encode(compiled)
        decoded = cache.decode(content, compiled.key)
        assert decoded is not None
        for name, array in decoded.trie._asdict().items():
            original = getattr(compiled.trie, name)
            np.testing.assert_array_equal(array, original)
            assert array.dtype == original.dtype
        assert (decoded.text, decoded.starts) == (compiled.text, compiled.starts)
        assert decoded.keys == compiled.keys
        assert decoded.digest == compiled.digest
        assert cache.encode(decoded) == content
        assert cache.decode(content, bytes(32)) is None

    def test_every_changed_byte_is_found(self, compiled: CompiledLexicon) -> None:
        content = bytearray(cache.encode(compiled))
        for at in range(len(content)):
            content[at] ^= 1 << at % 8
            assert cache.decode(bytes(content)) is None
            content[at] ^= 1 << at % 8
        assert cache.decode(bytes(content)) is not None

    def test_every_cut_is_found(self, compiled: CompiledLexicon) -> None:
        content = cache.encode(compiled)
        for length in range(0, len(content), 7):
            assert cache.decode(content[:length]) is None
        assert cache.decode(content + b"\0") is None


class TestFolder:
    def test_the_users_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = platformdirs.user_cache_path("letter-tycoon-solver", appauthor=False)
        monkeypatch.delenv("LETTER_TYCOON_CACHE")
        assert _user_cache.folder() == expected
        monkeypatch.setenv("LETTER_TYCOON_CACHE", "")
        assert _user_cache.folder() == expected

    def test_one_aligned_file_of_the_content(
        self, listed: Path, tmp_path: Path, cache_folder: Path
    ) -> None:
        path = Lexicon.cache_path(listed)
        assert path.parent == cache_folder
        assert not path.exists()
        loaded = Lexicon.load(listed)
        check(loaded)
        assert only_file(cache_folder) == path
        for array in loaded.trie:
            assert array.ctypes.data % 64 == 0
        twin = tmp_path / "twin.txt"
        twin.write_bytes(listed.read_bytes())
        check(Lexicon.load(twin))
        assert only_file(cache_folder) == path

    def test_a_good_file_is_used(self, listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        check(Lexicon.load(listed))

        def refuse(*_: object) -> None:
            raise AssertionError("compiled again")

        monkeypatch.setattr("letter_tycoon_solver.lexicon.cache.build_trie", refuse)
        check(Lexicon.load(listed))
        with pytest.raises(AssertionError, match="compiled again"):
            Lexicon.compile(listed)


class TestDamage:
    @pytest.mark.parametrize("damaged", [lambda good: good[:-1], lambda _: b""])
    def test_a_damaged_file_is_rebuilt(
        self, listed: Path, damaged: Callable[[bytes], bytes]
    ) -> None:
        """TestFormat says of which bytes that is noticed."""
        path = Lexicon.cache_path(listed)
        check(Lexicon.compile(listed))
        good = path.read_bytes()
        path.unlink()
        path.write_bytes(damaged(good))
        check(Lexicon.load(listed))
        assert path.read_bytes() == good

    def test_the_file_of_another_list(self, listed: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.txt"
        other.write_text("bird\n")
        Lexicon.load(other)
        Lexicon.cache_path(other).rename(Lexicon.cache_path(listed))
        check(Lexicon.load(listed))


class TestNoCache:
    def test_the_folder_is_a_file(self, listed: Path, cache_folder: Path) -> None:
        cache_folder.write_text("here is a file")
        check(Lexicon.load(listed))
        assert cache_folder.read_text() == "here is a file"

    @pytest.mark.parametrize("function", ["mkdir", "write_bytes", "replace"])
    def test_refused(
        self,
        listed: Path,
        cache_folder: Path,
        function: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """A folder that is read-only, or on Windows a file that another process has mapped."""

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, function, refuse)
        loaded = Lexicon.load(listed)
        check(loaded)
        for array in loaded.trie:
            assert not array.flags.writeable
        assert not cache_folder.exists() or list(cache_folder.iterdir()) == []
