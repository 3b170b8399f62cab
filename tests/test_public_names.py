"""The public names: `__all__` of the packages, with all that they give and take."""

from __future__ import annotations

import builtins
import doctest
import functools
import importlib
import importlib.util
import inspect
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import griffe
import pytest
from support.promises import PACKAGES as PUBLIC

from letter_tycoon_solver import errors

REPOSITORY = Path(__file__).parents[1]
PACKAGE = "letter_tycoon_solver"

_IMPORT = re.compile(rf"^from ({PACKAGE}[\w.]*) import ([\w, ]+)", re.M)


def exported() -> dict[str, object]:
    """Every public name and what it stands for."""
    return {
        name: getattr(package, name)
        for package in map(importlib.import_module, PUBLIC)
        for name in package.__all__
    }


# The lists ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PUBLIC)
def test_no_public_name_is_also_a_module(package: str) -> None:
    """Else it depends on the order of imports which of the two the name is."""
    for name in importlib.import_module(package).__all__:
        assert importlib.util.find_spec(f"{package}.{name}") is None, name


ABOUT_THE_INSIDE = REPOSITORY / "docs" / "how-it-works.md"
"""It follows a rack through the kernels' own arrays."""

DOCUMENTS = [
    REPOSITORY / "README.md",
    *(page for page in REPOSITORY.glob("docs/**/*.md") if page != ABOUT_THE_INSIDE),
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda page: page.name)
def test_documents_import_what_is_exported(document: Path) -> None:
    text = document.read_text("utf-8")
    for package, names in _IMPORT.findall(text):
        assert package in PUBLIC
        for name in names.split(","):
            assert name.strip() in importlib.import_module(package).__all__


# Docstrings of public things, as tools read them: the sections of Google's style ----------------
# They are read by griffe, from the source. `Args` name the parameters and `Attributes` the fields,
# all of them; errors stand in `Raises`, and nothing in columns that only people can read.


KINDS = griffe.DocstringSectionKind

_IN_COLUMNS = re.compile(r"^[`\w][^.:]*? {2,}\S", re.M)
_FREE_RELATIVE = re.compile(r'\s*r?"""(What|Whether|As|Of|Where|Who|How|That)\b')
_ERROR_IN_PROSE = re.compile(
    r"\b[Rr]aises [`A-Z]|\b[A-Z]\w*(?:Error|Play|Action) (?:if|for|unless|also)\b"
)


@functools.cache
def package() -> griffe.Module:
    loaded = griffe.load(PACKAGE, search_paths=[REPOSITORY], allow_inspection=False)
    assert isinstance(loaded, griffe.Module)
    return loaded


@functools.cache
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


def parsed(thing: griffe.Object) -> list[griffe.DocstringSection]:
    docstring = thing.docstring
    assert docstring, f"{thing.path} has no docstring"
    return docstring.parse("google", returns_multiple_items=False, returns_named_value=False)


def names_in(thing: griffe.Object, kind: griffe.DocstringSectionKind) -> list[str]:
    return [item.name for one in parsed(thing) if one.kind is kind for item in one.value]


def parameters_of(function: griffe.Function) -> list[str]:
    return [
        parameter.name for parameter in function.parameters if parameter.name not in ("self", "cls")
    ]


def fields_of(thing: griffe.Class) -> list[str]:
    """The public fields that the body of a dataclass or a named tuple declares."""
    return [
        member.name
        for member in thing.members.values()
        if isinstance(member, griffe.Attribute)
        and "instance-attribute" in member.labels
        and not member.name.startswith("_")
    ]


def has_fields(thing: griffe.Class) -> bool:
    return "dataclass" in thing.labels or any(str(base) == "NamedTuple" for base in thing.bases)


def wrong_names(thing: griffe.Class | griffe.Function) -> Iterator[str]:
    """Say which parameters and fields a docstring does not tell of in their order.

    A single one may be told of in a sentence, and the fields of a constructor as its arguments.
    """
    args, attributes = (names_in(thing, kind) for kind in (KINDS.parameters, KINDS.attributes))
    function = thing if isinstance(thing, griffe.Function) else thing.all_members.get("__init__")
    wanted = parameters_of(function) if isinstance(function, griffe.Function) else []
    if args != wanted and (args or (thing is function and len(wanted) > 1)):
        yield f"Args are {args}, not {wanted}"
    if isinstance(thing, griffe.Class):
        fields = [] if args else fields_of(thing)
        if has_fields(thing) and attributes != fields and (attributes or len(fields) > 1):
            yield f"Attributes are {attributes}, not {fields}"
        if absent := {*attributes} - {*thing.all_members}:
            yield f"there is no attribute {absent}"


def wrong_errors(thing: griffe.Class | griffe.Function) -> Iterator[str]:
    """Say which errors are not there, or are raised for nothing that is said."""
    for raised in (item for one in parsed(thing) if one.kind is KINDS.raises for item in one.value):
        name = str(raised.annotation)
        is_there = any(hasattr(module, name) for module in (errors, builtins))
        if not raised.description or not (is_there or name in exported()):
            yield f"raises {name}"


