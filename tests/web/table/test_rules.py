"""Games in the browser: rules.js leads where the library does, and refuses what it refuses."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from typing import Any

import pytest
from support.browser import Scripts
from support.games import short_words
from support.made_scripts import NUMBERS, numbers_script
from support.table_games import folded_game, tries

SETUP = {
    "players": ["Ann", "Ben"],
    "first": 0,
    "hands": ["JWLEANZ", ""],
    "community": "EES",
    "rules": {},
}


def test_the_numbers_are_those_of_the_package() -> None:
    assert NUMBERS.read_text("utf-8") == numbers_script(), (
        "make it anew: PYTHONPATH=tests python -m support.made_scripts"
    )


def check_games(scripts: Scripts, seeds: range) -> None:
    games = [dataclasses.asdict(folded_game(seed)) for seed in seeds]
    assert scripts.call("folds.mjs", "differences", games, sorted(short_words())) == []


def test_games_lead_to_the_tables_of_the_library(scripts: Scripts) -> None:
    check_games(scripts, range(15))


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.soak) for first in (250, 500, 750))]
)
def test_a_thousand_games_lead_to_the_tables_of_the_library(scripts: Scripts, first: int) -> None:
    for begin in range(first, first + 250, 50):
        check_games(scripts, range(begin, begin + 50))


def count_answers(scripts: Scripts, seeds: range, per_turn: int) -> Counter[str]:
    """Check the answers to wrong lines; return how often each was to be given."""
    games = [dataclasses.asdict(tries(seed, per_turn)) for seed in seeds]
    assert scripts.call("folds.mjs", "answers", games, sorted(short_words())) == []
    lines = itertools.chain.from_iterable(at for game in games for at in game["tried"])
    return Counter(answer.get("reason", "taken") for _, answer in lines)


def test_what_is_wrong_is_refused_for_the_same_reason(scripts: Scripts) -> None:
    answers = count_answers(scripts, range(8), 2)
    assert answers.total() - answers["taken"] > 300
    assert len(answers) > 12


@pytest.mark.slow
@pytest.mark.parametrize("games", [20, pytest.param(80, marks=pytest.mark.soak)])
def test_ten_thousand_wrong_lines_are_refused_for_the_same_reason(
    scripts: Scripts, games: int
) -> None:
    answers = Counter[str]()
    for begin in range(100, 100 + games, 10):
        answers += count_answers(scripts, range(begin, begin + 10), 5)
    assert answers.total() - answers["taken"] > 125 * games
    assert len(answers) > 20


def fold_all(scripts: Scripts, *lines: str, setup: dict[str, Any] = SETUP) -> dict[str, Any]:
    """The table after these lines, or why one of them cannot be."""
    answer: dict[str, Any] = scripts.call("folds.mjs", "folded", setup, lines, ["JEWELS", "LAWN"])
    return answer


def test_one_card_pays_for_words_that_are_taken_back(scripts: Scripts) -> None:
    refused = fold_all(scripts, "JAW, challenged by Ben", "discard JA < XY")["refused"]
    assert refused["reason"] == "NOT_ONE_CARD"


def test_it_says_which_cards_came_and_are_not_told(scripts: Scripts) -> None:
    refused = fold_all(scripts, "JeWeLs, buy J < ABC")["refused"]
    assert refused["reason"] == "MISSING_CARDS"
    assert "give the 3 that came instead" in refused["message"]
    refused = fold_all(scripts, "JeWeLs, buy J > RST")["refused"]
    assert refused["reason"] == "MISSING_CARDS"
    assert "give the 3 drawn" in refused["message"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["Ann", "Ann"]}, "two players have the same name in Ann, Ann"),
        ({"hands": ["JWLEAN", ""]}, "the hand JWLEAN has 6 cards; 7 are dealt"),
        ({"hands": ["JJLEANZ", ""]}, "more cards J are seen than the 1 that the deck has"),
        ({"hands": ["JWLEAN?", "CDOORST"]}, "where all hands are known, all their cards are"),
        ({"hands": ["JWLEAN1", ""]}, "the hand 'JWLEAN1' contains '1'; only the letters A to Z"),
        ({"community": "EE"}, "the community EE has 2 cards; 3 are dealt"),
        ({"first": 2}, "there is no player 2; the players are 0 to 1"),
        ({"rules": {"stacking": "sum"}}, "there is no game with the rule stacking: '\"sum\"'"),
        ({"rules": {"hand_size": 12}}, "there is no game with the rule hand_size: '12'"),
        ({"rules": {"goals": {"6": 3}}}, "there is no game with the rule goals"),
        ({"rules": {"challenge": {"mode": "none", "retries": 1}}}, "with the rule challenge"),
        ({"rules": {"payout": {"coins": [1]}}}, "with the rule payout"),
    ],
)
def test_no_game_begins_like_this(scripts: Scripts, change: dict[str, Any], message: str) -> None:
    refused = fold_all(scripts, setup=SETUP | change)["refused"]
    assert refused["reason"] == "INVALID"
    assert message in refused["message"]
