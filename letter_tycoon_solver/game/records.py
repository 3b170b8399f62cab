"""Games in files: recorded action by action, locked, read back."""

from __future__ import annotations

import abc
import contextlib
import enum
import hashlib
import io
import itertools
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, ClassVar, Final, Generic, Self, TypeVar

from .._files import PRIVATE, close_to_others, parse_path, write_new
from .._json import check_fields, is_deeper, read_field, read_list
from ..errors import InvalidInputError, LexiconError, require, show, show_text
from ..lexicon import Lexicon
from ..lexicon.word_list import SHIPPED
from ..rules.ruleset import Ruleset
from . import record_lock
from .actions import Action, action_from_dict, action_to_dict
from .state import GameState
from .table import GuessedCard, lexicon_of
from .text import judged_to_dict

# A file of JSON lines to which one program appends, each line with a check.
#
# Line 1 is the header, an object with the fields `format` and `version`, those of its format, and
#
#     check     digest of the rest of the header
#
# Every further line is one step, an object with the fields of its format, and
#
#     check     digest of [check of the line before, the rest of this line]
#
# No other fields are allowed. Digests are the first 16 hex digits of BLAKE2b of compact JSON with
# sorted keys, in ASCII. The checks chain the lines: one that was changed, removed, added or moved
# is found, unless everything after it is gone as well. They find accidents; they are not a
# signature.
#
# A line counts once its line feed is there, and it is with the operating system before the game
# goes on. So whenever the program is killed, only the line just being written is lost. A new record
# appears under its name with all the lines it begins with. Who writes holds a lock from before the
# file is read to the end of the game, see record_lock.py; reading needs none.
#
# Whoever reads the record of a game that goes on knows what is hidden in it. So nobody but the
# owner can read a new one, nor one that was open to others once the game goes on.


H = TypeVar("H")
"""The header of a format."""
S = TypeVar("S")
"""A step of a format."""

MAX_LINE: Final = 1 << 16
"""No line of a record is longer, in bytes."""
MAX_DEPTH: Final = 8
"""No line has so many objects and lists within each other."""


class RecordError(InvalidInputError):
    """A record cannot be read, written or replayed.

    Attributes:
        path: the file.
        line: number of the line, from 1; None for the whole file.
        what: what is wrong there.
        remedy: what a program can do about it, which who plays at a page cannot; else "".
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
class Format(Generic[H, S]):
    """A kind of record: the content of its lines, besides format and check.

    Readers get the object of a line without its check, and raise InvalidInputError; what a writer
    makes of what they return has every field that is allowed.

    Attributes:
        name: of the format.
        versions: those that this program reads.
        header_from: what a header says.
        header_to: the object of a header, its version included.
        step_from: what a step says.
        step_to: the object of a step.
    """

    name: str
    versions: tuple[int, ...]
    header_from: Callable[[Mapping[str, object]], H]
    header_to: Callable[[H], dict[str, object]]
    step_from: Callable[[Mapping[str, object]], S]
    step_to: Callable[[S], dict[str, object]]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a record.

    Attributes:
        size: bytes of its lines.
        check: that of the last line.
    """

    size: int
    check: str


@dataclass(frozen=True, slots=True)
class Content(Generic[H, S]):
    """The content of a file.

    Attributes:
        header: of line 1.
        steps: the step of line n is steps[n - 2].
        end: where the last whole line ends.
        file_size: bytes of the file; what is after the end is a line that was cut off.
    """

    header: H
    steps: tuple[S, ...]
    end: End
    file_size: int


def read_lines(path: Path, form: Format[H, S]) -> Content[H, S]:
    """The record in a file, every line of it checked.

    Raises RecordError if the file cannot be read, or is not of the format; it names the line.
    """
    try:
        with path.open("rb") as file:
            return _read(path, file, form)
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(path, None, f"cannot be read: {_reason(error)}") from None


