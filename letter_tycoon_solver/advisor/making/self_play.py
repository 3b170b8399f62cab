"""Whole games of static evaluation against itself, by the thousand, with a log of every turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..._kernels import game_layout as layout
from ..._work.executors import IsStopped, Stopped, done_in_order
from ...cards import DECK_SIZE, LETTERS
from ...evaluation.tables import Evaluation
from ...game.setup import FULL_DECK, new_game
from ...lexicon import Lexicon
from ...ruleset import RULEBOOK
from ..board import Board
from ..estimates import Floats, mean_and_error
from ..kernel_tools import new_tools, to_array
from ..simulation import UNDECIDED

Ints = npt.NDArray[np.int64]
Generator = np.random.Generator

MAX_ROUNDS: Final = 40
"""A game that is not over by then is left out; of random deals with an everyday list none is."""
SHARE: Final = 32
"""Games of a share of the work."""

Evaluations = Callable[[Generator, int], Floats]
"""float64 [n, MAX_PLAYERS, EVALUATION_SIZE] for n games, the second of which may have seats swapped
with the first and so on; random ones from the generator. Picklable, for processes."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Some games that were played to the end.

    Attributes:
        log: float64 [n, n_turns, LOG_SIZE]: see _kernels/self_play.py.
        n_turns: int64 [n]: rows of the log that were played.
        margins: float64 [n, MAX_PLAYERS]: the final score over that of the average opponent.
        wins: float64 [n, MAX_PLAYERS]: the share of the victory.
    """

    log: Floats
    n_turns: Ints
    margins: Floats
    wins: Floats

    @property
    def is_turn(self) -> npt.NDArray[np.bool_]:
        """[n, n_turns]: whether a row of the log was played."""
        played: npt.NDArray[np.bool_] = np.arange(self.log.shape[1]) < self.n_turns[:, None]
        return played


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Games to be played by the rulebook; picklable.

    Attributes:
        n_players: 2 to 5.
        evaluations: who plays by which tables.
        seed: of the deals, and of random tables.
        same_deal: so many games in a row have the same deal.
    """

    n_players: int
    evaluations: Evaluations
    seed: int
    same_deal: int = 1

    def play(self, n: int, lexicon: Lexicon, executor: Executor | None) -> Iterator[PlayedGames]:
        """Plays n games in shares; the same whatever the executor."""
        shares = [_Share(self, at, min(SHARE, n - at)) for at in range(0, n, SHARE)]
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

    def __call__(self, _random: Generator, n: int) -> Floats:
        """See Evaluations."""
        return _for_games(n, to_array(self.evaluation))


@dataclass(frozen=True, slots=True)
class RandomKeeping:
    """The same tables, but each player keeps other letters in each game, by chance."""

    evaluation: Evaluation

    def __call__(self, random: Generator, n: int) -> Floats:
        """See Evaluations."""
        arrays = _for_games(n, to_array(self.evaluation))
        kept = arrays[..., layout.KEPT : layout.BALANCE]
        kept[:] = random.normal(size=kept.shape)
        arrays[..., layout.BALANCE : layout.COMMUNITY_WORTH] = 0.0
        # Else it would also choose other plays by chance.
        arrays[..., layout.BY_EQUITY] = 0.0
        return arrays


@dataclass(frozen=True, slots=True)
class Match:
    """Two players with different tables, who swap seats after each game."""

    evaluation: Evaluation
    other: Evaluation

    def __call__(self, _random: Generator, n: int) -> Floats:
        """See Evaluations."""
        arrays = _for_games(n, to_array(self.evaluation))
        arrays[0::2, 1] = arrays[1::2, 0] = to_array(self.other)
        return arrays


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What the first of two players won: mean and standard error, by pairs of games."""

    win: float
    win_se: float
    margin: float
    margin_se: float


def play_match(
    match: Match, n: int, seed: int, lexicon: Lexicon, executor: Executor | None = None
) -> MatchResult:
    """Two players against each other in n games; each deal is played twice, the seats swapped."""
    parts = list(SelfPlay(2, match, seed, same_deal=2).play(n + n % 2, lexicon, executor))
    pairs = []
    for name in ("wins", "margins"):
        of_seat = np.concatenate([getattr(games, name) for games in parts])
        pairs.append((of_seat[0::2, 0] + of_seat[1::2, 1]) / 2)
    over = np.concatenate([games.n_turns for games in parts]).reshape(-1, 2).all(axis=1)
    (win, win_se), (margin, margin_se) = (mean_and_error(pair[over]) for pair in pairs)
    return MatchResult(win, win_se, margin, margin_se)


def play_share(lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> PlayedGames:
    """The games of a share."""
    from ..._kernels import entries, self_play

    if is_stopped():
        raise Stopped
    games = share.games
    table, cards, n_hidden = _before_the_deal(games.n_players, lexicon)
    random = np.random.default_rng([games.seed, share.first])
    deals = np.arange(share.first, share.first + share.n) // games.same_deal
    log = np.zeros((share.n, MAX_ROUNDS * games.n_players, self_play.LOG_SIZE))
    n_turns = np.zeros(share.n, np.int64)
    margins = np.zeros((share.n, layout.MAX_PLAYERS))
    wins = np.zeros_like(margins)
    evaluations = games.evaluations(random, share.n)
    turn = np.empty(layout.TURN_SIZE, np.int64)
    before = np.empty((2, len(LETTERS)), np.int64)
    # The evaluation that the tools begin with is replaced by that of each game.
    tools = new_tools(lexicon, RULEBOOK, games.n_players, Evaluation.of(lexicon.digest))
    entries.play_games(
        table,
        cards,
        np.uint64(games.seed),
        deals,
        n_hidden,
        RULEBOOK.community_size,
        evaluations,
        UNDECIDED,
        tools,
        layout.Scratch(table=table.copy(), cards=cards.copy(), turn=turn),
        before,
        log,
        n_turns,
        margins,
        wins,
    )
    return PlayedGames(log, n_turns, margins, wins)


def _before_the_deal(n_players: int, lexicon: Lexicon) -> tuple[Ints, npt.NDArray[np.uint8], Ints]:
    """Table, cards and sizes of hands of a new game in which all cards are in the deck."""
    game = new_game(n_players, 0, lexicon)
    table = Board.of(game.seen_by(game.to_act)).table.copy()
    table[layout.ACTIVE] = table[layout.START_PLAYER] = 0
    table[layout.END] = DECK_SIZE
    cards = np.zeros((layout.N_PILES, layout.DECK_SIZE), np.uint8)
    cards[layout.DECK_PILE] = np.frombuffer(FULL_DECK.encode("ascii"), np.uint8)
    n_hidden = np.zeros(layout.N_PILES, np.int64)
    n_hidden[:n_players] = RULEBOOK.hand_size
    return table, cards, n_hidden


def _for_games(n: int, array: Floats) -> Floats:
    return np.tile(array, (n, layout.MAX_PLAYERS, 1))
