"""The best plays of many positions in files: CSV, JSON lines and Parquet; and as an Arrow table.

A row is a play; a position without plays has one row, whose columns from `rank` to `leave` are
empty. All formats have the same columns, but for `play`, which CSV and JSON lines alone have:

row            number of the position's row in what it came from, from 0
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
leave          how many hand cards are kept
n_legal        how many legal plays the position has; only if they were counted

The notation takes a Play object a row, which is most of the time that CSV and JSON lines take.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
import numpy.typing as npt

from .._work.files import named_if_free, parse_path, unfinished_beside
from ..errors import InvalidInputError, LetterTycoonError
from ..lexicon import Lexicon
from .appended_files import AppendedFile, ParquetFile, TextFile
from .plays import BatchPlays
from .positions import Bytes
from .sources.arrow import pyarrow_for

if TYPE_CHECKING:
    import pyarrow as pa

PART: Final = ".part"
"""Follows the name of a file that was not finished and is kept."""

_OF_POSITION: Final = ("row", "hand", "community")
_NOTATION: Final = "play"
_COUNT: Final = "n_legal"
_TYPES: Final = {
    "row": "int64",
    "hand": "string",
    "community": "string",
    "rank": "int32",
    "word_1": "string",
    "word_2": "string",
    "money": "int32",
    "stock": "int32",
    "royalties": "int32",
    "margin": "float64",
    "patent_value": "int32",
    "leave": "int32",
    _COUNT: "int64",
}

Texts = npt.NDArray[np.object_]


class OutputError(LetterTycoonError):
    """Results cannot be written any more: the disk is full, or gone."""


class PlaysWriter:
    """Writes chunks of plays to a file; a context manager.

    path    a .csv, .jsonl or .parquet file; the columns stand at the top of this module
    count   whether the plays were counted, as for `iter_solve_batch`
    n_rows  how many rows the file has

    The rows go to a hidden file beside, .NAME.RANDOM.unfinished, which gets the name at the end.
    After an error or Ctrl-C its whole rows, if there are any, are kept as NAME.part, or under the
    hidden name if NAME.part has come since the start; `kept` is the path. What is kept is never
    replaced: as long as there is a NAME.part, no writer starts.

    Raises InvalidInputError, before anything is written, for what is no path, another suffix, a
    path that cannot be written, a NAME.part that is there, or Parquet without pyarrow; for what are
    no BatchPlays, or plays that were counted where `count` is False, or the reverse; later
    OutputError if the disk is full.
    """

    kept: Path | None
    n_rows: int

    def __init__(self, path: str | os.PathLike[str], *, count: bool = False) -> None:
        self._path = parse_path(path)
        self._count = bool(count)
        self.kept = None
        self.n_rows = 0
        open_file = _FORMATS.get(self._path.suffix.lower())
        if open_file is None:
            raise InvalidInputError(
                f"{self._path} has the suffix {self._path.suffix or '(none)'}; results are written"
                f" to {', '.join(_FORMATS)}"
            )
        try:
            # Not the link is replaced but what it points to.
            self._target = self._path.resolve() if self._path.is_symlink() else self._path
            self._part = self._target.with_name(self._target.name + PART)
            if self._target.exists() and not self._target.is_file():
                raise InvalidInputError(f"{self._path} is no ordinary file; give another name")
            if self._part.exists():
                raise InvalidInputError(
                    f"{self._part} is there, which holds the rows of a run that was not finished;"
                    " rename or delete it, and start again"
                )
            self._unfinished = unfinished_beside(self._target)
            self._file: AppendedFile | None = open_file(self._unfinished, count)
        except OSError as error:
            raise InvalidInputError(
                f"{self._path} cannot be written: {_reason(error)}; give another place"
            ) from error

    def write(self, plays: BatchPlays) -> None:
        """Adds the rows of some plays."""
        if self._file is None:
            raise InvalidInputError(f"{self._path} is closed; open it anew")
        if not isinstance(plays, BatchPlays):
            raise InvalidInputError(
                f"{type(plays).__name__} is given for plays to write; give BatchPlays"
            )
        if (plays.n_legal is not None) != self._count:
            given = "were not counted" if self._count else "were counted"
            raise InvalidInputError(
                f"the plays {given} and count is {self._count}; give the writer the count that"
                " solved them"
            )
        try:
            self._file.write(plays)
        except OSError as error:
            self._keep()
            raise self._failed(error) from error

    def finish(self) -> None:
        """Gives the file its name."""
        if self._file is None:
            return
        try:
            self._file.flush()
            self._file.close()
            self._unfinished.replace(self._target)
        except OSError as error:
            self._keep()
            raise self._failed(error) from error
        except KeyboardInterrupt:
            self._keep()
            raise
        self.n_rows = self._file.n_rows
        self._file = None

    @property
    def note_on_kept(self) -> str:
        """What is left of a file that was not finished, in words."""
        if self.kept is None:
            return f"nothing of {self._path} was finished"
        rows = "row that was finished is" if self.n_rows == 1 else "rows that were finished are"
        return f"the {self.n_rows:,} {rows} in {self.kept}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self._keep()

    def _keep(self) -> None:
        """Closes an unfinished file, and keeps it if there is anything in it."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with contextlib.suppress(OSError):
            file.flush()
        with contextlib.suppress(OSError):
            file.close()
        self.n_rows = file.n_rows
        if self.n_rows:
            self.kept = self._unfinished
            # Ctrl-C may have come when it had its name already.
            is_there = self._unfinished.exists()
            self.kept = named_if_free(self._unfinished, self._part) if is_there else self._target
        else:
            self._unfinished.unlink(missing_ok=True)

    def _failed(self, error: OSError) -> OutputError:
        return OutputError(
            f"{self._path} cannot be written any further: {_reason(error)}; {self.note_on_kept}"
        )


