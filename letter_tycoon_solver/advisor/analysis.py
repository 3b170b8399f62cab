"""`analyze`: what every turn of a game has cost against the best turn, and habits over games."""

from __future__ import annotations

import datetime
import html
import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final

import numpy as np

from .._html import html_texts, with_error
from .._kernels.race import ONE_VICTORY
from .._work.executors import own_threads
from .._work.resumable import ends_with
from ..errors import InvalidInputError, require, require_progress, show
from ..evaluation.tables import Evaluation
from ..game.game import Game
from ..game.state import SeenState
from ..game.table import AT_A_TABLE, Opponents, Phase, payout_ledger, settle
from ..game.tracked import TrackedGame
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import parse_whole
from ..rules.play import Play
from ..rules.turn import Turn, TurnKind
from .advice import MAX_CANDIDATES, MAX_PLAYOUTS, MAX_SEED, RankedTurn, advise, parse_effort
from .decisions import (
    WRONG,
    Choice,
    Decision,
    Difference,
    Offer,
    PlayedGame,
    Purchase,
    Verdict,
    is_decided,
    judge_purchase,
    played_in,
    played_text,
)
from .simulation import (
    LEVEL_OF,
    Candidate,
    Floats,
    Level,
    Simulation,
    cards_laid,
    evaluated,
    in_game,
    mean_and_error,
    mean_and_error_with_outlier,
    turn_row,
)

MIN_OPEN_TURNS: Final = 3
"""Fewer turns make no score: most players have as many in the shortest games, those of 5 rounds."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The cost of a player's turns, in one game or in several.

    Attributes:
        name: of the player.
        games: the games in which the player has turns.
        finished: those of them that are over.
        victories: the finished games that the player won; shared ones in parts.
        turns: the number of turns; a replacement with Q and what follows are one.
        open_turns: those judged by the chance to win, because the game was not decided.
        best: the number of best decisions.
        fine: the number of fine ones.
        mistakes: the number of mistakes.
        blunders: the number of blunders.
        score: the share of what could be won, 0 to 1: the chances to win with what was played, over
            those with the best turns, each summed over the decisions while the game was open. None
            with fewer than MIN_OPEN_TURNS open turns, or if nothing could be won in them.
        score_se: its standard error, or None.
        win_loss: the mean chance to win that was lost in a turn.
        win_loss_se: its standard error.
        lead_loss: the mean final lead that was lost in a turn, in dollars.
        lead_loss_se: its standard error.
    """

    name: str
    games: int
    finished: int
    victories: float
    turns: int
    open_turns: int
    best: int
    fine: int
    mistakes: int
    blunders: int
    score: float | None
    score_se: float | None
    win_loss: float
    win_loss_se: float
    lead_loss: float
    lead_loss_se: float

    def no_score_in_words(self) -> str:
        """Tell in one line why there is no score; "" if there is one."""
        if self.score is not None:
            return ""
        if self.open_turns >= MIN_OPEN_TURNS:
            return f"No score for {self.name}: no simulated game was won."
        return (
            f"No score for {self.name}: the game was open in {self.open_turns} of {self.turns}"
            f" turns, and a score takes {MIN_OPEN_TURNS}."
        )


def won_text(summary: Summary) -> str:
    """Tell the victories of the games that are over: "1 of 2"; "" if none is."""
    return f"{summary.victories:g} of {summary.finished}" if summary.finished else ""


