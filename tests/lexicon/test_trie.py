"""The trie of anagram classes: keys, levels, and what they say of a rack."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.lexicon import Lexicon, trie
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS, PATENT_COST
from letter_tycoon_solver.rules.ruleset import MAX_CARDS, MAX_PLAYED_LETTERS

SMALL_WORDS = st.sets(st.text("AESTXY", min_size=3, max_size=16), min_size=1, max_size=40)


def built(words: set[str]) -> trie.Trie:
    return trie.build(np.array(sorted(words), np.bytes_))


def classes_of(made: trie.Trie, words: set[str]) -> list[str]:
    """The sorted letters of each class."""
    ordered = sorted(words)
    first = made.words[made.first_word[:-1]] >> trie.WORD_SHIFT
    return ["".join(sorted(ordered[number])) for number in first.tolist()]


def test_each_copy_that_can_be_laid_has_a_bit() -> None:
    """Bits: as many as the deck has and can be held, one more with X, one more S with Z."""
    assert sorted(trie.COPY_BITS[trie.COPY_BITS != trie.NO_BIT].tolist()) == list(range(128))
    for place, letter in enumerate(LETTERS):
        n_bits = np.count_nonzero(trie.COPY_BITS[:, place] != trie.NO_BIT)
        assert n_bits == min(CARD_COUNT[letter], MAX_CARDS) + 1 + (letter == "S")


def test_first_copies_are_in_the_order_of_patents() -> None:
    assert [PATENT_COST[letter] for letter in trie.KEY_LETTERS] == sorted(PATENT_COST.values())
    assert sorted(trie.SORT_ORDER) == sorted(trie.KEY_LETTERS) == sorted(LETTERS)


@given(SMALL_WORDS)
def test_a_key_one_level_up_is_what_eight_have_in_common(words: set[str]) -> None:
    made = built(words)
    sizes = trie.n_keys(len(made.traits))
    assert sum(sizes) == len(made.keys)
    levels = np.split(made.keys, np.cumsum(sizes)[:-1])
    assert levels[0][len(made.traits) :].tolist() == [trie.FULL] * (sizes[0] - len(made.traits))
    for below, above in pairwise(levels):
        for number, key in enumerate(above.tolist()):
            block = below[number * trie.BLOCK : (number + 1) * trie.BLOCK].tolist()
            common = trie.FULL
            for one in block:
                common &= one
            assert key == common


@given(SMALL_WORDS)
def test_traits(words: set[str]) -> None:
    made = built(words)
    classes = classes_of(made, words)
    assert sorted(classes) == sorted({"".join(sorted(word)) for word in words})
    for letters, traits in zip(classes, made.traits.tolist(), strict=True):
        vowels, ys, n = sum(map(letters.count, "AEIOU")), letters.count("Y"), len(letters)
        ends = [word[0] + word[-1] for word in words if "".join(sorted(word)) == letters]
        assert traits >> trie.TRAITS_LENGTH_SHIFT == min(n, 15)
        assert bool(traits & 1) == any(set(two) <= set("AEIOUY") for two in ends)
        assert bool(traits & 2) == (2 * (vowels + ys) >= n)
        assert bool(traits & 4) == (vowels == 1 or (vowels == 0 and ys > 0))
        assert bool(traits & 8) == ("Q" in letters)


@given(SMALL_WORDS, st.text("AESTXY", max_size=20))
def test_what_fits_a_rack(words: set[str], rack: str) -> None:
    made = built(words)
    n_sure = len(made.traits) - len(made.more_keys)
    found = set(trie.fitting(made, trie.low_word(rack)).tolist())
    for number, letters in enumerate(classes_of(made, words)):
        if number < n_sure:
            assert (number in found) == (Counter(letters) <= Counter(rack))
        else:
            assert number in found or not Counter(letters) <= Counter(rack)


@pytest.mark.parametrize(
    ("word", "is_full"),
    [
        ("E" * 12, False),
        ("E" * 13, True),
        ("S" * 8, False),
        ("S" * 9, True),
        ("ZZZ", True),
        ("AE" * 6 + "T", False),
        ("AE" * 7, True),
    ],
)
def test_what_can_never_be_laid(word: str, is_full: bool) -> None:
    made = built({word, "TEA"})
    assert classes_of(made, {word, "TEA"}) == ["AET", "".join(sorted(word))]
    assert made.more_keys.tolist() == [made.more_keys[0]]
    assert (made.more_keys[0] == trie.FULL) == is_full
    assert len(word) <= MAX_PLAYED_LETTERS or is_full


@pytest.mark.parametrize("rack", [trie.KEY_LETTERS + trie.COPIES[:38], LETTERS * 12, LETTERS * 64])
@pytest.mark.parametrize("words", [["TEA"], ["TEA", "EAT", "ZZZ", "A" * 20]])
def test_a_rack_of_all_bits_finds_every_word_and_no_more(rack: str, words: list[str]) -> None:
    """Words that fill up a level fit such a rack."""
    lexicon = Lexicon.from_words(words)
    expected = [word for word in sorted(words) if Counter(word) <= Counter(rack)]
    assert lexicon.subanagrams(rack) == expected
    assert lexicon.anagrams(rack) == []
    assert lexicon.anagrams("A" * 20) == [word for word in words if len(word) == 20]
