"""What static evaluation knows of a lexicon: tables from bulk runs, stored as data.

A file in evaluations/ holds the tables of one lexicon; advisor/make_evaluation.py computes
them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

from .cards import LETTERS
from .errors import InvalidInputError

FOLDER: Final = "evaluations"
FALLBACK: Final = "enable"
"""Whose tables serve a lexicon that has none: most words of most lists are in it."""
NEVER_KEPT: Final = -99.0
"""Worth of more cards of a kind than the tables have: they are not kept."""
LEAST_TURNS: Final = 0.5
"""As many turns are left at least while no one has reached the goal."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The tables of a lexicon; all dollars and stock.

    name       of the lexicon they were computed for
    digest     of that lexicon
    royalty    by letter, what its owner gets in a turn of an opponent, on average
    gain       by letter, what its ability adds to the margin of a turn, on average; else 0
    kept       by letter, and
    balance    by number of vowels and of other cards: what kept cards add to the margin of the
               next turn, over a hand of new cards
    community  by letter, what such a card in the community adds to the margin of the next turn,
               over an unknown card
    pace       by number of players, what the leader's patents grow by in a round
    spread     how far from what static evaluation expects a game ends, a root of a turn left: the
               scale of a logistic distribution of the final margin
    """

    name: str
    digest: str
    royalty: Mapping[str, float]
    gain: Mapping[str, float]
    kept: Mapping[str, float]
    balance: tuple[tuple[float, ...], ...]
    community: Mapping[str, float]
    pace: Mapping[int, float]
    spread: float

    @classmethod
    def of(cls, digest: str) -> Evaluation:
        """The tables of the lexicon with this digest, or those of FALLBACK if it has none."""
        shipped = _shipped()
        return shipped.get(digest) or next(
            evaluation for evaluation in shipped.values() if evaluation.name == FALLBACK
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Evaluation:
        """The tables in the data of a file; raises InvalidInputError for other data."""
        try:
            return cls(
                name=str(data["name"]),
                digest=str(data["digest"]),
                **{table: _by_letter(data[table]) for table in _BY_LETTER},
                balance=tuple(tuple(map(float, row)) for row in data["balance"]),  # type: ignore[attr-defined]
                pace={int(n): float(x) for n, x in data["pace"].items()},  # type: ignore[attr-defined]
                spread=float(data["spread"]),  # type: ignore[arg-type]
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidInputError(
                f"these are no tables for static evaluation: {error!r}"
            ) from None

    def to_dict(self) -> dict[str, object]:
        """The tables as plain data, which `from_dict` reads."""
        return {
            "name": self.name,
            "digest": self.digest,
            **{table: dict(getattr(self, table)) for table in _BY_LETTER},
            "balance": [list(row) for row in self.balance],
            "pace": {str(n): pace for n, pace in self.pace.items()},
            "spread": self.spread,
        }


_BY_LETTER: Final = ("royalty", "gain", "kept", "community")


@functools.cache
def _shipped() -> dict[str, Evaluation]:
    """The tables in the package by digest of their lexicon."""
    folder = resources.files(__package__) / FOLDER
    found = [
        Evaluation.from_dict(json.loads(file.read_text("utf-8")))
        for file in folder.iterdir()
        if file.name.endswith(".json")
    ]
    return {evaluation.digest: evaluation for evaluation in found}


def _by_letter(data: object) -> dict[str, float]:
    table = dict(data)  # type: ignore[call-overload]
    return {letter: float(table[letter]) for letter in LETTERS}
