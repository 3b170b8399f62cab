"""Answers as a lazy sequence, and as columns for Arrow, pandas, polars and files.

A row of a table of plays is a play; of many positions, one without plays has one row,
whose columns from `rank` to `n_left` are empty:

row            number of the position's row in what it came from, from 0; 0 for a single position
hand           its cards, by letter
community      the community's cards, by letter
rank           place of the play, 1 for the best
play           notation of the play, see play.py
word_1         the word
word_2         the second word, empty if there is none
money          dollars from the bank
stock          stock from the bank
royalties      dollars to all opponents together
margin         money + stock - royalties / number of opponents
patent_value   cost of the dearest patent that could be bought, 0 if there is none
n_left         how many hand cards are left
n_legal        how many legal plays the position has; only if they were counted

A row of a table of turns is a turn:

rank           place of the turn, 1 for the best
turn           notation of the turn, see rules/turn.py
replace        the card that the owner of Q replaces, empty for none
play           notation of the words, empty without words; so word_1 and word_2
buy            the patent to buy, empty for none
discards       the cards discarded or exchanged
kept           the cards kept
money          of the play, 0 without words; stock and royalties likewise
equity         dollars over the average opponent
equity_margin  a part of equity; the others: equity_patent, equity_leave, equity_community
"""

from __future__ import annotations

import itertools
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    NoReturn,
    Protocol,
    Self,
    SupportsIndex,
    TypeVar,
    overload,
)

import numpy as np
import numpy.typing as npt

from .._extras import extra_module
from ..errors import InvalidInputError, PlayNotFoundError, show, there_are
from ..lexicon import Lexicon
from ..lexicon.lexicon import spelling_of
from ..rules.cards import BY_PATENT_COST, LETTERS, VOWELS
from ..rules.play import EQUITY_PARTS
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from .rows import FIELD, FIELD_BITS, RowReader, bare_words, can_lay, ranks_with

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from ..rules.turn import Turn

# The notation of many plays at once, see play.py: no object a play.
#
# A text is a row of ASCII, 0 where there is nothing; `packed` leaves the zeros out. Rows are made
# column by column, uint8 [n], and a column of zeros alone is left out early: that is fast.


Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

BLOCK: Final = 1 << 16
"""Rows that are written at a time, to bound the memory."""
_A: Final = ord("A")
_TO_LOWER: Final = ord("a") - _A
_NONE: Final = 255
_VOWEL_CODES: Final = np.array([ord(letter) for letter in sorted(VOWELS)], np.uint8)
_B_OR_J, _K = 3, 4
_PLACE_OF: Final = np.full(128, len(LETTERS))
"""By ASCII code its place in the order of the slots, the last for what is no letter."""
_PLACE_OF[[ord(letter) for letter in reversed(BY_PATENT_COST)]] = np.arange(len(LETTERS))


class PackedTexts(NamedTuple):
    """Texts one behind the other.

    data      uint8; ASCII
    offsets   int32 [n + 1]; text i is data[offsets[i]:offsets[i + 1]]
    """

    data: Bytes
    offsets: npt.NDArray[np.int32]

    def to_list(self) -> list[str]:
        """The texts as strings."""
        text, ends = self.data.tobytes().decode("ascii"), self.offsets.tolist()
        return [text[start:end] for start, end in itertools.pairwise(ends)]


def packed(texts: Bytes) -> PackedTexts:
    """Texts of a column, uint8 [n, width], without the zeros."""
    offsets = np.zeros(len(texts) + 1, np.int32)
    np.cumsum(np.count_nonzero(texts, axis=1), out=offsets[1:])
    data = texts.ravel()
    return PackedTexts(data.compress(data != 0), offsets)


def notations(
    plays: npt.NDArray[np.void],
    words: tuple[Bytes, Bytes],
    hands: Bytes,
    communities: Bytes,
    owns_z: npt.NDArray[np.bool_],
) -> PackedTexts:
    """The notation of each of n plays, as `Play.notation`; nothing for a row without a play.

    Words, the first and the second ones, hands and communities are uint8 [n, width].
    """
    parts = []
    for start in range(0, len(plays), BLOCK):
        step = slice(start, start + BLOCK)
        some = plays[step]
        starts = _first_bits(hands[step], communities[step], owns_z[step])
        first, second = (
            _of_word(some, at, np.ascontiguousarray(word[step].T), starts)
            for at, word in enumerate(words)
        )
        join = [(some["n_words"] == 2) * np.uint8(code) for code in b" & "]
        columns = [column for column in (*first, *join, *second) if column.any()]
        parts.append(packed(np.stack(columns or join, axis=1)))
    if not parts:
        return packed(np.zeros((0, 0), np.uint8))
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    offsets = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=offsets[1:])
    return PackedTexts(np.concatenate([part.data for part in parts]), offsets)


