"""A tracked game over the API, as the page uses it."""

from __future__ import annotations

from typing import Any

import httpx

PROBLEM = "application/problem+json"
GAMES = "/api/track/games"
DEAL: dict[str, Any] = {
    "players": ["Ann", "Ben", "Cleo"],
    "seat": 1,
    "hand": "LANEXZD",
    "community": "EES",
    "first": 0,
}
JEWELS = {"text": "JeWeLs, buy J", "community": "QTE"}
LANE = {"text": "lane", "drew": "RTO", "community": "K"}


class Table:
    """A game over the API, as the page uses it."""

    def __init__(self, client: httpx.Client, **deal: Any) -> None:
        begun = client.post(GAMES, json={**DEAL, **deal})
        assert begun.status_code == 200, begun.text
        self.client = client
        self.path = f"{GAMES}/{begun.json()['secret']}"
        self.game: dict[str, Any] = begun.json()["game"]

    def ask(self, what: str, **body: Any) -> httpx.Response:
        """Send a request about the game."""
        return self.client.post(f"{self.path}/{what}", json=body)

    def do(self, what: str, **body: Any) -> httpx.Response:
        """Send a request with the version seen last, and keep the resulting game."""
        answer = self.ask(what, version=self.game["version"], **body)
        if answer.status_code == 200:
            self.game = answer.json()
        return answer

    def told(self, *turns: dict[str, str]) -> Table:
        """Return the game after these turns."""
        for turn in turns:
            assert self.do("turns", **turn).status_code == 200
        return self

    def now(self) -> Any:
        """Return the game as the server has it now."""
        return self.client.get(self.path).json()


def same_but_event(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return {**one, "event": ""} == {**other, "event": ""}
