"""A damaged table of positions is refused, or read as it stands; it never ends the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from letter_tycoon_solver import InvalidInputError
from letter_tycoon_solver.batch.read import TextColumn, read_positions

pa: Any = pytest.importorskip("pyarrow")

N_COPIES: Final = 400
PROGRAM: Final = Path(__file__).parents[1] / "support" / "damaged_tables.py"


def table() -> Any:
    patents = pa.array(["K", "K", "", "K", "E"])
    return pa.table(
        {
            "hand": ["CAT", "DOGS", None, "JWLEANZ", "AB"],
            "community": pa.array(["E", "", "EES", "QI", "X"], pa.large_string()),
            "patents": patents.dictionary_encode(),
            "opponents": ["E/-", "-", ".", "/", ""],
            "money": [1, 2, 3, None, 5],
        }
    )


def test_one_flipped_bit(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(table(), path)
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(path), str(tmp_path), str(N_COPIES)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, (tmp_path / "at").read_text("utf-8") + done.stderr
    n_read, n_refused = map(int, done.stdout.split())
    assert n_read + n_refused == N_COPIES
    assert min(n_read, n_refused) > N_COPIES // 10


def test_offsets_that_lead_out_of_a_table_are_refused() -> None:
    data = pa.py_buffer(b"CATDOGS")
    for offsets in ([0, 1_000_000, 7], [0, -5, 7]):
        cells = pa.Array.from_buffers(
            pa.string(), 2, [None, pa.py_buffer(np.array(offsets, np.int32)), data]
        )
        with pytest.raises(InvalidInputError, match="cannot be read as an Arrow table"):
            list(read_positions(pa.table({"hand": cells})))


@pytest.mark.parametrize("offsets", [[0, 3], [0, 3, 8], [0, 4, 3], [-1, 3, 7], [0, 3, 6, 7]])
def test_a_column_that_leads_out_of_its_text_is_refused(offsets: list[int]) -> None:
    column = TextColumn(np.frombuffer(b"CATDOGS", np.uint8), np.array(offsets, np.int64))
    with pytest.raises(InvalidInputError, match="should have 2 cells"):
        column.check(2)


def test_a_column_that_is_whole_is_not() -> None:
    TextColumn(np.frombuffer(b"CATDOGS", np.uint8), np.array([0, 3, 7], np.int64)).check(2)
    TextColumn.empty(2).check(2)


def test_views_of_nulls_lead_nowhere(tmp_path: Path) -> None:
    """No validation looks at them, and a cast of pyarrow follows them."""
    views = np.zeros((3, 2), np.int64)
    views[0] = np.frombuffer(b"\3\0\0\0ACT\0\0\0\0\0\0\0\0\0", np.int64)
    views[1:, 0] = -(1 << 16)
    is_valid = pa.py_buffer(b"\1")
    hands = pa.Array.from_buffers(pa.string_view(), 3, [is_valid, pa.py_buffer(views)])
    path = tmp_path / "views.py"
    path.write_text(
        f"""
import pyarrow as pa
from letter_tycoon_solver.batch.read import read_positions
buffers = [pa.py_buffer(data) for data in {[b.to_pybytes() for b in hands.buffers()]!r}]
hands = pa.Array.from_buffers(pa.string_view(), 3, buffers)
hands.validate(full=True)
with read_positions(pa.table({{"hand": hands}}), strict=False) as reader:
    print([position.notation for chunk in reader for position in chunk])
""",
        "ascii",
    )
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("['ACT - - . 0']\n", 0), done.stderr
