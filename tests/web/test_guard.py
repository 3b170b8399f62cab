"""The guard answers this machine, its own page, and in a network those who know the token."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from support.pages import Running

from letter_tycoon_solver.web.guard import Access, new_token
from letter_tycoon_solver.web.site import Site

TOKEN = "a-token-of-the-tests"
PATHS = ["/", "/words", "/static/hint.js", "/api/status", "/api/setup", "/nowhere"]
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def guarded(site: Site) -> Iterator[Running]:
    """A server that asks for a token."""
    with Running(site, TOKEN) as running:
        yield running


def ask(running: Running, path: str, **headers: str) -> httpx.Response:
    """Without the cookies of other tests."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(running.url + path, headers=names)


# Hosts and origins -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "192.168.1.5:8765"])
def test_another_host_is_refused(running: Running, path: str, host: str) -> None:
    assert ask(running, path, Host=host).status_code == 403


def test_the_host_may_be_named(running: Running) -> None:
    assert ask(running, "/", Host=f"LocalHost:{running.address.port}").status_code == 200


def test_on_port_80_the_host_needs_no_port() -> None:
    assert Access(["localhost"], 80).hosts == {"localhost", "localhost:80"}
    assert Access(["localhost"], 81).hosts == {"localhost:81"}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", ""])
def test_another_origin_is_refused(running: Running, origin: str) -> None:
    sent = origin.format(port=running.address.port)
    assert ask(running, "/api/status", Origin=sent).status_code == 403
    answer = httpx.post(
        f"{running.url}/api/hint", content='{"hand":"CAT"}', headers={**JSON, "Origin": sent}
    )
    assert answer.status_code == 403


def test_ones_own_origin_is_answered(running: Running) -> None:
    assert ask(running, "/api/status", Origin=running.url).status_code == 200


def test_what_another_page_loads_is_refused_and_a_link_is_not(running: Running) -> None:
    for site, api in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        assert ask(running, "/api/status", Sec_Fetch_Site=site).status_code == api
        assert ask(running, "/?hand=CAT", Sec_Fetch_Site=site).status_code == 200


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
        ask(guarded, path, Cookie=f"{guarded.address.access.cookie}=wrong"),
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
            assert answer.json()["title"] == "No token"
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
    hint = httpx.post(f"{guarded.url}/api/hint", content='{"hand":"CAT"}', headers=JSON)
    assert hint.status_code == 401
    assert httpx.post(f"{guarded.url}/api/hint?token={TOKEN}", headers=JSON).status_code == 401


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
        assert browser.get(f"{guarded.url}/api/status").status_code == 200


def test_odd_cookies_of_other_servers_do_not_hide_the_token(guarded: Running) -> None:
    own = f"{guarded.address.access.cookie}={TOKEN}"
    for cookies in (f'a={{"b": 1}}; {own}', f"{own}; =;,\u00e9", f"[x]; {own};", f"a b; {own}"):
        headers = {b"Cookie": cookies.encode()}
        assert httpx.get(f"{guarded.url}/api/status", headers=headers).status_code == 200


def test_the_rest_of_the_address_stays(guarded: Running) -> None:
    answer = ask(guarded, f"/words?word=CAT&token={TOKEN}&lexicon=common")
    assert answer.headers["Location"] == "/words?word=CAT&lexicon=common"
    answer = ask(guarded, f"//evil.example/?token={TOKEN}")
    assert answer.headers["Location"] == "/evil.example/"


def test_a_program_sends_the_token_in_a_header(guarded: Running) -> None:
    answer = ask(guarded, "/api/status", Authorization=f"Bearer {TOKEN}")
    assert answer.json()["state"] == "ready"


def test_another_host_is_refused_with_the_token_too(guarded: Running) -> None:
    answer = ask(guarded, f"/?token={TOKEN}", Host="evil.example")
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)


def test_tokens_are_long_and_new() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 32
