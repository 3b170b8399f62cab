"""The operations of games that people play at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...errors import InvalidInputError, LetterTycoonError
from ...game import RecordError, SeenDeal, TrackedGame
from ...game.follow.tracked_text import event_text, why_no_advice
from ...game.opponents import Opponents
from ...game.state import SeenState
from ..advice import Simulations
from ..advice_answer import SECONDS, advice_answer
from ..hints import hint_of, named_ruleset
from ..limits import Limit
from ..links import Links
from ..operation import Operation, Parameter
from ..replies import answer
from ..requests import body_of, client_of, is_owner
from ..schema import AdviceSoFar, Hint
from ..site import Site
from ..streams import EVENTS
from . import schema
from .games import REST_SECONDS, TrackedGames
from .refusals import no_game, refused, stale
from .told import told_game, told_readings, turns_of, version_of

_GAMES: Final = "/api/track/games"
_GAME: Final = _GAMES + "/{secret}"
_SECRET: Final = (Parameter("secret", "path", str, "Of the game."),)
_MAX_BODY: Final = 131_072
"""Bytes of a whole game that is told anew."""
_MAX_NEW: Final = 40
_NEW_SECONDS: Final = 3600.0

_T = TypeVar("_T")
_Handler = Callable[[Request], Awaitable[Response]]
_Versioned = schema.Tell | schema.Step | schema.Retell | schema.Redeal | schema.TakenFor


class TrackApi:
    """The operations of games that people play at a table.

    Args:
        site: has the word lists.
        simulations: the line for advice.
        links: to the games.
    """

    def __init__(self, site: Site, simulations: Simulations, links: Links) -> None:
        self._site = site
        self._simulations = simulations
        self._games = TrackedGames(site, links)
        self._begun = Limit("new games", _MAX_NEW, _NEW_SECONDS)
        self._rest: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Closes all games."""
        self._games.close_rested(0)

    @property
    def operations(self) -> list[Operation]:
        """All of them; the OpenAPI document describes these."""
        state = schema.TrackedState

        def post(
            path: str, name: str, about: str, handler: _Handler, takes: type, gives: type = state
        ) -> Operation:
            parameters = _SECRET if "{" in path else ()
            return Operation("POST", path, name, about, handler, gives, takes, parameters)

        return [
            post(
                _GAMES,
                "track_begin",
                "Begins a game of people whose cards have just been dealt.",
                self.begin,
                schema.NewGame,
                schema.Begun,
            ),
            post(
                "/api/track/list",
                "track_list",
                "Games by their secrets; for who asks from the machine of the server itself, not"
                " through a proxy, also those of its folder that are not over.",
                self.list,
                schema.Asked,
                schema.ListedGames,
            ),
            Operation(
                "GET",
                _GAME,
                "track_game",
                "How the game stands.",
                self.game,
                state,
                parameters=_SECRET,
            ),
            post(_GAME + "/turns", "track_tell", "Tells a turn.", self.tell, schema.Tell),
            post(
                _GAME + "/undo", "track_undo", "Takes back the last turn.", self.undo, schema.Step
            ),
            post(
                _GAME + "/redo",
                "track_redo",
                "Tells again what was undone.",
                self.redo,
                schema.Step,
            ),
            post(
                _GAME + "/retell",
                "track_retell",
                "Tells all turns anew.",
                self.retell,
                schema.Retell,
            ),
            post(
                _GAME + "/redeal", "track_redeal", "Corrects the deal.", self.redeal, schema.Redeal
            ),
            post(
                _GAME + "/against",
                "track_against",
                "Has advice take the opponents for something else.",
                self.against,
                schema.TakenFor,
            ),
            post(
                _GAME + "/then",
                "track_then",
                "How the game would stand after these turns; nothing changes.",
                self.then,
                schema.Turns,
            ),
            post(
                _GAME + "/words",
                "track_words",
                "In which ways words can be laid, what each earns and what could be bought.",
                self.words,
                schema.Words,
                schema.Readings,
            ),
            Operation(
                "GET",
                _GAME + "/hint",
                "track_hint",
                "The best plans of one's own turn by static evaluation.",
                self.hint,
                Hint,
                parameters=_SECRET,
            ),
            Operation(
                "GET",
                _GAME + "/advice",
                "track_advice",
                "The best plans of one's own turn by simulation, as events like /api/advice.",
                self.advice,
                AdviceSoFar,
                parameters=(*_SECRET, SECONDS),
                media_type=EVENTS,
            ),
        ]

    async def begin(self, request: Request) -> Response:
        """A new game."""
        new = await body_of(request, schema.NewGame)
        lexicon = self._site.lexicon(new.lexicon)
        game = TrackedGame(
            new.players,
            SeenDeal(new.seat, new.hand, new.community, new.first),
            lexicon,
            named_ruleset(new.ruleset, new.stacking),
        )
        self._begun.count(client_of(request))
        secret = await run_in_threadpool(self._games.begin, game)
        return answer(schema.Begun(secret, told_game(game)))

    async def list(self, request: Request) -> Response:
        """Games for a list."""
        asked = await body_of(request, schema.Asked)
        self._site.lexicon(None)
        games = await run_in_threadpool(
            self._games.listed, asked.secrets, with_own=is_owner(request)
        )
        return answer(schema.ListedGames(games))

    async def game(self, request: Request) -> Response:
        """Return the state of the game."""
        return await self._with_game(request, lambda game: answer(told_game(game)))

    async def tell(self, request: Request) -> Response:
        """Tells a turn."""
        body = await body_of(request, schema.Tell)

        def tell(game: TrackedGame) -> str:
            before = game.table
            game.push(body.text, community=body.community, drew=body.drew)
            return event_text(game.turns[-1], before, game)

        return await self._change(request, body, tell)

    async def undo(self, request: Request) -> Response:
        """Takes back the last turn."""
        body = await body_of(request, schema.Step)

        def undo(game: TrackedGame) -> str:
            last = game.turns[-1:]
            game.undo()
            return f"Undone: {game.names[last[0].player]}: {last[0].text}"

        return await self._change(request, body, undo)

    async def redo(self, request: Request) -> Response:
        """Tells again what was undone."""
        body = await body_of(request, schema.Step)

        def redo(game: TrackedGame) -> str:
            before = game.table
            game.redo()
            return event_text(game.turns[-1], before, game)

        return await self._change(request, body, redo)

    async def retell(self, request: Request) -> Response:
        """Tells all turns anew."""
        body = await body_of(request, schema.Retell, _MAX_BODY)

        def retell(game: TrackedGame) -> str:
            game.retell(turns_of(body.turns))
            return "Corrected; all later turns were carried out again"

        return await self._change(request, body, retell)

    async def redeal(self, request: Request) -> Response:
        """Corrects the deal."""
        body = await body_of(request, schema.Redeal)

        def redeal(game: TrackedGame) -> str:
            game.redeal(hand=body.hand, community=body.community, first=body.first)
            return "The deal is corrected"

        return await self._change(request, body, redeal)

    async def against(self, request: Request) -> Response:
        """Has advice take the opponents for something else."""
        body = await body_of(request, schema.TakenFor)

        def against(game: TrackedGame) -> str:
            game.take_opponents_for(body.against)
            return f"The others are taken for {game.opponents.called}"

        return await self._change(request, body, against)

    async def then(self, request: Request) -> Response:
        """Return the state that the game would have after other turns."""
        body = await body_of(request, schema.Turns, _MAX_BODY)
        return await self._with_game(
            request, lambda game: answer(told_game(_retold(game, body.turns)))
        )

    async def words(self, request: Request) -> Response:
        """In which ways words can be laid."""
        body = await body_of(request, schema.Words, _MAX_BODY)

        def read(game: TrackedGame) -> Response:
            then = game if body.turns is None else _retold(game, body.turns)
            return answer(told_readings(then, body.words))

        return await self._with_game(request, read)

    async def hint(self, request: Request) -> Response:
        """The best plans of one's own turn."""

        def hint(game: TrackedGame) -> Response:
            return answer(hint_of(_advised(game)))

        return await self._with_game(request, hint)

    async def advice(self, request: Request) -> Response:
        """The stream of a simulation."""
        found = await self._with_game(request, _asked_for_advice)
        if isinstance(found, Response):
            return found
        seen, opponents, names = found
        return advice_answer(request, self._simulations, seen, seen.lexicon, opponents, names)

    # Games --------------------------------------------------------------------------------------

    async def _change(
        self, request: Request, body: _Versioned, change: Callable[[TrackedGame], str]
    ) -> Response:
        """Changes a game that is as it was when it was asked for; the answer says what it did."""

        def changed(game: TrackedGame) -> Response:
            if body.version != version_of(game):
                return stale(game)
            if self._games.is_full(request.path_params["secret"]):
                raise InvalidInputError(
                    "this game was changed too often for the page; go on with it by the command"
                    " letter-tycoon track, or begin a new one"
                )
            event = change(game)
            return answer(told_game(game, event))

        return await self._with_game(request, changed)

    async def _with_game(self, request: Request, use: Callable[[TrackedGame], _T]) -> _T | Response:
        """Use the game of the request, or answer why there is none."""
        self._site.lexicon(None)  # Refuses while they are not there.
        secret = request.path_params["secret"]
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