def _first_bits(hands: Bytes, communities: Bytes, owns_z: npt.NDArray[np.bool_]) -> Bytes:
    """By place in the order of slots where a field begins in `from_hand`, see _kernels/layouts.py.

    uint8 [27, n]; any number for a letter without a field.
    """
    there = np.zeros((len(LETTERS) + 1, len(hands)), np.uint8)
    rows = np.arange(len(hands))
    for codes in (*hands.T, *communities.T):
        there[_PLACE_OF[codes], rows] = FIELD_BITS
    there[_PLACE_OF[ord("S")], owns_z] = FIELD_BITS
    # By rows: NumPy's cumsum goes down each column, a hundred times as slow.
    return np.stack(list(itertools.accumulate(there, operator.add))) - there


def _of_word(plays: npt.NDArray[np.void], at: int, word: Bytes, starts: Bytes) -> list[Bytes]:
    """The notation of the words at 0 or 1 of the plays, with their Ys and doublers.

    The words are uint8 [width, n].
    """
    doublers = plays["doublers"][:, at]
    return [
        *_letters(plays, at, word, starts),
        *_marked("/", _ys(word, doublers)),
        *_marked(
            "*", [(doublers & 1 << bit > 0) * np.uint8(code) for bit, code in enumerate(b"BJKQ")]
        ),
    ]


def _letters(plays: npt.NDArray[np.void], at: int, word: Bytes, starts: Bytes) -> list[Bytes]:
    """The letters with their sources: three columns for each, as in "(E)" or "+S".

    From the right: the suffix is the last letter, the duplicate the last of its letter, and of
    equal letters the community's come first.
    """
    rows = np.arange(len(plays))
    in_hand = plays["from_hand"][:, at].astype(np.int64)
    awaits_suffix = plays["suffix_word"] == at
    duplicate = np.where(plays["duplicate_word"] == at, plays["duplicate"] + np.uint8(_A), _NONE)
    columns = []
    for code in reversed(word):
        is_suffix = awaits_suffix & (code > 0)
        awaits_suffix ^= is_suffix
        is_duplicate = ~is_suffix & (code == duplicate)
        duplicate[is_duplicate] = _NONE
        is_card = (code > 0) & ~is_suffix & ~is_duplicate
        start = starts[_PLACE_OF[code], rows]
        is_hand = is_card & (in_hand >> start & FIELD > 0)
        in_hand -= is_hand.astype(np.int64) << start
        columns += [
            is_duplicate * np.uint8(ord(")")),
            code + np.uint8(_TO_LOWER) * (is_card & ~is_hand),
            np.uint8(ord("(")) * is_duplicate + np.uint8(ord("+")) * is_suffix,
        ]
    return columns[::-1]


def _ys(word: Bytes, doublers: Bytes) -> list[Bytes]:
    """Return how each Y is declared, the same as rows._declare_ys."""
    all_vowels = doublers & _B_OR_J > 0
    has_vowel = np.isin(word, _VOWEL_CODES).any(axis=0)
    is_vowel = all_vowels | ((doublers & _K > 0) & ~has_vowel)
    columns = []
    for is_y in word == ord("Y"):
        columns.append(np.where(is_vowel, np.uint8(ord("v")), np.uint8(ord("c"))) * is_y)
        # With K alone, only the first Y is the vowel.
        is_vowel = np.where(is_y, all_vowels, is_vowel)
    return columns


def _marked(mark: str, columns: list[Bytes]) -> list[Bytes]:
    """The columns of texts with a mark before those texts that are not empty."""
    return [np.any(columns, axis=0) * np.uint8(ord(mark)), *columns]


Item = TypeVar("Item")
Column = npt.NDArray[Any] | PackedTexts
"""Numbers, or texts; one of a play is null where it is empty."""

