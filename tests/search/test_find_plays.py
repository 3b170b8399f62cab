"""The solver finds what the naive oracle finds and the referee allows; how it walks the trie."""

from __future__ import annotations

import itertools
import pickle
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from golden.make_golden import Row, count_by_naive, find_row, read_golden
from hypothesis import given
from hypothesis import strategies as st
from support.selection import NO_JIT, quick, quick_one_in
from support.strategies import (
    ABILITY_SETS,
    ALL_RULES,
    LETTERS,
    RANKINGS,
    RankBy,
    Rules,
    any_ranking,
    check_accepted,
    check_best_of_words,
    check_every_variant,
    check_judged,
    check_order,
    examples,
    large_community,
    make_rules,
    naive_plays,
    needs_jit,
    odd_rules,
    positions,
    random_position,
    random_words,
    with_limits,
    word_lists,
    words_near,
)

from letter_tycoon_solver import (
    RULEBOOK,
    InvalidInputError,
    Lexicon,
    Objective,
    Payout,
    Plays,
    Position,
    Ruleset,
    Variants,
    find_plays,
)
from letter_tycoon_solver.batch import solve_batch
from letter_tycoon_solver.evaluation.ranking import RANK_KEYS
from letter_tycoon_solver.game import SeenState

RULEBOOK_RULES = ALL_RULES[0]
JEWELS = Position("JWLEANZ", "EES", "K", ["E", ""])


def plays_of(position: Position, *words: str) -> Plays:
    return find_plays(position, Lexicon.from_words(words))


