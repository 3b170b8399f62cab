"""The box of puzzles: a file of the user's, and the day on which each puzzle comes again.

    {"version": 1, "puzzles": [{"puzzle": {...}, "step": 0, "due": "2026-11-22"}, ...]}

A puzzle that is got right at once is done: its "due" is null. One that was got wrong comes again
after each of DAYS, and is done when it was right after the last of them.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..._files import PRIVATE, make_private_folder, written_beside
from ..._json import read_field, read_list, read_optional
from ...errors import InvalidInputError, show_text
from .puzzles import Puzzle

DAYS: Final = (1, 4)
"""After so many days a puzzle comes again that was got wrong, and then right once."""
VERSION: Final = 1
_NEW: Final = -1
"""The step of a puzzle that was never got wrong."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle in the box.

    Attributes:
        puzzle: the puzzle.
        step: how far it has come: -1 if it was never got wrong, else its place in DAYS.
        due: the day from which on it is asked; None if it is done.
    """

    puzzle: Puzzle
    step: int
    due: datetime.date | None


class Box:
    """All puzzles of a user, in a file.

    Every method that changes the box reads the file again, for two servers may use it at the same
    time, and writes it, beside its name and then renamed.

    Args:
        path: the file; it need not exist yet.

    Raises:
        InvalidInputError: the file is not such a file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = _read(path)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, puzzles: Iterable[Puzzle], today: datetime.date) -> int:
        """Add puzzles, to be asked from today on; return how many are new."""
        self._kept = _read(self._path)
        new = {one.key: Kept(one, _NEW, today) for one in puzzles if one.key not in self._kept}
        self._kept |= new
        if new:
            self._write()
        return len(new)

    def due(self, today: datetime.date, digests: Collection[str] | None = None) -> list[Puzzle]:
        """Return the puzzles to be asked, the longest due first.

        Args:
            today: the date.
            digests: only puzzles with these word lists; None for all.
        """
        found = [
            (one.due, key, one.puzzle)
            for key, one in self._kept.items()
            if one.due is not None and one.due <= today
            if digests is None or one.puzzle.lexicon_digest in digests
        ]
        return [puzzle for _, _, puzzle in sorted(found, key=lambda one: one[:2])]

    def next_day(self) -> datetime.date | None:
        """Return the first day on which a puzzle is due; None if all are done."""
        return min((one.due for one in self._kept.values() if one.due), default=None)

    def find(self, key: str) -> Puzzle | None:
        """Return the puzzle with a key, or None."""
        kept = self._kept.get(key)
        return kept.puzzle if kept else None

    def note(self, puzzle: Puzzle, today: datetime.date, *, right: bool) -> datetime.date | None:
        """Note an answer to a puzzle of the box; return when it comes again, None for never."""
        self._kept = _read(self._path)
        kept = self._kept.get(puzzle.key)
        step = 0
        if right:
            step = len(DAYS) if kept is None or kept.step == _NEW else min(kept.step + 1, len(DAYS))
        due = today + datetime.timedelta(DAYS[step]) if step < len(DAYS) else None
        self._kept[puzzle.key] = Kept(puzzle, step, due)
        self._write()
        return due

    def _write(self) -> None:
        """Write the file. Raises OSError if that is not possible."""
        make_private_folder(self._path.parent)
        puzzles = [
            {
                "puzzle": one.puzzle.to_dict(),
                "step": one.step,
                "due": None if one.due is None else one.due.isoformat(),
            }
            for one in self._kept.values()
        ]
        text = json.dumps({"version": VERSION, "puzzles": puzzles}, indent=1)
        with written_beside(self._path, PRIVATE) as path:
            path.write_text(f"{text}\n", "utf-8")


def _read(path: Path) -> dict[str, Kept]:
    """The puzzles in the file, by their keys."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{show_text(path)} cannot be read: {show_text(error)}") from None
    try:
        data = json.loads(text)
        version = read_field(data, "version", int)
        if version != VERSION:
            raise InvalidInputError(f"its version is {version}; this program reads {VERSION}")
        kept = [_kept(each) for each in read_list(data, "puzzles", dict)]
        return {one.puzzle.key: one for one in kept}
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(
            f"{show_text(path)} is not a file of puzzles: {show_text(error)}; move it away, and a"
            " new one is begun"
        ) from None


def _kept(data: Any) -> Kept:
    step, due = read_field(data, "step", int), read_optional(data, "due", str)
    if not _NEW <= step <= len(DAYS):
        raise InvalidInputError(f"the step of a puzzle is {step}; it is {_NEW} to {len(DAYS)}")
    puzzle = Puzzle.from_dict(read_field(data, "puzzle", dict))
    return Kept(puzzle, step, None if due is None else datetime.date.fromisoformat(due))
