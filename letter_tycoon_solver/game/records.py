"""Games in files: recorded action by action, locked, read back."""

from __future__ import annotations

import abc
import contextlib
import errno
import io
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Final, Self

from .._files import PRIVATE, parse_path, write_new
from .._json import is_deeper, read_field, read_list
from ..errors import InvalidInputError, LetterTycoonError, LexiconError, show, show_text
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..lexicon.word_list import SHIPPED

# Games in files: JSON lines, the header of a game and then each event of it.
#
# A game is what follows from its events, so no line says what it leads to: reading one back does
# everything again, by the rules. A last line without its end was cut off, and is left out.
#
#     {"format": "letter-tycoon-game", "version": 1, "ruleset": {...}, "seed": 7, ...}
#     {"player": 0, "do": "exchange JZ"}
#     {"player": 1, "do": "undo"}
#
# A line counts once its line feed is there, and it is with the operating system before the game
# goes on. So whenever the program is killed, only the line just being written is lost. A new record
# appears under its name with all the lines it begins with. Who writes holds a lock from before the
# file is read to the end of the game; reading needs none.
#
# Whoever reads the record of a game that goes on knows what is hidden in it. So nobody but the
# owner can read a new one.


MAX_LINE: Final = 1 << 16
"""No line of a record is longer, in bytes."""
MAX_DEPTH: Final = 8
"""No line has so many objects and lists within each other."""

Event = Mapping[str, Any]


class RecordError(InvalidInputError):
    """A record cannot be read, written or replayed.

    Attributes:
        path: the file.
        line: the number of the line, None if it is not about one.
        what: the message alone.
        remedy: what helps, "" if that is clear.
    """

    def __init__(self, path: Path, line: int | None, what: str, remedy: str = "") -> None:
        super().__init__(path, line, what, remedy)
        self.path = path
        self.line = line
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        where = f"{show_text(self.path)}, line {self.line}" if self.line else show_text(self.path)
        return f"{where}: {self.what}{self.remedy and '; '}{self.remedy}"


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a file, and the bytes of its whole lines; one without its end is cut off."""

    header: Event
    events: tuple[Event, ...]
    size: int
    is_cut_off: bool


def header_of(path: Path) -> Event:
    """The header of a record, not checked in any way; empty if there is none."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        with path.open("rb") as file:
            header = json.loads(file.readline(MAX_LINE))
        return header if isinstance(header, dict) else {}
    return {}


def digest_of_words(path: Path) -> str:
    """The hash of the words that the header of a record names, "" if it names none."""
    lexicon = header_of(path).get("lexicon")
    found = lexicon.get("sha256") if isinstance(lexicon, dict) else None
    return found if isinstance(found, str) else ""


def read_record(path: Path, kind: type[Recorded]) -> Record:
    """The record of a game of a kind; raises RecordError."""
    with _errors_of(path, "read"), path.open("rb") as file:
        return _read(path, file, kind)


def _read(path: Path, file: io.BufferedIOBase, kind: type[Recorded]) -> Record:
    lines: list[dict[str, Any]] = []
    size, raw = 0, b""
    while (raw := file.readline(MAX_LINE)).endswith(b"\n"):
        lines.append(_parsed(path, len(lines) + 1, raw))
        size += len(raw)
        if len(lines) == 1:
            _check_format(path, lines[0], kind)
    if len(raw) == MAX_LINE:
        raise RecordError(path, len(lines) + 1, f"is longer than {MAX_LINE} bytes")
    if not lines:
        raise RecordError(path, 1, "there is no header; the file is not a record of a game")
    return Record(lines[0], tuple(lines[1:]), size, bool(raw))


