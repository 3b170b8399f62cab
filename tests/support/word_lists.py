"""Word lists in files, and a process that has loaded none."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest

from letter_tycoon_solver.lexicon import lexicon


def write_list(folder: Path, content: str | bytes, name: str = "words.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process forget its lexicons."""
    monkeypatch.setattr(lexicon, "_alive", weakref.WeakValueDictionary())
