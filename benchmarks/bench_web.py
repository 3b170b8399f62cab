"""Hints in HTTP: how long one takes, from 20 connections, and while a simulation runs.

    python -m benchmarks.bench_web

The server is a process of its own; this one sends what 20 people would who tap four times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence

import httpx
import numpy as np

from letter_tycoon_solver.web.assets import assets

TAPS_A_SECOND = 4.0
CONNECTIONS = 20
TABLE = {
    "hand": "JWLEANZ",
    "community": "EES",
    "patents": "K",
    "opponents": [{"patents": "E"}, {}],
}
BODIES = [json.dumps({**TABLE, "hand": TABLE["hand"][:n]}) for n in range(1, 8)]
JSON = {"Content-Type": "application/json"}


async def taps(client: httpx.AsyncClient, seconds: float, first: float) -> list[float]:
    """Milliseconds of the hints of one connection, at its own rhythm."""
    await asyncio.sleep(first)
    found = []
    until = time.perf_counter() + seconds
    number = 0
    while (begun := time.perf_counter()) < until:
        body = BODIES[number % len(BODIES)]
        answer = await client.post("/api/hint", content=body, headers=JSON)
        answer.raise_for_status()
        found.append(1000 * (time.perf_counter() - begun))
        number += 1
        await asyncio.sleep(max(0.0, begun + 1 / TAPS_A_SECOND - time.perf_counter()))
    return found


async def all_taps(address: str, connections: int, seconds: float) -> list[float]:
    """The same of some connections, evenly out of step."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        starts = [number / connections / TAPS_A_SECOND for number in range(connections)]
        rows = await asyncio.gather(*(taps(client, seconds, first) for first in starts))
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


def show(what: str, milliseconds: Sequence[float]) -> None:
    """Prints a row."""
    p50, p99 = np.percentile(milliseconds, [50, 99])
    print(f"{what:<44}{len(milliseconds):>7}{p50:>9.2f}{p99:>9.2f}")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke test")
    seconds = 1.0 if parser.parse_args().quick else 15.0
    size = sum(len(asset.packed) for asset in assets().values())
    print(f"first load: {size:,} bytes, compressed")
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
