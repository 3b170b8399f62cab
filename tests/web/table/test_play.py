"""Play: cards that a seed deals, games that the browser keeps, and computers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from support.browser import Host, Scripts
from support.online import game_of
from support.table_games import is_same, view_json

from letter_tycoon_solver import Lexicon, best_turns
from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.advisor.players import LevelPlayer, weights_of
from letter_tycoon_solver.advisor.simulation import (
    BEST,
    EASY,
    HARD,
    MEDIUM,
    Candidate,
    Level,
    candidates_of,
)
from letter_tycoon_solver.game import Phase, SeenState, game_text, new_game, play_out
from letter_tycoon_solver.rules.cards import CARD_COUNT
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.rules.turn import Turn
from letter_tycoon_solver.web.schema import plan_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES: Final = 4_000
DRAWS: Final = (7, 3, 5, 7, 7, 7, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 2, 7)
LONG: Final = "a longer seed than those of the page"
SIX_ERRORS: Final = 6
"""A fair deal fails a check of one count about once in 5 * 10^8."""


@pytest.fixture(scope="module")
def told(scripts: Scripts) -> dict[str, Any]:
    """The answers of deals.mjs for games of 2 to 5 players."""
    games = [
        {
            "seed": f"seed {number}" if number > 1 else LONG,
            "sizes": {"players": 2 + number % 4 if number > 1 else 3, "hand": 7, "community": 3},
            "turns": DRAWS,
        }
        for number in range(GAMES)
    ]
    chances = [[number % 2, "turn", number] for number in range(GAMES)]
    answers = scripts.call("deals.mjs", "answers", CARD_COUNT, games, [*chances, *chances])
    assert isinstance(answers, dict)
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


# What else pages do -------------------------------------------------------------------------------


def test_a_hint_that_cannot_be_drawn_says_so(scripts: Scripts) -> None:
    assert scripts.call("pages.mjs", "undrawn") == "there is no board"


# Computers ----------------------------------------------------------------------------------------


VIEWS: Final = [200, pytest.param(2_000, marks=pytest.mark.soak)]
A_GAME: Final = 10
CHANCES: Final = (0.0, 0.3, 0.75, 0.999)
LEVELS: Final = {"easy": EASY, "medium": MEDIUM, "hard": HARD, "best": BEST}


@pytest.fixture(scope="module", params=VIEWS)
def seen(request: pytest.FixtureRequest, lexicon: Lexicon) -> list[tuple[str, SeenState]]:
    """The views that all levels choose in."""
    return list(views(lexicon, request.param))


_last: list[Any] = [(), []]


def candidates_once(*asked: Any) -> list[Candidate]:
    """The candidates of a view, which are the same for each chance: found once."""
    if list(map(id, asked)) != list(map(id, _last[0])):
        _last[:] = [asked, candidates_of(*asked)]
    return list(_last[1])


class Choosing(LevelPlayer):
    """Takes the turn of a chance that is given."""

    def __init__(self, level: Level, chance: float) -> None:
        super().__init__(level)
        self._given = chance

    def _chance(self, seen: SeenState) -> float:  # noqa: ARG002 (it is given)
        return self._given


def views(lexicon: Lexicon, n: int) -> Iterator[tuple[str, SeenState]]:
    """So many views at the start of a turn, of 2 to 5 players by each ruleset, with its name."""
    rng = random.Random(37)
    names = [*PRESETS]
    for number in range(math.ceil(n / A_GAME)):
        name, n_players = names[number % len(names)], 2 + number % 4
        start = new_game(n_players, number, lexicon, PRESETS[name])
        states = [start, *(state for _, state in play_out(start, [StaticPlayer()] * n_players))]
        turns = [state for state in states if state.phase is Phase.START]
        # What is seldom comes first: cards for Q, and the last turns.
        odd = [one for one in turns if one.turn.replaced or one.final_round is not None][-4:]
        odd += [one for one in turns if "Q" in one.active_seat.patents][:2]
        for state in [*odd, *rng.sample(turns, A_GAME - len(odd))]:
            yield name, state.seen_by(state.active)


def asked(name: str, seen: SeenState) -> dict[str, Any]:
    """The question for a view: see AskedOfComputer in engine/turns.js."""
    view = view_json(seen)
    laid = ("hand", "community", "patents", "money", "stock", "opponents")
    table = {one: view[one] for one in laid}
    table |= {"replaced": bool(seen.turn.replaced), "ruleset": name}
    return {"table": table} | {one: view[one] for one in ("rounds", "draws", "returned")}


def wanted(seen: SeenState, lexicon: Lexicon, name: str) -> dict[str, Any]:
    """The choices of the library: see choices.mjs."""
    level = LEVELS[name]
    tables = level.tables(lexicon)
    if level is BEST:
        turns: list[Turn] = [best_turns(seen.open_turn, lexicon, ruleset=seen.ruleset)[0]]
        weights, taken = [1.0], [turns[0].notation] * len(CHANCES)
    else:
        found = candidates_once(seen, level.known(lexicon), tables)
        turns = [candidate.turn for candidate in found]
        weights = weights_of([turn.equity.total for turn in turns], level.temperature)
        taken = [str(Choosing(level, chance).choose(seen)) for chance in CHANCES]
    return {
        "plans": [msgspec.to_builtins(plan_json(turn)) for turn in turns],
        "weights": weights,
        "taken": taken,
    }


def check(page: Page, lexicon: Lexicon, level: str, seen: list[tuple[str, SeenState]]) -> None:
    kinds = {bool(view.turn.replaced) for _, view in seen}
    assert kinds == {True, False}
    assert any(one.final_round is not None for _, one in seen)
    questions: list[dict[str, Any]] = [
        {"asked": asked(name, view), "computer": level, "chances": CHANCES} for name, view in seen
    ]
    answers = page.evaluate(Path(__file__).with_name("choices.mjs").read_text(), questions)
    kinds_of_turns = set()
    for (_, view), question, told in zip(seen, questions, answers, strict=True):
        right = wanted(view, lexicon, level)
        assert is_same(right, told), (question, right["plans"][:2], told["plans"][:2])
        kinds_of_turns |= {bool(plan["replace"]) for plan in right["plans"]}
    assert kinds_of_turns == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_computers_choose_as_those_of_the_library(
    chromium: Browser,
    static_site: Path,
    lexicon: Lexicon,
    seen: list[tuple[str, SeenState]],
    monkeypatch: pytest.MonkeyPatch,
    level: str,
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.advisor.players.candidates_of", candidates_once)
    with closing(Host(static_site)) as host, closing(chromium.new_page()) as page:
        page.goto(f"{host.url}/engine/turns.js")
        check(page, lexicon, level, seen)
