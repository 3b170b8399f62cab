"""The application: which path answers what. Each room has a module with its answers."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from .advice import JobQueue
from .board import BoardApi
from .guard import Access, Guard
from .messages import HANDLERS
from .pages import FOLDERS, ROOMS, SCRIPTED, page
from .practice import PracticeRoom
from .review import ReviewRoom
from .site import Site

# Not every system knows them, and a browser refuses a script of another type.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def new_app(site: Site, access: Access, jobs: JobQueue) -> ASGIApp:
    """The application.

    Args:
        site: the word lists, which may not be ready yet.
        access: whom it answers.
        jobs: the line for advice.
    """
    rooms = (BoardApi(site, jobs), ReviewRoom(site, jobs), PracticeRoom(site, jobs))
    app = Starlette(
        routes=[
            *(route for room in rooms for route in room.routes),
            *(Route(path, _scripted) for path in SCRIPTED),
            *(Mount(f"/{name}", _files(name)) for name in FOLDERS),
        ],
        exception_handlers=HANDLERS,
    )
    # Around all of it, so that no answer goes out without the headers.
    return Guard(app, access)


async def _scripted(request: Request) -> Response:
    """A page that a script fills in."""
    path = request.url.path
    return page(SCRIPTED[path], here=path, room=ROOMS[path])


def _files(folder: str) -> ASGIApp:
    """The files of a folder, packed for those who can unpack them."""
    return GZipMiddleware(StaticFiles(directory=Path(__file__).with_name(folder)))
