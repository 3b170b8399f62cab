"""`Survey`: the worth of hands with each set of patents, as counts, statistics and tables."""

from __future__ import annotations

import math
import numbers
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from ..._extras import extra_module
from ..._html import SHOWN, html_texts
from ..._kernels.tally_layout import METRICS, Ints, Tally
from ...errors import InvalidInputError, require, show
from ...rules.cards import LETTERS, MIN_WORD_LENGTH
from ...rules.ruleset import MAX_PLAYED_LETTERS, Ruleset
from .patent_sets import name_of, parse_patent_sets

if TYPE_CHECKING:
    import pyarrow as pa

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles in the tables."""
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
        """The standard error of the mean, NaN if n < 2.

        It is sqrt(s^2 / n) with s^2 = (squares - total^2 / n) / (n - 1).
        """
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
        tally: the counts; the arrays are described at the top of tally.py; read-only.
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
        return name_of(self.patents)

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
        return _distribution(self.tally.money)

    @property
    def stock(self) -> Distribution:
        """The stock that the best play earns."""
        return _distribution(self.tally.stock)

    @property
    def margin(self) -> Distribution:
        """The money + stock of the best play, which is the play with the highest sum."""
        return _distribution(self.tally.margin)

    @property
    def gain_money(self) -> Sample:
        """The gain in dollars over no patents, hand by hand."""
        return self._gain("money")

    @property
    def gain_stock(self) -> Sample:
        """The gain in stock over no patents, hand by hand."""
        return self._gain("stock")

    @property
    def gain_margin(self) -> Sample:
        """The gain in margin over no patents, hand by hand."""
        return self._gain("margin")

    @property
    def royalties(self) -> dict[str, float]:
        """The dollars that the owner of each letter can expect from an opponent's turn.

        This is the mean number of the letter's factory cards in a best play: each pays $1, and a
        hand without a play pays nothing. The best plays here ignore royalties; a player who has to
        pay them may prefer another play.
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
            "gain": {
                metric: {
                    "mean": _known(self._gain(metric).mean),
                    "standard_error": _known(self._gain(metric).standard_error),
                }
                for metric in METRICS
            },
            "cards_used": _by_letter(self.tally.cards_used),
            "bought": _by_letter(self.tally.bought),
            "word_lengths": {
                str(length): int(self.tally.word_lengths[length]) for length in WORD_LENGTHS
            },
            "hands_by_words": self.tally.n_words.tolist(),
        }

    def to_row(self) -> dict[str, object]:
        """Return the statistics in one flat row, see `Survey.to_rows`."""
        row: dict[str, object] = {
            "patents": self.name,
            "hands": self.hands,
            "no_play": self.no_play,
        }
        for metric in METRICS:
            distribution = self._distribution(metric)
            row[f"{metric}_mean"] = _known(distribution.mean)
            row[f"{metric}_se"] = _known(distribution.standard_error)
            for share, value in _quantiles(distribution).items():
                row[f"{metric}_p{round(100 * share):02}"] = value
        for metric in METRICS:
            row[f"gain_{metric}"] = _known(self._gain(metric).mean)
            row[f"gain_{metric}_se"] = _known(self._gain(metric).standard_error)
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
        # Unpickled arrays are writable; making the object anew protects them.
        return PatentSetSurvey, (self.patents, self.tally)

    def __repr__(self) -> str:
        return f"<PatentSetSurvey {self.name}: {self.hands:,} hands>"

    def _distribution(self, metric: str) -> Distribution:
        return _distribution(self.tally[METRICS.index(metric)])

    def _gain(self, metric: str) -> Sample:
        total, squares = self.tally.gains[METRICS.index(metric)].tolist()
        return Sample(self.hands, total, squares)

    def _metric_to_dict(self, metric: str) -> dict[str, object]:
        distribution = self._distribution(metric)
        return {
            "mean": _known(distribution.mean),
            "standard_error": _known(distribution.standard_error),
            "quantiles": {str(share): n for share, n in _quantiles(distribution).items()},
            "histogram": list(distribution.histogram),
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """The worth of random hands, and the gain from each set of patents; `survey` makes it.

    Attributes:
        n: the number of hands surveyed.
        n_asked: the number of hands asked for; more than `n` if the survey was interrupted.
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
            - `royalties_A` ... `royalties_Z`: cards of the letter per hand: dollars to its owner
              per turn.
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
            "n": self.n,
            "n_asked": self.n_asked,
            "seed": self.seed,
            "money": self.money,
            "ruleset": self.ruleset.to_dict(),
            "lexicon": {"name": self.lexicon_name, "sha256": self.lexicon_digest},
            "sets": [result.to_dict() for result in self.sets],
        }


def _distribution(counts: Ints) -> Distribution:
    """Make a distribution from counts by value, cut off above the highest that occurs."""
    return Distribution(tuple(np.trim_zeros(counts, "b").tolist()))


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


def _known(number: float) -> float | None:
    """Return the number, or None for NaN, which JSON does not have."""
    return None if math.isnan(number) else number
