"""Which patent to buy, if any: each that a word can pay for is bought in the same game.

Games are stopped at a turn, the word stands, and from there on they are played on with each patent
that can be bought, and with none. Prices are paid, and bring the goal nearer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from letter_tycoon_solver import Objective, Position, find_plays
from letter_tycoon_solver._kernels import game_layouts as layout
from letter_tycoon_solver.game.state import FULL_DECK
from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS, PATENT_COST

from .drawing import Look, draw_rows, finish, legend, new_figure
from .estimates import Data, Floats, estimate, points, tiers, whole
from .finding import Finding, Run
from .games import Games, Ints, State

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = (2, 4)
N_STATES: Final = 25_000
N_GAMES: Final = 4
"""From each state, with each purchase."""
LAST_TURN: Final = {2: 12, 4: 12}
"""The last turn after which a game may be stopped."""
N_RACKS: Final = 3_000
LEAST: Final = 40
NOTHING: Final = "none"


def measure(run: Run) -> Data:
    """By number of players, what a purchase wins over none, and over the dearest."""
    return {**{str(n): _of_players(run, n) for n in PLAYERS}, "detour": _detours(run)}


def _of_players(run: Run, n_players: int) -> Data:
    bench = _Bench(Games(run.lexicon, n_players, run.seed + n_players))
    random = np.random.default_rng([run.seed, n_players])
    gains: dict[str, list[tuple[float, float]]] = defaultdict(list)
    over_dearest, n_states = [], 0
    for number in range(run.n(N_STATES)):
        n_turns = int(random.integers(LAST_TURN[n_players] + 1))
        state = bench.games.play(bench.games.deal(number), n_turns)
        found = None if state.is_over else bench.compared(state, 1 + number * N_GAMES)
        if found is None:
            continue
        letters, chosen, leads, wins = found
        n_states += 1
        for at, letter in enumerate(letters):
            gains[letter].append((leads[at] - leads[-1], wins[at] - wins[-1]))
        if len(letters) > 1:
            dearest = letters.index(max(letters, key=lambda letter: PATENT_COST[letter]))
            over_dearest.append((leads[chosen] - leads[dearest], wins[chosen] - wins[dearest]))
    least = run.n(LEAST, least=2)
    return {
        "states": n_states,
        "over_nothing": {
            letter: {"margin": estimate(lead), "win": estimate(win)}
            for letter, (lead, win) in sorted(
                ((letter, np.array(pairs).T) for letter, pairs in gains.items()),
                key=lambda item: -float(item[1][0].mean()),
            )
            if len(lead) >= least
        },
        "static_over_dearest": {
            what: estimate([pair[at] for pair in over_dearest])
            for at, what in enumerate(("margin", "win"))
        },
    }


def _detours(run: Run) -> Data:
    """By letter with an ability in a first hand, what the word that can buy its patent earns less.

    And the share of the hands that have such a word.
    """
    random = np.random.default_rng([run.seed, 0])
    found = {}
    for letter in ABILITIES:
        others = np.array(list(FULL_DECK.replace(letter, "", 1)))
        lost, n = [], run.n(N_RACKS)
        for _ in range(n):
            cards = "".join(random.choice(others, 9, replace=False))
            position = Position(letter + cards[:6], cards[6:])
            buys = Objective(patents={letter: 100})
            (best,) = find_plays(position, run.lexicon, limit=1) or (None,)
            (buying,) = find_plays(position, run.lexicon, rank_by=buys, limit=1) or (None,)
            if best and buying and letter in buying.purchasable:
                lost.append(best.margin - buying.margin)
        found[letter] = {"lost": estimate(lost), "has_one": len(lost) / n}
    return found


class _Bench:
    """A bench on which a turn is tried with every purchase."""

    def __init__(self, games: Games) -> None:
        self.games = games

    def compared(self, state: State, first: int) -> tuple[list[str], int, Floats, Floats] | None:
        """The patents to buy, the player's choice, and the ends by purchase, none last.

        None if no words are played, or nothing can be bought; nor if a card was replaced with Q or
        the discards came again, as the cards that were laid cannot be told from the table then.
        """
        turn, after = self.games.turn_of(state)
        is_plain = turn[layout.ACTION] == layout.LAY and turn[layout.REPLACED] == layout.NO_LETTER
        if not is_plain or after.table[layout.N_SHUFFLES] != state.table[layout.N_SHUFFLES]:
            return None
        letters = self._purchasable(state, after, turn)
        bought = int(turn[layout.BOUGHT])
        if not letters:
            return None
        chosen = len(letters) if bought == layout.NO_LETTER else letters.index(LETTERS[bought])
        plans = np.tile(turn, (len(letters) + 1, 1))
        plans[:, layout.DISCARDED] = layout.UNDECIDED
        plans[:, layout.BOUGHT] = [*map(LETTERS.index, letters), layout.NO_LETTER]
        leads, wins = self.games.compare(state, plans, first, N_GAMES)
        return letters, chosen, leads.mean(axis=1), wins.mean(axis=1)

    def _purchasable(self, state: State, after: State, turn: Ints) -> list[str]:
        """The letters of the cards that were played whose patents are free and not too dear."""
        n_before, n_after = (int(s.table[layout.N_DISCARDS]) for s in (state, after))
        gone = Counter(map(chr, after.cards[layout.DISCARD_PILE, n_before:n_after].tolist()))
        packed = int(turn[layout.DISCARDED])
        while packed:
            gone[LETTERS[(packed & (1 << layout.LETTER_BITS) - 1) - 1]] -= 1
            packed >>= layout.LETTER_BITS
        money = int(after.table[layout.MONEY + state.table[layout.ACTIVE]])
        if turn[layout.BOUGHT] != layout.NO_LETTER:
            money += PATENT_COST[LETTERS[int(turn[layout.BOUGHT])]]
        return sorted(
            letter
            for letter, n in gone.items()
            if n > 0 and state.is_free(letter) and PATENT_COST[letter] <= money
        )


def _idle(of: Mapping[str, Data], what: str) -> str:
    """The patents that do not surely bring more dollars, or wins, than to buy nothing."""
    letters = [letter for letter, by in of.items() if by[what]["mean"] <= by[what]["error"]]
    return " and ".join(", ".join(letters).rsplit(", ", 1))


def _least(of: Mapping[str, Data]) -> str:
    """The patent that brings the fewest dollars."""
    return min(of, key=lambda letter: float(of[letter]["margin"]["mean"]))


def texts(data: Data) -> Mapping[str, str]:
    """The orders, and some figures."""
    columns = {n: data[n]["over_nothing"] for n in map(str, PLAYERS)}
    detour = data["detour"]
    return {
        "n_ends": str(N_GAMES),
        **{f"buying_idle_{n}": _idle(of, "margin") for n, of in columns.items()},
        **{f"buying_no_wins_{n}": _idle(of, "win") for n, of in columns.items()},
        **{f"buying_least_{n}": _least(of) for n, of in columns.items()},
        **{
            f"buying_least_{n}_worth": f"{of[_least(of)]['margin']['mean']:.1f}"
            for n, of in columns.items()
        },
        **{f"detour_{letter}": f"{of['lost']['mean']:.1f}" for letter, of in detour.items()},
        **{f"buying_states_{n}": f"{data[n]['states']:,}" for n in columns},
        **{f"has_{letter}": f"{100 * of['has_one']:.0f}" for letter, of in detour.items()},
        **{
            f"buying_tiers_{n}": tiers({letter: one["win"] for letter, one in of.items()})
            for n, of in columns.items()
        },
        **{
            f"buy_{letter}_{n}": whole(of.get(letter, {}).get("win"), 100)
            for n, of in columns.items()
            for letter in LETTERS
        },
        **{
            f"buying_dearest_{n}_mean": f"{100 * data[n]['static_over_dearest']['win']['mean']:.1f}"
            for n in columns
        },
        **{f"buying_dearest_{n}": points(data[n]["static_over_dearest"]["win"]) for n in columns},
    }


def draw(data: Data, look: Look) -> Figure:
    """Draw what each purchase wins over none."""
    figure, axes = new_figure(look, 6.8)
    columns = {n: data[n]["over_nothing"] for n in map(str, PLAYERS)}
    names = list(columns["2"])
    draw_rows(
        axes,
        look,
        [f"{letter} ${PATENT_COST[letter]}" for letter in names],
        {
            n: [
                {k: 100 * of[letter]["win"][k] for k in ("mean", "error")} if letter in of else None
                for letter in names
            ]
            for n, of in columns.items()
        },
    )
    finish(axes, look, "What it wins to buy it now", "more victories, of 100 games", "patent")
    legend(axes, look, "players", "lower right")
    return figure


FINDING: Final = Finding("buying", measure, texts, {"buying": draw}, of_people=True)
