"""Rank keys, objectives and equity: weights, the order that comes of it, and brute force."""

from __future__ import annotations

import dataclasses
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import naive
from support.strategies import (
    ALL_RULES,
    LETTERS,
    RankBy,
    any_ranking,
    examples,
    large_community,
    metrics_of,
    odd_rules,
    positions,
    score,
    with_limits,
    word_lists,
)

from letter_tycoon_solver import (
    FallbackTablesWarning,
    InvalidInputError,
    Lexicon,
    Objective,
    Play,
    Plays,
    Position,
    Ruleset,
    Turn,
    best_turns,
    find_plays,
)
from letter_tycoon_solver.evaluation.ranking import (
    MAX_WEIGHT,
    NEVER,
    RANK_KEYS,
    parse_rank_by,
    weights_of,
)
from letter_tycoon_solver.evaluation.tables import MAX_KEPT, NEVER_KEPT, Evaluation
from letter_tycoon_solver.rules.cards import VOWELS
from letter_tycoon_solver.search import solver

# Objective ---------------------------------------------------------------------------------------


def test_an_objective_is_a_value() -> None:
    objective = Objective(money=2, patents={"e": 3, "A": np.float64(0.5)})
    assert objective.patents == (("A", 0.5), ("E", 3.0))
    same = Objective(2.0, patents=(("E", 3), ("A", 0.5)))
    assert same == objective
    assert hash(same) == hash(objective)
    assert objective != Objective(money=2)
    assert Objective().royalties == -1.0


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1001, "1", None, 1j, 10**400])
def test_bad_weights(weight: object) -> None:
    for name in ("money", "stock", "royalties", "patent_value", "n_left"):
        with pytest.raises(InvalidInputError, match=f"the weight of {name} is .* -1000 to 1000"):
            Objective(**{name: weight})  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="the weight of patent E is"):
        Objective(patents={"E": weight})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "patents",
    [
        {"AB": 1},
        {"\N{LATIN SMALL LETTER LONG S}": 1},
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
    assert same == objective
    assert hash(same) == hash(objective)
    assert objective != Objective()
    other = dataclasses.replace(objective, patents=(("J", 3),), kept=(("E", 2),), community=())
    assert other == Objective(kept={"E": 2}, balance=same.balance, patents={"J": 3})
    with pytest.raises(InvalidInputError, match="no balance"):
        Objective(kept={"E": 2})
    assert Objective(balance=[[0, NEVER_KEPT]]).balance == ((0.0, NEVER_KEPT),)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), 1000.1, "1"])
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


@examples(200)
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


# Plays ranked by equity, and by objectives that weigh which cards are left, by brute force.


MILLION = 10**6

pytestmark = pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")


# By brute force --------------------------------------------------------------------------------


class Judge:
    """An objective's worth of a play, from its definition, in millionths."""

    def __init__(self, objective: Objective, position: Position) -> None:
        self._objective = objective
        self._community = position.community
        self._patents, self._kept, self._used = (
            Counter({letter: round(weight * MILLION) for letter, weight in weights})
            for weights in (objective.patents, objective.kept, objective.community)
        )
        self._leaves: dict[str, int] = {}

    def worth(self, play: Play) -> Fraction:
        """The worth of the play as it is laid."""
        total = Fraction(max([0, *(self._patents[letter] for letter in play.purchasable)]))
        for name, metric in metrics_of(play).items():
            if name != "margin":
                total += round(getattr(self._objective, name) * MILLION) * metric
        used = "".join(word.letters_from("c") for word in play.words)
        assert not Counter(used) - Counter(self._community)
        return total + sum(self._used[card] for card in used) + self._leave(play.leave)

    def key(self, play: Play) -> tuple[object, ...]:
        """Lowest first in the ranking, but for the ways to lay the same words."""
        ties = -play.patent_value, -len(play.leave)
        return -self.worth(play), *ties, [played.word for played in play.words]

    def _leave(self, leave: str) -> int:
        if leave not in self._leaves:
            subsets = (some for n in range(len(leave) + 1) for some in combinations(leave, n))
            self._leaves[leave] = max(self._kept_worth(some) for some in subsets)
        return self._leaves[leave]

    def _kept_worth(self, kept: tuple[str, ...]) -> int:
        if not kept:
            return 0
        n_vowels = sum(card in VOWELS for card in kept)
        balance = self._objective.balance
        row = balance[n_vowels] if n_vowels < len(balance) else ()
        if len(kept) - n_vowels >= len(row):
            return -(10**15)
        worth = round(row[len(kept) - n_vowels] * MILLION)
        return worth + sum(self._kept[card] for card in kept)


