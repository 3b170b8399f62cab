"""Lexicon: the valid words, for lookups and searches.

A word list is compiled once to a marisa-trie, which knows the words, their letters in one text, and
the arrays of the search (trie.py). It is kept in the user's cache folder (cache.py).
"""

from __future__ import annotations

import functools
import os
import threading
import warnings
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, final

import numpy as np
import numpy.typing as npt

from .. import _user_cache
from .._user_cache import FOLDER_VARIABLE
from ..errors import InvalidInputError, LexiconError, printable, show, show_text
from ..rules.cards import MIN_WORD_LENGTH, parse_letters, parse_whole
from . import cache, word_list
from .cache import CompiledLexicon, Source, checked_strings, checked_words, compile_words, in_memory
from .trie import (
    WORD_SHIFT,
    Trie,
    fitting,
    low_word,
)
from .word_list import MAX_WORD_LENGTH, SkippedWords

DEFAULT_LEXICON: Final = "enable"


class LexiconWarning(UserWarning):
    """Entries of a word list were left out."""


@final
class Lexicon:
    """A set of words, made by `Lexicon.load` or `Lexicon.from_words`; it never changes.

    Words have 3 to 64 letters from A to Z. `word in lexicon` takes any case; iteration yields the
    words in upper case and alphabetical order. Lexicons with the same words are equal. Threads may
    share a lexicon. It pickles as a reference to its word list and compiled file, if it has them.
    """

    # This is not a dataclass, because `asdict` would take it apart inside others.
    __slots__ = ("__weakref__", "_changes", "_desks", "_kept", "_origin")

    _origin: str
    """The name of a shipped list, an absolute path, or nothing."""
    _kept: CompiledLexicon | None
    """None for an altered lexicon that nobody has searched yet."""
    _changes: _Changes | None
    _desks: defaultdict[type, list[Any]]
    """The free desks of the search (see search/), by kind."""

    def __init__(
        self, origin: str, compiled: CompiledLexicon | None, changes: _Changes | None = None
    ) -> None:
        object.__setattr__(self, "_origin", origin)
        object.__setattr__(self, "_kept", compiled)
        object.__setattr__(self, "_changes", changes)
        object.__setattr__(self, "_desks", defaultdict(list))

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    @classmethod
    def load(cls, name_or_path: str | os.PathLike[str] = DEFAULT_LEXICON) -> Lexicon:
        """Load a shipped list ("enable", "common") or a word list from a file.

        The list is compiled once and kept in the user's cache folder, or in the folder in the
        environment variable LETTER_TYCOON_CACHE, until its content changes. The file has one word a
        line, in any case, in UTF-8. Blank lines, lines that begin with #, and everything after the
        first white space behind a word are ignored.

        Warns:
            LexiconWarning: the user's list is compiled and has entries that are not words of 3 to
                64 letters from A to Z. They are left out and counted in `skipped`.

        Raises:
            LexiconError: the list does not exist, is not a word list, has no words, or does not fit
                into memory.
        """
        source = Source.read(name_or_path)
        if (alive := _alive.get(source.identity)) is not None:
            return alive
        if (cached := cache.read(source.key)) is not None:
            return _shared(cls(source.origin, cached))
        return _warned(_compile_source(source))

    @classmethod
    def compile(cls, name_or_path: str | os.PathLike[str] = DEFAULT_LEXICON) -> Lexicon:
        """Load as `load` does, but always compile the list and write the cache.

        Warns:
            LexiconWarning: as for `load`.

        Raises:
            LexiconError: as for `load`.
        """
        return _warned(_compile_source(Source.read(name_or_path)))

    @classmethod
    def from_words(cls, words: Iterable[str]) -> Lexicon:
        """Make a lexicon from the given words, in any case and order; it stays in memory.

        White space around a word is ignored, so you can pass the lines of an open file.

        Warns:
            LexiconWarning: entries that are not words of 3 to 64 letters from A to Z were left out.

        Raises:
            InvalidInputError: the argument is not an iterable of strings.
            LexiconError: no word is left, or the words do not fit into memory.
        """
        what = "the list of words given"
        with in_memory(what):
            chosen, skipped = word_list.select(checked_strings(words))
            compiled = compile_words(chosen, skipped, None, what)
        return _warned(_shared(cls("", compiled)))

    def altered(self, also: Iterable[str] = (), without: Iterable[str] = ()) -> Lexicon:
        """Return the lexicon of a table whose dictionary differs in some words.

        It is compiled when it is searched for the first time. If no word differs, it is this one.

        Args:
            also: words that are valid there.
            without: words that are not.

        Raises:
            InvalidInputError: they are not words of 3 to 64 letters from A to Z, or a word is in
                both.
        """
        root, more, less = self.base, set(self.also), set(self.without)
        added, removed = checked_words(also), checked_words(without)
        if both := added & removed:
            raise InvalidInputError(f"{min(both)} is to be a word and to be none; give it once")
        more, less = (more - removed) | added, (less - added) | removed
        changes = _Changes(
            root,
            frozenset(word for word in more if word not in root),
            frozenset(word for word in less if word in root),
        )
        if not changes.also and not changes.without:
            return root
        return Lexicon("", None, changes)

    @property
    def base(self) -> Lexicon:
        """The lexicon that this one was altered from; itself if it was not."""
        return self if self._changes is None else self._changes.base

    @property
    def also(self) -> tuple[str, ...]:
        """The words that `base` lacks, sorted."""
        return () if self._changes is None else tuple(sorted(self._changes.also))

    @property
    def without(self) -> tuple[str, ...]:
        """The words of `base` that are missing here, sorted."""
        return () if self._changes is None else tuple(sorted(self._changes.without))

    @property
    def _compiled(self) -> CompiledLexicon:
        if self._kept is None:
            assert self._changes is not None
            object.__setattr__(self, "_kept", self._changes.compiled())
        assert self._kept is not None
        return self._kept

    def to_bytes(self) -> bytes:
        """Return the compiled lexicon for `from_bytes`, for machines without its word list.

        It takes 5.9 MB for ENABLE. Both machines must have the same byte order and version.
        """
        return bytes(cache.encode(self._compiled))

    @classmethod
    def from_bytes(cls, content: bytes) -> Lexicon:
        """Read the lexicon that `to_bytes` wrote.

        Raises:
            LexiconError: the argument is not bytes, is damaged, or comes from another version.
        """
        if not isinstance(content, bytes | bytearray | memoryview):
            raise LexiconError(
                f"{show(content)} is given for a lexicon; give the bytes of Lexicon.to_bytes"
            )
        compiled = cache.decode(content)
        if compiled is None:
            raise LexiconError(
                "these bytes are not a lexicon: they were written by another version of"
                " letter-tycoon-solver, or are damaged; write them again with Lexicon.to_bytes"
            )
        return _shared(cls("", compiled))

    @staticmethod
    def cache_path(name_or_path: str | os.PathLike[str] = DEFAULT_LEXICON) -> Path:
        """Return the path where the compiled list is kept, or will be.

        Raises:
            LexiconError: as for `load`; or the user has no cache folder.
        """
        path = cache.path_of(Source.read(name_or_path).key)
        if path is None:
            raise LexiconError(
                "your user has no home folder, so compiled lists are not kept; set"
                f" {FOLDER_VARIABLE} to a folder of your own"
            )
        return path

    @property
    def name(self) -> str:
        """The name of the shipped list or of the user's file, or "unnamed".

        Characters that cannot be printed are escaped. The name of an altered lexicon says so.
        """
        name = Path(self.base._origin).name or "unnamed"
        shown = printable(name)
        return shown if self._changes is None else f"{shown} (altered)"

    @property
    def source(self) -> Path | None:
        """The word list that was compiled; None for a lexicon from words."""
        return word_list.find(self._origin)[1] if self._origin else None

    @property
    def digest(self) -> str:
        """The SHA-256 of the words as hex: upper case, sorted, joined by line feeds."""
        return self._compiled.digest.hex()

    @property
    def skipped(self) -> SkippedWords:
        """The number of entries left out when the list was compiled, by reason."""
        return self._compiled.skipped

    @property
    def trie(self) -> Trie:
        """The arrays for the search, read-only."""
        return self._compiled.trie

    def word(self, number: int) -> str:
        """Return the word at this place in alphabetical order, from 0, as used in `Trie.words`.

        Raises:
            InvalidInputError: the number is not a whole number from 0 to `len(lexicon) - 1`.
        """
        if type(number) is not int or not 0 <= number < len(self):
            number = parse_whole(number, "the number of a word", 0, len(self) - 1)
        compiled = self._compiled
        starts = compiled.starts
        return str(compiled.text[starts[number] : starts[number + 1] - 1], "ascii")

    def anagrams(self, letters: str) -> list[str]:
        """List the words that use exactly these letters, sorted.

        Raises:
            InvalidInputError: the argument is not a string of letters from A to Z, in any case.
        """
        rack = parse_letters(letters, "the rack")
        key = low_word(rack)
        classes = fitting(self.trie, key)
        # The low word does not cover every letter.
        found = self._words_of(classes[self.trie.keys[classes] == key])
        return [word for word in found if "".join(sorted(word)) == rack]

    def subanagrams(self, letters: str) -> list[str]:
        """List the words that use some or all of these letters, sorted.

        Raises:
            InvalidInputError: the argument is not a string of letters from A to Z, in any case.
        """
        rack = parse_letters(letters, "the rack")
        classes = fitting(self.trie, low_word(rack))
        n_sure = classes.searchsorted(len(self.trie.traits) - len(self.trie.more_keys))
        found = self._words_of(classes[:n_sure])
        if n_sure == len(classes):
            return found
        # The low word does not cover every letter.
        counts, others = Counter(rack), self._words_of(classes[n_sure:])
        return sorted(found + [word for word in others if Counter(word) <= counts])

    def _words_of(self, classes: npt.NDArray[np.int64]) -> list[str]:
        compiled, trie = self._compiled, self.trie
        text, starts = np.asarray(compiled.text), np.asarray(compiled.starts)
        entries = trie.words.take(_places(trie.first_word, classes))
        entries.sort()
        letters = text.take(_places(starts, entries >> WORD_SHIFT))
        return letters.tobytes().decode("ascii").split()

    def __contains__(self, word: object) -> bool:
        # Letters beyond ASCII can have an upper case from A to Z.
        if not isinstance(word, str) or not word.isascii():
            return False
        word = word.upper()
        if self._changes is None:
            return word in self._compiled.keys
        return word in self._changes.also or (
            word in self._changes.base and word not in self._changes.without
        )

    def __len__(self) -> int:
        return len(self._compiled.trie.words)

    def __iter__(self) -> Iterator[str]:
        return map(self.word, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexicon):
            return NotImplemented
        return self._compiled.digest == other._compiled.digest

    def __hash__(self) -> int:
        return hash(self._compiled.digest)

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {len(self):,} word{'s' if len(self) > 1 else ''}>"

    def __copy__(self) -> Lexicon:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> Lexicon:
        return self

    def __reduce__(self) -> tuple[Callable[..., Lexicon], tuple[object, ...]]:
        if self._changes is not None:
            return Lexicon.altered, self._changes
        if self._origin:
            return _restore, (self._origin, self._compiled.key, self._compiled.digest)
        return Lexicon.from_bytes, (self.to_bytes(),)


