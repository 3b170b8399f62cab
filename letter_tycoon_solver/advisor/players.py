"""Players that plan whole turns: by static evaluation, and by simulation."""

from __future__ import annotations

import abc
from concurrent.futures import Executor
from dataclasses import replace
from typing import Final

from ..cards import parse_whole
from ..errors import InvalidInputError
from ..evaluation.tables import Evaluation
from ..game.actions import Accept, Action, Challenge, Discard
from ..game.legal import purchasable
from ..game.state import Phase, SeenState
from ..lexicon import Lexicon
from ..solver import evaluation_of
from .plans import Judge, Plan, candidates_of
from .think import DEFAULT_SECONDS, MAX_SEED, MIN_PLAYOUTS, advise, parse_effort

CLEAN_UP_SHARE: Final = 0.2
"""Of the time for a turn."""


class _PlanningPlayer(abc.ABC):
    """Plans a turn when it begins and carries the plan out; challenges what is no word.

    Penalty: discards the card that is worth least when kept.
    """

    def __init__(self) -> None:
        self._plan: Plan | None = None

    def choose(self, seen: SeenState) -> Action:
        """The action of the plan in this phase."""
        match seen.phase:
            case Phase.CHALLENGE:
                words = seen.turn.play.words if seen.turn.play else ()
                known = all(word.word in seen.lexicon for word in words)
                return Accept() if known else Challenge()
            case Phase.PENALTY:
                kept = Evaluation.of(_lexicon_of(seen).digest).kept
                return Discard(min(seen.active_seat.hand, key=lambda card: (kept[card], card)))
        # At a later phase the turn may have been begun by somebody else.
        if seen.phase is Phase.START or not self._plan or self._plan.play != seen.turn.play:
            self._plan = self._make_plan(seen)
        elif seen.phase is Phase.PURCHASE:
            self._plan = with_more_money(self._plan, seen)
        return self._plan.action(seen.phase)

    @abc.abstractmethod
    def _make_plan(self, seen: SeenState) -> Plan:
        """What to do with the turn, or the rest of it."""


class StaticPlayer(_PlanningPlayer):
    """Plays the plan with the highest equity, see evaluation/equity.py."""

    def _make_plan(self, seen: SeenState) -> Plan:
        lexicon = _lexicon_of(seen)
        return candidates_of(seen, lexicon, evaluation_of(lexicon))[0].plan


class AdvisorPlayer(_PlanningPlayer):
    """Plays what `advise` puts first.

    seconds, playouts, seed, executor   see advise; for a whole turn. Most goes into the plan, and
                                        CLEAN_UP_SHARE into the cards to discard, once words and
                                        patent stand
    """

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
        """The action of the plan in this phase; what to discard is asked anew."""
        if seen.phase is Phase.CLEAN_UP:
            return self._advised(seen, CLEAN_UP_SHARE).action(seen.phase)
        return super().choose(seen)

    def _make_plan(self, seen: SeenState) -> Plan:
        return self._advised(seen, 1 - CLEAN_UP_SHARE)

    def _advised(self, seen: SeenState, share: float) -> Plan:
        seconds, playouts = self._seconds, self._playouts
        return advise(
            seen,
            _lexicon_of(seen),
            seconds=None if seconds is None else share * seconds,
            playouts=None if playouts is None else max(MIN_PLAYOUTS, round(share * playouts)),
            seed=self._seed,
            executor=self._executor,
        ).best


def with_more_money(plan: Plan, seen: SeenState) -> Plan:
    """A plan of the START at the PURCHASE: a wrong challenge may have brought a dollar.

    Of the patent that was planned and those that only the dollar can pay, the one worth most by
    static evaluation is bought.
    """
    assert plan.play is not None
    in_reach = [letter for letter in purchasable(seen) if letter not in plan.play.purchasable]
    if not in_reach:
        return plan
    judge = Judge(seen, Evaluation.of(_lexicon_of(seen).digest))
    buy = judge.appraisal.best_patent("".join(in_reach) + plan.buy)
    equity = replace(plan.equity, patent=judge.appraisal.worth[buy] if buy else 0.0)
    return replace(plan, buy=buy, equity=equity)


def _lexicon_of(seen: SeenState) -> Lexicon:
    if not isinstance(seen.lexicon, Lexicon):
        raise InvalidInputError(
            f"the game is played with a {type(seen.lexicon).__name__} of words; a player that plans"
            " needs a Lexicon, such as Lexicon.from_words makes"
        )
    return seen.lexicon
