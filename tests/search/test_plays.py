"""`Plays`: a lazy sequence over typed columns; as tables of text and HTML."""

from __future__ import annotations

import json
import pickle
import re
from html import unescape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import ALL_RULES, examples, positions, word_lists

from letter_tycoon_solver import (
    Lexicon,
    Play,
    PlayNotFoundError,
    Plays,
    Position,
    Ruleset,
    best_turns,
    find_plays,
)
from letter_tycoon_solver._html import SHOWN
from letter_tycoon_solver.search import plays as tables

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
            assert plays[plays.index(text)] == plays[text]
        else:
            with pytest.raises(PlayNotFoundError, match=text.strip()):
                plays.index(text)
    assert plays.index(every[-1]) == len(plays) - 1
    for other in (np.zeros(2), every[7]):
        with pytest.raises(ValueError, match="not among"):
            plays[:7].index(other)


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


def test_to_dicts(plays: Plays) -> None:
    assert pickle.loads(pickle.dumps(plays[0])) == plays[0]
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
    assert str(none) == "no legal play"
    assert none._repr_html_() == "<p>no legal play</p>"
    assert none[:3] == none
    with pytest.raises(IndexError, match=r"^there are no plays; 0 is given$"):
        none[0]


def test_repr(plays: Plays) -> None:
    assert repr(plays) == f"<Plays: {len(plays):,}, best {plays[0].notation}>"
    one = find_plays(POSITION, Lexicon.from_words(["BOOK"]), ruleset=Ruleset(), limit=1)
    assert repr(one) == f"<Plays: 1, best {one[0].notation}>"


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


# The tables of plays: text and HTML show the same columns.


TABLE_WORDS = ["ANE", "EWE", "JAW", "JEWELS", "NEWELS", "SNELL", "SWELLS", "YACHT", "YEAS"]


def html_rows(document: str) -> list[list[str]]:
    """The cells of the table."""
    rows = re.sub("</?span[^>]*>", "", document).split("<tr>")[1:]
    return [[unescape(cell) for cell in re.findall("<t[hd]>(.*?)</t[hd]>", row)] for row in rows]


def plays_of(line: str, words: list[str] = TABLE_WORDS) -> Plays:
    return find_plays(Position.parse(line), Lexicon.from_words(words))


def cells(text: str) -> list[list[str]]:
    """The cells of a text table: they are separated by two spaces or more."""
    return [[cell for cell in line.split("  ") if cell.strip()] for line in text.splitlines()]


def stripped(rows: list[list[str]]) -> list[list[str]]:
    return [[cell.strip() for cell in row] for row in rows]


text_table, html_table = tables.text_table, tables.html_table


@pytest.fixture(scope="module")
def rulebook_example() -> Plays:
    return plays_of("AEJLNWZ EES K E/- 0")


@pytest.fixture(scope="module")
def many() -> Plays:
    return plays_of("ABCDEFG - - . 0", [a + b + c for a in "ABC" for b in "DE" for c in "FGABC"])


def test_numbers_end_and_texts_begin_at_the_same_place() -> None:
    plays = plays_of("GNRSTTE HS BJKQX EG/S 5", ["STRENGTHS", "TENS", "GETS"])
    assert text_table(plays) == (
        "#  Play            $  Stock  Royalties  Margin  Could buy    Kept\n"
        "1  sTRENGTh(S)*K  12      6       2, 1    16.5  T8 N7 R6 H5  S\n"
        "2  TENs*K          4      0       1, 1     3.0  T8 N7        GRST\n"
        "3  GETs*K          4      0       2, 1     2.5  T8           NRST"
    )


def test_columns_without_opponents_and_with_four() -> None:
    alone = text_table(plays_of("AEJLNWZ EES - . 0"))
    assert "Royalties" not in alone
    four = stripped(cells(text_table(plays_of("AEJLNWZ EES - E/-/S/- 0", ["JEWELS"]))))
    assert four[1] == ["1", "JeWeLs", "4", "1", "2, 0, 1, 0", "4.25", "L4 W3 J2", "AENZ"]


def test_nothing_to_buy_or_to_keep_is_a_dash() -> None:
    (row,) = stripped(cells(text_table(plays_of("JAW - - . 0", ["JAW"]))))[1:]
    assert row == ["1", "JAW", "1", "0", "1", "-", "-"]


def test_first_twenty_and_how_many_more(many: Plays) -> None:
    assert len(many) > SHOWN
    lines = text_table(many).splitlines()
    assert len(lines) == 1 + SHOWN + 1
    assert lines[-1] == f"... and {len(many) - SHOWN} more plays"
    assert text_table(many[: SHOWN + 1]).endswith("\n... and 1 more play")
    assert "more" not in text_table(many[:SHOWN])
    assert str(many) == text_table(many)
    assert cells(str(many[5:8]))[1][:2] == ["1", many[5].notation]


def test_html_has_the_cells_of_the_text(rulebook_example: Plays, many: Plays) -> None:
    for plays in (rulebook_example, many):
        document = html_table(plays)
        shown = html_rows(document) + [[text] for text in re.findall("<p>(.*)</p>$", document)]
        assert stripped(shown) == stripped(cells(text_table(plays)))
        assert plays._repr_html_() == document


def test_html_escapes() -> None:
    plays = plays_of("JAWEWES - V . 0", ["JAW", "EWES"])
    assert "&amp;" in html_table(plays)
    assert " & " in html_rows(html_table(plays))[1][1]


def test_turns_in_a_notebook() -> None:
    turns = best_turns(Position("JWLEANZ", "EES"), Lexicon.load(), limit=30)
    document = turns._repr_html_()
    shown, best = html_rows(document), turns[0]
    assert shown[0] == ["#", "Turn", "Equity", "Margin", "Kept"]
    assert shown[1][:3] == ["1", str(best), f"{best.equity.total:+.2f}"]
    assert (len(turns), len(shown)) == (30, 1 + SHOWN)
    assert document.endswith("<p>... and 10 more</p>")
