"""The layers point one way: every import of every module, read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGE = "letter_tycoon_solver"

LAYERS = [
    *("errors", "_version", "_imported", "_log", "_json", "_html"),
    *("_extras", "_files", "_forks"),
    *("rules", "_user_cache", "_user_data", "lexicon", "evaluation", "definitions"),
    *("_aot", "_kernels", "_work", "search", "__init__", "batch", "game", "advisor", "web", "cli"),
    "__main__",
]
"""Modules and packages of the package, lowest first: each imports itself and those before it.

`__init__` gathers the public names up to the search; what imports one of them is above it.
"""

PUBLIC = "__init__"

ROOMS = {
    "batch": [{PUBLIC}, {"best_plays", "surveys"}],
    "game": [
        {PUBLIC},
        {"told", "online_log"},
        {"tracked"},
        {"game"},
        {"online_game"},
    ],
    "advisor": [
        {"bots"},
        {PUBLIC},
        {"decisions", "training", "tournaments"},
        {"analysis", "fitting"},
        {"practice"},
    ],
    "cli": [
        {"terminal"},
        {"console", "line_editor", "options"},
        {"saved_games"},
        {"game_table"},
        {PUBLIC},
    ],
}
"""The rooms of a package, lowest first: each may import itself and those of the sets before.

