"""The notations of plays and positions: they read well, and what they wrote reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import (
    ALL_RULES,
    LETTERS,
    examples,
    positions,
    word_lists,
)

from letter_tycoon_solver import (
    IllegalPlay,
    InvalidInputError,
    Lexicon,
    Play,
    PlayedWord,
    Position,
    adjudicate,
    find_plays,
    parse_play,
)
from letter_tycoon_solver.rules.notation import parse_words
from letter_tycoon_solver.rules.play import join_words

EVERYTHING = Position("YACHTBO", "HKO", "KVXZ", ["A", ""])
EVERYTHING_WORDS = [PlayedWord("YACHT", "hhhch", "c"), PlayedWord("BOOKS", "hhccs")]


# Positions ---------------------------------------------------------------------------------------


@given(positions())
def test_a_position_reads_back(position: Position) -> None:
    assert Position.parse(position.notation) == position
    assert Position.parse(f"  {position.notation.lower()}\n") == position
    assert len(position.notation.split()) == 5


@pytest.mark.parametrize(
    ("position", "notation"),
    [
        (Position("JWLEANZ", "EES", "K", ["E", ""]), "AEJLNWZ EES K E/- 0"),
        (Position("A"), "A - - . 0"),
        (Position("A", opponents=[""], money=12), "A - - - 12"),
        (Position("A", "B", "", ["", "ZX", ""], 3), "A B - -/XZ/- 3"),
    ],
)
def test_notation_of_positions(position: Position, notation: str) -> None:
    assert position.notation == notation
    assert Position.parse(notation) == position


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


def test_a_position_with_bad_values() -> None:
    with pytest.raises(InvalidInputError, match="hand is empty"):
        Position.parse("- A - . 0")
    with pytest.raises(InvalidInputError, match="owned 2 times"):
        Position.parse("A - K K 0")


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


def test_a_claim_that_is_not_allowed_is_illegal() -> None:
    assert parse_play("CAT", Position("CAT", patents="K")).doublers == ("K",)
    with pytest.raises(IllegalPlay):
        parse_play("CAT*K", Position("CAT"))


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
    plays = find_plays(position, lexicon, ruleset, variants="all", limit=60)
    for play in plays:
        assert parse_play(play.notation, position, lexicon=lexicon, ruleset=ruleset) == play
    notations = [play.notation for play in plays]
    assert len(set(notations)) == len(notations)


# Plays judged in notation ------------------------------------------------------------------------


@given(st.data())
@examples(40)
def test_a_notation_is_judged_as_the_play_it_says(data: st.DataObject) -> None:
    position = data.draw(positions())
    lexicon = Lexicon.from_words(data.draw(word_lists(position)))
    for play in find_plays(position, lexicon)[:5]:
        assert adjudicate(position, play.notation, lexicon) == play
        assert adjudicate(position, play.words, lexicon, doublers=play.doublers) == play


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
