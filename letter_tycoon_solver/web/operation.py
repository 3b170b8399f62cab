"""An operation of the API: its path, what it takes and gives, and who answers.

Each room has a class with its `operations`; app.py serves them, openapi.py describes them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .replies import JSON


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
        """The same as a route of Starlette."""
        return Route(self.path, self.handler, methods=[self.method])
