"""`letter-tycoon analyze`: recorded games, and what each turn has cost.

In JSON a game is an object with the fields

    file         the file as given
    names        the names of the players
    victories    by player the share of the victory; null if the game is not over
    leads        by player the final score minus that of the average opponent; null likewise
    seconds      the time of the analysis
    tables       the word list whose tables static evaluation uses
    own_tables   true if the game is played with that list
    opponents    what they were taken for in the simulated games, as by `advise --json`
    summaries    a list of objects, one for each player: the fields of `Summary`, with a score or
                 null, and counts
    decisions    a list of objects, in the order of the game: the fields of `Decision`, with chances
                 from 0 to 1 and dollars; `verdict`, "best", "fine", "mistake" or "blunder";
                 `is_decided`, true if dollars decide the verdict; `sure_loss` and
                 `sure_lead_loss`; turns are written as by `advise --json`
    purchases    a list of objects, in the order of the game, of players whose hands are not known:
                 `round`, `player`, the turns `played` and `best`, `loss` in dollars, `verdict`
    costliest    a list of objects: `decision`, its place in the list, and `in_words`

Several games are an object with the fields

    games        a list of such objects
    totals       a list of objects: `Summary` over all games, for each name
    habits       a list of objects: `Habits` over all games, for each name; months are those in
                 which the files were written last
    left_out     a list of objects: `file`, and `why`, the reason it could not be analyzed
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

import click
from rich.table import Column, Table
from rich.text import Text

from .._files import is_folder
from ..advisor.analysis import (
    DEFAULT_SECONDS,
    MIN_OPEN_TURNS,
    Analysis,
    Habits,
    Summary,
    analyze,
    habits_of,
    summarize,
    won_text,
)
from ..advisor.decisions import (
    BLUNDER,
    BLUNDER_DOLLARS,
    DECIDED,
    ERRORS,
    MISTAKE,
    MISTAKE_DOLLARS,
    Decision,
    Difference,
    Purchase,
    Verdict,
    played_in,
    played_text,
)
from ..errors import InvalidInputError, LetterTycoonError
from ..game import Game, TrackedGame
from ..game.game import table_of
from ..game.table import player_named
from . import FAILURE
from .console import Rows, new_console, new_table, print_indented, print_table
from .options import (
    effort_options,
    files_of,
    load_lexicon,
    note_tables,
    recorded_lexicon_option,
    shows_what_is_done,
)
from .saved_games import load_any_game
from .terminal import bar_or_nothing, fields_of, note, write_json

STYLES: Final = {
    Verdict.BEST: "green",
    Verdict.FINE: "",
    Verdict.MISTAKE: "yellow",
    Verdict.BLUNDER: "bold red",
}
MAX_NAME: Final = 14
"""The columns for a name; a longer one continues in the next line."""


def _rows_of_judged(names: Sequence[str], lost: str, last: str, *before: Column) -> Rows:
    """Make a table of judged turns, a row each; a better turn has a line of its own.

    Args:
        names: of the players.
        lost: the head of the column of what a turn has lost.
        last: the head of what was played.
        before: columns before that of what was lost.
    """
    columns = [
        Column("Round", width=5, justify="right"),
        Column("Player", width=min(max(len(name) for name in names), MAX_NAME)),
        *before,
        Column(lost, width=14 if before else 6, justify="right"),
        Column("Verdict", width=7),
    ]
    return Rows(columns, last)


def _write_judged(
    rows: Rows, one: Decision | Purchase, names: Sequence[str], lost: str, played: str, *before: str
) -> None:
    verdict = one.verdict
    text = Text(played)
    if verdict is not Verdict.BEST:
        text.append(f"\n> {one.best.notation}", style="dim")
    lost = "" if verdict is Verdict.BEST else lost
    said = Text(verdict.value, style=STYLES[verdict])
    rows.write(str(one.round), names[one.player], *before, lost, said, text)


def print_result(analysis: Analysis) -> None:
    """Write to stdout what follows from the decisions, then the purchases and theirs."""
    if analysis.decisions:
        _print_scores(analysis)
    if not analysis.purchases:
        return
    if analysis.decisions:
        new_console().print()
    rows = _rows_of_judged(analysis.names, "Lost $", "Bought, and what was best")
    for one in analysis.purchases:
        _write_judged(rows, one, analysis.names, f"{one.loss:.1f}", one.played.notation)
    print_purchase_totals([analysis])


def _print_scores(analysis: Analysis) -> None:
    """Write the scores, and the costliest turns in words."""
    console = new_console()
    _print_summaries(analysis.summaries())
    told = analysis.costliest_in_words()
    console.print("The costliest turns:" if told else "No turn lost more than its error.")
    print_indented(console, told)
    console.print()
    print_legend(
        f"Win: chance to win against {analysis.opponents.called},",
        "before the turn, with the best turn (>) and by what the player saw. Lost: that",
        "chance less the one with what was played, ± standard error, in whole games on",
        "the same deals; in a decided game, dollars of the final lead. A game is",
        f"decided below {_percent(DECIDED)} and above {_percent(1 - DECIDED)}, errors included.",
    )


def print_purchase_totals(analyses: Sequence[Analysis]) -> None:
    """Write a row for each name with purchases, and explain them."""
    by_name: dict[str, list[Purchase]] = {}
    for analysis in analyses:
        for one in analysis.purchases:
            by_name.setdefault(analysis.names[one.player], []).append(one)
    if not by_name:
        return
    table = _table_of_names("Purchases", "Best", "Fine", "Mistakes", "Blunders", "Lost $ each")
    for name, own in by_name.items():
        verdicts = Counter(one.verdict for one in own)
        counts = [str(verdicts[verdict]) for verdict in Verdict]
        table.add_row(name, str(len(own)), *counts, f"{fmean(one.loss for one in own):.1f}")
    console = new_console()
    console.print()
    print_table(table)
    console.print()
    for line in (
        "Purchases: of players whose hands are not known, only what they bought is",
        "judged, when they could buy a patent. Lost: equity, in dollars, against the",
        "best patent or none. The cards they kept count the same for each.",
        f"A mistake loses ${MISTAKE_DOLLARS:g} or more, a blunder ${BLUNDER_DOLLARS:g} or more.",
    ):
        console.print(line, style="dim")


def print_legend(*first: str) -> None:
    """Explain the scores, after these lines."""
    console = new_console()
    for line in (
        *first,
        f"What a turn has lost, less {ERRORS} standard errors, is a mistake from"
        f" {_percent(MISTAKE)} (${MISTAKE_DOLLARS:g}) on,",
        f"and a blunder from {_percent(BLUNDER)} (${BLUNDER_DOLLARS:g}) on.",
        "Score: the share of what could be won, turn by turn, that was not lost; of",
        f"{MIN_OPEN_TURNS} turns or more in an open game.",
    ):
        console.print(line, style="dim")


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _print_summaries(summaries: Sequence[Summary]) -> None:
    """Write a row for each player, and why some have no score, between empty lines."""
    headers = ("Score %", "Turns", "Best", "Fine", "Mistakes", "Blunders", "Won")
    table = _table_of_names(*headers)
    for summary in summaries:
        table.add_row(
            summary.name,
            score_text(summary),
            str(summary.turns),
            *map(str, (summary.best, summary.fine, summary.mistakes, summary.blunders)),
            won_text(summary),
        )
    console = new_console()
    console.print()
    print_table(table)
    for summary in summaries:
        if why := summary.no_score_in_words():
            console.print(why)
    console.print()


def _table_of_names(*numbers: str) -> Table:
    """Make an empty table of numbers for each player."""
    table = new_table(["Player"], numbers)
    table.columns[0] = Column("Player", max_width=MAX_NAME, overflow="fold")
    return table


def score_text(summary: Summary) -> str:
    """Format a score in percent: "85.5 ± 2.7", "-" if there is none."""
    if summary.score is None or summary.score_se is None:
        return "-"
    return f"{100 * summary.score:.1f} ± {100 * summary.score_se:.1f}"


def lost_text(decision: Decision) -> str:
    """Format the lost chance to win, "8.2 ± 1.1 %", or lead in a decided game, "$8.2 ± 1.1"."""
    if decision.is_decided:
        sign = "-" if decision.lead_loss < 0 else ""
        return f"{sign}${abs(decision.lead_loss):.1f} ± {decision.lead_loss_se:.1f}"
    return f"{100 * decision.win_loss:.1f} ± {100 * decision.win_loss_se:.1f} %"


# The analyses of several games for people: a line for each, then totals for each name.


MAX_FILE: Final = 30
"""The columns for the name of a file; a longer one continues in the next line."""
MOST_MISSED: Final = 10
"""Words and patents in a line."""
_WON: Final = "*"


def _row_of_game(analysis: Analysis) -> tuple[str, str]:
    """Return the turns of a game, and the scores."""
    summaries = analysis.summaries()
    turns = str(sum(summary.turns for summary in summaries))
    if not summaries:
        return turns, f"no hand known; {len(analysis.purchases)} purchases"
    scores = (
        f"{summary.name} {'-' if summary.score is None else f'{100 * summary.score:.0f}'}"
        f"{_WON if summary.victories else ''}"
        for summary in summaries
    )
    return turns, ", ".join(scores)


def print_totals(games: Sequence[tuple[Analysis, datetime.date]]) -> None:
    """Write the totals to stdout, after the rows; each game has its day."""
    analyses = [analysis for analysis, _ in games]
    if summaries := summarize(analyses):
        console = new_console()
        _print_summaries(summaries)
        print_table(_differences([one for analysis in analyses for one in analysis.decisions]))
        console.print()
        habits = [habits_of(summary.name, games) for summary in summaries]
        print_table(_months(habits))
        console.print()
        for one in habits:
            for line in _missed(one):
                console.print(line)
        console.print()
        print_legend()
    print_purchase_totals(analyses)


def _differences(decisions: Sequence[Decision]) -> Table:
    """Make a table of the decisions by what differs from the best turn."""
    table = new_table(["Differs by"], ["Decisions", "Lost % each", "Lost $ each"])
    for kind in Difference:
        if some := [one for one in decisions if one.difference is kind]:
            table.add_row(
                kind.value,
                str(len(some)),
                f"{100 * fmean(one.win_loss for one in some):.1f}",
                f"{fmean(one.lead_loss for one in some):.1f}",
            )
    return table


def _months(habits: Sequence[Habits]) -> Table:
    """Make a table of each player's months."""
    table = new_table(["Player", "Month"], ["Games", "Turns", "Lost % a turn"])
    table.add_column("Most by", no_wrap=True)
    for one in habits:
        for month in one.months:
            lost = sum(kind.win_loss for kind in month.kinds)
            worst = max(month.kinds, key=lambda kind: kind.win_loss, default=None)
            most = worst.difference.value if worst and worst.win_loss > 0 else "-"
            figures = (str(month.games), str(month.turns), f"{100 * lost:.1f}")
            table.add_row(one.player, month.month, *figures, most)
    return table


