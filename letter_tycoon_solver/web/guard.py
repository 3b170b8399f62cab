"""Decide who is answered, and write the headers that every answer has for the browser.

A page of somebody else in the same browser can send requests to this server too. It has another
Origin; or, after it has had its own name point here (DNS rebinding), another Host. Both are
refused. In a local network there is a token besides: without it nothing is shown but a page that
says so. It is kept from one start of the server to the next, so that phones which have it stay let
in:

    FOLDER/page/token    the token and a line feed

Only its user can read the file. One that others could read, or that holds something else, is not
used: a new token takes its place.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .._files import PRIVATE, make_private_folder, written_beside
from .._user_data import token_file
from ..errors import InvalidInputError
from .messages import API, problem, refusal
from .pages import FOLDERS

LOOPBACK: Final = "127.0.0.1"
TOKEN: Final = "token"
"""The parameter of an address that brings the token."""
_TOKEN_BYTES: Final = 24
_COOKIE_SECONDS: Final = 30 * 86_400
"""A browser that was closed need not be shown the token again."""
_TOKEN_FILE: Final = re.compile(rb"[A-Za-z0-9_-]{32,64}\n")
_MAX_BYTES: Final = 80
_BEARER: Final = "Bearer "
_NO_TOKEN: Final = (
    "The token is missing or no longer valid. The QR code stands where letter-tycoon serve --lan"
    " runs: open it in the browser in which you have played. Your games are safe there."
)

_OPEN: Final = tuple(
    f"/static/{name}"
    for name in ("page.css", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest")
)
"""The looks of the page without a token, and files that browsers ask for without it."""
_FILES: Final = tuple(f"/{name}/" for name in FOLDERS)
_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # With no-referrer, browsers hide the origin of a form that is sent without a script.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server, and whom it answers.

    Attributes:
        host: an address of this machine.
        port: 1 to 65535.
        token: what has to be known, None for nothing.
    """

    host: str
    port: int
    token: str | None = None

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        query = f"?{TOKEN}={self.token}" if self.token else ""
        return f"http://{self.host}:{self.port}/{query}"

    @property
    def hosts(self) -> set[str]:
        """The text that Host may have: names and addresses of this server, with the port."""
        names = {LOOPBACK, "localhost", self.host}
        return {f"{name}:{self.port}" for name in names} | (names if self.port == 80 else set())

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token: cookies do not tell ports apart."""
        return f"letter_tycoon_{self.port}"

    def is_token(self, text: str) -> bool:
        """Compare with the token, in a time that does not tell how much of it is right."""
        return self.token is not None and secrets.compare_digest(text.encode(), self.token.encode())


class Guard:
    """Refuses what must not be answered; gives all answers the headers that protect the page."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address
        self._hosts = address.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or has the app answer it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                is_file = scope["path"].startswith(_FILES) and message["status"] < 400
                headers.setdefault("Cache-Control", "no-cache" if is_file else "no-store")
            await send(message)

        request = Request(scope)
        app = self._wrong_place(request) or self._no_token(request) or self._app
        await app(scope, receive, send_protected)

    def _wrong_place(self, request: Request) -> Response | None:
        """The refusal of a request that is not for this server, or not from its page."""
        headers = request.headers
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            return problem(403, "Unknown host", "This server is not known by that name.")
        origin = headers.get("origin")
        # A link from another page to this one is fine; what the page itself asks for is not.
        is_link = request.method in ("GET", "HEAD") and not request.scope["path"].startswith(API)
        site = "none" if is_link else headers.get("sec-fetch-site", "none")
        if origin not in (None, f"http://{host}") or site not in ("same-origin", "none"):
            return problem(403, "Another page", "Only the page of this server may ask it.")
        return None

    def _no_token(self, request: Request) -> Response | None:
        """The refusal of a request without the token; one that brings it is given a cookie."""
        address, path = self._address, request.scope["path"]
        if address.token is None:
            return None
        if not path.startswith(API) and address.is_token(request.query_params.get(TOKEN, "")):
            return self._with_cookie(request)
        if path in _OPEN or address.is_token(self._token_of(request)):
            return None
        return refusal(request, 401, "Scan the QR code again", _NO_TOKEN, has_links=False)

    def _token_of(self, request: Request) -> str:
        """The token that comes with a request, "" without one."""
        authorization = request.headers.get("authorization", "")
        if authorization.startswith(_BEARER):
            return authorization.removeprefix(_BEARER)
        # Not request.cookies: before Python 3.12.6 a long value in quotes takes it many seconds
        # (CVE-2024-7592), and anybody in the network may send one here.
        for cookie in request.headers.get("cookie", "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self._address.cookie:
                return value
        return ""

    def _with_cookie(self, request: Request) -> Response:
        """Sends the browser to the same address without the token, which it keeps in a cookie."""
        asked = request.query_params.multi_items()
        rest = urlencode([(name, value) for name, value in asked if name != TOKEN])
        # Two slashes at the start would be the name of another host.
        path = f"/{request.scope['path'].lstrip('/')}"
        response = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
        assert self._address.token is not None
        response.set_cookie(
            self._address.cookie,
            self._address.token,
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
        )
        return response


# The token of the user ---------------------------------------------------------------------------


def users_token(*, is_new: bool = False) -> tuple[str, str]:
    """The token of the user's server, and why it cannot be kept, or nothing.

    Raises:
        InvalidInputError: the one before cannot be removed.
    """
    try:
        path = token_file()
        if is_new:
            _remove(path)
        return _known(path) or _keep_new(path), ""
    except RuntimeError:
        return new_token(), "there is no home folder"
    except OSError as error:
        return new_token(), error.strerror or str(error)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InvalidInputError(
            f"the token before cannot be removed: {error.strerror or error}; remove {path}"
        ) from None


def _keep_new(path: Path) -> str:
    token = new_token()
    make_private_folder(path.parent)
    with written_beside(path, PRIVATE) as unfinished:
        unfinished.write_bytes(token.encode() + b"\n")
    if _known(path) is None:  # On a file system that knows no users.
        raise PermissionError(errno.EACCES, "others could read it")
    return token


def _known(path: Path) -> str | None:
    """The token in a file; None if it holds none, or others may know it."""
    try:
        status = path.lstat()
        is_closed = sys.platform == "win32" or (
            status.st_uid == os.getuid() and not status.st_mode & 0o077
        )
        if not (is_closed and stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_BYTES):
            return None
        held = path.read_bytes()
    except OSError:
        return None
    return held.decode("ascii").strip() if _TOKEN_FILE.fullmatch(held) else None
