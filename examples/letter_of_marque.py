"""Letter of Marque: when to bluff with defenseless ships, by regret matching.

Everybody has armed and defenseless ships, and hides which is which. A ship puts to sea with a
treasure that all see, to come home in a later turn; a cannon takes the treasure of a defenseless
ship, and is itself lost to an armed one. The rulebook leaves the values of the treasures open:
`Rules` takes any, by default 3 to 7. All first treasures are seen before a ship is chosen for one.

    python examples/letter_of_marque.py
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

Move = Enum("Move", "DRAW SHIP BEGIN LEAVE ARRIVE ATTACK PASS TAKEN REPELLED")
"""A kind of action; DRAW and BEGIN are chance. In a history an attack is TAKEN or REPELLED."""
Phase = Enum("Phase", "DRAW SHIP BEGIN TURN OVER")  # what is to come


@dataclass(frozen=True, slots=True)
class Rules:
    """The cards of each player; there are as many ships as treasures."""

    treasures: tuple[int, ...] = (3, 4, 5, 6, 7)
    armed: int = 2
    cannons: int = 3

    def __post_init__(self) -> None:
        possible = min(self.treasures, default=0) > 0 <= self.armed <= len(self.treasures)
        if not possible or self.cannons < 0:
            raise ValueError(f"{self}: give treasures >= 1, 0 to all ships armed, cannons >= 0")


@dataclass(frozen=True, slots=True)
class Action:
    """A move; a ship is told by its place among those at sea."""

    move: Move
    what: int = (
        0  # the treasure drawn, the ship, 1 if a ship chosen is armed (-1: hidden), who begins
    )
    seat: int = 0  # the owner of a ship attacked


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship at sea; `armed` is None in views where it is hidden, and before it is chosen."""

    treasure: int
    armed: bool | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Fleet:
    """The cards of a player."""

    deck: tuple[int, ...]  # not drawn yet; sorted, as chance decides when they are drawn
    reserve: tuple[bool, ...]  # whether each ship is armed; () in views of others
    cannons: int
    at_sea: tuple[Ship, ...] = ()
    pile: tuple[int, ...] = ()  # treasures scored
    captured: int = 0  # cannons of others, scored too
    shown: tuple[bool, ...] = ()  # whether each ship is armed that all have seen

    def hidden(self) -> Fleet:
        """The fleet as others see it."""
        at_sea = tuple(ship if ship.shown else Ship(ship.treasure) for ship in self.at_sea)
        return replace(self, at_sea=at_sea, reserve=())


