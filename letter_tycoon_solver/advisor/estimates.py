"""Estimates from games, of a plan or a player: means and their standard errors."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def mean_and_error(values: Floats) -> tuple[float, float]:
    """The mean of independent values and its standard error; of fewer than two, NaN for both."""
    n = len(values)
    if n < 2:
        return math.nan, math.nan
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)


def mean_and_error_with_outlier(values: Floats, outlier: float) -> tuple[float, float]:
    """The mean and its standard error, as if one more value were off by `outlier`.

    So values that are all alike have an error, too. Of no values, NaN for both.
    """
    n = len(values)
    if not n:
        return math.nan, math.nan
    mean = float(values.mean())
    squares = float(((values - mean) ** 2).sum())
    return mean, math.sqrt(squares + outlier**2) / n
