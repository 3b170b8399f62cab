"""Train the learned value of positions for a lexicon and a number of players.

    python -m letter_tycoon_solver.advisor.learning --lexicon enable --players 2 \
        --games 200000 --seed 1

This is the last step, after training.py and fitting.py. Static evaluation plays games against
itself with the lexicon's tables, and a network learns from their results. The network is tested on
games that it has not seen: its log-loss is compared with that of the tables' estimate from lead and
prospects. The file records how it was made, and is the same, up to rounding, on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .._kernels import entries
from .._kernels import game_layouts as layout
from .._kernels.game_layouts import (
    AHEAD,
    AT_SEAT,
    AT_TABLE,
    DISTANCE_THERE,
    DISTANCE_UNIT,
    FINAL_LEAD_UNIT,
    LEAD_UNIT,
    MOST_LOG_ODDS,
    Kept,
    Singles,
    Tables,
    n_features,
)
from .._kernels.layouts import N_LETTERS
from .._kernels.questions import evaluation_array
from .._work.executors import IsStopped, Stopped, done_in_order
from ..errors import InvalidInputError
from ..evaluation.tables import LEAST_TURNS, PLAYERS, Evaluation
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, parse_whole
from ..rules.ruleset import RULEBOOK
from . import simulation
from .simulation import Floats, LearnedValue, new_tools, scratch_of
from .training import (
    DIGITS,
    MAX_GAMES,
    MAX_ROUNDS,
    MAX_SEED,
    Generator,
    before_the_deal,
    for_games,
    generator_of,
    made_by,
    no_ends,
    run,
    stem_of,
    write,
)

# Games that the learned value learns from; see _kernels/simulate.py.


SHARE: Final = 64
"""The games in a share of the work."""
KEPT_A_GAME: Final = 6
"""The positions used of a game; more add little, because they have the same result."""
MOST_CHANGED: Final = 18
"""The most turns played by changed tables: as many as a game has, over all players."""


class Samples(NamedTuple):
    """Positions after a turn, and the results for the player whose turn it was.

    Attributes:
        features: float16 [n, n_features]; see _kernels/game_layouts.py.
        wins: float32 [n]: the share of the victory.
        leads: float32 [n]: the final score minus that of the average opponent.
        games: int64 [n]: the number of the game.
    """

    features: npt.NDArray[np.float16]
    wins: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]
    games: npt.NDArray[np.int64]

    def where(self, is_taken: npt.NDArray[np.bool_]) -> Samples:
        """Select positions."""
        taken: list[Any] = [part[is_taken] for part in self]
        return Samples(*taken)


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
        shares = [range(n)[at : at + SHARE] for at in range(0, n, SHARE)]
        done = done_in_order(self.play_share, shares, lexicon, executor)
        joined: list[Any] = list(map(np.concatenate, zip(*(part for _, part in done), strict=True)))
        return Samples(*joined)

    def play_share(self, lexicon: Lexicon, games: range, is_stopped: IsStopped) -> Samples:
        """Return the positions of some of the games."""
        if is_stopped():
            raise Stopped
        n, n_players = len(games), self.n_players
        start = before_the_deal(n_players, lexicon, RULEBOOK, self.seed)
        random = generator_of(self.seed, games.start)
        array = evaluation_array(self.evaluation, n_players)
        features = np.zeros((n, KEPT_A_GAME, n_features(n_players)), np.float32)
        players = np.zeros((n, KEPT_A_GAME), np.int64)
        ends = no_ends(n)
        entries.play_to_learn(
            start,
            np.arange(games.start, games.stop),
            Tables(
                changed(random, n, array),
                random.integers(MOST_CHANGED + 1, size=n),
                for_games(1, array)[0],
            ),
            new_tools(lexicon, RULEBOOK, n_players, self.evaluation),
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
            games.start + game,
        )


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
    for first, end in (
        (layout.ROYALTY, layout.KEPT),
        (layout.GAIN, layout.PAIRS),
    ):
        part = arrays[..., first:end]
        part *= np.exp(random.normal(scale=0.5, size=part.shape))
    return arrays


# Training of the networks that estimate the value of positions; see simulation.py.


UNITS: Final = 64
EPOCHS: Final = 8
BATCH: Final = 256
RATE: Final = 2e-3
"""The learning rate of the first steps; it falls to 0 along half a cosine."""
DECAY: Final = 2e-5
"""The decay of the inner layer's weights."""
LEAD_SHARE: Final = 0.3
"""The weight of the final lead in the loss, beside the victory."""
MOST_OFF: Final = 1.5
"""The largest error of a lead that counts, in its unit; larger ones count as this."""
_MEMORY: Final = 0.9, 0.999
_TINY: Final = 1e-8

