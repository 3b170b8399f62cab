"""The files that `survey` writes: a table of its figures, and plots.

The table has a row for each set of patents, with the columns of `Survey.to_rows`. JSON has all
counts, as in `Survey.to_dict`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..._extras import extra_module
from ..._files import written_beside
from ..._plots import check_plot
from ...batch import plot_survey
from ...batch.surveys import Survey
from ...errors import InvalidInputError
from ..options.resumable import check_place

_WHOLE: Final = re.compile("hands|no_play|.*_p[0-9]+")
"""The columns of whole numbers; `patents` is text and all others are fractions."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The paths of the files; None for a file that is not wanted."""

    table: Path | None
    plot: Path | None

    def check(self) -> None:
        """Refuse files that could not be written, before the work starts.

        Raises:
            InvalidInputError: a file could not be written.
        """
        if self.table is not None and self.table == self.plot:
            raise InvalidInputError(f"{self.table} is given for the table and for the plot")
        if self.table is not None:
            _check_table(self.table)
            check_place(self.table)
        if self.plot is not None:
            check_plot(self.plot)
            check_place(self.plot)

    def write(self, survey: Survey) -> list[Path]:
        """Write the files; return their paths.

        Raises:
            OSError: a file cannot be written.
        """
        written = []
        if self.table is not None:
            with written_beside(self.table) as unfinished:
                _WRITERS[self.table.suffix.lower()](survey, unfinished)
            written.append(self.table)
        if self.plot is not None:
            plot_survey(survey, self.plot)
            written.append(self.plot)
        return written


def _check_table(path: Path) -> None:
    suffix = path.suffix.lower()
    if suffix not in _WRITERS:
        raise InvalidInputError(
            f"{path} has the suffix {path.suffix or '(none)'}; a survey is written to"
            f" {', '.join(_WRITERS)}"
        )
    if suffix == ".parquet":
        extra_module("pyarrow", "Parquet files")


def _write_csv(survey: Survey, path: Path) -> None:
    rows = survey.to_rows()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_json(survey: Survey, path: Path) -> None:
    path.write_text(json.dumps(survey.to_dict(), indent=1) + "\n", encoding="utf-8")


def _write_parquet(survey: Survey, path: Path) -> None:
    pa = extra_module("pyarrow", "Parquet files")
    import pyarrow.parquet

    rows = survey.to_rows()
    types = {"patents": pa.string()}
    types |= {name: pa.int64() for name in rows[0] if _WHOLE.fullmatch(name)}
    about = {name: value for name, value in survey.to_dict().items() if name != "sets"}
    schema = pa.schema(
        [(name, types.get(name, pa.float64())) for name in rows[0]],
        metadata={"survey": json.dumps(about)},
    )
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows, schema), path)


_WRITERS: Final[dict[str, Callable[[Survey, Path], None]]] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".parquet": _write_parquet,
}
