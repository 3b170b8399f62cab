"""`advise`: the best turns of a position, by simulation of the best by static evaluation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._html import NOTHING, SHOWN, html_texts, with_error
from .._kernels import entries, questions
from .._kernels.layouts import MAX_COST, W_MONEY, new_workspace
from .._kernels.race import (
    DOLLARS_A_VICTORY,
    FINALISTS,
    FIRST_GAME,
    IS_SETTLED,
    LEAD_A_VICTORY,
    LENGTH,
    MIN_GAMES,
    N_GAMES,
    N_LIVE,
    NEARLY,
    SETTLED,
    TIED,
    TIED_ERRORS,
    new_race,
)
from .._work.executors import own_threads
from ..batch import Positions
from ..errors import InvalidInputError, require_progress, show
from ..evaluation.ranking import MAX_WEIGHT, Objective
from ..evaluation.tables import Evaluation
from ..game.actions import Action, ActionKind
from ..game.state import GameState, SeenState, check_view
from ..game.table import (
    AT_A_TABLE,
    Opponents,
    Phase,
    discards_of_turn,
    drawn_from,
    parse_opponents,
    unseen_cards,
)
from ..game.turns import steps_of
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of
from ..rules.cards import HIDDEN, LETTERS, parse_whole, remove_cards
from ..rules.play import COMMUNITY
from ..rules.turn import Turn, TurnKind
from ..search.solver import evaluation_of
from .simulation import (
    LEVEL_OF,
    Candidate,
    Floats,
    Simulation,
    candidates_of,
    evaluated,
    in_game,
    mean_and_error,
    turns_left,
)


class Race:
    """The race of some turns, until a time of time.perf_counter or after so many games."""

    def __init__(
        self,
        simulation: Simulation,
        candidates: Sequence[Candidate],
        lexicon: Lexicon,
        executor: Executor,
        until: float,
        games: int,
    ) -> None:
        self._candidates = candidates
        prior = np.array([one.turn.equity.total / DOLLARS_A_VICTORY for one in candidates])
        off_by, is_whole = simulation.value_off_by(lexicon), simulation.is_whole
        self._race = new_race(prior, off_by, is_whole, until, games)
        # Near the end whole games of the same deals would be the same games.
        whole = simulation if is_whole else simulation.with_other_deals().to_the_end()
        self._simulations = (simulation, whole)
        self._lexicon = lexicon
        self._executor = executor

    @property
    def n_games(self) -> int:
        """The number of games of all turns."""
        return int(self._race.state[N_GAMES])

    @property
    def is_settled(self) -> bool:
        """Return True if the first turn is ahead beyond doubt, or all are the same."""
        return bool(self._race.state[IS_SETTLED])

    def run(self, tell: Callable[[Race], object] | None = None) -> None:
        """Race until time or games are used up or the race is settled."""
        none = np.empty((len(self._candidates), 0))
        n = self._go_on(none, none)
        while n:
            state, order = self._race.state, self._race.order
            live = [self._candidates[turn] for turn in order[: state[N_LIVE]]]
            simulation, first = self._simulations[state[LENGTH]], int(state[FIRST_GAME])
            games = simulation.play(live, first, n, self._lexicon, self._executor)
            n = self._go_on(*games)
            if tell is not None:
                tell(self)

    def standings(self) -> tuple[RankedTurn, ...]:
        """The turns in their present order, the best first."""
        return tuple(
            ranked(self._candidates[turn].turn, row.tolist())
            for turn, row in zip(self._race.order, self._race.rows, strict=True)
        )

    def _go_on(self, margins: Floats, wins: Floats) -> int:
        games = map(np.ascontiguousarray, (margins, wins))
        n: int = entries.race_on(self._race, *games, time.perf_counter())
        return n


def ranked(turn: Turn, row: list[float]) -> RankedTurn:
    """Return a turn with a row of the race."""
    games, *values, whole = row
    known: tuple[Any, ...] = (turn, int(games), *values, whole == 1)
    return RankedTurn(*known)


# The worth of kept cards in the next turn: the best plays of the hands that may come of them, with
# the community and the patents of the game. It is sampled, or exact where that is cheap.


Bytes = npt.NDArray[np.uint8]

N_SAMPLES: Final = 200
N_SAMPLES_OF_PAIRS: Final = 24
"""For the owner of V, whose searches take eight times as long, and far longer with X or Z."""


def refined(
    candidates: Sequence[Candidate],
    seen: SeenState,
    lexicon: Lexicon,
    evaluation: Evaluation,
    seed: int,
) -> list[Candidate]:
    """Sample the worth of the cards kept where it decides: in an exchange, and at the clean-up.

    The candidates come back best first. In the player's last turn nothing is worth keeping.
    """
    turns, sampled, found = turns_left(seen, evaluation), list[Candidate](), list[Candidate]()
    for one in candidates:
        is_exchange = one.turn.play is None and not one.turn.replace
        (sampled if is_exchange or seen.phase is Phase.CLEAN_UP else found).append(one)
    if not turns or not sampled:
        return list(candidates)
    # A bought patent is worth something in the turns after the next one. More turns would cost
    # several times as long and tell no more.
    patents = worth_of_patents(seen, evaluation, max(0.0, turns - 1))
    objective = Objective(patents={a: min(worth, MAX_WEIGHT) for a, worth in patents.items()})
    kept = [remove_cards(seen.leave, one.turn.discards) for one in sampled]
    worths = worth_of_keeping(kept, seen, lexicon, objective, seed)
    for one, (worth, error) in zip(sampled, worths, strict=True):
        equity = replace(one.turn.equity, leave=worth, leave_se=error)
        found.append(replace(one, turn=replace(one.turn, equity=equity)))
    # To six decimals, as find_plays ranks; equal ones stay in order.
    return sorted(found, key=lambda one: -round(one.turn.equity.total, 6))


def worth_of_patents(seen: SeenState, evaluation: Evaluation, turns: float) -> dict[str, float]:
    """Return what each patent for sale brings the viewer in so many more turns, in dollars."""
    n_players, worth = len(seen.seats), np.zeros(len(LETTERS))
    entries.fill_worth(
        Positions.of([seen.position]).owners[0],
        n_players - 1,
        turns,
        questions.template(seen.ruleset, Objective(), n_players - 1).copy(),
        questions.evaluation_array(evaluation, n_players).copy(),
        worth,
    )
    owned = "".join(seat.patents for seat in seen.seats)
    return {a: float(dollars) for a, dollars in zip(LETTERS, worth, strict=True) if a not in owned}


def worth_of_keeping(
    kept: Sequence[str], seen: SeenState, lexicon: Lexicon, objective: Objective, seed: int
) -> list[tuple[float, float]]:
    """Return what each set of cards kept adds to the best play of the next turn, and its error.

    It is a mean over the draws, in dollars, against keeping nothing. All unseen cards are as likely
    to be drawn. When the deck runs out, cards are drawn from the discards, except those discarded
    now. Where at most one card is drawn every draw is counted; the error that is left is that of
    keeping nothing. The opponents' turns before the next are left out; a simulation has them.
    """
    dollars = next_turns(["", *kept], seen, lexicon, objective, seed)
    return list(map(mean_and_error, dollars[1:] - dollars[0]))


def next_turns(
    kept: Sequence[str], seen: SeenState, lexicon: Lexicon, objective: Objective, seed: int
) -> Floats:
    """Return the dollars of the best play of the next turn, 0 without a good one.

    The array is [n_sets, n_samples]: a row for each set of cards kept, a column for each draw. If
    every draw is counted, a row is their mean.
    """
    columns, hand_size = Positions.of([seen.position]), len(seen.active_seat.hand)
    desk = questions.template(seen.ruleset, objective, len(seen.seats) - 1).copy()
    # What this turn has left of it; cards are drawn in place of the others.
    left = remove_cards(seen.community, seen.turn.cards_used(COMMUNITY))
    n_missing = len(seen.community) - len(left)

    def best_plays(sets: Sequence[str], draws: Bytes) -> Floats:
        """Return the dollars of the best play, [n_sets, n_draws]."""
        scores = np.empty((len(sets), len(draws)))
        entries.best_scores(
            desk,
            _to_rows(sets, hand_size),
            _to_rows([left], len(seen.community))[0],
            draws,
            columns.owners[0],
            min(int(columns.money[0]), MAX_COST),
            lexicon.trie,
            new_workspace(1),
            scores,
        )
        return scores / int(desk[W_MONEY])

    n_samples = N_SAMPLES_OF_PAIRS if "V" in seen.active_seat.patents else N_SAMPLES
    dollars = np.empty((len(kept), n_samples))
    n_drawn = [n_missing + hand_size - len(cards) for cards in kept]
    sampled = [row for row, n in enumerate(n_drawn) if n > 1]
    draws = _sampled_draws(seen, n_missing + hand_size, n_samples, seed)
    dollars[sampled] = best_plays([kept[row] for row in sampled], draws)
    for row, n in enumerate(n_drawn):
        if n <= 1:
            every_draw, weights = _every_draw(seen, n)
            dollars[row] = best_plays([kept[row]], every_draw)[0] @ weights
    return dollars


def _sampled_draws(seen: SeenState, n_drawn: int, n: int, seed: int) -> Bytes:
    if HIDDEN in seen.discards and n_drawn > seen.deck_size:
        return _draws_of_hidden_discards(seen, n_drawn, n, seed)
    draws = np.empty((n, n_drawn), np.uint8)
    piles = map(_to_cards, (unseen_cards(seen), discards_of_turn(seen)))
    entries.draw_samples(*piles, seen.deck_size, np.uint64(seed), draws)
    return draws


def _draws_of_hidden_discards(seen: SeenState, n_drawn: int, n: int, seed: int) -> Bytes:
    """Sample draws where the deck runs out and some discards were not seen."""
    rng, unseen = np.random.default_rng(seed), _to_cards(unseen_cards(seen))
    known = _to_cards(discards_of_turn(seen).replace(HIDDEN, ""))
    n_deck, n_hidden = seen.deck_size, seen.discards.count(HIDDEN)
    draws = np.empty((n, n_drawn), np.uint8)
    for row in draws:
        cards = rng.permutation(unseen)
        shuffled = rng.permutation(np.concatenate([known, cards[n_deck : n_deck + n_hidden]]))
        row[:n_deck], row[n_deck:] = cards[:n_deck], shuffled[: n_drawn - n_deck]
    return draws


def _every_draw(seen: SeenState, n_drawn: int) -> tuple[Bytes, Floats]:
    """Return all draws of no card or one, and how likely each is."""
    if not n_drawn:
        return np.empty((1, 0), np.uint8), np.ones(1)
    parts, _ = drawn_from(seen)
    cards = "".join(sorted(card for card in parts if parts[card]))
    counts = np.array([parts[card] for card in cards], np.float64)
    return _to_cards(cards)[:, None], counts / counts.sum()


def _to_cards(cards: str) -> Bytes:
    return np.array([ord(card) for card in cards], np.uint8)


def _to_rows(sets: Sequence[str], width: int) -> Bytes:
    """Return a row for each set, with 0 behind the last card."""
    rows = np.zeros((len(sets), width), np.uint8)
    for row, cards in zip(rows, sets, strict=True):
        row[: len(cards)] = _to_cards(cards)
    return rows


_DIGITS: Final = 3
"""A chance is told in tenths of a percent."""
_AS_GOOD, _BEHIND, _UNKNOWN = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class RankedTurn:
    """A turn and its results; NaN stands for unknown values, as before MIN_GAMES games.

    A lead is the final score minus that of the average opponent, in dollars. Two are equal if the
    same values are known and equal.

    Attributes:
        turn: the turn.
        playouts: the games played with it.
        win: the chance to win: that of the first turn less `win_loss`. A turn that wins more, but
            is behind because it ends with far fewer dollars, gets the chance of the first.
        win_se: the standard error of the victories in its own games; NaN if nearly all of them
            ended alike.
        win_loss: the chance to win that it loses against the first turn, on the same games; 0 for
            the first itself, and for turns that are as good as the best.
        win_loss_se: its standard error.
        lead: the mean lead: that of the first turn less `lead_loss`.
        lead_se: the standard error of the leads in its own games.
        lead_loss: the lead that it loses against the first turn, as `win_loss`.
        lead_loss_se: its standard error.
        whole: True if some games were played to the end; else all end after the player's next
            turn, with a learned value.
    """

    turn: Turn
    playouts: int = 0
    win: float = math.nan
    win_se: float = math.nan
    win_loss: float = math.nan
    win_loss_se: float = math.nan
    lead: float = math.nan
    lead_se: float = math.nan
    lead_loss: float = math.nan
    lead_loss_se: float = math.nan
    whole: bool = False

    @property
    def notation(self) -> str:
        """The turn in a line, as `Turn.notation`."""
        return self.turn.notation

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RankedTurn):
            return NotImplemented
        return self._known() == other._known()

    def __hash__(self) -> int:
        return hash(self._known())

    def _known(self) -> tuple[object, ...]:
        """Return the values, with None for NaN, which is not equal to itself."""
        values = (getattr(self, field.name) for field in fields(self))
        return tuple(
            None if isinstance(value, float) and math.isnan(value) else value for value in values
        )


def percent(chance: float) -> str:
    """Format a chance, such as "74.9": games never show that it is 0 or 100."""
    if math.isnan(chance):
        return NOTHING
    if chance < NEARLY:
        return "<0.1"
    return ">99.9" if chance >= 1 - NEARLY else f"{100 * chance:.1f}"


class Ranking:
    """The turns of a race as they are shown: one for the same words, in its best way."""

    def __init__(self, standings: Sequence[RankedTurn], phase: Phase) -> None:
        self._best = standings[0]
        ways: dict[object, list[RankedTurn]] = {}
        for ranked in standings:
            ways.setdefault(_subject(ranked.turn, phase), []).append(ranked)
        self._rows = sorted(map(self._best_way, ways.values()), key=self._place)

    @property
    def is_clear(self) -> bool:
        """Return True if the first turn is ahead of the second beyond doubt."""
        if len(self._rows) == 1:
            return False
        loss, error = _loss(self._rows[1], self._rows[0])
        return loss > SETTLED * error

    def told(self) -> tuple[RankedTurn, ...]:
        """Return the turns with what is shown of their games."""
        return tuple(map(self._told, self._rows))

    def _place(self, row: RankedTurn) -> tuple[object, ...]:
        """Order turns as good as the best by equity, then others by chance, then those unknown."""
        if not _is_known(row):
            group, loss = _UNKNOWN, 0.0
        elif self._is_as_good(row, self._best):
            group, loss = _AS_GOOD, 0.0
        else:
            group, loss = _BEHIND, -round(min(row.win, self._best.win), _DIGITS)
        return group, loss, *_by_equity(row)

    def _best_way(self, turns: Sequence[RankedTurn]) -> RankedTurn:
        """Return the best by equity of those that are as good as the foremost."""
        as_good = [ranked for ranked in turns if self._is_as_good(ranked, turns[0])]
        return min(as_good or turns, key=_by_equity)

    def _is_as_good(self, one: RankedTurn, other: RankedTurn) -> bool:
        """Return True if a turn is no worse than another, as far as the games tell."""
        loss, error = _loss(one, other)
        return _is_known(one) and loss <= min(TIED, TIED_ERRORS * error)

    def _told(self, row: RankedTurn) -> RankedTurn:
        if not _is_known(row):
            return RankedTurn(row.turn, row.playouts, whole=row.whole)
        first, best = self._rows[0], self._best
        wins_less = not self._is_as_good(row, best) and row.win_loss > 0
        win, loss = (row.win, row.win_loss) if wins_less else (best.win, 0.0)
        is_nearly_sure = not NEARLY <= win < 1 - NEARLY
        # Between the first turn and the leader of the race there is one difference, and one error.
        known = first if row is best else row
        error = 0.0 if row is first else known.win_loss_se
        return replace(
            row,
            win=win,
            win_se=math.nan if is_nearly_sure else row.win_se,
            win_loss=loss,
            win_loss_se=math.nan if is_nearly_sure else error,
            lead_loss=first.lead - row.lead,
            lead_loss_se=0.0 if row is first else known.lead_loss_se,
        )


def _is_known(ranked: RankedTurn) -> bool:
    return ranked.playouts >= MIN_GAMES


def _subject(turn: Turn, phase: Phase) -> object:
    """Return the words of a turn, or what is left to decide; the best of each is told."""
    match phase:
        case Phase.PURCHASE:
            return turn.buy
        case Phase.CLEAN_UP:
            return turn.discards
    return tuple(sorted(word.word for word in turn.words)) or turn.kind


def _loss(one: RankedTurn, other: RankedTurn) -> tuple[float, float]:
    """Return the loss against another turn, and its error; of dollars if all wins are alike."""
    win, lead = one.win_loss - other.win_loss, one.lead_loss - other.lead_loss
    lead_error = one.lead_loss_se / LEAD_A_VICTORY
    error = math.hypot(one.win_loss_se, lead_error) if win else lead_error
    return win + lead / LEAD_A_VICTORY, error


def _by_equity(ranked: RankedTurn) -> tuple[float, str]:
    """Order by falling equity, then by the words, as `best_turns` does."""
    return -round(ranked.turn.equity.total, 6), ranked.notation.upper()


# Turns that are typed, judged in a state, with their static evaluation.


def appraise(text: str, game: GameState | SeenState) -> Turn:
    """Judge a typed turn where it is to be carried out, with its static evaluation.

    Args:
        text: such as "LAWNs*K, buy S, discard JZ"; from the purchase on, the words on the table may
            be left out.
        game: the view of the player to act, or the whole state, at the start of the turn, its
            purchase or its clean-up.

    Raises:
        InvalidInputError: the text is not in the notation, or has nothing for the phase, or no turn
            can be planned in the state.
        IllegalAction: a part of the turn is against the rules.
        IllegalPlay: the words are; they need not be in the lexicon if they may be challenged.

    Examples:
        >>> from letter_tycoon_solver.advisor import appraise
        >>> from letter_tycoon_solver.game import new_game
        >>> turn = appraise("exchange nothing", new_game(2, seed=1, lexicon="enable"))
        >>> turn.notation, turn.equity.margin
        ('exchange nothing', 0.0)
    """
    seen = parse_view(game)
    steps = steps_of(seen, text)
    turn = _judged(Turn.parse(text), steps, seen)
    return evaluated(turn, seen, Evaluation.of(seen.lexicon.digest))


def _judged(typed: Turn, steps: Sequence[tuple[Action, SeenState]], seen: SeenState) -> Turn:
    """Return the turn with its words judged, as far as it is still open."""
    if typed.replace and typed.kind is not TurnKind.REPLACE:
        raise InvalidInputError(
            f"the turn goes on after replace {typed.replace}; what is best then depends on the card"
            f' that is drawn: give "replace {typed.replace}" alone'
        )
    if typed.replace:
        return Turn(TurnKind.REPLACE, typed.replace)
    play, last = seen.turn.play, steps[-1][0]
    if seen.phase is Phase.START and typed.words:
        play = next(state for action, state in steps if action.kind is ActionKind.PLAY).turn.play
    # "*" stands for all cards that there are, which the action names.
    is_last = last.kind in (ActionKind.DISCARD, ActionKind.EXCHANGE)
    discards = last.cards if is_last else typed.discards
    if play is None:
        return Turn(TurnKind.EXCHANGE, discards=discards)
    buy = "" if seen.phase is Phase.CLEAN_UP else typed.buy
    return Turn(TurnKind.WORDS, play=play, buy=buy, discards=discards)


MAX_CANDIDATES: Final = 40
MIN_PLAYOUTS: Final = FINALISTS
"""A game of each finalist."""
MAX_PLAYOUTS: Final = 10**9
MAX_SECONDS: Final = 86_400.0
DEFAULT_SECONDS: Final = 1.0
LEAST_SHARE: Final = 0.5
"""The games get at least this share of the time."""
MAX_SEED: Final = 2**64 - 1

_HEADERS = ("#", "Turn", "Win %", "Lead", "Games", "Equity")


@dataclass(frozen=True, slots=True)
class Advice:
    """The turns of a position, best first.

    Attributes:
        turns: one for the same words, in its best way. Those as good as the best come first, by
            equity; then the others by their chances; then those with too few games, by equity.
        playouts: the games of all candidates.
        seconds: the time it took; ignored by ==.
        settled: True if the first turn is ahead of the second beyond doubt (three standard errors),
            or if no game shows a difference.
        tables: the name of the lexicon whose tables static evaluation uses.
        own_tables: True if that is the lexicon of the game.
        opponents: their strength in the games.
        leader: the turn that leads by the games, however little; `best` is as good, and does not
            change by chance.
    """

    turns: tuple[RankedTurn, ...]
    playouts: int
    seconds: float = field(compare=False)
    settled: bool
    tables: str
    own_tables: bool
    opponents: Opponents
    leader: Turn

    @property
    def best(self) -> RankedTurn:
        """The first of the turns."""
        return self.turns[0]

    def __repr__(self) -> str:
        first = self.turns[0]
        win = "" if math.isnan(first.win) else f", wins {percent(first.win)} %"
        return (
            f"<Advice {first.notation!r}{win}; {len(self.turns)} turns, {self.playouts} playouts>"
        )

    def _repr_html_(self) -> str:
        rows = [
            (
                number,
                one.notation,
                _chance(one),
                with_error(one.lead, one.lead_loss_se or one.lead_se),
                f"{one.playouts:,}",
                f"{one.turn.equity.total:+.1f}",
            )
            for number, one in enumerate(self.turns[:SHOWN], 1)
        ]
        return html_texts(_HEADERS, rows, len(self.turns) - SHOWN)


Progress = Callable[[Advice], object]


def _chance(ranked: RankedTurn) -> str:
    error = 100 * (ranked.win_loss_se or ranked.win_se)
    return percent(ranked.win) if math.isnan(error) else f"{percent(ranked.win)} ± {error:.1f}"


def advise(  # noqa: PLR0913 - what is advised on, and how
    game: GameState | SeenState,
    lexicon: Lexicon | str,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    opponents: Opponents | str = AT_A_TABLE,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Find the best turns for the player to act, from a game or from what that player sees of it.

    Of a GameState only what the player sees is used. A lexicon without tables for static evaluation
    is judged by those of ENABLE.

    Args:
        game: not over, at a turn of the viewer.
        lexicon: that of the game; a name or a path loads it.
        seconds: the time to think; 1.0 by default. The first call after an installation compiles
            the simulation first, which takes some seconds more.
        playouts: or the number of games to play, at least MIN_PLAYOUTS; then the advice is the same
            for a seed, whatever the executor and the number of its workers.
        seed: of the simulated games, 0 to 2^64 - 1.
        opponents: "common" (people who know common words, and play these as well as static
            evaluation), "static" (experts: the same with every word), or a level, "easy", "medium"
            or "hard". With a list of another language people are experts.
        executor: a concurrent.futures.Executor; by default threads, one for each processor.
        progress: called with the advice so far, some times a second.

    Raises:
        InvalidInputError: an argument is wrong, the game is over, the player is not to act, the
            view cannot be, or the lexicon is not that of the game.

    Warns:
        FallbackTablesWarning: the lexicon has no tables; `own_tables` says so too.

    Examples:
        >>> import letter_tycoon_solver as lts
        >>> from letter_tycoon_solver.advisor import advise
        >>> from letter_tycoon_solver.game import SeenState
        >>> lexicon = lts.Lexicon.load()
        >>> seen = SeenState.at_table("JWLEANZ", "EES", opponents=["E"], lexicon=lexicon)
        >>> advice = advise(seen, lexicon, playouts=4_000, seed=1)
        >>> advice.best.notation, round(advice.best.win, 2), round(advice.best.lead, 1)
        ('JeWeLs, buy J, discard AENZ', 0.89, 26.7)
    """
    seen = parse_view(game)
    race_seed = parse_whole(seed, "seed", 0, MAX_SEED)
    kind = parse_opponents(opponents)
    limit, games = parse_effort(seconds, playouts, DEFAULT_SECONDS, MIN_PLAYOUTS)
    lexicon = lexicon_of(lexicon)
    if seen.lexicon.digest != lexicon.digest:
        raise InvalidInputError(
            f"the game is played with the words of {seen.lexicon.name}, and the lexicon is"
            f" {lexicon.name}; give that of the game"
        )
    require_progress(progress, "a function of an Advice")
    evaluation = evaluation_of(lexicon)
    taken_for = in_game(kind, lexicon)
    simulation = Simulation.of(seen, evaluation, race_seed, LEVEL_OF[taken_for])
    # The time runs from here, because the words that opponents know are found only once.
    begun = time.perf_counter()
    best = candidates_of(seen, lexicon, evaluation)[:MAX_CANDIDATES]
    candidates = refined(best, seen, lexicon, evaluation, race_seed)
    prepared = time.perf_counter()
    # Compiled before workers start, so that they find it; this time does not count.
    entries.compare.make_ready()
    entries.race_on.make_ready()
    started = time.perf_counter()
    begun += started - prepared

    def advice(race: Race) -> Advice:
        standings = race.standings()
        ranking = Ranking(standings, seen.phase)
        return Advice(
            ranking.told(),
            race.n_games,
            time.perf_counter() - begun,
            race.is_settled or ranking.is_clear,
            evaluation.name,
            evaluation.digest == lexicon.digest,
            taken_for,
            standings[0].turn,
        )

    with own_threads(executor) as workers:
        # Most of the time goes to the games, even where finding the candidates takes long.
        until = math.inf if limit is None else max(begun + limit, started + LEAST_SHARE * limit)
        most = games or MAX_PLAYOUTS
        race = Race(simulation, candidates, lexicon, workers, until, most)
        race.run(None if progress is None else lambda race: progress(advice(race)))
        return advice(race)


