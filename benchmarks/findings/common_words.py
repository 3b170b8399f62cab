"""Does all this hold for people who know common words? Both lists, in games of the same seeds."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from letter_tycoon_solver.rules.cards import ABILITIES

from .drawing import Look, draw_rows, finish, legend_below, new_figure
from .estimates import UNKNOWN, Data, Estimate, table, tiers
from .finding import FOUND, PEOPLE, Finding

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = ("2", "4")
N_BEST: Final = 10
"""The patents of each number of players in the small table."""
LISTS: Final = {FOUND: "all words", PEOPLE: "common words"}


def _wins(data: Data, words: str, n: str) -> dict[str, Estimate]:
    """By letter, the wins that a patent brings when it is owned from round 1."""
    first = data["patents"][words]["by_players"][n]["1"]
    return {letter: of["win"] for letter, of in first.items()}


def _columns(data: Data) -> dict[str, dict[str, Estimate]]:
    """The wins that patents bring, by the title of a column."""
    return {
        f"{n} players, {title}": _wins(data, words, n)
        for n in PLAYERS
        for words, title in LISTS.items()
    }


def _letters(data: Data) -> list[str]:
    """The patents by what they win among two players with common words, best first."""
    of = _wins(data, PEOPLE, "2")
    return sorted(of, key=lambda letter: -of[letter]["mean"])


def texts(data: Data) -> Mapping[str, str]:
    """The small table, and the tiers."""
    return {
        "best_patents": _best_patents(data),
        **{f"common_tiers_{n}": tiers(_wins(data, PEOPLE, n)) for n in PLAYERS},
    }


def _best_patents(data: Data) -> str:
    """A small table: by number of players the best patents of people, best first."""
    columns = {}
    for n in data["patents"][PEOPLE]["by_players"]:
        ours, theirs = (_wins(data, words, n) for words in (PEOPLE, FOUND))
        best = sorted(ours, key=lambda letter: -ours[letter]["mean"])[:N_BEST]
        columns[f"{n} players"] = [
            f"{_in_bold(one)} {_points(ours[one])} ({_points(theirs.get(one))})" for one in best
        ]
    ranks = enumerate(itertools.zip_longest(*columns.values(), fillvalue=""), 1)
    return table(["", *columns], [[str(rank), *row] for rank, row in ranks])


def _in_bold(letter: str) -> str:
    return f"**{letter}**" if letter in ABILITIES else letter


def _points(win: Estimate | None) -> str:
    return f"{100 * win['mean']:+.0f}" if win else UNKNOWN


def draw(data: Data, look: Look) -> Figure:
    """The patents, by players and words."""
    figure, axes = new_figure(look, 7.2)
    names = _letters(data)
    columns = {
        title: [
            {k: 100 * of[letter][k] for k in ("mean", "error")} if letter in of else None
            for letter in names
        ]
        for title, of in _columns(data).items()
    }
    draw_rows(axes, look, names, columns)
    title = "What a patent wins, by the words that all know"
    finish(axes, look, title, "more victories, of 100 games", "patent")
    legend_below(figure, look, columns=1)
    return figure


FINDING: Final = Finding("common", None, texts, {"common": draw}, compares=("patents",))