_COUNT: Final = "n_legal"
_OF_POSITION: Final = ("row", "hand", "community", _COUNT)
_TYPES: Final = {
    "row": "int64",
    "hand": "string",
    "community": "string",
    "rank": "int32",
    "play": "string",
    "word_1": "string",
    "word_2": "string",
    "money": "int32",
    "stock": "int32",
    "royalties": "int32",
    "margin": "float64",
    "patent_value": "int32",
    "n_left": "int32",
    _COUNT: "int64",
}
TURN_COLUMNS: Final = {
    "rank": "int32",
    **dict.fromkeys(("turn", "replace", "play", "word_1", "word_2", "buy"), "string"),
    **dict.fromkeys(("discards", "leave"), "string"),
    **dict.fromkeys(("money", "stock", "royalties"), "int32"),
    **dict.fromkeys(("equity", *(f"equity_{part}" for part in EQUITY_PARTS)), "float64"),
}
"""The columns of turns in their order, with the types of Arrow."""


class PlayRows(NamedTuple):
    """The rows that the columns are made of.

    n plays of PLAY_DTYPE, n_words 0 for a position without plays, with their ranks from 1 and the
    numbers of the positions; of these hands and communities [n, width], whether the player to move
    owns Z, opponents, and plays, unless they were not counted.
    """

    lexicon: Lexicon
    plays: npt.NDArray[np.void]
    ranks: Ints
    rows: Ints
    hands: Bytes
    communities: Bytes
    owns_z: npt.NDArray[np.bool_]
    n_opponents: Bytes
    n_legal: Ints | None = None

    @property
    def has_play(self) -> npt.NDArray[np.bool_]:
        """True if a row is of a play, and not of a position without plays."""
        has_play: npt.NDArray[np.bool_] = self.plays["n_words"] > 0
        return has_play


