"""`survey`: the worth of random hands, and the gain from each set of patents."""

from __future__ import annotations

import functools
import math
import numbers
import os
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from .._extras import extra_module
from .._html import SHOWN, html_texts
from .._kernels import entries
from .._kernels.game_layouts import METRICS, Ints, Tally, row_size
from .._kernels.layouts import PLAY_SIZE, REST_ANYWHERE, W_LEAVE, W_PATENT_VALUE, new_workspace
from .._work.executors import IsStopped, Stopped, never_stopped
from .._work.resumable import KeptParts, digest_of, ends_with, parts_of, run_parts
from ..errors import InvalidInputError, require, require_iterable, require_progress, show
from ..evaluation.ranking import MARGIN
from ..lexicon import Lexicon
from ..lexicon.lexicon import lexicon_of, spelling_of
from ..rules.cards import ABILITIES, LETTERS, MIN_WORD_LENGTH, PATENT_COST, parse_letters
from ..rules.ruleset import MAX_PLAYED_LETTERS, RULEBOOK, Ruleset
from .positions import CARD_COUNTS, Bytes, Deal, Positions, columns_of
from .solve import Solver

if TYPE_CHECKING:
    import pyarrow as pa

# Sets of patents to compare: those with an ability, singly, in pairs, or all.

NONE: Final = "none"
"""The text for an empty set."""


def _sets_up_to(size: int) -> tuple[str, ...]:
    return tuple("".join(some) for n in range(size + 1) for some in combinations(ABILITIES, n))


PRESETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"single": _sets_up_to(1), "pairs": _sets_up_to(2), "all": _sets_up_to(len(ABILITIES))}
)
"""The sets that have a name: none and the seven; pairs as well; all 128."""
_ALLOWED: Final = (
    f'{", ".join(PRESETS)}, or sets of the patents {" ".join(ABILITIES)} such as "KX,VZ",'
    f" with {NONE} for no patents"
)


def parse_patent_sets(patent_sets: object) -> tuple[str, ...]:
    """Parse the sets, keep their order and sort each; the empty set always comes first."""
    if isinstance(patent_sets, str):
        preset = PRESETS.get(patent_sets.strip().lower())
        if preset is not None:
            return preset
        given, patent_sets = patent_sets, patent_sets.split(",")
        if not all(map(str.strip, patent_sets)):
            raise InvalidInputError(
                f"patent_sets is {show(given)}, with an empty set; give {_ALLOWED}"
            )
    if not isinstance(patent_sets, Iterable):
        raise InvalidInputError(f"patent_sets is {show(patent_sets)}; give {_ALLOWED}")
    require_iterable(patent_sets, "patent_sets")
    sets = [_parse_set(patents) for patents in patent_sets]
    for patents in sets:
        if sets.count(patents) > 1:
            raise InvalidInputError(
                f"the patent set {patents or NONE} is given {sets.count(patents)} times; give"
                " each set once"
            )
    return ("", *(patents for patents in sets if patents))


def _parse_set(patents: object) -> str:
    text = patents.strip() if isinstance(patents, str) else patents
    if isinstance(text, str) and text.lower() == NONE:
        return ""
    letters = parse_letters(text, "a patent set")  # type: ignore[arg-type]
    for letter in letters:
        if letter not in ABILITIES:
            raise InvalidInputError(
                f"the patent set {show(text)} has {letter}, which has no ability; give {_ALLOWED}"
            )
        if letters.count(letter) > 1:
            raise InvalidInputError(
                f"the patent set {show(text)} has {letter} twice; there is one patent of each"
                " letter"
            )
    return letters


FORMAT_VERSION: Final = 1
"""Raise this number when the parts or the tally change."""
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_QUANTILE: Final = re.compile("_p[0-9]{2}$")
WORD_LENGTHS: Final = range(MIN_WORD_LENGTH, MAX_PLAYED_LETTERS + 1)


