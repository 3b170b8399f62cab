"""What words mean: a part of WordNet, mapped into memory when a word is first looked up."""

from __future__ import annotations

from .lookup import Definition, define
from .morphy import PartOfSpeech

__all__ = ["Definition", "PartOfSpeech", "define"]
