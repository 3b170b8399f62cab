"""The application: which handler answers which path."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from .._log import NAME as LOGGER_NAME
from ..cards import CARD_COUNT, LETTERS, PATENT_COST
from ..errors import LetterTycoonError
from ..position import MAX_OPPONENTS
from ..ruleset import PRESETS, ruleset_by_name
from .advice import (
    DEFAULT_SECONDS,
    MAX_SECONDS,
    NAMES,
    LineIsFullError,
    Simulations,
    Stream,
)
from .assets import assets
from .guard import Access, Guard
from .hints import hint, view_of
from .replies import JSON, answer, event, problem
from .schema import (
    AdviceSoFar,
    Done,
    Hint,
    LetterOfGame,
    RulesetOfGame,
    Setup,
    Status,
    Table,
    Word,
)
from .site import NotReadyError, Site
from .words import told_word

MAX_BODY: Final = 16_384
"""Bytes of a request."""
BODY_SECONDS: Final = 5.0
"""A request that has not come whole by then is given up."""
EVENTS: Final = "text/event-stream"

ABILITIES: Final = {
    "B": "doubles a word that begins and ends with a vowel",
    "J": "doubles a word of which at least half the letters are vowels",
    "K": "doubles a word with exactly one vowel",
    "Q": "replaces one card before the turn",
    "V": "two words in a turn",
    "X": "one card twice",
    "Z": "an S at the end",
}

_LOGGER: Final = logging.getLogger(LOGGER_NAME)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a path or a query.

    Attributes:
        name: of the parameter.
        place: "path" or "query".
        kind: its type; a struct is given as JSON.
        about: what it is, in a sentence.
    """

    name: str
    place: str
    kind: Any
    about: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One path of the API.

    Attributes:
        method: GET or POST.
        path: of the request.
        name: unique; what a generated client would call it.
        about: what it does, in a sentence.
        handler: who answers.
        gives: the struct of the answer; of a stream, that of its main event.
        takes: the struct of the body, None for no body.
        parameters: of path and query.
        media_type: of the answer.
    """

    method: str
    path: str
    name: str
    about: str
    handler: Callable[[Request], Awaitable[Response]]
    gives: Any
    takes: Any = None
    parameters: tuple[Parameter, ...] = ()
    media_type: str = JSON

    @property
    def route(self) -> Route:
        """As Starlette takes it."""
        return Route(self.path, self.handler, methods=[self.method])


class Api:
    """The handlers of the API."""

    def __init__(self, site: Site, simulations: Simulations) -> None:
        self._site = site
        self._simulations = simulations

    @property
    def operations(self) -> list[Operation]:
        """All of them; the OpenAPI document describes these."""
        lexicon = Parameter("lexicon", "query", str, "One of those of /api/setup.")
        ruleset = Parameter("ruleset", "query", str, "One of those of /api/setup.")
        return [
            Operation(
                "GET",
                "/api/status",
                "status",
                "Whether hints can be asked for.",
                self.status,
                Status,
            ),
            Operation(
                "GET", "/api/setup", "setup", "Letters, word lists, rulesets.", self.setup, Setup
            ),
            Operation(
                "POST",
                "/api/hint",
                "hint",
                "The best plans of a turn by static evaluation, also with cards missing.",
                self.hint,
                Hint,
                takes=Table,
            ),
            Operation(
                "GET",
                "/api/advice",
                "advice",
                "The best plans by simulation, as server-sent events: waiting, advice, problem and"
                " at the end done.",
                self.advice,
                AdviceSoFar,
                parameters=(
                    Parameter("table", "query", Table, "The table, as JSON; all cards are there."),
                    Parameter(
                        "seconds",
                        "query",
                        float,
                        f"How long to think, above 0, at most {MAX_SECONDS:g}; by default"
                        f" {DEFAULT_SECONDS:g}.",
                    ),
                ),
                media_type=EVENTS,
            ),
            Operation(
                "GET",
                "/api/words/{word}",
                "word",
                "Whether it is a word, what it pays, its anagrams.",
                self.word,
                Word,
                parameters=(
                    Parameter("word", "path", str, "The letters."),
                    lexicon,
                    ruleset,
                ),
            ),
        ]

    async def status(self, _request: Request) -> Response:
        """Whether the server is ready."""
        return answer(self._site.status)

    async def setup(self, _request: Request) -> Response:
        """What a page has to know first."""
        return answer(
            Setup(
                letters=[
                    LetterOfGame(a, CARD_COUNT[a], PATENT_COST[a], ABILITIES.get(a, ""))
                    for a in LETTERS
                ],
                lexicons=list(self._site.lexicon_names()),
                rulesets=[
                    RulesetOfGame(
                        name,
                        rules.hand_size,
                        rules.community_size,
                        {str(players): goal for players, goal in rules.goals.items()},
                    )
                    for name, rules in PRESETS.items()
                ],
                max_opponents=MAX_OPPONENTS,
                seconds=DEFAULT_SECONDS,
                max_seconds=MAX_SECONDS,
            )
        )

    async def hint(self, request: Request) -> Response:
        """The plans of the table in the body."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise HTTPException(415, f"The body has to be {JSON}.")
        table = msgspec.json.decode(await _body(request), type=Table)
        lexicon = self._site.lexicon(table.lexicon)
        # Another thread, because two words (V) may take a while; the kernels run beside each other.
        return answer(await run_in_threadpool(hint, table, lexicon))

    async def advice(self, request: Request) -> Response:
        """The stream of a simulation."""
        query = request.query_params
        table = msgspec.json.decode(query.get("table", ""), type=Table)
        seconds = msgspec.convert(query.get("seconds", DEFAULT_SECONDS), type=float, strict=False)
        if not 0 < seconds <= MAX_SECONDS:
            raise msgspec.ValidationError(
                f"seconds is {seconds:g}; give a number above 0, at most {MAX_SECONDS:g}"
            )
        lexicon = self._site.lexicon(table.lexicon)
        view = await run_in_threadpool(view_of, table, lexicon)
        stream = Stream(view, lexicon, seconds, request.client.host if request.client else "")
        self._simulations.join(stream)
        return _LeavingResponse(
            self._events(stream),
            on_leave=lambda: self._simulations.leave(stream),
            media_type=EVENTS,
        )

    async def _events(self, stream: Stream) -> AsyncIterator[bytes]:
        while True:
            told = await stream.inbox.get()
            yield event(NAMES[type(told)], told)
            if isinstance(told, Done):
                return

    async def word(self, request: Request) -> Response:
        """What there is to know of a word."""
        lexicon = self._site.lexicon(request.query_params.get("lexicon"))
        ruleset = ruleset_by_name(request.query_params.get("ruleset", next(iter(PRESETS))))
        lexicons = [lexicon, *self._site.others(lexicon)]
        word = request.path_params["word"]
        return answer(await run_in_threadpool(told_word, word, lexicons, ruleset))


