"""`find_plays`: every legal play of a position, ranked."""

from __future__ import annotations

import enum
import functools
import itertools
import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ._trie import SEARCH_ORDER
from .cards import BY_PATENT_COST, LETTERS, PATENT_COST
from .errors import InvalidInputError
from .lexicon import Lexicon
from .plays import PLAY_DTYPE, Plays
from .position import Position
from .ranking import MARGIN, Objective, parse_rank_by, weights_of
from .ruleset import RULEBOOK, DuplicateScope, Ruleset, Stacking

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import ModuleType

Ints = npt.NDArray[np.int64]

NO_LIMIT: Final = 1 << 40
_PLAY_SIZE: Final = PLAY_DTYPE.itemsize // 8
_SLOTS: Final = slice(50, 62)
_COINS: Final = 86
_DESK_SIZE: Final = 1569
"""Places on the desk, see _kernels/desk.py. Not imported: Numba would come along."""
_SEPARATOR: Final = "/"


class Variants(enum.Enum):
    """Which of the plays with the same words are listed."""

    BEST = "best"
    """The best choice of Ys, doublers, duplicate, suffix and sources under the ranking."""
    ALL = "all"
    """Each choice of duplicate, suffix and cards; Ys and doublers at their best."""


def find_plays(
    position: Position,
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
    rank_by: str | tuple[str, ...] | list[str] | Objective = MARGIN,
    limit: int | None = None,
    variants: Variants | str = Variants.BEST,
) -> Plays:
    """Every legal play of a position, best first.

    rank_by    "margin" (money + stock - royalties to the average opponent), another rank key,
               a tuple of keys such as ("money", "stock", "-royalties"), or an Objective
    limit      only so many of the best; None for all. With V a limit saves most of the work.
    variants   "best": each word, or pair of words for the owner of V, once, laid in its best way;
               "all": each word or pair, letter duplicated or none, suffix or not, and split of
               each letter over hand and community

    Ys and doublers are chosen for the ranking. Equal ways to lay a word: without the suffix,
    then without the duplicate; community cards first; where a hand card must be chosen, the one
    whose patent is cheapest (the rarer letter, the harder to use later), ties to the later letter.
    Ties in rank: higher patent value, longer leave, alphabet.

    The first call after an installation compiles the search, which takes some seconds.

    Raises InvalidInputError for a position with more cards than the ruleset deals, or a wrong
    argument.
    """
    case = _Case.of(position, lexicon, ruleset, rank_by)
    most = _parse_limit(limit)
    in_every_way = _parse_variants(variants) is Variants.ALL
    if most == 0:
        rows, slots = np.empty((0, _PLAY_SIZE), np.int64), ()
    else:
        rows, desk = _kernels().solve(*case, most, in_every_way)
        slots = tuple(desk[_SLOTS].tolist())
    columns = rows.view(PLAY_DTYPE)[:, 0]
    columns.flags.writeable = False
    return Plays(position, lexicon, columns, slots, functools.partial(_count, case))


class _Case(tuple[Any, ...]):
    """What the kernels take: text, money, material, trie, template."""

    __slots__ = ()

    @classmethod
    def of(cls, position: Position, lexicon: Lexicon, ruleset: Ruleset, rank_by: object) -> _Case:
        if not isinstance(position, Position) or not isinstance(lexicon, Lexicon):
            raise InvalidInputError(
                f"find_plays got {type(position).__name__} and {type(lexicon).__name__}; give a "
                "Position and a Lexicon"
            )
        if not isinstance(ruleset, Ruleset):
            raise InvalidInputError(f"ruleset is {ruleset!r}; give a Ruleset, such as RULEBOOK")
        position.check_card_limits(ruleset)
        text = _SEPARATOR.join(
            (position.hand, position.community, position.patents, *position.opponents)
        )
        return cls(
            (
                np.frombuffer(text.encode("ascii"), np.uint8),
                min(position.money, PATENT_COST[BY_PATENT_COST[0]]),
                _MATERIAL,
                lexicon.trie,
                _template(ruleset, parse_rank_by(rank_by), len(position.opponents)),
            )
        )


