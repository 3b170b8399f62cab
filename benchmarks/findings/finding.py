"""A finding: how it is measured, told and drawn."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from letter_tycoon_solver import Lexicon

from .drawing import Look
from .estimates import Data

FOUND: Final = "found"
"""The name of what is measured among players who know all words."""
PEOPLE: Final = "common"
"""The word list of people, and the name of what is measured with it."""

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of a measurement.

    Attributes:
        lexicon: the words that are played.
        seed: of all that is random; other numbers for each finding.
        share: of the games of a full run that are played.
        every: so many words of a list make one that is played.
    """

    lexicon: Lexicon
    seed: int
    share: float = 1.0
    every: int = 1

    @classmethod
    def of(cls, seed: int, share: float, every: int) -> Run:
        """A run with the words of ENABLE, or some of them."""
        return cls(_some_words("enable", every), seed, share, every)

    def load(self, name: str) -> Lexicon:
        """Another word list, as much of it as of that which is played."""
        return _some_words(name, self.every)

    def n(self, full: int, least: int = 4) -> int:
        """The number of games to play where a full run plays so many."""
        return max(least, round(full * self.share))

    @staticmethod
    def one_thread() -> ThreadPoolExecutor:
        """For what the library does in bulk, so that a run needs no more than one core."""
        return ThreadPoolExecutor(1)


@functools.lru_cache(maxsize=4)
def _some_words(name: str, every: int) -> Lexicon:
    lexicon = Lexicon.load(name)
    return lexicon if every == 1 else Lexicon.from_words(list(lexicon)[::every])


@dataclass(frozen=True, slots=True)
class Finding:
    """A question and its answer.

    Attributes:
        name: of its data and its pictures, and on the command line.
        measure: plays what is to be played, and gives the data; None if it compares.
        texts: by name, what stands in the page.
        pictures: by name, what draws one.
        of_people: whether it is measured again among people who know common words.
        compares: the findings whose data it looks at, by word list.
    """

    name: str
    measure: Callable[[Run], Data] | None
    texts: Callable[[Data], Mapping[str, str]]
    pictures: Mapping[str, Callable[[Data, Look], Figure]]
    of_people: bool = False
    compares: tuple[str, ...] = ()
