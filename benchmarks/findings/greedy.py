"""The losses of greedy players: one of their decisions at a time is left to a static player.

GreedyPlayer plays what earns most this turn, buys the dearest patent, and discards what is left.
Players of the library play by the engine, over mirrored deals: each is played in every seat.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from support.games import buying

from letter_tycoon_solver import Lexicon, Turn, TurnKind
from letter_tycoon_solver.advisor import StaticPlayer
from letter_tycoon_solver.game import (
    ACCEPT,
    DECLINE,
    GreedyPlayer,
    Move,
    Phase,
    Player,
    SeenState,
    apply,
    lay,
    new_game,
    play_out,
)

from .drawing import Look, draw_rows, finish, legend_below, new_figure
from .estimates import Data, estimate, percent, table
from .finding import PEOPLE, Finding, Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

N_DEALS: Final = {2: 1_000, 4: 300}
DECISIONS: Final = ("words", "purchases", "discards")


@dataclass(frozen=True, slots=True)
class Mixed:
    """A player whose decisions are those of several."""

    words: Player
    purchases: Player
    discards: Player

    def choose(self, seen: SeenState) -> Move:
        """The words of one player, with the patent and the discards that others choose for them."""
        move = self.words.choose(seen)
        if not isinstance(move, Turn) or move.kind not in {TurnKind.WORDS, TurnKind.REST}:
            return move
        laid = _accepted(seen, move)
        buy = ""
        if laid.phase is Phase.PURCHASE:
            buy = _turn(self.purchases, laid).buy
            laid = apply(laid, buying(buy) if buy else DECLINE)
        return replace(move, buy=buy, discards=_turn(self.discards, laid).discards)


def _accepted(seen: SeenState, turn: Turn) -> SeenState:
    """The view in which the words of a turn stand."""
    laid = apply(seen, lay(turn.words, turn.doublers)) if turn.words else seen
    while laid.phase is Phase.CHALLENGE:
        laid = apply(laid, ACCEPT)
    return laid


def _turn(player: Player, seen: SeenState) -> Turn:
    move = player.choose(seen)
    assert isinstance(move, Turn), "as all are after words"
    return move


@dataclass(frozen=True, slots=True)
class FewWords:
    """A static player who knows the words of another list only, and challenges none."""

    player: StaticPlayer
    known: Lexicon

    def choose(self, seen: SeenState) -> Move:
        """Choose as a static player with the other list."""
        if seen.phase is Phase.CHALLENGE:
            return ACCEPT
        return self.player.choose(replace(seen, lexicon=self.known))


def mixed(of_static: tuple[str, ...]) -> Mixed:
    """A greedy player with some decisions of a static one."""
    greedy, static = GreedyPlayer(), StaticPlayer()
    return Mixed(*(static if decision in of_static else greedy for decision in DECISIONS))


def measure(run: Run) -> Data:
    """By number of players, what mixed players win."""
    known = set(run.lexicon)
    common = Lexicon.from_words([word for word in run.load(PEOPLE) if word in known])
    few = FewWords(StaticPlayer(), common)
    people = replace(run, lexicon=run.load(PEOPLE))
    return {
        "by_players": {str(n): _of_players(run, n) for n in N_DEALS},
        "common_words": played(run, 2, few, StaticPlayer()),
        "worse_purchases_of_people": played(
            people, 2, mixed(_all_but("purchases")), StaticPlayer()
        ),
        "words": {"known": len(common), "all": len(run.lexicon)},
    }


def _of_players(run: Run, n_players: int) -> Data:
    static, greedy = mixed(DECISIONS), mixed(())
    better = {decision: mixed((decision,)) for decision in DECISIONS} | {"all": static}
    worse = {decision: mixed(_all_but(decision)) for decision in DECISIONS}
    return {
        "greedy_with_static": {
            name: played(run, n_players, player, greedy) for name, player in better.items()
        },
        "static_with_greedy": {
            name: played(run, n_players, player, static) for name, player in worse.items()
        },
    }


def _all_but(decision: str) -> tuple[str, ...]:
    return tuple(one for one in DECISIONS if one != decision)


def played(run: Run, n_players: int, player: Player, other: Player) -> Data:
    """A player's wins and margin among others, over deals with a game in each seat."""
    n = run.n(N_DEALS[n_players], least=1)
    wins, margins = np.zeros((n, n_players)), np.zeros((n, n_players))
    for deal in range(n):
        for seat in range(n_players):
            players = [other] * n_players
            players[seat] = player
            start = new_game(n_players, run.seed * 10**6 + deal, run.lexicon)
            for _, state in play_out(start, players):
                last = state
            first = last.ranking[0]
            wins[deal, seat] = (seat in first) / len(first)
            scores = [one.total for one in last.scores]
            others = sum(scores) - scores[seat]
            margins[deal, seat] = scores[seat] - others / (n_players - 1)
    # The difference that it makes who plays, as a share of the variance of a margin.
    mean, variance = float(margins.mean()), float(margins.var())
    return {
        "deals": n,
        "win": estimate(wins.mean(axis=1)),
        "margin": estimate(margins.mean(axis=1)),
        "skill": round(mean**2 / (mean**2 + variance), 4),
    }


