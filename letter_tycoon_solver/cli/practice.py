"""`letter-tycoon practice`: five hands a day, and the mistakes of one's own games."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from .._user_data import puzzles_file
from ..advisor.analysis.analysis import DEFAULT_SECONDS, Effort, analyze
from ..advisor.analysis.choices import played_in
from ..errors import InvalidInputError, LetterTycoonError, show
from .options.effort import effort_options, player_from
from .options.inputs import lexicon_option, load_lexicon
from .options.records import lexicon_of, load_any_game, records_in
from .terminal.notes import note
from .terminal.progress import bar_or_nothing

if TYPE_CHECKING:
    from ..advisor.practice.box import Box
    from ..advisor.practice.puzzles import Puzzle


@click.command(
    epilog="""\b
Examples:
  letter-tycoon practice
  letter-tycoon practice friday.jsonl --player Ann
  letter-tycoon practice --mistakes
"""
)
@click.argument("files", metavar="[FILE|FOLDER...]", nargs=-1)
@click.option("--player", metavar="N|NAME", help="With files: only the mistakes of this player.")
@click.option(
    "--mistakes", is_flag=True, help="Only the mistakes that are due, from all games given before."
)
@click.option(
    "--date", "day", metavar="YYYY-MM-DD", help="The hands of another day.  [default: today]"
)
@effort_options(DEFAULT_SECONDS, "about each turn of a game, and each answer")
@lexicon_option
@click.pass_context
def command(  # noqa: PLR0913 (one for each option)
    ctx: click.Context,
    /,
    *,
    files: tuple[str, ...],
    player: str | None,
    mistakes: bool,
    day: str | None,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    lexicon_name: str,
) -> None:
    """Play today's five hands, or practise the mistakes of your own games.

    Everybody has the same hands on a day. Type your whole turn, or a word and answer the
    questions; each hand gives up to 10 points.

    Give recorded games, each a FILE or all *.jsonl of a FOLDER, and each of your mistakes becomes a
    puzzle: find a turn as good as the best. A puzzle that you get wrong comes again tomorrow, and
    once more four days after you get it right.
    """
    # Here, because rich and the search come along.
    from .session.practice_session import HandSession, PuzzleSession

    today = _day(day)
    if seconds is None and playouts is None:
        seconds = DEFAULT_SECONDS
    if files and mistakes:
        raise click.UsageError("Give files or --mistakes, not both; files add to the mistakes.")
    if player is not None and not files:
        raise click.UsageError("--player goes with files; give the record of a game.")
    if not files and not mistakes:
        HandSession(today, load_lexicon(lexicon_name)).run()
        return
    box = _box()
    effort = Effort(seconds, playouts, seed)
    if files:
        is_given = ctx.get_parameter_source("lexicon_name") is ParameterSource.COMMANDLINE
        games = _Games(files, player, lexicon_name if is_given else None)
        n_new = games.add_to(box, effort, today)
        click.echo(f"{n_new} new {'mistake' if n_new == 1 else 'mistakes'} to practise.")
    PuzzleSession(box, today, effort, load_lexicon(lexicon_name)).run()


def _day(text: str | None) -> datetime.date:
    if text is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidInputError(f"--date is {show(text)}; give a day such as 2026-11-22") from None


def _box() -> Box:
    from ..advisor.practice.box import Box

    try:
        return Box(puzzles_file())
    except RuntimeError:
        raise InvalidInputError(
            "your user has no home folder for the puzzles; name a folder in LETTER_TYCOON_DATA"
        ) from None


@dataclass(frozen=True, slots=True)
class _Games:
    """The games that were given.

    files     and folders
    player    whose mistakes; None for those of all
    lexicon   the name of the word list of the games, if it is not a shipped one
    """

    files: tuple[str, ...]
    player: str | None
    lexicon: str | None

    def add_to(self, box: Box, effort: Effort, today: datetime.date) -> int:
        """Judge the games, and put their mistakes into the box; return how many are new.

        Raises:
            LetterTycoonError: the only game cannot be judged; of several, those are left out.
        """
        found, n_new = records_in(self.files), 0
        with bar_or_nothing("games") as tell:
            for number, file in enumerate(found):
                tell(number, len(found))
                try:
                    n_new += box.add(self._mistakes(str(file), effort), today)
                except LetterTycoonError as error:
                    if len(found) == 1:
                        raise
                    note(f"Left out: {file}: {error}")
            tell(len(found), len(found))
        return n_new

    def _mistakes(self, file: str, effort: Effort) -> tuple[Puzzle, ...]:
        from ..advisor.practice.puzzles import puzzles_of

        game = load_any_game(file, self.lexicon)
        names = game.names
        players = range(len(names)) if self.player is None else [player_from(self.player, names)]
        analysis = analyze(
            game,
            lexicon_of(game),
            players=players,
            seconds=effort.seconds,
            playouts=effort.playouts,
            seed=effort.seed,
        )
        choices = [one for one in played_in(game).choices if one.seen.active in players]
        return puzzles_of(choices, analysis.decisions)
