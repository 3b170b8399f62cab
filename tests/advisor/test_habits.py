"""Habits over several games, by decisions made to order."""

from __future__ import annotations

import dataclasses
import datetime

import pytest

from letter_tycoon_solver.advisor.analysis import Analysis, habits_of
from letter_tycoon_solver.advisor.decisions import Decision, Difference
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.rules.turn import Turn
from letter_tycoon_solver.search.turns import best_turns

OCTOBER, NOVEMBER = datetime.date(2026, 10, 31), datetime.date(2026, 11, 1)
POSITION = Position("JWLEANZ", "EES", money=9)
WORDS = ("JEWEL", "JEWELS", "LANE", "SEWN", "WANE")


def turn(word: str, buy: str = "") -> Turn:
    """A turn with this word and purchase."""
    turns = best_turns(POSITION, Lexicon.from_words(WORDS), limit=None)
    found = next(one for one in turns if [each.word for each in one.words] == [word])
    return dataclasses.replace(found, buy=buy)


def decision(round_: int, played: Turn, best: Turn, loss: float, player: int = 0) -> Decision:
    """A decision of an open game that lost this for sure."""
    return Decision(
        round_, player, played, "", best, 0.5, 0.001, loss, 0.001, 0.0, 0.1, 10 * loss, 0.1, 999
    )


def game(*decisions: Decision, names: tuple[str, ...] = ("Ann", "Ben")) -> Analysis:
    """A game that is not over."""
    return Analysis(names, decisions, None, None, 1.0, "common", own_tables=True)


def test_kinds_add_up_to_what_a_turn_loses() -> None:
    jewels, lane = turn("JEWELS", "J"), turn("LANE")
    first = game(
        decision(1, lane, jewels, 0.3),
        decision(2, jewels, jewels, 0.0),
        decision(1, lane, jewels, 0.9, player=1),
    )
    second = game(
        decision(1, turn("JEWELS", "W"), jewels, 0.1),
        decision(2, turn("JEWELS"), jewels, 0.2),
        names=("Ben", "Ann"),
    )
    third = dataclasses.replace(second, names=("Ann", "Ben"))
    habits = habits_of("Ann", [(first, OCTOBER), (second, OCTOBER), (third, NOVEMBER)])
    assert (habits.player, habits.games, habits.turns) == ("Ann", 2, 4)
    found = [(one.difference, one.decisions) for one in habits.kinds]
    assert found == [(Difference.WORD, 1), (Difference.PATENT, 2)]
    assert [one.win_loss for one in habits.kinds] == pytest.approx([0.075, 0.075])
    assert sum(one.margin_loss for one in habits.kinds) == pytest.approx(6.0 / 4)
    assert [(one.month, one.games, one.turns) for one in habits.months] == [
        ("2026-10", 1, 2),
        ("2026-11", 1, 2),
    ]
    assert sum(one.win_loss for one in habits.months[1].kinds) == pytest.approx(0.15)


def test_words_that_a_player_seems_not_to_know() -> None:
    """Missed by mistake and laid in no game: not what was laid once, nor what hardly mattered."""
    wane, lane, jewel, jewels = map(turn, ("WANE", "LANE", "JEWEL", "JEWELS"))
    first = game(
        decision(1, lane, jewels, 0.3),
        decision(2, lane, wane, 0.1),
        decision(3, lane, jewel, 0.2),
        decision(4, lane, turn("SEWN"), 0.0001),
    )
    second = game(decision(1, jewel, wane, 0.4))
    words = habits_of("Ann", [(first, OCTOBER), (second, NOVEMBER)]).words
    assert [(one.word, one.times) for one in words] == [("WANE", 2), ("JEWELS", 1)]
    assert [one.win_loss for one in words] == pytest.approx([0.5, 0.3])


def test_patents_that_came_too_late() -> None:
    """Counted from the first turn in which one was missed; a purchase in time is none."""
    with_j, with_w, without = turn("JEWELS", "J"), turn("JEWELS", "W"), turn("JEWELS")
    first = game(
        decision(1, without, with_j, 0.2),
        decision(2, without, with_j, 0.2),
        decision(4, with_j, with_j, 0.0),
    )
    second = game(decision(3, without, with_j, 0.2), decision(4, with_w, with_w, 0.0))
    third = game(decision(1, with_w, with_j, 0.2), decision(2, without, with_w, 0.0001))
    patents = habits_of("Ann", [(one, OCTOBER) for one in (first, second, third)]).patents
    assert [(one.letter, one.games, one.bought, one.rounds) for one in patents] == [
        ("J", 3, 1, 3.0)
    ]


def test_a_player_who_never_played_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="no game has a turn of 'Cyd'"):
        habits_of("Cyd", [(game(), OCTOBER)])
