"""Compiled lexicons as bytes, and as files of the user's cache folder (_user_cache.py).

One file per word list, named after the content it was compiled from. All numbers are in the byte
order of the machine; a file from a machine with the other order does not match and is rebuilt.

header       142 bytes, packed
             0    8s   MAGIC
             8    u32  checksum: CRC-32 of everything behind it
             12   u32  FORMAT_VERSION
             16   26s  SEARCH_ORDER, on which the trie depends
             42   32s  key: SHA-256 of what the lexicon was compiled from
             74   32s  digest: SHA-256 of the words, sorted, joined by line ends
             106  u32  skipped words: too short
             110  u32  skipped words: too long
             114  u32  skipped words: not letters
             118  u64  number of nodes
             126  u64  number of words
             134  u64  size of the marisa-trie in bytes
sections     each begins at a multiple of 64 bytes; zeros between them
             nodes        int64 [nodes]       see trie.py
             first_word   uint32 [nodes + 1]  see trie.py
             words        uint32 [words]      see trie.py
             key_ids      uint32 [words]; word number i of the trie is
                          keys.restore_key(key_ids[i])
             keys         the marisa-trie

The checksum finds accidents (a cut-off file, a bad disk), not attacks: whoever can write to the
folder can change the program as well. Files are mapped into memory and therefore never changed in
place: they are written beside and renamed, so that a process that has the old file mapped keeps
it. If anything else cuts off a file while it is mapped, the system ends the process; no program
can prevent that.
"""

from __future__ import annotations

import mmap
import struct
import zlib
from pathlib import Path
from typing import Final, NamedTuple

import marisa_trie
import numpy as np

from .. import _user_cache
from .._user_cache import LEXICON_SUFFIX
from .trie import SEARCH_ORDER, Trie
from .word_list import SkippedWords

FORMAT_VERSION: Final = 1
"""To be raised when this format, the arrays or the way word lists are read change."""

_MAGIC: Final = b"LTYCOON\n"
_START: Final = struct.Struct("=8sI")
_REST: Final = struct.Struct("=I26s32s32sIIIQQQ")
_IDENTITY: Final = (FORMAT_VERSION, SEARCH_ORDER.encode("ascii"))
_ALIGNMENT: Final = 64


class CompiledLexicon(NamedTuple):
    """The sections of a file, ready to use: the arrays and `key_ids` lie in the file's bytes."""

    key: bytes
    digest: bytes
    skipped: SkippedWords
    trie: Trie
    key_ids: memoryview
    keys: marisa_trie.Trie


def encode(lexicon: CompiledLexicon) -> bytearray:
    """The bytes of a file, as described at the top."""
    trie, skipped = lexicon.trie, lexicon.skipped
    keys = lexicon.keys.tobytes()
    rest = _REST.pack(
        *_IDENTITY,
        lexicon.key,
        lexicon.digest,
        skipped.too_short,
        skipped.too_long,
        skipped.not_letters,
        len(trie.nodes),
        len(trie.words),
        len(keys),
    )
    content = bytearray(_START.size) + rest
    arrays = (trie.nodes.data, trie.first_word.data, trie.words.data, lexicon.key_ids)
    for section in (*arrays, memoryview(keys)):
        content += bytes(-len(content) % _ALIGNMENT)
        content += section.cast("B")
    checksum = zlib.crc32(memoryview(content)[_START.size :])
    _START.pack_into(content, 0, _MAGIC, checksum)
    return content


def decode(
    content: bytes | bytearray | mmap.mmap, key: bytes | None = None
) -> CompiledLexicon | None:
    """The lexicon in the bytes of a file; its arrays are read-only views into them.

    None if the bytes are damaged, of another format or, where a key is given, of another list.
    """
    view = memoryview(content)
    if len(view) < _START.size + _REST.size:
        return None
    magic, checksum = _START.unpack_from(view)
    if magic != _MAGIC or zlib.crc32(view[_START.size :]) != checksum:
        return None
    version, order, its_key, digest, short, long, other, n_nodes, n_words, n_bytes = (
        _REST.unpack_from(view, _START.size)
    )
    if (version, order) != _IDENTITY or key not in (None, its_key):
        return None
    sections = _sections(view, (8 * n_nodes, 4 * (n_nodes + 1), 4 * n_words, 4 * n_words, n_bytes))
    if sections is None:
        return None
    nodes, first_word, words, key_ids, keys = sections
    trie = Trie(
        np.frombuffer(nodes, np.int64),
        np.frombuffer(first_word, np.uint32),
        np.frombuffer(words, np.uint32),
    )
    # A copy of half a megabyte: the marisa-trie would not keep a mapped file alive.
    tries = marisa_trie.Trie().frombytes(bytes(keys))
    skipped = SkippedWords(short, long, other)
    return CompiledLexicon(its_key, digest, skipped, trie, key_ids.cast("I"), tries)


def _sections(view: memoryview, sizes: tuple[int, ...]) -> list[memoryview] | None:
    sections = []
    end = _START.size + _REST.size
    for size in sizes:
        start = end + -end % _ALIGNMENT
        end = start + size
        sections.append(view[start:end])
    return sections if end == len(view) else None


def path_of(key: bytes) -> Path | None:
    """The file for the lexicon with this key, which may not exist yet; None without a folder."""
    folder = _user_cache.folder()
    return None if folder is None else folder / f"{key.hex()}.v{FORMAT_VERSION}{LEXICON_SUFFIX}"


def read(key: bytes) -> CompiledLexicon | None:
    """The lexicon in the cache, mapped into memory; None if it is not there or not good."""
    path = path_of(key)
    file = None if path is None else _user_cache.open_trusted(path)
    if path is None or file is None:
        return None
    try:
        with file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # ValueError: the file is empty.
        return None
    _user_cache.mark_used(path)
    return decode(content, key)


def write(key: bytes, content: bytes | bytearray) -> bool:
    """Keeps the bytes of a file; False if that was not possible."""
    path = path_of(key)
    if path is None or not _user_cache.write(path, content):
        return False
    _user_cache.keep_small(path.parent, path)
    return True
