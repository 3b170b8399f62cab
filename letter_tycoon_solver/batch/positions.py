"""`Positions`: many positions as columns, one row each; a `Deal` deals random ones."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Final, overload

import numpy as np
import numpy.typing as npt

from .._kernels import entries
from .._kernels.layouts import Columns
from ..errors import InvalidInputError, counted, require, require_each, require_iterable, show
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_MONEY, MAX_OPPONENTS, Position
from ..rules.ruleset import RULEBOOK, Ruleset

Bytes = npt.NDArray[np.uint8]

MAX_ROW: Final = 1 << 62
PLAYER: Final = 1
"""The player to move, in `owners`."""
CARD_COUNTS: Final = np.array([CARD_COUNT[letter] for letter in LETTERS], np.int64)

_CARDS, _BY_LETTER, _NUMBER = (None,), (len(LETTERS),), ()
_COLUMNS: Final = (
    (np.uint8, _CARDS),
    (np.uint8, _CARDS),
    (np.uint8, _BY_LETTER),
    (np.int32, _NUMBER),
    (np.uint8, _NUMBER),
    (np.int64, _NUMBER),
)
"""The dtype of each column and the shape of an entry; the ruleset gives the number of cards."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Positions(Sequence[Position]):
    """Many positions as columns: a lazy sequence of `Position`.

    `Deal.positions`, `Positions.of` and `read_positions` make it and check their input; the solver
    checks columns that you make yourself. The columns are read-only, and contiguous slices share
    them.

    Attributes:
        hands: uint8 [n, width]; upper-case ASCII, sorted, 0 behind the last card. The text of
            hands that fill their width is `hands.view("S7")[:, 0]`.
        communities: uint8 [n, width]; likewise.
        owners: uint8 [n, 26]; the owner of each letter's patent: 0 nobody, 1 the player to move,
            2 to 5 the opponents, clockwise.
        money: int32 [n]; dollars before the turn.
        n_opponents: uint8 [n]; 0 to 4.
        rows: int64 [n]; the number of the row in the source, from 0.

    Raises:
        InvalidInputError: a column is not an array.
    """

    hands: Bytes
    communities: Bytes
    owners: Bytes
    money: npt.NDArray[np.int32]
    n_opponents: Bytes
    rows: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        for field, column in zip(fields(self), self.columns, strict=True):
            require(column, np.ndarray, f"the column {field.name}")
            column.flags.writeable = False

    @classmethod
    def of(cls, positions: Iterable[Position], first_row: int = 0) -> Positions:
        """Convert positions to columns.

        Args:
            positions: the positions.
            first_row: the row number of the first one, from 0.

        Raises:
            InvalidInputError: an entry is not a Position, or the row number is out of range.
        """
        require_iterable(positions, "positions")
        first_row = parse_whole(first_row, "first_row", 0, MAX_ROW)
        listed = []
        for position in positions:
            require(position, Position, "a position")
            listed.append(position)
        n = len(listed)
        owners = np.zeros((n, len(LETTERS)), np.uint8)
        for row, position in enumerate(listed):
            for owner, patents in enumerate((position.patents, *position.opponents), PLAYER):
                owners[row, [LETTERS.index(letter) for letter in patents]] = owner
        return cls(
            _letter_columns([position.hand for position in listed]),
            _letter_columns([position.community for position in listed]),
            owners,
            np.array([position.money for position in listed], np.int32),
            np.array([len(position.opponents) for position in listed], np.uint8),
            np.arange(first_row, first_row + n),
        )

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Join positions, in the order given.

        Raises:
            InvalidInputError: one of the parts is not Positions.
        """
        require_each(parts, Positions, "the parts")
        if not parts:
            return cls.of([])
        if len(parts) == 1:
            return parts[0]
        widths = [max(part.columns[at].shape[1] for part in parts) for at in (0, 1)]
        hands = [_widened(part.hands, widths[0]) for part in parts]
        communities = [_widened(part.communities, widths[1]) for part in parts]
        rest = zip(*(part.columns[2:] for part in parts), strict=True)
        return cls(*map(np.concatenate, (hands, communities, *rest)))

    def check(self, ruleset: Ruleset) -> None:
        """Refuse columns that the solver cannot rely on.

        Raises:
            InvalidInputError: a column has the wrong dtype or shape, a value is out of range, or a
                row has more cards than the ruleset deals or the deck holds.
        """
        require(ruleset, Ruleset, "the ruleset")
        self._check_columns()
        most = np.array([ruleset.hand_size, ruleset.community_size, MAX_OPPONENTS], np.int64)
        row = int(entries.first_wrong_row(columns_of(self), most, CARD_COUNTS))
        if row < len(self):
            raise InvalidInputError(f"row {self.rows[row]}: {self._fault(row, ruleset)}")

    def _check_columns(self) -> None:
        n = len(self.rows)
        for field, (dtype, shape) in zip(fields(self), _COLUMNS, strict=True):
            column = getattr(self, field.name)
            fits = column.ndim == 1 + len(shape) and len(column) == n
            if column.dtype != dtype or not fits or (shape == _BY_LETTER != column.shape[1:]):
                raise InvalidInputError(
                    f"the column {field.name} is {column.dtype} {column.shape}; help(Positions)"
                    " says what the columns are"
                )

    def _fault(self, row: int, ruleset: Ruleset) -> str:
        """Tell what is wrong with a row that the kernel refuses."""
        try:
            self[row].check_card_limits(ruleset)
        except InvalidInputError as error:
            return str(error)
        return (
            "this is not a position: cards are upper-case ASCII from A to Z with 0 behind"
            " the last, and owners are among the players; Positions.of and read_positions make"
            " such columns"
        )

    @property
    def columns(self) -> tuple[npt.NDArray[np.generic], ...]:
        """The six columns, in the order of the fields."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def __len__(self) -> int:
        return len(self.hands)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> Positions: ...
    def __getitem__(self, index: int | slice) -> Position | Positions:
        if isinstance(index, slice):
            # The kernels are compiled for contiguous rows.
            columns = (np.ascontiguousarray(column[index]) for column in self.columns)
            return Positions(*columns)
        return self._position(range(len(self))[index])

    def __iter__(self) -> Iterator[Position]:
        # A Sequence would take the IndexError of a broken column for the end.
        return map(self._position, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        both = Positions.joined([self, other])  # Of one width.
        return all(map(np.array_equal, both[: len(self)].columns, both[len(self) :].columns))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Positions], tuple[npt.NDArray[np.generic], ...]]:
        # Unpickled arrays are writable; making the object anew protects them.
        return Positions, self.columns

    def __repr__(self) -> str:
        return f"<Positions: {len(self):,}>"

    def with_patents(self, patents: Sequence[str]) -> Positions:
        """Return the same hands with other owners: the player first, then each opponent.

        Raises:
            InvalidInputError: a patent has two owners, or there are more than four opponents.
        """
        owners, n_opponents = owners_of(patents)
        owned = np.tile(owners, (len(self), 1))
        return replace(self, owners=owned, n_opponents=np.full(len(self), n_opponents, np.uint8))

    def _position(self, row: int) -> Position:
        owners = self.owners[row]
        patents = [
            "".join(LETTERS[letter] for letter in np.flatnonzero(owners == owner))
            for owner in range(PLAYER, PLAYER + 1 + int(self.n_opponents[row]))
        ]
        hand, community = self.hands[row].tobytes(), self.communities[row].tobytes()
        return Position(
            hand.rstrip(b"\0").decode("latin-1"),
            community.rstrip(b"\0").decode("latin-1"),
            patents[0],
            patents[1:],
            int(self.money[row]),
        )


