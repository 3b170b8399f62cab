"""The public names: `__all__` of the packages, with all that they give and take."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.batch import PositionReader

REPOSITORY = Path(__file__).parents[1]
PACKAGE = "letter_tycoon_solver"
PUBLIC = [
    PACKAGE,
    *(f"{PACKAGE}.{name}" for name in ("lexicon", "batch", "game", "advisor")),
]
"""The packages that people import from; modules below them are theirs to rearrange."""

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
