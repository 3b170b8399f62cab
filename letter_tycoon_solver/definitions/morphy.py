"""`PartOfSpeech`, and the possible lemmas of a word form, found as WordNet's "morphy" does.

A list has the irregular forms of each part of speech; as a noun, axes belongs to ax and axis. For
other words the endings of regular forms are removed: axes as a verb is axe or ax. The caller looks
up which of the results are words.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

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
    """Yield the possible readings of a word, each once; the word itself is always among the lemmas.

    Args:
        word: the word in upper case.
        irregular: the lemmas by part of speech, if the word is an irregular form.
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
