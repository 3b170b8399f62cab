"""Games played on with each of some plans: the same games for all, on any executor."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import entries
from .._kernels import game_layout as layout
from .._kernels.value_layout import Sides
from .._work.executors import IsStopped, Stopped, done_in_order
from ..evaluation.tables import Evaluation
from ..game.state import SeenState
from ..game.table import Phase
from ..lexicon import Lexicon
from ..rules.ruleset import Ruleset
from .board import Board
from .estimates import Floats
from .kernel_tools import new_tools
from .learned_value import LEARNED_GOALS, LearnedValue
from .opponents import BEST, Level
from .plans import Candidate

SHORT_ROUNDS: Final = 1
"""A short game goes on until after the next turn but so many of the player: the turn planned, and
as many rounds. The learned value is for players whose turn has just been played."""
WHOLE_ROUNDS: Final = 100
"""A game that is not over by then counts as a short one."""
SHARE: Final = 256
"""Games of a share of the work, of all plans together: some milliseconds."""
UNDECIDED: Final = np.full(layout.TURN_SIZE, layout.UNDECIDED, np.int64)
_STAGES: Final = {
    Phase.START: layout.AT_START,
    Phase.PURCHASE: layout.PAID,
    Phase.CLEAN_UP: layout.BOUGHT_ALREADY,
}


@dataclass(frozen=True, slots=True)
class Simulation:
    """A position to play on from; picklable.

    Attributes:
        seed: of the games; game i depends on the seed and i alone.
        n_rounds: of a game, at most, after the turn that is planned. If nobody has reached the goal
            by then, the learned value tells its end; else it is played on.
        opponents: how well they play.
    """

    board: Board
    stage: int
    ruleset: Ruleset
    evaluation: Evaluation
    seed: int
    n_rounds: int
    opponents: Level = BEST

    @classmethod
    def of(
        cls, seen: SeenState, evaluation: Evaluation, seed: int, opponents: Level = BEST
    ) -> Simulation:
        """Short games from a position in which the viewer decides on a turn.

        Whole ones once the goal is reached, when few turns are left; to a goal below that of the
        rulebook, which is near, and which no learned value knows; and against other opponents: the
        learned value is that of games against static evaluation.
        """
        if opponents.is_best(seen.lexicon):
            opponents = BEST
        stage = _STAGES[seen.phase]
        is_near = seen.final_round is not None or seen.goal < LEARNED_GOALS[len(seen.seats)]
        is_short = opponents == BEST and not is_near
        n_rounds = SHORT_ROUNDS if is_short else WHOLE_ROUNDS
        return cls(Board.of(seen), stage, seen.ruleset, evaluation, seed, n_rounds, opponents)

    @property
    def n_turns(self) -> int:
        """Turns of a game in which nobody reaches the goal."""
        return 1 + self.n_rounds * int(self.board.table[layout.N_PLAYERS])

    @property
    def is_whole(self) -> bool:
        """True if its games are played to the end."""
        return self.n_rounds >= WHOLE_ROUNDS

    def to_the_end(self) -> Simulation:
        """The same with whole games."""
        return replace(self, n_rounds=WHOLE_ROUNDS)

    def with_other_deals(self) -> Simulation:
        """The same with other games."""
        return replace(self, seed=self.seed ^ 1)

    def value_off_by(self, lexicon: Lexicon) -> float:
        """The doubt in the chances by short games; see `LearnedValue.off_by`."""
        n_players = int(self.board.table[layout.N_PLAYERS])
        return LearnedValue.of(lexicon.digest, n_players).off_by(lexicon.digest, self.ruleset)

    def tools(self, lexicon: Lexicon) -> tuple[layout.Tools, layout.Tools]:
        """Those of the active player and those of the opponents, for one thread."""
        n_players = int(self.board.table[layout.N_PLAYERS])
        tools = new_tools(lexicon, self.ruleset, n_players, self.evaluation)
        if (level := self.opponents) == BEST:
            return tools, tools
        known, tables = level.known(lexicon), level.tables(lexicon)
        return tools, new_tools(known, self.ruleset, n_players, tables, level.temperature)

    def play(
        self,
        candidates: Sequence[Candidate],
        first: int,
        n: int,
        lexicon: Lexicon,
        executor: Executor | None,
    ) -> tuple[Floats, Floats]:
        """The games from `first` on with each candidate: margins and wins, [n_candidates, n].

        A margin is the final score over that of the average opponent, a win the share of the
        victory.
        """
        plans = np.stack([candidate.row for candidate in candidates])
        size = -(-SHARE // len(plans))
        shares = [
            _Share(self, plans, at, min(size, first + n - at))
            for at in range(first, first + n, size)
        ]
        parts = [result for _, result in done_in_order(play_share, shares, lexicon, executor)]
        margins, wins = zip(*parts, strict=True)
        return np.concatenate(margins, axis=1), np.concatenate(wins, axis=1)


def compile_games() -> None:
    """Compile games and the race that they are for, if need be, so that workers find them."""
    entries.compare.make_ready()
    entries.race_on.make_ready()


def any_simulation(lexicon: Lexicon) -> Simulation:
    """A simulation: its arrays have the shapes of all others."""
    seen = SeenState.at_table("ANTLERS", "EEL", patents="", opponents=[""], lexicon=lexicon)
    return Simulation.of(seen, Evaluation.of(lexicon.digest), seed=0)


@dataclass(frozen=True, slots=True)
class _Share:
    simulation: Simulation
    plans: npt.NDArray[np.int64]
    first: int
    n: int


def play_share(lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> tuple[Floats, Floats]:
    """The games of a share."""
    if is_stopped():
        raise Stopped
    margins = np.empty((len(share.plans), share.n))
    wins = np.empty_like(margins)
    outcomes = layout.Outcomes(margins, wins)
    entries.compare(
        *compare_arguments(share.simulation, share.plans, share.first, lexicon, outcomes)
    )
    return margins, wins


def compare_arguments(
    simulation: Simulation,
    plans: npt.NDArray[np.int64],
    first: int,
    lexicon: Lexicon,
    outcomes: layout.Outcomes,
) -> tuple[object, ...]:
    """The arguments of `compare` in _kernels/simulate.py, for one thread."""
    board = simulation.board
    scratch = layout.Scratch(
        table=board.table.copy(),
        cards=board.cards.copy(),
        turn=np.empty(layout.TURN_SIZE, np.int64),
    )
    start = layout.Start(
        board.table, board.cards, np.uint64(simulation.seed), board.n_hidden, 0, UNDECIDED
    )
    value = LearnedValue.of(lexicon.digest, int(board.table[layout.N_PLAYERS]))
    sides = Sides(*simulation.tools(lexicon), value.network())
    return start, first, plans, simulation.stage, simulation.n_turns, sides, scratch, outcomes
