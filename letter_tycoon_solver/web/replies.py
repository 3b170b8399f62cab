"""Answers as bytes: JSON, problems, and events of a stream."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from ..game import RecordError
from .schema import Problem

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
_ENCODER: Final = msgspec.json.Encoder()


def answer(value: msgspec.Struct) -> Response:
    """A struct of schema.py as JSON."""
    return Response(_ENCODER.encode(value), media_type=JSON)


def error_text(error: Exception) -> str:
    """Return the text of an error without the paths of the server."""
    match error:
        case RecordError():
            where = f", line {error.line}" if error.line else ""
            # Whatever a program could do: the next request reads the game anew.
            again = "; load the game again" if error.remedy else ""
            return f"{error.path.name}{where}: {error.what}{again}"
        case OSError():
            return error.strerror or type(error).__name__
        case _:
            return str(error)


def problem(status: int, title: str, detail: str) -> Response:
    """An error, as in RFC 9457."""
    body = _ENCODER.encode(Problem(title, status, detail))
    headers = {"Retry-After": "1"} if status in (429, 503) else None
    return Response(body, status, headers, PROBLEM)


def event(name: str, data: msgspec.Struct) -> bytes:
    """A server-sent event; JSON has no line breaks of its own."""
    return b"event: " + name.encode() + b"\ndata: " + _ENCODER.encode(data) + b"\n\n"