def digest(data: object) -> str:
    """A short fingerprint of plain data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def _read(path: Path, file: BinaryIO, form: Format[H, S]) -> Content[H, S]:
    """Line by line: a file that is not a record is refused at its beginning, however long it is."""
    lines = _raw_lines(path, file)
    first = next(lines, b"")
    if not first.endswith(b"\n"):
        raise RecordError(path, 1, "there is no header; the file is not a record of a game")
    header, check = _read_header(path, first, form)
    steps, size, n_cut_off = [], len(first), 0
    for number, raw in enumerate(lines, 2):
        if not raw.endswith(b"\n"):
            n_cut_off = len(raw)
            break
        step, check = _read_step(path, number, raw, check, form)
        steps.append(step)
        size += len(raw)
    return Content(header, tuple(steps), End(size, check), size + n_cut_off)


@dataclass(frozen=True, slots=True)
class RecordWriter(Generic[H, S]):
    """A record that can be appended to; immutable, so that `write` gives the one after it.

    A game replaces it together with its state. So the two cannot disagree, whatever interrupts it.
    As long as its file is open, nobody else gets a writer for it.
    """

    path: Path
    file: BinaryIO
    end: End
    form: Format[H, S]

    @classmethod
    def create(
        cls, path: Path, form: Format[H, S], header: H, steps: Iterable[S]
    ) -> RecordWriter[H, S]:
        """A new file with these lines; it appears whole or not at all.

        Raises RecordError if there is a file of this name already, or it cannot be written.
        """
        data = {"format": form.name, **form.header_to(header)}
        lines, check = _line(data, digest(data))
        for step in steps:
            line, check = _step_line(form.step_to(step), check)
            lines += line
        try:
            write_new(path, lines, PRIVATE)
        except FileExistsError:
            raise RecordError(
                path, None, "exists already; give another name or remove it"
            ) from None
        except (OSError, ValueError) as error:
            raise RecordError(path, None, f"cannot be written: {_reason(error)}") from None
        writer = cls(path, _open_locked(path), End(len(lines), check), form)
        with writer.closed_on_failure():
            writer.check_untouched()
        return writer

    @classmethod
    def resume(cls, path: Path, form: Format[H, S]) -> tuple[RecordWriter[H, S], Content[H, S]]:
        """Return the content of the file, every line checked, and the writer that goes on with it.

        A line that was cut off is there until `cut_back`. Raises RecordError as `read_lines`, if
        the file cannot be written, or if another writer has it open.
        """
        file = _open_locked(path)
        reader = io.BufferedReader(file)
        try:
            lines = _read(path, reader, form)
        except OSError as error:
            file.close()
            raise RecordError(path, None, f"cannot be read: {_reason(error)}") from None
        except BaseException:
            file.close()
            raise
        reader.detach()
        return cls(path, file, lines.end, form), lines

    @contextlib.contextmanager
    def closed_on_failure(self) -> Iterator[None]:
        """Closes the file if what is done fails or is interrupted."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def check_untouched(self) -> None:
        """Raises RecordError if somebody who asks for no lock has changed or removed the file."""
        try:
            status = os.fstat(self.file.fileno())
        except (OSError, ValueError) as error:
            raise RecordError(self.path, None, f"cannot be written: {_reason(error)}") from None
        if status.st_nlink == 0:
            raise RecordError(
                self.path,
                None,
                "was removed or replaced by another program",
                "record the game in another file to go on",
            )
        if status.st_size != self.end.size:
            raise RecordError(
                self.path, None, "was changed by another program", "load it again to go on"
            )

    def write(self, steps: Iterable[S]) -> RecordWriter[H, S]:
        """Appends a line for each step, all in one go.

        Raises RecordError if that fails; then `cut_back` brings the file back to where it was.
        """
        lines, check = b"", self.end.check
        for step in steps:
            line, check = _step_line(self.form.step_to(step), check)
            if len(line) >= MAX_LINE:
                raise RecordError(
                    self.path, None, f"cannot be written: a step is longer than {MAX_LINE} bytes"
                )
            lines += line
        try:
            self.file.seek(self.end.size)
            written = self.file.write(lines)
            reason = None if written == len(lines) else "the disk is full"
        except OSError as error:
            reason = _reason(error)
        if reason is not None:
            raise RecordError(self.path, None, f"cannot be written: {reason}")
        return replace(self, end=End(self.end.size + len(lines), check))

    def cut_back(self) -> None:
        """Removes what a write that failed, was interrupted or killed has left after the end."""
        # If even this fails, the next `check_untouched` tells.
        with contextlib.suppress(OSError):
            self.file.truncate(self.end.size)

    def close(self) -> None:
        """Closes the file, and lets others write to it."""
        if not self.file.closed:
            with contextlib.suppress(OSError):
                record_lock.release(self.file)
            self.file.close()


