"""Word lists of a lexicon, and compiled ones in the cache: the words are always right."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import forget, write_list

from letter_tycoon_solver import _user_cache
from letter_tycoon_solver._files import UnfinishedFile
from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError, LexiconError
from letter_tycoon_solver.lexicon import Lexicon, LexiconWarning, cache, trie, word_list
from letter_tycoon_solver.lexicon.cache import CompiledLexicon
from letter_tycoon_solver.lexicon.word_list import SkippedWords
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from letter_tycoon_solver.rules.ruleset import MAX_CARDS


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(folder))
    return folder


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


SMALL_WORDS = st.sets(st.text("AESTXY", min_size=3, max_size=16), min_size=1, max_size=40)


def built(words: set[str]) -> trie.Trie:
    return trie.build(np.array(sorted(words), np.bytes_))


def classes_of(made: trie.Trie, words: set[str]) -> list[str]:
    """The sorted letters of each class."""
    ordered = sorted(words)
    first = made.words[made.first_word[:-1]] >> trie.WORD_SHIFT
    return ["".join(sorted(ordered[number])) for number in first.tolist()]


def test_each_copy_that_can_be_laid_has_a_bit() -> None:
    """Bits: as many as the deck has and can be held, one more with X, one more S with Z."""
    assert sorted(trie.COPY_BITS[trie.COPY_BITS != trie.NO_BIT].tolist()) == list(range(128))
    for place, letter in enumerate(LETTERS):
        n_bits = np.count_nonzero(trie.COPY_BITS[:, place] != trie.NO_BIT)
        assert n_bits == min(CARD_COUNT[letter], MAX_CARDS) + 1 + (letter == "S")


def test_first_copies_are_in_the_order_of_patents() -> None:
    assert [PATENT_COST[letter] for letter in trie.KEY_LETTERS] == sorted(PATENT_COST.values())
    assert sorted(trie.SORT_ORDER) == sorted(trie.KEY_LETTERS) == sorted(LETTERS)


@given(SMALL_WORDS)
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


@given(SMALL_WORDS)
def test_traits(words: set[str]) -> None:
    made = built(words)
    classes = classes_of(made, words)
    assert sorted(classes) == sorted({"".join(sorted(word)) for word in words})
    for letters, traits in zip(classes, made.traits.tolist(), strict=True):
        vowels, ys, n = sum(map(letters.count, "AEIOU")), letters.count("Y"), len(letters)
        ends = [word[0] + word[-1] for word in words if "".join(sorted(word)) == letters]
        assert traits >> trie.TRAITS_LENGTH_SHIFT == min(n, 15)
        assert bool(traits & 1) == any(set(two) <= set("AEIOUY") for two in ends)
        assert bool(traits & 2) == (2 * (vowels + ys) >= n)
        assert bool(traits & 4) == (vowels == 1 or (vowels == 0 and ys > 0))
        assert bool(traits & 8) == ("Q" in letters)


@given(SMALL_WORDS, st.text("AESTXY", max_size=20))
def test_what_fits_a_rack(words: set[str], rack: str) -> None:
    made = built(words)
    n_sure = len(made.traits) - len(made.more_keys)
    found = set(trie.fitting(made, trie.low_word(rack)).tolist())
    for number, letters in enumerate(classes_of(made, words)):
        if number < n_sure:
            assert (number in found) == (Counter(letters) <= Counter(rack))
        else:
            assert number in found or not Counter(letters) <= Counter(rack)


# The cache of compiled lexicons: whatever happens to it, the words are right.


WORDS = ["ALERT", "ALTER", "CAT", "CATS", "DOG", "JEWELS", "LATER", "ZZZ"]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    return path


@pytest.fixture(scope="module")
def compiled() -> CompiledLexicon:
    return Lexicon.from_words(WORDS)._compiled


def check(loaded: Lexicon) -> None:
    assert list(loaded) == WORDS
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

    @pytest.mark.parametrize(
        "identity",
        [
            (cache.FORMAT_VERSION + 1, cache._IDENTITY[1]),
            (cache.FORMAT_VERSION, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ],
    )
    def test_another_version(
        self,
        compiled: CompiledLexicon,
        identity: tuple[int, bytes],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(cache, "_IDENTITY", identity)
            content = cache.encode(compiled)
            assert cache.decode(content) is not None
        assert cache.decode(content) is None


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

    def test_no_space_for_the_whole_file(self, listed: Path, cache_folder: Path) -> None:
        resource = pytest.importorskip("resource")
        size = len(cache.encode(Lexicon.from_words(WORDS)._compiled))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
        try:
            loaded = Lexicon.load(listed)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        check(loaded)
        assert list(cache_folder.iterdir()) == []
        check(Lexicon.compile(listed))
        assert only_file(cache_folder).stat().st_size == size


class TestManyProcesses:
    def test_files_of_killed_processes_are_removed(self, listed: Path, cache_folder: Path) -> None:
        cache_folder.mkdir()
        name = Lexicon.cache_path(listed).name
        abandoned = cache_folder / f".{name}.0011223344556677.unfinished"
        of_another = cache_folder / ".other.v1.lexicon.0011223344556677.unfinished"
        foreign = cache_folder / "notes.unfinished"
        for path in (abandoned, of_another, foreign):
            path.write_bytes(b"half")
        at_work = UnfinishedFile(Lexicon.cache_path(listed))
        check(Lexicon.load(listed))
        assert not abandoned.exists()
        assert not of_another.exists()
        assert at_work.path.exists()
        assert foreign.exists()
        at_work.remove()
