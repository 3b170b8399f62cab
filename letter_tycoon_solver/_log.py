"""What the library says to those who wait or wonder: the logger "letter_tycoon_solver"."""

from __future__ import annotations

import functools
from typing import Final

NAME: Final = "letter_tycoon_solver"


@functools.cache
def say_once(text: str) -> None:
    """Logs a sentence, once in a process; not in a worker, whose parent has said it.

    At the level of a warning: it is for people, and those who have set up no logging see it.
    """
    if not is_worker():
        # Here and below: imported when it is needed, which is rarely.
        import logging

        logging.getLogger(NAME).warning(text)


def is_worker() -> bool:
    """Whether another Python process has started this one to share its work."""
    from multiprocessing import parent_process

    return parent_process() is not None
