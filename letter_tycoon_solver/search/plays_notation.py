"""The notation of many plays at once, see play.py: no object a play.

A text is a row of ASCII, 0 where there is nothing, so that pieces of text stand side by side in
columns of the same width; `packed` leaves the zeros out.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.cards import BY_PATENT_COST, LETTERS, VOWELS

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

BLOCK: Final = 1 << 16
"""Rows that are written at a time, to bound the memory."""
_A: Final = ord("A")
_TO_LOWER: Final = ord("a") - _A
_NONE: Final = 255
_FIELD_BITS, _FIELD = 5, 31
_VOWEL_CODES: Final = np.array([ord(letter) for letter in sorted(VOWELS)], np.uint8)
_DOUBLER_CODES: Final = np.frombuffer(b"BJKQ", np.uint8)
_B_OR_J, _K = 3, 4
_IN_SLOT_ORDER: Final = [LETTERS.index(letter) for letter in reversed(BY_PATENT_COST)]
_JOIN: Final = np.frombuffer(b" & ", np.uint8)


class PackedTexts(NamedTuple):
    """Texts one behind the other.

    data      uint8; ASCII
    offsets   int32 [n + 1]; text i is data[offsets[i]:offsets[i + 1]]
    """

    data: Bytes
    offsets: npt.NDArray[np.int32]

    def to_list(self) -> list[str]:
        """The texts as strings."""
        text, ends = self.data.tobytes().decode("ascii"), self.offsets.tolist()
        return [text[start:end] for start, end in itertools.pairwise(ends)]


def packed(texts: Bytes) -> PackedTexts:
    """Texts of a column, uint8 [n, width], without the zeros."""
    offsets = np.zeros(len(texts) + 1, np.int32)
    np.cumsum(np.count_nonzero(texts, axis=1), out=offsets[1:])
    return PackedTexts(np.ascontiguousarray(texts[texts != 0]), offsets)


def notations(
    plays: npt.NDArray[np.void],
    words: tuple[Bytes, Bytes],
    hands: Bytes,
    communities: Bytes,
    owns_z: npt.NDArray[np.bool_],
) -> PackedTexts:
    """The notation of each play, as `Play.notation`; nothing for a row without a play.

    Args:
        plays: array [n] of plays.PLAY_DTYPE.
        words: the first and the second words, each uint8 [n, width].
        hands: uint8 [n, width], the cards of the position of each play.
        communities: uint8 [n, width], likewise.
        owns_z: bool [n], whether the player to move owns the patent Z.

    Returns:
        n texts.
    """
    parts = []
    for start in range(0, len(plays), BLOCK):
        step = slice(start, start + BLOCK)
        starts = _first_bits(hands[step], communities[step], owns_z[step])
        first, second = (
            _of_word(plays[step], at, word[step], starts) for at, word in enumerate(words)
        )
        join = np.where((plays["n_words"][step] == 2)[:, None], _JOIN, np.uint8(0))
        parts.append(packed(np.hstack([first, join, second])))
    if not parts:
        return packed(np.zeros((0, 0), np.uint8))
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    offsets = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=offsets[1:])
    return PackedTexts(np.concatenate([part.data for part in parts]), offsets)


def _first_bits(hands: Bytes, communities: Bytes, owns_z: npt.NDArray[np.bool_]) -> Ints:
    """By letter where its field begins in `from_hand`, see _kernels/desk_layout.py.

    int64 [n, 26]; -1 for a letter without a field.
    """
    there = np.zeros((len(hands), len(LETTERS)), np.bool_)
    for cards in (hands, communities):
        rows, places = np.nonzero(cards)
        there[rows, cards[rows, places] - _A] = True
    there[owns_z, LETTERS.index("S")] = True
    starts = np.full(there.shape, -1, np.int64)
    in_order = there[:, _IN_SLOT_ORDER]
    numbers = (np.cumsum(in_order, axis=1) - 1) * _FIELD_BITS
    starts[:, _IN_SLOT_ORDER] = np.where(in_order, numbers, -1)
    return starts


def _of_word(plays: npt.NDArray[np.void], at: int, word: Bytes, starts: Ints) -> Bytes:
    """The notation of the words at 0 or 1 of the plays, with their Ys and doublers."""
    doublers = plays["doublers"][:, at].astype(np.int64)
    return np.hstack(
        [
            _letters(plays, at, word, starts),
            _ys(word, doublers),
            _marked("*", _DOUBLER_CODES * (doublers[:, None] >> np.arange(4) & 1).astype(np.uint8)),
        ]
    )


def _letters(plays: npt.NDArray[np.void], at: int, word: Bytes, starts: Ints) -> Bytes:
    """The letters with their sources: three columns for each, as in "(E)" or "+S".

    From the right: the suffix is the last letter, the duplicate the last of its letter, and of
    equal letters the community's come first.
    """
    n, width = word.shape
    rows = np.arange(n)
    in_hand = np.where(
        starts >= 0, plays["from_hand"][:, at].astype(np.int64)[:, None] >> starts & _FIELD, 0
    )
    suffix_at = np.where(plays["suffix_word"] == at, np.count_nonzero(word, axis=1) - 1, -1)
    duplicate = np.where(plays["duplicate_word"] == at, plays["duplicate"], _NONE)
    pieces = np.zeros((n, width, 3), np.uint8)
    for place in reversed(range(width)):
        code = word[:, place]
        letter = np.where(code > 0, code - _A, 0).astype(np.int64)
        is_suffix = suffix_at == place
        is_duplicate = ~is_suffix & (code > 0) & (duplicate == letter)
        is_card = ~is_suffix & ~is_duplicate & (code > 0)
        is_hand = is_card & (in_hand[rows, letter] > 0)
        in_hand[rows, letter] -= is_hand
        duplicate = np.where(is_duplicate, _NONE, duplicate)
        pieces[:, place, 0] = ord("(") * is_duplicate + ord("+") * is_suffix
        pieces[:, place, 1] = code + np.uint8(_TO_LOWER) * (is_card & ~is_hand)
        pieces[:, place, 2] = ord(")") * is_duplicate
    return pieces.reshape(n, 3 * width)


def _ys(word: Bytes, doublers: Ints) -> Bytes:
    """Return how each Y is declared, the same as plays._declare_ys."""
    is_y = word == ord("Y")
    has_vowel = np.isin(word, _VOWEL_CODES).any(axis=1)
    is_first_y = is_y & (np.cumsum(is_y, axis=1) == 1)
    all_vowels = (doublers & _B_OR_J) != 0
    one_vowel = ~all_vowels & ((doublers & _K) != 0) & ~has_vowel
    is_vowel = all_vowels[:, None] | (one_vowel[:, None] & is_first_y)
    return _marked("/", np.where(is_vowel, ord("v"), ord("c")).astype(np.uint8) * is_y)


def _marked(mark: str, texts: Bytes) -> Bytes:
    """The texts with a mark before those that are not empty."""
    marks = np.where(texts.any(axis=1), ord(mark), 0).astype(np.uint8)
    return np.hstack([marks[:, None], texts])
