"""Turns of a game of people that were told, and the views that they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import InvalidInputError, LetterTycoonError
from ...rules.turn import Turn
from ..actions import Action
from ..names import with_names
from ..state import SeenState
from .told_turn import ToldTurn, TurnTeller


@dataclass(frozen=True, slots=True)
class TrackedTurn:
    """A turn that was told, or a part of one.

    Attributes:
        player: whose turn it is.
        told: as it was told.
        turn: what was done, in full.
        decisions: what the player who tells did in it, answers to the words of others included:
            what was known at each moment, and the action. Of words that were taken back, and of
            which nobody said how they lay, the sources are empty, and answers to them are left out.
        offer: the table when the player could buy a patent, None if none could be bought.
    """

    player: int
    told: ToldTurn
    turn: Turn
    decisions: tuple[tuple[SeenState, Action], ...]
    offer: SeenState | None

    @property
    def text(self) -> str:
        """The turn in full notation."""
        return self.turn.notation


class RetellError(InvalidInputError):
    """One of several turns that are told anew cannot be.

    Attributes:
        number: of the turn, from 1.
        turn: as it was told.
        player: the name of the player whose turn it would be.
        error: why not.
    """

    def __init__(self, number: int, turn: ToldTurn, player: str, error: LetterTycoonError) -> None:
        super().__init__(number, turn, player, error)
        self.number = number
        self.turn = turn
        self.player = player
        self.error = error

    def __str__(self) -> str:
        told = self.turn.text
        return f"turn {self.number}, {told!r} of {self.player}, cannot be then: {self.error}"


def told_views(
    turns: Sequence[ToldTurn],
    names: Sequence[str],
    seen: SeenState,
    n_before: int | None = None,
    *,
    asks: bool = True,
) -> tuple[tuple[SeenState, ...], tuple[TrackedTurn, ...]]:
    """The turns carried out one after the other, and the view after each.

    Args:
        turns: what is told.
        names: of the players.
        seen: the view before.
        n_before: how many turns were told before, if what is told was told already in part.
        asks: as of `read_words`; no for turns that have been accepted before.

    Returns:
        The view after each turn, and the turns.

    Raises:
        RetellError: a turn cannot be; without `n_before`, the error itself.
    """
    views: list[SeenState] = []
    done: list[TrackedTurn] = []
    for number, turn in enumerate(turns, (n_before or 0) + 1):
        teller = TurnTeller(names, seen, turn, asks)
        try:
            with with_names(names):
                teller.tell()
        except LetterTycoonError as error:
            if n_before is None:
                raise
            raise RetellError(number, turn, names[seen.active], error) from error
        done.append(TrackedTurn(seen.active, turn, teller.turn, tuple(teller.done), teller.offer))
        seen = teller.seen
        views.append(seen)
    return tuple(views), tuple(done)
