"""The record of a game: a file of JSON lines, to which every step is appended as it happens.

Line 1, the header, an object with the fields

    format    "letter-tycoon-game"
    version   1 for a game from a seed, 2 for one from a state
    ruleset   version 1: every field, as `Ruleset.to_dict` writes it
    seed      version 1: the seed of the game
    start     version 2: the first state, as `GameState.to_dict` writes it, its ruleset included
    lexicon   {"name": its name, "sha256": hash of its words, as `Lexicon.digest`}
    players   their names, in the order of the seats
    state     digest of the first state
    check     digest of the rest of the header

So a program that knows only version 1 reads every game that it could play itself.

Every further line is one step:

    player    who was asked
    do        the action, as `actions.action_to_dict` writes it, or "undo" or "redo"
    state     digest of the state after it
    check     digest of [check of the line before, the rest of this line]

No other fields are allowed. Digests are the first 16 hex digits of BLAKE2b of compact JSON with
sorted keys, in ASCII; those of states are of `state_json.judged_to_dict`. The checks chain the
lines: one that was changed, removed, added or moved is found, unless everything after it is gone as
well. They find accidents; they are not a signature.

A line counts once its line feed is there, and it is with the operating system before the game goes
on. So whenever the program is killed, only the line just being written is lost. A new record
appears under its name with all the lines it begins with. Who writes holds a lock from before the
file is read to the end of the game, see record_lock.py; reading needs none.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import io
import itertools
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from .._files import parse_path, write_new
from .._json import (
    check_fields,
    is_deeper,
    read_field,
    read_list,
)
from ..errors import InvalidInputError, require, show
from ..ruleset import Ruleset
from . import record_lock
from .actions import Action, action_from_dict, action_to_dict
from .state import GameState
from .state_json import judged_to_dict

FORMAT: Final = "letter-tycoon-game"
FROM_SEED, FROM_STATE = 1, 2
VERSIONS: Final = (FROM_SEED, FROM_STATE)
"""The versions of the format: what a game starts from."""
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
    """

    def __init__(self, path: Path, line: int | None, what: str) -> None:
        super().__init__(path, line, what)
        self.path = path
        self.line = line
        self.what = what

    def __str__(self) -> str:
        where = f"{self.path}, line {self.line}" if self.line else f"{self.path}"
        return f"{where}: {self.what}"


class Rewind(enum.Enum):
    """Steps in the history that are not actions of the game."""

    UNDO = "undo"
    REDO = "redo"


Move = Action | Rewind


@dataclass(frozen=True, slots=True)
class Header:
    """What a game starts from.

    Attributes:
        ruleset: the rules of the table.
        seed: of the deal and every shuffle, or of those to come if there is a `start`.
        lexicon_name: name of the lexicon.
        lexicon_digest: hash of its words, as `Lexicon.digest`.
        names: the players' names, in the order of the seats.
        state: digest of the first state.
        start: the first state as JSON, as of `GameState.to_dict`; "" if the seed deals it.
    """

    ruleset: Ruleset
    seed: int
    lexicon_name: str
    lexicon_digest: str
    names: tuple[str, ...]
    state: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game.

    Attributes:
        player: number of the player who was asked.
        move: what was done.
        state: digest of the state after it.
    """

    player: int
    move: Move
    state: str


@dataclass(frozen=True, slots=True)
class End:
    """Where a record ends.

    Attributes:
        size: bytes of its lines.
        check: that of the last line.
    """

    size: int
    check: str


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds.

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
    return _digest(judged_to_dict(state))


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file, every line of it checked, but not whether its steps are legal.

    Raises:
        InvalidInputError: `path` is not a path.
        RecordError: the file cannot be read, or is not a record; it names the line.
    """
    path = parse_path(path)
    try:
        with path.open("rb") as file:
            return _read(path, file)
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(path, None, f"cannot be read: {_reason(error)}") from None


def _read(path: Path, file: BinaryIO) -> Record:
    """Line by line: a file that is not a record is refused at its beginning, however long it is."""
    lines = _lines(path, file)
    first = next(lines, b"")
    if not first.endswith(b"\n"):
        raise RecordError(path, 1, "there is no header; the file is not a record of a game")
    header, check = _read_header(path, first)
    steps, size, n_cut_off = [], len(first), 0
    for number, raw in enumerate(lines, 2):
        if not raw.endswith(b"\n"):
            n_cut_off = len(raw)
            break
        step, check = _read_step(path, number, raw, check)
        steps.append(step)
        size += len(raw)
    return Record(header, tuple(steps), End(size, check), size + n_cut_off)


