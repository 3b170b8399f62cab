"""`TrackedGame`: what follows from what is told, challenges, the end, and mistakes put right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.games import UNCHALLENGED, WORDS, automatic
from support.told import AT_TABLE, LEXICON, near_the_end, start, three_turns

from letter_tycoon_solver import Lexicon, Ruleset
from letter_tycoon_solver.errors import (
    IllegalPlay,
    InvalidInputError,
    Reason,
)
from letter_tycoon_solver.game import (
    ActionReason,
    AmbiguousWordsError,
    IllegalAction,
    Phase,
    PlayWords,
    RetellError,
    Table,
    ToldTurn,
    TrackedGame,
)
from letter_tycoon_solver.rules.cards import CARD_COUNT
from letter_tycoon_solver.rules.play import PlayedWord

# A game as people tell it -------------------------------------------------------------------------


def test_the_table_follows_from_what_is_told() -> None:
    game = start()
    assert game.player == "left"
    seen = game.observe("CeDEs, buy C", community="AO")
    assert seen is game.seen
    assert seen.community == "AEO"
    assert (seen.seats[0].patents, seen.seats[0].money) == ("C", 0)
    assert seen.seats[0].hand == "?" * 7
    assert seen.discards == "ESCDE"
    assert game.player == "me"
    seen = game.act("LANe, discard Z", drew="ERTO", community="K")
    assert seen.seats[1].hand == "EEJORTW"
    assert seen.community == "AKO"
    assert seen.seats[1].money == 2
    assert seen.discards == "ESCDE" + "E" + "LAN" + "Z"
    game.observe("exchange ??")
    assert game.seen.discards.endswith("??")
    assert game.seen.round == 2
    assert [turn.text for turn in game.turns] == [
        "CeDEs, buy C",
        "LANe, discard Z",
        "exchange ??",
    ]
    assert [turn.player for turn in game.turns] == [0, 1, 2]


def test_what_is_unseen_is_counted() -> None:
    game = three_turns()
    shown = game.seen.seats[1].hand + game.seen.community + "ESCDEELANZ"
    assert game.unseen == {letter: n - shown.count(letter) for letter, n in CARD_COUNT.items()}
    assert sum(game.unseen.values()) == game.seen.deck_size + 14 + 2


def test_decisions_are_those_of_the_player_who_tells() -> None:
    game = three_turns()
    decisions = [turn.decisions for turn in game.turns]
    # Answers to the words of left; words, and the cards put aside; nothing of an exchange.
    assert [[str(action) for _, action in some] for some in decisions] == [
        ["accept"],
        ["play LANE", "discard Z"],
        [],
    ]
    assert all(seen.viewer == 1 for some in decisions for seen, _ in some)
    assert all(seen.to_act == 1 for some in decisions for seen, _ in some)


def test_a_scorekeeper_sees_no_hand() -> None:
    game = start(None, "")
    game.push("CeDEs, buy C", community="AO")
    game.push("LANe, discard Z", community="K")
    game.push("exchange 3")
    assert [seat.hand for seat in game.table.seats] == ["?" * 7] * 3
    assert [seat.money for seat in game.table.seats] == [0, 2, 0]
    assert sum(game.unseen.values()) == 102 - 3 - 10
    with pytest.raises(InvalidInputError, match="scorekeeper"):
        _ = game.seen
    with pytest.raises(InvalidInputError, match="not seen"):
        game.push("TEa", community="E", drew="EE")


# Challenges ---------------------------------------------------------------------------------------


def test_a_wrong_challenge_pays_a_dollar() -> None:
    game = three_turns()
    game.observe("CAT, challenged by me", community="")
    assert game.turns[-1].text == "CAT, challenged by me"
    assert game.seen.seats[1].money == 1
    assert game.seen.seats[0].money == 1 + 1
    assert [str(action) for _, action in game.turns[-1].decisions] == ["challenge"]


def test_a_right_challenge_costs_a_card() -> None:
    game = three_turns()
    # Where its cards came from makes no difference.
    game.observe("catk, challenged by right, discard ?")
    assert game.seen.seats[0].money == 0
    assert game.seen.discards.endswith("???")
    assert game.player == "me"
    with pytest.raises(InvalidInputError, match="nothing is bought"):
        game.act("TEJ, challenged by right, buy T")


def test_how_words_lay_that_are_taken_back_is_not_guessed() -> None:
    game = start(first="me")
    game.act("jewez, challenged by right, discard Z", drew="Q")
    (seen, words), (_, paid) = game.turns[-1].decisions
    assert seen.phase is Phase.START
    assert words == PlayWords((PlayedWord("JEWEZ", ""),))
    assert str(paid) == "exchange Z"
    # The view of an answer would show where the cards of the words were from.
    game.observe("sekt, challenged by me")
    assert game.turns[-1].decisions == ()
    game.observe("discard ?")
    told = start()
    told.observe("SeKT, challenged by me")
    ((seen, answer),) = told.turns[-1].decisions
    assert str(answer) == "challenge"
    assert seen.turn.play is not None
    assert seen.turn.play.notation == "SeKT"


def test_the_card_may_be_told_later() -> None:
    game = start(first="me")
    game.act("jewez, challenged by right", community="")
    assert game.seen.phase is Phase.PENALTY
    with pytest.raises(InvalidInputError, match="one card is discarded"):
        game.act("JeWeLs", drew="ABCD", community="AA")
    with pytest.raises(InvalidInputError, match="give the 1 drawn"):
        game.act("discard Z")
    game.act("discard Z", drew="Q")
    assert game.seen.seats[1].hand == "AEJLNQW"
    assert game.player == "right"


def test_who_challenged_is_asked_where_several_can() -> None:
    game = three_turns()
    with pytest.raises(InvalidInputError, match="say who challenged"):
        game.observe("CAT, challenged")
    with pytest.raises(InvalidInputError, match="played the words"):
        game.observe("CAT, challenged by left")
    with pytest.raises(InvalidInputError, match="no player 'you'"):
        game.observe("CAT, challenged by you")
    with pytest.raises(InvalidInputError, match="nobody challenges"):
        start(ruleset=UNCHALLENGED).observe("CAT, challenged by me")
    two = TrackedGame.start(["a", "b"], first="a", community="EES", lexicon=LEXICON)
    two.push("CAT, challenged", community="")
    assert two.table.seats[0].money == 2


def test_words_that_the_engine_refuses() -> None:
    game = start(first="me", ruleset=automatic(1))
    with pytest.raises(InvalidInputError, match="another try is left"):
        game.act("JAN, discard Z", drew="O")
    game.act("JAN")
    assert game.seen.turn.failed_words == 1
    game.act("JEN, discard Z", drew="O")
    assert game.seen.seats[1].hand == "AEJLNOW"
    with pytest.raises(IllegalPlay) as caught:
        start(ruleset=UNCHALLENGED).observe("ant")
    assert caught.value.reason is Reason.NOT_IN_LEXICON


# Q ------------------------------------------------------------------------------------------------


def test_a_card_is_replaced() -> None:
    game = start(first="me")
    view = game.seen
    seats = (view.seats[0], replace(view.seats[1], patents="Q"), view.seats[2])
    game._course = replace(game._course, views=(replace(view, seats=seats, round=3),))
    game.act("replace Z", drew="T")
    assert game.seen.seats[1].hand == "AEJLNTW"
    assert game.seen.turn.replaced
    with pytest.raises(IllegalAction) as caught:
        game.act("replace T, TEN", drew="EOOO")
    assert caught.value.reason is ActionReason.REPLACEMENT_TOO_LATE
    game.act("TEN, discard J", drew="OOOO", community="")
    game.undo()
    game.undo()
    game.act("replace Z, TEN", drew="TABD", community="")
    assert game.seen.seats[1].hand == "AABDJLW"
    with pytest.raises(InvalidInputError, match="drawn for it"):
        start_with_q().act("replace Z, JEW", drew=None)


def start_with_q() -> TrackedGame:
    game = start(first="me")
    view = game.seen
    seats = (view.seats[0], replace(view.seats[1], patents="Q"), view.seats[2])
    game._course = replace(game._course, views=(replace(view, seats=seats, round=3),))
    return game


# The end ------------------------------------------------------------------------------------------


def test_nobody_needs_the_last_draws() -> None:
    game = near_the_end()
    game.act("LANe, buy N", community="K")
    assert game.seen.final_round == 9
    assert game.seen.seats[1].hand == "EJWZ???"
    with pytest.raises(InvalidInputError, match="give the 1"):
        game.observe("TEe")
    game.observe("TEe", community="O")
    game.observe("OAk")
    assert game.is_over
    assert game.table.community.count("?") == 1
    assert game.seen.ranking[0] == (1,)
    with pytest.raises(IllegalAction):
        game.push("CAT")


def test_the_last_draws_need_not_fit_the_cards_that_complete_the_view() -> None:
    for drew in (None, "???????", "A??????", "AAAAAII"):
        game = TrackedGame.start(
            ["me", "you"],
            first="me",
            seat="me",
            hand="JWLEANZ",
            community="EES",
            lexicon=["JEWELS"],
            ruleset=Ruleset(goals={2: 2, 3: 2, 4: 2, 5: 2}),
        )
        game.act("JeWeLs, buy J, discard AENZ", community="BTT", drew=drew)
        assert game.table.community == "BTT"
        assert game.seen.seats[0].hand.count("?") == (7 if drew is None else drew.count("?"))


# Mistakes put right -------------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    game = start()
    views: list[Table] = [game.seen]
    views.append(game.observe("CeDEs, buy C", community="AO"))
    views.append(game.act("LANe, discard Z", drew="ERTO", community="K"))
    assert game.undo() == views[1]
    assert game.undo() == views[0]
    assert not game.can_undo
    with pytest.raises(InvalidInputError, match="nothing to undo"):
        game.undo()
    assert game.redo() == views[1]
    assert game.redo() == views[2]
    assert not game.can_redo
    game.undo()
    game.act("LANe", drew="ERT", community="K")
    assert not game.can_redo


def test_a_turn_is_corrected_later() -> None:
    game = three_turns()
    game.correct(1, "CeDEs, discard ?", community="AO")
    assert (game.seen.seats[0].patents, game.seen.seats[0].money) == ("", 3)
    assert game.seen.discards == "ESCDE?" + "ELANZ" + "??"
    assert len(game.turns) == 3
    with pytest.raises(RetellError) as caught:
        game.correct(1, "cedes", community="AO")
    assert (caught.value.number, caught.value.player) == (1, "left")
    assert isinstance(caught.value.error, AmbiguousWordsError)
    with pytest.raises(RetellError, match="turn 2, 'LANe, discard Z' of me") as caught:
        game.correct(1, "CeDes", community="AOU")
    assert isinstance(caught.value.error, IllegalPlay)


def test_several_turns_are_corrected_together() -> None:
    game = three_turns()
    told = [turn.told for turn in game.turns]
    # U came, not O; and I drew an O.
    told[0] = ToldTurn("CeDEs, buy C", "AU")
    game.retell(told)
    assert game.seen.community == "AKU"
    # A turn that was told by mistake.
    game.retell(told[:2])
    assert len(game.turns) == 2
    assert game.player == "right"
    # Two that were forgotten, and a round later it is noticed.
    forgotten = [ToldTurn("exchange ?"), ToldTurn("exchange A", "", "I"), ToldTurn("exchange ?")]
    game.retell([*forgotten, told[0], ToldTurn("LaNE", "K", "ERT")])
    assert game.seen.round == 2
    assert not game.can_redo


def test_the_deal_is_corrected() -> None:
    game = three_turns()
    seen = game.redeal(hand="JBLEANZ")
    assert seen.seats[1].hand == "BEEJORT"
    assert game.redeal(first="left") == seen
    assert game.redeal(community="EES") == seen
    with pytest.raises(RetellError, match="turn 2"):
        game.redeal(hand="JWLEANB")
    assert game.seen == seen


def test_words_of_the_list_are_not_needed_for_words_nobody_challenged() -> None:
    game = start()
    game.observe("BRRR", community="")
    assert game.seen.seats[0].money == 2


def test_the_shipped_list_is_the_default() -> None:
    game = TrackedGame.start(AT_TABLE, community="EES", first=0)
    assert game.table.lexicon.name == Lexicon.load().name
    assert "JEWELS" in game.table.lexicon
    assert WORDS is not game.table.lexicon