@dataclass(frozen=True, slots=True)
class View:
    """All that the player in `seat` knows; `actions` are the legal ones, if it is their turn."""

    rules: Rules
    seat: int
    turn: int
    phase: Phase
    fleets: tuple[Fleet, ...]
    actions: tuple[Action, ...]
    history: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment; `turn` is the seat that acts or draws, `history` who did what."""

    rules: Rules
    fleets: tuple[Fleet, ...]
    turn: int = 0
    phase: Phase = Phase.DRAW
    opening: bool = True
    history: tuple[tuple[int, Action], ...] = ()

    @classmethod
    def new(cls, players: int, rules: Rules | None = None) -> State:
        """The beginning of a game."""
        if not 2 <= players <= 6:
            raise ValueError(f"{players} players: the game is for 2 to 6")
        rules = rules or Rules()
        reserve = tuple(at < rules.armed for at in range(len(rules.treasures)))
        return cls(
            rules, (Fleet(tuple(sorted(rules.treasures)), reserve, rules.cannons),) * players
        )

    def chances(self) -> dict[Action, float]:
        """The actions of chance and how likely each is; {} when chance does not act."""
        if self.phase is Phase.DRAW:
            deck = self.fleets[self.turn].deck
            return {Action(Move.DRAW, t): n / len(deck) for t, n in Counter(deck).items()}
        if self.phase is Phase.BEGIN:
            first = [fleet.at_sea[0].treasure for fleet in self.fleets]
            n = first.count(min(first))
            return {Action(Move.BEGIN, at): 1 / n for at, t in enumerate(first) if t == min(first)}
        return {}

    def actions(self) -> tuple[Action, ...]:
        """The legal actions of the player whose turn it is."""
        fleet = self.fleets[self.turn]
        if self.phase is Phase.SHIP:
            return tuple(Action(Move.SHIP, kind) for kind in (1, 0) if kind in fleet.reserve)
        if self.phase is not Phase.TURN:
            return ()
        leave = [Action(Move.LEAVE)] if fleet.deck else []
        arrive = [Action(Move.ARRIVE, ship) for ship in range(len(fleet.at_sea))]
        prey = [(seat, ship) for seat, f in enumerate(self.fleets) for ship in range(len(f.at_sea))]
        attack = [Action(Move.ATTACK, ship, seat) for seat, ship in prey if seat != self.turn]
        return tuple((leave + arrive or [Action(Move.PASS)]) + (attack if fleet.cannons else []))

    def after(self, action: Action) -> State:
        """The state after an action of who is to act; ValueError if it is not legal."""
        legal = self.actions() or tuple(self.chances())
        if action not in legal:
            raise ValueError(
                f"seat {self.turn}: {action} is not legal, but {legal or 'the end'} is"
            )
        fleets, turn, phase = list(self.fleets), self.turn, self.phase
        history = (*self.history, (turn, _act(fleets, turn, action)))
        next_turn, opening = (turn + 1) % len(fleets), self.opening and phase is not Phase.BEGIN
        if phase is Phase.BEGIN:
            turn, phase = action.what, Phase.TURN
        elif self.opening:
            after_all = Phase.SHIP if phase is Phase.DRAW else Phase.BEGIN
            turn, phase = next_turn, phase if next_turn else after_all
        elif action.move in (Move.LEAVE, Move.DRAW):
            phase = Phase.DRAW if action.move is Move.LEAVE else Phase.SHIP
        else:
            turn = next_turn
            phase = Phase.TURN if any(f.deck or f.at_sea for f in fleets) else Phase.OVER
        return State(self.rules, tuple(fleets), turn, phase, opening, history)

    def view(self, seat: int) -> View:
        """All that this player knows."""
        fleets = tuple(f if at == seat else f.hidden() for at, f in enumerate(self.fleets))
        own, seen = self.actions() if seat == self.turn else (), self.seen(seat)
        return View(self.rules, seat, self.turn, self.phase, fleets, own, seen)

    def seen(self, seat: int) -> tuple[Action, ...]:
        """The history as this player saw it."""
        seen = ((did.move is not Move.SHIP or who == seat, did) for who, did in self.history)
        return tuple(did if is_open else Action(Move.SHIP, -1) for is_open, did in seen)

    def shares(self) -> tuple[float, ...]:
        """Each player's share of the victory, when the game is over."""
        scores = [(sum(fleet.pile) + fleet.captured, fleet.captured) for fleet in self.fleets]
        return tuple((score == max(scores)) / scores.count(max(scores)) for score in scores)


def _act(fleets: list[Fleet], turn: int, action: Action) -> Action:
    """Change the fleets, and return the action as the history tells it."""
    mine, at, other = fleets[turn], action.what, action.seat
    match action.move:
        case Move.DRAW:
            deck = tuple(sorted((Counter(mine.deck) - Counter([at])).elements()))
            mine = replace(mine, deck=deck, at_sea=(*mine.at_sea, Ship(at)))
        case Move.SHIP:
            reserve = tuple((Counter(mine.reserve) - Counter([bool(at)])).elements())
            ship = Ship(mine.at_sea[-1].treasure, bool(at))
            mine = replace(mine, reserve=reserve, at_sea=(*mine.at_sea[:-1], ship))
        case Move.ARRIVE:
            pile = (*mine.pile, mine.at_sea[at].treasure)
            mine = replace(mine, pile=pile, at_sea=mine.at_sea[:at] + mine.at_sea[at + 1 :])
        case Move.ATTACK:
            theirs, ship = fleets[other], fleets[other].at_sea[at]
            known = (*theirs.shown, bool(ship.armed)) if not ship.shown else theirs.shown
            stays = (replace(ship, shown=True),) if ship.armed else ()
            at_sea = (*theirs.at_sea[:at], *stays, *theirs.at_sea[at + 1 :])
            captured = theirs.captured + len(stays)
            fleets[other] = replace(theirs, at_sea=at_sea, captured=captured, shown=known)
            won = () if stays else (ship.treasure,)
            mine = replace(mine, cannons=mine.cannons - 1, pile=mine.pile + won)
            action = Action(Move.REPELLED if stays else Move.TAKEN, at, other)
    fleets[turn] = mine
    return action


Policy = Mapping[tuple[int, tuple[Action, ...]], Mapping[Action, float]]  # by what a seat saw
Player = Callable[[View, random.Random], Action]
Array = np.ndarray[Any, Any]


