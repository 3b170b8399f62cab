"""The pages of Practice without a script: who may ask, what is told, and what is kept."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from urllib.parse import quote

import httpx
import pytest
from support import records
from support.pages import PageText, Running, show
from support.records import lost

from letter_tycoon_solver import best_turns
from letter_tycoon_solver._user_data import puzzles_file
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.advisor.practice import Box, Puzzle, hands_of, puzzles_of
from letter_tycoon_solver.game.state import SeenState
from letter_tycoon_solver.web import practice
from letter_tycoon_solver.web.site import Site

DAY = "2026-11-22"
HANDS = f"/practice/hands?day={DAY}&lexicon=enable"
FROM_ELSEWHERE = {"X-Forwarded-For": "192.0.2.1"}


@pytest.fixture(scope="module")
def mistakes(site: Site) -> tuple[Puzzle, ...]:
    """Mistakes of a game."""
    game = records.played_game(site.lexicon(None))
    choices = [one for one in played_in(game).choices if one.seen.active == 1][:3]
    decisions = [
        replace(
            lost(0.2, round=number),
            played=one.turn,
            best=best_turns(one.seen, site.lexicon(None))[0],
        )
        for number, one in enumerate(choices, 1)
    ]
    return puzzles_of(choices, decisions)


def hands_on(site: Site, name: str | None = None) -> tuple[SeenState, ...]:
    return hands_of(datetime.date.fromisoformat(DAY), site.lexicon(name))


def cards(page: PageText) -> list[str]:
    """The cards of the community, and of the hand, with the signs of their owners left out."""
    return [text.replace(" ", "") for text in page.texts("cards")]


def send(client: httpx.Client, address: str, turn: str | None) -> httpx.Response:
    """Send the form of a page; None gives up."""
    form = {"give-up": "1"} if turn is None else {"turn": turn}
    return client.post(address, data=form)


def best_of(seen: SeenState) -> str:
    return best_turns(seen, seen.lexicon)[0].notation


def test_the_hands_of_a_day_are_played_without_a_script(server: Running, site: Site) -> None:
    client, hands = server.client, hands_on(site)
    points = []
    for number, hand in enumerate(hands, 1):
        address = f"{HANDS}&hand={number}"
        first = client.get(HANDS)
        assert (first.status_code, first.headers["location"]) == (303, address)
        page = show(client, address)
        assert cards(page) == [hand.community, hand.position.hand]
        assert page.value("telling", "action") == address
        turns = {1: best_of(hand), 2: "exchange nothing"}
        answer = send(client, address, turns.get(number))
        assert (answer.status_code, answer.headers["location"]) == (303, address)
        page = show(client, address)
        points.append(page.text("verdict").partition(" of 10 points: ")[0])
        assert len(page.texts("plan")) == 5
        told = page.texts("why")[0]
        assert ("Behind the best" in told) == (number == 2)
        # It counts once.
        send(client, address, best_of(hand))
        assert show(client, address).text("verdict") == page.text("verdict")
    page = show(client, HANDS)
    assert page.value("share", "aria-label") == ""
    line = page.value("input", "value")
    total = sum(map(int, points))
    assert line == f"Letter Tycoon {DAY} (enable): {total} of 50 = {' '.join(points)}"
    assert (points[0], points[2:]) == ("10", ["0", "0", "0"])
    # Those of another list are still to be played, and do not change what was played.
    other = "/practice/hands?day=2026-11-22&lexicon=common"
    assert client.get(other).headers["location"].endswith("hand=1")
    send(client, f"{other}&hand=1", None)
    assert show(client, HANDS).value("input", "value") == line


def test_hands_of_another_list_are_its_own(client: httpx.Client, site: Site) -> None:
    """A list that is not there is refused, and the one that was chosen is remembered."""
    hands = hands_on(site, "common")
    page = show(client, "/practice/hands", day=DAY, lexicon="common", hand=1)
    assert cards(page) == [hands[0].community, hands[0].position.hand]
    refused = client.get("/practice", params={"lexicon": "nosuch"})
    assert refused.status_code == 422
    for name, chosen in (("enable", "enable"), ("", "enable"), ("common", "common")):
        page = show(client, "/practice", **({"lexicon": name} if name else {}))
        (link,) = page.links("Play")[1:]
        assert f"lexicon={chosen}" in link


@pytest.mark.parametrize(
    ("address", "turn", "status", "part"),
    [
        (f"{HANDS}&hand=1", "JEWELS", 422, "JEWELS"),
        (f"{HANDS}&hand=1", "", 422, "turn"),
        (f"{HANDS}&hand=1", "<i>x", 422, "<i>X"),
        ("/practice/hands?day=2026-13-01&hand=1", "PANZER", 422, "2026-11-22"),
        ("/practice/mistakes?key=0123456789abcdef", "PANZER", 404, "no such position"),
    ],
)
def test_what_cannot_be_is_a_problem(
    server: Running, address: str, turn: str, status: int, part: str
) -> None:
    answer = server.client.post(address, data={"turn": turn}, headers={"Accept": "text/html"})
    assert answer.status_code == status
    page = PageText(answer.text)
    assert part.lower() in page.text("problem").lower()
    # What was typed is still there.
    assert page.value("input", "value") == (turn if "telling" in answer.text else "")


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "%ff%fe",
        json.dumps({"day": DAY, "turns": {"enable": ["", "JEWELS"]}}),
        json.dumps({"day": "today", "lexicon": 7}),
        json.dumps({"day": DAY, "turns": {"enable": [""] * 9}}),
    ],
)
def test_a_damaged_cookie_is_as_none(server: Running, kept: str) -> None:
    client = server.client
    client.cookies.set(practice.COOKIE, quote(kept), path="/practice")
    assert client.get(HANDS).headers["location"] == f"{HANDS}&hand=1"
    assert client.get("/practice").status_code == 200


def test_mistakes_are_for_the_owner_and_come_again(
    server: Running, mistakes: tuple[Puzzle, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "SECONDS", 0.05)
    client, today = server.client, datetime.date.today()
    tomorrow = today + datetime.timedelta(1)
    Box(puzzles_file()).add(mistakes, today)
    keys = [one.key for one in Box(puzzles_file()).due(today)]
    assert "3 today" in show(client, "/practice").html
    elsewhere = client.get("/practice", headers=FROM_ELSEWHERE)
    assert (elsewhere.status_code, "Your own mistakes" in elsewhere.text) == (200, False)
    for path in ("/practice/mistakes", f"/practice/mistakes?key={keys[0]}"):
        assert client.get(path, headers=FROM_ELSEWHERE).status_code == 403
        assert client.post(path, data={"turn": "x"}, headers=FROM_ELSEWHERE).status_code == 403
    by_key = {one.key: one for one in mistakes}
    page = show(client, "/practice/mistakes")
    assert page.text("h1") == "Mistake 1 of 3"
    action = page.value("telling", "action")
    assert action == f"/practice/mistakes?key={keys[0]}&done=0"
    first = by_key[keys[0]]
    answer = send(client, action, first.best)
    page = show(client, answer.headers["location"])
    assert page.text("verdict") == "Right: as good as the best. It is done."
    assert (page.text("h1"), first.told in page.html) == ("Mistake 1 of 3", True)
    # The next is asked; a turn that was never tried is asked of simulated games.
    page = show(client, page.links("Next")[0])
    assert page.text("h1") == "Mistake 2 of 3"
    action = page.value("telling", "action")
    page = show(client, send(client, action, "exchange nothing").headers["location"])
    assert page.text("verdict") in (
        f"Not it. It comes again on {tomorrow}.",
        "Right: as good as the best. It is done.",
    )
    page = show(client, page.links("Next")[0])
    answer = send(client, page.value("telling", "action"), None)
    page = show(client, answer.headers["location"])
    assert page.text("verdict") == f"You gave up. It comes again on {tomorrow}."
    assert client.get("/practice/mistakes?done=3").headers["location"] == "/practice"
    assert "Nothing more today" in show(client, "/practice").html
    assert Box(puzzles_file()).due(today) == []


def test_only_the_owner_keeps_the_mistakes_of_a_review(server: Running) -> None:
    path, sent = "/review/mistakes?game=nothing", {"player": "0"}
    assert server.client.post(path, data=sent, headers=FROM_ELSEWHERE).status_code == 403
    assert server.client.post(path, data=sent).status_code == 404
    assert not puzzles_file().exists()
