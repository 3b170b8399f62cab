"""A file of JSON lines to which one program appends, each line with a check.

Line 1 is the header, an object with the fields `format` and `version`, those of its format, and

    check     digest of the rest of the header

Every further line is one step, an object with the fields of its format, and

    check     digest of [check of the line before, the rest of this line]

No other fields are allowed. Digests are the first 16 hex digits of BLAKE2b of compact JSON with
sorted keys, in ASCII. The checks chain the lines: one that was changed, removed, added or moved is
found, unless everything after it is gone as well. They find accidents; they are not a signature.

A line counts once its line feed is there, and it is with the operating system before the game goes
on. So whenever the program is killed, only the line just being written is lost. A new record
appears under its name with all the lines it begins with. Who writes holds a lock from before the
file is read to the end of the game, see record_lock.py; reading needs none.

Whoever reads the record of a game that goes on knows what is hidden in it. So nobody but the owner
can read a new one, nor one that was open to others once the game goes on.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final, Generic, TypeVar

from ..._files import PRIVATE, close_to_others, write_new
from ..._json import check_fields, is_deeper
from ...errors import InvalidInputError, show, show_text
from . import record_lock

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
