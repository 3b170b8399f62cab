"""Lexicons of tables whose dictionaries differ in some words."""

from __future__ import annotations

import pickle

import pytest

from letter_tycoon_solver.errors import InvalidInputError, LexiconError
from letter_tycoon_solver.lexicon import Lexicon

BASE = Lexicon.from_words(["CAT", "ACT", "TEA", "SEAT"])


def test_some_words_more_and_some_less() -> None:
    lexicon = BASE.altered(["Eat", "TEAS"], ["cat"])
    assert list(lexicon) == ["ACT", "EAT", "SEAT", "TEA", "TEAS"]
    assert len(lexicon) == 5
    assert "eat" in lexicon
    assert "CAT" not in lexicon
    assert (lexicon.also, lexicon.without) == (("EAT", "TEAS"), ("CAT",))
    assert lexicon == Lexicon.from_words(["ACT", "EAT", "SEAT", "TEA", "TEAS"])
    assert lexicon.anagrams("TEA") == ["EAT", "TEA"]
    assert "CAT" in BASE
    assert (lexicon.base, lexicon.name) == (BASE, "unnamed (altered)")


def test_words_are_looked_up_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(*_: object) -> None:
        raise AssertionError

    lexicon = BASE.altered(["EAT"], ["CAT"])
    monkeypatch.setattr("letter_tycoon_solver.lexicon.lexicon.compile_words", compiled)
    assert [word in lexicon for word in ("EAT", "CAT", "ACT", "XYZ", "É", 3)] == [
        *(True, False, True, False, False, False)
    ]
    with pytest.raises(AssertionError):
        len(lexicon)


def test_without_a_difference_it_is_the_same() -> None:
    assert BASE.altered() is BASE
    assert BASE.altered(["CAT"], ["XYZ"]) is BASE
    assert (BASE.also, BASE.without, BASE.base) == ((), (), BASE)


def test_it_can_be_altered_again() -> None:
    lexicon = BASE.altered(["EAT"], ["CAT"])
    again = lexicon.altered(["CAT", "TAE"], ["ACT"])
    assert (again.also, again.without, again.base) == (("EAT", "TAE"), ("ACT",), BASE)
    assert lexicon.altered(["CAT"], ["EAT"]) is BASE


def test_it_is_pickled_with_its_list() -> None:
    lexicon = BASE.altered(["EAT"], ["CAT"])
    again = pickle.loads(pickle.dumps(lexicon))
    assert (again, again.also, again.without) == (lexicon, ("EAT",), ("CAT",))


@pytest.mark.parametrize("words", [["AT"], ["A1B"], ["É" * 3], ["A" * 65], "CAT", [3], 3])
def test_they_are_words(words: object) -> None:
    with pytest.raises(InvalidInputError):
        BASE.altered(words)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError):
        BASE.altered(without=words)  # type: ignore[arg-type]


def test_a_word_is_not_both() -> None:
    with pytest.raises(InvalidInputError, match="EAT is to be a word and to be none"):
        BASE.altered(["EAT"], ["eat"])


def test_no_word_may_be_left() -> None:
    lexicon = BASE.altered(without=list(BASE))
    assert "CAT" not in lexicon
    with pytest.raises(LexiconError, match="no word"):
        len(lexicon)
