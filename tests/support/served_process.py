"""`letter-tycoon serve` as a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx


@contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command as a process; yield it and the address that it prints."""
    command = [sys.executable, "-m", "letter_tycoon_solver", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        try:
            yield process, address
        finally:
            process.kill()


def wait_until_ready(client: httpx.Client) -> None:
    """Wait until the server has its word lists."""
    while client.get("/api/status").json()["state"] != "ready":
        time.sleep(0.05)
