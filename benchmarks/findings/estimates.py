"""Means with the halves of their 95 % intervals, as data and as text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from letter_tycoon_solver.advisor.simulation import mean_and_error

Floats = npt.NDArray[np.float64]
Data = dict[str, Any]
Estimate = dict[str, float]
"""mean, error (half of the 95 % interval) and n."""

Z: Final = 1.959964
"""Standard errors in half of a 95 % interval."""
N_GROUPS: Final = 20
T: Final = 2.093
"""The same where the error is estimated from so many groups (Student's distribution)."""
_DIGITS: Final = 5
UNKNOWN: Final = "?"


def estimate(values: Any) -> Estimate:
    """The mean of independent values; its error is 0 for less than two."""
    values = np.asarray(values, np.float64)
    mean, error = mean_and_error(values)
    if math.isnan(error):
        mean, error = (float(values[0]) if len(values) else 0.0), 0.0
    return as_estimate(mean, error, len(values))


def as_estimate(mean: float, standard_error: float, n: int) -> Estimate:
    """An estimate of what is known by its standard error."""
    return {"mean": round(mean, _DIGITS), "error": round(Z * standard_error, _DIGITS), "n": n}


def of_groups(groups: Any) -> Estimate:
    """The mean of what N_GROUPS independent groups of games say, each of as many games."""
    mean, error = mean_and_error(np.asarray(groups, np.float64))
    return as_estimate(mean, error * T / Z, len(groups))


def jackknifed(without: Any, whole: float) -> Estimate:
    """An estimate from all games, whose error comes from leaving out one of N_GROUPS at a time."""
    without = np.asarray(without, np.float64)
    n = len(without)
    error = math.sqrt((n - 1) / n * float(((without - without.mean()) ** 2).sum()))
    return as_estimate(whole, error * T / Z, n)


def dollars(of: Mapping[str, float]) -> str:
    """Dollars in words, such as "+12.3 ± 0.9"."""
    return _signed(of["mean"], of["error"], 1)


def cents(of: Mapping[str, float]) -> str:
    """Dollars and cents in words, such as "+0.43 ± 0.05"."""
    return _signed(of["mean"], of["error"], 2)


def points(of: Mapping[str, float]) -> str:
    """A difference of shares in points of a percent, as in "+8.1 ± 0.7"."""
    return _signed(100 * of["mean"], 100 * of["error"], 1)


def percent(of: Mapping[str, float], digits: int = 1) -> str:
    """A share, as in "58.1 ± 0.7 %"."""
    mean, error = (f"{100 * of[name]:.{digits}f}" for name in ("mean", "error"))
    return _in_one_line(f"{mean} ± {error} %")


def _signed(mean: float, error: float, digits: int) -> str:
    shown = f"{mean:+.{digits}f}"
    return _in_one_line(f"{shown if float(shown) else shown[1:]} ± {error:.{digits}f}")


def _in_one_line(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def whole(of: Mapping[str, float] | None, scale: float = 1) -> str:
    """A mean without its error, as in "59"; a sign for what a short run has not met."""
    return f"{scale * of['mean']:.0f}" if of else UNKNOWN


def tiers(of: Mapping[str, Estimate]) -> str:
    """Letters by their means, as in "J > B > X > E Z": equal where errors do not tell them apart.

    A tier begins with its best letter, and has all that follow up to the first that is clearly
    worse than that one.
    """
    found: list[list[str]] = []
    best: Estimate = {}
    for letter in sorted(of, key=lambda letter: -of[letter]["mean"]):
        one = of[letter]
        if not found or best["mean"] - one["mean"] > math.hypot(best["error"], one["error"]):
            found.append([])
            best = one
        found[-1].append(letter)
    return " > ".join(map(" ".join, found))


def table(head: list[str], rows: list[list[str]], left: int = 1) -> str:
    """A table of Markdown; the first columns are aligned to the left, the others to the right."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])
