"""`Plays`: ranked plays as typed columns, `Play` objects only when asked for.

A row of the columns is 48 bytes, PLAY_DTYPE (from _kernels/play_layout.py):

score            the ranking as one integer; compares only within the same Plays
word             numbers of the words (`Lexicon.word`); -1 for no second word
from_hand        per word, the cards that come from the hand: a field of 5 bits per slot, lowest
                 slot first (see _kernels/desk_layout.py for which letter has which slot)
money, stock     what the bank pays
royalties        dollars to each opponent, clockwise; 0 where there is none
patent_value     cost of the dearest patent that could be bought, 0 if there is none
leave            how many hand cards are kept
duplicate        letter of the X duplicate, 0 for A; 255 for none
duplicate_word   the word it is in, 0 or 1
suffix_word      the word with the Z suffix, 0 or 1; 255 for none
doublers         per word: 1 for B, 2 for J, 4 for K, 8 for the Q card, added up
n_words          1 or 2
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Final, NoReturn, overload

import numpy as np
import numpy.typing as npt

from .._kernels import play_layout
from ..errors import PlayNotFoundError, show
from ..rules.cards import (
    BY_PATENT_COST,
    DOUBLERS,
    LETTERS,
    MAX_WORDS,
    VOWELS,
    parse_whole,
    remove_cards,
)
from ..rules.play import (
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    WORD_JOIN,
    Play,
    PlayedWord,
)
from .frames import PlayRows, PlaysFrame

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..rules.position import Position

PLAY_DTYPE: Final = play_layout.PLAY_DTYPE
_NO_WORD: Final = -1
_set: Final = object.__setattr__
_NO_EXTRA: Final = int(play_layout.NO_EXTRA)
_FIELD_BITS, _FIELD = 5, 31
_DOUBLERS: Final = tuple(
    "".join(letter for bit, letter in enumerate(DOUBLERS) if doublers >> bit & 1)
    for doublers in range(16)
)


class Plays(PlaysFrame, Sequence[Play]):
    """The plays of a position, best first: a lazy sequence of `Play`.

    Made by `find_plays`. Slices are Plays too and share the columns. `plays["JEWELS"]` is the best
    play with that word, `"JEWELS" in plays` tells whether there is one, `plays.index("JEWELS")` its
    rank.

    Attributes:
        position: the position the plays are of.
        lexicon: the lexicon their words are from.
    """

    __slots__ = ("_counter", "_rows", "lexicon", "position")

    position: Position
    lexicon: Lexicon
    _rows: bytes | npt.NDArray[np.void]
    """The columns, or their bytes: most answers are asked for their best play alone."""
    _counter: Callable[[], int]

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        rows: bytes | npt.NDArray[np.void],
        counter: Callable[[], int],
    ) -> None:
        _set(self, "position", position)
        _set(self, "lexicon", lexicon)
        _set(self, "_rows", rows)
        _set(self, "_counter", counter)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __reduce__(self) -> tuple[type[Plays], tuple[object, ...]]:
        return Plays, (self.position, self.lexicon, self._rows, self._counter)

    @property
    def columns(self) -> npt.NDArray[np.void]:
        """Array of PLAY_DTYPE, one row a play, read-only; layout at the top of this module.

        It is the memory that the search fills: some fields hold an array, as there are two words
        and four opponents, which data frames do not take. `to_pandas` and its like give plain
        columns.
        """
        rows = self._rows
        if not isinstance(rows, bytes):
            return rows
        return np.frombuffer(rows, PLAY_DTYPE) if rows else np.empty(0, PLAY_DTYPE)

    def __len__(self) -> int:
        rows = self._rows
        return len(rows) // PLAY_DTYPE.itemsize if isinstance(rows, bytes) else len(rows)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    @overload
    def __getitem__(self, index: str) -> Play: ...
    def __getitem__(self, index: int | slice | str) -> Play | Plays:
        """The play of a rank from 0, the plays of a slice, or the best play with these words.

        Args:
            index: words are bare, in any case and order: "JEWELS", "jewels & cat".

        Raises:
            IndexError: there is no play of that rank.
            PlayNotFoundError: no play here has just these words; also a KeyError.
        """
        if isinstance(index, str):
            return self._best_with(index)
        if isinstance(index, slice):
            return Plays(self.position, self.lexicon, self.columns[index], self._counter)
        return self._play(self.columns[range(len(self))[index]])

    def __iter__(self) -> Iterator[Play]:
        return map(self._play, self.columns)

    def __contains__(self, value: object) -> bool:
        if isinstance(value, str):
            return bool(len(self._ranks_of(value)))
        return isinstance(value, Play) and any(play == value for play in self)

    def index(self, value: Play | str, start: int = 0, stop: int | None = None) -> int:
        """The rank, from 0, of a play or of the best play with these words.

        Args:
            value: a play, or bare words as for `plays["JEWELS"]`.
            start: only ranks from here on; less than 0 counts from the end.
            stop: only ranks before this one, in the same way; None for no end.

        Raises:
            PlayNotFoundError: no such play is here; also a ValueError.
            InvalidInputError: a bound is not a whole number, or is before the first play.
        """
        first = parse_whole(start, "start", -len(self))
        end = None if stop is None else parse_whole(stop, "stop", -len(self))
        looked_at = range(len(self))[first:end]
        if isinstance(value, str):
            for rank in self._ranks_of(value).tolist():
                if rank in looked_at:
                    return int(rank)
            raise self._not_found(value)
        if isinstance(value, Play):
            for rank in looked_at:
                if self[rank] == value:
                    return rank
        raise PlayNotFoundError(f"{show(value)} is not among the {len(self):,} plays here")

    def _best_with(self, text: str) -> Play:
        return self._play(self.columns[self.index(text)])

    def _not_found(self, text: str) -> PlayNotFoundError:
        return PlayNotFoundError(
            f"none of the {len(self):,} plays here has just the words {show(text)}; give bare"
            ' words of the lexicon, such as "JEWELS", or two as "JEWELS & CAT"'
        )

    def _ranks_of(self, text: str) -> npt.NDArray[np.intp]:
        """Where the plays with just these words are, best first."""
        words = [word.strip().upper() for word in text.split(WORD_JOIN.strip())]
        if len(words) > MAX_WORDS or not all(word in self.lexicon for word in words):
            return np.empty(0, np.intp)
        # The words have their numbers in alphabetical order.
        every = range(len(self.lexicon))
        numbers = [bisect.bisect_left(every, word, key=self.lexicon.word) for word in words]
        first, second = (*numbers, _NO_WORD)[:MAX_WORDS]
        found = self.columns["word"]
        return np.flatnonzero(
            ((found[:, 0] == first) & (found[:, 1] == second))
            | ((found[:, 0] == second) & (found[:, 1] == first))
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plays):
            return NotImplemented
        return (
            self.position == other.position
            and self.lexicon == other.lexicon
            and bool(np.array_equal(self.columns, other.columns))
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def n_legal(self) -> int:
        """How many different plays the position has, counted without building them.

        That is the length of `find_plays(..., variants="all")` without a limit, whatever this
        sequence was limited to.
        """
        return self._counter()

    def to_dicts(self) -> list[dict[str, object]]:
        """Every play as plain data, as `Play.to_dict`."""
        return [play.to_dict() for play in self]

    def _play_rows(self) -> PlayRows:
        n, position = len(self), self.position
        hand, community = (
            np.frombuffer(cards.encode("ascii"), np.uint8)
            for cards in (position.hand, position.community)
        )
        return PlayRows(
            lexicon=self.lexicon,
            plays=self.columns,
            ranks=np.arange(1, n + 1),
            rows=np.zeros(n, np.int64),
            hands=np.broadcast_to(hand, (n, len(hand))),
            communities=np.broadcast_to(community, (n, len(community))),
            owns_z=np.full(n, "Z" in position.patents),
            n_opponents=np.full(n, len(position.opponents), np.uint8),
        )

    def __repr__(self) -> str:
        best = f", best {self[0].notation}" if len(self) else ""
        return f"<Plays: {len(self):,}{best}>"

    def __str__(self) -> str:
        from .plays_table import text_table

        return text_table(self)

    def _repr_html_(self) -> str:
        from .plays_table import html_table

        return html_table(self)

    def _play(self, row: np.void) -> Play:
        (
            _,
            *numbers_and_hands,
            money,
            stock,
            to_1,
            to_2,
            to_3,
            to_4,
            patent_value,
            _,
            duplicate,
            duplicate_word,
            suffix_word,
            doublers_1,
            doublers_2,
            n_words,
        ) = play_layout.PLAY_STRUCT.unpack(row.tobytes())
        doublers = (doublers_1, doublers_2)[:n_words]
        letter = LETTERS[duplicate] if duplicate != _NO_EXTRA else ""
        words = tuple(
            self._played_word(
                numbers_and_hands[at],
                numbers_and_hands[2 + at],
                letter if duplicate_word == at else "",
                suffix_word == at,
                doublers[at],
            )
            for at in range(n_words)
        )
        # Every letter but the suffix is that of a card: a duplicate has its original.
        cards = "".join(
            [w.word[:-1] if at == suffix_word else w.word for at, w in enumerate(words)]
        )
        from_hand = self._letters(numbers_and_hands[2] + numbers_and_hands[3])
        return Play(
            words=words,
            doublers=tuple([_DOUBLERS[doubled] for doubled in doublers]),
            money=money,
            stock=stock,
            royalties=(to_1, to_2, to_3, to_4)[: len(self.position.opponents)],
            purchasable=self.position.purchasable(cards, money),
            patent_value=patent_value,
            leave=remove_cards(self.position.hand, from_hand),
        )

    def _played_word(
        self, number: int, from_hand: int, duplicate: str, suffix: bool, doublers: int
    ) -> PlayedWord:
        word = self.lexicon.word(number)
        hand = self._letters(from_hand)
        # From the right: the suffix is the last letter, the duplicate the last of its letter, and
        # of equal letters the community's come first.
        sources = SUFFIX if suffix else ""
        for letter in reversed(word[:-1] if suffix else word):
            if letter == duplicate:
                sources = DUPLICATE + sources
                duplicate = ""
            elif letter in hand:
                sources = HAND + sources
                hand = hand.replace(letter, "", 1)
            else:
                sources = COMMUNITY + sources
        return PlayedWord.trusted(word, sources, _declare_ys(word, doublers) if "Y" in word else "")

    def _letters(self, cards: int) -> str:
        """The letters of a multiset of cards, see _kernels/bits.py."""
        letters = ""
        for letter in slots_of(self.position):
            if cards & _FIELD:
                letters += LETTERS[letter] * (cards & _FIELD)
            cards >>= _FIELD_BITS
        return letters


def slots_of(position: Position) -> tuple[int, ...]:
    """The letter of each slot of a position, 0 for A: see _kernels/desk_layout.py."""
    return _slots_of(position.hand + position.community + "S" * ("Z" in position.patents))


@functools.lru_cache(maxsize=64)
def _slots_of(letters: str) -> tuple[int, ...]:
    return tuple(LETTERS.index(letter) for letter in reversed(BY_PATENT_COST) if letter in letters)


def _declare_ys(word: str, doublers: int) -> str:
    """The Ys as the doublers want them: all vowels for B and J, one vowel in all for K."""
    n_ys = word.count("Y")
    if doublers & 3:
        return VOWEL * n_ys
    if n_ys and doublers & 4 and not VOWELS.intersection(word):
        return VOWEL + CONSONANT * (n_ys - 1)
    return CONSONANT * n_ys
