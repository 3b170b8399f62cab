"""Records of either kind of game, told apart by their headers."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from ..records.record_file import MAX_LINE
from .tracked_record import TRACKED


def is_tracked(path: Path) -> bool:
    """Is it the record of a tracked game? What is no record is of none."""
    return _header_of(path).get("format") == TRACKED.name


def digest_of_words(path: Path) -> str:
    """The hash of the words that the header of a record names, "" if it names none."""
    lexicon = _header_of(path).get("lexicon")
    found = lexicon.get("sha256") if isinstance(lexicon, dict) else None
    return found if isinstance(found, str) else ""


def _header_of(path: Path) -> dict[str, object]:
    """The header, not checked in any way; empty if there is none."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        with path.open("rb") as file:
            header = json.loads(file.readline(MAX_LINE))
        return header if isinstance(header, dict) else {}
    return {}