def check_all(position: Position, words: list[str], rules: Rules, rank_by: RankBy) -> int:
    """Solver = oracle = referee; returns how many plays there are."""
    lexicon, ruleset = Lexicon.from_words(words), rules.ruleset
    expected = naive_plays(position, words, rules)
    every = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by, variants="all")
    check_every_variant(every, expected, rank_by)
    check_order(every, rank_by)
    assert every.n_legal == len(every)
    best = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by)
    check_best_of_words(best, expected, rank_by)
    check_order(best, rank_by)
    assert best.n_legal == len(every)
    check_judged(best[:: len(best) // 40 + 1], position, lexicon, ruleset)
    check_judged(every[:40], position, lexicon, ruleset)
    check_accepted(expected[:: len(expected) // 40 + 1], position, lexicon, ruleset)
    return len(expected)


# Against the oracle ------------------------------------------------------------------------------

any_rules = st.sampled_from(ALL_RULES) | odd_rules


@examples(200)
@given(st.data())
def test_agrees_with_the_oracle(data: st.DataObject) -> None:
    rules, rank_by = data.draw(any_rules), data.draw(st.sampled_from(RANKINGS))
    position = data.draw(positions(max_hand=rules.ruleset.hand_size))
    check_all(position, data.draw(word_lists(position)), rules, rank_by)


@examples(80)
@given(st.data())
def test_agrees_with_the_oracle_where_hand_cards_are_few(data: st.DataObject) -> None:
    abilities = data.draw(st.sampled_from(["", "V", "VX", "VZ", "VXZ"]))
    position = data.draw(positions(abilities, max_hand=4, max_community=7))
    rank_by = data.draw(st.sampled_from(RANKINGS))
    check_all(position, data.draw(word_lists(position, most=8)), large_community, rank_by)


@pytest.mark.parametrize("letters", ["AYTQ", "AEYT"])
def test_agrees_with_the_oracle_on_every_pattern_of_vowels(letters: str) -> None:
    """Every word of three of these letters: each can be every doubler's, or none's, in a pair."""
    words = ["".join(word) for word in product(letters, repeat=3)]
    position = Position(letters + "A", "YT", "BJKV")
    for rules in ALL_RULES[:1] if NO_JIT else (ALL_RULES[0], ALL_RULES[3], ALL_RULES[10]):
        check_all(position, words, rules, "margin")


@pytest.mark.parametrize("hand", ["E", "AE", "EE", "AEE"])
def test_agrees_with_the_oracle_on_who_takes_the_hand_card(hand: str) -> None:
    """Every six cards in the community, every pair of words of the same three letters."""
    words = ["".join(word) for word in combinations_with_replacement("AET", 3)]
    for community in list(combinations_with_replacement("AET", 6))[:: 3 if NO_JIT else 1]:
        position = Position(hand, "".join(community), "V")
        check_all(position, words, large_community, "margin")


def test_agrees_with_the_oracle_if_a_second_word_could_be_doubled_in_every_way() -> None:
    """SENTRO has no doubler and earns more, so it comes first; YAY is for B and J, or for K."""
    position = Position("YAYTSNR", "EO", "BJKV")
    check_all(position, ["SENTRO", "YAY"], RULEBOOK_RULES, "margin")
    (best,) = find_plays(position, Lexicon.from_words(["SENTRO", "YAY"]), limit=1)
    assert best.notation == "SeNTRo & YAY/vv*BJ"


def test_agrees_with_the_oracle_on_which_word_is_doubled_where_the_ranking_does_not_care() -> None:
    """AAA pays $2 and AAAA $1 and 2 stock: J for AAA gives more money, for AAAA more in all."""
    payout = Payout((0, 0, 0, 2, *[1] * 10), (0, 0, 0, 0, 2, *[0] * 9))
    rules = make_rules(replace(RULEBOOK, payout=payout, hand_size=8))
    position = Position("AAAA", "AAA", "JKV")
    check_all(position, ["AAA", "AAAA"], rules, ("royalties", "-n_left"))


def test_agrees_with_the_oracle_on_a_duplicate_s_beside_a_suffix() -> None:
    """TASS twice: with the duplicate in one and the suffix in the other, either way round."""
    for hand, community in (("TASTAS", ""), ("TAST", "AS"), ("TTS", "AAS")):
        check_all(Position(hand, community, "VXZ"), ["TASS"], RULEBOOK_RULES, "margin")


@pytest.mark.soak
@examples(20_000)
@given(st.data())
def test_agrees_with_the_oracle_for_long(data: st.DataObject) -> None:
    rules, rank_by = data.draw(any_rules), data.draw(st.sampled_from(RANKINGS))
    position = data.draw(positions(max_hand=rules.ruleset.hand_size))
    check_all(position, data.draw(word_lists(position, most=25)), rules, rank_by)


@pytest.mark.parametrize("first", quick(1, [0, 2, 4]))
@pytest.mark.parametrize("abilities", ABILITY_SETS, ids=lambda abilities: abilities or "none")
def test_agrees_with_the_oracle_for_every_set_of_abilities(abilities: str, first: int) -> None:
    """All 128 sets, each under every stacking and scope and both payouts, two at a time."""
    number = ABILITY_SETS.index(abilities)
    rng = random.Random(6 * number + first)
    n_plays = 0
    all_rules = [ALL_RULES[(6 * (number + i) + i) % 12] for i in (first, first + 1)]
    for rules in all_rules:
        position = random_position(rng, abilities, n_hand=rng.randint(4, 6))
        words = random_words(rng, position, n_real=8 if NO_JIT else 14, n_made_up=4)
        n_plays += check_all(position, words, rules, rng.choice(RANKINGS))
    assert n_plays > 2 * len(all_rules)


@pytest.mark.parametrize(
    "abilities",
    [*quick(2, ["", "BJKQXZ", "BJKQ", "X", "Z"]), "V", "KV", "VX", "VZ", "BJKQVXZ"],
)
def test_agrees_with_the_oracle_on_the_real_list(abilities: str) -> None:
    """The words the solver finds in the whole list, against the oracle over all near the rack."""
    lexicon, rng = Lexicon.load(), random.Random(abilities)
    of_pairs = {"n_hand": 4 if "X" in abilities else 5, "n_community": 2}
    sizes = of_pairs if "V" in abilities else {}
    for _ in range(1 if NO_JIT else 3):
        position = random_position(rng, abilities, **sizes)
        words = words_near(position.hand + position.community, 2)
        expected = naive_plays(position, words, RULEBOOK_RULES)
        best = find_plays(position, lexicon)
        check_best_of_words(best, expected, "margin")
        every = find_plays(position, lexicon, variants="all")
        check_every_variant(every, expected, "margin")
        assert every.n_legal == len(every)
        check_judged(best[:: len(best) // 500 + 1], position, lexicon, RULEBOOK)


# Limits, order, ties -----------------------------------------------------------------------------


@examples(80)
@given(st.data())
def test_a_limit_gives_the_first_of_the_full_ranking(data: st.DataObject) -> None:
    """Under any ranking, also one that prefers to lose: that is what bounds can get wrong."""
    position = data.draw(positions())
    ruleset = data.draw(any_rules).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position, most=20)))
    rank_by = data.draw(any_ranking | st.sampled_from(RANKINGS))
    for variants in Variants:
        every = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by, variants=variants)
        check_order(every, rank_by)
        check_judged(every[:20], position, lexicon, ruleset)
        for limit in with_limits(len(every)):
            some = find_plays(
                position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit, variants=variants
            )
            assert some == every[:limit]


# Each leans on one part of the bound that ends the search for pairs.
LEANING: list[RankBy] = [
    *(sign + key for sign in ("", "-") for key in RANK_KEYS),
    ("n_left", "stock"),
    ("patent_value", "-money"),
    ("-royalties", "money"),
    Objective(patents=dict(zip("ETAOIN", (30, 25, 20, 15, 10, 5), strict=True))),
    Objective(money=-1, stock=-1, patents={"S": 20, "R": 20}),
    Objective(royalties=4),
    Objective(royalties=-4),
    Objective(n_left=5),
    Objective(n_left=-5),
    Objective(patent_value=7),
    "equity",
]


@pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")
@pytest.mark.parametrize("rank_by", quick_one_in(3, LEANING), ids=str)
def test_a_limit_gives_the_best_pairs(rank_by: RankBy) -> None:
    rng = random.Random(str(rank_by))
    for abilities in ("V", "VZ") if NO_JIT else ("V", "VX", "VZ", "VXZ", "JVXZ", "BJKVXZ") * 4:
        cards = random_position(rng, "", n_hand=5 if NO_JIT else 7)
        position = Position(cards.hand, cards.community, abilities, ["AES", "INT"], cards.money)
        near = words_near(position.hand + position.community, n_missing=1)
        lexicon = Lexicon.from_words(rng.sample(near, min(len(near), 80)))
        every = find_plays(position, lexicon, rank_by=rank_by)
        for limit in (1, 2, 5, 20, 100):
            assert find_plays(position, lexicon, rank_by=rank_by, limit=limit) == every[:limit]


def test_a_limit_of_none_or_zero() -> None:
    lexicon = Lexicon.from_words(["JEWELS", "JEWEL", "EEL"])
    assert len(find_plays(JEWELS, lexicon, limit=0)) == 0
    assert find_plays(JEWELS, lexicon, limit=0).n_legal == find_plays(JEWELS, lexicon).n_legal
    assert find_plays(JEWELS, lexicon, limit=10**30) == find_plays(JEWELS, lexicon, limit=None)


# Bad input ---------------------------------------------------------------------------------------

LEXICON = Lexicon.from_words(["CAT"])
CAT = Position("CAT")


@pytest.mark.parametrize("rank_by", ["", "Money", "--money", (), ("money", "-money"), 3, ("x",)])
def test_bad_rank_by(rank_by: object) -> None:
    with pytest.raises(InvalidInputError, match="rank"):
        find_plays(CAT, LEXICON, rank_by=rank_by)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [-1, 1.5, "3"])
def test_bad_limit(limit: object) -> None:
    with pytest.raises(InvalidInputError, match="whole number from 0"):
        find_plays(CAT, LEXICON, limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("variants", ["every", 1, None])
def test_bad_variants(variants: object) -> None:
    with pytest.raises(InvalidInputError, match="best, all"):
        find_plays(CAT, LEXICON, variants=variants)  # type: ignore[arg-type]


def test_bad_types() -> None:
    with pytest.raises(InvalidInputError, match="Position and a Lexicon"):
        find_plays("CAT", LEXICON)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="Position and a Lexicon"):
        find_plays(CAT, ["CAT"])  # type: ignore[arg-type]
    view = SeenState.at_table("JWLEANZ", "EES", opponents=[""], lexicon=LEXICON)
    with pytest.raises(InvalidInputError, match=r"is a SeenState; give its \.position, and its"):
        find_plays(view, LEXICON)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="give a Ruleset"):
        find_plays(CAT, LEXICON, ruleset="online")  # type: ignore[arg-type]


