"""Whole games: what must hold does hold at every step; players."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import (
    TRANSITIONS,
    WORDS,
    GameWatch,
    WordPlayer,
    all_rulesets,
    automatic,
    buying,
    check_state,
    check_step,
    discarding,
    exchanging,
    is_allowed,
    make_state,
    playing,
    replacing,
    run,
    short_words,
    words,
    worth,
)
from support.selection import quick
from support.strategies import examples

from letter_tycoon_solver import Turn, TurnKind
from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    Action,
    ActionKind,
    Game,
    GameState,
    GreedyPlayer,
    IllegalAction,
    PaymentKind,
    Phase,
    Player,
    RandomPlayer,
    apply,
    lay,
    new_game,
    play_out,
    purchasable,
)
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.play import Play, PlayedWord
from letter_tycoon_solver.rules.ruleset import RULEBOOK, ChallengeMode, Ruleset
from letter_tycoon_solver.search.solver import find_plays

RULESETS = all_rulesets()


def watch_move(game: Game, players: Sequence[Player], watch: GameWatch) -> None:
    """A move of the player who is asked, every action of it checked."""
    before = game.state
    move = players[before.to_act].choose(before.seen_by(before.to_act))
    for action, after in steps_of(before, move):
        assert is_allowed(before, action)
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


SOAKED = [pytest.param(range(n, n + 1000), marks=pytest.mark.soak) for n in range(0, 10_000, 1000)]


def events(before: GameState, action: Action, after: GameState) -> Iterator[object]:
    """Yield all that happens by an action."""
    yield action.kind
    yield "reshuffle", after.chance.shuffles > before.chance.shuffles
    yield "refused", after.turn.failed_words > before.turn.failed_words
    if action.kind is ActionKind.CHALLENGE:
        yield "challenge is right", after.phase is Phase.PENALTY
    yield from ((payment.kind, payment.giver is None) for payment in after.payments)
    play = after.turn.play
    if action.kind is ActionKind.PLAY and play is not None:
        yield "words", len(play.words)
        yield from (source for word in play.words for source in word.sources)
        yield "doubled", any(play.doublers)


@pytest.mark.parametrize("seeds", [range(24), *SOAKED], ids=str)
def test_games_reach_all_that_can_happen(seeds: range) -> None:
    """The games above do not test what never occurs in them."""
    seen: set[object] = set()
    for seed in seeds:
        game = watched_game(2 + seed % 4, 100 + seed, RULESETS[seed * 4 % 96 + seed % 4])
        for before, action, after in zip(game.states, game.history, game.states[1:], strict=False):
            seen.update(events(before, action, after))
    expected: set[object] = {
        *(ActionKind.REPLACE, ("reshuffle", True), ("refused", True), ("doubled", True)),
        *(("challenge is right", True), ("challenge is right", False), ("words", 2), "d", "s"),
        *((PaymentKind.ROYALTY, True), (PaymentKind.CHALLENGE, True)),
    }
    assert expected - seen == set()


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
                legal = is_allowed(state, action)
                assert is_allowed(state.seen_by(state.to_act), action) == legal
                expected = is_legal(state, action)
                assert expected is None or legal == expected
                assert_raises_unless(legal, state, action)
                tried[state.phase, action.kind, legal] += 1
            state = after
        for action in catalogue(state, rng):
            assert_raises_unless(False, state, action)
            tried[state.phase, action.kind, False] += 1
    own = {(phase, kind) for kind, (sources, _) in TRANSITIONS.items() for phase in sources}
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


# Players and the solver --------------------------------------------------------------------------


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
        assert is_allowed(state, action)
        watch.see(state, action, after)
        steps.append((state, action))
        state = after
    watch.check_end(state)
    return steps


# The solver's plays ------------------------------------------------------------------------------


def assert_pays_what_it_says(state: GameState, play: Play) -> None:
    """The play is legal, and earns what the solver said if it stands."""
    action = playing(play)
    assert is_allowed(state, action)
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
    assert purchasable(after) == play.purchasable
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


@pytest.mark.parametrize("ruleset", [RULEBOOK, automatic(1)])
def test_where_words_are_challenged_any_letters_may_be_tried(ruleset: Ruleset) -> None:
    state = make_state(["CATOOOO", ""], ruleset=ruleset, lexicon=WORDS)
    assert is_allowed(state, words("TOOCO/hhhhh"))
    assert not is_allowed(state, words("TOE/hhh"))


@pytest.mark.parametrize("some", [{"CAT", "ACT"}, ["cat", "act"], iter(["CAT", "ACT"])])
def test_a_lexicon_is_made_of_a_set_of_words(some: Iterable[str]) -> None:
    state = new_game(2, 1, some)
    assert state.lexicon == state.seen_by(1).lexicon == Lexicon.from_words(["CAT", "ACT"])
    dealt = make_state(["CATOOOO", ""], lexicon=state.lexicon)
    assert is_allowed(dealt, words("CAT/hhh"))


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


@pytest.mark.parametrize(("word", "answer"), [("CAT", ACCEPT), ("TAC", CHALLENGE)])
def test_the_greedy_player_challenges_what_is_no_word(word: str, answer: Action) -> None:
    state = make_state(["CATEENZ", ""], ruleset=RULEBOOK)
    state = run(state, words(f"{word}/hhh"))
    assert GreedyPlayer().choose(state.seen_by(1)) == answer
    if answer == CHALLENGE:
        state = run(state, CHALLENGE)
        assert GreedyPlayer().choose(state.seen_by(0)) == Turn(TurnKind.EXCHANGE, discards="Z")


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
