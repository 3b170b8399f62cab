"""Static evaluation: what a play is worth, this turn and after it, without looking ahead.

equity = margin + what the patent bought will bring + what the cards kept add to the next turn
         - what is left in the community for the next player

Cards are worth more than the words they make where they may bring a patent with an ability, which
only who uses its letter can buy. So a card is worth more in hand, and costs more in the community,
while such a patent is free; and while good ones are free and unseen, seeing new cards is worth
something: a card that is kept is one that is not drawn. See Fitted in tables.py.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..rules.cards import (
    ABILITIES,
    CARD_COUNT,
    DECK_SIZE,
    LETTERS,
    PATENT_COST,
    VOWELS,
    remove_cards,
)
from ..rules.play import COMMUNITY, Play
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Equity
from .ranking import MAX_WEIGHT, Objective
from .tables import DECIMALS, LEAST_TURNS, NEVER_KEPT, Evaluation

_NEVER: Final = round(NEVER_KEPT * DECIMALS)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """Static evaluation of one turn of one player.

    Attributes:
        evaluation: the tables.
        n_opponents: at least 1.
        turns: how many more turns the player will have after this one; in the last turn 0, and then
            nothing counts but the margin.
        worth: by letter of a patent that nobody owns, what it will bring.
        kept: by letter, and the balance of the tables on top: what a card that is kept is worth.
        community: by letter, what a card that is left in the community is worth to the opponents
            together.
    """

    evaluation: Evaluation
    n_opponents: int
    turns: float
    worth: Mapping[str, float]
    kept: Mapping[str, float]
    community: Mapping[str, float]

    @classmethod
    def new(
        cls, evaluation: Evaluation, turns: float, patents: Sequence[str], cards: str
    ) -> Appraisal:
        """The appraisal of a turn.

        A patent whose purchase reaches the goal counts as others do: if it is taken to bring
        nothing more, static evaluation wins 0.3 % fewer games.

        Args:
            evaluation: the tables.
            turns: how many more turns the player will have after this one.
            patents: letters of the patents before the turn: the player's, then each opponent's. A
                player alone is taken to have one opponent.
            cards: in the player's hand and in the community before the turn.
        """
        n_opponents = max(1, len(patents) - 1)
        fitted = evaluation.fitted_for(n_opponents + 1)
        worth = {
            letter: turns
            * (evaluation.royalty[letter] * n_opponents + fitted.gain_with(letter, patents[0]))
            + (fitted.price * PATENT_COST[letter] if turns else 0.0)
            for letter in LETTERS
            if letter not in "".join(patents)
        }
        # Of free patents with an ability; of one that is worth less than nothing none is bought.
        sought = {letter: max(0.0, worth[letter]) for letter in ABILITIES if letter in worth}
        draw_worth = _draw_worth(sought, cards)
        return cls(
            evaluation,
            n_opponents,
            turns,
            worth,
            {
                letter: _weight(
                    of_card - fitted.draw * draw_worth + fitted.hold * sought.get(letter, 0.0)
                )
                for letter, of_card in evaluation.kept.items()
            },
            {
                letter: _weight(
                    of_card - fitted.refill * draw_worth + fitted.deny * sought.get(letter, 0.0)
                )
                for letter, of_card in evaluation.community.items()
            },
        )

    @classmethod
    def of(cls, position: Position, ruleset: Ruleset, evaluation: Evaluation) -> Appraisal:
        """The appraisal of a position in which no one has reached the goal.

        A position without opponents is taken as one with a single opponent who owns nothing.
        """
        patents = (position.patents, *position.opponents)
        n_players = max(2, len(patents))
        leader = max(sum(PATENT_COST[letter] for letter in owned) for owned in patents)
        turns = turns_to_goal(ruleset.goals[n_players] - leader, n_players, evaluation)
        return cls.new(evaluation, turns, patents, position.hand + position.community)

    @property
    def objective(self) -> Objective:
        """Ranks plays by equity; their scores lack the worth of the whole community."""
        if not self.turns:
            return Objective()
        patents = {letter: _weight(worth) for letter, worth in self.worth.items()}
        community = {letter: worth / self.n_opponents for letter, worth in self.community.items()}
        return _of_balance(self.evaluation).with_letters(patents, self.kept, community)

    def equity(self, play: Play | None, buy: str, kept: str, community: str) -> Equity:
        """What static evaluation makes of a plan.

        Args:
            play: the play, or None for a turn without one.
            buy: the patent bought, "" for none.
            kept: the cards kept in hand.
            community: the community before the play.
        """
        margin = play.margin if play else 0.0
        if not self.turns:
            return Equity(margin)
        used = "".join(word.letters_from(COMMUNITY) for word in play.words) if play else ""
        left = remove_cards(community, used)
        return Equity(
            margin=margin,
            patent=self.worth[buy] if buy else 0.0,
            leave=self.leave_worth(kept),
            # The next player is one of the opponents.
            community=-sum(self.community[card] for card in left) / self.n_opponents,
        )

    def best_patent(self, purchasable: str) -> str:
        """The patent worth most of those that can be bought, "" if none is worth anything.

        Equal worth, as in the last turn: the dearest, then the first.
        """
        by_cost = dearest_first(purchasable)
        best = max(by_cost, key=lambda letter: self.worth[letter], default="")
        return best if best and self.worth[best] >= 0 else ""

    def worth_keeping(self, leave: str) -> str:
        """The cards of a leave that are worth most when kept; the others are discarded.

        In the last turn there is no need to discard any.
        """
        if not self.turns:
            return leave
        # As the best of `kept_sets` by `leave_worth`, without adding up the same cards again.
        weights, balance = self._units_of(leave), _units_of_balance(self.evaluation)
        vowels, others = self._by_worth(leave)
        worth_of_others = _worth_of_first(others, weights)
        most, best = -math.inf, (0, 0)
        for n_vowels, worth in enumerate(_worth_of_first(vowels, weights)):
            row = balance[n_vowels] if n_vowels < len(balance) else []
            for n_others, more in enumerate(worth_of_others):
                found = row[n_others] + worth + more if n_others < len(row) else _NEVER
                if found > most:
                    most, best = found, (n_vowels, n_others)
        return vowels[: best[0]] + others[: best[1]]

    def leave_worth(self, kept: str) -> float:
        """What cards that are kept add to the next turn, to six decimals; 0 for none."""
        if not kept:
            return 0.0
        n_vowels = sum(card in VOWELS for card in kept)
        balance = self.evaluation.balance
        if n_vowels >= len(balance) or len(kept) - n_vowels >= len(balance[n_vowels]):
            return NEVER_KEPT
        # As the kernels add them up, so that the same sets are worth the same.
        parts = [balance[n_vowels][len(kept) - n_vowels]]
        parts += [self.kept[card] for card in kept]
        return sum(round(part * DECIMALS) for part in parts) / DECIMALS

    def kept_sets(self, leave: str) -> list[str]:
        """What may be worth most: the best of as many vowels and as many others."""
        vowels, others = self._by_worth(leave)
        return [
            vowels[:n_vowels] + others[:n_others]
            for n_vowels in range(len(vowels) + 1)
            for n_others in range(len(others) + 1)
        ]

    def _by_worth(self, leave: str) -> tuple[str, str]:
        """Its vowels and its other cards, those worth most first."""
        weights = self._units_of(leave)
        by_worth = sorted(leave, key=lambda card: (-weights[card], card))
        vowels = "".join([card for card in by_worth if card in VOWELS])
        return vowels, "".join([card for card in by_worth if card not in VOWELS])

    def _units_of(self, leave: str) -> dict[str, int]:
        """What each of some cards is worth when kept, in units of 1 / DECIMALS."""
        return {card: round(self.kept[card] * DECIMALS) for card in leave}


def _draw_worth(sought: Mapping[str, float], cards: str) -> float:
    """What the next card is worth for the patents that are sought; see Fitted in tables.py."""
    n_unseen, draw_worth = DECK_SIZE - len(cards), 0.0
    for letter, worth in sought.items():
        # One after the other, as the kernels add them up.
        draw_worth += worth * (CARD_COUNT[letter] - cards.count(letter)) / n_unseen
    return draw_worth


@functools.lru_cache(maxsize=64)
def _of_balance(evaluation: Evaluation) -> Objective:
    return Objective(balance=[[_weight(worth) for worth in row] for row in evaluation.balance])


@functools.lru_cache(maxsize=8)
def _units_of_balance(evaluation: Evaluation) -> list[list[int]]:
    """What numbers of kept cards are worth, in units of 1 / DECIMALS."""
    return [[round(worth * DECIMALS) for worth in row] for row in evaluation.balance]


def _worth_of_first(cards: str, weights: Mapping[str, int]) -> list[int]:
    """What no card, the first, the first two, ... are worth."""
    return [*itertools.accumulate([weights[card] for card in cards], initial=0)]


def _weight(worth: float) -> float:
    return max(-MAX_WEIGHT, min(worth, MAX_WEIGHT))


def dearest_first(patents: Iterable[str]) -> list[str]:
    """Patents by falling cost, then by the alphabet: the order in which equal ones are bought."""
    return sorted(patents, key=lambda letter: (-PATENT_COST[letter], letter))


def turns_to_goal(distance: float, n_players: int, evaluation: Evaluation) -> float:
    """How many more turns each player will have when the leader's patents are so far from it."""
    return max(LEAST_TURNS, distance / evaluation.pace[n_players])
