"""Compiled lexicons as bytes, and as files of the user's cache folder (_user_cache.py).

There is one file per word list, named after the content it was compiled from. Numbers are in the
byte order of the machine; a file in the other byte order does not match and is rebuilt.

header       packed: _START and _REST
sections     each begins at a multiple of 64 bytes, with zeros between
             the arrays of Trie, in their order
             text         the words in alphabetical order, each with a line feed
             starts       uint32 [words + 1]; where each word begins in the text, and its end
             keys         the marisa-trie

The checksum finds accidents (a cut-off file, a bad disk), not attacks: anyone who can write to the
folder can change the program as well. Files are mapped into memory, so they are never changed in
place: a new file is written under a hidden name and renamed.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import marisa_trie
import numpy as np

from .. import _user_cache
from .._user_cache import LEXICON_SUFFIX
from ..errors import InvalidInputError, LexiconError, require_iterable, show, show_text
from ..rules.cards import MIN_WORD_LENGTH
from . import word_list
from .trie import SORT_ORDER, Trie, n_keys
from .trie import build as build_trie
from .word_list import MAX_WORD_LENGTH, SkippedWords, Words

FORMAT_VERSION: Final = 3
"""Raise this number when this format, the arrays or the reading of word lists changes."""

_MAGIC: Final = b"LTYCOON\n"
_START: Final = struct.Struct("=8sI")
"""_MAGIC, and the CRC-32 of everything after it."""
_REST: Final = struct.Struct("=I26s32s32sIIIQQQQQ")
"""_IDENTITY, key, digest (SHA-256 of the words), the counts of SkippedWords; then the numbers of
classes, of those with a high word, and of words; the bytes of the text and of the marisa-trie."""
_IDENTITY: Final = (FORMAT_VERSION, SORT_ORDER.encode("ascii"))
_DTYPES: Final = (np.int64, np.int64, np.uint8, np.uint32, np.uint32)
_ALIGNMENT: Final = 64


class CompiledLexicon(NamedTuple):
    """The sections of a file, ready to use; text, starts and the arrays are views of its bytes."""

    key: bytes
    digest: bytes
    skipped: SkippedWords
    trie: Trie
    text: memoryview
    starts: memoryview
    keys: marisa_trie.Trie


def encode(lexicon: CompiledLexicon) -> bytearray:
    """Return the bytes of a file."""
    trie, skipped = lexicon.trie, lexicon.skipped
    keys = lexicon.keys.tobytes()
    rest = _REST.pack(
        *_IDENTITY,
        lexicon.key,
        lexicon.digest,
        skipped.too_short,
        skipped.too_long,
        skipped.not_letters,
        len(trie.traits),
        len(trie.more_keys),
        len(trie.words),
        len(lexicon.text),
        len(keys),
    )
    content = bytearray(_START.size) + rest
    arrays = (array.data for array in trie)
    for section in (*arrays, lexicon.text, lexicon.starts, memoryview(keys)):
        content += bytes(-len(content) % _ALIGNMENT)
        content += section.cast("B")
    checksum = zlib.crc32(memoryview(content)[_START.size :])
    _START.pack_into(content, 0, _MAGIC, checksum)
    return content


def decode(
    content: bytes | bytearray | mmap.mmap, key: bytes | None = None
) -> CompiledLexicon | None:
    """Return the lexicon in the bytes of a file; its arrays are read-only views of them.

    None if the bytes are damaged, of another format or, given a key, of another list.
    """
    view = memoryview(content)
    if len(view) < _START.size + _REST.size:
        return None
    magic, checksum = _START.unpack_from(view)
    if magic != _MAGIC or zlib.crc32(view[_START.size :]) != checksum:
        return None
    version, order, its_key, digest, short, long, other, *sizes = _REST.unpack_from(
        view, _START.size
    )
    if (version, order) != _IDENTITY or key not in (None, its_key):
        return None
    n_classes, n_more, n_words, n_text, n_bytes = sizes
    of_trie = (8 * sum(n_keys(n_classes)), 8 * n_more, n_classes, 4 * (n_classes + 1), 4 * n_words)
    sections = _sections(view, (*of_trie, n_text, 4 * (n_words + 1), n_bytes))
    if sections is None:
        return None
    *arrays, text, starts, keys = sections
    trie = Trie(*map(np.frombuffer, arrays, _DTYPES))
    # A copy of half a megabyte, because the marisa-trie would not keep a mapped file alive.
    tries = marisa_trie.Trie().frombytes(bytes(keys))
    skipped = SkippedWords(short, long, other)
    return CompiledLexicon(its_key, digest, skipped, trie, text, starts.cast("I"), tries)


def _sections(view: memoryview, sizes: tuple[int, ...]) -> list[memoryview] | None:
    sections = []
    end = _START.size + _REST.size
    for size in sizes:
        start = end + -end % _ALIGNMENT
        end = start + size
        sections.append(view[start:end])
    return sections if end == len(view) else None


def path_of(key: bytes) -> Path | None:
    """Return the file for this key, which may not exist yet; None without a cache folder."""
    folder = _user_cache.folder()
    return None if folder is None else folder / f"{key.hex()}.v{FORMAT_VERSION}{LEXICON_SUFFIX}"


def read(key: bytes) -> CompiledLexicon | None:
    """Return the cached lexicon, mapped into memory; None if it is missing or damaged."""
    path = path_of(key)
    file = None if path is None else _user_cache.open_trusted(path)
    if path is None or file is None:
        return None
    try:
        with file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # An empty file raises ValueError.
        return None
    _user_cache.mark_used(path)
    return decode(content, key)


def write(key: bytes, content: bytes | bytearray) -> bool:
    """Keep the bytes of a file; False if that is impossible."""
    path = path_of(key)
    if path is None or not _user_cache.write(path, content):
        return False
    _user_cache.keep_small(path.parent, path)
    return True


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
        """The same for the same words from the same place."""
        return self.origin, self.key


def compile_words(
    words: Words, skipped: SkippedWords, key: bytes | None, what: str
) -> CompiledLexicon:
    """Compile words as `word_list.select` returns them; without a key, they identify themselves."""
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
    """Return the words in upper case; InvalidInputError if one cannot be in a lexicon."""
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
    """Return the entries without white space around them; InvalidInputError unless all are text."""
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