def _summary_of(
    name: str, games: Sequence[Sequence[Decision]], victories: Sequence[float | None]
) -> Summary:
    """Add up the decisions of a player, by game; the victory is None in one that is not over."""
    decisions = [decision for own in games for decision in own]
    while_open = [[one for one in own if not one.is_decided] for own in games]
    turns, open_turns = _number_of_turns(games), _number_of_turns(while_open)
    finished = [won for won in victories if won is not None]
    verdicts = Counter(decision.verdict for decision in decisions)
    win_loss = sum(decision.win_loss for decision in decisions)
    win_loss_se = math.hypot(*(decision.win_loss_se for decision in decisions))
    scored = [one for own in while_open for one in own] if open_turns >= MIN_OPEN_TURNS else []
    score, score_se = _score(scored)
    return Summary(
        name=name,
        games=len(games),
        finished=len(finished),
        victories=sum(finished),
        turns=turns,
        open_turns=open_turns,
        best=verdicts[Verdict.BEST],
        fine=verdicts[Verdict.FINE],
        mistakes=verdicts[Verdict.MISTAKE],
        blunders=verdicts[Verdict.BLUNDER],
        score=score,
        score_se=score_se,
        win_loss=win_loss / turns,
        win_loss_se=win_loss_se / turns,
        lead_loss=sum(decision.lead_loss for decision in decisions) / turns,
        lead_loss_se=math.hypot(*(decision.lead_loss_se for decision in decisions)) / turns,
    )


def _number_of_turns(games: Iterable[Sequence[Decision]]) -> int:
    return sum(len({decision.round for decision in decisions}) for decisions in games)


def _score(decisions: Sequence[Decision]) -> tuple[float, float] | tuple[None, None]:
    """Return `Summary.score` and its standard error."""
    could_win = sum(decision.win for decision in decisions)
    if could_win <= 0:
        return None, None
    lost = sum(decision.win_loss for decision in decisions)
    lost_se = math.hypot(*(decision.win_loss_se for decision in decisions))
    # No game wins less than nothing; sums of floats may.
    return min(max(1 - lost / could_win, 0.0), 1.0), min(lost_se / could_win, 1.0)


_TURNS = ("Round", "Player", "Win %", "Played", "Verdict", "Best", "Lost %", "Lost $", "Games")
_SCORES = ("Player", "Score %", "Best", "Fine", "Mistakes", "Blunders", "Lost % a turn", "Won")


def decisions_html(names: Sequence[str], decisions: Sequence[Decision]) -> str:
    """Format the decisions, a row each."""
    rows = [
        (
            one.round,
            names[one.player],
            f"{100 * one.win:.0f}",
            played_text(one),
            one.verdict.value,
            *_cost(one),
            f"{one.games:,}",
        )
        for one in decisions
    ]
    return html_texts(_TURNS, rows)


def _cost(decision: Decision) -> tuple[str, str, str]:
    if decision.verdict is Verdict.BEST:
        return "", "", ""
    return (
        decision.best.notation,
        with_error(100 * decision.win_loss, 100 * decision.win_loss_se),
        with_error(decision.lead_loss, decision.lead_loss_se),
    )


def summaries_html(summaries: Sequence[Summary]) -> str:
    """Format the scores, a row for each player, and why some have none."""
    rows = [
        (
            one.name,
            "" if one.score is None else with_error(100 * one.score, 100 * (one.score_se or 0.0)),
            *(one.best, one.fine, one.mistakes, one.blunders),
            with_error(100 * one.win_loss, 100 * one.win_loss_se),
            won_text(one),
        )
        for one in summaries
    ]
    why = [one.no_score_in_words() for one in summaries]
    return html_texts(_SCORES, rows) + "".join(f"<p>{html.escape(one)}</p>" for one in why if one)


