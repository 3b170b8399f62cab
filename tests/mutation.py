"""Do the tests notice small faults? Plants them in a copy of the tree, one at a time.

    python tests/mutation.py                             # the faults of tests/faults.csv
    python tests/mutation.py --folder game --folder cli  # those in these folders of the package
    python tests/mutation.py --draw 20 --seed 7          # others, of these folders or of all
    python tests/mutation.py --marked "not soak"         # with the slow tests too

A fault is one operator, number or truth value changed, a condition turned round, a call or an
argument left out. It is named by its function and expression, so that it is found again when lines
move; `--list` prints the faults, as the file has them, and judges none.

The tests of a fault's folder run first, until one fails: for kernels, as plain Python. The faults
that live are then planted together, and all tests run once; those that fail run again with each
fault alone. A test that fails without the fault, too, does not count.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import copy
import csv
import itertools
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "letter_tycoon_solver"
FAULTS: Final = Path(__file__).with_name("faults.csv")
SECONDS: Final = 1200
"""The processor time of one process of the tests: a fault may make it run for ever."""
HOURS: Final = 2
"""The time of a run of all tests on a busy machine."""

KERNEL_TESTS: Final = (ROOT / "tests" / "kernels.txt").read_text("utf-8").split()
"""These run with kernels that are plain Python in some minutes."""

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One small change, by what it changes: the n-th such expression of a function, from 1."""

    module: str
    function: str
    before: str
    after: str
    number: int

    @property
    def folder(self) -> str:
        """The folder of the package; "." is for what lies beside the folders."""
        return self.module.partition("/")[0] if "/" in self.module else "."

    def __str__(self) -> str:
        which = f" ({self.number})" if self.number > 1 else ""
        return f"{self.module} {self.function}: {self.before}  ->  {self.after}{which}"


@dataclass(frozen=True)
class Edit:
    """Another text for the bytes of a module from one place to another."""

    start: int
    end: int
    text: bytes


def faults_of(module: str, source: bytes) -> dict[Fault, Edit]:
    """Every fault that can be planted in a module, and how."""
    found: dict[Fault, Edit] = {}
    starts = list(itertools.accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, around, place in _places(ast.parse(source)):
        for node, changed in _changes(place):
            # A number says little where it is not seen what it is for.
            shown = around if isinstance(node, ast.Constant) else node
            named = (function, ast.unparse(shown), ast.unparse(_put(changed, node, shown)))
            seen[named] += 1
            found[Fault(module, *named, seen[named])] = _edit(starts, node, changed)
    return found


def _places(
    node: ast.AST, function: str = "", around: ast.AST | None = None
) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """The nodes that may be changed, with the function and the expression they are in.

    There are none in messages, in annotations and in what only type checkers read.
    """
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    yield function, around or node, node
    if isinstance(node, _SHOWN):
        around = node
    elif isinstance(node, ast.stmt):
        around = None
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _places(child, function, around)


_SHOWN: Final = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.keyword, ast.Compare, ast.BinOp,
    ast.Call, ast.Subscript, ast.BoolOp, ast.IfExp, ast.arguments, ast.Tuple, ast.List,
)  # fmt: skip
"""The nodes that are shown around a number."""


def _put(new: ast.AST, old: ast.AST, tree: ast.AST) -> ast.AST:
    """The tree with another node in the place of one."""
    if tree is old:
        return new
    tree = copy.copy(tree)
    for name, value in ast.iter_fields(tree):
        if isinstance(value, ast.AST):
            setattr(tree, name, _put(new, old, value))
        elif isinstance(value, list):
            parts = [_put(new, old, one) if isinstance(one, ast.AST) else one for one in value]
            setattr(tree, name, parts)
    return tree


Change = tuple[ast.expr | ast.stmt, ast.AST]
"""A node, and what stands in its place."""