class Solver:
    """Counterfactual regret minimisation (CFR+) in a game of two.

    The nodes of the whole tree lie in arrays, each with the edge to it. A choice is an action and
    what its player saw; many edges are one choice where hidden ships differ, all on one level.
    """

    def __init__(self, root: State) -> None:
        if len(root.fleets) != 2:
            raise ValueError(f"{len(root.fleets)} players: the solver is for games of two")
        states, edges = [root], [(-1, 1.0, -1, -1)]
        self._seen: dict[tuple[int, tuple[Action, ...]], int] = {}
        self._choices: dict[tuple[int, Action], int] = {}
        for node, state in enumerate(states):  # which grow
            mover = -1 if state.chances() else state.turn
            at = self._seen.setdefault((mover, state.seen(state.turn)), len(self._seen))
            for action, chance in (state.chances() or dict.fromkeys(state.actions(), 1)).items():
                states.append(state.after(action))
                choice = self._choices.setdefault((at, action), len(self._choices))
                edges.append((node, chance, choice, mover))
        columns: Iterator[Array] = map(np.array, zip(*edges, strict=True))
        self._above, self._chance, self._choice, self._mover = columns
        ends = [np.array(s.shares()) * (s.phase is Phase.OVER) for s in states]
        self._payoffs = np.array(ends).T
        begins = np.flatnonzero(np.diff([len(s.history) for s in states], prepend=-1))
        self._levels = [slice(*level) for level in itertools.pairwise([*begins, len(states)])]
        self._at = np.array([at for at, _ in self._choices])
        self._regrets, self._chosen = np.zeros(len(self._at)), np.zeros(len(self._at))
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Let both players learn in turn from what they regret."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(2):
                own = self._mover == seat
                above, choice = self._above[own], self._choice[own]
                edges = self._edges(self._regrets)
                values = self._values(edges, seat)
                regret = self._reach(edges, ~own)[above] * (values[own] - values[above])
                self._regrets += np.bincount(choice, regret, len(self._regrets))
                self._regrets.clip(0, out=self._regrets)
                mine = self._reach(edges, own)[own]
                self._chosen += self.iterations * np.bincount(choice, mine, len(self._chosen))

    def policy(self) -> Policy:
        """The average of what they did, which goes to an equilibrium."""
        policy: dict[tuple[int, tuple[Action, ...]], dict[Action, float]] = {}
        seen, shares = list(self._seen), self._shared(self._chosen).tolist()
        for (at, action), share in zip(self._choices, shares, strict=True):
            policy.setdefault(seen[at], {})[action] = share
        return policy

    def best_response(self, seat: int) -> float:
        """The share of a player who knows the other's policy, but no hidden ship."""
        edges = self._edges(self._chosen)
        return float(self._values(edges, seat, self._reach(edges, self._mover != seat))[0])

    def exploitability(self) -> float:
        """The share that a best response wins beyond 1/2, on average of both seats."""
        return (self.best_response(0) + self.best_response(1) - 1) / 2

    def _shared(self, weights: Array) -> Array:
        """Frequencies in proportion to weights, or alike where all are 0."""
        alike = 1 / np.bincount(self._at)[self._at]
        total = np.bincount(self._at, weights)[self._at]
        return np.asarray(np.divide(weights, total, out=alike, where=total > 0))

    def _edges(self, weights: Array) -> Array:
        shared = self._shared(weights)[self._choice]
        return np.where(self._mover < 0, self._chance, shared)

    def _reach(self, edges: Array, which: Array) -> Array:
        """The chance of getting to each node, as far as these edges decide on it."""
        reach = np.where(which, edges, 1.0)
        for level in self._levels[1:]:
            reach[level] *= reach[self._above[level]]
        return reach

    def _values(self, edges: Array, seat: int, others: Array | None = None) -> Array:
        """Shares by node; with the reach of the others, those of the best response."""
        values: Array = self._payoffs[seat].copy()
        for above, level in reversed([*itertools.pairwise(self._levels)]):
            edge, below = edges[level], values[level]
            if others is not None:
                own, choice = self._mover[level] == seat, self._choice[level]
                gain = np.bincount(choice[own], (others[level] * below)[own], len(self._regrets))
                most = np.zeros(len(self._seen))
                np.maximum.at(most, self._at, gain)
                best = self._shared(1.0 * (gain == most[self._at]))
                edge = np.where(own, best[choice], edge)
            ups = self._above[level] - above.start
            values[above] += np.bincount(ups, edge * below, above.stop - above.start)
        return values


def random_player(view: View, rng: random.Random) -> Action:
    """Any legal action."""
    return rng.choice(view.actions)


def cautious_player(view: View, rng: random.Random) -> Action:
    """Arm the richest ships, come home at once, attack no ship that may be armed."""
    fleet = view.fleets[view.seat]
    if view.phase is Phase.SHIP:
        richer = sum(treasure > fleet.at_sea[-1].treasure for treasure in fleet.deck)
        return view.actions[0 if richer < sum(fleet.reserve) else -1]
    sure = [a for a in view.actions if a.move is Move.ATTACK and chance_armed(view, a) == 0]
    home = [a for a in view.actions if a.move is Move.ARRIVE]
    return rng.choice(sure or home or view.actions[:1])


