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
from ..rules.ruleset import ChallengeMode, Ruleset
from .options.inputs import lexicon_option, load_lexicon, rules_options, ruleset_from
from .options.records import resume_game
from .session.saved_games import LAST, SavedGame, resume_played

if TYPE_CHECKING:
    from .session.seats import TakenSeat

DEFAULT_PLAYERS: Final = "me,easy"
_NOT_WITH_RESUME: Final = ("seed", "save", "challenge", "retries", "ruleset_name", "stacking")
_SEEDS: Final = 1_000_000


@click.command(
    epilog="""\b
Examples:
  letter-tycoon play
  letter-tycoon play --players me,medium
  letter-tycoon play --players me,best --challenge none
  letter-tycoon play --players Ann,easy,hard --save game.jsonl
  letter-tycoon play --resume
"""
)
@click.option(
    "--players",
    metavar="WHO[,WHO...]",
    help="2 to 5 in clockwise order: me or your name; easy and medium (know "
    "common words), hard, best (the turn of highest equity). NAME=me is you whatever the name.  "
    f"[default: {DEFAULT_PLAYERS}; with --resume, as before]",
)
@click.option("--seed", type=int, help="Deals the same cards again.")
@click.option(
    "--save", metavar="FILE", help="Save the game in this new file, not in your folder of games."
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
    """Play a game against bots.

    In the game, type a word to play it, the number of a plan in the last hint or advice, a whole
    turn as it is printed ("JeWeLs, buy J, discard Z"), or "help". Every turn is saved, so you can
    leave at any moment and resume later.
    """
    # Here, because the advisor and its search come along.
    from .session.seats import check_people, kinds_of, name_of, names_of, parse_seats

    asked = None if players is None else parse_seats(players)
    if resume is not None:
        _check_options_of_resume(ctx)
        is_given = ctx.get_parameter_source("lexicon_name") is ParameterSource.COMMANDLINE
        saved = _resumed(resume, lexicon_name if is_given else None)
    else:
        names = names_of(asked or parse_seats(DEFAULT_PLAYERS))
        ruleset = _with_challenge(ruleset_from(ruleset_name, stacking), challenge, retries)
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        saved = SavedGame.begin(Game(names, seed, load_lexicon(lexicon_name), ruleset), save)
    with saved.game as game:
        kinds = kinds_of(game.names)
        options: list[str] = []
        if asked is not None:
            _check_seats(asked, game)
            kinds = tuple(seat.kind for seat in asked)
            if kinds != kinds_of(game.names):
                # The record knows names, and no kinds.
                options = ["--players", ",".join(map(name_of, kinds))]
        check_people(kinds, game.names, "the game")
        # Here, because rich and the solver come along.
        from .session.play_session import Session

        Session(saved, kinds, options).play()


def _resumed(file: str, lexicon_name: str | None) -> SavedGame[Game]:
    if file == LAST:
        return resume_played(lexicon_name)
    return SavedGame(resume_game(file, lexicon_name), Path(file))


def _check_options_of_resume(ctx: click.Context) -> None:
    for option in ctx.command.params:
        name = option.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name in _NOT_WITH_RESUME:
            raise click.UsageError(
                f"{option.opts[0]} cannot be given with --resume; the game goes on as it was begun."
            )


def _check_seats(seats: Sequence[TakenSeat], game: Game) -> None:
    """A game that goes on has the names that it was begun with."""
    if len(seats) != len(game.names):
        raise click.UsageError(
            f"--players has {len(seats)}; the game has {len(game.names)}: {', '.join(game.names)}."
        )
    for seat, name in zip(seats, game.names, strict=True):
        if seat.name not in ("", name):
            raise click.UsageError(
                f"--players has {seat.name} in the place of {name}; the game has"
                f" {', '.join(game.names)}. Names stay; me is any person."
            )


def _with_challenge(ruleset: Ruleset, mode: str | None, retries: int | None) -> Ruleset:
    challenge = dataclasses.replace(
        ruleset.challenge,
        mode=ruleset.challenge.mode if mode is None else ChallengeMode(mode),
        retries=ruleset.challenge.retries if retries is None else retries,
    )
    return dataclasses.replace(ruleset, challenge=challenge)
