"""The files of the findings: data, pictures, and the page that is filled with what they say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from .drawing import LOOKS
from .estimates import Data
from .finding import FOUND, PEOPLE, Finding

FOLDER: Final = Path(__file__).parents[2] / "docs"
TEMPLATES: Final = ("findings.md", "how-to-win.md")
"""Pages of the documentation, made from the files of these names in this folder."""


def data_file(name: str, folder: Path) -> Path:
    """The file with the data of a finding."""
    return folder / "findings" / f"{name}.json"


def write_data(name: str, data: Data, folder: Path) -> None:
    """Keeps the data of a finding."""
    path = data_file(name, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, allow_nan=False) + "\n", "utf-8")


def read_data(finding: Finding, folder: Path) -> Data:
    """The data of a finding, and how they were made; of one that compares, those it looks at."""
    data: dict[str, Data] = {
        name: json.loads(data_file(name, folder).read_text("utf-8"))
        for name in finding.compares or [finding.name]
    }
    if not finding.compares:
        return data[finding.name]
    made = data[finding.compares[0]]
    found = {name: {words: of[words] for words in (FOUND, PEOPLE)} for name, of in data.items()}
    return {**made, FOUND: found}


def digest_of(data: Data) -> str:
    """By which a picture says what it was drawn from."""
    return hashlib.sha256(json.dumps(data[FOUND], sort_keys=True).encode("ascii")).hexdigest()


def write_pictures(finding: Finding, data: Data, folder: Path) -> None:
    """Draws the pictures of a finding, each for light and for dark pages."""
    import matplotlib as mpl

    for name, draw in finding.pictures.items():
        for look in LOOKS:
            settings: Any = {
                "svg.fonttype": "none",
                "svg.hashsalt": name,
                "font.family": ["DejaVu Sans", "sans-serif"],
            }
            with mpl.rc_context(settings):
                draw(data[FOUND], look).savefig(
                    picture_file(name + look.suffix, folder),
                    metadata={"Date": None, "Description": digest_of(data)},
                )


def picture_file(name: str, folder: Path) -> Path:
    """The file of a picture."""
    return folder / "findings" / f"{name}.svg"


def fill(findings: Mapping[str, Finding], data: Mapping[str, Data], page: str) -> str:
    """A page: the words of its template with what the data say.

    A figure in braces is of players who know all words, one of `people` of those who know common
    words.
    """
    texts: dict[str, object] = {}
    people: dict[str, str] = {}
    for name, finding in findings.items():
        texts |= finding.texts(data[name][FOUND])
        if finding.of_people:
            people |= finding.texts(data[name][PEOPLE])
        texts[f"{name}_made"] = (
            f"`{data[name]['command']}`, {data[name]['date']}, seed {data[name]['seed']}"
        )
    texts["people"] = people
    texts["date"] = max(of["date"] for of in data.values())
    return (Path(__file__).parent / page).read_text("utf-8").format_map(texts)