COSTLIEST: Final = 3
"""The most turns that are told in words."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, decision by decision.

    Attributes:
        names: of the players.
        decisions: in the order of the game; a replacement with Q is one of its own, a turn that is
            not finished none.
        victories: each player's share of the victory; None if the game is not over.
        leads: each player's final lead in dollars; None if the game is not over.
        seconds: the time it took; ignored by ==.
        tables: the name of the lexicon whose tables static evaluation uses.
        own_tables: True if that is the lexicon of the game.
        purchases: those of players whose hands are not known, in the order of the game.
        opponents: their strength in the games.
    """

    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    victories: tuple[float, ...] | None
    leads: tuple[float, ...] | None
    seconds: float = field(compare=False)
    tables: str
    own_tables: bool
    purchases: tuple[Purchase, ...] = ()
    opponents: Opponents = AT_A_TABLE

    def summaries(self) -> tuple[Summary, ...]:
        """Return one for each player with a turn in the analysis, in the order of the seats."""
        return summarize([self])

    def costliest(self) -> tuple[Decision, ...]:
        """Return at most COSTLIEST decisions, those that lost most, and more than their error.

        First those that lost chances to win, then those that lost dollars in a decided game.
        """
        chances = [one for one in self.decisions if not one.is_decided and one.sure_loss > 0]
        dollars = [one for one in self.decisions if one.is_decided and one.sure_lead_loss > 0]
        chances.sort(key=lambda decision: -decision.win_loss)
        dollars.sort(key=lambda decision: -decision.lead_loss)
        return tuple([*chances, *dollars][:COSTLIEST])

    def costliest_in_words(self) -> tuple[str, ...]:
        """Return the same in a line each: the name, and `Decision.in_words`."""
        return tuple(
            f"{self.names[decision.player]}, {decision.in_words()}" for decision in self.costliest()
        )

    def _repr_html_(self) -> str:
        bought = (f"{self.names[one.player]}, {one.in_words()}" for one in self.purchases)
        lines = "".join(
            f"<li>{html.escape(line)}</li>" for line in (*self.costliest_in_words(), *bought)
        )
        return (
            decisions_html(self.names, self.decisions)
            + summaries_html(self.summaries())
            + (f"<ul>{lines}</ul>" if lines else "")
        )


def summarize(analyses: Iterable[Analysis]) -> tuple[Summary, ...]:
    """Add up what each player has lost over several games.

    Args:
        analyses: of any games; players with the same name are the same.

    Returns:
        One for each name that has a turn, in the order of the analyses.

    Raises:
        InvalidInputError: these are not analyses.

    Examples:
        >>> from letter_tycoon_solver.advisor import analyze, summarize
        >>> from letter_tycoon_solver.game import Game
        >>> game = Game(["Ann", "Ben"], seed=3, lexicon="enable")
        >>> _ = game.push("exchange nothing")
        >>> analysis = analyze(game, game.state.lexicon, playouts=200, seed=1)
        >>> [(one.name, one.turns, one.blunders) for one in summarize([analysis])]
        [('Ann', 1, 0)]
    """
    try:
        given = list(analyses)
    except TypeError:
        raise InvalidInputError(f"analyses is {show(analyses)}; give several Analysis") from None
    by_name: dict[str, list[tuple[list[Decision], float | None]]] = defaultdict(list)
    for analysis in given:
        require(analysis, Analysis, "the analysis")
        for player, name in enumerate(analysis.names):
            if own := [decision for decision in analysis.decisions if decision.player == player]:
                won = None if analysis.victories is None else analysis.victories[player]
                by_name[name].append((own, won))
    return tuple(_summary_of(name, *zip(*games, strict=True)) for name, games in by_name.items())


# The habits of a player over several games: losses by kind, words not known, patents too late.


