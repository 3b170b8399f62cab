"""States of games, players that play them out, and what is always so of them."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from oracle import naive

from letter_tycoon_solver import Lexicon, Turn, TurnKind
from letter_tycoon_solver.errors import IllegalPlay, InvalidInputError
from letter_tycoon_solver.game import (
    ACCEPT,
    CHALLENGE,
    Action,
    ActionKind,
    Chance,
    GameState,
    IllegalAction,
    Move,
    Phase,
    Seat,
    SeenState,
    Table,
    TurnSoFar,
    apply,
    check,
    lay,
    purchasable,
)
from letter_tycoon_solver.game.actions import judge
from letter_tycoon_solver.game.state import check_table
from letter_tycoon_solver.lexicon.lexicon import lexicon_of
from letter_tycoon_solver.rules.play import Play, PlayedWord
from letter_tycoon_solver.rules.ruleset import (
    REFERENCE_PAYOUT,
    RULEBOOK_PAYOUT,
    ChallengeMode,
    ChallengeRule,
    DuplicateScope,
    LastRound,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)

CARDS, COST = Counter(naive.CARD_COUNTS), naive.PATENT_COSTS
WORDS_LIE = {Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP}

# By action, the phases it is possible in and the phases it leads to.
TRANSITIONS: dict[ActionKind, tuple[set[Phase], set[Phase]]] = {
    ActionKind.REPLACE: ({Phase.START}, {Phase.START}),
    ActionKind.EXCHANGE: ({Phase.START, Phase.PENALTY}, {Phase.START, Phase.OVER}),
    ActionKind.PLAY: ({Phase.START}, WORDS_LIE | {Phase.START, Phase.PENALTY}),
    ActionKind.ACCEPT: ({Phase.CHALLENGE}, WORDS_LIE),
    ActionKind.CHALLENGE: ({Phase.CHALLENGE}, {Phase.PURCHASE, Phase.CLEAN_UP, Phase.PENALTY}),
    ActionKind.BUY: ({Phase.PURCHASE}, {Phase.CLEAN_UP}),
    ActionKind.DECLINE: ({Phase.PURCHASE}, {Phase.CLEAN_UP}),
    ActionKind.DISCARD: ({Phase.CLEAN_UP}, {Phase.START, Phase.OVER}),
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
    assert state.chance.shuffles >= 0
    _check_offer(state)
    reached = any(worth(seat.patents) >= state.goal for seat in state.seats)
    assert (state.final_round is not None) == reached
    assert state.final_round is None or state.round <= state.final_round


def _check_offer(state: GameState) -> None:
    """Check that exactly the patents for sale are offered, until the player decides."""
    play, money = state.turn.play, state.active_seat.money
    if state.phase is not Phase.PURCHASE:
        assert purchasable(state) == ""
        return
    assert play is not None
    owned = "".join(seat.patents for seat in state.seats)
    letters = [a for a in set(cards_of(play)) if a not in owned and COST[a] <= money]
    offered = "".join(sorted(letters, key=lambda letter: (-COST[letter], letter)))
    assert play.purchasable == purchasable(state) == offered
    assert play.patent_value == max(map(COST.__getitem__, letters))


def check_step(before: GameState, action: Action, after: GameState) -> None:
    """Raise AssertionError unless the rules lead from `before` by `action` to `after`."""
    check_state(after)
    sources, targets = TRANSITIONS[action.kind]
    assert before.phase in sources
    assert after.phase in targets
    _check_money(before, action, after)
    _check_patents(before, action, after)
    _check_turn_order(before, action, after)
    _check_cards(before, action, after)


def worth(patents: str) -> int:
    return sum(COST[letter] for letter in patents)


def _check_money(before: GameState, action: Action, after: GameState) -> None:
    """Check that the ledger has every dollar and stock that moved, and is right."""
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
    """Calculate money and stock of each player from the rules."""
    moves = [[0, 0] for _ in before.seats]
    if action.kind is ActionKind.BUY:
        moves[before.active][0] -= COST[action.cards]
    play = after.turn.play
    words_stand = after.phase in {Phase.PURCHASE, Phase.CLEAN_UP}
    if action.kind in (ActionKind.PLAY, ActionKind.ACCEPT, ActionKind.CHALLENGE) and words_stand:
        assert play is not None
        if action.kind is ActionKind.CHALLENGE:
            moves[before.to_act][0] -= min(1, before.seats[before.to_act].money)
            moves[before.active][0] += 1
        check_doublers(play, before.active_seat.patents)
        money, stock = payout(play, before.ruleset)
        moves[before.active][0] += money
        moves[before.active][1] += stock
        for opponent, seat in enumerate(before.seats):
            if opponent != before.active:
                moves[opponent][0] += sum(letter in seat.patents for letter in cards_of(play))
    return [(money, stock) for money, stock in moves]


def payout(play: Play, ruleset: Ruleset) -> tuple[int, int]:
    is_rulebook = ruleset.payout == RULEBOOK_PAYOUT
    table = naive.RULEBOOK_PAYOUT if is_rulebook else naive.REFERENCE_PAYOUT
    total_money = total_stock = 0
    for word, doublers in zip(play.words, play.doublers, strict=True):
        q_sources = "hcd" if ruleset.duplicate_scope is DuplicateScope.TURN else "hc"
        assert ("Q" in word.letters_from(q_sources)) == ("Q" in doublers)
        factor = naive.FACTORS[ruleset.stacking.name.lower()][len(doublers)]
        money, stock = table[len(word.word)]
        total_money += factor * money
        total_stock += factor * stock
    return total_money, total_stock


def cards_of(play: Play) -> str:
    return letters_from(play, "hc")


def letters_from(play: Play, sources: str) -> str:
    pairs = [pair for word in play.words for pair in zip(word.word, word.sources, strict=True)]
    return "".join(letter for letter, source in pairs if source in sources)


def check_doublers(play: Play, patents: str) -> None:
    """Check that B, J and K are owned, go to one word each, and meet their condition."""
    claimed = "".join(play.doublers).replace("Q", "")
    assert set(claimed) <= set("BJK") & set(patents)
    assert len(set(claimed)) == len(claimed)
    for word, doublers in zip(play.words, play.doublers, strict=True):
        declared = iter(word.y_as)
        vowels = [
            next(declared) == "v" if letter == "Y" else letter in "AEIOU" for letter in word.word
        ]
        assert "B" not in doublers or (vowels[0] and vowels[-1])
        assert "J" not in doublers or vowels.count(True) >= vowels.count(False)
        assert "K" not in doublers or vowels.count(True) == 1


def _check_patents(before: GameState, action: Action, after: GameState) -> None:
    expected = [seat.patents for seat in before.seats]
    if action.kind is ActionKind.BUY:
        assert before.turn.play is not None
        assert action.cards in cards_of(before.turn.play)
        expected[before.active] = "".join(sorted(expected[before.active] + action.cards))
    assert [seat.patents for seat in after.seats] == expected


def _check_turn_order(before: GameState, action: Action, after: GameState) -> None:
    n_players = len(before.seats)
    ends_turn = action.kind in (ActionKind.DISCARD, ActionKind.EXCHANGE)
    next_player = (before.active + 1) % n_players
    assert after.start_player == before.start_player
    if not ends_turn:
        assert (after.active, after.round) == (before.active, before.round)
        if action.kind is ActionKind.PLAY and after.phase is Phase.CHALLENGE:
            assert after.to_act == next_player
        if action.kind is ActionKind.ACCEPT and after.phase is Phase.CHALLENGE:
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
    """Check that only the active player's hand and the used community cards changed."""
    for player in range(len(before.seats)):
        if player != before.active:
            assert after.seats[player].hand == before.seats[player].hand
    gone_hand = gone_community = ""
    match action:
        case Action(ActionKind.DISCARD, cards):
            assert before.turn.play is not None
            gone_hand = letters_from(before.turn.play, "h") + cards
            gone_community = letters_from(before.turn.play, "c")
        case Action(ActionKind.EXCHANGE, cards):
            gone_hand = cards
        case Action(ActionKind.REPLACE, card):
            gone_hand, gone_community = (card, "") if card.isupper() else ("", card.upper())
    piles = Piles(before)
    lies = action.kind is ActionKind.DISCARD and before.ruleset.reshuffle is Reshuffle.WITHOUT_WORDS
    community = piles.exchange(before.community, gone_community, lies=lies)
    hand = piles.exchange(before.active_seat.hand, gone_hand)
    assert (after.community, after.seats[before.active].hand) == (community, hand)
    assert (after.deck, after.discards, after.chance) == (piles.deck, piles.discards, piles.chance)


