"""Whole games: what must hold does hold at every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    EVENTS,
    GameWatch,
    WordPlayer,
    all_rulesets,
    buying,
    check_state,
    check_step,
    count_events,
    discarding,
    exchanging,
    replacing,
    short_words,
    worth,
)
from support.strategies import examples

from letter_tycoon_solver.errors import IllegalPlay
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    Game,
    GameState,
    IllegalAction,
    Phase,
    Player,
    apply,
    lay,
    new_game,
    play_out,
)
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.play import PlayedWord
from letter_tycoon_solver.rules.ruleset import ChallengeMode, Ruleset

RULESETS = all_rulesets()


def watch_move(game: Game, players: Sequence[Player], watch: GameWatch) -> None:
    """A move of the player who is asked, every action of it checked."""
    before = game.state
    move = players[before.to_act].choose(before.seen_by(before.to_act))
    for action, after in steps_of(before, move):
        assert action in before.legal_actions
        watch.see(before, action, after)
        before = after
    assert game.push(move) == before


def watched_game(n_players: int, seed: int, ruleset: Ruleset) -> Game:
    """A game played to the end, every step of it checked."""
    names = ["Ann", "Bob", "Cleo", "Dan", "Eve"][:n_players]
    game = Game(names, seed, short_words(), ruleset)
    players = [WordPlayer(seed * 5 + number) for number in range(n_players)]
    watch = GameWatch(game.state)
    check_state(game.state)
    while not game.state.is_over:
        watch_move(game, players, watch)
    watch.check_end(game.state)
    return game


@examples(50)
@given(st.integers(2, 5), st.integers(0, 2**32), st.sampled_from(RULESETS))
def test_a_whole_game(n_players: int, seed: int, ruleset: Ruleset) -> None:
    game = watched_game(n_players, seed, ruleset)
    assert_replays(game)
    assert_undo_then_redo(game)


@pytest.mark.parametrize("number", range(0, len(RULESETS), 4))
def test_a_game_of_every_kind(number: int) -> None:
    ruleset = RULESETS[number + number // 4 % 4]
    game = watched_game(2 + number % 4, number, ruleset)
    assert sum(score.total for score in game.state.scores) > 0


def assert_replays(game: Game) -> None:
    """The same seed and the same actions, by way of the notation, give the same states."""
    again = Game(game.names, game.seed, short_words(), game.state.ruleset)
    for action in game.history:
        again.apply(Action.parse(action.notation))
    assert again.states == game.states


def assert_undo_then_redo(game: Game) -> None:
    states, history = game.states, game.history
    n_back = random.Random(len(states)).randint(1, len(history))
    for _ in range(n_back):
        game.undo()
    assert game.states == states[: len(states) - n_back]
    assert game.history == history[: len(history) - n_back]
    for _ in range(n_back):
        game.redo()
    assert (game.states, game.history) == (states, history)
    assert not game.can_redo


def test_a_state_is_as_it_was_after_actions_on_it() -> None:
    game = watched_game(3, 5, RULESETS[0])
    snapshots = [(state, state.to_dict()) for state in game.states]
    for (state, before), action in zip(snapshots, game.history, strict=False):
        apply(state, action)
        assert state.to_dict() == before


SOAKED = [pytest.param(range(n, n + 1000), marks=pytest.mark.soak) for n in range(0, 10_000, 1000)]


@pytest.mark.parametrize("seeds", [range(24), *SOAKED], ids=str)
def test_games_reach_all_that_can_happen(seeds: range) -> None:
    """The games above do not test what never occurs in them."""
    seen = Counter(dict.fromkeys(EVENTS, 0))
    for seed in seeds:
        game = watched_game(2 + seed % 4, 100 + seed, RULESETS[seed * 4 % 96 + seed % 4])
        for before, action, after in zip(game.states, game.history, game.states[1:], strict=False):
            count_events(before, action, after, seen)
    assert min(seen.values()) > 0, seen
    assert seen.keys() == {*EVENTS}


# Any action at any time: only the legal ones have an effect.


def is_legal(  # noqa: PLR0911  (one line per phase)
    state: GameState, action: Action
) -> bool | None:
    """The verdict of the rules, without the words' own; None for words that may be played."""
    seat, turn = state.seats[state.active], state.turn
    hand = Counter(seat.hand)
    match state.phase, action:
        case Phase.START, Action(ActionKind.REPLACE, card):
            fresh = not turn.replaced and not turn.failed_words
            return "Q" in seat.patents and fresh and card in hand
        case Phase.START, Action(ActionKind.EXCHANGE, cards):
            return not Counter(cards) - hand
        case Phase.START, Action(ActionKind.PLAY):
            return None
        case Phase.CHALLENGE, Action(ActionKind.ACCEPT | ActionKind.CHALLENGE):
            return True
        case Phase.PENALTY, Action(ActionKind.EXCHANGE, cards):
            return len(cards) == 1 and cards in hand
        case Phase.PURCHASE, Action(ActionKind.BUY, letter):
            assert turn.play is not None
            used = "".join(word.letters_from("hc") for word in turn.play.words)
            owned = "".join(other.patents for other in state.seats)
            return letter in used and letter not in owned and worth(letter) <= seat.money
        case Phase.PURCHASE, Action(ActionKind.DECLINE):
            return True
        case Phase.CLEAN_UP, Action(ActionKind.DISCARD, cards):
            assert turn.play is not None
            left = hand - Counter("".join(w.letters_from("h") for w in turn.play.words))
            return not Counter(cards) - left
    return False


