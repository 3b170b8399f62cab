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


def new_hook(root: Path, app: Any) -> CompileKernels:
    nothing: Any = None
    return CompileKernels(str(root), {}, nothing, nothing, "", "wheel", app)


@pytest.mark.parametrize("version", ["standard", "editable"])
def test_what_cannot_be_compiled_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    tmp_path.joinpath("letter_tycoon_solver.py").write_text("raise OSError('no such package')")
    app, data = App(), dict[str, Any]()
    new_hook(tmp_path, app).initialize(version, data)
    assert len(app.infos) == len(app.warnings) == 1
    assert "The first call compiles the search" in app.warnings[0]
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    new_hook(tmp_path, app).initialize(version, data)
    assert "No such file" in app.warnings[1]
    assert data == {}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the user, and no variable that changes the build."""
    monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("LETTER_TYCOON_RELEASE", raising=False)
    return tmp_path


@pytest.mark.slow
def test_an_editable_installation_keeps_the_module_of_all_entries(cache: Path) -> None:
    app, data = App(), dict[str, Any]()
    new_hook(ROOT, app).initialize("editable", data)
    assert (app.warnings, data) == ([], {})
    assert len(list(cache.rglob("all-*.code"))) == 1


@pytest.mark.slow
def test_the_wheel_of_a_release_brings_it_for_other_machines(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LETTER_TYCOON_RELEASE", "1")
    app, data = App(), dict[str, Any]()
    hook = new_hook(ROOT, app)
    hook.initialize("standard", data)
    assert app.warnings == []
    ((made, place),) = data["force_include"].items()
    assert place == f"letter_tycoon_solver/_aot/objects/{Path(made).name}"
    assert Path(made).stat().st_size > 100_000
    assert list(cache.rglob("*.code")) == []
    assert not data["pure_python"]
    assert data["tag"].startswith("py3-none-")
    hook.finalize("standard", data, "")
    assert not Path(made).exists()
