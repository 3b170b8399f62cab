"""letter_tycoon_solver: finds the best turn in the word game Letter Tycoon.

```python
import letter_tycoon_solver as lts

lexicon = lts.Lexicon.load()
position = lts.Position("JWLEANZ", "EES", patents="K", opponents=["E", ""])
best = lts.find_plays(position, lexicon)[0]
```

`lts.game`, `lts.batch` and `lts.advisor` have the rest; they are imported when they are first used.
"""

from __future__ import annotations

import importlib
import types

from . import _imported  # noqa: F401 (first of all: it notes the moment)
from ._version import __version__
from .definitions import Definition, PartOfSpeech, define
from .errors import (
    DefinitionsError,
    FallbackCompilerWarning,
    FallbackTablesWarning,
    IllegalMoveError,
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
    LexiconError,
    PlayNotFoundError,
    Reason,
)
from .evaluation.ranking import Objective
from .lexicon import Lexicon, LexiconWarning, SkippedWords
from .rules.play import Equity, Play, PlayedWord
from .rules.position import Position
from .rules.referee import WordPayout, adjudicate, word_payout
from .rules.ruleset import (
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
from .rules.turn import Turn, TurnKind
from .search.plays import PLAY_DTYPE, Plays
from .search.rows import OpenTurn
from .search.solver import Variants, find_plays
from .search.turns import Turns, best_turns

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
    "Equity",
    "FallbackCompilerWarning",
    "FallbackTablesWarning",
    "IllegalMoveError",
    "IllegalPlay",
    "InvalidInputError",
    "LastRound",
    "LetterTycoonError",
    "Lexicon",
    "LexiconError",
    "LexiconWarning",
    "Objective",
    "OpenTurn",
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
    "Turn",
    "TurnKind",
    "Turns",
    "Variants",
    "WordPayout",
    "__version__",
    "adjudicate",
    "best_turns",
    "define",
    "find_plays",
    "word_payout",
]

_PACKAGES = ("advisor", "batch", "game")


def __getattr__(name: str) -> types.ModuleType:
    if name in _PACKAGES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_PACKAGES, "lexicon"})
