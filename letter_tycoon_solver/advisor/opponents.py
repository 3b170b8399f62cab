"""How well somebody plays, and what the opponents in simulated games are taken for."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import Final

from ..errors import require_choice
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon

LEAST_SHARED: Final = 0.05
"""Of the shorter of two lists, by which they are of one language."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays, who looks for what is good by static evaluation.

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
        return _in_both(lexicon, self.words) if self.words else lexicon

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
EASY: Final = Level(temperature=15.0, words="common")
MEDIUM: Final = Level(temperature=4.0, words="common")
HARD: Final = Level(temperature=2.5)
"""Of 100 games about 70 are won by medium against easy, by hard against medium, by static against
hard."""


class Opponents(enum.Enum):
    """What opponents are taken for. The value is the name."""

    STATIC = "static"
    """They play what static evaluation finds best."""
    COMMON = "common"
    """The same, but they know common words only."""
    EASY = "easy"
    """They choose like the level of that name."""
    MEDIUM = "medium"
    """The same."""
    HARD = "hard"
    """The same."""


LEVEL_OF: Final = {
    Opponents.STATIC: BEST,
    Opponents.COMMON: Level(words="common"),
    Opponents.EASY: EASY,
    Opponents.MEDIUM: MEDIUM,
    Opponents.HARD: HARD,
}
"""How well they play."""


def parse_opponents(opponents: object) -> Opponents:
    """A kind of opponents, or that of a name in any case.

    Raises:
        InvalidInputError: there is no such kind.
    """
    return require_choice(opponents, Opponents, "opponents is {}")


@functools.lru_cache(maxsize=4)
def _in_both(lexicon: Lexicon, name: str) -> Lexicon:
    """The words of a shipped list that the lexicon has, too; see `Level.known`."""
    shipped = Lexicon.load(name)
    words = [word for word in shipped if word in lexicon]
    if len(words) == len(shipped):
        return shipped
    is_other_language = len(words) < LEAST_SHARED * min(len(shipped), len(lexicon))
    return lexicon if is_other_language else Lexicon.from_words(words)
