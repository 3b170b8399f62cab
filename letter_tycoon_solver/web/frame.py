"""The parts that all pages share: the head, the links to the rooms, and what a home screen needs.

A file of a page has the rest: what its head has of its own, <body>, and in that an empty BAR where
the links stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

ROOMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "/": "Hint",
        "/play": "Play",
        "/track": "Track",
        "/review": "Review",
        "/words": "Words",
        "/practice": "Practice",
    }
)
"""By path, what each room is called in the links."""
MANIFEST: Final = "manifest.webmanifest"
ICONS: Final[Mapping[str, int]] = MappingProxyType({"icon-192.png": 192, "icon-512.png": 512})
"""Pictures for a home screen, by name their width and height."""
_BODY: Final = "<body>\n"
_BAR: Final = '<header class="bar"></header>'
_HEAD: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="The best turns of Letter Tycoon, games, reviews and words.">
<meta name="theme-color" content="#17403f">
<link rel="icon" href="/static/icon.svg">
<link rel="apple-touch-icon" href="/static/icon-192.png">
<link rel="manifest" href="/static/manifest.webmanifest">
<link rel="stylesheet" href="/static/page.css">
"""
_BRAND: Final = (
    '<a class="brand" href="/"><img src="/static/icon.svg" alt="" width="28" height="28">'
    '<span class="brand-name">Letter Tycoon</span></a>'
)


def framed(page: str, rooms: Mapping[str, str], current: str = "") -> str:
    """The whole page.

    Args:
        page: what is its own.
        rooms: by address, the rooms that it links; none for no links.
        current: the address of the page, if it is a room.
    """
    head, _, body = page.partition(_BODY)
    links = "".join(
        f'<a href="{address}"{_current(address == current)}>{title}</a>'
        for address, title in rooms.items()
    )
    nav = f'\n<nav aria-label="Rooms">{links}</nav>' if links else ""
    bar = f'<header class="bar">\n{_BRAND}{nav}\n</header>'
    return f"{_HEAD}{head}</head>\n{_BODY}{body.replace(_BAR, bar)}</body>\n</html>\n"


def _current(is_current: bool) -> str:
    return ' aria-current="page"' if is_current else ""


def manifest(start: str) -> dict[str, Any]:
    """Return what a phone needs to put the page on its home screen.

    Args:
        start: the address of the first page, as seen from the manifest, beside which the icons lie.
    """
    pictures = [
        {"src": name, "sizes": f"{size}x{size}", "type": "image/png"}
        for name, size in ICONS.items()
    ]
    return {
        "name": "Letter Tycoon",
        "short_name": "Letter Tycoon",
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": "#f5f1e8",
        "theme_color": "#17403f",
        "icons": [*pictures, {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
