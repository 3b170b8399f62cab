"""Positions, rules, word lists and rankings, by Hypothesis or by a seed, and what all must find."""

from __future__ import annotations

import random
import weakref
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from oracle import naive
from support.selection import NO_JIT

from letter_tycoon_solver import (
    DuplicateScope,
    Objective,
    Payout,
    Play,
    PlayedWord,
    Plays,
    Position,
    Ruleset,
    Stacking,
    adjudicate,
)
from letter_tycoon_solver.lexicon import lexicon
from letter_tycoon_solver.rules.ruleset import MAX_PAY, REFERENCE_PAYOUT, RULEBOOK_PAYOUT

LETTERS = "".join(naive.CARD_COUNTS)
DECK = "".join(letter * n for letter, n in naive.CARD_COUNTS.items())
ABILITIES = "BJKQVXZ"
ABILITY_SETS = ["".join(some) for n in range(8) for some in combinations(ABILITIES, n)]

RankBy = str | tuple[str, ...] | Objective

needs_jit = pytest.mark.skipif(NO_JIT, reason="takes too long with the kernels in plain Python")


def examples(n: int) -> settings:
    """Return settings for n examples, fewer if the kernels run as plain Python."""
    return settings(max_examples=max(2, n * settings().max_examples // 100))


# Rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The same rules for the package and for the oracle."""

    ruleset: Ruleset
    naive: naive.Rules


def make_rules(ruleset: Ruleset) -> Rules:
    """Make the oracle's copy of the rules; it takes unknown payouts as they are."""
    payout = {
        length: (ruleset.payout.coins[length], ruleset.payout.stock[length])
        for length in range(len(ruleset.payout.coins))
    }
    for known in (naive.RULEBOOK_PAYOUT, naive.REFERENCE_PAYOUT):
        if all(payout[length] == known[length] for length in range(3, 14)):
            payout = known
    stacking = ruleset.stacking.name.lower()
    return Rules(ruleset, naive.Rules(payout, stacking, ruleset.duplicate_scope.name.lower()))


ALL_RULES = [
    make_rules(Ruleset(payout, stacking, scope))
    for payout in (RULEBOOK_PAYOUT, REFERENCE_PAYOUT)
    for stacking, scope in product(Stacking, DuplicateScope)
]
"""Every combination of the fields that matter to a play."""


def _column(least: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw payouts by length, nothing below three letters; more letters may pay less."""
    return st.lists(st.integers(least, MAX_PAY), min_size=11, max_size=11).map(
        lambda pay: (0, 0, 0, *pay)
    )


# Every word pays coins, so that each doubler changes its earnings.
payouts = st.builds(Payout, _column(1), _column(0))
odd_rules = st.builds(
    Ruleset,
    payouts,
    st.sampled_from(Stacking),
    st.sampled_from(DuplicateScope),
    hand_size=st.just(8),
).map(make_rules)
"""Rules that no table uses: any payout, a hand of eight cards."""

large_community = make_rules(Ruleset(hand_size=4, community_size=7))
"""Rules with few hand cards: only here is it hard to tell if each word has one, and which."""


# Positions ---------------------------------------------------------------------------------------


@st.composite
def positions(
    draw: st.DrawFn, abilities: str | None = None, max_hand: int = 7, max_community: int = 3
) -> Position:
    """Draw any position; half of them have few letters, so that cards repeat.

    abilities   patents with an ability that the player owns; None for any
    """
    few = draw(st.none() | st.text(LETTERS, min_size=1, max_size=6))
    deck = DECK if few is None else [card for card in DECK if card in few + "AESY"]
    most = min(len(deck), max_hand + max_community)
    places = st.lists(st.integers(0, len(deck) - 1), min_size=1, max_size=most, unique=True)
    cards = "".join(deck[place] for place in draw(places))
    fewest_in_hand = max(1, len(cards) - max_community)
    n_hand = draw(st.integers(fewest_in_hand, max(fewest_in_hand, min(len(cards), max_hand))))
    if abilities is None:
        abilities = draw(st.sampled_from(ABILITY_SETS))
    n_opponents = draw(st.integers(0, 4))
    letter = st.sampled_from(cards) | st.sampled_from(LETTERS)
    owner = draw(st.dictionaries(letter, st.integers(0, n_opponents), max_size=10))
    for ability in ABILITIES:
        if ability in abilities:
            owner[ability] = 0
        elif owner.get(ability) == 0:
            del owner[ability]
    owned = [
        "".join(a for a in sorted(owner) if owner[a] == number) for number in range(n_opponents + 1)
    ]
    money = draw(st.integers(0, 12) | st.just(1000))
    return Position(cards[:n_hand], cards[n_hand:], owned[0], owned[1:], money)


def random_position(
    rng: random.Random, abilities: str, n_hand: int = 7, n_community: int = 3
) -> Position:
    """Make a position as in a game: cards from the deck, patents for 2 to 5 players."""
    cards = "".join(rng.sample(DECK, n_hand + n_community))
    others = [letter for letter in LETTERS if letter not in ABILITIES]
    rng.shuffle(others)
    opponents = [
        "".join(others[3 * i : 3 * i + rng.randint(0, 3)]) for i in range(rng.randint(1, 4))
    ]
    patents = abilities + "".join(others[12 : 12 + rng.randint(0, 2)])
    return Position(cards[:n_hand], cards[n_hand:], patents, opponents, rng.choice([0, 0, 2, 5, 9]))


# Words -------------------------------------------------------------------------------------------


@cache
def enable_words() -> list[str]:
    """Read the default word list without the package; upper case, at least three letters."""
    path = Path(__file__).parents[2] / "wordlists" / "enable.txt"
    return [word for word in path.read_text("ascii").upper().split() if len(word) > 2]


@cache
def _short_words(max_length: int) -> list[str]:
    return [word for word in enable_words() if len(word) <= max_length]


@cache
def _letter_counts(max_length: int) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Count each letter in each short word of the list."""
    words = _short_words(max_length)
    letters = np.frombuffer("".join(words).encode("ascii"), np.uint8) - np.int64(ord("A"))
    of_word = np.repeat(np.arange(len(words)), [len(word) for word in words])
    shape = len(LETTERS), len(words)
    flat = np.bincount(letters * len(words) + of_word, minlength=shape[0] * shape[1])
    return flat.astype(np.int8).reshape(shape)


@lru_cache(maxsize=4)
def _missing(cards: str, max_length: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """Count the letters of each short word that are not among the cards."""
    missing = np.zeros(len(_short_words(max_length)), np.int8)
    for column, letter in zip(_letter_counts(max_length), LETTERS, strict=True):
        missing += np.maximum(column - np.int8(cards.count(letter)), 0)
    return missing


def words_near(cards: str, n_missing: int, max_length: int = 13) -> list[str]:
    """Return the words of the list that lack at most so many of these cards."""
    words = _short_words(max_length)
    return [words[at] for at in np.flatnonzero(_missing(cards, max_length) <= n_missing)]


@st.composite
def word_lists(draw: st.DrawFn, position: Position, most: int = 12) -> list[str]:
    """Draw real words near the rack, and its letters in any order; some cannot be laid."""
    rack = position.hand + position.community
    words = st.text(rack + "S", min_size=3, max_size=6)
    if near := words_near(rack, 2, max_length=9):
        words |= st.sampled_from(near)
    return draw(st.lists(words, min_size=1, max_size=most, unique=True))


def random_words(rng: random.Random, position: Position, n_real: int, n_made_up: int) -> list[str]:
    """Make a list as `word_lists` does, from a seed; half of the real words are within reach."""
    rack = position.hand + position.community
    words = set()
    for n_missing in (0, 2):
        near = words_near(rack, n_missing, max_length=9)
        words |= set(rng.sample(near, min(len(near), n_real // 2)))
    for _ in range(n_made_up):
        words.add("".join(rng.choices(rack + "S", k=rng.randint(3, 6))))
    return sorted(words)


# Rankings ----------------------------------------------------------------------------------------

RANKINGS: list[RankBy] = [
    "margin",
    "stock",
    ("money", "stock", "-royalties", "patent_value"),
    ("-n_left", "money"),
    ("patent_value", "margin"),
    ("royalties", "-n_left"),
    ("n_left", "-royalties", "stock"),
    Objective(money=0.5, stock=2, royalties=-0.25, n_left=0.125),
    Objective(patents={"A": 3, "e": 2.5, "S": -1, "Q": 4.5}, n_left=-0.1),
    Objective(royalties=1, patent_value=0.3),
]
"""Rankings that never prefer less money, less stock or a cheaper patent."""

_weights = st.floats(-1000, 1000)
any_ranking: st.SearchStrategy[RankBy] = (
    st.permutations(["margin", "money", "stock", "royalties", "patent_value", "n_left"])
    .flatmap(lambda keys: st.integers(1, 6).map(lambda n: keys[:n]))
    .flatmap(lambda keys: st.tuples(*(st.sampled_from([key, f"-{key}"]) for key in keys)))
) | st.builds(
    Objective,
    *[_weights] * 5,
    st.dictionaries(st.sampled_from(LETTERS), _weights, max_size=4),
)


def with_limits(n: int) -> Iterator[int]:
    """Yield some lengths of a list of n plays, and a longer one."""
    yield from sorted({1, 2, 5, n // 2, n - 1, n, n + 1} - {-1, 0})


# Solver, referee and the naive oracle on one position ---------------------------------------------


Earning = Play | naive.NaivePlay


def earnings(play: Earning) -> tuple[object, ...]:
    """Return everything that a play earns."""
    return (
        play.money, play.stock, play.royalties, play.purchasable, play.patent_value, play.leave
    )  # fmt: skip


def naive_plays(position: Position, words: Iterable[str], rules: Rules) -> list[naive.NaivePlay]:
    """Return every play that the oracle finds."""
    return naive.all_plays(
        position.hand,
        position.community,
        position.patents,
        position.opponents,
        position.money,
        words,
        rules.naive,
    )


def variant_of(play: Play) -> naive.Turn:
    """Return what distinguishes the play from others, in the oracle's terms."""
    return tuple(
        sorted(
            naive.WordVariant(
                played.word,
                played.letters_from("d"),
                "s" in played.sources,
                "".join(sorted(played.letters_from("h"))),
                "".join(sorted(played.letters_from("c"))),
            )
            for played in play.words
        )
    )


def metrics_of(play: Earning) -> dict[str, Fraction]:
    """Return all that plays are ranked by; royalties are the average over the opponents."""
    average = Fraction(sum(play.royalties), max(1, len(play.royalties)))
    return {
        "money": Fraction(play.money),
        "stock": Fraction(play.stock),
        "royalties": average,
        "patent_value": Fraction(play.patent_value),
        "n_left": Fraction(len(play.leave)),
        "margin": play.money + play.stock - average,
    }


def score(play: Earning, rank_by: RankBy) -> tuple[Fraction, ...]:
    """Return the ranking as numbers to compare: more is better."""
    metrics = metrics_of(play)
    if isinstance(rank_by, Objective):
        worth = dict(rank_by.patents)
        total = Fraction(max([0, *(round(worth.get(a, 0) * 10**6) for a in play.purchasable)]))
        for name in ("money", "stock", "royalties", "patent_value", "n_left"):
            total += round(getattr(rank_by, name) * 10**6) * metrics[name]
        return total, metrics["patent_value"], metrics["n_left"]
    keys = (rank_by,) if isinstance(rank_by, str) else rank_by
    numbers = [-metrics[key[1:]] if key[0] == "-" else metrics[key] for key in keys]
    return (*numbers, metrics["patent_value"], metrics["n_left"])


def check_order(plays: Plays, rank_by: RankBy) -> None:
    """Check that the score falls, and that the alphabet breaks ties."""
    ranks = [
        ([-number for number in score(play, rank_by)], [played.word for played in play.words])
        for play in plays
    ]
    assert ranks == sorted(ranks)


def pay(play: naive.NaivePlay) -> tuple[int, int]:
    """By what a word is doubled where the ranking sees no difference: all pay, then money."""
    return play.money + play.stock, play.money


def check_every_variant(plays: Plays, expected: Sequence[naive.NaivePlay], rank_by: RankBy) -> None:
    """Check `variants="all"`: exactly the oracle's variants, each paid in its best way."""
    by_variant = defaultdict(list)
    for way in expected:
        by_variant[way.variant].append(way)
    found = {variant_of(play): play for play in plays}
    assert len(found) == len(plays)
    assert found.keys() == by_variant.keys()
    for variant, play in found.items():
        best = max(by_variant[variant], key=lambda other: (score(other, rank_by), *pay(other)))
        assert earnings(play) == earnings(best)


def check_best_of_words(plays: Plays, expected: Sequence[naive.NaivePlay], rank_by: RankBy) -> None:
    """Check `variants="best"`: the oracle's words and pairs once each, each in a best way."""
    best: dict[tuple[str, ...], tuple[Fraction, ...]] = {}
    variants = set()
    for way in expected:
        variants.add(way.variant)
        earned = score(way, rank_by)
        best[way.words] = max(best.get(way.words, earned), earned)
    found = [tuple(played.word for played in play.words) for play in plays]
    assert sorted(found) == sorted(best)
    for words, play in zip(found, plays, strict=True):
        assert words == tuple(sorted(words))
        assert score(play, rank_by) == best[words]
        assert variant_of(play) in variants


def check_judged(
    plays: Iterable[Play], position: Position, lexicon: Container[str], ruleset: Ruleset
) -> None:
    """Check that the referee agrees on each play, also when reading its notation."""
    for play in plays:
        judged = adjudicate(
            position, play.words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
        )
        assert judged == play
        assert adjudicate(position, play.notation, lexicon, ruleset=ruleset) == play


def check_accepted(
    expected: Iterable[naive.NaivePlay],
    position: Position,
    lexicon: Container[str],
    ruleset: Ruleset,
) -> None:
    """Check that the referee accepts the oracle's plays with the same earnings."""
    for play in expected:
        words = [
            PlayedWord(variant.word, sources, y_as)
            for variant, sources, y_as in zip(play.variant, play.sources, play.y_as, strict=True)
        ]
        judged = adjudicate(
            position, words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
        )
        assert variant_of(judged) == play.variant
        assert earnings(judged) == earnings(play)


# Word lists in files, and a process that has loaded none ------------------------------------------


def write_list(folder: Path, content: str | bytes, name: str = "words.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process forget its lexicons."""
    monkeypatch.setattr(lexicon, "_alive", weakref.WeakValueDictionary())
