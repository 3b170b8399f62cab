"""Machine code of the search, made when the package is installed; else the first call makes it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PROGRAM: Final = """
import sys
sys.path.insert(0, sys.argv[1])
from letter_tycoon_solver._kernels.entries import LIBRARY
sys.exit(None if LIBRARY.make() else "it could not be kept")
"""
_LONGEST: Final = 600
"""Seconds."""


class CompileKernels(BuildHookInterface):  # type: ignore[type-arg]
    """Puts a module of all entries into the user's cache, where every installation looks."""

    def dependencies(self) -> list[str]:
        """Return what the search needs, as the package does."""
        return list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile; an installation does not fail where that does."""
        self.app.display_info("Compiling the search for this processor")
        try:
            done = subprocess.run(
                [sys.executable, "-c", _PROGRAM, self.root],
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                timeout=_LONGEST,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            told = str(error)
        else:
            told = done.stderr.strip() if done.returncode else ""
        if told:
            self.app.display_warning(f"The first call compiles the search: {told}")
