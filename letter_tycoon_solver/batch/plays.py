"""`BatchPlays`: the best plays of many positions as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from .._html import SHOWN, html_texts
from ..errors import InvalidInputError, require, require_each
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, parse_whole
from ..rules.ruleset import Ruleset
from ..search.frames import Answers, PlayRows, arrow_table
from ..search.plays import Plays
from .positions import PLAYER, Positions

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

    @classmethod
    def joined(cls, chunks: Sequence[BatchPlays]) -> BatchPlays:
        """Join results of the same solver, in the order given.

        Raises:
            InvalidInputError: the list is empty, or an entry is not a BatchPlays.
        """
        require_each(chunks, BatchPlays, "the chunks")
        if not chunks:
            raise InvalidInputError("there are no chunks to join; give at least one")
        first = chunks[0]
        counts = [chunk.n_legal for chunk in chunks if chunk.n_legal is not None]
        # As integers: NumPy joins rows of many columns column by column, forty times as slow.
        columns = [np.ascontiguousarray(chunk.columns).view(np.int64) for chunk in chunks]
        return cls(
            Positions.joined([chunk.positions for chunk in chunks]),
            first.lexicon,
            first.ruleset,
            np.concatenate(columns).view(first.columns.dtype),
            np.concatenate(counts) if counts else None,
        )

    @property
    def n_plays(self) -> Ints:
        """int64 [n]: the number of plays listed for each position, at most `top`."""
        counts: Ints = np.count_nonzero(self.columns["n_words"], axis=1)
        return counts

    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """float64 [n, top]: money + stock - royalties / number of opponents."""
        royalties = self.columns["royalties"].sum(axis=2, dtype=np.int64)
        paid = self.columns["money"].astype(np.int64) + self.columns["stock"]
        n_opponents = np.maximum(self.positions.n_opponents, 1).astype(np.int64)
        margins: npt.NDArray[np.float64] = paid - royalties / n_opponents[:, None]
        return margins

    def words(self, rank: int = 0) -> list[str]:
        """List the words of each position's play at `rank`, 0 for the best.

        Two words are written "CAT DOG"; a position without such a play gets "".

        Raises:
            InvalidInputError: `rank` is not below `top`.
        """
        rank = parse_whole(rank, "rank", 0, self.columns.shape[1] - 1)
        numbers = self.columns["word"][:, rank].copy()
        n_words = self.columns["n_words"][:, rank]
        numbers[n_words == 0] = -1
        different, where = np.unique(numbers, return_inverse=True)
        texts = np.array(
            ["" if number < 0 else self.lexicon.word(int(number)) for number in different],
            dtype=object,
        )
        pairs = texts[where.reshape(numbers.shape)]
        return [f"{first} {second}" if second else first for first, second in pairs]

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
        shown = [
            (
                position.hand,
                position.community,
                plays[0].notation if plays else "",
                f"{plays[0].margin:g}" if plays else "",
            )
            for position, plays in zip(self.positions[:SHOWN], self[:SHOWN], strict=True)
        ]
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
            plays=self.columns[at, rank],
            ranks=rank + 1,
            rows=positions.rows[at],
            hands=positions.hands[at],
            communities=positions.communities[at],
            owns_z=positions.owners[at, LETTERS.index("Z")] == PLAYER,
            n_opponents=positions.n_opponents[at],
            n_legal=None if self.n_legal is None else self.n_legal[at],
        )

    def _item(self, rank: int) -> Plays:
        columns = self.columns[rank]
        plays = columns[: np.count_nonzero(columns["n_words"])]
        return Plays(self.positions[rank], self.lexicon, self.ruleset, plays)
