"""What must hold in every state and of every step, written down from the rules once more."""

from __future__ import annotations

from collections import Counter

from letter_tycoon_solver.game import (
    Accept,
    Action,
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    GameState,
    Phase,
    PlayWords,
    ReplaceCard,
)
from letter_tycoon_solver.play import Play
from letter_tycoon_solver.ruleset import (
    RULEBOOK_PAYOUT,
    ChallengeMode,
    DuplicateScope,
    LastRound,
    Ruleset,
    Stacking,
)

CARDS = Counter(
    "A" * 9 + "BB" + "CC" + "D" * 4 + "E" * 12 + "FF" + "GGG" + "HHHH" + "I" * 9 + "J" + "K"
    "LLLL" + "MM" + "N" * 6 + "O" * 8 + "PP" + "Q" + "R" * 6 + "S" * 6 + "T" * 6 + "UUUU" + "VV"
    "WW" + "X" + "YY" + "Z"
)  # fmt: skip
COST = {
    "A": 8, "B": 2, "C": 3, "D": 4, "E": 10, "F": 3, "G": 3, "H": 5, "I": 7, "J": 2, "K": 2,
    "L": 4, "M": 3, "N": 7, "O": 7, "P": 3, "Q": 2, "R": 6, "S": 6, "T": 8, "U": 3, "V": 2,
    "W": 3, "X": 2, "Y": 3, "Z": 2,
}  # fmt: skip
# Length of a word -> (coins, stock).
RULEBOOK_PAY = {3: (1, 0), 4: (2, 0), 5: (3, 0), 6: (4, 1)} | {
    length: (6, length - 6) for length in range(7, 14)
}
MANUAL_PAY = {3: (1, 0), 4: (2, 0), 5: (3, 1), 6: (4, 1), 7: (5, 1)} | {
    length: (5 + length - 7, 1 + length - 7) for length in range(8, 14)
}

WORDS_LIE = {Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP}

# Action -> from which phase to which phases it can lead.
TRANSITIONS: dict[type, tuple[set[Phase], set[Phase]]] = {
    ReplaceCard: ({Phase.START}, {Phase.START}),
    Discard: ({Phase.START, Phase.PENALTY}, {Phase.START, Phase.OVER}),
    PlayWords: ({Phase.START}, WORDS_LIE | {Phase.START, Phase.PENALTY}),
    Accept: ({Phase.CHALLENGE}, WORDS_LIE),
    Challenge: ({Phase.CHALLENGE}, {Phase.PURCHASE, Phase.CLEAN_UP, Phase.PENALTY}),
    Buy: ({Phase.PURCHASE}, {Phase.CLEAN_UP}),
    Decline: ({Phase.PURCHASE}, {Phase.CLEAN_UP}),
    CleanUp: ({Phase.CLEAN_UP}, {Phase.START, Phase.OVER}),
}


def check_state(state: GameState) -> None:
    hands = [seat.hand for seat in state.seats]
    assert Counter("".join(hands) + state.community + state.discards + state.deck) == CARDS
    assert {len(hand) for hand in hands} == {state.ruleset.hand_size}
    assert len(state.community) == state.ruleset.community_size
    owned = "".join(seat.patents for seat in state.seats)
    assert len(set(owned)) == len(owned)
    assert all(seat.money >= 0 and seat.stock >= 0 for seat in state.seats)
    assert (state.turn.play is not None) == (state.phase in WORDS_LIE)
    assert (state.to_act == state.active) == (state.phase is not Phase.CHALLENGE)
    reached = any(worth(seat.patents) >= state.goal for seat in state.seats)
    assert (state.final_round is not None) == reached
    assert state.final_round is None or state.round <= state.final_round


def check_step(before: GameState, action: Action, after: GameState) -> None:
    """Raises AssertionError unless `after` is what the rules make of `before` and `action`."""
    check_state(after)
    sources, targets = TRANSITIONS[type(action)]
    assert before.phase in sources
    assert after.phase in targets
    _check_money(before, action, after)
    _check_patents(before, action, after)
    _check_turn_order(before, action, after)
    _check_cards(before, action, after)


