"""Compare solver, referee and the naive oracle on one position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from oracle import naive
from support.strategies import RankBy, Rules

from letter_tycoon_solver import (
    Objective,
    Play,
    PlayedWord,
    Plays,
    Position,
    Ruleset,
    adjudicate,
    parse_play,
)


class Earning(Protocol):
    """The fields that plays of the package and of the oracle share."""

    @property
    def money(self) -> int: ...
    @property
    def stock(self) -> int: ...
    @property
    def royalties(self) -> tuple[int, ...]: ...
    @property
    def purchasable(self) -> str: ...
    @property
    def patent_value(self) -> int: ...
    @property
    def leave(self) -> str: ...


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


def score(play: Earning, rank_by: RankBy) -> tuple[Fraction, ...]:
    """Return the ranking as numbers to compare: more is better."""
    average = Fraction(sum(play.royalties), max(1, len(play.royalties)))
    metrics = {
        "money": Fraction(play.money),
        "stock": Fraction(play.stock),
        "royalties": average,
        "patent_value": Fraction(play.patent_value),
        "n_left": Fraction(len(play.leave)),
        "margin": play.money + play.stock - average,
    }
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
        assert parse_play(play.notation, position, lexicon=lexicon, ruleset=ruleset) == play


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
