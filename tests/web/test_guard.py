"""The server: whom it answers, the token that lets others in, where it is, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from support import records
from support.commands import Run
from support.pages import Running, file_of, served

from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.web import guard
from letter_tycoon_solver.web import server as server_module
from letter_tycoon_solver.web.guard import Address, users_token
from letter_tycoon_solver.web.server import lan_address, qr_code, serve
from letter_tycoon_solver.web.simulations import Site

TOKEN = "a-token-of-the-tests"
PATHS = ["/", "/words", "/static/hint.js", "/api/setup", "/nowhere"]
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def guarded(site: Site) -> Iterator[Running]:
    """A server that asks for a token."""
    with Running(site, TOKEN) as running:
        yield running


def ask(running: Running, path: str, **headers: str) -> httpx.Response:
    """Without the cookies of other tests."""
    running.client.cookies.clear()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return running.client.get(running.url + path, headers=names)


# Hosts and origins -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "192.168.1.5:8765"])
def test_another_host_is_refused(running: Running, path: str, host: str) -> None:
    assert ask(running, path, Host=host).status_code == 403


def test_the_host_may_be_named(running: Running) -> None:
    assert ask(running, "/", Host=f"LocalHost:{running.address.port}").status_code == 200


def test_the_address_answers_by_its_names() -> None:
    """On port 80 they need no port."""
    names = {"localhost", "127.0.0.1", "192.168.1.5"}
    assert Address("192.168.1.5", 80).hosts == {*names, *(f"{name}:80" for name in names)}
    assert Address("192.168.1.5", 81).hosts == {f"{name}:81" for name in names}
    assert Address("127.0.0.1", 8765, None).url == "http://127.0.0.1:8765/"
    # The next start lets in a phone that has the cookie of this one.
    assert Address("192.168.1.5", 81, "a").cookie == Address("192.168.1.5", 81, "b").cookie


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", ""])
def test_another_origin_is_refused(running: Running, origin: str) -> None:
    sent = origin.format(port=running.address.port)
    assert ask(running, "/api/setup", Origin=sent).status_code == 403
    headers = {**JSON, "Origin": sent}
    answer = running.client.post("/api/hint", content='{"hand":"CAT"}', headers=headers)
    assert answer.status_code == 403


def test_what_another_page_loads_is_refused_and_a_link_is_not(running: Running) -> None:
    for site, api in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        assert ask(running, "/api/setup", Sec_Fetch_Site=site).status_code == api
        assert ask(running, "/?hand=CAT", Sec_Fetch_Site=site).status_code == 200
        sent = running.client.post("/review", headers={"Sec-Fetch-Site": site})
        assert sent.status_code == (415 if api == 200 else 403)


# Headers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_protects_the_page(running: Running, path: str) -> None:
    for answer in (ask(running, path), ask(running, path, Host="evil.example")):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")
        assert "Access-Control-Allow-Origin" not in answer.headers


# The token ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_nothing_is_shown(guarded: Running, path: str) -> None:
    wrong = ("", "?token=", "?token=wrong", f"?token={TOKEN[:-1]}", "?token=%00%ff")
    for answer in (
        *(ask(guarded, path + query) for query in wrong),
        ask(guarded, path, Authorization="Bearer wrong"),
        ask(guarded, path, Cookie=f"{guarded.address.cookie}=wrong"),
        ask(guarded, path, Cookie=f"other={TOKEN}"),
        ask(guarded, path, Cookie="=;=;,"),
    ):
        assert answer.status_code == 401
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert "letter-tycoon serve" in answer.json()["detail"]
        assert len(answer.text) < 250


@pytest.mark.parametrize("path", PATHS)
def test_a_browser_without_the_token_is_told_what_to_do(guarded: Running, path: str) -> None:
    """On a page that loads what it looks like, and nothing else."""
    for query in ("", "?token=wrong"):
        answer = ask(guarded, path + query, Accept="text/html,*/*;q=0.8", Accept_Encoding="gzip")
        assert answer.status_code == 401
        if path.startswith("/api/"):
            assert answer.json()["title"] == "Scan the QR code again"
            continue
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Your games are safe" in answer.text
        assert "The QR code stands where" in answer.text
        loaded = set(re.findall(r'(?:src|href)="(/[^"]+)"', answer.text))
        assert loaded == {
            "/static/page.css",
            "/static/icon.svg",
            "/static/icon-192.png",
            "/static/manifest.webmanifest",
        }
        assert {ask(guarded, one).status_code for one in loaded} == {200}


def test_without_the_token_nothing_is_done(guarded: Running) -> None:
    guarded.client.cookies.clear()
    for query in ("", f"?token={TOKEN}"):
        hint = guarded.client.post(f"/api/hint{query}", content='{"hand":"CAT"}', headers=JSON)
        assert hint.status_code == 401


def test_the_address_with_the_token_gives_a_cookie(guarded: Running) -> None:
    with httpx.Client() as browser:
        answer = browser.get(guarded.address.url)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
        cookie = answer.headers["Set-Cookie"]
        assert re.search("httponly", cookie, re.I)
        # It outlives the browser, as the token does the server.
        assert "Max-Age=2592000" in cookie
        assert re.search("samesite=lax", cookie, re.I)
        assert browser.get(guarded.url).status_code == 200
        assert browser.get(f"{guarded.url}/api/setup").status_code == 200


def test_odd_cookies_of_other_servers_do_not_hide_the_token(guarded: Running) -> None:
    own = f"{guarded.address.cookie}={TOKEN}"
    for cookies in (f'a={{"b": 1}}; {own}', f"{own}; =;,\u00e9", f"[x]; {own};", f"a b; {own}"):
        headers = {b"Cookie": cookies.encode()}
        assert guarded.client.get("/api/setup", headers=headers).status_code == 200


def test_a_long_cookie_without_the_token_is_refused_at_once(guarded: Running) -> None:
    """Anybody in the network may send one; nobody else is answered meanwhile."""
    value = r"\1" * 25_000
    start = time.monotonic()
    answer = ask(guarded, "/", Cookie=f'{guarded.address.cookie}="{value}"')
    assert answer.status_code == 401
    assert time.monotonic() - start < 3


def test_the_rest_of_the_address_stays(guarded: Running) -> None:
    answer = ask(guarded, f"/words?word=CAT&token={TOKEN}&lexicon=common")
    assert answer.headers["Location"] == "/words?word=CAT&lexicon=common"
    answer = ask(guarded, f"//evil.example/?token={TOKEN}")
    assert answer.headers["Location"] == "/evil.example/"


def test_a_program_sends_the_token_in_a_header(guarded: Running) -> None:
    answer = ask(guarded, "/api/setup", Authorization=f"Bearer {TOKEN}")
    assert answer.json()["lexicons"]


def test_another_host_is_refused_with_the_token_too(guarded: Running) -> None:
    answer = ask(guarded, f"/?token={TOKEN}", Host="evil.example")
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)


# The token is kept from one start to the next, where only its user can read it --------------------


needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def file_in(data: Path) -> Path:
    return data / "page" / "token"


def test_it_is_the_same_at_the_next_start(data: Path) -> None:
    """Until a new one takes its place."""
    token, trouble = users_token()
    assert (len(token) >= 32, trouble) == (True, "")
    assert users_token() == (token, "")
    after, _ = users_token(is_new=True)
    assert after != token
    assert users_token() == (after, "")
    assert file_in(data).read_text("ascii") == f"{after}\n"
    assert [path.name for path in file_in(data).parent.iterdir()] == ["token"]


@needs_modes
def test_only_its_user_can_read_it(data: Path) -> None:
    users_token()
    assert file_in(data).stat().st_mode & 0o777 == 0o600
    assert file_in(data).parent.stat().st_mode & 0o777 == 0o700


@needs_modes
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_one_that_others_could_read_is_not_used(data: Path, mode: int) -> None:
    """Or could have written."""
    before, _ = users_token()
    file_in(data).chmod(mode)
    after, _ = users_token()
    assert before != after
    assert file_in(data).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"short\n", b"a" * 40, b"a" * 39 + b"\xff\n", b"a" * 100 + b"\n", b"\0" * 41]
)
def test_what_is_no_token_is_replaced(data: Path, content: bytes) -> None:
    users_token()
    file_in(data).write_bytes(content)
    token, trouble = users_token()
    assert (len(token) >= 32, trouble) == (True, "")
    assert users_token() == (token, "")


@needs_modes
def test_what_is_no_file_is_not_waited_for(data: Path) -> None:
    """Nobody writes to this pipe."""
    file_in(data).parent.mkdir()
    os.mkfifo(file_in(data), 0o600)
    assert users_token() == users_token()


def no_folder(data: Path, _: pytest.MonkeyPatch) -> str:
    file_in(data).parent.write_text("a file where the folder should be")
    return "File exists"


def no_modes(_: Path, patch: pytest.MonkeyPatch) -> str:
    replace = Path.replace

    def replace_for_all(path: Path, target: Path) -> Path:
        path.chmod(0o777)
        return replace(path, target)

    patch.setattr(Path, "replace", replace_for_all)
    return "others could read it"


def no_home(_: Path, patch: pytest.MonkeyPatch) -> str:
    def fail() -> Path:
        raise RuntimeError

    patch.setattr(guard, "token_file", fail)
    return "there is no home folder"


@pytest.mark.parametrize("without", [no_folder, pytest.param(no_modes, marks=needs_modes), no_home])
def test_where_none_can_be_kept_the_next_start_has_another(
    data: Path, monkeypatch: pytest.MonkeyPatch, without: Callable[..., str]
) -> None:
    why = without(data, monkeypatch)
    (first, trouble), (second, _) = users_token(), users_token()
    assert first != second
    assert trouble == why


def test_who_is_to_be_locked_out_is_not_let_in_by_the_next_start(data: Path) -> None:
    """The new token cannot be kept, and the one before is gone all the same."""
    before, _ = users_token()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "_keep_new", fail_to_write)
        after, trouble = users_token(is_new=True)
    assert trouble == "No space left on device"
    assert len({before, after, users_token()[0]}) == 3
    file_in(data).unlink()
    file_in(data).mkdir()
    with pytest.raises(InvalidInputError, match="cannot be removed"):
        users_token(is_new=True)


def fail_to_write(_: Path) -> str:
    raise OSError(28, "No space left on device")


# letter-tycoon serve: where it is, who can open it, and how it ends -------------------------------


QUERY = {"table": '{"hand":"JWLEANZ","community":"EES","opponents":[{}]}', "seconds": "30"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals for others")
@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)], ids=lambda one: one
)
def test_it_answers_when_it_says_where_it_is_and_stops_with_streams_open(
    sent: signal.Signals, code: int, site: Site, data_folder: Path
) -> None:
    path = file_of(records.played_game(site.lexicon(None)), data_folder / "games")
    with served() as (process, address), httpx.Client(base_url=address, timeout=120) as client:
        assert client.get("/").status_code == 200
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


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Address and protocol of servers that end at once, on a machine with a network."""
    found: list[tuple[str, int]] = []

    def note(_: object, sockets: list[socket.socket]) -> None:
        found.extend((one.getsockname()[0], one.proto) for one in sockets)

    monkeypatch.setattr(server_module, "lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr(server_module.Server, "run", note)
    return found


@pytest.mark.usefixtures("data", "bound")
def test_in_a_network_there_is_a_token_and_a_qr_code() -> None:
    """The token stays until a new one is wanted."""
    said: list[str] = []
    for is_new in (False, False, True, False):
        serve(said.append, port=0, lan=True, new_token=is_new)
    addresses = [re.findall(r"http://127\.0\.0\.2:\d+/\?token=([\w-]+)", text) for text in said]
    first, again, new, last = addresses
    assert first == again != new == last
    assert all("▀" in text and "read in the network" in text for text in said)
    assert all("The next start has the same token" in text for text in said)


@pytest.mark.usefixtures("bound")
def test_a_token_that_cannot_be_kept_is_said_to_be_for_now(data: Path) -> None:
    said: list[str] = []
    file_in(data).parent.write_text("a file where the folder should be")
    serve(said.append, port=0, lan=True)
    assert "It cannot be kept (" in said[0]


def test_a_new_token_is_for_the_network(run: Run) -> None:
    done = run("serve", "--new-token")
    assert (done.code, "goes with --lan" in done.err) == (2, True)


def test_the_qr_code_is_that_of_the_address() -> None:
    assert qr_code("http://192.168.1.5:8765/?token=a") != qr_code("http://192.168.1.5:8765/")


def test_only_in_a_network_other_machines_are_listened_to(bound: list[tuple[str, int]]) -> None:
    before = sys.getswitchinterval()
    serve(lambda _: None, port=0)
    serve(lambda _: None, port=0, lan=True)
    assert sys.getswitchinterval() == before
    # Without the protocol asyncio does not send small answers at once.
    assert bound == [(host, socket.IPPROTO_TCP) for host in ("127.0.0.1", "0.0.0.0")]


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
    for name in ("uvicorn", "segno"):
        monkeypatch.setitem(sys.modules, name, None)
    done = run("serve")
    assert done.code == 2
    assert "pages need uvicorn" in done.err
    assert 'pip install "letter-tycoon-solver[web]"' in done.err
