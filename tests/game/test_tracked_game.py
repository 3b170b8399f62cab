"""`TrackedGame`: what follows from what is told, challenges, the end, and mistakes put right."""

from __future__ import annotations

import collections
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.games import UNCHALLENGED, all_rulesets, automatic
from support.selection import quick
from support.told import (
    AT_TABLE,
    LEXICON,
    NAMES,
    engine_steps,
    follow,
    start,
    three_turns,
    with_seat,
)

from letter_tycoon_solver import Lexicon, Ruleset
from letter_tycoon_solver.advisor.decisions import Choice, played_in
from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError, LetterTycoonError, Reason
from letter_tycoon_solver.game import (
    AmbiguousWordsError,
    Game,
    IllegalAction,
    Phase,
    RetellError,
    SeenState,
    Table,
    ToldTurn,
    TrackedGame,
)
from letter_tycoon_solver.game.actions import lay
from letter_tycoon_solver.game.tracked import event_text, told_turn, why_no_advice
from letter_tycoon_solver.game.turns import ways_to_lay
from letter_tycoon_solver.rules.cards import CARD_COUNT
from letter_tycoon_solver.rules.play import parse_words

# A game as people tell it -------------------------------------------------------------------------


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


def test_how_words_lay_that_are_taken_back_is_not_guessed() -> None:
    game = start(first="me")
    game.push("jewez, challenged by right, discard Z", drew="Q")
    assert game.turns[-1].text == "jewez, challenged by right, discard Z"
    (choice,) = played_in(game).choices
    assert (choice.taken_back, choice.turn.notation) == ("JEWEZ", "exchange Z")
    game.push("sekt, challenged by me")
    assert game.turns[-1].text == "sekt, challenged by me"
    assert game.seen.active_seat.hand == "?" * 7
    game.push("discard ?")
    told = start()
    told.push("SeKT, challenged by me")
    assert told.turns[-1].text == "SeKT, challenged by me"
    assert told.seen.active_seat.hand == "?" * 7


def test_the_card_may_be_told_later() -> None:
    game = start(first="me")
    game.push("jewez, challenged by right", community="")
    assert game.seen.phase is Phase.PENALTY
    with pytest.raises(InvalidInputError, match="one card is discarded"):
        game.push("JeWeLs", drew="ABCD", community="AA")
    with pytest.raises(InvalidInputError, match="give the 1 drawn"):
        game.push("discard Z")
    game.push("discard Z", drew="Q")
    assert game.seen.seats[1].hand == "AEJLNQW"
    assert game.player == "right"


def test_who_challenged_is_asked_where_several_can() -> None:
    game = three_turns()
    with pytest.raises(InvalidInputError, match="say who challenged"):
        game.push("CAT, challenged")
    with pytest.raises(InvalidInputError, match="played the words"):
        game.push("CAT, challenged by left")
    with pytest.raises(InvalidInputError, match="no player 'you'"):
        game.push("CAT, challenged by you")
    with pytest.raises(InvalidInputError, match="nobody challenges"):
        start(ruleset=UNCHALLENGED).push("CAT, challenged by me")
    two = TrackedGame(["a", "b"], first="a", community="EES", lexicon=LEXICON)
    two.push("CAT, challenged", community="")
    assert two.table.seats[0].money == 2


def test_words_that_the_engine_refuses() -> None:
    game = start(first="me", ruleset=automatic(1))
    with pytest.raises(InvalidInputError, match="another try is left"):
        game.push("JAN, discard Z", drew="O")
    game.push("JAN")
    assert game.seen.turn.failed_words == 1
    game.push("JEN, discard Z", drew="O")
    assert game.seen.seats[1].hand == "AEJLNOW"
    with pytest.raises(IllegalPlay) as caught:
        start(ruleset=UNCHALLENGED).push("ant")
    assert caught.value.reason is Reason.NOT_IN_LEXICON


# The end ------------------------------------------------------------------------------------------


