"""Options for commands in which players play many games: tournament and league."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final

import click

from ..._work.processes import worker_processes
from ...advisor.tournaments.tournament import DEFAULT_SECONDS
from .limits import limits_options
from .workers import workers_option

_OPTIONS: Final = (
    click.option(
        "--games",
        type=int,
        metavar="N",
        default=100,
        show_default=True,
        help="How many games; rounded up, because each deal is played from every seat.",
    ),
    click.option(
        "--seconds",
        type=float,
        metavar="S",
        help=f"Seconds that an advisor has for a turn; {DEFAULT_SECONDS} if nothing is given. Its"
        " play is then not the same every time.",
    ),
    click.option(
        "--playouts",
        type=int,
        metavar="N",
        help="Games that an advisor simulates for a turn, in place of seconds.",
    ),
    click.option(
        "--seed", type=int, default=0, show_default=True, help="Another number gives other deals."
    ),
    limits_options,
    workers_option("Processes, each with games of its own; by default one for each processor."),
)


def many_games_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add options that are passed as games, seconds, playouts, seed, limits and workers."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextlib.contextmanager
def players_executor(workers: int) -> Iterator[Executor]:
    """Start processes, because games are played in Python; for one worker a thread will do."""
    if workers == 1:
        with ThreadPoolExecutor(1) as thread:
            yield thread
        return
    with worker_processes(workers) as processes:
        yield processes
