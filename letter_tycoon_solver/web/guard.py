"""Decide who is answered, and write the headers that every answer has for the browser.

A page of somebody else in the same browser can send requests to this server too. It has another
Origin; or, after it has had its own name point here (DNS rebinding), another Host. Both are
refused. In a local network there is a token besides: without it nothing is shown but a page that
says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import assets
from .replies import problem

API: Final = "/api/"
TOKEN: Final = "token"
"""The parameter of an address that brings the token."""
_TOKEN_BYTES: Final = 24
_COOKIE_SECONDS: Final = 30 * 86_400
"""A browser that was closed need not be shown the token again."""
_BEARER: Final = "Bearer "
_NO_TOKEN: Final = (
    "The token is missing or no longer valid: scan the QR code of letter-tycoon serve again, or"
    " open the address above it. Your games are safe."
)

_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


class Access:
    """Whom the server answers.

    Attributes:
        hosts: what may stand in Host: names and addresses of this server, with the port.
        home: where others in the network find it, "" if they cannot.
        token: what has to be known, None for nothing.
        cookie: the name of the cookie with the token: cookies do not tell ports apart.
    """

    def __init__(
        self, addresses: Iterable[str], port: int, token: str | None = None, home: str = ""
    ) -> None:
        names = list(addresses)
        self.home = f"{home}:{port}" if home else ""
        self.hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())
        self.token = token
        self.cookie = f"letter_tycoon_{port}"

    def link(self, path: str, query: Mapping[str, str], host: str) -> str:
        """The whole address of a page, with the token, for whoever is to open it.

        Args:
            path: of the page.
            query: what follows it.
            host: the Host of who asks: good where the network knows no other.
        """
        token = {TOKEN: self.token} if self.token else {}
        return f"http://{self.home or host}{path}?{urlencode({**token, **query})}"

    def is_token(self, text: str) -> bool:
        """Compare with the token, in a time that does not tell how much of it is right."""
        return self.token is not None and secrets.compare_digest(text.encode(), self.token.encode())


class Guard:
    """Refuses what must not be answered; gives all answers the headers that protect the page."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

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
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = self._refusal(scope) or self._app
        await app(scope, receive, send_protected)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        return self._wrong_place(scope, headers) or self._no_token(scope, headers)

    def _wrong_place(self, scope: Scope, headers: Headers) -> Response | None:
        """The refusal of a request that is not for this server, or not from its page."""
        host = headers.get("host", "").lower()
        if host not in self._access.hosts:
            return problem(403, "Unknown host", "This server is not known by that name.")
        origin = headers.get("origin")
        # A link from another page to this one is fine; what the page itself asks for is not.
        is_link = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(API)
        site = "none" if is_link else headers.get("sec-fetch-site", "none")
        if origin not in (None, f"http://{host}") or site not in ("same-origin", "none"):
            return problem(403, "Another page", "Only the page of this server may ask it.")
        return None

    def _no_token(self, scope: Scope, headers: Headers) -> Response | None:
        """The refusal of a request without the token; one that brings it is given a cookie."""
        if self._access.token is None:
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if not scope["path"].startswith(API) and self._access.is_token(dict(query).get(TOKEN, "")):
            return self._with_cookie(scope["path"], query)
        if scope["path"] in assets.OF_MESSAGES or self._access.is_token(self._token_of(headers)):
            return None
        page = None
        if not scope["path"].startswith(API):
            page = assets.message(assets.NO_TOKEN, 401, headers)
        return page or problem(401, "No token", _NO_TOKEN)

    def _with_cookie(self, path: str, query: list[tuple[str, str]]) -> Response:
        """Sends the browser to the same address without the token, which it keeps in a cookie."""
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        # Two slashes at the start would be the name of another host.
        response = RedirectResponse(f"/{path.lstrip('/')}{'?' if rest else ''}{rest}", 303)
        assert self._access.token is not None
        response.set_cookie(
            self._access.cookie,
            self._access.token,
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
        )
        return response

    def _token_of(self, headers: Headers) -> str:
        authorization = headers.get("authorization", "")
        if authorization.startswith(_BEARER):
            return authorization.removeprefix(_BEARER)
        # By hand: http.cookies gives up at the first odd one, which another server may have set.
        for cookie in headers.get("cookie", "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self._access.cookie:
                return value
        return ""
