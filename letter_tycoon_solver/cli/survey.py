"""`letter-tycoon survey`: what hands and patents are worth, over many random hands."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import click
from rich.table import Table

from .._extras import extra_module
from .._files import written_beside
from ..batch.surveys import PRESETS, WORD_LENGTHS, PatentSetSurvey, Survey, survey
from ..rules.cards import LETTERS, PATENT_COST
from .console import new_console, new_table, print_table
from .options import (
    Rules,
    check_figures,
    folder_of_parts,
    lexicon_option,
    load_lexicon,
    note_stopped,
    rules_options,
    shows_what_is_done,
    workers_option,
    write_figures,
)
from .terminal import bar_or_lines, note, write_json

_MOST_ROWS_OF_LENGTHS: Final = 10
"""The most sets of patents whose word lengths are shown."""
_UNKNOWN: Final = "-"


def print_survey(survey: Survey, rules: Rules) -> None:
    """Write the tables to stdout; `rules` describes the rules."""
    console = new_console()
    console.print(f"{survey.n:,} random hands, each with its best play by $ + stock")
    console.print(
        f"Seed {survey.seed}  word list {survey.lexicon_name}  rules {rules}"
        f"  money ${survey.money}",
        style="dim",
    )
    none, *others = survey.sets
    ranked = [none, *sorted(others, key=lambda one: one.gain_margin.mean, reverse=True)]
    for title, table in (
        ("What a hand is worth, and what patents add to it", _worth(ranked)),
        ("Letters in best plays without patents", _letters(none)),
        ("Letters of a word, % of the words", _lengths(ranked)),
    ):
        console.print()
        console.print(title, style="bold")
        print_table(table)
    console.print()
    console.print(
        "Gain: $ + stock more than without patents on the same hands, with its standard error."
    )
    console.print(
        "Royalties: what the owner of the patent can expect of an opponent's turn. Bought: hands"
        " after which it is the dearest that can be bought."
    )


def _worth(ranked: list[PatentSetSurvey]) -> Table:
    table = new_table(["Patents"], ["$", "Stock", "$ + stock", "5-95 %", "Gain", "±", "No play"])
    for one in ranked:
        gain = one.gain_margin
        low, high = (one.margin.quantile(share) for share in (0.05, 0.95))
        table.add_row(
            one.name,
            f"{one.money.mean:.2f}",
            f"{one.stock.mean:.2f}",
            f"{one.margin.mean:.2f}",
            f"{low}-{high}",
            f"{gain.mean:+.3f}" if one.patents else "",
            _number(gain.standard_error) if one.patents else "",
            f"{100 * one.no_play / one.hands:.3f} %",
        )
    return table


def _letters(none: PatentSetSurvey) -> Table:
    """Make a table with two letters a row, so that all fit on a screen."""
    first, *numbers = ("Letter", "Costs", "Royalties", "Bought")
    table = new_table([first], [*numbers, "", first, *numbers])
    half = len(LETTERS) // 2
    for left, right in zip(LETTERS[:half], LETTERS[half:], strict=True):
        table.add_row(*_letter_cells(none, left), "  ", *_letter_cells(none, right))
    return table


def _letter_cells(none: PatentSetSurvey, letter: str) -> list[str]:
    return [
        letter,
        f"${PATENT_COST[letter]}",
        f"${none.royalties[letter]:.3f}",
        f"{100 * none.bought[letter]:.1f} %",
    ]


def _lengths(ranked: list[PatentSetSurvey]) -> Table:
    table = new_table(["Patents"], [*map(str, WORD_LENGTHS), "Two words"])
    for one in ranked[:_MOST_ROWS_OF_LENGTHS]:
        shares = [
            _UNKNOWN if math.isnan(share) else f"{100 * share:.1f}"
            for share in one.word_lengths.values()
        ]
        table.add_row(one.name, *shares, f"{100 * one.two_words:.1f}")
    return table


def _number(number: float) -> str:
    return _UNKNOWN if math.isnan(number) else f"{number:.3f}"


# The file that `survey` writes, a table of its figures.
#
# It has a row for each set of patents, with the columns of `Survey.to_rows`. JSON has all
# counts, as in `Survey.to_dict`.


def _check_table(path: Path) -> None:
    """Refuse a file that could not be written, before the work starts."""
    check_figures(path, (".csv", ".json", _PARQUET), "a survey")
    if path.suffix.lower() == _PARQUET:
        extra_module("pyarrow", "Parquet files")


def _write_table(survey: Survey, path: Path) -> None:
    if path.suffix.lower() != _PARQUET:
        write_figures(path, survey.to_rows(), survey.to_dict())
        return
    import pyarrow.parquet

    about = {name: value for name, value in survey.to_dict().items() if name != "sets"}
    table = survey.to_arrow().replace_schema_metadata({"survey": json.dumps(about)})
    with written_beside(path) as unfinished:
        pyarrow.parquet.write_table(table, unfinished)


_PARQUET: Final = ".parquet"
_SECONDS_FOR_DASK: Final = 20


@click.command(
    epilog="""\b
