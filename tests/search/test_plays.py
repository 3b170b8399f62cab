"""Plays: a lazy sequence over typed columns."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import ALL_RULES, examples, positions, word_lists

from letter_tycoon_solver import (
    InvalidInputError,
    Lexicon,
    Play,
    PlayNotFoundError,
    Plays,
    Position,
    Ruleset,
    find_plays,
)
from letter_tycoon_solver.search.plays import PLAY_DTYPE

WORDS = ["BOOK", "BOOKS", "YACHT", "COAT", "COATS", "TACO", "OATS", "AHOY", "COY", "BOY", "TOY"]
POSITION = Position("YACHTBO", "KOS", "BJKVXZ", ["A", "T", "C"], 2)
LEXICON = Lexicon.from_words(WORDS)


@pytest.fixture(scope="module")
def plays() -> Plays:
    found = find_plays(POSITION, LEXICON, variants="all")
    assert len(found) > 100
    return found


def test_all_that_a_sequence_does(plays: Plays) -> None:
    every = list(plays)
    assert len(every) == len(plays)
    assert all(isinstance(play, Play) for play in every)
    assert plays[0] == every[0]
    assert plays[-1] == every[-1]
    assert list(reversed(plays)) == every[::-1]
    assert every[7] in plays
    assert plays.index(every[7]) == 7
    assert (plays.count(every[7]), plays.count(3), plays.count("JEWELS")) == (1, 0, 0)
    assert np.zeros(2) not in plays
    assert plays[np.int64(3)] == every[3]
    for index in (len(plays), -len(plays) - 1, 10**400):
        with pytest.raises(IndexError, match=rf"^there are {len(plays):,} plays: index 0 to ") as e:
            plays[index]
        assert len(str(e.value)) < 200
    with pytest.raises(TypeError, match="'float' object cannot be"):
        plays[1.5]  # type: ignore[call-overload]


def test_index_is_the_rank_of_a_play_or_of_words(plays: Plays) -> None:
    every = list(plays)
    for text in ("BOOK", "yacht", " Coy & toy ", "TOY & COY", every[0].words[0].word):
        words = sorted(word.strip().upper() for word in text.split("&"))
        same = [rank for rank, p in enumerate(every) if sorted(w.word for w in p.words) == words]
        if same:
            assert plays.index(text) == same[0]
            assert plays.index(text, same[0]) == same[0]
            assert plays[plays.index(text)] == plays[text]
        for first, end in ((same[0] + 1, None), (0, same[0])) if same else ((0, None),):
            later = [rank for rank in same if rank >= first and (end is None or rank < end)]
            if later:
                assert plays.index(text, first, end) == later[0]
            else:
                with pytest.raises(PlayNotFoundError, match=text.strip()):
                    plays.index(text, first, end)
    assert plays.index(every[7], -len(plays)) == 7
    assert plays.index(every[-1], -1) == len(plays) - 1
    with pytest.raises(ValueError, match="not among"):
        plays.index(every[7], 8)
    with pytest.raises(ValueError, match="not among"):
        plays.index(np.zeros(2))
    bounds: list[tuple[Any, Any]] = [("0", None), (0, "9"), (1.5, None), (-len(plays) - 1, None)]
    for start, stop in bounds:
        with pytest.raises(InvalidInputError, match="give a whole number from -"):
            plays.index(every[7], start, stop)


def test_slices_share_the_columns(plays: Plays) -> None:
    every = list(plays)
    for part in (slice(3), slice(2, 40, 3), slice(None, None, -1), slice(-5, None), slice(5, 5)):
        some = plays[part]
        assert isinstance(some, Plays)
        assert list(some) == every[part]
        assert some.n_legal == plays.n_legal
        assert len(some) == 0 or np.shares_memory(some.columns, plays.columns)


def test_lazy(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only access to a play makes one."""
    made = []
    build = Plays._item

    def count_and_build(self: Plays, rank: int) -> Play:
        made.append(rank)
        return build(self, rank)

    monkeypatch.setattr(Plays, "_item", count_and_build)
    found = find_plays(POSITION, LEXICON, variants="all")
    assert len(found[10:20]) == 10
    assert found.n_legal == len(found)
    assert found == plays
    assert made == []
    next(iter(found))
    assert len(made) == 1
    assert found[3].money >= 0
    assert len(made) == 2


