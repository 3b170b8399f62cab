"""The games that are open, who listens to them, and the computers that play in them.

A game is opened from its record when it is first asked for, and closed when nobody has listened or
asked for a while; then the command can go on with it. All methods belong to the event loop.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool

from ..._log import NAME as LOGGER_NAME
from ..._user_data import FOLDER_VARIABLE, games_folder
from ...advisor.players import LEVELS, PlayerKind, new_player
from ...errors import InvalidInputError
from ...game import Action, Game, Player, RecordError
from ...game.records import digest_of_words
from ..advice import JobQueue
from ..limits import Limit
from ..links import Link, Links
from ..replies import event
from ..requests import NotFoundError, TooManyError
from ..schema import Done
from ..site import NotReadyError, Site
from .hosted_game import Asked, ClosedError, HostedGame, without_path
from .new_games import begin, begin_again
from .schema import GameToPlay

MAX_OPEN: Final = 64
"""Games at a time."""
MAX_BEGUN: Final = 30
"""Games that a client may begin in an hour."""
MAX_STREAMS: Final = 120
MAX_STREAMS_OF_CLIENT: Final = MAX_STREAMS // 2
"""Nobody alone can keep others from playing."""
MAX_STREAMS_OF_SEAT: Final = 4
"""The limit of a seat. The oldest ends for a new one: it may be of a phone that slept."""
IDLE_SECONDS: Final = 120.0
_HOUR: Final = 3600.0
_SIGN_OF_LIFE_SECONDS: Final = 20.0
"""So often something is sent, or a client that has gone would never be noticed."""
_QUICK: Final = frozenset(
    {PlayerKind.GREEDY, PlayerKind.STATIC, PlayerKind.RANDOM, *LEVELS},
)
"""Computers that simulate nothing. All others wait in the line for the processors."""
_TROUBLE: Final = "A computer has failed; the output of the server says how."
_LOGGER: Final = logging.getLogger(LOGGER_NAME)

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class Listener:
    """A seat that is told of its game.

    Attributes:
        seat: the player.
        client: who listens there.
        news: set when there is something to tell.
        ended: why nothing more will be told, or nothing.
    """

    seat: int
    client: str
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ended: Done | None = None

    def end(self, done: Done) -> None:
        """Has it end."""
        self.ended = done
        self.news.set()


@dataclass(slots=True, eq=False)
class OpenGame:
    """A game that is open.

    Attributes:
        game: the game.
        client: who has changed it last, as far as that is known.
        listeners: to it, the oldest first.
        players: the computers, by seat.
        turns: the task in which computers act, while they do.
        is_news: whether something has changed since the computers were asked.
        used: when somebody last asked, in seconds of the monotonic clock.
    """

    game: HostedGame
    client: str = ""
    listeners: list[Listener] = field(default_factory=list)
    players: dict[int, Player] = field(default_factory=dict)
    turns: asyncio.Task[None] | None = None
    is_news: bool = False
    used: float = field(default_factory=time.monotonic)


class Hosting:
    """All games of the server.

    Attributes:
        open_games: those that are open, by their records.
        links: to all games.
    """

    def __init__(self, site: Site, jobs: JobQueue, links: Links) -> None:
        self.links = links
        self._site = site
        self._jobs = jobs
        self.open_games: dict[Path, OpenGame] = {}
        self._opening = asyncio.Lock()
        self._begun = Limit("games begun", MAX_BEGUN, _HOUR)
        self._sweeper: asyncio.Task[None] | None = None
        self._is_closed = False
        jobs.at_close(self._close)

    async def begin(self, new: GameToPlay, client: str) -> Link:
        """A new game, and the link of who has made it.

        Raises:
            InvalidInputError: there can be no such game.
            TooManyError: too many games are open.
            TooOftenError: the client has begun too many.
        """
        lexicon = self._site.lexicon(new.lexicon)
        async with self._opening:
            self._begun.check(client)
            self._make_room()
            try:
                game, link = await run_in_threadpool(begin, new, lexicon, _folder(), self.links)
            except RecordError as error:
                raise without_path(error) from None
            self._begun.count(client)
            await self._host(game, link, client)
        return link

    async def rematch(self, link: Link, client: str) -> Link:
        """The link to the rematch for who has this one; the first who asks begins it.

        Raises:
            InvalidInputError: the game is not over.
            TooManyError: too many games are open.
            TooOftenError: the client has begun too many.
        """
        before, _ = await self.opened(link)
        if not before.game.state.is_over:
            raise InvalidInputError("the game is not over; play it to its end first")
        async with self._opening:
            if found := self.links.rematch(link):
                return found
            self._begun.check(client)
            self._make_room()
            try:
                game = await run_in_threadpool(begin_again, before.game, _folder(), self.links)
            except RecordError as error:
                raise without_path(error) from None
            self._begun.count(client)
            found = self.links.rematch(link)
            assert found is not None, "as the rematch has just been given its links"
            await self._host(game, found, client)
        await self.change(link, client, HostedGame.changed)
        return found

    async def take(self, invitation: str, key: str, client: str) -> Link:
        """The link in place of an invitation, as `Links.take`.

        Raises:
            LetterTycoonError: as `opened`; then the invitation is as good as before.
        """
        asked = self.links.taken(invitation, key) or self.links.invitation(invitation)
        await self.opened(asked)
        link = await run_in_threadpool(self.links.take, invitation, key)
        await self.change(link, client, HostedGame.changed)
        return link

    async def opened(self, link: Link) -> tuple[OpenGame, int]:
        """The game and the seat of a link.

        Raises:
            NotFoundError: the link is to another kind of game.
            NotReadyError: the word lists are not loaded yet, or the server stops.
            InvalidInputError: the record cannot be used.
            TooManyError: too many games are open.
        """
        if link.seat is None:
            raise NotFoundError("this link is to a game that is only looked at")
        async with self._opening:
            opened = self.open_games.get(link.record)
            if opened is None:
                self._make_room()
                game = await run_in_threadpool(self._resume, link.record)
                opened = await self._host(game, link, "")
        opened.used = time.monotonic()
        return opened, link.seat

    async def change(self, link: Link, client: str, change: Callable[[HostedGame], _T]) -> _T:
        """Has the game of a link changed, in a thread, and tells everyone. Raises as `opened`."""
        while True:
            opened, _ = await self.opened(link)
            opened.client = client
            try:
                return await run_in_threadpool(change, opened.game)
            except ClosedError:  # To make room for another, just now.
                continue
            finally:
                self._tell(opened)

    def listen(self, opened: OpenGame, seat: int, client: str) -> Listener:
        """A new listener. Raises TooManyError."""
        clients = [one.client for game in self.open_games.values() for one in game.listeners]
        if len(clients) >= MAX_STREAMS or clients.count(client) >= MAX_STREAMS_OF_CLIENT:
            raise TooManyError("too many pages listen to games; close one and try again")
        own = [one for one in opened.listeners if one.seat == seat and one.ended is None]
        for oldest in own[: max(0, len(own) - MAX_STREAMS_OF_SEAT + 1)]:
            oldest.end(Done("open elsewhere"))
        listener = Listener(seat, client)
        opened.listeners.append(listener)
        return listener

    def leave(self, opened: OpenGame, listener: Listener) -> None:
        """Says that nobody listens there any more."""
        if listener in opened.listeners:
            opened.listeners.remove(listener)
        opened.used = time.monotonic()

    async def events(self, opened: OpenGame, listener: Listener) -> AsyncIterator[bytes]:
        """The game as the seat sees it, now and whenever it has changed.

        Of changes that come faster than they can be sent only the last is told.
        """
        while listener.ended is None:
            listener.news.clear()
            yield event("game", opened.game.seen_json(listener.seat))
            while not listener.news.is_set():
                try:
                    async with asyncio.timeout(_SIGN_OF_LIFE_SECONDS):
                        await listener.news.wait()
                except TimeoutError:
                    yield b": still here\n\n"
        yield event("done", listener.ended)

    # Opening and closing --------------------------------------------------------------------------

    def _resume(self, path: Path) -> Game:
        try:
            return Game.resume(path, self._site.lexicon_with(digest_of_words(path)))
        except RecordError as error:
            raise without_path(error) from None

    async def _host(self, game: Game, link: Link, client: str) -> OpenGame:
        path, links = link.record, self.links
        maker = links.of(path)[0].seat
        assert maker is not None, "the first link is that of a seat"

        def waiting() -> set[int]:
            return {one.seat for one in links.invitations_of(path) if one.seat is not None}

        def rematch() -> dict[int, str]:
            found = [(one.seat, links.rematch(one)) for one in links.of(path)]
            return {seat: one.secret for seat, one in found if one and seat is not None}

        def hosted() -> HostedGame:
            return HostedGame(
                game, path, maker=maker, hints=link.hints, waiting=waiting, rematch=rematch
            )

        opened = self.open_games[path] = OpenGame(await run_in_threadpool(hosted), client)
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.create_task(self._sweep())
        self._tell(opened)
        return opened

    def _make_room(self) -> None:
        """For one more game; those that nobody uses are closed, the one least used first."""
        if self._is_closed:
            raise NotReadyError("The server stops.")
        unused = sorted(filter(_is_unused, self.open_games.values()), key=lambda one: one.used)
        for opened in unused[: max(0, len(self.open_games) - MAX_OPEN + 1)]:
            self._shut(opened)
        if len(self.open_games) >= MAX_OPEN:
            raise TooManyError("too many games are played; try again when one has ended")

    async def _sweep(self) -> None:
        """Closes games that nobody has used for a while."""
        while self.open_games:
            await asyncio.sleep(IDLE_SECONDS / 4)
            until = time.monotonic() - IDLE_SECONDS
            async with self._opening:
                for opened in list(self.open_games.values()):
                    if _is_unused(opened) and opened.used < until:
                        self._shut(opened)

    def _shut(self, opened: OpenGame) -> None:
        del self.open_games[opened.game.path]
        if opened.turns is not None:
            opened.turns.cancel()
        opened.game.close()

    def _close(self) -> None:
        """Ends everything: the server stops."""
        self._is_closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for opened in list(self.open_games.values()):
            for listener in opened.listeners:
                listener.end(Done("server stops"))
            self._shut(opened)

    # Telling, and the turns of computers ----------------------------------------------------------

    def _tell(self, opened: OpenGame) -> None:
        """Says that something has changed: to who listens, and to the computers."""
        opened.is_news = True
        for listener in opened.listeners:
            listener.news.set()
        if (opened.turns is None or opened.turns.done()) and not self._is_closed:
            opened.turns = asyncio.create_task(self._let_computers_act(opened))

    async def _let_computers_act(self, opened: OpenGame) -> None:
        """Until a person is asked."""
        try:
            while opened.is_news:
                opened.is_news = False
                asked = await run_in_threadpool(opened.game.computer_asked)
                if asked is None:
                    continue
                action = await self._chosen(opened, asked)
                await run_in_threadpool(opened.game.act_for, asked, action)
                self._tell(opened)
        except Exception:
            if self._is_closed:
                return
            _LOGGER.exception("A computer has failed.")
            await run_in_threadpool(opened.game.stop_computers, _TROUBLE)
            for listener in opened.listeners:
                listener.news.set()

    def _chosen(self, opened: OpenGame, asked: Asked) -> Awaitable[Action]:
        player = opened.players.get(asked.seat)
        if player is None:
            player = new_player(asked.kind, secrets.randbits(32), executor=self._jobs.workers)
            opened.players[asked.seat] = player
        choose = functools.partial(player.choose, asked.seen)
        if asked.kind in _QUICK:
            return run_in_threadpool(choose)
        return self._jobs.choice(choose, opened.client)


def _is_unused(opened: OpenGame) -> bool:
    return not opened.listeners and (opened.turns is None or opened.turns.done())


def _folder() -> Path:
    try:
        return games_folder()
    except RuntimeError:
        raise InvalidInputError(
            "the user of the server has no home folder for games; name one in the environment"
            f" variable {FOLDER_VARIABLE}"
        ) from None
