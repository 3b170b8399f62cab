"""Read the body of a request, within limits of size and time."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..errors import LetterTycoonError
from .replies import JSON

MAX_BODY: Final = 16_384
"""Bytes of a request."""
FORM: Final = "application/x-www-form-urlencoded"
BODY_SECONDS: Final = 5.0
"""A request that has not come whole by then is given up."""


class NotFoundError(LetterTycoonError):
    """Nobody has what was asked for."""


_LOOPBACK: Final = ("127.0.0.1", "::1")

_Body = TypeVar("_Body", bound=msgspec.Struct)


def client_of(request: Request) -> str:
    """Return the address of the asker, for limits."""
    return request.client.host if request.client else ""


def is_owner(request: Request) -> bool:
    """Is it somebody at this machine, who has the files anyway?

    Whom a proxy has let in may be anywhere, also where its own address is of this machine.
    """
    if any(name == "forwarded" or name.startswith("x-forwarded-") for name in request.headers):
        return False
    return client_of(request) in _LOOPBACK


async def body_of(request: Request, kind: type[_Body], max_body: int = MAX_BODY) -> _Body:
    """The body as a struct of schema.py.

    Args:
        request: with a body of JSON.
        kind: the struct.
        max_body: the bytes that it may have.

    Raises:
        HTTPException: it is said to be something else, too large, or too slow.
        msgspec.DecodeError: it is not JSON.
        msgspec.ValidationError: it is not of that kind.
    """
    body = await body_bytes(request, max_body, JSON)
    try:
        return msgspec.json.decode(body, type=kind)
    except UnicodeDecodeError:
        raise msgspec.DecodeError("The body is not UTF-8.") from None


async def body_bytes(request: Request, max_body: int, media_type: str = FORM) -> bytes:
    """The body of a request.

    Args:
        request: with a body.
        max_body: the bytes that it may have.
        media_type: what it has to be.

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
                    raise HTTPException(413, f"The body has more than {max_body} bytes.")
    except TimeoutError:
        raise HTTPException(408, "The body has not come in time.") from None
    return bytes(body)