def owners_of(patents: Sequence[str]) -> tuple[Bytes, int]:
    """Return a row of `owners`, and the number of opponents."""
    if isinstance(patents, str) or not isinstance(patents, Sequence) or not patents:
        raise InvalidInputError(
            f"patents is {show(patents)}; give a list with one string of patents per player, the"
            ' player to move first, as in ["KX", "E", ""]'
        )
    # The position checks the patents; any hand will do.
    positions = Positions.of([Position("A", "", patents[0], patents[1:])])
    return positions.owners[0], int(positions.n_opponents[0])


def _widened(cards: Bytes, width: int) -> Bytes:
    more = width - cards.shape[1]
    return np.pad(cards, ((0, 0), (0, more))) if more > 0 else cards


def _letter_columns(texts: Sequence[str]) -> Bytes:
    width = max(map(len, texts), default=0)
    columns = np.zeros((len(texts), width), np.uint8)
    for row, text in enumerate(texts):
        columns[row, : len(text)] = np.frombuffer(text.encode("ascii"), np.uint8)
    return columns


def columns_of(positions: Positions, rows: slice = slice(None)) -> Columns:
    """Return the columns of some rows, as kernels take them."""
    return Columns(*(np.ascontiguousarray(column[rows]) for column in positions.columns[:5]))


MAX_POSITIONS: Final = 10**12
MAX_AT_ONCE: Final = 50_000_000
"""Most positions dealt at once, 2.5 GB: Linux ends a process that uses too much memory."""
MAX_SEED: Final = 2**64 - 1
MIN_PLAYERS: Final = 2
_DECK: Final = np.frombuffer("".join(a * n for a, n in CARD_COUNT.items()).encode(), np.uint8)


