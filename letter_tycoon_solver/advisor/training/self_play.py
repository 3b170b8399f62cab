"""Thousands of games of static evaluation against itself, with a log of every turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..._kernels import entries
from ..._kernels import game_layout as layout
from ..._kernels.arguments import evaluation_array
from ..._work.executors import IsStopped, Stopped, done_in_order
from ...evaluation.tables import Evaluation
from ...game.setup import FULL_DECK, new_game
from ...lexicon import Lexicon
from ...rules.cards import DECK_SIZE, LETTERS
from ...rules.ruleset import RULEBOOK, Ruleset
from ..board import Board
from ..estimates import Floats, mean_and_error
from ..kernel_tools import new_tools
from ..simulation import UNDECIDED

Ints = npt.NDArray[np.int64]
Generator = np.random.Generator

MAX_ROUNDS: Final = 40
"""The longest game; longer ones are left out. With an everyday list no random deal is so long."""
SHARE: Final = 32
"""The most games in a share of the work; a few fewer, so that each seat has equally many."""

Evaluations = Callable[[Generator, int, int], Floats]
"""Makes float64 [n, MAX_PLAYERS, EVALUATION_SIZE] for n games of so many players. Consecutive games
may have their seats swapped. Random tables use the generator. Picklable, for processes."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Games that were played to the end.

    Attributes:
        first: the number of the first game.
        log: float64 [n, n_turns, LOG_SIZE]: see _kernels/self_play.py.
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
    """A specification of games; picklable.

    Attributes:
        n_players: the number of players, 2 to 5.
        evaluations: the tables of each player in each game.
        seed: the seed of the deals, and of random tables.
        same_deal: the number of consecutive games with the same deal.
        ruleset: the rules.
    """

    n_players: int
    evaluations: Evaluations
    seed: int
    same_deal: int = 1
    ruleset: Ruleset = RULEBOOK

    def play(self, n: int, lexicon: Lexicon, executor: Executor | None) -> Iterator[PlayedGames]:
        """Play n games in shares; the result does not depend on the executor."""
        size = SHARE - SHARE % self.n_players
        shares = [_Share(self, at, min(size, n - at)) for at in range(0, n, size)]
        for _, games in done_in_order(play_share, shares, lexicon, executor):
            yield games


@dataclass(frozen=True, slots=True)
class _Share:
    games: SelfPlay
    first: int
    n: int


@dataclass(frozen=True, slots=True)
class SamePolicy:
    """Every player has the same tables."""

    evaluation: Evaluation

    def __call__(self, _random: Generator, n: int, n_players: int) -> Floats:
        """See Evaluations."""
        return for_games(n, evaluation_array(self.evaluation, n_players))


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
    """One player against others with different tables, in each seat once for a deal."""

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
    """The results of the player with different tables: mean and standard error, by deals.

    Attributes:
        win: the share of the victory.
        win_se: its standard error.
        margin: the final score minus that of the average opponent.
        margin_se: its standard error.
    """

    win: float
    win_se: float
    margin: float
    margin_se: float

    def to_dict(self, digits: int) -> dict[str, float]:
        """Return the numbers, rounded, as plain data."""
        return {name: round(number, digits) for name, number in asdict(self).items()}


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

    Args:
        results: float64 [n, MAX_PLAYERS], n games by seat; n_players games in a row share a deal.
        n_players: the number of players.
    """
    seats = np.arange(len(results)) % n_players
    by_deal = results[np.arange(len(results)), seats].reshape(-1, n_players)
    return np.asarray(by_deal.mean(axis=1), np.float64)


def play_share(lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> PlayedGames:
    """Play the games of a share."""
    from ..._kernels.self_play import LOG_SIZE

    if is_stopped():
        raise Stopped
    games = share.games
    ruleset = games.ruleset
    start = before_the_deal(games.n_players, lexicon, ruleset, games.seed)
    random = generator_of(games.seed, share.first)
    deals = np.arange(share.first, share.first + share.n) // games.same_deal
    log = np.zeros((share.n, MAX_ROUNDS * games.n_players, LOG_SIZE))
    ends = no_ends(share.n)
    evaluations = games.evaluations(random, share.n, games.n_players)
    before = np.empty((2, len(LETTERS)), np.int64)
    # Each game replaces the evaluation that the tools begin with.
    tools = new_tools(lexicon, ruleset, games.n_players, Evaluation.of(lexicon.digest))
    entries.play_games(start, deals, evaluations, tools, scratch_of(start), before, log, ends)
    return PlayedGames(share.first, log, *ends)


def generator_of(seed: int, first: int) -> Generator:
    """Return the generator of random tables for the games from `first` on."""
    return np.random.default_rng([seed, first])


def no_ends(n: int) -> layout.Ends:
    """Room for the ends of n games."""
    margins = np.zeros((n, layout.MAX_PLAYERS))
    return layout.Ends(np.zeros(n, np.int64), margins, np.zeros_like(margins))


def scratch_of(start: layout.Start) -> layout.Scratch:
    """A game to play on, of one thread."""
    turn = np.empty(layout.TURN_SIZE, np.int64)
    return layout.Scratch(start.table.copy(), start.cards.copy(), turn)


def before_the_deal(n_players: int, lexicon: Lexicon, ruleset: Ruleset, seed: int) -> layout.Start:
    """A new game whose cards are all in the deck."""
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
