"""Requests and answers: bodies within limits, JSON, problems, and streams of events."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from .._log import NAME as LOGGER_NAME
from ..errors import LetterTycoonError, sentence
from .pages import page
from .schema import Problem

API: Final = "/api/"
"""The beginning of the addresses that scripts and programs ask."""
JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
FORM: Final = "application/x-www-form-urlencoded"
EVENTS: Final = "text/event-stream"
MAX_BODY: Final = 16_384
"""Bytes of a request."""
BODY_SECONDS: Final = 5.0
"""A request that has not come whole by then is given up."""
_LOOPBACK: Final = ("127.0.0.1", "::1")
_LOGGER: Final = logging.getLogger(LOGGER_NAME)
_ENCODER: Final = msgspec.json.Encoder()
_Body = TypeVar("_Body", bound=msgspec.Struct)


# Requests -------------------------------------------------------------------------------------


def is_owner(request: Request) -> bool:
    """Is it somebody at this machine, who has the files anyway?

    Whom a proxy has let in may be anywhere, also where its own address is of this machine.
    """
    if any(name == "forwarded" or name.startswith("x-forwarded-") for name in request.headers):
        return False
    return request.client is not None and request.client.host in _LOOPBACK


def whole_number(request: Request, name: str) -> int | None:
    """A number from 0 to 99,999 in the address, None for anything else."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


async def body_of(request: Request, kind: type[_Body]) -> _Body:
    """The body, in JSON, as a struct of schema.py.

    Raises:
        HTTPException: it is said to be something else, too large, or too slow.
        msgspec.DecodeError: it is not JSON.
        msgspec.ValidationError: it is not of that kind.
    """
    body = await body_bytes(request, MAX_BODY, JSON)
    try:
        return msgspec.json.decode(body, type=kind)
    except UnicodeDecodeError:
        raise msgspec.DecodeError("The body is not UTF-8.") from None


async def body_bytes(request: Request, max_body: int, media_type: str) -> bytes:
    """The body of a request, of at most so many bytes.

    Raises:
        HTTPException: it is said to be something else, too large, or too slow.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media_type:
        raise HTTPException(415, f"The body has to be {media_type}.")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > max_body:
                    raise HTTPException(413, f"This is too large: the most is {max_body:,} bytes.")
    except TimeoutError:
        raise HTTPException(408, "The body has not come in time.") from None
    return bytes(body)


async def form_of(request: Request, max_body: int) -> dict[str, str]:
    """The fields of a form, each with its first value. Raises as `body_bytes`."""
    text = (await body_bytes(request, max_body, FORM)).decode("utf-8", "replace")
    return {name: first for name, (first, *_) in parse_qs(text).items()}


# Answers --------------------------------------------------------------------------------------


def answer(value: object) -> Response:
    """A value of schema.py as JSON."""
    return Response(_ENCODER.encode(value), media_type=JSON)


def problem(status: int, title: str, detail: str) -> Response:
    """An error, as in RFC 9457."""
    return Response(_ENCODER.encode(Problem(title, status, detail)), status, media_type=PROBLEM)


def _event(name: str, data: object) -> bytes:
    """A server-sent event; text is one line, and so is the JSON of anything else."""
    text = data if isinstance(data, str) else _ENCODER.encode(data).decode()
    return f"event: {name}\ndata: {text}\n\n".encode()


class EventsResponse(StreamingResponse):
    """A stream of names and data; it ends what makes them when its client goes."""

    media_type = EVENTS

    def __init__(
        self, content: AsyncGenerator[Any], named: Callable[[Any], tuple[str, object]] = tuple
    ) -> None:
        super().__init__(_event(*named(one)) async for one in content)
        self._content = content

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends the events until they end or the client goes."""
        async with contextlib.aclosing(self._content):
            await super().__call__(scope, receive, send)


# Errors ---------------------------------------------------------------------------------------


class NotHereError(LetterTycoonError):
    """There is no such thing here, or it must not be seen."""


_KINDS: Final[Mapping[type[Exception], tuple[int, str]]] = {
    NotHereError: (404, "Not found"),
    LetterTycoonError: (422, "Not possible"),
    msgspec.ValidationError: (422, "Wrong type"),
    msgspec.DecodeError: (400, "Not JSON"),
}
"""The status and the title of errors; the first that fits."""


def refusal(
    request: Request, status: int, title: str, detail: str, *, has_links: bool = True
) -> Response:
    """A page for people; for scripts and programs a problem."""
    path = request.scope["path"]
    if path.startswith(API) or "text/html" not in request.headers.get("accept", ""):
        return problem(status, title, detail)
    told = {"title": title, "detail": sentence(detail), "here": f"/{path.split('/')[1]}"}
    shown = page("problem.html", status, **told, has_links=has_links)
    shown.headers["Vary"] = "Accept"
    return shown


async def _on_known_error(request: Request, error: Exception) -> Response:
    status, title = next(told for kind, told in _KINDS.items() if isinstance(error, kind))
    return refusal(request, status, title, str(error))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, title = error.status_code, HTTPStatus(error.status_code).phrase
    details = {
        404: "There is nothing at this address.",
        405: f"{request.method} is not for this address.",
    }
    detail = details.get(status, title) if error.detail == title else error.detail
    response = refusal(request, status, title.capitalize(), detail)
    response.headers.update(error.headers or {})
    return response


async def _on_gone_client(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # Nobody reads it.


async def _on_mistake(_: Request, error: Exception) -> Response:
    _LOGGER.error("A request has failed.", exc_info=error)
    return problem(500, "Mistake", "The server has made a mistake; see its output.")


HANDLERS: Final[Mapping[Any, Any]] = {
    **dict.fromkeys(_KINDS, _on_known_error),
    ClientDisconnect: _on_gone_client,
    HTTPException: _on_http_error,
    Exception: _on_mistake,
}
"""By kind of error, who answers; as Starlette takes them."""