def parse_view(game: object) -> SeenState:
    """Return the view of the player to act; InvalidInputError if no turn can be planned."""
    if isinstance(game, GameState):
        game = game.seen_by(game.to_act)
    if not isinstance(game, SeenState):
        raise InvalidInputError(
            f"the game is a {type(game).__name__}; give a GameState or a SeenState"
        )
    if not isinstance(game.phase, Phase):
        raise InvalidInputError(f"the phase is {show(game.phase)}; give a Phase")
    if game.is_over:
        raise InvalidInputError("the game is over; there is nothing to advise")
    if game.phase not in (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP):
        raise InvalidInputError(
            f"the game is in the phase {game.phase.value}, in which no turn is planned; ask again"
            " when that is decided"
        )
    if game.viewer != game.to_act:
        raise InvalidInputError(
            f"player {game.viewer} does not decide on a turn now: player {game.to_act} has the"
            f" turn; ask for player {game.to_act}, or when player {game.viewer} has the turn"
        )
    check_view(game)
    return game


def parse_effort(
    seconds: object, playouts: object, default: float, least: int
) -> tuple[float | None, int | None]:
    """Return the seconds or the playouts, from `least`, one of them None."""
    if seconds is not None and playouts is not None:
        raise InvalidInputError("seconds and playouts are both given; give one of them")
    if playouts is not None:
        return None, parse_whole(playouts, "playouts", least, MAX_PLAYOUTS)
    limit = default if seconds is None else seconds
    if (
        isinstance(limit, bool)
        or not isinstance(limit, int | float)
        or not 0 < limit <= MAX_SECONDS
    ):
        raise InvalidInputError(
            f"seconds is {show(limit)}; give a number above 0, at most {MAX_SECONDS:g}"
        )
    return float(limit), None
