"""The layers point one way: every import of every module, read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGE = "letter_tycoon_solver"

LAYERS = [
    {"errors", "cards", "_version", "_extras", "_files", "_imported", "_json", "_log", "_plots"},
    {"ruleset", "_user_cache", "_user_data"},
    {"position", "play", "equity", "turn", "ranking", "definitions", "evaluation"},
    {"lexicon", "referee"},
    {"_kernels"},
    {"_work"},
    {"plays", "plays_frame", "plays_notation", "plays_table", "row_reader", "solver", "turn_rows"}
    | {"turns", "word_facts"},
    {"__init__"},
    {"batch", "game"},
    {"advisor"},
    {"web"},
    {"cli", "__main__"},
]
"""Modules and packages of the package, lowest first: each may import its own layer and below.

`__init__` gathers the public names up to the solver's; what imports one of them is above it.
"""

PUBLIC = "__init__"

ONLY_IN = {
    "numba": {"_kernels"},
    "llvmlite": {"_kernels"},
    "click": {"cli", "__main__"},
    "rich": {"cli"},
    "prompt_toolkit": {"cli"},
    "marisa_trie": {"definitions", "lexicon"},
    "platformdirs": {"_user_cache", "_user_data"},
    "pyarrow": {"batch", "cli", "plays_frame"},
    "pandas": {"plays_frame"},
    "polars": {"plays_frame"},
    "matplotlib": {"_plots", "batch", "advisor"},
    "distributed": {"cli"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "msgspec": {"web"},
    "segno": {"web"},
}
"""Which modules may import a library."""

MAY_IMPORT_KERNELS = {
    *("_kernels", "plays", "row_reader", "solver", "turn_rows", "turns", "batch", "advisor")
}

KERNELS_MAY_IMPORT = [
    *("_kernels", "cards", "evaluation", "lexicon", "ranking", "ruleset"),
    *("_files", "_imported", "_json", "_log", "_user_cache", "errors"),
]
"""The material and the rules in dispute, and where compiled code is kept; not the referee: each
checks the other."""

OF_BATCH = {"advisor": {"surveys"}, "cli": {"best_plays", "read", "surveys", "write"}}
"""Which of its modules may be imported beside the public names of `batch`: not its tools."""

ROOMS = {
    "batch": [{"best_plays", "sources", "surveys"}],
    "advisor": [{"analysis", "making", "tournaments"}],
    "cli": [{"terminal"}, {"options"}, {"views"}, {"session"}],
}
"""The rooms of a package, lowest first: each may import itself and those of the sets before."""

BESIDE_ROOMS = {"batch": -1, "advisor": -1, "cli": 99}
"""The level of what lies beside the rooms: below them, but the commands of `cli` are above."""

LEVEL_OF_ROOM = {
    (package, room): level
    for package, sets in ROOMS.items()
    for level, rooms in enumerate(sets)
    for room in rooms
}

LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}


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
    """What a module imports, absolute: "numba", "letter_tycoon_solver.cards"."""
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


MODULES_OF: dict[str, set[str]] = {}
"""By package, what lies in it: modules and packages."""
for _package, _, _rest in (name.partition(".") for name in sources()):
    MODULES_OF.setdefault(_package, set()).add(top_of(_rest))


def own_imports(module: str, code: str) -> set[str]:
    """The modules and packages directly below the package that a module imports."""
    names = set()
    for name in imports(module, code):
        package, _, rest = name.partition(".")
        if package == PACKAGE:
            # A name that is not a module is one of the public names.
            names.add(top_of(rest) if top_of(rest) in LAYER else PUBLIC)
    return names


def faults(module: str, code: str) -> list[str]:
    """What a module imports against the rules, in words."""
    top = top_of(module)
    if top not in LAYER:
        return [f"{module} is in no layer; add it to LAYERS in tests/test_layers.py"]
    found = []
    for name in sorted(own_imports(module, code)):
        if LAYER[name] > LAYER[top]:
            found.append(f"{module} imports {name}, which lies above it")
        elif name == "_kernels" and top not in MAY_IMPORT_KERNELS:
            found.append(f"{module} imports the kernels; only {sorted(MAY_IMPORT_KERNELS)} may")
        elif top == "_kernels" and name not in KERNELS_MAY_IMPORT:
            found.append(f"{module} imports {name}; the kernels know only {KERNELS_MAY_IMPORT}")
    for name in imports(module, code):
        found += room_faults(module, name)
        library = top_of(name)
        if library in ONLY_IN and top not in ONLY_IN[library]:
            found.append(f"{module} imports {library}; only {sorted(ONLY_IN[library])} may")
    return found


def room_faults(module: str, imported: str) -> Iterator[str]:
    """What is wrong with an import by the rooms of both packages, in words."""
    package, own, *_ = *module.split("."), ""
    _, other_package, other, *_ = *imported.split("."), "", ""
    if other not in MODULES_OF.get(other_package, ()):
        return  # A name of the package itself.
    allowed = OF_BATCH.get(package, {other})
    if package != other_package:
        if other_package == "batch" and other not in allowed:
            yield f"{module} imports batch.{other}; of batch only {sorted(allowed)} may be"
        return
    level = LEVEL_OF_ROOM.get((package, own))
    if level is None or own == other:
        return
    if level <= LEVEL_OF_ROOM.get((package, other), BESIDE_ROOMS[package]):
        yield f"{module} imports {other}, which is not below its room"


@pytest.mark.parametrize("module", sources())
def test_layers(module: str) -> None:
    assert faults(module, sources()[module].read_text("utf-8")) == []


def test_the_sources_are_found() -> None:
    assert {"__init__", "cards", "referee", "solver", "_kernels.bits"} <= set(sources())
    assert own_imports("solver", sources()["solver"].read_text("utf-8")) >= {"_kernels", "plays"}


def test_contributing_names_the_same_layers() -> None:
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    shown = text.partition("Layers point one way: ")[2].partition(". `tests/")[0]
    assert [set(re.findall(r"`(\w+)/?`", layer)) for layer in shown.split("<-")] == LAYERS


@pytest.mark.parametrize(
    ("module", "code", "fault"),
    [
        ("referee", "from ._kernels import search_one", "above"),
        ("referee", "def f():\n    from .solver import find_plays", "above"),
        ("referee", "import letter_tycoon_solver.solver", "above"),
        ("referee", "from letter_tycoon_solver import find_plays", "__init__, which lies above"),
        ("solver", "from . import RULEBOOK", "__init__, which lies above"),
        ("referee", "import numba.core", "numba"),
        ("cards", "from . import ruleset", "above"),
        ("_kernels.walk", "from ..position import Position", "the kernels know only"),
        ("_kernels.walk", "from ..referee import adjudicate", "the kernels know only"),
        ("game.rules", "from .._kernels import search_one", "imports the kernels"),
        ("game.rules", "from ..cli import main", "above"),
        ("cards", "from rich.table import Table", "rich"),
        ("cli.views.hint", "from ..session.seats import ME", "session, which is not below"),
        ("cli.terminal.notes", "from ..solve import command", "solve, which is not below"),
        ("batch.surveys.run", "from ..sources.text import read", "sources, which is not below"),
        ("advisor.making.fits", "from ...batch.sources.blocks import Blocks", "batch.sources"),
        ("cli.best", "from ..batch import sources", "batch.sources"),
        ("newcomer", "", "LAYERS"),
        ("newcomer.part", "", "LAYERS"),
    ],
)
def test_a_fault_is_found(module: str, code: str, fault: str) -> None:
    (found,) = faults(module, code)
    assert fault in found


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("_kernels.walk", "from .bits import kernel\nimport numba"),
        ("game.rules", "from .actions import Action\nfrom ..cards import LETTERS"),
        ("solver", "from ._kernels import search_one"),
        ("__init__", "from .solver import find_plays"),
        ("cli.hint", "from .. import __version__"),
        ("cli.session.seats", "from ..terminal.notes import note"),
        ("cli.solve", "from .session.seats import ME\nfrom ..batch.read import read_positions"),
        ("batch.surveys.run", "from ..deal import Deal\nfrom .tally import Tally"),
        ("batch.read", "from .sources.text import read"),
        ("advisor.making.tables", "from ...batch import survey\nfrom ..race import Race"),
    ],
)
def test_no_fault(module: str, code: str) -> None:
    assert faults(module, code) == []
