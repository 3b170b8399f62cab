"""Lexicon: look-up, its value, pickles and threads."""

from __future__ import annotations

import copy
import hashlib
import pickle
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.word_lists import forget, write_list

from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.lexicon import Lexicon, LexiconWarning, cache, trie, word_list
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

    def test_numbers_are_those_of_the_trie(self) -> None:
        made = Lexicon.from_words(["ALERT", "ALTER", "LATER", "RAT", "TAR", "ART"])
        numbers = made.trie.words >> trie.WORD_SHIFT
        words = [made.word(int(number)) for number in numbers]
        classes = [words[start:end] for start, end in pairwise(made.trie.first_word) if start < end]
        assert sorted(classes) == [["ALERT", "ALTER", "LATER"], ["ART", "RAT", "TAR"]]

    @pytest.mark.parametrize("other", [3, None, b"CAT", "", "CATS", "CA", "CAT ", "caﬀ", "\ud800"])
    def test_what_is_no_word_is_not_in_it(self, other: object) -> None:
        assert other not in Lexicon.from_words(["CAT", "CAFF"])

    def test_letters_beyond_ascii_do_not_become_words(self) -> None:
        made = Lexicon.from_words(["KISS", "FIN"])
        assert "kiß" not in made
        assert "ﬁn" not in made
        assert "k\u0131ss" not in made

    def test_a_rack_of_any_length(self) -> None:
        made = Lexicon.from_words(["A" * 64, "AAA", "AAAB"])
        assert made.subanagrams("A" * 100_000) == ["AAA", "A" * 64]
        assert made.subanagrams("A" * 20) == ["AAA"]
        assert made.anagrams("A" * 100_000) == []
        assert made.anagrams("A" * 64) == ["A" * 64]
        assert made.subanagrams("") == made.anagrams("") == []

    @pytest.mark.parametrize("rack", ["CA?", "C T", "ÄRA", "\u017fit", "1", 3, None, b"CAT", ["C"]])
    def test_bad_letters(self, rack: object) -> None:
        made = Lexicon.from_words(["CAT"])
        for find in (made.anagrams, made.subanagrams):
            with pytest.raises(InvalidInputError, match="A to Z"):
                find(rack)  # type: ignore[arg-type]

    @pytest.mark.parametrize("number", [-1, 1, 2**40])
    def test_a_number_beyond_the_words(self, number: int) -> None:
        with pytest.raises(InvalidInputError, match="from 0 to 0"):
            Lexicon.from_words(["CAT"]).word(number)

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
        racks = (REPOSITORY / "benchmarks" / "racks.txt").read_text().split()[:300]
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

    def test_the_same_list_is_in_memory_once(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "cat\n")
        loaded = Lexicon.load(path)
        assert Lexicon.load(str(path)) is loaded
        assert Lexicon.compile(path) is loaded

    def test_a_changed_list_is_another_lexicon(self, tmp_path: Path) -> None:
        before = Lexicon.load(write_list(tmp_path, "cat\n"))
        after = Lexicon.load(write_list(tmp_path, "dog\n"))
        assert list(before) == ["CAT"]
        assert list(after) == ["DOG"]

    def test_a_relative_path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_list(tmp_path, "cat\n", "enable")
        monkeypatch.chdir(tmp_path)
        assert list(Lexicon.load("./enable")) == ["CAT"]


class TestPickle:
    def test_same_process_same_object(self, tmp_path: Path) -> None:
        for made in (Lexicon.from_words(["CAT"]), Lexicon.load(write_list(tmp_path, "cat\n"))):
            assert pickle.loads(pickle.dumps(made)) is made

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

    def test_a_list_pickles_as_a_reference(self, enable: Lexicon) -> None:
        assert len(pickle.dumps(enable)) < 300

    def test_from_the_cache_when_the_list_is_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write_list(tmp_path, "cat\ndog\n")
        content = pickle.dumps(Lexicon.load(path))
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

    def test_another_process(self, tmp_path: Path) -> None:
        with pytest.warns(LexiconWarning):
            loaded = Lexicon.load(write_list(tmp_path, "cat\ndog\nab\n"))
        made = Lexicon.from_words(["BIRD"])
        script = (
            "import pickle, sys; print([(list(x), x.digest, x.skipped.too_short)"
            " for x in pickle.load(sys.stdin.buffer)])"
        )
        output = subprocess.run(
            [sys.executable, "-W", "error", "-c", script],
            input=pickle.dumps([loaded, made]),
            cwd=REPOSITORY,
            capture_output=True,
            check=True,
        ).stdout
        expected = [(["CAT", "DOG"], loaded.digest, 1), (["BIRD"], made.digest, 0)]
        assert output.decode().strip() == repr(expected)


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
