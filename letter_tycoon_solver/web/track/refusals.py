"""Problems for turns that cannot be told, with the way to mend them."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ...errors import LetterTycoonError, sentence
from ...game import AmbiguousWordsError, MissingCardsError, RetellError, TrackedGame
from ...rules.play import HAND
from ..replies import PROBLEM, problem
from .schema import Missing, Refusal, Stale
from .views import game_json


def refused(error: LetterTycoonError) -> Response:
    """Answer that this cannot be told; the game stands as it did."""
    cause = error.error if isinstance(error, RetellError) else error
    told = Refusal("Not possible", 422, sentence(error))
    if isinstance(error, RetellError):
        told.turn = error.number
    if isinstance(cause, AmbiguousWordsError):
        told.readings = list(cause.readings)
    if isinstance(cause, MissingCardsError):
        told.missing = Missing("hand" if cause.source == HAND else "community", cause.n_cards)
    return Response(msgspec.json.encode(told), 422, media_type=PROBLEM)


def stale(game: TrackedGame) -> Response:
    """Somebody else has told something meanwhile; here is what the game is like now."""
    detail = "Something else was told meanwhile, perhaps on another device; this is the game now."
    told = Stale("Not as it was", 409, detail, game=game_json(game))
    return Response(msgspec.json.encode(told), 409, media_type=PROBLEM)


def no_game() -> Response:
    """There is no game of that secret."""
    return problem(404, "No such game", "There is no such game here, or its record was removed.")
