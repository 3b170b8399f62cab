"""The meanings of words: a part of WordNet, mapped into memory at the first use."""

from __future__ import annotations

from .lookup import Definition, PartOfSpeech, define

__all__ = ["Definition", "PartOfSpeech", "define"]
