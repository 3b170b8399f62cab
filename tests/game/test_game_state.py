from __future__ import annotations

import json
from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest
from game_invariants import CARDS, check_state
from game_players import WordPlayer, short_words
from game_states import UNCHALLENGED, WORDS, automatic, make_state, run, words
from hypothesis import given
from hypothesis import strategies as st

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    HIDDEN,
    Accept,
    Chance,
    Discard,
    GameState,
    Phase,
    action_text,
    cut_for_start,
    new_game,
    play_out,
    ranking_text,
    state_digest,
    state_text,
)
from letter_tycoon_solver.position import Position
from letter_tycoon_solver.ruleset import ONLINE, REFERENCE_MANUAL, RULEBOOK, Ruleset

# Set-up ------------------------------------------------------------------------------------------


@given(st.integers(2, 5), st.integers(), st.sampled_from([RULEBOOK, ONLINE, REFERENCE_MANUAL]))
def test_a_new_game(n_players: int, seed: int, ruleset: Ruleset) -> None:
    state = new_game(n_players, seed, WORDS, ruleset)
    check_state(state)
    assert [len(seat.hand) for seat in state.seats] == [7] * n_players
    assert len(state.community) == 3
    assert all((s.patents, s.money, s.stock) == ("", 0, 0) for s in state.seats)
    assert state.active == state.to_act == state.start_player
    assert (state.phase, state.round, state.final_round) == (Phase.START, 1, None)
    assert state == new_game(n_players, seed, WORDS, ruleset)
    assert hash(state) == hash(new_game(n_players, seed, WORDS, ruleset))


@given(st.integers(2, 5), st.integers())
def test_the_card_nearest_to_z_starts_and_equal_cards_cut_again(n_players: int, seed: int) -> None:
    cuts = cut_for_start(n_players, seed)
    players = set(range(n_players))
    for cut in cuts:
        assert {player for player, _ in cut} == players
        assert len(players) > 1
        assert not Counter(card for _, card in cut) - CARDS
        best = max(card for _, card in cut)
        players = {player for player, card in cut if card == best}
    assert players == {new_game(n_players, seed, WORDS).start_player}


def test_ties_at_the_cut_do_happen_and_every_player_starts_some_game() -> None:
    rounds = Counter(len(cut_for_start(5, seed)) for seed in range(300))
    assert rounds[1] > 200
    assert rounds[2] > 5
    starts = Counter(new_game(5, seed, WORDS).start_player for seed in range(300))
    assert set(starts) == set(range(5))


def test_other_sizes_of_hand_and_community() -> None:
    state = new_game(5, 1, WORDS, replace(RULEBOOK, hand_size=9, community_size=2))
    check_state(state)
    state = new_game(5, 1, WORDS, replace(RULEBOOK, hand_size=11, community_size=0))
    check_state(run(state, *[Discard(state.active_seat.hand)]))


def test_the_shuffle_is_the_same_everywhere() -> None:
    # Pinned: a record made by one version of Python is replayed by another.
    shuffled, after = Chance(2024).shuffle("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert shuffled == "UJFXASDGENCKRVQMIWLZTPBHYO"
    assert after == Chance(2024, 1)
    assert after.shuffle("ABCDEFGHIJ")[0] != Chance(2024).shuffle("ABCDEFGHIJ")[0]


def test_a_new_game_is_the_same_everywhere() -> None:
    state = new_game(3, 2024, WORDS)
    assert (state.start_player, state.community) == (1, "NOS")
    assert [seat.hand for seat in state.seats] == ["AGIIIUU", "AEEEETV", "EIORSTT"]
    assert state_digest(state) == "3fe342685e39000d"


def test_shuffles_are_fair() -> None:
    chance, seen = Chance(0), Counter[str]()
    for _ in range(6000):
        order, chance = chance.shuffle("ABC")
        seen[order] += 1
    assert len(seen) == 6
    assert all(850 < n < 1150 for n in seen.values())  # 1000 +- 5 standard deviations


@pytest.mark.parametrize("n_players", [1, 6, 0, -2, "3", 2.0, True, None])
def test_two_to_five_play(n_players: object) -> None:
    with pytest.raises(InvalidInputError, match="players"):
        new_game(n_players, 1, WORDS)  # type: ignore[arg-type]


def test_other_arguments_are_checked() -> None:
    with pytest.raises(InvalidInputError, match="seed"):
        new_game(2, "x", WORDS)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="lexicon"):
        new_game(2, 1, "CAT")
    with pytest.raises(InvalidInputError, match="lexicon"):
        new_game(2, 1, None)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="ruleset"):
        new_game(2, 1, WORDS, "rulebook")  # type: ignore[arg-type]


# Views -------------------------------------------------------------------------------------------


def test_the_position_of_the_player_to_move() -> None:
    state = make_state(
        ["", "JWLEANZ", ""], "EES", patents=["A", "K", "E"], money=[1, 2, 3], active=1
    )
    assert state.position() == Position("JWLEANZ", "EES", "K", ["E", "A"], 2)
    assert state.seen_by(0).position() == Position(state.seats[0].hand, "EES", "A", ["K", "E"], 1)


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
    unseen = state.seen_by(1).unseen()
    hidden = Counter(state.deck + "ENNO" + state.seats[2].hand)
    assert {letter: n for letter, n in unseen.items() if n} == hidden


