"""Rebuild the definitions in letter_tycoon_solver/definitions/data from WordNet 3.0.

WordNet is taken from the Debian package wordnet-base: fetched with apt-get, or given as a file with
--deb, or as the folder where the installed package has it with --folder. The rebuilt files must
have the sha256 written below, or nothing is written. lookup.py there describes the format. The
script needs this package and its dependencies, as an editable installation has them.

What is kept, of single words of the letters A to Z, hyphens left out (hoe-down is hoedown):

- the lemmas that a word of enable.txt leads to. Lemmas with a hyphen are kept where nothing else
  explains the word, and then capitalised ones (Chicano); no single persons, places and acronyms;
- of a lemma as a noun, as a verb and so on, the first sense, and up to two more of those that
  WordNet's tagged texts have. Senses are in WordNet's order, the most frequent first;
- of a sense the gloss, without examples.

Exit codes: 0 done; 1 --check found a file that differs; 2 the definitions could not be rebuilt.
"""

# ruff: noqa: T201 - a script, whose output is what it prints

import argparse
import hashlib
import re
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import marisa_trie
from rebuild import RebuildError, Source, obtain, run, settle

from letter_tycoon_solver.definitions.lookup import (
    CHECKSUM_BYTES,
    MAX_SENSES,
    MIN_LEMMA_LENGTH,
    PATH,
    Dictionary,
    PartOfSpeech,
    Reading,
    head,
    readings,
)

LISTS = ("enable.txt", "common.txt")
DEB = Source(
    "wordnet-base_1%3a3.0-37_all.deb",
    "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    "--deb",
    ("apt-get", "download", "wordnet-base=1:3.0-37"),
)
SHA256 = "bd4c4559a58a9b67849c12ec7d40b9479f910922ca9c88a6383fb7009befcae4"
LICENSE_SHA256 = "a1d9f9278816e5d55c7d35f356f5a86974408858f1d9cf4b7160ff827f93fc85"
LICENSE_NAME = "WORDNET-LICENSE.txt"
NUM_TRIES = 40
"""Nested tries share the ends of glosses: more of them make the file no smaller."""

FILES: Final = {
    PartOfSpeech.NOUN: "noun",
    PartOfSpeech.VERB: "verb",
    PartOfSpeech.ADJECTIVE: "adj",
    PartOfSpeech.ADVERB: "adv",
}
SENSE_KEY_PARTS: Final = dict(zip("12345", [*PartOfSpeech, PartOfSpeech.ADJECTIVE], strict=True))
"""By the digit in a sense key of cntlist.rev; 5 is an adjective like another."""
INSTANCE: Final = "@i"
"""The pointer that only a single person, place or thing has."""

PLAIN, HYPHENATED, CAPITALISED = range(3)
Irregular = dict[str, dict[PartOfSpeech, list[str]]]


@dataclass(frozen=True, slots=True)
class Sense:
    """A meaning of a lemma: how it is spelled (PLAIN and so on), in words, how often it is met."""

    spelling: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Synset:
    """A meaning, and the words for it as they are written."""

    words: tuple[str, ...]
    text: str
    is_instance: bool


def database_lines(path: Path) -> Iterator[str]:
    """The lines of a file of WordNet, without the licence at its top."""
    with path.open(encoding="ascii") as file:
        yield from (line for line in file if not line.startswith("  "))


def read_synsets(path: Path) -> dict[str, Synset]:
    """The meanings in a data file by their offset; see wndb(5WN) for its format."""
    found = {}
    for line in database_lines(path):
        head, _, text = line.partition(" | ")
        offset, _, _, n_words, *fields = head.split()
        end = 2 * int(n_words, 16)
        # Adjectives may have their place behind them: galore(ip).
        words = tuple(word.partition("(")[0] for word in fields[:end:2])
        found[offset] = Synset(words, text, INSTANCE in fields[end:])
    return found


