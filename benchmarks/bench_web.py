"""Hints and reviews in HTTP: how long one takes, from 20 connections, and while a simulation runs.

    python -m benchmarks.bench_web

The server is a process of its own; this one sends what 20 people would who tap four times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import numpy as np

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.game import Game, GreedyPlayer, RandomPlayer, game_text, play_out

TAPS_A_SECOND = 4.0
PAGES_A_SECOND = 1.0
"""The rhythm of a person who steps through a game."""
CONNECTIONS = 20
TABLE = {
    "hand": "JWLEANZ",
    "community": "EES",
    "patents": "K",
    "opponents": [{"patents": "E"}, {}],
}
HINTS = [json.dumps({**TABLE, "hand": TABLE["hand"][:n]}) for n in range(1, 8)]
POST = (
    "POST /api/hint HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\n\r\n{body}"
)
GET = "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection that stays open, and no library: that would cost as much as a hint."""

    host: str
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def opened(cls, address: str) -> Connection:
        """A new one."""
        parts = urlsplit(address)
        return cls(parts.netloc, *await asyncio.open_connection(parts.hostname, parts.port))

    async def ask(self, request: str) -> bytes:
        """The answer to a request, which is a good one."""
        self.writer.write(request.encode())
        answered = await self.reader.readuntil(b"\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 200 "), answered
        length = re.search(rb"content-length: (\d+)", answered, re.IGNORECASE)
        assert length is not None
        return await self.reader.readexactly(int(length[1]))


def hints(address: str) -> list[str]:
    """Requests for hints, as somebody taps a hand."""
    host = urlsplit(address).netloc
    return [POST.format(host=host, length=len(body), body=body) for body in HINTS]


def pages(address: str, *, is_judged: bool) -> list[str]:
    """Requests for the turns of a game in Review, judged or not."""
    game = Game(["Ann", "Ben"], 5, Lexicon.load())
    for action, _ in list(play_out(game.state, [GreedyPlayer(), RandomPlayer(5)])):
        game.apply(action)
    with httpx.Client(base_url=address, timeout=600) as client:
        headers = {"Content-Type": "application/octet-stream"}
        sent = client.post("/review", content=game_text(game), headers=headers)
        shown = sent.headers["location"]
        if is_judged:
            client.get(f"/api/judged{shown.removeprefix('/review')}")
    host = urlsplit(address).netloc
    return [GET.format(host=host, path=f"{shown}&turn={turn}") for turn in range(1, 13)]


async def taps(
    address: str, requests: Sequence[str], seconds: float, first: float, rate: float
) -> list[float]:
    """Milliseconds of the answers to one connection, which asks so many times a second."""
    connection = await Connection.opened(address)
    await asyncio.sleep(first)
    found = []
    until = time.perf_counter() + seconds
    next_request = itertools.cycle(requests)
    while (begun := time.perf_counter()) < until:
        await connection.ask(next(next_request))
        found.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(max(0.0, begun + 1 / rate - time.perf_counter()))
    connection.writer.close()
    return found


async def all_taps(
    address: str,
    requests: Sequence[str],
    connections: int,
    seconds: float,
    rate: float = TAPS_A_SECOND,
) -> list[float]:
    """The same of some connections, evenly out of step."""
    starts = [number / connections / rate for number in range(connections)]
    rows = await asyncio.gather(
        *(taps(address, requests, seconds, first, rate) for first in starts)
    )
    return [one for row in rows for one in row]


async def while_simulating(address: str, seconds: float) -> list[float]:
    """The same of all connections, while a simulation runs."""
    params = {"table": json.dumps(TABLE), "seconds": "30"}
    async with (
        httpx.AsyncClient(base_url=address, timeout=60) as client,
        client.stream("GET", "/api/advice", params=params) as stream,
    ):
        lines = stream.aiter_lines()
        await anext(lines)

        async def listen() -> None:
            async for _ in lines:
                pass

        listening = asyncio.create_task(listen())
        found = await all_taps(address, hints(address), CONNECTIONS, seconds)
        listening.cancel()
    return found


def show(what: str, milliseconds: Sequence[float]) -> None:
    """Prints a row."""
    p50, p99 = np.percentile(milliseconds, [50, 99])
    print(f"{what:<44}{len(milliseconds):>7}{p50:>9.2f}{p99:>9.2f}")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke test")
    is_quick = parser.parse_args().quick
    seconds = 1.0 if is_quick else 15.0
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            told = re.search(r"http://\S+", server.stdout.readline())
            assert told is not None
            address = told[0]
            print(f"{'milliseconds an answer':<44}{'answers':>7}{'p50':>9}{'p99':>9}")
            asked = hints(address)
            show("hints, 1 connection", asyncio.run(all_taps(address, asked, 1, seconds)))
            everyone = asyncio.run(all_taps(address, asked, CONNECTIONS, seconds))
            show(f"hints, {CONNECTIONS} connections", everyone)
            show("hints, while a simulation runs", asyncio.run(while_simulating(address, seconds)))
            asked = pages(address, is_judged=not is_quick)
            for n in (1, CONNECTIONS):
                found = asyncio.run(all_taps(address, asked, n, seconds, PAGES_A_SECOND))
                show(f"turns in Review, {n} connection{'s' * (n > 1)}", found)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
