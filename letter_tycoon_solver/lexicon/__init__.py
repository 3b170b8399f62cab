"""The valid words: reading a list, compiling it to a trie, caching it, looking words up."""

from __future__ import annotations

from .lexicon import DEFAULT_LEXICON, Lexicon, LexiconWarning
from .trie import Trie
from .word_list import SkippedWords

__all__ = ["DEFAULT_LEXICON", "Lexicon", "LexiconWarning", "SkippedWords", "Trie"]


def __dir__() -> list[str]:
    return sorted(__all__)
