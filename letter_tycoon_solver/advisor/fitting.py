"""Fit the numbers that no survey can find, and add them to the tables.

    python -m letter_tycoon_solver.advisor.fitting --lexicon enable --players 2 \
        --deals 12000 --seed 1

This step follows training.py. It takes the file of the tables, fits the numbers for one number of
players anew, and writes them to the same file, with the match that decided if they are kept.

A survey finds what an ability adds to the best play of a random hand. A player who plays for the
ability gains more, two abilities together gain more or less, and no survey tells the worth of
seeing new cards, holding a card or leaving none for others: see Fitted in evaluation/tables.py. So
these numbers are moved to where they win.

First all shares get one value of START, the best in matches against the unchanged tables. Then in
each round a random change of all numbers plays against its opposite in thousands of deals. A
regression tells how much each number wins, and its noise is shrunk away. Of some steps in that
direction, the one that does best against the previous numbers is taken. The final numbers are kept
if they beat the unchanged tables beyond chance, in fresh deals.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._kernels.questions import evaluation_array
from ..errors import InvalidInputError, show_text
from ..evaluation.tables import PAIRS, PLAYERS, SHARES, Evaluation, Fitted
from ..lexicon import Lexicon
from ..rules.cards import ABILITIES, parse_whole
from .simulation import Floats
from .training import (
    DIGITS,
    MAX_GAMES,
    MAX_SEED,
    Generator,
    LeastSquares,
    Match,
    MatchResult,
    PlayedGames,
    SelfPlay,
    for_games,
    generator_of,
    made_by,
    of_own_seat,
    path_of,
    play_match,
    run,
    write,
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


def to_file_content(
    content: dict[str, Any], found: FittedMatch, deals: int, seed: int
) -> dict[str, Any]:
    """Return the file's old content, with the method and, if they win, the fitted numbers."""
    tables, n_players = Evaluation.from_dict(content), found.n_players
    fitted = {n: of_n for n, of_n in tables.fitted.items() if n != n_players}
    if found.is_clear:
        fitted[n_players] = found.fitted
    made = {
        **made_by("fitting", tables.name, players=n_players, deals=deals, seed=seed),
        "is_kept": found.is_clear,
        "against_unfitted": found.result.to_dict(),
    }
    return {
        **content,
        **replace(tables, fitted=dict(sorted(fitted.items()))).to_dict(),
        "fitted_by": dict(sorted({**content.get("fitted_by", {}), str(n_players): made}.items())),
    }


def _make(lexicon: Lexicon, given: argparse.Namespace) -> Path:
    path: Path = given.file or path_of(lexicon)
    evaluation = Evaluation.load(path)
    if evaluation.digest != lexicon.digest:
        raise InvalidInputError(
            f"{show_text(path)} has the tables of {evaluation.name}; give those of {lexicon.name}"
        )
    seed = parse_whole(given.seed, "seed", 0, MAX_SEED)
    # No two runs may have the same deals, here and in training.py.
    seeds = itertools.count(seed * 2**16 + 2**12 * given.players)
    unfitted = replace(evaluation, fitted={})
    found = Fitter(unfitted, given.players, given.deals, seeds, lexicon).fit()
    content = json.loads(path.read_text("utf-8"))
    write(to_file_content(content, found, given.deals, seed), path)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    numbers = {"players": (2, "how many are at the table"), "deals": (12_000, "of each regression")}
    about = "Fit tables of static evaluation to matches, for a number of players."
    return run("fitting", about, numbers, "file", _make, arguments)


if __name__ == "__main__":
    sys.exit(main())
