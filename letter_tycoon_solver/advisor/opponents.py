"""The skill of players, and what the opponents in simulated games are taken for."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

from ..evaluation.tables import Evaluation
from ..game.table import Opponents
from ..lexicon import Lexicon

EVERYDAY: Final = "common"
"""The shipped list of the words that most people know."""
LEAST_SHARED: Final = 0.05
"""The share of the shorter of two lists by which they are of one language."""


@dataclass(frozen=True, slots=True)
class Level:
    """The skill of somebody who looks for what is good by static evaluation.

    Attributes:
        temperature: in dollars: a plan that is worth so much less is taken e times less often. At 0
            the best is taken.
        words: the name of the shipped list that has the words known; None for every word of the
            list that is played.
    """

    temperature: float = 0.0
    words: str | None = None

    def known(self, lexicon: Lexicon) -> Lexicon:
        """The words of the list that is played that are known.

        All, if it shares next to none with the shipped list: it is of another language then.
        """
        known = _in_both(lexicon, self.words) if self.words else None
        return lexicon if known is None else known

    def is_best(self, lexicon: Lexicon) -> bool:
        """Is that static evaluation itself, as with a list of common words alone?"""
        return not self.temperature and self.known(lexicon).digest == lexicon.digest

    def tables(self, lexicon: Lexicon) -> Evaluation:
        """The tables of the words known."""
        return Evaluation.of((Lexicon.load(self.words) if self.words else lexicon).digest)

    def to_dict(self, lexicon: Lexicon) -> dict[str, object]:
        """All that its choices depend on, as plain data."""
        return {
            "temperature": self.temperature,
            "known": self.known(lexicon).digest,
            "tables": self.tables(lexicon).to_dict(),
        }


BEST: Final = Level()
"""Static evaluation."""
EASY: Final = Level(temperature=15.0, words=EVERYDAY)
MEDIUM: Final = Level(temperature=4.0, words=EVERYDAY)
HARD: Final = Level(temperature=2.5)
"""About 70 of 100 games are won by medium against easy, by hard against medium, by static against
hard."""


LEVEL_OF: Final = {
    Opponents.STATIC: BEST,
    Opponents.COMMON: Level(words=EVERYDAY),
    Opponents.EASY: EASY,
    Opponents.MEDIUM: MEDIUM,
    Opponents.HARD: HARD,
}
"""Their skill."""


def in_game(opponents: Opponents, lexicon: Lexicon) -> Opponents:
    """The kind itself; experts where people are of a language whose common words nobody knows."""
    if opponents is Opponents.COMMON and _in_both(lexicon, EVERYDAY) is None:
        return Opponents.STATIC
    return opponents


@functools.lru_cache(maxsize=4)
def _in_both(lexicon: Lexicon, name: str) -> Lexicon | None:
    """The words of a shipped list that the lexicon has, too; None if it is of another language."""
    shipped = Lexicon.load(name)
    words = [word for word in shipped if word in lexicon]
    if len(words) == len(shipped):
        return shipped
    is_other_language = len(words) < LEAST_SHARED * min(len(shipped), len(lexicon))
    return None if is_other_language else Lexicon.from_words(words)