def test_more_cards_than_the_ruleset_deals() -> None:
    with pytest.raises(InvalidInputError, match="at most 7"):
        find_plays(Position("ABCDEFGH"), LEXICON)
    with pytest.raises(InvalidInputError, match="at most 7"):
        find_plays(Position("ABCDEFGH"), LEXICON, rank_by="equity", limit=0)
    assert len(find_plays(Position("ABCDEFGT"), LEXICON, ruleset=Ruleset(hand_size=8))) == 1


# Single cases of find_plays that random positions meet too rarely.


def test_a_class_of_more_words_than_sixteen_bits_count() -> None:
    permutations = map("".join, itertools.permutations("ABCDEFGHI"))
    lexicon = Lexicon.from_words(itertools.islice(permutations, 65_600))
    plays = find_plays(Position("ABCDEFG", "HI"), lexicon)
    assert len(plays) == plays.n_legal == 65_600
    assert plays[0].words[0].word == "ABCDEFGHI"


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


# Keys that need their second word ---------------------------------------------------------------


@pytest.mark.parametrize("patents", ["", "X", "Z", "XZ"])
def test_rare_copies(patents: str) -> None:
    """Words of one letter: their keys have bits in the high word."""
    words = ["E" * n for n in range(3, 15)] + ["E" * n + "S" for n in range(2, 14)]
    lexicon = Lexicon.from_words([*words, "ZZZ", "BBBE"])
    rules = replace(RULEBOOK, hand_size=8)
    plays = find_plays(Position("E" * 8, "EEE", patents), lexicon, ruleset=rules)
    n = 12 if "X" in patents else 11
    expected = ["E" * k for k in range(3, n + 1)]
    if "Z" in patents:
        expected += ["E" * k + "S" for k in range(2, n + 1)]
    assert sorted(play.words[0].word for play in plays) == sorted(expected)


