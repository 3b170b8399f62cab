"""lexicon/lexicon.py: the letters of all words as arrays."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.lexicon.lexicon import spelling_of
from letter_tycoon_solver.rules.ruleset import MAX_PLAYED_LETTERS

WORDS = ["TEA", "CAT", "A" * (MAX_PLAYED_LETTERS + 1), "B" * MAX_PLAYED_LETTERS, "SEATS"]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words(WORDS)


def test_every_word_is_at_its_number(lexicon: Lexicon) -> None:
    text, starts = spelling_of(lexicon)
    words = [text[a:b].tobytes().decode() for a, b in itertools.pairwise(starts)]
    assert words == list(lexicon) == sorted(WORDS)


def test_the_text_of_some_words(lexicon: Lexicon) -> None:
    spelled = spelling_of(lexicon)
    chosen = spelled.lengths <= 5
    assert spelled.text_of(chosen).tobytes().decode() == "CATSEATSTEA"
    assert len(spelled.text_of(np.zeros(len(WORDS), np.bool_))) == 0
