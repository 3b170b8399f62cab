"""The notes of a release, out of CHANGELOG.md.

    python tools/release_notes.py [VERSION]

Without a section for the version, or without a version, they are what is unreleased.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

CHANGELOG: Final = Path(__file__).parents[1] / "CHANGELOG.md"
_SECTION: Final = re.compile(r"^## (\S+).*\n((?:(?!## ).*\n)*)", re.MULTILINE)


def notes(changelog: str, version: str = "") -> str:
    """Return the section of a version, its headings one level up."""
    sections = dict(_SECTION.findall(changelog))
    text = sections.get(version) or sections["Unreleased"]
    return re.sub(r"^#(#+ )", r"\1", text.strip() + "\n", flags=re.MULTILINE)


if __name__ == "__main__":
    print(notes(CHANGELOG.read_text("utf-8"), *sys.argv[1:]), end="")
