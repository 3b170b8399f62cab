"""Which tests README's command runs; others need time, machine code or libraries of their own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., None])


def quick(n: int, values: Iterable[object]) -> list[object]:
    """Arguments for `parametrize`: the first n as they are, the others marked as slow."""
    every = list(values)
    return every[:n] + [pytest.param(value, marks=pytest.mark.slow) for value in every[n:]]


def quick_one_in(n: int, values: Iterable[object]) -> list[object]:
    """The same, where every n-th is quick."""
    return [
        pytest.param(value, marks=pytest.mark.slow if number % n else ())
        for number, value in enumerate(values)
    ]


def quick_pairs(many: Sequence[object], few: Sequence[object]) -> list[object]:
    """All pairs, for two arguments; quick are as many as there are values of the first."""
    return [
        pytest.param(one, other, marks=pytest.mark.slow if (at - beside) % len(few) else ())
        for at, one in enumerate(many)
        for beside, other in enumerate(few)
    ]


def needing(*libraries: str) -> Callable[[_Test], _Test]:
    """Give one test the marks of `slow_with`."""

    def marked(test: _Test) -> _Test:
        for mark in slow_with(*libraries):
            test = mark(test)
        return test

    return marked


@dataclass(frozen=True)
class Later:
    """A library that is imported when a test uses it."""

    name: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # Pytest looks for its marks.
            raise AttributeError(name)
        return getattr(import_module(self.name), name)


def slow_with(*libraries: str) -> list[pytest.MarkDecorator]:
    """The marks of tests that need libraries which the extra `[test]` does not install."""
    absent = [library for library in libraries if find_spec(library) is None]
    reason = f"could not import {', '.join(absent)}: install the group all-tests of pyproject.toml"
    return [pytest.mark.slow, pytest.mark.skipif(bool(absent), reason=reason)]


PARQUET: Final = pytest.param(".parquet", marks=slow_with("pyarrow"))
"""The format of tables that needs a library."""


NO_JIT: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
"""Kernels run as plain Python."""
