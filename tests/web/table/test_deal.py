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
