"""Call everything public, found automatically, with junk.

A door is a function, a constructor, a method or a property that a user can reach from the exported
names. Its arguments come from three sources: correct values, real values of the wrong kind, and
junk. Only a LetterTycoonError may come out, or an error that Python documents for item access.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import itertools
import math
import random
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from letter_tycoon_solver.errors import LetterTycoonError

PACKAGE = "letter_tycoon_solver"
ROOMS = (PACKAGE, *(f"{PACKAGE}.{room}" for room in ("batch", "game", "advisor")))
SPECIAL = ("__getitem__", "__contains__", "__eq__", "__len__", "__iter__", "__repr__", "__str__")
MOST_SAID = 1_000
"""The most characters of a message, whatever was given."""
DOCUMENTED = {"__getitem__": (IndexError, KeyError, TypeError)}
"""The errors that Python documents for these methods."""


# Doors -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """A public function, method or property that can be called.

    owner        the class of a method or property, which needs an instance; else None
    parameters   without the instance
    """

    name: str
    function: Callable[..., object]
    owner: type | None
    parameters: tuple[str, ...]

    @property
    def allowed(self) -> tuple[type[Exception], ...]:
        return (LetterTycoonError, Hostile, *DOCUMENTED.get(self.name.split(".")[-1], ()))


def doors() -> list[Door]:
    """Return every door once, in a fixed order."""
    found: dict[str, Door] = {}
    for room in ROOMS:
        module = importlib.import_module(room)
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) and not issubclass(thing, enum.Enum):
                for door in _doors_of_class(thing):
                    found.setdefault(door.name, door)
            elif inspect.isfunction(thing):
                found.setdefault(name, Door(name, thing, None, _parameters(thing)))
    return list(found.values())


def _doors_of_class(cls: type) -> Iterator[Door]:
    if getattr(cls, "_is_protocol", False):
        return
    # Users do not construct errors.
    if not issubclass(cls, BaseException):
        yield Door(cls.__name__, cls, None, _parameters(cls))
    for name in dir(cls):
        if name.startswith("_") and name not in SPECIAL:
            continue
        member = inspect.getattr_static(cls, name)
        label = f"{cls.__name__}.{name}"
        if isinstance(member, property):
            assert member.fget is not None
            yield Door(label, member.fget, cls, ())
        elif isinstance(member, classmethod | staticmethod):
            bound = getattr(cls, name)
            yield Door(label, bound, None, _parameters(bound))
        elif inspect.isfunction(member) and PACKAGE in member.__code__.co_filename:
            yield Door(label, member, cls, _parameters(member)[1:])


def _parameters(function: Callable[..., object]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


# Junk --------------------------------------------------------------------------------------------


class Hostile(Exception):  # noqa: N818 - the caller's own, which may pass through
    """Raised by objects whose creator made them so."""


def _raise(*_: object) -> Any:
    raise Hostile


class HostileEq:
    __eq__ = _raise
    __hash__ = object.__hash__


class HostileSequence(list[object]):
    __len__ = _raise
    __iter__ = _raise
    __getitem__ = _raise


class HostileContainer:
    __contains__ = _raise


class HostileNumber:
    __index__ = _raise
    __float__ = _raise


class Text(str):
    """A string of a class of its own."""


def _nested(depth: int) -> list[object]:
    nested: list[object] = []
    for _ in range(depth):
        nested = [nested]
    return nested


def _itself() -> list[object]:
    itself: list[object] = []
    itself.append(itself)
    return itself


def junk() -> list[object]:
    """Return values that few functions take; none of them takes for ever."""
    numbers = [
        True, False, 0, 1, -1, 2, 7, 2**63, -(2**63), 10**30, -(10**30), 10**5000, 0.5, -0.0, 1e300,
        math.nan, math.inf, -math.inf, 1j, Decimal("0.1"), Decimal("NaN"), Fraction(1, 3),
        np.int64(3), np.uint8(255), np.float64("nan"), np.bool_(True),
    ]  # fmt: skip
    texts = [
        "", " ", "x", "CAT", "cat", "-", ".", "?", "/", "&", "K", "BJKQ", "h", "hhh", "v", "é", "ß",
        "\u017f", "\u212a", "\ud800", "\0", "\n", "\uff11", "\U0001d538", "\u0130",
        "A" * 10_000, "a" * 10_000, "CAT " * 5_000, "a, " * 5_000, "é" * 10_000, "1" * 5_000,
        "margin", "equity", "best", "none", "CAT DOG - . 9",
        Text("CAT"), b"", b"CAT", bytearray(b"x"), memoryview(b"CAT"),
    ]  # fmt: skip
    collections: list[object] = [
        [], [1], [None], ["CAT"], ["CAT", ""], ["é"], [b"CAT"], [[]], [["CAT"]], (), ("x",), (1, 2),
        ("-", "margin"), ("margin", "margin"), {}, {"a": 1}, {"A": 1}, {1: 2}, {"": ""},
        {"hand": ["CAT"]}, {"kind": "play"}, {"kind": []}, {2: 10**5000}, set(), {"CAT"},
        frozenset({"CAT"}), range(3), slice(0, 1), slice("a", None), [[], [[]]], [{}], [math.nan],
        [[0.0, "x"]], [10**5000], ["CAT" * 3_000], ["CAT"] * 5_000, {"a" * 10_000: 1},
        {f"{number}": 1 for number in range(5_000)}, iter(["CAT"]), _nested(3_000), _itself(),
        np.zeros(3), np.zeros((2, 7), np.uint8), np.array(5), np.array(["CAT"]), np.zeros((0, 0)),
        np.array([], np.int64),
    ]  # fmt: skip
    others = [
        None, object(), ..., NotImplemented, int, len, HostileEq(), HostileSequence(),
        HostileContainer(), HostileNumber(), ValueError("x"),
    ]  # fmt: skip
    return [*numbers, *texts, *collections, *others]


# Calls -------------------------------------------------------------------------------------------


@dataclass
class Fuzzer:
    """Call doors at random, repeatable by seed; `failures` lists those with a wrong error.

    valid       by parameter, or by "door.parameter", correct values
    instances   by class, a function that makes an instance; a method gets a new one each time
    slow        doors that are called less often
    too_long    True for a value of a parameter that is correct but takes too long
    """

    valid: Mapping[str, Sequence[object]]
    instances: Mapping[type, Callable[[], object]]
    slow: frozenset[str]
    too_long: Callable[[str, object], bool]
    failures: dict[str, str] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)

    def values_of(self, door: Door, parameter: str) -> Sequence[object]:
        """Return correct values of the parameter; KeyError if none are listed."""
        own = self.valid.get(f"{door.name}.{parameter}")
        return self.valid[parameter] if own is None else own

    def instance_of(self, owner: type) -> object:
        """Return a new instance; KeyError if no function for it is listed."""
        return next(make for cls, make in self.instances.items() if issubclass(cls, owner))()

    def run(self, seed: int, n: int) -> None:
        """Call every door, and then some at random, n times in all."""
        rng = random.Random(seed)
        every = doors()
        weights = [0.02 if door.name in self.slow else 1.0 for door in every]
        more = rng.choices(every, weights, k=max(0, n - len(every)))
        wrong = [*junk(), *itertools.chain.from_iterable(self.valid.values())]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for door in [*every, *more]:
                self._call(door, self._arguments(door, wrong, rng))

    def _arguments(
        self, door: Door, wrong: Sequence[object], rng: random.Random
    ) -> dict[str, object]:
        """Choose arguments: mostly all correct but one, otherwise any of them wrong."""
        share = rng.choice((0.0, 0.0, 0.0, 0.5))
        only = rng.choice(door.parameters) if door.parameters else None
        arguments = {}
        for name in door.parameters:
            is_wrong = name == only or rng.random() < share
            value = rng.choice(wrong if is_wrong else self.values_of(door, name))
            if is_wrong and (self.too_long(name, value) or _fails_by_itself(name, value)):
                value = None
            arguments[name] = value
        return arguments

    def _call(self, door: Door, arguments: dict[str, object]) -> None:
        self.called[door.name] = self.called.get(door.name, 0) + 1
        owner = None if door.owner is None else self.instance_of(door.owner)
        result: object = None
        try:
            if door.owner is None:
                result = door.function(**arguments)
            else:
                result = door.function(owner, **arguments)
            if isinstance(result, Iterator):
                list(itertools.islice(result, 3))
        except door.allowed as error:
            if isinstance(error, LetterTycoonError) and len(str(error)) > MOST_SAID:
                key = f"{door.name}: {type(error).__name__} of {len(str(error)):,} characters"
                self.failures.setdefault(key, f"{_shown(error)} of {_shown(arguments)}")
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{door.name}: {type(error).__name__} at {where.filename}:{where.lineno}"
            self.failures.setdefault(key, f"{_shown(error)} of {_shown(arguments)}")
        finally:
            for value in (result, owner):
                tidy(value)


def _fails_by_itself(name: str, value: object) -> bool:
    """Return True for a caller's own function with other arguments: its error is the caller's."""
    return name == "progress" and callable(value)


def tidy(value: object) -> None:
    """Close the value if it is open."""
    for name in ("finish", "close"):
        close = getattr(value, name, None)
        if callable(close) and type(value).__module__ != "numpy":
            close()


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={_shown(one)}" for name, one in value.items())
    try:
        return repr(value)[:150]
    except Exception:
        return f"(a {type(value).__name__})"
