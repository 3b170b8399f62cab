"""The files of the page, from the package, read once: no request names a file."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from .frame import ICONS, MANIFEST, ROOMS, framed, manifest

FOLDERS: Final = ("static", "table", "engine")
"""Folders of the package with files of the pages; addresses have the same names, so that scripts of
one find those of another."""
PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "/": "static/hint.html",
        "/play": "static/play.html",
        "/track": "static/track.html",
        "/words": "static/words.html",
        "/practice": "static/practice.html",
    }
)
"""By path, the page of each room. A new room is a line here and one in ROOMS."""
PATH: Final = "/static/"
"""The address of the folder that all pages share."""
NOT_FOUND: Final = "static/not-found.html"
NO_TOKEN: Final = "static/no-token.html"
_MESSAGES: Final = (NOT_FOUND, NO_TOKEN)
"""The pages that people see in place of an error; these have no path."""
OF_MESSAGES: Final = tuple(PATH + name for name in ("page.css", "icon.svg", MANIFEST, *ICONS))
"""The paths of what they look like, and of what browsers ask for without the token."""

_MEDIA_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent.

    Attributes:
        content: its bytes.
        packed: the same with gzip.
        media_type: what it is.
        etag: of both; changes with the content.
    """

    content: bytes
    packed: bytes
    media_type: str
    etag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> Asset:
        """The file of this name."""
        packed = gzip.compress(content, 9, mtime=0)
        etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        return cls(content, packed, _MEDIA_TYPES[name.rpartition(".")[2]], etag)

    def response(self, request: Request) -> Response:
        """The file, or that it has not changed."""
        headers = {"ETag": self.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(None, 304, headers)
        return self.sent(request.headers, 200, headers)

    def sent(self, asked: Headers, status: int, headers: Mapping[str, str]) -> Response:
        """The file, packed for those who can unpack it."""
        if "gzip" in asked.get("accept-encoding", ""):
            packed = {**headers, "Content-Encoding": "gzip"}
            return Response(self.packed, status, packed, self.media_type)
        return Response(self.content, status, headers, self.media_type)


@functools.cache
def assets() -> Mapping[str, Asset]:
    """All files by the path of the request for them."""
    files = {name: asset for name, asset in _files().items() if name not in _MESSAGES}
    found = {path: files.pop(name) for path, name in PAGES.items()}
    return MappingProxyType(found | {f"/{name}": asset for name, asset in files.items()})


def message(name: str, status: int, asked: Headers) -> Response | None:
    """A page for people in place of an error, or None for a program.

    Args:
        name: NOT_FOUND or NO_TOKEN.
        status: of the answer.
        asked: the headers of the request.
    """
    if "text/html" not in asked.get("accept", ""):
        return None
    return _files()[name].sent(asked, status, {"Vary": "Accept, Accept-Encoding"})


@functools.cache
def _files() -> Mapping[str, Asset]:
    """All files by their folders and names."""
    package = resources.files(__package__)
    files = {
        f"{folder}/{file.name}": file.read_bytes()
        for folder in FOLDERS
        for file in (package / folder).iterdir()
        if file.name.rpartition(".")[2] in _MEDIA_TYPES
    }
    for name in ICONS:
        files[PATH[1:] + name] = files.pop(f"engine/{name}")
    files[PATH[1:] + MANIFEST] = json.dumps(manifest("/")).encode()
    path_of = {name: path for path, name in PAGES.items()}
    for name in (*path_of, *_MESSAGES):
        rooms = {} if name == NO_TOKEN else ROOMS
        files[name] = framed(files[name].decode(), rooms, path_of.get(name, "")).encode()
    return {name: Asset.of(name, content) for name, content in files.items()}
