"""People in many games at once: what they wait for, what is lost, and the server's memory.

    python -m benchmarks.bench_seats --minutes 5

50 seats in 12 games, each with its stream of events, and a move a second in each game: words by the
hint of the server, purchases, discards. The server is a process of its own, with an empty folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import numpy as np

from letter_tycoon_solver.game import Game

GAMES = [4] * 10 + [5] * 2
"""Seats of each game, 50 in all."""
MOVES_A_SECOND = 1.0
NEVER = 133
"""A goal that hardly anybody reaches: nobody has all patents."""
PATIENCE = 10.0
"""Seconds after which a seat has lost a move."""
API = "/api/play"


@dataclass(eq=False)
class Seat:
    """A seat, and what it was told last."""

    url: str
    game: dict[str, Any] = field(default_factory=dict)
    is_news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, client: httpx.AsyncClient) -> None:
        """Takes in what is told, until the server ends."""
        async with client.stream("GET", f"{self.url}/events") as stream:
            async for line in stream.aiter_lines():
                told = json.loads(line.removeprefix("data: ")) if "version" in line else {}
                if "version" in told:
                    self.game = told
                    self.is_news.set()

    async def hear(self, version: int) -> None:
        """Waits until that version, or a later one, has been told."""
        while self.game.get("version", 0) < version:
            self.is_news.clear()
            await self.is_news.wait()


@dataclass(eq=False)
class Figures:
    """The measurements.

    answers   milliseconds until a move is answered
    told      milliseconds until all other seats of the game have been told of it
    moves     done
    lost      moves of which a seat was not told in time
    """

    answers: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0


async def seated(client: httpx.AsyncClient, people: int) -> list[Seat]:
    """A new game of people, who all listen."""
    body = {
        "seats": [{"name": f"Player {number}"} for number in range(people)],
        "challenge": "none",
        "hints": True,
        "goal": NEVER,
    }
    maker = await ask(client, "POST", f"{API}/games", body)
    seats = [Seat(f"{API}/seats/{maker['seat']}")]
    for number in range(1, people):
        link = (await ask(client, "GET", f"{seats[0].url}/links/{number}"))["address"]
        invitation = dict(parse_qsl(urlsplit(link).query))["invitation"]
        key = {"key": secrets.token_urlsafe()}
        taken = await ask(client, "POST", f"{API}/invitations/{invitation}", key)
        seats.append(Seat(f"{API}/seats/{taken['seat']}"))
    return seats


async def ask(client: httpx.AsyncClient, method: str, path: str, body: object = None) -> Any:
    """Ask the server, and return its answer."""
    answer = await client.request(method, path, json=body)
    answer.raise_for_status()
    return answer.json()


async def turn_of(client: httpx.AsyncClient, seat: Seat) -> str:
    """The next part of the seat's turn, in the notation."""
    game = seat.game
    if game["phase"] == "purchase":
        return f"buy {game['purchasable'][0]}"
    if game["phase"] == "clean-up":
        return f"discard {game['hand'][:1] or 'nothing'}"
    plan = (await ask(client, "GET", f"{seat.url}/hint"))["plans"][0]
    return str(plan["notation"]).partition(",")[0]


async def play(
    client: httpx.AsyncClient, seats: list[Seat], until: float, figures: Figures
) -> None:
    """Moves in one game at its rhythm."""
    version = 0
    for seat in seats:
        await seat.hear(1)
        version = max(version, seat.game["version"])
    while time.perf_counter() < until:
        due = time.perf_counter() + 1 / MOVES_A_SECOND
        await seats[0].hear(version)
        if seats[0].game["phase"] == "over":
            return
        seat = seats[seats[0].game["asked"]]
        await seat.hear(version)
        wanted = {"version": seat.game["version"], "turn": await turn_of(client, seat)}
        begun = time.perf_counter()
        version = (await ask(client, "POST", f"{seat.url}/actions", wanted))["version"]
        figures.answers.append(1000 * (time.perf_counter() - begun))
        figures.moves += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(other.hear(version) for other in seats))
        except TimeoutError:
            figures.lost += 1
        figures.told.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def report(process: int, until: float, every: float) -> list[float]:
    """The memory of the server, in MB, now and then."""
    found = []
    while time.perf_counter() < until:
        await asyncio.sleep(min(every, max(0.0, until - time.perf_counter())))
        found.append(megabytes(process))
        print(f"{len(found) * every / 60:8.1f} min{found[-1]:10.1f} MB")
    return found


def megabytes(process: int) -> float:
    """The memory of a process; 0 where there is no /proc."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text("ascii"))
    return int(found[1]) / 1024 if found else 0.0


async def run(address: str, process: int, seconds: float) -> tuple[Figures, list[list[Seat]]]:
    """All games for some time."""
    figures = Figures()
    limits = httpx.Limits(max_connections=150, max_keepalive_connections=150)
    async with httpx.AsyncClient(base_url=address, timeout=None, limits=limits) as client:
        tables = [await seated(client, people) for people in GAMES]
        listening = [asyncio.create_task(seat.listen(client)) for seats in tables for seat in seats]
        until = time.perf_counter() + seconds
        await asyncio.gather(
            report(process, until, max(seconds / 5, 1.0)),
            *(play(client, seats, until, figures) for seats in tables),
        )
        for task in listening:
            task.cancel()
    return figures, tables


def recorded(folder: Path) -> list[Game]:
    """The games as their records have them, replayed."""
    return [Game.load(path) for path in sorted((folder / "games").glob("*.jsonl"))]


def missing(games: list[Game], tables: list[list[Seat]], moves: int) -> int:
    """Count the seats told other scores than the records say, and moves not recorded."""
    told = [[one["score"] for one in seat.game["seats"]] for seats in tables for seat in seats]
    kept = [[score.total for score in game.state.scores] for game in games for _ in game.names]
    wrong = sum(one not in kept for one in told)
    return wrong + max(0, moves - sum(len(game.history) for game in games))


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke test")
    parser.add_argument("--minutes", type=float, default=5.0)
    options = parser.parse_args()
    seconds = 5.0 if options.quick else 60 * options.minutes
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LETTER_TYCOON_DATA": folder}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None
                while httpx.get(f"{found[0]}api/status").json()["state"] != "ready":
                    time.sleep(0.1)
                print(f"{sum(GAMES)} seats in {len(GAMES)} games, {seconds:g} s")
                print(f"{0.0:8.1f} min{megabytes(server.pid):10.1f} MB, no game yet")
                figures, tables = asyncio.run(run(found[0], server.pid, seconds))
            finally:
                server.terminate()
        lost = figures.lost + missing(recorded(Path(folder)), tables, figures.moves)
    for what, row in (("answered", figures.answers), ("told to all", figures.told)):
        p50, p99 = np.percentile(row, [50, 99])
        print(f"{what:<14}{len(row):>7} moves{p50:>9.1f} ms p50{p99:>9.1f} ms p99")
    print(f"lost: {lost}")
    if lost:
        sys.exit(1)


if __name__ == "__main__":
    main()