def worth(patents: str) -> int:
    return sum(COST[letter] for letter in patents)


def _check_money(before: GameState, action: Action, after: GameState) -> None:
    """Every dollar and stock that has moved is in the ledger, and the ledger is right."""
    n_players = len(before.seats)
    moved = [
        (after.seats[p].money - before.seats[p].money, after.seats[p].stock - before.seats[p].stock)
        for p in range(n_players)
    ]
    by_ledger = [[0, 0] for _ in range(n_players)]
    for payment in after.payments:
        assert payment.money >= 0
        assert payment.stock >= 0
        for player, sign in ((payment.giver, -1), (payment.receiver, 1)):
            if player is not None:
                by_ledger[player][0] += sign * payment.money
                by_ledger[player][1] += sign * payment.stock
    assert moved == [tuple(entry) for entry in by_ledger]
    assert moved == expected_moves(before, action, after)


def expected_moves(before: GameState, action: Action, after: GameState) -> list[tuple[int, int]]:
    """Money and stock for each player, counted out from the rules."""
    moves = [[0, 0] for _ in before.seats]
    if isinstance(action, Buy):
        moves[before.active][0] -= COST[action.letter]
    play = after.turn.play
    words_stand = after.phase in {Phase.PURCHASE, Phase.CLEAN_UP}
    if isinstance(action, PlayWords | Accept | Challenge) and words_stand:
        assert play is not None
        if isinstance(action, Challenge):
            moves[before.to_act][0] -= min(1, before.seats[before.to_act].money)
            moves[before.active][0] += 1
        money, stock = payout(play, before.ruleset)
        moves[before.active][0] += money
        moves[before.active][1] += stock
        for opponent, seat in enumerate(before.seats):
            if opponent != before.active:
                moves[opponent][0] += sum(letter in seat.patents for letter in cards_of(play))
    return [(money, stock) for money, stock in moves]


def payout(play: Play, ruleset: Ruleset) -> tuple[int, int]:
    table = RULEBOOK_PAY if ruleset.payout == RULEBOOK_PAYOUT else MANUAL_PAY
    total_money = total_stock = 0
    for word, doublers in zip(play.words, play.doublers, strict=True):
        q_sources = "hcd" if ruleset.duplicate_scope is DuplicateScope.TURN else "hc"
        assert ("Q" in word.letters_from(q_sources)) == ("Q" in doublers)
        n_doublers = len(doublers)
        factor = {
            Stacking.MULTIPLY: 2**n_doublers,
            Stacking.ADD: 1 + n_doublers,
            Stacking.AT_MOST_ONE: 2 if n_doublers else 1,
        }[ruleset.stacking]
        money, stock = table[len(word.word)]
        total_money += factor * money
        total_stock += factor * stock
    return total_money, total_stock


def cards_of(play: Play) -> str:
    return "".join(word.letters_from("hc") for word in play.words)


def _check_patents(before: GameState, action: Action, after: GameState) -> None:
    expected = [seat.patents for seat in before.seats]
    if isinstance(action, Buy):
        assert before.turn.play is not None
        assert action.letter in cards_of(before.turn.play)
        expected[before.active] = "".join(sorted(expected[before.active] + action.letter))
    assert [seat.patents for seat in after.seats] == expected


def _check_turn_order(before: GameState, action: Action, after: GameState) -> None:
    n_players = len(before.seats)
    ends_turn = isinstance(action, CleanUp | Discard)
    next_player = (before.active + 1) % n_players
    assert after.start_player == before.start_player
    if not ends_turn:
        assert (after.active, after.round) == (before.active, before.round)
        if isinstance(action, PlayWords) and after.phase is Phase.CHALLENGE:
            assert after.to_act == next_player
        if isinstance(action, Accept) and after.phase is Phase.CHALLENGE:
            assert after.to_act == (before.to_act + 1) % n_players
        return
    completes_round = next_player == before.start_player
    if after.phase is Phase.OVER:
        assert completes_round
        assert before.round == before.final_round
        assert after.active == before.active
        return
    assert after.active == next_player
    assert after.round == before.round + completes_round
    assert not (completes_round and before.round == before.final_round)


