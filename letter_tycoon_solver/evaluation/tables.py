"""The tables of static evaluation for a lexicon, from bulk runs, stored as data.

A file in data/ holds the tables of one lexicon; advisor/training.py computes
them.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .._forks import IMPORTING
from ..errors import InvalidInputError, require, show, show_text
from ..rules.cards import ABILITIES, LETTERS, parse_whole

FOLDER: Final = "data"
FALLBACK: Final = "enable"
"""Whose tables serve a lexicon that has none: most words of most lists are in it."""
NEVER_KEPT: Final = -99.0
"""Worth of more cards of a kind than the tables have: they are not kept."""
LEAST_TURNS: Final = 0.5
"""The least number of turns left while no one has reached the goal."""
MAX_KEPT: Final = 7
"""The balance knows at most so many vowels kept, and so many other cards."""
DECIMALS: Final = 10**6
"""Worth is compared to six decimals, as by the weights of an Objective."""
MAX_WORTH: Final = 1000.0
"""No table has a larger number, or one less than its negative."""
PLAYERS: Final = range(2, 6)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fit to matches at a table of so many players: patents, and cards that bring them.

    The draw worth of a position is what the next unseen card is worth because its patent may be
    bought: the mean, over all unseen cards, of the worth of the patents with an ability that nobody
    owns.

    Attributes:
        gain: by patent with an ability, what it is bought for: what the ability adds to the margin
            of a turn, in place of that over random hands.
        pairs: by two such patents, in the order of ABILITIES, what they add to it together, over
            what each adds.
        price: what a dollar of the price of a patent is worth when it is bought: the dearer, the
            nearer comes the goal.
        draw: a card that is kept is none drawn, and costs this share of the draw worth.
        refill: for a card of the community that is used the opponents see a new one, which is worth
            this share of the draw worth to them.
        hold: a kept card whose patent has an ability and no owner is worth this share of it.
        deny: such a card that is left in the community is worth this share to the opponents.
    """

    gain: Mapping[str, float]
    pairs: Mapping[str, float]
    price: float = 0.0
    draw: float = 0.0
    refill: float = 0.0
    hold: float = 0.0
    deny: float = 0.0

    def gain_with(self, letter: str, owned: str) -> float:
        """Return the gain that a patent is bought for by an owner of others; 0 without an ability.

        Args:
            letter: of the patent.
            owned: letters of the other patents.

        Raises:
            InvalidInputError: these are not strings.
        """
        require(letter, str, "the patent")
        require(owned, str, "the patents owned")
        gain = self.gain.get(letter, 0.0)
        for other in owned:
            # One after the other, as the kernels add them up.
            gain += self.pairs.get(pair_of(letter, other), 0.0)
        return gain

    def __hash__(self) -> int:
        """Equal numbers have equal hashes; the mappings need not be looked at."""
        return hash((self.price, self.draw, self.refill, self.hold, self.deny))

    def to_dict(self) -> dict[str, object]:
        """The numbers as plain data."""
        return {
            "gain": dict(self.gain),
            "pairs": dict(self.pairs),
            **{scalar: getattr(self, scalar) for scalar in _SCALARS},
        }