Examples:
  letter-tycoon survey --hands 2000 --patent-sets K,KX,VXZ
  letter-tycoon survey --hands 1000000 --out result.parquet
"""
)
@click.option(
    "--hands", type=int, metavar="N", default=1_000_000, show_default=True, help="How many hands."
)
@click.option(
    "--patent-sets",
    metavar="|".join((*PRESETS, "KX,...")),
    default="single",
    show_default=True,
    help="Which patents the player owns; always compared with none. A hand takes a processor about"
    " 0.08 ms for single and 60 ms for all, where a million hands take most of a day.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another number gives other hands."
)
@click.option(
    "--money",
    type=int,
    metavar="DOLLARS",
    default=0,
    show_default=True,
    help="Money before the turn, to buy a patent with.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Write the figures: .parquet, .csv, or .json with the histograms.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@workers_option("How many at once; by default one for each processor.")
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler.",
)
@lexicon_option
@rules_options
def survey_command(  # noqa: PLR0913 (one for each option)
    *,
    hands: int,
    patent_sets: str,
    seed: int,
    money: int,
    out: str | None,
    as_json: bool,
    workers: int | None,
    dask: str | None,
    lexicon_name: str,
    rules: Rules,
) -> None:
    """Find the best plays of random hands, and say what patents add to them.

    If you stop a survey, the same command goes on where it was.
    """
    if dask is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; a Dask cluster has its own.")
    table = None if out is None else Path(out)
    if table is not None:
        _check_table(table)
    lexicon = load_lexicon(lexicon_name)
    arguments: dict[str, Any] = {
        "seed": seed,
        "patent_sets": patent_sets,
        "money": money,
        "ruleset": rules.ruleset,
        "parts": folder_of_parts("survey"),
    }
    with (
        shows_what_is_done(Survey, lambda done: _print_stopped(done, rules, as_json)),
        _executor(workers, dask) as executor,
        bar_or_lines("hands") as progress,
    ):
        result = survey(hands, lexicon, executor=executor, progress=progress, **arguments)
    if table is not None:  # Before the tables, whose reader may leave early.
        _write(result, table)
    _print(result, rules, as_json)


def _write(result: Survey, table: Path) -> None:
    """Write the file; if that fails, keep the figures elsewhere."""
    try:
        _write_table(result, table)
        note(f"Written: {table}")
    except OSError as error:
        message = f"the survey cannot be written: {error}"
        with contextlib.suppress(OSError):
            file, rescued = tempfile.mkstemp(".json", "survey-")
            os.close(file)
            _write_table(result, Path(rescued))
            message += f"; its figures are kept in {rescued}"
        raise click.ClickException(message) from error


def _print(result: Survey, rules: Rules, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
    else:
        print_survey(result, rules)


def _print_stopped(done: Survey, rules: Rules, as_json: bool) -> None:
    if done.n:
        _print(done, rules, as_json)
    note_stopped(done.n, done.n_asked, "hands")


def _executor(workers: int | None, dask: str | None) -> AbstractContextManager[Executor | None]:
    """Return threads or a Dask cluster; None for the default of `survey`."""
    if dask is not None:
        return _dask_executor(dask)
    return contextlib.nullcontext() if workers is None else ThreadPoolExecutor(workers)


@contextlib.contextmanager
def _dask_executor(address: str) -> Iterator[Executor]:
    dask: Any = extra_module("distributed", "clusters of Dask")
    try:
        client = dask.Client(address, timeout=_SECONDS_FOR_DASK)
    except (OSError, ValueError) as error:
        raise click.ClickException(
            f"there is no Dask scheduler at {address!r} ({error}); give the address that"
            " 'dask scheduler' prints, such as tcp://10.0.0.1:8786"
        ) from error
    with client:
        yield client.get_executor()
