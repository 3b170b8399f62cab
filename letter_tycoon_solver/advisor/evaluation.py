"""What static evaluation knows of a lexicon: tables from bulk runs, stored as data.

A file in evaluations/ holds the tables of one lexicon; `make_evaluation.py` computes them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import turn as layout
from ..cards import LETTERS
from ..errors import InvalidInputError
from ..lexicon import Lexicon

FOLDER: Final = "evaluations"
FALLBACK: Final = "enable"
"""Whose tables serve a lexicon that has none: most words of most lists are in it."""
_WORST: Final = -99.0
"""For more cards of a kind than the tables have: they are not kept."""


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
    def of(cls, lexicon: Lexicon) -> Evaluation:
        """The tables of a lexicon, or those of FALLBACK if it has none: compare `digest`."""
        shipped = _shipped()
        return shipped.get(lexicon.digest) or next(
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

    def to_array(self) -> npt.NDArray[np.float64]:
        """float64 [EVALUATION_SIZE]: see _kernels/turn.py."""
        array = np.zeros(layout.EVALUATION_SIZE)
        for at, table in (
            (layout.ROYALTY, self.royalty),
            (layout.GAIN, self.gain),
            (layout.KEPT, self.kept),
        ):
            array[at : at + len(LETTERS)] = [table[letter] for letter in LETTERS]
        width = layout.MAX_KEPT + 1
        balance = np.full((width, width), _WORST)
        for vowels, row in enumerate(self.balance[:width]):
            balance[vowels, : len(row)] = row[:width]
        array[layout.BALANCE : layout.PACE] = balance.ravel()
        for n_players, pace in self.pace.items():
            array[layout.PACE + n_players] = pace
        array[layout.SPREAD] = self.spread
        return array


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
