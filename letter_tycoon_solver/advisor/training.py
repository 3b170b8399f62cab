"""Compute the tables of static evaluation of a lexicon; fitting.py has the command.

They come from random hands (royalties, and the gain from abilities), then from games of static
evaluation against itself: first the pace of the race to the goal, because the worth of a patent
depends on it; then the worth of kept cards; then everything else.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import entries, simulate
from .._kernels import game_layouts as layout
from .._kernels.layouts import N_LETTERS
from .._kernels.questions import evaluation_array
from .._work.executors import IsStopped, Stopped, done_in_order
from ..batch import survey
from ..batch.surveys import NONE
from ..evaluation.tables import MAX_KEPT, PLAYERS, Evaluation
from ..game.state import FULL_DECK, new_game
from ..lexicon import Lexicon
from ..rules.cards import ABILITIES, DECK_SIZE, LETTERS, PATENT_COST, VOWELS, parse_whole
from ..rules.ruleset import RULEBOOK, Ruleset
from .simulation import UNDECIDED, Board, Floats, mean_and_error, new_tools, scratch_of

Ints = npt.NDArray[np.int64]
Generator = np.random.Generator

MAX_ROUNDS: Final = 40
"""Longer games are left out. With an everyday list no random deal is so long."""
SHARE: Final = 32
"""The most games in a share of the work, so that each seat has equally many."""

Evaluations = Callable[[Generator, int, int], Floats]
"""Makes float64 [n, MAX_PLAYERS, EVALUATION_SIZE] for n games of so many players. Consecutive games
may have their seats swapped. Random tables use the generator. Picklable, for processes."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Games that were played to the end.

    Attributes:
        first: the number of the first game.
        log: float64 [n, n_turns, LOG_SIZE]: see _kernels/simulate.py.
        n_turns: int64 [n]: the number of played rows in the log.
        margins: float64 [n, MAX_PLAYERS]: the final score minus that of the average opponent.
        wins: float64 [n, MAX_PLAYERS]: the share of the victory.
    """

    first: int
    log: Floats
    n_turns: Ints
    margins: Floats
    wins: Floats

    @property
    def is_turn(self) -> npt.NDArray[np.bool_]:
        """[n, n_turns]: True for the rows of the log that were played."""
        played: npt.NDArray[np.bool_] = np.arange(self.log.shape[1]) < self.n_turns[:, None]
        return played


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A specification of games; picklable. So many consecutive games have the same deal."""

    n_players: int
    evaluations: Evaluations
    seed: int
    same_deal: int = 1
    ruleset: Ruleset = RULEBOOK

    def play(self, n: int, lexicon: Lexicon, executor: Executor | None) -> Iterator[PlayedGames]:
        """Play n games in shares; the result does not depend on the executor."""
        size = SHARE - SHARE % self.n_players
        shares = [range(n)[at : at + size] for at in range(0, n, size)]
        for _, games in done_in_order(self.play_share, shares, lexicon, executor):
            yield games

    def play_share(self, lexicon: Lexicon, games: range, is_stopped: IsStopped) -> PlayedGames:
        """Play some of the games."""
        if is_stopped():
            raise Stopped
        n = len(games)
        start = before_the_deal(self.n_players, lexicon, self.ruleset, self.seed)
        random = generator_of(self.seed, games.start)
        deals = np.arange(games.start, games.stop) // self.same_deal
        evaluations = self.evaluations(random, n, self.n_players)
        unchanging = np.full(n, MAX_ROUNDS * self.n_players)
        tables = layout.Tables(evaluations, unchanging, evaluations[0])
        # Each game replaces the evaluation that the tools begin with.
        tools = new_tools(lexicon, self.ruleset, self.n_players, Evaluation.of(lexicon.digest))
        none = layout.Kept(np.empty((n, 0, 0), np.float32), np.empty((n, 0), np.int64))
        return PlayedGames(games.start, *play_deals(start, deals, tables, tools, none))


@dataclass(frozen=True, slots=True)
class RandomKeeping:
    """The same tables for all, but each player keeps other letters in each game, at random."""

    evaluation: Evaluation

    def __call__(self, random: Generator, n: int, n_players: int) -> Floats:
        """See Evaluations."""
        arrays = for_games(n, evaluation_array(self.evaluation, n_players))
        kept = arrays[..., layout.KEPT : layout.BALANCE]
        kept[:] = random.normal(size=kept.shape)
        arrays[..., layout.BALANCE : layout.COMMUNITY_WORTH] = 0.0
        # Otherwise the player would also choose other plays at random.
        arrays[..., layout.BY_EQUITY] = 0.0
        return arrays


