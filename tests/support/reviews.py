"""Reviews over the API: what is uploaded, and verdicts as they come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from support.pages import events

from letter_tycoon_solver.game import Game, TrackedGame
from letter_tycoon_solver.game.records import record_in


def text_of(game: Game | TrackedGame, folder: Path) -> str:
    """The record of a game, as it is uploaded."""
    path = record_in(folder, game)
    game.close()
    return path.read_text("utf-8")


def upload(client: httpx.Client, record: str) -> Any:
    answer = client.post("/api/reviews", json={"record": record})
    assert answer.status_code == 200, answer.text
    return answer.json()


def judged(client: httpx.Client, game: str, params: dict[str, str]) -> list[tuple[str, Any]]:
    return events(client.get(f"/api/reviews/{game}/verdicts", params=params).text)
