"""`solve_batch`, `iter_solve_batch`: the best plays of many positions, as columns."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
import numpy.typing as npt

from .._html import SHOWN, html_texts
from .._kernels import entries, questions
from .._kernels.layouts import PLAY_DTYPE, PLAY_SIZE, Equities, new_workspace
from .._work.executors import (
    IsStopped,
    Stopped,
    done_in_order,
    never_stopped,
    shares_ahead,
    shares_memory,
)
from .._work.resumable import ends_with
from ..errors import (
    InvalidInputError,
    require,
    require_iterable,
    require_progress,
    show,
)
from ..evaluation.ranking import EQUITY, MARGIN, Objective, is_equity, parse_rank_by
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import LETTERS, parse_whole
from ..rules.position import MAX_OPPONENTS, Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..search.frames import Answers, PlayRows, arrow_table
from ..search.plays import Plays
from ..search.solver import evaluation_of
from .positions import PLAYER, Deal, Positions, columns_of

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BatchPlays(Answers[Plays]):
    """The best plays of many positions: a lazy sequence with the `Plays` of each.

    `solve_batch` makes it. Slices share the columns.

    Attributes:
        positions: the positions.
        lexicon: the words that may be played.
        ruleset: the rules of the search.
        columns: array [n, top] of plays.PLAY_DTYPE, 48 bytes a play, best first, read-only; entries
            beyond a position's last play are all zero, including n_words.
        n_legal: int64 [n], the number of legal plays, as `Plays.n_legal`; None if not counted.

    Raises:
        InvalidInputError: `columns` or `n_legal` is not an array.
    """

    _noun: ClassVar[str] = "position"

    positions: Positions
    lexicon: Lexicon
    ruleset: Ruleset
    columns: npt.NDArray[np.void]
    n_legal: Ints | None

    def __post_init__(self) -> None:
        require(self.columns, np.ndarray, "the columns")
        self.columns.flags.writeable = False
        if self.n_legal is not None:
            require(self.n_legal, np.ndarray, "n_legal")
            self.n_legal.flags.writeable = False

    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """float64 [n, top]: money + stock - royalties / number of opponents."""
        royalties = self.columns["royalties"].sum(axis=2, dtype=np.int64)
        paid = self.columns["money"].astype(np.int64) + self.columns["stock"]
        n_opponents = np.maximum(self.positions.n_opponents, 1).astype(np.int64)
        margins: npt.NDArray[np.float64] = paid - royalties / n_opponents[:, None]
        return margins

    def __len__(self) -> int:
        return len(self.columns)

    def _part(self, part: slice) -> BatchPlays:
        n_legal = None if self.n_legal is None else self.n_legal[part]
        return BatchPlays(
            self.positions[part], self.lexicon, self.ruleset, self.columns[part], n_legal
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BatchPlays):
            return NotImplemented
        return (
            self.positions == other.positions
            and self.lexicon == other.lexicon
            and self.ruleset == other.ruleset
            and np.array_equal(self.columns, other.columns)
            and np.array_equal(np.asarray(self.n_legal), np.asarray(other.n_legal))
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[BatchPlays], tuple[object, ...]]:
        # Unpickled arrays are writable; making the object anew protects them.
        return BatchPlays, (self.positions, self.lexicon, self.ruleset, self.columns, self.n_legal)

    def __repr__(self) -> str:
        return f"<BatchPlays: {len(self):,} positions>"

    def _repr_html_(self) -> str:
        shown = []
        for position, plays in zip(self.positions[:SHOWN], self[:SHOWN], strict=True):
            best = (plays[0].notation, f"{plays[0].margin:g}") if plays else ("", "")
            shown.append((position.hand, position.community, *best))
        return html_texts(("Hand", "Community", "Best", "Margin"), shown, len(self) - len(shown))

    def _table(self) -> pa.Table:
        return arrow_table(self._play_rows())

    def _play_rows(self) -> PlayRows:
        wanted = self.columns["n_words"] > 0
        wanted[:, 0] = True
        at, rank = np.nonzero(wanted)
        positions = self.positions
        return PlayRows(
            lexicon=self.lexicon,
            # `take` copies a row as a whole, an index column by column: fifteen times as slow.
            plays=self.columns.reshape(-1).take(np.flatnonzero(wanted)),
            ranks=rank + 1,
            rows=positions.rows[at],
            hands=positions.hands.take(at, axis=0),
            communities=positions.communities.take(at, axis=0),
            owns_z=positions.owners[at, LETTERS.index("Z")] == PLAYER,
            n_opponents=positions.n_opponents[at],
            n_legal=None if self.n_legal is None else self.n_legal[at],
        )

    def _item(self, rank: int) -> Plays:
        columns = self.columns[rank]
        plays = columns[: np.count_nonzero(columns["n_words"])]
        return Plays(self.positions[rank], self.lexicon, self.ruleset, plays)


CHUNK_SIZE: Final = 8192
"""Positions in a thread's share: a fiftieth of a second without patents, a third with all."""
SENT_CHUNK_SIZE: Final = 32_768
"""The same where shares and results are sent, which takes Dask some milliseconds each."""
MAX_BYTES: Final = 1 << 28
"""The most memory that all shares under way take together, by default."""
_STEP: Final = 2048
"""Positions between two checks for cancellation."""
_NO_EQUITY: Final = Equities(np.empty((0, 0)), np.empty(0, np.int64), np.empty(0))
MAX_LIMIT: Final = 10_000
MAX_CHUNK_SIZE: Final = 10_000_000