class Piles:
    """Deck and discards, drawn card by card."""

    def __init__(self, state: GameState) -> None:
        self.deck, self.discards, self.chance = state.deck, state.discards, state.chance

    def exchange(self, cards: str, gone: str, *, lies: bool = False) -> str:
        """`lies` says that what is gone lies on the table until all are drawn."""
        kept = list(cards)
        for card in gone:
            kept.remove(card)
        self.discards += "" if lies else gone
        for _ in gone:
            if not self.deck:
                assert self.discards
                self.deck, self.chance = self.chance.shuffle(self.discards)
                self.discards = ""
            kept.append(self.deck[0])
            self.deck = self.deck[1:]
        self.discards += gone if lies else ""
        return "".join(sorted(kept))


class GameWatch:
    """Follow a game, and check that its turns go round and that it ends when it should."""

    def __init__(self, first: GameState) -> None:
        self.turns = [first.active]
        self.goal_round: int | None = None
        self._ruleset = first.ruleset

    def see(self, before: GameState, action: Action, after: GameState) -> None:
        check_step(before, action, after)
        check_table(after)
        if action.kind in (ActionKind.DISCARD, ActionKind.EXCHANGE) and not after.is_over:
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


# Hand and community; the rulebook's are more frequent, because they are played most.
SIZES = [(7, 3), (5, 2), (7, 3), (11, 0), (7, 3), (4, 7), (9, 2)]

