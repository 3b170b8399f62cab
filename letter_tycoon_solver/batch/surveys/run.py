"""`survey`: the worth of random hands, and the gain from each set of patents."""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..._kernels import entries
from ..._kernels.play_layout import PLAY_SIZE
from ..._kernels.tally_layout import Ints, Tally, row_size
from ..._version import __version__
from ..._work.checkpoints import KeptParts
from ..._work.executors import IsStopped
from ..._work.resumable import ResumableRun
from ...errors import require, require_progress
from ...evaluation.ranking import MARGIN
from ...lexicon import Lexicon
from ...lexicon.spelling import spelling_of
from ...rules.cards import LETTERS, PATENT_COST
from ...rules.ruleset import RULEBOOK, Ruleset
from ..deal import Deal
from ..positions import Positions
from ..replacement import with_replacements
from ..solve import Solver
from .parts import FORMAT_VERSION, SurveyWarning, decoded, encoded
from .patent_sets import parse_patent_sets
from .result import PatentSetSurvey, Survey

_BLOCK: Final = 4096
"""Hands of a part in memory at once."""

_SLOWER: Final = {"Q": 130, "V": 4, "X": 3, "Z": 2}
"""The time of a search with a patent, roughly, in times of one without; Q finds a replacement."""
_WORK_PER_PART: Final = 1_000_000
"""The work in a part, in searches without patents: about two seconds on one core. This much is
lost if a survey is killed, and progress is reported as often."""
_FEWEST_PARTS: Final = 64
"""The fewest parts, so that a small survey keeps every worker busy to the end."""
_MOST_PARTS: Final = 10_000
"""The most parts, because each is a file while the survey lasts."""

SurveyProgress = Callable[[int, int], object]
"""Called with the hands done and the hands in all, in the thread that asked for the survey."""


class SurveyInterrupted(KeyboardInterrupt):
    """Ctrl-C in `survey`; `done` is the Survey of the finished hands."""

    def __init__(self, done: Survey) -> None:
        super().__init__(done)
        self.done = done

    def __str__(self) -> str:
        return f"interrupted after {self.done.n:,} hands"


def survey(  # noqa: PLR0913 - what to survey, and how
    n: int,
    lexicon: Lexicon,
    *,
    seed: int = 0,
    patent_sets: str | Iterable[str] = "single",
    money: int = 0,
    ruleset: Ruleset = RULEBOOK,
    executor: Executor | None = None,
    progress: SurveyProgress | None = None,
    parts: str | os.PathLike[str] | None = None,
) -> Survey:
    """Find the best plays of n random hands with each set of patents, as statistics.

    There are two players, and the opponent owns nothing. Every set gets the same hands, dealt by
    `Deal(n, seed=seed)`. Each hand gets its best play by margin (here money + stock), as
    `find_plays` ranks it. The owner of Q first replaces the card that gains most on average, or
    none; the card drawn is the next of the deal.

    A hand takes a processor about 0.08 ms with "single", 2 ms with "pairs" and 60 ms with "all", so
    a million hands with all sets take most of a day. Sets with Q take longest, because the search
    has to find the best card to replace.

    Args:
        n: the number of hands, up to 10^12; memory does not depend on it.
        lexicon: the words that may be played.
        seed: the seed of the deal, 0 to 2^64 - 1.
        patent_sets: "single": none and each of B J K Q V X Z; "pairs": those and the pairs; "all":
            all 128; or sets such as "KX,VZ" or ["KX", "VZ"]. The empty set is "none", in a list
            also "". It is always surveyed first, because gains are measured against it.
        money: dollars before the turn, which may buy a dearer patent.
        ruleset: the sizes of hand and community, the payout and the rules in dispute.
        executor: as for `solve_batch`; the result is the same, to the last bit, for any.
        progress: called with the hands done and n: first with the hands of parts found in the
            folder, then after each part. So the rate counts only new hands.
        parts: a folder for finished parts, which is made if need be. A survey with the same
            arguments, lexicon and version continues from them, however it ended; when it is
            complete it removes them. Damaged parts are done again. Parts of other surveys are
            removed if those have written none for 30 days.

    Raises:
        InvalidInputError: an argument is wrong, or the folder cannot be written.
        SurveyInterrupted: Ctrl-C; `done` is the Survey of the finished hands.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Warns:
        SurveyWarning: a finished part cannot be kept, as on a full disk.
    """
    spec = _Spec.of(n, lexicon, seed, patent_sets, money, ruleset)
    require_progress(progress, "a function of two numbers")
    kept = None if parts is None else KeptParts.open(parts, "survey", spec.digest(lexicon))
    run = _Run(spec, lexicon, kept, progress)
    return run.run(spec.parts(), functools.partial(_count_part, spec), executor)