def announced_compilation(announce: Callable[[], None]) -> AbstractContextManager[None]:
    """A block in which `announce` is called, once, if the search has to be compiled.

    That takes some seconds, so a program that talks to a person may want to say it.
    """
    from ._kernels import compiling

    return compiling.announced(announce)


def _kernels() -> ModuleType:
    """Imported when it is needed: Numba takes longer to import than all the rest."""
    from ._kernels import rank

    return rank


def _count(case: _Case) -> int:
    from ._kernels import count

    return int(count.count(*case))


def _parse_limit(limit: object) -> int:
    if limit is None:
        return NO_LIMIT
    try:
        most = operator.index(limit)  # type: ignore[arg-type]
    except TypeError:
        most = -1
    if most < 0:
        raise InvalidInputError(f"limit is {limit!r}; give a whole number from 0, or None for all")
    return min(most, NO_LIMIT)


def _parse_variants(variants: object) -> Variants:
    if isinstance(variants, Variants):
        return variants
    try:
        return Variants(variants)
    except ValueError:
        names = ", ".join(kind.value for kind in Variants)
        raise InvalidInputError(f"variants is {variants!r}; choose one of {names}") from None


# Tables for the kernels --------------------------------------------------------------------------


def _material() -> Ints:
    """See _kernels/desk.set_desk."""
    order = [LETTERS.index(letter) for letter in reversed(BY_PATENT_COST)]
    places = [SEARCH_ORDER.index(letter) for letter in LETTERS]
    costs = [PATENT_COST[letter] for letter in LETTERS]
    return np.array([order, places, costs], dtype=np.int64)


_MATERIAL: Final = _material()


@functools.lru_cache(maxsize=256)
def _template(ruleset: Ruleset, rank_by: Objective | tuple[str, ...], n_opponents: int) -> Ints:
    """A desk with the ruleset and the ranking: see _kernels/desk.py."""
    rules = [*ruleset.payout.coins, *ruleset.payout.stock]
    rules += [ruleset.stacking.factor(n) for n in range(4)]
    rules.append(int(ruleset.stacking is Stacking.AT_MOST_ONE))
    rules.append(int(ruleset.duplicate_scope is DuplicateScope.TURN))
    entries = [*rules, *weights_of(rank_by, n_opponents), *_choices()]
    template = np.zeros(_DESK_SIZE, dtype=np.int64)
    template[_COINS : _COINS + len(entries)] = entries
    template.flags.writeable = False
    return template


_K, _CARD, _MAX_CHOICES = 4, 8, 4


@functools.cache
def _choices() -> list[int]:
    """The part CHOICES of a desk."""
    table = np.full((16, 16, _MAX_CHOICES), -1, dtype=np.int64)
    for flags_1, flags_2 in itertools.product(range(16), repeat=2):
        ways = [first | second << 4 for first, second in _ways_to_double(flags_1, flags_2)]
        table[flags_2, flags_1, : len(ways)] = ways
    entries: list[int] = table.ravel().tolist()
    return entries


def _ways_to_double(flags_1: int, flags_2: int) -> list[tuple[int, int]]:
    """The ways to give B, J and K to two words that leave neither better off in another way.

    A word of three or more letters cannot have K (exactly one vowel) with B or J (at least two).
    """
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for to_first in range(8):
        first = flags_1 & to_first
        second = flags_2 & ~first & 7
        for given_up in (0, _K, 3):
            ways = (first, second & ~given_up)
            if to_first == first and all(not (way & _K and way & 3) for way in ways):
                counts = (ways[0].bit_count(), ways[1].bit_count())
                best.setdefault(counts, ways)
    return [
        (ways[0] | flags_1 & _CARD, ways[1] | flags_2 & _CARD)
        for counts, ways in sorted(best.items(), reverse=True)
        if not any(
            other != counts and other[0] >= counts[0] and other[1] >= counts[1] for other in best
        )
    ]