def way_key(play: Play) -> tuple[object, ...]:
    """Which of equal ways to lay the same words comes first, as find_plays says it."""
    sources = "".join(played.sources for played in play.words)
    return "s" in sources, "d" in sources, sources.count("h")


def least_regretted(play: Play) -> list[tuple[int, int]]:
    """The hand cards of a play, those easiest to part with first."""
    from_hand = "".join(played.letters_from("h") for played in play.words)
    return sorted((naive.PATENT_COSTS[card], -ord(card)) for card in from_hand)


def option_of(play: Play) -> list[tuple[str, str, bool]]:
    """The parts of a play that are not cards: equal plays with other duplicates have no order."""
    return sorted((w.word, w.letters_from("d"), "s" in w.sources) for w in play.words)


def check(position: Position, lexicon: Lexicon, ruleset: Ruleset, objective: Objective) -> Plays:
    """Every play is worth what it is, the best way of the words is found, and all is in order."""
    judge = Judge(objective, position)
    every = find_plays(position, lexicon, ruleset=ruleset, rank_by=objective, variants="all")
    plain = find_plays(position, lexicon, ruleset=ruleset, variants="all")
    assert len(every) == len(plain) == every.n_legal
    unit = 256 * max(1, len(position.opponents))
    of_words = defaultdict(list)
    for play, scored in zip(every, every.columns["score"].tolist(), strict=True):
        ties = play.patent_value * 16 + len(play.leave)
        assert scored == judge.worth(play) * unit + ties
        of_words[tuple(played.word for played in play.words)].append(play)
    keys = [judge.key(play) for play in every]
    assert keys == sorted(keys)
    best = find_plays(position, lexicon, ruleset=ruleset, rank_by=objective)
    for play in best:
        ways = of_words.pop(tuple(played.word for played in play.words))
        top = min(map(judge.key, ways))
        assert judge.key(play) == top
        equal = [way for way in ways if judge.key(way) == top]
        assert way_key(play) == min(map(way_key, equal))
        equal = [way for way in equal if option_of(way) == option_of(play)]
        equal = [way for way in equal if way_key(way) == way_key(play)]
        assert least_regretted(play) == min(map(least_regretted, equal))
        assert play in ways or len(play.words) == 2
    assert not of_words
    keys = [judge.key(play) for play in best]
    assert keys == sorted(keys)
    for plays, variants in ((best, "best"), (every, "all")):
        for limit in with_limits(len(plays)):
            some = find_plays(
                position,
                lexicon,
                ruleset=ruleset,
                rank_by=objective,
                limit=limit,
                variants=variants,
            )
            assert some == plays[:limit]
    return best


_weights = st.floats(-3, 3) | st.sampled_from([-1.0, 0.0, 0.5, 1.0])
_by_letter = st.dictionaries(st.sampled_from(LETTERS), _weights, max_size=26)


@st.composite
def balances(draw: st.DrawFn) -> tuple[tuple[float, ...], ...]:
    """Balances of any possible shape; often flat, so that sets are worth the same."""
    weights = draw(st.sampled_from([_weights, st.just(0.0), st.sampled_from([-0.5, 0.0])]))
    rows = draw(st.lists(st.lists(weights, max_size=8), min_size=1, max_size=8))
    return ((0.0, *rows[0][:7]), *map(tuple, rows[1:]))


objectives = st.builds(
    Objective,
    *[st.sampled_from([1.0, 1.0, 0.0]), st.just(1.0), st.sampled_from([-1.0, 0.5])],
    st.sampled_from([0.0, 0.0, 0.3]),
    st.sampled_from([0.0, 0.0, -0.3, 1.5]),
    _by_letter,
    kept=_by_letter,
    balance=balances(),
    community=_by_letter,
)


@examples(60)
@given(st.data())
def test_any_objective_agrees_with_brute_force(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=6))
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=8)))
    check(position, lexicon, ruleset, data.draw(objectives))


