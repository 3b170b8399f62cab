"""Connections: one address cannot take all of them, and those that ask for nothing are closed.

Bytes are sent by hand, as no client would send them.
"""

from __future__ import annotations

import contextlib
import socket
import time

import httpx
import pytest
from support.people import begin
from support.running_server import Running

from letter_tycoon_solver.web import connections
from letter_tycoon_solver.web.site import Site

SECONDS = 1.0
"""In which a request has to come, here."""


@pytest.fixture
def hurried(server: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server that waits for nobody."""
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", SECONDS)
    return server


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


def request(
    running: Running, path: str, body: bytes = b"", length: int = 0, method: bytes = b"GET"
) -> bytes:
    """A request as it is sent."""
    lines = [
        b"%s %s HTTP/1.1" % (method, path.encode()),
        b"Host: 127.0.0.1:%d" % running.address.port,
        b"Content-Type: application/json",
        b"Content-Length: %d" % (length or len(body)),
    ]
    return b"\r\n".join([*lines, b"", body])


def answer_of(client: socket.socket) -> bytes:
    """An answer whose length is told, head and body."""
    with client.makefile("rb") as file:
        head = list(iter(file.readline, b"\r\n"))
        (length,) = (int(line.split()[1]) for line in head if line.startswith(b"content-length"))
        return b"".join([*head, file.read(length)])


def is_told(client: socket.socket, text: bytes) -> bool:
    """Has the text come in the end?"""
    told = b""
    while text not in told and (part := client.recv(65_536)):
        told += part
    return text in told


def is_closed(client: socket.socket, drip: bytes = b"") -> bool:
    """Does the server close the connection, sooner than uvicorn would that has nothing to do?

    Args:
        client: the connection.
        drip: what is sent meanwhile, byte for byte.
    """
    client.settimeout(SECONDS / 10)
    end = time.monotonic() + 4
    dripped = iter(drip)
    while time.monotonic() < end:
        try:
            for byte in dripped:
                client.sendall(bytes([byte]))
                break
            if not client.recv(65_536):
                return True
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            return True
    return False


@pytest.mark.parametrize("n_before", [1, 3])
def test_a_half_sent_later_request_is_closed(hurried: Running, n_before: int) -> None:
    """However often something was asked before, and however slowly the rest comes."""
    for drip in (b"", b"x" * 1000):
        with opened(hurried) as client:
            for _ in range(n_before):
                client.sendall(request(hurried, "/api/status"))
                assert answer_of(client).startswith(b"HTTP/1.1 200")
            client.sendall(b"GET /api/status HTTP/1.1\r\nHost: ")
            assert is_closed(client, drip)


@pytest.mark.parametrize(
    ("method", "path"),
    [(b"POST", "/api/hint"), (b"POST", "/nowhere"), (b"GET", "/"), (b"GET", "/api/advice")],
)
@pytest.mark.parametrize("drip", [b"", b" " * 1000])
def test_a_body_that_never_comes_is_closed(
    hurried: Running, method: bytes, path: str, drip: bytes
) -> None:
    """Also where nobody reads it, and on a connection that was used before."""
    with opened(hurried) as client:
        client.sendall(request(hurried, "/api/status"))
        answer_of(client)
        client.sendall(request(hurried, path, length=5000, method=method))
        assert is_closed(client, drip)


def test_the_events_of_a_game_are_no_reason_to_leave_a_body_out(hurried: Running) -> None:
    ann = begin(hurried.client, "Ann", "Ben")
    with opened(hurried) as client:
        client.sendall(request(hurried, f"{ann.url}/events", length=10))
        assert is_told(client, b"event: game")
        assert is_closed(client)


def test_each_request_has_its_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so has its body: together they may take longer than one of them."""
    seconds = 2.0
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", seconds)
    with opened(server) as client:
        for _ in range(2):
            sent = request(server, "/api/hint", b'{"hand": "CAT"}', method=b"POST")
            for part in (sent[:20], sent[20:-10], sent[-10:]):
                client.sendall(part)
                time.sleep(0.6 * seconds if part != sent[-10:] else 0)
            assert answer_of(client).startswith(b"HTTP/1.1 200")


def test_a_stream_lasts(hurried: Running) -> None:
    """Whoever listens asks for nothing more, also where something else is waiting to be asked."""
    ann = begin(hurried.client, "Ann", "Ben", challenge="none")
    ben = ann.invite(1)
    with opened(hurried) as client, opened(hurried) as piped:
        client.sendall(request(hurried, f"{ann.url}/events"))
        piped.sendall(request(hurried, f"{ann.url}/events"))
        piped.sendall(request(hurried, "/api/hint", length=100, method=b"POST"))
        for one in (client, piped):
            assert is_told(one, b"event: game")
        time.sleep(2 * SECONDS)
        for person in (ann, ben):
            game = person.game()
            if game["asked"] == game["you"]:
                person.act("exchange nothing")
        for one in (client, piped):
            assert is_told(one, b"Exchanged nothing")
