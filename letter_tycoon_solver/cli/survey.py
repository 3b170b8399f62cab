"""`letter-tycoon survey`: what hands and patents are worth, over many random hands."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import click

from .._extras import extra_module
from ..batch.surveys import PRESETS, Survey, SurveyWarning, survey
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.resumable import (
    first_warning_as_note,
    folder_of_parts,
    note_stopped,
    rules_in_words,
    shows_what_is_done,
)
from .options.workers import workers_option
from .terminal.json_answer import write_json
from .terminal.notes import note
from .terminal.progress import bar_or_lines
from .views.survey_files import Outputs

_SECONDS_FOR_DASK: Final = 20
_PARTS: Final = "surveys"
"""The folder, in that of the compiled word lists, where finished parts are kept."""


@click.command(
    epilog="""\b
Examples:
  letter-tycoon survey --hands 2000 --patent-sets K,KX,VXZ
  letter-tycoon survey --hands 1000000 --out result.parquet --plot survey.png
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
@click.option("--plot", metavar="FILE", help="Write plots: .png, .svg or .pdf.")
@workers_option("How many at once; by default one for each processor.")
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler.",
)
@lexicon_option
@rules_options
def command(  # noqa: PLR0913 (one for each option)
    *,
    hands: int,
    patent_sets: str,
    seed: int,
    money: int,
    out: str | None,
    as_json: bool,
    plot: str | None,
    workers: int | None,
    dask: str | None,
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
) -> None:
    """Find the best plays of random hands, and say what patents add to them.

    If you stop a survey, the same command goes on where it was.
    """
    if dask is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; a Dask cluster has its own.")
    outputs = Outputs(*(None if name is None else Path(name) for name in (out, plot)))
    outputs.check()
    ruleset = ruleset_from(ruleset_name, stacking)
    lexicon = load_lexicon(lexicon_name)
    rules = rules_in_words(ruleset_name, ruleset)
    arguments: dict[str, Any] = {
        "seed": seed,
        "patent_sets": patent_sets,
        "money": money,
        "ruleset": ruleset,
        "parts": folder_of_parts(_PARTS, "survey"),
    }
    with (
        shows_what_is_done(Survey, lambda done: _print_stopped(done, rules, as_json)),
        _executor(workers, dask) as executor,
        first_warning_as_note(SurveyWarning),
        bar_or_lines("hands") as progress,
    ):
        result = survey(hands, lexicon, executor=executor, progress=progress, **arguments)
    # Before the tables, whose reader may leave early.
    _write(outputs, result)
    _print(result, rules, as_json)


def _write(outputs: Outputs, result: Survey) -> None:
    """Writes the files; if that fails the figures are kept elsewhere."""
    try:
        for path in outputs.write(result):
            note(f"Written: {path}")
    except OSError as error:
        message = f"the survey cannot be written: {error}"
        with contextlib.suppress(OSError):
            file, rescued = tempfile.mkstemp(".json", "survey-")
            os.close(file)
            Outputs(Path(rescued), None).write(result)
            message += f"; its figures are kept in {rescued}"
        raise click.ClickException(message) from error


def _print(result: Survey, rules: str, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
        return
    from .views.survey import print_survey

    print_survey(result, rules)


def _print_stopped(done: Survey, rules: str, as_json: bool) -> None:
    if done.n:
        _print(done, rules, as_json)
    note_stopped(done.n, done.n_asked, "hands")


@contextlib.contextmanager
def _executor(workers: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Threads, or a Dask cluster; None for what `survey` takes by itself."""
    if dask is not None:
        with _dask_executor(dask) as executor:
            yield executor
    elif workers is None:
        yield None
    else:
        with ThreadPoolExecutor(workers) as threads:
            yield threads


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
