"""Simulated games, recorded by the kernels and replayed by the engine turn by turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from oracle import naive_turns
from support.batch_workers import Immediate
from support.games import buying, discarding, exchanging, make_state, playing, replacing
from support.selection import NO_JIT

from letter_tycoon_solver import ONLINE, REFERENCE_MANUAL, RULEBOOK, Lexicon, Ruleset
from letter_tycoon_solver._kernels import entries, game_layouts
from letter_tycoon_solver._kernels.layouts import PLAY_SIZE
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.simulation import UNDECIDED, Candidate, Simulation
from letter_tycoon_solver.game import (
    ACCEPT,
    DECLINE,
    Action,
    Chance,
    GameState,
    GreedyPlayer,
    Phase,
    RandomPlayer,
    SeenState,
    apply,
    new_game,
    play_out,
)
from letter_tycoon_solver.rules.cards import LETTERS, PATENT_COST
from letter_tycoon_solver.rules.ruleset import (
    REFERENCE_PAYOUT,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    LastRound,
    Payout,
    Stacking,
)
from letter_tycoon_solver.search.plays import PLAY_DTYPE, Plays

TINY = """
    TEA EAT ATE TEAR RATE NOTE TONE TOE NET TEN ONE EON QUOTE QUIT SUIT RAIN TRAIN NOSE STONE STAIN
    SATIN ROUTE OUTER SAINT EERIE AREA IOTA JET JOKE KIT KNIT VET VAN VIXEN FOX ZEN ZOO ZONE
    DOG GOD HID HIS BED CUB MAP PAW WAY YES LADY FLY AID OIL ALE ILL IRE ORE URN SUN USE
    """.split()  # noqa: SIM905 - a list would be a page long
TURN_PHASES = (Phase.START, Phase.PURCHASE, Phase.CLEAN_UP)

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


def rulesets() -> list[Ruleset]:
    """Return the presets, and rulesets with all readings, other sizes, goals and payouts."""
    rich = Payout(
        coins=(0, 0, 0, 2, 5, 0, 9, 31, 99, 7, 7, 7, 7, 7),
        stock=(0, 0, 0, 3, 0, 4, 1, 0, 99, 8, 8, 8, 8, 8),
    )
    more_turns, whole_turn = LastRound.ONE_MORE_TURN, DuplicateScope.TURN
    return [
        RULEBOOK,
        ONLINE,
        REFERENCE_MANUAL,
        Ruleset(stacking=Stacking.ADD, challenge=ChallengeRule(ChallengeMode.NONE)),
        Ruleset(stacking=Stacking.AT_MOST_ONE, last_round=more_turns),
        Ruleset(
            payout=REFERENCE_PAYOUT,
            stacking=Stacking.ADD,
            duplicate_scope=whole_turn,
            challenge=ChallengeRule(ChallengeMode.AUTOMATIC, 2),
        ),
        Ruleset(payout=rich, goals={2: 50, 3: 36, 4: 28, 5: 23}, duplicate_scope=whole_turn),
        Ruleset(hand_size=5, community_size=4, goals={2: 9, 3: 8, 4: 7, 5: 2}),
        Ruleset(hand_size=10, community_size=1, last_round=more_turns),
        Ruleset(hand_size=4, community_size=0, goals={2: 12, 3: 10, 4: 9, 5: 8}),
        Ruleset(hand_size=3, community_size=8),
    ]


def word_list() -> Lexicon:
    """Return the common words, or a few if the kernels run as plain Python."""
    return Lexicon.from_words(TINY) if NO_JIT else Lexicon.load("common")


def states_of_a_game(
    n_players: int, seed: int, lexicon: Lexicon, ruleset: Ruleset, patents: bool = False
) -> list[GameState]:
    """Return the states before a turn, in a game between greedy and random players.

    With `patents`, some patents have owners from the first state on.
    """
    start = new_game(n_players, seed, lexicon, ruleset)
    if patents:
        start = with_patents(start, random.Random(seed))
    players = [
        RandomPlayer(seed * 5 + player) if player % 2 else GreedyPlayer()
        for player in range(n_players)
    ]
    states = [start, *(state for _, state in play_out(start, players))]
    return [state for state in states if state.phase in TURN_PHASES]


AnyTable = TypeVar("AnyTable", GameState, SeenState)


def with_seat(table: AnyTable, player: int, **changes: Any) -> AnyTable:
    """The same with a seat changed."""
    seats = list(table.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(table, seats=tuple(seats))


def with_patents(state: GameState, rng: random.Random) -> GameState:
    """Return the state with some patents, mostly those with abilities, given to players."""
    owners: list[list[str]] = [[] for _ in state.seats]
    values = [0] * len(state.seats)
    for letter in rng.sample("BJKQVXZ", 5) + rng.sample("ACDEFGHILMNOPRSTUWY", 3):
        player = rng.randrange(len(owners))
        if values[player] + PATENT_COST[letter] < state.goal:
            owners[player].append(letter)
            values[player] += PATENT_COST[letter]
    seats = tuple(
        replace(seat, patents="".join(sorted(owned)), money=rng.randrange(12))
        for seat, owned in zip(state.seats, owners, strict=True)
    )
    return replace(state, seats=seats)


def worths_in(state: GameState | SeenState, evaluation: Evaluation) -> naive_turns.Evaluation:
    """Return the worth of patents and cards in a state, by the definition."""
    owners = [state.seats[player].patents for player in state.clockwise_from(state.active)]
    cards = state.active_seat.hand + state.community
    rounds_left = None if state.final_round is None else state.final_round - state.round
    return naive_turns.evaluation_of(evaluation.to_dict(), owners, cards, state.goal, rounds_left)


def dealt(
    lexicon: Lexicon,
    hands: list[str],
    community: str,
    *,
    money: int = 0,
    ruleset: Ruleset = RULEBOOK,
    **others: Any,
) -> GameState:
    """Return a state at the start of a turn, of players with as much money: see make_state."""
    money_of_each = [money] * len(hands)
    return make_state(
        hands, community, money=money_of_each, ruleset=ruleset, lexicon=lexicon, **others
    )


@dataclass(frozen=True)
class Scripted:
    """A chance whose next shuffle has this result, and must be of these cards."""

    deck: str

    def shuffle(self, cards: str) -> tuple[str, Chance]:
        assert sorted(cards) == sorted(self.deck), "other cards are shuffled, or more often"
        return self.deck, cast("Chance", Scripted(""))


@dataclass
class SimulatedGame:
    """A game of a simulation, played turn by turn, and the same game in the engine.

    state   the engine's state
    table, cards   the kernels' arrays, see _kernels/game_layouts.py
    """

    simulation: Simulation
    lexicon: Lexicon
    state: GameState
    table: Ints = field(init=False)
    cards: Bytes = field(init=False)

    def deal(self, number: int) -> None:
        """Deal game `number`; the engine gets the same hands and the same deck."""
        board = self.simulation.board
        self.table, self.cards = board.table.copy(), board.cards.copy()
        seed = np.uint64(self.simulation.seed)
        entries.deal(self.table, self.cards, seed, number, board.n_hidden)
        seats = tuple(
            replace(seat, hand="".join(sorted(self.pile(player))))
            for player, seat in enumerate(self.state.seats)
        )
        self.state = replace(self.state, seats=seats, deck=self.deck())

    def play(self, candidate: Candidate | None = None) -> Iterator[GameState]:
        """Play on, the first turn as planned; yield and check the state after each turn."""
        plan = UNDECIDED if candidate is None else candidate.row
        stage = self.simulation.stage
        viewer, known = self.state.active, self.simulation.opponents.known(self.lexicon)
        tools, theirs = self.simulation.tools(self.lexicon)
        while not self.state.is_over:
            turn = np.zeros(game_layouts.TURN_SIZE, np.int64)
            seed = np.uint64(self.simulation.seed)
            own, words = tools, self.lexicon
            if self.state.active != viewer:
                own, words = theirs, known
            entries.take_turn(self.table, self.cards, seed, plan, stage, own, turn)
            # The deck as it was shuffled, if it was.
            deck = self.cards[game_layouts.DECK_PILE][: self.table[game_layouts.END]]
            before = replace(self.state, chance=cast("Chance", Scripted(letters(deck))))
            self.state = self._replayed(turn, before, words)
            self.check_equal()
            yield self.state
            plan, stage = UNDECIDED, game_layouts.AT_START
        assert self.table[game_layouts.IS_OVER]

    def check_equal(self) -> None:
        """Raise AssertionError unless the engine and the kernels are in the same state."""
        state, table = self.state, self.table
        for player, seat in enumerate(state.seats):
            assert sorted(seat.hand) == sorted(self.pile(player)), player
            assert seat.money == table[game_layouts.MONEY + player]
            assert seat.stock == table[game_layouts.STOCK + player]
            assert seat.patent_value == table[game_layouts.VALUE + player]
            owned = [
                LETTERS[letter]
                for letter in range(len(LETTERS))
                if table[game_layouts.OWNER + letter] == player
            ]
            assert seat.patents == "".join(owned)
        assert sorted(state.community) == sorted(self.pile(game_layouts.COMMUNITY_PILE))
        assert state.deck == self.deck()
        n_discards = table[game_layouts.N_DISCARDS]
        discards = letters(self.cards[game_layouts.DISCARD_PILE][:n_discards])
        assert sorted(state.discards) == sorted(discards)
        assert (state.final_round or 0) == table[game_layouts.FINAL_ROUND]
        assert state.is_over == table[game_layouts.IS_OVER]
        assert state.round == table[game_layouts.ROUND]
        if not state.is_over:
            assert state.active == table[game_layouts.ACTIVE]

    def pile(self, number: int) -> str:
        return letters(self.cards[number])

    def deck(self) -> str:
        begin, end = self.table[game_layouts.NEXT], self.table[game_layouts.END]
        return letters(self.cards[game_layouts.DECK_PILE][begin:end])

    def _replayed(self, turn: Ints, state: GameState, words: Lexicon) -> GameState:
        """Return the state after the engine has repeated a recorded turn.

        `words` are the words that the player knows.
        """
        assert turn[game_layouts.TURN_PLAYER] == state.active
        begun_at = state.phase
        if turn[game_layouts.REPLACED] != game_layouts.NO_LETTER:
            state = apply(state, replacing(LETTERS[turn[game_layouts.REPLACED]]))
        discards = unpacked(int(turn[game_layouts.DISCARDED]))
        if turn[game_layouts.ACTION] == game_layouts.EXCHANGE:
            return apply(state, exchanging(discards))
        if begun_at is Phase.START:
            columns = turn[game_layouts.THE_PLAY :][:PLAY_SIZE].copy().view(PLAY_DTYPE)
            (play,) = Plays(state.position, words, state.ruleset, columns)
            state = apply(state, playing(play))
            while state.phase is Phase.CHALLENGE:
                state = apply(state, ACCEPT)
        bought = turn[game_layouts.BOUGHT]
        if state.phase is Phase.PURCHASE:
            purchase: Action = DECLINE
            if bought != game_layouts.NO_LETTER:
                purchase = buying(LETTERS[bought])
            state = apply(state, purchase)
        else:
            assert bought == game_layouts.NO_LETTER
        return apply(state, discarding(discards))


def letters(pile: Bytes) -> str:
    return pile[pile > 0].tobytes().decode("ascii")


def unpacked(packed: int) -> str:
    cards = ""
    while packed:
        cards += LETTERS[(packed & 31) - 1]
        packed >>= 5
    return cards


def simulation_of(state: GameState, lexicon: Lexicon, seed: int) -> Simulation:
    """Return a simulation of whole games from a state."""
    seen = state.seen_by(state.active)
    return Simulation.of(seen, Evaluation.of(lexicon.digest), seed).to_the_end()


def margin_of(state: GameState, player: int) -> float:
    """Return a player's score minus that of the average opponent, by the engine's figures."""
    scores = [score.total for score in state.scores]
    mine = scores.pop(player)
    return mine - sum(scores) / len(scores)


def win_share(state: GameState, player: int) -> float:
    winners = state.ranking[0]
    return 1 / len(winners) if player in winners else 0.0


def outcomes(
    simulation: Simulation, candidates: Sequence[Candidate], first: int, n: int, lexicon: Lexicon
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return margins and wins of games, without workers."""
    return simulation.play(candidates, first, n, lexicon, Immediate())
