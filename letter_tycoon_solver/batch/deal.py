"""`deal_positions`: random legal positions from a full deck."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .._kernels import entries
from .._work.memory import available_bytes
from ..errors import InvalidInputError, require, show
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_MONEY, MAX_OPPONENTS
from ..rules.ruleset import RULEBOOK, Ruleset
from .positions import Bytes, Positions, owners_of

MAX_POSITIONS: Final = 10**12
MAX_SEED: Final = 2**64 - 1
MIN_PLAYERS: Final = 2
_BYTES_OF_NUMBERS: Final = 4 + 1 + 8
"""Bytes of a position's money, number of opponents and row number in memory."""
_DECK: Final = np.frombuffer("".join(a * n for a, n in CARD_COUNT.items()).encode(), np.uint8)


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """Random positions, dealt when they are needed; a row depends only on the seed and its number.

    `solve_batch` and `iter_solve_batch` take a Deal in place of Positions, and each worker deals
    its own share.

    Attributes:
        n: the number of positions.
        seed: the seed of the random deal.
        patents: one string per player, the player to move first; or the number of patents, owned
            by random players.
        players: the number of players.
        money: dollars of the player to move.
        ruleset: the sizes of the hand and the community.
    """

    n: int
    seed: int
    patents: tuple[str, ...] | int
    players: int
    money: int
    ruleset: Ruleset

    def __init__(
        self,
        n: int,
        *,
        seed: int,
        players: int = MIN_PLAYERS,
        patents: str | Sequence[str] | int = "",
        money: int = 0,
        ruleset: Ruleset = RULEBOOK,
    ) -> None:
        """Check the arguments.

        Args:
            n: the number of positions, 1 to 10^12.
            seed: 0 to 2^64 - 1.
            players: 2 to 5.
            patents: letters owned by the player to move, such as "KX"; or one string per player,
                the player to move first, such as ("KX", "E", ""); or the number of patents, owned
                by random players.
            money: dollars of the player to move.
            ruleset: the sizes of the hand and the community.

        Raises:
            InvalidInputError: a value is out of range, or a patent has two owners.
        """
        require(ruleset, Ruleset, "the ruleset")
        players = parse_whole(players, "players", MIN_PLAYERS, MAX_OPPONENTS + 1)
        object.__setattr__(self, "n", parse_whole(n, "the number of positions", 1, MAX_POSITIONS))
        object.__setattr__(self, "seed", parse_whole(seed, "seed", 0, MAX_SEED))
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "patents", _parse_patents(patents, players))
        object.__setattr__(self, "money", parse_whole(money, "money", 0, MAX_MONEY))
        object.__setattr__(self, "ruleset", ruleset)

    def __len__(self) -> int:
        return self.n

    @property
    def n_bytes(self) -> int:
        """The memory that all positions and their next cards take at once, in bytes."""
        cards = self.ruleset.hand_size + self.ruleset.community_size + 1
        return self.n * (cards + len(LETTERS) + _BYTES_OF_NUMBERS)

    def positions(self, start: int = 0, stop: int | None = None) -> Positions:
        """Deal some of the positions; negative bounds count from the end, as in a slice.

        Args:
            start: the first row.
            stop: the row after the last one; None for all rows.

        Raises:
            InvalidInputError: a bound is not a whole number.
        """
        return self._rows(start, stop)[0]

    def with_next_cards(self, start: int = 0, stop: int | None = None) -> tuple[Positions, Bytes]:
        """Deal some of the positions, as `positions` does, and the next card of the deck for each.

        Args:
            start: the first row.
            stop: the row after the last one; None for all rows.

        Returns:
            The positions, and the cards, uint8 [n]; upper-case ASCII.

        Raises:
            InvalidInputError: a bound is not a whole number.
        """
        return self._rows(start, stop)

    def _rows(self, start: int, stop: int | None) -> tuple[Positions, Bytes]:
        start, stop = _parse_bound(start, 0, self.n), _parse_bound(stop, self.n, self.n)
        n = max(0, stop - start)
        seed = np.uint64(self.seed)
        hands = np.empty((n, self.ruleset.hand_size), np.uint8)
        communities = np.empty((n, self.ruleset.community_size), np.uint8)
        next_cards = np.empty(n, np.uint8)
        entries.deal_cards(seed, start, _DECK, hands, communities, next_cards)
        if isinstance(self.patents, int):
            owners = np.empty((n, len(LETTERS)), np.uint8)
            entries.deal_patents(seed, start, self.patents, self.players, owners)
        else:
            owners = np.tile(owners_of(self.patents)[0], (n, 1))
        positions = Positions(
            hands,
            communities,
            owners,
            np.full(n, self.money, np.int32),
            np.full(n, self.players - 1, np.uint8),
            np.arange(start, start + n),
        )
        return positions, next_cards


def deal_positions(
    n: int,
    *,
    seed: int,
    players: int = MIN_PLAYERS,
    patents: str | Sequence[str] | int = "",
    money: int = 0,
    ruleset: Ruleset = RULEBOOK,
) -> Positions:
    """Deal random positions from a full deck; the same seed gives the same positions.

    All positions are in memory at once, 50 bytes each. A `Deal` with the same arguments deals the
    same positions when they are needed.

    Args:
        n: the number of positions, 1 to 10^12.
        seed: 0 to 2^64 - 1.
        players: 2 to 5.
        patents: letters owned by the player to move, such as "KX"; or one string per player, the
            player to move first, such as ("KX", "E", ""); or the number of patents, owned by random
            players.
        money: dollars of the player to move.
        ruleset: the sizes of the hand and the community.

    Raises:
        InvalidInputError: a value is out of range, a patent has two owners, or the positions do not
            fit into free memory. Linux checks this before the deal, including a container's limit;
            on other systems the deal itself fails.
    """
    deal = Deal(n, seed=seed, players=players, patents=patents, money=money, ruleset=ruleset)
    available = available_bytes()
    try:
        if available is not None and deal.n_bytes > available:
            raise MemoryError
        return deal.positions()
    except MemoryError:
        raise InvalidInputError(
            f"{deal.n:,} positions take {deal.n_bytes / 1e9:.1f} GB and do not fit into memory;"
            " give iter_solve_batch a Deal, which deals them when they are wanted"
        ) from None


def _parse_bound(bound: object, default: int, n: int) -> int:
    """Return a bound of a slice as a number from 0 to n; negative bounds count from the end."""
    if bound is None:
        return default
    try:
        at = operator.index(bound)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidInputError(
            f"a bound of the rows is {show(bound)}; give a whole number"
        ) from None
    return min(max(at + n if at < 0 else at, 0), n)


def _parse_patents(patents: object, players: int) -> tuple[str, ...] | int:
    if isinstance(patents, str):
        patents = (patents,) + ("",) * (players - 1)
    if not isinstance(patents, Sequence):
        return parse_whole(patents, "the number of patents owned", 0, len(LETTERS))
    if len(patents) != players:
        given = "1 player" if len(patents) == 1 else f"{len(patents)} players"
        raise InvalidInputError(
            f"patents are given for {given}, and there are {players} players; give one string per"
            " player, the player to move first"
        )
    owners_of(patents)
    return tuple("".join(sorted(owned.upper())) for owned in patents)
