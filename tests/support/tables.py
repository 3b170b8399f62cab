"""Tables of positions in the formats that people use, and the row of a play in tables."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.selection import Later, slow_with
from support.strategies import random_position

from letter_tycoon_solver import Play, Position, Ruleset
from letter_tycoon_solver.batch.files import COLUMNS, PositionReader

Cells = tuple[str, str, str, str, str]
Frame = Callable[[dict[str, list[Any]]], object]

SMALL = Ruleset(hand_size=5, community_size=2)


def cells_of(position: Position) -> Cells:
    return tuple(position.notation.split())  # type: ignore[return-value]


def csv_of(rows: Sequence[Sequence[str]], header: Sequence[str] = COLUMNS) -> io.BytesIO:
    text = io.StringIO()
    csv.writer(text).writerows([header, *rows])
    return io.BytesIO(text.getvalue().encode("utf-8", "surrogatepass"))


def csv_of_hands(*hands: str) -> io.BytesIO:
    return csv_of([[hand] for hand in hands], ["hand"])


def columns_of(rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    return {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}


def read_all(reader: PositionReader) -> list[Position]:
    return [position for chunk in reader for position in chunk]


def bad_rows(reader: PositionReader) -> dict[int, str]:
    return {bad.row: bad.reason for bad in reader.bad_rows}


def some_positions(n: int = 40) -> list[Position]:
    rng = random.Random(4)
    return [random_position(rng, "KX", 1 + i % 7, i % 4) for i in range(n)]


pa, parquet = Later("pyarrow"), Later("pyarrow.parquet")
pd, pl = Later("pandas"), Later("polars")


def pandas_frame(columns: dict[str, list[Any]]) -> object:
    return pd.DataFrame(columns)


def polars_frame(columns: dict[str, list[Any]]) -> object:
    return pl.DataFrame(columns)


def arrow_table(columns: dict[str, list[Any]]) -> object:
    return pa.table(columns)


any_frame = pytest.mark.parametrize(
    "frame",
    [
        pytest.param(arrow_table, marks=slow_with("pyarrow")),
        pytest.param(pandas_frame, marks=slow_with("pandas", "pyarrow")),
        pytest.param(polars_frame, marks=slow_with("polars", "pyarrow")),
    ],
)


def parquet_file(path: Path, columns: dict[str, Any]) -> Path:
    parquet.write_table(pa.table(columns), path)
    return path


# The row of a play in tables and files, made from the objects.


def expected_row(row: int, position: Position, rank: int, play: Play) -> dict[str, object]:
    """Return the row that frames.py describes."""
    words = [word.word for word in play.words]
    return {
        "row": row,
        "hand": position.hand,
        "community": position.community,
        "rank": rank,
        "play": play.notation,
        "word_1": words[0],
        "word_2": words[1] if len(words) == 2 else None,
        "money": play.money,
        "stock": play.stock,
        "royalties": sum(play.royalties),
        "margin": play.margin,
        "patent_value": play.patent_value,
        "n_left": len(play.leave),
    }