Weights = tuple[Singles, Singles, Singles, Singles]
"""The parts of a LearnedValue: inner, inner_bias, outer, outer_bias."""


def trained(positions: Samples, seed: int, units: int = UNITS, epochs: int = EPOCHS) -> Weights:
    """Train weights that make the results of the positions most likely.

    Args:
        positions: the positions to learn from, at least BATCH.
        seed: the seed of the first weights and of the order of positions.
        units: the size of the hidden layer.
        epochs: how many times each position is used.
    """
    random = np.random.default_rng(seed)
    weights = _first(positions.features.shape[1], units, random)
    means, squares = ([np.zeros_like(part) for part in weights] for _ in _MEMORY)
    n_batches = len(positions.wins) // BATCH
    for step in range(epochs * n_batches):
        if step % n_batches == 0:
            order = random.permutation(len(positions.wins))
        taken = order[step % n_batches * BATCH :][:BATCH]
        features = positions.features[taken].astype(np.float32)
        gradient = _gradient(weights, features, positions.wins[taken], positions.leads[taken])
        # Adam: weights move against the mean of the last gradients, divided by their size.
        rate = RATE * 0.5 * (1 + math.cos(math.pi * (step + 1) / (epochs * n_batches)))
        of_mean, of_square = (1 - memory ** (step + 1) for memory in _MEMORY)
        for weight, mean, square, slope in zip(weights, means, squares, gradient, strict=True):
            mean[...] += (1 - _MEMORY[0]) * (slope - mean)
            square[...] += (1 - _MEMORY[1]) * (slope * slope - square)
            weight[...] -= rate / of_mean * mean / (np.sqrt(square / of_square) + _TINY)
    return weights


def _first(n_features: int, units: int, random: np.random.Generator) -> Weights:
    return (
        random.normal(scale=0.13, size=(n_features, units)).astype(np.float32),
        np.zeros(units, np.float32),
        random.normal(scale=0.3 / np.sqrt(units), size=(2, units)).astype(np.float32),
        np.zeros(2, np.float32),
    )


def _gradient(weights: Weights, features: Singles, wins: Singles, leads: Singles) -> Weights:
    """Return the gradient of a batch's loss by each weight."""
    inner, inner_bias, outer, outer_bias = weights
    hidden = np.maximum(0, features @ inner + inner_bias)
    out = hidden @ outer.T + outer_bias
    chances = 1 / (1 + np.exp(-np.clip(out[:, 0], -MOST_LOG_ODDS, MOST_LOG_ODDS)))
    off = np.clip(out[:, 1] - leads / FINAL_LEAD_UNIT, -MOST_OFF, MOST_OFF)
    by_out = np.stack([chances - wins, LEAD_SHARE * off], axis=1) / len(wins)
    by_hidden = (by_out @ outer) * (hidden > 0)
    return (
        features.T @ by_hidden + DECAY * inner,
        by_hidden.sum(axis=0),
        by_out.T @ hidden,
        by_out.sum(axis=0),
    )


def log_loss(chances: Floats, wins: Singles) -> float:
    """Return the log-loss of chances for victories: 0.69 for a coin."""
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(wins * np.log(chances) + (1 - wins) * np.log(1 - chances)).mean())


LEAST_GAMES: Final = 100
HELD_OUT: Final = 10
"""One in this many games is kept for the test."""
_SPREADS: Final = np.geomspace(1.0, 50.0, 80)


Facts = dict[str, float | str]
"""The figures of a network: the digest of the tables of the games, the number of positions that it
has learned from, its log-loss in games that it has not seen, and that of `chances_by_tables`."""