def _check_cards(before: GameState, action: Action, after: GameState) -> None:
    """Only the active player's hand and used community cards are exchanged."""
    play = before.turn.play
    for player in range(len(before.seats)):
        if player != before.active or isinstance(action, Accept | Challenge | Buy | Decline):
            assert after.seats[player].hand == before.seats[player].hand
    if isinstance(action, CleanUp):
        assert play is not None
        gone_hand = "".join(word.letters_from("h") for word in play.words) + action.cards
        gone_community = "".join(word.letters_from("c") for word in play.words)
    else:
        gone_community = ""
        gone_hand = {
            Discard: lambda: action.cards,  # type: ignore[union-attr]
            ReplaceCard: lambda: action.card,  # type: ignore[union-attr]
        }.get(type(action), str)()
    hand, new_hand = Counter(before.active_seat.hand), Counter(after.seats[before.active].hand)
    community, new_community = Counter(before.community), Counter(after.community)
    assert not Counter(gone_hand) - hand
    assert not Counter(gone_community) - community
    drawn_hand = new_hand - (hand - Counter(gone_hand))
    drawn_community = new_community - (community - Counter(gone_community))
    n_drawn = len(gone_hand) + len(gone_community)
    assert drawn_hand.total() == len(gone_hand)
    assert drawn_community.total() == len(gone_community)
    reshuffled = after.chance.shuffles - before.chance.shuffles
    assert reshuffled == (n_drawn > len(before.deck))
    if not reshuffled:
        assert Counter(before.deck[:n_drawn]) == drawn_hand + drawn_community
        # Community first, then the hand.
        assert Counter(before.deck[: len(gone_community)]) == drawn_community
        assert after.deck == before.deck[n_drawn:]
        assert after.discards == before.discards + gone_community + gone_hand
    else:
        assert Counter(before.deck) <= drawn_hand + drawn_community


class GameWatch:
    """Follows a game and checks that its turns go round, and that it ends when it should."""

    def __init__(self, first: GameState) -> None:
        self.turns = [first.active]
        self.goal_round: int | None = None
        self._ruleset = first.ruleset

    def see(self, before: GameState, action: Action, after: GameState) -> None:
        check_step(before, action, after)
        if isinstance(action, CleanUp | Discard) and not after.is_over:
            self.turns.append(after.active)
        if self.goal_round is None and any(
            worth(seat.patents) >= after.goal for seat in after.seats
        ):
            self.goal_round = after.round

    def check_end(self, last: GameState) -> None:
        n_players = len(last.seats)
        assert last.is_over
        assert self.goal_round is not None
        more = self._ruleset.last_round is LastRound.ONE_MORE_TURN
        n_turns = n_players * (self.goal_round + more)
        start = last.start_player
        assert self.turns == [(start + turn) % n_players for turn in range(n_turns)]


def all_rulesets() -> list[Ruleset]:
    """The fields of the rules in which a game may differ, combined."""
    from letter_tycoon_solver import ruleset as rs

    modes = [
        rs.Challenge(),
        rs.Challenge(ChallengeMode.NONE),
        rs.Challenge(ChallengeMode.AUTOMATIC),
        rs.Challenge(ChallengeMode.AUTOMATIC, retries=2),
    ]
    return [
        Ruleset(
            payout=payout_table,
            stacking=stacking,
            duplicate_scope=scope,
            last_round=last_round,
            challenge=mode,
        )
        for payout_table in (rs.RULEBOOK_PAYOUT, rs.REFERENCE_PAYOUT)
        for stacking in Stacking
        for scope in DuplicateScope
        for last_round in LastRound
        for mode in modes
    ]