class _LeavingResponse(StreamingResponse):
    """A stream that says when its client has gone, also before the first event was sent."""

    def __init__(
        self, content: AsyncIterator[bytes], on_leave: Callable[[], None], media_type: str
    ) -> None:
        super().__init__(content, media_type=media_type)
        self._on_leave = on_leave

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_leave()


async def _body(request: Request) -> bytes:
    """The body of a request, unless it is too large or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > MAX_BODY:
                    raise HTTPException(413, f"The body has more than {MAX_BODY} bytes.")
    except TimeoutError:
        raise HTTPException(408, "The body has not come in time.") from None
    return bytes(body)


async def _asset(request: Request) -> Response:
    return assets()[request.url.path].response(request)


# Errors ------------------------------------------------------------------------------------------


async def _on_library_error(_: Request, error: Exception) -> Response:
    match error:
        case NotReadyError():
            return problem(503, "Starting", str(error))
        case LineIsFullError():
            return problem(429, "Too many simulations", str(error))
        case _:
            return problem(422, "Not possible", str(error))


async def _on_validation_error(_: Request, error: Exception) -> Response:
    return problem(422, "Wrong type", str(error))


async def _on_decode_error(_: Request, error: Exception) -> Response:
    return problem(400, "Not JSON", str(error))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    titles = {404: "Not found", 405: "Method not allowed"}
    details = {
        404: "There is nothing at this address.",
        405: f"{request.method} is not for this address.",
    }
    status = error.status_code
    response = problem(status, titles.get(status, "Bad request"), details.get(status, error.detail))
    response.headers.update(error.headers or {})
    return response


async def _on_gone_client(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # Nobody reads it.


async def _on_mistake(_: Request, error: Exception) -> Response:
    _LOGGER.error("A request has failed.", exc_info=error)
    return problem(500, "Mistake", "The server has made a mistake; see its output.")


def new_app(site: Site, access: Access, simulations: Simulations) -> ASGIApp:
    """The application.

    Args:
        site: the word lists, which may not be ready yet.
        access: whom it answers.
        simulations: the line for advice.
    """
    from .openapi import document

    api = Api(site, simulations)
    operations = api.operations
    described = document(operations)

    async def openapi(_request: Request) -> Response:
        return Response(described, media_type=JSON)

    app = Starlette(
        routes=[
            *(operation.route for operation in operations),
            Route("/api/openapi.json", openapi),
            *(Route(path, _asset) for path in assets()),
        ],
        exception_handlers={
            LetterTycoonError: _on_library_error,
            msgspec.ValidationError: _on_validation_error,
            msgspec.DecodeError: _on_decode_error,
            ClientDisconnect: _on_gone_client,
            HTTPException: _on_http_error,
            Exception: _on_mistake,
        },
    )
    # Around all of it, so that no answer goes out without the headers.
    return Guard(app, access)