def _changes(node: ast.AST) -> Iterator[Change]:
    """Every change of a node, or of the condition that it asks."""
    match node:
        case ast.BoolOp(op=op):
            yield _changed(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, operand
        case ast.Constant(value=bool(value)):
            yield _changed(node, value=not value)
        case ast.Constant(value=int(value)):
            yield _changed(node, value=value + 1)
            yield _changed(node, value=value - 1)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, ast.Pass()
        case ast.Call(keywords=keywords):
            for one in keywords:
                yield _changed(node, keywords=[other for other in keywords if other is not one])
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                yield test, ast.UnaryOp(ast.Not(), test)
        case _:
            yield from _changes_of_operators(node)


def _changes_of_operators(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                others = [*ops[:place], _COMPARISONS[type(op)](), *ops[place + 1 :]]
                yield _changed(node, ops=others)
        case ast.BinOp(op=op, right=right) if type(op) in _OPERATORS and not _is_type(right):
            yield _changed(node, op=_OPERATORS[type(op)]())
        case ast.AugAssign(op=op) if type(op) in _OPERATORS:
            yield _changed(node, op=_OPERATORS[type(op)]())


def _changed(node: ast.expr | ast.stmt, **parts: object) -> Change:
    changed = copy.copy(node)
    for name, value in parts.items():
        setattr(changed, name, value)
    return node, changed


def _is_type(node: ast.expr) -> bool:
    """Is this the name of a class, or None, as in `int | None`?"""
    name = ast.unparse(node).rpartition(".")[2]
    return name == "None" or hasattr(builtins, name) or re.match("[A-Z]+[a-z]", name) is not None


def _edit(starts: Sequence[int], node: ast.expr | ast.stmt, changed: ast.AST) -> Edit:
    """Puts another node in the place of one, in a module whose lines start there."""
    assert node.end_lineno
    assert node.end_col_offset
    text = ast.unparse(changed)
    return Edit(
        starts[node.lineno - 1] + node.col_offset,
        starts[node.end_lineno - 1] + node.end_col_offset,
        (f"({text})" if isinstance(node, ast.expr) else text).encode(),
    )


def edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    """The source with these edits, which lie apart."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        source = source[: edit.start] + edit.text + source[edit.end :]
    return source


class Tree:
    """A copy of a checkout, to plant faults in."""

    def __init__(self, checkout: Path, folder: Path, marked: str, jobs: int) -> None:
        unwanted = shutil.ignore_patterns("__pycache__", ".*_cache", ".git", ".venv", "build")
        shutil.copytree(checkout, folder / "tree", ignore=unwanted, symlinks=True)
        self.folder = folder / "tree"
        self.marked = ["-m", marked] if marked else []
        self.all_tests = [f"-n{jobs}", "--dist=worksteal"]
        self._cache = folder / "cache"
        self._listed = folder / "tests.txt"
        self.edits: dict[Fault, Edit] = {}
        """Every fault that can be planted in the package, and how."""
        for path in sorted((self.folder / PACKAGE).rglob("*.py")):
            module = path.relative_to(self.folder / PACKAGE).as_posix()
            self.edits |= faults_of(module, path.read_bytes())

    @contextmanager
    def planted(self, faults: Iterable[Fault]) -> Iterator[None]:
        """Change the modules as long as the block of the `with` runs."""
        by_path: dict[Path, list[Edit]] = {}
        for fault in faults:
            path = self.folder / PACKAGE / fault.module
            by_path.setdefault(path, []).append(self.edits[fault])
        sound = {path: (path.read_bytes(), path.stat()) for path in by_path}
        for path, edits in by_path.items():
            path.write_bytes(edited(sound[path][0], edits))
        try:
            yield
        finally:
            for path, (source, status) in sound.items():
                path.write_bytes(source)
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def own_tests(self, fault: Fault) -> tuple[list[str], dict[str, str]]:
        """The tests of the fault's folder, or of its module; and variables for them."""
        if fault.folder == "_kernels":
            return self._there(KERNEL_TESTS), {"NUMBA_DISABLE_JIT": "1"}
        if fault.folder == ".":
            own = f"tests/test_{fault.module.lstrip('_')}"
            return self._there([own, "tests/test_files.py"]), {}
        return self._there([f"tests/{fault.folder.lstrip('_')}"]), {}

    def _there(self, tests: Iterable[str]) -> list[str]:
        return [test for test in tests if (self.folder / test).exists()]

    def failures(self, faults: Sequence[Fault], *arguments: str, **variables: str) -> list[str]:
        """The tests that fail with these faults and not without; or how the run ended."""
        with self.planted(faults):
            found = self._failures(arguments, variables)
        if not are_tests(found):
            return found
        unsound = self._failures(self.these(found), variables)
        return [test for test in found if test not in unsound]

    def these(self, tests: Sequence[str]) -> list[str]:
        """The arguments of pytest for some tests."""
        self._listed.write_text("\n".join(tests), "utf-8")
        return [f"@{self._listed}"]

    def _failures(self, arguments: Sequence[str], variables: dict[str, str]) -> list[str]:
        shutil.rmtree(self._cache, ignore_errors=True)
        options = ["-q", "--tb=no", "--hypothesis-seed=0", "-o", f"cache_dir={self._cache}"]
        try:
            code = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *self.marked, *arguments],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(self.folder), **variables},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                preexec_fn=_limit_processor,
                timeout=HOURS * 3600,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return ["it does not end"]
        failed = self._cache / "v" / "cache" / "lastfailed"
        if code and failed.exists():
            return list(json.loads(failed.read_text("utf-8")))
        return [f"pytest ends with {code}"] if code else []