def write_plays(
    chunks: Iterable[BatchPlays], path: str | os.PathLike[str], *, count: bool = False
) -> int:
    """Writes what `iter_solve_batch` gives to a file; returns the number of rows.

    path and count as for PlaysWriter, which is made before the first chunk is asked for, and raises
    what that raises. On Ctrl-C the message of the KeyboardInterrupt says what is kept.
    """
    if not isinstance(chunks, Iterable):
        raise InvalidInputError(
            f"{type(chunks).__name__} is given for chunks of plays; give an iterable of BatchPlays"
        )
    with PlaysWriter(path, count=count) as writer:
        try:
            for plays in chunks:
                writer.write(plays)
        except KeyboardInterrupt as error:
            writer._keep()
            raise KeyboardInterrupt(f"interrupted; {writer.note_on_kept}") from error
    return writer.n_rows


def csv_head(count: bool) -> str:
    """The first line of CSV."""
    return ",".join(_names(count)) + "\n"


def csv_text(plays: BatchPlays) -> str:
    """The lines of some plays in CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_rows(plays))
    return text.getvalue()


def json_text(plays: BatchPlays) -> str:
    """The lines of some plays as JSON, an object a row; what is empty is null."""
    names = _names(plays.n_legal is not None)
    return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in _rows(plays))


def to_arrow(plays: BatchPlays) -> pa.Table:
    """The plays as a table of Arrow; its columns stand at the top of this module.

    Needs pyarrow, the extra [data]. A data frame is `to_arrow(plays).to_pandas()`, or
    `polars.from_arrow(to_arrow(plays))`.
    """
    pa = pyarrow_for("Arrow tables")
    at, rank = _picked(plays)
    columns = _columns(plays, at, rank)
    has_play = plays.columns["n_words"][at, rank] > 0
    arrays = []
    for name in _names(plays.n_legal is not None, notation=False):
        kind = getattr(pa, _TYPES[name])()
        empty = None if name in _OF_POSITION or name == _COUNT else ~has_play
        values = columns[name]
        if name in _OF_POSITION and values.ndim == 2:
            arrays.append(_arrow_letters(values))
        else:
            arrays.append(pa.array(values, kind, mask=None if values.dtype == object else empty))
    return pa.Table.from_arrays(arrays, schema=_schema(plays.n_legal is not None))


# Rows of plays -----------------------------------------------------------------------------------


def _names(count: bool, *, notation: bool = True) -> list[str]:
    names = [name for name in _TYPES if count or name != _COUNT]
    if notation:
        names.insert(names.index("word_1"), _NOTATION)
    return names


def _picked(plays: BatchPlays) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Of each row that is written the position and the rank from 0."""
    wanted = plays.columns["n_words"] > 0
    wanted[:, 0] = True
    at, rank = np.nonzero(wanted)
    return at, rank


