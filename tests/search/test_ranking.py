"""Objectives, rank keys and ties: weights as one integer, and the order that comes of it."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import (
    LETTERS,
    RankBy,
    any_ranking,
    check_order,
    examples,
    odd_rules,
    positions,
    score,
    word_lists,
)

from letter_tycoon_solver import InvalidInputError, Lexicon, Objective, Play, Position, find_plays
from letter_tycoon_solver.evaluation.ranking import (
    MAX_WEIGHT,
    NEVER,
    RANK_KEYS,
    parse_rank_by,
    weights_of,
)
from letter_tycoon_solver.evaluation.tables import MAX_KEPT, NEVER_KEPT

WORDS = ["JEWELS", "JEWEL", "WEASEL", "WALE", "LANE", "LAZE", "EEL", "ZEE", "SEE", "ALE", "ZEAL"]
POSITION = Position("JWLEANZ", "EES", "K", ["E", "LA"], 3)


def plays_by(rank_by: RankBy) -> list[Play]:
    return list(find_plays(POSITION, Lexicon.from_words(WORDS), rank_by=rank_by))


# Objective ---------------------------------------------------------------------------------------


def test_an_objective_is_a_value() -> None:
    objective = Objective(money=2, patents={"e": 3, "A": np.float64(0.5)})
    assert objective.patents == (("A", 0.5), ("E", 3.0))
    same = Objective(2.0, patents=(("E", 3), ("A", 0.5)))
    for other in (same, pickle.loads(pickle.dumps(objective))):
        assert other == objective
        assert hash(other) == hash(objective)
    assert objective != Objective(money=2)
    assert Objective().royalties == -1.0


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), 1000.1, -1001, "1", None, True, 1j])
def test_bad_weights(weight: object) -> None:
    for name in ("money", "stock", "royalties", "patent_value", "n_left"):
        with pytest.raises(InvalidInputError, match=f"the weight of {name} is .* -1000 to 1000"):
            Objective(**{name: weight})  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="the weight of patent E is"):
        Objective(patents={"E": weight})  # type: ignore[dict-item]


@pytest.mark.parametrize("weight", [10**400, np.complex64(1)])
def test_bad_numbers(weight: object) -> None:
    with pytest.raises(InvalidInputError, match="the weight of money is"):
        Objective(money=weight)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "patents",
    [
        {"": 1},
        {"AB": 1},
        {"É": 1},
        {"\N{LATIN SMALL LETTER LONG S}": 1},
        {"1": 1},
        {1: 1},
        {"j": 1, "J": 2},
        5,
        None,
        ["J"],
        "JK",
    ],
)
def test_bad_patents(patents: object) -> None:
    with pytest.raises(InvalidInputError, match=r"patents? of an objective"):
        Objective(patents=patents)  # type: ignore[arg-type]


def test_the_parts_about_cards_are_values_too() -> None:
    objective = Objective(kept={"e": 1, "A": 2}, balance=[[0, 1], (2,)], community={"Q": -0.5})
    assert objective.kept == (("A", 2.0), ("E", 1.0))
    assert objective.balance == ((0.0, 1.0), (2.0,))
    assert objective.community == (("Q", -0.5),)
    same = Objective(kept=objective.kept, balance=objective.balance, community=objective.community)
    for other in (same, pickle.loads(pickle.dumps(objective))):
        assert other == objective
        assert hash(other) == hash(objective)
    assert objective != Objective()
    other = objective.with_letters({"J": 3}, {"E": 2}, {})
    assert other == Objective(kept={"E": 2}, balance=same.balance, patents={"J": 3})
    assert objective.patents == ()
    assert other.with_letters({}, dict(same.kept), dict(same.community)) == objective
    with pytest.raises(InvalidInputError, match="no balance"):
        Objective().with_letters({}, {"E": 2}, {})
    assert Objective(balance=[[0, NEVER_KEPT]]).balance == ((0.0, NEVER_KEPT),)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), 1000.1, "1", None, True])
def test_bad_weights_of_cards(weight: object) -> None:
    with pytest.raises(InvalidInputError, match="the weight of kept E is"):
        Objective(kept={"E": weight}, balance=((0, 0),))  # type: ignore[dict-item]
    with pytest.raises(InvalidInputError, match="the weight of community E is"):
        Objective(community={"E": weight})  # type: ignore[dict-item]
    with pytest.raises(InvalidInputError, match="a balance of 1 vowels and 2 others"):
        Objective(balance=((0,), (0, 0, weight)))  # type: ignore[arg-type]


@pytest.mark.parametrize("letters", [{"AB": 1}, {"1": 1}, {"j": 1, "J": 2}, 5, "JK"])
def test_bad_letters_of_cards(letters: object) -> None:
    with pytest.raises(InvalidInputError, match="kept cards of an objective"):
        Objective(kept=letters, balance=((0, 0),))  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="community cards of an objective"):
        Objective(community=letters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "balance",
    [5, None, "0", [0.0, 1.0], [[]], [[], [1.0]], [[0.0] * 9], [[0.0]] * 9],
    ids=str,
)
def test_odd_shapes_of_a_balance(balance: object) -> None:
    with pytest.raises(InvalidInputError, match=r"the balance of an objective is .* at most 8"):
        Objective(balance=balance)  # type: ignore[arg-type]


def test_a_balance_begins_with_nothing_and_kept_cards_need_one() -> None:
    with pytest.raises(InvalidInputError, match=r"begins with 0\.5; begin it with 0"):
        Objective(balance=((0.5, 1), (1, 1)))
    with pytest.raises(InvalidInputError, match="kept cards and no balance"):
        Objective(kept={"E": 1})


# Weights -----------------------------------------------------------------------------------------


def test_rank_keys() -> None:
    assert RANK_KEYS == ("margin", "money", "stock", "royalties", "patent_value", "n_left")
    assert parse_rank_by("money") == ("money",)
    assert parse_rank_by(["-money", "n_left"]) == ("-money", "n_left")


def weighed(rank_by: RankBy, n_opponents: int, metrics: list[int]) -> int:
    """The score of money, stock, royalties, patent value and leave."""
    weights = weights_of(parse_rank_by(rank_by), n_opponents)
    return sum(int(w) * n for w, n in zip(weights[:5], metrics, strict=True))


metrics_of_a_play = st.tuples(
    st.integers(0, 1600), st.integers(0, 1600), st.integers(0, 11), st.integers(0, 10),
    st.integers(0, 10),
)  # fmt: skip


@examples(500)
@given(any_ranking, st.integers(0, 4), metrics_of_a_play, metrics_of_a_play)
def test_one_integer_compares_as_all_the_keys(
    rank_by: RankBy, n_opponents: int, one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """No key reaches into the next, whatever the values; nothing leaves 64 bits."""

    def exact(metrics: tuple[int, ...]) -> tuple[object, ...]:
        money, stock, royalties, patent_value, leave = metrics
        each = (royalties, *[0] * (n_opponents - 1)) if n_opponents else ()
        return score(Play((), (), money, stock, each, "", patent_value, "A" * leave), rank_by)

    if n_opponents == 0:
        one, other = ((*values[:2], 0, *values[3:]) for values in (one, other))
    scores = [weighed(rank_by, n_opponents, list(metrics)) for metrics in (one, other)]
    assert all(abs(number) < 1 << 62 for number in scores)
    assert (scores[0] < scores[1]) == (exact(one) < exact(other))
    assert (scores[0] == scores[1]) == (exact(one) == exact(other))


MOST = {"money": 1600, "stock": 1600, "royalties": 11, "patent_value": 10, "n_left": 10}
METRICS = list(MOST)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("later", [*METRICS, "margin"])
@pytest.mark.parametrize("earlier", METRICS)
def test_one_more_of_a_key_outweighs_all_of_the_next(earlier: str, later: str, sign: str) -> None:
    if later == earlier or (later == "margin" and earlier in ("money", "stock", "royalties")):
        return
    one_more, all_of_the_next = dict.fromkeys(METRICS, 0), dict.fromkeys(METRICS, 0)
    one_more[earlier] = 1
    for name in ("money", "stock") if later == "margin" else (later,):
        all_of_the_next[name] = MOST[name]
    scores = [
        weighed((sign + earlier, later), 4, list(metrics.values()))
        for metrics in (one_more, all_of_the_next)
    ]
    assert scores[0] > scores[1] if sign == "" else scores[0] < scores[1]


@pytest.mark.parametrize("most", [MAX_WEIGHT, -MAX_WEIGHT])
def test_the_largest_weights_fit(most: float) -> None:
    letters = dict.fromkeys(LETTERS, most)
    row = [most] * (MAX_KEPT + 1)
    balance = [[0.0, *row[1:]], *[row] * MAX_KEPT]
    heavy = Objective(
        most, most, most, most, most, letters, kept=letters, balance=balance, community=letters
    )
    weights = [int(weight) for weight in weights_of(heavy, 4)]
    total = weighed(heavy, 4, [1600, 1600, 11, 10, 8])
    assert (total > 0) == (weights[7] > 0) == (most > 0)
    # A patent, ten cards kept and their balance, eleven cards used.
    others = (1 + 11 + 11) * abs(weights[7])
    assert abs(total) + others < 1 << 62
    assert NEVER + others < -(abs(total) + others)


# Order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [sign + key for sign in ("", "-") for key in RANK_KEYS])
def test_every_key_ranks(key: str) -> None:
    plays = plays_by(key)
    numbers = [score(play, key)[0] for play in plays]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[-1]
    assert len(plays) == len(WORDS)


def test_royalties_count_for_the_average_opponent() -> None:
    lexicon = Lexicon.from_words(["EAT", "TOY"])
    both = Position("EATTOY", opponents=["E", "", ""])
    assert [play.words[0].word for play in find_plays(both, lexicon)] == ["TOY", "EAT"]
    worth_it = Objective(royalties=-3)
    assert [int(play.margin * 3) for play in find_plays(both, lexicon, rank_by=worth_it)] == [3, 2]


def test_ties_go_to_patent_value_then_leave_then_alphabet() -> None:
    words = ["TAE", "ATE", "AET", "YETI", "DAY", "HAY", "ADO"]
    position = Position("TAEYDHO", "I", opponents=["TE", "A"], money=9)
    plays = list(find_plays(position, Lexicon.from_words(words), rank_by="money"))
    for one, next_one in pairwise(plays):
        ranks = [
            (-play.money, -play.patent_value, -len(play.leave), play.words[0].word)
            for play in (one, next_one)
        ]
        assert ranks == sorted(ranks)
    # $2 and then $1; patents O $7, H $5, D $4 within reach; TAE and the like take three hand cards.
    assert [play.words[0].word for play in plays] == [
        "YETI", "ADO", "HAY", "DAY", "AET", "ATE", "TAE",
    ]  # fmt: skip


def test_a_longer_leave_breaks_a_tie() -> None:
    """Three hand cards against one, for the same money."""
    plays = find_plays(Position("TEAN", "NET"), Lexicon.from_words(["ATE", "TEN", "ETA"]))
    assert [(play.words[0].word, len(play.leave)) for play in plays] == [
        ("ATE", 3), ("ETA", 3), ("TEN", 3),
    ]  # fmt: skip
    plays = find_plays(Position("TEAN", "NE"), Lexicon.from_words(["ATE", "NET"]))
    assert [(play.words[0].word, len(play.leave)) for play in plays] == [("NET", 3), ("ATE", 2)]


def test_the_worth_of_patents() -> None:
    """Only the best of them counts, and only where it can be bought."""
    worth = Objective(money=0, stock=0, royalties=0, patents={"W": 5, "J": 5.5, "S": 100})
    plays = plays_by(worth)
    best = ["S" if "S" in (buy := play.purchasable) else max(buy, default="") for play in plays]
    # S costs $6 and only JEWELS earns enough beside the $3 in hand; J counts before W.
    reached = ["".join(a for a in "SJW" if a in play.purchasable)[:1] for play in plays]
    assert best[0] == reached[0] == "S"
    assert reached == sorted(reached, key=lambda letter: "SJW".index(letter) if letter else 9)
    assert set(reached) == {"S", "J", "W", ""}


@examples(100)
@given(st.data())
def test_any_ranking_is_kept_in_order(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=8))
    rank_by = data.draw(any_ranking)
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=25)))
    rules = data.draw(odd_rules)
    check_order(find_plays(position, lexicon, ruleset=rules.ruleset, rank_by=rank_by), rank_by)