`__init__` stands for the modules that lie beside the rooms; their `__init__` gathers the names.
"""

ONLY_IN = {
    "numba": {"_kernels", "_aot"},
    "llvmlite": {"_aot", "_kernels"},
    "click": {"cli", "__main__"},
    "rich": {"cli"},
    "prompt_toolkit": {"cli"},
    "marisa_trie": {"definitions", "lexicon"},
    "platformdirs": {"_user_cache", "_user_data"},
    "pyarrow": {"batch", "cli", "search"},
    "pandas": {"search"},
    "polars": {"search"},
    "distributed": {"cli"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "msgspec": {"web"},
    "segno": {"web"},
}
"""Which modules may import a library."""

MAY_IMPORT_KERNELS = {"_aot", "_kernels", "search", "batch", "advisor"}

KERNELS_MAY_IMPORT = [
    *("_aot", "_kernels", "rules.cards", "rules.ruleset", "evaluation", "lexicon"),
    *("_files", "_forks", "_imported", "_json", "_log", "_user_cache", "errors"),
]
"""The material and the rules in dispute, and where compiled code is kept; not the referee: each
checks the other."""

OF_BATCH = {"advisor": {"surveys"}, "cli": {"best_plays", "files", "surveys"}}
"""Which of its modules may be imported beside the public names of `batch`: not its tools."""

NOT_IN_THE_TABLE = {"_version", "_imported", PUBLIC, "__main__"}
"""Modules of a few lines each."""

LEVEL = {name: number for number, name in enumerate(LAYERS)}
LEVEL_OF_ROOM = {
    (package, room): level
    for package, sets in ROOMS.items()
    for level, rooms in enumerate(sets)
    for room in rooms
}


def sources() -> dict[str, Path]:
    """Every module of the package by its dotted name within it."""
    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(spec.submodule_search_locations[0])
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): path
        for path in sorted(folder.rglob("*.py"))
    }


def imports(module: str, code: str) -> Iterator[str]:
    """The absolute names that a module imports: "numba", "letter_tycoon_solver.rules.cards"."""
    package = [PACKAGE, *module.split(".")[:-1]]
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # `from . import cards` names modules, `from .cards import LETTERS` does not.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def top_of(module: str) -> str:
    return module.partition(".")[0]


def own_imports(module: str, code: str) -> set[str]:
    """The modules of the package that a module imports; `__init__` for a public name."""
    names = set()
    for name in imports(module, code):
        package, _, rest = name.partition(".")
        if package == PACKAGE:
            names.add(module_of(rest))
    return names


def module_of(name: str) -> str:
    """The module that has a name: "rules.cards" for "rules.cards.LETTERS"."""
    while name and name not in MODULES:
        name = f"{name}.__init__" if f"{name}.__init__" in MODULES else name.rpartition(".")[0]
    return name or PUBLIC


MODULES = {*sources()}


def faults(module: str, code: str) -> list[str]:
    """Say what a module imports against the rules."""
    top = top_of(module)
    if top not in LEVEL:
        return [f"{module} is in no layer; add it to LAYERS in tests/test_layers.py"]
    found = []
    for name in sorted(own_imports(module, code)):
        other = top_of(name)
        if LEVEL[other] > LEVEL[top]:
            found.append(f"{module} imports {name}, which lies above it")
        elif other in {"_aot", "_kernels"} and top not in MAY_IMPORT_KERNELS:
            found.append(f"{module} imports the kernels; only {sorted(MAY_IMPORT_KERNELS)} may")
        elif top in {"_aot", "_kernels"} and not is_in(name, KERNELS_MAY_IMPORT):
            found.append(f"{module} imports {name}; the kernels know only {KERNELS_MAY_IMPORT}")
        found += room_faults(module, name)
    for library in sorted({top_of(name) for name in imports(module, code)} & set(ONLY_IN)):
        if top not in ONLY_IN[library]:
            found.append(f"{module} imports {library}; only {sorted(ONLY_IN[library])} may")
    return found


def is_in(module: str, places: list[str] | set[str]) -> bool:
    """Is the module one of these, or in one of these packages?"""
    return any(module == place or module.startswith(f"{place}.") for place in places)


def room_of(module: str) -> tuple[str, str]:
    """The package of a module and its room there; `__init__` beside the rooms."""
    package, room, *_ = *module.split("."), ""
    return package, room if (package, room) in LEVEL_OF_ROOM else PUBLIC


def room_faults(module: str, imported: str) -> Iterator[str]:
    """Say what is wrong with an import by the rooms of both packages."""
    (package, own), (other_package, other) = room_of(module), room_of(imported)
    if package != other_package:
        part = (*imported.split("."), "")[1]
        if other_package == "batch" and part not in {*OF_BATCH.get(package, {part}), PUBLIC}:
            yield f"{module} imports batch.{part}; of batch only {sorted(OF_BATCH[package])} may be"
        return
    gathers = module == f"{package}.{PUBLIC}"
    if package not in ROOMS or own == other or gathers:
        return
    if LEVEL_OF_ROOM[package, own] <= LEVEL_OF_ROOM[package, other]:
        yield f"{module} imports {imported}, which is not below its room"


def test_layers() -> None:
    assert [
        fault
        for module, path in sources().items()
        for fault in faults(module, path.read_text("utf-8"))
    ] == []


def test_no_circle() -> None:
    """No module imports what imports it, not in a function, nor for its types alone."""
    graph = {
        module: own_imports(module, path.read_text("utf-8")) - {module}
        for module, path in sources().items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"these import each other: {' <- '.join(error.args[1])}")


def test_the_table_in_the_docs_has_the_layers_in_order() -> None:
    text = (Path(__file__).parents[1] / "docs" / "how-it-works.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`\w+/?` ?)+)\|", text, re.MULTILINE)
    shown = [name for row in rows for name in re.findall(r"`(\w+)/?`", row)]
    assert shown == [name for name in LAYERS if name not in NOT_IN_THE_TABLE]


@pytest.mark.parametrize(
    ("module", "code", "fault"),
    [
        ("rules.referee", "def f():\n    from ..search.solver import find_plays", "above"),
        ("rules.referee", "import letter_tycoon_solver.search.solver", "above"),
        ("rules.referee", "from letter_tycoon_solver import find_plays", "__init__, which lies"),
        ("rules.referee", "import numba.core", "numba"),
        ("_kernels.walk", "from ..rules.position import Position", "the kernels know only"),
        ("game.rules", "from .._kernels import search_one", "imports the kernels"),
        ("game.rules", "from .told import ToldTurn", "not below its room"),
        ("cli.terminal", "from .solve import command", "not below its room"),
        ("advisor.training", "from ..batch.files import Block", "batch.files"),
        ("cli.best", "from ..batch import solve", "batch.solve"),
        ("newcomer.part", "", "LAYERS"),
    ],
)
def test_a_fault_is_found(module: str, code: str, fault: str) -> None:
    (found,) = faults(module, code)
    assert fault in found


def test_the_kernels_have_a_reader_s_order() -> None:
    """The head of their folder names every chapter, and nothing that is not there."""
    order = ast.get_docstring(ast.parse(sources()["_kernels.__init__"].read_text("utf-8"))) or ""
    named = [
        name.strip()
        for line in order.splitlines()
        if line.startswith("    ")
        for name in line.strip().split("  ")[0].split(",")
    ]
    chapters = {name.partition(".")[2] for name in sources() if name.startswith("_kernels.")}
    assert sorted(named) == sorted(chapters - {"__init__"})