class Answers(ABC, Generic[Item]):
    """A lazy sequence of answers, which is a table as well.

    It does what a sequence does, but is no `collections.abc.Sequence`: polars and pandas take a
    sequence apart, answer by answer, and do not ask for its columns.
    """

    __slots__ = ()

    _noun: ClassVar[str]
    """The name of an answer, for messages."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _item(self, rank: int) -> Item:
        """The answer of a rank from 0 to below the length."""

    @abstractmethod
    def _part(self, part: slice) -> Self:
        """The answers of a slice."""

    @abstractmethod
    def _table(self) -> pa.Table: ...

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Item | Self:
        """The answer of a rank from 0, which counts from the end if less, or those of a slice.

        Raises:
            IndexError: there is no answer of that rank.
        """
        if isinstance(index, slice):
            return self._part(index)
        n, rank = len(self), operator.index(index)
        if not -n <= rank < n:
            allowed = f": index 0 to {n - 1}, or from the end -1 to {-n}" if n else ""
            raise IndexError(f"{self._size}{allowed}; {show(rank)} is given")
        return self._item(rank % n)

    def to_arrow(self) -> pa.Table:
        """The answers as an Arrow table.

        Returns:
            The columns that the file formats describe: a row a play for plays, a row a turn for
            turns. A position of a batch that has no plays has one row, with nulls from rank on.

        Raises:
            InvalidInputError: pyarrow is not installed.
        """
        return self._table()

    def __iter__(self) -> Iterator[Item]:
        return map(self._item, range(len(self)))

    def __contains__(self, value: object) -> bool:
        return any(True for _ in self._ranks(value))

    def count(self, value: object) -> int:
        """Count how often an answer is here."""
        return sum(1 for _ in self._ranks(value))

    def index(self, value: object) -> int:
        """The rank, from 0, of an answer among all; a slice says where to look.

        Args:
            value: an answer; where answers have words, also bare words: "JEWELS", "jewels & cat".

        Raises:
            PlayNotFoundError: no such answer is here; also a ValueError.
        """
        for rank in self._ranks(value):
            return rank
        raise self._not_found(value)

    def _not_found(self, value: object) -> PlayNotFoundError:
        return PlayNotFoundError(f"{show(value)} is not among the {self._noun}s; {self._size}")

    def _ranks(self, value: object) -> Iterable[int]:
        """The ranks of an answer."""
        for rank, item in enumerate(self):
            if type(item) is type(value) and item == value:
                yield rank

    @property
    def _size(self) -> str:
        """The number of the answers, for messages."""
        return there_are(len(self), self._noun)

    def to_pandas(self) -> pd.DataFrame:
        """The answers as a data frame of pandas, with the columns of `to_arrow`.

        Whole numbers are Int32 and Int64, which stay whole where some are missing.

        Raises:
            InvalidInputError: pandas or pyarrow is not installed.
        """
        pandas = extra_module("pandas", "data frames of pandas")
        table = self.to_arrow()
        pa = extra_module("pyarrow", "Arrow tables")
        whole = {pa.int32(): pandas.Int32Dtype(), pa.int64(): pandas.Int64Dtype()}
        return table.to_pandas(types_mapper=whole.get)

    def to_polars(self) -> pl.DataFrame:
        """The answers as a data frame of polars, with the columns of `to_arrow`.

        Raises:
            InvalidInputError: polars or pyarrow is not installed.
        """
        polars = extra_module("polars", "data frames of polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __array__(self, dtype: object = None, copy: object = None) -> NoReturn:
        # pandas.DataFrame asks for this, not for a stream; without it, it makes columns of objects.
        raise InvalidInputError(
            f"{type(self).__name__} is not an array: to_pandas() gives a data frame of pandas,"
            " .columns an array of NumPy, list() its rows"
        )


def column_names(count: bool) -> list[str]:
    """The names of the columns in their order, with n_legal or without."""
    return [name for name in _TYPES if count or name != _COUNT]


def arrow_schema(count: bool) -> pa.Schema:
    """The names and types of the columns; raises InvalidInputError without pyarrow."""
    return _schema({name: _TYPES[name] for name in column_names(count)})


def _schema(types: Mapping[str, str]) -> pa.Schema:
    pa = extra_module("pyarrow", "Arrow tables")
    return pa.schema([(name, getattr(pa, kind)()) for name, kind in types.items()])


def arrow_table(rows: PlayRows) -> pa.Table:
    """The rows as a table; raises InvalidInputError without pyarrow."""
    schema = arrow_schema(rows.n_legal is not None)
    arrays = [
        _arrow_column(
            values,
            schema.field(name).type,
            None if name in _OF_POSITION else _is_empty(values, rows),
        )
        for name, values in _columns(rows).items()
    ]
    import pyarrow as pa

    return pa.Table.from_arrays(arrays, schema=schema)


def table_of_turns(turns: Iterable[Turn]) -> pa.Table:
    """Turns as a table, the best first; raises InvalidInputError without pyarrow."""
    schema = _schema(TURN_COLUMNS)
    import pyarrow as pa

    return pa.Table.from_pylist(list(map(row_of_turn, turns, itertools.count(1))), schema)


def row_of_turn(turn: Turn, rank: int) -> dict[str, object]:
    """The values of TURN_COLUMNS; an absent word has none."""
    play, equity = turn.play, turn.equity
    return {
        "rank": rank,
        "turn": turn.notation,
        "replace": turn.replace or None,
        "play": play.notation if play else None,
        **{f"word_{number}": word.word for number, word in enumerate(turn.words, 1)},
        "buy": turn.buy or None,
        "discards": turn.discards,
        "leave": turn.leave,
        "money": play.money if play else 0,
        "stock": play.stock if play else 0,
        "royalties": sum(play.royalties) if play else 0,
        "equity": equity.total,
        **{f"equity_{part}": getattr(equity, part) for part in EQUITY_PARTS},
    }


def lists(rows: PlayRows) -> dict[str, list[object]]:
    """The columns as lists of plain numbers and strings, None for what is empty."""
    columns: dict[str, list[object]] = {}
    for name, values in _columns(rows).items():
        column: list[object] = list(
            values.to_list() if isinstance(values, PackedTexts) else values.tolist()
        )
        if name not in _OF_POSITION:
            for row in np.flatnonzero(_is_empty(values, rows)):
                column[row] = None
        columns[name] = column
    return columns


def _columns(rows: PlayRows) -> Mapping[str, Column]:
    """Every column in order; where a row has no play, those of plays have any value."""
    plays = rows.plays
    words = _words(rows, 0), _words(rows, 1)
    royalties = plays["royalties"].sum(axis=1, dtype=np.int64)
    paid = plays["money"].astype(np.int64) + plays["stock"]
    columns: dict[str, Column] = {
        "row": rows.rows,
        "hand": packed(rows.hands),
        "community": packed(rows.communities),
        "rank": rows.ranks,
        "play": notations(plays, words, rows.hands, rows.communities, rows.owns_z),
        "word_1": packed(words[0]),
        "word_2": packed(words[1]),
        "money": plays["money"],
        "stock": plays["stock"],
        "royalties": royalties,
        "margin": paid - royalties / np.maximum(rows.n_opponents, 1),
        "patent_value": plays["patent_value"],
        "n_left": plays["n_left"],
    }
    if rows.n_legal is not None:
        columns[_COUNT] = rows.n_legal
    return columns


def _words(rows: PlayRows, at: int) -> Bytes:
    """The words at 0 or 1 of the plays, uint8 [n, width], 0 behind the last letter."""
    text, starts = spelling_of(rows.lexicon)
    numbers = np.where(rows.plays["n_words"] > at, rows.plays["word"][:, at], len(starts) - 1)
    first = starts.take(numbers)
    # Behind the last word is one without letters.
    lengths = starts.take(numbers + 1, mode="clip") - first
    words = np.zeros((len(numbers), lengths.max(initial=0)), np.uint8)
    for place, column in enumerate(words.T):
        column[:] = text.take(first + place, mode="clip") * (place < lengths)
    return words


def _is_empty(values: Column, rows: PlayRows) -> npt.NDArray[np.bool_]:
    """True where a column of plays is null."""
    return np.diff(values.offsets) == 0 if isinstance(values, PackedTexts) else ~rows.has_play


def _arrow_column(values: Column, kind: Any, empty: npt.NDArray[np.bool_] | None) -> pa.Array:
    import pyarrow as pa

    if not isinstance(values, PackedTexts):
        return pa.array(values, kind, mask=empty)
    valid = None if empty is None else pa.py_buffer(np.packbits(~empty, bitorder="little"))
    n = len(values.offsets) - 1
    return pa.StringArray.from_buffers(
        n, pa.py_buffer(values.offsets), pa.py_buffer(values.data), valid
    )


# The ranked answers of one position: `Plays` and `Turns` have this in common.


class _Plain(Protocol):
    """Tells itself as plain data."""

    def to_dict(self) -> dict[str, object]: ...


RankedItem = TypeVar("RankedItem", bound=_Plain)


@dataclass(frozen=True, eq=False, repr=False)
class Ranked(Answers[RankedItem]):
    """The answers of a position, best first, which bare words find as well as a rank does.

    Attributes:
        position: the position the answers are of.
        lexicon: the lexicon their words are from.
        ruleset: the rules that they were found by.
    """

    __slots__ = ("_kept_reader", "lexicon", "position", "ruleset")

    position: Position
    lexicon: Lexicon
    ruleset: Ruleset
    _kept_reader: ClassVar[RowReader]
    """In each instance, but no field of it: not there until an answer is made."""

    @property
    @abstractmethod
    def _plays(self) -> npt.NDArray[np.void]:
        """The plays of the answers, of PLAY_DTYPE."""

    @property
    def _reader(self) -> RowReader:
        if not hasattr(self, "_kept_reader"):
            object.__setattr__(self, "_kept_reader", RowReader(self.position, self.lexicon))
        return self._kept_reader

    @overload
    def __getitem__(self, index: SupportsIndex) -> RankedItem: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    @overload
    def __getitem__(self, index: str) -> RankedItem: ...
    def __getitem__(self, index: SupportsIndex | slice | str) -> RankedItem | Self:
        """The answer of a rank from 0, the answers of a slice, or the best with these words.

        Args:
            index: words are bare, in any case and order: "JEWELS", "jewels & cat".

        Raises:
            IndexError: there is no answer of that rank.
            PlayNotFoundError: no answer here has just these words; also a KeyError.
        """
        if isinstance(index, str):
            return self._item(self.index(index))
        return super().__getitem__(index)

    def to_dicts(self) -> list[dict[str, object]]:
        """The answers as plain data for JSON: the `to_dict` of each."""
        return [item.to_dict() for item in self]

    def _ranks(self, value: object) -> Iterable[int]:
        if isinstance(value, str):
            ranks: list[int] = ranks_with(self._plays, value, self.lexicon).tolist()
            return ranks
        return super()._ranks(value)

    def _not_found(self, value: object) -> PlayNotFoundError:
        if not isinstance(value, str):
            return super()._not_found(value)
        words = bare_words(value, self.lexicon)
        if not words:
            why = (
                'is not listed; give bare words of the lexicon, such as "JEWELS", or two as'
                ' "JEWELS & CAT"'
            )
        elif self._is_legal(words):
            why = f"is legal, but not listed; {self._size} here, and limit=None lists all"
        else:
            why = "cannot be laid here"
        return PlayNotFoundError(f"{show(value)} {why}")

    def _is_legal(self, words: list[str]) -> bool:
        return can_lay(words, self.position, self.ruleset)
