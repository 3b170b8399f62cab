"""From a word list to its compiled form: a marisa-trie, and the arrays of the search."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import marisa_trie
import numpy as np

from ..errors import InvalidInputError, LexiconError, require_iterable, show, show_text
from ..rules.cards import MIN_WORD_LENGTH
from . import word_list
from .cache import CompiledLexicon
from .trie import build as build_trie
from .word_list import MAX_WORD_LENGTH, SkippedWords, Words


@dataclass(frozen=True, slots=True)
class Source:
    """A word list as read from its file."""

    origin: str
    path: Path
    content: bytearray
    key: bytes
    """The SHA-256 of the content; it names the compiled file."""

    @classmethod
    def read(cls, name_or_path: str | os.PathLike[str]) -> Source:
        """Read a shipped list, or one from a file."""
        origin, path = word_list.find(name_or_path)
        with in_memory(f"the word list '{show_text(path)}'"):
            content = word_list.read(path)
        return cls(origin, path, content, hashlib.sha256(content).digest())

    @property
    def identity(self) -> tuple[str, bytes]:
        """The origin and the key: the same for the same words from the same place."""
        return self.origin, self.key


def compile_words(
    words: Words, skipped: SkippedWords, key: bytes | None, what: str
) -> CompiledLexicon:
    """Compile words as `word_list.select` returns them.

    Without a key, the list is identified by its words and the counts of skipped entries.
    """
    if not len(words):
        raise LexiconError(
            f"{what} has no word that can be played (skipped: {skipped}); a lexicon needs at least"
            f" one word of {MIN_WORD_LENGTH} to {MAX_WORD_LENGTH} letters from A to Z"
        )
    text = memoryview(word_list.lines(words))
    listed = text[:-1]
    own_key = hashlib.sha256(f"{skipped!r}\n".encode())
    own_key.update(listed)
    starts = np.zeros(len(words) + 1, np.uint32)
    np.cumsum(np.char.str_len(words) + 1, out=starts[1:])
    trie = build_trie(words)
    for array in (*trie, starts):
        array.flags.writeable = False
    return CompiledLexicon(
        key=key or own_key.digest(),
        digest=hashlib.sha256(listed).digest(),
        skipped=skipped,
        trie=trie,
        text=text,
        starts=starts.data,
        keys=marisa_trie.Trie(word_list.texts(words)),
    )


@contextlib.contextmanager
def in_memory(what: str) -> Iterator[None]:
    """Raise LexiconError when memory runs out."""
    try:
        yield
    except MemoryError:
        raise LexiconError(
            f"{what} is too long for the memory of this machine; give a shorter list, or compile it"
            " where there is more memory"
        ) from None


def checked_words(words: Iterable[str]) -> set[str]:
    """The words in upper case; raises InvalidInputError if one cannot be in a lexicon."""
    found = checked_strings(words)
    for word in found:
        is_spelt = word.isascii() and word.isalpha()
        if not is_spelt or not MIN_WORD_LENGTH <= len(word) <= MAX_WORD_LENGTH:
            raise InvalidInputError(
                f"{show(word)} is no word; give {MIN_WORD_LENGTH} to {MAX_WORD_LENGTH} letters from"
                " A to Z"
            )
    return {word.upper() for word in found}


def checked_strings(words: Iterable[str]) -> list[str]:
    """The entries without white space around them; raises InvalidInputError unless all are text."""
    if isinstance(words, str):
        raise InvalidInputError("words are given as str; give a list or other iterable of strings")
    require_iterable(words, "words")
    entries = list(words)
    for entry in entries:
        if not isinstance(entry, str):
            raise InvalidInputError(
                f"the list of words holds a {type(entry).__name__}; give strings only"
            )
    return [entry.strip() for entry in entries]