def _missed(habits: Habits) -> Iterator[str]:
    """Yield the words that a player seems not to know, and the patents bought too late."""
    if habits.words:
        words = ", ".join(_times(one.word, one.times) for one in habits.words[:MOST_MISSED])
        yield f"Words {habits.player} missed and never laid: {words}"
    if habits.patents:
        patents = ", ".join(_times(one.letter, one.games) for one in habits.patents[:MOST_MISSED])
        yield f"Patents {habits.player} bought too late or never: {patents}"


def _times(what: str, times: int) -> str:
    return what if times == 1 else f"{what} ({times} times)"


_OF_A_GAME: Final = ("names", "victories", "leads", "seconds", "tables", "own_tables", "opponents")
_OF_A_DECISION: Final = ("verdict", "difference", "is_decided", "sure_loss", "sure_lead_loss")


def analysis_to_dict(file: str, analysis: Analysis) -> dict[str, object]:
    """Return the analysis of a game for `write_json`."""
    told = zip(analysis.costliest(), analysis.costliest_in_words(), strict=True)
    return {
        "file": file,
        **{name: getattr(analysis, name) for name in _OF_A_GAME},
        "summaries": analysis.summaries(),
        "decisions": [fields_of(decision, *_OF_A_DECISION) for decision in analysis.decisions],
        "purchases": [fields_of(purchase, "loss", "verdict") for purchase in analysis.purchases],
        "costliest": [
            {"decision": analysis.decisions.index(decision), "in_words": words}
            for decision, words in told
        ],
    }


