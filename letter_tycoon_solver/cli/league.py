"""`letter-tycoon league`: ratings of players, in a folder that later runs extend."""

from __future__ import annotations

from pathlib import Path

import click

from .._plots import check_plot
from .._work.executors import available_cpus
from ..advisor.bots.limits import Limits
from ..advisor.leagues.league import League, league, read_league
from ..advisor.leagues.plot import plot_league
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.many_games import many_games_options, players_executor
from .options.resumable import check_place, shows_what_is_done
from .terminal.json_answer import write_json
from .terminal.notes import note
from .terminal.progress import bar_or_lines


@click.command(
    epilog="""\b
Examples:
  letter-tycoon league ladder --players random,greedy,easy,static --games 400
  letter-tycoon league ladder --players "cmd:./mybot,static,hard" --games 100
  letter-tycoon league ladder --plot ladder.png
"""
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    help="Who plays now, two or more, as in tournament; without it the ratings are shown.",
)
@click.option(
    "--seats", type=int, metavar="N", default=2, show_default=True, help="Players at a table."
)
@many_games_options
@click.option("--plot", metavar="FILE", help="Draw the ratings: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@lexicon_option
@rules_options
def command(  # noqa: PLR0913 (one for each option)
    *,
    folder: Path,
    players: str | None,
    games: int,
    seats: int,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    limits: Limits,
    workers: int | None,
    plot: str | None,
    as_json: bool,
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
) -> None:
    """Let players of a league play more games, and rate them by all games so far.

    The program chooses who meets whom, so that the ratings become certain fastest. FOLDER keeps all
    games; the next run adds to them, also after Ctrl-C, and with other players.
    """
    if plot is not None:
        check_plot(plot)
        check_place(Path(plot))
    if players is None:
        result = read_league(folder)
    else:
        with (
            shows_what_is_done(League, lambda done: _print_stopped(done, as_json)),
            players_executor(workers or available_cpus()) as executor,
            bar_or_lines("games") as progress,
        ):
            result = league(
                folder,
                players,
                games,
                load_lexicon(lexicon_name),
                seats=seats,
                seed=seed,
                seconds=seconds,
                playouts=playouts,
                ruleset=ruleset_from(ruleset_name, stacking),
                limits=limits,
                executor=executor,
                progress=progress,
            )
    _print(result, as_json)
    if plot is not None:
        try:
            plot_league(result, plot)
        except OSError as error:
            raise click.ClickException(f"the plot cannot be written: {error}") from error
        note(f"Written: {plot}")


def _print_stopped(done: League, as_json: bool) -> None:
    _print(done, as_json)
    note("Stopped; what was played is kept, and the same command plays more.")


def _print(result: League, as_json: bool) -> None:
    if as_json:
        write_json(result.to_dict())
        return
    from .terminal.console import new_console, new_table, print_table

    console, table = new_console(), new_table()
    table.add_column("Player", no_wrap=True)
    for name in ("Rating", "", "Games", "Wins", "%", "Faults"):
        table.add_column(name, justify="right", no_wrap=True)
    for player in result.players:
        table.add_row(
            player.name,
            f"{player.rating:.0f}",
            "[{:.0f}, {:.0f}]".format(*player.interval),
            f"{player.games:,}",
            f"{player.wins:,.1f}",
            f"{100 * player.wins / player.games:.1f}",
            f"{player.faults:,}",
        )
    print_table(table)
    console.print()
    console.print(
        f"{result.games:,} games, {result.deals:,} deals with every rotation of the players; word"
        f" list {result.lexicon_name}."
    )
    console.print(
        "Rating: Elo points, 1500 on average; with 400 more, one wins ten games for each lost. In"
        " brackets: 95 % confidence, over deals."
    )
