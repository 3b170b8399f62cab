"""Players that plan whole turns: by static evaluation, and by simulation."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from ..errors import require
from ..evaluation.tables import Evaluation
from ..game.actions import Action, Exchange, may_replace, purchasable
from ..game.players import judge_words
from ..game.state import SeenState
from ..game.table import Opponents, Payment, PaymentKind, Phase, payout_ledger, take_back
from ..game.turns import action_of
from ..rules.cards import LETTERS, PATENT_COST, parse_whole
from ..rules.turn import Turn
from ..search.solver import evaluation_of
from ..search.turns import turns_by
from .advice import DEFAULT_SECONDS, MAX_SEED, MIN_PLAYOUTS, advise, parse_effort

CLEAN_UP_SHARE: Final = 0.2
"""The share of the time for a turn."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A plan, what its player saw who made it, and the tables it was made by."""

    seen: SeenState
    plan: Turn
    tables: Evaluation

    def has_come_to(self, now: SeenState) -> bool:
        """Is this what becomes of the state if the plan, and nothing else, is carried out?

        Whether the words were challenged, and which patent was bought, is left open.
        """
        play, laid = self.plan.play, now.turn.play
        if play is None or laid is None:
            return False
        if (play.words, play.doublers) != (laid.words, laid.doublers):
            return False
        if self.seen.lexicon.digest != now.lexicon.digest:
            return False
        return any(self._before(now, paid) == self.seen for paid in self._possible_ledgers(now))

    def action(self, now: SeenState) -> Action:
        """Return the next action of the plan."""
        plan = self.plan
        if (self.seen.phase, now.phase) == (Phase.START, Phase.PURCHASE):
            plan = with_more_money(plan, now, self.tables)
        return action_of(plan, now)

    def _possible_ledgers(self, now: SeenState) -> Iterator[list[Payment]]:
        """Everything that may have been paid since the plan was made."""
        bought = set(now.active_seat.patents) - set(self.seen.active_seat.patents)
        paid = [
            Payment(PaymentKind.PURCHASE, now.active, None, PATENT_COST[letter], letters=letter)
            for letter in bought
        ]
        if self.seen.phase is not Phase.START:
            yield paid
            return
        paid += payout_ledger(now)
        yield paid
        for giver in (None, *now.clockwise_from(now.active)[1:]):
            yield [*paid, Payment(PaymentKind.CHALLENGE, giver, now.active, money=1)]

    def _before(self, now: SeenState, paid: Iterable[Payment]) -> SeenState:
        """The state as it was before all that was paid."""
        before = self.seen
        seats = list(take_back(now.seats, paid))
        seats[now.active] = replace(seats[now.active], patents=before.active_seat.patents)
        return replace(
            now,
            seats=tuple(seats),
            phase=before.phase,
            to_act=before.to_act,
            final_round=before.final_round,
            turn=replace(now.turn, play=before.turn.play, challenged=before.turn.challenged),
            payments=before.payments,
        )


class PlanningPlayer(abc.ABC):
    """Plans a turn when it begins and carries the plan out; challenges what is not a word.

    Penalty: discards the card that is worth least when kept.

    Attributes:
        plans_whole: what is planned at the start is done to the end, unless a wrong challenge
            brings a dollar.
    """

    plans_whole: ClassVar[bool] = True

    def __init__(self) -> None:
        self._begun: _Begun | None = None

    def choose(self, seen: SeenState) -> Action:
        """The action of the plan in this phase.

        A plan is kept for its own turn only: one that was undone, or is of another game, is planned
        anew.

        Raises:
            InvalidInputError: `seen` is not a SeenState, or words are missing in it.
        """
        require(seen, SeenState, "the view")
        match seen.phase:
            case Phase.CHALLENGE:
                return judge_words(seen)
            case Phase.PENALTY:
                kept = self._tables_for(seen).kept
                return Exchange(min(seen.active_seat.hand, key=lambda card: (kept[card], card)))
        begun = self._begun
        if seen.phase is Phase.START or begun is None or not begun.has_come_to(seen):
            begun = self._begun = _Begun(seen, self._make_plan(seen), self._tables_for(seen))
        return begun.action(seen)

    def plan(self, seen: SeenState) -> Turn:
        """Return the turn, or the rest of it, as it is planned now.

        Raises:
            InvalidInputError: `seen` is not a SeenState in which its viewer has the turn.
        """
        require(seen, SeenState, "the view")
        return self._make_plan(seen)

    @abc.abstractmethod
    def _make_plan(self, seen: SeenState) -> Turn:
        """Decide on the turn, or the rest of it."""

    def _tables_for(self, seen: SeenState) -> Evaluation:
        """The tables by which the player values cards and patents."""
        return Evaluation.of(seen.lexicon.digest)


