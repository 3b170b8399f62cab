"""`Positions`: many positions as columns, one row each.

hands, communities   uint8 [n, width]; upper-case ASCII, sorted, 0 behind the last card. The text of
                     hands that fill their width is `hands.view("S7")[:, 0]`
owners               uint8 [n, 26]; the owner of each letter's patent: 0 nobody, 1 the player to
                     move, 2 to 5 the opponents, clockwise
money                int32 [n]; dollars before the turn
n_opponents          uint8 [n]; 0 to 4
rows                 int64 [n]; the number of the row in the source, from 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final, overload

import numpy as np
import numpy.typing as npt

from .._kernels import entries
from .._kernels.workspace import Columns
from ..errors import InvalidInputError, require, require_each, require_iterable, show
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole
from ..rules.position import MAX_OPPONENTS, Position
from ..rules.ruleset import MAX_CARDS, Ruleset

Bytes = npt.NDArray[np.uint8]

MAX_ROW: Final = 1 << 62
PLAYER: Final = 1
"""The player to move, in `owners`."""


_IN_DECK: Final = np.zeros(256, np.uint8)
"""The number of cards in the deck, by the letter's ASCII code."""
_IN_DECK[[ord(letter) for letter in CARD_COUNT]] = list(CARD_COUNT.values())

_CARD_COUNTS: Final = np.array([CARD_COUNT[letter] for letter in LETTERS], np.int64)

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

    `deal_positions`, `Positions.of` and `read_positions` make it and check their input. The solver
    checks columns that you make yourself. The columns are read-only, and contiguous slices share
    them.

    Attributes:
        hands: uint8 [n, width]; upper-case ASCII, sorted, 0 behind the last card.
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
        if not self._is_right(ruleset):
            # These take longer, and say what is wrong.
            self._check_values()
            self._check_card_limits(ruleset)
            self._check_deck()

    def _is_right(self, ruleset: Ruleset) -> bool:
        most = np.array([ruleset.hand_size, ruleset.community_size, MAX_OPPONENTS], np.int64)
        n = entries.first_wrong_row(columns_of(self), most, _CARD_COUNTS)
        return bool(n == len(self.rows))

    def _check_columns(self) -> None:
        n = len(self.rows)
        for field, (dtype, shape) in zip(fields(self), _COLUMNS, strict=True):
            column = getattr(self, field.name)
            fits = column.ndim == 1 + len(shape) and len(column) == n
            if column.dtype != dtype or not fits or (shape == _BY_LETTER != column.shape[1:]):
                raise InvalidInputError(
                    f"the column {field.name} is {column.dtype} {column.shape}; the module"
                    f" {__name__} says what the columns of Positions are"
                )

    def _check_values(self) -> None:
        right = (self.n_opponents <= MAX_OPPONENTS) & (self.money >= 0)
        right &= (self.owners <= PLAYER + self.n_opponents[:, None]).all(axis=1)
        for cards in (self.hands, self.communities):
            is_card = (cards >= ord("A")) & (cards <= ord("Z"))
            right &= (is_card | (cards == 0)).all(axis=1)
            right &= (is_card[:, :-1] >= is_card[:, 1:]).all(axis=1)
        wrong = np.flatnonzero(~right)
        if len(wrong):
            raise InvalidInputError(
                f"row {self.rows[wrong[0]]} is not a position: cards are upper-case ASCII from A to"
                f" Z with 0 behind the last, there are at most {MAX_OPPONENTS} opponents, owners"
                " are among the players, and money is not negative; Positions.of and"
                " read_positions make such columns"
            )

    def _check_card_limits(self, ruleset: Ruleset) -> None:
        for cards, most in (
            (self.hands, ruleset.hand_size),
            (self.communities, ruleset.community_size),
        ):
            too_many = np.flatnonzero(cards[:, most:].any(axis=1))
            if len(too_many):
                row = int(too_many[0])
                try:
                    self[row].check_card_limits(ruleset)
                except InvalidInputError as error:
                    raise InvalidInputError(f"row {self.rows[row]}: {error}") from None

    def _check_deck(self) -> None:
        """Refuse rows with more cards of a letter than the deck.

        In sorted cards, a letter with n cards in the deck must not stand n places after itself.
        """
        cards = np.sort(np.concatenate([self.hands, self.communities], axis=1), axis=1)
        limits = _IN_DECK[cards]
        for n in sorted(set(CARD_COUNT.values())):
            again = (cards[:, n:] == cards[:, :-n]) & (limits[:, n:] == n)
            too_many = np.flatnonzero(again.any(axis=1))
            if len(too_many):
                row = int(too_many[0])
                letter = chr(cards[row, n:][again[row]][0])
                raise InvalidInputError(
                    f"row {self.rows[row]}: hand and community together hold more than {n} cards"
                    f" {letter}; the deck has no more"
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
        return map(self._position, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return all(
            map(np.array_equal, self._widened_to(other).columns, other._widened_to(self).columns)
        )

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
        n = len(self)
        return Positions(
            self.hands,
            self.communities,
            np.tile(owners, (n, 1)),
            self.money,
            np.full(n, n_opponents, np.uint8),
            self.rows,
        )

    def _widened_to(self, other: Positions) -> Positions:
        """Return the same positions, with columns at least as wide as those of `other`."""
        return Positions(
            _widened(self.hands, other.hands.shape[1]),
            _widened(self.communities, other.communities.shape[1]),
            *self.columns[2:],  # type: ignore[arg-type]
        )

    def _position(self, row: int) -> Position:
        owners = self.owners[row]
        patents = [
            "".join(LETTERS[letter] for letter in np.flatnonzero(owners == owner))
            for owner in range(PLAYER, PLAYER + 1 + int(self.n_opponents[row]))
        ]
        hand, community = self.hands[row].tobytes(), self.communities[row].tobytes()
        return Position(
            hand.rstrip(b"\0").decode("ascii"),
            community.rstrip(b"\0").decode("ascii"),
            patents[0],
            patents[1:],
            int(self.money[row]),
        )


def owners_of(patents: Sequence[str]) -> tuple[Bytes, int]:
    """Return a row of `owners`, and the number of opponents, from the patents of each player."""
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
    assert width <= MAX_CARDS
    columns = np.zeros((len(texts), width), np.uint8)
    for row, text in enumerate(texts):
        columns[row, : len(text)] = np.frombuffer(text.encode("ascii"), np.uint8)
    return columns


def columns_of(positions: Positions, rows: slice = slice(None)) -> Columns:
    """The columns of some rows, as kernels take them."""
    return Columns(*(np.ascontiguousarray(column[rows]) for column in positions.columns[:5]))
