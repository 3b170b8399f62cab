"""Docstrings of public things, as tools read them: the sections of Google's style.

They are read by griffe, from the source. `Args` name the parameters and `Attributes` the fields,
all of them; errors stand in `Raises`, and nothing in columns that only people can read.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import griffe
import pytest
from test_exported_members import PACKAGE, exported

import letter_tycoon_solver
from letter_tycoon_solver import errors

REPOSITORY = Path(letter_tycoon_solver.__file__).parents[1]
KINDS = griffe.DocstringSectionKind

_IN_COLUMNS = re.compile(r"^[`\w][^.:]*? {2,}\S", re.M)
_FREE_RELATIVE = re.compile(r"(What|Whether|As|Of|Where|Who|How|That)\b")
_ERROR_IN_PROSE = re.compile(
    r"\b[Rr]aises [`A-Z]|\b[A-Z]\w*(?:Error|Play|Action) (?:if|for|unless|also)\b"
)


@functools.cache
def package() -> griffe.Module:
    loaded = griffe.load(PACKAGE, search_paths=[REPOSITORY], allow_inspection=False)
    assert isinstance(loaded, griffe.Module)
    return loaded


def public_things() -> dict[str, griffe.Class | griffe.Function]:
    """Every exported class with its bases and their public methods, and every function, by path."""
    found: dict[str, griffe.Class | griffe.Function] = {}
    for thing in exported().values():
        if inspect.isclass(thing):
            for base in thing.__mro__:
                if base.__module__.partition(".")[0] == PACKAGE:
                    found.update(with_methods(f"{base.__module__}.{base.__qualname__}"))
        elif inspect.isfunction(thing):
            found.update(with_methods(f"{thing.__module__}.{thing.__qualname__}"))
    return found


def with_methods(path: str) -> Iterator[tuple[str, griffe.Class | griffe.Function]]:
    found = package()[path.removeprefix(f"{PACKAGE}.")]
    assert isinstance(found, griffe.Class | griffe.Function)
    yield path, found
    for member in found.members.values():
        is_documented = not member.name.startswith("_") or member.name == "__init__"
        if isinstance(member, griffe.Function) and is_documented and member.docstring:
            yield member.path, member


PUBLIC = public_things()
FUNCTIONS = sorted(path for path, found in PUBLIC.items() if isinstance(found, griffe.Function))
CLASSES = sorted(path for path, found in PUBLIC.items() if isinstance(found, griffe.Class))


def text_of(path: str) -> str:
    docstring = PUBLIC[path].docstring
    return docstring.value if docstring else ""


def sections(path: str) -> dict[griffe.DocstringSectionKind, griffe.DocstringSection]:
    docstring = PUBLIC[path].docstring
    assert docstring, f"{path} has no docstring"
    parsed = docstring.parse("google", returns_multiple_items=False, returns_named_value=False)
    assert len({section.kind for section in parsed[1:]}) == len(parsed) - 1, "a section twice"
    return {section.kind: section for section in parsed}


def names_in(section: griffe.DocstringSection | None) -> list[str]:
    return [item.name for item in section.value] if section else []


def parameters_of(path: str) -> list[str]:
    function = PUBLIC[path]
    assert isinstance(function, griffe.Function)
    return [
        parameter.name for parameter in function.parameters if parameter.name not in ("self", "cls")
    ]


def fields_of(path: str) -> list[str]:
    """The public fields that the body of a dataclass or a named tuple declares."""
    return [
        member.name
        for member in PUBLIC[path].members.values()
        if isinstance(member, griffe.Attribute)
        and "instance-attribute" in member.labels
        and not member.name.startswith("_")
    ]


def has_fields(path: str) -> bool:
    found = PUBLIC[path]
    assert isinstance(found, griffe.Class)
    return "dataclass" in found.labels or any(str(base) == "NamedTuple" for base in found.bases)


@pytest.mark.parametrize("path", FUNCTIONS)
def test_args_are_the_parameters(path: str) -> None:
    """A single parameter may be told of in a sentence."""
    documented = names_in(sections(path).get(KINDS.parameters))
    if documented or len(parameters_of(path)) > 1:
        assert documented == parameters_of(path)


@pytest.mark.parametrize("path", [path for path in CLASSES if has_fields(path)])
def test_attributes_are_the_fields(path: str) -> None:
    """A single field may be told of in a sentence, and those of a constructor as its arguments."""
    documented = names_in(sections(path).get(KINDS.attributes))
    if KINDS.parameters in sections(path):
        assert not documented
    elif documented or len(fields_of(path)) > 1:
        assert documented == fields_of(path)


@pytest.mark.parametrize("path", CLASSES)
def test_attributes_are_there_and_args_those_of_the_constructor(path: str) -> None:
    found = PUBLIC[path]
    for name in names_in(sections(path).get(KINDS.attributes)):
        assert name in found.all_members, name
    if documented := names_in(sections(path).get(KINDS.parameters)):
        constructor = found.all_members["__init__"]
        assert isinstance(constructor, griffe.Function)
        assert documented == [parameter.name for parameter in constructor.parameters][1:]


@pytest.mark.parametrize("path", sorted(PUBLIC))
def test_errors_stand_in_their_section(path: str) -> None:
    assert not _ERROR_IN_PROSE.search(text_of(path))
    section = sections(path).get(KINDS.raises)
    for raised in section.value if section else ():
        name = str(raised.annotation)
        assert name in exported() or hasattr(errors, name) or hasattr(builtins, name), name
        assert raised.description


@pytest.mark.parametrize("path", sorted(PUBLIC))
def test_nothing_stands_in_columns(path: str) -> None:
    assert not _IN_COLUMNS.search(text_of(path))


@pytest.mark.parametrize("path", sorted(PUBLIC))
def test_tools_read_it_without_a_warning(path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="griffe"):
        assert sections(path)
    assert not caplog.messages


def test_columns_and_errors_in_prose_would_be_found() -> None:
    assert _IN_COLUMNS.search("A seat.\n\nhand      letters, sorted\n")
    assert _IN_COLUMNS.search("A seat.\n\nmoney, stock   what it pays\n")
    assert not _IN_COLUMNS.search("A seat.\n\nAttributes:\n    hand: letters.\n")
    assert _ERROR_IN_PROSE.search("The seat; raises InvalidInputError for another.")
    assert _ERROR_IN_PROSE.search("The seat; InvalidInputError if there is none.")
    assert not _ERROR_IN_PROSE.search("The seat.\n\nRaises:\n    InvalidInputError: there is none.")


def test_all_rooms_are_read() -> None:
    rooms = {path.split(".")[1] for path in PUBLIC}
    assert rooms >= {"advisor", "batch", "game", "lexicon", "rules", "search"}
    assert len(FUNCTIONS) > 90
    assert len(CLASSES) > 50


def test_a_docstring_says_first_what_a_thing_is_or_does() -> None:
    rooms = ("benchmarks", "docs", PACKAGE, "examples", "tests", "tools", "wordlists")
    paths = [path for room in rooms for path in (REPOSITORY / room).rglob("*.py")]
    assert len(paths) > 600
    assert [
        f"{path.name}:{text.lineno}: {text.value}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Expr) and isinstance(text := node.value, ast.Constant)
        if isinstance(text.value, str) and _FREE_RELATIVE.match(text.value)
    ] == []
