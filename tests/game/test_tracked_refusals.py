"""Refusals of a `TrackedGame`; no card that completes a view has a say in them."""

from __future__ import annotations

import collections
from collections.abc import Callable

import pytest
from support.games import automatic
from support.told import AT_TABLE, LEXICON, near_the_end, start, three_turns

from letter_tycoon_solver import Ruleset
from letter_tycoon_solver.errors import (
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
)
from letter_tycoon_solver.game import (
    Exchange,
    IllegalAction,
    RetellError,
    SeenDeal,
    SeenState,
    TrackedGame,
)
from letter_tycoon_solver.game.told import after_discard
from letter_tycoon_solver.rules.cards import CARD_COUNT

# What cannot be -----------------------------------------------------------------------------------

Wrong = Callable[[TrackedGame], object]


@pytest.mark.parametrize(
    ("wrong", "error", "what"),
    [
        (lambda g: g.act("CAT"), InvalidInputError, "turn of left"),
        (lambda g: g.observe("QQA"), IllegalPlay, "2 Q"),
        (lambda g: g.observe("JEWELS", community=""), IllegalPlay, "1 J"),
        (lambda g: g.observe("CAt"), IllegalPlay, "community"),
        (lambda g: g.observe("CAT, buy D", community=""), IllegalAction, "D is not among"),
        (lambda g: g.observe("CAT, buy T", community=""), IllegalAction, "costs 8"),
        (lambda g: g.observe("CAT, buy C", community=""), IllegalAction, "left owns C"),
        (lambda g: g.observe("exchange ????????"), IllegalAction, "(8 cards), of 7"),
        (lambda g: g.observe("exchange Z"), IllegalAction, "cannot discard Z (1 card), of 7"),
        (lambda g: g.observe("CAT, discard ?????", community=""), IllegalAction, "(5 cards), of 4"),
        (lambda g: g.observe("replace ?, CAT", community=""), IllegalAction, "replace ? is not"),
        (lambda g: g.push("CAT", community="", drew="AAA"), InvalidInputError, "not seen"),
        (
            lambda g: g.observe("ATo", community="J"),
            InvalidInputError,
            "J is told to have come 1 times, and 0 are left",
        ),
        (lambda g: g.observe("ATo", community="?"), InvalidInputError, "seen by all"),
        (lambda g: g.observe("ATo", community="1"), InvalidInputError, "letters"),
        (lambda g: g.observe("ATo", community=7), InvalidInputError, "str"),
        (lambda g: g.observe(""), InvalidInputError, "empty part"),
        (lambda g: g.observe(None), InvalidInputError, "str"),
        (lambda g: g.observe("A" * 201), InvalidInputError, "201 characters"),
        (lambda g: g.observe("CAT, sell C"), InvalidInputError, "notation"),
        (lambda g: g.observe("CAT, challengedby me"), InvalidInputError, "notation"),
        (lambda g: g.observe("CAT, challenged you"), InvalidInputError, "no player 'you'"),
        (lambda g: g.push("CAT > A", community="A"), InvalidInputError, "give them once"),
        (lambda g: g.correct(0, "CAT"), InvalidInputError, "no turn 0"),
        (lambda g: g.correct(4, "CAT"), InvalidInputError, "turns 1 to 3"),
        (lambda g: g.correct(1, "CeDes", community="AOU"), RetellError, "turn 2"),
        (lambda g: g.retell(["CAT"]), InvalidInputError, "ToldTurn"),
        (lambda g: g.redo(), InvalidInputError, "nothing to redo"),
        (lambda g: g.redeal(hand="JWLEABB"), InvalidInputError, "turn 2"),
        (lambda g: g.redeal(community="EE"), InvalidInputError, "2 cards; 3 are dealt"),
        (lambda g: g.redeal(first="nobody"), InvalidInputError, "no player 'nobody'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Wrong, error: type[LetterTycoonError], what: str) -> None:
    game = three_turns()
    before = game._course
    with pytest.raises(LetterTycoonError) as caught:
        wrong(game)
    assert what in str(caught.value)
    assert isinstance(caught.value, error)
    assert game._course is before


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"hand": "JWLEAN"}, "6 cards; 7 are dealt"),
        ({"hand": "JJLEANZ"}, "more cards J"),
        ({"community": "EE"}, "2 cards; 3 are dealt"),
        ({"community": "E?S"}, "letters"),
        ({"seat": None}, "not whose"),
        ({"seat": "you"}, "no player 'you'"),
        ({"seat": 3}, "no player 3"),
        ({"first": None}, "no player None"),
        ({"first": True}, "no player True"),
        ({"names": ["me"]}, "1 name;"),
        ({"names": ["me", "me"]}, "same name"),
        ({"lexicon": "CAT"}, "Lexicon"),
        ({"ruleset": "rulebook"}, "Ruleset"),
    ],
)
def test_a_start_that_cannot_be_is_refused(changes: dict[str, object], what: str) -> None:
    given: dict[str, object] = {
        "names": AT_TABLE, "seat": "me", "hand": "JWLEANZ", "community": "EES", "first": "left",
        "lexicon": LEXICON,
    }  # fmt: skip
    names = changes.pop("names", AT_TABLE)
    with pytest.raises(InvalidInputError) as caught:
        TrackedGame.start(names, **{**{k: v for k, v in given.items() if k != "names"}, **changes})  # type: ignore[arg-type]
    assert what in str(caught.value)