@dataclass(frozen=True, slots=True)
class KindOfLoss:
    """The losses by turns that differ from the best in one way.

    Both losses are spread over all turns: the kinds add up to what a turn loses on average.
    """

    difference: Difference
    decisions: int
    win_loss: float
    lead_loss: float


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that the player never laid, and that was best where the turn was a mistake.

    `times` is the number of turns where it was best; `win_loss` the sum of what these lost.
    """

    word: str
    times: int
    win_loss: float


@dataclass(frozen=True, slots=True)
class LatePatent:
    """A patent that was best to buy where the turn was a mistake, and that the player did not buy.

    In `bought` of the `games` the player bought it later, `rounds` later on average.
    """

    letter: str
    games: int
    bought: int
    rounds: float | None


@dataclass(frozen=True, slots=True)
class Month:
    """The games of a month, "2026-11"; the turns are those of the player."""

    month: str
    games: int
    turns: int
    kinds: tuple[KindOfLoss, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """The losses of a player's turns, over several games.

    The words are those that the player seems not to know, the costliest first; the patents are
    those bought too late, the most frequent first.
    """

    player: str
    games: int
    turns: int
    kinds: tuple[KindOfLoss, ...]
    words: tuple[MissedWord, ...]
    patents: tuple[LatePatent, ...]
    months: tuple[Month, ...]


def habits_of(player: str, games: Iterable[tuple[Analysis, datetime.date]]) -> Habits:
    """Return the habits of a player over games, each with the day when it was played."""
    own: list[list[Decision]] = []
    by_month: dict[str, list[list[Decision]]] = defaultdict(list)
    for analysis, day in games:
        seats = [seat for seat, name in enumerate(analysis.names) if name == player]
        if decisions := [one for one in analysis.decisions if one.player in seats]:
            own.append(decisions)
            by_month[f"{day:%Y-%m}"].append(decisions)
    if not own:
        raise InvalidInputError(f"no game has a turn of {show(player)}; give one of the players")
    return Habits(
        player=player,
        games=len(own),
        turns=_number_of_turns(own),
        kinds=_kinds(own),
        words=_missed_words(own),
        patents=_late_patents(own),
        months=tuple(
            Month(month, len(some), _number_of_turns(some), _kinds(some))
            for month, some in sorted(by_month.items())
        ),
    )


def _kinds(games: Sequence[Sequence[Decision]]) -> tuple[KindOfLoss, ...]:
    turns = _number_of_turns(games)
    found = []
    for kind in Difference:
        some = [one for decisions in games for one in decisions if one.difference is kind]
        if some and kind is not Difference.NONE:
            win_loss = sum(one.win_loss for one in some) / turns
            lead_loss = sum(one.lead_loss for one in some) / turns
            found.append(KindOfLoss(kind, len(some), win_loss, lead_loss))
    return tuple(found)


def _words(turn: Decision, *, best: bool) -> Iterator[str]:
    play = (turn.best if best else turn.played).play
    yield from (word.word for word in play.words) if play else ()


def _missed_words(games: Sequence[Sequence[Decision]]) -> tuple[MissedWord, ...]:
    decisions = [one for own in games for one in own]
    known = {word for one in decisions for word in _words(one, best=False)}
    times: Counter[str] = Counter()
    lost: dict[str, float] = defaultdict(float)
    for one in decisions:
        if one.verdict in WRONG:
            for word in {*_words(one, best=True)} - known:
                times[word] += 1
                lost[word] += one.win_loss
    missed = [MissedWord(word, times[word], lost[word]) for word in times]
    return tuple(sorted(missed, key=lambda one: (-one.win_loss, one.word)))


def _late_patents(games: Sequence[Sequence[Decision]]) -> tuple[LatePatent, ...]:
    late: dict[str, list[int | None]] = defaultdict(list)
    for decisions in games:
        bought = {one.played.buy: one.round for one in decisions if one.played.buy}
        missed = [one for one in decisions if one.verdict in WRONG and one.best.buy]
        # If a patent was missed in several turns, the first one counts.
        first = {one.best.buy: one.round for one in reversed(missed)}
        for letter, since in first.items():
            if bought.get(letter) != since:
                late[letter].append(bought[letter] - since if letter in bought else None)
    found = []
    for letter, rounds in late.items():
        later = [one for one in rounds if one is not None]
        mean = fmean(later) if later else None
        found.append(LatePatent(letter, len(rounds), len(later), mean))
    return tuple(sorted(found, key=lambda one: (-one.games, one.letter)))


DEFAULT_SECONDS: Final = 1.0
MIN_PLAYOUTS: Final = 8
FIRST_GAME: Final = 1 << 30
"""The two turns are compared in other games than those in which the best was chosen: there it was
lucky, and would seem better than it is. A race has no game of this number."""
GAMES_A_STEP: Final = 32

Progress = Callable[[Decision], object]
Check = Callable[[], object]
"""Called now and then by the thread that judges; an error that it raises ends the judging."""


def analyze(  # noqa: PLR0913 (as `advise`, and which players)
    game: Game | TrackedGame,
    lexicon: Lexicon | str,
    *,
    seats: Collection[int] | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge the turns of a game, finished or not; turns that were undone do not count.

    Half of the time, or of the games, goes into finding the best turn; the other half into whole
    games with it, and with the turn that was played, on the same deals. Opponents are the default
    of `advise`. If a player's hands are not known, only the purchases are judged, by static
    evaluation.

    Args:
        game: with at least one turn. Of a tracked game, the turns of the player who told it are
            judged, by what that player knew.
        lexicon: that of the game; a name or a path loads it.
        seats: the numbers of the players to judge; by default all.
        seconds: the time for each decision; 1.0 by default.
        playouts: or the number of games for each, at least MIN_PLAYOUTS; then the analysis is the
            same for a seed.
        seed: of the simulated games, 0 to 2^64 - 1.
        executor: as for `advise`.
        progress: called with each Decision as it is made, in the order of the game.

    Returns:
        The decisions and purchases; scores and the costliest turns follow from them.

    Raises:
        InvalidInputError: an argument is wrong, or no turn of the players is finished.
        Interrupted: Ctrl-C; `done` is the Analysis of the decisions that were made.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Warns:
        FallbackTablesWarning: as of `advise`.

    Examples:
        >>> from letter_tycoon_solver.advisor import analyze
        >>> from letter_tycoon_solver.game import Game
        >>> game = Game(["Ann", "Ben"], seed=3, lexicon="enable")
        >>> _ = game.push("exchange nothing")
        >>> analysis = analyze(game, game.state.lexicon, playouts=200, seed=1)
        >>> [(one.player, one.verdict.value) for one in analysis.decisions]
        [(0, 'fine')]
    """
    started = time.perf_counter()
    played = played_in(game)
    lexicon = lexicon_of(lexicon)
    limits = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
    effort = Effort(*limits, parse_whole(seed, "seed", 0, MAX_SEED))
    require_progress(progress, "a function of a Decision")
    choices, offers = _asked_about(seats, played)
    evaluation = Evaluation.of(lexicon.digest)
    purchases = tuple(judge_purchase(offer, lexicon, evaluation) for offer in offers)
    decisions: list[Decision] = []

    def done() -> tuple[int, str, Analysis]:
        result = Analysis(
            played.names,
            tuple(decisions),
            played.victories,
            played.leads,
            time.perf_counter() - started,
            evaluation.name,
            evaluation.digest == lexicon.digest,
            purchases,
            in_game(AT_A_TABLE, lexicon),
        )
        return len(decisions), "decisions", result

    with ends_with(done), own_threads(executor) as workers:
        # Otherwise the first decision would pay for what is loaded or compiled.
        for choice in choices[:1]:
            advise(choice.seen, lexicon, playouts=MAX_CANDIDATES, executor=workers)
        for choice in choices:
            decision = judge(choice, lexicon, effort, workers)
            decisions.append(decision)
            if progress is not None:
                progress(decision)
    return done()[-1]