def _open_locked(path: Path) -> io.FileIO:
    """The file of a record, to be written by nobody else."""
    try:
        file = path.open("r+b", buffering=0)
    except (OSError, ValueError) as error:
        raise RecordError(path, None, f"cannot be written: {_reason(error)}") from None
    try:
        is_ours = record_lock.take(file)
    except OSError as error:
        file.close()
        raise RecordError(path, None, f"cannot be locked: {_reason(error)}") from None
    except BaseException:
        file.close()
        raise
    if not is_ours:
        file.close()
        raise RecordError(
            path,
            None,
            "is open in another game, of this program or of another one; close it there to go on"
            " with it here",
        )
    close_to_others(file.fileno())
    file.seek(0)
    return file


def _raw_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; the last may lack its end."""
    for number in itertools.count(1):
        raw = file.readline(MAX_LINE)
        if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
            raise RecordError(
                path, number, f"is longer than {MAX_LINE} bytes; no line of a record is"
            )
        if not raw:
            return
        yield raw


def _read_header(path: Path, raw: bytes, form: Format[H, S]) -> tuple[H, str]:
    """The header and its check."""
    data = _parse(path, 1, raw)
    if data.get("format") != form.name:
        raise RecordError(path, 1, f"is not the header of a game; the format must be {form.name!r}")
    version = data.get("version")
    if type(version) is not int or version not in form.versions:
        raise RecordError(
            path,
            1,
            f"has the version {show(version)} of the format; this program reads the versions "
            f"{' and '.join(map(str, form.versions))}. Use the version of letter-tycoon-solver "
            "that wrote it, or a later one",
        )
    check = data.pop("check", None)
    if check != digest(data):
        raise RecordError(path, 1, "the header was changed; its check does not fit")
    try:
        header = form.header_from(data)
        check_fields(data, {"format": form.name, **form.header_to(header)})
    except InvalidInputError as error:
        raise RecordError(path, 1, f"the header cannot be used: {error}") from None
    return header, check


def _read_step(
    path: Path, number: int, raw: bytes, previous: str, form: Format[H, S]
) -> tuple[S, str]:
    """The step and its check."""
    data = _parse(path, number, raw)
    check = data.pop("check", None)
    if check != digest([previous, data]):
        raise RecordError(
            path, number, "its check does not fit; the line was changed, or lines before it"
        )
    try:
        step = form.step_from(data)
        check_fields(data, form.step_to(step))
    except InvalidInputError as error:
        raise RecordError(path, number, f"is not a step of a game: {error}") from None
    return step, check


def _parse(path: Path, number: int, raw: bytes) -> dict[str, object]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or is_deeper(data, MAX_DEPTH):
        raise RecordError(
            path, number, "is not a JSON object; the file is damaged or not a record of a game"
        )
    return data


def _step_line(data: dict[str, object], previous: str) -> tuple[bytes, str]:
    """The line and its check, after a line with the check `previous`."""
    return _line(data, digest([previous, data]))


def _line(data: dict[str, object], check: str) -> tuple[bytes, str]:
    return json.dumps({**data, "check": check}).encode("ascii") + b"\n", check


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# The lexicon that a recorded game was played with.


@dataclass(frozen=True, slots=True)
class RecordedLexicon:
    """The lexicon of a header.

    Attributes:
        name: its name, or that of the one it was altered from.
        digest: hash of the words under that name, as `Lexicon.digest`.
        also: words of the game that are not among these.
        without: of these, the words that the game has not got.
    """

    name: str
    digest: str
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @classmethod
    def of(cls, lexicon: Lexicon) -> RecordedLexicon:
        """Return the part of a lexicon that is recorded."""
        return cls(lexicon.base.name, lexicon.base.digest, lexicon.also, lexicon.without)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> RecordedLexicon:
        """The lexicon that `to_dict` wrote.

        Raises:
            InvalidInputError: the data is something else.
        """
        changes = {"also": [], "without": [], **data}
        return cls(
            read_field(data, "name", str),
            read_field(data, "sha256", str),
            tuple(read_list(changes, "also", str)),
            tuple(read_list(changes, "without", str)),
        )

    def to_dict(self) -> dict[str, object]:
        """The object of a header; without changes, as before there were any."""
        changes = {"also": self.also, "without": self.without}
        return {
            "name": self.name,
            "sha256": self.digest,
            **{name: list(words) for name, words in changes.items() if words},
        }


def recorded_lexicon(
    path: Path, recorded: RecordedLexicon, given: Lexicon | Iterable[str] | None
) -> Lexicon:
    """The lexicon given, or the shipped one of that name; it must have the words of the record.

    A record may come from anyone, so its name of a lexicon is never that of a file.

    Raises:
        RecordError: it has other words, or there is no such shipped lexicon.
        InvalidInputError: what is given is not a lexicon.
    """
    name, digest = recorded.name, recorded.digest
    lexicon = (_load(path, name) if given is None else lexicon_of(given)).base
    if lexicon.digest != digest:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {show(name)} of sha256 {digest[:16]}..;"
            f" {show(lexicon.name)} has other words ({lexicon.digest[:16]}..); give the one it was"
            " played with",
        )
    try:
        return lexicon.altered(recorded.also, recorded.without)
    except InvalidInputError as error:
        raise RecordError(path, 1, f"its lexicon cannot be used: {error}") from None


def _load(path: Path, name: str) -> Lexicon:
    if name not in SHIPPED:
        raise RecordError(
            path,
            1,
            f"the game was played with the lexicon {show(name)}, which is not one of the shipped"
            f" ones, {' and '.join(SHIPPED)}; give that lexicon (for the command, with --lexicon"
            " FILE)",
        )
    try:
        return Lexicon.load(name)
    except LexiconError as error:
        raise RecordError(path, 1, f"its lexicon cannot be loaded: {error}") from None


# The common part of games that write each of their steps to a record.


@dataclass(frozen=True, slots=True, kw_only=True)
class Course(Generic[H, S]):
    """A game so far. Replaced as a whole, so that no interruption leaves half of a step.

    writer   the record of just this, None if there is none
    """

    writer: RecordWriter[H, S] | None = None


class Recorded(abc.ABC, Generic[H, S]):
    """A game that may be recorded in a file, step by step, and read from it."""

    _format: ClassVar[Format[Any, Any]]
    _course: Course[H, S]

    @abc.abstractmethod
    def _header(self) -> H:
        """The first line of the record."""

    @abc.abstractmethod
    def _steps(self) -> Iterator[S]:
        """All that was done and not forgotten, then what was undone of it."""

    @classmethod
    @abc.abstractmethod
    def _replayed(
        cls, path: Path, lines: Content[H, S], lexicon: Lexicon | Iterable[str] | None
    ) -> Self:
        """The game in a record, every step carried out again and verified; not recorded."""

    def record_to(self, path: str | os.PathLike[str]) -> None:
        """Writes the game so far to a new file, and every further step as it happens.

        What was undone is written too, so that it can be redone after loading. A game that is
        recorded already goes on in the new file; the old one stays as it is.

        Args:
            path: the new file.

        Raises:
            InvalidInputError: `path` is not a path.
            RecordError: the file exists or cannot be written; nothing has changed.
        """
        before = self._course.writer
        path = parse_path(path)
        writer = RecordWriter.create(path, self._format, self._header(), self._steps())
        self._course = replace(self._course, writer=writer)
        if before is not None:
            before.close()

    @property
    def record_size(self) -> int:
        """Bytes of the record; more after each step, also one that undoes; 0 without a record."""
        writer = self._course.writer
        return 0 if writer is None else writer.end.size

    def close(self) -> None:
        """Ends the recording; the game can go on without it."""
        writer = self._course.writer
        if writer is not None:
            self._course = replace(self._course, writer=None)
            writer.close()

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], lexicon: Lexicon | Iterable[str] | None = None
    ) -> Self:
        """The game in a record, every step replayed and verified; not recorded any further.

        A last line that was cut off when the program was killed is left out.

        Args:
            path: the file.
            lexicon: the one the game was played with; may be None for a shipped list.

        Returns:
            The game.

        Raises:
            InvalidInputError: `path` is not a path, or `lexicon` not a lexicon.
            RecordError: the file cannot be read, was changed or damaged, is not a record of such a
                game, or the lexicon is another one; it names the line.
        """
        path = parse_path(path)
        return cls._replayed(path, read_lines(path, cls._format), lexicon)

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], lexicon: Lexicon | Iterable[str] | None = None
    ) -> Self:
        """Load as `load` does, and record every further step in the same file.

        A line that was cut off is removed. Until the game is closed, nobody else can resume it. If
        a program that does not ask for the lock writes to the file, a later step fails with
        RecordError.

        Args:
            path: the file.
            lexicon: the one the game was played with; may be None for a shipped list.

        Returns:
            The game.

        Raises:
            InvalidInputError: as `load`.
            RecordError: as `load`; or the file cannot be written, or is being recorded already.
        """
        path = parse_path(path)
        writer, lines = RecordWriter.resume(path, cls._format)
        with writer.closed_on_failure():
            game = cls._replayed(path, lines, lexicon)
            writer.cut_back()
            game._course = replace(game._course, writer=writer)
        return game

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _take(self, course: Course[H, S], steps: Callable[[], Sequence[S]]) -> None:
        """Takes a course, on record first; if that fails or is interrupted nothing changes.

        steps   tells what leads there; asked only if there is a record
        """
        writer = self._course.writer
        if writer is None:
            self._course = course
            return
        writer.check_untouched()
        try:
            self._course = replace(course, writer=writer.write(steps()))
        except BaseException:
            (self._course.writer or writer).cut_back()
            raise


# The record of a game: its format, on such lines, a step for every action.
#
# The header has the fields
#
#     format    "letter-tycoon-game"
#     version   1 for a game from a seed, 2 for one from a state
#     ruleset   version 1: every field, as `Ruleset.to_dict` writes it
#     seed      version 1: the seed of the game
#     start     version 2: the first state, as `GameState.to_dict` writes it, its ruleset included
#     guesses   version 2, only if there are any: cards whose letters nobody saw, as
#               `GuessedCard.to_list` writes them
#     lexicon   {"name": its name, "sha256": hash of its words, as `Lexicon.digest`}; for an altered
#               one those of its base, and with "also" and "without": lists of words
#     players   their names, in the order of the seats
#     state     digest of the first state
#
# So a program that knows only version 1 reads every game that it could play itself.
#
# A step has
#
#     player    who was asked
#     do        the action, as `actions.action_to_dict` writes it, or "undo" or "redo"
#     times     how many actions are undone at once, if it is more than one
#     state     digest of the state after it
#
# Digests of states are of `state_json.judged_to_dict`.


FROM_SEED, FROM_STATE = 1, 2
"""The versions of the format: what a game starts from."""


class Rewind(enum.Enum):
    """Steps in the history that are not actions of the game."""

    UNDO = "undo"
    REDO = "redo"


Move = Action | Rewind


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a game.

    Attributes:
        ruleset: the rules of the table.
        seed: of the deal and every shuffle, or of those to come if there is a `start`.
        lexicon_name: name of the lexicon, or of the one it was altered from.
        lexicon_digest: hash of the words under that name, as `Lexicon.digest`.
        names: the players' names, in the order of the seats.
        state: digest of the first state.
        start: the first state as JSON, as of `GameState.to_dict`; "" if the seed deals it.
        guesses: cards whose letters nobody saw.
        also: words of the game that are not under the lexicon's name.
        without: words under its name that the game has not got.
    """

    ruleset: Ruleset
    seed: int
    lexicon_name: str
    lexicon_digest: str
    names: tuple[str, ...]
    state: str
    start: str = ""
    guesses: tuple[GuessedCard, ...] = ()
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game.

    Attributes:
        player: number of the player who was asked.
        move: what was done.
        state: digest of the state after it.
        times: how many actions were undone; 1 for all other moves.
    """

    player: int
    move: Move
    state: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a file.

    Attributes:
        header: what the game starts from.
        steps: the step of line n is steps[n - 2].
        end: where the last whole line ends.
        file_size: bytes of the file; what is after the end is a line that was cut off.
    """

    header: Header
    steps: tuple[Step, ...]
    end: End
    file_size: int

    @property
    def cut_off(self) -> bool:
        """Is there a line that was cut off?"""
        return self.file_size > self.end.size