def wrong_text(thing: griffe.Class | griffe.Function) -> Iterator[str]:
    """Say what stands twice, or where only people can read it."""
    kinds = [section.kind for section in parsed(thing)[1:]]
    if len({*kinds}) < len(kinds):
        yield "a section stands twice"
    for wrong in (_ERROR_IN_PROSE, _IN_COLUMNS):
        if found := wrong.search(thing.docstring.value if thing.docstring else ""):
            yield found.group()


@pytest.mark.parametrize("wrong", [wrong_names, wrong_errors, wrong_text])
def test_docstrings_tell_of_what_is_there_in_its_place(
    wrong: Callable[[griffe.Class | griffe.Function], Iterator[str]],
) -> None:
    by_path = {path: [*wrong(thing)] for path, thing in public_things().items()}
    assert {path: found for path, found in by_path.items() if found} == {}


def test_tools_read_all_of_it_without_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="griffe"):
        assert all(parsed(thing) for thing in public_things().values())
    assert caplog.messages == []


def test_columns_and_errors_in_prose_would_be_found() -> None:
    assert _IN_COLUMNS.search("A seat.\n\nhand      letters, sorted\n")
    assert _IN_COLUMNS.search("A seat.\n\nmoney, stock   what it pays\n")
    assert not _IN_COLUMNS.search("A seat.\n\nAttributes:\n    hand: letters.\n")
    assert _ERROR_IN_PROSE.search("The seat; raises InvalidInputError for another.")
    assert _ERROR_IN_PROSE.search("The seat; InvalidInputError if there is none.")
    assert not _ERROR_IN_PROSE.search("The seat.\n\nRaises:\n    InvalidInputError: there is none.")


# What is given and taken -------------------------------------------------------------------------


MADE = {"lexicon.lexicon.Lexicon.__init__", "batch.files.PositionReader.__init__"}
"""Only the package makes them like this: others use `Lexicon.load`, `read_positions`."""
SPECIAL = {"__init__", "__iter__", "__getitem__"}


def annotations_of(thing: griffe.Object | griffe.Alias) -> Iterator[str | griffe.Expr | None]:
    """The annotations of a function or a field, or of all that is public in a class."""
    if isinstance(thing, griffe.Function):
        yield from (parameter.annotation for parameter in thing.parameters)
        yield thing.returns
    elif isinstance(thing, griffe.Attribute):
        yield thing.annotation
    elif isinstance(thing, griffe.Class):
        for name, member in thing.members.items():
            is_public = not name.startswith("_") or name in SPECIAL
            if is_public and member.path.removeprefix(f"{PACKAGE}.") not in MADE:
                yield from annotations_of(member)


def classes_in(annotation: str | griffe.Expr | None) -> Iterator[str]:
    """The classes of the package that an annotation names, by itself or by an alias."""
    names = annotation.iterate() if isinstance(annotation, griffe.Expr) else ()
    for name in names:
        if isinstance(name, griffe.ExprName) and name.canonical_path.startswith(f"{PACKAGE}."):
            found = package()[name.canonical_path.removeprefix(f"{PACKAGE}.")]
            if found.is_class:
                yield found.name
            elif found.is_attribute:
                yield from classes_in(found.value)


@pytest.mark.slow
def test_what_is_given_and_taken_is_exported() -> None:
    used = {
        (name, path, str(annotation))
        for path, thing in public_things().items()
        for annotation in annotations_of(thing)
        for name in classes_in(annotation)
        if path.removeprefix(f"{PACKAGE}.") not in MADE and not name.startswith("_")
    }
    assert len(used) > 100
    assert {found for found in used if found[0] not in exported()} == set()


def test_a_missing_class_is_found() -> None:
    """Else the test above would look for nothing."""
    play = package()["advisor.simulation.Simulation.play"]
    assert "Candidate" in [name for one in annotations_of(play) for name in classes_in(one)]
    assert "Candidate" not in exported()
    advise = package()["advisor.advice.advise"]
    assert [*classes_in(advise.parameters["progress"].annotation)] == ["Advice"]


def test_all_rooms_are_read() -> None:
    rooms = {path.split(".")[1] for path in public_things()}
    assert rooms >= {"advisor", "batch", "game", "lexicon", "rules", "search"}
    n_functions = sum(thing.is_function for thing in public_things().values())
    assert n_functions > 90
    assert len(public_things()) - n_functions > 50


def test_a_docstring_says_first_what_a_thing_is_or_does() -> None:
    rooms = ("benchmarks", "docs", PACKAGE, "examples", "tests", "tools", "wordlists")
    paths = [path for room in rooms for path in (REPOSITORY / room).rglob("*.py")]
    assert len(paths) > 250
    assert [
        f"{path.name}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if _FREE_RELATIVE.match(line)
    ] == []


@pytest.mark.slow
def test_every_public_function_has_an_example_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # Some of them write a file.
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    without: list[str] = []
    for name, thing in exported().items():
        if not inspect.isfunction(thing):
            continue
        (example,) = doctest.DocTestFinder(recurse=False).find(thing, name, globs={})
        if not 1 < len(example.examples) < 9:
            without.append(name)
        runner.run(example)
    assert without == []
    assert runner.summarize(verbose=False).failed == 0
