"""`analyze`: what every turn of a game has cost against the best plan."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..._kernels.race_layout import ONE_VICTORY
from ..._work.executors import available_cpus
from ...errors import InvalidInputError, require, require_progress, show
from ...evaluation.tables import Evaluation
from ...game.follow.tracked_game import TrackedGame
from ...game.game import Game
from ...game.ledger import settle
from ...game.opponents import AT_A_TABLE
from ...game.state import SeenState
from ...game.table import Phase
from ...game.table_rules import payout_ledger
from ...lexicon import Lexicon
from ...rules.cards import parse_whole
from ...rules.play import Play
from ...rules.turn import Turn, TurnKind
from ..advice import MAX_CANDIDATES, MAX_PLAYOUTS, MAX_SEED, advise, parse_effort
from ..estimates import Floats, mean_and_error, mean_and_error_with_outlier
from ..opponents import LEVEL_OF, Level, in_game
from ..plans import Candidate, cards_laid, evaluated, turn_row
from ..ranked_plan import RankedPlan
from ..simulation import Simulation
from .choices import Choice, Offer, PlayedGame, played_in
from .decision import Decision
from .purchases import judge_purchase
from .result import Analysis, AnalysisInterrupted
from .verdict import is_decided

DEFAULT_SECONDS: Final = 1.0
MIN_PLAYOUTS: Final = 8
FIRST_GAME: Final = 1 << 30
"""The games in which the two plans are compared are none of those in which the best was chosen:
there it was lucky, and would seem better than it is. A race has no game of this number."""
GAMES_A_STEP: Final = 32

Progress = Callable[[Decision], object]
Check = Callable[[], object]
"""Called now and then, by the thread that judges; what it raises ends the judging."""


def analyze(  # noqa: PLR0913 (as `advise`, and which players)
    game: Game | TrackedGame,
    lexicon: Lexicon,
    *,
    players: Collection[int] | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Goes over a game, finished or not; what was undone is left out.

    Half of the time, or of the games, goes into finding the best plan, half into whole games of it
    and of what was played on the same deals. Opponents are taken for people who know common words,
    as `advise` takes them. Of players whose hands are not known only the
    purchases are judged, by static evaluation.

    Args:
        game: with one turn at least. Of a tracked game, the turns of the player who tells, by what
            was known then.
        lexicon: that of the game.
        players: whose turns, by number; by default those of all.
        seconds: for each decision; 1.0 if nothing is given.
        playouts: or how many games for each, at least MIN_PLAYOUTS; then the analysis is the same
            for a seed.
        seed: of the simulated games, 0 to 2^64 - 1.
        executor: as for `advise`.
        progress: called with each Decision as it is made, in the order of the game.

    Returns:
        The decisions, and the purchases of players whose hands are not known; scores and the
        costliest turns follow from the decisions.

    Raises:
        InvalidInputError: an argument is wrong, or no turn of the players is finished.
        AnalysisInterrupted: Ctrl-C; `done` is the Analysis of the decisions that were made.

    Warns:
        FallbackTablesWarning: as of `advise`.
    """
    started = time.perf_counter()
    played = played_in(game)
    require(lexicon, Lexicon, "the lexicon")
    limits = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
    effort = Effort(*limits, parse_whole(seed, "seed", 0, MAX_SEED))
    require_progress(progress, "a function of a Decision")
    choices, offers = _asked_about(players, played)
    evaluation = Evaluation.of(lexicon.digest)
    purchases = tuple(judge_purchase(offer, lexicon, evaluation) for offer in offers)
    decisions: list[Decision] = []

    def run(workers: Executor) -> None:
        # Else the first decision pays for what is loaded or compiled.
        for choice in choices[:1]:
            advise(choice.seen, lexicon, playouts=MAX_CANDIDATES, executor=workers)
        for choice in choices:
            decision = _Comparison(choice, lexicon, evaluation, effort, workers, None).run()
            decisions.append(decision)
            if progress is not None:
                progress(decision)

    def result() -> Analysis:
        return Analysis(
            played.names,
            tuple(decisions),
            played.victories,
            played.margins,
            time.perf_counter() - started,
            evaluation.name,
            evaluation.digest == lexicon.digest,
            purchases,
            in_game(AT_A_TABLE, lexicon),
        )

    try:
        if executor is not None:
            run(executor)
        else:
            with ThreadPoolExecutor(available_cpus()) as threads:
                run(threads)
    except KeyboardInterrupt as error:
        raise AnalysisInterrupted(result()) from error
    return result()


def judge(
    choice: Choice, lexicon: Lexicon, effort: Effort, executor: Executor, check: Check
) -> Decision:
    """One decision of a game, as `analyze` judges it: for who does not want them all at once."""
    evaluation = Evaluation.of(lexicon.digest)
    return _Comparison(choice, lexicon, evaluation, effort, executor, check).run()


def _asked_about(players: object, played: PlayedGame) -> tuple[list[Choice], list[Offer]]:
    """The choices and offers of the players, at least one."""
    everyone = range(len(played.names))
    chosen = everyone if players is None else players
    if not isinstance(chosen, Collection) or not all(player in everyone for player in chosen):
        raise InvalidInputError(
            f"players is {show(players)}; give numbers from 0 to {len(everyone) - 1}"
        )
    choices = [choice for choice in played.choices if choice.seen.active in chosen]
    offers = [offer for offer in played.offers if offer.seen.active in chosen]
    if not choices and not offers:
        raise InvalidInputError(
            "there is nothing to analyze: no turn of these players is finished in the game, or"
            " their cards are not known"
        )
    return choices, offers


