"""The words of a rack as one would find them without this package.

Each function prepares the words and returns a search: rack -> the words, sorted.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable

import marisa_trie

Way = Callable[[str], list[str]]


def by_sorted_letters(words: Iterable[str]) -> dict[str, list[str]]:
    """The words of each anagram class."""
    anagrams: dict[str, list[str]] = {}
    for word in words:
        anagrams.setdefault("".join(sorted(word)), []).append(word)
    return anagrams


def counter_over_the_list(words: Iterable[str]) -> Way:
    """A look at every word."""
    counted = [(word, Counter(word)) for word in words]

    def find(rack: str) -> list[str]:
        cards = Counter(rack)
        return sorted(word for word, letters in counted if letters <= cards)

    return find


def crossing_off_cards(words: Iterable[str]) -> Way:
    """Every word that is no longer than the rack, its cards crossed off until one is missing.

    So does the word generator for Letter Tycoon that people use today, a page in a browser.
    """
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)

    def fits(word: str, cards: list[str]) -> bool:
        for letter in word:
            if letter not in cards:
                return False
            cards.remove(letter)
        return True

    def find(rack: str) -> list[str]:
        listed = (word for n in range(3, len(rack) + 1) for word in by_length.get(n, ()))
        return sorted(word for word in listed if fits(word, list(rack)))

    return find


def classes_by_dict(anagrams: dict[str, list[str]], rack: str) -> set[str]:
    """The sorted letters of the words: a dict of them is asked for every part of the rack."""
    letters = sorted(rack)
    sizes = range(3, len(letters) + 1)
    parts = ("".join(part) for n in sizes for part in itertools.combinations(letters, n))
    return {part for part in parts if part in anagrams}


def dict_and_combinations(words: Iterable[str]) -> Way:
    """A dict of sorted words, asked for every part of the rack."""
    anagrams = by_sorted_letters(words)
    return lambda rack: sorted(
        word for key in classes_by_dict(anagrams, rack) for word in anagrams[key]
    )


def marisa_trie_only(words: Iterable[str]) -> Way:
    """A marisa-trie of sorted words, walked letter by letter while any word begins so."""
    anagrams = by_sorted_letters(words)
    trie = marisa_trie.Trie(anagrams)

    def extend(prefix: str, letters: list[str], found: set[str]) -> None:
        for at, letter in enumerate(letters):
            if at and letters[at - 1] == letter:
                continue
            longer = prefix + letter
            if longer in trie:
                found.add(longer)
            if trie.has_keys_with_prefix(longer):
                extend(longer, letters[at + 1 :], found)

    def find(rack: str) -> list[str]:
        found: set[str] = set()
        extend("", sorted(rack), found)
        return sorted(word for key in found for word in anagrams[key])

    return find
