"""`letter-tycoon play`: a game in the terminal."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from ..game import Game
from ..lexicon.word_list import SHIPPED
from ..ruleset import ChallengeMode, Ruleset
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.records import resume_game
from .session.saved_games import LAST, SavedGame, resume_last

if TYPE_CHECKING:
    from .session.seats import Kind

DEFAULT_PLAYERS: Final = "me,greedy"
_NOT_WITH_RESUME: Final = ("seed", "save", "challenge", "retries", "ruleset_name", "stacking")
_SEEDS: Final = 1_000_000


@click.command(
    epilog="""\b
Examples:
  letter-tycoon play
  letter-tycoon play --players me,advisor --challenge none
  letter-tycoon play --players me,greedy,greedy --save game.jsonl
  letter-tycoon play --resume
"""
)
@click.option(
    "--players",
    metavar="KIND[,KIND...]",
    help="2 to 5 of me (a person at this terminal), greedy (takes what earns most), static (looks "
    "at patents and cards kept too), advisor (simulates games, a second a turn) and random, in "
    f"clockwise order.  [default: {DEFAULT_PLAYERS}; with --resume, as before]",
)
@click.option("--seed", type=int, help="Makes the same cuts and cards again.")
@click.option(
    "--save", metavar="FILE", help="Save the game in this new file, not in the folder of all games."
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE]",
    help=f"Go on with a saved game; without FILE (or with {LAST}) with the unfinished one of all "
    "games that was played last.",
)
@click.option(
    "--challenge",
    type=click.Choice([mode.value for mode in ChallengeMode], case_sensitive=False),
    help="Who challenges words: the players, nobody (only words of the list can be played), or "
    "the program, all of them.  [default: as in the ruleset, players]",
)
@click.option(
    "--retries",
    type=int,
    metavar="N",
    help="With --challenge automatic: words a turn that may be taken back.  [default: 0]",
)
@lexicon_option
@rules_options
@click.pass_context
def command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    *,
    players: str | None,
    seed: int | None,
    save: str | None,
    resume: str | None,
    challenge: str | None,
    retries: int | None,
    lexicon_name: str,
    ruleset_name: str,
    stacking: str | None,
) -> None:
    """Play a game against bots, or against others at this terminal.

    In the game, type a word to play it, or "help". Every game is saved as it is played, so that it
    can be left at any moment and resumed.
    """
    # Here, because the advisor and its search come along.
    from .session.seats import kinds_of, names_of, parse_kinds

    asked = None if players is None else parse_kinds(players)
    if resume is not None:
        _check_options_of_resume(ctx)
        is_given = ctx.get_parameter_source("lexicon_name") is ParameterSource.COMMANDLINE
        saved = _resumed(resume, lexicon_name if is_given else None)
    else:
        names = names_of(asked or parse_kinds(DEFAULT_PLAYERS))
        ruleset = _with_challenge(ruleset_from(ruleset_name, stacking), challenge, retries)
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        saved = _begun(Game(names, seed, load_lexicon(lexicon_name), ruleset), save)
    with saved.game as game:
        kinds = asked or kinds_of(game.names)
        _check_number(kinds, game)
        # Here, because rich and the solver come along.
        from .session.play_session import Session

        Session(saved, kinds, _options_to_resume(game, kinds)).play()


def _begun(game: Game, save: str | None) -> SavedGame:
    if save is None:
        return SavedGame.begin(game)
    game.record_to(save)
    return SavedGame(game, Path(save))


def _resumed(file: str, lexicon_name: str | None) -> SavedGame:
    if file == LAST:
        return resume_last(lexicon_name)
    return SavedGame(resume_game(file, lexicon_name), Path(file))


def _check_options_of_resume(ctx: click.Context) -> None:
    for option in ctx.command.params:
        name = option.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name in _NOT_WITH_RESUME:
            raise click.UsageError(
                f"{option.opts[0]} cannot be given with --resume; the game goes on as it was begun."
            )


def _check_number(kinds: Sequence[Kind], game: Game) -> None:
    if len(kinds) != len(game.names):
        raise click.UsageError(
            f"--players has {len(kinds)}; the game has {len(game.names)}: {', '.join(game.names)}."
        )


def _with_challenge(ruleset: Ruleset, mode: str | None, retries: int | None) -> Ruleset:
    challenge = dataclasses.replace(
        ruleset.challenge,
        mode=ruleset.challenge.mode if mode is None else ChallengeMode(mode),
        retries=ruleset.challenge.retries if retries is None else retries,
    )
    return dataclasses.replace(ruleset, challenge=challenge)


def _options_to_resume(game: Game, kinds: Sequence[Kind]) -> list[str]:
    """What --resume needs beside the file: the record has no path of a lexicon, and no kinds."""
    from .session.seats import kinds_of

    options = []
    lexicon = game.state.lexicon
    if lexicon.name not in SHIPPED:
        options += ["--lexicon", str(lexicon.source)]
    if tuple(kinds) != kinds_of(game.names):
        options += ["--players", ",".join(kind.value for kind in kinds)]
    return options
