"""Tracked games for three, at their beginning, in the middle and near their end."""

from __future__ import annotations

from dataclasses import replace

from support.game_states import UNCHALLENGED

from letter_tycoon_solver import Lexicon, Ruleset
from letter_tycoon_solver.game import (
    TrackedGame,
)

NAMES = ["left", "me", "right"]
LEXICON = Lexicon.from_words(
    [
        "JEWELS",
        "CEDES",
        "LANE",
        "CEDE",
        "YACHT",
        "CAT",
        "ACT",
        "TEA",
        "TEN",
        "NET",
        "AREA",
        "AQUA",
        "BOOKS",
        "SEE",
        "OAK",
        "TEE",
        "EEL",
        "LEE",
        "ZEE",
    ]
)


def start(
    seat: str | None = "me",
    hand: str = "JWLEANZ",
    community: str = "EES",
    first: str | int = "left",
    ruleset: Ruleset | None = None,
) -> TrackedGame:
    return TrackedGame.start(
        NAMES,
        seat=seat,
        hand=hand,
        community=community,
        first=first,
        lexicon=LEXICON,
        **({} if ruleset is None else {"ruleset": ruleset}),
    )


def three_turns() -> TrackedGame:
    game = start()
    game.observe("CeDEs, buy C", community="AO")
    game.act("LANe, discard Z", drew="ERTO", community="K")
    game.observe("exchange ??")
    return game


def near_the_end(first: str = "me") -> TrackedGame:
    """Make a game with a goal of $20 in which the second player owns patents worth $17."""
    game = start(first=first, ruleset=UNCHALLENGED)
    view = game.seen
    rich = replace(view.seats[1], patents="ABDF", money=20)
    seats = (view.seats[0], rich, view.seats[2])
    assert rich.patent_value == 17
    ruleset = replace(UNCHALLENGED, goals={2: 45, 3: 20, 4: 26, 5: 21})
    game._course = replace(
        game._course, views=(replace(view, seats=seats, ruleset=ruleset, round=9),)
    )
    return game