class StaticPlayer(PlanningPlayer):
    """Plays the turn with the highest equity, the first of `best_turns`.

    Args:
        tables: that it goes by; None for those of the lexicon that is played.

    Raises:
        InvalidInputError: the tables are something else.
    """

    def __init__(self, tables: Evaluation | None = None) -> None:
        super().__init__()
        if tables is not None:
            require(tables, Evaluation, "the tables")
        self._tables = tables

    def _make_plan(self, seen: SeenState) -> Turn:
        tables = evaluation_of(seen.lexicon) if self._tables is None else self._tables
        return turns_by(tables, seen.open_turn, seen.lexicon, seen.ruleset, 1)[0]

    def _tables_for(self, seen: SeenState) -> Evaluation:
        return super()._tables_for(seen) if self._tables is None else self._tables


class AdvisorPlayer(PlanningPlayer):
    """Plays what `advise` puts first.

    Of the effort for a turn most goes into the plan, and CLEAN_UP_SHARE into the cards to discard,
    once words and patent stand. The owner of Q, who may replace a card and then plans once more,
    has half as much for each of the two.

    Args:
        seconds: for a whole turn; 1.0 if nothing is given.
        playouts: or how many games for a whole turn, at least MIN_PLAYOUTS.
        seed: of the simulated games, 0 to 2^64 - 1.
        executor: as for `advise`.

    Raises:
        InvalidInputError: a value is out of range, or seconds and playouts are both given.
    """

    plans_whole = False

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        executor: Executor | None = None,
    ) -> None:
        super().__init__()
        self._seconds, self._playouts = parse_effort(
            seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS
        )
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)
        self._executor = executor

    def choose(self, seen: SeenState) -> Action:
        """The action of the plan in this phase; what to discard is asked anew.

        Raises:
            InvalidInputError: `seen` is not a SeenState.
        """
        require(seen, SeenState, "the view")
        if seen.phase is Phase.CLEAN_UP:
            return action_of(self._advised(seen, CLEAN_UP_SHARE), seen)
        return super().choose(seen)

    def _make_plan(self, seen: SeenState) -> Turn:
        n_plans = 2 if seen.turn.replaced or may_replace(seen) else 1
        return self._advised(seen, (1 - CLEAN_UP_SHARE) / n_plans)

    def _advised(self, seen: SeenState, share: float) -> Turn:
        seconds, playouts = self._seconds, self._playouts
        return advise(
            seen,
            seen.lexicon,
            seconds=None if seconds is None else share * seconds,
            playouts=None if playouts is None else max(MIN_PLAYOUTS, round(share * playouts)),
            seed=self._seed,
            # Its turns are those that were measured: against players who know every word.
            opponents=Opponents.STATIC,
            executor=self._executor,
        ).leader


def with_more_money(plan: Turn, seen: SeenState, tables: Evaluation) -> Turn:
    """A turn planned at the START at the PURCHASE: a wrong challenge may have brought a dollar.

    Of the patent that was planned and those that only the dollar can pay, the one worth most by
    static evaluation is bought.
    """
    assert plan.play is not None
    in_reach = [letter for letter in purchasable(seen) if letter not in plan.play.purchasable]
    if not in_reach:
        return plan
    wanted = {*in_reach, plan.buy, ""}
    turns = turns_by(tables, seen.open_turn, seen.lexicon, seen.ruleset, len(LETTERS) + 1)
    best = next(turn for turn in turns if turn.buy in wanted)
    equity = replace(plan.equity, patent=best.equity.patent)
    return replace(plan, buy=best.buy, equity=equity)
