"""Kernels as WebAssembly: built twice alike, and those of a release only for their own sources."""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from letter_tycoon_solver import InvalidInputError
from letter_tycoon_solver._aot import compiler_process, object_cache, shipped, wasm
from letter_tycoon_solver._aot.machine_code import outline

NAME = "a.kernel"
SMALL = "deal.deal_cards"
OTHER = "expect.draw_samples"


def test_a_module_is_that_of_the_release_if_it_is_of_these_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(object_cache, "kept", lambda _: b"wfrom the cache")
    path = wasm.shipped_path(NAME, {})
    assert path is not None
    assert path.parent == tmp_path
    stale = path.with_name(f"{NAME}-{'0' * 32}.wasm")
    stale.write_bytes(b"of other sources")
    assert wasm.module(NAME, {}) == b"from the cache"
    path.write_bytes(b"of the release")
    assert wasm.module(NAME, {}) == b"of the release"
    assert wasm.module(NAME, {OTHER: (0,)}) == b"from the cache"


def test_without_a_linker_it_is_said_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(object_cache, "kept", lambda _: None)
    monkeypatch.setattr(wasm, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(InvalidInputError, match=r'pip install "letter-tycoon-solver\[site\]"'):
        wasm.module(NAME, {})


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_of_two_that_need_a_module_one_compiles_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(wasm, "linker", list)
    compiled: list[str] = []

    def slowly(name: str, *_: object) -> tuple[bytes, bytes]:
        compiled.append(name)
        time.sleep(0.3)
        return b"w", b"a module"

    monkeypatch.setattr(compiler_process, "compiled_elsewhere", slowly)
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(lambda _: wasm.module(NAME, {}), range(2)))
    assert made == [b"a module"] * 2
    assert compiled == [NAME]


@pytest.mark.slow
def test_two_builds_are_equal() -> None:
    cards = np.zeros((2, 7), np.uint8)
    args = (
        np.uint64(1),
        0,
        np.zeros(102, np.uint8),
        cards,
        cards[:, :3].copy(),
        cards[:, 0].copy(),
    )
    others = (cards[0], cards[1], 0, np.uint64(1), cards)
    calls = (SMALL, tuple(map(outline, args))), (OTHER, tuple(map(outline, others)))
    builds = [
        compiler_process.compiled_elsewhere("small", calls, wasm.compiled_here) for _ in range(2)
    ]
    assert builds[0] == builds[1]
    assert builds[0][1].startswith(b"\0asm")
