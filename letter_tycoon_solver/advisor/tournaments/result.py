"""The results of a tournament: each game's, and `Tournament` with the figures of the players.

The games of a deal are not independent, because they share the cards. So intervals are computed
over deals, each with the mean of its games.
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
"""The standard errors on either side of the mean."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. The columns are by player, in the order of the tournament and not by seat.

    Attributes:
        rounds: the rounds played.
        is_over: False for a game that was stopped early, see MAX_ROUNDS; its score then counts. A
            game that was lost by a fault is over.
        scores: the final scores in dollars and stock.
        wins: 1 for the winner; players who share the victory get equal parts of it.
        turns: the number of turns begun.
        seconds: the thinking time in all turns.
        faults: of players from outside, in words.
    """

    rounds: int
    is_over: bool
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[tuple[str, ...], ...]


DealResult = tuple[GameResult, ...]
"""The games of a deal: in game r, player p sits in seat (p + r) modulo the number of players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one player.

    Attributes:
        name: "advisor"; numbered if there are several: "greedy 1", "greedy 2".
        games: the number of games played.
        wins: games won; a shared victory counts as the player's part of it.
        win_interval: the interval that holds the win rate with 95 % confidence (Wilson's, with the
            number of games adjusted to the variance over deals); None for fewer than 2 deals.
        margin: mean score minus that of the average opponent; None without games.
        margin_interval: its interval (normal approximation); None for fewer than 2 deals.
        faults: illegal turns, crashes and silence of a player from outside.
        last_fault: the last of them in words, behind the name of the player; "" without any.
        seconds_per_turn: mean thinking time; ignored by ==; None without turns.
    """

    name: str
    games: int
    wins: float
    win_interval: Interval | None
    margin: float | None
    margin_interval: Interval | None
    faults: int
    last_fault: str
    seconds_per_turn: float | None = field(compare=False)

    @property
    def win_share(self) -> float | None:
        """The win rate: victories per game; None without games."""
        return self.wins / self.games if self.games else None

    def to_dict(self) -> dict[str, object]:
        """Return all figures as plain data; an interval becomes two fields, low and high."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "win_share": self.win_share,
            **_ends("win_share", self.win_interval),
            "margin": self.margin,
            **_ends("margin", self.margin_interval),
            "faults": self.faults,
            "last_fault": self.last_fault,
            "seconds_per_turn": self.seconds_per_turn,
        }


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, or its finished part.

    Attributes:
        players: the results, in the order given.
        games: the number of games played: one per player for each deal.
        games_asked: the number of games to be played.
        unfinished: the number of games stopped early, see MAX_ROUNDS.
        rounds: mean number of rounds of a game; None without games.
        seed: the seed of the deals.
        seconds: an advisor's time for a turn, or None.
        playouts: an advisor's simulated games for a turn, or None.
        ruleset: the rules.
        lexicon_name: the name of the lexicon.
        lexicon_digest: the digest of the lexicon.
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
        """Return all figures as plain data for JSON."""
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
    """Compute the figures of each player over the deals."""
    return tuple(_result_of(player, name, deals) for player, name in enumerate(names))


def _result_of(player: int, name: str, deals: Sequence[DealResult]) -> PlayerResult:
    wins = np.array([[game.wins[player] for game in deal] for deal in deals])
    margins = np.array([[_margin(game.scores, player) for game in deal] for deal in deals])
    turns = sum(game.turns[player] for deal in deals for game in deal)
    seconds = math.fsum(game.seconds[player] for deal in deals for game in deal)
    faults = [fault for deal in deals for game in deal for fault in game.faults[player]]
    return PlayerResult(
        name=name,
        games=wins.size,
        wins=math.fsum(wins.flat),
        win_interval=_win_interval(wins.mean(axis=1)) if len(deals) > 1 else None,
        margin=float(margins.mean()) if len(deals) else None,
        margin_interval=_mean_interval(margins.mean(axis=1)) if len(deals) > 1 else None,
        faults=len(faults),
        last_fault=faults[-1] if faults else "",
        seconds_per_turn=seconds / turns if turns else None,
    )


def _margin(scores: Sequence[int], player: int) -> float:
    own = scores[player]
    return own - (sum(scores) - own) / (len(scores) - 1)


def _mean_interval(by_deal: Floats) -> Interval:
    mean, error = mean_and_error(by_deal)
    return mean - _Z * error, mean + _Z * error


def _win_interval(by_deal: Floats) -> Interval:
    """Compute Wilson's interval, which stays between 0 and 1 and is right near both.

    Wilson's formula is for n independent games. Here n is chosen so that their mean has the same
    variance as these deals. If every deal was won, or lost, n is the number of deals.
    """
    share, error = float(by_deal.mean()), float(by_deal.var(ddof=1)) / len(by_deal)
    spread = share * (1 - share)
    if not error and spread:  # The players mirror each other, so nothing is left to chance.
        return share, share
    z2_per_n = _Z * _Z * (error / spread if spread else 1 / len(by_deal))
    middle = share + z2_per_n / 2
    reach = math.sqrt(z2_per_n * (spread + z2_per_n / 4))
    low, high = (middle - reach) / (1 + z2_per_n), (middle + reach) / (1 + z2_per_n)
    return max(0.0, low), min(1.0, high)


def _ends(name: str, interval: Interval | None) -> Mapping[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}