Recorded = Game | TrackedGame

RECORDS: Final = (".jsonl",)
"""The files of a folder that are taken for records."""


@click.command(
    epilog="""\b
Examples:
  letter-tycoon analyze game.jsonl
  letter-tycoon analyze game.jsonl --player Ann --seconds 5
  letter-tycoon analyze games --player Ann
"""
)
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True)
@click.option("--player", metavar="N|NAME", help="Only the turns of this player.")
@effort_options(DEFAULT_SECONDS, "about each turn")
@recorded_lexicon_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def analyze_command(
    *,
    files: tuple[str, ...],
    player: str | None,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    lexicon_name: str | None,
    as_json: bool,
) -> int | None:
    """Show what was played in the game in FILE, what was best, and what it cost.

    Each turn is judged by what the player could see; of a tracked game, those of the player who
    told it, and of the others what they bought. Costs are those of whole games that were not
    used to find the best turn, so that a small one may be below 0. Decisions are shown as they are
    judged; Ctrl-C stops, and the scores are those until then.

    Of several files, or of the records (*.jsonl) in a FOLDER, each game is a line, with totals for
    each name; files that cannot be read are named and left out, and the exit code is then 1.
    """
    ask = _Ask(player, seconds, playouts, seed, lexicon_name)
    if len(files) == 1 and not is_folder(Path(files[0])):
        _one_game(files[0], ask, as_json)
        return None
    if lexicon_name is not None:
        load_lexicon(lexicon_name)  # What is wrong with it is not wrong with every file.
    found = files_of(files, RECORDS, "record of a game", "records")
    records = [path for path, is_inside in found.items() if path.is_file() or not is_inside]
    return FAILURE if _many_games(records, ask, as_json) else None


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
        return [player_named(self.player, game.names)]

    def analysis(self, game: Recorded, progress: Callable[[Decision], object]) -> Analysis:
        """Analyze the game with these options."""
        return analyze(
            game,
            table_of(game).lexicon,
            seats=self.players(game),
            seconds=self.seconds,
            playouts=self.playouts,
            seed=self.seed,
            progress=progress,
        )


