"""advisor/simulation.py: means and standard errors."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.advisor.simulation import mean_and_error, mean_and_error_with_outlier

VALUES = st.floats(-1000, 1000)


@given(st.lists(VALUES, min_size=2, max_size=20))
def test_mean_and_error(values: list[float]) -> None:
    mean, error = mean_and_error(np.array(values))
    assert mean == pytest.approx(statistics.fmean(values), abs=1e-9)
    expected = statistics.stdev(values) / math.sqrt(len(values))
    assert error == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_too_few_values_have_no_error(values: list[float]) -> None:
    assert all(map(math.isnan, mean_and_error(np.array(values))))


@given(VALUES, st.integers(1, 20), st.floats(0.1, 100))
def test_values_that_are_alike_have_the_error_of_an_outlier(
    value: float, n: int, outlier: float
) -> None:
    mean, error = mean_and_error_with_outlier(np.full(n, value), outlier)
    assert mean == pytest.approx(value)
    assert error == pytest.approx(outlier / n)


def test_no_values_have_no_mean() -> None:
    assert all(map(math.isnan, mean_and_error_with_outlier(np.empty(0), 1.0)))
