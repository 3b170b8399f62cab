"""`PartOfSpeech`, and the lemmas that a form of a word may have, as WordNet's "morphy" finds them.

A list has the irregular forms of each part of speech, axes as a noun among them: ax, axis. Where it
has none, the endings of regular forms are taken off: axes as a verb is axe or ax. Which of them are
words is for the caller to look up.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

MIN_LEMMA_LENGTH: Final = 2
"""No form of three letters or more is that of a lemma of one letter."""


class PartOfSpeech(enum.Enum):
    """The kind of word that a definition is for."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"


Reading = tuple[str, PartOfSpeech]
"""A lemma, in upper case, as one part of speech."""

Endings = tuple[tuple[str, str], ...]
"""What regular forms end in, and what their lemma has in its place."""

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
    """What a word may be, each reading once; the word itself is always among the lemmas.

    Args:
        word: in upper case.
        irregular: by part of speech, the lemmas of the word if it is an irregular form.
    """
    for part, endings in _ENDINGS.items():
        yield word, part
        # Mappings by members of an enum are slow, and most words have no irregular form.
        lemmas = irregular.get(part) if irregular else None
        for lemma in dict.fromkeys(lemmas or _regular(word, part, endings)):
            if lemma != word:
                yield lemma, part


def _regular(word: str, part: PartOfSpeech, endings: Endings) -> list[str]:
    """The lemmas that have the word as a regular form."""
    if part is PartOfSpeech.NOUN and word.endswith("SS"):
        return []
    return [
        word[: -len(ending)] + replacement
        for ending, replacement in endings
        if word.endswith(ending) and len(word) - len(ending) + len(replacement) >= MIN_LEMMA_LENGTH
    ]