# One game --------------------------------------------------------------------------------------


def _one_game(file: str, ask: _Ask, as_json: bool) -> None:
    game = load_any_game(file, ask.lexicon_name)
    players = ask.players(game)
    n = sum(choice.seen.active in players for choice in played_in(game).choices)
    win = Column("Win %", width=5, justify="right")
    rows = _rows_of_judged(game.names, "Lost", "Played, and what was best", win)
    done = 0

    def finish(analysis: Analysis) -> None:
        if as_json:
            write_json(analysis_to_dict(file, analysis))
        else:
            print_result(analysis)

    def stopped(analysis: Analysis) -> None:
        if analysis.decisions:
            finish(analysis)
        note(f"Stopped after {len(analysis.decisions)} of {n} decisions.")

    with (
        shows_what_is_done(Analysis, stopped),
        bar_or_nothing("decisions", has_rows=not as_json) as tell,
    ):

        def progress(decision: Decision) -> None:
            nonlocal done
            done += 1
            if not as_json:
                shown = lost_text(decision), played_text(decision), f"{100 * decision.win:.0f}"
                _write_judged(rows, decision, game.names, *shown)
            tell(done, n)

        tell(0, n)
        analysis = ask.analysis(game, progress)
    note_tables(table_of(game).lexicon)
    finish(analysis)


