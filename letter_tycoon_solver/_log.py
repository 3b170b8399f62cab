"""What the library says to those who wait or wonder: the logger "letter_tycoon_solver"."""

from __future__ import annotations

import functools
import logging
import sys
from typing import Final

NAME: Final = "letter_tycoon_solver"


@functools.cache
def say_once(text: str) -> None:
    """Logs a sentence, once in a process; not in a worker, whose parent has said it.

    At the level of a warning: it is for people, and those who have set up no logging see it.
    """
    if not is_worker():
        logging.getLogger(NAME).warning(text)


def is_worker() -> bool:
    """Whether another Python process has started this one to share its work."""
    # Imported in every worker. To import it here would cost more than most searches.
    parent_process = getattr(sys.modules.get("multiprocessing.process"), "parent_process", None)
    return parent_process is not None and parent_process() is not None


def frames_in_package() -> int:
    """How many frames up the code is that has called the package: the level of a warning."""
    frame, n = sys._getframe(1), 1
    while frame.f_back is not None and _is_of_package(frame.f_globals.get("__name__")):
        frame, n = frame.f_back, n + 1
    return n


def _is_of_package(module: object) -> bool:
    return isinstance(module, str) and f"{module}.".startswith(f"{__package__}.")
