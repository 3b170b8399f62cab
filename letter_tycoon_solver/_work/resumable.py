"""Long work that can be stopped and continued: its finished parts stay in a folder.

A part is a range of rows of the work. Its file is called KIND-DIGEST-START-STOP.part, with the
first 16 hex digits of the digest of the work's specification. It holds

    0    BLAKE2b, 32 bytes, of the digest, the range and everything that follows
    32   the payload

Files are written under a hidden name and renamed. Damaged files, and files of other work, are not
read. At the start, work removes the unfinished files of killed processes of its kind, and the parts
of other work of its kind that has written none in the last 30 days.
"""

from __future__ import annotations

import abc
import contextlib
import hashlib
import os
import re
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from .._files import UnfinishedFile, clear_unfinished, written_beside
from ..errors import InvalidInputError, show
from ..lexicon import Lexicon
from .executors import ExecutorDiedError, Function, done_in_order

_CHECK_SIZE: Final = 32
_DIGITS_SHOWN: Final = 16
_SUFFIX: Final = ".part"
_FILE: Final = re.compile(rf"[a-z]+-([0-9a-f]{{{_DIGITS_SHOWN}}})-[0-9]+-[0-9]+\{_SUFFIX}")
"""The name of a part; its first group is the digest."""
_ABANDONED_SECONDS: Final = 30 * 24 * 3600.0
"""Work that has written nothing for this long is considered abandoned."""


@dataclass(frozen=True, slots=True)
class KeptParts:
    """The parts of one piece of work in a folder.

    Attributes:
        folder: the folder of its files.
        kind: the kind of work, in lower case, such as "survey".
        digest: the digest of its specification, as hex.
    """

    folder: Path
    kind: str
    digest: str

    @classmethod
    def open(cls, folder: str | os.PathLike[str], kind: str, digest: str) -> KeptParts:
        """Open the folder, make it if need be, and remove the parts of abandoned work.

        Raises:
            InvalidInputError: the folder cannot be written.
        """
        try:
            path = Path(folder)
            path.mkdir(parents=True, exist_ok=True)
            probe = UnfinishedFile(path / kind)
            try:
                probe.path.write_bytes(bytes(_CHECK_SIZE))
            finally:
                probe.remove()
        except (OSError, TypeError, ValueError) as error:
            raise InvalidInputError(
                f"the parts of the {kind} cannot be kept in {show(folder)} ({error}); give a folder"
                " that can be written"
            ) from None
        parts = cls(path, kind, digest)
        clear_unfinished(path, f"{kind}-*{_SUFFIX}")
        parts._remove_abandoned()
        return parts

    def read(self, rows: range) -> bytes | None:
        """Return the payload of a part; None if it is missing or damaged."""
        try:
            content = self._path(rows).read_bytes()
        except OSError:
            return None
        payload = content[_CHECK_SIZE:]
        return payload if content[:_CHECK_SIZE] == self._check(rows, payload) else None

    def write(self, rows: range, payload: bytes) -> None:
        """Keep the payload of a part.

        Raises:
            OSError: the file cannot be written.
        """
        with written_beside(self._path(rows)) as unfinished:
            unfinished.write_bytes(self._check(rows, payload) + payload)

    def remove(self) -> None:
        """Remove every file of this work."""
        for path in self.folder.glob(f"{self._name}-*"):
            if _FILE.fullmatch(path.name):
                _remove(path)

    def _remove_abandoned(self) -> None:
        """Remove the parts of other work of this kind that has written nothing for long."""
        files: dict[str, list[Path]] = {}
        for path in self.folder.glob(f"{self.kind}-*"):
            name = _FILE.fullmatch(path.name)
            if name is not None and name[1] != self.digest[:_DIGITS_SHOWN]:
                files.setdefault(name[1], []).append(path)
        oldest = time.time() - _ABANDONED_SECONDS
        for paths in files.values():
            # Work that removes its files is complete, so it does not matter if they vanish first.
            with suppress(OSError):
                if max(path.stat().st_mtime for path in paths) < oldest:
                    for path in paths:
                        _remove(path)

    @property
    def _name(self) -> str:
        return f"{self.kind}-{self.digest[:_DIGITS_SHOWN]}"

    def _path(self, rows: range) -> Path:
        return self.folder / f"{self._name}-{rows.start}-{rows.stop}{_SUFFIX}"

    def _check(self, rows: range, payload: bytes) -> bytes:
        head = f"{self.digest} {rows.start} {rows.stop}\n".encode("ascii")
        return hashlib.blake2b(head + payload, digest_size=_CHECK_SIZE).digest()