def test_the_last_draws_need_not_fit_the_cards_that_complete_the_view() -> None:
    for drew in (None, "???????", "A??????", "AAAAAII"):
        game = TrackedGame(
            ["me", "you"],
            first="me",
            seat="me",
            hand="JWLEANZ",
            community="EES",
            lexicon=["JEWELS"],
            ruleset=Ruleset(goals={2: 2, 3: 2, 4: 2, 5: 2}),
        )
        game.push("JeWeLs, buy J, discard AENZ", community="BTT", drew=drew)
        assert game.table.community == "BTT"
        assert game.seen.seats[0].hand.count("?") == (7 if drew is None else drew.count("?"))


# Mistakes put right -------------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    game = start()
    views: list[Table] = [game.seen]
    views.append(game.push("CeDEs, buy C", community="AO"))
    views.append(game.push("LANe, discard Z", drew="ERTO", community="K"))
    assert game.undo() == views[1]
    assert game.undo() == views[0]
    assert not game.can_undo
    with pytest.raises(InvalidInputError, match="nothing to undo"):
        game.undo()
    assert game.redo() == views[1]
    assert game.redo() == views[2]
    assert not game.can_redo
    game.undo()
    game.push("LANe", drew="ERT", community="K")
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


# Random games of the engine told for every seat.


RULESETS = all_rulesets()


