"""The operations of games that people play at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...errors import InvalidInputError, LetterTycoonError
from ...game import RecordError, SeenDeal, TrackedGame
from ...game.state import SeenState
from ...game.table import Opponents
from ...game.tracked import event_text, plain_text, why_no_advice
from ..advice import DEFAULT_SECONDS, JobQueue
from ..advice_answer import Seconds, advice_answer
from ..endpoint import About, endpoint
from ..hints import hint_of, named_ruleset
from ..limits import Limit
from ..links import Links
from ..requests import client_of, is_owner
from ..schema import AdviceSoFar, Hint
from ..site import Site
from ..streams import EVENTS
from . import schema
from .games import REST_SECONDS, TrackedGames
from .refusals import no_game, refused, stale
from .views import game_json, readings_json, turns_of, version_of

_GAMES: Final = "/api/track/games"
_GAME: Final = _GAMES + "/{secret}"
_Secret = Annotated[str, About("Of the game.")]
_MAX_BODY: Final = 131_072
"""Bytes of a whole game that is told anew."""
_MAX_NEW: Final = 40
_NEW_SECONDS: Final = 3600.0

_T = TypeVar("_T")
_State = schema.TrackedState | Response
_Versioned = schema.Tell | schema.Step | schema.Retell | schema.Redeal | schema.TakenFor


class TrackApi:
    """The operations of games that people play at a table.

    Args:
        site: has the word lists.
        jobs: the line for advice.
        links: to the games.
    """

    def __init__(self, site: Site, jobs: JobQueue, links: Links) -> None:
        self._site = site
        self._jobs = jobs
        self._games = TrackedGames(site, links)
        self._begun = Limit("new games", _MAX_NEW, _NEW_SECONDS)
        self._rest: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Closes all games."""
        self._games.close_rested(0)

    @endpoint(f"POST {_GAMES}", "track_begin")
    async def begin(self, request: Request, new: schema.NewGame) -> schema.Begun:
        """Begins a game of people whose cards have just been dealt."""
        lexicon = self._site.lexicon(new.lexicon)
        game = TrackedGame(
            new.players,
            SeenDeal(new.seat, new.hand, new.community, new.first),
            lexicon,
            named_ruleset(new.ruleset, new.stacking),
        )
        self._begun.count(client_of(request))
        secret = await run_in_threadpool(self._games.begin, game)
        return schema.Begun(secret, game_json(game))

    @endpoint("POST /api/track/list", "track_list")
    async def listed(self, request: Request, asked: schema.Asked) -> schema.ListedGames:
        """Games by their secrets.

        For anyone who asks from the machine of the server itself, not through a proxy, also those
        of its folder that are not over.
        """
        self._site.lexicon(None)
        games = await run_in_threadpool(
            self._games.listed, asked.secrets, with_own=is_owner(request)
        )
        return schema.ListedGames(games)

    @endpoint(f"GET {_GAME}", "track_game")
    async def game(self, secret: _Secret) -> _State:
        """Show the game."""
        return await self._with_game(secret, game_json)

    @endpoint(f"POST {_GAME}/turns", "track_tell")
    async def tell(self, secret: _Secret, body: schema.Tell) -> _State:
        """Tells a turn."""

        def tell(game: TrackedGame) -> str:
            before = game.table
            game.push(body.text, community=body.community, drew=body.drew)
            return event_text(game.turns[-1], before, game, plain=True)

        return await self._change(secret, body, tell)

    @endpoint(f"POST {_GAME}/undo", "track_undo")
    async def undo(self, secret: _Secret, body: schema.Step) -> _State:
        """Takes back the last turn."""

        def undo(game: TrackedGame) -> str:
            last = game.turns[-1:]
            game.undo()
            return f"Undone: {game.names[last[0].player]}: {plain_text(last[0].turn)}"

        return await self._change(secret, body, undo)

    @endpoint(f"POST {_GAME}/redo", "track_redo")
    async def redo(self, secret: _Secret, body: schema.Step) -> _State:
        """Tells again what was undone."""

        def redo(game: TrackedGame) -> str:
            before = game.table
            game.redo()
            return event_text(game.turns[-1], before, game, plain=True)

        return await self._change(secret, body, redo)

    @endpoint(f"POST {_GAME}/retell", "track_retell", max_body=_MAX_BODY)
    async def retell(self, secret: _Secret, body: schema.Retell) -> _State:
        """Tells all turns anew."""

        def retell(game: TrackedGame) -> str:
            game.retell(turns_of(body.turns))
            return "Corrected; all later turns were carried out again"

        return await self._change(secret, body, retell)

    @endpoint(f"POST {_GAME}/redeal", "track_redeal")
    async def redeal(self, secret: _Secret, body: schema.Redeal) -> _State:
        """Corrects the deal."""

        def redeal(game: TrackedGame) -> str:
            game.redeal(hand=body.hand, community=body.community, first=body.first)
            return "The deal is corrected"

        return await self._change(secret, body, redeal)

    @endpoint(f"POST {_GAME}/against", "track_against")
    async def against(self, secret: _Secret, body: schema.TakenFor) -> _State:
        """Has advice take the opponents for something else."""

        def against(game: TrackedGame) -> str:
            game.take_opponents_for(body.against)
            return f"The others are taken for {game.opponents.called}"

        return await self._change(secret, body, against)

    @endpoint(f"POST {_GAME}/then", "track_then", max_body=_MAX_BODY)
    async def then(self, secret: _Secret, body: schema.Turns) -> _State:
        """Show the game after these turns; nothing changes."""
        return await self._with_game(secret, lambda game: game_json(_retold(game, body.turns)))

    @endpoint(f"POST {_GAME}/words", "track_words", max_body=_MAX_BODY)
    async def words(self, secret: _Secret, body: schema.Words) -> schema.Readings | Response:
        """List the ways to lay words, what each earns and what could be bought."""

        def read(game: TrackedGame) -> schema.Readings:
            then = game if body.turns is None else _retold(game, body.turns)
            return readings_json(then, body.words)

        return await self._with_game(secret, read)

    @endpoint(f"GET {_GAME}/hint", "track_hint")
    async def hint(self, secret: _Secret) -> Hint | Response:
        """The best plans of one's own turn by static evaluation."""
        return await self._with_game(secret, lambda game: hint_of(_advised(game)))

    @endpoint(f"GET {_GAME}/advice", "track_advice", gives=AdviceSoFar, media_type=EVENTS)
    async def advice(
        self, request: Request, secret: _Secret, seconds: Seconds = DEFAULT_SECONDS
    ) -> Response:
        """The best plans of one's own turn by simulation, as events like /api/advice."""
        found = await self._with_game(secret, _asked_for_advice)
        if isinstance(found, Response):
            return found
        seen, opponents, names = found
        return advice_answer(request, self._jobs, seen, seen.lexicon, seconds, opponents, names)

    # Games --------------------------------------------------------------------------------------

    async def _change(
        self, secret: str, body: _Versioned, change: Callable[[TrackedGame], str]
    ) -> _State:
        """Apply a change if the version still matches; the answer says what it did."""

        def changed(game: TrackedGame) -> _State:
            if body.version != version_of(game):
                return stale(game)
            if self._games.is_full(secret):
                raise InvalidInputError(
                    "this game was changed too often for the page; go on with it by the command"
                    " letter-tycoon track, or begin a new one"
                )
            return game_json(game, change(game))

        return await self._with_game(secret, changed)

    async def _with_game(self, secret: str, use: Callable[[TrackedGame], _T]) -> _T | Response:
        """Use the game, or answer why there is none."""
        self._site.lexicon(None)  # Refuses while they are not there.
        made = await run_in_threadpool(lambda: self._use(secret, use))
        self._rest_later()
        return made

    def _use(self, secret: str, use: Callable[[TrackedGame], _T]) -> _T | Response:
        path = self._games.find(secret)
        if path is None:
            return no_game()
        if not path.exists():
            self._games.forget(path)
            return no_game()
        with self._games.used(path) as game:
            try:
                return use(game)
            except RecordError:
                if not path.exists():
                    return no_game()
                raise
            except LetterTycoonError as error:
                return refused(error)

    def _rest_later(self) -> None:
        """Has games that nobody asks for be closed, so that others can go on with them."""
        if self._rest is None:
            self._rest = asyncio.get_running_loop().call_later(REST_SECONDS, self._close_rested)

    def _close_rested(self) -> None:
        """Each game by its own last use, whatever others are asked for meanwhile."""
        left = self._games.close_rested(REST_SECONDS)
        loop = asyncio.get_running_loop()
        self._rest = None if left is None else loop.call_later(left, self._close_rested)


def _retold(game: TrackedGame, turns: Sequence[schema.ToldTurn]) -> TrackedGame:
    """The game after other turns, not recorded. Raises RetellError."""
    then = TrackedGame(game.names, game.deal, game.table.lexicon, game.table.ruleset)
    then.retell(turns_of(turns))
    return then


def _advised(game: TrackedGame) -> SeenState:
    """Return the view of the player to advise. Raises InvalidInputError if there is none."""
    if why := why_no_advice(game):
        raise InvalidInputError(why)
    return game.seen


def _asked_for_advice(game: TrackedGame) -> tuple[SeenState, Opponents, list[str]]:
    """Return the view of the player to advise, their opponents, and the names for the reasons."""
    names = ["you" if player == game.seat else name for player, name in enumerate(game.names)]
    return _advised(game), game.opponents, names
