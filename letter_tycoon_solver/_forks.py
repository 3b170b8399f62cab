"""The lock that a fork waits for while another thread imports a module late, or compiles.

A forked process has a copy of what other threads were in the middle of, and nobody there to end it:
a module that one of them was importing could never be imported.
"""

from __future__ import annotations

import logging  # noqa: F401 (first, see below)
import os
import threading
from typing import Final

IMPORTING: Final = threading.RLock()
"""Held by whoever imports late what a search needs."""

if hasattr(os, "register_at_fork"):
    # The newest hooks run first. So whoever forks takes this lock and then those of `logging`, as a
    # thread does that compiles and says so.
    os.register_at_fork(
        before=IMPORTING.acquire,
        after_in_parent=IMPORTING.release,
        after_in_child=IMPORTING.release,
    )
