"""`define`: the meanings of a word in WordNet 3.0.

data/definitions.marisa is a marisa `BytesTrie`, followed by its CRC-32, little-endian: marisa
misbehaves with a damaged trie. wordlists/rebuild_definitions.py writes it. Keys are words in upper
case. A value is a byte, see `head`, and then the gloss in UTF-8, or the lemma of an irregular form.
"""

from __future__ import annotations

import enum
import functools
import mmap
import operator
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import marisa_trie

from ..errors import DefinitionsError, InvalidInputError
from ..rules.cards import parse_letters

# Lemmas are found as WordNet's "morphy" does, by a list of irregular forms and the endings of
# regular ones: axes as a verb is axe or ax. The caller looks up which of them are words.

MIN_LEMMA_LENGTH: Final = 2
"""A form of at least three letters never has a lemma of one letter."""


class PartOfSpeech(enum.Enum):
    """The part of speech of a definition."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"


Reading = tuple[str, PartOfSpeech]
"""A lemma, in upper case, as one part of speech."""

Endings = tuple[tuple[str, str], ...]
"""The endings of regular forms, each with the ending of its lemma."""

_ENDINGS: Final[Mapping[PartOfSpeech, Endings]] = {
    PartOfSpeech.NOUN: (
        ("S", ""),
        ("SES", "S"),
        ("XES", "X"),
        ("ZES", "Z"),
        ("CHES", "CH"),
        ("SHES", "SH"),
        ("MEN", "MAN"),
        ("IES", "Y"),
    ),
    PartOfSpeech.VERB: (
        ("S", ""),
        ("IES", "Y"),
        ("ES", "E"),
        ("ES", ""),
        ("ED", "E"),
        ("ED", ""),
        ("ING", "E"),
        ("ING", ""),
    ),
    PartOfSpeech.ADJECTIVE: (("ER", ""), ("EST", ""), ("ER", "E"), ("EST", "E")),
    PartOfSpeech.ADVERB: (),
}


def readings(word: str, irregular: Mapping[PartOfSpeech, Sequence[str]]) -> Iterator[Reading]:
    """Yield the possible readings of a word in upper case, each once, and always its own.

    The lemmas of an irregular form are given by part of speech.
    """
    for part, endings in _ENDINGS.items():
        yield word, part
        # Lookups by enum members are slow, and most words have no irregular form.
        lemmas = irregular.get(part) if irregular else None
        for lemma in dict.fromkeys(lemmas or _regular(word, part, endings)):
            if lemma != word:
                yield lemma, part


def _regular(word: str, part: PartOfSpeech, endings: Endings) -> list[str]:
    """Return the lemmas that have the word as a regular form."""
    if part is PartOfSpeech.NOUN and word.endswith("SS"):
        return []
    return [
        word[: -len(ending)] + replacement
        for ending, replacement in endings
        if word.endswith(ending) and len(word) - len(ending) + len(replacement) >= MIN_LEMMA_LENGTH
    ]


PATH: Final = Path(__file__).with_name("data") / "definitions.marisa"
CHECKSUM_BYTES: Final = 4
MAX_SENSES: Final = 3
"""The most definitions of a lemma as one part of speech."""

_PARTS: Final = tuple(PartOfSpeech)
_MAX_FREQUENCY: Final = 15
_FREQUENCY: Final = 0b111100
_SENSE: Final = 0b11


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of a word; `str` formats it as a line.

    Attributes:
        lemma: the dictionary form of the word, in upper case: AXIS for AXES.
        part_of_speech: the part of speech of the lemma.
        gloss: the meaning, in words.
    """

    lemma: str
    part_of_speech: PartOfSpeech
    gloss: str

    def __str__(self) -> str:
        return f"{self.lemma} ({self.part_of_speech.value}): {self.gloss}"

    def to_dict(self) -> dict[str, str]:
        """Return the definition as plain data for JSON."""
        return {
            "lemma": self.lemma,
            "part_of_speech": self.part_of_speech.value,
            "gloss": self.gloss,
        }


