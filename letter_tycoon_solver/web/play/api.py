"""The operations of games that are played."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

import msgspec
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...errors import InvalidInputError
from ...game import (
    Phase,
    SeenState,
)
from ...game.opponents import Opponents
from ..advice import Simulations
from ..advice_answer import SECONDS, advice_answer
from ..guard import Access
from ..hints import hint_of
from ..links import Link
from ..operation import Operation, Parameter
from ..replies import PROBLEM, answer
from ..requests import NotFoundError, body_of, client_of
from ..schema import AdviceSoFar, Hint
from ..streams import EVENTS, EventsResponse
from .hosted_game import HostedGame, OldVersionError
from .hosting import Hosting, OpenGame
from .new_games import first_level, levels
from .schema import (
    MAX_SEATS,
    Act,
    Address,
    GameToPlay,
    Invitation,
    Looked,
    OldVersion,
    OwnSeat,
    PlaySetup,
    SeenGame,
    TakeSeat,
    ToLay,
    Undo,
)

_PAGE: Final = "/play"
_SVG: Final = "image/svg+xml"
_SEAT: Final = Parameter("seat", "path", str, "The secret of a seat.")
_PLAYER: Final = Parameter("player", "path", int, "The number of a seat.")
_INVITATION: Final = Parameter("invitation", "path", str, "The secret of an invitation.")
_OF_SEAT: Final = "/api/play/seats/{seat}"
_OF_INVITATION: Final = "/api/play/invitations/{invitation}"


class PlayApi:
    """The operations of games that are played."""

    def __init__(self, hosting: Hosting, simulations: Simulations, access: Access) -> None:
        self._hosting = hosting
        self._simulations = simulations
        self._access = access

    @property
    def operations(self) -> list[Operation]:
        """All of them."""
        return [
            Operation(
                "GET", "/api/play/setup", "playSetup", "Levels of computers.", self.setup, PlaySetup
            ),
            Operation(
                "POST",
                "/api/play/games",
                "beginGame",
                "Begins a game; gives the seat of the first person, who made it.",
                self.begin,
                OwnSeat,
                takes=GameToPlay,
            ),
            Operation(
                "GET",
                _OF_INVITATION,
                "invitation",
                "To which seat one is invited.",
                self.invitation,
                Invitation,
                parameters=(_INVITATION,),
            ),
            Operation(
                "POST",
                _OF_INVITATION,
                "takeSeat",
                "Takes the seat: the invitation becomes worth nothing, but to who took it.",
                self.take,
                OwnSeat,
                TakeSeat,
                (_INVITATION,),
            ),
            Operation(
                "GET", _OF_SEAT, "game", "As the seat sees it.", self.game, SeenGame, None, (_SEAT,)
            ),
            Operation(
                "GET",
                f"{_OF_SEAT}/events",
                "gameEvents",
                "As the seat sees it, now and after each change, as server-sent events: game, and"
                " at the end done.",
                self.events,
                SeenGame,
                parameters=(_SEAT,),
                media_type=EVENTS,
            ),
            Operation(
                "POST",
                f"{_OF_SEAT}/words",
                "lookAtWords",
                "What is for or against words, before they are laid.",
                self.look,
                Looked,
                ToLay,
                (_SEAT,),
            ),
            Operation(
                "POST",
                f"{_OF_SEAT}/actions",
                "act",
                "Does something; 409 and the game as it is if that has gone on.",
                self.act,
                SeenGame,
                Act,
                (_SEAT,),
            ),
            Operation(
                "POST",
                f"{_OF_SEAT}/undo",
                "undo",
                "Takes the last decision back where all people agree, or agrees to that.",
                self.undo,
                SeenGame,
                Undo,
                (_SEAT,),
            ),
            Operation(
                "GET",
                f"{_OF_SEAT}/hint",
                "gameHint",
                "The best plans by static evaluation, in a game with hints.",
                self.hint,
                Hint,
                parameters=(_SEAT,),
            ),
            Operation(
                "GET",
                f"{_OF_SEAT}/advice",
                "gameAdvice",
                "The best plans by simulation, in a game with hints; events as of /api/advice.",
                self.advice,
                AdviceSoFar,
                parameters=(_SEAT, SECONDS),
                media_type=EVENTS,
            ),
            Operation(
                "GET",
                f"{_OF_SEAT}/links/{{player}}",
                "seatLink",
                "The address of this seat, or of an invitation to another.",
                self.link,
                Address,
                parameters=(_SEAT, _PLAYER),
            ),
            Operation(
                "GET",
                f"{_OF_SEAT}/codes/{{player}}",
                "seatCode",
                "The same address as a QR code.",
                self.code,
                str,
                parameters=(_SEAT, _PLAYER),
                media_type=_SVG,
            ),
        ]

    async def setup(self, _request: Request) -> Response:
        """Return the choices for a new game."""
        return answer(PlaySetup(levels(), first_level(), MAX_SEATS, not self._access.home))

    async def begin(self, request: Request) -> Response:
        """A new game."""
        new = await body_of(request, GameToPlay)
        link = await self._hosting.begin(new, client_of(request))
        return answer(OwnSeat(link.secret))

    async def invitation(self, request: Request) -> Response:
        """Whom it is for."""
        link = self._hosting.links.invitation(request.path_params["invitation"])
        opened, seat = await self._hosting.opened(link)
        return answer(Invitation(opened.game.names[seat], list(opened.game.names)))

    async def take(self, request: Request) -> Response:
        """The seat of an invitation."""
        key = (await body_of(request, TakeSeat)).key
        invitation = request.path_params["invitation"]
        link = await self._hosting.take(invitation, key, client_of(request))
        return answer(OwnSeat(link.secret))

    async def game(self, request: Request) -> Response:
        """The game now."""
        opened, seat = await self._found(request)
        return answer(opened.game.told(seat))

    async def events(self, request: Request) -> Response:
        """The game whenever it changes."""
        opened, seat = await self._found(request)
        listener = self._hosting.listen(opened, seat, client_of(request))
        return EventsResponse(
            self._hosting.events(opened, listener),
            on_leave=lambda: self._hosting.leave(opened, listener),
        )

    async def look(self, request: Request) -> Response:
        """Words before they are laid."""
        words = (await body_of(request, ToLay)).words
        opened, seat = await self._found(request)
        return answer(await run_in_threadpool(opened.game.look_at, seat, words))

    async def act(self, request: Request) -> Response:
        """Carry out the act of a seat."""
        _, seat = self._link(request)
        act = await body_of(request, Act)

        def do(game: HostedGame) -> SeenGame:
            game.act(seat, act.version, act.turn)
            return game.told(seat)

        return await self._changed(request, do)

    async def undo(self, request: Request) -> Response:
        """Undoing, by agreement."""
        _, seat = self._link(request)
        undo = await body_of(request, Undo)

        def do(game: HostedGame) -> SeenGame:
            if undo.answer == "ask":
                game.ask_undo(seat, undo.version)
            else:
                game.answer_undo(seat, undo.version, agrees=undo.answer == "agree")
            return game.told(seat)

        return await self._changed(request, do)

    async def hint(self, request: Request) -> Response:
        """The plans of the player's turn."""
        opened, seat = await self._found(request)
        seen = _for_hints(opened, seat)
        return answer(await run_in_threadpool(hint_of, seen))

    async def advice(self, request: Request) -> Response:
        """The stream of a simulation for the player's turn."""
        opened, seat = await self._found(request)
        seen = _for_hints(opened, seat)
        names = ["you" if at == seat else name for at, name in enumerate(opened.game.names)]
        return advice_answer(
            request, self._simulations, seen, seen.lexicon, Opponents.STATIC, names
        )

    async def link(self, request: Request) -> Response:
        """The address of this seat, or of an invitation."""
        return answer(Address(await self._address(request)))

    async def code(self, request: Request) -> Response:
        """The same as a picture."""
        drawn = io.BytesIO()
        segno.make(await self._address(request), error="l", micro=False).save(
            drawn, kind="svg", border=3, light="#fff", xmldecl=False, omitsize=True
        )
        return Response(drawn.getvalue(), media_type=_SVG)

    async def _address(self, request: Request) -> str:
        opened, seat = await self._found(request)
        player = msgspec.convert(request.path_params["player"], type=int, strict=False)
        links = self._hosting.links
        if player == seat:
            query = {"seat": request.path_params["seat"]}
        else:
            is_maker = links.of(opened.game.path)[0].seat == seat
            invited = {one.seat: one for one in links.invitations_of(opened.game.path)}
            if not is_maker or player not in invited:
                raise NotFoundError("nobody is invited to this seat, or not by you")
            query = {"invitation": invited[player].secret}
        return self._access.link(_PAGE, query, request.headers["host"])

    def _link(self, request: Request) -> tuple[Link, int]:
        """The link of the seat, and its number."""
        link = self._hosting.links.find(request.path_params["seat"])
        if link is None or link.seat is None:
            raise NotFoundError("nobody has a seat by this link; it may have been cut off")
        return link, link.seat

    async def _found(self, request: Request) -> tuple[OpenGame, int]:
        link, _ = self._link(request)
        return await self._hosting.opened(link)

    async def _changed(
        self, request: Request, change: Callable[[HostedGame], SeenGame]
    ) -> Response:
        """The game after a change; looked up only now, as all of the request is there."""
        link, seat = self._link(request)
        try:
            return answer(await self._hosting.change(link, client_of(request), change))
        except OldVersionError as error:
            opened, _ = await self._hosting.opened(link)
            old = OldVersion("The game has gone on", 409, str(error), game=opened.game.told(seat))
            return Response(msgspec.json.encode(old), 409, media_type=PROBLEM)


def _for_hints(opened: OpenGame, seat: int) -> SeenState:
    """Return the player's view of the game, if they may ask for hints now."""
    if not opened.game.hints:
        raise InvalidInputError("this game is played without hints")
    seen = opened.game.seen(seat)
    if seen.to_act != seat or seen.phase not in (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP):
        raise InvalidInputError("hints are for your own turn; ask when it is")
    return seen
