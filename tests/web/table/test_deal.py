"""The cards of a game in the browser: dealt and drawn fairly, and the same again for a seed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest
from support.browser import Scripts
from support.online import game_of

from letter_tycoon_solver.game import game_text
from letter_tycoon_solver.rules.cards import CARD_COUNT

GAMES: Final = 4_000
DRAWS: Final = (7, 3, 5, 7, 7, 7, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 2, 7)
LONG: Final = "a longer seed than those of the page"
SIX_ERRORS: Final = 6
"""A fair deal fails a check of one count about once in 5 * 10^8."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The answers of deals.mjs for games of 2 to 5 players."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node for the scripts; install it with: apt-get install nodejs")
    folder = tmp_path_factory.mktemp("deal")
    source = resources.files("letter_tycoon_solver") / "web" / "table" / "deal.js"
    script = folder / "deal.mjs"
    script.write_bytes(source.read_bytes())
    games = [
        {
            "seed": f"seed {number}" if number > 1 else LONG,
            "sizes": {"players": 2 + number % 4 if number > 1 else 3, "hand": 7, "community": 3},
            "turns": DRAWS,
        }
        for number in range(GAMES)
    ]
    chances = [[number % 2, "turn", number] for number in range(GAMES)]
    questions = {"cards": CARD_COUNT, "games": games, "chances": [*chances, *chances]}
    done = subprocess.run(
        [node, Path(__file__).with_name("deals.mjs"), script],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def check_as_likely(counts: Counter[Any], expected: dict[Any, float]) -> None:
    """Check each count against a share of the whole, as coins would fall."""
    n = counts.total()
    for key, share in expected.items():
        error = (n * share * (1 - share)) ** 0.5
        assert abs(counts[key] - n * share) < SIX_ERRORS * error, (key, counts[key], n * share)


@pytest.mark.slow
def test_all_cards_are_somewhere_after_each_draw(told: dict[str, Any]) -> None:
    full = "".join(sorted(letter * n for letter, n in CARD_COUNT.items()))
    for game in told["games"]:
        deal = game["deal"]
        first, *others = deal["hands"]
        assert [len(hand) for hand in deal["hands"]] == [7] * len(deal["hands"])
        assert len(deal["community"]) == 3
        assert first == "".join(sorted(first))
        hand = first
        for one in game["drawn"]:
            given, pile = one["given"], one["pile"]
            assert len(one["cards"]) == len(given)
            hand = hand[len(given) :] + one["cards"]
            everywhere = hand + "".join(others) + deal["community"] + pile["deck"]
            assert "".join(sorted(everywhere + pile["discards"])) == full


def test_a_deck_that_runs_out_is_made_of_the_discards(told: dict[str, Any]) -> None:
    for game in told["games"]:
        before = game["deal"]["pile"]
        for one in game["drawn"]:
            after, n = one["pile"], len(one["given"])
            discards = before["discards"] + one["given"]
            if n <= len(before["deck"]):
                assert one["cards"] + after["deck"] == before["deck"]
                assert (after["discards"], after["shuffles"]) == (discards, before["shuffles"])
            else:
                assert one["cards"].startswith(before["deck"])
                fresh = one["cards"][len(before["deck"]) :] + after["deck"]
                assert sorted(fresh) == sorted(discards)
                assert (after["discards"], after["shuffles"]) == ("", before["shuffles"] + 1)
            before = after
    assert {game["drawn"][-1]["pile"]["shuffles"] for game in told["games"]} == {2}


def test_the_same_seed_deals_and_draws_the_same(told: dict[str, Any]) -> None:
    first, second, third = told["games"][:3]
    assert first == second != third
    assert told["chances"][:GAMES] == told["chances"][GAMES:]
    assert len({game["deal"]["pile"]["deck"] for game in told["games"]}) == GAMES - 1
    assert len({*told["seeds"]}) == 2


def test_each_card_and_each_player_is_as_likely(told: dict[str, Any]) -> None:
    n_cards = sum(CARD_COUNT.values())
    shares = {letter: n / n_cards for letter, n in CARD_COUNT.items()}
    # One card of a game each: of several, one is less likely for the others.
    decks = [game["deal"]["pile"]["deck"] for game in told["games"][1:]]
    for place in (0, 1, 20, -1):
        check_as_likely(Counter(deck[place] for deck in decks), shares)
    pairs = Counter((deck[0], deck[1]) for deck in decks)
    twice = {("E", "E"): shares["E"] * (CARD_COUNT["E"] - 1) / (n_cards - 1)}
    check_as_likely(pairs, twice)
    for players in range(2, 6):
        starts = [
            game["deal"]["first"]
            for game in told["games"][1:]
            if len(game["deal"]["hands"]) == players
        ]
        check_as_likely(Counter(starts), dict.fromkeys(range(players), 1 / players))
    fresh = Counter(game["drawn"][-1]["pile"]["deck"][-1] for game in told["games"][1:])
    assert len(fresh) > 20


def test_chances_fill_the_range_evenly(told: dict[str, Any]) -> None:
    chances = told["chances"][:GAMES]
    assert all(0 <= chance < 1 for chance in chances)
    tenths = Counter(int(10 * chance) for chance in chances)
    check_as_likely(tenths, dict.fromkeys(range(10), 0.1))


# Games that the browser keeps: the last ten, and whole or not at all ------------------------------


SHORT: Final = {
    "text": "\n".join(game_text(game_of(0, 5)).splitlines()[:12]) + "\n",
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
