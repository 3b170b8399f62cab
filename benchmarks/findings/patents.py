"""The worth of a patent: a player gets it for nothing, and the game is played on.

The same game, with the same cards to come, is played without the gift: the difference is what it
brings to own the patent from then on in place of leaving it for sale. The gift does not count for
the goal or the score, as a patent that is bought costs what it counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset

from .drawing import Look, draw_lines, draw_rows, finish, legend, new_figure
from .estimates import Data, Estimate, estimate, points, table, tiers, whole
from .finding import Finding, Run
from .games import Games

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROUNDS: Final = {2: (1, 3, 5, 7), 3: (1, 3, 5), 4: (1, 2, 3, 4), 5: (1, 2, 3)}
"""By number of players, those at the beginning of which patents are given."""
N_DEALS: Final = {2: 4_000, 3: 2_000, 4: 2_000, 5: 2_000}
LEAST: Final = 50
"""A patent that is still free in fewer games is left out."""
DRAWN: Final = (*"JBXQEAK",)
"""By round, in the picture."""

Gains = dict[str, dict[str, Estimate]]
"""By letter, what the patent wins: of the margin, in dollars, and of the victory."""


def measure(run: Run) -> Data:
    """By number of players, round and letter."""
    return {
        "deals": {str(n): run.n(n_deals) for n, n_deals in N_DEALS.items()},
        "by_players": {
            str(n): {
                str(round_): gains
                for round_, gains in gains_by_round(run, n, run.n(N_DEALS[n]), rounds).items()
            }
            for n, rounds in ROUNDS.items()
        },
    }


def gains_by_round(
    run: Run,
    n_players: int,
    n_deals: int,
    rounds: tuple[int, ...],
    letters: str = LETTERS,
    ruleset: Ruleset = RULEBOOK,
) -> dict[int, Gains]:
    """The worth of patents at the beginning of some rounds, to a player in any seat."""
    games = Games(run.lexicon, n_players, run.seed + n_players, ruleset)
    gains: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    for number in range(n_deals):
        state, round_ = games.deal(number), 1
        player = number % n_players
        for wanted in rounds:
            state = games.play(state, n_players * (wanted - round_))
            round_ = wanted
            if state.is_over:
                break
            free = [letter for letter in letters if state.is_free(letter)]
            given = [state.with_owner(letter, player) for letter in free]
            ends = games.finished([state, *given])
            lead, win = ends.leads[:, player], ends.wins[:, player]
            for at, letter in enumerate(free, 1):
                gains[wanted, letter].append((lead[at] - lead[0], win[at] - win[0]))
    return {round_: _of_round(gains, round_, run.n(LEAST, least=2)) for round_ in rounds}


def _of_round(
    gains: Mapping[tuple[int, str], list[tuple[float, float]]], round_: int, least: int
) -> Gains:
    found = {}
    for (of, letter), pairs in gains.items():
        if of == round_ and len(pairs) >= least:
            lead, win = np.array(pairs).T
            found[letter] = {"margin": estimate(lead), "win": estimate(win)}
    return dict(sorted(found.items(), key=lambda item: -item[1]["margin"]["mean"]))


def texts(data: Data) -> Mapping[str, str]:
    """The table by players, and orders of letters."""
    by_players = data["by_players"]
    first = {n: rounds["1"] for n, rounds in by_players.items()}
    wins = [
        [
            f"**{letter}**" if letter in ABILITIES else letter,
            *(points(of[letter]["win"]) for of in first.values()),
        ]
        for letter in first["2"]
    ]
    head = ["patent", *(f"{n} players" for n in first)]
    of_two = by_players["2"]
    return {
        "patents": table(head, wins),
        "patent_deals": f"{data['deals']['2']:,}",
        "patent_deals_more": f"{data['deals']['3']:,}",
        **{
            f"patent_tiers_{n}": tiers({letter: one["win"] for letter, one in of.items()})
            for n, of in first.items()
        },
        **{
            f"worth_{letter}_round_{round_}": whole(of.get(letter, {}).get("margin"))
            for round_, of in of_two.items()
            for letter in DRAWN
        },
        **{
            f"worth_{letter}_{n}": f"{of[letter]['margin']['mean']:.0f}"
            for n, of in first.items()
            for letter in LETTERS
            if letter in of
        },
        **{
            f"wins_{letter}_{n}": f"{100 * of[letter]['win']['mean']:.0f}"
            for n, of in first.items()
            for letter in LETTERS
            if letter in of
        },
    }


def draw(data: Data, look: Look) -> Figure:
    """Every patent in the first round, by number of players."""
    figure, axes = new_figure(look, 7.2)
    first = {n: rounds["1"] for n, rounds in data["by_players"].items()}
    names = list(first["2"])
    columns = {
        n: [
            {k: 100 * of[letter]["win"][k] for k in ("mean", "error")} if letter in of else None
            for letter in names
        ]
        for n, of in first.items()
    }
    draw_rows(axes, look, names, columns)
    title = "What a patent wins, owned from the start"
    finish(axes, look, title, "more victories, of 100 games", "patent")
    legend(axes, look, "players", "lower right")
    return figure


def draw_by_round(data: Data, look: Look) -> Figure:
    """Some patents by the round from which they are owned, two players."""
    figure, axes = new_figure(look, 4.2)
    rounds = data["by_players"]["2"]
    lines = {}
    for letter in DRAWN:
        known = [(int(r), of[letter]["margin"]) for r, of in rounds.items() if letter in of]
        if known:
            x, estimates = zip(*known, strict=True)
            lines[letter] = (x, estimates)
    draw_lines(axes, look, lines)
    axes.set_xticks([int(round_) for round_ in rounds])
    axes.axhline(0, color=look.ink, linewidth=0.8)
    finish(axes, look, "The sooner the better", "owned from round", "margin at the end, $")
    legend(axes, look, "patent")
    return figure


FINDING: Final = Finding(
    "patents", measure, texts, {"patents": draw, "patents-by-round": draw_by_round}, of_people=True
)
