"""A program that reads a table of positions with one bit flipped in many places.

    python damaged_tables.py TABLE FOLDER N

It reads N copies, one at a time, each with a bit flipped in another byte of TABLE, and prints how
many were read and how many refused. It fails if a copy is not refused with InvalidInputError and
yet differs from pyarrow's reading after a check of all values.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pyarrow.parquet

from letter_tycoon_solver import InvalidInputError
from letter_tycoon_solver.batch.files import PositionReader, read_parquet, read_positions


def rows_of(reader: PositionReader) -> tuple[list[str], list[str]]:
    """Return the positions, and the messages about bad rows."""
    with reader:
        positions = [position.notation for chunk in reader for position in chunk]
    return positions, [str(bad) for bad in reader.bad_rows]


def is_refused(path: Path) -> bool:
    """Return True if a copy is refused; compare a copy that is read with pyarrow's reading."""
    try:
        found = rows_of(read_parquet(path))
    except InvalidInputError:
        return True
    assert found == rows_of(read_positions(pyarrow.parquet.read_table(path)))
    return False


def main() -> None:
    table, folder, n = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(n)
    whole = table.read_bytes()
    copy = folder / f"copy{table.suffix}"
    refused = 0
    for number in range(n):
        data = bytearray(whole)
        data[number * len(whole) // n] ^= 1 << rng.randrange(8)
        copy.write_bytes(data)
        (folder / "at").write_text(f"copy {number} of {table}", "utf-8")
        refused += is_refused(copy)
    sys.stdout.write(f"{n - refused} {refused}\n")


if __name__ == "__main__":
    main()
