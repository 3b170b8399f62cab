"""Words told to a `TrackedGame`: where their cards come from, and what is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.games import UNCHALLENGED, automatic
from support.told import LEXICON, start

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.errors import (
    IllegalPlay,
    InvalidInputError,
)
from letter_tycoon_solver.game import (
    AmbiguousWordsError,
    RetellError,
    ToldTurn,
    TrackedGame,
)


@pytest.mark.parametrize(
    ("words", "came", "notation"),
    [
        ("cedes", "AOU", "CeDes"),
        ("CEDE", "", "CEDE"),
        ("cede", "AO", "CeDe"),
        ("see", "AO", "See"),
        ("cat*K", "", "refused"),
    ],
)
def test_sources_are_inferred_from_the_cards_that_came(
    words: str, came: str, notation: str
) -> None:
    game = start()
    if notation == "refused":
        with pytest.raises(IllegalPlay):
            game.observe(words, community=came)
        return
    if words == "see":
        # Two of S, E and E; which two makes a difference.
        with pytest.raises(AmbiguousWordsError) as caught:
            game.observe(words, community=came)
        assert set(caught.value.readings) == {"seE", "See"}
        return
    game.observe(words, community=came)
    assert game.turns[-1].text == notation


def test_which_cards_remain_is_asked() -> None:
    game = start()
    with pytest.raises(AmbiguousWordsError, match="2 ways") as caught:
        game.observe("cedes, buy C", community="AO")
    assert set(caught.value.readings) == {"CeDeS", "CeDEs"}
    assert game.turns == ()
    game.observe("CeDEs, buy C", community="AO")
    assert game.seen.community == "AEO"


@pytest.mark.parametrize(
    ("words", "came", "readings"),
    [
        ("CEDE", "AO", ("CEDE", "CeDe")),
        ("CEDES", "AOU", ("CEDES", "CeDes")),
        ("TEE", "A", ("TEE", "TeE")),
    ],
)
def test_capitals_and_cards_of_the_community_contradict_each_other(
    words: str, came: str, readings: tuple[str, ...]
) -> None:
    game = start()
    with pytest.raises(AmbiguousWordsError) as caught:
        game.observe(words, community=came)
    assert caught.value.readings == readings
    assert not game.can_undo
    with pytest.raises(RetellError) as told_anew:
        game.retell([ToldTurn(words, came)])
    assert isinstance(told_anew.value.error, AmbiguousWordsError)
    game.observe(words, community="")
    assert game.turns[-1].text == words


def test_capitals_that_the_own_hand_cannot_have_are_laid_as_they_can_be() -> None:
    game = start(first="me")
    game.act("ZEE", drew="OI", community="U")
    assert game.turns[-1].text == "ZeE"


def test_a_record_with_such_capitals_stays_readable(tmp_path: Path) -> None:
    game = start()
    game._course = game._course.tell([ToldTurn("CEDE", "AO")], asks=False)
    game.undo()
    game.redo()
    game._course = game._course.retell(0, [ToldTurn("TEE", "A")], asks=False)
    with game:
        game.record_to(tmp_path / "game.jsonl")
        game.redeal(first="right")
    with TrackedGame.load(tmp_path / "game.jsonl", LEXICON) as again:
        assert [turn.text for turn in again.turns] == ["TeE"]


@pytest.mark.parametrize(
    ("text", "drew", "notation"),
    [
        ("lane", "ERTO", "LANE"),
        ("lane", "ERT", "LANe"),
        ("lane, discard Z", "ERTOA", "LANE, discard Z"),
        ("lane, discard Z", "ERTO", "LANe, discard Z"),
    ],
)
def test_the_number_of_cards_drawn_tells_how_one_s_own_words_lay(
    text: str, drew: str, notation: str
) -> None:
    game = start(first="me", ruleset=UNCHALLENGED)
    with pytest.raises(AmbiguousWordsError):
        game.act(text)
    game.act(text, drew=drew, community="e" if "e" in notation[:4] else None)
    assert game.turns[-1].text == notation


def test_the_number_of_cards_drawn_must_fit() -> None:
    game = start(first="me")
    with pytest.raises(InvalidInputError, match="takes 3 or 4 cards of the hand, and 2 were drawn"):
        game.act("lane", drew="ER")
    with pytest.raises(InvalidInputError, match="takes 3 or 4 cards of the hand, and 0 were"):
        game.act("lane, discard WZ", drew="E")


def test_one_s_own_hand_decides() -> None:
    game = start(first="me")
    # One E in hand, two in the community.
    game.act("zee", drew="OI", community="U")
    assert game.turns[-1].text == "ZeE"


def test_the_number_of_cards_that_came_must_fit() -> None:
    game = start()
    with pytest.raises(InvalidInputError, match="takes 0 or 1 or 2 of the community EES"):
        game.observe("tee", community="AOU")
    with pytest.raises(InvalidInputError, match="2 cards of the community used; give the 2"):
        game.observe("CeDEs")
    with pytest.raises(InvalidInputError, match="1 card came into the community, for 2"):
        game.observe("CeDEs", community="A")
    with pytest.raises(InvalidInputError, match="AO came into the community, of which none"):
        start(ruleset=automatic(1)).observe("CDDB", community="AO")


def with_patents(game: TrackedGame, patents: str) -> TrackedGame:
    """The same table, where left owns the patents; made by hand, as it would take many turns."""
    view = game.seen
    seats = (replace(view.seats[0], patents=patents, money=9), *view.seats[1:])
    seen = replace(view, seats=seats, round=9)
    game._course = replace(game._course, views=(seen,))
    return game


@pytest.mark.parametrize(
    ("patents", "words", "came", "readings"),
    [
        ("Z", "BOOKS", "", None),
        ("KZ", "YAKS/c*K", "", None),
        ("Z", "books", "", {"BOOKS", "BOOK+S"}),
        ("Z", "books", "A", None),
        ("X", "books", "", {"BOOKS", "BO(O)KS"}),
    ],
)
def test_abilities_are_asked_for(
    patents: str, words: str, came: str, readings: set[str] | None
) -> None:
    game = with_patents(start(ruleset=UNCHALLENGED), patents)
    lexicon = Lexicon.from_words(["BOOK", "BOOKS", "YAKS"])
    game._course = replace(
        game._course, views=(replace(game.seen, lexicon=lexicon, community="AES"),)
    )
    if readings is None:
        game.observe(words, community=came)
        assert game.turns[-1].text in {"BOOKS", "BOOKs", "YAKS/c*K"}
        return
    with pytest.raises(AmbiguousWordsError) as caught:
        game.observe(words, community=came)
    assert set(caught.value.readings) == readings


def test_one_s_own_discards_are_named() -> None:
    game = start(first="me")
    with pytest.raises(InvalidInputError, match="name them"):
        game.act("exchange ?", drew="A")
    with pytest.raises(InvalidInputError, match="name them"):
        game.act("LEe, discard 2", drew="ABCD", community="E")


def test_two_words_of_an_opponent() -> None:
    game = with_patents(start(ruleset=UNCHALLENGED), "V")
    game.observe("cat & tee", community="AO")
    assert game.turns[-1].text == "CAT & Tee"
    assert game.seen.seats[0].money == 11


def test_each_y_is_declared_at_its_best() -> None:
    game = with_patents(start(ruleset=UNCHALLENGED), "K")
    game.observe("yacht", community="")
    assert game.turns[-1].text == "YACHT/c*K"
    assert game.seen.seats[0].money == 9 + 6