# Bounds of the search that are met exactly: a tie with the last play kept must be looked at.
#
# With the ties of a ranking reversed nothing is added to the score of a play that leaves no hand
# card and buys nothing, so that it is just what the bound says.


NOTHING_PAID = Payout((0,) * 14, (0,) * 14)
LARGE_COMMUNITY = Ruleset(hand_size=4, community_size=7)
FREE_OF_CHARGE = Ruleset(NOTHING_PAID, hand_size=4, community_size=7)
REVERSED_TIES: list[RankBy] = [
    ("-patent_value", "-n_left"),
    ("stock", "-patent_value", "-n_left"),
    ("money", "-n_left", "-patent_value"),
    ("margin", "-patent_value", "-n_left"),
]


def owned_by_others(cards: Position, n_hand: int, abilities: str) -> Position:
    """Few cards in hand and many in the community; no patent is for sale."""
    others = "".join(letter for letter in LETTERS if letter not in abilities)
    rack = cards.hand + cards.community
    return Position(rack[:n_hand], rack[n_hand:][:7], abilities, [others[::2], others[1::2]])


@pytest.mark.parametrize("ruleset", [LARGE_COMMUNITY, FREE_OF_CHARGE], ids=["paid", "nothing paid"])
@pytest.mark.parametrize("rank_by", REVERSED_TIES, ids=str)
@pytest.mark.parametrize(("n_hand", "abilities"), [(1, ""), (2, "V"), (3, "VZ")])
def test_what_ties_with_the_last_play_kept_is_found(
    ruleset: Ruleset, rank_by: RankBy, n_hand: int, abilities: str
) -> None:
    rng = random.Random(f"{rank_by} {n_hand}")
    n_ties = 0
    for _ in range(2 if NO_JIT else 4):
        position = owned_by_others(random_position(rng, ""), n_hand, abilities)
        near = words_near(position.hand + position.community, n_missing=0)
        if not near:
            continue
        lexicon = Lexicon.from_words(rng.sample(near, min(len(near), 25)))
        every = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by)
        in_every_way = find_plays(
            position, lexicon, ruleset=ruleset, rank_by=rank_by, variants="all"
        )
        scores = every.columns["score"].tolist()
        for limit in (1, 2, 5, 20):
            n_ties += scores[limit - 1 : limit] == scores[limit : limit + 1] != []
            assert (
                find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit)
                == every[:limit]
            )
            some = find_plays(
                position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit, variants="all"
            )
            assert some == in_every_way[:limit]
            batch = solve_batch([position], lexicon, ruleset=ruleset, rank_by=rank_by, limit=limit)
            assert batch[0] == every[:limit]
    assert n_ties > 0


