"""Kernels that a release has lowered: they are taken for their own sources, and give the same."""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import pytest

from letter_tycoon_solver._aot import compiler_process, compiling, shipped, sources, ways
from letter_tycoon_solver._aot.machine_code import outline, type_name

NAME = "expect.draw_samples"
CARDS = np.zeros((2, 7), np.uint8)
OUTLINES = tuple(map(outline, (CARDS[0], CARDS[1], 0, np.uint64(1), CARDS)))
TYPES = ",".join(map(type_name, OUTLINES))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def lowered() -> tuple[bytes, str]:
    return compiling.lowered(ways.function(NAME, ways.Way.AS_ONE_PIECE), OUTLINES)


@pytest.fixture
def n_lowered(monkeypatch: pytest.MonkeyPatch, lowered: tuple[bytes, str]) -> list[None]:
    """Counts how often the sources were needed."""
    counted: list[None] = []

    def counting(*_: object) -> tuple[bytes, str]:
        counted.append(None)
        return lowered

    monkeypatch.setattr(compiling, "lowered", counting)
    return counted


@pytest.mark.usefixtures("folder")
def test_what_was_shipped_is_compiled_to_the_same_code(
    n_lowered: list[None], lowered: tuple[bytes, str]
) -> None:
    by_sources = compiler_process.compiled_here(NAME, OUTLINES)
    assert len(n_lowered) == 1
    shipped.ship_lowered(NAME, TYPES, *lowered)
    assert compiler_process.compiled_here(NAME, OUTLINES) == by_sources
    assert len(n_lowered) == 1


def test_what_is_damaged_or_for_others_is_not_taken(
    folder: Path,
    n_lowered: list[None],
    lowered: tuple[bytes, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shipped.ship_lowered(NAME, TYPES, *lowered)
    (file,) = folder.iterdir()
    content = file.read_bytes()
    file.write_bytes(content[:-100])
    compiler_process.compiled_here(NAME, OUTLINES)
    shipped.ship_lowered(NAME, TYPES, b"a", "no code of LLVM")
    compiler_process.compiled_here(NAME, OUTLINES)
    file.write_bytes(content)
    with monkeypatch.context() as patch:
        # It may ask for other code, as with tests of all indices.
        patch.setenv("NUMBA_OPT", "2")
        compiler_process.compiled_here(NAME, OUTLINES)
    with monkeypatch.context() as patch:
        patch.setattr(sources, "digest", lambda: b"of other sources")
        compiler_process.compiled_here(NAME, OUTLINES)
    with monkeypatch.context() as patch:
        # Python for macOS calls its platform "universal2" on both kinds of processors.
        patch.setattr(platform, "machine", lambda: "another")
        compiler_process.compiled_here(NAME, OUTLINES)
    assert len(n_lowered) == 5
    compiler_process.compiled_here(NAME, (*OUTLINES[:-1], outline(CARDS[:, ::2])))
    assert len(n_lowered) == 6
    compiler_process.compiled_here(NAME, OUTLINES)
    assert len(n_lowered) == 6


def test_nothing_is_shipped_that_was_made_with_settings_of_numba(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    with pytest.raises(OSError, match="NUMBA_BOUNDSCHECK"):
        shipped.ship_lowered(NAME, TYPES, b"n", "the code")
    with pytest.raises(OSError, match="NUMBA_BOUNDSCHECK"):
        shipped.ship(shipped.path(NAME, ".wasm", TYPES), b"the code")
    assert not list(folder.iterdir())
