"""From words to the arrays of the search: a wide trie of anagram classes.

An anagram class is the set of words with the same letters. Its key is a set with a bit for each
copy of a letter: "has an E", "has a second E". A rack has such a key too, and can spell a class if
the class's key has no bit that the rack's key lacks. A key has 128 bits, in two words:

bits 0..25    the first copy of each letter, in the order of KEY_LETTERS; that is the order of
              patents, the cheapest first
bits 26..127  the further copies of each letter, in the order of COPIES; the low word ends at 63

So every word that can be laid has a key: it has bits for as many copies as the deck has and a hand
with the community can hold, one more for the duplicate, and one more S for the suffix. COPIES goes
from the commonest letters in English to the rarest, so that the high word is mostly 0.

Keys are sorted by their letters, the rarest letter first (SORT_ORDER). Eight in a row are a block.
The bits that all eight share are their key one level up, where eight keys form a block again. If a
rack lacks a bit of it, nothing below fits. The CPU compares a block in one vector operation.

All classes are in one trie. Tries split by length or payout would have three to five times as many
blocks to look at, which costs more than a search gains by ending early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.cards import BY_PATENT_COST, DOUBLERS, LETTERS, VOWELS
from ..rules.ruleset import MAX_PLAYED_LETTERS

KEY_LETTERS: Final = "".join(reversed(BY_PATENT_COST))
COPIES: Final = (
    "ESIANOTRLECSDPIGMUHBFNOATRSLEYKWVZDIGC"
    "PMUOBNSAFLHETJIGRWXDYSUQNAOVHTRHDLUEATINOREATINORSEAIOSEAIOEAIEE"
)
SORT_ORDER: Final = "JQXZKVWGCBPMFDLTRNUHAOIYES"
"""The order that visits the fewest blocks for random racks, with and without the suffix."""

MAX_COPIES: Final = 1 + max(Counter(COPIES).values())
NO_BIT: Final = -1
WORD_SIZE: Final = 64
FULL: Final = -1
"""All bits: a key that fits no rack of cards."""

BLOCK: Final = 8
N_LEVELS: Final = 4
CLASSES_BELOW_TOP: Final = BLOCK ** (N_LEVELS - 1)

TRAITS_LENGTH_SHIFT: Final = 4
TRAITS_DOUBLERS: Final = (1 << TRAITS_LENGTH_SHIFT) - 1
MAX_TRAITS_LENGTH: Final = 15

VOWEL_ENDS: Final = 1
ENDS_WITH_S: Final = 2
WORD_SHIFT: Final = 2

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

_FAR: Final = np.uint8(255)
"""The padding after a sorted word, above every letter."""
_PLACE: Final = np.full(256, _FAR, np.uint8)
"""The place in SORT_ORDER, from 1, by upper-case ASCII."""
_PLACE[[ord(letter) for letter in SORT_ORDER]] = np.arange(1, len(SORT_ORDER) + 1)

_CAN_BE_VOWEL: Final = np.zeros(256, np.bool_)
_CAN_BE_VOWEL[[ord(letter) for letter in (*VOWELS, "Y")]] = True

_ROWS_AT_ONCE: Final = 1 << 18


class Trie(NamedTuple):
    """The arrays of the trie.

    Attributes:
        keys: int64; the low words, by level: first the classes, padded with FULL to a multiple of
            CLASSES_BELOW_TOP; then an eighth as many, an eighth of that, and the top level, padded
            to whole blocks.
        more_keys: int64; the high words of the last classes; all classes before them have 0. FULL
            marks classes that can never be laid: too long, or with too many of a letter.
        traits: uint8 [n_classes]; bits 0 to 3 the doublers that the words may have, as a set of
            cards.DOUBLERS, with B if a word begins and ends with a vowel or a Y; bits 4 to 7 the
            number of letters, 15 for 15 or more.
        first_word: uint32 [n_classes + 1]; class i has words[first_word[i]:first_word[i + 1]].
        words: uint32 [n_words], by class and then alphabetically; bit 0 is set if the word begins
            and ends with a vowel or a Y, bit 1 if it ends with S; the rest is its number, its place
            in alphabetical order.
    """

    keys: Ints
    more_keys: Ints
    traits: Bytes
    first_word: npt.NDArray[np.uint32]
    words: npt.NDArray[np.uint32]


def _copy_bits() -> Ints:
    """Return the bit of each copy (from 0) of each letter (A first) in a key, or NO_BIT."""
    bits = np.full((MAX_COPIES, len(LETTERS)), NO_BIT, np.int64)
    so_far: Counter[str] = Counter()
    for bit, letter in enumerate(KEY_LETTERS + COPIES):
        bits[so_far[letter], LETTERS.index(letter)] = bit
        so_far[letter] += 1
    bits.flags.writeable = False
    return bits


COPY_BITS: Final = _copy_bits()


def _low_bits(letter: str) -> list[int]:
    """Return the low words of the keys with 0, 1, ... copies of a letter."""
    words = [0]
    for bit in COPY_BITS[:, LETTERS.index(letter)].tolist():
        words.append(words[-1] | (1 << bit if 0 <= bit < WORD_SIZE else 0))
    return words


_LOW_BITS: Final = {letter: _low_bits(letter) for letter in LETTERS}


def n_keys(n_classes: int) -> tuple[int, ...]:
    """Return the number of keys of each level, the lowest first."""
    n_tops = -(-n_classes // CLASSES_BELOW_TOP)
    whole = [n_tops * BLOCK**level for level in range(N_LEVELS - 1, 0, -1)]
    return (*whole, -(-n_tops // BLOCK) * BLOCK)


def low_word(letters: str) -> np.int64:
    """Return the low word of the key of any letters; copies without a bit are left out."""
    bits = 0
    for letter in {*letters}:
        bits |= _LOW_BITS[letter][min(letters.count(letter), MAX_COPIES)]
    return np.uint64(bits).astype(np.int64)


def fitting(trie: Trie, rack: np.int64) -> Ints:
    """Return the classes whose low word fits a rack, sorted.

    Kernels go down level by level. NumPy is faster in two long steps: it tests all keys of the
    third level, and then the 64 classes below each that fits.
    """
    n_low, n_middle, n_high, _ = n_keys(len(trie.traits))
    lowest, high = trie.keys[:n_low], trie.keys[n_low + n_middle :][:n_high]
    lacking = ~rack
    at = (high & lacking == 0).nonzero()[0]
    tested = lowest.reshape(n_high, -1).take(at, axis=0)
    places = (tested & lacking == 0).ravel().nonzero()[0]
    found: Ints = (at.take(places >> 6) << 6) + (places & 63)
    # A rack with all bits fits FULL, the padding behind the last class.
    return found[: found.searchsorted(len(trie.traits))]


def build(words: npt.NDArray[np.bytes_]) -> Trie:
    """Build the trie of different words, upper case A to Z, in alphabetical order, at least one.

    To save memory, only two matrices of all letters exist at once.
    """
    n, width = len(words), words.dtype.itemsize
    letters = np.ascontiguousarray(words).view(np.uint8).reshape(n, width)
    flags = np.concatenate([_flags(letters[rows]) for rows in _blocks(n)])
    places = np.empty((n, width), np.uint8)
    for rows in _blocks(n):
        places[rows] = np.sort(_PLACE[letters[rows]], axis=1)
    order = np.argsort(_as_text(places), kind="stable")
    places = places[order]
    is_new_class = np.ones(n, np.bool_)
    np.not_equal(_as_text(places)[1:], _as_text(places)[:-1], out=is_new_class[1:])
    classes = places[is_new_class]
    del places
    class_of_word = np.cumsum(is_new_class) - 1
    described = [_keys_and_traits(classes[rows]) for rows in _blocks(len(classes))]
    low, high, traits = (np.concatenate(parts) for parts in zip(*described, strict=True))
    has_vowel_ends = np.bincount(class_of_word, flags[order] & VOWEL_ENDS) > 0
    traits[~has_vowel_ends] &= ~np.uint8(_doubler("B"))
    # Classes without a high word come first.
    by_place = np.argsort(high != 0, kind="stable")
    class_of_word = np.argsort(by_place)[class_of_word]
    first_word = np.zeros(len(classes) + 1, np.uint32)
    np.cumsum(np.bincount(class_of_word), dtype=np.uint32, out=first_word[1:])
    by_class = np.argsort(class_of_word, kind="stable")
    entries = (order << WORD_SHIFT) | flags[order]
    return Trie(
        _with_levels(low[by_place]),
        high[by_place][np.count_nonzero(high == 0) :],
        traits[by_place],
        first_word,
        entries[by_class].astype(np.uint32),
    )


def _blocks(n: int) -> Iterator[slice]:
    return (slice(start, start + _ROWS_AT_ONCE) for start in range(0, n, _ROWS_AT_ONCE))


def _as_text(places: Bytes) -> npt.NDArray[np.bytes_]:
    """View the rows as entries that compare as a whole."""
    text: npt.NDArray[np.bytes_] = places.view(f"S{places.shape[1]}").ravel()
    return text


def _keys_and_traits(classes: Bytes) -> tuple[Ints, Ints, Bytes]:
    """Return both words of the key, and the traits with B, of rows of sorted places."""
    n = len(classes)
    bits = np.full((MAX_COPIES + 1, 256), NO_BIT)
    bits[:MAX_COPIES, _PLACE[[ord(letter) for letter in LETTERS]]] = COPY_BITS
    words = np.zeros((2, n), np.int64)
    has_key = np.ones(n, np.bool_)
    copy = np.zeros(n, np.int64)
    for column in range(classes.shape[1]):
        places = classes[:, column]
        if column:
            copy = np.where(places == classes[:, column - 1], np.minimum(copy + 1, MAX_COPIES), 0)
        is_letter = places != _FAR
        bit = bits[copy, places]
        has_key &= ~is_letter | (bit != NO_BIT)
        for word in range(2):
            mine = (bit >= 0) & (bit // WORD_SIZE == word)
            words[word, mine] |= np.int64(1) << bit[mine] % WORD_SIZE
    length = (classes != _FAR).sum(axis=1)
    words[1, ~has_key | (length > MAX_PLAYED_LETTERS)] = FULL
    vowels = np.isin(classes, [_PLACE[ord(letter)] for letter in VOWELS]).sum(axis=1)
    ys = (classes == _PLACE[ord("Y")]).sum(axis=1)
    traits = np.full(n, _doubler("B"))
    traits |= np.where(2 * (vowels + ys) >= length, _doubler("J"), 0)
    traits |= np.where((vowels == 1) | ((vowels == 0) & (ys > 0)), _doubler("K"), 0)
    traits |= np.where((classes == _PLACE[ord("Q")]).any(axis=1), _doubler("Q"), 0)
    traits |= np.minimum(length, MAX_TRAITS_LENGTH) << TRAITS_LENGTH_SHIFT
    return words[0], words[1], traits.astype(np.uint8)


def _doubler(letter: str) -> int:
    return 1 << DOUBLERS.index(letter)


def _with_levels(low: Ints) -> Ints:
    """Make `Trie.keys` from the low words of all classes."""
    sizes = n_keys(len(low))
    level = np.full(sizes[0], FULL, np.int64)
    level[: len(low)] = low
    levels = [level]
    for size in sizes[1:]:
        below = levels[-1]
        level = np.full(size, FULL, np.int64)
        level[: len(below) // BLOCK] = np.bitwise_and.reduce(below.reshape(-1, BLOCK), axis=1)
        levels.append(level)
    return np.concatenate(levels)


def _flags(letters: Bytes) -> Bytes:
    """Return bits 0 and 1 of `Trie.words` for rows of upper-case ASCII, padded with 0."""
    length = (letters != 0).sum(axis=1)
    last = letters[np.arange(len(letters)), length - 1]
    vowel_ends = _CAN_BE_VOWEL[letters[:, 0]] & _CAN_BE_VOWEL[last]
    ends_with_s = last == ord("S")
    flags: Bytes = (vowel_ends * VOWEL_ENDS + ends_with_s * ENDS_WITH_S).astype(np.uint8)
    return flags
