"""`Plays`: ranked plays as typed columns, `Play` objects only when asked for.

A row of the columns is 48 bytes, PLAY_DTYPE (from _kernels/layouts.py):

score            the ranking as one integer; compares only within the same Plays
word             numbers of the words (`Lexicon.word`); -1 for no second word
from_hand        per word, the cards that come from the hand: a field of 5 bits per slot, lowest
                 slot first (see _kernels/layouts.py for which letter has which slot)
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

import enum
import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from .._html import NOTHING, SHOWN, html_grid
from .._kernels import layouts
from .._kernels.layouts import AFTER_PLAY, TURN_DTYPE
from ..rules.cards import PATENT_COST
from ..rules.play import COMMUNITY, DUPLICATE, HAND, SUFFIX, Play, PlayedWord
from .frames import PlayRows, Ranked, arrow_table
from .rows import count_plays, equity_of

if TYPE_CHECKING:
    import pyarrow as pa


# Plays as a table: plain text, and HTML for notebooks; the command adds one for terminals.
#
# The columns are described once, in `columns_for`; a cell is a row of pieces, each a text and the
# part it plays, and the tables only differ in how they show a part. The notation of play.py carries
# all of it without colour.


NUMBER: Final = "#"
_NO_PLAY: Final = "no legal play"
_GAP: Final = "  "


class Part(enum.Enum):
    """The kind of a piece of a cell."""

    PLAIN = enum.auto()
    DIM = enum.auto()
    HAND = enum.auto()
    COMMUNITY = enum.auto()
    DUPLICATE = enum.auto()
    SUFFIX = enum.auto()
    DOUBLER = enum.auto()
    ROYALTY = enum.auto()


_PART_OF_SOURCE: Final = {
    HAND: Part.HAND,
    COMMUNITY: Part.COMMUNITY,
    DUPLICATE: Part.DUPLICATE,
    SUFFIX: Part.SUFFIX,
}

# Colours that can be read on white and on black.
_CSS: Final = {
    Part.DIM: "opacity:.6",
    Part.HAND: "color:#1a9850;font-weight:bold",
    Part.COMMUNITY: "color:#3182bd",
    Part.DUPLICATE: "color:#b8860b",
    Part.SUFFIX: "color:#c051c0",
    Part.DOUBLER: "color:#e0443e;font-weight:bold",
    Part.ROYALTY: "color:#e0443e",
}

Cell = list[tuple[str, Part]]


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column: what stands above it, what it shows of a row, which is mostly a play, and how."""

    header: str
    cell: Callable[[Row], Cell]
    is_number: bool = False
    may_wrap: bool = False


def columns_for(n_opponents: int) -> list[Column[Play]]:
    """The columns of a table of plays; without opponents there are no royalties."""
    decimals = _MARGIN_DECIMALS[n_opponents]
    columns = [
        Column("Play", _play_cell),
        Column("$", lambda play: plain(str(play.money)), is_number=True),
        Column("Stock", lambda play: plain(str(play.stock)), is_number=True),
        Column("Royalties", _royalties, is_number=True),
        Column("Margin", lambda play: plain(f"{play.margin:.{decimals}f}"), is_number=True),
        Column("Could buy", _purchasable, may_wrap=True),
        Column("Kept", lambda play: plain(play.leave or NOTHING)),
    ]
    return columns if n_opponents else [c for c in columns if c.header != "Royalties"]


_MARGIN_DECIMALS: Final = (0, 0, 1, 2, 2)
"""By number of opponents: royalties to the average opponent are halves, thirds or quarters."""


def _play_cell(play: Play) -> Cell:
    """`Play.notation` in pieces."""
    pieces: Cell = []
    for word, doublers in zip(play.words, play.doublers, strict=True):
        if pieces:
            pieces.append((" & ", Part.PLAIN))
        pieces += _word_pieces(word)
        if doublers:
            pieces.append((f"*{doublers}", Part.DOUBLER))
    return pieces


def _word_pieces(word: PlayedWord) -> Cell:
    pieces = [
        (PlayedWord(letter, source).notation, _PART_OF_SOURCE[source])
        for letter, source in zip(word.word, word.sources, strict=True)
    ]
    return [*pieces, (f"/{word.y_as}", Part.DIM)] if word.y_as else pieces


def _royalties(play: Play) -> Cell:
    pieces: Cell = []
    for dollars in play.royalties:
        if pieces:
            pieces.append((", ", Part.DIM))
        pieces.append((str(dollars), Part.ROYALTY if dollars else Part.DIM))
    return pieces


def _purchasable(play: Play) -> Cell:
    prices = " ".join(f"{letter}{PATENT_COST[letter]}" for letter in play.purchasable)
    return plain(prices or NOTHING)


def plain(text: str) -> Cell:
    """A cell that is one piece; dim if there is nothing in it."""
    return [(text, Part.DIM if text == NOTHING else Part.PLAIN)]


# The tables --------------------------------------------------------------------------------------


def text_table(plays: Plays) -> str:
    """The first plays as plain text, and a last line that says how many more there are."""
    if not plays:
        return _NO_PLAY
    rows = _rows(plays, lambda cell: "".join(text for text, _ in cell))
    columns = columns_for(len(plays.position.opponents))
    is_number = [True, *(column.is_number for column in columns)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        _GAP.join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, *_more(plays)])


def html_table(plays: Plays) -> str:
    """The same as HTML."""
    if not plays:
        return f"<p>{_NO_PLAY}</p>"
    headers, *rows = _rows(plays, _html)
    return html_grid(headers, rows) + "".join(f"<p>{line}</p>" for line in _more(plays))


def _rows(plays: Plays, written: Callable[[Cell], str]) -> list[list[str]]:
    """The headers, and a row for each of the first plays."""
    columns = columns_for(len(plays.position.opponents))
    return [
        [NUMBER, *(column.header for column in columns)],
        *(
            [str(number), *(written(column.cell(play)) for column in columns)]
            for number, play in enumerate(plays[:SHOWN], 1)
        ),
    ]


def _html(cell: Cell) -> str:
    return "".join(
        f'<span style="{_CSS[part]}">{html.escape(text)}</span>'
        if part in _CSS
        else html.escape(text)
        for text, part in cell
    )


def _more(plays: Plays) -> list[str]:
    hidden = len(plays) - SHOWN
    return [f"... and {hidden:,} more play{'s' if hidden > 1 else ''}"] if hidden > 0 else []


PLAY_DTYPE: Final = layouts.PLAY_DTYPE


@dataclass(frozen=True, eq=False, repr=False)
class Plays(Ranked[Play]):
    """The plays of a position, best first: a lazy sequence of `Play`.

    Made by `find_plays`. Slices are Plays too and share the columns. `plays["JEWELS"]` is the best
    play with that word, `"JEWELS" in plays` tells whether there is one, `plays.index("JEWELS")` its
    rank. `position`, `lexicon` and `ruleset` are those that they were found by.
    """

    __slots__ = ("_rows",)
    _noun: ClassVar = "play"

    _rows: bytes | npt.NDArray[np.void]
    """The columns, or their bytes: most answers are asked for their best play alone.

    By equity, an array of the turns of the plays, of TURN_DTYPE: see _kernels/layouts.py.
    """

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
        return text_table(self)

    def _repr_html_(self) -> str:
        return html_table(self)

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
