"""Plans: the whole decision of a turn, and the candidates among which an advisor chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import turn as layout
from ..cards import LETTERS, VOWELS, remove_cards
from ..game.actions import Action, Buy, CleanUp, Decline, Discard, PlayWords, ReplaceCard
from ..game.legal import may_replace, purchasable
from ..game.state import Phase, SeenState
from ..lexicon import Lexicon
from ..play import COMMUNITY, HAND, Play
from ..ranking import MAX_WEIGHT, Objective
from ..solver import find_plays
from .evaluation import Evaluation
from .replacement import replacement_gains

Ints = npt.NDArray[np.int64]

_PLAY_SIZE: Final = layout.BOUGHT - layout.THE_PLAY
SIEVE: Final = 100
"""Plays that are evaluated as whole plans."""
MORE_PATENTS: Final = 6
"""Of so many plays other purchases are candidates too."""


@dataclass(frozen=True, slots=True)
class Equity:
    """What static evaluation makes of a plan, in dollars over the average opponent.

    margin      money + stock - royalties to the average opponent, this turn
    patent      what the patent that is bought will bring: royalties, and its ability
    leave       what the cards kept add to the next turn, over new cards
    community   what is left for the next player, seen from the player
    """

    margin: float = 0.0
    patent: float = 0.0
    leave: float = 0.0
    community: float = 0.0

    @property
    def total(self) -> float:
        """The sum."""
        return self.margin + self.patent + self.leave + self.community


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn, or what is left of one.

    replace    the card that the owner of Q replaces first; then nothing else is planned, because
               what is best depends on the card that is drawn
    play       the words, None for an exchange
    buy        the patent to buy, "" for none
    discards   cards to discard beyond those played, or to exchange; sorted
    equity     static evaluation
    """

    replace: str
    play: Play | None
    buy: str
    discards: str
    equity: Equity

    @property
    def notation(self) -> str:
        """The plan in a line: "LAWNs*K, buy S, discard JZ"."""
        if self.replace:
            return f"replace {self.replace}"
        if self.play is None:
            return f"exchange {self.discards or 'nothing'}"
        parts = [self.play.notation]
        if self.buy:
            parts.append(f"buy {self.buy}")
        if self.discards:
            parts.append(f"discard {self.discards}")
        return ", ".join(parts)

    def action(self, phase: Phase) -> Action:
        """What the plan does in a phase of the turn."""
        match phase:
            case Phase.START if self.replace:
                return ReplaceCard(self.replace)
            case Phase.START:
                return PlayWords.of(self.play) if self.play else Discard(self.discards)
            case Phase.PURCHASE:
                return Buy(self.buy) if self.buy else Decline()
            case _:
                return CleanUp(self.discards)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan, and the same for the kernels: see `turn` in _kernels/turn.py."""

    plan: Plan
    row: Ints


def candidates_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> list[Candidate]:
    """The plans that may be best, by falling equity; the viewer is asked to act in the turn."""
    judge = Judge(seen, evaluation)
    if seen.phase is Phase.START:
        found = _at_start(seen, lexicon, judge)
    else:
        play = seen.turn.play
        assert play is not None
        buys = purchasable(seen) if seen.phase is Phase.PURCHASE else ""
        columns = cards_laid(seen)
        found = [judge.play(play, columns, buy) for buy in (*buys, "")]
    return sorted(found, key=lambda candidate: -candidate.plan.equity.total)


def _at_start(seen: SeenState, lexicon: Lexicon, judge: Judge) -> list[Candidate]:
    plays = find_plays(seen.position(), lexicon, seen.ruleset, rank_by=judge.objective, limit=SIEVE)
    rows = (
        np.ascontiguousarray(plays.columns)
        .view(np.int64)
        .reshape(-1, layout.BOUGHT - layout.THE_PLAY)
    )
    best = [
        judge.play(play, row, judge.best_patent(play))
        for play, row in zip(plays, rows, strict=True)
    ]
    best.sort(key=lambda candidate: -candidate.plan.equity.total)
    more = [
        judge.play(candidate.plan.play, candidate.row[layout.THE_PLAY : layout.BOUGHT], buy)
        for candidate in best[:MORE_PATENTS]
        if candidate.plan.play is not None
        for buy in (*candidate.plan.play.purchasable, "")
        if buy != candidate.plan.buy
    ]
    hand = seen.active_seat.hand
    exchanges = [judge.exchange(cards) for cards in {judge.discards(hand), hand}]
    found = [*best, *more, *exchanges]
    if may_replace(seen):
        most = max(candidate.plan.equity.total for candidate in found)
        gains = replacement_gains(seen, lexicon, judge.objective)
        found += [judge.replacement(card, most + gain) for card, gain in gains.items()]
    return found


class Judge:
    """Static evaluation of the plans of one turn."""

    def __init__(self, seen: SeenState, evaluation: Evaluation) -> None:
        self._seen = seen
        self._evaluation = evaluation
        self._n_opponents = len(seen.seats) - 1
        turns = turns_left(seen, evaluation)
        owned = "".join(seat.patents for seat in seen.seats)
        self.worth = {
            letter: turns
            * (evaluation.royalty[letter] * self._n_opponents + evaluation.gain[letter])
            for letter in LETTERS
            if letter not in owned
        }
        """By letter, what its patent will bring."""

    @property
    def objective(self) -> Objective:
        """The sieve: margin and the best patent that can be bought."""
        return Objective(patents={a: min(worth, MAX_WEIGHT) for a, worth in self.worth.items()})

    def best_patent(self, play: Play) -> str:
        """The patent worth most of those that a play can buy, "" for none."""
        return max(sorted(play.purchasable), key=lambda letter: self.worth[letter], default="")

    def discards(self, leave: str) -> str:
        """The cards of a leave that are not worth keeping."""
        return remove_cards(leave, max(_kept_sets(leave, self._evaluation), key=self.leave_worth))

    def leave_worth(self, kept: str) -> float:
        """What cards that are kept add to the next turn."""
        if not kept:
            return 0.0
        n_vowels = sum(card in VOWELS for card in kept)
        balance = self._evaluation.balance
        if n_vowels >= len(balance) or len(kept) - n_vowels >= len(balance[n_vowels]):
            return -99.0
        letters = sum(self._evaluation.kept[card] for card in kept)
        return balance[n_vowels][len(kept) - n_vowels] + letters

    def play(self, play: Play, columns: Ints, buy: str, discards: str | None = None) -> Candidate:
        """The plan to play these words, buy that patent, and discard these cards.

        By default those that are not worth keeping.
        """
        if discards is None:
            discards = self.discards(play.leave)
        row = _new_row(layout.PLAY, columns, discards)
        row[layout.BOUGHT] = LETTERS.index(buy) if buy else layout.NOTHING
        used = "".join(word.letters_from(COMMUNITY) for word in play.words)
        equity = Equity(
            margin=play.margin,
            patent=self.worth[buy] if buy else 0.0,
            leave=self.leave_worth(remove_cards(play.leave, discards)),
            community=self._community(remove_cards(self._seen.community, used)),
        )
        return Candidate(Plan("", play, buy, discards, equity), row)

    def exchange(self, cards: str) -> Candidate:
        """The plan to exchange these cards."""
        kept = remove_cards(self._seen.active_seat.hand, cards)
        equity = Equity(
            leave=self.leave_worth(kept), community=self._community(self._seen.community)
        )
        row = _new_row(layout.EXCHANGE, np.zeros(_PLAY_SIZE, np.int64), cards)
        return Candidate(Plan("", None, "", cards, equity), row)

    def replacement(self, card: str, equity: float) -> Candidate:
        """The plan to replace a card; `equity` is that of the best play afterwards, on average."""
        row = np.full(layout.TURN_SIZE, layout.UNDECIDED, np.int64)
        row[layout.REPLACED] = LETTERS.index(card)
        return Candidate(Plan(card, None, "", "", Equity(margin=equity)), row)

    def _community(self, left: str) -> float:
        # The next player is one of the opponents.
        return -sum(self._evaluation.community[card] for card in left) / self._n_opponents


def turns_left(seen: SeenState, evaluation: Evaluation) -> float:
    """How many more turns the active player will have, by the race to the goal."""
    if seen.final_round is not None:
        return float(seen.final_round - seen.round)
    leader = max(seat.patent_value for seat in seen.seats)
    return max(layout.LEAST_TURNS, (seen.goal - leader) / evaluation.pace[len(seen.seats)])


def _kept_sets(leave: str, evaluation: Evaluation) -> list[str]:
    """What of a leave may be kept: the best of as many vowels and as many others."""
    by_worth = sorted(leave, key=lambda card: -evaluation.kept[card])
    vowels = [card for card in by_worth if card in VOWELS]
    others = [card for card in by_worth if card not in VOWELS]
    return [
        "".join(vowels[:n_vowels] + others[:n_others])
        for n_vowels in range(len(vowels) + 1)
        for n_others in range(len(others) + 1)
    ]


def _new_row(action: int, columns: Ints, discards: str) -> Ints:
    row = np.full(layout.TURN_SIZE, layout.NOTHING, np.int64)
    row[layout.ACTION] = action
    row[layout.THE_PLAY : layout.BOUGHT] = columns
    row[layout.DISCARDED] = _packed(discards)
    return row


def cards_laid(seen: SeenState) -> Ints:
    """The part THE_PLAY of a turn whose words lie and are paid."""
    columns = np.zeros(_PLAY_SIZE, np.int64)
    columns[:2] = _packed(seen.turn.cards_used(HAND)), _packed(seen.turn.cards_used(COMMUNITY))
    return columns


def _packed(cards: str) -> int:
    packed = 0
    for card in cards:
        packed = packed << layout.LETTER_BITS | LETTERS.index(card) + 1
    return packed