def test_columns(plays: Plays) -> None:
    columns = plays.columns
    assert columns.dtype == PLAY_DTYPE
    assert columns.dtype.itemsize == 48
    assert columns.shape == (len(plays),)
    with pytest.raises(ValueError, match="read-only"):
        columns["money"][0] = 99
    with pytest.raises(FrozenInstanceError):
        plays.columns = columns  # type: ignore[misc]


def check_row(row: np.void, play: Play, plays: Plays) -> None:
    """A row says what the play says, as documented at the top of plays.py."""
    n = len(play.words)
    opponents = len(plays.position.opponents)
    assert int(row["n_words"]) == n
    assert [plays.lexicon.word(int(at)) for at in row["word"][:n]] == [w.word for w in play.words]
    assert n == 2 or row["word"][1] == -1
    for name in ("money", "stock", "patent_value"):
        assert row[name] == getattr(play, name)
    assert tuple(row["royalties"]) == (*play.royalties, *[0] * (4 - opponents))
    assert row["n_left"] == len(play.leave)
    copied = [(at, word.letters_from("d")) for at, word in enumerate(play.words)]
    copied = [(at, letter) for at, letter in copied if letter]
    assert row["duplicate"] == (ord(copied[0][1]) - ord("A") if copied else 255)
    assert not copied or row["duplicate_word"] == copied[0][0]
    suffixed = [at for at, word in enumerate(play.words) if "s" in word.sources]
    assert row["suffix_word"] == (suffixed[0] if suffixed else 255)
    for at in range(n):
        bits = sum(1 << "BJKQ".index(letter) for letter in play.doublers[at])
        assert row["doublers"][at] == bits
        fields = [int(row["from_hand"][at]) >> 5 * slot & 31 for slot in range(12)]
        hand = play.words[at].letters_from("h")
        assert sorted(n for n in fields if n) == sorted(hand.count(a) for a in set(hand))


@examples(40)
@given(st.data())
def test_every_column_says_what_the_play_says(data: st.DataObject) -> None:
    position = data.draw(positions())
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position)))
    plays = find_plays(position, lexicon, ruleset=ruleset, variants="all", limit=100)
    for row, play in zip(plays.columns, plays, strict=True):
        check_row(row, play, plays)
    scores = plays.columns["score"]
    assert (np.diff(scores) <= 0).all()


def test_columns_of_the_example(plays: Plays) -> None:
    for row, play in zip(plays.columns[:200], plays, strict=False):
        check_row(row, play, plays)


def test_to_dicts(plays: Plays) -> None:
    dicts = plays[:50].to_dicts()
    assert json.loads(json.dumps(dicts)) == dicts
    assert dicts == [play.to_dict() for play in plays[:50]]
    position = Position("JWLEANZ", "EES", "K", ["E", ""])
    (only,) = find_plays(position, Lexicon.from_words(["JEWELS"])).to_dicts()
    assert only == {
        "notation": "JeWeLs",
        "words": [{"word": "JEWELS", "sources": "hchchc", "y_as": "", "doublers": ""}],
        "money": 4,
        "stock": 1,
        "royalties": [2, 0],
        "margin": 4.0,
        "purchasable": "LWJ",
        "patent_value": 4,
        "leave": "AENZ",
    }


def test_plain_numbers(plays: Plays) -> None:
    """No NumPy scalar gets out."""
    for play in plays[:20]:
        for number in (play.money, play.stock, play.patent_value, *play.royalties):
            assert type(number) is int


