"""The operations of reviews."""

from __future__ import annotations

import asyncio
import datetime
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..._user_data import puzzles_file
from ...advisor.analysis import habits_of
from ...advisor.decisions import Decision
from ...advisor.practice import Box, puzzles_of
from ...errors import InvalidInputError
from ...lexicon import Lexicon
from ..advice import NAMES, Job, JobQueue, LineIsFullError
from ..advice_answer import check_seconds
from ..endpoint import About, endpoint
from ..replies import event
from ..requests import client_of, is_owner
from ..schema import Done, Waiting
from ..site import Site
from ..streams import EVENTS, EventsResponse
from .games import FileOfGame, Games, NoSuchGameError, ReviewedGame
from .replies import (
    DEFAULT_SECONDS,
    MAX_SECONDS,
    analysis_of,
    file_json,
    habits_json,
    judged_json,
    review_json,
)
from .schema import MAX_RECORD, AllGames, Judged, Kept, KeptGames, Practise, Review, Upload
from .verdicts import TurnToJudge, Verdicts

MAX_STREAMS: Final = 4
"""Reviews of one client that are computed at a time."""
RECORD: Final = "application/x-ndjson"
_MAX_BODY: Final = 2 * MAX_RECORD + 1024
"""Records and logs have many quotes, before each of which JSON has a stroke."""
_SECONDS_BETWEEN_TRIES: Final = 1.0
_FILE_NAME: Final = "letter-tycoon-game.jsonl"
_Game = Annotated[str, About("As told by /api/reviews.")]
_Name = Annotated[str, About("A player; by default the most frequent one.")]
_Seconds = Annotated[
    float,
    About(
        f"For each turn, above 0, at most {MAX_SECONDS:g}; by default {DEFAULT_SECONDS:g}.",
    ),
]


