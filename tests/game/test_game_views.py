"""Each player's view has what the player may know, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.games import (
    WordPlayer,
    all_rulesets,
    make_state,
    run,
    short_words,
    shuffled_secrets,
    words,
)

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    HIDDEN,
    Accept,
    Buy,
    Chance,
    GameState,
    Phase,
    SeenState,
    TurnSoFar,
    new_game,
    play_out,
    purchasable,
)
from letter_tycoon_solver.rules.position import Position
from letter_tycoon_solver.rules.ruleset import RULEBOOK


def test_the_position_of_the_player_to_move() -> None:
    state = make_state(
        ["", "JWLEANZ", ""], "EES", patents=["A", "K", "E"], money=[1, 2, 3], active=1
    )
    assert state.position == Position("JWLEANZ", "EES", "K", ["E", "A"], 2)
    assert state.seen_by(0).position == Position(state.seats[0].hand, "EES", "A", ["K", "E"], 1)


def test_a_player_sees_no_deck_and_no_other_hand() -> None:
    state = make_state(["CATENNO", "JWLEXYZ", ""], ruleset=RULEBOOK)
    seen = state.seen_by(0)
    assert seen.seats[0].hand == state.seats[0].hand
    assert [seat.hand for seat in seen.seats[1:]] == [HIDDEN * 7] * 2
    assert seen.deck_size == len(state.deck)
    for hidden in ("deck", "chance"):
        assert not hasattr(seen, hidden)
    for secret in ("EJLWXYZ", state.deck):
        assert secret not in repr(seen)
    other = replace(
        state,
        deck=state.deck[::-1],
        chance=Chance(5, 9),
        seats=(state.seats[0], state.seats[2], state.seats[1]),
    )
    assert other.seen_by(0) == seen


def test_cards_on_the_table_are_seen_by_all() -> None:
    state = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK), words("CAT/hhh"))
    assert state.seen_by(1).seats[0].hand == "CAT????"
    unseen = state.seen_by(1).unseen
    hidden = Counter(state.deck + "ENNO" + state.seats[2].hand)
    assert {letter: n for letter, n in unseen.items() if n} == hidden


def test_only_the_player_asked_has_legal_actions_in_view() -> None:
    state = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK), words("CAT/hhh"))
    assert len(state.seen_by(1).legal_actions) == 2
    assert Accept() in state.seen_by(1).legal_actions
    for other in (0, 2):
        view = state.seen_by(other).legal_actions
        assert not view
        assert list(view) == []
        assert len(view) == 0
        assert Accept() not in view


@pytest.mark.parametrize("player", [-1, 2, "0", None, True, 1.0])
def test_who_is_no_player_sees_nothing(player: object) -> None:
    with pytest.raises(InvalidInputError, match="player"):
        make_state(["", ""]).seen_by(player)  # type: ignore[arg-type]


def test_everybody_may_know_what_can_be_bought() -> None:
    state = run(make_state(["CATENNO", "", ""], money=[9, 0, 0]), words("CAT/hhh"))
    assert state.phase is Phase.PURCHASE
    for viewer in range(3):
        assert purchasable(state.seen_by(viewer)) == purchasable(state) == "ATC"
    bought = run(state, Buy("A"))
    assert {purchasable(bought.seen_by(viewer)) for viewer in range(3)} == {""}
    assert purchasable(make_state(["CATENNO", ""]).seen_by(1)) == ""


def test_a_long_play_of_two_words_is_seen_and_the_rest_of_the_hand_is_not() -> None:
    lexicon = {"CARTEL", "TEN"}
    state = make_state(
        ["CARTELTZQ", ""],
        "EN",
        patents=["V", ""],
        lexicon=lexicon,
        ruleset=replace(RULEBOOK, hand_size=9, community_size=2),
    )
    state = run(state, words("CARTEL/hhhhhh", "TEN/hcc"))
    seen = state.seen_by(1)
    assert seen.seats[0].hand == "CARTELT??"
    assert seen.turn.play is not None
    assert seen.turn.play.leave == seen.leave == "??"
    assert state.seen_by(0).turn == state.turn
    assert state.seen_by(0).leave == "QZ"


# Nothing secret ----------------------------------------------------------------------------------


def games() -> Iterator[GameState]:
    for number, ruleset in enumerate(all_rulesets()[::6] + all_rulesets()[2::18]):
        state = new_game(2 + number % 4, number, short_words(), ruleset)
        players = [WordPlayer(number + seat) for seat in range(len(state.seats))]
        yield state
        for _, after in play_out(state, players):
            yield after


def test_what_may_not_be_known_changes_nothing_that_is_seen() -> None:
    rng = random.Random(1)
    looked: Counter[tuple[Phase, bool]] = Counter()
    for state in games():
        for viewer in range(len(state.seats)):
            other = shuffled_secrets(state, viewer, rng)
            seen, seen_other = state.seen_by(viewer), other.seen_by(viewer)
            assert seen_other == seen
            assert repr(seen_other) == repr(seen)
            assert str(seen_other) == str(seen)
            changed = [a.hand != b.hand for a, b in zip(state.seats, other.seats, strict=True)]
            assert not changed[viewer]
            looked[state.phase, changed[state.active]] += 1
    # Also the hand of the player whose turn it is was another one, in every phase.
    assert all(looked[phase, True] > 20 for phase in Phase), looked


def test_a_seen_state_has_no_field_that_nobody_checks() -> None:
    secret = {"deck", "chance"}
    assert set(GameState.__dataclass_fields__) - set(SeenState.__dataclass_fields__) == secret
    assert set(SeenState.__dataclass_fields__) - set(GameState.__dataclass_fields__) == {
        "viewer",
        "deck_size",
    }
    assert set(TurnSoFar.__dataclass_fields__) == {"replaced", "failed_words", "play", "challenged"}