def _columns(
    plays: BatchPlays, at: npt.NDArray[np.intp], rank: npt.NDArray[np.intp]
) -> dict[str, npt.NDArray[Any]]:
    """The columns but the notation; cards as uint8 [n, width], words as objects, None for none."""
    picked = plays.columns[at, rank]
    words = _words_of(plays.lexicon, picked)
    columns = {
        "row": plays.positions.rows[at],
        "hand": plays.positions.hands[at],
        "community": plays.positions.communities[at],
        "rank": rank + 1,
        "word_1": words[:, 0],
        "word_2": words[:, 1],
        "money": picked["money"],
        "stock": picked["stock"],
        "royalties": picked["royalties"].sum(axis=1, dtype=np.int64),
        "margin": plays.margin[at, rank],
        "patent_value": picked["patent_value"],
        "leave": picked["leave"],
    }
    if plays.n_legal is not None:
        columns[_COUNT] = plays.n_legal[at]
    return columns


def _words_of(lexicon: Lexicon, picked: npt.NDArray[np.void]) -> Texts:
    """Both words of each play, None for none: each different word is decoded once."""
    numbers = picked["word"].copy()
    numbers[picked["n_words"] == 0] = -1
    different, where = np.unique(numbers, return_inverse=True)
    texts = np.empty(len(different), object)
    texts[:] = [None if number < 0 else lexicon.word(number) for number in different.tolist()]
    words: Texts = texts[where.reshape(numbers.shape)]
    return words


def _rows(plays: BatchPlays) -> Iterable[tuple[object, ...]]:
    """The rows that are written as text, None for what is empty."""
    at, rank = _picked(plays)
    columns = _columns(plays, at, rank)
    without = np.flatnonzero(plays.columns["n_words"][at, rank] == 0)
    lists: dict[str, list[object]] = {}
    for name, values in columns.items():
        lists[name] = _letters(values) if values.ndim == 2 else values.tolist()
        if name not in _OF_POSITION and name != _COUNT:
            for place in without:
                lists[name][place] = None
    notations: list[object] = []
    for of_position in plays:
        notations += [play.notation for play in of_position] or [None]
    lists[_NOTATION] = notations
    return zip(*(lists[name] for name in _names(plays.n_legal is not None)), strict=True)


def _letters(cards: Bytes) -> list[object]:
    return [row.tobytes().rstrip(b"\0").decode("ascii") for row in cards]


def _arrow_letters(cards: Bytes) -> pa.Array:
    import pyarrow as pa

    offsets = np.zeros(len(cards) + 1, np.int32)
    np.cumsum(np.count_nonzero(cards, axis=1), out=offsets[1:])
    return pa.StringArray.from_buffers(
        len(cards), pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(cards[cards != 0]))
    )


def _schema(count: bool) -> pa.Schema:
    import pyarrow as pa

    names = _names(count, notation=False)
    return pa.schema([(name, getattr(pa, _TYPES[name])()) for name in names])


# Files -------------------------------------------------------------------------------------------


def _open_csv(path: Path, count: bool) -> AppendedFile:
    return TextFile(path, csv_head(count), csv_text)


def _open_json(path: Path, _count: bool) -> AppendedFile:
    return TextFile(path, "", json_text)


def _open_parquet(path: Path, count: bool) -> AppendedFile:
    pyarrow_for("Parquet files")
    return ParquetFile(path, _schema(count), to_arrow)


_FORMATS: Final[dict[str, Callable[[Path, bool], AppendedFile]]] = {
    ".csv": _open_csv,
    ".jsonl": _open_json,
    ".parquet": _open_parquet,
}


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
