"""The search for two words that some rack can lay in one turn, best pairs first: the ability of V.

Words of one length with the same doublers earn alike and form a kind. Pairs of kinds are tried in
the order of their joint earnings, until a pair of words can be laid; the search is exhaustive.

The cards of a word are packed into three uint64, 5 bits a letter. The highest bit of these 5 is a
guard. Subtracting the cards of two words from the deck with all guards set clears the guard of
each letter that the deck has too few of.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
import numpy.typing as npt

from ...rules.cards import LETTERS
from ...rules.ruleset import DuplicateScope, Ruleset
from .word_table import DECK, Bools, Bytes, Extras, Forms, WordTable, factors, owned_extras

Score = tuple[int, ...]
Value = Callable[[int, int], Score]
"""The worth of money and stock; it never falls when either rises."""

Packed = npt.NDArray[np.uint64]

_FIELD_BITS: Final = 5
_LETTERS_PER_WORD: Final = 9
_N_PACKED: Final = 3
_GUARDS: Final = np.uint64(sum(16 << _FIELD_BITS * at for at in range(_LETTERS_PER_WORD)))
_MOST_AT_ONCE: Final = 1 << 22
"""The most pairs of forms compared at once, to bound the memory."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of words that are worth most.

    Attributes:
        score: their worth; None if no two words can be laid.
        n: the number of different pairs.
        numbers: the first pairs alphabetically, as word numbers of the lexicon.
    """

    score: Score | None
    n: int
    numbers: list[tuple[int, int]]


def best_pairs(
    words: WordTable, patents: str, ruleset: Ruleset, value: Value, least: Score | None, limit: int
) -> Pairs:
    """Find the best pairs that are worth at least `least`, and list at most `limit` of them.

    The words may have any length, and may include words that cannot be played.
    """
    most_cards = ruleset.hand_size + ruleset.community_size
    found = _Lowest(limit)
    best: Score | None = None
    for score, first, second in _by_score(words, patents, ruleset, value):
        if (least is not None and score < least) or (best is not None and score < best):
            break
        for some in _playable_pairs(first, second, patents, ruleset.duplicate_scope, most_cards):
            found.add(some)
        if found.n:
            best = score
    return Pairs(best, found.n, [(int(one), int(other)) for one, other in found.numbers])


class _Lowest:
    """Count pairs, and keep the lowest of them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.n = 0
        self.numbers = np.empty((0, 2), np.int32)

    def add(self, pairs: npt.NDArray[np.int32]) -> None:
        self.n += len(pairs)
        candidates = np.concatenate([self.numbers, np.sort(pairs, axis=1)])
        order = np.lexsort((candidates[:, 1], candidates[:, 0]))
        self.numbers = candidates[order[: self._limit]]


def _by_score(
    words: WordTable, patents: str, ruleset: Ruleset, value: Value
) -> Iterator[tuple[Score, WordTable, WordTable]]:
    """Yield every two kinds of words that are short enough together, with their worth."""
    payout, stacking = ruleset.payout, ruleset.stacking
    most_letters = ruleset.hand_size + ruleset.community_size + owned_extras(patents)[-1].n
    factors_of = functools.cache(lambda one, other: factors(one, other, stacking))
    kinds = sorted(set(zip(words.lengths.tolist(), words.doublers.tolist(), strict=True)))
    scored = []
    for (length_1, doublers_1), (length_2, doublers_2) in combinations_with_replacement(kinds, 2):
        if length_1 + length_2 <= most_letters:
            score = max(
                value(
                    payout.coins[length_1] * factor_1 + payout.coins[length_2] * factor_2,
                    payout.stock[length_1] * factor_1 + payout.stock[length_2] * factor_2,
                )
                for factor_1, factor_2 in factors_of(doublers_1, doublers_2)
            )
            scored.append((score, (length_1, doublers_1), (length_2, doublers_2)))
    tables = functools.cache(
        lambda length, doublers: words[(words.lengths == length) & (words.doublers == doublers)]
    )
    for score, one, other in sorted(scored, key=lambda item: item[0], reverse=True):
        yield score, tables(*one), tables(*other)