class ReviewApi:
    """The operations of reviews."""

    def __init__(self, site: Site, jobs: JobQueue) -> None:
        self._site = site
        self._jobs = jobs
        self._games = Games()
        self._verdicts = Verdicts()
        self._streams: Counter[str] = Counter()
        self._reading = asyncio.Lock()

    @endpoint("GET /api/reviews", "kept_games")
    async def kept_games(self, request: Request) -> KeptGames:
        """The games in the folders of this machine, for who asks from it."""
        lexicons = self._lexicons()
        if not is_owner(request):
            return KeptGames([], is_shown=False)
        async with self._reading:
            files = await run_in_threadpool(self._games.listed, lexicons)
        return KeptGames([file_json(file) for file in files], is_shown=True)

    @endpoint("GET /api/habits", "habits")
    async def habits(self, request: Request, player: _Name = "") -> AllGames:
        """The losses of a player's turns, over the games of this machine that are judged."""
        lexicons = self._lexicons()
        if not is_owner(request):
            return AllGames("", [], 0, 0, [], None)
        async with self._reading:
            files = await run_in_threadpool(self._games.listed, lexicons)
        return await run_in_threadpool(self._all_games, files, player)

    def _all_games(self, files: Sequence[FileOfGame], player: str) -> AllGames:
        """Add up what is judged of a player; without a name, of the most frequent one."""
        people = Counter(name for file in files for name in sorted(file.game.people))
        players = [name for name, _ in people.most_common()]
        player = player or next(iter(players), "")
        judged, missing, count = [], [], 0
        for file in files:
            game = file.game
            own = [one for one in game.played.choices if game.name_of(one) == player]
            known = [self._verdicts.on(one, game.lexicon, DEFAULT_SECONDS) for one in own]
            decisions = tuple(one for one in known if one is not None)
            count += len(own)
            if len(decisions) < len(own):
                missing.append(file.key)
            if decisions:
                day = datetime.date.fromtimestamp(file.written)
                judged.append((analysis_of(game, decisions), day))
        habits = habits_json(habits_of(player, judged)) if judged else None
        n_judged = sum(len(analysis.decisions) for analysis, _ in judged)
        return AllGames(player, players, n_judged, count, missing, habits)

    @endpoint("POST /api/reviews", "upload", max_body=_MAX_BODY)
    async def upload(self, request: Request, sent: Upload) -> Review:
        """Takes a record, a notation, or the log of a game played online; kept in memory."""
        lexicons = self._lexicons()
        async with self._reading:
            key = await run_in_threadpool(
                self._games.upload, sent.record, client_of(request), lexicons
            )
        game = self._games.find(key, lexicons, is_owner=False)
        return await run_in_threadpool(review_json, key, game, is_owner(request))

    @endpoint("GET /api/reviews/{game}", "review")
    async def review(self, request: Request, game: _Game) -> Review:
        """A game: its players, and all turns that can be judged."""
        found = await self._found(request, game)
        return await run_in_threadpool(review_json, game, found, is_owner(request))

    @endpoint("GET /api/reviews/{game}/record", "record", gives=str, media_type=RECORD)
    async def record(self, request: Request, game: _Game) -> Response:
        """The record of a game, as a file."""
        record = (await self._found(request, game)).record
        headers = {"Content-Disposition": f'attachment; filename="{_FILE_NAME}"'}
        return Response(record, 200, headers, RECORD)

    @endpoint("GET /api/reviews/{game}/verdicts", "verdicts", gives=Judged, media_type=EVENTS)
    async def verdicts(
        self, request: Request, game: _Game, seconds: _Seconds = DEFAULT_SECONDS
    ) -> Response:
        """Say what was best in each turn and what the others cost.

        As server-sent events: judged with what is known already, then waiting and judged turn by
        turn, and at the end done.
        """
        check_seconds(seconds, MAX_SECONDS)
        found = await self._found(request, game)
        client = client_of(request)
        if self._streams[client] >= MAX_STREAMS:
            raise LineIsFullError(
                f"{MAX_STREAMS} of your reviews are computed already; close one of their pages"
            )
        course = _Course(found, seconds, client)
        self._streams[client] += 1
        return EventsResponse(self._events(course), on_leave=lambda: self._leave(course))

    @endpoint("POST /api/reviews/{game}/mistakes", "practise")
    async def practise(self, request: Request, game: _Game, sent: Practise) -> Kept:
        """Keeps the mistakes of a player, as far as they are judged, for the room Practice."""
        if not is_owner(request):
            raise HTTPException(403, "Mistakes are kept for who sits at this machine.")
        found = await self._found(request, game)
        return Kept(await run_in_threadpool(self._keep, found, sent))

    def _keep(self, game: ReviewedGame, sent: Practise) -> int:
        """Put the mistakes into the box; return how many are new."""
        own = [one for one in game.played.choices if one.seen.active == sent.player]
        found = [(one, self._verdicts.on(one, game.lexicon, DEFAULT_SECONDS)) for one in own]
        judged = [(choice, decision) for choice, decision in found if decision is not None]
        mistakes = puzzles_of([choice for choice, _ in judged], [one for _, one in judged])
        try:
            return Box(puzzles_file()).add(mistakes, sent.date)
        except RuntimeError:
            raise InvalidInputError("there is no home folder for the mistakes") from None

    async def _found(self, request: Request, key: str) -> ReviewedGame:
        """The game of a key."""
        lexicons, is_own = self._lexicons(), is_owner(request)
        try:
            async with self._reading:
                return await run_in_threadpool(self._games.find, key, lexicons, is_owner=is_own)
        except NoSuchGameError as error:
            raise HTTPException(404, f"{str(error)[0].upper()}{str(error)[1:]}.") from None

    def _lexicons(self) -> list[Lexicon]:
        first = self._site.lexicon(None)
        return [first, *self._site.others(first)]

    # Streams --------------------------------------------------------------------------------------

    async def _events(self, course: _Course) -> AsyncIterator[bytes]:
        known = await run_in_threadpool(self._known, course)
        yield event("judged", await run_in_threadpool(judged_json, course.game, known, known))
        for place, choice in enumerate(course.game.played.choices):
            if place in known:
                continue
            job = TurnToJudge(
                choice, course.game.lexicon, course.seconds, self._verdicts, course.client
            )
            async for told in self._reports(job, course):
                if not isinstance(told, Done):
                    yield event(NAMES[type(told)], told)
                elif told.reason != "finished":
                    yield event("done", told)
                    return
            decision = self._verdicts.on(choice, course.game.lexicon, course.seconds)
            assert decision is not None, "as it was judged right now"
            known[place] = decision
            known = dict(sorted(known.items()))
            new = {place: decision}
            yield event("judged", await run_in_threadpool(judged_json, course.game, new, known))
        yield event("done", Done("finished"))

    def _known(self, course: _Course) -> dict[int, Decision]:
        """By place, what is judged already."""
        found = (
            (place, self._verdicts.on(choice, course.game.lexicon, course.seconds))
            for place, choice in enumerate(course.game.played.choices)
        )
        return {place: decision for place, decision in found if decision is not None}

    async def _reports(self, job: Job, course: _Course) -> AsyncIterator[msgspec.Struct]:
        """Yield the reports of a job, Done last; it waits for its place in the line."""
        course.job = job
        while True:
            try:
                self._jobs.join(job)
                break
            except LineIsFullError:
                yield Waiting(self._jobs.length)
                await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        while True:
            told = await job.inbox.get()
            yield told
            if isinstance(told, Done):
                return

    def _leave(self, course: _Course) -> None:
        """Stops what is computed for a page that has gone."""
        self._streams -= Counter([course.client])
        if course.job is not None:
            self._jobs.leave(course.job)


class _Course:
    """A review that is computed: of which game, for whom, and the turn that it is at."""

    def __init__(self, game: ReviewedGame, seconds: float, client: str) -> None:
        self.game = game
        self.seconds = seconds
        self.client = client
        self.job: Job | None = None
