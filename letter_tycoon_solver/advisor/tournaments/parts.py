"""The finished deals of a tournament: see _work/checkpoints.py for the files.

A part is a range of deals. Its payload is JSON in ASCII: for each deal and each game, the fields of
`GameResult` in their order.
"""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import astuple, dataclass
from typing import Final

from ..._work.checkpoints import KeptParts
from .result import DealResult, GameResult

FORMAT_VERSION: Final = 1
"""Raise this number when the format changes; the digest includes it."""


class TournamentWarning(UserWarning):
    """Finished games of a tournament could not be kept; the tournament continues."""


@dataclass(frozen=True, slots=True)
class TournamentParts:
    """The parts of one tournament."""

    parts: KeptParts

    @classmethod
    def open(cls, folder: str | os.PathLike[str], digest: str) -> TournamentParts:
        """Open the parts in a folder.

        Raises:
            InvalidInputError: the folder cannot be written.
        """
        return cls(KeptParts.open(folder, "tournament", digest))

    def read(self, deals: range) -> tuple[DealResult, ...] | None:
        """Return the results of a part; None if it is missing or damaged."""
        payload = self.parts.read(deals)
        if payload is None:
            return None
        return tuple(tuple(map(_game_of, deal)) for deal in json.loads(payload))

    def write(self, deals: range, results: tuple[DealResult, ...]) -> None:
        """Keep the results of a part; warn with TournamentWarning if that is impossible."""
        games = [[astuple(game) for game in deal] for deal in results]
        try:
            self.parts.write(deals, json.dumps(games).encode("ascii"))
        except OSError as error:
            warnings.warn(
                f"finished games of the tournament could not be kept ({error}); the tournament"
                " goes on, but if it is stopped these games are played again",
                TournamentWarning,
                stacklevel=2,
            )

    def remove(self) -> None:
        """Remove every file of this tournament."""
        self.parts.remove()


def _game_of(fields: list[object]) -> GameResult:
    return GameResult(*(tuple(value) if isinstance(value, list) else value for value in fields))  # type: ignore[arg-type]