def _playable_pairs(
    first: WordTable, second: WordTable, patents: str, scope: DuplicateScope, most_cards: int
) -> Iterator[npt.NDArray[np.int32]]:
    """Yield the pairs of a word of each kind that a rack can lay, int32 [n, 2], each pair once."""
    # With given extras a word has at most as many forms as letters.
    most_forms = len(second) * int(first.lengths[0] * second.lengths[0])
    step = max(1, _MOST_AT_ONCE // most_forms)
    for start in range(0, len(first), step):
        some = first[start : start + step]
        playable = np.zeros((len(some), len(second)), np.bool_)
        for mine, theirs, fits in forms_together(some, second, patents, scope, most_cards):
            at, their_at = np.nonzero(fits)
            playable[mine.rows[at], theirs.rows[their_at]] = True
            if playable.all():
                break
        if first is second:
            playable &= np.tri(len(second), dtype=np.bool_).T[start : start + step]
        rows, columns = np.nonzero(playable)
        yield np.stack([some.numbers[rows], second.numbers[columns]], axis=1)


def forms_together(
    first: WordTable, second: WordTable, patents: str, scope: DuplicateScope, most_cards: int
) -> Iterator[tuple[Forms, Forms, Bools]]:
    """Pair the forms of words of one length with those of another, the fewest extras first.

    Each pair of forms comes with a table, bool [n, m], of those that a rack can lay in one turn.
    """
    n_letters = int(first.lengths[0] + second.lengths[0])
    for one, other in _divided(owned_extras(patents)):
        if n_letters - one.n - other.n <= most_cards:
            mine = first.forms(one, scope).that_fit(most_cards)
            theirs = second.forms(other, scope).that_fit(most_cards)
            yield mine, theirs, _fit_together(mine, theirs)


def _divided(choices: list[Extras]) -> list[tuple[Extras, Extras]]:
    """Divide the extras among two words: a turn has one duplicate and one suffix at most."""
    divided = [
        (one, other)
        for one, other in product(choices, repeat=2)
        if not (one.duplicate and other.duplicate) and not (one.suffix and other.suffix)
    ]
    return sorted(divided, key=lambda both: both[0].n + both[1].n)


def _fit_together(mine: Forms, theirs: Forms) -> Bools:
    """Compare forms: True where the deck has the cards for both, bool [mine, theirs].

    The original of a duplicate must be a card of either word. Forms made with the word scope always
    have it in the same word.
    """
    fits = np.ones((len(mine), len(theirs)), np.bool_)
    for part in range(_N_PACKED):
        room = _packed(DECK[None], part) + _GUARDS - _packed(mine.cards, part)
        left = room[:, None] - _packed(theirs.cards, part)[None, :]
        fits &= left & _GUARDS == _GUARDS
    fits &= _has_original(mine, theirs)
    fits &= _has_original(theirs, mine).T
    return fits


def _has_original(copying: Forms, other: Forms) -> Bools:
    """Compare forms: True where the original of the duplicate is there, bool [copying, other]."""
    letters = copying.duplicated
    if not len(letters) or letters[0] < 0:
        return np.ones((1, 1), np.bool_)
    own: Bools = copying.cards[np.arange(len(letters)), letters] > 0
    return own[:, None] | (other.cards.T[letters] > 0)


def _packed(cards: Bytes, part: int) -> Packed:
    """Pack a third of the letters, see the top: uint64 [n]."""
    letters = cards[:, part * _LETTERS_PER_WORD : (part + 1) * _LETTERS_PER_WORD]
    shifts = np.arange(letters.shape[1], dtype=np.uint64) * np.uint64(_FIELD_BITS)
    packed: Packed = (letters.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return packed


assert len(LETTERS) <= _N_PACKED * _LETTERS_PER_WORD
