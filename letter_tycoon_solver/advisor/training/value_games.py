"""Games that the learned value learns from; see _kernels/value_games.py."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..._kernels import entries
from ..._kernels import game_layout as layout
from ..._kernels.arguments import evaluation_array
from ..._kernels.value_layout import Kept, Tables, n_features
from ..._work.executors import IsStopped, Stopped, done_in_order
from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...rules.ruleset import RULEBOOK
from ..estimates import Floats
from ..kernel_tools import new_tools
from .self_play import (
    MAX_ROUNDS,
    Generator,
    before_the_deal,
    for_games,
    generator_of,
    no_ends,
    scratch_of,
)

SHARE: Final = 64
"""The games in a share of the work."""
KEPT_A_GAME: Final = 6
"""The positions used of a game; more add little, because they have the same result."""
MOST_CHANGED: Final = 18
"""The most turns played by changed tables: as many as a game has, over all players."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions after a turn, and the results for the player whose turn it was.

    Attributes:
        features: float16 [n, n_features]; see _kernels/value_layout.py.
        wins: float32 [n]: the share of the victory.
        leads: float32 [n]: the final score minus that of the average opponent.
        games: int64 [n]: the number of the game.
    """

    features: npt.NDArray[np.float16]
    wins: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]
    games: npt.NDArray[np.int64]

    @classmethod
    def joined(cls, parts: list[Samples]) -> Samples:
        """Join positions."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.wins for part in parts]),
            np.concatenate([part.leads for part in parts]),
            np.concatenate([part.games for part in parts]),
        )

    def where(self, is_taken: npt.NDArray[np.bool_]) -> Samples:
        """Select positions."""
        return Samples(
            self.features[is_taken], self.wins[is_taken], self.leads[is_taken], self.games[is_taken]
        )


@dataclass(frozen=True, slots=True)
class ValueGames:
    """A specification of games by the rulebook; picklable.

    Attributes:
        n_players: the number of players, 2 to 5.
        evaluation: the tables.
        seed: the seed of the deals, and of the changes.
    """

    n_players: int
    evaluation: Evaluation
    seed: int

    def play(self, n: int, lexicon: Lexicon, executor: Executor | None) -> Samples:
        """Return the positions of n games; the result does not depend on the executor."""
        return Samples.joined(list(self._parts(n, lexicon, executor)))

    def _parts(self, n: int, lexicon: Lexicon, executor: Executor | None) -> Iterator[Samples]:
        shares = [_Share(self, at, min(SHARE, n - at)) for at in range(0, n, SHARE)]
        for _, positions in done_in_order(play_share, shares, lexicon, executor):
            yield positions


@dataclass(frozen=True, slots=True)
class _Share:
    games: ValueGames
    first: int
    n: int


def changed(random: Generator, n: int, array: Floats) -> Floats:
    """Return tables for n games, [n, MAX_PLAYERS, EVALUATION_SIZE], each changed at random.

    With them, players keep other cards, leave others and buy other patents than they would.
    """
    arrays = for_games(n, array)
    for first, end, spread in (
        (layout.KEPT, layout.BALANCE, 1.0),
        (layout.COMMUNITY_WORTH, layout.PACE, 0.5),
        (layout.PRICE, layout.PRICE + 1, 0.15),
    ):
        part = arrays[..., first:end]
        part += random.normal(scale=spread, size=part.shape)
    for first, end in ((layout.ROYALTY, layout.KEPT), (layout.GAIN, layout.PAIRS)):
        part = arrays[..., first:end]
        part *= np.exp(random.normal(scale=0.5, size=part.shape))
    return arrays


def play_share(lexicon: Lexicon, share: _Share, is_stopped: IsStopped) -> Samples:
    """Return the positions of the games of a share."""
    if is_stopped():
        raise Stopped
    games, n = share.games, share.n
    n_players = games.n_players
    start = before_the_deal(n_players, lexicon, RULEBOOK, games.seed)
    random = generator_of(games.seed, share.first)
    array = evaluation_array(games.evaluation, n_players)
    features = np.zeros((n, KEPT_A_GAME, n_features(n_players)), np.float32)
    players = np.zeros((n, KEPT_A_GAME), np.int64)
    ends = no_ends(n)
    entries.play_to_learn(
        start,
        np.arange(share.first, share.first + n),
        Tables(
            changed(random, n, array),
            random.integers(MOST_CHANGED + 1, size=n),
            for_games(1, array)[0],
        ),
        new_tools(lexicon, RULEBOOK, n_players, games.evaluation),
        scratch_of(start),
        MAX_ROUNDS * n_players,
        Kept(features, players),
        ends,
    )
    is_kept = (players != layout.NO_PLAYER) & (ends.n_turns > 0)[:, None]
    game, _ = np.nonzero(is_kept)
    player = players[is_kept]
    return Samples(
        features[is_kept].astype(np.float16),
        ends.wins[game, player].astype(np.float32),
        ends.leads[game, player].astype(np.float32),
        share.first + game,
    )