def _parsed(path: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or is_deeper(data, MAX_DEPTH):
        raise RecordError(
            path, number, "is not a JSON object; the file is damaged or not a record of a game"
        )
    return data


def _check_format(path: Path, header: Event, kind: type[Recorded]) -> None:
    if header.get("format") != kind.FORMAT:
        raise RecordError(
            path, 1, f"is not the header of a game; the format must be {kind.FORMAT!r}"
        )
    version = header.get("version")
    if type(version) is not int or version not in kind.VERSIONS:
        raise RecordError(
            path,
            1,
            f"has the version {show(version)} of the format; this program reads the versions "
            f"{' and '.join(map(str, kind.VERSIONS))}. Use the version of letter-tycoon-solver "
            "that wrote it, or a later one",
        )


@contextlib.contextmanager
def _errors_of(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(path, None, f"cannot be {what}: {reason}") from None


# One writer for a record: a lock of the operating system on the open file.
#
# It lies on the record itself, not on a file beside it. So none is left behind, nothing else has to
# be writable, and all names of a file share it. It belongs to the open file: two in one process are
# kept apart as well, and it ends when the file is closed or the process is, in whatever way.


_FAR: Final = 1 << 30
"""Behind the end of every record: what is locked on Windows cannot be read by others."""
_NO_LOCKS: Final = frozenset(
    {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
)
"""The errors of a file system without locks, such as some network drives. Games can be recorded
there; the size of the file, checked before each step, shows most other writers."""


def _take_lock(file: BinaryIO) -> bool:
    """Takes the lock without waiting; False if another open file has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            # Not lockf, whose locks know no other open file of the process, and end with any.
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        # This is how Windows says that another has the lock; elsewhere it may not be had at all.
        if sys.platform == "win32" and isinstance(error, PermissionError):
            return False
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _release_lock(file: BinaryIO) -> None:
    """Gives the lock back, also for a process that was forked and has the file open still."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


class RecordFile:
    """A record that is open to be appended to, by nobody else."""

    def __init__(self, path: Path, seconds: float = 0.0) -> None:
        """Opens and locks it; waits so long for the lock. Raises RecordError."""
        self.path = path
        self.size = 0
        with _errors_of(path, "written"):
            self.file = path.open("r+b", buffering=0)
        try:
            end = time.monotonic() + seconds
            with _errors_of(path, "locked"):
                while not (is_ours := _take_lock(self.file)) and time.monotonic() < end:
                    time.sleep(0.001)
            if not is_ours:
                raise RecordError(
                    path,
                    None,
                    "is open in another game, of this program or of another one; close it there to"
                    " go on with it here",
                )
        except BaseException:
            self.file.close()
            raise
        self.file.seek(0)

    def append(self, events: Iterable[Event]) -> None:
        """Appends a line for each, all in one go; raises RecordError."""
        lines = b"".join(map(_line, events))
        with _errors_of(self.path, "written"):
            self.file.seek(self.size)
            if self.file.write(lines) != len(lines):
                raise OSError("the disk is full")
        self.size += len(lines)

    def check_untouched(self) -> None:
        """Raises RecordError if somebody who asks for no lock has changed or removed the file."""
        with _errors_of(self.path, "written"):
            status = os.fstat(self.file.fileno())
        if status.st_nlink == 0:
            raise RecordError(
                self.path,
                None,
                "was removed or replaced by another program",
                "record the game in another file to go on",
            )
        if status.st_size != self.size:
            raise RecordError(
                self.path, None, "was changed by another program", "load it again to go on"
            )

    def cut_back(self) -> None:
        """Removes what was written after the end."""
        with contextlib.suppress(OSError):
            self.file.truncate(self.size)

    def close(self) -> None:
        """Closes the file, and lets others write to it."""
        if not self.file.closed:
            with contextlib.suppress(OSError):
                _release_lock(self.file)
            self.file.close()


def _line(data: Event) -> bytes:
    return json.dumps(data).encode("ascii") + b"\n"


class Recorded(abc.ABC):
    """A game that may be recorded in a file, event by event, and read from it."""

    FORMAT: ClassVar[str]
    VERSIONS: ClassVar[tuple[int, ...]]
    _course: Any
    """The game so far, replaced as a whole, so that no interruption leaves half of an event."""
    _file: RecordFile | None = None

    @abc.abstractmethod
    def _header(self) -> Event:
        """The first line of the record, besides the format."""

    @abc.abstractmethod
    def _events(self) -> Iterator[Event]:
        """All that was done and not forgotten, then what was undone of it."""

    @classmethod
    @abc.abstractmethod
    def _begun(cls, header: Event, lexicon: Lexicon) -> Self:
        """The game of a header, before its first event."""

    @abc.abstractmethod
    def _replay(self, event: Event) -> None:
        """Does what an event says."""

    def record_to(self, path: str | os.PathLike[str]) -> None:
        """Writes the game so far to a new file, and every further event as it happens.

        What was undone can be redone after loading. A game that is recorded already goes on in the
        new file; the old one stays as it is.

        Raises:
            InvalidInputError: `path` is not a path.
            RecordError: the file exists, cannot be written, or was opened by another at once; the
                game is recorded as before.
        """
        path = parse_path(path)
        lines = b"".join(map(_line, [{"format": self.FORMAT, **self._header()}, *self._events()]))
        with _errors_of(path, "written"):
            try:
                write_new(path, lines, PRIVATE)
            except FileExistsError:
                raise RecordError(
                    path, None, "exists already; give another name or remove it"
                ) from None
        # Who removes abandoned files may lock this one for a moment, by its unfinished name.
        file = RecordFile(path, seconds=1.0)
        file.size = len(lines)
        self.close()
        self._file = file

    def close(self) -> None:
        """Ends the recording; the game can go on without it."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], lexicon: Lexicon | Iterable[str] | None = None
    ) -> Self:
        """The game in a record, every event carried out again; not recorded any further.

        Args:
            path: the file.
            lexicon: the words it was played with; by default the shipped list of that name.

        Raises:
            InvalidInputError: `path` is not a path.
            RecordError: the record is not one, does not follow the rules, or was not played with
                that lexicon; `line` says where.
        """
        path = parse_path(path)
        return cls._replayed(path, read_record(path, cls), lexicon)

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], lexicon: Lexicon | Iterable[str] | None = None
    ) -> Self:
        """Load as `load` does, and record every further event in the same file.

        A last line that was cut off is removed.

        Args:
            path: the file.
            lexicon: as of `load`.

        Raises:
            InvalidInputError: as of `load`.
            RecordError: as of `load`; also if the file cannot be written, or another program or
                game has it open.
        """
        path = parse_path(path)
        file = RecordFile(path)
        try:
            reader = io.BufferedReader(file.file)
            with _errors_of(path, "read"):
                record = _read(path, reader, cls)
            reader.detach()
            game = cls._replayed(path, record, lexicon)
            file.size = record.size
            file.cut_back()
        except BaseException:
            file.close()
            raise
        game._file = file
        return game

    @classmethod
    def _replayed(cls, path: Path, record: Record, lexicon: Lexicon | Iterable[str] | None) -> Self:
        try:
            game = cls._begun(record.header, lexicon_from(record.header.get("lexicon"), lexicon))
        except LexiconError as error:
            raise RecordError(path, 1, f"its lexicon cannot be loaded: {error}") from None
        except InvalidInputError as error:
            raise RecordError(path, 1, f"the header cannot be used: {error}") from None
        for number, event in enumerate(record.events, 2):
            try:
                game._replay(event)
            except LetterTycoonError as error:
                raise RecordError(path, number, f"cannot be replayed: {error}") from None
        return game

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, course: Any, events: Iterable[Event]) -> None:
        """Takes a course, on record first; if that fails or is interrupted nothing changes."""
        file = self._file
        if file is None:
            self._course = course
            return
        file.check_untouched()
        size = file.size
        try:
            file.append(events)
            self._course = course
        except BaseException:
            file.size = size
            file.cut_back()
            raise


# The lexicon of a header -------------------------------------------------------------------------


def lexicon_to_dict(lexicon: Lexicon) -> dict[str, object]:
    """The part of a lexicon that is recorded: its name and digest, and how it was altered."""
    changes = {"also": lexicon.also, "without": lexicon.without}
    return {
        "name": lexicon.base.name,
        "sha256": lexicon.base.digest,
        **{name: list(words) for name, words in changes.items() if words},
    }


def lexicon_from(said: object, given: Lexicon | Iterable[str] | None) -> Lexicon:
    """The lexicon given, or the shipped one of that name; it must have the words that are said."""
    name, digest = read_field(said, "name", str), read_field(said, "sha256", str)
    if given is None and name not in SHIPPED:
        raise InvalidInputError(
            f"the game was played with the lexicon {show(name)}, which is not one of the shipped"
            f" ones, {' and '.join(SHIPPED)}; give that lexicon (for the command, with --lexicon"
            " FILE)"
        )
    lexicon = (Lexicon.load(name) if given is None else lexicon_of(given)).base
    if lexicon.digest != digest:
        raise InvalidInputError(
            f"the game was played with the lexicon {show(name)} of sha256 {digest[:16]}..;"
            f" {show(lexicon.name)} has other words ({lexicon.digest[:16]}..); give the one it was"
            " played with"
        )
    changes = {"also": [], "without": [], **(said if isinstance(said, dict) else {})}
    return lexicon.altered(read_list(changes, "also", str), read_list(changes, "without", str))


# A folder of records, one a game, each named after the moment the game was begun.
#
# FOLDER/2026-11-21-221005.jsonl
# FOLDER/2026-11-21-221005_2.jsonl  another of the same second


SUFFIX: Final = ".jsonl"
OWN_NAME: Final = re.compile(rf"\d{{4}}-\d\d-\d\d-\d{{6}}(_\d+)?\{SUFFIX}")


def record_in(folder: Path, game: Recorded) -> Path:
    """Begins the record; games that begin in the same second are numbered."""
    moment = time.strftime("%Y-%m-%d-%H%M%S")
    for name in (moment, *(f"{moment}_{number}" for number in range(2, 100))):
        path = folder / f"{name}{SUFFIX}"
        try:
            game.record_to(path)
        except RecordError:
            if not path.exists():
                raise
        else:
            return path
    raise RecordError(folder, None, "too many games have begun in this second")


def newest_first(folder: Path) -> Iterator[Path]:
    """The records in a folder, that which was written last first."""
    files = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                files.append((path.stat().st_mtime_ns, path.name, path))
    return (path for _, _, path in sorted(files, reverse=True))