@pytest.mark.parametrize("seed", quick(4, range(24)))
def test_the_view_is_that_of_the_engine(seed: int) -> None:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    for seat in [None, *range(n_players)]:
        follow(steps, seat, sees_discards=bool(seed // 4 % 2), chance=random.Random(seed))


# The choices that an analysis takes from a game: the same if recorded or told by a player.


@pytest.mark.parametrize("seed", quick(4, range(12)))
def test_a_tracked_game_has_the_choices_of_its_player(seed: int) -> None:
    n_players = 2 + seed % 4
    steps = engine_steps(seed, n_players, RULESETS[seed * 7 % len(RULESETS)])
    game = Game.from_state(steps[0][1], NAMES[:n_players])
    for action, _ in steps[1:]:
        game.apply(action)
    played = played_in(game)
    for seat in range(n_players):
        told = follow(steps, seat, sees_discards=bool(seed % 2), chance=random.Random(seed))
        expected = [choice for choice in played.choices if choice.seen.active == seat]
        found = played_in(told)
        assert [known(one) for one in found.choices] == [known(one) for one in expected]
        assert found.names == played.names
        assert found.victories == played.victories
        assert all(one.seen.phase is Phase.START for one in found.choices)
    keeper = follow(steps, None, sees_discards=True, chance=random.Random(seed))
    assert played_in(keeper).choices == ()


def known(choice: Choice) -> Choice:
    """Without discards, which the player may not have seen."""
    return replace(choice, seen=replace(choice.seen, discards=""))


# Told turns and messages with names, in words for people.


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


def test_errors_name_the_player_whom_they_are_about() -> None:
    game = three_turns()
    with pytest.raises(IllegalPlay) as caught:
        game.push("QQA", community="")
    assert (caught.value.player, caught.value.name) == (0, "left")
    assert str(caught.value).startswith("left cannot have 2 Q in hand: 1 are not seen elsewhere")
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
    ways = ways_to_lay(game.seen, lay(*parse_words("cedes")))
    assert ways == ways_to_lay(game.seen, lay(*parse_words("CEDES")))
    assert {way.notation for way in ways} == {
        *("CEDES", "CeDES", "CeDeS", "CEDEs", "CeDEs", "CeDes"),
    }
    for way in ways:
        other = start()
        other.push(way.notation, community="AOU"[: way.words[0].sources.count("c")])
        assert other.turns[-1].text == way.notation
    with pytest.raises(IllegalPlay):
        ways_to_lay(game.seen, lay(*parse_words("QQA")))


# Words told to a `TrackedGame`: where their cards come from, and what is asked.


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
            game.push(words, community=came)
        return
    if words == "see":
        # Two of S, E and E; which two makes a difference.
        with pytest.raises(AmbiguousWordsError) as caught:
            game.push(words, community=came)
        assert set(caught.value.readings) == {"seE", "See"}
        return
    game.push(words, community=came)
    assert game.turns[-1].text == notation


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
        game.push(words, community=came)
    assert caught.value.readings == readings
    assert not game.can_undo
    with pytest.raises(RetellError) as told_anew:
        game.retell([ToldTurn(words, came)])
    assert isinstance(told_anew.value.error, AmbiguousWordsError)
    game.push(words, community="")
    assert game.turns[-1].text == words


def test_capitals_that_the_own_hand_cannot_have_are_laid_as_they_can_be() -> None:
    game = start(first="me")
    game.push("ZEE", drew="OI", community="U")
    assert game.turns[-1].text == "ZeE"


def test_a_record_with_such_capitals_stays_readable(tmp_path: Path) -> None:
    game = start()
    game._course = game._course.tell(ToldTurn("CEDE", "AO"), asks=False)
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
        game.push(text)
    game.push(text, drew=drew, community="e" if "e" in notation[:4] else None)
    assert game.turns[-1].text == notation


def test_the_number_of_cards_drawn_must_fit() -> None:
    game = start(first="me")
    with pytest.raises(InvalidInputError, match="takes 3 or 4 cards of the hand, and 2 were drawn"):
        game.push("lane", drew="ER")
    with pytest.raises(InvalidInputError, match="takes 3 or 4 cards of the hand, and 0 were"):
        game.push("lane, discard WZ", drew="E")


def test_the_number_of_cards_that_came_must_fit() -> None:
    game = start()
    with pytest.raises(InvalidInputError, match="takes 0 or 1 or 2 of the community EES"):
        game.push("tee", community="AOU")
    with pytest.raises(InvalidInputError, match="2 cards of the community used; give the 2"):
        game.push("CeDEs")
    with pytest.raises(InvalidInputError, match="1 card came into the community, for 2"):
        game.push("CeDEs", community="A")
    with pytest.raises(InvalidInputError, match="AO came into the community, of which none"):
        start(ruleset=automatic(1)).push("CDDB", community="AO")


def with_patents(patents: str) -> TrackedGame:
    """A table where left owns the patents."""
    return with_seat(start(ruleset=UNCHALLENGED), 0, patents=patents, money=9)


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
    game = with_patents(patents)
    lexicon = Lexicon.from_words(["BOOK", "BOOKS", "YAKS"])
    game._course = replace(game._course, first=replace(game.seen, lexicon=lexicon, community="AES"))
    if readings is None:
        game.push(words, community=came)
        assert game.turns[-1].text in {"BOOKS", "BOOKs", "YAKS/c*K"}
        return
    with pytest.raises(AmbiguousWordsError) as caught:
        game.push(words, community=came)
    assert set(caught.value.readings) == readings


def test_each_y_is_declared_at_its_best() -> None:
    game = with_patents("K")
    game.push("yacht", community="")
    assert game.turns[-1].text == "YACHT/c*K"
    assert game.seen.seats[0].money == 9 + 6


# What cannot be -----------------------------------------------------------------------------------

Wrong = Callable[[TrackedGame], object]


@pytest.mark.parametrize(
    ("wrong", "error", "what"),
    [
        (lambda g: g.push("QQA"), IllegalPlay, "2 Q"),
        (lambda g: g.push("JEWELS", community=""), IllegalPlay, "1 J"),
        (lambda g: g.push("CAt"), IllegalPlay, "community"),
        (lambda g: g.push("CAT, buy D", community=""), IllegalAction, "D is not among"),
        (lambda g: g.push("CAT, buy T", community=""), IllegalAction, "costs 8"),
        (lambda g: g.push("CAT, buy C", community=""), IllegalAction, "left owns C"),
        (lambda g: g.push("exchange ????????"), IllegalAction, "(8 cards), of 7"),
        (lambda g: g.push("exchange Z"), IllegalAction, "cannot discard Z (1 card), of 7"),
        (lambda g: g.push("CAT, discard ?????", community=""), IllegalAction, "(5 cards), of 4"),
        (lambda g: g.push("replace ?, CAT", community=""), IllegalAction, "cannot replace ?"),
        (lambda g: g.push("CAT", community="", drew="AAA"), InvalidInputError, "not seen"),
        (
            lambda g: g.push("ATo", community="J"),
            InvalidInputError,
            "J is told to have come 1 times, and 0 are left",
        ),
        (lambda g: g.push("ATo", community="?"), InvalidInputError, "seen by all"),
        (lambda g: g.push("ATo", community="1"), InvalidInputError, "letters"),
        (lambda g: g.push("ATo", community=7), InvalidInputError, "str"),
        (lambda g: g.push(None), InvalidInputError, "str"),
        (lambda g: g.push("A" * 201), InvalidInputError, "201 characters"),
        (lambda g: g.push("CAT, challengedby me"), InvalidInputError, "notation"),
        (lambda g: g.push("CAT, challenged you"), InvalidInputError, "no player 'you'"),
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
        ({"community": "E1S"}, "letters"),
        ({"seat": None}, "not whose"),
        ({"seat": "you"}, "no player 'you'"),
        ({"seat": 3}, "no player 3"),
        ({"first": None}, "no player None"),
        ({"first": True}, "no player True"),
        ({"names": ["me"]}, "1 name;"),
        ({"names": ["me", "me"]}, "same name"),
        ({"lexicon": b"CAT"}, "Lexicon"),
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
        TrackedGame(names, **{**{k: v for k, v in given.items() if k != "names"}, **changes})  # type: ignore[arg-type]
    assert what in str(caught.value)


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
    told = ToldTurn("exchange AA", drew=draws)
    if is_possible:
        after = told_turn(told, AT_TABLE[:2], seen).after
        assert set(draws) <= set(after.seats[0].hand)
        return
    with pytest.raises(InvalidInputError, match=r"came|come"):
        told_turn(told, AT_TABLE[:2], seen)


def test_no_message_names_a_card_that_was_not_seen() -> None:
    with pytest.raises(IllegalAction) as caught:
        start().push("replace ?")
    assert str(caught.value).startswith("left cannot replace ? (")
    game = start(ruleset=automatic(0))
    with pytest.raises(IllegalAction) as caught:
        game.push("CeDED, discard ??")
    assert caught.value.message == "?? was to be discarded"


def test_more_discards_than_cards_are_refused() -> None:
    text = f"JWLEANZ EES -:0:0/-:0:0/-:0:0 0 {'?' * 78}C 0 40 0 - start"
    message = (
        "11 cards are seen, which leaves 91; there are 2 opponents with 14 cards, and 78 discards"
        " were not seen. Look again at the discards"
    )
    with pytest.raises(InvalidInputError, match=message):
        SeenState.parse(text, LEXICON)
    discards = "C" + "?" * 78
    with pytest.raises(InvalidInputError, match=message):
        SeenState.at_table("JWLEANZ", "EES", opponents=["", ""], discards=discards, lexicon=LEXICON)


def test_names_that_a_text_cannot_say_are_numbers() -> None:
    names = ["z", " x", "x", "a, b"]
    for challenger, said in ((1, "1"), (2, "x"), (3, "3")):
        game = TrackedGame(names, first=0, community="EES", lexicon=LEXICON)
        game.push(f"CAT, Challenged by {challenger}", community="")
        assert game.turns[0].text == f"CAT, challenged by {said}"
        told = TrackedGame(names, first=0, community="EES", lexicon=LEXICON)
        told.push(game.turns[0].text, community="")
        assert told.table == game.table


def test_the_word_challenged_is_a_word() -> None:
    game = start(hand="JWLEANZ", ruleset=Ruleset(hand_size=7))
    with pytest.raises(IllegalPlay, match="10 cards from a hand of 7"):
        game.push("CHALLENGED")


def test_turns_are_any_sequence() -> None:
    game = three_turns()
    before = game.table
    assert game.retell(collections.deque(turn.told for turn in game.turns)) == before
    assert game.table.deck_size == 102 - 3 - 21 - len(game.table.discards)
