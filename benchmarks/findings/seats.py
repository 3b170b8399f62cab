"""Does it help to be the first? Games of players who play alike, by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.training import Match, SelfPlay
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

from .drawing import Look, draw_lines, finish, legend, new_figure
from .estimates import Data, dollars, estimate, percent, table
from .finding import Finding, Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = range(2, 6)
N_GAMES: Final = 20_000
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def measure(run: Run) -> Data:
    """Victories and margins by seat."""
    by_players = {
        str(n): games_by_seat(run, n, run.n(N_GAMES), run.seed + n, RULEBOOK) for n in PLAYERS
    }
    return {"by_players": by_players}


def games_by_seat(run: Run, n_players: int, n: int, seed: int, ruleset: Ruleset) -> Data:
    """N games of players who play alike."""
    tables = Evaluation.of(run.lexicon.digest)
    policy = Match(tables, tables)
    games = SelfPlay(n_players, policy, seed, ruleset=ruleset)
    with run.one_thread() as executor:
        parts = list(games.play(n, run.lexicon, executor))
    n_turns = np.concatenate([part.n_turns for part in parts])
    is_over = n_turns > 0
    wins, margins = (
        np.concatenate([getattr(part, name) for part in parts])[is_over, :n_players]
        for name in ("wins", "margins")
    )
    return {
        "games": int(is_over.sum()),
        "win": [estimate(wins[:, seat]) for seat in range(n_players)],
        "margin": [estimate(margins[:, seat]) for seat in range(n_players)],
        "margin_sd": round(float(margins[:, 0].std()), 2),
        "rounds": estimate(n_turns[is_over] / n_players),
    }


def texts(data: Data) -> Mapping[str, str]:
    """The table, and what the first and the last win."""
    by_players = data["by_players"]
    rows = [
        [
            n,
            *(percent(of["win"][seat]) if seat < int(n) else "" for seat in range(5)),
            dollars(of["margin"][0]),
            f"{of['rounds']['mean']:.1f}",
        ]
        for n, of in by_players.items()
    ]
    head = ["players", *ORDINALS, "margin of the first, $", "rounds"]
    shares = {
        f"{which}_{n}": f"{100 * of['win'][at]['mean']:.0f}"
        for n, of in by_players.items()
        for which, at in (("first", 0), ("last", -1))
    }
    return {"seats": table(head, rows), "seat_games": f"{by_players['2']['games']:,}", **shares}


def draw(data: Data, look: Look) -> Figure:
    """The chance to win by seat, against an even share."""
    figure, axes = new_figure(look, 3.4)
    lines = {}
    for n, of in data["by_players"].items():
        shares = [{k: 100 * one[k] for k in ("mean", "error")} for one in of["win"]]
        lines[n] = (range(1, int(n) + 1), shares)
    draw_lines(axes, look, lines)
    for at, n in enumerate(data["by_players"]):
        axes.plot([1, int(n)], [100 / int(n)] * 2, color=look.colours[at], linewidth=0.7, alpha=0.6)
    axes.set_xticks(range(1, 6), ORDINALS)
    axes.set_ylim(bottom=0)
    finish(axes, look, "Who begins wins more often", "seat, from the start marker", "victories, %")
    legend(axes, look, "players")
    return figure


FINDING: Final = Finding("seats", measure, texts, {"seats": draw}, of_people=True)