def _places(starts: npt.NDArray[np.uint32], rows: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return all places of some rows of a table; `starts` tells where each row begins."""
    ends = starts[1:].take(rows)
    sizes = (ends - starts.take(rows)).astype(np.int64)
    # To be added to a count through all rows: the beginning of a row, less the sizes before it.
    places: npt.NDArray[np.int64] = (ends - sizes.cumsum()).repeat(sizes)
    places += np.arange(len(places))
    return places


class _Changes(NamedTuple):
    """The changes that make an altered lexicon, of a base that is not altered itself."""

    base: Lexicon
    also: frozenset[str]
    without: frozenset[str]

    def compiled(self) -> CompiledLexicon:
        what = "the altered lexicon"
        with in_memory(what):
            words = [word for word in self.base if word not in self.without]
            return compile_words(*word_list.select([*words, *self.also]), None, what)


_alive: Final[weakref.WeakValueDictionary[tuple[str, bytes], Lexicon]] = (
    weakref.WeakValueDictionary()
)
"""Every lexicon in use, by origin and key, so that a list is in memory only once."""
_alive_lock: Final = threading.Lock()


def _shared(lexicon: Lexicon) -> Lexicon:
    """Return the lexicon in use for the same list, or else this one."""
    with _alive_lock:
        return _alive.setdefault((lexicon._origin, lexicon._compiled.key), lexicon)


def lexicon_of(words: Lexicon | Iterable[str]) -> Lexicon:
    """Return the lexicon given, that of a name or a path, or that of the words given."""
    if isinstance(words, Lexicon):
        return words
    if isinstance(words, str):
        return _shipped(words) if words in word_list.SHIPPED else Lexicon.load(words)
    if isinstance(words, bytes | bytearray) or not isinstance(words, Iterable):
        raise InvalidInputError(
            f"lexicon is {show(words)}; give a Lexicon, its name or path, or a set of words"
        )
    return Lexicon.from_words(words)


@functools.cache
def _shipped(name: str) -> Lexicon:
    """Load a shipped list, which stays in memory as long as the process."""
    return Lexicon.load(name)


def _compile_source(source: Source) -> Lexicon:
    """Compile a list, and keep it in the cache folder if possible."""
    what = f"the word list '{show_text(source.path)}'"
    with in_memory(what):
        words, skipped = word_list.parse(source.content, source.path)
        compiled = compile_words(words, skipped, source.key, what)
        del words
        cache.write(source.key, cache.encode(compiled))
    # Processes share the memory of a mapped file, so it is better than the copy here.
    kept = cache.read(source.key)
    return _shared(Lexicon(source.origin, compiled if kept is None else kept))


def _warned(lexicon: Lexicon) -> Lexicon:
    """Return the lexicon; warn if entries of a user's list were skipped."""
    if lexicon.skipped.total and lexicon._origin not in word_list.SHIPPED:
        warnings.warn(
            f"the lexicon {lexicon.name} leaves out {lexicon.skipped.total:,} entries of its list:"
            f" {lexicon.skipped}; a lexicon takes words of {MIN_WORD_LENGTH} to"
            f" {MAX_WORD_LENGTH} letters from A to Z",
            LexiconWarning,
            stacklevel=3,
        )
    return lexicon


def _restore(origin: str, key: bytes, digest: bytes) -> Lexicon:
    """Unpickle a lexicon that came from a list."""
    if (alive := _alive.get((origin, key))) is not None:
        return alive
    if (cached := cache.read(key)) is not None:
        return _shared(Lexicon(origin, cached))
    missing = (
        "a pickled lexicon cannot be restored: its compiled file is not in"
        f" {str(_user_cache.folder())!r}, and"
    )
    try:
        lexicon = _compile_source(Source.read(origin))
    except LexiconError as error:
        raise LexiconError(f"{missing} {error}") from error
    if lexicon._compiled.digest != digest:
        raise LexiconError(
            f"{missing} the words of its list {show(origin)} have changed since; load the list"
            " again"
        )
    return lexicon


_MOST_KEPT: Final = 4
"""The spellings that a process keeps."""


class Spelling(NamedTuple):
    """The words of a lexicon by number: word i is text[starts[i]:starts[i + 1]], in ASCII."""

    text: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of letters of each word."""
        return np.diff(self.starts)

    def text_of(self, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
        """Return the text of the chosen words, one after the other."""
        return self.text[np.repeat(chosen, self.lengths)]


@functools.lru_cache(maxsize=_MOST_KEPT)
def spelling_of(lexicon: Lexicon) -> Spelling:
    """Return the spelling, made once for each lexicon: some 3 MB for 170,000 words."""
    text, starts = np.asarray(lexicon._compiled.text), np.asarray(lexicon._compiled.starts)
    # Each word but with its line feed.
    return Spelling(text[text != ord("\n")], starts - np.arange(len(starts)))