def judge(
    choice: Choice,
    lexicon: Lexicon,
    effort: Effort,
    executor: Executor,
    check: Check | None = None,
) -> Decision:
    """Judge a decision: find the best turn, then play games with it and with the turn played."""
    begun = time.perf_counter()
    seen, evaluation = choice.seen, Evaluation.of(lexicon.digest)
    level = LEVEL_OF[in_game(AT_A_TABLE, lexicon)]
    advice = advise(
        seen,
        lexicon,
        seconds=None if effort.seconds is None else effort.seconds / 2,
        playouts=None if effort.playouts is None else effort.playouts // 2,
        seed=effort.seed,
        executor=executor,
        progress=None if check is None else lambda _advice: check(),
    )
    best = best_of(advice.turns)
    ways = [carried_out(seen, turn, evaluation, effort.seed, level) for turn in (best, choice.turn)]
    turn = ways[1][1].turn
    equities = {ranked.notation: ranked.turn.equity for ranked in advice.turns}
    if turn.replace and turn.notation in equities:
        turn = replace(turn, equity=equities[turn.notation])
    is_best = turn.notation == best.notation
    leads, wins = _games_of(ways[: 1 if is_best else 2], lexicon, effort, executor, begun, check)
    win_loss, win_loss_se = 0.0, 0.0
    if not is_best:
        win_loss, win_loss_se = mean_and_error_with_outlier(wins[0] - wins[1], ONE_VICTORY)
    return Decision(
        seen.round,
        seen.active,
        turn,
        choice.taken_back,
        best,
        *mean_and_error_with_outlier(wins[0], ONE_VICTORY),
        win_loss,
        win_loss_se,
        *mean_and_error(leads[0]),
        *mean_and_error(leads[0] - leads[-1]),
        wins.shape[1],
    )


