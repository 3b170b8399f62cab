"""Fit the numbers that no survey can find, and train the learned value: files of the package.

    python -m letter_tycoon_solver.advisor.fitting tables --lexicon enable \
        --hands 200000 --games 30000 --seed 1
    python -m letter_tycoon_solver.advisor.fitting numbers --lexicon enable --players 2 \
        --deals 12000 --seed 1
    python -m letter_tycoon_solver.advisor.fitting value --lexicon enable --players 2 \
        --games 200000 --seed 1

The first step, by training.py, makes a file of tables. The second one fits the numbers for one
number of players anew, and writes them to the same file, with the match that decided if they are
kept. The last one makes the network for one number of players. Every file records how it was made,
and is the same, up to rounding, on every machine.

A survey finds what an ability adds to the best play of a random hand. A player who plays for the
ability gains more, two abilities together gain more or less, and no survey tells the worth of
seeing new cards, holding a card or leaving none for others: see Fitted in evaluation/tables.py. So
these numbers are moved to where they win.

First all shares get one value of START, the best in matches against the unchanged tables. Then in
each round a random change of all numbers plays against its opposite in thousands of deals. A
regression tells how much each number wins, and its noise is shrunk away. Of some steps in that
direction, the one that does best against the previous numbers is taken. The final numbers are kept
if they beat the unchanged tables beyond chance, in fresh deals.

For the learned value, static evaluation plays games against itself with the lexicon's tables, and a
network learns from their results. The network is tested on games that it has not seen: its log-loss
is compared with that of the tables' estimate from lead and prospects.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .._files import written_beside
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
from .._version import __version__
from .._work.executors import IsStopped, Stopped, done_in_order
from ..errors import InvalidInputError, LetterTycoonError, show_text
from ..evaluation import tables
from ..evaluation.tables import LEAST_TURNS, PAIRS, PLAYERS, SHARES, Evaluation, Fitted
from ..lexicon import Lexicon
from ..lexicon.word_list import SHIPPED
from ..rules.cards import ABILITIES, LETTERS, parse_whole
from ..rules.ruleset import RULEBOOK
from . import simulation
from .simulation import Floats, LearnedValue, new_tools
from .training import (
    DIGITS,
    MAX_GAMES,
    MAX_SEED,
    Generator,
    LeastSquares,
    Maker,
    Match,
    MatchResult,
    PlayedGames,
    SelfPlay,
    before_the_deal,
    for_games,
    generator_of,
    of_own_seat,
    play_deals,
    play_match,
)

START: Final = (0.0, 0.15, 0.25)
ROUNDS: Final = 4
STEPS: Final = (80.0, 200.0)
"""The factors of a step: each changes a number by factor x gain from one unit, in units."""
CHANGE: Final = 0.6
"""The standard deviation of the changes, in units."""
MOST_UNITS: Final = 1.5
"""The most units by which a step changes a number."""
MEMORY: Final = 0.6
"""The weight of earlier rounds beside each new round."""
CLEAR: Final = 2.5
"""The standard errors by which the numbers must win."""
DOLLARS: Final = 10.0
"""The scale of the final margin, by which a game is almost won; see `scores_of`."""

LEAST_DEALS: Final = 4
NUMBERS: Final = (*ABILITIES, *PAIRS, "price", *SHARES)


@dataclass(frozen=True, slots=True)
class Opposites:
    """Deals in which some players have a random change of all numbers, and others its opposite.

    If the number of players is odd, one has the unchanged numbers. In the games of a deal the
    players rotate around the table.
    """

    evaluation: Evaluation

    def __call__(self, random: Generator, n: int, n_players: int) -> Floats:
        """See Evaluations."""
        arrays = for_games(n, evaluation_array(self.evaluation, n_players))
        moves = changes(random, -(-n // n_players)) * units(self.evaluation, n_players)
        moves = np.repeat(moves @ _array_by_number(self.evaluation, n_players), n_players, axis=0)
        for game, move in zip(range(n), moves, strict=False):
            for seat, sign in enumerate(signs(game, n_players)):
                arrays[game, seat] += sign * move
        return arrays


def changes(random: Generator, n_deals: int) -> Floats:
    """Draw random changes, [n_deals, len(NUMBERS)], in units."""
    return random.normal(scale=CHANGE, size=(n_deals, len(NUMBERS)))


def signs(game: int, n_players: int) -> list[int]:
    """Return who has the change, by seat: 1, -1 for the opposite, 0 for neither."""
    half = n_players // 2
    row = [1] * half + [-1] * half + [0] * (n_players % 2)
    start = game % n_players
    return row[n_players - start :] + row[: n_players - start]


def units(evaluation: Evaluation, n_players: int) -> Floats:
    """Return the unit of change of each number."""
    gain = evaluation.fitted_for(n_players).gain
    of_gains = [0.1 + 0.3 * abs(gain[letter]) for letter in ABILITIES]
    return np.array([*of_gains, *[0.5] * len(PAIRS), *[0.1] * (1 + len(SHARES))])


def to_vector(fitted: Fitted) -> Floats:
    """Return the numbers in the order of NUMBERS."""
    gains = [fitted.gain[letter] for letter in ABILITIES]
    pairs = [fitted.pairs.get(pair, 0.0) for pair in PAIRS]
    shares = [getattr(fitted, share) for share in SHARES]
    return np.array([*gains, *pairs, fitted.price, *shares])


def from_vector(numbers: Floats) -> Fitted:
    """Reverse `to_vector`."""
    of = dict(zip(NUMBERS, numbers.tolist(), strict=True))
    return Fitted(
        gain={letter: of[letter] for letter in ABILITIES},
        pairs={pair: of[pair] for pair in PAIRS},
        price=of["price"],
        **{share: of[share] for share in SHARES},
    )


def scores_of(games: PlayedGames) -> Floats:
    """Score each game by seat, from 0 to 1: the victory, and the size of the win or loss.

    The score varies less than the victory alone, and says nearly the same.
    """
    by_margin = 1 / (1 + np.exp(-np.clip(games.margins / DOLLARS, -50, 50)))
    return np.asarray((games.wins + by_margin) / 2, np.float64)


@dataclass(frozen=True, slots=True)
class FittedMatch:
    """Numbers for a number of players, and their results against the unchanged tables."""

    n_players: int
    fitted: Fitted
    result: MatchResult

    @property
    def is_clear(self) -> bool:
        """True if the numbers win beyond chance."""
        return self.result.win - 1 / self.n_players > CLEAR * self.result.win_se


@dataclass(frozen=True, slots=True)
class Fitter:
    """Fits the numbers for one number of players, and tests them in fresh deals.

    Attributes:
        evaluation: the unchanged tables.
        n_players: the players at the table, 2 to 5.
        deals: the deals of each regression, at least LEAST_DEALS, and of the last match; other
            matches have half as many.
        seeds: seeds of the runs, one for each.
        lexicon: the words that are played.
    """

    evaluation: Evaluation
    n_players: int
    deals: int
    seeds: Iterator[int]
    lexicon: Lexicon

    def __post_init__(self) -> None:
        parse_whole(self.n_players, "players", PLAYERS[0], PLAYERS[-1])
        parse_whole(self.deals, "deals", LEAST_DEALS, MAX_GAMES)

    def fit(self) -> FittedMatch:
        """Return the numbers, and their match with the unchanged tables."""
        numbers = self._started()
        found, precision = np.zeros(len(NUMBERS)), np.zeros(len(NUMBERS))
        for _ in range(ROUNDS):
            gains, errors = self._regression(numbers)
            found = MEMORY * found + gains / errors**2
            precision = MEMORY * precision + 1 / errors**2
            direction = shrunk(found / precision, 1 / np.sqrt(precision))
            numbers = self._stepped(numbers, direction)
        fitted = from_vector(numbers.round(DIGITS))
        match = Match(self._with(fitted), self.evaluation)
        n, seed = self.deals * self.n_players, next(self.seeds)
        result = play_match(match, n, seed, self.lexicon, n_players=self.n_players)
        return FittedMatch(self.n_players, fitted, result)

    def _started(self) -> Floats:
        """Return the numbers of the tables with the best value of START."""
        as_they_are = to_vector(self.evaluation.fitted_for(self.n_players))
        seed = next(self.seeds)
        starts = []
        for share in START:
            numbers = as_they_are.copy()
            numbers[-len(SHARES) :] = share
            starts.append((self._score(numbers, self.evaluation, seed), numbers))
        return max(starts, key=lambda start: start[0])[1]

    def _regression(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return by number the gain from a change of one unit, and its standard error."""
        regression, squares, n_deals = LeastSquares(len(NUMBERS)), 0.0, 0
        policy = Opposites(self._with(from_vector(numbers)))
        games = SelfPlay(self.n_players, policy, next(self.seeds), same_deal=self.n_players)
        for played in games.play(self.deals * self.n_players, self.lexicon, None):
            y = _of_the_change(played, self.n_players)
            regression.add(changes(generator_of(games.seed, played.first), len(y)), y)
            squares += float(y @ y)
            n_deals += len(y)
        # The opposite loses as much as the change wins, hence the half.
        errors = np.sqrt(squares / n_deals / regression.sums) / 2
        return regression.coefficients() / 2, errors

    def _stepped(self, numbers: Floats, direction: Floats) -> Floats:
        """Return the numbers after the best step, or unchanged if no step is better."""
        unit, seed = units(self.evaluation, self.n_players), next(self.seeds)
        before = self._with(from_vector(numbers))
        stepped = [
            numbers + np.clip(step * direction, -MOST_UNITS, MOST_UNITS) * unit for step in STEPS
        ]
        scores = [self._score(after, before, seed) for after in stepped]
        best = int(np.argmax(scores))
        return stepped[best] if scores[best] > 0 else numbers

    def _score(self, numbers: Floats, other: Evaluation, seed: int) -> float:
        """Return how much better players do with the numbers than with others."""
        n_players = self.n_players
        match = Match(self._with(from_vector(numbers)), other)
        games = SelfPlay(n_players, match, seed, same_deal=n_players)
        n = -(-self.deals // 2) * n_players
        leads = []
        for played in games.play(n, self.lexicon, None):
            scores = scores_of(played)[:, :n_players]
            own = of_own_seat(scores, n_players)
            others = scores.sum(axis=1).reshape(-1, n_players).mean(axis=1) - own
            leads.append(own - others / (n_players - 1))
        return float(np.concatenate(leads).mean())

    def _with(self, fitted: Fitted) -> Evaluation:
        of_others = self.evaluation.fitted
        return replace(self.evaluation, fitted={**of_others, self.n_players: fitted})


def shrunk(found: Floats, errors: Floats) -> Floats:
    """Remove most of the noise of estimates: empirical Bayes, all with one spread around 0."""
    spread2 = max(0.0, float(np.mean(found**2) - np.mean(errors**2)))
    return found * spread2 / (spread2 + errors**2)


def _of_the_change(played: PlayedGames, n_players: int) -> Floats:
    """Return by deal how much better the players with the change did than the opposite ones."""
    scores = scores_of(played)[:, :n_players]
    of_seat = [signs(game, n_players) for game in range(len(scores))]
    by_game = (scores * of_seat).sum(axis=1) / (n_players // 2)
    return np.asarray(by_game.reshape(-1, n_players).mean(axis=1), np.float64)


def _array_by_number(evaluation: Evaluation, n_players: int) -> Floats:
    """[len(NUMBERS), EVALUATION_SIZE]: the change of the array of tables for each 1 in a number."""

    def array_of(numbers: Floats) -> Floats:
        fitted = {n_players: from_vector(numbers)}
        return evaluation_array(replace(evaluation, fitted=fitted), n_players)

    nothing = array_of(np.zeros(len(NUMBERS)))
    return np.array([array_of(row) - nothing for row in np.eye(len(NUMBERS))])


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
    """A specification of games by the rulebook; picklable."""

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
        _, n_turns, margins, wins = play_deals(
            start,
            np.arange(games.start, games.stop),
            Tables(
                changed(random, n, array),
                random.integers(MOST_CHANGED + 1, size=n),
                for_games(1, array)[0],
            ),
            new_tools(lexicon, RULEBOOK, n_players, self.evaluation),
            Kept(features, players),
        )
        is_kept = (players != layout.NO_PLAYER) & (n_turns > 0)[:, None]
        game, _ = np.nonzero(is_kept)
        player = players[is_kept]
        return Samples(
            features[is_kept].astype(np.float16),
            wins[game, player].astype(np.float32),
            margins[game, player].astype(np.float32),
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
    """Train weights that make the results of the positions most likely."""
    random = np.random.default_rng(seed)
    weights = (
        random.normal(scale=0.13, size=(positions.features.shape[1], units)).astype(np.float32),
        np.zeros(units, np.float32),
        random.normal(scale=0.3 / np.sqrt(units), size=(2, units)).astype(np.float32),
        np.zeros(2, np.float32),
    )
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


def tables_digest(evaluation: Evaluation, n_players: int) -> str:
    """Return the digest of the numbers that static evaluation uses with so many players."""
    # Adding 0.0 turns -0.0 into 0.0.
    numbers = evaluation_array(evaluation, n_players).round(DIGITS) + 0.0
    return hashlib.sha256(numbers.astype("<f8").tobytes()).hexdigest()[:16]


def stem_of(lexicon: Lexicon) -> str:
    """Return how the package's files for a lexicon begin: its name, "words" for words.txt.

    Raises:
        InvalidInputError: a shipped list has the name, and the lexicon is another one.
    """
    stem = Path(lexicon.name).stem
    if stem in SHIPPED and lexicon.digest != Lexicon.load(stem).digest:
        raise InvalidInputError(
            f"the files of {lexicon.name} would take the place of those of the shipped list {stem};"
            " give another file"
        )
    return stem


def path_of_tables(lexicon: Lexicon) -> Path:
    """Return the package's file for the tables of a lexicon."""
    return Path(tables.__file__).parent / tables.FOLDER / f"{stem_of(lexicon)}.json"


def path_of_value(lexicon: Lexicon, n_players: int) -> Path:
    """Return the package's file for a lexicon and a number of players."""
    folder = Path(simulation.__file__).parent / simulation.FOLDER
    return folder / f"{stem_of(lexicon)}-{n_players}.json"


def write(content: dict[str, object], path: Path) -> None:
    """Write a file that was computed."""
    with written_beside(path) as unfinished:
        unfinished.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", "utf-8")


def made_by(step: str, lexicon: str, **numbers: int) -> dict[str, object]:
    """Say in a file how it was made: the command, the version, and what the command was given."""
    options = "".join(f" --{name} {number}" for name, number in numbers.items())
    command = f"python -m {__package__}.fitting {step} --lexicon {lexicon}{options}"
    return {"command": command, "version": __version__, "lexicon": lexicon, **numbers}


def _make_tables(lexicon: Lexicon, given: argparse.Namespace) -> Path:
    hands, games, seed = given.hands, given.games, given.seed
    path: Path = given.file or path_of_tables(lexicon)
    made, trials = Maker(lexicon, hands, games, seed).make()
    content = {
        **made.to_dict(),
        "made_by": made_by("tables", made.name, hands=hands, games=games, seed=seed),
        "keeping_against_nothing": [
            {"least_gain": least, **result.to_dict()} for least, result in trials.items()
        ],
    }
    write(content, path)
    return path


def _fit_numbers(lexicon: Lexicon, given: argparse.Namespace) -> Path:
    path: Path = given.file or path_of_tables(lexicon)
    evaluation = Evaluation.load(path)
    if evaluation.digest != lexicon.digest:
        raise InvalidInputError(
            f"{show_text(path)} has the tables of {evaluation.name}; give those of {lexicon.name}"
        )
    seed = parse_whole(given.seed, "seed", 0, MAX_SEED)
    # No two runs may have the same deals, here and in training.py; see also `train`.
    seeds = itertools.count(seed * 2**16 + 2**12 * given.players)
    unfitted, n_players = replace(evaluation, fitted={}), given.players
    found = Fitter(unfitted, n_players, given.deals, seeds, lexicon).fit()
    # Read anew, for another run may have fitted other numbers of players in the meantime.
    content = json.loads(path.read_text("utf-8"))
    evaluation = Evaluation.from_dict(content)
    fitted = {n: of_n for n, of_n in evaluation.fitted.items() if n != n_players}
    if found.is_clear:
        fitted[n_players] = found.fitted
    made = {
        **made_by("numbers", evaluation.name, players=n_players, deals=given.deals, seed=seed),
        "is_kept": found.is_clear,
        "against_unfitted": found.result.to_dict(),
    }
    content |= replace(evaluation, fitted=dict(sorted(fitted.items()))).to_dict()
    fitted_by = {**content.get("fitted_by", {}), str(n_players): made}
    write({**content, "fitted_by": dict(sorted(fitted_by.items()))}, path)
    return path


def _learn_value(lexicon: Lexicon, given: argparse.Namespace) -> Path:
    n_players, games, seed = given.players, given.games, given.seed
    path: Path = given.file or path_of_value(lexicon, n_players)
    value, facts = train(lexicon, n_players, games, seed)
    sys.stdout.write(
        f"{facts['positions']:,} positions; log-loss in other games {facts['log_loss']:.4f},"
        f" by lead and prospects {facts['log_loss_by_tables']:.4f}\n"
    )
    made = made_by("value", value.name, players=n_players, games=games, seed=seed) | facts
    write({**value.to_dict(), "made_by": made}, path)
    return path


_PLAYERS: Final = (2, "how many are at the table")
_STEPS: Final = {
    "tables": (
        "Compute the tables of static evaluation of a lexicon.",
        {
            "hands": (200_000, "random hands surveyed"),
            "games": (30_000, "games of each run of self-play"),
        },
        _make_tables,
    ),
    "numbers": (
        "Fit tables of static evaluation to matches, for a number of players.",
        {"players": _PLAYERS, "deals": (12_000, "of each regression")},
        _fit_numbers,
    ),
    "value": (
        "Train the learned value of positions for a number of players.",
        {"players": _PLAYERS, "games": (200_000, "of self-play")},
        _learn_value,
    ),
}
"""A line on each step, its options that are numbers, with their defaults and help, and the work."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and print the path of the file that it makes; return its exit status.

    After an error, exit with status 1 and a line on stderr.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}.fitting")
    steps = parser.add_subparsers(dest="step", required=True)
    for name, (about, numbers, _) in _STEPS.items():
        step = steps.add_parser(name, description=about, help=about)
        step.add_argument("--lexicon", default="enable", help="enable, common or a file of words")
        for option, (default, says) in {**numbers, "seed": (1, "of all that is random")}.items():
            step.add_argument(f"--{option}", type=int, default=default, help=says)
        step.add_argument("--file", type=Path, help="the file; by default that of the package")
    given = parser.parse_args(arguments)
    try:
        path = _STEPS[given.step][-1](Lexicon.load(given.lexicon), given)
    except (LetterTycoonError, OSError, ValueError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
