"""Told turns and messages with names, in words for people."""

from __future__ import annotations

import pytest
from support.told import start, three_turns

from letter_tycoon_solver.errors import IllegalPlay
from letter_tycoon_solver.game import RetellError, ToldTurn, TrackedGame
from letter_tycoon_solver.game.tracked import event_text, plain_text, why_no_advice
from letter_tycoon_solver.rules.turn import Turn


def told(game: TrackedGame, text: str, community: str = "", drew: str | None = None) -> str:
    before = game.table
    game.push(text, community=community, drew=drew)
    return event_text(game.turns[-1], before, game)


def test_what_a_turn_has_done() -> None:
    game = start()
    assert told(game, "CeDEs, buy C", "AO") == "left: CeDEs, buy C"
    assert told(game, "LANe, discard Z", "K", "ERTO") == "me: LANe, discard Z; me has $2"
    assert told(game, "CUR, challenged by me").endswith("CUR not in the word list, taken back")


def test_a_card_replaced_with_q_is_told_alone() -> None:
    game = start(hand="QUANEAZ", first="me")
    assert told(game, "AQUA, buy Q", drew="RTOT") == "me: AQUA*Q, buy Q; me has $2"
    told(game, "exchange ?")
    told(game, "exchange ?")
    assert told(game, "replace Z", drew="I") == "me: replace Z"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("JeWELs*KQ, buy J, discard AZ", "JEWELS, bought J, discarded AZ"),
        (
            "replace Z, CAT & DOG, challenged by Ben",
            "replaced Z with Q, CAT and DOG, challenged by Ben",
        ),
        ("CAT, challenged", "CAT, challenged by an opponent"),
        ("CAT, discard ??", "CAT, discarded 2 cards"),
        ("exchange ?", "exchanged a card"),
        ("exchange AZ", "exchanged AZ"),
        ("exchange nothing", "exchanged nothing"),
        ("replace ?", "replaced a card with Q"),
        ("discard A", "discarded A"),
    ],
)
def test_a_turn_in_plain_words(text: str, plain: str) -> None:
    assert plain_text(Turn.parse(text)) == plain


def test_errors_name_the_player_whom_they_are_about() -> None:
    game = three_turns()
    with pytest.raises(IllegalPlay) as caught:
        game.push("QQA", community="")
    assert (caught.value.player, caught.value.name) == (0, "left")
    assert str(caught.value).startswith("left cannot have 2 Q in hand: 1 are not seen elsewhere")
    with pytest.raises(IllegalPlay, match="left cannot have 2 Q"):
        game.readings("qqa")
    with pytest.raises(RetellError, match="cannot be then: left owns C") as told_anew:
        game.retell([*(turn.told for turn in game.turns), ToldTurn("CAT, buy C", "")])
    assert (told_anew.value.player, told_anew.value.number) == ("left", 4)


def test_who_can_be_advised() -> None:
    game = start(first="me")
    assert why_no_advice(game) == ""
    game.push("exchange A", drew="R")
    assert "turn of right" in why_no_advice(game)
    assert "keeps score" in why_no_advice(start(seat=None, hand=""))
    mine = start(first="me")
    mine.push("NAZ, challenged by left")
    assert "taken back" in why_no_advice(mine)


def test_all_ways_to_lay_words() -> None:
    """In capitals as in small letters; what `push` takes of each leaves the cards that it says."""
    game = start()
    ways = game.readings("cedes")
    assert {way.notation for way in ways} == {way.notation for way in game.readings("CEDES")}
    assert {way.notation for way in ways} == {
        *("CEDES", "CeDES", "CeDeS", "CEDEs", "CeDEs", "CeDes"),
    }
    for way in ways:
        other = start()
        other.push(way.notation, community="AOU"[: way.words[0].sources.count("c")])
        assert other.turns[-1].text == way.notation
    with pytest.raises(IllegalPlay):
        game.readings("QQA")