# By number of players; every goal is reached before all patents are sold.
GOALS = [
    {},
    {2: 30, 3: 20, 4: 12, 5: 8},
    {},
    {2: 50, 3: 36, 4: 27, 5: 22},
    {2: 1, 3: 2, 4: 3, 5: 9},
]


def all_rulesets() -> list[Ruleset]:
    """Return 96 rulesets: combinations of the named readings, with sizes, goals and retries."""
    modes = [ChallengeMode.PLAYERS, ChallengeMode.NONE, ChallengeMode.AUTOMATIC, None]
    readings = itertools.product(
        (RULEBOOK_PAYOUT, REFERENCE_PAYOUT), Stacking, DuplicateScope, LastRound, modes
    )
    rulesets = []
    for number, (payout_table, stacking, scope, last_round, mode) in enumerate(readings):
        retrying = ChallengeRule(ChallengeMode.AUTOMATIC, retries=1 + number // 4 % 3)
        hand_size, community_size = SIZES[number % len(SIZES)]
        rulesets.append(
            Ruleset(
                payout=payout_table,
                stacking=stacking,
                duplicate_scope=scope,
                last_round=last_round,
                challenge=ChallengeRule(mode) if mode else retrying,
                hand_size=hand_size,
                community_size=community_size,
                goals=GOALS[number % len(GOALS)],
                replaceable=list(Replaceable)[number // 2 % 2],
                reshuffle=list(Reshuffle)[number // 3 % 2],
            )
        )
    return rulesets


# A player without a solver: it lays words of a short list, right or wrong, with its cards.


WORD_LIST = Path(__file__).parents[2] / "wordlists" / "common.txt"


@cache
def short_words() -> Lexicon:
    """Return every sixth common word of 3 to 7 letters, upper case."""
    words = [word.upper() for word in WORD_LIST.read_text("ascii").split()]
    return Lexicon.from_words([word for word in words if 3 <= len(word) <= 7][::6])


@cache
def shuffled_words(seed: int | None) -> list[tuple[str, frozenset[str]]]:
    """Return the words with their letters, in another order for each seed; sorted for None."""
    if seed is None:
        return [(word, frozenset(word)) for word in sorted(short_words())]
    words = shuffled_words(None).copy()
    random.Random(seed).shuffle(words)
    return words


def is_allowed(table: Table, action: Action) -> bool:
    """True if the rules let the player who is asked do it."""
    try:
        check(table, action)
    except (IllegalAction, IllegalPlay):
        return False
    return True


class WordPlayer:
    """A player that uses every ability it owns, and is not always honest."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, seen: SeenState) -> Move:
        choose = self._random.choice
        match seen.phase:
            case Phase.START:
                return self._start(seen)
            case Phase.CHALLENGE:
                return CHALLENGE if self._random.random() < 0.25 else ACCEPT
            case Phase.PENALTY:
                return Turn(TurnKind.EXCHANGE, discards=choose(seen.active_seat.hand))
            case _:
                return self._rest(purchasable(seen), seen.leave)

    def _start(self, seen: SeenState) -> Turn:
        card = self._random.choice(seen.active_seat.hand)
        others = [a for a in sorted({*seen.community.lower()}) if is_allowed(seen, replacing(a))]
        if others and self._random.random() < 0.5:
            card = self._random.choice(others)
        if is_allowed(seen, replacing(card)) and self._random.random() < 0.7:
            return Turn(TurnKind.REPLACE, card)
        words = self._find_words(seen) if self._random.random() >= 0.05 else None
        if words is None or not is_allowed(seen, words):
            return Turn(TurnKind.EXCHANGE, discards=self._some(seen.active_seat.hand))
        play = judge(seen, words)
        if any(word.word not in seen.lexicon for word in words.words):
            return Turn(TurnKind.WORDS, play=play)
        return replace(self._rest(play.purchasable, play.leave), kind=TurnKind.WORDS, play=play)

    def _rest(self, for_sale: str, left: str) -> Turn:
        buy = self._random.choice([*for_sale, ""]) if for_sale else ""
        return Turn(TurnKind.REST, buy=buy, discards=self._some(left))

    def _find_words(self, seen: SeenState) -> Action | None:
        hand, community = Counter(seen.active_seat.hand), Counter(seen.community)
        abilities = set(seen.active_seat.patents) & set("XZ")
        found: list[PlayedWord] = []
        wanted = 2 if "V" in seen.active_seat.patents else 1
        words = shuffled_words(self._random.randrange(50))
        if self._random.random() < 0.06:
            words = [(word[::-1], letters) for word, letters in words[:1000]]
        within_reach = {*hand, *community, *("S" if "Z" in abilities else "")}
        for word, letters in words:
            if not letters <= within_reach:
                continue
            played = self._lay(word, hand, community, abilities)
            if played is not None:
                found.append(played)
                hand -= Counter(played.letters_from("h"))
                community -= Counter(played.letters_from("c"))
                abilities -= {"X" if "d" in played.sources else ""}
                abilities -= {"Z" if "s" in played.sources else ""}
                if len(found) == wanted:
                    break
        return lay(tuple(found)) if found else None

    def _lay(
        self, word: str, hand: Counter[str], community: Counter[str], abilities: set[str]
    ) -> PlayedWord | None:
        left = {"h": Counter(hand), "c": Counter(community)}
        missing = sum((Counter(word) - hand - community).values())
        if missing > len(abilities):
            return None
        sources = ""
        for at, letter in enumerate(word):
            options = [source for source in "hc" if left[source][letter]]
            if options:
                source = self._random.choice(options)
                left[source][letter] -= 1
            elif "Z" in abilities and letter == "S" and at == len(word) - 1:
                source = "s"
            elif "X" in abilities and "d" not in sources and word.count(letter) > 1:
                source = "d"
            else:
                return None
            sources += source
        if "h" not in sources or ("d" in sources and sources.count("h") + sources.count("c") < 3):
            return None
        y_as = "".join(self._random.choice("vc") for _ in range(word.count("Y")))
        return PlayedWord(word, sources, y_as)

    def _some(self, cards: str) -> str:
        return "".join(card for card in cards if self._random.random() < 0.3)


# States made to order, and short forms of actions.


WORDS = Lexicon.from_words(
    ["JEWELS", "YACHT", "SKYSCRAPERS", "CAT", "ACT", "TEA", "TEN", "NET", "AREA", "AQUA", "BOOKS"]
)
UNCHALLENGED = Ruleset(challenge=ChallengeRule(ChallengeMode.NONE))


def automatic(retries: int) -> Ruleset:
    return Ruleset(challenge=ChallengeRule(ChallengeMode.AUTOMATIC, retries))


def make_state(
    hands: Sequence[str],
    community: str = "",
    *,
    patents: Sequence[str] = (),
    money: Sequence[int] = (),
    stock: Sequence[int] = (),
    deck: str = "",
    n_discards: int = 0,
    active: int = 0,
    start_player: int = 0,
    round: int = 1,  # noqa: A002
    final_round: int | None = None,
    ruleset: Ruleset = UNCHALLENGED,
    lexicon: Lexicon | Iterable[str] = WORDS,
) -> GameState:
    """Make a state at the start of a turn.

    Hands and community are filled up from the remaining cards, the commonest letters last; the deck
    begins with `deck`; `n_discards` of the other cards are discards.
    """
    n_players = len(hands)
    spare = CARDS - Counter("".join(hands) + community + deck)
    assert (Counter("".join(hands) + community + deck) - CARDS).total() == 0
    rest = sorted(spare.elements(), key=lambda letter: (CARDS[letter], letter))

    def filled(cards: str, size: int) -> str:
        return "".join(sorted(cards + "".join(rest.pop() for _ in range(size - len(cards)))))

    seats = tuple(
        Seat(
            filled(hand, ruleset.hand_size),
            "".join(sorted(patents[player])) if patents else "",
            money[player] if money else 0,
            stock[player] if stock else 0,
        )
        for player, hand in enumerate(hands)
    )
    community = filled(community, ruleset.community_size)
    discards = "".join(rest.pop() for _ in range(n_discards))
    state = GameState(
        ruleset=ruleset,
        lexicon=lexicon_of(lexicon),
        seats=seats,
        community=community,
        discards=discards,
        phase=Phase.START,
        active=active,
        to_act=active,
        round=round,
        start_player=start_player,
        final_round=final_round,
        turn=TurnSoFar(),
        payments=(),
        deck=deck + "".join(rest),
        chance=Chance(1),
    )
    assert len(seats) == n_players
    check_state(state)
    return state


replacing = partial(Action, ActionKind.REPLACE)
exchanging = partial(Action, ActionKind.EXCHANGE)
buying = partial(Action, ActionKind.BUY)
discarding = partial(Action, ActionKind.DISCARD)


def playing(play: Play) -> Action:
    """Lay the words of a play, with its doublers."""
    return lay(play.words, play.doublers)


def words(*played: str, doublers: tuple[str, ...] | None = None) -> Action:
    """Make the action of playing words, each "WORD/sources" or "WORD/sources/ys"."""
    return lay(tuple(PlayedWord(*text.split("/")) for text in played), doublers)


def run(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state = apply(state, action)
        check_state(state)
    return state


def copied(state: GameState) -> Any:
    """Return a deep copy of the state as data."""
    return json.loads(json.dumps(state.to_dict()))


def read_back(data: Any) -> GameState:
    return GameState.from_dict(data, WORDS)


def assert_refused(data: Any, message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        read_back(data)


def shuffled_secrets(state: GameState, viewer: int, rng: random.Random) -> GameState:
    """Return a state that differs in everything that the viewer may not know."""
    used = state.turn.cards_used("h")
    open_cards = [used if number == state.active else "" for number in range(len(state.seats))]
    open_cards[viewer] = state.seats[viewer].hand
    hidden = Counter(state.deck + "".join(seat.hand for seat in state.seats))
    hidden -= Counter("".join(open_cards))
    pool = sorted(hidden.elements())
    rng.shuffle(pool)
    hands = [
        "".join(sorted([*shown, *(pool.pop() for _ in range(len(seat.hand) - len(shown)))]))
        for shown, seat in zip(open_cards, state.seats, strict=True)
    ]
    turn = state.turn
    if turn.play is not None:
        leave = Counter(hands[state.active]) - Counter(used)
        turn = replace(turn, play=replace(turn.play, leave="".join(sorted(leave.elements()))))
    return replace(
        state,
        seats=tuple(
            replace(seat, hand=hand) for seat, hand in zip(state.seats, hands, strict=True)
        ),
        turn=turn,
        deck="".join(pool),
        chance=Chance(rng.randrange(10**6), rng.randrange(100)),
    )
