"""Simulated games, which the engine replays equal to the dollar, and the plans they begin with."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import statistics
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import shuffled_secrets
from support.selection import NO_JIT, quick_pairs
from support.simulated_games import (
    TINY,
    TURN_PHASES,
    Ints,
    SimulatedGame,
    letters,
    margin_of,
    outcomes,
    rulesets,
    simulation_of,
    states_of_a_game,
    unpacked,
    win_share,
    with_seat,
    word_list,
    worths_in,
)

from letter_tycoon_solver import Equity, Lexicon, Ruleset, Turn, find_plays
from letter_tycoon_solver._kernels import entries, game_layouts
from letter_tycoon_solver._kernels import game_layouts as layout
from letter_tycoon_solver.advisor import Evaluation, Opponents
from letter_tycoon_solver.advisor.simulation import (
    LEVEL_OF,
    UNDECIDED,
    Board,
    Candidate,
    Simulation,
    candidates_of,
    cards_laid,
    mean_and_error,
    mean_and_error_with_outlier,
    new_tools,
)
from letter_tycoon_solver.evaluation.tables import PAIRS, Fitted
from letter_tycoon_solver.game import HIDDEN, GameState, Phase, SeenState, new_game
from letter_tycoon_solver.game.turns import steps_of
from letter_tycoon_solver.rules.cards import ABILITIES, CARD_COUNT, LETTERS, PATENT_COST, VOWELS
from letter_tycoon_solver.rules.ruleset import RULEBOOK, LastRound
from letter_tycoon_solver.search.turns import turns_by

RULESETS = rulesets()


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return word_list()


def candidates(state: GameState, lexicon: Lexicon) -> list[Candidate]:
    return candidates_of(state.seen_by(state.active), lexicon, Evaluation.of(lexicon.digest))


def replay(
    state: GameState, candidate: Candidate | None, lexicon: Lexicon, seed: int, number: int
) -> GameState:
    """The end of a simulated game, after the engine has replayed it turn by turn.

    It is cut off where the simulation would: with few words, all may keep their cards for ever.
    """
    simulation = simulation_of(state, lexicon, seed)
    game = SimulatedGame(simulation, lexicon, state)
    game.deal(number)
    end = state
    for after in itertools.islice(game.play(candidate), simulation.n_turns):
        end = after
    return end


def check_candidate(
    state: GameState, candidate: Candidate, lexicon: Lexicon, seed: int, number: int
) -> None:
    """Raises AssertionError unless the game of a plan is one, with the outcome that is said."""
    end = replay(state, candidate, lexicon, seed, number)
    simulation = simulation_of(state, lexicon, seed)
    margins, wins = outcomes(simulation, [candidate], number, 1, lexicon)
    expected = margin_of(end, state.active)
    if end.is_over:
        assert wins[0, 0] == pytest.approx(win_share(end, state.active))
        assert margins[0, 0] == pytest.approx(expected)


def check_games(rng: random.Random, ruleset: Ruleset, n_players: int, lexicon: Lexicon) -> None:
    """Replays games from states of a game in which some patents are owned from the first."""
    seed = rng.randrange(10**6)
    states = states_of_a_game(n_players, seed, lexicon, ruleset, patents=seed % 3 > 0)
    for phase in TURN_PHASES:
        of_phase = [state for state in states if state.phase is phase]
        if of_phase:
            state = rng.choice(of_phase)
            candidate = rng.choice(candidates(state, lexicon))
            check_candidate(state, candidate, lexicon, rng.getrandbits(64), rng.randrange(10**9))


@pytest.mark.parametrize(("ruleset", "n_players"), quick_pairs(RULESETS, [2, 3, 4, 5]))
def test_the_engine_replays_games_from_the_middle_with_a_plan(
    ruleset: Ruleset, n_players: int, lexicon: Lexicon
) -> None:
    rng = random.Random(f"{n_players} {RULESETS.index(ruleset)}")
    for _ in range(1 if NO_JIT else 2):
        check_games(rng, ruleset, n_players, lexicon)


@pytest.mark.parametrize("opponents", [Opponents.COMMON, Opponents.MEDIUM, Opponents.EASY])
def test_the_engine_replays_games_against_opponents_who_know_fewer_words(
    opponents: Opponents,
) -> None:
    """By the words they know: by a longer list, what is written down would be other words."""
    enable = Lexicon.from_words([*TINY, "TAENIOID"]) if NO_JIT else Lexicon.load()
    for seed in range(1 if NO_JIT else 3):
        state = new_game(2 + seed, seed, enable)
        simulation = replace(simulation_of(state, enable, seed), opponents=LEVEL_OF[opponents])
        game = SimulatedGame(simulation, enable, state)
        game.deal(seed)
        *_, end = game.play()
        undecided = Candidate(
            candidates(state, enable)[0].turn,
            np.full(layout.TURN_SIZE, layout.UNDECIDED, np.int64),
        )
        margins, wins = outcomes(simulation, [undecided], seed, 1, enable)
        assert margins[0, 0] == pytest.approx(margin_of(end, state.active))
        assert wins[0, 0] == pytest.approx(win_share(end, state.active))


@pytest.mark.soak
def test_the_engine_replays_thousands_of_games() -> None:
    lexicon = Lexicon.load()
    for seed in range(2_000):
        rng = random.Random(seed)
        check_games(rng, rng.choice(RULESETS), rng.randrange(2, 6), lexicon)


def test_plans_are_compared_on_the_same_games(lexicon: Lexicon) -> None:
    state = new_game(2, 3, lexicon)
    found = candidates(state, lexicon)[: 2 if NO_JIT else 4]
    simulation = simulation_of(state, lexicon, 1)
    n = 2 if NO_JIT else 40
    together = outcomes(simulation, found, 7, n, lexicon)
    for at, candidate in enumerate(found):
        alone = outcomes(simulation, [candidate], 7, n, lexicon)
        assert np.array_equal(together[0][at], alone[0][0])
        assert np.array_equal(together[1][at], alone[1][0])
    # A game depends on its number, not on where the share begins.
    later = outcomes(simulation, found, 8, n - 1, lexicon)
    assert np.array_equal(together[0][:, 1:], later[0])
    assert len({*together[0].ravel()}) > 1


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_once_the_goal_is_reached_a_short_game_is_played_to_the_end(
    n_players: int, lexicon: Lexicon
) -> None:
    ruleset = Ruleset(goals=dict.fromkeys(range(2, 6), 2), last_round=LastRound.ONE_MORE_TURN)
    state = new_game(n_players, 1, lexicon, ruleset)
    # Patents that cost the same.
    seats = tuple(replace(seat, patents=a) for seat, a in zip(state.seats, "BJKVX", strict=False))
    state = replace(state, seats=seats, round=2, final_round=3)
    found = candidates(state, lexicon)[:4]
    whole = simulation_of(state, lexicon, 3)
    one_turn = replace(whole, n_rounds=0)
    np.testing.assert_array_equal(
        outcomes(one_turn, found, 0, 5, lexicon), outcomes(whole, found, 0, 5, lexicon)
    )


# What is hidden ----------------------------------------------------------------------------------


def hands_and_deck(board: Board, seed: int, number: int) -> tuple[list[str], str]:
    """The hands and the deck of a deal."""
    table, cards = board.table.copy(), board.cards.copy()
    entries.deal(table, cards, np.uint64(seed), number, board.n_hidden)
    deck = cards[layout.DECK_PILE][table[layout.NEXT] : table[layout.END]]
    hands = [letters(cards[player]) for player in range(table[layout.N_PLAYERS])]
    return hands, letters(deck)


def test_games_to_a_near_goal_are_played_to_the_end(lexicon: Lexicon) -> None:
    """No learned value knows such a goal: its chance would be off by a tenth."""

    def is_whole(goal: int) -> bool:
        rules = replace(RULEBOOK, goals={**RULEBOOK.goals, 3: goal})
        seen = SeenState.at_table(
            "JWLEANZ", "EES", opponents=["", ""], lexicon=lexicon, ruleset=rules
        )
        return Simulation.of(seen, Evaluation.of(lexicon.digest), seed=1).is_whole

    assert [is_whole(goal) for goal in (17, 33, 34, 50)] == [True, True, False, False]


def test_a_deal_is_consistent_with_what_the_player_sees(lexicon: Lexicon) -> None:
    for seed, ruleset in enumerate(RULESETS):
        n_players = 2 + seed % 4
        for state in states_of_a_game(n_players, seed, lexicon, ruleset)[::5]:
            seen = state.seen_by(state.active)
            hands, deck = hands_and_deck(Board.of(seen), seed, 3)
            assert hands[state.active] == state.active_seat.hand
            assert [len(hand) for hand in hands] == [len(seat.hand) for seat in state.seats]
            assert len(deck) == len(state.deck)
            everything = "".join([*hands, deck, state.community, state.discards])
            assert Counter(everything) == Counter(CARD_COUNT)


def test_cards_that_are_known_of_a_hidden_hand_stay_in_it(lexicon: Lexicon) -> None:
    seen = view(lexicon)
    other = 1 - seen.viewer
    board = Board.of(with_seat(seen, other, hand="ZX" + HIDDEN * 5))
    for number in range(20):
        hands, deck = hands_and_deck(board, 1, number)
        assert hands[other].startswith("ZX")
        assert len(hands[other]) == 7
        assert not set("ZX") & set(deck + hands[other][2:])


def test_discards_that_nobody_saw_are_dealt_too(lexicon: Lexicon) -> None:
    for state in states_of_a_game(3, 5, lexicon, RULESETS[0])[::7]:
        seen = state.seen_by(state.active)
        n_hidden = len(seen.discards) // 3
        board = Board.of(replace(seen, discards=HIDDEN * n_hidden + seen.discards[n_hidden:]))
        table, cards = board.table.copy(), board.cards.copy()
        entries.deal(table, cards, np.uint64(1), 2, board.n_hidden)
        pile = letters(cards[layout.DISCARD_PILE][: table[layout.N_DISCARDS]])
        assert len(pile) == len(seen.discards)
        assert pile.startswith(seen.discards[n_hidden:])
        hands, deck = hands_and_deck(board, 1, 2)
        assert len(deck) == len(state.deck)
        assert Counter("".join([*hands, deck, pile, seen.community])) == Counter(CARD_COUNT)


def view(lexicon: Lexicon) -> SeenState:
    state = new_game(2, 4, lexicon)
    hands = ["EEEQRST", "AIONLDU"]
    seats = tuple(replace(seat, hand=hand) for seat, hand in zip(state.seats, hands, strict=True))
    rest = Counter(CARD_COUNT) - Counter("".join(hands) + "AET")
    return replace(state, seats=seats, community="AET", deck="".join(rest.elements())).seen_by(
        state.active
    )


@pytest.mark.slow
def test_every_unseen_card_is_as_likely_in_every_place(lexicon: Lexicon) -> None:
    seen = view(lexicon)
    board, unseen = Board.of(seen), seen.unseen
    n_unseen = sum(unseen.values())
    n = 200 if NO_JIT else 20_000
    in_hand, on_top, at_the_end = Counter[str](), Counter[str](), Counter[str]()
    for number in range(n):
        hands, deck = hands_and_deck(board, 6, number)
        in_hand.update(hands[1 - seen.viewer])
        on_top[deck[0]] += 1
        at_the_end[deck[-1]] += 1
    for letter in LETTERS:
        for counts, places in ((in_hand, 7), (on_top, 1), (at_the_end, 1)):
            expected = n * places * unseen[letter] / n_unseen
            assert abs(counts[letter] - expected) <= 5 * math.sqrt(expected), letter


def test_a_board_is_read_only_and_has_no_hidden_card(lexicon: Lexicon) -> None:
    state = new_game(3, 11, lexicon)
    player = state.active
    board = Board.of(state.seen_by(player))
    moved = shuffled_secrets(state, player, random.Random(2))
    assert moved.seats != state.seats
    other = Board.of(moved.seen_by(player))
    # What is sent to a worker, too: arrays to be written to would be other types to the kernels.
    sent = pickle.loads(pickle.dumps(board))
    for name in ("table", "cards", "n_hidden"):
        assert not getattr(board, name).flags.writeable
        assert np.array_equal(getattr(board, name), getattr(other, name))
        assert not getattr(sent, name).flags.writeable
        assert np.array_equal(getattr(board, name), getattr(sent, name))


# Plans: their equity, their words and their actions -----------------------------------------------


def plans(state: GameState, lexicon: Lexicon, evaluation: Evaluation | None = None) -> list[Turn]:
    tables = evaluation or Evaluation.of(lexicon.digest)
    found = candidates_of(state.seen_by(state.active), lexicon, tables)
    return [candidate.turn for candidate in found]


def fitted(evaluation: Evaluation) -> Evaluation:
    """The tables with numbers for any number of players, all of some weight."""
    pairs = {pair: 0.3 * number - 2 for number, pair in enumerate(PAIRS)}
    gain = {a: 3.0 - number for number, a in enumerate(ABILITIES)}
    numbers = Fitted(gain, pairs, price=0.3, draw=0.4, refill=0.5, hold=0.6, deny=0.7)
    return replace(evaluation, fitted=dict.fromkeys(range(2, 6), numbers))


def kept_by(plan: Turn, state: GameState) -> str:
    left = plan.play.leave if plan.play else state.active_seat.hand
    return "".join((Counter(left) - Counter(plan.discards)).elements())


def test_other_discards_are_candidates_of_the_best_plays_alone(lexicon: Lexicon) -> None:
    n_others = []
    for seed in range(2 if NO_JIT else 10):
        state = new_game(2, seed, lexicon)
        ways: dict[tuple[str, str], list[str]] = {}
        for plan in plans(state, lexicon):
            if plan.play:
                ways.setdefault((plan.play.notation, plan.buy), []).append(plan.discards)
        others = [discards for discards in ways.values() if len(discards) > 1]
        assert all(len(set(discards)) == len(discards) <= 5 for discards in others)
        assert len(others) <= 6
        n_others.append(sum(map(len, others)) - len(others))
    assert 6 <= max(n_others) <= 24


@pytest.mark.parametrize("ruleset", rulesets())
def test_at_the_clean_up_several_sets_of_cards_are_kept(ruleset: Ruleset, lexicon: Lexicon) -> None:
    evaluation = Evaluation.of(lexicon.digest)
    states = states_of_a_game(2, 3, lexicon, ruleset)
    most = 0
    for state in [state for state in states if state.phase is Phase.CLEAN_UP][:10]:
        found = plans(state, lexicon)
        of_leave = worths_in(state, evaluation).leave_worth
        worths = [of_leave(kept_by(plan, state)) for plan in found]
        assert worths == pytest.approx(sorted(worths, reverse=True), abs=1e-5)
        assert len({plan.discards for plan in found}) == len(found) <= 12
        n_vowels = sum(card in VOWELS for card in state.leave)
        n_sets = (1 + n_vowels) * (1 + len(state.leave) - n_vowels)
        is_last = state.final_round == state.round
        assert len(found) == (1 if is_last else min(n_sets, 12))
        for plan in found:
            after = steps_of(state, plan)[-1][1]
            assert after.is_over or after.active != state.active
        most = max(most, len(found))
    assert most > 1


def in_the_last_turn(state: GameState) -> GameState:
    """Another player has reached the goal, and all others have acted."""
    rival = (state.active + 1) % len(state.seats)
    state = with_seat(state, state.active, patents="B", money=9)
    state = with_seat(state, rival, patents="AEINORST")
    return replace(state, start_player=rival, round=4, final_round=4)


def test_in_the_last_turn_no_card_is_discarded(lexicon: Lexicon) -> None:
    found = plans(in_the_last_turn(new_game(2, 1, lexicon)), lexicon)
    ways = Counter((plan.play.notation if plan.play else "", plan.buy) for plan in found)
    assert {n for (play, _), n in ways.items() if play} == {1}
    assert ways["", ""] <= 2
    assert not any(plan.discards for plan in found if plan.play)


def test_in_the_last_turn_the_margin_counts_and_then_the_dearest_patent(lexicon: Lexicon) -> None:
    n_tempting = n_bought = 0
    for seed in range(10 if NO_JIT else 60):
        start = in_the_last_turn(new_game(2, seed, lexicon))
        before = candidates_of(
            replace(start, final_round=5).seen_by(start.active),
            lexicon,
            Evaluation.of(lexicon.digest),
        )[0].turn
        best = next(iter(find_plays(start.position, lexicon, limit=1)), None)
        plan = plans(start, lexicon)[0]
        if best is None or best.margin < 0:
            assert plan.play is None
            continue
        assert plan.play is not None
        assert plan.equity == Equity(margin=best.margin)
        dearest = max((PATENT_COST[letter] for letter in plan.play.purchasable), default=0)
        assert (PATENT_COST[plan.buy] if plan.buy else 0) == dearest
        n_tempting += before.play is None or before.play.margin < best.margin
        n_bought += plan.buy != "" and plan.buy != min(plan.play.purchasable)
    assert NO_JIT or n_tempting > 2
    assert NO_JIT or n_bought > 2


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_the_first_candidate_is_found_without_the_others(n_players: int, lexicon: Lexicon) -> None:
    kinds = set()
    for seed, ruleset in enumerate(rulesets()[: 2 if NO_JIT else None]):
        evaluation = Evaluation.of(lexicon.digest)
        states = states_of_a_game(n_players, seed, lexicon, ruleset, patents=True)
        for state in states[:: 12 if NO_JIT else 2]:
            seen = state.seen_by(state.active)
            best = turns_by(evaluation, seen.open_turn, lexicon, ruleset, 1)[0]
            assert best == candidates_of(seen, lexicon, evaluation)[0].turn
            kinds.add((state.phase, best.play is None, bool(best.replace)))
    assert NO_JIT or len(kinds) >= 4


# The kernels decide the same --------------------------------------------------------------------


def kernel_turn(state: GameState, plan: Ints, lexicon: Lexicon, evaluation: Evaluation) -> Ints:
    """The turn of the active player, as the kernels complete it: see _kernels/game_layouts.py."""
    simulation = replace(simulation_of(state, lexicon, seed=1), evaluation=evaluation)
    board = simulation.board
    table, cards = board.table.copy(), board.cards.copy()
    entries.deal(table, cards, np.uint64(1), 0, board.n_hidden)
    turn = np.zeros(game_layouts.TURN_SIZE, np.int64)
    tools = new_tools(lexicon, state.ruleset, len(state.seats), simulation.evaluation)
    entries.take_turn(table, cards, np.uint64(1), plan, simulation.stage, tools, turn)
    return turn


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_the_kernels_play_the_plan_with_the_highest_equity(
    n_players: int, lexicon: Lexicon
) -> None:
    """To the last bit of the score; but for what the owner of Q replaces."""
    checked: Counter[Phase] = Counter()
    evaluation = fitted(Evaluation.of(lexicon.digest))
    bought = discarded = exchanged = 0
    for seed, ruleset in enumerate(rulesets()):
        states = states_of_a_game(n_players, seed + 50, lexicon, ruleset, patents=True)
        for state in states[:: 24 if NO_JIT else 2]:
            seen = state.seen_by(state.active)
            found = candidates_of(seen, lexicon, evaluation)
            best = next(candidate for candidate in found if not candidate.turn.replace)
            plan = UNDECIDED.copy()
            plan[game_layouts.REPLACED] = game_layouts.NO_LETTER
            if state.phase is not Phase.START:
                plan[game_layouts.ACTION] = game_layouts.LAY
                plan[game_layouts.THE_PLAY : game_layouts.BOUGHT] = cards_laid(seen)
            turn = kernel_turn(state, plan, lexicon, evaluation)
            for part in range(game_layouts.ACTION, game_layouts.DISCARDED):
                assert turn[part] == best.row[part], (seed, state.phase, part)
            assert sorted(unpacked(int(turn[game_layouts.DISCARDED]))) == list(best.turn.discards)
            checked[state.phase] += 1
            bought += best.turn.buy != ""
            exchanged += state.phase is Phase.START and best.turn.play is None
            discarded += best.turn.discards != ""
    assert set(checked) == {Phase.START, Phase.PURCHASE, Phase.CLEAN_UP}
    assert bought
    assert discarded
    assert NO_JIT or n_players > 2 or exchanged


# advisor/simulation.py: means and standard errors.


VALUES = st.floats(-1000, 1000)


@given(st.lists(VALUES, min_size=2, max_size=20))
def test_mean_and_error(values: list[float]) -> None:
    mean, error = mean_and_error(np.array(values))
    assert mean == pytest.approx(statistics.fmean(values), abs=1e-9)
    expected = statistics.stdev(values) / math.sqrt(len(values))
    assert error == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_too_few_values_have_no_error(values: list[float]) -> None:
    assert all(map(math.isnan, mean_and_error(np.array(values))))


@given(VALUES, st.integers(1, 20), st.floats(0.1, 100))
def test_values_that_are_alike_have_the_error_of_an_outlier(
    value: float, n: int, outlier: float
) -> None:
    mean, error = mean_and_error_with_outlier(np.full(n, value), outlier)
    assert mean == pytest.approx(value)
    assert error == pytest.approx(outlier / n)


def test_no_values_have_no_mean() -> None:
    assert all(map(math.isnan, mean_and_error_with_outlier(np.empty(0), 1.0)))
