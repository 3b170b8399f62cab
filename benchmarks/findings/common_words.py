"""Does all this hold for people who know common words? Both lists, in games of the same seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from letter_tycoon_solver.rules.cards import ABILITIES
from letter_tycoon_solver.rules.ruleset import RULEBOOK

from .drawing import Look, draw_rows, finish, legend_below, new_figure
from .estimates import Data, Estimate, percent, points, table, tiers
from .finding import Finding, Run
from .patents import gains_by_round
from .seats import games_by_seat

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = (2, 4)
LISTS: Final = {"enable": "all words", "common": "common words"}
N_DEALS: Final = 2_000
N_GAMES: Final = 10_000
"""Those in which the victories of the first seat are counted."""
FIRST_ROUND: Final = 1


def measure(run: Run) -> Data:
    """By word list and number of players, what patents win, and how the seats differ."""
    return {
        "deals": run.n(N_DEALS),
        "lists": {
            name: {str(n): _of_players(replace(run, lexicon=run.load(name)), n) for n in PLAYERS}
            for name in LISTS
        },
    }


def _of_players(run: Run, n_players: int) -> Data:
    gains = gains_by_round(run, n_players, run.n(N_DEALS), (FIRST_ROUND,))[FIRST_ROUND]
    seats = games_by_seat(run, n_players, run.n(N_GAMES), run.seed + n_players, RULEBOOK)
    return {
        "patents": {letter: of["win"] for letter, of in gains.items()},
        "first": seats["win"][0],
        "rounds": seats["rounds"],
    }


def _columns(data: Data) -> dict[str, dict[str, Estimate]]:
    """The wins that patents bring, by the title of a column."""
    return {
        f"{n} players, {title}": data["lists"][name][str(n)]["patents"]
        for n in PLAYERS
        for name, title in LISTS.items()
    }


def _letters(data: Data) -> list[str]:
    """The patents by what they win among two players with common words, best first."""
    of = data["lists"]["common"]["2"]["patents"]
    return sorted(of, key=lambda letter: -of[letter]["mean"])


def texts(data: Data) -> Mapping[str, str]:
    """The tables, and the tiers."""
    columns = _columns(data)
    rows = [
        [
            f"**{letter}**" if letter in ABILITIES else letter,
            *(points(of[letter]) if letter in of else "" for of in columns.values()),
        ]
        for letter in _letters(data)
    ]
    games = [
        [
            f"{n} players, {title}",
            percent(data["lists"][name][str(n)]["first"]),
            f"{data['lists'][name][str(n)]['rounds']['mean']:.1f}",
        ]
        for n in PLAYERS
        for name, title in LISTS.items()
    ]
    return {
        "common_patents": table(["patent", *columns], rows),
        "common_games": table(["games", "the first wins", "rounds"], games),
        "common_deals": f"{data['deals']:,}",
        **{f"common_tiers_{n}": tiers(data["lists"]["common"][str(n)]["patents"]) for n in PLAYERS},
    }


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


FINDING: Final = Finding("common", measure, texts, {"common": draw})
