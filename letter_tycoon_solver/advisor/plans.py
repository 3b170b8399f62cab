"""Plans: the whole decision of a turn, and the candidates among which an advisor chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import game_layout as layout
from .._kernels.play_layout import PLAY_SIZE
from ..errors import InvalidInputError, require
from ..evaluation.equity import Appraisal, dearest_first, turns_to_goal
from ..evaluation.static_plan import StaticPlan
from ..evaluation.tables import Evaluation
from ..game.actions import Action, Buy, Decline, Discard, Exchange, PlayWords, ReplaceCard
from ..game.legal import may_replace, purchasable
from ..game.state import GameState, Phase, SeenState
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, remove_cards
from ..rules.play import COMMUNITY, HAND, Play
from ..rules.turn import Equity
from ..search.solver import find_plays
from .replacement import replacement_gains

Ints = npt.NDArray[np.int64]

SIEVE: Final = 24
"""The best plays by equity, of which plans are made."""
MORE_PATENTS: Final = 6
"""Of so many plays other purchases are candidates too."""
MORE_DISCARDS: Final = 6
"""Of so many plays other discards are candidates too."""
OTHER_DISCARDS: Final = 4
"""So many other discards."""
EXCHANGES: Final = 8
"""Sets of cards to exchange that are candidates; the whole hand always is."""
CLEAN_UPS: Final = 12
"""Sets of cards to discard that are candidates when nothing else is open."""


@dataclass(frozen=True, slots=True)
class Plan(StaticPlan):
    """A whole turn, or what is left of one, that can be carried out in a game."""

    @classmethod
    def parse(cls, text: str, game: GameState | SeenState) -> Plan:
        """The plan that `notation` wrote, judged in the state in which it is to be carried out.

        Args:
            text: such as "LAWNs*K, buy S, discard JZ"; from the purchase on, the words on the table
                may be left out.
            game: what the player whose turn it is sees, or the whole state, at the start of the
                turn, its purchase or its clean-up.

        Returns:
            The plan with its static evaluation.

        Raises:
            InvalidInputError: the text is not in the notation, or has nothing for the phase, or
                no turn can be planned in the state.
            IllegalAction: a part of the plan is against the rules.
            IllegalPlay: the words are; they need not be in the lexicon if they may be challenged.
        """
        from .typed_plans import plan_from

        return plan_from(text, game)

    def action(self, phase: Phase) -> Action:
        """What the plan does in a phase of the turn.

        Raises:
            InvalidInputError: `phase` is not a Phase.
        """
        require(phase, Phase, "the phase")
        match phase:
            case Phase.START if self.replace:
                return ReplaceCard(self.replace)
            case Phase.START:
                return PlayWords.of(self.play) if self.play else Exchange(self.discards)
            case Phase.PURCHASE:
                return Buy(self.buy) if self.buy else Decline()
            case _:
                return Discard(self.discards)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan, and the same for the kernels: see `turn` in _kernels/game_layout.py."""

    plan: Plan
    row: Ints