def pair_of(one: str, other: str) -> str:
    """The key in `Fitted.pairs` of two patents."""
    return "".join(sorted((one, other)))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The tables of a lexicon; all dollars and stock.

    Attributes:
        name: that of the lexicon they were computed for.
        digest: that of the same lexicon.
        royalty: by letter, what its owner gets in a turn of an opponent, on average.
        gain: by letter, what its ability adds to the margin of a turn, on average over random
            hands; else 0.
        kept: by letter, and `balance` on top: what kept cards add to the margin of the next turn,
            over a hand of new cards.
        balance: by number of vowels and of other cards kept, at most MAX_KEPT of each; 0 for none.
        community: by letter, what such a card in the community adds to the margin of the next turn,
            over an unknown card.
        pace: by number of players, what the leader's patents grow by in a round.
        fitted: by number of players, what was fitted to matches; see `fitted_for`.
    """

    name: str
    digest: str
    royalty: Mapping[str, float]
    gain: Mapping[str, float]
    kept: Mapping[str, float]
    balance: tuple[tuple[float, ...], ...]
    community: Mapping[str, float]
    pace: Mapping[int, float]
    fitted: Mapping[int, Fitted] = field(default_factory=dict)

    @classmethod
    def of(cls, digest: str) -> Evaluation:
        """The tables of the lexicon with this digest, or those of FALLBACK if it has none.

        Raises:
            InvalidInputError: the digest is not a string.
        """
        require(digest, str, "the digest of a lexicon")
        shipped = _shipped()
        return shipped.get(digest) or next(
            evaluation for evaluation in shipped.values() if evaluation.name == FALLBACK
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Evaluation:
        """The tables in the data of a file.

        Raises:
            InvalidInputError: a table is missing, or has entries that are not allowed.
        """
        require(data, Mapping, "the data of the tables")
        try:
            found = cls(
                name=str(data["name"]),
                digest=str(data["digest"]),
                **{table: _by_letter(data[table]) for table in _BY_LETTER},
                balance=tuple(tuple(map(_finite, row)) for row in data["balance"]),  # type: ignore[attr-defined]
                pace={int(n): _positive(x) for n, x in data["pace"].items()},  # type: ignore[attr-defined]
                fitted={
                    int(n): _fitted(x)
                    for n, x in data.get("fitted", {}).items()  # type: ignore[attr-defined]
                },
            )
            found._check_shapes()
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            OverflowError,
            RecursionError,
        ) as error:
            raise InvalidInputError(
                f"these are not tables for static evaluation: {show(error)}; give what"
                " Evaluation.to_dict wrote"
            ) from None
        return found

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Evaluation:
        """The tables in a JSON file, such as those in benchmarks/tables/.

        Args:
            path: of the file, which holds what `to_dict` gives; what else it says is not read.

        Raises:
            InvalidInputError: the file cannot be read, or does not hold tables.
        """
        require(path, (str, os.PathLike), "the path of the tables")
        try:
            return cls.from_dict(json.loads(Path(path).read_text("utf-8")))
        except InvalidInputError as error:
            raise InvalidInputError(f"{show(os.fspath(path))}: {error}") from None
        except (OSError, ValueError, RecursionError) as error:
            raise InvalidInputError(
                f"the tables {show(os.fspath(path))} cannot be read: {show_text(error)}; give a"
                " JSON file of tables for static evaluation"
            ) from None

    def _check_shapes(self) -> None:
        if missing := set(PLAYERS) - set(self.pace):
            raise ValueError(f"the pace lacks {sorted(missing)} players")
        if unknown := set(self.pace) - set(PLAYERS):
            raise ValueError(f"there is a pace for {sorted(unknown)} players")
        if unknown := set(self.fitted) - set(PLAYERS):
            raise ValueError(f"something is fitted for {sorted(unknown)} players")
        sizes = [len(self.balance), *map(len, self.balance)]
        if max(sizes) > MAX_KEPT + 1:
            raise ValueError(f"the balance has more than {MAX_KEPT} cards of a kind")
        if not self.balance or not self.balance[0] or self.balance[0][0] != 0:
            raise ValueError("the balance does not begin with 0, for nothing kept")

    def fitted_for(self, n_players: int) -> Fitted:
        """Return the fit for so many players; else the gains of random hands, and no more.

        Raises:
            InvalidInputError: the number is not from 2 to 5.
        """
        n_players = parse_whole(n_players, "players", PLAYERS[0], PLAYERS[-1])
        fitted = self.fitted.get(n_players)
        return fitted or Fitted({letter: self.gain[letter] for letter in ABILITIES}, {})

    def __hash__(self) -> int:
        """Equal tables have equal hashes; the mappings need not be looked at."""
        return hash((self.name, self.digest, self.balance))

    def to_dict(self) -> dict[str, object]:
        """The tables as plain data, which `from_dict` reads."""
        return {
            "name": self.name,
            "digest": self.digest,
            **{table: dict(getattr(self, table)) for table in _BY_LETTER},
            "balance": [list(row) for row in self.balance],
            "pace": {str(n): pace for n, pace in self.pace.items()},
            "fitted": {str(n): fitted.to_dict() for n, fitted in self.fitted.items()},
        }


PAIRS: Final = tuple(map("".join, itertools.combinations(ABILITIES, 2)))
SHARES: Final = ("draw", "refill", "hold", "deny")
_SCALARS: Final = ("price", *SHARES)
_BY_LETTER: Final = ("royalty", "gain", "kept", "community")


@functools.cache
def _shipped() -> dict[str, Evaluation]:
    """The tables in the package by digest of their lexicon."""
    with IMPORTING:  # To look for resources imports more.
        from importlib import resources

        folder = resources.files(__package__) / FOLDER
        found = [
            Evaluation.from_dict(json.loads(file.read_text("utf-8")))
            for file in folder.iterdir()
            if file.name.endswith(".json")
        ]
    return {evaluation.digest: evaluation for evaluation in found}


def _by_letter(data: object) -> dict[str, float]:
    table = dict(data)  # type: ignore[call-overload]
    return {letter: _finite(table[letter]) for letter in LETTERS}


def _fitted(data: Mapping[str, Any]) -> Fitted:
    return Fitted(
        gain={letter: _finite(data["gain"][letter]) for letter in ABILITIES},
        pairs={pair: _finite(data["pairs"][pair]) for pair in PAIRS},
        **{scalar: _finite(data[scalar]) for scalar in _SCALARS},
    )


def _finite(number: Any) -> float:
    if not math.isfinite(found := float(number)):
        raise ValueError(f"{number!r} is not a finite number")
    if abs(found) > MAX_WORTH:
        raise ValueError(f"{number!r} is more than {MAX_WORTH:g}")
    return found


def _positive(number: Any) -> float:
    if (found := _finite(number)) <= 0:
        raise ValueError(f"{number!r} is not above 0")
    return found