def texts(data: Data) -> Mapping[str, str]:
    """The table, and what it says."""
    by_players = data["by_players"]
    columns = [
        of[kind]
        for of in by_players.values()
        for kind in ("greedy_with_static", "static_with_greedy")
    ]
    wins = [
        [decision, *(percent(of[decision]["win"]) if decision in of else "" for of in columns)]
        for decision in (*DECISIONS, "all")
    ]
    head = ["decision", *(f"{n} players: {k}" for n in by_players for k in ("better", "worse"))]
    two = by_players["2"]
    worse = two["static_with_greedy"]["purchases"]
    of_people = data["worse_purchases_of_people"]
    few, all_static = data["common_words"], two["greedy_with_static"]["all"]
    return {
        "greedy": table(head, wins),
        "more_than_sum": "\n".join(_together(n, of) for n, of in by_players.items()),
        "greedy_deals_2": f"{two['greedy_with_static']['all']['deals']:,}",
        "greedy_deals_4": f"{by_players['4']['greedy_with_static']['all']['deals']:,}",
        "static_against_greedy": percent(all_static["win"]),
        "greedy_against_static": f"{100 - 100 * all_static['win']['mean']:.0f} %",
        "skill": f"{100 * all_static['skill']:.0f}",
        "worse_purchases": percent(two["static_with_greedy"]["purchases"]["win"]),
        "common_wins": percent(few["win"]),
        "all_words_win": f"{100 - 100 * few['win']['mean']:.0f}",
        "good_purchases_win": f"{100 - 100 * worse['win']['mean']:.0f}",
        "good_purchases_win_people": f"{100 - 100 * of_people['win']['mean']:.0f}",
        "n_common": f"{data['words']['known']:,}",
        "n_all": f"{data['words']['all']:,}",
    }


def _together(n_players: str, of: Data) -> str:
    """Compare the three decisions together with the sum of each alone, in dollars."""
    better = of["greedy_with_static"]
    alone = [better[decision]["margin"] for decision in DECISIONS]
    total = sum(one["mean"] for one in alone)
    error = math.hypot(*(one["error"] for one in alone), better["all"]["margin"]["error"])
    gained = better["all"]["margin"]["mean"]
    return (
        f"- {n_players} players: the three together gain ${gained:.1f}; each alone, they gain"
        f" ${total:.1f} (difference ${gained - total:.1f} ± {error:.1f})."
    )


def draw(data: Data, look: Look) -> Figure:
    """Draw what each decision wins or loses, two players."""
    figure, axes = new_figure(look, 3.8)
    columns = {
        f"{n} players, {label}": [
            of[kind][decision]["margin"] if decision in of[kind] else None for decision in DECISIONS
        ]
        for n, of in data["by_players"].items()
        for kind, label in (
            ("greedy_with_static", "greedy, but this as static"),
            ("static_with_greedy", "static, but this as greedy"),
        )
    }
    draw_rows(axes, look, DECISIONS, columns)
    finish(axes, look, "What a decision is worth", "margin at the end against the others, $")
    legend_below(figure, look, columns=1)
    return figure


FINDING: Final = Finding("greedy", measure, texts, {"greedy": draw})
