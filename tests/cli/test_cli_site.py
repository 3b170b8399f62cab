"""`letter-tycoon site`: what it says of a folder that it cannot write."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import assert_bad_input, runner

from letter_tycoon_solver import Lexicon

pytest.importorskip("starlette")
pytest.importorskip("msgspec")

from letter_tycoon_solver.web import static_site


def test_a_folder_that_cannot_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_site, "_files", lambda *_: {"index.html": b""})
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "site"
    Lexicon.load("common")  # Or it would say that it compiles the list.
    result = runner(capsys)("site", str(folder), "--lexicon", "common")
    *steps, error = result.err.splitlines(keepends=True)
    assert [step[:6] for step in steps] == ["4 of 4"]
    assert_bad_input(result._replace(err=error), f"{folder} cannot be written", "another folder")
