"""Connections: one address cannot take all of them, and those that ask for nothing are closed."""

from __future__ import annotations

import contextlib
import socket

import httpx
import pytest
from running_server import Running

from letter_tycoon_solver.web import connections
from letter_tycoon_solver.web.site import Site


def opened(running: Running) -> socket.socket:
    return socket.create_connection((running.address.host, running.address.port), timeout=30)


def test_one_address_cannot_take_all_connections(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ADDRESS", 3)
    with Running(site) as running, contextlib.ExitStack() as stack:
        held = [stack.enter_context(opened(running)) for _ in range(3)]
        one_more = stack.enter_context(opened(running))
        with contextlib.suppress(ConnectionResetError):
            assert one_more.recv(1) == b""
        held.pop().close()
        assert httpx.get(f"{running.url}/api/status").status_code == 200


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
def test_who_asks_for_nothing_is_closed(
    site: Site, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 0.1)
    with Running(site) as running, opened(running) as silent:
        silent.sendall(sent)
        assert silent.recv(1) == b""
