"""The application, which has a module for each room, and the server: its start and its end."""

from __future__ import annotations

import contextlib
import io
import mimetypes
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ..errors import InvalidInputError
from ..lexicon import DEFAULT_LEXICON
from ..rules.cards import parse_whole
from .board import BoardApi
from .guard import LOOPBACK, Address, Guard, users_token
from .messages import HANDLERS
from .pages import FOLDERS, ROOMS, SCRIPTED, page
from .practice import PracticeRoom
from .review import ReviewRoom
from .simulations import JobQueue, Site

DEFAULT_PORT: Final = 8765
_ANYWHERE: Final = "0.0.0.0"
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent, but the system says from where it would be."""
_SECONDS_TO_STOP: Final = 1
_MAX_CONNECTIONS: Final = 200
_MAX_PORT: Final = 65_535
_SWITCH_SECONDS: Final = 0.0005
"""The wait of a hint for a simulation that runs Python code, each time that both want to."""

Say = Callable[[str], None]

# Not every system knows them, and a browser refuses a script of another type.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


# The application ----------------------------------------------------------------------------------


def new_app(site: Site, address: Address, jobs: JobQueue) -> ASGIApp:
    """The application."""
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
    return Guard(app, address)


async def _scripted(request: Request) -> Response:
    """A page that a script fills in."""
    path = request.url.path
    return page(SCRIPTED[path], here=path, room=ROOMS[path])


def _files(folder: str) -> ASGIApp:
    """The files of a folder, packed for those who can unpack them."""
    return GZipMiddleware(StaticFiles(directory=Path(__file__).with_name(folder)))


# The server ---------------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """A server that ends its streams as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, jobs: JobQueue) -> None:
        super().__init__(config)
        self._jobs = jobs

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams, then the connections."""
        self._jobs.close()
        await super().shutdown(sockets)


def serve(
    say: Say,
    *,
    port: int = DEFAULT_PORT,
    lan: bool = False,
    new_token: bool = False,
    lexicon: str = DEFAULT_LEXICON,
) -> None:
    """Serves the page until Ctrl-C.

    Args:
        say: is told where the page is, a text of some lines.
        port: 0 for any that is free.
        lan: whether others in the local network can open the page, with a token.
        new_token: whether to lock out whoever had the address until now.
        lexicon: a shipped list or a file: the word list that is used by default.

    Raises:
        InvalidInputError: the port is taken, there is no network, or the word list cannot be used.
    """
    host = lan_address() if lan else LOOPBACK
    with _listening(_ANYWHERE if lan else LOOPBACK, port) as listener:
        token, trouble = users_token(is_new=new_token) if lan else (None, "")
        address = Address(host, listener.getsockname()[1], token)
        site, jobs = Site(lexicon), JobQueue()
        site.warm_up()
        say(_welcome(address, trouble))
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            new_server(site, address, jobs).run([listener])
        finally:
            sys.setswitchinterval(before)


def new_server(site: Site, address: Address, jobs: JobQueue) -> Server:
    """A server that is not running yet."""
    config = uvicorn.Config(
        new_app(site, address, jobs),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        ws="none",
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=_SECONDS_TO_STOP,
    )
    return Server(config, jobs)


def _welcome(address: Address, trouble: str) -> str:
    lines = [f"The page is at {address.url}", "Ctrl-C stops it."]
    if address.token:
        lines = [
            *lines,
            "Whoever has this address can use it; what is sent can be read in the network.",
            f"It cannot be kept ({trouble}): the next start has another."
            if trouble
            else "The next start has the same token, unless it is made with --new-token.",
            "",
            qr_code(address.url),
        ]
    return "\n".join(lines)


def qr_code(text: str) -> str:
    """The text as a QR code of half blocks, to be read off a terminal by a phone."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True)
    return drawn.getvalue()


def lan_address() -> str:
    """The address of this machine in its local network. Raises InvalidInputError without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)
            return str(asked.getsockname()[0])
        except OSError:
            raise InvalidInputError(
                "this machine is in no network; connect it to one, or leave out --lan"
            ) from None


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens already, so that nothing else can take the port."""
    parse_whole(port, "the port", 0, _MAX_PORT)
    # Of a socket whose protocol is not named asyncio leaves small packets waiting, 40 ms each time.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        if sys.platform != "win32":  # There it would let two servers have one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen()
        except OSError as error:
            raise InvalidInputError(
                f"port {port} cannot be used ({error.strerror or error}); give another with --port"
            ) from None
        yield listener
