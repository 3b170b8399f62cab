"""`analyze`: what every turn of a game has cost against the best plan."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from ..._work.executors import available_cpus
from ...cards import parse_whole
from ...errors import InvalidInputError, show
from ...evaluation.equity import Equity
from ...evaluation.tables import Evaluation
from ...game.actions import Action, Buy, CleanUp, Discard, PlayWords, ReplaceCard
from ...game.game import Game
from ...game.ledger import settle
from ...game.rules import payout_ledger
from ...game.state import GameState, Phase, SeenState
from ...lexicon import Lexicon
from ...play import Play, join_words
from ..estimates import Floats, mean_and_error
from ..plans import Candidate, Judge, Plan, cards_laid
from ..simulation import Simulation
from ..think import MAX_CANDIDATES, MAX_PLAYOUTS, MAX_SEED, advise, parse_effort

DEFAULT_SECONDS: Final = 1.0
MIN_PLAYOUTS: Final = 8
FIRST_GAME: Final = 1 << 30
"""The games in which the two plans are compared are none of those in which the best was chosen:
there it was lucky, and would seem better than it is. A race has no game of this number."""
GAMES_A_STEP: Final = 32

Progress = Callable[[int, int], object]

_NOTHING: Final = Plan("", None, "", "", Equity())


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game, and what it cost.

    Losses are those of `played` against `best`, on the same games; below 0 if `played` did better
    in these games.

    Attributes:
        round: when it was, from 1.
        player: whose turn it was.
        played: what the player did.
        taken_back: words that lay first and were not words: the play is the exchange that followed.
        best: what the advisor would have done.
        win: the chance to win before the turn, with the best plan.
        win_se: its standard error.
        win_loss: what was lost of the chance to win.
        win_loss_se: its standard error.
        margin_loss: what was lost of the final score over that of the average opponent, in dollars.
        margin_loss_se: its standard error.
        games: whole games with each of the two.
    """

    round: int
    player: int
    played: Plan
    taken_back: str
    best: Plan
    win: float
    win_se: float
    win_loss: float
    win_loss_se: float
    margin_loss: float
    margin_loss_se: float
    games: int

    @property
    def is_best(self) -> bool:
        """Did the player do what was best, or what made no difference in any game?"""
        losses = self.win_loss, self.win_loss_se, self.margin_loss, self.margin_loss_se
        return not any(losses) or self.played.notation == self.best.notation


