"""letter_tycoon_solver: the fastest and strongest solver for the word game Letter Tycoon.

```python
import letter_tycoon_solver as lts

lexicon = lts.Lexicon.load()
position = lts.Position("JWLEANZ", "EES", patents="K", opponents=["E", ""])
best = lts.find_plays(position, lexicon)[0]
```
"""

from __future__ import annotations

from . import _imported  # noqa: F401 (first of all: it notes the moment)
from ._version import __version__
from .definitions import Definition, PartOfSpeech, define
from .errors import (
    DefinitionsError,
    FallbackTablesWarning,
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    LexiconError,
    PlayNotFoundError,
    Reason,
)
from .lexicon import Lexicon, LexiconWarning, SkippedWords, Trie
from .play import Play, PlayedWord
from .plays import PLAY_DTYPE, Plays
from .position import Position
from .ranking import Objective
from .referee import WordPayout, adjudicate, parse_play, word_payout
from .ruleset import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    LastRound,
    Payout,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)
from .solver import Variants, find_plays

__all__ = [
    "ONLINE",
    "PLAY_DTYPE",
    "REFERENCE_MANUAL",
    "RULEBOOK",
    "ChallengeMode",
    "ChallengeRule",
    "Definition",
    "DefinitionsError",
    "DuplicateScope",
    "FallbackTablesWarning",
    "IllegalPlay",
    "InvalidInputError",
    "LastRound",
    "LetterTycoonError",
    "Lexicon",
    "LexiconError",
    "LexiconWarning",
    "Objective",
    "PartOfSpeech",
    "Payout",
    "Play",
    "PlayNotFoundError",
    "PlayedWord",
    "Plays",
    "Position",
    "Reason",
    "Replaceable",
    "Reshuffle",
    "Ruleset",
    "SkippedWords",
    "Stacking",
    "Trie",
    "Variants",
    "WordPayout",
    "__version__",
    "adjudicate",
    "define",
    "find_plays",
    "parse_play",
    "word_payout",
]
