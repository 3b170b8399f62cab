"""Simulated games are games: the engine replays them, equal to the dollar after every turn."""

from __future__ import annotations

import itertools
import math
import pickle
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from support.games import shuffled_secrets
from support.selection import NO_JIT, quick_pairs
from support.simulated_games import (
    TINY,
    TURN_PHASES,
    SimulatedGame,
    dealt,
    letters,
    margin_of,
    outcomes,
    rulesets,
    simulation_of,
    states_of_a_game,
    win_share,
    with_patents,
    with_seat,
    word_list,
)

from letter_tycoon_solver import Lexicon, Ruleset
from letter_tycoon_solver._kernels import entries
from letter_tycoon_solver._kernels import game_layouts as layout
from letter_tycoon_solver.advisor import Evaluation, Opponents
from letter_tycoon_solver.advisor.simulation import (
    LEVEL_OF,
    Board,
    Candidate,
    Simulation,
    candidates_of,
)
from letter_tycoon_solver.game import HIDDEN, GameState, SeenState, new_game
from letter_tycoon_solver.rules.cards import CARD_COUNT, LETTERS
from letter_tycoon_solver.rules.ruleset import RULEBOOK, LastRound

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


@pytest.mark.parametrize(
    ("ruleset", "n_players"), quick_pairs(RULESETS[: 3 if NO_JIT else None], [2, 3, 4, 5])
)
def test_the_engine_replays_whole_games(ruleset: Ruleset, n_players: int, lexicon: Lexicon) -> None:
    for seed in range(1 if NO_JIT else 5):
        start = new_game(n_players, seed, lexicon, ruleset)
        state = with_patents(start, random.Random(seed)) if seed % 2 else start
        end = replay(state, None, lexicon, seed, seed)
        assert end.is_over


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


@pytest.mark.parametrize("patents", ["", "Q", "XZ", "QV", "BJKQ"])
def test_every_plan_can_be_the_first_turn(patents: str, lexicon: Lexicon) -> None:
    state = dealt(
        lexicon, ["AEINORT", "BCDFGHJ", "KLMPVWY"], "STU", patents=[patents, "E", ""], money=9
    )
    kinds: dict[tuple[object, ...], Candidate] = {}
    for candidate in candidates(state, lexicon):
        plan = candidate.turn
        kinds.setdefault((plan.replace, plan.play is None, plan.buy), candidate)
    found = list(kinds.values())
    assert any(candidate.turn.replace for candidate in found) == ("Q" in patents)
    assert any(candidate.turn.play is None for candidate in found)
    assert len({candidate.turn.buy for candidate in found}) > 1
    for number, candidate in enumerate(found):
        game = SimulatedGame(simulation_of(state, lexicon, 5), lexicon, state)
        game.deal(number)
        after = next(game.play(candidate))
        plan = candidate.turn
        seat, before = after.seats[0], state.seats[0]
        if plan.play is not None:
            assert seat.stock == before.stock + plan.play.stock
            assert set(seat.patents) == {*before.patents, *plan.buy}
        if plan.play is None and not plan.replace:
            assert (seat.money, seat.stock, seat.patents) == (9, 0, patents)


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


def test_other_seeds_and_numbers_are_other_deals(lexicon: Lexicon) -> None:
    board = Board.of(view(lexicon))
    deals = {hands_and_deck(board, seed, number)[1] for seed in range(4) for number in range(5)}
    assert len(deals) == 20
    assert hands_and_deck(board, 2**64 - 1, 10**9) == hands_and_deck(board, 2**64 - 1, 10**9)


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