# Eight threads on one lexicon find what one finds.


N_THREADS = 8


def answer(position: Position, lexicon: Lexicon) -> tuple[Plays, list[str], int]:
    plays = find_plays(position, lexicon, limit=30)
    every = find_plays(position, lexicon, variants="all", limit=50)
    return plays, [play.notation for play in (*plays, *every)], len(plays.position.notation)


def test_threads_find_what_one_finds() -> None:
    rng = random.Random(8)
    positions = [
        random_position(rng, rng.choice(ABILITY_SETS), n_hand=4 if NO_JIT else 6, n_community=2)
        for _ in range(3 if NO_JIT else 40)
    ]
    lexicon = Lexicon.load()
    alone = [answer(position, lexicon) for position in positions]
    start = threading.Barrier(N_THREADS)

    def work(shift: int) -> list[tuple[Plays, list[str], int]]:
        """The same positions, each thread beginning at another, all at once."""
        start.wait()
        turned = positions[shift:] + positions[:shift]
        answers = [answer(position, lexicon) for position in turned]
        return answers[len(answers) - shift :] + answers[: len(answers) - shift]

    with ThreadPoolExecutor(N_THREADS) as pool:
        for answers in pool.map(work, [i * len(positions) // N_THREADS for i in range(N_THREADS)]):
            assert answers == alone


# Play counts of 50 fixed positions on the default list: golden/play_counts.csv.
#
# The file is written by make_golden.py, which checks all of it against the naive oracle.


ROWS = read_golden()
# In plain Python the others take many seconds each.
FAST = [row for row in ROWS if row.variants < 500] if NO_JIT else ROWS


@pytest.mark.parametrize("row", FAST, ids=lambda row: f"{row.position} {row.ruleset}")
def test_play_counts(row: Row) -> None:
    assert find_row(row.position, row.ruleset, Lexicon.load()) == row


@pytest.mark.parametrize(
    "row",
    quick(4, [row for row in ROWS if row.variants < 20_000][::4]),
    ids=lambda row: row.position,
)
def test_some_again_by_the_oracle(row: Row) -> None:
    assert count_by_naive(row) == (row.plays, row.variants)


# Full racks on the default list: limits with pairs, and of all variants.


@pytest.mark.parametrize("abilities", quick(1, ["V", "KVZ", "BJKQVXZ"]))
@needs_jit
def test_the_best_pairs_are_the_first_of_all(abilities: str, lexicon: Lexicon) -> None:
    rng = random.Random(f"pairs {abilities}")
    for _ in range(4):
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