def _remove(path: Path) -> None:
    # Another process may remove it first.
    with suppress(OSError):
        path.unlink()


Result = TypeVar("Result")
Whole = TypeVar("Whole")


class ResumableRun(abc.ABC, Generic[Result, Whole]):
    """Work on the ranges of rows that are missing, and the result of all that is done.

    Args:
        lexicon: passed to the work.
        kept: the folder of the finished parts; None to keep none.
        progress: called with the number of rows done and in all: first with those found in the
            folder, then after each part.

    Attributes:
        warning: the kind of warning if a part cannot be kept.
        interrupted: the error of Ctrl-C; takes the result of the finished parts.
    """

    warning: ClassVar[type[Warning]]
    interrupted: ClassVar[Callable[..., KeyboardInterrupt]]

    def __init__(
        self,
        lexicon: Lexicon,
        kept: KeptParts | None,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self.lexicon = lexicon
        self._kept = kept
        self._progress = progress

    @abc.abstractmethod
    def prepare(self) -> None:
        """Compile what the work needs, so that workers find it on disk."""

    @abc.abstractmethod
    def add(self, rows: range, result: Result) -> None:
        """Add the result of a part."""

    @abc.abstractmethod
    def counted(self) -> tuple[int, int]:
        """Return the numbers for progress: how much is done, and how much there is."""

    @abc.abstractmethod
    def result(self) -> Whole:
        """Return the result of the parts done so far."""

    @abc.abstractmethod
    def encode(self, result: Result) -> bytes:
        """Return a result as it is kept."""

    @abc.abstractmethod
    def decode(self, payload: bytes) -> Result:
        """Return a result that was kept."""

    def run(
        self, parts: Sequence[range], work: Function[range, Result], executor: Executor | None
    ) -> Whole:
        """Do the missing parts, and return the result of all; the folder is empty then.

        Raises:
            KeyboardInterrupt: Ctrl-C, as `interrupted`.
            ExecutorDiedError: the executor broke down; `done` is the result of what was finished.
        """
        try:
            self._finish(parts, work, executor)
        except KeyboardInterrupt as error:
            raise self.interrupted(self.result()) from error
        except ExecutorDiedError as error:
            raise ExecutorDiedError(error.message, self.result()) from error
        if self._kept is not None:
            self._kept.remove()
        return self.result()

    def _finish(
        self, parts: Sequence[range], work: Function[range, Result], executor: Executor | None
    ) -> None:
        missing = [rows for rows in parts if not self._take(rows)]
        self._tell()
        if not missing:
            return
        done = done_in_order(work, missing, self.lexicon, executor)
        with contextlib.closing(done):
            self.prepare()
            for rows, result in done:
                self._keep(rows, result)
                self.add(rows, result)
                self._tell()

    def _take(self, rows: range) -> bool:
        """Add a part from the folder, if it is there."""
        payload = None if self._kept is None else self._kept.read(rows)
        if payload is not None:
            self.add(rows, self.decode(payload))
        return payload is not None

    def _keep(self, rows: range, result: Result) -> None:
        if self._kept is None:
            return
        try:
            self._kept.write(rows, self.encode(result))
        except OSError as error:
            kind = self._kept.kind
            warnings.warn(
                f"a finished part of the {kind} could not be kept ({error}); the {kind} goes on,"
                " but if it is stopped this part is done again",
                self.warning,
                stacklevel=2,
            )

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(*self.counted())
