"""Checks of a table: all that rules and kernels need of it, and not whether it was reached."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    WORDS,
    WordPlayer,
    all_rulesets,
    assert_refused,
    automatic,
    buying,
    copied,
    exchanging,
    make_state,
    read_back,
    run,
    short_words,
    words,
)
from support.selection import quick

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import CHALLENGE, DECLINE, GameState, Phase, new_game, play_out
from letter_tycoon_solver.game.state import check_view
from letter_tycoon_solver.game.table import MAX_ROUND
from letter_tycoon_solver.rules.position import MAX_MONEY
from letter_tycoon_solver.rules.ruleset import RULEBOOK, LastRound, Ruleset


def begun(n_players: int = 2, ruleset: Ruleset = RULEBOOK) -> Any:
    """The data of a game before anyone has acted, started by player 0."""
    return copied(make_state([""] * n_players, ruleset=ruleset))


def test_nobody_asks_how_it_was_reached() -> None:
    data = begun()
    data["seats"][0] |= {"money": MAX_MONEY, "stock": MAX_MONEY, "patents": "BJK"}
    data["discards"], data["deck"] = data["deck"][:40], data["deck"][40:]
    state = read_back(data)
    assert state.round == 1
    check_view(state.seen_by(0))


@pytest.mark.parametrize("field", ["money", "stock"])
def test_what_kernels_can_count(field: str) -> None:
    data = begun()
    data["seats"][1][field] = MAX_MONEY + 1
    assert_refused(data, "1000000")
    data = begun() | {"round": MAX_ROUND}
    read_back(data)
    assert_refused(data | {"round": MAX_ROUND + 1}, "round")


@pytest.mark.parametrize("last_round", list(LastRound))
def test_the_last_round_is_known_from_the_goal_on(last_round: LastRound) -> None:
    more = last_round is LastRound.ONE_MORE_TURN
    data = begun(4, replace(RULEBOOK, last_round=last_round)) | {"round": 4}
    assert_refused(data | {"final_round": 4}, "not reached")
    data["seats"][0]["patents"] = "AETB"  # $28 of 26
    data |= {"active": 2, "to_act": 2}
    assert_refused(data, "goal 26 is reached")
    for final in range(2, 7):
        if 4 <= final <= 4 + more:
            read_back(data | {"final_round": final})
        else:
            assert_refused(data | {"final_round": final}, "the last round is")


def test_every_view_of_a_game_is_possible() -> None:
    for number, ruleset in enumerate(all_rulesets()[1::12]):
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for _, state in play_out(first, players):
            for viewer in range(len(state.seats)):
                check_view(state.seen_by(viewer))


@pytest.mark.parametrize("card", ["A", "!"])
def test_a_view_whose_deck_is_named_is_refused(card: str) -> None:
    seen = read_back(begun()).seen_by(0)
    for deck in (card * len(seen.deck), seen.deck[:40] + card + seen.deck[41:]):
        with pytest.raises(InvalidInputError, match="a card of the deck is named"):
            check_view(replace(seen, deck=deck))


# States as plain data: what is written is read back, and nothing that rules cannot take.


CAT = words("CAT/hhh")
HUGE = 10**4000
TOO_LONG_TO_PRINT = 10**5000


@pytest.mark.parametrize("part", quick(1, range(3)))
def test_every_state_of_a_game_survives_json(part: int) -> None:
    phases = set()
    for number, ruleset in list(enumerate(all_rulesets()[::2]))[part::3]:
        first = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(first.seats))]
        for state in (first, *(state for _, state in play_out(first, players))):
            again = GameState.from_dict(copied(state), state.lexicon)
            assert again == state
            assert again.lexicon is state.lexicon
            phases.add(state.phase)
    assert phases == set(Phase)


def test_letters_are_taken_in_any_case_and_piles_keep_their_order() -> None:
    state = make_state(["CATENNO", ""], "EST", patents=["AQ", "B"], n_discards=5)
    data = copied(state)
    for name in ("deck", "discards"):
        data[name] = data[name].lower()
    data["community"] = data["community"][::-1].lower()
    for seat in data["seats"]:
        seat["hand"], seat["patents"] = seat["hand"][::-1].lower(), seat["patents"][::-1].lower()
    assert GameState.from_dict(data, WORDS) == state


def assert_impossible(state: GameState, path: str, value: object) -> None:
    """With another value in the place that `path` names, as in "seats 0 hand"."""
    data = inner = copied(state)
    GameState.from_dict(data, WORDS)
    *names, last = [int(name) if name.isdecimal() else name for name in path.split()]
    for name in names:
        inner = inner[name]
    assert last in inner or isinstance(last, int)
    inner[last] = value
    with pytest.raises(InvalidInputError):
        GameState.from_dict(data, WORDS)


START = make_state(["CATENNO", ""], patents=["E", "A"], round=3)
LAST_ROUND = make_state(["CATENNO", ""], patents=["AETROFC", "Q"], round=8, final_round=8, active=1)
OVER = run(LAST_ROUND, exchanging())
LAID = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK, money=[2, 5, 0]), CAT)
PAID = run(make_state(["CATENNO", ""], patents=["", "N"], money=[9, 0]), words("TEN/hhh"))
BOUGHT = run(PAID, buying("T"))
DECLINED = run(PAID, DECLINE)
CHALLENGED = run(LAID, CHALLENGE)
CLEANING = run(make_state(["CATENNO", ""]), CAT)
RETRYING = run(make_state(["CATENNO", ""], ruleset=automatic(2)), words("TAC/hhh"))
REFUSED = run(RETRYING, words("TAC/hhh"), words("TAC/hhh"))
PENALTY = run(LAID.from_dict(copied(LAID), ["TEN"]), CHALLENGE)
CAT_WORD = {"word": "CAT", "sources": "hhh", "y_as": "", "doublers": ""}


def test_the_states_above_are_of_every_phase() -> None:
    states = (START, LAST_ROUND, OVER, LAID, PAID, BOUGHT, DECLINED, CHALLENGED, CLEANING, RETRYING,
              REFUSED, PENALTY)  # fmt: skip
    assert {state.phase for state in states} == set(Phase)
    for state in states:
        assert GameState.from_dict(copied(state), WORDS) == state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("deck", START.deck[1:]),
        ("deck", "É" + START.deck[1:]),
        ("deck", None),
        ("community", ""),
        ("seats", []),
        ("seats", [{}, {}]),
        ("seats", copied(START)["seats"] * 3),
        ("seats 0 money", -1),
        ("seats 0 money", True),
        ("seats 0 money", HUGE),
        ("seats 1 stock", -1),
        ("seats 1 patents", "AA"),
        ("seats 1 patents", "AE"),
        ("seats 1 patents", "A1"),
        ("seats 1 patents", "AIONRSTHLC"),  # the goal
        ("active", 2),
        ("active", -1),
        ("to_act", 1),
        ("start_player", 7),
        ("phase", "lunch"),
        ("phase", "challenge"),
        ("phase", "penalty"),
        ("phase", "purchase"),
        ("phase", "over"),
        ("round", 0),
        ("round", -3),
        ("round", "1"),
        ("final_round", 3),
        ("final_round", "1"),
        ("chance", {"seed": 1}),
        ("chance", {"seed": 1, "shuffles": -4}),
        ("chance", {"seed": HUGE, "shuffles": 2}),
        ("turn replaced", True),
        ("turn replaced", 0),
        ("turn failed_words", 2),
        ("turn failed_words", -9),
        ("turn play", copied(CLEANING)["turn"]["play"]),
        ("payments", [3]),
        ("ruleset", {}),
        ("ruleset hand_size", 6),
        ("ruleset goals", {2: 45}),
        ("ruleset goals", {"٢": 45}),
        ("ruleset goals", {"9" * 5000: 45}),
        ("ruleset goals", {"2": None}),
        ("ruleset challenge retries", HUGE),
        ("ruleset payout coins", [HUGE] * 14),
    ],
)
def test_a_turn_cannot_begin_so(path: str, value: object) -> None:
    assert_impossible(START, path, value)


@pytest.mark.parametrize(
    ("state", "path", "value"),
    [
        (LAST_ROUND, "final_round", None),
        (LAST_ROUND, "final_round", 7),
        (LAST_ROUND, "final_round", 9),
        (LAST_ROUND, "round", 7),
        (OVER, "round", 7),
        (OVER, "final_round", 9),
        (OVER, "start_player", 1),
        (RETRYING, "turn failed_words", 4),
        (REFUSED, "turn failed_words", 4),
        (PENALTY, "ruleset challenge mode", "none"),
    ],
)
def test_rounds_and_refused_words(state: GameState, path: str, value: object) -> None:
    assert_impossible(state, path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("to_act", 0),
        ("phase", "start"),
        ("phase", "penalty"),
        ("phase", "purchase"),
        ("ruleset challenge mode", "automatic"),
        ("turn play", None),
        ("turn play words", []),
        ("turn play words", [CAT_WORD, {**CAT_WORD, "word": "ENN"}]),
        ("turn play words", [CAT_WORD, {**CAT_WORD, "word": "ENN"}, CAT_WORD]),
        ("turn play words", [3]),
        ("turn play words 0 word", "CAB"),
        ("turn play words 0 word", "TEN"),
        ("turn play words 0 sources", "h"),
        ("turn play words 0 sources", "ddd"),
        ("turn play words 0 sources", "hhc"),
        ("turn play words 0 y_as", "v"),
        ("turn play words 0 doublers", "K"),
        ("turn play money", 2),
        ("turn play stock", 1),
        ("turn play royalties", [0]),
        ("turn play leave", "EN"),
        ("seats 0 patents", "K"),
    ],
)
def test_words_cannot_lie_so(path: str, value: object) -> None:
    assert_impossible(LAID, path, value)


@pytest.mark.parametrize("state", [PAID, CLEANING, CHALLENGED])
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("payments 0 money", -3),
        ("payments 0 giver", 99),
        ("payments 0 kind", "gift"),
        ("turn play money", 4),
        ("to_act", 1),
    ],
)
def test_words_cannot_be_paid_so(state: GameState, path: str, value: object) -> None:
    assert_impossible(state, path, value)


@pytest.mark.parametrize("lexicon", [None, 3, b"CAT"])
def test_a_lexicon_is_needed(lexicon: object) -> None:
    with pytest.raises(InvalidInputError, match="lexicon"):
        GameState.from_dict(copied(START), lexicon)  # type: ignore[arg-type]


def test_other_data_is_no_state() -> None:
    huge = TOO_LONG_TO_PRINT
    others: list[object] = [None, 3, "state", [], {}, {1: 2}, huge, {huge: huge}]
    for nothing in others:
        with pytest.raises(InvalidInputError):
            GameState.from_dict(nothing, WORDS)
    for name in START.to_dict():
        data = copied(START)
        data[name] = [huge]
        with pytest.raises(InvalidInputError):
            GameState.from_dict(data, WORDS)
        del data[name]
        with pytest.raises(InvalidInputError, match=name):
            GameState.from_dict(data, WORDS)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats()
    | st.sampled_from([HUGE, -HUGE, "h", "E", "start", "\ud800", b"x", -1, 0, 1, 2, 10**7]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip


@given(st.sampled_from([START, LAID, PAID, BOUGHT, CHALLENGED, RETRYING, REFUSED]), st.data())
def test_whatever_is_in_the_data_only_one_error_comes_out(
    state: GameState, data: st.DataObject
) -> None:
    changed = copied(state)
    for _ in range(data.draw(st.integers(1, 2))):
        inner = changed
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(inner[key], dict | list) and data.draw(st.integers(0, 4)):
                inner = inner[key]
                continue
            inner[key] = copy.deepcopy(data.draw(anything))
            break
    try:
        read = GameState.from_dict(changed, WORDS)
    except InvalidInputError as error:
        # Any other error ends the test.
        message = str(error)
    else:
        message = ""
        assert GameState.from_dict(read.to_dict(), WORDS) == read
        for viewer in range(len(read.seats)):
            repr(read.seen_by(viewer))
        assert str(read)
    assert len(message) < 1000


# Nested data -------------------------------------------------------------------------------------


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list in the data with each of its keys."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places(data[key])


@pytest.mark.parametrize("depth", [3, 981, 100_000])
@pytest.mark.parametrize("kind", [list, dict])
@pytest.mark.parametrize("state", [LAID, CHALLENGED], ids=["laid", "challenged"])
def test_nested_data_is_no_state(state: GameState, kind: type, depth: int) -> None:
    deep: Any = kind()
    for _ in range(depth):
        deep = [deep] if kind is list else {"word": deep}
    data = copied(state)
    derived = {"notation", "margin"}  # They are not read.
    for outer, key in list(places(data)):
        if key in derived:
            continue
        kept = outer[key]
        outer[key] = deep
        with pytest.raises(InvalidInputError) as caught:
            read_back(data)
        assert len(str(caught.value)) < 1000
        outer[key] = kept
    read_back(data)
    with pytest.raises(InvalidInputError):
        read_back(deep)
    itself: Any = []
    itself.append(itself)
    for name in data:
        with pytest.raises(InvalidInputError):
            read_back({**data, name: itself})