def candidates_of(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> list[Candidate]:
    """The plans that may be best, by falling equity; the viewer is asked to act in the turn."""
    judge = Judge(seen, evaluation)
    match seen.phase:
        case Phase.START:
            found = _at_start(seen, lexicon, judge)
        case Phase.PURCHASE:
            found = _at_purchase(seen, judge)
        case _:
            found = _at_clean_up(seen, judge)
    return in_order(found)


def best_plan(seen: SeenState, lexicon: Lexicon, evaluation: Evaluation) -> Plan:
    """The first plan of `candidates_of`, found without the others."""
    if seen.phase is not Phase.START:
        return candidates_of(seen, lexicon, evaluation)[0].plan
    judge = Judge(seen, evaluation)
    hand = seen.active_seat.hand
    found = [
        *_best_plays(seen, lexicon, judge, limit=1),
        # Of no other cards would the exchange be worth more.
        judge.exchange(judge.discards(hand) or hand),
    ]
    return in_order([*found, *_replacements(found, seen, lexicon, judge)])[0].plan


def _at_start(seen: SeenState, lexicon: Lexicon, judge: Judge) -> list[Candidate]:
    best = _best_plays(seen, lexicon, judge, SIEVE)
    more = [
        judge.play(candidate.plan.play, candidate.row[layout.THE_PLAY : layout.BOUGHT], buy)
        for candidate in best[:MORE_PATENTS]
        if candidate.plan.play is not None
        for buy in (*candidate.plan.play.purchasable, "")
        if buy != candidate.plan.buy
    ]
    exchanges = [judge.exchange(cards) for cards in _exchanged(seen.active_seat.hand, judge)]
    found = [*best, *more, *_with_other_discards(best, judge), *exchanges]
    return [*found, *_replacements(found, seen, lexicon, judge)]


def _best_plays(seen: SeenState, lexicon: Lexicon, judge: Judge, limit: int) -> list[Candidate]:
    """The best plays by equity, each with its best purchase and its best discards."""
    objective = judge.appraisal.objective
    plays = find_plays(seen.position, lexicon, seen.ruleset, rank_by=objective, limit=limit)
    rows = np.ascontiguousarray(plays.columns).view(np.int64).reshape(-1, PLAY_SIZE)
    return [
        judge.play(play, row, judge.appraisal.best_patent(play.purchasable))
        for play, row in zip(plays, rows, strict=True)
    ]


def _replacements(
    found: Sequence[Candidate], seen: SeenState, lexicon: Lexicon, judge: Judge
) -> list[Candidate]:
    """What the owner of Q may do before: to replace each card, over the best that was found."""
    if not may_replace(seen):
        return []
    most = max(candidate.plan.equity.total for candidate in found)
    gains = replacement_gains(seen, lexicon, judge.appraisal.objective)
    return [judge.replacement(card, most + gain) for card, gain in gains.items()]


def _exchanged(hand: str, judge: Judge) -> list[str]:
    """The sets of cards that may be exchanged.

    A hand that is best kept whole is exchanged whole: without a play it would stay for ever.
    """
    ways = judge.ways_to_discard(hand, EXCHANGES)
    some = [cards for cards in ways if cards] if ways[0] else []
    return list(dict.fromkeys([*some, hand]))


def _at_purchase(seen: SeenState, judge: Judge) -> list[Candidate]:
    play = _on_the_table(seen)
    buys = (*dearest_first(purchasable(seen)), "")
    best = in_order([judge.play(play, cards_laid(seen), buy) for buy in buys])
    return [*best, *_with_other_discards(best, judge)]


def _at_clean_up(seen: SeenState, judge: Judge) -> list[Candidate]:
    play = _on_the_table(seen)
    ways = judge.ways_to_discard(play.leave, CLEAN_UPS)
    return [judge.play(play, cards_laid(seen), "", discards) for discards in ways]


def _on_the_table(seen: SeenState) -> Play:
    """The words of the turn. Raises InvalidInputError if there are none."""
    if seen.turn.play is None:
        raise InvalidInputError(
            f"the phase is {seen.phase.value} and no words lie on the table; give a view at the"
            " start of a turn, or one with the play in its turn"
        )
    return seen.turn.play


def _with_other_discards(best: Sequence[Candidate], judge: Judge) -> list[Candidate]:
    """The first of these plays with other cards discarded."""
    return [
        judge.play(plan.play, row[layout.THE_PLAY : layout.BOUGHT], plan.buy, discards)
        for plan, row in ((candidate.plan, candidate.row) for candidate in best[:MORE_DISCARDS])
        if plan.play is not None
        for discards in judge.ways_to_discard(plan.play.leave, 1 + OTHER_DISCARDS)
        if discards != plan.discards
    ]


def in_order(found: list[Candidate]) -> list[Candidate]:
    """By falling equity to six decimals, as find_plays ranks; equal ones stay as they are."""
    return sorted(found, key=lambda candidate: -round(candidate.plan.equity.total, 6))


class Judge:
    """Makes candidates of the decisions of one turn, with their static evaluation."""

    def __init__(self, seen: SeenState, evaluation: Evaluation) -> None:
        self._seen = seen
        self.appraisal = appraisal_of(seen, evaluation, turns_left(seen, evaluation))

    def discards(self, leave: str) -> str:
        """The cards of a leave that are not worth keeping."""
        return remove_cards(leave, self.appraisal.worth_keeping(leave))

    def ways_to_discard(self, leave: str, n: int) -> list[str]:
        """So many ways to discard cards of a leave, best first; in the last turn there is one."""
        if not self.appraisal.turns:
            return [self.discards(leave)]
        kept = sorted(
            self.appraisal.kept_sets(leave), key=lambda cards: -self.appraisal.leave_worth(cards)
        )
        return [remove_cards(leave, cards) for cards in kept[:n]]

    def play(self, play: Play, columns: Ints, buy: str, discards: str | None = None) -> Candidate:
        """The plan to play these words, buy that patent, and discard these cards.

        By default those that are not worth keeping.
        """
        if discards is None:
            discards = self.discards(play.leave)
        row = _new_row(layout.LAY, columns, discards)
        row[layout.BOUGHT] = LETTERS.index(buy) if buy else layout.NO_LETTER
        kept = remove_cards(play.leave, discards)
        equity = self.appraisal.equity(play, buy, kept, self._seen.community)
        return Candidate(Plan("", play, buy, discards, equity), row)

    def exchange(self, cards: str) -> Candidate:
        """The plan to exchange these cards."""
        kept = remove_cards(self._seen.active_seat.hand, cards)
        equity = self.appraisal.equity(None, "", kept, self._seen.community)
        row = _new_row(layout.EXCHANGE, np.zeros(PLAY_SIZE, np.int64), cards)
        return Candidate(Plan("", None, "", cards, equity), row)

    def replacement(self, card: str, equity: float) -> Candidate:
        """The plan to replace a card; `equity` is that of the best play afterwards, on average."""
        row = np.full(layout.TURN_SIZE, layout.UNDECIDED, np.int64)
        row[layout.REPLACED] = LETTERS.index(card)
        return Candidate(Plan(card, None, "", "", Equity(margin=equity)), row)


def appraisal_of(seen: SeenState, evaluation: Evaluation, turns: float) -> Appraisal:
    """The appraisal of the active player's turn, after which the player has so many more."""
    patents = [seen.seats[player].patents for player in seen.clockwise_from(seen.active)]
    return Appraisal.new(evaluation, turns, patents, seen.active_seat.hand + seen.community)


def turns_left(seen: SeenState, evaluation: Evaluation) -> float:
    """How many more turns the active player will have, by the race to the goal."""
    if seen.final_round is not None:
        return float(seen.final_round - seen.round)
    leader = max(seat.patent_value for seat in seen.seats)
    return turns_to_goal(seen.goal - leader, len(seen.seats), evaluation)


def _new_row(action: int, columns: Ints, discards: str) -> Ints:
    row = np.full(layout.TURN_SIZE, layout.NO_LETTER, np.int64)
    row[layout.ACTION] = action
    row[layout.THE_PLAY : layout.BOUGHT] = columns
    row[layout.DISCARDED] = _packed(discards)
    return row


def cards_laid(seen: SeenState) -> Ints:
    """The part THE_PLAY of a turn whose words lie and are paid."""
    columns = np.zeros(PLAY_SIZE, np.int64)
    columns[:2] = _packed(seen.turn.cards_used(HAND)), _packed(seen.turn.cards_used(COMMUNITY))
    return columns


def _packed(cards: str) -> int:
    packed = 0
    for card in cards:
        packed = packed << layout.LETTER_BITS | LETTERS.index(card) + 1
    return packed