@dataclass(frozen=True, slots=True)
class Effort:
    """For each decision.

    Attributes:
        seconds: to think, or None.
        playouts: games, or None; just one of the two is.
        seed: of the games.
    """

    seconds: float | None
    playouts: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The turn that was played, beside the best one."""

    choice: Choice
    lexicon: Lexicon
    evaluation: Evaluation
    effort: Effort
    executor: Executor
    check: Check | None

    def run(self) -> Decision:
        """Finds the best plan, then plays the games of both."""
        begun = time.perf_counter()
        seen, effort, check = self.choice.seen, self.effort, self.check
        advice = advise(
            seen,
            self.lexicon,
            seconds=None if effort.seconds is None else effort.seconds / 2,
            playouts=None if effort.playouts is None else effort.playouts // 2,
            seed=effort.seed,
            executor=self.executor,
            progress=None if check is None else lambda _advice: check(),
        )
        played = self._carried_out(self.choice.plan)
        equities = {ranked.notation: ranked.plan.equity for ranked in advice.plans}
        plan = played[1].plan
        if plan.replace and plan.notation in equities:
            plan = replace(plan, equity=equities[plan.notation])
        best = best_of(advice.plans)
        is_best = plan.notation == best.notation
        ways = [self._carried_out(best)]
        ways += [] if is_best else [played]
        margins, wins = self._play(ways, begun)
        win_loss, win_loss_se = 0.0, 0.0
        if not is_best:
            win_loss, win_loss_se = mean_and_error_with_outlier(wins[0] - wins[1], ONE_VICTORY)
        return Decision(
            seen.round,
            seen.active,
            plan,
            self.choice.taken_back,
            best,
            *mean_and_error_with_outlier(wins[0], ONE_VICTORY),
            win_loss,
            win_loss_se,
            *mean_and_error(margins[0]),
            *mean_and_error(margins[0] - margins[-1]),
            wins.shape[1],
        )

    def _carried_out(self, plan: Turn) -> tuple[Simulation, Candidate]:
        level = LEVEL_OF[in_game(AT_A_TABLE, self.lexicon)]
        return carried_out(self.choice.seen, plan, self.evaluation, self.effort.seed, level)

    def _play(
        self, ways: list[tuple[Simulation, Candidate]], begun: float
    ) -> tuple[Floats, Floats]:
        """Margins and wins of the same games in each way, [n_ways, n]."""
        effort = self.effort
        most = MAX_PLAYOUTS if effort.playouts is None else max(2, effort.playouts // 4)
        until = math.inf if effort.seconds is None else begun + effort.seconds
        steps: list[tuple[Floats, Floats]] = []
        n = 0
        while n < most and (not steps or time.perf_counter() < until):
            if self.check is not None:
                self.check()
            step = min(GAMES_A_STEP, most - n)
            parts = [
                simulation.play([way], FIRST_GAME + n, step, self.lexicon, self.executor)
                for simulation, way in ways
            ]
            margins, wins = (np.concatenate(rows) for rows in zip(*parts, strict=True))
            steps.append((margins, wins))
            n += step
        all_margins, all_wins = zip(*steps, strict=True)
        return np.concatenate(all_margins, axis=1), np.concatenate(all_wins, axis=1)


def best_of(plans: Sequence[RankedPlan]) -> Turn:
    """The plan that what was played is compared with, of some that are ranked.

    The first; in a decided game the one with the highest final margin, less the standard error that
    a plan with few games has more of.
    """
    first = plans[0]
    decided = [ranked for ranked in plans if is_decided((first.win, ranked.win))]
    return max(decided, key=_sure_margin, default=first).plan


def _sure_margin(ranked: RankedPlan) -> float:
    # NaN, as of a plan without games, would be neither more nor less than any other.
    margin = ranked.margin - ranked.margin_loss_se
    return -math.inf if math.isnan(margin) else margin


def carried_out(
    seen: SeenState, plan: Turn, evaluation: Evaluation, seed: int, opponents: Level
) -> tuple[Simulation, Candidate]:
    """Any plan at the start of a turn, ready for whole games against such opponents.

    The words are laid and paid here, so the plan need not be one that the search has found, nor
    even be in the lexicon. Nothing is drawn before the clean-up, so the deals are the same as those
    of a plan that the kernels carry out from the start.
    """
    if plan.kind is not TurnKind.REPLACE:
        plan = evaluated(plan, seen, evaluation)
    at = seen if plan.play is None else _paid(seen, plan.play)
    candidate = Candidate(plan, turn_row(plan, cards_laid(at)))
    return Simulation.of(at, evaluation, seed, opponents).to_the_end(), candidate


def _paid(seen: SeenState, play: Play) -> SeenState:
    """The state after the payout for words that nobody challenges."""
    laid = replace(seen, phase=Phase.PURCHASE, turn=replace(seen.turn, play=play))
    return replace(laid, seats=settle(laid.seats, payout_ledger(laid)))
