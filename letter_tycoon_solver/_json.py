"""Checked reading of plain JSON data; each class has its own `to_dict`."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeVar

from .errors import InvalidInputError, a_or_an, show

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

MAX_BITS: Final = 256
"""The longest whole number allowed; Python cannot even print one of some thousand digits."""


def is_deeper(data: object, depth: int) -> bool:
    """Return True if more than `depth` objects and lists are nested."""
    level = [data]
    for _ in range(depth + 1):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def check_fields(data: object, known: Collection[str]) -> None:
    """Raise InvalidInputError if the object `data` has a field outside `known`."""
    if isinstance(data, Mapping):
        for name in data:
            if name not in known:
                raise InvalidInputError(f"there is no field {show(name)}; use {show(list(known))}")


def read_field(data: object, name: str, kind: type[T]) -> T:
    """Return `data[name]`, which must be exactly of type `kind`, and at most MAX_BITS long."""
    value = _get(data, name)
    if type(value) is not kind:
        raise InvalidInputError(f"the field {name!r} is {show(value)}; it takes {a_or_an(kind)}")
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise InvalidInputError(
            f"the field {name!r} has more than {MAX_BITS} bits; give a smaller number"
        )
    return value


def read_whole(data: object, name: str) -> int:
    """Return `data[name]`, a whole number from 0."""
    value = read_field(data, name, int)
    if value < 0:
        raise InvalidInputError(f"the field {name!r} is {value}; it takes a whole number from 0")
    return value


def read_optional(data: object, name: str, kind: type[T]) -> T | None:
    """Return `data[name]`, a required field that is None or exactly of type `kind`."""
    return None if _get(data, name) is None else read_field(data, name, kind)


def _get(data: object, name: str) -> object:
    if not isinstance(data, Mapping):
        raise InvalidInputError(f"{show(data)} is not an object; give one with the field {name!r}")
    if name not in data:
        raise InvalidInputError(f"the field {name!r} is missing; the fields are {show(list(data))}")
    return data[name]


def read_list(data: object, name: str, kind: type[T]) -> list[T]:
    """Return `data[name]`, a list whose items are all exactly of type `kind`."""
    values = read_field(data, name, list)
    for value in values:
        if type(value) is not kind:
            raise InvalidInputError(
                f"the field {name!r} holds {show(value)}; it takes a list of {kind.__name__}"
            )
    return values


def read_enum(data: object, name: str, kind: type[E]) -> E:
    """Return `data[name]` as a member of the enum `kind`, by its value."""
    value = read_field(data, name, str)
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(str(member.value) for member in kind)
        raise InvalidInputError(
            f"the field {name!r} is {show(value)}; choose one of {allowed}"
        ) from None
