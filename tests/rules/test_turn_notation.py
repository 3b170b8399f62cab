"""Turns read from text: at full length, in short, and with the cards that came."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import examples

from letter_tycoon_solver import InvalidInputError, PlayedWord, Turn, TurnKind
from letter_tycoon_solver.game import ToldTurn
from letter_tycoon_solver.rules.notation import parse_turn, split_line

JEWELS = (PlayedWord("JEWELS", "hchchc"),)
BARE = (PlayedWord("JEWELS", "cccccc"),)


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
    ],
)  # fmt: skip
def test_what_people_leave_out(texts: list[str], turn: Turn) -> None:
    for text in texts:
        assert Turn.parse(text) == turn, text
    assert Turn.parse(turn.notation) == turn


@pytest.mark.parametrize(
    ("text", "typed", "notation"),
    [
        ("Eel", False, "Eel"),
        ("Eel", True, "eel"),
        ("lay Eel", True, "Eel"),
        ("Yacht/c*K & Tea", True, "yacht/c*K & tea"),
        ("FeAsE(S)", True, "FeAsE(S)"),
        ("buy b", False, "buy B"),
        ("buy b", True, "buy, buy B"),
        ("buy nothing", True, "buy nothing"),
        ("play buy, buy y", False, "buy, buy Y"),
        ("quiz q", False, "quiz, buy Q"),
        ("exchange", False, "exchange"),
        ("CHALLENGED", False, "CHALLENGED"),
        ("challenged c", True, "challenged, buy C"),
        ("jewels, challenged by Jean -Luc", False, "jewels, challenged by Jean -Luc"),
        ("jewels challenged by Jean -l", True, "jewels, challenged by Jean, discard L"),
        ("jewels, , j,", True, "jewels, buy J"),
    ],
)
def test_what_is_typed_at_the_start_of_a_turn(text: str, typed: bool, notation: str) -> None:
    assert Turn.parse(text, typed=typed).notation == notation


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
        assert parse_turn(told.text) is not None
