"""The rules of a game: actions, payments and seats; and whole turns pushed as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    UNCHALLENGED,
    buying,
    copied,
    discarding,
    exchanging,
    is_allowed,
    make_state,
    read_back,
    replacing,
    run,
    short_words,
    words,
)
from support.records import NAMES, act, edit, load

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.errors import (
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
)
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    ActionReason,
    AmbiguousWordsError,
    Chance,
    Game,
    GameState,
    IllegalAction,
    Phase,
    RecordError,
    Seat,
    apply,
    check,
    lay,
)
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.cards import MIN_WORD_LENGTH
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import (
    RULEBOOK,
    Replaceable,
    Ruleset,
)

CAT = words("CAT/hhh")
JEWELS = words("JEWELS/hchchc")


def assert_illegal(state: GameState, action: Action, reason: ActionReason) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert caught.value.reason is reason
    assert not is_allowed(state, action)


# Challenges -------------------------------------------------------------------------------------


def test_a_right_challenge_brings_the_cards_back_and_costs_one_card() -> None:
    before = make_state(["CATENNO", "", ""], ruleset=RULEBOOK, deck="Z", money=(0, 3, 0))
    state = run(before, words("TAC/hhh"), ACCEPT, CHALLENGE)
    assert (state.phase, state.to_act, state.turn.play) == (Phase.PENALTY, 0, None)
    assert [seat.money for seat in state.seats] == [0, 3, 0]
    assert state.seats[0].hand == "".join(sorted("CATENNO"))
    assert all(is_allowed(state, exchanging(card)) for card in "ACENOT")
    assert_illegal(state, exchanging(""), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, exchanging("NN"), ActionReason.NOT_ONE_CARD)
    assert_illegal(state, exchanging("Z"), ActionReason.NOT_IN_HAND)
    after = run(state, exchanging("n"))
    assert after.seats[0].hand == "".join(sorted("CATENOZ"))
    assert after.community == before.community
    assert (after.active, after.phase) == (1, Phase.START)


def test_what_is_no_action_is_refused() -> None:
    state = make_state(["CATENNO", ""])
    for nonsense in ("CAT", None, 3, Action):
        with pytest.raises(InvalidInputError):
            apply(state, nonsense)  # type: ignore[arg-type]


def test_only_a_state_or_a_view_can_be_acted_on() -> None:
    for other in (None, "state"):
        for action in (exchanging(""), exchanging("C"), CAT):
            with pytest.raises(InvalidInputError, match="GameState"):
                apply(other, action)  # type: ignore[type-var]
    with pytest.raises(InvalidInputError, match="SeenState"):
        check(None, CAT)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", [UNCHALLENGED, RULEBOOK])
def test_more_money_than_the_solver_knows_ends_no_game(ruleset: Ruleset) -> None:
    rich = 10**30
    state = make_state(["CATENNO", ""], money=[rich, rich], ruleset=ruleset)
    assert state.position.money == state.seen_by(1).position.money == MAX_MONEY
    state = run(state, CAT)
    if ruleset is RULEBOOK:
        state = run(state, CHALLENGE)
    paid = 1 + (ruleset is RULEBOOK)
    assert run(state, buying("A"), discarding()).seats[0].money == rich + paid - 8


def test_check_tells_what_words_earn() -> None:
    state = make_state(["CATENNO", ""])
    play = check(state, CAT)
    assert play == run(state, CAT).turn.play
    assert check(state.seen_by(0), CAT) == play
    assert check(state, exchanging("")) is None


# Scores ------------------------------------------------------------------------------------------


def test_ties_go_to_the_higher_value_of_patents_or_are_shared() -> None:
    seats = ("B", 9, 0), ("E", 0, 1), ("T", 1, 2), ("NC", 0, 1)
    state = make_state([""] * 4)
    state = replace(state, seats=tuple(Seat("", *seat) for seat in seats))
    assert [score.total for score in state.scores] == [11, 11, 11, 11]
    assert state.ranking == ((1, 3), (2,), (0,))


# Actions -----------------------------------------------------------------------------------------


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
letter = st.sampled_from(LETTERS)
cards = st.text(LETTERS, max_size=11)
# Shorter words are never legal, and the notation reads them as something else.
played_word = st.builds(
    PlayedWord,
    st.text(LETTERS, min_size=MIN_WORD_LENGTH, max_size=13),
    st.text("hcds", max_size=13),
    st.text("vc"),
)


@st.composite
def play_words(draw: st.DrawFn) -> Action:
    words = tuple(draw(st.lists(played_word, max_size=3)))
    claimed = st.lists(st.text("BJKQ", max_size=4), min_size=len(words), max_size=len(words))
    return lay(words, draw(st.none() | claimed.map(tuple)))


actions: st.SearchStrategy[Action] = st.one_of(
    letter.map(replacing),
    letter.map(buying),
    cards.map(exchanging),
    cards.map(discarding),
    play_words(),
    st.sampled_from([CHALLENGE, ACCEPT, DECLINE]),
)


@given(actions)
def test_an_action_survives_its_notation(action: Action) -> None:
    assert hash(action) == hash(replace(action))
    assert str(action)
    try:
        text = action.notation
    except InvalidInputError:
        assert any(len(word.word) != len(word.sources) for word in action.words)
    else:
        if action.words or action.kind is not ActionKind.PLAY:
            assert Action.parse(text) == action


@pytest.mark.parametrize(
    "text",
    ["", "undo", "exchange ZJ", "exchange jz", "- JZ", "CAT, buy C", "CAT", "buy -", "exchange *",
     "challenged", "replace AB", "replace a", "play CAT, discard A", "replace", "exchange",
     "discard", "buy", "buy C, discard nothing", None, 3, {"kind": "accept"}],
)  # fmt: skip
def test_what_is_not_one_action_in_full_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        Action.parse(text)


@pytest.mark.parametrize(
    ("kind", "cards", "played"),
    [(ActionKind.ACCEPT, "A", ()), (ActionKind.DECLINE, None, ()),
     (ActionKind.ACCEPT, np.zeros(2), ()), (ActionKind.PLAY, "A", (PlayedWord("CAT", "hhh"),)),
     (ActionKind.BUY, "A", (PlayedWord("CAT", "hhh"),)), ("play", "", ())],
)  # fmt: skip
def test_an_action_has_what_belongs_to_its_kind(
    kind: ActionKind, cards: str, played: tuple[PlayedWord, ...]
) -> None:
    with pytest.raises(InvalidInputError, match="kind"):
        Action(kind, cards, played)


def test_letters_are_taken_in_any_case_and_order() -> None:
    assert exchanging("tca") == exchanging("ACT")
    assert discarding("ba") == discarding("AB")
    assert buying("e") == buying("E")
    assert replacing("q") != replacing("Q")
    assert lay((PlayedWord("aqua", "HHHH"),), ("qk",)) == lay(
        (PlayedWord("AQUA", "hhhh"),), ("KQ",)
    )


def test_a_card_that_was_not_seen_is_in_no_known_hand() -> None:
    state = make_state(["CATENNO", ""], patents=["Q", ""])
    for action in (replacing("?"), exchanging("A?")):
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.reason is ActionReason.NOT_IN_HAND
    with pytest.raises(InvalidInputError, match="one letter"):
        buying("?")


@pytest.mark.parametrize("wrong", ["", "AB", "1", "é", "??", None, 3, ["A"]])
def test_one_letter_is_one_letter(wrong: object) -> None:
    for action in (buying, replacing):
        with pytest.raises(InvalidInputError, match="one letter"):
            action(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["A1", "ß", None, 3])
def test_cards_are_letters(wrong: object) -> None:
    for action in (exchanging, discarding):
        with pytest.raises(InvalidInputError):
            action(wrong)  # type: ignore[arg-type]


# Rules that differ online: Q replaces community cards, and words are not reshuffled.


ANY_CARD = replace(UNCHALLENGED, replaceable=Replaceable.HAND_OR_COMMUNITY)


@pytest.mark.parametrize(
    ("ruleset", "patents", "card", "reason"),
    [
        (UNCHALLENGED, "Q", "e", ActionReason.NOT_REPLACEABLE),
        (ANY_CARD, "Q", "j", ActionReason.NOT_REPLACEABLE),
        (ANY_CARD, "Q", "z", ActionReason.NOT_REPLACEABLE),
        (ANY_CARD, "", "e", ActionReason.REPLACEMENT_NOT_OWNED),
    ],
)
def test_a_card_of_the_community_is_replaced_only_where_it_may_be_and_lies(
    ruleset: Ruleset, patents: str, card: str, reason: ActionReason
) -> None:
    assert_illegal(state(ruleset, patents), replacing(card), reason)


class TestKnownShuffles:
    def test_the_known_cards_come_first_and_the_rest_by_the_seed(self) -> None:
        cards, chance = Chance(7, known="BAZC").shuffle("AABBCC")
        assert cards[:2] == "BA"
        assert sorted(cards) == list("AABBCC")
        assert chance == Chance(7, 1, "ZC")
        assert cards[2:] == Chance(7).shuffle("ABCC")[0]

    def test_those_that_are_not_there_come_after_a_later_shuffle(self) -> None:
        cards, chance = Chance(7, known="ABZ").shuffle("BA")
        assert (cards, chance.shuffle("AZ")[0]) == ("AB", "ZA")

    @pytest.mark.parametrize("known", [["AB"], "A1", None, 3])
    def test_they_are_letters(self, known: object) -> None:
        with pytest.raises(InvalidInputError):
            Chance(7, known=known)  # type: ignore[arg-type]

    def test_a_state_keeps_them(self) -> None:
        state = replace(make_state(["CT", ""]), chance=Chance(7, known="BAc"))
        assert read_back(copied(state)).chance == Chance(7, known="BAC")
        assert "known" not in copied(make_state(["CT", ""]))["chance"]


# Whole turns: all or nothing, by the rules, in every mode of challenge ----------------------------


def state(ruleset: Ruleset = UNCHALLENGED, patents: str = "") -> GameState:
    return make_state(
        ["JWLEANZ", "TTTTTTT"[:6], "OOOOOOO"],
        "EES",
        patents=[patents, "D", ""],
        ruleset=ruleset,
    )


def game_of(ruleset: Ruleset = UNCHALLENGED, patents: str = "") -> Game:
    return Game.from_state(state(ruleset, patents), ["Ann", "Bob", "Cy"])


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("JeWeLs, buy J, discard Z", [JEWELS, buying("J"), discarding("Z")]),
        ("JeWeLs", [JEWELS, DECLINE, discarding()]),
        ("JeWeLs -*", [JEWELS, DECLINE, discarding("AENZ")]),
        ("exchange *", [exchanging("AEJLNWZ")]),
        (Turn(TurnKind.EXCHANGE, discards="JZ"), [exchanging("JZ")]),
        (Turn(TurnKind.WORDS, words=JEWELS.words, buy="J"), [JEWELS, buying("J"), discarding()]),
    ],
)
def test_a_whole_turn(text: str | Turn, actions: list[Action]) -> None:
    game = game_of()
    after = game.push(text)
    assert after == game.state == run(game.states[0], *actions)
    assert list(game.history) == actions
    for _ in actions:
        game.undo()
    assert game.state == state()


def test_a_card_is_replaced_alone_or_before_the_rest() -> None:
    game = game_of(patents="Q")
    game.push("replace Z")
    assert game.history == (replacing("Z"),)
    assert game.push("JeWeLs").active == 1
    game = game_of(patents="Q")
    assert game.push("replace Z, JeWeLs").active == 1
    assert game.history[0] == replacing("Z")
    game = game_of(patents="Q")
    assert game.push("replace Z, exchange nothing").active == 1


@pytest.mark.parametrize(
    ("text", "error", "what"),
    [
        ("JeWeLs, buy E, discard Z", IllegalAction, ActionReason.TOO_DEAR),
        ("JeWeLs, buy D", IllegalAction, ActionReason.CARD_NOT_USED),
        ("JeWeLs, buy J, discard J", IllegalAction, ActionReason.NOT_IN_HAND),
        ("JeWeLs, discard ZZ", IllegalAction, ActionReason.NOT_IN_HAND),
        ("replace Z", IllegalAction, ActionReason.REPLACEMENT_NOT_OWNED),
        ("exchange B", IllegalAction, ActionReason.NOT_IN_HAND),
        ("accept", IllegalAction, ActionReason.WRONG_PHASE),
        ("JEWELZ, buy J", IllegalPlay, None),
        ("jewels, buy J", AmbiguousWordsError, "2 ways: JeWeLs, JeWELs"),
        ("JEWELS, buy J", AmbiguousWordsError, "2 ways: JeWeLs, JeWELs"),
        ("exchange Z?", InvalidInputError, "name them"),
        ("q", InvalidInputError, "name them"),
        ("JeWeLs, challenged by Bob", InvalidInputError, "nobody challenges"),
        ("JeWeL", IllegalPlay, None),
        ("buy J", InvalidInputError, "no words"),
        ("replace Z, buy J", InvalidInputError, "no words"),
        ("JeWeLs, sell J", InvalidInputError, "notation"),
        (7, InvalidInputError, "str"),
    ],
)
def test_a_turn_that_is_refused_changes_nothing(
    text: str, error: type[LetterTycoonError], what: ActionReason | str | None, tmp_path: Path
) -> None:
    with game_of() as game:
        game.record_to(tmp_path / "game.jsonl")
        game.apply(exchanging())
        game.undo()
        before = game.states, game.history, game.can_redo, (tmp_path / "game.jsonl").read_bytes()
        with pytest.raises(error) as caught:
            game.push(text)
        assert (what in str(caught.value)) if isinstance(what, str) else True
        if isinstance(what, ActionReason):
            assert caught.value.reason is what  # type: ignore[attr-defined]
        now = game.states, game.history, game.can_redo, (tmp_path / "game.jsonl").read_bytes()
        assert now == before


def test_opponents_are_asked_and_the_same_text_goes_on() -> None:
    game, text = game_of(RULEBOOK), "JeWeLs, buy J, discard Z"
    asked = game.push(text)
    assert (asked.phase, asked.to_act, len(game.history)) == (Phase.CHALLENGE, 1, 1)
    with pytest.raises(InvalidInputError, match='give "accept" or "challenge"'):
        game.push(text)
    assert game.push("accept").to_act == 2
    assert game.push("Accept").phase is Phase.PURCHASE
    other = Game.from_state(game.state, ["Ann", "Bob", "Cy"])
    assert game.push(text).active == 1
    assert game.state == other.push("buy J, discard Z")
    assert "J" in game.state.seats[0].patents
    with pytest.raises(InvalidInputError, match="JeWeLs"):
        Game.from_state(other.states[0], ["Ann", "Bob", "Cy"]).push("LAWNs")


def test_what_could_not_follow_is_refused_before_anyone_is_asked() -> None:
    game = game_of(RULEBOOK)
    with pytest.raises(IllegalAction):
        game.push("JeWeLs, buy J, discard J")
    assert game.history == ()


def test_errors_name_the_player_whom_they_are_about() -> None:
    acts: list[Callable[[Game], object]] = [
        lambda game: game.push("q z"),
        lambda game: game.apply(replacing("Z")),
    ]
    for attempt in acts:
        with pytest.raises(IllegalAction, match="Ann cannot replace Z") as caught:
            attempt(game_of())
        assert (caught.value.player, caught.value.name) == (0, "Ann")
    with pytest.raises(IllegalAction, match="player 0 cannot replace Z"):
        steps_of(state(), "q z")


def test_of_actions_only_answers_are_pushed() -> None:
    for action in (JEWELS, exchanging("Z"), DECLINE):
        with pytest.raises(InvalidInputError, match="no answer to words; give a Turn, ACCEPT or"):
            game_of().push(action)
    game = game_of(RULEBOOK)
    game.push("JeWeLs")
    game.push(ACCEPT)
    assert game.push(CHALLENGE).phase is Phase.PURCHASE


def test_a_turn_may_say_who_challenged() -> None:
    game = game_of(RULEBOOK)
    assert game.push("JeWeLs !cy, buy J").active == 1
    assert game.history[1:] == (ACCEPT, CHALLENGE, buying("J"), discarding())
    game = game_of(RULEBOOK)
    assert game.push("LAZ !Bob -n").active == 1
    assert game.history[1:] == (CHALLENGE, exchanging("N"))
    game = game_of(RULEBOOK)
    assert game.push("LAZ !Bob").phase is Phase.PENALTY
    for text, what in (
        ("LAZ !Bob, buy L", "'LAZ' is not in the lexicon"),
        ("LAZ !", "say who challenged"),
        ("LAZ !Ann", "Ann played the words"),
        ("LAZ !Zoe", "no player 'Zoe'"),
    ):
        with pytest.raises(InvalidInputError, match=what):
            game_of(RULEBOOK).push(text)
    game = game_of(RULEBOOK)
    game.push("JeWeLs")
    game.push("accept")
    with pytest.raises(InvalidInputError, match="has accepted"):
        game.push("!Bob")
    assert game.push("!Cy, buy W").active == 1
    with pytest.raises(InvalidInputError, match="answers to the words alone"):
        steps_of(state(RULEBOOK), "JeWeLs !Bob")


def test_what_is_left_out_may_be_left_open() -> None:
    game = game_of()
    for text, phase in (
        ("JeWeLs", Phase.PURCHASE),
        ("buy nothing", Phase.CLEAN_UP),
        ("discard nothing", Phase.START),
    ):
        assert game.push(text, whole=False).phase is phase
    assert game_of().push("JeWeLs, buy J", whole=False).phase is Phase.CLEAN_UP
    assert game_of().push("JeWeLs, discard Z", whole=False).active == 1
    game = game_of()
    game.push("JeWeLs", whole=False)
    with pytest.raises(InvalidInputError, match='such as "buy nothing"'):
        game.push("JeWeLs", whole=False)
    assert game.push("buy W, discard *", whole=False).active == 1
    assert game.history[1:] == (buying("W"), discarding("AENZ"))


def test_nothing_is_pushed_after_the_end() -> None:
    with game_of() as game:
        over = replace(game.state, phase=Phase.OVER)
    with pytest.raises(IllegalAction) as caught:
        steps_of(over, "JeWeLs")
    assert caught.value.reason is ActionReason.GAME_OVER


# Several actions are undone at once, in the game and on record, or none is ------------------------


TIMES = 5


def played(record: Path) -> Game:
    """A game of some actions with its record, which is open."""
    game = Game(NAMES, 7, short_words())
    game.record_to(record)
    act(game, 12)
    return game


def test_it_is_the_same_as_one_by_one(record: Path) -> None:
    with played(record) as game:
        states = game.states
        game.undo()
        assert game.undo(TIMES) == states[-TIMES - 2]
        assert game.states == states[: -TIMES - 1]
        for again in (game, load(record)):
            for state in states[-TIMES - 1 :]:
                assert again.redo() == state
            assert (again.states, again.can_redo) == (states, False)
        assert load(record).states == states


def test_wherever_the_record_ends_all_of_it_is_there_or_nothing(record: Path) -> None:
    """The process may have been killed while it wrote."""
    with played(record) as game:
        before, size = game.states, record.stat().st_size
        game.undo(TIMES)
        after = game.states
    content = record.read_bytes()
    for end in range(size, len(content)):
        record.write_bytes(content[:end])
        assert load(record).states == before
    record.write_bytes(content)
    assert load(record).states == after


@pytest.mark.parametrize("times", [0, -1, 13, 1.0, "2", None])
def test_times_that_cannot_be(record: Path, times: Any) -> None:
    with played(record) as game:
        states = game.states
        with pytest.raises(InvalidInputError, match=r"undo|times"):
            game.undo(times)
        assert game.states == states


@pytest.mark.parametrize(
    "change",
    [
        *({"times": times} for times in (0, -1, 13, 2.0, "2", None)),
        *({"do": move} for move in ("redo", "exchange nothing")),
    ],
)
def test_only_undoing_is_done_several_times_and_not_more_than_there_are(
    record: Path, change: dict[str, object]
) -> None:
    with played(record) as game:
        game.undo(2)
    edit(record, len(record.read_bytes().splitlines()), lambda step: step.update(change))
    with pytest.raises(RecordError, match=r"undo|times"):
        load(record)
