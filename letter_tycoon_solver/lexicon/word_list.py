"""Find and read word lists: words in upper case, and the number of skipped entries.

`Lexicon.load` describes the format. Windows and old Mac line ends, and a byte order mark, are fine.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from .._files import is_folder
from ..errors import LexiconError, show_text
from ..rules.cards import MIN_WORD_LENGTH

SHIPPED: Final = ("enable", "common")

MAX_WORD_LENGTH: Final = 64
"""The longest words of natural languages have about 45 letters."""

MAX_LINE_BYTES: Final = 10_000
"""A longer line is not a word with its definition, so the file is no list."""

_CHUNK_BYTES: Final = 1 << 16
_BYTES_AT_ONCE: Final = 1 << 20
_ENTRIES_AT_ONCE: Final = 1 << 16
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_CHOICES: Final = (
    f"give one of the names {', '.join(SHIPPED)}, or the path of a text file with one word a line"
)
_TAKEN: Final = re.compile(f"[A-Za-z]{{{MIN_WORD_LENGTH},{MAX_WORD_LENGTH}}}")


Words = npt.NDArray[np.bytes_]
"""S [n], as wide as the longest word."""

_NO_WORDS: Final[Words] = np.empty(0, "S1")


@dataclass(frozen=True, slots=True)
class SkippedWords:
    """The number of entries left out of a word list, by reason; repeated entries count again.

    Attributes:
        too_short: entries with fewer than three letters.
        too_long: entries with more than 64 letters.
        not_letters: entries with characters other than A to Z, of any length.
    """

    too_short: int = 0
    too_long: int = 0
    not_letters: int = 0

    def __add__(self, other: SkippedWords) -> SkippedWords:
        return SkippedWords(
            self.too_short + other.too_short,
            self.too_long + other.too_long,
            self.not_letters + other.not_letters,
        )

    @property
    def total(self) -> int:
        """The number of all entries left out."""
        return self.too_short + self.too_long + self.not_letters

    def __str__(self) -> str:
        """Format as "96 with fewer than 3 letters, 1 with other characters than A to Z"."""
        reasons = (
            (self.too_short, f"with fewer than {MIN_WORD_LENGTH} letters"),
            (self.too_long, f"with more than {MAX_WORD_LENGTH} letters"),
            (self.not_letters, "with other characters than A to Z"),
        )
        return ", ".join(f"{count:,} {reason}" for count, reason in reasons if count) or "none"


def find(name_or_path: str | os.PathLike[str]) -> tuple[str, Path]:
    """Return the origin and the path of a word list.

    The origin is the name of a shipped list or an absolute path, which finds the list again. A
    shipped name has priority over a file: write "./enable" for a file.
    """
    text = os.fspath(name_or_path) if isinstance(name_or_path, (str, os.PathLike)) else None
    if not isinstance(text, str):
        raise LexiconError(
            f"a word list is given by name or path, as str or pathlib.Path, not as"
            f" {type(name_or_path).__name__}"
        )
    if not text:
        raise LexiconError(f"the name of the word list is empty: {_CHOICES}")
    if text not in SHIPPED:
        path = Path(text).absolute()
        return str(path), path
    package = Path(__file__).parents[1]
    # The lists lie beside the package in a source checkout, and inside it in an installed wheel.
    for folder in (package / "wordlists", package.parent / "wordlists"):
        if (path := folder / f"{text}.txt").is_file():
            return text, path
    raise LexiconError(
        f"the shipped word list {text!r} is missing from this installation: install"
        " letter-tycoon-solver again"
    )


def read(path: Path) -> bytearray:
    """Return the content of a word list.

    It is read and checked once, from front to back, so pipes work, and a file of another kind is
    refused at its beginning.
    """
    try:
        with path.open("rb", buffering=0) as file:
            return _read_checked(file, path)
    except LexiconError:
        raise
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def parse(content: bytes | bytearray, path: Path) -> tuple[Words, SkippedWords]:
    """Return the words in the result of `read`, in the form of `select`."""
    return select(_entries(content, path))


def select(entries: Iterable[str]) -> tuple[Words, SkippedWords]:
    """Return the entries that a lexicon takes, and count the others.

    The words are different, in upper case and in alphabetical order. Python strings take six times
    as much memory, so only a few exist at once.
    """
    entries = iter(entries)
    parts, skipped = [_NO_WORDS], SkippedWords()
    while some := list(itertools.islice(entries, _ENTRIES_AT_ONCE)):
        words, skipped_here = _select(some)
        parts.append(words)
        skipped += skipped_here
    words = np.concatenate(parts)
    parts.clear()
    # A stable sort needs only one pass over a list that is in order.
    words.sort(kind="stable")
    is_new = np.ones(len(words), np.bool_)
    np.not_equal(words[1:], words[:-1], out=is_new[1:])
    return (words if is_new.all() else words[is_new]), skipped


def texts(words: Words) -> Iterator[str]:
    """Yield the words as strings; only a few are in memory at once."""
    for start in range(0, len(words), _ENTRIES_AT_ONCE):
        yield from _joined(words[start : start + _ENTRIES_AT_ONCE]).decode("ascii").split("\n")


def lines(words: Words) -> bytes:
    """Return the words, each with a line feed."""
    starts = range(0, len(words), _ENTRIES_AT_ONCE)
    return b"".join(_joined(words[start : start + _ENTRIES_AT_ONCE]) + b"\n" for start in starts)


def _joined(words: Words) -> bytes:
    return b"\n".join(words.tolist())


def _entries(content: bytes | bytearray, path: Path) -> Iterator[str]:
    """Yield the first field of each line that has one and is not a comment."""
    start = len(_BYTE_ORDER_MARK) if content.startswith(_BYTE_ORDER_MARK) else 0
    while start < len(content):
        end = _end_of_lines(content, start)
        try:
            text = content[start:end].decode("utf-8")
        except UnicodeDecodeError as error:
            line = len((content[: start + error.start] + b".").splitlines())
            raise LexiconError(
                f"the word list {_shown(path)} is not UTF-8 at line {line:,}: save it as plain text"
                " in UTF-8"
            ) from error
        # str.splitlines would also split at characters that count as white space inside a line.
        for line_text in text.replace("\r", "\n").split("\n"):
            fields = line_text.split(None, 1)
            if fields and not fields[0].startswith("#"):
                yield fields[0]
        start = end


def _end_of_lines(content: bytes | bytearray, start: int) -> int:
    """Return where to stop so that about _BYTES_AT_ONCE of whole lines are read."""
    limit = start + _BYTES_AT_ONCE
    if limit >= len(content):
        return len(content)
    return 1 + max(content.rfind(b"\n", start, limit), content.rfind(b"\r", start, limit))


def _select(entries: list[str]) -> tuple[Words, SkippedWords]:
    """Select entries as `select` does, but keep their order and their repetitions."""
    taken = list(filter(_TAKEN.fullmatch, entries))
    skipped = SkippedWords()
    if len(taken) < len(entries):
        skipped = _count([entry for entry in entries if not _TAKEN.fullmatch(entry)])
    if not taken:
        return _NO_WORDS, skipped
    # Only ASCII is left here: other letters could have an upper case from A to Z.
    return np.array("\n".join(taken).upper().encode("ascii").split(b"\n")), skipped


def _count(entries: list[str]) -> SkippedWords:
    letters = [entry for entry in entries if entry.isascii() and (entry.isalpha() or not entry)]
    too_short = sum(len(entry) < MIN_WORD_LENGTH for entry in letters)
    return SkippedWords(too_short, len(letters) - too_short, len(entries) - len(letters))


def _read_checked(file: FileIO, path: Path) -> bytearray:
    content = bytearray()
    line_start = 0
    while chunk := file.read(_CHUNK_BYTES):
        if b"\0" in chunk:
            raise LexiconError(
                f"the word list {_shown(path)} is a binary file or UTF-16 (it holds NUL bytes):"
                " save it as plain text in UTF-8, one word a line"
            )
        content += chunk
        line_start = _last_line_start(content, line_start, path)
    return content


def _last_line_start(content: bytearray, start: int, path: Path) -> int:
    """Return where the last line begins; it jumps at most MAX_LINE_BYTES from `start` on."""
    while len(content) - start > MAX_LINE_BYTES:
        limit = start + MAX_LINE_BYTES + 1
        end = max(content.rfind(b"\n", start, limit), content.rfind(b"\r", start, limit))
        if end < 0:
            line = len((content[:start] + b".").splitlines())
            raise LexiconError(
                f"the word list {_shown(path)} has more than {MAX_LINE_BYTES:,} bytes in line"
                f" {line:,}: it must be a text file with one word a line"
            )
        start = end + 1
    return start


def _unreadable(path: Path, error: OSError | ValueError) -> LexiconError:
    if isinstance(error, FileNotFoundError):
        return LexiconError(f"there is no word list {_shown(path)}: {_CHOICES}")
    # For a folder, Windows only says that it may not be opened.
    if isinstance(error, IsADirectoryError) or is_folder(path):
        return LexiconError(f"the word list {_shown(path)} is a folder: {_CHOICES}")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return LexiconError(f"the word list {_shown(path)} cannot be read ({reason}): {_CHOICES}")


def _shown(path: Path) -> str:
    return f"'{show_text(path)}'"
