"""The operations of the room Practice: who may ask, what is told, and what is kept."""

from __future__ import annotations

import datetime
from dataclasses import replace

import httpx
import pytest
from support import records
from support.decisions import lost
from support.pages import Running

from letter_tycoon_solver import best_turns
from letter_tycoon_solver._user_data import puzzles_file
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.advisor.practice import Box, Puzzle, hands_of, puzzles_of
from letter_tycoon_solver.web import practice
from letter_tycoon_solver.web.site import Site

DAY = "2026-11-22"
HAND = f"/api/practice/{DAY}.1"
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


def test_hands_of_another_list_are_its_own(client: httpx.Client, site: Site) -> None:
    """The terminal has the same with that list; a list that is not there is refused."""
    told = client.get("/api/practice", params={"date": DAY, "lexicon": "common"}).json()
    hands = hands_of(datetime.date.fromisoformat(DAY), site.lexicon("common"))
    assert told["lexicon"] == "common"
    assert [one["hand"] for one in told["hands"]] == [one.active_seat.hand for one in hands]
    key = told["hands"][0]["position"]
    best = best_turns(hands[0], site.lexicon("common"))[0].notation
    answer = client.post(f"/api/practice/{key}/answers", json={"turn": best, "date": DAY}).json()
    assert (answer["points"], answer["best"][0]["notation"]) == (10, best)
    refused = client.get("/api/practice", params={"date": DAY, "lexicon": "nosuch"})
    assert refused.status_code == 422
    assert client.get(f"/api/practice/{DAY}.1.nosuch/answers").status_code in (404, 405)


def test_the_hands_of_a_day(server: Running, site: Site) -> None:
    told = server.client.get("/api/practice", params={"date": DAY}).json()
    hands = hands_of(datetime.date.fromisoformat(DAY), site.lexicon(None))
    assert [(one["hand"], one["community"]) for one in told["hands"]] == [
        (hand.position.hand, hand.community) for hand in hands
    ]
    assert [one["position"] for one in told["hands"]] == [f"{DAY}.{at}" for at in range(1, 6)]
    assert (told["lexicon"], told["max_points"], told["puzzles"]) == ("enable", 10, [])
    assert (told["is_owner"], told["next"]) == (True, None)


def test_answers(server: Running, site: Site) -> None:
    client = server.client
    best = best_turns(
        hands_of(datetime.date.fromisoformat(DAY), site.lexicon(None))[0], site.lexicon(None)
    )[0]
    told = client.post(f"{HAND}/answers", json={"turn": best.notation, "date": DAY}).json()
    assert (told["points"], told["lost"], told["right"], told["told"]) == (10, 0.0, None, "")
    assert told["best"][0] == told["turn"]
    told = client.post(f"{HAND}/answers", json={"turn": "PANZER", "date": DAY}).json()
    assert told["points"] < 10
    assert told["why"][-1].startswith("Behind the best, PANZER, buy Z")
    told = client.post(f"{HAND}/answers", json={"turn": "", "date": DAY}).json()
    assert (told["turn"], told["points"], len(told["best"])) == (None, 0, 5)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (f"{HAND}/answers", {"turn": "JEWELS", "date": DAY}, 422),
        (f"{HAND}/answers", {"turn": "PANZER", "date": "today"}, 422),
        (f"{HAND}/verdicts", {"turn": "PANZER", "date": DAY}, 409),
        (f"/api/practice/{DAY}.6/answers", {"turn": "", "date": DAY}, 404),
        ("/api/practice/2026-13-01.1/answers", {"turn": "", "date": DAY}, 422),
        ("/api/practice/0123456789abcdef/answers", {"turn": "", "date": DAY}, 404),
    ],
)
def test_what_cannot_be_is_a_problem(
    server: Running, path: str, body: dict[str, str], status: int
) -> None:
    answer = server.client.post(path, json=body)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_mistakes_are_for_the_owner_and_come_again(
    server: Running, mistakes: tuple[Puzzle, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "SECONDS", 0.05)
    client, day = server.client, datetime.date.fromisoformat(DAY)
    Box(puzzles_file()).add(mistakes, day)
    told = client.get("/api/practice", params={"date": DAY}).json()
    assert {one["position"] for one in told["puzzles"]} == {one.key for one in mistakes}
    elsewhere = client.get("/api/practice", params={"date": DAY}, headers=FROM_ELSEWHERE).json()
    assert (elsewhere["puzzles"], elsewhere["is_owner"]) == ([], False)
    first, second = mistakes[:2]
    path = f"/api/practice/{first.key}"
    hidden = client.post(f"{path}/answers", json={"turn": "", "date": DAY}, headers=FROM_ELSEWHERE)
    assert hidden.status_code == 404
    told = client.post(f"{path}/answers", json={"turn": first.best, "date": DAY}).json()
    assert (told["right"], told["again"], told["told"]) == (True, None, first.told)
    assert told["best"][0]["notation"] == first.best
    # A turn that was never tried is asked of simulated games.
    path = f"/api/practice/{second.key}"
    sent = {"turn": "exchange nothing", "date": DAY}
    told = client.post(f"{path}/answers", json=sent).json()
    assert (told["right"], told["again"]) == (None, None)
    verdict = client.post(f"{path}/verdicts", json=sent).json()
    assert verdict in ({"right": False, "again": "2026-11-23"}, {"right": True, "again": None})
    assert len(Box(puzzles_file()).due(day)) == len(mistakes) - 2


def test_only_the_owner_keeps_the_mistakes_of_a_review(server: Running) -> None:
    path, sent = "/review/mistakes?game=nothing", {"player": "0"}
    assert server.client.post(path, data=sent, headers=FROM_ELSEWHERE).status_code == 403
    assert server.client.post(path, data=sent).status_code == 404
    assert not puzzles_file().exists()
