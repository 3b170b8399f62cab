"""Words that are spelled like another but for one letter, against a search of the whole list."""

from __future__ import annotations

import pytest
from support.selection import quick

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.definitions.word_facts import NearWords


def without_one(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


@pytest.mark.parametrize(
    "word", quick(3, ["HART", "HARTX", "Q", "EEL", "JEWELS", "ZZZZ", "SYZYGY"])
)
def test_near_words_are_those_of_the_whole_list(word: str) -> None:
    lexicon = Lexicon.load("common")
    near = NearWords.of(word, lexicon)
    assert list(near.more) == [one for one in lexicon if word in without_one(one)]
    assert list(near.less) == [one for one in lexicon if one in without_one(word)]
    assert list(near.other) == [
        one
        for one in lexicon
        if len(one) == len(word) and sum(a != b for a, b in zip(one, word, strict=True)) == 1
    ]
