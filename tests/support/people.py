"""People who play on the page's API, each with a seat, and all that the server has sent to them."""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

import httpx

import letter_tycoon_solver as lts

SECONDS = 60
Json = dict[str, Any]


def begin(client: httpx.Client, *seats: str, **options: Any) -> Person:
    """A new game; a seat is the level of a computer in lower case, or the name of a person.

    Returns:
        The first person; `invite` gives the others.
    """
    told = [{"level": seat} if seat.islower() else {"name": seat} for seat in seats]
    answer = client.post("/api/play/games", json={"seats": told, **options})
    assert answer.status_code == 200, answer.text
    return Person(client, answer.json()["seat"])


class Person:
    """A person in a seat.

    Attributes:
        sent: bodies and events, as the server has sent them to this seat.
    """

    def __init__(self, client: httpx.Client, secret: str) -> None:
        self.client = client
        self.secret = secret
        self.sent: list[str] = []
        self.heard: list[str] = []
        self._listener: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The path of the seat."""
        return f"/api/play/seats/{self.secret}"

    def ask(self, method: str, path: str = "", body: object = None) -> httpx.Response:
        """Ask the server."""
        answer = self.client.request(method, self.url + path, json=body)
        self.sent.append(answer.text)
        return answer

    def game(self) -> Json:
        """The game as this seat sees it."""
        answer = self.ask("GET")
        assert answer.status_code == 200, answer.text
        return self._of(answer)

    def act(self, turn: str) -> Json:
        """Does something in the game as it is."""
        body = {"version": self.game()["version"], "turn": turn}
        answer = self.ask("POST", "/actions", body)
        assert answer.status_code == 200, answer.text
        return self._of(answer)

    def undo(self, what: str = "ask") -> Json:
        """Undo, or answers another who wants to."""
        answer = self.ask("POST", "/undo", {"version": self.game()["version"], "answer": what})
        assert answer.status_code == 200, answer.text
        return self._of(answer)

    def invitation(self, seat: int) -> str:
        """The secret of an invitation to a seat."""
        address = self.ask("GET", f"/links/{seat}").json()["address"]
        return dict(parse_qsl(urlsplit(str(address)).query))["invitation"]

    def invite(self, seat: int) -> Person:
        """Seat a person by invitation."""
        answer = self.client.post(
            f"/api/play/invitations/{self.invitation(seat)}", json={"key": secrets.token_urlsafe()}
        )
        assert answer.status_code == 200, answer.text
        return Person(self.client, answer.json()["seat"])

    def wait(self, until: Callable[[Json], bool]) -> Json:
        """The game, as soon as it is so."""
        end = time.monotonic() + SECONDS
        while not until(game := self.game()):
            assert time.monotonic() < end, game
            time.sleep(0.03)
        return game

    def asked(self) -> Json:
        """The game, as soon as this seat is asked or all is over."""
        return self.wait(lambda game: game["asked"] == game["you"] or game["phase"] == "over")

    def listen(self) -> Self:
        """Hear all that the server tells, in a thread, until it is done."""
        is_heard = threading.Event()

        def hear() -> None:
            address = str(self.client.base_url).rstrip("/") + f"{self.url}/events"
            with (
                contextlib.suppress(httpx.RemoteProtocolError),  # The server was killed.
                httpx.stream("GET", address, timeout=SECONDS) as stream,
            ):
                for line in stream.iter_lines():
                    self.heard.append(line)
                    if line.startswith("data: "):
                        self.sent.append(line)
                        is_heard.set()

        self._listener = threading.Thread(target=hear, daemon=True)
        self._listener.start()
        assert is_heard.wait(SECONDS)
        return self

    def heard_games(self) -> list[Json]:
        """The games that were told to this seat."""
        return [
            json.loads(line.removeprefix("data: "))
            for line in list(self.heard)
            if line.startswith('data: {"seats"')
        ]

    def _of(self, answer: httpx.Response) -> Json:
        game: Json = answer.json()
        return game


def best_play(game: Json) -> str | None:
    """The words with the best margin in a game as a seat sees it, in notation."""
    you, seats = game["you"], game["seats"]
    clockwise = [seats[(you + step) % len(seats)] for step in range(len(seats))]
    position = lts.Position(
        game["hand"],
        game["community"],
        clockwise[0]["patents"],
        [seat["patents"] for seat in clockwise[1:]],
        clockwise[0]["money"],
    )
    plays = lts.find_plays(position, lts.Lexicon.load(game["lexicon"]), limit=1)
    return plays[0].notation if plays else None


def decide(person: Person, game: Json) -> None:
    """Do what a sensible person would, who never challenges."""
    match game["phase"]:
        case "start":
            person.act(best_play(game) or "exchange *")
        case "challenge":
            person.act("accept")
        case "penalty":
            person.act(f"discard {game['hand'][0]}")
        case "purchase":
            person.act(f"buy {game['purchasable'][0]}")
        case "clean-up":
            person.act(f"discard {game['hand'][0]}")


def play_out(*people: Person) -> Json:
    """Have the people play to the end; gives the game as the first sees it."""
    while True:
        for person in people:
            game = person.game()
            if game["phase"] == "over":
                return people[0].game()
            if game["asked"] == game["you"]:
                decide(person, game)
                break
        else:
            time.sleep(0.005)
