"""`solve_batch` gives for every position, bit for bit, what `find_plays` gives for it alone."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.selection import NO_JIT, quick_one_in
from support.strategies import (
    ABILITY_SETS,
    ALL_RULES,
    RANKINGS,
    RankBy,
    any_ranking,
    examples,
    odd_rules,
    positions,
    random_position,
    random_words,
    word_lists,
)

from letter_tycoon_solver import (
    REFERENCE_MANUAL,
    RULEBOOK,
    InvalidInputError,
    Lexicon,
    Plays,
    Position,
    Ruleset,
    find_plays,
)
from letter_tycoon_solver._work.executors import Stopped, shares_ahead
from letter_tycoon_solver.batch import BatchPlays, Deal, Positions, iter_solve_batch, solve_batch
from letter_tycoon_solver.batch.surveys import with_replacements
from letter_tycoon_solver.rules.cards import CARD_COUNT, remove_cards

TINY = Lexicon.from_words(
    ["CAT", "CATS", "JEWEL", "JEWELS", "QUA", "ZOEAE", "YAY", "EERIE", "SEES"]
)
SIZE = {"n_hand": 5, "n_community": 2} if NO_JIT else {"n_hand": 7, "n_community": 3}


def check_solved(
    solved: BatchPlays,
    listed: Iterable[Position],
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
    rank_by: RankBy = "margin",
) -> int:
    """Column by column what find_plays says; returns the number of plays."""
    top = solved.columns.shape[1]
    n_plays = 0
    for row, position in enumerate(listed):
        plays = find_plays(position, lexicon, ruleset=ruleset, rank_by=rank_by, limit=top)
        found = solved.columns[row]
        for name in found.dtype.names:
            assert np.array_equal(found[name][: len(plays)], plays.columns[name]), name
        assert not any(found[len(plays) :].tobytes())
        if solved.n_legal is not None:
            assert solved.n_legal[row] == plays.n_legal
        n_plays += len(plays)
    return n_plays


def check_batch(
    listed: list[Position],
    lexicon: Lexicon,
    ruleset: Ruleset = RULEBOOK,
    rank_by: RankBy = "margin",
    tops: Iterable[int] = (1, 3, 50),
) -> int:
    for top in tops:
        solved = solve_batch(
            listed, lexicon, ruleset=ruleset, rank_by=rank_by, limit=top, count=True
        )
        assert len(solved) == len(listed)
        n_plays = check_solved(solved, listed, lexicon, ruleset, rank_by)
    return n_plays


def some_positions(seed: object, n: int, abilities: str | None = None) -> list[Position]:
    rng = random.Random(str(seed))
    return [
        random_position(rng, rng.choice(ABILITY_SETS) if abilities is None else abilities, **SIZE)
        for _ in range(n)
    ]


def words_for(listed: list[Position], seed: int = 1) -> Lexicon:
    """Some words near each of the positions."""
    rng = random.Random(seed)
    words = {word for position in listed for word in random_words(rng, position, 12, 3)}
    return Lexicon.from_words(words)


# As find_plays -----------------------------------------------------------------------------------


@examples(50)
@given(st.data())
def test_agrees_on_any_positions_rules_and_ranking(data: st.DataObject) -> None:
    listed = data.draw(st.lists(positions(max_hand=7), min_size=1, max_size=4))
    ruleset = data.draw(st.sampled_from(ALL_RULES) | odd_rules).ruleset
    words = {word for position in listed for word in data.draw(word_lists(position, most=8))}
    rank_by = data.draw(st.sampled_from(RANKINGS) | any_ranking)
    top = data.draw(st.sampled_from([1, 2, 3, 50]))
    check_batch(listed, Lexicon.from_words(words), ruleset, rank_by, [top])


@pytest.mark.parametrize(
    "abilities", quick_one_in(4, ABILITY_SETS), ids=lambda abilities: abilities or "none"
)
def test_agrees_for_every_set_of_abilities(abilities: str) -> None:
    number = ABILITY_SETS.index(abilities)
    rules = ALL_RULES[number % len(ALL_RULES)]
    rank_by = RANKINGS[number % len(RANKINGS)]
    listed = some_positions(number, 2 if NO_JIT else 4, abilities)
    tops = (1,) if NO_JIT else (1, 3, 50)
    check_batch(listed, words_for(listed), rules.ruleset, rank_by, tops)
    if not NO_JIT:
        assert check_batch(listed[:3], Lexicon.load(), tops=(1, 20)) > 3


@pytest.mark.filterwarnings("ignore::letter_tycoon_solver.FallbackTablesWarning")
def test_agrees_by_equity() -> None:
    listed = some_positions("equity", 3 if NO_JIT else 12)
    listed.append(replace(listed[0], opponents=()))
    check_batch(listed, words_for(listed), rank_by="equity", tops=(1, 3))
    if not NO_JIT:
        check_batch(listed[:4], Lexicon.load(), rank_by="equity", tops=(1, 10))


# However it is asked -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def deal() -> Deal:
    return Deal(10 if NO_JIT else 700, seed=77, patents="KX", n_players=3)


@pytest.fixture(scope="module")
def solved(deal: Deal) -> BatchPlays:
    """Solve as one chunk, on one thread."""
    with ThreadPoolExecutor(1) as pool:
        return solve_batch(deal, TINY, limit=2, count=True, executor=pool, chunk_size=10_000)


@pytest.mark.parametrize(
    ("n_workers", "chunk_size"), [(1, 1), (3, 7), (2, 512), (3, 513), (2, 8192)]
)
def test_any_chunk_size_and_threads_give_the_same_bits(
    deal: Deal, solved: BatchPlays, n_workers: int, chunk_size: int
) -> None:
    given_: Deal | Positions = deal.positions() if chunk_size % 2 else deal
    with ThreadPoolExecutor(n_workers) as pool:
        other = solve_batch(given_, TINY, limit=2, count=True, executor=pool, chunk_size=chunk_size)
    assert other.columns.tobytes() == solved.columns.tobytes()
    assert other == solved


def test_many_plays_come_in_small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("letter_tycoon_solver.batch.solve.MAX_BYTES", 1 << 20)
    deal = Deal(12 if NO_JIT else 40, seed=8, patents="B")
    lexicon = Lexicon.from_words(["CAT", "ACT", "TEA", "EAT", "ATE", "TREE", "NOON", "SEA"])
    for executor in (None, ThreadPoolExecutor(2)):
        chunks = list(iter_solve_batch(deal, lexicon, limit=500, executor=executor))
        ahead = shares_ahead(executor)
        assert max(chunk.columns.nbytes for chunk in chunks) * (ahead + 1) <= 1 << 20
        assert max(map(len, chunks)) == max(1, (1 << 20) // (500 * 48 * (ahead + 1)))
        whole = solve_batch(deal, lexicon, limit=500, chunk_size=40)
        assert [plays for chunk in chunks for plays in chunk] == list(whole)


@pytest.mark.slow
def test_positions_may_come_in_any_form(deal: Deal, solved: BatchPlays) -> None:
    whole = deal.positions()
    listed = list(whole)
    forms: list[Any] = [
        deal,
        whole,
        listed,
        tuple(listed),
        iter(listed),
        (position for position in listed),
        [whole],
        (whole[at : at + 4] for at in range(0, len(whole), 4)),
        [whole[:3], whole[:0], whole[3:]],
        [*listed[:5], whole[5:]],
        [whole[:3], whole[3:5], whole[5:]],
    ]
    for form in forms:
        assert solve_batch(form, TINY, limit=2, count=True, chunk_size=6) == solved


def test_iter_solve_batch_is_the_same_in_chunks(deal: Deal, solved: BatchPlays) -> None:
    for form in (deal, list(deal.positions())):
        chunks = list(iter_solve_batch(form, TINY, limit=2, count=True, chunk_size=4))
        assert [len(chunk) for chunk in chunks[:-1]] == [4] * (len(chunks) - 1)
        assert [plays for chunk in chunks for plays in chunk] == list(solved)
        firsts = [int(chunk.positions.rows[0]) for chunk in chunks]
        assert firsts == list(range(0, len(solved), 4))


def test_iter_solve_batch_reads_no_further_than_it_must() -> None:
    """A stream without an end."""
    endless = itertools.cycle(Deal(3, seed=1).positions())
    chunks = iter_solve_batch(endless, TINY, chunk_size=2)
    first, second = next(chunks), next(chunks)
    assert first.positions.rows.tolist() == [0, 1]
    assert second.positions.rows.tolist() == [2, 3]
    assert isinstance(chunks, Iterator)
    chunks.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [True, False])
def test_nothing_to_solve(count: bool) -> None:
    nothings: list[Any] = [[], Positions.of([]), iter([]), [Positions.of([])]]
    for nothing in nothings:
        solved = solve_batch(nothing, TINY, limit=3, count=count)
        assert len(solved) == 0
        assert solved.columns.shape == (0, 3)
        assert solved.columns.dtype == solve_batch([Position("CAT")], TINY).columns.dtype
        assert (solved.n_legal is not None) == count
        assert list(solved) == []
        assert solved.margin.shape == (0, 3)
        assert list(iter_solve_batch(nothing, TINY)) == []


def test_progress_counts_up_to_all(deal: Deal) -> None:
    for solve in (solve_batch, iter_solve_batch):
        said: list[int] = []
        for _ in solve(deal, TINY, chunk_size=4, progress=said.append):
            pass
        assert said == [*range(4, len(deal), 4), len(deal)]


# `BatchPlays`, and what `solve_batch` says of wrong arguments.


WORDS = ["CAT", "CATS", "DOG", "GODS", "JEWEL", "JEWELS", "EEL", "LEE", "TAX", "SEE", "EAT", "TEA"]
LEXICON = Lexicon.from_words(WORDS)
LISTED = [
    Position("JWLEANZ", "EES", "K", ["E", ""]),
    Position("BBCCDD", "FG"),
    Position("CATDOGS", "", "V", ["A", "O", "SC"], 5),
    Position("EEL", "", "", [""]),
]


@pytest.fixture
def few() -> BatchPlays:
    return solve_batch(LISTED, LEXICON, limit=3, count=True)


# BatchPlays --------------------------------------------------------------------------------------


def test_it_is_a_sequence_of_what_find_plays_finds(few: BatchPlays) -> None:
    assert len(few) == 4
    assert [len(plays) for plays in few] == [3, 0, 3, 2]
    expected = [find_plays(position, LEXICON, limit=3) for position in LISTED]
    assert list(few) == expected
    assert [few[row] for row in range(-4, 0)] == expected
    for plays, position, alone in zip(few, LISTED, expected, strict=True):
        assert isinstance(plays, Plays)
        assert plays.position == position
        assert list(plays) == list(alone)
        assert [play.notation for play in plays] == [play.notation for play in alone]
        assert str(plays) == str(alone)
        assert plays.n_legal == alone.n_legal
    for row in (4, -5):
        with pytest.raises(IndexError):
            few[row]
    assert repr(few) == "<BatchPlays: 4 positions>"


def test_the_first_and_the_last_word_of_a_lexicon() -> None:
    """Numbers of words begin with 0, which also stands where there is none."""
    lexicon = Lexicon.from_words(["AAH", "ZZZ", "MUD"])
    listed = [Position("AAH"), Position("MUD"), Position("BBB"[:2]), Position("AAHMUD", "", "V")]
    few = solve_batch(listed, lexicon)
    best = [[word.word for word in plays[0].words] for plays in few if plays]
    assert best == [["AAH"], ["MUD"], ["AAH", "MUD"]]


def test_margin(few: BatchPlays) -> None:
    assert few.margin.shape == (4, 3)
    assert few.margin.dtype == np.float64
    for row, plays in enumerate(few):
        for rank, play in enumerate(plays):
            assert few.margin[row, rank] == pytest.approx(play.margin)
    assert few.margin[1].tolist() == [0, 0, 0]
    many = solve_batch(Deal(20, seed=5, n_players=5, patents=20), Lexicon.load())
    assert (many.margin != many.columns["money"] + many.columns["stock"]).any()
    for margin, plays in zip(many.margin[:, 0], many, strict=True):
        assert margin == pytest.approx(plays[0].margin if len(plays) else 0)


def test_results_are_read_only_and_pickle(few: BatchPlays) -> None:
    copy = pickle.loads(pickle.dumps(few))
    assert copy == few
    for result in (few, few[1:], copy):
        assert result.n_legal is not None
        for column in (result.columns, result.n_legal, result.positions.money):
            assert not column.flags.writeable
    uncounted = solve_batch(LISTED, Lexicon.load())
    pickled = pickle.dumps(uncounted)
    # A reference to the word list, not its words.
    assert len(pickled) < 5_000
    assert pickle.loads(pickled) == uncounted
    assert pickle.loads(pickled).n_legal is None


def test_equality(few: BatchPlays) -> None:
    assert few == solve_batch(LISTED, Lexicon.from_words(WORDS), limit=3, count=True)
    for other in (
        solve_batch(LISTED, LEXICON, limit=3),
        solve_batch(LISTED, LEXICON, limit=2, count=True),
        solve_batch(LISTED, LEXICON, limit=3, count=True, rank_by="n_left"),
        solve_batch(LISTED, LEXICON, limit=3, count=True, ruleset=REFERENCE_MANUAL),
        solve_batch(LISTED[:3], LEXICON, limit=3, count=True),
        solve_batch(LISTED, Lexicon.from_words([*WORDS, "ZYMURGY"]), limit=3, count=True),
        list(few),
    ):
        assert few != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(few)


# Wrong arguments ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"positions": "CAT"}, "positions are given as str"),
        ({"positions": None}, "positions are given as NoneType"),
        ({"positions": LISTED[0]}, "positions are given as Position"),
        (
            {"positions": Deal(5, seed=1, ruleset=Ruleset(hand_size=8))},
            "the deal has 8 cards in a hand and 3 in",
        ),
        ({"positions": Deal(5, seed=1), "ruleset": Ruleset(hand_size=6)}, "the ruleset 6 and 3"),
        ({"positions": Positions.of([Position("ABCDEFGH")])}, "row 0: the hand ABCDEFGH has 8"),
        ({"lexicon": 7}, "give a Lexicon"),
        ({"ruleset": "rulebook"}, "give a Ruleset"),
        ({"rank_by": "Money"}, "no rank key"),
        ({"rank_by": ()}, "rank_by"),
        ({"limit": 0}, "limit is 0; give a whole number from 1 to 10000"),
        ({"limit": 10_001}, "limit is 10001"),
        ({"limit": True}, "limit is True"),
        ({"chunk_size": 0}, "chunk_size is 0"),
        ({"chunk_size": 10**7 + 1}, "chunk_size is 10000001"),
        ({"executor": "threads"}, "give a concurrent.futures.Executor"),
        ({"progress": True}, "progress is True; give a function"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_at_the_call(change: dict[str, Any], message: str) -> None:
    """By `iter_solve_batch` too, not at the first chunk."""
    arguments: dict[str, Any] = {"positions": LISTED, "lexicon": LEXICON, **change}
    for function in (solve_batch, iter_solve_batch):
        with pytest.raises(InvalidInputError, match=message):
            function(**arguments)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("CAT", "'CAT' is given for a position"),
        (None, "None is given for a position"),
        (Deal(1, seed=1), "given for a position"),
        ([LISTED[0]], "given for a position"),
        (Position("ABCDEFGH"), "row 2: the hand ABCDEFGH has 8 cards"),
        (Positions.of([Position("ABCDEFGH")], first_row=9), "row 9: the hand ABCDEFGH has 8 cards"),
    ],
    ids=str,
)
def test_a_wrong_position_among_others(wrong: Any, message: str) -> None:
    """The positions before it are few."""
    given: list[Any] = [LISTED[0], LISTED[1], wrong, LISTED[2]]
    with pytest.raises(InvalidInputError, match=message):
        solve_batch(given, LEXICON)
    chunks = iter_solve_batch(given, LEXICON, chunk_size=1)
    with pytest.raises(InvalidInputError, match=message):
        list(chunks)


def test_what_a_source_or_progress_raises_passes_through() -> None:
    class SourceError(Exception):
        pass

    def source() -> Any:
        yield LISTED[0]
        raise SourceError

    def progress(n: int) -> None:
        raise SourceError(n)

    with pytest.raises(SourceError):
        solve_batch(source(), LEXICON)
    with pytest.raises(SourceError):
        solve_batch(LISTED, LEXICON, progress=progress)


# The owner of Q replaces the card that is best replaced in expectation, or none.


SMALL = Lexicon.from_words(
    """
    TEA EAT ATE TEAR RATE NOTE TONE TOE NET TEN ONE EON QUOTE QUIT SUIT RAIN TRAIN NOSE STONE STAIN
    SATIN ROUTE OUTER SAINT EERIE AREA IOTA
    """.split()  # noqa: SIM905 - a list would be a page long
)


def not_stopped() -> bool:
    return False


def best_margin(position: Position, hand: str, lexicon: Lexicon) -> int:
    moved = Position(hand, position.community, position.patents, position.opponents, position.money)
    plays = find_plays(moved, lexicon, limit=1)
    if not plays:
        return 0
    n_opponents = max(1, len(position.opponents))
    return n_opponents * (plays[0].money + plays[0].stock) - sum(plays[0].royalties)


def best_hands(position: Position, next_card: str, lexicon: Lexicon) -> set[str]:
    """The hands after one of the best choices; just the hand itself where that is one."""
    unseen = Counter(CARD_COUNT)
    unseen.subtract(position.hand + position.community)
    totals = {"": best_margin(position, position.hand, lexicon) * sum(unseen.values())}
    for card in set(position.hand):
        rest = remove_cards(position.hand, card)
        totals[card] = sum(
            n * best_margin(position, rest + drawn, lexicon) for drawn, n in unseen.items() if n
        )
    best = max(totals.values())
    if totals[""] == best:
        return {position.hand}
    return {
        "".join(sorted(remove_cards(position.hand, card) + next_card))
        for card, total in totals.items()
        if total == best
    }


@pytest.mark.parametrize("patents", ["Q", "BJQ", "QX", "QVZ"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_card_with_the_best_expectation_goes(patents: str, players: int) -> None:
    n = 2 if NO_JIT else 12
    lexicon = SMALL if NO_JIT or "V" in patents else Lexicon.load("common")
    deal = Deal(
        n, seed=5, n_players=players, patents=[patents, "E"] + [""] * (players - 2), money=3
    )
    positions, next_cards = deal.with_next_cards()
    after = with_replacements(positions, next_cards, lexicon, RULEBOOK, not_stopped)
    changed = 0
    for before, now, card in zip(positions, after, next_cards, strict=True):
        assert now.hand in best_hands(before, chr(card), lexicon)
        assert (now.community, now.patents, now.opponents, now.money) == (
            before.community, before.patents, before.opponents, before.money
        )  # fmt: skip
        changed += now.hand != before.hand
    assert changed


def test_it_stops_when_called_off() -> None:
    positions, next_cards = Deal(3, seed=1, patents="Q").with_next_cards()
    with pytest.raises(Stopped):
        with_replacements(positions, next_cards, SMALL, RULEBOOK, lambda: True)


FEW = Lexicon.from_words(
    "TEA ATE BEAT TATTLE SEE TEE ESTATE TEASE SEEST EEEE EEEEEEEEEEE TESTATE QUOTE STATE".split()  # noqa: SIM905
)


@pytest.mark.parametrize(
    ("hand", "community", "opponents"),
    [
        ("BCDFGHJ", "AET", [""]),  # TEA lies in the community: it wants one of its letters in hand.
        ("ACDFGHJ", "AET", [""]),
        ("EETTTTT", "AES", ["E", "T"]),
        ("EEEEEEE", "EEE", ["E"]),
        ("EEEEEEE", "EES", [""]),
        ("ABCDFGH", "JKL", [""]),
        # Summed over the deck, ties in rank must not outweigh the dollar that Y may bring.
        ("EGILNRY", "DOZ", [""]),
    ],
)
def test_cards_that_are_alike_ties_and_words_of_the_community(
    hand: str, community: str, opponents: list[str]
) -> None:
    position = Position(hand, community, "Q", opponents)
    lexicon = Lexicon.load("common") if "Y" in hand else FEW
    drawn = Deal(1, seed=0).with_next_cards()[1]
    (after,) = with_replacements(Positions.of([position]), drawn, lexicon, RULEBOOK, not_stopped)
    assert after.hand in best_hands(position, chr(drawn[0]), lexicon)
