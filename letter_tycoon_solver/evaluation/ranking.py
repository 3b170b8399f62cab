"""The ranking of plays: `Objective`, the rank keys, and weights for the kernels.

All ties go to the higher patent value, then to the longer leave, then to the alphabet.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import InvalidInputError, show
from ..rules.cards import LETTERS, parse_letters
from .tables import DECIMALS, MAX_KEPT, MAX_WORTH

MARGIN: Final = "margin"
EQUITY: Final = "equity"
MAX_WEIGHT: Final = MAX_WORTH
NEVER: Final = -(1 << 60)
"""Weight of a number of cards that are never kept: no letters make up for it."""

# For each metric that the kernels weigh, more values than it can take: the base of its digit. Two
# words pay at most 12 * MAX_PAY of either kind: together they have 13 letters and B, J, K and Q.
_BASES: Final = {"money": 2048, "stock": 2048, "royalties": 16, "patent_value": 16, "n_left": 16}
_METRICS: Final = tuple(_BASES)
_MARGIN_BASE: Final = 1 << 14
_TIES: Final = ("patent_value", "n_left")
TIES_BASE: Final = math.prod(_BASES[name] for name in _TIES)
"""A score by an Objective has so many values for what decides ties."""

RANK_KEYS: Final = (MARGIN, *_METRICS)
"""The keys `rank_by` takes, each with "-" before it for the reverse."""


LetterWeights = tuple[tuple[str, float], ...]
"""A weight for some letters, sorted."""


@dataclass(frozen=True, slots=True, init=False)
class Objective:
    """A measure of a play, to rank by: the sum of its parts; the default is the margin.

    Weights are numbers from -1000 to 1000, kept to six decimals.

    Attributes:
        money: worth of a dollar.
        stock: worth of a share.
        royalties: worth of a dollar that the average opponent gets.
        patent_value: worth of a dollar of the dearest patent that could be bought.
        n_left: worth of a card left in hand.
        patents: by letter, what the chance to buy its patent is worth; the best one counts.
        kept: by letter, what such a card is worth when it is kept in hand; needs a balance.
        balance: by number of vowels and of other cards kept, what these are worth beside: rows of
            at most 8 weights, at most 8, which begin with 0 for nothing kept. Of the cards left
            those are kept that are worth most together; other numbers of cards than the balance has
            are never kept.
        community: by letter, what such a card of the community is worth when it is used.

    Raises:
        InvalidInputError: a weight is out of range, a letter is not one or is given twice, the
            balance has another shape, or there are kept cards without a balance.
    """

    money: float
    stock: float
    royalties: float
    patent_value: float
    n_left: float
    patents: LetterWeights
    kept: LetterWeights
    balance: tuple[tuple[float, ...], ...]
    community: LetterWeights

    def __init__(  # noqa: PLR0913 (one for each part)
        self,
        money: float = 1.0,
        stock: float = 1.0,
        royalties: float = -1.0,
        patent_value: float = 0.0,
        n_left: float = 0.0,
        patents: Mapping[str, float] | LetterWeights = (),
        *,
        kept: Mapping[str, float] | LetterWeights = (),
        balance: Iterable[Iterable[float]] = (),
        community: Mapping[str, float] | LetterWeights = (),
    ) -> None:
        weights = (money, stock, royalties, patent_value, n_left)
        for name, weight in zip(_METRICS, weights, strict=True):
            object.__setattr__(self, name, _parse_weight(weight, name))
        object.__setattr__(self, "balance", _parse_balance(balance))
        object.__setattr__(self, "patents", _parse_by_letter(patents, "patents", "patent"))
        object.__setattr__(self, "kept", _parse_by_letter(kept, "kept cards", "kept"))
        object.__setattr__(
            self, "community", _parse_by_letter(community, "community cards", "community")
        )
        if self.kept and not self.balance:
            raise InvalidInputError(
                "the objective has kept cards and no balance, so that none would be kept; give a "
                "balance too, such as ((0, 0), (0, 0)) for one vowel and one other at most"
            )


def _parse_by_letter(weights: object, what: str, one: str) -> LetterWeights:
    try:
        worth = dict(weights)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise InvalidInputError(
            f'the {what} of an objective are {show(weights)}; give a mapping such as {{"J": 3}}'
        ) from None
    letters = "".join(
        parse_letters(letter, f"a letter of the {what} of an objective") for letter in worth
    )
    if any(len(letter) != 1 for letter in worth) or len(set(letters)) != len(letters):
        raise InvalidInputError(
            f"the {what} of an objective are {show(weights)}; name single letters, each once"
        )
    return tuple(
        sorted(
            (letter.upper(), _parse_weight(weight, f"{one} {letter}"))
            for letter, weight in worth.items()
        )
    )


def _parse_balance(balance: object) -> tuple[tuple[float, ...], ...]:
    try:
        rows = tuple(tuple(row) for row in balance)  # type: ignore[attr-defined]
    except TypeError:
        rows = None
    if (
        rows is None
        or isinstance(balance, str)
        or max((len(rows), *map(len, rows)), default=0) > MAX_KEPT + 1
        or (rows and not rows[0])
    ):
        raise InvalidInputError(
            f"the balance of an objective is {show(balance)}; give at most {MAX_KEPT + 1} rows by "
            f"number of vowels, each of at most {MAX_KEPT + 1} weights by number of other cards, "
            "such as ((0, 0.5), (0.5, 1))"
        )
    parsed = tuple(
        tuple(
            _parse_weight(weight, f"a balance of {vowels} vowels and {others} others")
            for others, weight in enumerate(row)
        )
        for vowels, row in enumerate(rows)
    )
    if parsed and parsed[0][0] != 0:
        raise InvalidInputError(
            f"the balance of an objective begins with {parsed[0][0]:g}; begin it with 0, which is "
            "for nothing kept"
        )
    return parsed


def _parse_weight(weight: float, name: str) -> float:
    if (
        isinstance(weight, bool)
        or not isinstance(weight, numbers.Real)
        or not abs(weight) <= MAX_WEIGHT
    ):
        raise InvalidInputError(
            f"the weight of {name} is {show(weight)}; give a number from {-MAX_WEIGHT:g} to "
            f"{MAX_WEIGHT:g}"
        )
    return float(weight)


def is_equity(rank_by: object) -> bool:
    """True if plays are ranked by static evaluation: by the key EQUITY, alone."""
    return (
        rank_by == EQUITY
        if isinstance(rank_by, str)
        else (isinstance(rank_by, tuple | list) and list(rank_by) == [EQUITY])
    )


def parse_rank_by(rank_by: object) -> Objective | tuple[str, ...]:
    """The rank keys, or the objective.

    Raises:
        InvalidInputError: `rank_by` is neither; EQUITY, which is for `is_equity`, is refused too.
    """
    if isinstance(rank_by, Objective):
        return rank_by
    keys = (rank_by,) if isinstance(rank_by, str) else rank_by
    if not isinstance(keys, tuple | list) or not keys:
        raise InvalidInputError(
            f"rank_by is {show(rank_by)}; give a rank key, a tuple of them, or an Objective"
        )
    names = [key.removeprefix("-") if isinstance(key, str) else key for key in keys]
    if EQUITY in names:
        raise InvalidInputError(
            f"rank_by is {show(keys)}; {EQUITY} has no reverse and stands alone: give {EQUITY!r}"
        )
    for key, name in zip(keys, names, strict=True):
        if name not in RANK_KEYS:
            raise InvalidInputError(
                f"there is no rank key {show(key)}; choose from {', '.join(RANK_KEYS)}, each with "
                f"- before it for the reverse, or give {EQUITY} alone"
            )
        if names.count(name) > 1:
            raise InvalidInputError(f"rank_by names {name} twice; each key counts once")
    return tuple(keys)


def weights_of(rank_by: Objective | tuple[str, ...], n_opponents: int) -> list[int]:
    """The weights on the desk, from W_MONEY: see _kernels/layouts.py.

    A score is one integer. A tuple of keys becomes the digits of a number, the first key the
    highest; the royalties of the average opponent stay whole by multiplying all with their number.
    """
    per_average = max(n_opponents, 1)
    weights = [0] * len(_METRICS)
    if isinstance(rank_by, Objective):
        base = _add_ties(weights, _TIES)
        for at, name in enumerate(_METRICS):
            factor = 1 if name == "royalties" else per_average
            weights[at] += base * factor * rounded(getattr(rank_by, name))
        return [*weights, *_letter_weights(rank_by, n_opponents)]
    used = [key.removeprefix("-") for key in rank_by]
    base = _add_ties(weights, tuple(name for name in _TIES if name not in used))
    for key in reversed(rank_by):
        base *= _add_key(weights, key, base, per_average)
    return [*weights, *_letter_weights(Objective(), n_opponents)]


def _letter_weights(objective: Objective, n_opponents: int) -> list[int]:
    """The weights on the desk, from W_ANY_PATENT, of patents and of cards that are left."""
    unit = TIES_BASE * max(n_opponents, 1)
    worth = {letter: unit * rounded(weight) for letter, weight in objective.patents}
    any_patent = any(weight > 0 for weight in worth.values())
    of_patents = [int(any_patent), *(worth.get(letter, 0) for letter in LETTERS)]
    return [*of_patents, *_weights_of_cards(objective, unit)]


def _weights_of_cards(objective: Objective, unit: int) -> list[int]:
    """The weights on the desk from W_ANY_KEPT."""
    kept, used = (
        [unit * rounded(dict(weights).get(letter, 0)) for letter in LETTERS]
        for weights in (objective.kept, objective.community)
    )
    balance = [NEVER] * (MAX_KEPT + 1) ** 2
    for vowels, row in enumerate(objective.balance):
        first = vowels * (MAX_KEPT + 1)
        balance[first : first + len(row)] = [unit * rounded(weight) for weight in row]
    any_kept = sum(map(len, objective.balance)) > 1 or any(used)
    return [int(any_kept), *kept, *balance, *used]


def rounded(weight: float) -> int:
    """A weight as a whole number: to DECIMALS."""
    return round(weight * DECIMALS)


def _add_ties(weights: list[int], ties: tuple[str, ...]) -> int:
    """Adds the digits of the ties; returns the worth of the next digit."""
    base = 1
    for name in reversed(ties):
        weights[_METRICS.index(name)] += base
        base *= _BASES[name]
    return base


def _add_key(weights: list[int], key: str, base: int, per_average: int) -> int:
    """Adds the digit of a rank key at `base`; returns how many values the digit has."""
    name = key.removeprefix("-")
    sign = -base if key.startswith("-") else base
    if name != MARGIN:
        weights[_METRICS.index(name)] += sign
        return _BASES[name]
    weights[_METRICS.index("money")] += sign * per_average
    weights[_METRICS.index("stock")] += sign * per_average
    weights[_METRICS.index("royalties")] -= sign
    return _MARGIN_BASE
