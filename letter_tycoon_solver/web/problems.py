"""Turn an error into a problem with the library's message, as in RFC 9457."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from .._log import NAME as LOGGER_NAME
from ..errors import LetterTycoonError
from . import assets
from .advice import LineIsFullError
from .guard import API
from .replies import error_text, problem
from .requests import NotFoundError
from .site import NotReadyError

_LOGGER: Final = logging.getLogger(LOGGER_NAME)


_KINDS: Final[Mapping[type[LetterTycoonError], tuple[int, str]]] = {
    NotReadyError: (503, "Starting"),
    NotFoundError: (404, "Not found"),
    LineIsFullError: (429, "Too many simulations"),
}
"""The status and the title of errors that are not about what was asked."""


async def _on_library_error(_: Request, error: Exception) -> Response:
    found = (told for kind, told in _KINDS.items() if isinstance(error, kind))
    status, title = next(found, (422, "Not possible"))
    return problem(status, title, error_text(error))


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
    if status == 404 and not request.url.path.startswith(API):
        page = assets.message(assets.NOT_FOUND, status, request.headers)
        if page is not None:
            return page
    detail = error.detail
    if detail == HTTPStatus(status).phrase:  # Nobody has said more.
        detail = details.get(status, detail)
    response = problem(status, titles.get(status, "Bad request"), detail)
    response.headers.update(error.headers or {})
    return response


async def _on_gone_client(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # Nobody reads it.


async def _on_mistake(_: Request, error: Exception) -> Response:
    _LOGGER.error("A request has failed.", exc_info=error)
    return problem(500, "Mistake", "The server has made a mistake; see its output.")


HANDLERS: Final[Mapping[Any, Any]] = {
    LetterTycoonError: _on_library_error,
    msgspec.ValidationError: _on_validation_error,
    msgspec.DecodeError: _on_decode_error,
    ClientDisconnect: _on_gone_client,
    HTTPException: _on_http_error,
    Exception: _on_mistake,
}
"""By kind of error, who answers; as Starlette takes them."""