@dataclass(frozen=True, slots=True)
class Deal:
    """Random positions, dealt when they are needed; a row depends only on the seed and its number.

    `solve_batch` and `iter_solve_batch` take a Deal in place of Positions.

    Examples:
        >>> from letter_tycoon_solver.batch import Deal
        >>> deal = Deal(1_000, seed=1, n_players=3, patents="K")
        >>> len(deal), deal.positions(0, 1)[0].notation
        (1000, 'IJNRSUY HNS K -/- 0')

    Attributes:
        n: the number of positions, 1 to 10^12.
        seed: the seed of the random deal, 0 to 2^64 - 1.
        patents: letters owned by the player to move, such as "KX"; or one string per player, the
            player to move first, such as ("KX", "E", ""), which a Deal keeps of either; or the
            number of patents, owned by random players.
        n_players: 2 to 5.
        money: dollars of the player to move.
        ruleset: the sizes of the hand and the community.

    Raises:
        InvalidInputError: a value is out of range, or a patent has two owners.
    """

    n: int
    _: KW_ONLY
    seed: int
    patents: str | Sequence[str] | int = ""
    n_players: int = MIN_PLAYERS
    money: int = 0
    ruleset: Ruleset = RULEBOOK

    def __post_init__(self) -> None:
        require(self.ruleset, Ruleset, "the ruleset")
        n_players = parse_whole(self.n_players, "n_players", MIN_PLAYERS, MAX_OPPONENTS + 1)
        checked = {
            "n": parse_whole(self.n, "the number of positions", 1, MAX_POSITIONS),
            "seed": parse_whole(self.seed, "seed", 0, MAX_SEED),
            "n_players": n_players,
            "patents": _parse_patents(self.patents, n_players),
            "money": parse_whole(self.money, "money", 0, MAX_MONEY),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return self.n

    def positions(self, start: int = 0, stop: int | None = None) -> Positions:
        """Deal some of the positions, 50 bytes each; bounds as in a slice.

        Args:
            start: the first row.
            stop: the row after the last one; None for all rows.

        Raises:
            InvalidInputError: a bound is not a whole number, or there are more than MAX_AT_ONCE
                positions, or more than fit into memory.
        """
        return self.with_next_cards(start, stop)[0]

    def with_next_cards(self, start: int = 0, stop: int | None = None) -> tuple[Positions, Bytes]:
        """Deal some of the positions, and the next card of the deck for each.

        Args:
            start: as for `positions`.
            stop: as for `positions`.

        Returns:
            The positions, and the cards, uint8 [n]; upper-case ASCII.

        Raises:
            InvalidInputError: as for `positions`.
        """
        try:
            rows = range(self.n)[start:stop]
        except TypeError:
            raise InvalidInputError(
                f"the bounds of the rows are {show(start)} and {show(stop)}; give whole numbers"
            ) from None
        n = len(rows)
        with contextlib.suppress(MemoryError):
            if n <= MAX_AT_ONCE:
                return self._rows(rows.start, n)
        raise InvalidInputError(
            f"{n:,} positions are too many at once: at most {MAX_AT_ONCE:,} are dealt, if they fit"
            " into memory; give iter_solve_batch a Deal, which deals them as they are needed"
        )

    def _rows(self, start: int, n: int) -> tuple[Positions, Bytes]:
        seed = np.uint64(self.seed)
        hands = np.empty((n, self.ruleset.hand_size), np.uint8)
        communities = np.empty((n, self.ruleset.community_size), np.uint8)
        next_cards = np.empty(n, np.uint8)
        entries.deal_cards(seed, start, _DECK, hands, communities, next_cards)
        if isinstance(self.patents, int):
            owners = np.empty((n, len(LETTERS)), np.uint8)
            entries.deal_patents(seed, start, self.patents, self.n_players, owners)
        else:
            owners = np.tile(owners_of(self.patents)[0], (n, 1))
        positions = Positions(
            hands,
            communities,
            owners,
            np.full(n, self.money, np.int32),
            np.full(n, self.n_players - 1, np.uint8),
            np.arange(start, start + n),
        )
        return positions, next_cards


def _parse_patents(patents: object, players: int) -> tuple[str, ...] | int:
    if isinstance(patents, str):
        patents = (patents,) + ("",) * (players - 1)
    if not isinstance(patents, Sequence):
        return parse_whole(patents, "the number of patents owned", 0, len(LETTERS))
    if len(patents) != players:
        raise InvalidInputError(
            f"patents are given for {counted(len(patents), 'player')}, and there are"
            f" {players} players; give one string per player, the player to move first"
        )
    owners_of(patents)
    return tuple("".join(sorted(owned.upper())) for owned in patents)
