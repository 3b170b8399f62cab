"""Long work that can be stopped and continued: its finished parts stay in a folder."""

from __future__ import annotations

import abc
import contextlib
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import ClassVar, Generic, TypeVar

from ..lexicon import Lexicon
from .checkpoints import KeptParts
from .executors import ExecutorDiedError, Function, done_in_order

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
