"""Single cases of find_plays that random positions meet too rarely."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace

import pytest

from letter_tycoon_solver import (
    RULEBOOK,
    InvalidInputError,
    Lexicon,
    Payout,
    Position,
    Stacking,
    adjudicate,
    find_plays,
)


def test_a_class_of_more_words_than_sixteen_bits_count() -> None:
    permutations = map("".join, itertools.permutations("ABCDEFGHI"))
    lexicon = Lexicon.from_words(itertools.islice(permutations, 66_000))
    plays = find_plays(Position("ABCDEFG", "HI"), lexicon)
    assert len(plays) == plays.n_legal == 66_000
    assert plays[0].words[0].word == "ABCDEFGHI"


@pytest.mark.parametrize("rank_by", ["money", "n_left", ("royalties", "money"), "margin"])
def test_equal_scores_go_to_what_pays_more(rank_by: str) -> None:
    """K doubles QOPH or STRAND: $12 either way, but STRAND has stock."""
    position = Position("QOPHSTR", "AND", patents="KV")
    plays = find_plays(position, Lexicon.from_words(["QOPH", "STRAND"]), rank_by=rank_by)
    pair = next(play for play in plays if len(play.words) == 2)
    assert (pair.money, pair.stock, pair.doublers) == (12, 2, ("Q", "K"))


@pytest.mark.parametrize("stacking", Stacking)
@pytest.mark.parametrize("rank_by", ["margin", "-margin"])
def test_no_doubler_is_wasted_by_who_prefers_to_lose(stacking: Stacking, rank_by: str) -> None:
    """At most one doubler counts, so B and J on the same word would leave one of them idle."""
    ruleset = replace(RULEBOOK, stacking=stacking)
    position = Position("AAAQU", "AEY", patents="BJKQV")
    lexicon = Lexicon.from_words(["AAA", "AEY", "QUA"])
    plays = find_plays(position, lexicon, ruleset, rank_by)
    assert any(len(play.words) == 2 for play in plays)
    for play in plays:
        judged = adjudicate(
            position, play.words, lexicon=lexicon, ruleset=ruleset, doublers=play.doublers
        )
        assert judged == play


def test_a_word_that_is_not_there_pays_nothing() -> None:
    for entry in ("coins", "stock"):
        with pytest.raises(InvalidInputError, match="give 0 for lengths below 3"):
            replace(RULEBOOK.payout, **{entry: (5,) * 14})


def test_longer_words_may_pay_less() -> None:
    payout = Payout(coins=(0, 0, 0, *range(20, 9, -1)), stock=(0,) * 14)
    ruleset = replace(RULEBOOK, payout=payout)
    position = Position("CATSUP", "", "KV")
    plays = find_plays(position, Lexicon.from_words(["CAT", "CATS", "SUP"]), ruleset)
    assert [play.money for play in plays] == [60, 40, 40, 38]
    for play in plays:
        judged = adjudicate(position, play.words, ruleset=ruleset, doublers=play.doublers)
        assert judged == play


def test_plays_pickle_without_the_lexicon() -> None:
    enable = Lexicon.load()
    plays = find_plays(Position("JWLEANZ", "EES"), enable)
    pickled = pickle.dumps(plays)
    assert len(pickled) < 20_000
    again = pickle.loads(pickled)
    assert again == plays
    assert again.n_legal == plays.n_legal


def test_which_of_two_words_takes_the_hand_card() -> None:
    """T is in the hand and the community. TEA is first, by E, wherever the trie has them."""
    plays = find_plays(Position("TEAONXQ", "TBB", "V"), Lexicon.from_words(["TEA", "TON", "TIP"]))
    pair = next(play for play in plays if len(play.words) == 2)
    assert [(word.word, word.sources) for word in pair.words] == [("TEA", "hhh"), ("TON", "chh")]