Progress = Callable[[int], object]
"""Called with the number of solved positions."""


def solve_batch(  # noqa: PLR0913 - what to solve, and how
    positions: Positions | Deal | Iterable[Position] | Iterable[Positions],
    lexicon: Lexicon | str,
    *,
    ruleset: Ruleset = RULEBOOK,
    rank_by: str | tuple[str, ...] | list[str] | Objective = MARGIN,
    limit: int = 1,
    count: bool = False,
    executor: Executor | None = None,
    chunk_size: int | None = None,
    progress: Progress | None = None,
) -> BatchPlays:
    """Find the `limit` best plays of each position, the same as `find_plays`, as columns.

    Args:
        positions: Positions, a Deal, or positions one by one.
        lexicon: the words that may be played; a name or a path loads them.
        ruleset: the sizes of hand and community, the payout and the rules in dispute.
        rank_by: as for `find_plays`; by "equity" each position has an evaluation of its own.
        limit: the number of plays for each position, 1 to 10,000.
        count: True to count the legal plays too, as `Plays.n_legal` does.
        executor: a concurrent.futures.Executor: a ProcessPoolExecutor, Dask's
            `client.get_executor()`; by default threads, one for each processor.
        chunk_size: positions in a share of the work, by default 8,192 for threads and 32,768 for
            other executors, and fewer for a large `limit`, so that the plays under way take at most
            256 MB. The result does not depend on it.
        progress: called with the number of solved positions.

    Raises:
        InvalidInputError: an argument is wrong.
        Interrupted: Ctrl-C; `done` is the BatchPlays of finished positions, see their `rows`.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Examples:
        >>> from letter_tycoon_solver.batch import Deal, solve_batch
        >>> solved = solve_batch(Deal(1_000, seed=1), "enable")
        >>> float(solved.margin.mean().round(2))
        6.97
    """
    chunks: list[BatchPlays] = []
    lexicon = lexicon_of(lexicon)
    solver = Solver.of(lexicon, ruleset, rank_by, limit, count)

    def done() -> tuple[int, str, BatchPlays]:
        result = solver.joined(chunks, lexicon)
        return len(result), "positions", result

    with ends_with(done):
        # What is there when it is interrupted is kept.
        chunks.extend(solver.chunks(positions, lexicon, executor, chunk_size, progress))
    return done()[-1]