def gloss_of(text: str) -> str:
    """The text without its examples, which begin at the first quotation mark outside brackets."""
    for mark in re.finditer('"', text):
        before = text[: mark.start()]
        if before.count("(") <= before.count(")"):
            text = before
            break
    return text.strip(" ;:,\n")


def read_counts(path: Path) -> dict[tuple[str, PartOfSpeech, int], int]:
    """Read how often the tagged texts have a lemma in a sense, by the number of the sense."""
    found = {}
    for line in database_lines(path):
        key, number, count = line.split()
        lemma, _, rest = key.partition("%")
        found[lemma, SENSE_KEY_PARTS[rest[0]], int(number)] = int(count)
    return found


def read_irregular(folder: Path) -> Irregular:
    """By irregular form and part of speech its lemmas."""
    found: Irregular = {}
    for part, name in FILES.items():
        for line in database_lines(folder / f"{name}.exc"):
            form, *lemmas = line.upper().split()
            if all(re.fullmatch("[A-Z]+", word) for word in (form, *lemmas)):
                found.setdefault(form, {}).setdefault(part, []).extend(lemmas)
    return found


def spelling_of(word: str, words: Sequence[str]) -> int | None:
    """The spelling of a word in a synset; None for an acronym."""
    written = [other for other in words if other.lower() == word]
    if word in written:
        return HYPHENATED if "-" in word else PLAIN
    return CAPITALISED if word.capitalize() in written else None


def read_senses(folder: Path) -> dict[Reading, list[Sense]]:
    """All senses of all single words, spelled in the best way they have, in WordNet's order."""
    counts = read_counts(folder / "cntlist.rev")
    found: dict[Reading, list[Sense]] = {}
    for part, name in FILES.items():
        synsets = read_synsets(folder / f"data.{name}")
        for line in database_lines(folder / f"index.{name}"):
            word, _, n_senses, *fields = line.split()
            letters = word.replace("-", "").upper()
            if len(letters) < MIN_LEMMA_LENGTH or not re.fullmatch("[A-Z]+", letters):
                continue
            for number, offset in enumerate(fields[-int(n_senses) :], 1):
                synset = synsets[offset]
                spelling = spelling_of(word, synset.words)
                if spelling is not None and not synset.is_instance:
                    sense = Sense(spelling, synset.text, counts.get((word, part, number), 0))
                    found.setdefault((letters, part), []).append(sense)
    return {reading: best_spelled(senses) for reading, senses in found.items()}


def best_spelled(senses: Sequence[Sense]) -> list[Sense]:
    """Those in the best spelling that one of them has."""
    best = min(sense.spelling for sense in senses)
    return [sense for sense in senses if sense.spelling == best]


def reached(
    words: Iterable[str], senses: Mapping[Reading, Sequence[Sense]], irregular: Irregular
) -> set[Reading]:
    """The readings that the words lead to, each word in the best spelling that one of them has."""
    found: set[Reading] = set()
    for word in words:
        known = {
            reading: senses[reading][0].spelling
            for reading in readings(word, irregular.get(word, {}))
            if reading in senses
        }
        best = min(known.values(), default=PLAIN)
        found.update(reading for reading, spelling in known.items() if spelling == best)
    return found


def chosen(senses: Sequence[Sense]) -> list[Sense]:
    """The senses that are kept of all of a lemma as one part of speech."""
    further = [sense for sense in senses[1:] if sense.count]
    return [senses[0], *further[: MAX_SENSES - 1]]


def content_of(
    senses: Mapping[Reading, Sequence[Sense]], irregular: Irregular, kept: set[Reading]
) -> bytes:
    """The bytes of the file."""
    entries: list[tuple[str, bytes]] = []
    for lemma, part in kept:
        for number, sense in enumerate(chosen(senses[lemma, part]), 1):
            first = head(part, number, sense.count)
            entries.append((lemma, first + gloss_of(sense.text).encode("utf-8")))
    for form, lemmas_by_part in irregular.items():
        for part, lemmas in lemmas_by_part.items():
            # A form that is its own lemma is listed so that no ending is taken off it.
            if form in lemmas or any((lemma, part) in kept for lemma in lemmas):
                entries += [(form, head(part, 0) + lemma.encode("ascii")) for lemma in lemmas]
    trie: bytes = marisa_trie.BytesTrie(
        sorted(entries), num_tries=NUM_TRIES, cache_size=marisa_trie.TINY_CACHE
    ).tobytes()
    return trie + zlib.crc32(trie).to_bytes(CHECKSUM_BYTES, "little")