def train(lexicon: Lexicon, n_players: int, games: int, seed: int) -> tuple[LearnedValue, Facts]:
    """Play games and learn from them.

    Args:
        lexicon: the words that are played.
        n_players: the number of players, 2 to 5.
        games: the number of games, at least LEAST_GAMES.
        seed: the seed of everything random.

    Raises:
        InvalidInputError: a number is out of range, or too few games come to an end.
    """
    n_players = parse_whole(n_players, "players", PLAYERS[0], PLAYERS[-1])
    games = parse_whole(games, "games", LEAST_GAMES, MAX_GAMES)
    # No two runs may have the same deals, here, in training.py and in fitting.py.
    first = parse_whole(seed, "seed", 0, MAX_SEED) * 2**16 + 2**15 + n_players
    evaluation = Evaluation.of(lexicon.digest)
    found = ValueGames(n_players, evaluation, first).play(games, lexicon, None)
    is_held_out = found.games % HELD_OUT == 0
    learned, others = found.where(~is_held_out), found.where(is_held_out)
    if len(learned.wins) < BATCH or not len(others.wins):
        raise InvalidInputError(
            f"{games:,} games with the words of {lexicon.name} have {len(learned.wins)} positions"
            f" to learn from, for few came to an end; give more games, or more words"
        )
    weights = trained(learned, seed)
    value = LearnedValue(lexicon.name, lexicon.digest, n_players, *weights)
    # The stored network is rounded, so the test uses the rounded one.
    value = LearnedValue.from_dict(value.to_dict())
    loss = log_loss(value.estimates(others.features)[0], others.wins)
    by_tables = log_loss(chances_by_tables(others, n_players, evaluation), others.wins)
    return value, {
        "tables": tables_digest(evaluation, n_players),
        "positions": len(learned.wins),
        "log_loss": round(loss, DIGITS),
        "log_loss_by_tables": round(by_tables, DIGITS),
    }


def chances_by_tables(positions: Samples, n_players: int, evaluation: Evaluation) -> Floats:
    """Estimate the chances to win from the lead and the patents' earnings in the turns left.

    The final lead has a logistic distribution around that sum, whose spread grows with the square
    root of the turns left. The spread is the one that makes the positions most likely.
    """
    features = positions.features.astype(np.float64)
    by_seat = features[:, : n_players * AT_SEAT].reshape(-1, n_players, AT_SEAT)
    lead = LEAD_UNIT * by_seat[:, 1:, AHEAD].mean(axis=1)
    distance = DISTANCE_UNIT * by_seat[:, :, DISTANCE_THERE].min(axis=1)
    turns = np.maximum(LEAST_TURNS, distance / evaluation.pace[n_players])
    first = n_players * AT_SEAT + AT_TABLE + n_players
    owned = features[:, first : first + n_players * N_LETTERS].reshape(-1, n_players, N_LETTERS)
    a_turn = owned @ [
        evaluation.royalty[letter] * (n_players - 1) + evaluation.gain[letter] for letter in LETTERS
    ]
    expected = lead + turns * (a_turn[:, 0] - a_turn[:, 1:].mean(axis=1))

    def chances(spread: float) -> Floats:
        odds = np.exp(np.clip(expected / (spread * np.sqrt(turns)), -50, 50))
        return np.asarray(odds / (odds + n_players - 1), np.float64)

    return min(map(chances, _SPREADS), key=lambda found: log_loss(found, positions.wins))


def path_of(lexicon: Lexicon, n_players: int) -> Path:
    """Return the package's file for a lexicon and a number of players; see `stem_of`."""
    folder = Path(simulation.__file__).parent / simulation.FOLDER
    return folder / f"{stem_of(lexicon)}-{n_players}.json"


def tables_digest(evaluation: Evaluation, n_players: int) -> str:
    """Return the digest of the numbers that static evaluation uses with so many players."""
    # Adding 0.0 turns -0.0 into 0.0.
    numbers = evaluation_array(evaluation, n_players).round(DIGITS) + 0.0
    return hashlib.sha256(numbers.astype("<f8").tobytes()).hexdigest()[:16]


def _make(lexicon: Lexicon, given: argparse.Namespace) -> Path:
    n_players, games, seed = given.players, given.games, given.seed
    path: Path = given.file or path_of(lexicon, n_players)
    value, facts = train(lexicon, n_players, games, seed)
    sys.stdout.write(
        f"{facts['positions']:,} positions; log-loss in other games {facts['log_loss']:.4f},"
        f" by lead and prospects {facts['log_loss_by_tables']:.4f}\n"
    )
    made = made_by("learning", value.name, players=n_players, games=games, seed=seed) | facts
    write({**value.to_dict(), "made_by": made}, path)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    numbers = {"players": (2, "how many are at the table"), "games": (200_000, "of self-play")}
    about = "Train the learned value of positions for a number of players."
    return run("learning", about, numbers, "out", _make, arguments)


if __name__ == "__main__":
    sys.exit(main())
