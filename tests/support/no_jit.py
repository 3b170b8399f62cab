"""A constant that is true if kernels run as plain Python."""

from __future__ import annotations

import os
from typing import Final

NO_JIT: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
