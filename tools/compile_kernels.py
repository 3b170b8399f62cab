"""Machine code of the search, made when the package is installed; else the first call makes it.

An editable installation keeps it in the user's cache. A wheel brings it along: for this processor,
or, where the wheel may travel, for nearly every processor of its kind. That is so for a release
(LETTER_TYCOON_RELEASE=1) and for a wheel that is built from an sdist, as pip keeps these.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PROGRAM: Final = """
import sys
from pathlib import Path
_, root, objects, is_release = sys.argv
sys.path.insert(0, root)
from letter_tycoon_solver._aot import kept
from letter_tycoon_solver._kernels.entries import LIBRARY
if objects:
    LIBRARY.put(Path(objects), kept.baseline() if is_release else kept.processor())
elif not LIBRARY.make():
    sys.exit("it could not be kept")
"""
_LONGEST: Final = 600
"""Seconds."""
_RELEASE: Final = "LETTER_TYCOON_RELEASE"
_OF_SDIST: Final = "PKG-INFO"
_OBJECTS: Final = "letter_tycoon_solver/_aot/objects"


class CompileKernels(BuildHookInterface):  # type: ignore[type-arg]
    """Makes a module of all entries, for the user's cache or for the wheel."""

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Return what the search needs, as the package does."""
        return list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; an installation does not fail where that does."""
        travels = os.environ.get(_RELEASE) == "1" or (Path(self.root) / _OF_SDIST).exists()
        self.app.display_info(
            f"Compiling the search for {'processors of this kind' if travels else 'this processor'}"
        )
        objects = ""
        if version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            objects = self._folder.name
        if told := self._compile(objects, "1" if travels else ""):
            self._remove()
            self.app.display_warning(f"The first call compiles the search: {told}")
        elif objects:
            for file in Path(objects).iterdir():
                build_data.setdefault("force_include", {})[str(file)] = f"{_OBJECTS}/{file.name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{_platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what is in the wheel now."""
        self._remove()

    def _remove(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _compile(self, *asked: str) -> str:
        """Run the compiler; return what has failed, or nothing."""
        try:
            done = subprocess.run(
                [sys.executable, "-c", _PROGRAM, self.root, *asked],
                # Code with bounds checks is for a process that asks for it: no other would find it.
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_BOUNDSCHECK": "0"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                timeout=_LONGEST,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return str(error)
        return done.stderr.strip() or "it has ended" if done.returncode else ""


def _platform() -> str:
    """The platform in the name of a wheel; the code calls nothing of Linux but old parts of C."""
    name = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"many{name[:5]}_2_17{name[5:]}" if name.startswith("linux_") else name