def _games_of(
    ways: Sequence[tuple[Simulation, Candidate]],
    lexicon: Lexicon,
    effort: Effort,
    executor: Executor,
    begun: float,
    check: Check | None,
) -> tuple[Floats, Floats]:
    """Return the leads and wins of the same games in each way, [n_ways, n]."""
    most = MAX_PLAYOUTS if effort.playouts is None else max(2, effort.playouts // 4)
    until = math.inf if effort.seconds is None else begun + effort.seconds
    steps: list[Floats] = []
    n = 0
    while n < most and (not steps or time.perf_counter() < until):
        if check is not None:
            check()
        step = min(GAMES_A_STEP, most - n)
        parts = [
            simulation.play([way], FIRST_GAME + n, step, lexicon, executor)
            for simulation, way in ways
        ]
        steps.append(np.concatenate(parts, axis=1))
        n += step
    leads, wins = np.concatenate(steps, axis=2)
    return leads, wins


def _asked_about(seats: object, played: PlayedGame) -> tuple[list[Choice], list[Offer]]:
    """Return the choices and offers of these seats, at least one."""
    everyone = range(len(played.names))
    chosen = everyone if seats is None else seats
    if not isinstance(chosen, Collection) or not all(player in everyone for player in chosen):
        raise InvalidInputError(
            f"seats is {show(seats)}; give numbers from 0 to {len(everyone) - 1}"
        )
    choices = [choice for choice in played.choices if choice.seen.active in chosen]
    offers = [offer for offer in played.offers if offer.seen.active in chosen]
    if not choices and not offers:
        raise InvalidInputError(
            "there is nothing to analyze: no turn of these players is finished in the game, or"
            " their cards are not known"
        )
    return choices, offers


@dataclass(frozen=True, slots=True)
class Effort:
    """The seconds or the games for each decision, one of them None, and the seed of the games."""

    seconds: float | None
    playouts: int | None
    seed: int


def best_of(turns: Sequence[RankedTurn]) -> Turn:
    """Return the best of the ranked turns, which the turn played is compared with.

    In a decided game it is the one with the highest final lead, less its standard error.
    """
    first = turns[0]
    decided = [ranked for ranked in turns if is_decided((first.win, ranked.win))]
    return max(decided, key=_sure_lead, default=first).turn


def _sure_lead(ranked: RankedTurn) -> float:
    # NaN, as for a turn without games, would be neither more nor less than any other.
    lead = ranked.lead - ranked.lead_loss_se
    return -math.inf if math.isnan(lead) else lead


def carried_out(
    seen: SeenState, turn: Turn, evaluation: Evaluation, seed: int, opponents: Level
) -> tuple[Simulation, Candidate]:
    """Carry out a turn from its start, ready for whole games against such opponents.

    The words are laid and paid here, so they need not be in the lexicon. Nothing is drawn before
    the clean-up, so the deals are those of a turn that the kernels carry out from the start.
    """
    if turn.kind is not TurnKind.REPLACE:
        turn = evaluated(turn, seen, evaluation)
    at = seen if turn.play is None else _paid(seen, turn.play)
    candidate = Candidate(turn, turn_row(turn, cards_laid(at)))
    return Simulation.of(at, evaluation, seed, opponents).to_the_end(), candidate


def _paid(seen: SeenState, play: Play) -> SeenState:
    """Return the state after the payout for words that nobody challenges."""
    laid = replace(seen, phase=Phase.PURCHASE, turn=replace(seen.turn, play=play))
    return replace(laid, seats=settle(laid.seats, payout_ledger(laid)))
