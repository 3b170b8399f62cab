"""The matches of the docs, in matches.json.

Run: python -m benchmarks.matches NAME...

plays matches of the file anew, by their commands, and writes what came of them. Those of an advisor
with --seconds want a quiet machine, and take hours; the others are the same every time.

matches.json   a list of objects: `name`; `command`, of which the first player is the one the
               figures are of; `date`; `games`; `won`, the share of victories, with `low` and `high`
               of its 95 % interval; `lead`, the mean score over that of the average opponent
"""

from __future__ import annotations

import argparse
import datetime
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from .common import FOLDER

FILE: Final = FOLDER / "matches.json"
PROGRAM: Final = [sys.executable, "-m", "letter_tycoon_solver"]


def played(match: dict[str, Any]) -> dict[str, Any]:
    """The match after its command has run."""
    _, *arguments = shlex.split(match["command"])
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "match.json"
        subprocess.run([*PROGRAM, *arguments, "--out", str(out)], check=True)
        first = json.loads(out.read_text("utf-8"))["players"][0]
    return {
        "name": match["name"],
        "command": match["command"],
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "games": first["games"],
        "won": round(first["win_share"], 4),
        "low": round(first["win_share_low"], 4),
        "high": round(first["win_share_high"], 4),
        "lead": round(first["lead"], 2),
    }


def main(arguments: Sequence[str] | None = None, file: Path = FILE) -> int:
    """The command; returns its exit status."""
    matches = json.loads(file.read_text("utf-8"))
    names = [match["name"] for match in matches]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.matches", description="Play matches of the docs anew."
    )
    parser.add_argument("names", nargs="+", metavar="NAME", help=f"of {'; '.join(names)}")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(names):
        parser.error(f"there is no match {', '.join(sorted(unknown))}")
    for at, match in enumerate(matches):
        if match["name"] in given.names:
            matches[at] = played(match)
            file.write_text(json.dumps(matches, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
