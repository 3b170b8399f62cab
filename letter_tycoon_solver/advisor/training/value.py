"""Train the learned value of positions for a lexicon and a number of players.

    python -m letter_tycoon_solver.advisor.training.value --lexicon enable --players 2 \
        --games 200000 --seed 1

This is the last step, after tables.py and fit.py. Static evaluation plays games against itself with
the lexicon's tables, and a network learns from their results. The network is tested on games that
it has not seen: its log-loss is compared with that of the tables' estimate from lead and prospects.
The file records how it was made, and is the same, up to rounding, on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from ..._files import written_beside
from ..._kernels.arguments import evaluation_array
from ..._kernels.desk_layout import N_LETTERS
from ..._kernels.value_layout import (
    AHEAD,
    AT_SEAT,
    AT_TABLE,
    DISTANCE_THERE,
    DISTANCE_UNIT,
    LEAD_UNIT,
)
from ..._version import __version__
from ...errors import InvalidInputError
from ...evaluation.tables import LEAST_TURNS, PLAYERS, Evaluation
from ...lexicon import Lexicon
from ...rules.cards import LETTERS, parse_whole
from .. import learned_value
from ..estimates import Floats
from ..learned_value import LearnedValue
from .networks import BATCH, EPOCHS, UNITS, log_loss, trained
from .tables import MAX_GAMES, MAX_SEED, say_what_was_made, stem_of
from .value_games import Samples, ValueGames

LEAST_GAMES: Final = 100
HELD_OUT: Final = 10
"""One in this many games is kept for the test."""
DIGITS: Final = 4
_SPREADS: Final = np.geomspace(1.0, 50.0, 80)


@dataclass(frozen=True, slots=True)
class Trained:
    """A learned value, and its accuracy in games that it has not seen.

    Attributes:
        value: the network.
        positions: the number of positions that it has learned from.
        log_loss: the log-loss of its chances to win in other games.
        log_loss_by_tables: the log-loss of the tables' chances there; see `chances_by_tables`.
    """

    value: LearnedValue
    positions: int
    log_loss: float
    log_loss_by_tables: float


def train(
    lexicon: Lexicon,
    n_players: int,
    games: int,
    seed: int,
    units: int = UNITS,
    epochs: int = EPOCHS,
    executor: Executor | None = None,
) -> Trained:
    """Play games and learn from them.

    Args:
        lexicon: the words that are played.
        n_players: the number of players, 2 to 5.
        games: the number of games, at least LEAST_GAMES.
        seed: the seed of everything random.
        units: the size of the hidden layer.
        epochs: how many times each position is used.
        executor: as for `survey`; the network does not depend on it.

    Raises:
        InvalidInputError: a number is out of range, or too few games come to an end.
    """
    n_players = parse_whole(n_players, "players", PLAYERS[0], PLAYERS[-1])
    games = parse_whole(games, "games", LEAST_GAMES, MAX_GAMES)
    # No two runs may have the same deals, here, in tables.py and in fit.py.
    first = parse_whole(seed, "seed", 0, MAX_SEED) * 2**16 + 2**15 + n_players
    evaluation = Evaluation.of(lexicon.digest)
    found = ValueGames(n_players, evaluation, first).play(games, lexicon, executor)
    is_held_out = found.games % HELD_OUT == 0
    learned, others = found.where(~is_held_out), found.where(is_held_out)
    if len(learned.wins) < BATCH or not len(others.wins):
        raise InvalidInputError(
            f"{games:,} games with the words of {lexicon.name} have {len(learned.wins)} positions"
            f" to learn from, for few came to an end; give more games, or more words"
        )
    weights = trained(learned, seed, units, epochs)
    value = LearnedValue(lexicon.name, lexicon.digest, n_players, *weights)
    # The stored network is rounded, so the test uses the rounded one.
    value = LearnedValue.from_dict(value.to_dict())
    return Trained(
        value,
        len(learned.wins),
        log_loss(value.estimates(others.features)[0], others.wins),
        log_loss(chances_by_tables(others, n_players, evaluation), others.wins),
    )


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
    folder = Path(learned_value.__file__).parent / learned_value.FOLDER
    return folder / f"{stem_of(lexicon)}-{n_players}.json"


def tables_digest(evaluation: Evaluation, n_players: int) -> str:
    """Return the digest of the numbers that static evaluation uses with so many players."""
    numbers = (
        evaluation_array(evaluation, n_players).round(DIGITS) + 0.0
    )  # Adding 0.0 turns -0.0 into 0.0.
    return hashlib.sha256(numbers.astype("<f8").tobytes()).hexdigest()[:16]


def to_file_content(found: Trained, games: int, seed: int) -> dict[str, object]:
    """Return the file's content: the network, and how it was made."""
    value = found.value
    return {
        **value.to_dict(),
        "made_by": {
            "command": (
                "python -m letter_tycoon_solver.advisor.training.value"
                f" --lexicon {value.name} --players {value.n_players} --games {games} --seed {seed}"
            ),
            "version": __version__,
            "games": games,
            "seed": seed,
            "tables": tables_digest(Evaluation.of(value.digest), value.n_players),
            "positions": found.positions,
            "log_loss": round(found.log_loss, DIGITS),
            "log_loss_by_tables": round(found.log_loss_by_tables, DIGITS),
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m letter_tycoon_solver.advisor.training.value",
        description="Train the learned value of positions for a number of players.",
    )
    parser.add_argument("--lexicon", default="enable", help="enable, common or a file of words")
    parser.add_argument("--players", type=int, default=2, help="how many are at the table")
    parser.add_argument("--games", type=int, default=200_000, help="of self-play")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--out", type=Path, help="the file; by default that of the package")
    given = parser.parse_args(arguments)

    def make() -> Path:
        lexicon = Lexicon.load(given.lexicon)
        path: Path = given.out or path_of(lexicon, given.players)
        found = train(lexicon, given.players, given.games, given.seed)
        sys.stdout.write(
            f"{found.positions:,} positions; log-loss in other games {found.log_loss:.4f},"
            f" by lead and prospects {found.log_loss_by_tables:.4f}\n"
        )
        with written_beside(path) as unfinished:
            content = json.dumps(
                to_file_content(found, given.games, given.seed), indent=1, allow_nan=False
            )
            unfinished.write_text(content + "\n", "utf-8")
        return path

    return say_what_was_made(parser, make)


if __name__ == "__main__":
    sys.exit(main())
