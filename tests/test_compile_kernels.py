"""The search is compiled when the package is installed, and no installation fails of that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.compile_kernels import CompileKernels

ROOT = Path(__file__).parents[1]


class App:
    """Keeps what the hook says."""

    def __init__(self) -> None:
        self.infos: list[str] = []
        self.warnings: list[str] = []

    def display_info(self, text: str) -> None:
        self.infos.append(text)

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


def run_hook(root: Path) -> App:
    app: Any = App()
    nothing: Any = None
    hook = CompileKernels(str(root), {}, nothing, nothing, "", "wheel", app)
    hook.initialize("standard", {})
    kept: App = app
    return kept


def test_what_cannot_be_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("letter_tycoon_solver.py").write_text("raise OSError('no such package')")
    app = run_hook(tmp_path)
    assert len(app.infos) == len(app.warnings) == 1
    assert "The first call compiles the search" in app.warnings[0]
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    assert "No such file" in run_hook(tmp_path).warnings[0]


@pytest.mark.slow
def test_a_module_of_all_entries_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert run_hook(ROOT).warnings == []
    assert len(list(tmp_path.rglob("all-*.code"))) == 1
