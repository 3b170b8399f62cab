"""A column of text for the kernels. Nothing here needs Numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class TextCells(NamedTuple):
    """The cells of a column of text.

    data      uint8: the UTF-8 of all cells, one after the other
    offsets   int64 [n + 1]: where each cell begins, and the last ends
    """

    data: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