def license_of(folder: Path) -> bytes:
    """The licence, which stands at the top of each file of the database, with lines numbered."""
    with (folder / "data.noun").open(encoding="ascii") as file:
        lines = [re.sub(r"^ +\d+ ", "", line).rstrip() for line in file if line.startswith("  ")]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def playable_words(name: str) -> list[str]:
    """The words of a shipped list, in upper case, that the game plays."""
    text = (Path(__file__).resolve().parent / name).read_text("ascii")
    return [word for word in text.upper().split() if len(word) > 2]


def rebuild(folder: Path) -> dict[Path, bytes]:
    """The content of each file, from the folder of WordNet's database."""
    try:
        senses, irregular = read_senses(folder), read_irregular(folder)
        license_text = license_of(folder)
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise RebuildError(
            f"{folder} does not hold the database of WordNet 3.0 ({error}): give the folder"
            " usr/share/wordnet of the Debian package wordnet-base"
        ) from error
    kept = reached(playable_words("enable.txt"), senses, irregular)
    content = content_of(senses, irregular, kept)
    for name, data, expected in (
        (PATH.name, content, SHA256),
        (LICENSE_NAME, license_text, LICENSE_SHA256),
    ):
        found = hashlib.sha256(data).hexdigest()
        if found != expected:
            raise RebuildError(
                f"the rebuilt {name} has sha256 {found}, not {expected}: if the recipe was changed"
                " on purpose, change the sha256 in rebuild_definitions.py too"
            )
    return {PATH: content, PATH.with_name(LICENSE_NAME): license_text}


def rebuild_from(deb: Path | None, folder: Path | None) -> dict[Path, bytes]:
    """The content of each file, from what was given or else from the fetched package."""
    if folder is not None:
        return rebuild(folder)
    with tempfile.TemporaryDirectory() as temporary:
        unpacked = Path(temporary)
        package = obtain(DEB, deb, unpacked)
        advice = "install dpkg, which unpacks .deb files, and make room in the temporary folder"
        run(("dpkg-deb", "-x", str(package), str(unpacked)), unpacked, advice)
        return rebuild(unpacked / "usr/share/wordnet")


def coverage(dictionary: Dictionary, name: str) -> str:
    """Say how many words of a list have a definition."""
    words = playable_words(name)
    defined = sum(bool(dictionary.define(word)) for word in words)
    share = defined / len(words)
    return f"{name}: {defined:,} of {len(words):,} words have a definition, {share:.2%}"


def main() -> int:
    """Rebuild or check the definitions as the command line says, and return the exit code."""
    parser = argparse.ArgumentParser(description="Rebuild the definitions from WordNet.")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--deb", type=Path, metavar="PATH", help=f"{DEB.name}, not fetched")
    source.add_argument("--folder", type=Path, metavar="PATH", help="such as /usr/share/wordnet")
    parser.add_argument("--check", action="store_true", help="compare with the files; write none")
    arguments = parser.parse_args()
    exit_code = 0
    try:
        contents = rebuild_from(arguments.deb, arguments.folder)
        for path, content in contents.items():
            outcome, code = settle(path, content, arguments.check)
            exit_code |= code
            print(f"{path.name} {outcome}: {len(content):,} bytes")
        dictionary = Dictionary(contents[PATH])
        for name in LISTS:
            print(coverage(dictionary, name))
    except (RebuildError, OSError) as error:
        print(f"rebuild_definitions.py: {error}", file=sys.stderr)
        return 2
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
