"""The learned value of a position: networks that tell who will win, stored as data.

A file in values/ holds the network of one lexicon and one number of players; training/value.py
trains them on games that static evaluation plays against itself. See _kernels/value_layout.py for
what they go by, and _kernels/value.py for how they are used in simulated games.
"""

from __future__ import annotations

import base64
import binascii
import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .._kernels.value_layout import FINAL_LEAD_UNIT, MOST_LOG_ODDS, Network, Singles, n_features
from ..errors import InvalidInputError, require, show
from ..evaluation.tables import FALLBACK, PLAYERS
from ..rules.cards import parse_whole
from ..rules.ruleset import RULEBOOK, Ruleset, Stacking
from .estimates import Floats

FOLDER: Final = "values"
MAX_UNITS: Final = 1024
"""The size of the hidden layer."""
OFF_BY: Final = 0.02
"""The difference between the chance by many short games and that by whole ones: the standard
deviation over positions; 0.022 with two players (benchmarks/bench_certainty.py --short-games)."""
OFF_BY_ELSEWHERE: Final = 0.1
"""The same with words or rules that a network has not learned from: it tells who is ahead, but is
too sure of it."""
_STORED: Final = np.dtype("<f2")
"""Half precision: the chances differ by less than 0.001."""
LEARNED_GOALS: Final = RULEBOOK.goals
_SIZES: Final = (RULEBOOK.hand_size, RULEBOOK.community_size)
_PARTS: Final = ("inner", "inner_bias", "outer", "outer_bias")


@dataclass(frozen=True, slots=True, eq=False)
class LearnedValue:
    """The network of a lexicon and a number of players.

    Attributes:
        name: that of the lexicon whose games it has learned from.
        digest: that of the same lexicon.
        n_players: 2 to 5.
        inner: float32 [n_features, n_hidden]; this and the others as of Network.
        inner_bias: float32 [n_hidden].
        outer: float32 [2, n_hidden].
        outer_bias: float32 [2].
    """

    name: str
    digest: str
    n_players: int
    inner: Singles
    inner_bias: Singles
    outer: Singles
    outer_bias: Singles

    @classmethod
    def of(cls, digest: str, n_players: int) -> LearnedValue:
        """Load the network of the lexicon with this digest, or that of FALLBACK if it has none."""
        return _of(digest, n_players)

    @classmethod
    def from_dict(cls, data: object) -> LearnedValue:
        """The network in the data of a file.

        Raises:
            InvalidInputError: something is missing, of another shape, or no number.
        """
        require(data, Mapping, "the data of a learned value")
        assert isinstance(data, Mapping)
        try:
            n_players = parse_whole(data["players"], "players", PLAYERS[0], PLAYERS[-1])
            n_units = parse_whole(data["units"], "units", 1, MAX_UNITS)
            parts = _unpacked(data["weights"], _shapes(n_players, n_units))
            return cls(str(data["name"]), str(data["digest"]), n_players, **parts)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidInputError(
                f"this is not a learned value: {show(error)}; give what LearnedValue.to_dict wrote"
            ) from None

    def to_dict(self) -> dict[str, object]:
        """The network as plain data, which `from_dict` reads; the weights in half precision."""
        parts = [getattr(self, part).ravel() for part in _PARTS]
        weights = np.concatenate(parts).astype(_STORED).tobytes()
        return {
            "name": self.name,
            "digest": self.digest,
            "players": self.n_players,
            "units": len(self.inner_bias),
            "weights": base64.b64encode(weights).decode("ascii"),
        }

    def off_by(self, digest: str, ruleset: Ruleset) -> float:
        """The doubt in the chance to win of a position, as a standard deviation.

        Args:
            digest: of the lexicon that is played.
            ruleset: of the game. The networks learn from games by the rulebook; hands, community,
                goals and what doublers pay change how soon and how high a game is won.
        """
        is_known = (
            digest == self.digest
            and (ruleset.hand_size, ruleset.community_size) == _SIZES
            and ruleset.goals == LEARNED_GOALS
            and ruleset.stacking is not Stacking.AT_MOST_ONE
        )
        return OFF_BY if is_known else OFF_BY_ELSEWHERE

    def network(self) -> Network:
        """For the kernels; each thread needs its own."""
        return Network(
            self.inner,
            self.inner_bias,
            self.outer,
            self.outer_bias,
            features=np.zeros(len(self.inner), np.float32),
            hidden=np.zeros(len(self.inner_bias), np.float32),
        )

    def estimates(self, features: npt.NDArray[Any]) -> tuple[Floats, Floats]:
        """The chances to win and the leads at the end of positions, without a kernel.

        Args:
            features: [n, n_features].
        """
        hidden = np.maximum(0, features.astype(np.float32) @ self.inner + self.inner_bias)
        out = (hidden @ self.outer.T + self.outer_bias).astype(np.float64)
        log_odds = np.clip(out[:, 0], -MOST_LOG_ODDS, MOST_LOG_ODDS)
        return 1 / (1 + np.exp(-log_odds)), out[:, 1] * FINAL_LEAD_UNIT


def _shapes(n_players: int, n_units: int) -> dict[str, tuple[int, ...]]:
    return {
        "inner": (n_features(n_players), n_units),
        "inner_bias": (n_units,),
        "outer": (2, n_units),
        "outer_bias": (2,),
    }


def _unpacked(packed: object, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Singles]:
    """The parts of a network; ValueError if there are more or fewer numbers, or not finite ones."""
    if not isinstance(packed, str):
        raise TypeError("the weights are not a text")
    try:
        content = base64.b64decode(packed, validate=True)
    except binascii.Error as error:
        raise ValueError(f"the weights are not in base64 ({error})") from None
    n_numbers = sum(int(np.prod(shape)) for shape in shapes.values())
    if len(content) != n_numbers * _STORED.itemsize:
        raise ValueError(f"the weights have {len(content)} bytes, not {2 * n_numbers}")
    numbers = np.frombuffer(content, _STORED).astype(np.float32)
    if not np.isfinite(numbers).all():
        raise ValueError("a weight is not a finite number")
    parts = {}
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        parts[name], numbers = numbers[:size].reshape(shape), numbers[size:]
        parts[name].flags.writeable = False
    return parts


@functools.lru_cache(maxsize=16)
def _of(digest: str, n_players: int) -> LearnedValue:
    files = _shipped()
    found = files.get((digest, n_players)) or files[FALLBACK, n_players]
    return LearnedValue.from_dict(json.loads(found))


@functools.cache
def _shipped() -> dict[tuple[str, int], str]:
    """The content of the files in the package by digest of their lexicon, and by its name."""
    found = {}
    for file in (resources.files(__package__) / FOLDER).iterdir():
        if file.name.endswith(".json"):
            content = file.read_text("utf-8")
            head = json.loads(content)
            found[head["digest"], head["players"]] = content
            found[head["name"], head["players"]] = content
    return found