# Several games ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _LeftOut:
    """A file that is not analyzed, and the reason; games without the player are no failure."""

    file: str
    why: str
    is_failure: bool


def _many_games(files: Sequence[Path], ask: _Ask, as_json: bool) -> bool:
    """Show each game as it is done, then the totals; return True if a file could not be read."""
    done: list[tuple[str, Analysis, datetime.date]] = []
    left_out: list[_LeftOut] = []

    def finish() -> None:
        games = [(analysis, day) for _, analysis, day in done]
        if not as_json:
            print_totals(games)
            return
        totals = summarize(analysis for analysis, _ in games)
        document = {
            "games": [analysis_to_dict(file, analysis) for file, analysis, _ in done],
            "totals": totals,
            "habits": [habits_of(total.name, games) for total in totals],
            "left_out": [{"file": one.file, "why": one.why} for one in left_out],
        }
        write_json(document)

    def stopped(_last: object) -> None:
        if done:
            finish()
        note(f"Stopped after {len(done)} of {len(files)} games.")

    # The folders are left out if the names differ.
    are_alike = len({file.name for file in files}) < len(files)
    labels = {file: str(file) if are_alike else file.name for file in files}
    width = min(max(map(len, labels.values()), default=0), MAX_FILE)
    columns = [Column("Game", width=width), Column("Turns", width=5, justify="right")]
    rows, tables = Rows(columns, f"Scores %, {_WON}: won"), set()
    with (
        shows_what_is_done(object, stopped),
        bar_or_nothing("games", has_rows=not as_json) as tell,
    ):
        tell(0, len(files))
        for file, game in _games(files, ask, left_out):
            analysis = ask.analysis(game, lambda _decision: None)
            written_last = datetime.date.fromtimestamp(file.stat().st_mtime)
            done.append((str(file), analysis, written_last))
            if not as_json:
                rows.write(labels[file], *_row_of_game(analysis))
            tell(len(done) + len(left_out), len(files))
            if analysis.tables not in tables:
                tables.add(analysis.tables)
                note_tables(table_of(game).lexicon)
    if not done:
        raise InvalidInputError("there is nothing to analyze in these files")
    finish()
    return any(one.is_failure for one in left_out)


def _games(
    files: Sequence[Path], ask: _Ask, left_out: list[_LeftOut]
) -> Iterator[tuple[Path, Recorded]]:
    """Yield the games that can be analyzed; the others are named, and left out."""
    for file in files:
        try:
            game = load_any_game(str(file), ask.lexicon_name)
        except LetterTycoonError as error:
            why, is_failure = str(error).removeprefix(str(file)).lstrip(":, "), True
        else:
            why, is_failure = _why_not(game, ask), False
        if why:
            left_out.append(_LeftOut(str(file), why, is_failure))
            note(f"Left out: {file}: {why}")
        else:
            yield file, game


def _why_not(game: Recorded, ask: _Ask) -> str:
    """Say why a game has nothing to analyze; "" if it has."""
    try:
        players = ask.players(game)
    except InvalidInputError as error:
        return str(error)
    played = played_in(game)
    judged = {one.seen.active for one in played.choices}
    judged |= {one.seen.active for one in played.offers}
    if judged.isdisjoint(players):
        return "no turn of the players is finished, or their cards are not known"
    return ""
