"""`advise`: the best plans of a position, by simulation of the best by static evaluation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from .._html import SHOWN, html_texts, with_error
from .._kernels.race_layout import FINALISTS
from .._work.executors import available_cpus
from ..errors import InvalidInputError, require, require_progress, show
from ..game.checks import check_view
from ..game.state import GameState, SeenState
from ..game.table import AT_A_TABLE, Opponents, Phase, parse_opponents
from ..lexicon import Lexicon
from ..rules.cards import parse_whole
from ..rules.turn import Turn
from ..search.solver import evaluation_of
from .expectation import refined
from .opponents import LEVEL_OF, in_game
from .plans import candidates_of
from .race import Budget, Race
from .ranked_plan import RankedPlan, Ranking, percent
from .simulation import Simulation, compile_games

MAX_CANDIDATES: Final = 40
MIN_PLAYOUTS: Final = FINALISTS
"""A game of each finalist."""
MAX_PLAYOUTS: Final = 10**9
MAX_SECONDS: Final = 86_400.0
DEFAULT_SECONDS: Final = 1.0
LEAST_SHARE: Final = 0.5
"""The least share of the time for the games."""
MAX_SEED: Final = 2**64 - 1

_HEADERS = ("#", "Plan", "Win %", "Margin", "Games", "Equity")
Progress = Callable[["Advice"], object]


@dataclass(frozen=True, slots=True)
class Advice:
    """The plans of a position, best first.

    Attributes:
        plans: one for the same words, in its best way. First those that are as good as the best, by
            equity; then the others by their chances; then those of too few games, by equity.
        playouts: games in all, of all candidates.
        seconds: that it took; not part of equality.
        settled: whether the first plan is ahead of the second beyond doubt (three standard errors),
            or there is no difference in any of the games.
        tables: the name of the lexicon whose tables static evaluation uses.
        own_tables: whether that is the lexicon that is played with.
        opponents: what they were taken for in the games.
        leader: the plan that leads by the games, by however little; `best` is as good, and does
            not change by chance.
    """

    plans: tuple[RankedPlan, ...]
    playouts: int
    seconds: float = field(compare=False)
    settled: bool
    tables: str
    own_tables: bool
    opponents: Opponents
    leader: Turn

    @property
    def best(self) -> Turn:
        """The first plan."""
        return self.plans[0].plan

    def __repr__(self) -> str:
        first = self.plans[0]
        win = "" if math.isnan(first.win) else f", wins {percent(first.win)} %"
        return (
            f"<Advice {first.notation!r}{win}; {len(self.plans)} plans, {self.playouts} playouts>"
        )

    def _repr_html_(self) -> str:
        rows = [
            (
                number,
                one.notation,
                _chance(one),
                with_error(one.margin, one.margin_loss_se or one.margin_se),
                f"{one.playouts:,}",
                f"{one.plan.equity.total:+.1f}",
            )
            for number, one in enumerate(self.plans[:SHOWN], 1)
        ]
        return html_texts(_HEADERS, rows, len(self.plans) - SHOWN)


def _chance(plan: RankedPlan) -> str:
    error = 100 * (plan.win_loss_se or plan.win_se)
    return percent(plan.win) if math.isnan(error) else f"{percent(plan.win)} ± {error:.1f}"


def advise(  # noqa: PLR0913 - what is advised on, and how
    game: GameState | SeenState,
    lexicon: Lexicon,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    opponents: Opponents | str = AT_A_TABLE,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Advice:
    """The best plans for the player whose turn it is, in a game or in what that player sees of it.

    What is hidden stays hidden: of a GameState only what the player sees is used. A lexicon that
    has no tables for static evaluation is judged by those of ENABLE.

    Args:
        game: not over, at a turn of the viewer.
        lexicon: that of the game.
        seconds: how long to think; 1.0 if nothing is given. The first call after an installation
            compiles the simulation before, which takes some seconds more.
        playouts: or how many games to play, at least MIN_PLAYOUTS; then the advice is the same for
            a seed, whatever the executor and the number of its workers.
        seed: of the simulated games, 0 to 2^64 - 1.
        opponents: what they are taken for in the simulated games: "common" (people who know common
            words, and play these as well as static evaluation), "static" (experts: the same with
            every word), or a level, "easy", "medium" or "hard". With a list of another language
            people are experts.
        executor: a concurrent.futures.Executor; by default threads, one for each processor.
        progress: called with the advice so far, some times a second.

    Raises:
        InvalidInputError: an argument is wrong, the game is over, the player is not to act, the
            view cannot be, or the lexicon is not that of the game.

    Warns:
        FallbackTablesWarning: the lexicon has no tables; `own_tables` says so too.
    """
    seen = parse_view(game)
    race_seed = parse_whole(seed, "seed", 0, MAX_SEED)
    kind = parse_opponents(opponents)
    limit, games = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
    require(lexicon, Lexicon, "the lexicon")
    if seen.lexicon.digest != lexicon.digest:
        raise InvalidInputError(
            f"the game is played with the words of {seen.lexicon.name}, and the lexicon is"
            f" {lexicon.name}; give that of the game"
        )
    require_progress(progress, "a function of an Advice")
    evaluation = evaluation_of(lexicon)
    taken_for = in_game(kind, lexicon)
    simulation = Simulation.of(seen, evaluation, race_seed, LEVEL_OF[taken_for])
    # From here on, as the words that opponents know are found once.
    begun = time.perf_counter()
    best = candidates_of(seen, lexicon, evaluation)[:MAX_CANDIDATES]
    candidates = refined(best, seen, lexicon, evaluation, race_seed)
    prepared = time.perf_counter()
    compile_games()
    started = time.perf_counter()
    begun += started - prepared

    def advice(race: Race) -> Advice:
        standings = race.standings()
        ranking = Ranking(standings, seen.phase)
        return Advice(
            ranking.told(),
            race.n_games,
            time.perf_counter() - begun,
            race.is_settled or ranking.is_clear,
            evaluation.name,
            evaluation.digest == lexicon.digest,
            taken_for,
            standings[0].plan,
        )

    def run(workers: Executor) -> Advice:
        # Most of the time goes to the games, even where finding the candidates takes long.
        until = math.inf if limit is None else max(begun + limit, started + LEAST_SHARE * limit)
        budget = Budget(until, games or MAX_PLAYOUTS)
        race = Race(simulation, candidates, lexicon, workers, budget)
        race.run(None if progress is None else lambda race: progress(advice(race)))
        return advice(race)

    if executor is not None:
        return run(executor)
    with ThreadPoolExecutor(available_cpus()) as threads:
        return run(threads)


def parse_view(game: object) -> SeenState:
    """Return the view of the player who is asked; InvalidInputError if no turn can be planned."""
    if isinstance(game, GameState):
        game = game.seen_by(game.to_act)
    if not isinstance(game, SeenState):
        raise InvalidInputError(
            f"the game is a {type(game).__name__}; give a GameState or a SeenState"
        )
    if not isinstance(game.phase, Phase):
        raise InvalidInputError(f"the phase is {show(game.phase)}; give a Phase")
    if game.is_over:
        raise InvalidInputError("the game is over; there is nothing to advise")
    if game.phase not in (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP):
        raise InvalidInputError(
            f"the game is in the phase {game.phase.value}, in which no turn is planned; ask again"
            " when that is decided"
        )
    if game.viewer != game.to_act:
        raise InvalidInputError(
            f"player {game.viewer} does not decide on a turn now: player {game.to_act} has the"
            f" turn; ask for player {game.to_act}, or when player {game.viewer} has the turn"
        )
    check_view(game)
    return game


def parse_effort(
    seconds: object, playouts: object, default: float, least: int
) -> tuple[float | None, int | None]:
    """Seconds or playouts, one of them None.

    Args:
        seconds: above 0, at most MAX_SECONDS.
        playouts: from `least` to MAX_PLAYOUTS.
        default: seconds if neither is given.
        least: playouts.

    Raises:
        InvalidInputError: both are given, or one is out of range.
    """
    if seconds is not None and playouts is not None:
        raise InvalidInputError("seconds and playouts are both given; give one of them")
    if playouts is not None:
        return None, parse_whole(playouts, "playouts", least, MAX_PLAYOUTS)
    limit = default if seconds is None else seconds
    if (
        isinstance(limit, bool)
        or not isinstance(limit, int | float)
        or not 0 < limit <= MAX_SECONDS
    ):
        raise InvalidInputError(
            f"seconds is {show(limit)}; give a number above 0, at most {MAX_SECONDS:g}"
        )
    return float(limit), None