def any_word(state: GameState, rng: random.Random) -> Action:
    """A word of letters that lie there, mostly; its sources and its Ys are right at times."""
    letters = state.active_seat.hand + state.community + "S"
    word = "".join(rng.sample(letters, rng.randint(0, 6)))
    sources = "".join(rng.choices("hhhhccds", k=len(word) + (rng.random() < 0.1)))
    return lay((PlayedWord(word, sources, "".join(rng.choices("vc", k=word.count("Y")))),))


def catalogue(state: GameState, rng: random.Random) -> list[Action]:
    """Actions of every kind, right and wrong ones."""
    hand = state.active_seat.hand
    letters = sorted(set(hand + state.community + "QE"))
    return [
        ACCEPT,
        CHALLENGE,
        DECLINE,
        *(do(cards) for do in (exchanging, discarding) for cards in ("", hand, hand[:1], hand * 2)),
        *(do(letter) for do in (buying, replacing) for letter in letters),
        lay((PlayedWord(hand[:3], "hhh", "v" * hand[:3].count("Y")),)),
        lay((PlayedWord(hand[:3], "hhc", "v" * hand[:3].count("Y")),)),
        lay(()),
        *(any_word(state, rng) for _ in range(6)),
    ]


def test_every_kind_of_action_in_every_phase() -> None:
    tried: Counter[tuple[Phase, ActionKind, bool]] = Counter()
    rulesets = all_rulesets()
    for seed in range(16):
        state = new_game(2 + seed % 4, seed, short_words(), rulesets[seed * 6 + seed % 6])
        players = [WordPlayer(seed + number) for number in range(len(state.seats))]
        rng = random.Random(seed)
        for _, after in play_out(state, players):
            for action in catalogue(state, rng):
                legal = action in state.legal_actions
                assert (action in state.seen_by(state.to_act).legal_actions) == legal
                expected = is_legal(state, action)
                assert expected is None or legal == expected
                assert_raises_unless(legal, state, action)
                tried[state.phase, action.kind, legal] += 1
            state = after
        for action in catalogue(state, rng):
            assert_raises_unless(False, state, action)
            tried[state.phase, action.kind, False] += 1
    own = {
        (Phase.START, ActionKind.EXCHANGE),
        (Phase.START, ActionKind.REPLACE),
        (Phase.START, ActionKind.PLAY),
        (Phase.CHALLENGE, ActionKind.ACCEPT),
        (Phase.CHALLENGE, ActionKind.CHALLENGE),
        (Phase.PENALTY, ActionKind.EXCHANGE),
        (Phase.PURCHASE, ActionKind.BUY),
        (Phase.PURCHASE, ActionKind.DECLINE),
        (Phase.CLEAN_UP, ActionKind.DISCARD),
    }
    always_legal = {ActionKind.ACCEPT, ActionKind.CHALLENGE, ActionKind.DECLINE}
    for phase in Phase:
        for kind in ActionKind:
            assert (tried[phase, kind, True] > 0) == ((phase, kind) in own), (phase, kind)
            may_be_illegal = (phase, kind) not in own or kind not in always_legal
            assert (tried[phase, kind, False] > 0) == may_be_illegal, (phase, kind)


def assert_raises_unless(legal: bool, state: GameState, action: Action) -> None:
    if legal:
        check_step(state, action, apply(state, action))
        for word in action.words:
            check_word(state, word)
        return
    with pytest.raises((IllegalAction, IllegalPlay)):
        apply(state, action)


def check_word(state: GameState, word: PlayedWord) -> None:
    assert len(word.word) >= 3
    assert "h" in word.sources
    assert "d" not in word.sources or "X" in state.active_seat.patents
    assert "s" not in word.sources or "Z" in state.active_seat.patents
    assert word.word in state.lexicon or state.ruleset.challenge.mode is not ChallengeMode.NONE