def define(word: str) -> tuple[Definition, ...]:
    """Look up a word in WordNet 3.0: the most frequent meanings come first.

    A form of a word has the meanings of each of its lemmas: AXES has those of AXIS, AX and AXE. A
    lemma has up to three meanings as each part of speech. About 60 in 100 words of "enable" have a
    meaning, and 96 in 100 of "common"; all lexicons use the same definitions.

    Args:
        word: letters from A to Z, in any case, whether or not a lexicon has the word.

    Returns:
        The definitions; an empty tuple if WordNet has none.

    Raises:
        InvalidInputError: the word is not a string of one or more letters from A to Z.
        DefinitionsError: the file of the definitions is missing or damaged.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> meaning = lts.define("TYCOON")[0]
        >>> meaning.part_of_speech.value, meaning.gloss
        ('noun', 'a very wealthy or powerful businessman')
    """
    parse_letters(word, "the word")
    if not word:
        raise InvalidInputError("the word is empty; give one of the letters A to Z")
    return _dictionary().define(word.upper())


def head(part: PartOfSpeech, sense: int, count: int = 0) -> bytes:
    """Return the first byte of a value.

    Bits 6 and 7 are the place of the part of speech in `PartOfSpeech`. Bits 2 to 5 are the length
    in bits of the number of times WordNet's tagged texts use the sense, at most 15. Bits 0 and 1
    are the sense, from 1; 0 for an irregular form.
    """
    frequency = min(count.bit_length(), _MAX_FREQUENCY)
    return bytes([_PARTS.index(part) << 6 | frequency << 2 | sense])


class Dictionary:
    """The definitions in the bytes of a file."""

    def __init__(self, content: bytes | mmap.mmap) -> None:
        """Check and map the bytes; ValueError if they are damaged."""
        view = memoryview(content)
        trie, checksum = view[:-CHECKSUM_BYTES], view[-CHECKSUM_BYTES:]
        if not trie or zlib.crc32(trie) != int.from_bytes(checksum, "little"):
            raise ValueError("it is damaged")
        self._trie = marisa_trie.BytesTrie()
        self._trie.map(trie)
        self._mapped = trie
        """The memory that the marisa-trie reads, and does not keep alive."""

    def define(self, word: str) -> tuple[Definition, ...]:
        """Return the definitions of a word in upper case, the most frequent first."""
        values: dict[str, Sequence[bytes]] = {word: self._values(word)}
        irregular: dict[PartOfSpeech, list[str]] = {}
        for value in values[word]:
            if not value[0] & _SENSE:
                form_of = irregular.setdefault(_PARTS[value[0] >> 6], [])
                form_of.append(value[1:].decode("ascii"))
        found: list[tuple[int, int, Definition]] = []
        for lemma, part in readings(word, irregular):
            if lemma not in values:
                values[lemma] = self._values(lemma)
            for value in values[lemma]:
                first, sense = value[0], value[0] & _SENSE
                if sense and _PARTS[first >> 6] is part:
                    definition = Definition(lemma, part, value[1:].decode("utf-8"))
                    found.append((-(first & _FREQUENCY), sense, definition))
        found.sort(key=operator.itemgetter(0, 1))
        return tuple(definition for *_, definition in found)

    def _values(self, key: str) -> Sequence[bytes]:
        values: list[bytes] = self._trie.get(key, [])
        return values


@functools.cache
def _dictionary() -> Dictionary:
    """Return the package's definitions, mapped at the first use."""
    try:
        with PATH.open("rb") as file:
            return Dictionary(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # mmap raises ValueError for an empty file.
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DefinitionsError(
            f"the definitions in {str(PATH)!r} cannot be read ({reason}): install"
            " letter-tycoon-solver again"
        ) from error
