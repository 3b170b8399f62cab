"""The application: which path answers what. Each room has a module with its operations."""

from __future__ import annotations

from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from .advice import JobQueue
from .assets import assets
from .board_api import BoardApi
from .endpoint import operations_of
from .guard import Access, Guard
from .openapi import document
from .practice.api import PracticeApi
from .problems import HANDLERS
from .replies import JSON
from .review import ReviewRoom
from .site import Site

DOCUMENT: Final = document([one for room in (BoardApi, PracticeApi) for one in operations_of(room)])
"""The OpenAPI document, as JSON."""


def new_app(site: Site, access: Access, jobs: JobQueue) -> ASGIApp:
    """The application.

    Args:
        site: the word lists, which may not be ready yet.
        access: whom it answers.
        jobs: the line for advice.
    """
    rooms = (
        BoardApi(site, jobs),
        PracticeApi(site, jobs),
    )

    app = Starlette(
        routes=[
            *(one.route(room) for room in rooms for one in operations_of(type(room))),
            *ReviewRoom(site, jobs).routes,
            Route("/api/openapi.json", _openapi),
            *(Route(path, _asset) for path in assets()),
        ],
        exception_handlers=HANDLERS,
    )
    # Around all of it, so that no answer goes out without the headers.
    return Guard(app, access)


async def _openapi(_request: Request) -> Response:
    return Response(DOCUMENT, media_type=JSON)


async def _asset(request: Request) -> Response:
    return assets()[request.url.path].response(request)