def state_digest(state: GameState) -> str:
    """A short fingerprint of all that can change in a game.

    Raises:
        InvalidInputError: `state` is not a GameState.
    """
    require(state, GameState, "the state")
    return digest(judged_to_dict(state))


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file, every line of it checked, but not whether its steps are legal.

    Raises:
        InvalidInputError: `path` is not a path.
        RecordError: the file cannot be read, or is not a record; it names the line.
    """
    lines = read_lines(parse_path(path), GAME)
    return Record(lines.header, lines.steps, lines.end, lines.file_size)


def recorded_lexicon_of(header: Header) -> RecordedLexicon:
    """The lexicon of a header."""
    return RecordedLexicon(header.lexicon_name, header.lexicon_digest, header.also, header.without)


def _header_from(data: Mapping[str, object]) -> Header:
    start = read_field(data, "start", dict) if data["version"] == FROM_STATE else None
    begin = data if start is None else start
    lexicon = RecordedLexicon.from_dict(read_field(data, "lexicon", dict))
    chance = data if start is None else read_field(start, "chance", dict)
    return Header(
        ruleset=Ruleset.from_dict(read_field(begin, "ruleset", dict)),
        seed=read_field(chance, "seed", int),
        lexicon_name=lexicon.name,
        lexicon_digest=lexicon.digest,
        also=lexicon.also,
        without=lexicon.without,
        names=tuple(read_list(data, "players", str)),
        state=read_field(data, "state", str),
        start="" if start is None else json.dumps(start),
        guesses=tuple(
            map(GuessedCard.from_list, read_list({"guesses": [], **data}, "guesses", list))
        ),
    )


def _header_to(header: Header) -> dict[str, object]:
    if header.start:
        begin: dict[str, object] = {"version": FROM_STATE, "start": json.loads(header.start)}
        if header.guesses:
            begin["guesses"] = [guess.to_list() for guess in header.guesses]
    else:
        begin = {
            "version": FROM_SEED,
            "ruleset": header.ruleset.to_dict(),
            "seed": header.seed,
        }
    return {
        **begin,
        "lexicon": recorded_lexicon_of(header).to_dict(),
        "players": list(header.names),
        "state": header.state,
    }


def _step_from(data: Mapping[str, object]) -> Step:
    move = _read_move(data)
    times = read_field(data, "times", int) if "times" in data else 1
    if times != 1 and move is not Rewind.UNDO:
        raise InvalidInputError(f"the field 'times' is {times}; only actions are undone at once")
    return Step(
        player=read_field(data, "player", int),
        move=move,
        state=read_field(data, "state", str),
        times=times,
    )


def _read_move(data: Mapping[str, object]) -> Move:
    for rewind in Rewind:
        if data.get("do") == rewind.value:
            return rewind
    return action_from_dict(read_field(data, "do", dict))


def _step_to(step: Step) -> dict[str, object]:
    move = step.move.value if isinstance(step.move, Rewind) else action_to_dict(step.move)
    times = {} if step.times == 1 else {"times": step.times}
    return {"player": step.player, "do": move, **times, "state": step.state}


GAME: Final = Format(
    name="letter-tycoon-game",
    versions=(FROM_SEED, FROM_STATE),
    header_from=_header_from,
    header_to=_header_to,
    step_from=_step_from,
    step_to=_step_to,
)
"""The format of the engine's games."""


# A folder of records, one a game, each named after the moment the game was begun.
#
# FOLDER/2026-11-21-221005.jsonl
# FOLDER/2026-11-21-221005_2.jsonl  another of the same second


SUFFIX: Final = ".jsonl"
OWN_NAME: Final = re.compile(rf"\d{{4}}-\d\d-\d\d-\d{{6}}(_\d+)?\{SUFFIX}")
"""A name that `record_in` has chosen."""


def record_in(folder: Path, game: Recorded[Any, Any]) -> Path:
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