def are_tests(found: Sequence[str]) -> bool:
    """True for tests that failed, False for how a run ended."""
    return bool(found) and found[0].startswith("tests/")


def _limit_processor() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def read(path: Path) -> list[Fault]:
    """The faults of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Fault(row["module"], row["function"], row["before"], row["after"], int(row["number"]))
            for row in csv.DictReader(file)
        ]


def write(faults: Sequence[Fault]) -> None:
    """Print faults, as a file has them."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(field.name for field in fields(Fault))
    rows.writerows(map(astuple, faults))


def found_again(fault: Fault, faults: Iterable[Fault]) -> Fault | None:
    """The fault, or the same one in the module that its function has moved to."""
    same = [one for one in faults if replace(one, module="") == replace(fault, module="")]
    if fault in same:
        return fault
    return same[0] if len(same) == 1 else None


def judge(faults: Sequence[Fault], tree: Tree) -> None:
    """Print what becomes of each fault, then how many of each folder are caught."""
    found = {one: found_again(one, tree.edits) for one in faults}
    for one in faults:
        if found[one] is None:
            print(f"gone    {one}", flush=True)
    here = [fault for fault in found.values() if fault]
    alive = []
    for fault in here:
        tests, variables = tree.own_tests(fault)
        if tests and (failed := tree.failures([fault], "-x", *tests, **variables)):
            print(f"caught  {fault}\n        by {failed[0]}", flush=True)
        else:
            alive.append(fault)
    living = []
    for group in apart(alive, tree.edits):
        failing = tree.failures(group, *tree.all_tests)
        tests = tree.these(failing) if are_tests(failing) else tree.all_tests
        for fault in group:
            if failing and (failed := tree.failures([fault], "-x", *tests)):
                print(f"caught  {fault}\n        by {failed[0]}, elsewhere", flush=True)
            else:
                print(f"ALIVE   {fault}", flush=True)
                living.append(fault)
    table(here, living)


def apart(faults: Iterable[Fault], edits: Mapping[Fault, Edit]) -> list[list[Fault]]:
    """Groups that can be planted together: no edit of a group lies in another one."""
    groups: list[list[Fault]] = []
    for fault in faults:
        edit = edits[fault]
        for group in groups:
            others = [edits[other] for other in group if other.module == fault.module]
            if all(edit.end <= other.start or other.end <= edit.start for other in others):
                group.append(fault)
                break
        else:
            groups.append([fault])
    return groups


def table(faults: Sequence[Fault], living: Sequence[Fault]) -> None:
    """Print how many faults of each folder are caught."""
    judged, alive = (Counter(fault.folder for fault in some) for some in (faults, living))
    for folder, number in judged.items():
        print(f"{folder:<16}{number - alive[folder]:>4} of {number:>3} caught")
    print(f"{'all':<16}{len(faults) - len(living):>4} of {len(faults):>3} caught")


def main() -> None:
    parser = argparse.ArgumentParser(description="Do the tests notice small faults?")
    parser.add_argument("--folder", action="append", help='of the package, such as game; "." too')
    parser.add_argument("--faults", type=Path, default=FAULTS, help="another file of faults")
    parser.add_argument("--draw", type=int, help="this number of faults, instead of the file's")
    parser.add_argument("--seed", type=int, default=1, help="of the faults that are drawn")
    parser.add_argument("--marked", default="", help="which tests, as pytest's -m; else the quick")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes for all tests")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="another tree to judge")
    parser.add_argument("--list", action="store_true", help="print the faults, and judge none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(options.checkout, Path(folder), options.marked, options.jobs)
        faults = list(tree.edits) if options.draw else read(options.faults)
        faults = [one for one in faults if one.folder in (options.folder or [one.folder])]
        if options.draw:
            faults = random.Random(options.seed).sample(faults, options.draw)
        if options.list:
            write(faults)
        else:
            judge(faults, tree)


if __name__ == "__main__":
    main()
