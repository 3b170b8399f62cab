"""`letter-tycoon serve`: where it is, who can open it, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import recorded_games
from command_runs import Run, runner
from served_process import served, wait_until_ready

from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.game.records.record_folder import record_in
from letter_tycoon_solver.web import server as server_module
from letter_tycoon_solver.web.server import Address, lan_address, qr_code, serve
from letter_tycoon_solver.web.site import Site


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(capsys)


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
    game = recorded_games.played_game(site.lexicon(None))
    path = record_in(folder, game)
    game.close()
    with served() as (process, address), httpx.Client(base_url=address, timeout=120) as client:
        assert client.get("/").status_code == 200
        wait_until_ready(client)
        (reviewed,) = client.get("/api/reviews").json()["games"]
        review = f"/api/reviews/{reviewed['game']}/verdicts?seconds=5"
        with (
            client.stream("GET", "/api/advice", params=QUERY) as stream,
            client.stream("GET", "/api/advice", params=QUERY) as waiting,
            client.stream("GET", review) as reviewing,
        ):
            lines = stream.iter_lines()
            assert next(lines) == "event: advice"
            process.send_signal(sent)
            # The server ends its streams, and does not wait for those who listen to them.
            assert process.wait(60) == code
            for one in (lines, waiting.iter_lines(), reviewing.iter_lines()):
                assert list(one)[-3:-1] == ["event: done", 'data: {"reason":"server stops"}']
    path.unlink()


def test_in_a_network_there_is_a_token_and_a_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(server_module.Server, "run", lambda *_: None)
    for _ in range(2):
        serve(said.append, port=0, lan=True)
    addresses = [re.findall(r"http://127\.0\.0\.2:\d+/\?token=([\w-]+)", text) for text in said]
    (first,), (second,) = addresses
    assert first != second
    assert all("▀" in text and "read in the network" in text for text in said)


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
    assert "pip install uvicorn segno" in done.err
