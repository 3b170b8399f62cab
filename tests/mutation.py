"""Do the tests notice small faults? Plants them in a copy of the tree, one at a time.

    python tests/mutation.py                             # the faults of tests/faults.csv
    python tests/mutation.py --folder game --folder cli  # those in these folders of the package
    python tests/mutation.py --draw 20 --seed 7          # others, spread over the folders
    python tests/mutation.py --marked "not soak"         # with the slow tests too

A fault is one operator, number or truth value changed, a condition turned round, a call or an
argument left out. It is named by its function and expression, so that it is found again when lines
move; `--list` prints the faults, as the file has them, and judges none.

The tests of the fault's folder run first, until one fails; then all tests. Kernels run as plain
Python first, where that can be done in minutes, and then compiled with the fault.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import copy
import csv
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "letter_tycoon_solver"
FAULTS: Final = Path(__file__).with_name("faults.csv")
SECONDS: Final = 1200
"""The processor time of one process of the tests: a fault may make it run for ever."""
HOURS: Final = 3
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


def faults_of(module: str, source: str) -> dict[Fault, str]:
    """Every fault that can be planted in a module, with the source that has it."""
    found: dict[Fault, str] = {}
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, around, place in _places(ast.parse(source)):
        for node, changed in _changes(place):
            # A number says little where it is not seen what it is for.
            shown = around if isinstance(node, ast.Constant) else node
            named = (function, ast.unparse(shown), ast.unparse(_put(changed, node, shown)))
            seen[named] += 1
            found[Fault(module, *named, seen[named])] = _with(source, node, changed)
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


def _with(source: str, node: ast.expr | ast.stmt, changed: ast.AST) -> str:
    """The source with another node in the place of one; the rest stays as it is written."""
    assert node.end_lineno
    assert node.end_col_offset
    text = ast.unparse(changed)
    if isinstance(node, ast.expr):
        text = f"({text})"
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()


class Tree:
    """A copy of a checkout, to plant faults in."""

    def __init__(self, checkout: Path, folder: Path, marked: str, jobs: int) -> None:
        unwanted = shutil.ignore_patterns("__pycache__", ".*_cache", ".git", ".venv", "build")
        shutil.copytree(checkout, folder, ignore=unwanted, symlinks=True, dirs_exist_ok=True)
        self.folder = folder
        self.package = folder / PACKAGE
        self.marked = ["-m", marked] if marked else []
        self.jobs = jobs

    def faults(self) -> dict[Fault, str]:
        """Every fault that can be planted in the package, with its module's source."""
        found: dict[Fault, str] = {}
        for path in sorted(self.package.rglob("*.py")):
            module = path.relative_to(self.package).as_posix()
            found |= faults_of(module, path.read_text("utf-8"))
        return found

    def first_failure(self, fault: Fault, source: str) -> str | None:
        """The test that notices the fault, or how the run ended; None if the fault lives."""
        path = self.package / fault.module
        original, times = path.read_bytes(), path.stat()
        path.write_text(source, "utf-8")
        try:
            for tests, variables in self.runs(fault.folder):
                if failed := self.failure(tests, variables):
                    return failed
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return None

    def runs(self, folder: str) -> Iterator[tuple[list[str], dict[str, str]]]:
        """For a fault in a folder, run by run: the arguments of pytest, and variables."""
        if folder == "_kernels":
            yield self.there(KERNEL_TESTS), {"NUMBA_DISABLE_JIT": "1"}
        elif folder == ".":
            yield sorted(str(path) for path in self.folder.glob("tests/test_*.py")), {}
        else:
            yield self.there([f"tests/{folder.lstrip('_')}"]), {}
        yield [f"-n{self.jobs}", "--dist=worksteal"], {}

    def there(self, tests: Sequence[str]) -> list[str]:
        """Those of the tests that the checkout has."""
        return [test for test in tests if (self.folder / test).exists()]

    def failure(self, arguments: list[str], variables: dict[str, str]) -> str | None:
        """The first test that fails, or how the run ended; None if all pass."""
        command = [sys.executable, "-m", "pytest", "-qx", "--hypothesis-seed=0", "--tb=no"]
        with tempfile.TemporaryFile("w+") as output:
            try:
                code = subprocess.run(
                    [*command, *self.marked, *arguments],
                    cwd=self.folder,
                    env={**os.environ, "PYTHONPATH": str(self.folder), **variables},
                    stdout=output,
                    stderr=output,
                    preexec_fn=_limit_processor,
                    timeout=HOURS * 3600,
                    check=False,
                ).returncode
            except subprocess.TimeoutExpired:
                return "it did not end"
            output.seek(0)
            failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", output.read(), re.MULTILINE)
        if code == 0:
            return None
        return failed.group(1) if failed else f"pytest ended with {code}"


def _limit_processor() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def drawn(faults: Sequence[Fault], number: int, seed: int) -> list[Fault]:
    """A sample over the folders: half of it evenly, half by how much can be planted in each."""
    rng = random.Random(seed)
    by_folder: dict[str, list[Fault]] = {}
    for fault in faults:
        by_folder.setdefault(fault.folder, []).append(fault)
    shares = {
        folder: number / 2 / len(by_folder) + number / 2 * len(found) / len(faults)
        for folder, found in by_folder.items()
    }
    wanted = Counter({folder: int(share) for folder, share in shares.items()})
    largest_rest = sorted(shares, key=lambda folder: shares[folder] % 1, reverse=True)
    wanted.update(largest_rest[: number - wanted.total()])
    return [
        fault
        for folder, found in by_folder.items()
        for fault in sorted(rng.sample(found, wanted[folder]), key=found.index)
    ]


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
    sources = tree.faults()
    caught: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    for one in faults:
        fault = found_again(one, sources)
        if fault is None:
            print(f"gone    {one}", flush=True)
            continue
        failed = tree.first_failure(fault, sources[fault])
        judged[fault.folder] += 1
        caught[fault.folder] += failed is not None
        print(f"caught  {fault}\n        by {failed}" if failed else f"ALIVE   {fault}", flush=True)
    for folder, number in judged.items():
        print(f"{folder:<16}{caught[folder]:>4} of {number:>3} caught")
    print(f"{'all':<16}{caught.total():>4} of {judged.total():>3} caught")


def main() -> None:
    parser = argparse.ArgumentParser(description="Do the tests notice small faults?")
    parser.add_argument("--folder", action="append", help='of the package, such as game; "." too')
    parser.add_argument("--draw", type=int, help="this number of faults, instead of the file's")
    parser.add_argument("--seed", type=int, default=1, help="of the faults that are drawn")
    parser.add_argument("--marked", default="", help="which tests, as pytest's -m; else the quick")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes for all tests")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="another tree to judge")
    parser.add_argument("--list", action="store_true", help="print the faults, and judge none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(options.checkout, Path(folder), options.marked, options.jobs)
        every = list(tree.faults())
        faults = drawn(every, options.draw, options.seed) if options.draw else read(FAULTS)
        faults = [one for one in faults if one.folder in (options.folder or [one.folder])]
        if options.list:
            write(faults)
        else:
            judge(faults, tree)


if __name__ == "__main__":
    main()
