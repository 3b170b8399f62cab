"""The common part of games that write each of their steps to a record."""

from __future__ import annotations

import abc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Generic, Self

from ..._files import parse_path
from ...lexicon import Lexicon
from .record_file import Content, Format, H, RecordWriter, S, read_lines


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