@dataclass(frozen=True, slots=True)
class Match:
    """One player against others with other tables; in each seat once for a deal."""

    evaluation: Evaluation
    other: Evaluation

    def __call__(self, _random: Generator, n: int, n_players: int) -> Floats:
        """See Evaluations."""
        arrays = for_games(n, evaluation_array(self.other, n_players))
        for seat in range(n_players):
            arrays[seat::n_players, seat] = evaluation_array(self.evaluation, n_players)
        return arrays


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The results of the player with different tables: means and standard errors over deals."""

    win: float
    win_se: float
    margin: float
    margin_se: float

    def to_dict(self) -> dict[str, float]:
        """Return the numbers, rounded, as plain data."""
        return {name: round(number, DIGITS) for name, number in asdict(self).items()}


def play_match(
    match: Match,
    n: int,
    seed: int,
    lexicon: Lexicon,
    executor: Executor | None = None,
    n_players: int = 2,
) -> MatchResult:
    """Play a match of at least n games; each deal is played with the player in every seat."""
    games = SelfPlay(n_players, match, seed, same_deal=n_players)
    wins, margins = [], []
    # One share at a time, because the logs of all games would be gigabytes.
    for played in games.play(n + -n % n_players, lexicon, executor):
        is_over = played.n_turns.reshape(-1, n_players).all(axis=1)
        wins.append(of_own_seat(played.wins, n_players)[is_over])
        margins.append(of_own_seat(played.margins, n_players)[is_over])
    return MatchResult(
        *mean_and_error(np.concatenate(wins)), *mean_and_error(np.concatenate(margins))
    )


def of_own_seat(results: Floats, n_players: int) -> Floats:
    """Return by deal the mean result of the player who moves from seat to seat.

    It sits in the first seat in the first game of a deal, then in the second, and so on.
    """
    seats = np.arange(len(results)) % n_players
    by_deal = results[np.arange(len(results)), seats].reshape(-1, n_players)
    return np.asarray(by_deal.mean(axis=1), np.float64)


def generator_of(seed: int, first: int) -> Generator:
    """Return the generator of random tables for the games from `first` on."""
    return np.random.default_rng([seed, first])


def play_deals(
    start: layout.Start,
    deals: Ints,
    tables: layout.Tables,
    tools: layout.Tools,
    kept: layout.Kept,
) -> tuple[Floats, Ints, Floats, Floats]:
    """Play a game for each deal; return log, n_turns, margins and wins of PlayedGames."""
    n, n_turns = len(deals), MAX_ROUNDS * int(start.table[layout.N_PLAYERS])
    log = np.zeros((n, n_turns, simulate.LOG_SIZE))
    margins = np.zeros((n, layout.MAX_PLAYERS))
    ends = layout.Ends(np.zeros(n, np.int64), margins, np.zeros_like(margins))
    entries.play_games(start, deals, tables, tools, scratch_of(start), log, kept, ends)
    return log, *ends


def before_the_deal(n_players: int, lexicon: Lexicon, ruleset: Ruleset, seed: int) -> layout.Start:
    """Return a new game whose cards are all in the deck."""
    game = new_game(n_players, 0, lexicon, ruleset)
    table = Board.of(game.seen_by(game.to_act)).table.copy()
    table[layout.ACTIVE] = table[layout.START_PLAYER] = 0
    table[layout.END] = DECK_SIZE
    cards = np.zeros((layout.N_PILES, layout.DECK_SIZE), np.uint8)
    cards[layout.DECK_PILE] = np.frombuffer(FULL_DECK.encode("ascii"), np.uint8)
    n_hidden = np.zeros(layout.N_PILES, np.int64)
    n_hidden[:n_players] = ruleset.hand_size
    community = ruleset.community_size
    return layout.Start(table, cards, np.uint64(seed), n_hidden, community, UNDECIDED)


def for_games(n: int, array: Floats) -> Floats:
    """Repeat one player's array for n games and every seat."""
    return np.tile(array, (n, layout.MAX_PLAYERS, 1))


LEAST_SEEN: Final = 100
"""The fewest turns with a number of vowels and other cards kept for the tables to use them."""
_CELLS: Final = (MAX_KEPT + 1) ** 2
_IS_VOWEL: Final = np.array([letter in VOWELS for letter in LETTERS])
_ABILITIES: Final = [LETTERS.index(letter) for letter in ABILITIES]
_N_CONTROLS: Final = len(_ABILITIES) * (len(_ABILITIES) + 1) // 2

Balance = tuple[tuple[float, ...], ...]


class LeastSquares:
    """A linear regression that keeps only sums; sums of whole numbers are exact."""

    def __init__(self, n_columns: int) -> None:
        self._xx = np.zeros((n_columns, n_columns))
        self._xy = np.zeros(n_columns)

    def add(self, x: Floats, y: Floats) -> None:
        """Add rows: x float64 [n, n_columns], y float64 [n]."""
        self._xx += x.T @ x
        self._xy += x.T @ y

    @property
    def sums(self) -> Floats:
        """By column, the sum of its squares."""
        return np.diag(self._xx).copy()

    def coefficients(self) -> Floats:
        """float64 [n_columns]; the shortest of the best fits if columns depend on each other."""
        found = np.linalg.lstsq(self._xx, self._xy, rcond=1e-10)[0]
        return np.asarray(found, np.float64)


