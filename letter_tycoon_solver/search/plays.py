"""`Plays`: ranked plays as typed columns, `Play` objects only when asked for.

A row of the columns is 48 bytes, PLAY_DTYPE (from _kernels/play_layout.py):

score            the ranking as one integer; compares only within the same Plays
word             numbers of the words (`Lexicon.word`); -1 for no second word
from_hand        per word, the cards that come from the hand: a field of 5 bits per slot, lowest
                 slot first (see _kernels/desk_layout.py for which letter has which slot)
money, stock     what the bank pays
royalties        dollars to each opponent, clockwise; 0 where there is none
patent_value     cost of the dearest patent that could be bought, 0 if there is none
n_left           how many hand cards are left
duplicate        letter of the X duplicate, 0 for A; 255 for none
duplicate_word   the word it is in, 0 or 1
suffix_word      the word with the Z suffix, 0 or 1; 255 for none
doublers         per word: 1 for B, 2 for J, 4 for K, 8 for the Q card, added up
n_words          1 or 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from .._kernels import play_layout
from .._kernels.turn_layout import AFTER_PLAY, TURN_DTYPE
from ..rules.play import Play
from .desks import count_plays
from .frames import PlayRows, arrow_table
from .plays_table import html_table, text_table
from .ranked import Ranked
from .row_reader import equity_of

if TYPE_CHECKING:
    import pyarrow as pa

    from ..lexicon import Lexicon
    from ..rules.position import Position
    from ..rules.ruleset import Ruleset

PLAY_DTYPE: Final = play_layout.PLAY_DTYPE
_set: Final = object.__setattr__


class Plays(Ranked[Play]):
    """The plays of a position, best first: a lazy sequence of `Play`.

    Made by `find_plays`. Slices are Plays too and share the columns. `plays["JEWELS"]` is the best
    play with that word, `"JEWELS" in plays` tells whether there is one, `plays.index("JEWELS")` its
    rank.

    Attributes:
        position: the position the plays are of.
        lexicon: the lexicon their words are from.
        ruleset: the rules that they were found by.
    """

    __slots__ = ("_rows",)
    _noun = "play"

    _rows: bytes | npt.NDArray[np.void]
    """The columns, or their bytes: most answers are asked for their best play alone.

    By equity, an array of the turns of the plays, of TURN_DTYPE: see _kernels/turn_layout.py.
    """

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        ruleset: Ruleset,
        rows: bytes | npt.NDArray[np.void],
    ) -> None:
        super().__init__(position, lexicon, ruleset)
        _set(self, "_rows", rows)

    def __reduce__(self) -> tuple[type[Plays], tuple[object, ...]]:
        return Plays, (self.position, self.lexicon, self.ruleset, self._rows)

    @property
    def columns(self) -> npt.NDArray[np.void]:
        """Array of PLAY_DTYPE, one row a play, read-only; layout at the top of this module.

        It is the memory that the search fills: some fields hold an array, as there are two words
        and four opponents, which data frames do not take. `to_pandas` and its like give plain
        columns.
        """
        rows = self._array
        if rows.dtype == TURN_DTYPE:
            rows = np.ascontiguousarray(rows["play"])
            rows.flags.writeable = False
        return rows

    @property
    def _array(self) -> npt.NDArray[np.void]:
        rows = self._rows
        if not isinstance(rows, bytes):
            return rows
        return np.frombuffer(rows, PLAY_DTYPE) if rows else np.empty(0, PLAY_DTYPE)

    def __len__(self) -> int:
        rows = self._rows
        return len(rows) // PLAY_DTYPE.itemsize if isinstance(rows, bytes) else len(rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plays):
            return NotImplemented
        return (
            self.position == other.position
            and self.lexicon == other.lexicon
            and bool(np.array_equal(self.columns, other.columns))
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def n_legal(self) -> int:
        """The number of different plays of the position, counted without building them.

        That is the length of `find_plays(..., variants="all")` without a limit, whatever this
        sequence was limited to.
        """
        return count_plays(self.position, self.lexicon, self.ruleset)

    def _table(self) -> pa.Table:
        return arrow_table(self._play_rows())

    def _play_rows(self) -> PlayRows:
        n, position = len(self), self.position
        hand, community = (
            np.frombuffer(cards.encode("ascii"), np.uint8)
            for cards in (position.hand, position.community)
        )
        return PlayRows(
            lexicon=self.lexicon,
            plays=self.columns,
            ranks=np.arange(1, n + 1),
            rows=np.zeros(n, np.int64),
            hands=np.broadcast_to(hand, (n, len(hand))),
            communities=np.broadcast_to(community, (n, len(community))),
            owns_z=np.full(n, "Z" in position.patents),
            n_opponents=np.full(n, len(position.opponents), np.uint8),
        )

    def __repr__(self) -> str:
        best = f", best {self[0].notation}" if len(self) else ""
        return f"<Plays: {len(self):,}{best}>"

    def __str__(self) -> str:
        return text_table(self, len(self.position.opponents))

    def _repr_html_(self) -> str:
        return html_table(self, len(self.position.opponents))

    @property
    def _plays(self) -> npt.NDArray[np.void]:
        return self.columns

    def _part(self, part: slice) -> Plays:
        return Plays(self.position, self.lexicon, self.ruleset, self._array[part])

    def _item(self, rank: int) -> Play:
        size, rows = PLAY_DTYPE.itemsize, self._rows
        if isinstance(rows, bytes):
            row = rows[rank * size : (rank + 1) * size]
        else:
            row = rows[rank].tobytes()
        equity = None
        if len(row) > size:
            equity = equity_of(AFTER_PLAY.unpack_from(row, size)[-4:], self.position)
        return self._reader.play(row[:size], equity)
