"""The operations of games that are played."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Annotated, Final

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
from ...game.table import AT_A_TABLE
from ..advice import DEFAULT_SECONDS, JobQueue
from ..advice_answer import Seconds, advice_answer
from ..endpoint import About, endpoint
from ..guard import Access
from ..hints import hint_of
from ..links import Link
from ..replies import PROBLEM
from ..requests import NotFoundError, client_of
from ..schema import AdviceSoFar, Hint
from ..streams import EVENTS, EventsResponse
from .hosted_game import HostedGame, OldVersionError
from .hosting import Hosting, OpenGame
from .new_games import about_levels, first_level, levels
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
_Seat = Annotated[str, About("The secret of a seat.")]
_Player = Annotated[int, About("The number of a seat.")]
_Invitation = Annotated[str, About("The secret of an invitation.")]
_OF_SEAT: Final = "/api/play/seats/{seat}"
_OF_INVITATION: Final = "/api/play/invitations/{invitation}"


class PlayApi:
    """The operations of games that are played."""

    def __init__(self, hosting: Hosting, jobs: JobQueue, access: Access) -> None:
        self._hosting = hosting
        self._jobs = jobs
        self._access = access

    @endpoint("GET /api/play/setup", "playSetup")
    async def setup(self) -> PlaySetup:
        """Levels of computers."""
        return PlaySetup(levels(), first_level(), about_levels(), MAX_SEATS, not self._access.home)

    @endpoint("POST /api/play/games", "beginGame")
    async def begin(self, request: Request, new: GameToPlay) -> OwnSeat:
        """Begins a game; gives the seat of the first person, who made it."""
        link = await self._hosting.begin(new, client_of(request))
        return OwnSeat(link.secret)

    @endpoint(f"GET {_OF_INVITATION}", "invitation")
    async def invitation(self, invitation: _Invitation) -> Invitation:
        """To which seat one is invited."""
        opened, seat = await self._hosting.opened(self._hosting.links.invitation(invitation))
        return Invitation(opened.game.names[seat], list(opened.game.names))

    @endpoint(f"POST {_OF_INVITATION}", "takeSeat")
    async def take(self, request: Request, invitation: _Invitation, by: TakeSeat) -> OwnSeat:
        """Takes the seat: the invitation becomes worth nothing, but to who took it."""
        link = await self._hosting.take(invitation, by.key, client_of(request))
        return OwnSeat(link.secret)

    @endpoint(f"GET {_OF_SEAT}", "game")
    async def game(self, seat: _Seat) -> SeenGame:
        """Show the game to a seat."""
        opened, number = await self._found(seat)
        return opened.game.seen_json(number)

    @endpoint(f"GET {_OF_SEAT}/events", "gameEvents", gives=SeenGame, media_type=EVENTS)
    async def events(self, request: Request, seat: _Seat) -> Response:
        """Show the game to a seat, now and after each change.

        As server-sent events: game, and at the end done.
        """
        opened, number = await self._found(seat)
        listener = self._hosting.listen(opened, number, client_of(request))
        return EventsResponse(
            self._hosting.events(opened, listener),
            on_leave=lambda: self._hosting.leave(opened, listener),
        )

    @endpoint(f"POST {_OF_SEAT}/words", "lookAtWords")
    async def look(self, seat: _Seat, to_lay: ToLay) -> Looked:
        """Say what is for or against words, before they are laid."""
        opened, number = await self._found(seat)
        return await run_in_threadpool(opened.game.look_at, number, to_lay.words)

    @endpoint(f"POST {_OF_SEAT}/actions", "act")
    async def act(self, request: Request, seat: _Seat, act: Act) -> SeenGame | Response:
        """Does something; 409 and the game as it is if that has gone on."""

        def do(game: HostedGame, number: int) -> None:
            game.act(number, act.version, act.turn)

        return await self._changed(request, seat, do)

    @endpoint(f"POST {_OF_SEAT}/undo", "undo")
    async def undo(self, request: Request, seat: _Seat, undo: Undo) -> SeenGame | Response:
        """Takes the last decision back where all people agree, or agrees to that."""

        def do(game: HostedGame, number: int) -> None:
            if undo.answer == "ask":
                game.ask_undo(number, undo.version)
            else:
                game.answer_undo(number, undo.version, agrees=undo.answer == "agree")

        return await self._changed(request, seat, do)

    @endpoint(f"POST {_OF_SEAT}/rematch", "rematch")
    async def rematch(self, request: Request, seat: _Seat) -> OwnSeat:
        """Gives the same seat in a rematch; who asks first after the end begins it."""
        link = await self._hosting.rematch(self._link(seat), client_of(request))
        return OwnSeat(link.secret)

    @endpoint(f"GET {_OF_SEAT}/hint", "gameHint")
    async def hint(self, seat: _Seat) -> Hint:
        """The best plans by static evaluation, in a game with hints."""
        return await run_in_threadpool(hint_of, _for_hints(*await self._found(seat)))

    @endpoint(f"GET {_OF_SEAT}/advice", "gameAdvice", gives=AdviceSoFar, media_type=EVENTS)
    async def advice(
        self, request: Request, seat: _Seat, seconds: Seconds = DEFAULT_SECONDS
    ) -> Response:
        """The best plans by simulation, in a game with hints; events as of /api/advice."""
        opened, number = await self._found(seat)
        seen = _for_hints(opened, number)
        names = ["you" if at == number else name for at, name in enumerate(opened.game.names)]
        return advice_answer(request, self._jobs, seen, seen.lexicon, seconds, AT_A_TABLE, names)

    @endpoint(f"GET {_OF_SEAT}/links/{{player}}", "seatLink")
    async def link(self, request: Request, seat: _Seat, player: _Player) -> Address:
        """The address of this seat, or of an invitation to another."""
        address = await self._address(request, seat, player)
        return Address(address, not self._access.home)

    @endpoint(f"GET {_OF_SEAT}/codes/{{player}}", "seatCode", gives=str, media_type=_SVG)
    async def code(self, request: Request, seat: _Seat, player: _Player) -> Response:
        """The same address as a QR code."""
        drawn = io.BytesIO()
        segno.make(await self._address(request, seat, player), error="l", micro=False).save(
            drawn, kind="svg", border=3, light="#fff", xmldecl=False, omitsize=True
        )
        return Response(drawn.getvalue(), media_type=_SVG)

    async def _address(self, request: Request, secret: str, player: int) -> str:
        opened, seat = await self._found(secret)
        links = self._hosting.links
        if player == seat:
            query = {"seat": secret}
        else:
            is_maker = links.of(opened.game.path)[0].seat == seat
            invited = {one.seat: one for one in links.invitations_of(opened.game.path)}
            if not is_maker or player not in invited:
                raise NotFoundError("nobody is invited to this seat, or not by you")
            query = {"invitation": invited[player].secret}
        return self._access.link(_PAGE, query, request.headers["host"])

    def _link(self, secret: str) -> Link:
        """The link of the seat."""
        link = self._hosting.links.find(secret)
        if link is None or link.seat is None:
            raise NotFoundError("nobody has a seat by this link; it may have been cut off")
        return link

    async def _found(self, secret: str) -> tuple[OpenGame, int]:
        return await self._hosting.opened(self._link(secret))

    async def _changed(
        self, request: Request, secret: str, change: Callable[[HostedGame, int], None]
    ) -> SeenGame | Response:
        """The game after a change."""
        link = self._link(secret)
        seat = link.seat
        assert seat is not None, "it is the link of a seat"

        def changed(game: HostedGame) -> SeenGame:
            change(game, seat)
            return game.seen_json(seat)

        try:
            return await self._hosting.change(link, client_of(request), changed)
        except OldVersionError as error:
            opened, _ = await self._hosting.opened(link)
            old = OldVersion(
                "The game has gone on", 409, str(error), game=opened.game.seen_json(seat)
            )
            return Response(msgspec.json.encode(old), 409, media_type=PROBLEM)


def _for_hints(opened: OpenGame, seat: int) -> SeenState:
    """Return the player's view of the game, if they may ask for hints now."""
    if not opened.game.hints:
        raise InvalidInputError("this game is played without hints")
    seen = opened.game.seen(seat)
    if seen.to_act != seat or seen.phase not in (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP):
        raise InvalidInputError("hints are for your own turn; ask when it is")
    return seen
