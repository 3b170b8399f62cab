"""Decisions of an analysis that no games were played for."""

from __future__ import annotations

import dataclasses

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.advisor import Analysis, Decision
from letter_tycoon_solver.position import Position
from letter_tycoon_solver.referee import adjudicate

POSITION = Position("CATJEWL", "ESO")


def played(notation: str, buy: str = "", discards: str = "") -> Turn:
    play = adjudicate(POSITION, notation, None)
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


def exchange(cards: str) -> Turn:
    return Turn(TurnKind.EXCHANGE, discards=cards)


CAT = played("CAT")
JEWELS = played("JEWeLs", buy="J")
DECISION = Decision(3, 0, CAT, "", JEWELS, 0.5, 0.01, 0.082, 0.011, 2.0, 0.1, 200)


def analysis_of(*made: Decision, names: tuple[str, ...] = ("Ann", "Ben")) -> Analysis:
    return Analysis(names, made, None, 1.0, "enable", True)


def lost(loss: float, error: float = 0.0, **others: object) -> Decision:
    return dataclasses.replace(DECISION, win_loss=loss, win_loss_se=error, **others)  # type: ignore[arg-type]
