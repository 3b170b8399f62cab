"""Long work that can be stopped and continued: its finished parts stay in a folder.

A part is a range of rows of the work. Its file is called KIND-DIGEST-START-STOP.part, with the
first 16 hex digits of the digest of the work. It holds a BLAKE2b of 32 bytes, of the digest, the
range and the payload, and then the payload. Files are written under a hidden name and renamed.
Damaged files, and files of other work, are not read. At the start, work removes the unfinished
files of killed processes of its kind, and the parts of work of its kind that has written none in
the last 30 days.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .._files import UnfinishedFile, clear_unfinished, written_beside
from .._version import __version__
from ..errors import InvalidInputError, PartsWarning, show
from ..lexicon import Lexicon
from .executors import ExecutorDiedError, Function, done_in_order

FEWEST_PARTS: Final = 64
"""The fewest parts, so that small work keeps every worker busy to the end."""
MOST_PARTS: Final = 10_000
"""The most parts, because each is a file while the work lasts."""

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

    def write_or_warn(self, rows: range, payload: bytes) -> None:
        """Keep the payload of a part; warn if its file cannot be written."""
        try:
            with written_beside(self._path(rows)) as unfinished:
                unfinished.write_bytes(self._check(rows, payload) + payload)
        except OSError as error:
            warnings.warn(
                f"a finished part of the {self.kind} could not be kept in {self.folder}"
                f" ({error.strerror or error}); the {self.kind} goes on, but if it is stopped this"
                " part is done again",
                PartsWarning,
                stacklevel=2,
            )

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


def parts_of(n: int, size: int) -> list[range]:
    """Split n rows into ranges of about `size`.

    There are FEWEST_PARTS to MOST_PARTS of them, fewer if there are fewer rows.
    """
    size = max(min(size, -(-n // FEWEST_PARTS)), -(-n // MOST_PARTS))
    return [range(start, min(start + size, n)) for start in range(0, n, size)]


def digest_of(**fields: object) -> str:
    """Return the digest of plain data that specifies work, and of the version of the package."""
    text = json.dumps(fields | {"version": __version__}, sort_keys=True)
    return hashlib.blake2b(text.encode("ascii")).hexdigest()


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in long work.

    `done` holds the finished part, in the form described by the function that raises the error.
    """

    def __init__(self, message: str, done: Any) -> None:
        super().__init__(message, done)
        self.done = done

    def __str__(self) -> str:
        return str(self.args[0])


@contextlib.contextmanager
def ends_with(done: Callable[[], tuple[int, str, object]]) -> Iterator[None]:
    """Let the errors that end long work carry what is finished of it.

    Args:
        done: returns how many, of what, and the result of them: 12, "hands", a Survey.

    Raises:
        Interrupted: Ctrl-C.
        ExecutorDiedError: the executor broke down.
    """
    try:
        yield
    except KeyboardInterrupt as error:
        n, unit, result = done()
        raise Interrupted(f"interrupted after {n:,} {unit}", result) from error
    except ExecutorDiedError as error:
        raise ExecutorDiedError(str(error), done()[-1]) from error


def run_parts(  # noqa: PLR0913, PLR0917 - what to do, and how
    parts: Sequence[range],
    prepare: Callable[[], object],
    work: Function[range, bytes],
    lexicon: Lexicon,
    add: Callable[[range, bytes], object],
    tell: Callable[[], object],
    executor: Executor | None,
    kept: KeptParts | None,
) -> None:
    """Do the parts that are missing; the folder is empty then.

    Args:
        parts: the ranges of rows.
        prepare: compiles what the work needs, so that workers find it on disk; called only if a
            part is missing, and after those found in the folder are added.
        work: returns the payload of a part.
        lexicon: passed to the work.
        add: takes the rows and the payload of each part.
        tell: called when those found in the folder are added, then after each other part.
        executor: as for `done_in_order`.
        kept: the folder of the finished parts; None to keep none.
    """
    missing = []
    for rows in parts:
        payload = None if kept is None else kept.read(rows)
        if payload is None:
            missing.append(rows)
        else:
            add(rows, payload)
    tell()
    if missing:
        with contextlib.closing(done_in_order(work, missing, lexicon, executor)) as done:
            prepare()
            for rows, payload in done:
                if kept is not None:
                    kept.write_or_warn(rows, payload)
                add(rows, payload)
                tell()
    if kept is not None:
        kept.remove()