@dataclass(frozen=True, slots=True)
class _Spec:
    """The specification of a survey: the deal, and the sets of patents, no patents first."""

    deal: Deal
    patent_sets: tuple[str, ...]

    @classmethod
    def of(
        cls, n: int, lexicon: object, seed: int, patent_sets: object, money: int, ruleset: Ruleset
    ) -> _Spec:
        """Check the arguments, and make the specification."""
        require(lexicon, Lexicon, "the lexicon")
        deal = Deal(n, seed=seed, money=money, ruleset=ruleset)
        return cls(deal, parse_patent_sets(patent_sets))

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the counts: a row of tally.py for each set."""
        return len(self.patent_sets), row_size(self.deal.ruleset)

    @property
    def part_size(self) -> int:
        """The hands in a part, decided by the number of hands and the sets, see the constants."""
        work = sum(
            math.prod(_SLOWER.get(patent, 1) for patent in patents) for patents in self.patent_sets
        )
        size = min(_WORK_PER_PART // work, -(-self.deal.n // _FEWEST_PARTS))
        return max(size, -(-self.deal.n // _MOST_PARTS))

    def parts(self) -> list[range]:
        """The rows of each part."""
        n, size = self.deal.n, self.part_size
        return [range(start, min(start + size, n)) for start in range(0, n, size)]

    def digest(self, lexicon: Lexicon) -> str:
        """Return the digest of everything that the counts of a part depend on."""
        deal = self.deal
        fields = {
            "format": FORMAT_VERSION,
            "version": __version__,
            "n": deal.n,
            "seed": deal.seed,
            "money": deal.money,
            "ruleset": deal.ruleset.to_dict(),
            "patent_sets": self.patent_sets,
            "lexicon": lexicon.digest,
        }
        return hashlib.blake2b(json.dumps(fields, sort_keys=True).encode("ascii")).hexdigest()


class _Run(ResumableRun[Ints, Survey]):
    """A survey under way."""

    warning = SurveyWarning
    interrupted = SurveyInterrupted

    def __init__(
        self,
        spec: _Spec,
        lexicon: Lexicon,
        kept: KeptParts | None,
        progress: SurveyProgress | None,
    ) -> None:
        super().__init__(lexicon, kept, progress)
        self._spec = spec
        # A single tuple, so that an interrupt cannot come between the hands and their counts.
        self._done: tuple[int, Ints] = (0, np.zeros(spec.shape, np.int64))

    def prepare(self) -> None:
        """Compile the kernels."""
        _count_part(self._spec, self.lexicon, range(0), _never_stopped)

    def result(self) -> Survey:
        """Return the survey of the hands done so far."""
        spec, (n, counts) = self._spec, self._done
        return Survey(
            n=n,
            n_asked=spec.deal.n,
            seed=spec.deal.seed,
            money=spec.deal.money,
            ruleset=spec.deal.ruleset,
            lexicon_name=self.lexicon.name,
            lexicon_digest=self.lexicon.digest,
            sets=tuple(
                PatentSetSurvey(patents, Tally.on(row, spec.deal.ruleset))
                for patents, row in zip(spec.patent_sets, counts, strict=True)
            ),
        )

    def add(self, rows: range, result: Ints) -> None:
        """Add the counts of a part."""
        n, so_far = self._done
        self._done = n + len(rows), so_far + result

    def counted(self) -> tuple[int, int]:
        """Return the hands done and in all."""
        return self._done[0], self._spec.deal.n

    def encode(self, result: Ints) -> bytes:
        """Return counts as they are kept."""
        return encoded(result)

    def decode(self, payload: bytes) -> Ints:
        """Return counts that were kept."""
        return decoded(payload, self._spec.shape)


def _count_part(spec: _Spec, lexicon: Lexicon, rows: range, is_stopped: IsStopped) -> Ints:
    """Count some rows: int64 of the specification's shape."""
    counts = np.zeros(spec.shape, np.int64)
    for start in range(rows.start, max(rows.stop, rows.start + 1), _BLOCK):
        block = range(start, min(start + _BLOCK, rows.stop))
        _count_block(spec, lexicon, block, is_stopped, counts)
    return counts


def _count_block(
    spec: _Spec, lexicon: Lexicon, rows: range, is_stopped: IsStopped, counts: Ints
) -> None:
    positions, next_cards = spec.deal.with_next_cards(rows.start, rows.stop)
    ruleset, words = spec.deal.ruleset, spelling_of(lexicon)
    baseline = None
    for patents, row in zip(spec.patent_sets, counts, strict=True):
        owned = positions.with_patents((patents, ""))
        if "Q" in patents:
            owned = with_replacements(owned, next_cards, lexicon, ruleset, is_stopped)
        plays = _best_plays(owned, lexicon, ruleset, is_stopped)
        if baseline is None:
            baseline = plays
        arrays = Tally.on(row, ruleset)
        entries.tally_rows(plays, baseline, _prices(patents), *words, arrays)


def _best_plays(
    positions: Positions, lexicon: Lexicon, ruleset: Ruleset, is_stopped: IsStopped
) -> Ints:
    """Find the best play of each position: int64 [n, PLAY_SIZE], see _kernels/play_layout.py."""
    solver = Solver.of(lexicon, ruleset, MARGIN, 1, False)
    columns, _ = solver.solve(lexicon, positions, is_stopped)
    return columns.view(np.int64).reshape(len(positions), PLAY_SIZE)


def _prices(patents: str) -> Ints:
    """Return each letter's patent price, 0 if the player owns it; the opponent owns none."""
    prices = [0 if letter in patents else PATENT_COST[letter] for letter in LETTERS]
    return np.array(prices, np.int64)


def _never_stopped() -> bool:
    return False
