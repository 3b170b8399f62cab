"""Games that the browser keeps: the last ten, and whole or not at all."""

from __future__ import annotations

from typing import Any, Final

import pytest
from support.browser import Scripts
from support.online import game_of

from letter_tycoon_solver.game import game_text

SHORT: Final = {
    "text": "\n".join(game_text(game_of(0)).splitlines()[:12]) + "\n",
    "done": 3,
    "about": "Ann, \u5b89 and Ben: round 2",
    "room": {"seat": 1, "seed": "a-b"},
}
NO_ROOM: Final = "This browser has no room left for the game"
FORBIDDEN: Final = "This browser keeps nothing for this page"
DAMAGED: Final = {
    "trouble": "A game that was kept in this browser is damaged and cannot be opened."
}


def game(number: int) -> dict[str, object]:
    return {**SHORT, "about": f"game {number}"}


def test_a_game_is_kept_and_opened_again(scripts: Scripts) -> None:
    answer = scripts.call("kept.mjs", "kept", SHORT)
    assert answer["told"] == ""
    assert answer["opened"] == {"game": SHORT}
    assert answer["list"] == [{"id": 1, "about": SHORT["about"], "game": SHORT}]
    assert scripts.call("kept.mjs", "inTheBrowser", SHORT) == {
        "told": "",
        "opened": {"game": SHORT},
        "after": [],
    }


def test_the_last_ten_games_are_kept(scripts: Scripts) -> None:
    games = [game(number) for number in range(1, 15)]
    answer = scripts.call("kept.mjs", "many", games)
    assert [one["id"] for one in answer["list"]] == list(range(14, 4, -1))
    assert [one["about"] for one in answer["list"]] == [f"game {n}" for n in range(14, 4, -1)]
    assert answer["other"] == "stays"
    played_on = scripts.call("kept.mjs", "many", games, 2)
    assert [one["id"] for one in played_on["list"]] == [*range(15, 6, -1), 2]


def test_damage_at_every_place_is_found(scripts: Scripts) -> None:
    answer = scripts.call("kept.mjs", "damaged", SHORT)
    assert answer["places"] > len(str(SHORT["text"]))
    assert answer["cut"] == [DAMAGED] * answer["places"]
    assert answer["flipped"] == [DAMAGED] * 16 * answer["places"]
    listed = [{"id": 1, "about": DAMAGED["trouble"], "game": None}]
    assert answer["listed"] == [listed] * answer["places"]
    assert (answer["after"], answer["opened"]) == ("", {"game": SHORT})


def checked(version: str, body: str) -> str:
    """Written as the page would write it in that version."""
    check = 0x811C9DC5
    for unit in f"{version}\n{body}".encode("ascii"):
        check = (check ^ unit) * 0x01000193 % (1 << 32)
    return f"letter-tycoon-game {version} {check:08x}\n{body}"


@pytest.mark.parametrize(
    ("version", "body", "trouble"),
    [
        ("2", '{"about": "", "done": 0}\nLetter Tycoon 1', "kept by another version of the page"),
        ("0", "anything", "kept by another version of the page"),
        ("1", "no JSON", "is damaged"),
        ("1", '{"about": "", "done": 0', "is damaged"),
        ("1", '{"about": "", "done": "0"}\nLetter Tycoon 1', "is damaged"),
        ("1", "null\nLetter Tycoon 1", "is damaged"),
    ],
)
def test_what_another_page_has_kept_is_not_half_read(
    scripts: Scripts, version: str, body: str, trouble: str
) -> None:
    answer: dict[str, Any] = scripts.call("kept.mjs", "openedAs", checked(version, body))
    assert list(answer) == ["trouble"]
    assert trouble in answer["trouble"]


def test_a_full_storage_keeps_what_it_has(scripts: Scripts) -> None:
    longer = {**SHORT, "text": "x" * 1_000}
    answer = scripts.call("kept.mjs", "full", SHORT, longer)
    assert answer["first"] == ""
    assert answer["next"].startswith(NO_ROOM)
    assert answer["opened"] == {"game": SHORT}


def test_a_browser_that_keeps_nothing_says_so(scripts: Scripts) -> None:
    for answer in scripts.call("kept.mjs", "forbidden", SHORT):
        assert (answer["id"], answer["list"]) == (1, [])
        assert answer["told"].startswith(FORBIDDEN)
        assert answer["opened"]["trouble"].startswith(FORBIDDEN)
