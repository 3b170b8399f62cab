"""The messages for people who wait: the logger "letter_tycoon_solver"."""

from __future__ import annotations

import functools
import logging
import sys
from typing import Final

NAME: Final = "letter_tycoon_solver"


@functools.cache
def say_once(text: str) -> None:
    """Log a sentence once in a process, but not in a worker, because its parent has logged it.

    The level is a warning, so that people who have not set up logging see it too.
    """
    if not is_worker():
        logging.getLogger(NAME).warning(text)


def is_worker() -> bool:
    """Return True if another Python process started this one to share its work."""
    # An import here would cost more than most searches; every worker has imported the module.
    parent_process = getattr(sys.modules.get("multiprocessing.process"), "parent_process", None)
    return parent_process is not None and parent_process() is not None


def frames_in_package() -> int:
    """Return how many frames up the caller of the package is: the stack level of a warning."""
    frame, n = sys._getframe(1), 1
    while frame.f_back is not None and _is_of_package(frame.f_globals.get("__name__")):
        frame, n = frame.f_back, n + 1
    return n


def _is_of_package(module: object) -> bool:
    return isinstance(module, str) and f"{module}.".startswith(f"{__package__}.")