@dataclass(frozen=True, slots=True)
class Summary:
    """What the turns of a player cost, on average.

    Attributes:
        player: the number.
        turns: how many of the player's turns are in the analysis.
        win_loss: mean of the chance to win that was lost.
        win_loss_se: its standard error.
        margin_loss: mean of the final margin that was lost, in dollars.
        margin_loss_se: its standard error.
    """

    player: int
    turns: int
    win_loss: float
    win_loss_se: float
    margin_loss: float
    margin_loss_se: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, decision by decision.

    Attributes:
        names: of the players.
        decisions: in the order of the game; a replacement with Q is one of its own, a turn that is
            not finished none.
        victories: by player the share of the victory; None if the game is not over.
        seconds: that it took; not part of equality.
        tables: the name of the lexicon whose tables static evaluation uses.
        own_tables: whether that is the lexicon that is played with.
    """

    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    victories: tuple[float, ...] | None
    seconds: float = field(compare=False)
    tables: str
    own_tables: bool

    def summaries(self) -> tuple[Summary, ...]:
        """One for each player with a turn in the analysis, by number."""
        players = sorted({decision.player for decision in self.decisions})
        return tuple(self._summary(player) for player in players)

    def _repr_html_(self) -> str:
        from ..notebook import analysis_html

        return analysis_html(self)

    def _summary(self, player: int) -> Summary:
        own = [decision for decision in self.decisions if decision.player == player]
        turns = len({decision.round for decision in own})
        return Summary(
            player,
            turns,
            sum(one.win_loss for one in own) / turns,
            math.sqrt(sum(one.win_loss_se**2 for one in own)) / turns,
            sum(one.margin_loss for one in own) / turns,
            math.sqrt(sum(one.margin_loss_se**2 for one in own)) / turns,
        )


@dataclass(frozen=True, slots=True)
class _Done:
    """What a player has done at a start of a turn; `plan` has no equity yet."""

    seen: SeenState
    plan: Plan
    taken_back: str


def analyze(  # noqa: PLR0913 (as `advise`, and which players)
    game: Game,
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
    and of what was played on the same deals.

    Args:
        game: with one turn at least.
        lexicon: that of the game.
        players: whose turns, by number; by default those of all.
        seconds: for each decision; 1.0 if nothing is given.
        playouts: or how many games for each, at least MIN_PLAYOUTS; then the analysis is the same
            for a seed.
        seed: of the simulated games, 0 to 2^64 - 1.
        executor: as for `advise`.
        progress: called with the decisions done, and all of them.

    Raises:
        InvalidInputError: an argument is wrong, or no turn of the players is finished.

    Warns:
        FallbackTablesWarning: as of `advise`.
    """
    started = time.perf_counter()
    if not isinstance(game, Game):
        raise InvalidInputError(f"the game is a {type(game).__name__}; give a Game")
    if not isinstance(lexicon, Lexicon):
        raise InvalidInputError(f"the lexicon is {show(lexicon)}; give a Lexicon")
    limits = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
    effort = _Effort(*limits, parse_whole(seed, "seed", 0, MAX_SEED))
    everyone = range(len(game.names))
    chosen = everyone if players is None else players
    if not isinstance(chosen, Collection) or not all(player in everyone for player in chosen):
        raise InvalidInputError(
            f"players is {show(players)}; give numbers from 0 to {len(everyone) - 1}"
        )
    if progress is not None and not callable(progress):
        raise InvalidInputError(f"progress is {show(progress)}; give a function of two numbers")
    done = [one for one in _all_done(game) if one.seen.active in chosen]
    if not done:
        raise InvalidInputError(
            "there is nothing to analyze: no turn of these players is finished in the game"
        )
    evaluation = Evaluation.of(lexicon.digest)

    def run(workers: Executor) -> list[Decision]:
        # Else the first decision pays for what is loaded or compiled.
        advise(done[0].seen, lexicon, playouts=MAX_CANDIDATES, executor=workers)
        decisions: list[Decision] = []
        for one in done:
            if progress is not None:
                progress(len(decisions), len(done))
            decisions.append(_Comparison(one, lexicon, evaluation, effort, workers).run())
        return decisions

    if executor is not None:
        decisions = run(executor)
    else:
        with ThreadPoolExecutor(available_cpus()) as threads:
            decisions = run(threads)
    return Analysis(
        game.names,
        tuple(decisions),
        _victories(game.state),
        time.perf_counter() - started,
        evaluation.name,
        evaluation.digest == lexicon.digest,
    )


