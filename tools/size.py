"""Count lines of code by room, and how they differ from another commit.

    python tools/size.py            # beside the main branch
    python tools/size.py v1.0.0     # beside another commit

A room is a folder of the package, or what lies beside the folders. Lines of Python, JavaScript,
CSS and HTML count, blank ones and comments too.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "letter_tycoon_solver"
SUFFIXES: Final = {".py", ".js", ".css", ".html"}
PLACES: Final = (PACKAGE, "tests", "benchmarks", "docs", "examples", "tools", "wordlists")


def room_of(path: str) -> str:
    """Return the room of a file: "letter_tycoon_solver/game", or "tests"."""
    place, *parts = PurePosixPath(path).parts
    return f"{place}/{parts[0]}" if place == PACKAGE and len(parts) > 1 else place


def counts(path: str) -> bool:
    """Return True for a file whose lines count."""
    return PurePosixPath(path).suffix in SUFFIXES and PurePosixPath(path).parts[0] in PLACES


def lines_here() -> Counter[str]:
    """Lines by room of the files in the working tree that git knows or would add."""
    found: Counter[str] = Counter()
    for path in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if counts(path) and (ROOT / path).exists():
            found[room_of(path)] += (ROOT / path).read_bytes().count(b"\n")
    return found


def lines_at(commit: str) -> Counter[str]:
    """Lines by room of the files of a commit."""
    found: Counter[str] = Counter()
    # -c counts the lines that match: all. A line of the answer is "commit:path:number".
    for line in git("grep", "-c", "", commit, "--", *PLACES).splitlines():
        path, _, number = line.removeprefix(f"{commit}:").rpartition(":")
        if counts(path):
            found[room_of(path)] += int(number)
    return found


def git(*args: str) -> str:
    """Return what git prints."""
    done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def table(here: Counter[str], before: Counter[str]) -> str:
    """Return lines by room, then of the package, with the difference where there is one."""
    rows = [(room, here[room], here[room] - before[room]) for room in sorted({*here, *before})]
    package = [row for row in rows if row[0].startswith(PACKAGE)]
    total, more = sum(row[1] for row in package), sum(row[2] for row in package)
    rows.append(("the package", total, more))
    return "\n".join(
        f"{room:<36}{lines:>8,}{f'{more:+,}' if more else '':>9}" for room, lines, more in rows
    )


def main() -> None:
    """Print the table."""
    commit = sys.argv[1] if len(sys.argv) > 1 else "main"
    try:
        before = lines_at(commit)
    except subprocess.CalledProcessError:
        sys.exit(f"git knows no {commit}; give a commit, a branch or a tag")
    print(table(lines_here(), before))


if __name__ == "__main__":
    main()
