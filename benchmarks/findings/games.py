"""Games that are dealt, played for some turns, copied, changed and finished, by the kernels.

The copies of a game have the same deck in the same order and the same shuffles, so that what they
differ in at the end comes of the change, and of what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from letter_tycoon_solver import Lexicon, Ruleset
from letter_tycoon_solver._kernels import entries
from letter_tycoon_solver._kernels import game_layouts as layout
from letter_tycoon_solver._kernels.game_layouts import Sides
from letter_tycoon_solver._kernels.simulate import DRAWS_PER_GAME
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.simulation import UNDECIDED, LearnedValue, new_tools
from letter_tycoon_solver.advisor.training import before_the_deal
from letter_tycoon_solver.rules.cards import LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK

from .estimates import Floats

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

MAX_TURNS: Final = 200
"""A game that takes longer counts as it stands."""


@dataclass(frozen=True, slots=True)
class State:
    """A game between two turns; see _kernels/game_layouts.py. What is changed is a copy."""

    table: Ints
    cards: Bytes

    def copy(self) -> State:
        """One to change."""
        return State(self.table.copy(), self.cards.copy())

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self.table[layout.IS_OVER])

    def is_free(self, letter: str) -> bool:
        """Does nobody own the patent?"""
        owner = self.table[layout.OWNER + LETTERS.index(letter)]
        return int(owner) == layout.NO_PLAYER

    def with_owner(self, letter: str, player: int) -> State:
        """The same, but the player owns the patent; it is neither paid for nor counts."""
        changed = self.copy()
        changed.table[layout.OWNER + LETTERS.index(letter)] = player
        return changed

    def with_card(self, letter: str, pile: int, place: int) -> State | None:
        """The same, but a card changes places with one in the deck; None if none is there."""
        first, end = int(self.table[layout.NEXT]), int(self.table[layout.END])
        deck = self.cards[layout.DECK_PILE]
        found = np.flatnonzero(deck[first:end] == ord(letter))
        if not len(found):
            return None
        changed = self.copy()
        at = first + int(found[0])
        changed.cards[layout.DECK_PILE, at] = self.cards[pile, place]
        changed.cards[pile, place] = ord(letter)
        return changed

    def redealt(self, number: int, random: np.random.Generator) -> State:
        """The same with the deck in another order, and other shuffles after it."""
        changed = self.copy()
        first, end = int(self.table[layout.NEXT]), int(self.table[layout.END])
        random.shuffle(changed.cards[layout.DECK_PILE, first:end])
        changed.table[layout.N_DRAWS] = number * DRAWS_PER_GAME
        return changed


class Games:
    """Games of static players with the same rules; one at a time.

    Args:
        lexicon: the words that are played.
        n_players: at the table.
        seed: of the deals.
        ruleset: the rules.
    """

    def __init__(
        self, lexicon: Lexicon, n_players: int, seed: int, ruleset: Ruleset = RULEBOOK
    ) -> None:
        self.n_players = n_players
        self._seed = np.uint64(seed)
        self._ruleset = ruleset
        start = before_the_deal(n_players, lexicon, ruleset, seed)
        table, cards, self._n_hidden = start.table, start.cards, start.n_hidden
        self._root = State(table, cards)
        # What the kernels work on.
        self._at = self._root.copy()
        self._tools = new_tools(lexicon, ruleset, n_players, Evaluation.of(lexicon.digest))
        self._network = LearnedValue.of(lexicon.digest, n_players).network()
        self._turn = np.zeros(layout.TURN_SIZE, np.int64)
        self._take_turn = entries.take_turn.prepared(
            self._at.table,
            self._at.cards,
            self._seed,
            UNDECIDED,
            layout.AT_START,
            self._tools,
            self._turn,
        )

    def deal(self, number: int) -> State:
        """The beginning of the game of a deal, the first player to act."""
        dealt = self._root.copy()
        entries.deal(dealt.table, dealt.cards, self._seed, number, self._n_hidden)
        n = self._ruleset.community_size
        first = int(dealt.table[layout.NEXT])
        deck = dealt.cards[layout.DECK_PILE]
        dealt.cards[layout.COMMUNITY_PILE, :n] = deck[first : first + n]
        dealt.table[layout.NEXT] += n
        return dealt

    def play(self, state: State, n_turns: int) -> State:
        """The game some turns later, or at its end."""
        self._play(state, n_turns)
        return self._at.copy()

    def turn_of(self, state: State) -> tuple[Ints, State]:
        """The next turn as it is played, and the game after it."""
        after = self.play(state, 1)
        return self._turn.copy(), after

    def compare(self, state: State, plans: Ints, first: int, n: int) -> tuple[Floats, Floats]:
        """The game played on with each of some turns; the same cards to come for all.

        Args:
            state: in which the turn is to be played.
            plans: int64 [n_plans, TURN_SIZE]: turns, see _kernels/game_layouts.py.
            first: number of the first order of the deck.
            n: how many orders of the deck.

        Returns:
            The leads and the wins of the player, [n_plans, n].
        """
        leads = np.zeros((len(plans), n))
        wins = np.zeros_like(leads)
        root = state.copy()
        at, end = int(root.table[layout.NEXT]), int(root.table[layout.END])
        deck = root.cards[layout.DECK_PILE]
        deck[: end - at] = deck[at:end].copy()
        root.table[layout.NEXT], root.table[layout.END] = 0, end - at
        none_hidden = np.zeros_like(self._n_hidden)
        entries.compare(
            layout.Start(root.table, root.cards, self._seed, none_hidden, 0, UNDECIDED),
            first,
            plans,
            layout.AT_START,
            MAX_TURNS,
            Sides(self._tools, self._tools, self._network),
            layout.Scratch(self._at.table, self._at.cards, self._turn),
            layout.Outcomes(leads, wins),
        )
        return leads, wins

    def finish(self, state: State) -> Ints:
        """The table at the end of the game, not to be changed and until the next call only."""
        self._play(state, MAX_TURNS)
        return self._at.table

    def finished(self, states: list[State]) -> Results:
        """Play games on to their ends."""
        tables = np.array([self.finish(state).copy() for state in states]).reshape(len(states), -1)
        return Results.of(tables, self.n_players)

    def _play(self, state: State, n_turns: int) -> None:
        self._at.table[:] = state.table
        self._at.cards[:] = state.cards
        for _ in range(n_turns):
            if self._at.is_over:
                return
            self._take_turn()


@dataclass(frozen=True, slots=True)
class Results:
    """The ends of games.

    Attributes:
        scores: float64 [n, n_players].
        leads: float64 [n, n_players]: the score over that of the average opponent.
        wins: float64 [n, n_players]: the share of the victory.
        rounds: int64 [n]: played.
    """

    scores: Floats
    leads: Floats
    wins: Floats
    rounds: Ints

    @classmethod
    def of(cls, tables: Ints, n_players: int) -> Results:
        """Those of some tables, [n, TABLE_SIZE]."""
        value, money, stock = (
            tables[:, at : at + n_players] for at in (layout.VALUE, layout.MONEY, layout.STOCK)
        )
        scores = (value + money + stock).astype(np.float64)
        leads = scores - (scores.sum(axis=1, keepdims=True) - scores) / (n_players - 1)
        # Equal scores: the higher value of patents; else the victory is shared.
        keys = scores * 10_000 + value
        is_best = keys == keys.max(axis=1, keepdims=True)
        wins = is_best / is_best.sum(axis=1, keepdims=True)
        return cls(scores, leads, wins, tables[:, layout.ROUND])
