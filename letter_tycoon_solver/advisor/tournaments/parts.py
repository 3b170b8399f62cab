"""The finished deals of a tournament: see _work/checkpoints.py for the files.

A part is a range of deals. Its payload is JSON in ASCII: for each deal and each game, the fields of
`GameResult` in their order.
"""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Final

from .result import DealResult, GameResult

FORMAT_VERSION: Final = 2
"""Raise this number when the format changes; the digest includes it."""


class TournamentWarning(UserWarning):
    """Finished games of a tournament could not be kept; the tournament continues."""


def encoded(results: tuple[DealResult, ...]) -> bytes:
    """Return the payload of a part."""
    return json.dumps([[astuple(game) for game in deal] for deal in results]).encode("ascii")


def decoded(payload: bytes) -> tuple[DealResult, ...]:
    """Return the results of a part."""
    return tuple(tuple(map(_game_of, deal)) for deal in json.loads(payload))


def _game_of(fields: list[object]) -> GameResult:
    return GameResult(*map(_as_tuple, fields))  # type: ignore[arg-type]


def _as_tuple(value: object) -> object:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
