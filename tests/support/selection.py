"""Tests that README's command leaves to `.ci/run`, and tests that need libraries of their own."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

import pytest


def quick(n: int, values: Iterable[object]) -> list[object]:
    """Arguments for `parametrize`: the first n as they are, the others marked as slow."""
    every = list(values)
    return every[:n] + [pytest.param(value, marks=pytest.mark.slow) for value in every[n:]]


def slow_with(*libraries: str) -> list[pytest.MarkDecorator]:
    """The marks of tests that need libraries which the extra `[test]` does not install."""
    absent = [library for library in libraries if find_spec(library) is None]
    reason = f"could not import {', '.join(absent)}: install the group all-tests of pyproject.toml"
    return [pytest.mark.slow, pytest.mark.skipif(bool(absent), reason=reason)]
