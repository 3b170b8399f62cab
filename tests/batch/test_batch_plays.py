"""`BatchPlays`, and what `solve_batch` says of wrong arguments."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from letter_tycoon_solver import (
    ONLINE,
    REFERENCE_MANUAL,
    RULEBOOK,
    InvalidInputError,
    Lexicon,
    Plays,
    Position,
    Ruleset,
    find_plays,
)
from letter_tycoon_solver.batch import (
    BatchPlays,
    Deal,
    Positions,
    iter_solve_batch,
    solve_batch,
)

WORDS = ["CAT", "CATS", "DOG", "GODS", "JEWEL", "JEWELS", "EEL", "LEE", "TAX", "SEE", "EAT", "TEA"]
LEXICON = Lexicon.from_words(WORDS)
LISTED = [
    Position("JWLEANZ", "EES", "K", ["E", ""]),
    Position("BBCCDD", "FG"),
    Position("CATDOGS", "", "V", ["A", "O", "SC"], 5),
    Position("EEL", "", "", [""]),
]


@pytest.fixture
def solved() -> BatchPlays:
    return solve_batch(LISTED, LEXICON, limit=3, count=True)


# BatchPlays --------------------------------------------------------------------------------------


def test_it_is_a_sequence_of_what_find_plays_finds(solved: BatchPlays) -> None:
    assert len(solved) == 4
    expected = [find_plays(position, LEXICON, limit=3) for position in LISTED]
    assert list(solved) == expected
    assert [solved[row] for row in range(-4, 0)] == expected
    for plays, position, alone in zip(solved, LISTED, expected, strict=True):
        assert isinstance(plays, Plays)
        assert plays.position == position
        assert list(plays) == list(alone)
        assert [play.notation for play in plays] == [play.notation for play in alone]
        assert str(plays) == str(alone)
        assert plays.n_legal == alone.n_legal
    for row in (4, -5):
        with pytest.raises(IndexError):
            solved[row]
    assert repr(solved) == "<BatchPlays: 4 positions>"


def test_plays_of_another_ruleset_count_by_it() -> None:
    ruleset = ONLINE
    position = Position("CATDOG", "SX", "VXZ")
    (plays,) = solve_batch([position], LEXICON, ruleset=ruleset, limit=50)
    alone = find_plays(position, LEXICON, ruleset=ruleset, limit=50)
    assert plays == alone
    assert plays.n_legal == alone.n_legal
    assert plays.n_legal != find_plays(position, LEXICON).n_legal


def test_slices_share_the_columns(solved: BatchPlays) -> None:
    part = solved[1:3]
    assert isinstance(part, BatchPlays)
    assert np.shares_memory(part.columns, solved.columns)
    assert list(part) == list(solved)[1:3]
    assert part.n_legal is not None
    assert part.n_legal.tolist() == [0, len(find_plays(LISTED[2], LEXICON, variants="all"))]
    assert list(solved[::-1]) == list(solved)[::-1]
    assert len(solved[9:]) == 0
    assert BatchPlays.joined([solved[:1], solved[1:1], solved[1:]]) == solved


def test_columns_are_zero_where_there_is_no_play(solved: BatchPlays) -> None:
    assert solved.n_plays.tolist() == [3, 0, 3, 2]
    assert not any(solved.columns[1].tobytes())
    assert not any(solved.columns[3, 2:].tobytes())
    assert len(solved[1]) == 0
    assert solved.columns.itemsize == 48


def test_words(solved: BatchPlays) -> None:
    for rank in range(3):
        expected = [
            " ".join(word.word for word in plays[rank].words) if rank < len(plays) else ""
            for plays in solved
        ]
        assert solved.words(rank) == expected
    best = solved.words()
    assert best[:2] == ["JEWELS", ""]
    assert len(best[2].split()) == 2
    assert solved[:0].words() == []
    for wrong in (3, -1, True, "x"):
        with pytest.raises(InvalidInputError, match="rank is"):
            solved.words(wrong)  # type: ignore[arg-type]


def test_the_first_and_the_last_word_of_a_lexicon() -> None:
    """Numbers of words begin with 0, which also stands where there is none."""
    lexicon = Lexicon.from_words(["AAH", "ZZZ", "MUD"])
    listed = [Position("AAH"), Position("MUD"), Position("BBB"[:2]), Position("AAHMUD", "", "V")]
    solved = solve_batch(listed, lexicon)
    assert solved.words() == ["AAH", "MUD", "", "AAH MUD"]


def test_margin(solved: BatchPlays) -> None:
    assert solved.margin.shape == (4, 3)
    assert solved.margin.dtype == np.float64
    for row, plays in enumerate(solved):
        for rank, play in enumerate(plays):
            assert solved.margin[row, rank] == pytest.approx(play.margin)
    assert solved.margin[1].tolist() == [0, 0, 0]
    many = solve_batch(Deal(20, seed=5, n_players=5, patents=20), Lexicon.load())
    assert (many.margin != many.columns["money"] + many.columns["stock"]).any()
    for margin, plays in zip(many.margin[:, 0], many, strict=True):
        assert margin == pytest.approx(plays[0].margin if len(plays) else 0)


def test_results_are_read_only(solved: BatchPlays) -> None:
    for result in (solved, solved[1:], pickle.loads(pickle.dumps(solved))):
        assert not result.columns.flags.writeable
        assert result.n_legal is not None
        assert not result.n_legal.flags.writeable
        assert not result.positions.money.flags.writeable


def test_results_pickle(solved: BatchPlays) -> None:
    assert pickle.loads(pickle.dumps(solved)) == solved
    uncounted = solve_batch(LISTED, Lexicon.load())
    pickled = pickle.dumps(uncounted)
    # A reference to the word list, not its words.
    assert len(pickled) < 5_000
    assert pickle.loads(pickled) == uncounted
    assert pickle.loads(pickled).n_legal is None


def test_equality(solved: BatchPlays) -> None:
    assert solved == solve_batch(LISTED, Lexicon.from_words(WORDS), limit=3, count=True)
    for other in (
        solve_batch(LISTED, LEXICON, limit=3),
        solve_batch(LISTED, LEXICON, limit=2, count=True),
        solve_batch(LISTED, LEXICON, limit=3, count=True, rank_by="n_left"),
        solve_batch(LISTED, LEXICON, limit=3, count=True, ruleset=REFERENCE_MANUAL),
        solve_batch(LISTED[:3], LEXICON, limit=3, count=True),
        solve_batch(LISTED, Lexicon.from_words([*WORDS, "ZYMURGY"]), limit=3, count=True),
        list(solved),
    ):
        assert solved != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(solved)


def test_the_legal_plays_are_counted_only_if_asked_for(solved: BatchPlays) -> None:
    assert solved.n_legal is not None
    assert solved.n_legal.dtype == np.int64
    assert solved.n_legal.tolist() == [find_plays(one, LEXICON).n_legal for one in LISTED]
    assert solve_batch(LISTED, LEXICON).n_legal is None


def test_top_beyond_the_number_of_plays() -> None:
    top = 10_000
    solved = solve_batch(LISTED[:1], LEXICON, limit=top)
    assert solved.columns.shape == (1, top)
    assert solved[0] == find_plays(LISTED[0], LEXICON)


# Wrong arguments ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"positions": "CAT"}, "positions are given as str"),
        ({"positions": 3}, "positions are given as int"),
        ({"positions": None}, "positions are given as NoneType"),
        ({"positions": LISTED[0]}, "positions are given as Position"),
        (
            {"positions": Deal(5, seed=1, ruleset=Ruleset(hand_size=8))},
            "the deal has 8 cards in a hand and 3 in",
        ),
        ({"positions": Deal(5, seed=1), "ruleset": Ruleset(hand_size=6)}, "the ruleset 6 and 3"),
        ({"positions": Positions.of([Position("ABCDEFGH")])}, "row 0: the hand ABCDEFGH has 8"),
        ({"lexicon": None}, "give a Lexicon"),
        ({"lexicon": 7}, "give a Lexicon"),
        ({"ruleset": "rulebook"}, "give a Ruleset"),
        ({"ruleset": None}, "give a Ruleset"),
        ({"rank_by": "Money"}, "no rank key"),
        ({"rank_by": ()}, "rank_by"),
        ({"rank_by": None}, "rank_by"),
        ({"limit": 0}, "limit is 0; give a whole number from 1 to 10000"),
        ({"limit": -1}, "limit is -1"),
        ({"limit": 10_001}, "limit is 10001"),
        ({"limit": 1.0}, "limit is 1.0"),
        ({"limit": True}, "limit is True"),
        ({"limit": None}, "limit is None"),
        ({"chunk_size": 0}, "chunk_size is 0"),
        ({"chunk_size": 10**7 + 1}, "chunk_size is 10000001"),
        ({"chunk_size": "8"}, "chunk_size is '8'"),
        ({"executor": "threads"}, "give a concurrent.futures.Executor"),
        ({"executor": 2}, "give a concurrent.futures.Executor"),
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
    """The positions before it are solved."""
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


def test_hands_of_eight_need_their_ruleset() -> None:
    eight = Ruleset(hand_size=8)
    positions = Deal(3, seed=2, ruleset=eight).positions()
    with pytest.raises(InvalidInputError, match=r"row 0: .* at most 7"):
        solve_batch(positions, LEXICON, ruleset=RULEBOOK)
    assert len(solve_batch(positions, LEXICON, ruleset=eight)) == 3
