"""Whole turns pushed as text: all or nothing, by the rules, in every mode of challenge."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.games import (
    UNCHALLENGED,
    WordPlayer,
    automatic,
    buying,
    discarding,
    exchanging,
    make_state,
    replacing,
    run,
    short_words,
    words,
)
from support.records import NAMES, act, edit, load

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.errors import (
    IllegalMoveError,
    IllegalPlay,
    InvalidInputError,
    LetterTycoonError,
)
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionReason,
    AmbiguousWordsError,
    Game,
    GameState,
    IllegalAction,
    Phase,
    RecordError,
)
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.ruleset import ONLINE, RULEBOOK, Ruleset

JEWELS = words("JEWELS/hchchc")


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
        (" JeWeLs ,DISCARD nz", [JEWELS, DECLINE, discarding("NZ")]),
        ("JeWeLs, buy nothing, discard nothing", [JEWELS, DECLINE, discarding()]),
        ("JeWeLs j -z", [JEWELS, buying("J"), discarding("Z")]),
        ("JeWeLs -*", [JEWELS, DECLINE, discarding("AENZ")]),
        ("- jz", [exchanging("JZ")]),
        ("exchange *", [exchanging("AEJLNWZ")]),
        (Turn(TurnKind.EXCHANGE, discards="JZ"), [exchanging("JZ")]),
        (Turn(TurnKind.WORDS, words=JEWELS.words, buy="J"), [JEWELS, buying("J"), discarding()]),
        ("exchange JZ", [exchanging("JZ")]),
        ("discard JZ", [exchanging("JZ")]),
        ("exchange nothing", [exchanging()]),
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
        ("exchange Z, buy J", InvalidInputError, "in place of words"),
        ("JeWeLs, buy J, buy W", InvalidInputError, "twice"),
        ("JeWeLs,, buy J", InvalidInputError, "empty part"),
        ("", InvalidInputError, "empty part"),
        ("JeWeLs, buy JW", InvalidInputError, "one letter"),
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


def test_after_a_purchase_the_same_text_cleans_up() -> None:
    game = game_of()
    game.apply(JEWELS)
    game.apply(buying("J"))
    assert game.push("JeWeLs, buy J, discard Z").active == 1
    game = game_of()
    game.apply(JEWELS)
    game.apply(DECLINE)
    with pytest.raises(IllegalAction, match="E costs 10"):
        game.push("JeWeLs, buy E")


def test_a_lost_challenge_is_paid_with_a_card() -> None:
    game = game_of(RULEBOOK)
    assert game.push("LeZ, discard N").phase is Phase.CHALLENGE
    assert game.push("challenge").phase is Phase.PENALTY
    with pytest.raises(InvalidInputError, match="one card"):
        game.push("LeZ, discard N")
    with pytest.raises(IllegalAction):
        game.push("discard LZ")
    assert game.push("discard Z").active == 1
    assert game.history[1:] == (CHALLENGE, exchanging("Z"))


def test_three_errors() -> None:
    """A text may be no turn, be against the rules, or mean several things."""
    kinds = (InvalidInputError, IllegalMoveError, AmbiguousWordsError)
    for text, kind in (("JeWeLs,,", 0), ("JEWEN", 1), ("exchange B", 1), ("jewels", 2)):
        with pytest.raises(LetterTycoonError) as caught:
            game_of().push(text)
        assert [isinstance(caught.value, other) for other in kinds] == [
            number == kind for number in range(3)
        ]
        assert isinstance(caught.value, ValueError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), vars(again)) == (str(caught.value), vars(caught.value))
    for reading in ("JeWELs", "JeWeLs"):
        assert game_of().push(reading).active == 1


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


def test_where_cards_come_from_is_inferred_if_it_makes_no_difference() -> None:
    start = make_state(["CATENNO", ""], "JET", ruleset=UNCHALLENGED)
    for text, notation in (("CAT", "CAT"), ("TEN", "TEN"), ("net & act", ""), ("cat/", "")):
        game = Game.from_state(start, ["Ann", "Bob"])
        if not notation:
            with pytest.raises((InvalidInputError, IllegalPlay)):
                game.push(text)
            continue
        game.push(text)
        (laid,) = game.history[0].words
        assert laid.notation == notation
    # With both, the hand's T and the community's are left in different places.
    with pytest.raises(AmbiguousWordsError, match="CAT, CAt"):
        Game.from_state(start, ["Ann", "Bob"]).push("cat")
    with_a_j = make_state(["CAENNOW", ""], "JET", ruleset=UNCHALLENGED)
    for text in ("cat", "CAT", "CAt"):
        game = Game.from_state(with_a_j, ["Ann", "Bob"])
        game.push(text)
        assert game.history[0].words[0].notation == "CAt"


def test_ys_that_are_not_declared_pay_most() -> None:
    start = make_state(["YCHTIEX", ""], "AEE", patents=["K", ""], ruleset=UNCHALLENGED)
    for text, money in (("yacht", 6), ("YaCHT", 6), ("YaCHT/v", 3)):
        game = Game.from_state(start, ["Ann", "Bob"])
        assert game.push(text).seats[0].money == money


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


def test_games_told_in_text_are_the_same_games(tmp_path: Path) -> None:
    """Every turn of random games, as text, is what the actions did; so is its record."""
    n_turns = 0
    for seed, ruleset in enumerate([ONLINE, replace(ONLINE, challenge=automatic(2).challenge)]):
        players = [WordPlayer(seed * 10 + number) for number in range(3)]
        record = tmp_path / f"{seed}.jsonl"
        with Game(NAMES, seed, short_words(), ruleset) as game:
            game.record_to(record)
            while not game.state.is_over and len(game.history) < 150:
                now = game.state
                told = str(players[now.to_act].choose(now.seen_by(now.to_act)))
                steps = steps_of(now, told)
                assert game.push(told) == steps[-1][1]
                n_turns += len(steps) > 1
            assert load(record).states == game.states
    assert n_turns > 10


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


@pytest.mark.parametrize("times", [0, -1, 13, 2.0, "2", None])
def test_times_that_no_record_has(record: Path, times: Any) -> None:
    with played(record) as game:
        game.undo(2)
    edit(record, len(record.read_bytes().splitlines()), lambda step: step.update(times=times))
    with pytest.raises(RecordError):
        load(record)


@pytest.mark.parametrize("move", ["redo", "exchange nothing"])
def test_only_undoing_is_done_several_times(record: Path, move: Any) -> None:
    with played(record) as game:
        game.undo(2)
    edit(record, len(record.read_bytes().splitlines()), lambda step: step.update(do=move))
    with pytest.raises(RecordError, match="times"):
        load(record)
