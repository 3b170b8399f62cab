"""Long lists: compiled in pieces, in bounded memory, with a clear error where memory ends."""

from __future__ import annotations

import os
import random
import string
import subprocess
import sys
import textwrap
import tracemalloc
from pathlib import Path

import pytest

from letter_tycoon_solver.errors import LexiconError
from letter_tycoon_solver.lexicon import Lexicon, trie, word_list
from letter_tycoon_solver.lexicon.word_list import SkippedWords

MB = 1 << 20


def entries(n: int, seed: int = 0) -> list[str]:
    """Words in any case, some of them twice, and some that are left out."""
    rng = random.Random(seed)
    words = ["".join(rng.choices("AEINRSTaei", k=rng.randint(3, 12))) for _ in range(n)]
    return [*words, *words[::5], "it's", "an", "x" * 65, "é"]


@pytest.fixture
def whole() -> bytes:
    with pytest.warns(UserWarning, match="leaves out 4 entries"):
        return Lexicon.from_words(entries(2_000)).to_bytes()


@pytest.mark.parametrize("size", [1, 7, 64])
def test_pieces_make_the_same_lexicon(
    whole: bytes, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_list, "_ENTRIES_AT_ONCE", size)
    monkeypatch.setattr(word_list, "_BYTES_AT_ONCE", 70 + size)
    monkeypatch.setattr(trie, "_ROWS_AT_ONCE", size)
    with pytest.warns(UserWarning, match="leaves out 4 entries"):
        assert Lexicon.from_words(entries(2_000)).to_bytes() == whole
    for end in ("\n", "\r\n", "\r"):
        content = "\ufeff# naïve" + end + end.join(entries(2_000)) + end
        words, skipped = word_list.parse(content.encode(), tmp_path)
        assert list(word_list.texts(words)) == sorted({w.upper() for w in entries(2_000)[:-4]})
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