@dataclass(frozen=True, slots=True)
class RecordWriter:
    """A record that can be appended to; immutable, so that `write` gives the one after it.

    A game replaces it together with its state. So the two cannot disagree, whatever interrupts it.
    As long as its file is open, nobody else gets a writer for it.
    """

    path: Path
    file: BinaryIO
    end: End

    @classmethod
    def create(cls, path: Path, header: Header, steps: Iterable[Step]) -> RecordWriter:
        """A new file with these lines; it appears whole or not at all.

        Raises RecordError if there is a file of this name already, or it cannot be written.
        """
        data, check = _header_line(header)
        for step in steps:
            line, check = _step_line(step, check)
            data += line
        try:
            write_new(path, data)
        except FileExistsError:
            raise RecordError(
                path, None, "exists already; give another name or remove it"
            ) from None
        except (OSError, ValueError) as error:
            raise RecordError(path, None, f"cannot be written: {_reason(error)}") from None
        writer = cls(path, _open_locked(path), End(len(data), check))
        with writer.closed_on_failure():
            writer.check_untouched()
        return writer

    @classmethod
    def resume(cls, path: Path) -> tuple[RecordWriter, Record]:
        """What the file holds, every line of it checked, and the writer that goes on with it.

        A line that was cut off is there until `cut_back`. Raises RecordError as `read_record`, if
        the file cannot be written, or if another writer has it open.
        """
        file = _open_locked(path)
        reader = io.BufferedReader(file)
        try:
            record = _read(path, reader)
        except OSError as error:
            file.close()
            raise RecordError(path, None, f"cannot be read: {_reason(error)}") from None
        except BaseException:
            file.close()
            raise
        reader.detach()
        return cls(path, file, record.end), record

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
                "was removed or replaced by another program; record the game in another file to"
                " go on",
            )
        if status.st_size != self.end.size:
            raise RecordError(
                self.path, None, "was changed by another program; load it again to go on"
            )

    def write(self, steps: Iterable[Step]) -> RecordWriter:
        """Appends a line for each step, all in one go.

        Raises RecordError if that fails; then `cut_back` brings the file back to where it was.
        """
        lines, check = b"", self.end.check
        for step in steps:
            line, check = _step_line(step, check)
            lines += line
        try:
            self.file.seek(self.end.size)
            written = self.file.write(lines)
            reason = None if written == len(lines) else "the disk is full"
        except OSError as error:
            reason = _reason(error)
        if reason is not None:
            raise RecordError(self.path, None, f"cannot be written: {reason}")
        return RecordWriter(self.path, self.file, End(self.end.size + len(lines), check))

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
    file.seek(0)
    return file


def _lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
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


def _read_header(path: Path, raw: bytes) -> tuple[Header, str]:
    """The header and its check."""
    data = _parse(path, 1, raw)
    if data.get("format") != FORMAT:
        raise RecordError(path, 1, f"is not the header of a game; the format must be {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version not in VERSIONS:
        raise RecordError(
            path,
            1,
            f"has the version {show(version)} of the format; this program reads the versions "
            f"{' and '.join(map(str, VERSIONS))}. Use the version of letter-tycoon-solver that "
            "wrote it, or a later one",
        )
    check = data.pop("check", None)
    if check != _digest(data):
        raise RecordError(path, 1, "the header was changed; its check does not fit")
    try:
        lexicon = read_field(data, "lexicon", dict)
        start = read_field(data, "start", dict) if version == FROM_STATE else None
        begin = data if start is None else start
        chance = data if start is None else read_field(start, "chance", dict)
        header = Header(
            ruleset=Ruleset.from_dict(read_field(begin, "ruleset", dict)),
            seed=read_field(chance, "seed", int),
            lexicon_name=read_field(lexicon, "name", str),
            lexicon_digest=read_field(lexicon, "sha256", str),
            names=tuple(read_list(data, "players", str)),
            state=read_field(data, "state", str),
            start="" if start is None else json.dumps(start),
        )
        check_fields(data, _header_to_dict(header))
    except InvalidInputError as error:
        raise RecordError(path, 1, f"the header cannot be used: {error}") from None
    return header, check


def _read_step(path: Path, number: int, raw: bytes, previous: str) -> tuple[Step, str]:
    """The step and its check."""
    data = _parse(path, number, raw)
    check = data.pop("check", None)
    if check != _digest([previous, data]):
        raise RecordError(
            path, number, "its check does not fit; the line was changed, or lines before it"
        )
    try:
        step = Step(
            player=read_field(data, "player", int),
            move=_read_move(data),
            state=read_field(data, "state", str),
        )
        check_fields(data, _step_to_dict(step))
    except InvalidInputError as error:
        raise RecordError(path, number, f"is not a step of a game: {error}") from None
    return step, check


def _read_move(data: dict[str, object]) -> Move:
    for rewind in Rewind:
        if data.get("do") == rewind.value:
            return rewind
    return action_from_dict(read_field(data, "do", dict))


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


def _header_to_dict(header: Header) -> dict[str, object]:
    if header.start:
        begin: dict[str, object] = {"version": FROM_STATE, "start": json.loads(header.start)}
    else:
        begin = {
            "version": FROM_SEED,
            "ruleset": header.ruleset.to_dict(),
            "seed": header.seed,
        }
    return {
        "format": FORMAT,
        **begin,
        "lexicon": {"name": header.lexicon_name, "sha256": header.lexicon_digest},
        "players": list(header.names),
        "state": header.state,
    }


def _step_to_dict(step: Step) -> dict[str, object]:
    move = step.move.value if isinstance(step.move, Rewind) else action_to_dict(step.move)
    return {"player": step.player, "do": move, "state": step.state}


def _header_line(header: Header) -> tuple[bytes, str]:
    """The line and its check."""
    data = _header_to_dict(header)
    return _line(data, _digest(data))


def _step_line(step: Step, previous: str) -> tuple[bytes, str]:
    """The line and its check, after a line with the check `previous`."""
    data = _step_to_dict(step)
    return _line(data, _digest([previous, data]))


def _line(data: dict[str, object], check: str) -> tuple[bytes, str]:
    return json.dumps({**data, "check": check}).encode("ascii") + b"\n", check


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
