"""Decisions of an analysis, made without games."""

from __future__ import annotations

import dataclasses

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.advisor import Analysis, Decision
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.rules.referee import adjudicate

POSITION = Position("CATJEWL", "ESO")


def played(notation: str, buy: str = "", discards: str = "") -> Turn:
    play = adjudicate(POSITION, notation, None)
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


def exchange(cards: str) -> Turn:
    return Turn(TurnKind.EXCHANGE, discards=cards)


CAT = played("CAT")
JEWELS = played("JEWeLs", buy="J")
DECISION = Decision(3, 0, CAT, "", JEWELS, 0.5, 0.01, 0.082, 0.011, 4.0, 0.3, 2.0, 0.1, 200)
LOST_ALREADY = dataclasses.replace(
    DECISION, win=0.005, win_se=0.001, win_loss=0.002, win_loss_se=0.001, lead=-40.0
)
"""A decision in a game that is lost whatever is played."""


def analysis_of(*made: Decision, names: tuple[str, ...] = ("Ann", "Ben")) -> Analysis:
    return Analysis(names, made, None, None, 1.0, "enable", True)


def lost(loss: float, error: float = 0.0, **others: object) -> Decision:
    return dataclasses.replace(DECISION, win_loss=loss, win_loss_se=error, **others)  # type: ignore[arg-type]
