"""`Turn`: what it holds, and its notation at full length, in short, with the cards that came."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import (
    ALL_RULES,
    LETTERS,
    examples,
    positions,
    word_lists,
)

from letter_tycoon_solver import (
    Equity,
    IllegalPlay,
    InvalidInputError,
    Lexicon,
    Play,
    PlayedWord,
    Position,
    Turn,
    TurnKind,
    adjudicate,
    find_plays,
)
from letter_tycoon_solver.game import ToldTurn
from letter_tycoon_solver.rules.play import join_words, parse_words
from letter_tycoon_solver.rules.turn import split_line

JEWELS = (PlayedWord("JEWELS", "hchchc"),)
BARE = (PlayedWord("JEWELS", "cccccc"),)
PLAYED = adjudicate(Position("JWLEANZ", "EES"), JEWELS)


@pytest.mark.parametrize(
    ("texts", "turn"),
    [
        (
            ["JeWeLs, buy J, discard AZ", "JeWeLs j -az", " JeWeLs,BUY j ,Discard z a",
             "JeWeLs J - z a", "JeWeLs buy J discard A, Z", "discard za, buy j, JeWeLs",
             "lay JeWeLs, j, -za"],
            Turn(TurnKind.WORDS, words=JEWELS, buy="J", discards="AZ"),
        ),
        (
            ["jewels", "play jewels", "jewels, buy nothing, discard -"],
            Turn(TurnKind.WORDS, words=BARE),
        ),
        (
            ["jewels*K, discard 2", "jewels*K -??", "jewels*K - 2"],
            Turn(TurnKind.WORDS, words=BARE, doublers=("K",), discards="??"),
        ),
        (
            ["exchange JZ", "- jz", "-j z", "-zj", "EXCHANGE j, z"],
            Turn(TurnKind.EXCHANGE, discards="JZ"),
        ),
        (
            ["exchange nothing", "-", "exchange -", "- nothing", "discard nothing", "discard -"],
            Turn(TurnKind.EXCHANGE),
        ),
        (["exchange *", "-*", "- *"], Turn(TurnKind.EXCHANGE, discards="*")),
        (["exchange 3", "- 3", "-???"], Turn(TurnKind.EXCHANGE, discards="???")),
        (["replace X", "q x", "Q x"], Turn(TurnKind.REPLACE, "X")),
        (["q", "q ?", "replace 1"], Turn(TurnKind.REPLACE, "?")),
        (
            ["replace X, exchange J", "replace X, discard J", "q x -j"],
            Turn(TurnKind.EXCHANGE, "X", discards="J"),
        ),
        (["q jewels", "replace ?, jewels"], Turn(TurnKind.WORDS, "?", words=BARE)),
        (
            ["jewels, challenged by Mary Ann, discard ?", "jewels !Mary Ann -?",
             "jewels, !Mary Ann, -1", "jewels, Challenged by Mary  Ann, discard ?"],
            Turn(TurnKind.WORDS, words=BARE, challenger="Mary Ann", discards="?"),
        ),
        (
            ["jewels, challenged", "jewels !", "jewels challenged by"],
            Turn(TurnKind.WORDS, words=BARE, challenger=""),
        ),
        (["buy J", "buy j"], Turn(TurnKind.REST, buy="J")),
        (["buy J, discard A", "buy j -a"], Turn(TurnKind.REST, buy="J", discards="A")),
        (["discard A", "discard a"], Turn(TurnKind.REST, discards="A")),
        (["buy nothing", "buy -"], Turn(TurnKind.REST)),
        (["!Ben", "challenged by Ben"], Turn(TurnKind.REST, challenger="Ben")),
        (
            ["jewels, challenged by Jean -Luc"],
            Turn(TurnKind.WORDS, words=BARE, challenger="Jean -Luc"),
        ),
    ],
)  # fmt: skip
def test_what_people_leave_out(texts: list[str], turn: Turn) -> None:
    for text in texts:
        assert Turn.parse(text) == turn, text
    assert Turn.parse(turn.notation) == turn


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (7, "str"),
        ("", "empty part"),
        ("JeWeLs,, buy J", "empty part"),
        ("JeWeLs, buy J, buy W", "says buy twice"),
        ("JeWeLs -a -z", "says discard twice"),
        ("JeWeLs j w", "says buy twice"),
        ("JeWeLs !Ann !Ben", "says challenger twice"),
        ("JeWeLs, CAT", "'CAT' is neither"),
        ("exchange Z, buy J", "in place of words"),
        ("exchange Z !Ben", "in place of words"),
        ("JeWeLs, buy JW", "one letter from A to Z"),
        ("JeWeLs, buy ?", "one letter from A to Z"),
        ("JeWeLs, sell J", "'sell' is neither"),
        ("replace XY", "replaces 'XY'; give one card"),
        ("replace nothing", "give one card"),
        ("replace *", "give one card"),
        ("exchange A1", "only the letters A to Z"),
        ("exchange é", "only the letters A to Z"),
        ("exchange 12", "only the letters A to Z"),
        ("JeWeLs++", "is not a word in play notation"),
        ("CAT &", "is not a word in play notation"),
    ],
)
def test_what_is_no_turn(text: str, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Turn.parse(text)
    with pytest.raises(InvalidInputError):
        Turn.parse(", ,", typed=True)


@pytest.mark.parametrize(
    ("line", "text", "community", "drew"),
    [
        ("JEWELS j > QT", "JEWELS, buy J", "QT", None),
        ("jewels J>q t", "jewels, buy J", "QT", None),
        ("jewels, buy j", "jewels, buy J", None, None),
        ("Jewels j >", "jewels, buy J", "", None),
        ("JeWeLs, buy J, discard YZ", "JeWeLs, buy J, discard YZ", None, None),
        ("lane k -z < ERTOA > K", "lane, buy K, discard Z", "K", "ERTOA"),
        ("lane k -z drew erto a > K", "lane, buy K, discard Z", "K", "ERTOA"),
        ("lane > K < ERTO", "lane", "K", "ERTO"),
        ("cat & dog d -2", "cat & dog, buy D, discard ??", None, None),
        ("CAT&DOG -??", "CAT & DOG, discard ??", None, None),
        ("- 3", "exchange ???", None, None),
        ("-jz < ab", "exchange JZ", None, "AB"),
        ("-", "exchange nothing", None, None),
        ("q x lane k < E", "replace X, lane, buy K", None, "E"),
        ("q lane", "replace ?, lane", None, None),
        ("q ?", "replace ?", None, None),
        ("q x - jz", "replace X, exchange JZ", None, None),
        ("quiz q > A", "quiz, buy Q", "A", None),
        ("jewelz !Ben -?", "jewelz, challenged by Ben, discard ?", None, None),
        ("jewelz ! -z", "jewelz, challenged, discard Z", None, None),
        ("jewelz challenged by Mary Ann, discard z", "jewelz, challenged by Mary Ann, discard Z",
         None, None),
        ("lane < ABC > K !ann", "lane, challenged by ann", "K", "ABC"),
        ("drew d > AB", "drew, buy D", "AB", None),
        ("play turns > A", "turns", "A", None),
        ("HAiKU & Lu(L)U u", "HAiKU & Lu(L)U, buy U", None, None),
        ("Yacht/c*K", "yacht/c*K", None, None),
        ("Lane+S", "Lane+S", None, None),
        ("lay Eel > A", "Eel", "A", None),
        ("play a > YZ", "play, buy A", "YZ", None),
        ("SKYSCRAPER+S", "SKYSCRAPER+S", None, None),
        ("yacht/c*K y", "yacht/c*K, buy Y", None, None),
        ("Yacht/c*K & Tea", "yacht/c*K & tea", None, None),
        ("buy b", "buy, buy B", None, None),
        ("challenged c", "challenged, buy C", None, None),
        ("jewels challenged by Jean -l", "jewels, challenged by Jean, discard L", None, None),
        ("jewels, , j,", "jewels, buy J", None, None),
    ],
)  # fmt: skip
def test_a_line_is_a_turn(line: str, text: str, community: str | None, drew: str | None) -> None:
    told = ToldTurn.parse(line, typed=True)
    assert told == ToldTurn(text, community, drew)
    assert ToldTurn.parse(told.line) == told


@pytest.mark.parametrize("line", ["jewels > Q > T", "jewels < A drew B", "> QT", "jewels jk", ","])
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(InvalidInputError):
        ToldTurn.parse(line, typed=True)


def test_drew_may_be_of_a_name_where_nobody_types() -> None:
    text = "CAT, challenged by Drew Ann"
    assert split_line(text) == (text, None, None)
    assert split_line("CAT drew AB", typed=True) == ("CAT", None, "AB")


LINES = st.lists(
    st.sampled_from(
        ["jewels", "JeWeLs", "Eel", "cat & dog", "j", "buy", "discard", "exchange", "replace",
         "q", "-z", "-", "3", "?", "*", "!", "!ben", "challenged", "by", "ben", ",", ", ", ">",
         "<", "drew", "ERTO", "play", "lay", "nothing", "x"]
    ),
    max_size=9,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize("word", ["BUY", "DISCARD", "EXCHANGE", "REPLACE", "PLAY", "LAY", "Q"])
@pytest.mark.parametrize("typed", [False, True])
def test_a_verb_before_another_word_was_laid(word: str, typed: bool) -> None:
    turn = Turn.parse(f"{word} & ANT, buy T", typed=typed)
    assert [one.word for one in turn.words] == [word, "ANT"]
    assert turn.buy == "T"
    assert Turn.parse(turn.notation, typed=typed) == turn


@examples(300)
@example("q&a")
@given(LINES | st.text(alphabet="aZ?!-<>&,/*+() 12q", max_size=20) | st.text(max_size=20))
def test_any_line_is_read_or_refused(text: str) -> None:
    for typed in (False, True):
        try:
            told = ToldTurn.parse(text, typed=typed)
        except InvalidInputError:
            continue
        assert ToldTurn.parse(told.line) == told
        assert Turn.parse(told.text).notation == told.text


# What a turn holds, and what it refuses.


def test_the_words_of_a_play_are_those_of_its_turn() -> None:
    turn = Turn(TurnKind.WORDS, play=PLAYED)
    assert (turn.words, turn.doublers) == (PLAYED.words, PLAYED.doublers)
    assert replace(turn, play=None).words == PLAYED.words


def test_lists_become_tuples() -> None:
    turn = Turn(TurnKind.WORDS, words=[*BARE], doublers=["K"])  # type: ignore[arg-type]
    assert turn == Turn(TurnKind.WORDS, words=BARE, doublers=("K",))
    assert hash(turn) == hash(Turn(TurnKind.WORDS, words=BARE, doublers=("K",)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": TurnKind.WORDS}, "has no words"),
        ({"kind": TurnKind.EXCHANGE, "words": BARE}, "has 1 words"),
        ({"kind": TurnKind.REST, "play": PLAYED}, "has 1 words"),
        ({"kind": "words", "words": BARE}, "'words'"),
        ({"kind": TurnKind.WORDS, "words": "jewels"}, "the words of a turn"),
        ({"kind": TurnKind.WORDS, "play": "jewels"}, "the play of a turn"),
        ({"kind": TurnKind.WORDS, "words": BARE, "doublers": ("K", "")}, "it has 1 words"),
        ({"kind": TurnKind.WORDS, "words": BARE, "doublers": (1,)}, "the doublers of a turn"),
        ({"kind": TurnKind.EXCHANGE, "discards": None}, "discards of a turn is None"),
        ({"kind": TurnKind.EXCHANGE, "challenger": 1}, "the challenger of a turn"),
        ({"kind": TurnKind.EXCHANGE, "equity": 1.5}, "the equity of a turn"),
    ],
)
def test_values_that_are_no_turn(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Turn(**given)


def test_equity_is_the_sum_of_its_parts() -> None:
    equity = Equity(1.0, 2.0, 4.0, 8.0, leave_se=16.0)
    assert equity.total == 15.0
    assert equity.to_dict() == {
        "margin": 1.0, "patent": 2.0, "leave": 4.0, "community": 8.0, "total": 15.0
    }  # fmt: skip


# The notations of plays and positions: they read well, and what they wrote reads back.


EVERYTHING = Position("YACHTBO", "HKO", "KVXZ", ["A", ""])
EVERYTHING_WORDS = [PlayedWord("YACHT", "hhhch", "c"), PlayedWord("BOOKS", "hhccs")]


# Positions ---------------------------------------------------------------------------------------


@given(positions())
def test_a_position_reads_back(position: Position) -> None:
    assert Position.parse(position.notation) == position
    assert Position.parse(f"  {position.notation.lower()}\n") == position
    assert len(position.notation.split()) == 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A - - .",
        "A - - . 0 0",
        "A - - . -1",
        "A - - . x",
        "A - - . 1.5",
        None,
        b"A - - . 0",
    ],
)
def test_no_position(text: str) -> None:
    with pytest.raises(InvalidInputError, match="is not a position; give hand, community"):
        Position.parse(text)


# Plays -------------------------------------------------------------------------------------------


def test_notation_of_a_play() -> None:
    play = adjudicate(EVERYTHING, EVERYTHING_WORDS)
    assert play.notation == str(play) == "YAChT/c*K & BOok+S"
    assert join_words(play.words) == "YACHT & BOOKS"


def test_every_sign_of_the_notation() -> None:
    words, doublers = parse_words(" YAChT/c*K&BO(O)K+S*QB ")
    assert words == (
        PlayedWord("YACHT", "hhhch", "c"),
        PlayedWord("BOOKS", "hhdhs"),
    )
    assert doublers == ("K", "BQ")
    assert parse_words("y(y)Y+s/vcv") == ((PlayedWord("YYYS", "cdhs", "vcv"),), None)
    assert parse_words("(e)+s")[0][0].sources == "ds"


@pytest.mark.parametrize(
    "text",
    ["", " ", "&", "CAT &", "& CAT", "C4T", "CA T", "CAT/", "CAT/x", "CAT*", "CAT*Z", "CAT/v*K/c",
     "(CA)T", "(C", "C)", "CAT+", "CÄT", "CAT*k", "CAT*K/c", "CAT, DOG"],
)  # fmt: skip
def test_no_play(text: str) -> None:
    with pytest.raises(InvalidInputError, match="is not a word in play notation"):
        parse_words(text)


@st.composite
def played_words(draw: st.DrawFn) -> PlayedWord:
    word = draw(st.text(LETTERS, min_size=1, max_size=8) | st.text("AY", min_size=1, max_size=4))
    sources = draw(st.text("hcds", min_size=len(word), max_size=len(word)))
    n_ys = word.count("Y")
    return PlayedWord(word, sources, draw(st.text("vc", min_size=n_ys, max_size=n_ys)))


@given(
    st.lists(st.tuples(played_words(), st.sets(st.sampled_from("BJKQ"))), min_size=1, max_size=2)
)
def test_any_words_read_back(chosen: list[tuple[PlayedWord, set[str]]]) -> None:
    """Also words that are illegal: the notation does not judge."""
    words = tuple(word for word, _ in chosen)
    doublers = tuple("".join(sorted(letters)) for _, letters in chosen)
    play = Play(words, doublers, 0, 0, (), "", 0, "")
    assert parse_words(play.notation) == (words, doublers if any(doublers) else None)


@examples(60)
@given(st.data())
def test_plays_of_a_position_read_back(data: st.DataObject) -> None:
    position = data.draw(positions())
    ruleset = data.draw(st.sampled_from(ALL_RULES)).ruleset
    lexicon = Lexicon.from_words(data.draw(word_lists(position)))
    plays = find_plays(position, lexicon, ruleset=ruleset, variants="all", limit=60)
    for play in plays:
        assert adjudicate(position, play.notation, lexicon, ruleset=ruleset) == play
    notations = [play.notation for play in plays]
    assert len(set(notations)) == len(notations)


# Plays judged in notation ------------------------------------------------------------------------


def test_a_notation_without_doublers_may_claim_them() -> None:
    text = "YACHt/c & bOOks".replace("bOOks", "BOk+S")
    position = Position("YACHBOT", "TKO", "KVZ")
    claimed = adjudicate(position, "YACHT/c", doublers=["K"])
    assert claimed == adjudicate(position, "YACHT/c*K") == adjudicate(position, "YACHT/c")
    with pytest.raises(InvalidInputError, match="claim them once"):
        adjudicate(position, "YACHT/c*K", doublers=["K"])
    with pytest.raises(IllegalPlay):
        adjudicate(position, text, Lexicon.from_words(["YACHT"]))
    with pytest.raises(InvalidInputError, match="notation"):
        adjudicate(position, "YACHT!")
