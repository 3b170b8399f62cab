"""Players, legal actions and the solver in whole games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games import (
    WORDS,
    GameWatch,
    all_rulesets,
    automatic,
    check_step,
    exchanging,
    make_state,
    playing,
    replacing,
    run,
    short_words,
    words,
)
from support.selection import quick

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    Action,
    ActionKind,
    GameState,
    GreedyPlayer,
    IllegalAction,
    PaymentKind,
    Phase,
    Player,
    RandomPlayer,
    SeenState,
    apply,
    lay,
    new_game,
    play_out,
)
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import Play
from letter_tycoon_solver.rules.ruleset import RULEBOOK, Ruleset
from letter_tycoon_solver.search.solver import find_plays

RULESETS = all_rulesets()


@pytest.fixture(scope="module")
def small() -> Lexicon:
    return short_words()


def players(kind: str, n_players: int, seed: int) -> list[Player]:
    if kind == "greedy":
        return [GreedyPlayer() for _ in range(n_players)]
    return [RandomPlayer(seed + number) for number in range(n_players)]


def watched_states(first: GameState, table: list[Player]) -> list[tuple[GameState, Action]]:
    """Every state of a game with the action taken in it, all steps checked."""
    watch, state, steps = GameWatch(first), first, []
    for action, after in play_out(first, table):
        assert action in state.legal_actions
        watch.see(state, action, after)
        steps.append((state, action))
        state = after
    watch.check_end(state)
    return steps


@pytest.mark.parametrize("kind", ["greedy", "random"])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(n_players=st.integers(2, 5), seed=st.integers(0, 2**32), ruleset=st.sampled_from(RULESETS))
def test_games_hold(
    lexicon: Lexicon, kind: str, n_players: int, seed: int, ruleset: Ruleset
) -> None:
    first = new_game(n_players, seed, lexicon, ruleset)
    steps = watched_states(first, players(kind, n_players, seed))
    again = list(play_out(first, players(kind, n_players, seed)))
    assert [action for action, _ in again] == [action for _, action in steps]
    assert [after for _, after in again[:-1]] == [state for state, _ in steps[1:]]


# The solver's plays ------------------------------------------------------------------------------


def assert_pays_what_it_says(state: GameState, play: Play) -> None:
    """The play is legal, and earns what the solver said if it stands."""
    action = playing(play)
    assert action in state.legal_actions
    before, after = state, apply(state, action)
    check_step(state, action, after)
    while after.phase is Phase.CHALLENGE:
        before, after = after, apply(after, ACCEPT)
        check_step(before, ACCEPT, after)
    payout, *royalties = after.payments
    assert payout.kind is PaymentKind.PAYOUT
    assert (payout.money, payout.stock) == (play.money, play.stock)
    paid = [0] * (len(state.seats) - 1)
    opponents = state.clockwise_from(state.active)[1:]
    for royalty in royalties:
        assert royalty.receiver is not None
        paid[opponents.index(royalty.receiver)] += royalty.money
    assert tuple(paid) == play.royalties
    offered = [option.cards for option in after.legal_actions if option.kind is ActionKind.BUY]
    assert "".join(offered) == play.purchasable
    assert after.leave == play.leave


@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("number", quick(4, range(0, 96, 7)))
def test_every_play_offered_is_accepted_and_pays_what_it_said(
    small: Lexicon, kind: str, number: int
) -> None:
    ruleset, n_players = RULESETS[number], 2 + number % 4
    first = new_game(n_players, number, small, ruleset)
    steps = watched_states(first, players(kind, n_players, number))
    n_plays = 0
    for state, _ in steps:
        if state.phase is Phase.START:
            plays = find_plays(state.position, small, ruleset=ruleset, limit=300)
            every_way = find_plays(
                state.position, small, ruleset=ruleset, limit=100, variants="all"
            )
            for play in itertools.chain(plays, every_way):
                assert_pays_what_it_says(state, play)
                n_plays += 1
    assert n_plays > 50


# Legal actions -----------------------------------------------------------------------------------


def test_legal_actions_are_listed_counted_and_accepted(small: Lexicon) -> None:
    phases = set()
    for seed in range(4):
        ruleset, n_players = RULESETS[seed], 2 + seed
        first = new_game(n_players, seed, small, ruleset)
        for state, chosen in watched_states(first, players("random", n_players, seed)):
            if state.phase is Phase.START and "V" in state.position.patents:
                continue
            view = state.legal_actions
            listed = list(view)
            assert view
            assert len(view) == len(listed) == len(set(listed))
            for action in random.Random(seed).sample(listed, min(40, len(listed))):
                assert action in view
                check_step(state, action, apply(state, action))
            if chosen.kind is not ActionKind.PLAY:
                assert chosen in listed
            assert listed == list(state.seen_by(state.to_act).legal_actions)
            phases.add(state.phase)
    assert phases == set(Phase) - {Phase.OVER}


def test_two_words_are_listed_for_the_owner_of_v() -> None:
    lexicon = Lexicon.from_words(["CAT", "TEN", "NET"])
    state = make_state(["CATTENO", ""], "OOO", patents=["V", ""], lexicon=lexicon)
    listed = list(state.legal_actions)
    plays = [action for action in listed if action.kind is ActionKind.PLAY]
    spoken = {tuple(sorted(word.word for word in play.words)) for play in plays}
    assert spoken == {("CAT",), ("TEN",), ("NET",), ("CAT", "TEN"), ("CAT", "NET")}
    assert len(state.legal_actions) == len(listed)


def test_the_order_is_replacements_then_words_then_discards() -> None:
    lexicon = Lexicon.from_words(["CAT", "ACT"])
    state = make_state(["CATOOOO", ""], "III", patents=["Q", ""], lexicon=lexicon)
    listed = list(state.legal_actions)
    assert listed[:4] == [replacing(card) for card in "ACOT"]
    assert listed[4:6] == [words("ACT/hhh", doublers=("",)), words("CAT/hhh", doublers=("",))]
    assert listed[6:9] == [exchanging(), exchanging("A"), exchanging("C")]
    assert listed[-1] == exchanging("ACOOOOT")
    assert len(listed) == 4 + 2 + 2 * 2 * 2 * 5
    assert "player 0" in repr(state.legal_actions)


@pytest.mark.parametrize("ruleset", [RULEBOOK, automatic(1)])
def test_where_words_are_challenged_any_letters_may_be_tried(ruleset: Ruleset) -> None:
    state = make_state(["CATOOOO", ""], ruleset=ruleset, lexicon=WORDS)
    assert words("TOOCO/hhhhh") in state.legal_actions
    assert words("TOE/hhh") not in state.legal_actions


@pytest.mark.parametrize("some", [{"CAT", "ACT"}, ["cat", "act"], iter(["CAT", "ACT"])])
def test_a_lexicon_is_made_of_a_set_of_words(some: Iterable[str]) -> None:
    state = new_game(2, 1, some)
    assert state.lexicon == state.seen_by(1).lexicon == Lexicon.from_words(["CAT", "ACT"])
    dealt = make_state(["CATOOOO", ""], lexicon=state.lexicon)
    assert words("CAT/hhh") in dealt.legal_actions
    assert {str(one) for one in dealt.legal_actions if one.kind is ActionKind.PLAY} >= {"play CAT"}


# Players -----------------------------------------------------------------------------------------


def test_the_greedy_player_plays_the_best_margin_buys_the_dearest_and_keeps_nothing() -> None:
    lexicon = Lexicon.from_words(["JEWELS", "JEWEL", "EEL", "LEE"])
    state = make_state(["JWLEANZ", ""], "EES", money=[4, 0], lexicon=lexicon)
    player = GreedyPlayer()
    turn = player.choose(state.seen_by(0))
    assert isinstance(turn, Turn)
    assert turn.words[0].word == "JEWELS"
    assert (turn.buy, turn.discards) == ("S", "AENZ")
    state = run(state, lay(turn.words, turn.doublers))
    rest = Turn(TurnKind.REST, buy="S", discards="AENZ")
    assert player.choose(state.seen_by(0)) == rest


def test_the_greedy_player_without_a_word_discards_the_hand() -> None:
    lexicon = Lexicon.from_words(["JEWELS"])
    state = make_state(["AAAIIOO", ""], "EEE", lexicon=lexicon)
    assert GreedyPlayer().choose(state.seen_by(0)) == Turn(TurnKind.EXCHANGE, discards="AAAIIOO")
    state = make_state(["AAAIIOZ", ""], "EEE", lexicon=lexicon, patents=["Q", ""])
    assert GreedyPlayer().choose(state.seen_by(0)) == Turn(TurnKind.REPLACE, "Z")


def test_the_greedy_player_replaces_what_the_best_play_leaves() -> None:
    lexicon = Lexicon.from_words(["CAT"])
    state = make_state(["CATOZEE", ""], "EEE", lexicon=lexicon, patents=["Q", ""])
    assert GreedyPlayer().choose(state.seen_by(0)) == Turn(TurnKind.REPLACE, "Z")
    state = run(state, replacing("Z"))
    assert "CAT" in str(GreedyPlayer().choose(state.seen_by(0)))


@pytest.mark.parametrize(("word", "answer"), [("CAT", ACCEPT), ("TAC", CHALLENGE)])
def test_the_greedy_player_challenges_what_is_no_word(word: str, answer: Action) -> None:
    state = make_state(["CATEENZ", ""], ruleset=RULEBOOK)
    state = run(state, words(f"{word}/hhh"))
    assert GreedyPlayer().choose(state.seen_by(1)) == answer
    if answer == CHALLENGE:
        state = run(state, CHALLENGE)
        assert GreedyPlayer().choose(state.seen_by(0)) == Turn(TurnKind.EXCHANGE, discards="Z")


def test_random_players_do_everything(lexicon: Lexicon) -> None:
    kinds: set[ActionKind] = set()
    bluffs = 0
    for seed in range(20):
        first = new_game(3, seed, lexicon, RULESETS[seed % 4])
        for _, action in watched_states(first, players("random", 3, seed)):
            kinds.add(action.kind)
            if action.kind is ActionKind.PLAY:
                bluffs += any(word.word not in lexicon for word in action.words)
    assert kinds == {*ActionKind}
    assert bluffs


class Cheat:
    def choose(self, seen: SeenState) -> Turn:
        assert isinstance(seen, SeenState)
        return Turn(TurnKind.EXCHANGE, discards="Q" * 8)


@pytest.mark.parametrize("n_players", [0, 1, 3])
def test_there_is_one_player_for_each_seat(n_players: int) -> None:
    # At once, not only when the first action is asked for.
    with pytest.raises(InvalidInputError, match="for 2 seats"):
        play_out(make_state(["", ""]), [GreedyPlayer()] * n_players)


def test_the_random_player_is_the_same_everywhere() -> None:
    # Pinned: only `random.random` promises the same numbers in every version of Python.
    state = make_state(["CATENNZ", ""], ruleset=RULEBOOK, lexicon=Lexicon.from_words(["CAT"]))
    chosen = [RandomPlayer(seed).choose(state.seen_by(0)) for seed in (0, 15, 31, 37)]
    assert [str(turn) for turn in chosen] == ["CAT, discard E", "NCTAZNE", "exchange ANNT", "TNZ"]


def test_a_player_who_cheats_is_stopped() -> None:
    with pytest.raises(IllegalAction):
        list(play_out(make_state(["", ""]), [Cheat(), Cheat()]))
