"""Games played to the end with each of some plans: the same games for all, on any executor."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import game_layout as layout
from .._work.executors import IsStopped, Stopped, done_in_order
from ..evaluation.tables import Evaluation
from ..game.state import Phase, SeenState
from ..lexicon import Lexicon
from ..ruleset import Ruleset
from .board import Board
from .estimates import Floats
from .kernel_tools import new_tools
from .opponents import BEST, Level
from .plans import Candidate

SHORT_ROUNDS: Final = 3
"""Rounds of a short game, the present one included."""
WHOLE_GAME: Final = 400
"""Turns; a game that is not over by then counts as a short one."""
SHARE: Final = 16
"""Games of a share of the work: some milliseconds. To hand over half as many costs a tenth more."""
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
        n_turns: of a game, at most; one that is not over then is estimated by static evaluation.
        opponents: how well they play.
    """

    board: Board
    stage: int
    ruleset: Ruleset
    evaluation: Evaluation
    seed: int
    n_turns: int
    opponents: Level = BEST

    @classmethod
    def of(
        cls, seen: SeenState, evaluation: Evaluation, seed: int, opponents: Level = BEST
    ) -> Simulation:
        """Short games from a position in which the viewer decides on a turn."""
        n_turns = SHORT_ROUNDS * len(seen.seats)
        stage = _STAGES[seen.phase]
        return cls(Board.of(seen), stage, seen.ruleset, evaluation, seed, n_turns, opponents)

    def to_the_end(self) -> Simulation:
        """The same with whole games."""
        return replace(self, n_turns=WHOLE_GAME)

    def tools(self, lexicon: Lexicon) -> tuple[layout.Tools, layout.Tools]:
        """Those of the active player and those of the opponents, for one thread."""
        n_players = int(self.board.table[layout.N_PLAYERS])
        tools = new_tools(lexicon, self.ruleset, n_players, self.evaluation)
        if (level := self.opponents) == BEST:
            return tools, tools
        known, tables = level.known(lexicon), level.tables(lexicon)
        return tools, new_tools(known, self.ruleset, n_players, tables, level.temperature)

    def compile(self, candidates: Sequence[Candidate], lexicon: Lexicon) -> None:
        """Plays no games, which compiles what is not compiled, once, so that workers find it."""
        plans = np.stack([candidate.row for candidate in candidates])
        play_share(lexicon, _Share(self, plans, 0, 0), lambda: False)

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
        shares = [
            _Share(self, plans, at, min(SHARE, first + n - at))
            for at in range(first, first + n, SHARE)
        ]
        parts = [result for _, result in done_in_order(play_share, shares, lexicon, executor)]
        margins, wins = zip(*parts, strict=True)
        return np.concatenate(margins, axis=1), np.concatenate(wins, axis=1)


@dataclass(frozen=True, slots=True)
class _Share:
    simulation: Simulation
    plans: npt.NDArray[np.int64]
    first: int
    n: int


def play_share(lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> tuple[Floats, Floats]:
    """The games of a share."""
    from .._kernels import entries

    if is_stopped():
        raise Stopped
    simulation, board = share.simulation, share.simulation.board
    margins = np.empty((len(share.plans), share.n))
    wins = np.empty_like(margins)
    scratch = layout.Scratch(
        table=board.table.copy(),
        cards=board.cards.copy(),
        turn=np.empty(layout.TURN_SIZE, np.int64),
    )
    entries.compare(
        board.table,
        board.cards,
        np.uint64(simulation.seed),
        share.first,
        board.n_hidden,
        share.plans,
        simulation.stage,
        UNDECIDED,
        simulation.n_turns,
        *simulation.tools(lexicon),
        scratch,
        margins,
        wins,
    )
    return margins, wins
