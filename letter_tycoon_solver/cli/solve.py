"""`letter-tycoon solve`: the best plays of the positions in a file."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Self

import click

from ..batch import BatchPlays, iter_solve_batch
from ..batch.files import (
    OutputError,
    PlaysWriter,
    PositionReader,
    csv_head,
    csv_text,
    json_text,
    pieces_of,
    read_parquet,
    read_positions,
)
from ..errors import InvalidInputError, LetterTycoonError, show_text
from ..evaluation.ranking import RANK_KEYS
from ..rules.cards import parse_whole
from ..rules.ruleset import Ruleset
from .options import (
    EARNED_KEYS,
    Rules,
    lexicon_option,
    load_lexicon,
    rank_by_option,
    rank_keys_from,
    rules_options,
    workers_option,
)
from .terminal import bar_or_nothing, note

STDIN: Final = "-"
MAX_BAD_ROWS_SHOWN: Final = 20
_CSV: Final = ".csv"
_PARQUET: Final = ".parquet"


@click.command(
    epilog="""\b
Examples:
  letter-tycoon solve hands.csv --top 3 > plays.csv
  letter-tycoon solve hands.parquet --count --out plays.parquet
  printf 'hand,community\\nJWLEANZ,EES\\n' | letter-tycoon solve -
"""
)
@click.argument("file")
@click.option(
    "--top",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help="How many plays of each position.",
)
@click.option("--count", is_flag=True, help="Also count the legal plays of each position.")
@click.option(
    "--out",
    metavar="FILE",
    help="Write to a file: .csv, .jsonl or .parquet; without it, print CSV.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each play.")
@click.option("--strict", is_flag=True, help="Stop at the first row that is not a position.")
@workers_option("Threads that search; by default one for each processor.")
@lexicon_option
@rules_options
@rank_by_option(RANK_KEYS[0], f"Best first by: {EARNED_KEYS}")
def solve_command(  # noqa: PLR0913 (one for each option)
    *,
    file: str,
    top: int,
    count: bool,
    out: str | None,
    as_json: bool,
    strict: bool,
    workers: int | None,
    lexicon_name: str,
    rules: Rules,
    rank_by: str,
) -> None:
    """Find the best plays of the positions in FILE, one a row.

    FILE is .csv or .parquet, or - for CSV from the standard input. Its columns are hand, community,
    patents, opponents and money; only hand is needed. Opponents are such as E/- for one with E and
    one with none, or . for no opponents. Rows count from 0, without the header.
    """
    if as_json and out is not None:
        raise click.UsageError("--json is for the standard output; give --out a .jsonl file.")
    rank_keys = rank_keys_from(rank_by)
    _check_not_the_same(file, out)
    with contextlib.ExitStack() as stack:
        reader = stack.enter_context(_open_reader(file, rules.ruleset, strict))
        writer = _StdoutWriter(count, as_json) if out is None else PlaysWriter(out, count=count)
        with _reported(reader, writer), writer:
            executor = stack.enter_context(ThreadPoolExecutor(workers)) if workers else None
            lexicon = load_lexicon(lexicon_name)
            chunks = iter_solve_batch(
                reader,
                lexicon,
                ruleset=rules.ruleset,
                rank_by=rank_keys,
                limit=parse_whole(top, "--top", 1),
                count=count,
                executor=executor,
            )
            start = time.perf_counter()
            n = _write_all(chunks, writer, reader)
            if reader.n_bad and not n:
                where = "the input" if file == STDIN else file
                raise InvalidInputError(f"no row of {where} is a position")
        _sum_up(n, time.perf_counter() - start, reader)


class _StdoutWriter:
    """CSV or JSON lines on stdout, as PlaysWriter for files."""

    def __init__(self, count: bool, as_json: bool) -> None:
        self._head = "" if as_json else csv_head(count)
        self._text = json_text if as_json else csv_text
        self._n = 0

    def write(self, plays: BatchPlays) -> None:
        self._write_head()
        for piece in pieces_of(plays):
            sys.stdout.write(self._text(piece))
        sys.stdout.flush()
        self._n += len(plays)

    @property
    def note_on_kept(self) -> str:
        return f"{self._n:,} positions were written"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._write_head()

    def _write_head(self) -> None:
        sys.stdout.write(self._head)
        self._head = ""


def _check_not_the_same(file: str, out: str | None) -> None:
    if out is not None and file != STDIN:
        with contextlib.suppress(OSError):
            if Path(out).samefile(file):
                raise InvalidInputError(f"{out} is the file of the positions; give another")


def _open_reader(file: str, ruleset: Ruleset, strict: bool) -> PositionReader:
    if file == STDIN:
        stdin = getattr(sys.stdin, "buffer", sys.stdin)
        return read_positions(stdin, ruleset=ruleset, strict=strict)
    suffix = Path(file).suffix.lower()
    if suffix == _PARQUET:
        return read_parquet(Path(file), ruleset=ruleset, strict=strict)
    if suffix != _CSV:
        raise InvalidInputError(
            f"{show_text(file)} has the suffix {show_text(suffix or '(none)')}; give a file of"
            f" {_CSV} or {_PARQUET}"
        )
    return read_positions(file, ruleset=ruleset, strict=strict)


@contextlib.contextmanager
def _reported(reader: PositionReader, writer: _StdoutWriter | PlaysWriter) -> Iterator[None]:
    """Tell what is bad, and what is kept if the work ends early."""
    try:
        try:
            yield
        finally:
            for row in reader.bad_rows[:MAX_BAD_ROWS_SHOWN]:
                note(f"Bad {row}")
            if reader.n_bad > MAX_BAD_ROWS_SHOWN:
                note(f"... and {reader.n_bad - MAX_BAD_ROWS_SHOWN:,} more bad rows")
    except KeyboardInterrupt:
        note(f"Interrupted; {writer.note_on_kept}.")
        raise
    except OutputError as error:
        raise click.ClickException(str(error)) from error
    except LetterTycoonError:
        if isinstance(writer, PlaysWriter) and writer.kept is not None:
            note(f"Stopped; {writer.note_on_kept}.")
        raise


def _write_all(
    chunks: Iterator[BatchPlays], writer: _StdoutWriter | PlaysWriter, reader: PositionReader
) -> int:
    """Write what is solved; return the number of positions."""
    n = 0
    with contextlib.closing(chunks), bar_or_nothing("positions") as tell:  # type: ignore[type-var]
        tell(0, reader.n_expected)
        for plays in chunks:
            writer.write(plays)
            n += len(plays)
            tell(n, reader.n_expected)
    return n


def _sum_up(n: int, seconds: float, reader: PositionReader) -> None:
    rate = f", {n / seconds:,.0f} a second" if n else ""
    rows = "row is" if reader.n_bad == 1 else "rows are"
    bad = f"; {reader.n_bad:,} bad {rows} left out" if reader.n_bad else ""
    note(f"{n:,} position{'' if n == 1 else 's'} in {seconds:.1f} s{rate}{bad}.")
