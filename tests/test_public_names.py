"""The public names: `__all__` of the packages, with all that they give and take."""

from __future__ import annotations

import ast
import builtins
import doctest
import functools
import importlib
import importlib.util
import inspect
import logging
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import griffe
import pytest
from support.promises import PACKAGES as PUBLIC

from letter_tycoon_solver import Lexicon, errors
from letter_tycoon_solver.batch import PositionReader

REPOSITORY = Path(__file__).parents[1]
PACKAGE = "letter_tycoon_solver"

_NAME = re.compile(r"[A-Za-z_][\w.]*")
_HEADLINE = re.compile(r"`(\w+)`")
_IMPORT = re.compile(rf"^from ({PACKAGE}[\w.]*) import ([\w, ]+)", re.M)


def is_private(module: str) -> bool:
    return any(part.startswith("_") for part in module.split("."))


def modules() -> list[str]:
    """Every module that is not private, and not of the command, which is not a library."""
    folder = Path(str(importlib.import_module(PACKAGE).__file__)).parent
    found = [
        ".".join((PACKAGE, *path.relative_to(folder).with_suffix("").parts))
        for path in sorted(folder.rglob("*.py"))
    ]
    names = [name.removesuffix(".__init__") for name in found]
    return [name for name in names if not is_private(name) and f"{PACKAGE}.cli" not in name]


def exported() -> dict[str, object]:
    """Every public name and what it stands for."""
    return {
        name: getattr(package, name)
        for package in map(importlib.import_module, PUBLIC)
        for name in package.__all__
    }


# The lists ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PUBLIC)
def test_all_names_that_a_package_imports_are_in_its_list(package: str) -> None:
    module = importlib.import_module(package)
    tree = ast.parse(inspect.getsource(module))
    imported = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
        for alias in node.names
    ]
    public = [name for name in imported if not name.startswith("_") or name == "__version__"]
    assert sorted(public) == sorted(module.__all__)
    assert len(set(module.__all__)) == len(module.__all__)


@pytest.mark.parametrize("package", PUBLIC)
def test_no_public_name_is_also_a_module(package: str) -> None:
    """Else it depends on the order of imports which of the two the name is."""
    for name in importlib.import_module(package).__all__:
        assert importlib.util.find_spec(f"{package}.{name}") is None, name


def test_what_the_first_line_of_a_module_names_is_exported() -> None:
    named = [
        (name, module.__name__)
        for module in map(importlib.import_module, modules())
        for name in _HEADLINE.findall((inspect.getdoc(module) or "").partition("\n")[0])
        if hasattr(module, name)
    ]
    assert len(named) > 20
    assert [(name, module) for name, module in named if name not in exported()] == []


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


# What is given and taken -------------------------------------------------------------------------


MADE = {Lexicon: "__init__", PositionReader: "__init__"}
"""Only the package makes them like this: others use `Lexicon.load`, `read_positions`."""