@dataclass(frozen=True, slots=True)
class Sample:
    """n numbers by their sum and the sum of their squares, all exact.

    Attributes:
        n: the number of values.
        total: their sum.
        squares: the sum of their squares.
    """

    n: int
    total: int
    squares: int

    @property
    def mean(self) -> float:
        """The total divided by n; NaN without numbers."""
        return self.total / self.n if self.n else math.nan

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, from the variance with n - 1; NaN if n < 2."""
        if self.n < 2:
            return math.nan
        # Whole numbers up to the one division avoid cancellation.
        spread = self.n * self.squares - self.total**2
        return math.sqrt(spread / (self.n * self.n * (self.n - 1)))


@dataclass(frozen=True, slots=True)
class Distribution:
    """The number of hands that earn 0, 1, 2, ...

    Attributes:
        histogram: hands by earnings; it ends with the highest that occurs.
    """

    histogram: tuple[int, ...]

    @property
    def sample(self) -> Sample:
        """Return the hands as a sample."""
        counts = list(enumerate(self.histogram))
        return Sample(
            sum(self.histogram),
            sum(value * n for value, n in counts),
            sum(value * value * n for value, n in counts),
        )

    @property
    def mean(self) -> float:
        """The mean, see Sample."""
        return self.sample.mean

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, see Sample."""
        return self.sample.standard_error

    def quantile(self, share: float) -> int:
        """Return the least value that at least this share of the hands, from 0 to 1, do not exceed.

        Raises:
            InvalidInputError: the share is not from 0 to 1, or there are no hands.
        """
        n = sum(self.histogram)
        is_number = isinstance(share, numbers.Real) and not isinstance(share, bool)
        if not n or not is_number or not 0 <= share <= 1:
            raise InvalidInputError(
                f"the quantile {show(share)} of {n:,} hands is asked for; give a number from 0 to"
                " 1, and at least one hand"
            )
        # As a float 0.05 is a little more than a twentieth, so its decimal text is used.
        wanted = Fraction(str(share)) * n
        so_far = 0
        for value, hands in enumerate(self.histogram):
            so_far += hands
            if hands and so_far >= wanted:
                return value
        raise AssertionError(share)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PatentSetSurvey:
    """The worth of hands with one set of patents; all counts are over the same hands.

    Attributes:
        patents: the letters, sorted; "" for none.
        tally: the counts; see _kernels/game_layouts.py; read-only.
    """

    patents: str
    tally: Tally

    def __post_init__(self) -> None:
        require(self.tally, Tally, "the tally")
        for counts in self.tally:
            counts.flags.writeable = False

    @property
    def name(self) -> str:
        """The patents as text, "none" if there are none."""
        return self.patents or NONE

    @property
    def hands(self) -> int:
        """The number of hands."""
        return int(self.tally.n_words.sum())

    @property
    def no_play(self) -> int:
        """The number of hands without a legal play; they earn 0."""
        return int(self.tally.n_words[0])

    @property
    def money(self) -> Distribution:
        """The dollars that the best play earns."""
        return self._distribution("money")

    @property
    def stock(self) -> Distribution:
        """The stock that the best play earns."""
        return self._distribution("stock")

    @property
    def margin(self) -> Distribution:
        """The money + stock of the best play, which is the play with the highest sum."""
        return self._distribution("margin")

    @property
    def gain_margin(self) -> Sample:
        """The gain in margin over no patents, hand by hand."""
        return self._gain("margin")

    @property
    def royalties(self) -> dict[str, float]:
        """The dollars that the owner of each letter can expect from an opponent's turn.

        This is the mean number of the letter's factory cards in a best play, each of which pays $1;
        a hand without a play pays nothing. The best plays ignore royalties.
        """
        return _shares(self.tally.cards_used, self.hands)

    @property
    def bought(self) -> dict[str, float]:
        """The share of hands whose best play is followed by buying each letter's patent.

        The player buys the dearest available patent, the first alphabetically among equals.
        """
        return _shares(self.tally.bought, self.hands)

    @property
    def word_lengths(self) -> dict[int, float]:
        """The share of the words by number of letters, including X duplicates and Z suffixes."""
        n_words = int(self.tally.word_lengths.sum())
        return {length: _ratio(self.tally.word_lengths[length], n_words) for length in WORD_LENGTHS}

    @property
    def two_words(self) -> float:
        """The share of hands whose best play has two words."""
        return _ratio(self.tally.n_words[2], self.hands)

    def to_dict(self) -> dict[str, object]:
        """Return all counts and statistics as plain data for JSON."""
        return {
            "patents": self.name,
            "hands": self.hands,
            "no_play": self.no_play,
            **{metric: self._metric_to_dict(metric) for metric in METRICS},
            "gain": {metric: _moments(self._gain(metric)) for metric in METRICS},
            "cards_used": _by_letter(self.tally.cards_used),
            "bought": _by_letter(self.tally.bought),
            "word_lengths": {
                str(length): int(self.tally.word_lengths[length]) for length in WORD_LENGTHS
            },
            "hands_by_words": self.tally.n_words.tolist(),
        }

    def to_row(self) -> dict[str, object]:
        """Return the statistics in one flat row, see `Survey.to_rows`."""
        row: dict[str, object]
        row = {"patents": self.name, "hands": self.hands, "no_play": self.no_play}
        for metric in METRICS:
            distribution = self._distribution(metric)
            row[f"{metric}_mean"], row[f"{metric}_se"] = _moments(distribution.sample).values()
            for share, value in _quantiles(distribution).items():
                row[f"{metric}_p{round(100 * share):02}"] = value
        for metric in METRICS:
            gain = _moments(self._gain(metric))
            row[f"gain_{metric}"], row[f"gain_{metric}_se"] = gain.values()
        for name, by_letter in (("royalties", self.royalties), ("bought", self.bought)):
            row |= {f"{name}_{letter}": _known(share) for letter, share in by_letter.items()}
        row |= {f"length_{length}": _known(share) for length, share in self.word_lengths.items()}
        row["two_words"] = _known(self.two_words)
        return row

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PatentSetSurvey):
            return NotImplemented
        return self.patents == other.patents and all(map(np.array_equal, self.tally, other.tally))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[PatentSetSurvey], tuple[object, ...]]:
        # See `Positions.__reduce__`.
        return PatentSetSurvey, (self.patents, self.tally)

    def __repr__(self) -> str:
        return f"<PatentSetSurvey {self.name}: {self.hands:,} hands>"

    def _distribution(self, metric: str) -> Distribution:
        counts = self.tally[METRICS.index(metric)]
        return Distribution(tuple(np.trim_zeros(counts, "b").tolist()))

    def _gain(self, metric: str) -> Sample:
        total, squares = self.tally.gains[METRICS.index(metric)].tolist()
        return Sample(self.hands, total, squares)

    def _metric_to_dict(self, metric: str) -> dict[str, object]:
        distribution = self._distribution(metric)
        return {
            **_moments(distribution.sample),
            "quantiles": {str(share): n for share, n in _quantiles(distribution).items()},
            "histogram": list(distribution.histogram),
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """The worth of random hands, and the gain from each set of patents; `survey` makes it.

    Attributes:
        n: the number of hands surveyed.
        n_asked: the number of hands asked for; more than n if the survey was interrupted.
        seed: the seed of the deal.
        money: dollars of the player before the turn.
        ruleset: the rules.
        lexicon_name: the name of the words, see Lexicon.name.
        lexicon_digest: the digest of the words, see Lexicon.digest.
        sets: the result for each set of patents, no patents first.
    """

    n: int
    n_asked: int
    seed: int
    money: int
    ruleset: Ruleset
    lexicon_name: str
    lexicon_digest: str
    sets: tuple[PatentSetSurvey, ...]

    def _repr_html_(self) -> str:
        rows = [
            (
                of.name,
                f"{of.hands:,}",
                f"{of.margin.mean:.2f} ± {of.margin.standard_error:.2f}",
                f"{of.gain_margin.mean:+.2f} ± {of.gain_margin.standard_error:.2f}",
            )
            for of in self.sets
        ]
        headers = ("Patents", "Hands", "Margin", "More than without")
        return html_texts(headers, rows[:SHOWN], len(rows) - SHOWN)

    def __getitem__(self, patents: str) -> PatentSetSurvey:
        """Return the result for a set, such as "KX" or "none"; KeyError if it was not surveyed."""
        wanted = parse_patent_sets([patents])[-1]
        for result in self.sets:
            if result.patents == wanted:
                return result
        raise KeyError(patents)

    def to_rows(self) -> list[dict[str, object]]:
        """Return a flat row for each set of patents, for a table or a data frame.

        Returns:
            Rows by name of the column, with None for figures that need more hands.

            - `patents`, `hands`, `no_play`: the set ("none", "B", ...), its hands, and the hands
              without a play.
            - `money_mean`, `money_se`: mean and standard error; likewise `stock_...`, `margin_...`.
            - `money_p05` ... `money_p95`: quantiles at 5, 25, 50, 75, 95 %; likewise `stock_...`,
              `margin_...`.
            - `gain_money`, `gain_money_se`: mean gain over no patents on the same hands, and the
              standard error of the paired mean; likewise `gain_stock`, `gain_margin`.
            - `royalties_A` ... `royalties_Z`: dollars to the letter's owner per turn.
            - `bought_A` ... `bought_Z`: share of hands after which the patent is bought.
            - `length_3` ... `length_13`: share of words with this number of letters.
            - `two_words`: share of hands whose best play has two words.
        """
        return [result.to_row() for result in self.sets]

    def to_arrow(self) -> pa.Table:
        """The rows of `to_rows` as an Arrow table: text, whole numbers and floats, with nulls.

        Raises:
            InvalidInputError: pyarrow is not installed.
        """
        pyarrow = extra_module("pyarrow", "Arrow tables")
        rows = self.to_rows()
        fields = [(name, getattr(pyarrow, _arrow_type(name))()) for name in rows[0]]
        table: pa.Table = pyarrow.Table.from_pylist(rows, pyarrow.schema(fields))
        return table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_dict(self) -> dict[str, object]:
        """Return the specification, all counts and statistics as plain data for JSON."""
        return {
            **{name: getattr(self, name) for name in ("n", "n_asked", "seed", "money")},
            "ruleset": self.ruleset.to_dict(),
            "lexicon": {"name": self.lexicon_name, "sha256": self.lexicon_digest},
            "sets": [result.to_dict() for result in self.sets],
        }


def _arrow_type(column: str) -> str:
    """The type of a column of `to_rows`; some have nothing but nulls to tell it by."""
    if column == "patents":
        return "string"
    return "int64" if column in {"hands", "no_play"} or _QUANTILE.search(column) else "float64"


def _quantiles(distribution: Distribution) -> dict[float, int | None]:
    if not distribution.histogram:
        return dict.fromkeys(QUANTILES)
    return {share: distribution.quantile(share) for share in QUANTILES}


def _by_letter(counts: Ints) -> dict[str, int]:
    return dict(zip(LETTERS, counts.tolist(), strict=True))


def _shares(counts: Ints, n: int) -> dict[str, float]:
    return {letter: _ratio(count, n) for letter, count in _by_letter(counts).items()}


def _ratio(count: int, n: int) -> float:
    return int(count) / n if n else math.nan


def _moments(sample: Sample) -> dict[str, float | None]:
    return {"mean": _known(sample.mean), "standard_error": _known(sample.standard_error)}


def _known(number: float) -> float | None:
    """Return the number, or None for NaN, which JSON does not have."""
    return None if math.isnan(number) else number


_BLOCK: Final = 4096
"""Hands of a part in memory at once."""

_SLOWER: Final = {"Q": 130, "V": 4, "X": 3, "Z": 2}
"""The time of a search with a patent, roughly, in times of one without; Q finds a replacement."""
_WORK_PER_PART: Final = 1_000_000
"""Searches without patents in a part, two seconds on one core: a killed survey loses as much."""

SurveyProgress = Callable[[int, int], object]
"""Called with the hands done and the hands in all."""


def survey(  # noqa: PLR0913 - what to survey, and how
    n: int,
    lexicon: Lexicon | str,
    *,
    seed: int,
    patent_sets: str | Iterable[str] = "single",
    money: int = 0,
    ruleset: Ruleset = RULEBOOK,
    executor: Executor | None = None,
    progress: SurveyProgress | None = None,
    parts: str | os.PathLike[str] | None = None,
) -> Survey:
    """Find the best plays of n random hands with each set of patents, as statistics.

    There are two players, and the opponent owns nothing. Every set gets the hands of
    `Deal(n, seed=seed)`, each with its best play by margin (here money + stock). The owner of Q
    first replaces the card that gains most on average, or none, by the next card of the deal.

    A hand takes a processor about 0.08 ms with "single", 2 ms with "pairs" and 60 ms with "all", so
    a million hands with all sets take most of a day. Sets with Q take longest.

    Args:
        n: the number of hands, up to 10^12; memory does not depend on it.
        lexicon: the words that may be played; a name or a path loads them.
        seed: the seed of the deal, 0 to 2^64 - 1.
        patent_sets: "single": none and each of B J K Q V X Z; "pairs": those and the pairs; "all":
            all 128; or sets such as "KX,VZ" or ["KX", "VZ"]. The empty set, "none", always comes
            first, because gains are measured against it.
        money: dollars before the turn, which may buy a dearer patent.
        ruleset: the sizes of hand and community, the payout and the rules in dispute.
        executor: as for `solve_batch`; the result is the same, to the last bit, for any.
        progress: called with the hands done and n: first with those found in the folder, then
            after each part.
        parts: a folder for finished parts, made if need be. A survey with the same questions,
            lexicon and version continues from them, does damaged ones again, and removes all when
            it is complete. Parts of surveys that have written none for 30 days are removed.

    Raises:
        InvalidInputError: an argument is wrong, or the folder cannot be written.
        Interrupted: Ctrl-C; `done` is the Survey of the finished hands.
        ExecutorDiedError: the executor broke down; `done` likewise.

    Warns:
        PartsWarning: a finished part cannot be kept, as on a full disk.

    Examples:
        >>> from letter_tycoon_solver.batch import survey
        >>> found = survey(1_000, "enable", seed=1, patent_sets="K")
        >>> round(found["K"].gain_margin.mean, 2)
        0.8
    """
    lexicon = lexicon_of(lexicon)
    deal = Deal(n, seed=seed, money=money, ruleset=ruleset)
    sets = parse_patent_sets(patent_sets)
    require_progress(progress, "a function of two numbers")
    digest = digest_of(
        format=FORMAT_VERSION,
        n=deal.n,
        seed=deal.seed,
        money=deal.money,
        ruleset=ruleset.to_dict(),
        patent_sets=sets,
        lexicon=lexicon.digest,
    )
    kept = None if parts is None else KeptParts.open(parts, "survey", digest)
    counts = np.zeros((len(sets), row_size(ruleset)), np.int64)
    searches = sum(math.prod(_SLOWER.get(patent, 1) for patent in patents) for patents in sets)

    def done() -> tuple[int, str, Survey]:
        found = tuple(
            PatentSetSurvey(patents, Tally.on(row, ruleset))
            for patents, row in zip(sets, counts.copy(), strict=True)
        )
        result = Survey(
            n=found[0].hands,
            n_asked=deal.n,
            seed=deal.seed,
            money=deal.money,
            ruleset=ruleset,
            lexicon_name=lexicon.name,
            lexicon_digest=lexicon.digest,
            sets=found,
        )
        return result.n, "hands", result

    def add(_rows: range, payload: bytes) -> None:
        more = np.frombuffer(zlib.decompress(payload), "<i8").reshape(counts.shape)
        # A single step, which no interrupt divides.
        np.add(counts, more, out=counts)

    def tell() -> None:
        if progress is not None:
            progress(done()[0], deal.n)

    work = functools.partial(_count_part, deal, sets)
    prepare = functools.partial(work, lexicon, range(0), never_stopped)
    with ends_with(done):
        ranges = parts_of(deal.n, _WORK_PER_PART // searches)
        run_parts(ranges, prepare, work, lexicon, add, tell, executor, kept)
    return done()[-1]


def _count_part(
    deal: Deal, sets: tuple[str, ...], lexicon: Lexicon, rows: range, is_stopped: IsStopped
) -> bytes:
    """Count some rows with each set, no patents first; return the payload of the part."""
    ruleset, words = deal.ruleset, spelling_of(lexicon)
    counts = np.zeros((len(sets), row_size(ruleset)), np.int64)
    solver = Solver.of(lexicon, ruleset, MARGIN, 1, False)
    for start in range(rows.start, max(rows.stop, rows.start + 1), _BLOCK):
        stop = min(start + _BLOCK, rows.stop)
        positions, next_cards = deal.with_next_cards(start, stop)
        baseline = None
        for patents, row in zip(sets, counts, strict=True):
            owned = positions.with_patents((patents, ""))
            if "Q" in patents:
                owned = with_replacements(owned, next_cards, lexicon, ruleset, is_stopped)
            columns, _ = solver.solve(lexicon, owned, is_stopped)
            plays = columns.view(np.int64).reshape(len(owned), PLAY_SIZE)
            if baseline is None:
                baseline = plays
            # The player can buy what it does not own; the opponent owns nothing.
            prices = [0 if letter in patents else PATENT_COST[letter] for letter in LETTERS]
            arrays = Tally.on(row, ruleset)
            entries.tally_rows(plays, baseline, np.array(prices, np.int64), *words, arrays)
    return zlib.compress(counts.astype("<i8").tobytes())


# The ability of Q before the action: replace one card of the hand, or none.

_STEP: Final = 16
"""Positions between two checks for cancellation: half a millisecond to 80 ms."""


def with_replacements(
    positions: Positions,
    next_cards: Bytes,
    lexicon: Lexicon,
    ruleset: Ruleset,
    is_stopped: IsStopped,
) -> Positions:
    """Return the positions after each owner of Q has replaced a card, or none.

    Rule (A turn, 0): the owner of Q may discard one card from hand and draw one, here the next
    card of the deck. A card is replaced if that gains on average: the best play by margin
    afterwards, averaged over every card that is neither in the hand nor in the community, is worth
    more than the best play now. The card with the highest average goes.
    """
    desks, _ = Solver.of(lexicon, ruleset, MARGIN, 1, False).desks(lexicon)
    # A gain counts in margin only, so the tie-breaks are switched off.
    desks[:, [W_PATENT_VALUE, W_LEAVE, REST_ANYWHERE]] = 0
    hands = np.empty_like(positions.hands)
    rest = (CARD_COUNTS, desks, lexicon.trie, new_workspace(1))
    for start in range(0, max(len(positions), 1), _STEP):
        if is_stopped():
            raise Stopped
        step = slice(start, start + _STEP)
        entries.replace_rows(columns_of(positions, step), next_cards[step], *rest, hands[step])
    return Positions(hands, *positions.columns[1:])  # type: ignore[arg-type]
