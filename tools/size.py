"""Count the code by folder, and how it differs from another commit.

    python tools/size.py            # beside the main branch
    python tools/size.py v1.0.0     # beside another commit

Every text file that is code counts: Python, scripts, styles, pages; blank lines and comments too.
Beside lines and files stands what shows whether a tree got smaller or only denser: statements of
Python, the widest line of scripts and styles, and lines of docstrings and comments for 100 of code.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "letter_tycoon_solver"
SCRIPTS_AND_STYLES: Final = {".js", ".mjs", ".ts", ".css"}
CODE: Final = {".py", ".html", *SCRIPTS_AND_STYLES}
PLACES: Final = (PACKAGE, "tests", "benchmarks", "docs", "examples", "tools", "wordlists")
TOTALS: Final = {"the package": (PACKAGE,), "all but tests": tuple({*PLACES} - {"tests"})}
"""A move from the package to another place changes nothing in the second."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a file, or of several."""

    lines: int = 0
    files: int = 0
    statements: int = 0
    widest: int = 0
    """The characters of the longest line of scripts and styles."""
    said: int = 0
    """Lines of docstrings and comments in Python."""
    coded: int = 0
    """Its other lines that are not blank."""

    def __add__(self, other: Size) -> Size:
        return Size(
            self.lines + other.lines,
            self.files + other.files,
            self.statements + other.statements,
            max(self.widest, other.widest),
            self.said + other.said,
            self.coded + other.coded,
        )


def size_of(path: str, text: str) -> Size:
    """Return the size of one file."""
    lines = text.splitlines()
    suffix = PurePosixPath(path).suffix
    if suffix != ".py":
        widest = max(map(len, lines), default=0) if suffix in SCRIPTS_AND_STYLES else 0
        return Size(len(lines), 1, widest=widest)
    nodes = list(ast.walk(ast.parse(text)))
    said = {number for node in nodes for number in docstring_lines(node)}
    said |= comment_lines(text)
    written = {number for number, line in enumerate(lines, 1) if line.strip()}
    statements = sum(isinstance(node, ast.stmt) for node in nodes)
    return Size(len(lines), 1, statements, 0, len(said), len(written - said))


def docstring_lines(node: ast.AST) -> Iterable[int]:
    """Return the numbers of the lines of a text that stands by itself."""
    match node:
        case ast.Expr(value=ast.Constant(value=str()), end_lineno=int(end)):
            return range(node.lineno, end + 1)
    return ()


def comment_lines(text: str) -> set[int]:
    """Return the numbers of the lines that are nothing but a comment."""
    return {
        token.start[0]
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
    }


def sizes(files: Iterable[tuple[str, str]]) -> dict[str, Size]:
    """Return the size of each room: "letter_tycoon_solver/game", or "tests"; and the totals."""
    found: dict[str, Size] = {}
    for path, text in files:
        place, *parts = PurePosixPath(path).parts
        room = f"{place}/{parts[0]}" if place == PACKAGE and len(parts) > 1 else place
        totals = (total for total, places in TOTALS.items() if place in places)
        size = size_of(path, text)
        for name in (room, *totals):
            found[name] = found.get(name, Size()) + size
    return found


def counts(path: str) -> bool:
    """Return True for a file that counts."""
    return PurePosixPath(path).suffix in CODE and PurePosixPath(path).parts[0] in PLACES


def files_here() -> Iterator[tuple[str, str]]:
    """Yield path and text of the files in the working tree that git knows or would add."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").decode()
    for path in listed.split("\0"):
        if path and counts(path) and (ROOT / path).exists():
            yield path, (ROOT / path).read_text("utf-8")


def files_at(commit: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit))) as archive:
        for member in archive:
            content = archive.extractfile(member) if counts(member.name) else None
            if content is not None:
                yield member.name, content.read().decode()


def git(*args: str) -> bytes:
    """Return what git prints."""
    return subprocess.run(["git", *args], cwd=ROOT, capture_output=True, check=True).stdout


def table(here: dict[str, Size], before: dict[str, Size]) -> Iterator[str]:
    """Yield a line for each room, then for the totals, with the differences where there are any."""
    yield f"{'':<30}{'lines':>16}{'files':>12}{'statements':>16}{'widest':>8}{'said':>6}"
    for room in sorted({*here, *before}, key=lambda room: (room in TOTALS, room)):
        size, old = here.get(room, Size()), before.get(room, Size())
        share = f"{100 * size.said / size.coded:.0f}" if size.coded else ""
        yield (
            f"{room:<30}{size.lines:>9,}{difference(size.lines, old.lines):>7}"
            f"{size.files:>6}{difference(size.files, old.files):>6}"
            f"{size.statements:>9,}{difference(size.statements, old.statements):>7}"
            f"{size.widest or '':>8}{share:>6}"
        )


def difference(here: int, before: int) -> str:
    """Return how much more there is here; nothing if it is the same."""
    return f"{here - before:+,}" if here != before else ""


def main() -> None:
    """Print the table."""
    commit = sys.argv[1] if len(sys.argv) > 1 else "main"
    try:
        before = sizes(files_at(commit))
    except subprocess.CalledProcessError:
        sys.exit(f"git knows no {commit}; give a commit, a branch or a tag")
    print("\n".join(line.rstrip() for line in table(sizes(files_here()), before)))


if __name__ == "__main__":
    main()
