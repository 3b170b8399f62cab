"""Full racks on the default list: a Counter over the list, the referee, limits with pairs."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.agreement import check_judged
from support.no_jit import NO_JIT
from support.selection import quick
from support.strategies import enable_words, needs_jit, random_position

from letter_tycoon_solver import RULEBOOK, Lexicon, Position, find_plays

N_RACKS = 4 if NO_JIT else 12


def test_the_lexicon_is_the_list(lexicon: Lexicon) -> None:
    assert list(lexicon) == enable_words()


def can_lay(word: str, position: Position) -> bool:
    """Can the cards lay the word, with the X duplicate and the Z suffix if owned?"""
    rack = Counter(position.hand + position.community)
    endings = [word]
    if "Z" in position.patents and word.endswith("S"):
        endings.append(word[:-1])
    for letters in endings:
        copies = [""]
        if "X" in position.patents:
            copies += [a for a, n in Counter(letters).items() if n > 1 and len(letters) > 3]
        for copy in copies:
            cards = Counter(letters) - Counter(copy)
            if cards <= rack and set(cards) & set(position.hand):
                return True
    return False


@pytest.mark.parametrize("abilities", quick(1, ["XZ", "", "X", "Z"]))
def test_words_against_a_counter(abilities: str, lexicon: Lexicon) -> None:
    rng = random.Random(f"words {abilities}")
    for _ in range(N_RACKS):
        position = random_position(rng, abilities)
        letters = set(position.hand + position.community + "S")
        expected = [w for w in enable_words() if letters.issuperset(w) and can_lay(w, position)]
        plays = find_plays(position, lexicon)
        assert sorted(play.words[0].word for play in plays) == expected
        check_judged(plays, position, lexicon, RULEBOOK)


@pytest.mark.parametrize("abilities", ["V", "KVZ", "BJKQVXZ"])
@needs_jit
def test_the_best_pairs_are_the_first_of_all(abilities: str, lexicon: Lexicon) -> None:
    rng = random.Random(f"pairs {abilities}")
    for _ in range(8):
        position = random_position(rng, abilities)
        every = find_plays(position, lexicon)
        assert find_plays(position, lexicon, limit=20) == every[:20]
        assert find_plays(position, lexicon, limit=1000) == every[:1000]
        words = [tuple(word.word for word in play.words) for play in every[:3000]]
        assert len(set(words)) == len(words)
        check_judged(rng.sample(list(every), min(len(every), 150)), position, lexicon, RULEBOOK)


@needs_jit
def test_limits_of_all_variants(lexicon: Lexicon) -> None:
    rng = random.Random("variants")
    for abilities in ("", "X", "JXZ", "KV"):
        position = random_position(rng, abilities, n_hand=6)
        every = find_plays(position, lexicon, variants="all")
        assert every.n_legal == len(every)
        for limit in (1, 20, len(every) // 2):
            assert find_plays(position, lexicon, limit=limit, variants="all") == every[:limit]
        check_judged(rng.sample(list(every), min(len(every), 100)), position, lexicon, RULEBOOK)


@needs_jit
def test_all_pairs_of_two_words_that_share_no_card(lexicon: Lexicon) -> None:
    """V alone: which pairs there are follows from the cards, by Counters."""
    rng = random.Random("V")
    position = random_position(rng, "V", n_hand=6, n_community=2)
    rack, hand = Counter(position.hand + position.community), Counter(position.hand)
    letters = set(rack)
    words = [w for w in enable_words() if letters.issuperset(w) and can_lay(w, position)]
    expected = {
        (one, other)
        for at, one in enumerate(words)
        for other in words[at:]
        if len(one) + len(other) <= rack.total()
        and Counter(one + other) <= rack
        and _each_has_a_hand_card(one, other, hand)
    }
    plays = find_plays(position, lexicon)
    pairs = {tuple(word.word for word in play.words) for play in plays if len(play.words) == 2}
    assert pairs == expected
    assert len(pairs) > 20


def _each_has_a_hand_card(one: str, other: str, hand: Counter[str]) -> bool:
    return any(Counter(a + b) <= hand for a in one for b in other)
