"""Hints in HTTP: how long one takes, from 20 connections, and while a simulation runs.

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

from letter_tycoon_solver.web.assets import PAGES, PATH, assets

TAPS_A_SECOND = 4.0
CONNECTIONS = 20
TABLE = {
    "hand": "JWLEANZ",
    "community": "EES",
    "patents": "K",
    "opponents": [{"patents": "E"}, {}],
}
BODIES = [json.dumps({**TABLE, "hand": TABLE["hand"][:n]}).encode() for n in range(1, 8)]
HEAD = (
    "POST /api/hint HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\n\r\n"
)
LINKED = re.compile(r'"(?:/static|\.)/([\w.-]+)"')
"""The names of files in a page or a script, also those that it needs for its types only."""


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

    async def hint(self, body: bytes) -> bytes:
        """The answer for a table."""
        head = HEAD.format(host=self.host, length=len(body)).encode()
        self.writer.write(head + body)
        answered = await self.reader.readuntil(b"\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 200 "), answered
        length = re.search(rb"content-length: (\d+)", answered, re.IGNORECASE)
        assert length is not None
        return await self.reader.readexactly(int(length[1]))


async def taps(address: str, seconds: float, first: float) -> list[float]:
    """Milliseconds of the hints of one connection, at its own rhythm."""
    connection = await Connection.opened(address)
    await asyncio.sleep(first)
    found = []
    until = time.perf_counter() + seconds
    bodies = itertools.cycle(BODIES)
    while (begun := time.perf_counter()) < until:
        await connection.hint(next(bodies))
        found.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(max(0.0, begun + 1 / TAPS_A_SECOND - time.perf_counter()))
    connection.writer.close()
    return found


async def all_taps(address: str, connections: int, seconds: float) -> list[float]:
    """The same of some connections, evenly out of step."""
    starts = [number / connections / TAPS_A_SECOND for number in range(connections)]
    rows = await asyncio.gather(*(taps(address, seconds, first) for first in starts))
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
        found = await all_taps(address, CONNECTIONS, seconds)
        listening.cancel()
    return found


def first_load(page: str) -> int:
    """Bytes of a page and of all that a browser asks for with it, compressed."""
    files = assets()
    found: set[str] = set()
    waiting = [page]
    while waiting:
        path = waiting.pop()
        if path in files and path not in found:
            found.add(path)
            linked = LINKED.findall(files[path].content.decode("latin-1"))
            waiting += (PATH + name for name in linked)
    return sum(len(files[path].packed) for path in found)


def show(what: str, milliseconds: Sequence[float]) -> None:
    """Prints a row."""
    p50, p99 = np.percentile(milliseconds, [50, 99])
    print(f"{what:<44}{len(milliseconds):>7}{p50:>9.2f}{p99:>9.2f}")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke test")
    seconds = 1.0 if parser.parse_args().quick else 15.0
    for page in PAGES:
        print(f"first load of {page:<9} {first_load(page):>7,} bytes, compressed")
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            address = found[0]
            while httpx.get(f"{address}api/status").json()["state"] != "ready":
                time.sleep(0.1)
            print(f"{'milliseconds a hint':<44}{'hints':>7}{'p50':>9}{'p99':>9}")
            show("1 connection", asyncio.run(all_taps(address, 1, seconds)))
            everyone = asyncio.run(all_taps(address, CONNECTIONS, seconds))
            show(f"{CONNECTIONS} connections", everyone)
            show(
                f"{CONNECTIONS} connections, while a simulation runs",
                asyncio.run(while_simulating(address, seconds)),
            )
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
