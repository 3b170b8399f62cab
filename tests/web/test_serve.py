"""`letter-tycoon serve`: where it is, who can open it, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from support import records
from support.commands import Run
from support.pages import served, wait_until_ready

from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.web import server as server_module
from letter_tycoon_solver.web.server import Address, lan_address, qr_code, serve
from letter_tycoon_solver.web.site import Site

QUERY = {"table": '{"hand":"JWLEANZ","community":"EES","opponents":[{}]}', "seconds": "30"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals for others")
@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)], ids=lambda one: one
)
def test_it_answers_at_once_and_stops_with_streams_open(
    sent: signal.Signals, code: int, site: Site, data_folder: Path
) -> None:
    folder = data_folder / "games"
    folder.mkdir(exist_ok=True)
    game = records.played_game(site.lexicon(None))
    path = record_in(folder, game)
    game.close()
    with served() as (process, address), httpx.Client(base_url=address, timeout=120) as client:
        assert client.get("/").status_code == 200
        wait_until_ready(client)
        (review,) = re.findall(r"game=(\w+)", client.get("/review").text)
        with (
            client.stream("GET", "/api/advice", params=QUERY) as stream,
            client.stream("GET", "/api/advice", params=QUERY) as waiting,
            client.stream("GET", "/api/judged", params={"game": review}) as reviewing,
        ):
            lines = stream.iter_lines()
            assert next(lines) == "event: advice"
            process.send_signal(sent)
            # The server ends its streams, and does not wait for those who listen to them.
            assert process.wait(60) == code
            for one in (lines, waiting.iter_lines()):
                assert list(one)[-3:-1] == ["event: done", 'data: {"reason":"server stops"}']
            assert "event: done" in reviewing.iter_lines()
    path.unlink()


def test_in_a_network_there_is_a_token_and_a_qr_code(
    monkeypatch: pytest.MonkeyPatch,
    data: Path,  # noqa: ARG001 (the token is kept there)
) -> None:
    """The token stays until a new one is wanted."""
    said: list[str] = []
    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(server_module.Server, "run", lambda *_: None)
    for new_token in (False, False, True, False):
        serve(said.append, port=0, lan=True, new_token=new_token)
    addresses = [re.findall(r"http://127\.0\.0\.2:\d+/\?token=([\w-]+)", text) for text in said]
    first, again, new, last = addresses
    assert first == again != new == last
    assert all("▀" in text and "read in the network" in text for text in said)
    assert all("The next start has the same token" in text for text in said)


def test_a_token_that_cannot_be_kept_is_said_to_be_for_now(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: list[str] = []
    (tmp_path / "file").touch()
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "file"))
    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(server_module.Server, "run", lambda *_: None)
    serve(said.append, port=0, lan=True)
    assert "It cannot be kept (" in said[0]


@pytest.mark.slow
def test_a_phone_stays_let_in_when_the_server_was_killed(data: Path) -> None:
    """With the signal that no program can catch; but not once there is a new token."""
    if not hosts_in_a_network():
        pytest.skip("this machine is in no network")
    with served("--lan") as (process, address), httpx.Client(timeout=120) as phone:
        assert phone.get(address, follow_redirects=True).status_code == 200
        port = urlsplit(address).port
        process.kill()
        process.wait()
        with served("--lan", "--port", str(port)) as (again, same):
            assert same == address
            assert phone.get(address.partition("?")[0]).status_code == 200
            again.kill()
            again.wait()
        with served("--lan", "--port", str(port), "--new-token") as (_, other):
            assert other != address
            answer = phone.get(address, headers={"Accept": "text/html"})
            assert (answer.status_code, "Your games are safe" in answer.text) == (401, True)
    assert len(list((data / "page").iterdir())) == 1


def hosts_in_a_network() -> bool:
    try:
        lan_address()
    except InvalidInputError:
        return False
    return True


def test_a_new_token_is_for_the_network(run: Run) -> None:
    done = run("serve", "--new-token")
    assert (done.code, "goes with --lan" in done.err) == (2, True)


def test_the_qr_code_is_that_of_the_address() -> None:
    assert qr_code("http://192.168.1.5:8765/?token=a") != qr_code("http://192.168.1.5:8765/")


def test_only_in_a_network_other_machines_are_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    bound: list[str] = []

    def note(_: object, sockets: list[socket.socket]) -> None:
        bound.append(sockets[0].getsockname()[0])
        # Else asyncio does not send small answers at once.
        assert sockets[0].proto == socket.IPPROTO_TCP

    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(server_module.Server, "run", note)
    serve(lambda _: None, port=0)
    serve(lambda _: None, port=0, lan=True)
    assert bound == ["127.0.0.1", "0.0.0.0"]


def test_the_address_answers_by_its_names() -> None:
    access = Address("192.168.1.5", 8765, "secret").access
    assert access.hosts == {"127.0.0.1:8765", "localhost:8765", "192.168.1.5:8765"}
    assert access.token == "secret"
    assert Address("127.0.0.1", 8765, None).url == "http://127.0.0.1:8765/"


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("unreachable")

    monkeypatch.setattr("socket.socket.connect", fail, raising=True)
    with pytest.raises(InvalidInputError, match="leave out --lan"):
        lan_address()


def test_a_port_that_is_taken_is_named(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port))
    assert done.code == 2
    assert f"port {port} cannot be used" in done.err


def test_a_port_is_a_number_of_a_port(run: Run) -> None:
    assert "the port is 65536" in run("serve", "--port", "65536").err


def test_a_word_list_that_cannot_be_used_ends_the_server() -> None:
    # In a thread of its own, as a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as pool, pytest.raises(LexiconError, match="nowhere"):
        pool.submit(serve, lambda _: None, port=0, lexicon="/nowhere/words.txt").result()


def test_without_the_libraries_the_command_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import util

    find_spec = util.find_spec

    def without(name: str) -> object:
        return None if name in ("uvicorn", "segno") else find_spec(name)

    monkeypatch.setattr("importlib.util.find_spec", without)
    done = run("serve")
    assert done.code == 2
    assert "needs uvicorn and segno" in done.err
    assert 'pip install "letter-tycoon-solver[web]"' in done.err
