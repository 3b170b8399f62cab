"""Reviews as a browser has them: what is uploaded, what a page says, and what a stream does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from support.pages import Running

from letter_tycoon_solver.game import Game, TrackedGame
from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.web import review
from letter_tycoon_solver.web.site import Site

VOID: Final = {"meta", "link", "img", "input", "br"}
FILE: Final = {"Content-Type": "application/octet-stream"}


def text_of(game: Game | TrackedGame, folder: Path) -> str:
    """The record of a game, as it is uploaded."""
    path = record_in(folder, game)
    game.close()
    return path.read_text("utf-8")


def send(client: httpx.Client, record: str | bytes) -> httpx.Response:
    """The answer to an upload."""
    return client.post("/review", content=record, headers=FILE)


def upload(client: httpx.Client, record: str | bytes) -> str:
    """The key of an uploaded game."""
    answer = send(client, record)
    assert answer.status_code == 303, answer.text
    (key,) = parse_qs(urlsplit(answer.headers["location"]).query)["game"]
    return key


def show(client: httpx.Client, path: str = "/review", /, **query: str | int) -> PageText:
    """A page that is there."""
    answer = client.get(path, params=query or None)
    assert answer.status_code == 200, answer.text
    return PageText(answer.text)


def judge(client: httpx.Client, game: str) -> list[tuple[str, str]]:
    """The events of the stream that judges a game, to its end."""
    answer = client.get("/api/judged", params={"game": game})
    assert answer.status_code == 200, answer.text
    return re.findall(r"event: (\w+)\ndata: ?(.*)", answer.text)


@contextmanager
def judging(site: Site, seconds: float) -> Iterator[Running]:
    """A server that has judged nothing yet, and takes so long for each turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review, "SECONDS", seconds)
        with Running(site) as running:
            yield running


class PageText(HTMLParser):
    """The text of a page.

    Attributes:
        html: all of it.
        elements: tag, attributes and text of each element.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[int] = []
        self.feed(html)
        assert not self._open, "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        """An element ends: the one that was opened last."""
        assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        """Text, of all elements that are open."""
        for at in self._open:
            self.elements[at][2].append(data)

    def texts(self, name: str) -> list[str]:
        """The texts of the elements of a class or a tag, with single spaces."""
        return [
            " ".join("".join(text).split())
            for tag, attributes, text in self.elements
            if name == tag or name in attributes.get("class", "").split()
        ]

    def text(self, name: str) -> str:
        """The text of the only element of a class or a tag."""
        (text,) = self.texts(name)
        return text

    def value(self, name: str, attribute: str) -> str:
        """An attribute of the first element of a class or a tag; "" without one."""
        found = (
            attributes.get(attribute, "")
            for tag, attributes, _ in self.elements
            if name == tag or name in attributes.get("class", "").split()
        )
        return next(found, "")

    def links(self, text: str) -> list[str]:
        """The addresses of the links that say so."""
        return [
            attributes["href"]
            for tag, attributes, said in self.elements
            if tag == "a" and "href" in attributes and text in " ".join("".join(said).split())
        ]
