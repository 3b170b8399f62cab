"""Plays as columns for other programs: Arrow, pandas, polars; files write the same columns.

A row is a play; of many positions, one without plays has one row, whose columns from `rank` to
`n_left` are empty:

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
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .._extras import extra_module
from .plays_notation import PackedTexts, notations, packed

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from ..lexicon import Lexicon

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Column = npt.NDArray[Any] | PackedTexts
"""Numbers, or texts: packed, or objects with None for what is empty."""

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


class PlayRows(NamedTuple):
    """The rows that the columns are made of.

    Attributes:
        lexicon: the lexicon of the words.
        plays: array [n] of plays.PLAY_DTYPE; n_words is 0 for a position without plays.
        ranks: int64 [n]; from 1.
        rows: int64 [n]; the numbers of the positions.
        hands: uint8 [n, width]; their hands.
        communities: uint8 [n, width]; their communities.
        owns_z: bool [n]; whether the player to move owns the patent Z.
        n_opponents: uint8 [n]; their numbers of opponents.
        n_legal: int64 [n]; None if the plays were not counted.
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
        """Return True if a row is of a play, and not of a position without plays."""
        has_play: npt.NDArray[np.bool_] = self.plays["n_words"] > 0
        return has_play


class PlaysFrame(ABC):
    """A table or data frame to be had; its columns stand at the top of this module."""

    __slots__ = ()

    @abstractmethod
    def _play_rows(self) -> PlayRows: ...

    def to_arrow(self) -> pa.Table:
        """The plays as an Arrow table, a row a play: words, notation, whole numbers.

        Returns:
            Columns row, hand, community, rank, play, word_1, word_2, money, stock, royalties,
            margin, patent_value, n_left, and n_legal if the plays of a batch were counted. A
            position of a batch that has no plays has one row, with nulls from rank to n_left.

        Raises:
            InvalidInputError: pyarrow is not installed.
        """
        return arrow_table(self._play_rows())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pd.DataFrame:
        """The plays as a data frame of pandas, with the columns of `to_arrow`.

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
        """The plays as a data frame of polars, with the columns of `to_arrow`.

        Raises:
            InvalidInputError: polars or pyarrow is not installed.
        """
        polars = extra_module("polars", "data frames of polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame


def column_names(count: bool) -> list[str]:
    """The names of the columns in their order, with n_legal or without."""
    return [name for name in _TYPES if count or name != _COUNT]


def arrow_schema(count: bool) -> pa.Schema:
    """The names and types of the columns; raises InvalidInputError without pyarrow."""
    pa = extra_module("pyarrow", "Arrow tables")
    return pa.schema([(name, getattr(pa, _TYPES[name])()) for name in column_names(count)])


def arrow_table(rows: PlayRows) -> pa.Table:
    """The rows as a table; raises InvalidInputError without pyarrow."""
    schema = arrow_schema(rows.n_legal is not None)
    has_play = rows.has_play
    columns = _columns(rows)
    arrays = [
        _arrow_column(
            columns[field.name], field.type, None if field.name in _OF_POSITION else ~has_play
        )
        for field in schema
    ]
    import pyarrow as pa

    return pa.Table.from_arrays(arrays, schema=schema)


def lists(rows: PlayRows) -> dict[str, list[object]]:
    """The columns as lists of plain numbers and strings, None for what is empty."""
    without = np.flatnonzero(~rows.has_play)
    columns: dict[str, list[object]] = {}
    for name, values in _columns(rows).items():
        column: list[object] = list(
            values.to_list() if isinstance(values, PackedTexts) else values.tolist()
        )
        if name not in _OF_POSITION:
            for row in without:
                column[row] = None
        columns[name] = column
    return columns


def _columns(rows: PlayRows) -> Mapping[str, Column]:
    """Every column in order; where a row has no play, those of plays have any value."""
    plays = rows.plays
    different, numbers = _words(rows)
    as_bytes = _as_bytes(different)
    texts = np.array([word or None for word in different], object)[numbers]
    royalties = plays["royalties"].sum(axis=1, dtype=np.int64)
    paid = plays["money"].astype(np.int64) + plays["stock"]
    columns: dict[str, Column] = {
        "row": rows.rows,
        "hand": packed(rows.hands),
        "community": packed(rows.communities),
        "rank": rows.ranks,
        "play": notations(
            plays,
            (as_bytes[numbers[:, 0]], as_bytes[numbers[:, 1]]),
            rows.hands,
            rows.communities,
            rows.owns_z,
        ),
        "word_1": texts[:, 0],
        "word_2": texts[:, 1],
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


def _words(rows: PlayRows) -> tuple[list[str], Ints]:
    """The different words, "" for none, and [n, 2] which of them each play has."""
    numbers = rows.plays["word"].copy()
    numbers[~rows.has_play] = -1
    different, where = np.unique(numbers, return_inverse=True)
    words = ["" if number < 0 else rows.lexicon.word(number) for number in different.tolist()]
    return words, where.reshape(numbers.shape)


def _as_bytes(words: list[str]) -> Bytes:
    """The words as uint8 [n, width], 0 behind the last letter."""
    width = max(map(len, words), default=1) or 1
    return np.array(words, f"S{width}").view(np.uint8).reshape(len(words), width)


def _arrow_column(values: Column, kind: Any, empty: npt.NDArray[np.bool_] | None) -> pa.Array:
    import pyarrow as pa

    if not isinstance(values, PackedTexts):
        return pa.array(values, kind, mask=None if values.dtype == object else empty)
    valid = None if empty is None else pa.py_buffer(np.packbits(~empty, bitorder="little"))
    n = len(values.offsets) - 1
    return pa.StringArray.from_buffers(
        n, pa.py_buffer(values.offsets), pa.py_buffer(values.data), valid
    )
