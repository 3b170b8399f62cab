"""The candidates among which an advisor chooses: whole turns, also as the kernels play them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import game_layout as layout
from .._kernels.play_layout import LISTED_SIZE
from .._kernels.turn_layout import ALL_CANDIDATES
from ..errors import InvalidInputError, show
from ..evaluation.tables import LEAST_TURNS, Evaluation
from ..game.state import SeenState
from ..game.table import Phase
from ..lexicon import Lexicon
from ..rules.cards import LETTERS
from ..rules.play import COMMUNITY, HAND
from ..rules.turn import Turn, TurnKind
from ..search.turns import appraised, turns_by

Ints = npt.NDArray[np.int64]

SIEVE: Final = 24
"""The best plays by equity, of which turns are made."""
CLEAN_UPS: Final = 12
"""Sets of cards to discard that are candidates when nothing else is open."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn, and the same for the kernels: see `turn` in _kernels/game_layout.py."""

    plan: Turn
    row: Ints


def candidates_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> list[Candidate]:
    """The turns that may be best, by falling equity; the viewer is asked to act in the turn."""
    limit = CLEAN_UPS if seen.phase is Phase.CLEAN_UP else SIEVE
    turns = turns_by(evaluation, seen.open_turn, lexicon, seen.ruleset, limit, ALL_CANDIDATES)
    laid = None if seen.phase is Phase.START else cards_laid(seen)
    rows = np.ascontiguousarray(turns.columns).view(np.int64).reshape(len(turns), -1)
    return [
        Candidate(turn, turn_row(turn, row[:LISTED_SIZE] if laid is None else laid))
        for turn, row in zip(turns, rows, strict=True)
    ]


def in_order(found: list[Candidate]) -> list[Candidate]:
    """By falling equity to six decimals, as find_plays ranks; equal ones stay as they are."""
    return sorted(found, key=lambda candidate: -round(candidate.plan.equity.total, 6))


def evaluated(turn: Turn, seen: SeenState, evaluation: Evaluation) -> Turn:
    """A turn of the viewer with its static evaluation and the cards it keeps.

    Of a card to replace it depends on all else that could be done.
    """
    given, lexicon = seen.open_turn, seen.lexicon
    if turn.kind is not TurnKind.REPLACE:
        return appraised(evaluation, turn, given, lexicon, seen.ruleset)
    for candidate in candidates_of(seen, lexicon, evaluation):
        if candidate.plan.replace == turn.replace:
            return candidate.plan
    raise InvalidInputError(f"{show(turn.replace)} cannot be replaced")


def turns_left(seen: SeenState, evaluation: Evaluation) -> float:
    """Estimate how many more turns the active player has, by the race to the goal."""
    if seen.final_round is not None:
        return float(seen.final_round - seen.round)
    leader = max(seat.patent_value for seat in seen.seats)
    return max(LEAST_TURNS, (seen.goal - leader) / evaluation.pace[len(seen.seats)])


def turn_row(turn: Turn, play: Ints) -> Ints:
    """A turn for the kernels.

    Args:
        turn: a whole turn.
        play: the part THE_PLAY.
    """
    if turn.replace:
        row = np.full(layout.TURN_SIZE, layout.UNDECIDED, np.int64)
        row[layout.REPLACED] = LETTERS.index(turn.replace)
        return row
    row = np.full(layout.TURN_SIZE, layout.NO_LETTER, np.int64)
    row[layout.ACTION] = layout.LAY if turn.play else layout.EXCHANGE
    row[layout.THE_PLAY : layout.BOUGHT] = play
    if turn.buy:
        row[layout.BOUGHT] = LETTERS.index(turn.buy)
    row[layout.DISCARDED] = _packed(turn.discards)
    return row


def cards_laid(seen: SeenState) -> Ints:
    """The part THE_PLAY of a turn whose words lie and are paid."""
    columns = np.zeros(LISTED_SIZE, np.int64)
    columns[:2] = _packed(seen.turn.cards_used(HAND)), _packed(seen.turn.cards_used(COMMUNITY))
    return columns


def _packed(cards: str) -> int:
    packed = 0
    for card in cards:
        packed = packed << layout.LETTER_BITS | LETTERS.index(card) + 1
    return packed