@dataclass(frozen=True, slots=True)
class _Effort:
    """For each decision; one of seconds and playouts is None."""

    seconds: float | None
    playouts: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What was done against what is best."""

    done: _Done
    lexicon: Lexicon
    evaluation: Evaluation
    effort: _Effort
    executor: Executor

    def run(self) -> Decision:
        """Finds the best plan, then plays the games of both."""
        begun = time.perf_counter()
        seen, effort = self.done.seen, self.effort
        advice = advise(
            seen,
            self.lexicon,
            seconds=None if effort.seconds is None else effort.seconds / 2,
            playouts=None if effort.playouts is None else effort.playouts // 2,
            seed=effort.seed,
            executor=self.executor,
        )
        played = carried_out(seen, self.done.plan, self.evaluation, effort.seed)
        equities = {ranked.notation: ranked.plan.equity for ranked in advice.plans}
        plan = played[1].plan
        if plan.replace and plan.notation in equities:
            plan = replace(plan, equity=equities[plan.notation])
        is_best = plan.notation == advice.best.notation
        ways = [carried_out(seen, advice.best, self.evaluation, effort.seed)]
        ways += [] if is_best else [played]
        margins, wins = self._play(ways, begun)
        lost = [games[0] - games[-1] for games in (wins, margins)]
        return Decision(
            seen.round,
            seen.active,
            plan,
            self.done.taken_back,
            advice.best,
            *mean_and_error(wins[0]),
            *mean_and_error(lost[0]),
            *mean_and_error(lost[1]),
            wins.shape[1],
        )

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


def carried_out(
    seen: SeenState, plan: Plan, evaluation: Evaluation, seed: int
) -> tuple[Simulation, Candidate]:
    """Any plan at the start of a turn, ready for whole games.

    The words are laid and paid here, so the plan need not be one that the search has found, nor
    even be in the lexicon. Nothing is drawn before the clean-up, so the deals are the same as those
    of a plan that the kernels carry out from the start.
    """
    judge = Judge(seen, evaluation)
    at = seen
    if plan.replace:
        candidate = judge.replacement(plan.replace, plan.equity.margin)
    elif plan.play is None:
        candidate = judge.exchange(plan.discards)
    else:
        at = _paid(seen, plan.play)
        candidate = judge.play(plan.play, cards_laid(at), plan.buy, plan.discards)
    return Simulation.of(at, evaluation, seed).to_the_end(), candidate


def _paid(seen: SeenState, play: Play) -> SeenState:
    """The state after the payout for words that nobody challenges."""
    laid = replace(seen, phase=Phase.PURCHASE, turn=replace(seen.turn, play=play))
    return replace(laid, seats=settle(laid.seats, payout_ledger(laid)))


def _all_done(game: Game) -> Iterator[_Done]:
    """Every decision at a start of a turn that was carried out to its end."""
    states, actions = game.states, game.history
    for at, (state, action) in enumerate(zip(states, actions, strict=False)):
        if state.phase is not Phase.START:
            continue
        seen = state.seen_by(state.active)
        match action:
            case ReplaceCard(card):
                yield _Done(seen, replace(_NOTHING, replace=card), "")
            case Discard(cards):
                yield _Done(seen, replace(_NOTHING, discards=cards), "")
            case PlayWords(words):
                end = _end_of_turn(states, at)
                if end is None or states[at + 1].phase is Phase.START:
                    continue  # Not finished, or refused and another try is made.
                play = _play_that_stood(states[at + 1 : end])
                plan = _plan_of(play, actions[at + 1 : end])
                yield _Done(seen, plan, "" if play else join_words(words))


def _plan_of(play: Play | None, actions: Sequence[Action]) -> Plan:
    """What the actions after the words make of them; without a play, the penalty of a turn."""
    buy = "".join(action.letter for action in actions if isinstance(action, Buy))
    discards = "".join(action.cards for action in actions if isinstance(action, CleanUp | Discard))
    return Plan("", play, buy, discards, Equity())


def _end_of_turn(states: tuple[GameState, ...], at: int) -> int | None:
    """Where the turn of the state is over; None if it is not."""
    turn = states[at].round, states[at].active
    for later in range(at + 1, len(states)):
        if states[later].is_over or (states[later].round, states[later].active) != turn:
            return later
    return None


def _play_that_stood(states: tuple[GameState, ...]) -> Play | None:
    """Of the states after the words were laid."""
    if any(state.phase is Phase.PENALTY for state in states):
        return None
    return next((state.turn.play for state in states if state.turn.play), None)


def _victories(state: GameState) -> tuple[float, ...] | None:
    if not state.is_over:
        return None
    winners = state.ranking[0]
    return tuple((player in winners) / len(winners) for player in range(len(state.seats)))
