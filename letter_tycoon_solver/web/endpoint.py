"""An endpoint of the API: a method of a room whose types say what it takes and gives.

    @endpoint("GET /api/words/{word}", "word")
    async def word(self, word: Annotated[str, About("The letters.")]) -> Word:
        # Its docstring describes it.

A struct is the body of a POST; in a GET it is JSON in the query. What stands in the path is from
there, `Request` is the request itself, and all else is of the query, where a default may be given.
app.py serves the operations, openapi.py describes them.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..game.table import Opponents, parse_opponents
from .replies import JSON, answer
from .requests import MAX_BODY, body_of

_Method = Callable[..., Awaitable[msgspec.Struct | Response]]


@dataclass(frozen=True, slots=True)
class About:
    """A sentence about a parameter, in its type."""

    text: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a path or a query.

    Attributes:
        name: of the parameter.
        place: "path" or "query".
        kind: its type; a struct is given as JSON.
        about: a sentence.
        default: `inspect.Parameter.empty` if it has to be given.
    """

    name: str
    place: str
    kind: Any
    about: str
    default: Any

    def of(self, request: Request) -> Any:
        """Return the value that a request gives.

        Raises:
            msgspec.ValidationError: it is not of the type.
            msgspec.DecodeError: a struct is not JSON.
            InvalidInputError: there are no such opponents.
        """
        if self.place == "path":
            given = request.path_params[self.name]
        elif self.name in request.query_params or self.default is inspect.Parameter.empty:
            given = request.query_params.get(self.name, "")
        else:
            return self.default
        if is_struct(self.kind):
            return msgspec.json.decode(given, type=self.kind)
        if self.kind is Opponents:
            return parse_opponents(given)  # Its error says which there are.
        return msgspec.convert(given, self.kind, strict=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """One path of the API.

    Attributes:
        method: GET or POST.
        path: of the request.
        name: unique; what a generated client would call it.
        about: what it does, in a sentence: how the docstring begins.
        more: the rest of the docstring, or nothing.
        gives: the struct of the answer; of a stream, that of its main event.
        takes: the name and the struct of the body, None for no body.
        parameters: of path and query.
        media_type: of the answer.
        max_body: bytes that a body may have.
        function: the method that answers; a response is passed on as it is.
    """

    method: str
    path: str
    name: str
    about: str
    more: str
    gives: Any
    takes: tuple[str, Any] | None
    parameters: tuple[Parameter, ...]
    media_type: str
    max_body: int
    function: _Method

    def route(self, room: object) -> Route:
        """Return the route to the method of a room, for Starlette."""
        wants_request = "request" in inspect.signature(self.function).parameters

        async def answered(request: Request) -> Response:
            given = {one.name: one.of(request) for one in self.parameters}
            if wants_request:
                given["request"] = request
            if self.takes is not None:
                name, kind = self.takes
                given[name] = await body_of(request, kind, self.max_body)
            found = await self.function(room, **given)
            return found if isinstance(found, Response) else answer(found)

        return Route(self.path, answered, methods=[self.method])


def endpoint(
    route: str,
    name: str,
    *,
    gives: Any = None,
    media_type: str = JSON,
    max_body: int = MAX_BODY,
) -> Callable[[_Method], Operation]:
    """Make an operation of a method.

    Args:
        route: method and path, "GET /api/status".
        name: unique; what a generated client would call it.
        gives: of an answer that is no JSON, as its type cannot say it.
        media_type: of the answer.
        max_body: bytes that a body may have.
    """
    method, path = route.split()

    def made(function: _Method) -> Operation:
        hints = get_type_hints(function, include_extras=True)
        takes, parameters = None, []
        for one in list(inspect.signature(function).parameters.values())[1:]:
            kind, about = _read(hints[one.name])
            if kind is Request:
                continue
            if method == "POST" and is_struct(kind):
                takes = one.name, kind
            else:
                place = "path" if f"{{{one.name}}}" in path else "query"
                parameters.append(Parameter(one.name, place, kind, about, one.default))
        about, _, more = (inspect.getdoc(function) or "").partition("\n\n")
        return Operation(
            method,
            path,
            name,
            about,
            " ".join(more.split()),
            gives or _read(hints["return"])[0],
            takes,
            tuple(parameters),
            media_type,
            max_body,
            function,
        )

    return made


def operations_of(room: type) -> list[Operation]:
    """Return the operations among the methods of a class."""
    return [one for one in vars(room).values() if isinstance(one, Operation)]


def is_struct(kind: Any) -> bool:
    """Return True for a struct of a schema."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _read(hint: Any) -> tuple[Any, str]:
    """Return a type, and what is said about it; without None or a response as alternatives."""
    about = ""
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        about = next((one.text for one in more if isinstance(one, About)), "")
    rest = [one for one in get_args(hint) if one not in (NoneType, Response)]
    if len(rest) == 1 and len(get_args(hint)) > 1:
        return rest[0], about
    return hint, about
