"""Compute the tables of static evaluation of a lexicon.

    python -m letter_tycoon_solver.advisor.training.tables --lexicon enable \
        --hands 200000 --games 30000 --seed 1

The tables come from random hands (royalties, and the gain from abilities), then from games of
static evaluation against itself: first the pace of the race to the goal, because the worth of a
patent depends on it; then the worth of kept cards; then everything else. The file records how it
was made, and is the same, up to rounding, on every machine. The next step is fit.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ..._files import written_beside
from ..._version import __version__
from ...batch import survey
from ...batch.surveys import NONE
from ...errors import InvalidInputError, LetterTycoonError
from ...evaluation import tables
from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...lexicon.word_list import SHIPPED
from ...rules.cards import ABILITIES, LETTERS, PATENT_COST, parse_whole
from .fits import Balance, fit_community, fit_kept, fit_pace
from .self_play import (
    Match,
    MatchResult,
    PlayedGames,
    RandomKeeping,
    SamePolicy,
    SelfPlay,
    play_match,
)

PLAYERS: Final = range(2, 6)
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


@dataclass(frozen=True, slots=True)
class Trial:
    """A match between keeping cards that add at least this much, and keeping none."""

    least_gain: float
    result: MatchResult

    @property
    def is_clear(self) -> bool:
        """True if keeping cards is better beyond chance."""
        return self.result.win - 0.5 > CLEAR * self.result.win_se


@dataclass(frozen=True, slots=True)
class Made:
    """Tables, and the matches that decided if cards are kept."""

    evaluation: Evaluation
    trials: tuple[Trial, ...]


class Maker:
    """Compute the tables of one lexicon.

    Args:
        lexicon: the words that are played.
        hands: the number of random hands surveyed, at least 1.
        games: the games of each run of self-play, at least 1.
        seed: the seed of everything random.
        executor: as for `survey`; the tables do not depend on it.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        hands: int,
        games: int,
        seed: int,
        executor: Executor | None = None,
    ) -> None:
        self._lexicon = lexicon
        self._hands = parse_whole(hands, "hands", 1, MAX_HANDS)
        self._games = parse_whole(games, "games", 1, MAX_GAMES)
        self._seed = parse_whole(seed, "seed", 0, MAX_SEED)
        self._executor = executor
        self._n_runs = 0

    def make(self) -> Made:
        """Compute the tables, rounded."""
        draft = self._surveyed()
        draft = self._paced(draft, [2])
        draft, trials = self._kept(draft)
        draft = self._paced(draft, PLAYERS)
        draft = replace(draft, community=fit_community(self._play(draft, 2)))
        return Made(_rounded(draft), trials)

    def _surveyed(self) -> Evaluation:
        """Survey royalties and gains; nothing is kept, and a round buys a patent of mean cost."""
        found = survey(
            self._hands,
            self._lexicon,
            seed=self._seed,
            patent_sets="single",
            executor=self._executor,
        )
        gain = {
            letter: found[letter].gain_margin.mean if letter in ABILITIES else 0.0
            for letter in LETTERS
        }
        mean_cost = sum(PATENT_COST.values()) / len(PATENT_COST)
        return Evaluation(
            name=self._lexicon.name,
            digest=self._lexicon.digest,
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
                draft = replace(draft, pace={**draft.pace, n: fit_pace(self._play(draft, n))})
        return draft

    def _kept(self, draft: Evaluation) -> tuple[Evaluation, tuple[Trial, ...]]:
        """Add the letters' values, and keep cards if that wins."""
        games = SelfPlay(2, RandomKeeping(draft), self._next_seed())
        kept, balance = fit_kept(games.play(self._games, self._lexicon, self._executor), 2)
        # Even if nothing is kept, the letters tell which card is the worst.
        nothing = replace(draft, kept=kept)
        seed = self._next_seed()
        trials = []
        for least in LEAST_GAINS:
            keeping = replace(nothing, balance=_lowered(balance, least))
            match = Match(keeping, nothing)
            result = play_match(match, self._games, seed, self._lexicon, self._executor)
            trials.append(Trial(least, result))
        best = max(trials, key=lambda trial: trial.result.win)
        if not best.is_clear:
            return nothing, tuple(trials)
        return replace(nothing, balance=_lowered(balance, best.least_gain)), tuple(trials)

    def _play(self, draft: Evaluation, n_players: int) -> Iterator[PlayedGames]:
        games = SelfPlay(n_players, SamePolicy(draft), self._next_seed())
        return games.play(self._games, self._lexicon, self._executor)

    def _next_seed(self) -> int:
        """Return a seed that gives other deals than all runs before."""
        self._n_runs += 1
        return self._seed * 2**16 + self._n_runs


def _lowered(balance: Balance, by: float) -> Balance:
    """Subtract from every entry but the one for no kept cards."""
    return tuple(
        tuple(worth - by if vowels + others else 0.0 for others, worth in enumerate(row))
        for vowels, row in enumerate(balance)
    )


def _rounded(evaluation: Evaluation) -> Evaluation:
    return Evaluation.from_dict(_round_all(evaluation.to_dict()))


def _round_all(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _round_all(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_round_all(value) for value in data]
    # Adding 0.0 turns -0.0 into 0.0.
    return round(data, DIGITS) + 0.0 if isinstance(data, float) else data


def to_file_content(made: Made, hands: int, games: int, seed: int) -> dict[str, object]:
    """Return the file's content: the tables, and how they were made."""
    name = made.evaluation.name
    return {
        **made.evaluation.to_dict(),
        "made_by": {
            "command": (
                "python -m letter_tycoon_solver.advisor.training.tables"
                f" --lexicon {name} --hands {hands} --games {games} --seed {seed}"
            ),
            "version": __version__,
            "lexicon": name,
            "hands": hands,
            "games": games,
            "seed": seed,
        },
        "keeping_against_nothing": [
            {
                "least_gain": trial.least_gain,
                **trial.result.to_dict(DIGITS),
            }
            for trial in made.trials
        ],
    }


def path_of(lexicon: Lexicon) -> Path:
    """Return the file in the package for the tables of a lexicon; see `stem_of`."""
    return Path(tables.__file__).parent / tables.FOLDER / f"{stem_of(lexicon)}.json"


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


def write(content: dict[str, object], path: Path) -> None:
    """Write the file of the tables."""
    with written_beside(path) as unfinished:
        unfinished.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m letter_tycoon_solver.advisor.training.tables",
        description="Compute the tables of static evaluation of a lexicon.",
    )
    parser.add_argument("--lexicon", default="enable", help="enable, common or a file of words")
    parser.add_argument("--hands", type=int, default=200_000, help="random hands surveyed")
    parser.add_argument("--games", type=int, default=30_000, help="games of each run of self-play")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument("--out", type=Path, help="the file; by default that of the package")
    given = parser.parse_args(arguments)

    def make() -> Path:
        lexicon = Lexicon.load(given.lexicon)
        path: Path = given.out or path_of(lexicon)
        made = Maker(lexicon, given.hands, given.games, given.seed).make()
        write(to_file_content(made, given.hands, given.games, given.seed), path)
        return path

    return say_what_was_made(parser, make)


def say_what_was_made(parser: argparse.ArgumentParser, make: Callable[[], Path]) -> int:
    """Make a file and print its path; after an error, exit with status 1 and a line on stderr."""
    try:
        path = make()
    except (LetterTycoonError, OSError, ValueError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
