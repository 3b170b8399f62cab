"""Which small faults do the tests let live? Mutation testing of the rules and the kernels.

    python tests/mutation.py                           # 10 mutants of each module, some minutes
    python tests/mutation.py --sample 40 --seed 2 game/rules.py _kernels/pairs.py
    python tests/mutation.py --sample 0 rules/referee.py     # all of them

A mutant is a copy of the package with one operator, number or truth value changed. It is killed if
a test of its module fails, or takes too long; those that live are printed. Kernels run as plain
Python. Each mutant has a process of its own, which is forked after the slow imports (not Windows).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import itertools
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "letter_tycoon_solver"
SECONDS: Final = 400
"""No mutant is given more; the tests of a module take a fourth of that on one core."""

_OF_GAME: Final = "tests/game/test_game_rules.py tests/game/test_game_end.py"
_OF_KERNELS: Final = (
    "tests/search/test_bounds.py tests/search/test_find_plays_cases.py"
    " tests/batch/test_batch_solve.py tests/search/test_find_plays.py"
    " -k not(real_list)and(not(on_who))and(not(every_pattern))and(not(every_set))"
)
TESTS: Final = {
    "rules/referee.py": "tests/rules/test_referee.py",
    "game/rules.py": f"{_OF_GAME} tests/game/test_game_machine.py",
    "game/table_rules.py": f"{_OF_GAME} tests/game/test_game_machine.py",
    "game/records/record.py": (
        "tests/game/test_game_writing.py tests/game/test_game_record.py"
        " tests/game/test_game_tampering.py"
        " -k not(cut_anywhere)and(not(interrupted))and(not(changed_byte))"
    ),
    **{
        f"_kernels/{name}.py": _OF_KERNELS
        for name in (
            "pairs",
            "search_many",
            "search_one",
            "desk",
            "score",
            "shortlist",
            "packed_play",
            "lay",
            "walk",
            "count",
        )
    },
}
"""By module, what pytest is given."""

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}  # fmt: skip


_CHANGED: Final = (ast.Compare, ast.BoolOp, ast.BinOp, ast.AugAssign, ast.UnaryOp)


@dataclass(frozen=True)
class Mutant:
    """A module with one fault."""

    module: str
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before}  ->  {self.after}"


def mutants_of(module: str, text: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree = ast.parse(text)
    found = []
    for number, statement in enumerate(_places(tree)):
        for variant in itertools.count():
            mutated = copy.deepcopy(tree)
            node = list(_places(mutated))[number]
            before = ast.unparse(node)
            if not _change(node, variant):
                break
            line = getattr(statement, "lineno", 0)
            source = ast.unparse(ast.fix_missing_locations(mutated))
            found.append(Mutant(module, line, before, ast.unparse(node), source))
    return found


def _places(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that can be changed: none in messages, annotations and default arguments."""
    if isinstance(tree, ast.JoinedStr | ast.arguments | ast.Raise):
        return
    is_number = isinstance(tree, ast.Constant) and type(tree.value) in (int, bool)
    if is_number or isinstance(tree, _CHANGED):
        yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _places(child)


def _change(node: ast.AST, variant: int) -> bool:
    """Makes the change of this number; False if there is none."""
    match node:
        case ast.Compare() if variant < len(node.ops):
            node.ops[variant] = _COMPARISONS[type(node.ops[variant])]()
        case ast.BoolOp() if variant == 0:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp() | ast.AugAssign() if variant == 0 and type(node.op) in _OPERATORS:
            node.op = _OPERATORS[type(node.op)]()
        case ast.UnaryOp(op=ast.Not()) if variant == 0:
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool(value)) if variant == 0:
            node.value = not value
        case ast.Constant(value=int(value)) if variant < 2 and type(value) is int:
            node.value = value + (1, -1)[variant]
        case _:
            return False
    return True


def _import_what_is_slow() -> None:
    """Import the libraries that every run of the tests imports, but nothing of the package."""
    import hypothesis  # noqa: F401
    import numba  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401


def _run_tests(folder: Path, arguments: list[str]) -> None:
    import pytest

    sys.path.insert(0, str(folder))
    os.chdir(folder)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    # It does not matter that hypothesis was imported before.
    quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-p", "no:cacheprovider"]
    failed = pytest.main(["-x", "-q", *quiet, *arguments])
    os._exit(int(failed))


def is_killed(folder: Path, module: str, source: str) -> bool:
    """Do the tests of the module fail with this source, or not end?"""
    path = folder / PACKAGE / module
    original = path.read_text("utf-8")
    path.write_text(source, "utf-8")
    files, _, chosen = TESTS[module].partition(" -k ")
    arguments = [*files.split(), *(["-k", chosen] if chosen else [])]
    run = multiprocessing.get_context("fork").Process(target=_run_tests, args=(folder, arguments))
    try:
        run.start()
        run.join(SECONDS)
        if run.is_alive():
            run.kill()
            run.join()
            return True
        return run.exitcode != 0
    finally:
        path.write_text(original, "utf-8")


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A copy of the package and its tests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unwanted = shutil.ignore_patterns("__pycache__", ".*")
        for part in (PACKAGE, "tests"):
            shutil.copytree(ROOT / part, folder / part, ignore=unwanted)
        (folder / "wordlists").symlink_to(ROOT / "wordlists")
        shutil.copy(ROOT / "pyproject.toml", folder)
        yield folder


def main() -> None:
    parser = argparse.ArgumentParser(description="Which small faults do the tests let live?")
    parser.add_argument("modules", nargs="*", default=list(TESTS), help="such as game/rules.py")
    parser.add_argument("--sample", type=int, default=10, help="of each module; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    options = parser.parse_args()
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    _import_what_is_slow()
    sound: set[str] = set()
    with copied() as folder:
        for module in options.modules:
            text = (folder / PACKAGE / module).read_text("utf-8")
            mutants = mutants_of(module, text)
            if TESTS[module] not in sound and is_killed(folder, module, text):
                raise SystemExit(f"{module}: the tests fail as it is")
            sound.add(TESTS[module])
            rng = random.Random(f"{options.seed} {module}")
            n = min(options.sample or len(mutants), len(mutants))
            alive = []
            for mutant in rng.sample(mutants, n):
                if not is_killed(folder, module, mutant.source):
                    alive.append(mutant)
                    print(f"  alive: {mutant}", flush=True)  # noqa: T201
            print(f"{module}: {n} of {len(mutants)} mutants, {n - len(alive)} killed", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
