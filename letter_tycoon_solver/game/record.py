"""The record of a game: a file of JSON lines that is whole at every moment.

Line 1, the header, an object with the fields

    format    "letter-tycoon-game"
    version   1
    ruleset   every field, as `encoding.ruleset_to_dict` writes it
    seed      the seed of the game
    lexicon   {"name": its name, "sha256": hash of its words, as `Lexicon.digest`}
    players   their names, in the order of the seats
    state     digest of the first state
    check     digest of the rest of the header

Every further line is one step, written as it happens:

    player    who acted
    do        the action, as `actions.action_to_dict` writes it, or "undo" or "redo"
    state     digest of the state after it

Digests are the first 16 hex digits of BLAKE2b of compact JSON with sorted keys. They tell whether a
file was damaged or edited by accident; they are no signature.

A line counts once its line feed is there. So whenever the program is killed, only the line just
being written is lost.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from ..errors import InvalidInputError
from ..ruleset import Ruleset
from .actions import Action, action_from_dict, action_to_dict
from .encoding import read_field, read_list, ruleset_from_dict, ruleset_to_dict
from .state import GameState
from .state_json import changing_to_dict

FORMAT: Final = "letter-tycoon-game"
VERSION: Final = 1
MAX_LINE: Final = 1 << 16
"""No line of a record is longer, in bytes."""


class RecordError(InvalidInputError):
    """A record cannot be read, written or replayed; `line` is where, None for the whole file."""

    def __init__(self, path: Path, line: int | None, what: str) -> None:
        where = f"{path}, line {line}" if line else f"{path}"
        super().__init__(f"{where}: {what}")
        self.path = path
        self.line = line


class Rewind(enum.Enum):
    """Steps in the history that are no actions of the game."""

    UNDO = "undo"
    REDO = "redo"


Move = Action | Rewind


@dataclass(frozen=True, slots=True)
class Header:
    """What a game starts from; `state` is the digest of its first state."""

    ruleset: Ruleset
    seed: int
    lexicon_name: str
    lexicon_digest: str
    names: tuple[str, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: who did what, and the digest of the state after it."""

    player: int
    move: Move
    state: str


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds.

    steps     the step of line n is steps[n - 2]
    size      bytes of all whole lines; what follows is a line cut off
    cut_off   is there such a line?
    """

    header: Header
    steps: tuple[Step, ...]
    size: int
    cut_off: bool


def state_digest(state: GameState) -> str:
    """A short fingerprint of all that can change in a game."""
    return _digest(changing_to_dict(state))


def read_record(path: Path) -> Record:
    """The record in a file; raises RecordError, naming the line, if it is none."""
    try:
        with path.open("rb") as file:
            lines, cut_off = _split_lines(path, file)
    except OSError as error:
        raise RecordError(path, None, f"cannot be read: {error.strerror}") from None
    if not lines:
        raise RecordError(path, 1, "there is no header; the file is no record of a game")
    return Record(
        header=_read_header(path, lines[0]),
        steps=tuple(_read_step(path, number, raw) for number, raw in enumerate(lines[1:], 2)),
        size=sum(map(len, lines)),
        cut_off=cut_off,
    )


class RecordWriter:
    """Appends to a record, line by line; each is with the operating system when `write` returns."""

    def __init__(self, path: Path, size: int) -> None:
        """Goes on with the record in a file after its first `size` bytes, and cuts off the rest."""
        self._path = path
        self._size = size
        try:
            self._file = path.open("r+b", buffering=0)
            self._file.truncate(size)
            self._file.seek(size)
        except OSError as error:
            raise RecordError(path, None, f"cannot be written: {error.strerror}") from None

    @classmethod
    def create(cls, path: Path, header: Header, steps: Iterable[Step]) -> RecordWriter:
        """A new file with these lines; it appears whole or not at all.

        Raises RecordError if there is a file of this name already, or it cannot be written.
        """
        if path.exists():
            raise RecordError(path, None, "exists already; give another name or remove it")
        data = _header_line(header) + b"".join(map(_step_line, steps))
        try:
            _write_beside_and_rename(path, data)
        except OSError as error:
            raise RecordError(path, None, f"cannot be written: {error.strerror}") from None
        return cls(path, len(data))

    def write(self, step: Step) -> None:
        """Appends one line; if that fails the file is as before, and RecordError is raised."""
        line = _step_line(step)
        try:
            written = self._file.write(line)
            reason = None if written == len(line) else "the disk is full"
        except OSError as error:
            reason = error.strerror
        if reason is not None:
            self._forget_partial_line()
            raise RecordError(self._path, None, f"cannot be written: {reason}")
        self._size += len(line)

    def _forget_partial_line(self) -> None:
        # If even this fails, the next line is written over the partial one.
        with contextlib.suppress(OSError):
            self._file.seek(self._size)
            self._file.truncate()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _split_lines(path: Path, file: BinaryIO) -> tuple[list[bytes], bool]:
    """All whole lines, and whether a line without its end follows."""
    lines: list[bytes] = []
    while raw := file.readline(MAX_LINE):
        if not raw.endswith(b"\n"):
            if len(raw) == MAX_LINE:
                raise RecordError(
                    path, len(lines) + 1, f"is longer than {MAX_LINE} bytes; no record has that"
                )
            return lines, True
        lines.append(raw)
    return lines, False


def _read_header(path: Path, raw: bytes) -> Header:
    data = _parse(path, 1, raw)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(path, 1, f"is no header of a game; it has no format {FORMAT!r}")
    if data.get("version") != VERSION:
        raise RecordError(
            path, 1, f"has the version {data.get('version')!r}; this program reads {VERSION}"
        )
    check = data.pop("check", None)
    if check != _digest(data):
        raise RecordError(path, 1, "the header was changed; its check does not fit")
    try:
        lexicon = read_field(data, "lexicon", dict)
        return Header(
            ruleset=ruleset_from_dict(read_field(data, "ruleset", dict)),
            seed=read_field(data, "seed", int),
            lexicon_name=read_field(lexicon, "name", str),
            lexicon_digest=read_field(lexicon, "sha256", str),
            names=tuple(read_list(data, "players", str)),
            state=read_field(data, "state", str),
        )
    except InvalidInputError as error:
        raise RecordError(path, 1, f"the header cannot be used: {error}") from None


def _read_step(path: Path, number: int, raw: bytes) -> Step:
    data = _parse(path, number, raw)
    try:
        return Step(
            player=read_field(data, "player", int),
            move=_read_move(data),
            state=read_field(data, "state", str),
        )
    except InvalidInputError as error:
        raise RecordError(path, number, f"is no step of a game: {error}") from None


def _read_move(data: object) -> Move:
    move = data.get("do") if isinstance(data, dict) else None
    for rewind in Rewind:
        if move == rewind.value:
            return rewind
    return action_from_dict(read_field(data, "do", dict))


def _parse(path: Path, number: int, raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise RecordError(
            path, number, "is no JSON; the file is damaged or no record of a game"
        ) from None


def _header_line(header: Header) -> bytes:
    data: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": ruleset_to_dict(header.ruleset),
        "seed": header.seed,
        "lexicon": {"name": header.lexicon_name, "sha256": header.lexicon_digest},
        "players": list(header.names),
        "state": header.state,
    }
    return _line({**data, "check": _digest(data)})


def _step_line(step: Step) -> bytes:
    move = step.move.value if isinstance(step.move, Rewind) else action_to_dict(step.move)
    return _line({"player": step.player, "do": move, "state": step.state})


def _line(data: dict[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def _digest(data: dict[str, object]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _write_beside_and_rename(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
