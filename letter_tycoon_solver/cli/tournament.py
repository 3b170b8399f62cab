"""`letter-tycoon tournament`: players over many games; and `engine`, a player for a program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .._work.executors import available_cpus, worker_processes
from ..advisor import advice
from ..advisor.bots import Limits, Loses
from ..advisor.players import AnyEntrant, PlayerKind, parse_entrants
from ..advisor.tournaments import (
    DEFAULT_SECONDS,
    Engine,
    Interval,
    PlayerResult,
    Tournament,
    tournament,
)
from ..errors import counted
from ..evaluation.tables import Evaluation
from .options import (
    Rules,
    adding,
    check_figures,
    effort_options,
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

if TYPE_CHECKING:
    from rich.table import Table

    from ..lexicon import Lexicon

_DEFAULT: Final = Limits()
_LIMITS_OPTIONS: Final = (
    click.option(
        "--turn-seconds",
        type=float,
        metavar="S",
        default=_DEFAULT.turn,
        show_default=True,
        help="Seconds for each turn of a program or class of your own.",
    ),
    click.option(
        "--game-seconds", type=float, metavar="S", help="Seconds for all its turns in a game."
    ),
    click.option(
        "--grace",
        type=float,
        metavar="S",
        default=_DEFAULT.grace,
        show_default=True,
        help="Seconds after that in which an answer still counts.",
    ),
    click.option(
        "--fault-loses",
        type=click.Choice([loses.value for loses in Loses], case_sensitive=False),
        default=_DEFAULT.loses.value,
        show_default=True,
        help="What it loses by an illegal turn, a crash or silence.",
    ),
)


_UNKNOWN: Final = "-"


@click.command(
    epilog="""\b
Examples:
  letter-tycoon tournament --players static,greedy --games 1000
  letter-tycoon tournament --players advisor,greedy --games 100 --out a.json
