"""What makes one play better than another: `Objective`, the rank keys, and weights for the kernels.

All ties go to the higher patent value, then to the longer leave, then to the alphabet.
"""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .cards import LETTERS, parse_letters
from .errors import InvalidInputError

MARGIN: Final = "margin"
MAX_WEIGHT: Final = 1000.0
_DECIMALS: Final = 10**6

# For each metric that the kernels weigh, more values than it can take: the base of its digit. Two
# words pay at most 12 * MAX_PAY of either kind: together they have 13 letters and B, J, K and Q.
_BASES: Final = {"money": 2048, "stock": 2048, "royalties": 16, "patent_value": 16, "leave": 16}
_METRICS: Final = tuple(_BASES)
_MARGIN_BASE: Final = 1 << 14
_TIES: Final = ("patent_value", "leave")

RANK_KEYS: Final = (MARGIN, *_METRICS)
"""The keys `rank_by` takes, each with "-" before it for the reverse."""


@dataclass(frozen=True, slots=True, init=False)
class Objective:
    """A linear measure of a play, to rank by.

    money, stock   worth of a dollar and of a share
    royalties      worth of a dollar that the average opponent gets
    patent_value   worth of a dollar of the dearest patent that could be bought
    leave          worth of a card kept in hand
    patents        by letter, what the chance to buy its patent is worth; the best one counts

    The default is the margin. Weights are numbers from -1000 to 1000, kept to six decimals; others
    raise InvalidInputError.
    """

    money: float
    stock: float
    royalties: float
    patent_value: float
    leave: float
    patents: tuple[tuple[str, float], ...]

    def __init__(
        self,
        money: float = 1.0,
        stock: float = 1.0,
        royalties: float = -1.0,
        patent_value: float = 0.0,
        leave: float = 0.0,
        patents: Mapping[str, float] | tuple[tuple[str, float], ...] = (),
    ) -> None:
        weights = (money, stock, royalties, patent_value, leave)
        for name, weight in zip(_METRICS, weights, strict=True):
            object.__setattr__(self, name, _parse_weight(weight, name))
        object.__setattr__(self, "patents", _parse_patents(patents))


def _parse_patents(patents: object) -> tuple[tuple[str, float], ...]:
    try:
        worth = dict(patents)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise InvalidInputError(
            f'the patents of an objective are {patents!r}; give a mapping such as {{"J": 3}}'
        ) from None
    letters = "".join(parse_letters(letter, "a patent of an objective") for letter in worth)
    if any(len(letter) != 1 for letter in worth) or len(set(letters)) != len(letters):
        raise InvalidInputError(
            f"the patents of an objective are {patents!r}; name single letters, each once"
        )
    return tuple(
        sorted(
            (letter.upper(), _parse_weight(weight, f"patent {letter}"))
            for letter, weight in worth.items()
        )
    )


def _parse_weight(weight: float, name: str) -> float:
    if (
        isinstance(weight, bool)
        or not isinstance(weight, numbers.Real)
        or not abs(weight) <= MAX_WEIGHT
    ):
        raise InvalidInputError(
            f"the weight of {name} is {weight!r}; give a number from {-MAX_WEIGHT:g} to "
            f"{MAX_WEIGHT:g}"
        )
    return float(weight)


def parse_rank_by(rank_by: object) -> Objective | tuple[str, ...]:
    """The rank keys, or the objective; raises InvalidInputError for anything else."""
    if isinstance(rank_by, Objective):
        return rank_by
    keys = (rank_by,) if isinstance(rank_by, str) else rank_by
    if not isinstance(keys, tuple | list) or not keys:
        raise InvalidInputError(
            f"rank_by is {rank_by!r}; give a rank key, a tuple of them, or an Objective"
        )
    names = [key.removeprefix("-") if isinstance(key, str) else key for key in keys]
    for key, name in zip(keys, names, strict=True):
        if name not in RANK_KEYS:
            raise InvalidInputError(
                f"no rank key {key!r}; choose from {', '.join(RANK_KEYS)}, each with - before it "
                "for the reverse"
            )
        if names.count(name) > 1:
            raise InvalidInputError(f"rank_by names {name} twice; each key counts once")
    return tuple(keys)


def weights_of(rank_by: Objective | tuple[str, ...], n_opponents: int) -> list[int]:
    """The weights on the desk, from W_MONEY: see _kernels/layout.py.

    A score is one integer. A tuple of keys becomes the digits of a number, the first key the
    highest; the royalties of the average opponent stay whole by multiplying all with their number.
    """
    per_average = max(n_opponents, 1)
    weights = [0] * len(_METRICS)
    if isinstance(rank_by, Objective):
        base = _add_ties(weights, _TIES)
        for at, name in enumerate(_METRICS):
            factor = 1 if name == "royalties" else per_average
            weights[at] += base * factor * round(getattr(rank_by, name) * _DECIMALS)
        patents = {
            letter: base * per_average * round(worth * _DECIMALS)
            for letter, worth in rank_by.patents
        }
    else:
        used = [key.removeprefix("-") for key in rank_by]
        base = _add_ties(weights, tuple(name for name in _TIES if name not in used))
        for key in reversed(rank_by):
            base *= _add_key(weights, key, base, per_average)
        patents = {}
    any_patent = int(any(worth > 0 for worth in patents.values()))
    return [*weights, any_patent, *(patents.get(letter, 0) for letter in LETTERS)]


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