def iter_solve_batch(  # noqa: PLR0913 - as solve_batch
    positions: Positions | Deal | Iterable[Position] | Iterable[Positions],
    lexicon: Lexicon | str,
    *,
    ruleset: Ruleset = RULEBOOK,
    rank_by: str | tuple[str, ...] | list[str] | Objective = MARGIN,
    limit: int = 1,
    count: bool = False,
    executor: Executor | None = None,
    chunk_size: int | None = None,
    progress: Progress | None = None,
) -> Iterator[BatchPlays]:
    """Solve as `solve_batch` does, chunk by chunk in the order of the positions, in flat memory.

    Args:
        positions: as for `solve_batch`, or an iterable of Positions, as `read_positions` gives.
        lexicon: as for `solve_batch`.
        ruleset: the rules.
        rank_by: as for `find_plays`.
        limit: the number of plays for each position, 1 to 10,000.
        count: True to count the legal plays too.
        executor: as for `solve_batch`.
        chunk_size: positions in a chunk, by default as in `solve_batch`.
        progress: called with the number of solved positions.

    Yields:
        The plays of a chunk; finished chunks come before the error that ends the work.

    Raises:
        InvalidInputError: an argument is wrong; at the call, except for positions that come later.
        KeyboardInterrupt: Ctrl-C.
        ExecutorDiedError: the executor broke down.

    Examples:
        >>> from letter_tycoon_solver.batch import Deal, iter_solve_batch
        >>> chunks = iter_solve_batch(Deal(1_000, seed=1), "enable", chunk_size=400)
        >>> [len(chunk) for chunk in chunks]
        [400, 400, 200]
    """
    lexicon = lexicon_of(lexicon)
    solver = Solver.of(lexicon, ruleset, rank_by, limit, count)
    return solver.chunks(positions, lexicon, executor, chunk_size, progress)


_Share = Positions | tuple[Deal, range]
"""Positions, or the rows of a deal."""
_Solved = tuple[Positions | None, npt.NDArray[np.void], npt.NDArray[np.int64] | None]
"""The positions if they were dealt here, the columns, and the number of plays if counted."""