def mixing_player(view: View, rng: random.Random, policy: Policy | None = None) -> Action:
    """Act by a policy; where it says nothing, arm rich ships and attack good prey more often."""
    if known := (policy or {}).get((view.seat, view.history)):
        return rng.choices([*known], [*known.values()])[0]
    if view.phase is Phase.SHIP:
        own = Action(Move.ATTACK, len(view.fleets[view.seat].at_sea) - 1, view.seat)
        return view.actions[0 if rng.random() < chance_armed(view, own) else -1]
    peace = rng.choice([a for a in view.actions if a.move is not Move.ATTACK])
    gains = {peace: rng.random() * sum(view.rules.treasures) / len(view.rules.treasures)}
    for attack in [a for a in view.actions if a.move is Move.ATTACK]:
        treasure = view.fleets[attack.seat].at_sea[attack.what].treasure
        gains[attack] = treasure - chance_armed(view, attack) * (treasure + 1)
    return max(gains, key=gains.__getitem__)


def chance_armed(view: View, attack: Action) -> float:
    """A guess at a ship: of those not shown, the rich ones are armed more often."""
    fleet, treasures = view.fleets[attack.seat], view.rules.treasures
    ship, n = fleet.at_sea[attack.what], len(treasures)
    armed = (view.rules.armed - sum(fleet.shown)) * ship.treasure * n / sum(treasures)
    bare = n - view.rules.armed - fleet.shown.count(False)
    return 1.0 if ship.shown else armed / (armed + bare)


def play(players: Sequence[Player], seed: int, rules: Rules | None = None) -> State:
    """Play a game to its end."""
    state, rng = State.new(len(players), rules), random.Random(seed)
    while state.phase is not Phase.OVER:
        if chances := state.chances():
            state = state.after(rng.choices([*chances], [*chances.values()])[0])
        else:
            state = state.after(players[state.turn](state.view(state.turn), rng))
    return state


def frequencies(state: State, policy: Policy, reach: float = 1) -> Iterator[tuple[Any, Array]]:
    """The chances that ships could be armed or attacked and are not, and that they are."""
    here = state.chances() or policy.get((state.turn, state.seen(state.turn)), {})
    points = [sum(fleet.pile) + fleet.captured for fleet in state.fleets]
    lead = points[state.turn] - points[1 - state.turn]
    for action, chance in here.items():
        if action.move is Move.SHIP:
            what = "armed, the first one" if state.opening else "armed, the second one"
            ship, did = state.fleets[state.turn].at_sea[-1], action.what * chance
            yield (what, ship.treasure), reach * np.array([chance - did, did])
        elif action.move is Move.ATTACK:
            what = f"attacked by who is {'ahead' if lead > 0 else 'behind' if lead else 'level'}"
            ship = state.fleets[action.seat].at_sea[action.what]
            yield (what, ship.treasure), (not ship.shown) * reach * np.array([1 - chance, chance])
        if reach * chance > 1e-6:
            yield from frequencies(state.after(action), policy, reach * chance)


def main() -> None:
    """Solve a small game, and let the players play the whole one."""
    root = State.new(2, Rules((3, 7), armed=1, cannons=2))
    solver = Solver(root)
    print("Two players; each has the treasures 3 and 7, 1 armed ship of 2, 2 cannons.\n")
    print("iterations   games of 100 that a best response wins beyond 50")
    for iterations in (1, 9, 40, 150):
        solver.run(iterations)
        print(f"{solver.iterations:10}   {100 * solver.exploitability():5.2f}")
    found = dict[tuple[str, int], Array]()
    for what, chances in frequencies(root, solver.policy()):
        found[what] = found.get(what, 0) + chances
    print("\nhow often a ship is ...     treasure 3   treasure 7")
    for what in sorted({what for what, _ in found}):
        rates = [100 * found[what, t][1] / found[what, t].sum() for t in (3, 7)]
        print(f"{what:25}{rates[0]:9.0f} %{rates[1]:11.0f} %")
    print("\nThe whole game: games won of 100")
    players = {"random": random_player, "cautious": cautious_player, "mixing": mixing_player}
    for a, b in itertools.combinations(players, 2):
        shares = [play([players[a], players[b]], seed).shares()[0] for seed in range(300)]
        print(f"{a:>10} {sum(shares) / 3:3.0f} : {100 - sum(shares) / 3:3.0f} {b}")


if __name__ == "__main__":
    main()