def test_only_the_player_asked_has_legal_actions_in_view() -> None:
    state = run(make_state(["CATENNO", "", ""], ruleset=RULEBOOK), words("CAT/hhh"))
    assert len(state.seen_by(1).legal_actions()) == 2
    assert Accept() in state.seen_by(1).legal_actions()
    for other in (0, 2):
        view = state.seen_by(other).legal_actions()
        assert not view
        assert list(view) == []
        assert len(view) == 0
        assert Accept() not in view


@pytest.mark.parametrize("player", [-1, 2, "0", None])
def test_who_is_no_player_sees_nothing(player: object) -> None:
    with pytest.raises(InvalidInputError, match="player"):
        make_state(["", ""]).seen_by(player)  # type: ignore[arg-type]


def test_a_state_does_not_change() -> None:
    state = make_state(["", ""])
    with pytest.raises(FrozenInstanceError):
        state.round = 2  # type: ignore[misc]


def test_the_lexicon_is_no_part_of_equality_or_repr() -> None:
    state = make_state(["", ""])
    assert replace(state, lexicon=frozenset()) == state
    assert "SKYSCRAPERS" not in repr(state)


# Text and JSON -----------------------------------------------------------------------------------


def test_the_text_shows_what_matters() -> None:
    state = make_state(
        ["JWLEANZ", ""], "EES", patents=["K", "E"], money=[5, 0], ruleset=RULEBOOK, active=0
    )
    text = state_text(state, ["Ann", "Bob"])
    assert text.splitlines()[:3] == [
        "round 1, turn of Ann, start; goal 45",
        "community EES",
        ">*Ann  AEJLNWZ  patents K (2)  $5  stock 0  total 7",
    ]
    laid = run(state, words("JEWELS/hchchc"))
    assert "on the table: JeWeLs*K"[:20] in state_text(laid)
    assert str(state.seen_by(1)).count("AEJLNWZ") == 0
    assert action_text(state, words("JEWELS/hchchc"), laid, ["Ann", "Bob"]) == ("Ann: play JeWeLs")
    paid = run(laid, Accept())
    assert action_text(laid, Accept(), paid, ["Ann", "Bob"]) == (
        "Bob: accept; Ann gets $4 and 1 stock; Bob gets $2 for EE"
    )


def test_the_text_of_a_refused_word() -> None:
    state = make_state(["CATENNO", ""], ruleset=automatic(0))
    assert action_text(state, words("TAC/hhh"), run(state, words("TAC/hhh"))) == (
        "player 0: play TAC; not in the lexicon; player 0 takes the cards back and discards one"
    )


def test_the_ranking_text_shares_places() -> None:
    assert ranking_text(make_state(["", ""]), ["Ann", "Bob"]).splitlines() == [
        "1. Ann (shared): 0 = 0 patents + $0 + 0 stock",
        "1. Bob (shared): 0 = 0 patents + $0 + 0 stock",
    ]


def states_of_a_game(seed: int) -> list[GameState]:
    first = new_game(3, seed, short_words())
    players = [WordPlayer(seed + number) for number in range(3)]
    return [first, *(state for _, state in play_out(first, players))]


def test_every_state_of_a_game_survives_json() -> None:
    for state in states_of_a_game(11):
        data = json.loads(json.dumps(state.to_dict()))
        again = GameState.from_dict(data, state.lexicon)
        assert again == state
        assert again.lexicon is state.lexicon


def test_states_that_no_game_can_be_in_are_refused() -> None:
    state = run(make_state(["CATENNO", ""], ruleset=UNCHALLENGED), words("CAT/hhh"))
    good = state.to_dict()
    wrong: list[tuple[str, object]] = [
        ("deck", state.deck[1:]),
        ("deck", "?" + state.deck[1:]),
        ("deck", None),
        ("community", ""),
        ("active", 2),
        ("to_act", 1),
        ("phase", "lunch"),
        ("phase", "start"),
        ("seats", []),
        ("seats", [{}, {}]),
        ("chance", {"seed": 1}),
        ("round", "1"),
        ("final_round", "1"),
        ("ruleset", {}),
        ("turn", {"replaced": False, "failed_words": 0, "play": None}),
        ("payments", [{"kind": "gift"}]),
    ]
    for name, value in wrong:
        with pytest.raises(InvalidInputError):
            GameState.from_dict({**good, name: value}, WORDS)
    for name in good:
        missing = {other: value for other, value in good.items() if other != name}
        with pytest.raises(InvalidInputError, match=name):
            GameState.from_dict(missing, WORDS)
    for nothing in (None, 3, "state"):
        with pytest.raises(InvalidInputError):
            GameState.from_dict(nothing, WORDS)


def test_a_patent_with_two_owners_is_refused() -> None:
    data = make_state(["", ""], patents=["A", "B"]).to_dict()
    seats = data["seats"]
    assert isinstance(seats, list)
    seats[1]["patents"] = "A"
    with pytest.raises(InvalidInputError, match="owned twice"):
        GameState.from_dict(data, WORDS)
