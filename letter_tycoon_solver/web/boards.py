"""Boards of the library, at any moment of a game, as the API tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from ..game import Phase, SeenState, may_replace
from ..rules.cards import remove_cards
from ..rules.play import COMMUNITY
from .schema import Board, Seat


def board_of(seen: SeenState, names: Sequence[str], you: int | None) -> dict[str, Any]:
    """Return the fields of a Board, for a struct that has more of them.

    Args:
        seen: what is known.
        names: of the players.
        you: the viewer; None for a scorekeeper, who sees no hand.
    """
    lies_apart = seen.active == you and not seen.is_over
    hand = "" if you is None else seen.leave if lies_apart else seen.seats[you].hand
    board = Board(
        seats=[
            Seat(name, seat.patents, seat.patent_value, seat.money, seat.stock, score.total)
            for name, seat, score in zip(names, seen.seats, seen.scores, strict=True)
        ],
        you=you,
        active=seen.active,
        phase=seen.phase.value,
        round=seen.round,
        final_round=seen.final_round,
        goal=seen.goal,
        hand=hand,
        community=remove_cards(seen.community, seen.turn.cards_used(COMMUNITY)),
        deck=seen.deck_size,
        may_replace=seen.phase is Phase.START and may_replace(seen),
        ranking=[list(place) for place in seen.ranking] if seen.is_over else [],
        lexicon=seen.lexicon.name,
    )
    return structs.asdict(board)
