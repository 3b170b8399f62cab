"""`letter-tycoon analyze`: recorded games, and what each turn has cost."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .._files import is_folder
from .._plots import check_plot
from ..advisor.analysis.analysis import DEFAULT_SECONDS, analyze
from ..advisor.analysis.choices import played_in
from ..advisor.analysis.decision import Decision
from ..advisor.analysis.result import Analysis
from ..errors import InvalidInputError, LetterTycoonError
from ..game import Game, TrackedGame
from . import FAILURE
from .options.effort import effort_options, note_tables, player_from
from .options.inputs import LEXICON_METAVAR, load_lexicon
from .options.records import lexicon_of, load_any_game, records_in
from .options.resumable import shows_what_is_done
from .terminal.json_answer import write_json
from .terminal.notes import note
from .terminal.progress import bar_beside_stdout

if TYPE_CHECKING:
    from .views.analyses import GameRows

Recorded = Game | TrackedGame


@click.command(
    epilog="""\b
Examples:
  letter-tycoon analyze game.jsonl
  letter-tycoon analyze game.jsonl --player Ann --seconds 5 --plot game.png
  letter-tycoon analyze games --player Ann
"""
)
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True)
@click.option("--player", metavar="N|NAME", help="Only the turns of this player.")
@effort_options(DEFAULT_SECONDS, "about each turn")
@click.option(
    "--plot", metavar="FILE", help="Write a plot of the chances to win: .png, .svg or .pdf."
)
@click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list of the game, if it is not a shipped one.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(  # noqa: PLR0913 (one for each option)
    *,
    files: tuple[str, ...],
    player: str | None,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    plot: str | None,
    lexicon_name: str | None,
    as_json: bool,
) -> int | None:
    """Show what was played in the game in FILE, what was best, and what it cost.

    Each turn is judged by what the player could see; of a tracked game, those of the player who
    told it, and of the others what they bought. Costs are those of whole games that were not
    used to find the best plan, so that a small one may be below 0. Decisions are shown as they are
    judged; Ctrl-C stops, and the scores are those until then.

    Of several files, or of the records (*.jsonl) in a FOLDER, each game is a line, with totals for
    each name; files that cannot be read are named and left out, and the exit code is then 1.
    """
    ask = _Ask(player, seconds, playouts, seed, lexicon_name)
    if len(files) == 1 and not is_folder(Path(files[0])):
        if plot is not None:
            check_plot(plot)
        _one_game(files[0], ask, plot, as_json)
        return None
    if plot is not None:
        raise click.UsageError("--plot goes with one game; give one FILE.")
    if lexicon_name is not None:
        load_lexicon(lexicon_name)  # What is wrong with it is not wrong with every file.
    many = _ManyGames(records_in(files), ask, as_json)
    many.run()
    return FAILURE if many.n_unreadable else None


@dataclass(frozen=True, slots=True)
class _Ask:
    """The questions to every game."""

    player: str | None
    seconds: float | None
    playouts: int | None
    seed: int
    lexicon_name: str | None

    def players(self, game: Recorded) -> list[int]:
        """Whose turns. Raises InvalidInputError if the player is not in the game."""
        if self.player is None:
            return list(range(len(game.names)))
        return [player_from(self.player, game.names)]

    def analysis(self, game: Recorded, progress: Callable[[Decision], object]) -> Analysis:
        """Analyze the game with these options."""
        return analyze(
            game,
            lexicon_of(game),
            players=self.players(game),
            seconds=self.seconds,
            playouts=self.playouts,
            seed=self.seed,
            progress=progress,
        )


# One game --------------------------------------------------------------------------------------


def _one_game(file: str, ask: _Ask, plot: str | None, as_json: bool) -> None:
    game = load_any_game(file, ask.lexicon_name)
    players = ask.players(game)
    n = sum(choice.seen.active in players for choice in played_in(game).choices)
    show = _show_json(file) if as_json else _show_rows(game)
    done = 0

    def stopped(analysis: Analysis) -> None:
        if analysis.decisions:
            show.finish(analysis)
        note(f"Stopped after {len(analysis.decisions)} of {n} decisions.")

    with (
        shows_what_is_done(Analysis, stopped),
        bar_beside_stdout("decisions", is_shown=not as_json) as tell,
    ):

        def progress(decision: Decision) -> None:
            nonlocal done
            done += 1
            show.decision(decision)
            tell(done, n)

        tell(0, n)
        analysis = ask.analysis(game, progress)
    note_tables(lexicon_of(game).name, analysis.tables, analysis.own_tables)
    if plot is not None:
        from ..advisor.analysis.plot import plot_analysis

        plot_analysis(analysis, plot)
    show.finish(analysis)


@dataclass(frozen=True, slots=True)
class _Show:
    """The outputs: one for each decision, and one at the end for all."""

    decision: Callable[[Decision], object]
    finish: Callable[[Analysis], object]


def _show_json(file: str) -> _Show:
    from .views.analysis_json import analysis_to_dict

    return _Show(
        lambda _decision: None, lambda analysis: write_json(analysis_to_dict(file, analysis))
    )


def _show_rows(game: Recorded) -> _Show:
    # Here, because rich comes along.
    from .views.analysis import DecisionRows, print_result

    return _Show(DecisionRows(game.names).write, print_result)


# Several games ---------------------------------------------------------------------------------


def _day(file: Path) -> datetime.date:
    """The day when a record was written last."""
    return datetime.date.fromtimestamp(file.stat().st_mtime)


class _ManyGames:
    """Analyzes games one by one, and shows what is done however it ends."""

    def __init__(self, files: Sequence[Path], ask: _Ask, as_json: bool) -> None:
        self.n_unreadable = 0
        self._files = files
        self._ask = ask
        self._as_json = as_json
        self._done: list[tuple[str, Analysis, datetime.date]] = []
        self._left_out: list[tuple[str, str]] = []
        self._tables: set[str] = set()

    def run(self) -> None:
        """Shows each game as it is done, then the totals.

        Raises:
            InvalidInputError: there was nothing to analyze in any file.
            KeyboardInterrupt: Ctrl-C; what was done is shown.
        """
        try:
            self._analyze_all()
        except KeyboardInterrupt:
            if self._done:
                self._finish()
            note(f"Stopped after {len(self._done)} of {len(self._files)} games.")
            raise
        if not self._done:
            raise InvalidInputError("there is nothing to analyze in these files")
        self._finish()

    def _analyze_all(self) -> None:
        rows = None if self._as_json else self._rows()
        with bar_beside_stdout("games", is_shown=not self._as_json) as tell:
            tell(0, len(self._files))
            for number, (file, game) in enumerate(self._games(), 1):
                analysis = self._ask.analysis(game, lambda _decision: None)
                self._done.append((str(file), analysis, _day(file)))
                if rows is not None:
                    rows.write(file, analysis)
                tell(number + len(self._left_out), len(self._files))
                if analysis.tables not in self._tables:
                    self._tables.add(analysis.tables)
                    note_tables(lexicon_of(game).name, analysis.tables, analysis.own_tables)

    def _games(self) -> Iterator[tuple[Path, Recorded]]:
        """The games that can be analyzed; the others are named."""
        for file in self._files:
            try:
                game = load_any_game(str(file), self._ask.lexicon_name)
            except LetterTycoonError as error:
                self.n_unreadable += 1
                self._leave_out(file, str(error).removeprefix(str(file)).lstrip(":, "))
                continue
            try:
                players = self._ask.players(game)
            except InvalidInputError as error:
                self._leave_out(file, str(error))
                continue
            played = played_in(game)
            judged = [one.seen.active for one in played.choices]
            judged += [one.seen.active for one in played.offers]
            if not {*judged}.isdisjoint(players):
                yield file, game
            else:
                self._leave_out(
                    file, "no turn of the players is finished, or their cards are not known"
                )

    def _leave_out(self, file: Path, why: str) -> None:
        self._left_out.append((str(file), why))
        note(f"Left out: {file}: {why}")

    def _rows(self) -> GameRows:
        from .views.analyses import GameRows

        return GameRows(self._files)

    def _finish(self) -> None:
        if self._as_json:
            from .views.analysis_json import analyses_to_dict

            write_json(analyses_to_dict(self._done, self._left_out))
            return
        from .views.analyses import print_totals

        print_totals([(analysis, day) for _, analysis, day in self._done])