"""
)
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    default="advisor,greedy",
    show_default=True,
    help=f"Two to five of {', '.join(kind.value for kind in PlayerKind)}; they may repeat. "
    "static:FILE goes by the tables in a file, such as those in benchmarks/tables/. From outside: "
    "cmd:COMMAND is a program that speaks the protocol of docs/protocol.md, package.module:Class a "
    "class in Python.",
)
@click.option(
    "--games",
    type=int,
    metavar="N",
    default=100,
    show_default=True,
    help="How many games; rounded up, because each deal is played from every seat.",
)
@effort_options(DEFAULT_SECONDS, "about a turn, for each advisor", "deals")
@adding(_LIMITS_OPTIONS)
@workers_option("Processes, each with games of its own; by default one for each processor.")
@click.option("--out", metavar="FILE", help="Write all figures: .json, or .csv for the players.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@lexicon_option
@rules_options
def tournament_command(  # noqa: PLR0913 (one for each option)
    *,
    players: str,
    games: int,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    workers: int | None,
    out: str | None,
    as_json: bool,
    turn_seconds: float,
    game_seconds: float | None,
    grace: float,
    fault_loses: str,
    lexicon_name: str,
    rules: Rules,
) -> None:
    """Let players play against each other, and say who wins how often.

    Each deal is played from every seat, so that nobody has the better cards. If you stop a
    tournament, the same command goes on where it was.
    """
    path = None if out is None else Path(out)
    if path is not None:
        check_figures(path, (".json", ".csv"), "a tournament")
    entrants = parse_entrants(players)
    lexicon = load_lexicon(lexicon_name)
    note_tables(entrants, lexicon)
    n_workers = workers or available_cpus()
    with (
        shows_what_is_done(Tournament, lambda done: _print_stopped(done, rules, as_json)),
        # Games are played in Python, so for several there are processes.
        ThreadPoolExecutor(1) if n_workers == 1 else worker_processes(n_workers) as executor,
        bar_or_lines("games") as progress,
    ):
        result = tournament(
            players,
            games,
            lexicon,
            seed=seed,
            seconds=seconds,
            playouts=playouts,
            ruleset=rules.ruleset,
            limits=Limits(turn_seconds, game_seconds, grace, Loses(fault_loses)),
            executor=executor,
            progress=progress,
            parts=folder_of_parts("tournament"),
        )
    # Shown even if the file cannot be written: it may be the work of hours.
    _print(result, rules, as_json)
    if path is not None:
        try:
            write_figures(path, [one.to_dict() for one in result.players], result.to_dict())
        except OSError as error:
            raise click.ClickException(f"the tournament cannot be written: {error}") from error
        note(f"Written: {path}")


def note_tables(entrants: Sequence[AnyEntrant], lexicon: Lexicon) -> None:
    """Note which players use the tables of another word list."""
    evaluation = Evaluation.of(lexicon.digest)
    if evaluation.digest != lexicon.digest and any(entrant.needs_tables for entrant in entrants):
        note(
            f"Note: the word list {lexicon.name} has no tables for static evaluation; advisor,"
            f" static and hard use those of {evaluation.name}"
        )
    for tables, label in {entrant.tables: entrant.label for entrant in entrants}.items():
        if tables is not None and tables.digest != lexicon.digest:
            note(f"Note: the tables of {label} are those of {tables.name}, not of {lexicon.name}")


# The answer ------------------------------------------------------------------------------------


def _print(result: Tournament, rules: Rules, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
        return
    from .console import new_console, print_table

    console = new_console()
    deals = counted(result.games // len(result.players), "deal")
    console.print(
        f"{result.games:,} games of {len(result.players)} players,"
        f" {deals} with every rotation of the players"
    )
    console.print(
        f"Seed {result.seed}  word list {result.lexicon_name}  rules {rules}{_thinking(result)}",
        style="dim",
    )
    console.print()
    print_table(_table(result.players))
    console.print()
    console.print(f"Rounds of a game: {result.rounds:.2f} on average.")
    console.print(
        "Lead: score over that of the average opponent. In brackets: 95 % confidence, over deals."
    )
    for player in result.players:
        if player.faults:
            console.print(
                f"{player.name}: {player.faults:,} faults. The last: {player.last_fault}",
                markup=False,
                highlight=False,
            )
    if result.seconds is not None:
        console.print("An advisor that plays by time is not the same every time; --playouts is.")
    if result.unfinished:
        console.print(
            f"Broken off because nobody could end them: {result.unfinished:,} games; they count as"
            " they stood."
        )


def _print_stopped(done: Tournament, rules: Rules, as_json: bool) -> None:
    if done.games:
        _print(done, rules, as_json)
    note_stopped(done.games, done.games_asked, "games")


def _thinking(result: Tournament) -> str:
    if result.seconds is not None:
        return f"  advisor {result.seconds:g} s a turn"
    return "" if result.playouts is None else f"  advisor {result.playouts:,} playouts a turn"


def _table(players: tuple[PlayerResult, ...]) -> Table:
    from .console import new_table

    table = new_table(["Player"], ["Wins", "%", "", "Lead", "", "s a turn"])
    for player in players:
        share = player.win_interval
        table.add_row(
            player.name,
            f"{player.wins:,.1f}",
            _number(None if player.win_share is None else 100 * player.win_share, ".1f"),
            _interval(None if share is None else (100 * share[0], 100 * share[1]), ".1f"),
            _number(player.lead, "+.2f"),
            _interval(player.lead_interval, "+.2f"),
            _number(player.seconds_per_turn, ".4f"),
        )
    return table


def _number(number: float | None, form: str) -> str:
    return _UNKNOWN if number is None else format(number, form)


def _interval(interval: Interval | None, form: str) -> str:
    return "" if interval is None else f"[{interval[0]:{form}}, {interval[1]:{form}}]"


@click.command(
    epilog="""\b
Examples:
  letter-tycoon engine
  letter-tycoon engine --player advisor --seconds 2
  letter-tycoon tournament --players "cmd:letter-tycoon engine,greedy"
"""
)
@click.option(
    "--player",
    metavar="NAME",
    default=PlayerKind.STATIC.value,
    show_default=True,
    help=f"One of {', '.join(kind.value for kind in PlayerKind)}, or static:FILE.",
)
@effort_options(
    advice.DEFAULT_SECONDS,
    "about a turn, for the advisor; less if a message says so",
    "random choices",
)
def engine_command(*, player: str, seconds: float | None, playouts: int | None, seed: int) -> None:
    """Play for another program, which asks in lines of JSON.

    docs/protocol.md describes the messages. It ends with the message quit, or the end of stdin.
    """
    engine = Engine(player, seconds, playouts, seed)
    engine.run(sys.stdin.buffer, sys.stdout.buffer)
