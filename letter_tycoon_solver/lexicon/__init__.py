"""The valid words: read from a list, compiled to a trie, kept in a cache, looked up."""

from __future__ import annotations

from .lexicon import DEFAULT_LEXICON, Lexicon, LexiconWarning
from .trie import Trie
from .word_list import SkippedWords

__all__ = ["DEFAULT_LEXICON", "Lexicon", "LexiconWarning", "SkippedWords", "Trie"]