@functools.cache
def tree_of(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@functools.cache
def nodes_of(module: ModuleType) -> list[ast.AST]:
    return list(ast.walk(tree_of(module)))


def annotations_of(thing: object) -> Iterator[tuple[str, ModuleType]]:
    """The annotations of a function, or of a class with its fields, methods and bases."""
    if inspect.isclass(thing):
        for base in thing.__mro__:
            if base.__module__.startswith(PACKAGE):
                yield from annotations_in(base)
    elif inspect.isfunction(thing):
        for annotation in thing.__annotations__.values():
            yield str(annotation), sys.modules[thing.__module__]


def annotations_in(base: type) -> Iterator[tuple[str, ModuleType]]:
    """Those that stand in the body of a class."""
    for name, annotation in vars(base).get("__annotations__", {}).items():
        if not name.startswith("_"):
            yield str(annotation), sys.modules[base.__module__]
    for name, member in vars(base).items():
        is_public = not name.startswith("_") or name in {"__init__", "__iter__", "__getitem__"}
        if is_public and name != MADE.get(base):
            function = getattr(member, "__func__", getattr(member, "fget", member))
            if inspect.isfunction(function):
                yield from annotations_of(function)


def classes_in(annotation: str, home: ModuleType, seen: frozenset[str]) -> Iterator[str]:
    """The classes of the package that an annotation names, by itself or by an alias."""
    for dotted in _NAME.findall(annotation):
        name = dotted.partition(".")[0]
        key = f"{home.__name__}.{name}"
        if key in seen:
            continue
        tree = tree_of(home)
        for node in nodes_of(home):
            match node:
                case ast.ClassDef(name=defined) if defined == name and node in tree.body:
                    yield name
                case ast.ImportFrom():
                    if any((alias.asname or alias.name) == name for alias in node.names):
                        yield from classes_from(node, name, home, seen | {key})
                case ast.Assign(targets=[ast.Name(id=defined)], value=value):
                    if defined == name and node in tree.body:
                        yield from classes_in(ast.unparse(value), home, seen | {key})


def classes_from(
    node: ast.ImportFrom, name: str, home: ModuleType, seen: frozenset[str]
) -> Iterator[str]:
    is_package = hasattr(home, "__path__")
    parent = home.__name__ if is_package else home.__name__.rpartition(".")[0]
    module = importlib.util.resolve_name("." * node.level + (node.module or ""), parent)
    if module.startswith(PACKAGE):
        original = next(a.name for a in node.names if (a.asname or a.name) == name)
        yield from classes_in(original, importlib.import_module(module), seen)


@pytest.mark.slow
def test_what_is_given_and_taken_is_exported() -> None:
    used = {
        (used, name, annotation)
        for name, thing in exported().items()
        for annotation, home in annotations_of(thing)
        for used in classes_in(annotation, home, frozenset())
        if not used.startswith("_")
    }
    assert len(used) > 100
    assert {found for found in used if found[0] not in exported()} == set()


def test_a_missing_class_is_found() -> None:
    """Else the test above would look for nothing."""
    home = importlib.import_module(f"{PACKAGE}.advisor.simulation")
    assert list(classes_in("list[Candidate] | None", home, frozenset())) == ["Candidate"]
    assert list(classes_in("Sequence[Turn]", home, frozenset())) == ["Turn"]
    assert "Candidate" not in exported()
    advice = importlib.import_module(f"{PACKAGE}.advisor.advice")
    assert list(classes_in("Progress", advice, frozenset())) == ["Advice"]


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


def functions() -> Iterator[tuple[str, griffe.Function]]:
    return ((path, found) for path, found in public_things().items() if found.is_function)  # type: ignore[misc]


def classes() -> Iterator[tuple[str, griffe.Class]]:
    return ((path, found) for path, found in public_things().items() if found.is_class)  # type: ignore[misc]


Sections = dict[griffe.DocstringSectionKind, griffe.DocstringSection]


def parsed(thing: griffe.Object) -> list[griffe.DocstringSection]:
    docstring = thing.docstring
    assert docstring, f"{thing.path} has no docstring"
    return docstring.parse("google", returns_multiple_items=False, returns_named_value=False)


def sections(thing: griffe.Object) -> Sections:
    return {section.kind: section for section in parsed(thing)}


def names_in(section: griffe.DocstringSection | None) -> list[str]:
    return [item.name for item in section.value] if section else []


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


# Each of these tests lists what is wrong, by path.


def test_every_public_thing_has_a_docstring_with_each_section_once() -> None:
    kinds = {
        path: [section.kind for section in parsed(thing)[1:]]
        for path, thing in public_things().items()
    }
    assert {path: found for path, found in kinds.items() if len({*found}) < len(found)} == {}


def test_args_are_the_parameters() -> None:
    """A single parameter may be told of in a sentence."""
    wrong = {}
    for path, function in functions():
        documented = names_in(sections(function).get(KINDS.parameters))
        parameters = parameters_of(function)
        if documented != parameters and (documented or len(parameters) > 1):
            wrong[path] = (documented, parameters)
    assert wrong == {}


def test_attributes_are_the_fields() -> None:
    """A single field may be told of in a sentence, and those of a constructor as its arguments."""
    wrong = {}
    for path, thing in classes():
        if not has_fields(thing):
            continue
        documented = names_in(sections(thing).get(KINDS.attributes))
        fields = [] if KINDS.parameters in sections(thing) else fields_of(thing)
        if documented != fields and (documented or len(fields) > 1):
            wrong[path] = (documented, fields)
    assert wrong == {}


def test_attributes_are_there() -> None:
    assert {
        path: missing
        for path, thing in classes()
        if (missing := {*names_in(sections(thing).get(KINDS.attributes))} - {*thing.all_members})
    } == {}


def test_args_of_a_class_are_those_of_its_constructor() -> None:
    wrong = {}
    for path, thing in classes():
        if documented := names_in(sections(thing).get(KINDS.parameters)):
            constructor = thing.all_members["__init__"]
            assert isinstance(constructor, griffe.Function)
            if documented != parameters_of(constructor):
                wrong[path] = (documented, parameters_of(constructor))
    assert wrong == {}


def test_errors_stand_in_their_section() -> None:
    assert {
        path: found.group()
        for path, thing in public_things().items()
        if thing.docstring and (found := _ERROR_IN_PROSE.search(thing.docstring.value))
    } == {}


def test_errors_are_there_and_said_to_be_raised_for_something() -> None:
    wrong = set()
    for path, thing in public_things().items():
        section = sections(thing).get(KINDS.raises)
        for raised in section.value if section else ():
            name = str(raised.annotation)
            is_there = any(hasattr(module, name) for module in (errors, builtins))
            if not raised.description or not (is_there or name in exported()):
                wrong.add((path, name))
    assert wrong == set()


def test_nothing_stands_in_columns() -> None:
    assert {
        path: found.group()
        for path, thing in public_things().items()
        if thing.docstring and (found := _IN_COLUMNS.search(thing.docstring.value))
    } == {}


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


def test_all_rooms_are_read() -> None:
    rooms = {path.split(".")[1] for path in public_things()}
    assert rooms >= {"advisor", "batch", "game", "lexicon", "rules", "search"}
    assert len([*functions()]) > 90
    assert len([*classes()]) > 50


def test_a_docstring_says_first_what_a_thing_is_or_does() -> None:
    rooms = ("benchmarks", "docs", PACKAGE, "examples", "tests", "tools", "wordlists")
    paths = [path for room in rooms for path in (REPOSITORY / room).rglob("*.py")]
    assert len(paths) > 300
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
        if name.rpartition(".")[2].startswith("plot_") and not find_spec("matplotlib"):
            continue
        if not 1 < len(example.examples) < 9:
            without.append(name)
        runner.run(example)
    assert without == []
    assert runner.summarize(verbose=False).failed == 0