def test_count_is_of_all_variants(plays: Plays) -> None:
    assert plays.n_legal == len(plays)
    best = find_plays(POSITION, LEXICON)
    assert len(best) < best.n_legal == len(plays)
    assert find_plays(POSITION, LEXICON, limit=2).n_legal == len(plays)


def test_equality(plays: Plays) -> None:
    assert plays == find_plays(POSITION, LEXICON, variants="all")
    assert plays[:5] == find_plays(POSITION, Lexicon.from_words(WORDS), variants="all", limit=5)
    assert plays != plays[:-1]
    assert plays[:5] != list(plays[:5])
    assert find_plays(POSITION, LEXICON) != plays
    assert find_plays(Position("CAT"), LEXICON) != find_plays(Position("CAT", "A"), LEXICON)
    assert find_plays(POSITION, LEXICON) != find_plays(POSITION, Lexicon.from_words(WORDS[1:]))
    act, cat = (find_plays(Position("CAT"), Lexicon.from_words([word])) for word in ("ACT", "CAT"))
    assert np.array_equal(act.columns, cat.columns)
    assert act != cat
    with pytest.raises(TypeError, match="unhashable"):
        hash(plays)


def test_no_plays() -> None:
    none = find_plays(Position("BCD"), LEXICON)
    assert (len(none), list(none), none.n_legal, none.to_dicts()) == (0, [], 0, [])
    assert repr(none) == "<Plays: 0>"
    assert none[:3] == none
    with pytest.raises(IndexError, match=r"^there are no plays; 0 is given$"):
        none[0]


def test_repr(plays: Plays) -> None:
    assert repr(plays) == f"<Plays: {len(plays):,}, best {plays[0].notation}>"
    one = find_plays(POSITION, Lexicon.from_words(["BOOK"]), ruleset=Ruleset(), limit=1)
    assert repr(one) == f"<Plays: 1, best {one[0].notation}>"


def test_a_play_pickles_alone(plays: Plays) -> None:
    assert pickle.loads(pickle.dumps(plays[0])) == plays[0]


def test_the_best_play_with_bare_words(plays: Plays) -> None:
    for play in plays[::7]:
        bare = [word.word for word in play.words]
        first = next(p for p in plays if sorted(w.word for w in p.words) == sorted(bare))
        assert plays[" & ".join(bare)] == first
        assert plays["&".join(bare[::-1]).lower()] == first
        assert " & ".join(bare).title() in plays
    assert any(len(play.words) == 2 for play in plays[::7])


@pytest.mark.parametrize("text", ["JEWELS", "TOY & COY & BOY", "TACO &", "", "AHOY & AHOY"])
def test_words_without_a_play(plays: Plays, text: str) -> None:
    assert text not in plays
    with pytest.raises(PlayNotFoundError) as caught:
        plays[text]
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ValueError)
    if text == "AHOY & AHOY":
        assert str(caught.value) == "'AHOY & AHOY' cannot be laid here"
    else:
        assert str(caught.value).startswith(f"'{text}' is not listed; give bare words of the lexi")


def test_legal_words_that_are_not_listed(plays: Plays) -> None:
    best = find_plays(POSITION, LEXICON, limit=1)
    other = next(word for word in WORDS if word in plays and word not in best)
    with pytest.raises(PlayNotFoundError) as caught:
        best[other.lower()]
    assert str(caught.value) == (
        f"'{other.lower()}' is legal, but not listed; there is 1 play here, and limit=None lists"
        " all"
    )
    pair = " & ".join(word.word for word in next(p for p in plays if len(p.words) == 2).words)
    assert pair not in best[:0]
    with pytest.raises(
        PlayNotFoundError, match=f"^'{pair}' is legal, but not listed; there are no"
    ):
        best[:0][pair]


def test_words_are_looked_for_in_these_plays_only(plays: Plays) -> None:
    last = [word.word for word in plays[-1].words]
    text = " & ".join(last)
    rank = next(at for at, p in enumerate(plays) if plays[text] == p)
    assert text not in plays[:rank]
    assert plays[rank:][text] == plays[rank]
    assert text not in plays[:0]
