"""Kernels as WebAssembly: built twice alike, those of the package only for their own sources."""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from letter_tycoon_solver import InvalidInputError
from letter_tycoon_solver._aot import compiler_process, kept
from letter_tycoon_solver._aot.entry import Library
from letter_tycoon_solver._kernels import entries

NAME = "a.kernel"
SMALL = Library(NAME, [entries.deal_cards])
OTHER = Library(NAME, [entries.draw_samples])


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "OBJECTS", tmp_path / "objects")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))


def test_a_module_is_that_of_the_package_if_it_is_of_these_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiler_process, "compiled", lambda *_: b"compiled")
    file = SMALL.file(kept.BROWSER)
    with monkeypatch.context() as patch:
        patch.setattr(kept, "digest", lambda: b"of other sources")
        stale = SMALL.file(kept.BROWSER).put(b"stale", kept.OBJECTS)
    assert file.load() is None
    stale.rename(file.path(kept.OBJECTS))
    assert file.load() is None
    file.put(b"of the package", kept.OBJECTS)
    assert SMALL.made(kept.BROWSER) == b"of the package"
    assert OTHER.made(kept.BROWSER) == b"compiled"


def test_without_a_linker_it_is_said_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler_process, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(InvalidInputError, match=r'pip install "letter-tycoon-solver\[site\]"'):
        SMALL.made(kept.BROWSER)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_of_two_that_need_a_module_one_compiles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[None] = []

    def slowly(*_: object) -> bytes:
        compiled.append(None)
        time.sleep(0.3)
        return b"a module"

    monkeypatch.setattr(compiler_process, "compiled", slowly)
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(lambda _: SMALL.made(kept.BROWSER), range(2)))
    assert made == [b"a module"] * 2
    assert len(compiled) == 1


@pytest.mark.slow
def test_two_builds_are_equal() -> None:
    asked = [entries.deal_cards.asked, entries.draw_samples.asked]
    builds = [compiler_process.compiled(asked, kept.BROWSER) for _ in range(2)]
    assert builds[0] == builds[1]
    assert builds[0].startswith(b"\0asm")
