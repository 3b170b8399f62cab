"""Word lists of a lexicon: their lines, what is skipped or refused, and warnings."""

from __future__ import annotations

import os
import threading
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.word_lists import forget, write_list

from letter_tycoon_solver.errors import InvalidInputError, LetterTycoonError, LexiconError
from letter_tycoon_solver.lexicon import Lexicon, LexiconWarning, word_list
from letter_tycoon_solver.lexicon.word_list import SkippedWords


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

    def test_shipped_lists_do_not_warn(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert Lexicon.compile("common").skipped.total == Lexicon.load("common").skipped.total

    def test_words_from_a_file_object(self, tmp_path: Path) -> None:
        with write_list(tmp_path, "cat\r\n dog \n").open() as file:
            assert list(Lexicon.from_words(file)) == ["CAT", "DOG"]

    def test_words_are_not_lines(self) -> None:
        with pytest.warns(LexiconWarning, match="3 entries"):
            made = Lexicon.from_words(["ice cream", "# dog", "", "cat"])
        assert list(made) == ["CAT"]
        assert made.skipped == SkippedWords(too_short=1, not_letters=2)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
    def test_a_pipe(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_text, args=("cat\n" * 50_000 + "dog\n",))
        writer.start()
        assert list(Lexicon.load(pipe)) == ["CAT", "DOG"]
        writer.join()

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

    @pytest.mark.parametrize("name", ["", 3, None, b"enable", ["cat"] * 999])
    def test_no_name(self, name: object) -> None:
        assert "word list" in self.refused(name)

    @pytest.mark.parametrize("name", ["a\0b", "x" * 5_000, "\ud800"])
    def test_impossible_path(self, name: str) -> None:
        assert "word list" in self.refused(name)

    def test_folder(self, tmp_path: Path) -> None:
        assert f"{str(tmp_path)!r} is a folder" in self.refused(tmp_path)

    def test_below_a_file(self, tmp_path: Path) -> None:
        path = write_list(tmp_path, "cat\n") / "words.txt"
        assert "cannot be read (Not a directory)" in self.refused(path)

    def test_no_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        path = write_list(tmp_path, "cat\n")
        monkeypatch.setattr(Path, "open", refuse)
        assert f"{str(path)!r} cannot be read (Permission denied)" in self.refused(path)

    @pytest.mark.parametrize("content", [b"cat\0\n", "cat\n".encode("utf-16"), b"\x1f\x8b\0\0"])
    def test_binary(self, tmp_path: Path, content: bytes) -> None:
        message = self.refused(write_list(tmp_path, content))
        assert "binary file or UTF-16" in message
        assert "save it as plain text in UTF-8" in message

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
    def test_a_file_without_end(self) -> None:
        assert "binary" in self.refused("/dev/zero")

    @pytest.mark.parametrize(
        ("content", "line"),
        [
            (b"caf\xe9\n", 1),
            (b"cat\ndog\r\nbird\r\xff\xfe", 4),
            (("cat\n" * 2_000 + "\u20ac").encode()[:-1], 2_001),
        ],
    )
    def test_not_utf_8(self, tmp_path: Path, content: bytes, line: int) -> None:
        message = self.refused(write_list(tmp_path, content))
        assert f"is not UTF-8 at line {line:,}:" in message

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

    @pytest.mark.parametrize("content", ["", "\n\n# only a comment\n"])
    def test_empty(self, tmp_path: Path, content: str) -> None:
        message = self.refused(write_list(tmp_path, content))
        assert "has no word that can be played (skipped: none)" in message

    def test_nothing_usable(self, tmp_path: Path) -> None:
        message = self.refused(write_list(tmp_path, "ab\nno\nnaïve\n"))
        assert "2 with fewer than 3 letters, 1 with other characters than A to Z" in message

    def test_nothing_is_left_in_the_cache(self, tmp_path: Path, cache_folder: Path) -> None:
        self.refused(write_list(tmp_path, "ab\n"))
        assert not cache_folder.exists()

    def test_no_words(self) -> None:
        with pytest.raises(LexiconError, match="the list of words given has no word"):
            Lexicon.from_words([])
        with pytest.raises(LexiconError, match="1 with fewer than 3 letters"):
            Lexicon.from_words(["ab"])

    @pytest.mark.parametrize("words", ["CAT" * 999, 3, None, b"CAT", ["CAT", 3], ["CAT", None]])
    def test_words_that_are_no_strings(self, words: object) -> None:
        with pytest.raises(InvalidInputError, match=r"strings|iterable") as caught:
            Lexicon.from_words(words)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200
