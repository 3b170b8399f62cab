"""A copy of the package with an extra small kernel, `probe`, which calls one of another module.

The copy can be edited, and the probe compiles in a second.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "letter_tycoon_solver"
PROBE = """
from .bits import entry
from .score import is_easier


@entry
def probe(from_hand, other):
    return is_easier(from_hand, other)
"""
ASK = """
from letter_tycoon_solver._aot.entry import Library
print(bool(Library().entry("probe.probe", 0, 0)(1, 2)))
"""
ASK_OTHERWISE = ASK.replace("0, 0", "True, 0").replace("1, 2", "True, 2")
"""The same kernel for other types."""
EDITED = "score.py"
RIGHT, WRONG = "return fewer > 0", "return fewer < 0"
"""A line of `is_easier`, and a replacement that changes the answer of the probe."""

COMPILES = "Compiling the search"
MAX_SECONDS = 240
"""The longest time for a program that takes five seconds on an idle machine."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The output of a process."""

    out: str
    err: str

    @property
    def compiled(self) -> bool:
        return COMPILES in self.err


@dataclass(frozen=True, slots=True)
class ProbePackage:
    """A copy of the package in a folder, and the cache folder that its processes use."""

    folder: Path
    cache: Path

    @classmethod
    def copied(cls, folder: Path, cache: Path) -> ProbePackage:
        """Copy the tested package."""
        spec = find_spec(PACKAGE)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        ignored = shutil.ignore_patterns("wordlists")
        shutil.copytree(spec.submodule_search_locations[0], folder / PACKAGE, ignore=ignored)
        copy = cls(folder, cache)
        copy.kernels.joinpath("probe.py").write_text(PROBE)
        return copy

    @property
    def kernels(self) -> Path:
        return self.folder / PACKAGE / "_kernels"

    @property
    def aot(self) -> Path:
        return self.folder / PACKAGE / "_aot"

    @property
    def kept(self) -> list[Path]:
        """Return the files of compiled kernels."""
        return sorted(self.cache.rglob("*.code"))

    def edit(self) -> None:
        """Change the answer of the probe."""
        path = self.kernels / EDITED
        source = path.read_text()
        assert source.count(RIGHT) == 1
        path.write_text(source.replace(RIGHT, WRONG))

    def run(
        self,
        code: str = ASK,
        prefix: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> Outcome:
        """Run a program with the copy, in a folder."""
        done = self.start(code, prefix, variables, folder)
        try:
            out, err = done.communicate(timeout=MAX_SECONDS)
        except subprocess.TimeoutExpired:
            done.kill()
            done.communicate()
            raise
        assert done.returncode == 0, err
        return Outcome(out.strip(), err)

    def start(
        self,
        code: str = ASK,
        prefix: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*prefix, sys.executable, "-P", "-c", code],
            env={
                **environment(self.cache),
                "PYTHONPATH": str(self.folder),
                **(variables or {}),
            },
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def environment(cache: Path) -> dict[str, str]:
    """Return the variables of a process that has this cache folder."""
    variables = {**os.environ, "LETTER_TYCOON_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0"}
    variables.pop("NUMBA_CACHE_DIR", None)
    return variables
