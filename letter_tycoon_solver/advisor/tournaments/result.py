"""What a tournament gives: the result of each game, `Tournament` with the figures of players.

Games of a deal are not independent: they have the same cards. So intervals are computed over
deals, each with the mean of its games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final

import numpy as np

from ...rules.ruleset import Ruleset
from ..estimates import Floats, mean_and_error

Interval = tuple[float, float]

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors on either side of the mean."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. The columns are by player in the order of the tournament, not by seat.

    Attributes:
        rounds: played.
        is_over: False for a game that was broken off, see MAX_ROUNDS; it counts as it stands.
        scores: in dollars and stock.
        wins: 1 for the winner; those who share the victory have equal parts of it.
        turns: begun.
        seconds: of thinking, in all turns.
    """

    rounds: int
    is_over: bool
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]


DealResult = tuple[GameResult, ...]
"""The games of a deal: in game r player p sits in seat (p + r) modulo the number of players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """How one player did.

    Attributes:
        name: "advisor"; numbered if there are several: "greedy 1", "greedy 2".
        games: played.
        wins: games won, with the player's part of shared victories.
        win_interval: that holds the share of victories with 95 % confidence (Wilson's, for games
            that count by their variance over deals); None for less than 2 deals.
        margin: mean score over that of the average opponent; None without games.
        margin_interval: likewise (normal approximation); None for less than 2 deals.
        seconds_per_turn: mean time of thinking; not part of equality; None without turns.
    """

    name: str
    games: int
    wins: float
    win_interval: Interval | None
    margin: float | None
    margin_interval: Interval | None
    seconds_per_turn: float | None = field(compare=False)

    @property
    def win_share(self) -> float | None:
        """Victories per game; None without games."""
        return self.wins / self.games if self.games else None

    def to_dict(self) -> dict[str, object]:
        """All figures as plain data; intervals as two fields, low and high."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "win_share": self.win_share,
            **_ends("win_share", self.win_interval),
            "margin": self.margin,
            **_ends("margin", self.margin_interval),
            "seconds_per_turn": self.seconds_per_turn,
        }


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, or what was finished of one.

    Attributes:
        players: in the order that was asked for.
        games: played: for each deal as many as there are players.
        games_asked: to be played.
        unfinished: games that were broken off, see MAX_ROUNDS.
        rounds: mean number of rounds of a game; None without games.
        seed: of the deals.
        seconds: that an advisor has for a turn, or None.
        playouts: that an advisor has for a turn, or None.
        ruleset: that was played.
        lexicon_name: whose words were played.
        lexicon_digest: of that lexicon.
    """

    players: tuple[PlayerResult, ...]
    games: int
    games_asked: int
    unfinished: int
    rounds: float | None
    seed: int
    seconds: float | None
    playouts: int | None
    ruleset: Ruleset
    lexicon_name: str
    lexicon_digest: str

    def to_dict(self) -> dict[str, object]:
        """All figures as plain data for JSON."""
        return {
            "games": self.games,
            "games_asked": self.games_asked,
            "unfinished": self.unfinished,
            "rounds": self.rounds,
            "seed": self.seed,
            "seconds": self.seconds,
            "playouts": self.playouts,
            "ruleset": self.ruleset.to_dict(),
            "lexicon": {"name": self.lexicon_name, "digest": self.lexicon_digest},
            "confidence": CONFIDENCE,
            "players": [player.to_dict() for player in self.players],
        }


def results_of(names: Sequence[str], deals: Sequence[DealResult]) -> tuple[PlayerResult, ...]:
    """The figures of each player over the deals."""
    return tuple(_result_of(player, name, deals) for player, name in enumerate(names))


def _result_of(player: int, name: str, deals: Sequence[DealResult]) -> PlayerResult:
    wins = np.array([[game.wins[player] for game in deal] for deal in deals])
    margins = np.array([[_margin(game.scores, player) for game in deal] for deal in deals])
    turns = sum(game.turns[player] for deal in deals for game in deal)
    seconds = math.fsum(game.seconds[player] for deal in deals for game in deal)
    return PlayerResult(
        name=name,
        games=wins.size,
        wins=math.fsum(wins.flat),
        win_interval=_win_interval(wins.mean(axis=1)) if len(deals) > 1 else None,
        margin=float(margins.mean()) if len(deals) else None,
        margin_interval=_mean_interval(margins.mean(axis=1)) if len(deals) > 1 else None,
        seconds_per_turn=seconds / turns if turns else None,
    )


def _margin(scores: Sequence[int], player: int) -> float:
    own = scores[player]
    return own - (sum(scores) - own) / (len(scores) - 1)


def _mean_interval(by_deal: Floats) -> Interval:
    mean, error = mean_and_error(by_deal)
    return mean - _Z * error, mean + _Z * error


def _win_interval(by_deal: Floats) -> Interval:
    """Wilson's interval, which is in order near 0 and 1 too, and never leaves them.

    It is for independent games, of which n are as good as these deals: their mean has the same
    variance. Where every deal was won, or lost, n is the number of deals.
    """
    share, error = float(by_deal.mean()), float(by_deal.var(ddof=1)) / len(by_deal)
    spread = share * (1 - share)
    if not error and spread:  # Players who are mirrors of each other: no chance is left.
        return share, share
    z2_per_n = _Z * _Z * (error / spread if spread else 1 / len(by_deal))
    middle = share + z2_per_n / 2
    reach = math.sqrt(z2_per_n * (spread + z2_per_n / 4))
    low, high = (middle - reach) / (1 + z2_per_n), (middle + reach) / (1 + z2_per_n)
    return max(0.0, low), min(1.0, high)


def _ends(name: str, interval: Interval | None) -> Mapping[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}
