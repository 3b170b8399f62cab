"""A server of the page in a thread of this process."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from typing import Any, Self

import httpx

from letter_tycoon_solver.web.advice import JobQueue
from letter_tycoon_solver.web.links import Links
from letter_tycoon_solver.web.play.hosting import Hosting
from letter_tycoon_solver.web.server import LOOPBACK, Address, new_server
from letter_tycoon_solver.web.site import Site


class Running:
    """A server that runs in the block of a `with`; `client` sends requests to it."""

    def __init__(self, site: Site, token: str | None = None, port: int = 0) -> None:
        self._listener = socket.socket(proto=socket.IPPROTO_TCP)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((LOOPBACK, port))
        self._listener.listen()
        self.address = Address(LOOPBACK, self._listener.getsockname()[1], token)
        self.jobs = JobQueue()
        self.hosting = Hosting(site, self.jobs, Links.of_user())
        self._server = new_server(site, self.address, self.jobs, self.hosting)
        self._thread = threading.Thread(target=self._run)
        self.client = httpx.Client(base_url=self.url, timeout=60)

    @property
    def url(self) -> str:
        """The address, without the slash at its end."""
        return f"http://{self.address.host}:{self.address.port}"

    def _run(self) -> None:
        asyncio.run(self._server.serve([self._listener]))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.stop()
        self._listener.close()

    def stop(self) -> None:
        """Stop the server, and wait for its end."""
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()


def events(text: str) -> list[tuple[str, Any]]:
    """Return the names and data of server-sent events."""
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found
