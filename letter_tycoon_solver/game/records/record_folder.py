"""A folder of records, one a game, each named after the moment the game was begun.

FOLDER/2026-11-21-221005.jsonl
FOLDER/2026-11-21-221005_2.jsonl  another of the same second
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .record_file import RecordError
from .recorded import Recorded

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
