"""`letter-tycoon track`: a game of people, followed turn by turn."""

from __future__ import annotations

import functools
import os
from typing import Final

import click
from click.core import ParameterSource

from .._user_data import history_file
from ..advisor.advice import DEFAULT_SECONDS
from .options.effort import effort_options
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.opponents import opponents_option

_OF_A_NEW_GAME: Final = (
    "players",
    "me",
    "hand",
    "community",
    "first",
    "ruleset_name",
    "stacking",
)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon track
  letter-tycoon track friday.jsonl --players Ann,Ben,Cleo --me Ben
  letter-tycoon track --players Ann,Ben --me none --community EES --first Ben
  letter-tycoon track --resume
"""
)
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--players", metavar="NAME,NAME[,NAME...]", help="2 to 5 players, in clockwise order."
)
@click.option("--me", metavar="NAME", help='Which of them you are; "none" to keep score only.')
@click.option("--hand", metavar="LETTERS", help="Your first cards.")
@click.option("--community", metavar="LETTERS", help="The first cards of the community.")
@click.option("--first", metavar="NAME", help="Who starts.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with your last unfinished game, without FILE.",
)
@effort_options(DEFAULT_SECONDS, "about your turn")
@opponents_option(None)
@lexicon_option
@rules_options
@click.pass_context
def command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    file: str | None,
    players: str | None,
    me: str | None,
    hand: str | None,
    community: str | None,
    first: str | None,
    resume: bool,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    taken_for: str | None,
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
) -> None:
    """Follow a game between people at a table, and get advice for your turns.

    Type each turn in a short line, such as "jewels j > QT". The program works out money, stock,
    royalties, patents and whose turn it is, and asks for what the options leave out. Type "help"
    for all that you can type, and "?" for advice.

    Every line is saved in FILE, and the game goes on from there if the file exists; without FILE it
    is saved in a folder of your own. Lines may come from a pipe; the first invalid one ends the
    program.
    """
    # Here, because rich, the advisor and its search come along.
    from ..advisor import advise
    from .session.saved_games import SavedGame, resume_tracked
    from .session.track_lines import Lines
    from .session.track_session import TrackSession
    from .session.track_setup import Setup, begin

    if resume and file is not None:
        raise click.UsageError("Give FILE or --resume, not both; a FILE that exists goes on.")
    lines = Lines(history_file("track"))
    if resume or (file is not None and os.path.lexists(file)):
        _check_options_of_resume(ctx)
        is_given = ctx.get_parameter_source("lexicon_name") is ParameterSource.COMMANDLINE
        lexicon = load_lexicon(lexicon_name) if is_given else None
        saved = resume_tracked(file, lexicon)
    else:
        ruleset = ruleset_from(ruleset_name, stacking)
        setup = Setup(players, me, hand, community, first)
        try:
            game = begin(setup, lines, load_lexicon(lexicon_name), ruleset)
        except EOFError:
            raise click.ClickException(
                "the input ended before the game had begun; give the players, the cards and who"
                " starts"
            ) from None
        saved = SavedGame.begin(game, file)
    think = functools.partial(advise, seconds=seconds, playouts=playouts, seed=seed)
    with saved.game:
        if taken_for is not None:
            saved.game.take_opponents_for(taken_for)
        TrackSession(saved, lines, think).run()


def _check_options_of_resume(ctx: click.Context) -> None:
    for option in ctx.command.params:
        name = option.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name in _OF_A_NEW_GAME:
            raise click.UsageError(
                f"{option.opts[0]} is of a new game; this one goes on as it was begun."
            )