def fit_kept(games: Iterable[PlayedGames], n_players: int) -> tuple[dict[str, float], Balance]:
    """Fit what kept cards add to the margin of the next turn: the tables `kept` and `balance`.

    `kept` has the value of each letter kept alone. `balance` has what several cards add to the sum
    of their letters, by number of vowels and of other cards.

    In these games cards are kept at random. The regression holds constant all cards that the play
    left in the hand: a hand with many cards left met a poor community, and part of that community
    is still there. It also holds constant the patents with an ability, and their pairs.
    """
    regression = LeastSquares(_CELLS + 2 * N_LETTERS + _N_CONTROLS)
    for played in games:
        now, then = _turn_pairs(played, n_players)
        is_known = now[:, simulate.IS_KNOWN] == 1
        now, then = now[is_known], then[is_known]
        kept = now[:, simulate.KEPT_CARDS : simulate.ON_TABLE]
        cells = np.zeros((len(now), _CELLS))
        n_vowels = kept[:, _IS_VOWEL].sum(axis=1).astype(np.int64)
        n_others = kept[:, ~_IS_VOWEL].sum(axis=1).astype(np.int64)
        cells[np.arange(len(now)), n_vowels * (MAX_KEPT + 1) + n_others] = 1
        in_hand = now[:, simulate.IN_HAND : simulate.KEPT_CARDS]
        x = np.concatenate([cells, kept, in_hand, _controls(then)], axis=1)
        regression.add(x, then[:, simulate.EARNED])
    found = regression.coefficients()
    cells = found[:_CELLS].reshape(MAX_KEPT + 1, MAX_KEPT + 1)
    is_seen = regression.sums[:_CELLS].reshape(cells.shape) >= LEAST_SEEN
    letters = found[_CELLS : _CELLS + N_LETTERS]
    return _alone(letters, cells, is_seen)


def fit_community(games: Iterable[PlayedGames]) -> dict[str, float]:
    """Fit what each letter, left in the community, adds to the next player's margin.

    The value is relative to the card drawn in its place: a community of new cards is the intercept.
    The regression holds the patents with an ability, and their pairs, constant.
    """
    regression = LeastSquares(N_LETTERS + 1 + _N_CONTROLS)
    for played in games:
        before, then = _turn_pairs(played, 1)
        left = before[:, simulate.ON_TABLE : simulate.OWNED]
        x = np.concatenate([left, np.ones((len(then), 1)), _controls(then)], axis=1)
        regression.add(x, then[:, simulate.EARNED])
    return _by_letter(regression.coefficients()[:N_LETTERS])