@dataclass(frozen=True, slots=True)
class Solver:
    """The settings of a search: rules, order, number of plays, and if plays are counted."""

    ruleset: Ruleset
    rank_by: Objective | tuple[str, ...]
    limit: int
    count: bool

    @classmethod
    def of(
        cls, lexicon: Lexicon, ruleset: Ruleset, rank_by: object, limit: object, count: bool
    ) -> Solver:
        """Check the questions, and make the solver."""
        require(ruleset, Ruleset, "the ruleset")
        require(count, bool, "count")
        if is_equity(rank_by):
            # Says, once, whose tables are used.
            evaluation_of(lexicon)
            ranked_by: Objective | tuple[str, ...] = (EQUITY,)
        else:
            ranked_by = parse_rank_by(rank_by)
        return cls(ruleset, ranked_by, parse_whole(limit, "limit", 1, MAX_LIMIT), count)

    def chunks(
        self,
        positions: object,
        lexicon: Lexicon,
        executor: Executor | None,
        chunk_size: int | None,
        progress: Progress | None,
    ) -> Iterator[BatchPlays]:
        """Return the chunks of the result; check the arguments at once, not at the first chunk."""
        if chunk_size is None:
            most = CHUNK_SIZE if shares_memory(executor) else SENT_CHUNK_SIZE
            # The caller holds one more chunk than the executor has under way.
            n_bytes = self.limit * PLAY_DTYPE.itemsize * (shares_ahead(executor) + 1)
            chunk_size = max(1, min(most, MAX_BYTES // n_bytes))
        size = parse_whole(chunk_size, "chunk_size", 1, MAX_CHUNK_SIZE)
        require_progress(progress, "a function of one number")
        shares = self._shares(positions, size)
        function = functools.partial(_solve_share, self)
        done = done_in_order(function, shares, lexicon, executor)
        # Compile first, so that workers find the kernels on disk.
        self.solve(lexicon, Positions.of([]), never_stopped)
        return self._chunks(done, lexicon, progress)

    def _chunks(
        self,
        done: Generator[tuple[_Share, _Solved]],
        lexicon: Lexicon,
        progress: Progress | None,
    ) -> Iterator[BatchPlays]:
        n = 0
        with contextlib.closing(done):
            for share, (dealt, columns, n_legal) in done:
                positions = share if isinstance(share, Positions) else dealt
                assert positions is not None
                n += len(positions)
                yield BatchPlays(positions, lexicon, self.ruleset, columns, n_legal)
                if progress is not None:
                    progress(n)

    def _shares(self, positions: object, size: int) -> Iterator[_Share]:
        if isinstance(positions, Deal):
            rows, deal = range(positions.n), positions
            mine = self.ruleset.hand_size, self.ruleset.community_size
            its = deal.ruleset.hand_size, deal.ruleset.community_size
            if its != mine:
                raise InvalidInputError(
                    f"the deal has {its[0]} cards in a hand and {its[1]} in the community, the"
                    f" ruleset {mine[0]} and {mine[1]}; give both the same ruleset"
                )
            return ((deal, rows[at : at + size]) for at in rows[::size])
        if isinstance(positions, Positions):
            return self._checked(positions, size)
        if isinstance(positions, str) or not isinstance(positions, Iterable):
            raise InvalidInputError(
                f"positions are given as {type(positions).__name__}; give Positions, a Deal, or a"
                " list of Position"
            )
        require_iterable(positions, "positions")
        return self._listed(positions, size)

    def _listed(self, positions: Iterable[object], size: int) -> Iterator[_Share]:
        single: list[Position] = []
        n = 0
        # The last one ends the single positions before it.
        for item in itertools.chain(positions, [Positions.of([])]):
            if not isinstance(item, Position | Positions):
                raise InvalidInputError(f"{show(item)} is given for a position; give a Position")
            if single and (len(single) == size or isinstance(item, Positions)):
                yield from self._checked(Positions.of(single, n), size)
                n, single = n + len(single), []
            if isinstance(item, Position):
                single.append(item)
            else:
                yield from self._checked(item, size)

    def _checked(self, positions: Positions, size: int) -> Iterator[Positions]:
        positions.check(self.ruleset)
        return (positions[at : at + size] for at in range(0, len(positions), size))

    def solve(
        self, lexicon: Lexicon, positions: Positions, is_stopped: IsStopped
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64] | None]:
        """Return the columns, and the number of plays if they are counted."""
        n = len(positions)
        workspace = new_workspace(self.limit)
        rows = np.empty((n, self.limit, PLAY_SIZE), np.int64)
        n_legal = np.empty(n, np.int64) if self.count else None
        desks, equities = self.desks(lexicon)
        for start in range(0, max(n, 1), _STEP):
            if is_stopped():
                raise Stopped
            step = slice(start, start + _STEP)
            given = columns_of(positions, step)
            entries.solve_rows(given, desks, equities, lexicon.trie, workspace, rows[step])
            if n_legal is not None:
                entries.count_rows(given, desks, lexicon.trie, workspace, n_legal[step])
        return rows.view(PLAY_DTYPE)[:, :, 0], n_legal

    def desks(self, lexicon: Lexicon) -> tuple[npt.NDArray[np.int64], Equities]:
        """The desks, and the tables of equity, by number of opponents."""
        ruleset, n_all = self.ruleset, range(MAX_OPPONENTS + 1)
        if not is_equity(self.rank_by):
            desks = [questions.template(ruleset, self.rank_by, n) for n in n_all]
            return np.stack(desks), _NO_EQUITY
        tables = Evaluation.of(lexicon.digest)
        desks = [questions.equity_template(ruleset, tables, n) for n in n_all]
        players = [max(2, 1 + n) for n in n_all]
        arrays = np.stack([questions.evaluation_array(tables, n) for n in players])
        goals = np.array([ruleset.goals[n] for n in players], np.int64)
        return np.stack(desks), Equities(arrays, goals, np.zeros(len(LETTERS)))

    def joined(self, chunks: list[BatchPlays], lexicon: Lexicon) -> BatchPlays:
        """Join the chunks, in the order given."""
        # As integers: NumPy joins rows of many columns column by column, forty times as slow.
        none = np.empty((0, self.limit * PLAY_SIZE), np.int64)
        columns = [np.ascontiguousarray(chunk.columns).view(np.int64) for chunk in chunks]
        counts = [chunk.n_legal for chunk in chunks if chunk.n_legal is not None]
        return BatchPlays(
            Positions.joined([chunk.positions for chunk in chunks]),
            lexicon,
            self.ruleset,
            np.concatenate([none, *columns]).view(PLAY_DTYPE),
            np.concatenate([np.empty(0, np.int64), *counts]) if self.count else None,
        )


def _solve_share(solver: Solver, lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> _Solved:
    if isinstance(share, Positions):
        return None, *solver.solve(lexicon, share, is_stopped)
    deal, rows = share
    positions = deal.positions(rows.start, rows.stop)
    return positions, *solver.solve(lexicon, positions, is_stopped)