@examples(30)
@given(st.data())
def test_any_objective_agrees_with_brute_force_where_hand_cards_are_few(
    data: st.DataObject,
) -> None:
    """Two words take them from each other."""
    abilities = data.draw(st.sampled_from(["", "V", "VX", "VZ", "VXZ"]))
    position = data.draw(positions(abilities, max_hand=4, max_community=5))
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=6)))
    check(position, lexicon, large_community.ruleset, data.draw(objectives))


@pytest.mark.soak
@examples(5_000)
@given(st.data())
def test_any_objective_agrees_with_brute_force_for_long(data: st.DataObject) -> None:
    position = data.draw(positions(max_hand=8))
    rules = data.draw(odd_rules)
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=10)))
    check(position, lexicon, rules.ruleset, data.draw(objectives))


# Equity ----------------------------------------------------------------------------------------


@examples(60)
@given(st.data())
def test_plays_stand_by_the_equity_of_their_turns(data: st.DataObject) -> None:
    """Which is that of brute force: see test_best_turns.py."""
    position = data.draw(positions(max_hand=6))
    ruleset = data.draw(st.sampled_from(ALL_RULES) | odd_rules).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=8)))
    best = find_plays(position, lexicon, ruleset=ruleset, rank_by="equity")
    turns = best_turns(position, lexicon, ruleset=ruleset, limit=None)
    of_turns = {words_of(turn): turn.equity for turn in turns if turn.play}
    assert {words_of(play): play.equity for play in best} == of_turns
    every = find_plays(position, lexicon, ruleset=ruleset, rank_by="equity", variants="all")
    of_words: dict[tuple[str, ...], float] = {}
    for plays in (every, best):
        totals = [play.equity.total for play in plays if play.equity]
        assert totals == pytest.approx(sorted(totals, reverse=True), abs=1e-5)
        for play, total in zip(plays, totals, strict=True):
            of_words.setdefault(words_of(play), total)
            assert total <= of_words[words_of(play)] + 1e-5
    assert of_words.keys() == of_turns.keys()
    for limit in with_limits(len(best)):
        some = find_plays(position, lexicon, ruleset=ruleset, rank_by="equity", limit=limit)
        assert some == best[:limit]


def words_of(play: Play | Turn) -> tuple[str, ...]:
    return tuple(played.word for played in play.words)


# What is refused, and said ---------------------------------------------------------------------

CAT = Position("CAT")
CAT_WORDS = Lexicon.from_words(["CAT", "ACT"])


@pytest.mark.parametrize("rank_by", [("equity", "money"), "-equity", ["stock", "-equity"]])
def test_equity_stands_alone(rank_by: object) -> None:
    with pytest.raises(InvalidInputError, match="equity has no reverse and stands alone"):
        find_plays(CAT, CAT_WORDS, rank_by=rank_by)  # type: ignore[arg-type]


def test_tables_are_no_ranking() -> None:
    tables = Evaluation.of(Lexicon.load("enable").digest)
    with pytest.raises(InvalidInputError, match=r"rank_by is Evaluation.*; give a rank key"):
        find_plays(CAT, CAT_WORDS, rank_by=tables)  # type: ignore[arg-type]


def test_equity_may_be_a_tuple_of_one() -> None:
    alone = find_plays(CAT, CAT_WORDS, rank_by="equity")
    assert not alone.columns.flags.writeable
    assert find_plays(CAT, CAT_WORDS, rank_by=("equity",)) == alone
    assert find_plays(CAT, CAT_WORDS, rank_by=["equity"]) == alone


def caught(lexicon: Lexicon) -> Iterator[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        find_plays(CAT, lexicon, rank_by="equity")
    for warning in found:
        # Kernels as plain Python have others: see conftest.
        if warning.category is FallbackTablesWarning:
            assert warning.filename == __file__
            yield str(warning.message)


def test_borrowed_tables_are_told_once_for_a_lexicon() -> None:
    solver._warn_of_fallback.cache_clear()
    one, other = Lexicon.from_words(["CAT"]), Lexicon.from_words(["ACT"])
    (message,) = caught(one)
    assert f"the lexicon {one.name} has no tables" in message
    assert "those of enable" in message
    assert not list(caught(one))
    assert len(list(caught(other))) == 1
    assert not list(caught(Lexicon.load("common")))