def fit_pace(games: Iterable[PlayedGames]) -> float:
    """Return the growth of the leader's patents in a round, by the distances from the goal."""
    distance, n_rounds = 0.0, 0
    for played in games:
        n_players = int(played.log[..., simulate.LOG_PLAYER].max()) + 1
        is_open = played.is_turn & (played.log[..., simulate.IS_LAST] == 0)
        distance += float(played.log[is_open, simulate.DISTANCE].sum())
        rounds = np.arange(is_open.shape[1]) // n_players
        n_rounds += int((played.n_turns[:, None] // n_players - 1 - rounds)[is_open].sum())
    return distance / n_rounds if n_rounds else float("nan")


def _alone(
    letters: Floats, cells: Floats, is_seen: npt.NDArray[np.bool_]
) -> tuple[dict[str, float], Balance]:
    """Shift values from balance to letters: one card kept alone adds its letter's value.

    The regression alone cannot tell a value of all vowels, or of all others, from their letters'.
    """
    cells = cells - cells[0, 0]
    of_vowel, of_other = cells[1, 0], cells[0, 1]
    numbers = np.arange(MAX_KEPT + 1)
    cells = cells - of_vowel * numbers[:, None] - of_other * numbers
    balance = []
    for row, seen in zip(cells, is_seen, strict=True):
        n_seen = int(np.argmin(seen)) if not seen.all() else len(seen)
        if not n_seen:
            break
        balance.append(tuple(row[:n_seen].tolist()))
    kept = letters + np.where(_IS_VOWEL, of_vowel, of_other)
    return _by_letter(kept), tuple(balance) or ((0.0,),)


def _turn_pairs(played: PlayedGames, apart: int) -> tuple[Floats, Floats]:
    """Return rows of the log, and for each the row of the turn that comes so many turns later."""
    is_pair = played.is_turn[:, apart:]
    return played.log[:, :-apart][is_pair], played.log[:, apart:][is_pair]


def _controls(rows: Floats) -> Floats:
    """Return the patents with an ability that the player owns, and their pairs."""
    owned = rows[:, simulate.OWNED :][:, _ABILITIES]
    first, second = np.triu_indices(len(_ABILITIES), 1)
    return np.concatenate([owned, owned[:, first] * owned[:, second]], axis=1)


def _by_letter(values: Floats) -> dict[str, float]:
    return dict(zip(LETTERS, values.tolist(), strict=True))


PACE_ROUNDS: Final = 2
"""The number of fits of the pace, because pace and purchases depend on each other."""
LEAST_GAINS: Final = (0.0, 0.25, 0.5, 1.0)
"""The candidates for the dollars that cards must add, by the regression, to be kept."""
CLEAR: Final = 2.0
"""The standard errors by which keeping cards must beat keeping none."""
KEEP_NOTHING: Final[Balance] = ((0.0,),)
DIGITS: Final = 4
MAX_HANDS = MAX_GAMES = 10**9
MAX_SEED: Final = 2**32

Trials = Mapping[float, MatchResult]
"""By the least that cards must add to be kept, the match against keeping none."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Compute the tables of one lexicon, from random hands and runs of self-play."""

    lexicon: Lexicon
    hands: int
    games: int
    seed: int
    runs: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        parse_whole(self.hands, "hands", 1, MAX_HANDS)
        parse_whole(self.games, "games", 1, MAX_GAMES)
        parse_whole(self.seed, "seed", 0, MAX_SEED)

    def make(self) -> tuple[Evaluation, Trials]:
        """Compute the tables, rounded; with the matches that decided if cards are kept."""
        draft = self._surveyed()
        draft = self._paced(draft, [2])
        draft, trials = self._kept(draft)
        draft = self._paced(draft, PLAYERS)
        draft = replace(draft, community=fit_community(self._play(Match(draft, draft), 2)))
        rounded = json.loads(json.dumps(draft.to_dict()), parse_float=_rounded)
        return Evaluation.from_dict(rounded), trials

    def _surveyed(self) -> Evaluation:
        """Survey royalties and gains; nothing is kept, and a round buys a patent of mean cost."""
        found = survey(self.hands, self.lexicon, seed=self.seed, patent_sets="single")
        gain = {
            letter: found[letter].gain_margin.mean if letter in ABILITIES else 0.0
            for letter in LETTERS
        }
        mean_cost = sum(PATENT_COST.values()) / len(PATENT_COST)
        return Evaluation(
            name=self.lexicon.name,
            digest=self.lexicon.digest,
            royalty=found[NONE].royalties,
            gain=gain,
            kept=dict.fromkeys(LETTERS, 0.0),
            balance=KEEP_NOTHING,
            community=dict.fromkeys(LETTERS, 0.0),
            pace=dict.fromkeys(PLAYERS, mean_cost),
        )

    def _paced(self, draft: Evaluation, players: Iterable[int]) -> Evaluation:
        """Add the pace of games with each number of players."""
        for n in players:
            for _ in range(PACE_ROUNDS):
                pace = fit_pace(self._play(Match(draft, draft), n))
                draft = replace(draft, pace={**draft.pace, n: pace})
        return draft

    def _kept(self, draft: Evaluation) -> tuple[Evaluation, Trials]:
        """Add the letters' values, and keep cards if that wins beyond chance."""
        kept, balance = fit_kept(self._play(RandomKeeping(draft), 2), 2)
        # Even if nothing is kept, the letters tell which card is the worst.
        nothing = replace(draft, kept=kept)
        seed = self._next_seed()
        keeping = {
            least: replace(nothing, balance=_lowered(balance, least)) for least in LEAST_GAINS
        }
        trials = {
            least: play_match(Match(tables, nothing), self.games, seed, self.lexicon)
            for least, tables in keeping.items()
        }
        best = max(trials, key=lambda least: trials[least].win)
        is_clear = trials[best].win - 0.5 > CLEAR * trials[best].win_se
        return keeping[best] if is_clear else nothing, trials

    def _play(self, policy: Evaluations, n_players: int) -> Iterator[PlayedGames]:
        return SelfPlay(n_players, policy, self._next_seed()).play(self.games, self.lexicon, None)

    def _next_seed(self) -> int:
        return self.seed * 2**16 + next(self.runs)


def _lowered(balance: Balance, by: float) -> Balance:
    """Subtract from every entry but the one for no kept cards."""
    return tuple(
        tuple(worth - by if vowels + others else 0.0 for others, worth in enumerate(row))
        for vowels, row in enumerate(balance)
    )


def _rounded(number: str) -> float:
    return round(float(number), DIGITS) + 0.0  # Adding 0.0 turns -0.0 into 0.0.
