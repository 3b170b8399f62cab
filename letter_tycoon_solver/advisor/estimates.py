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
    mean, error = rows_mean_and_error(values[np.newaxis], outlier)
    return float(mean[0]), float(error[0])


def rows_mean_and_error(values: Floats, outlier: float) -> tuple[Floats, Floats]:
    """The same by row, of [n_rows, n] values; n is not 0."""
    mean = values.mean(axis=1)
    squares = ((values - mean[:, np.newaxis]) ** 2).sum(axis=1)
    return mean, np.sqrt(squares + outlier**2) / values.shape[1]