def test_a_deal_is_for_the_players_there_are() -> None:
    with pytest.raises(InvalidInputError, match="no player 3"):
        TrackedGame(AT_TABLE, SeenDeal(None, "", "EES", 3), LEXICON)
    assert TrackedGame(AT_TABLE, SeenDeal(1, "jwleanz", "ees", 0), LEXICON).seen == start().seen


# What completes a view ----------------------------------------------------------------------------


def without_a_deck(shown: str, discards: str) -> SeenState:
    """A view of the second of two players, with an empty deck."""
    return SeenState.at_table(
        shown[:7], shown[7:], opponents=[""], discards=discards, round=60, lexicon=LEXICON
    )


@pytest.mark.parametrize(
    ("draws", "is_possible"), [("QX", False), ("ZQ", False), ("ZZ", False), ("QA", True)]
)
def test_cards_come_from_the_discards_that_were_shuffled(draws: str, is_possible: bool) -> None:
    rest = "".join(letter * n for letter, n in CARD_COUNT.items())
    shown = "AAEEIOUEES"
    for card in shown + "QXZVWKJB":
        rest = rest.replace(card, "", 1)
    # Of the last eight cards seven are in the other hand, and one is a discard that nobody saw.
    seen = without_a_deck(shown, rest + "?")
    assert seen.deck_size == 0
    if is_possible:
        assert set(draws) <= set(after_discard(seen, Exchange, "AA", draws).seats[0].hand)
        return
    with pytest.raises(InvalidInputError, match=r"came|come"):
        after_discard(seen, Exchange, "AA", draws)


def test_no_message_names_a_card_that_was_not_seen() -> None:
    with pytest.raises(IllegalAction) as caught:
        start().observe("replace ?")
    assert caught.value.message == "replace ? is not possible"
    game = start(ruleset=automatic(0))
    with pytest.raises(IllegalAction) as caught:
        game.observe("CeDED, discard ??")
    assert caught.value.message == "discard ?? is not possible"


def test_many_letters_and_many_cards_take_no_time() -> None:
    for words, community in (("e" * 30, "E" * 15), ("e" * 24, "E" * 9), ("E" * 13, "E" * 9)):
        with pytest.raises(LetterTycoonError):
            start().observe(words, community=community)


@pytest.mark.parametrize("letters", ["\u00df", "\u0131", "\u017f", "\u00e9"])
def test_only_letters_of_cards_are_cards(letters: str) -> None:
    with pytest.raises(InvalidInputError):
        start().observe("CeDEs", community=letters)
    with pytest.raises(InvalidInputError):
        SeenState.at_table("JWLEANZ", "EES", opponents=[""], discards=letters, lexicon=LEXICON)


def test_more_discards_than_cards_are_refused() -> None:
    text = f"JWLEANZ EES -:0:0/-:0:0/-:0:0 0 {'?' * 79} 0 40 0 - start"
    with pytest.raises(InvalidInputError, match="the game has 102"):
        SeenState.parse(text, LEXICON)


def test_names_that_a_text_cannot_say_are_numbers() -> None:
    names = ["z", " x", "x", "a, b"]
    for challenger, said in ((1, "1"), (2, "x"), (3, "3")):
        game = TrackedGame.start(names, first=0, community="EES", lexicon=LEXICON)
        game.push(f"CAT, Challenged by {challenger}", community="")
        assert game.turns[0].text == f"CAT, challenged by {said}"
        told = TrackedGame.start(names, first=0, community="EES", lexicon=LEXICON)
        told.push(game.turns[0].text, community="")
        assert told.table == game.table


def test_the_word_challenged_is_a_word() -> None:
    game = start(hand="JWLEANZ", ruleset=Ruleset(hand_size=7))
    with pytest.raises(IllegalPlay, match="10 cards from a hand of 7"):
        game.observe("CHALLENGED")


def test_after_the_end_it_is_said_that_it_is_over() -> None:
    game = near_the_end()
    game.act("LANe, buy N", community="K")
    game.observe("TEe", community="O")
    game.observe("OAk")
    for tell in (game.act, game.observe):
        with pytest.raises(IllegalAction, match="over"):
            tell("CAT")


def test_turns_are_any_sequence() -> None:
    game = three_turns()
    before = game.table
    assert game.retell(collections.deque(turn.told for turn in game.turns)) == before
    assert game.deck_size == 102 - 3 - 21 - len(game.table.discards)
