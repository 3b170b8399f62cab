"""Can a game be in this state? For states that come from outside.

Every rule is asked where it stands: the referee judges the words on the table once more, and
`rules.payout_ledger` tells what they pay.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from ..errors import IllegalPlay, InvalidInputError
from ..rules.cards import (
    CARD_COUNT,
    DECK_SIZE,
    HIDDEN,
    LETTERS,
    MIN_WORD_LENGTH,
    PATENT_COST,
    parse_whole,
    remove_cards,
)
from ..rules.play import CARD_SOURCES, HAND
from ..rules.position import MAX_MONEY
from ..rules.referee import adjudicate
from ..rules.ruleset import ChallengeMode, LastRound, Ruleset, Stacking
from .actions import affordable
from .table import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NEW_TURN,
    Chance,
    GameData,
    Payment,
    PaymentKind,
    Phase,
    Seat,
    SeenData,
    TableData,
    ends_game,
    fields_of,
    final_round,
    payout_ledger,
    royalties,
    with_dollar,
)

# The most that players can own after so many turns, by rounds, turn order and ruleset.
#
# Asked of a table at the beginning of a turn. The bounds are never below what a game can reach;
# they take every turn for the best one there could be.


MAX_ROUND: Final = 10_000
"""No default is a later round; whoever has played more says which round it is."""


def turns_done(table: TableData, round_: int | None = None) -> tuple[int, ...]:
    """Count the turns that each player has ended, in that round or the table's own."""
    rounds = (table.round if round_ is None else round_) - 1
    acted = players_who_acted(table, table.start_player)
    return tuple(rounds + (player in acted) for player in range(len(table.seats)))


def players_who_acted(table: TableData, start_player: int) -> list[int]:
    """Those whose turn of this round is over, if that player has the start marker."""
    order = table.clockwise_from(start_player)
    return order if table.is_over else order[: order.index(table.active)]


def start_players(table: TableData) -> list[int]:
    """List who may have the start marker: those at the goal since this round who had their turn."""
    reached = [player for player, seat in enumerate(table.seats) if _is_at_goal(table, seat)]
    reached_before = table.final_round != table.round + _more_rounds(table.ruleset)
    return [
        start
        for start in range(len(table.seats))
        if reached_before or set(reached) <= set(players_who_acted(table, start))
    ]


def earliest_round(table: TableData) -> int:
    """The first round in which the players can own what they do; at most MAX_ROUND."""

    def can_be(round_: int) -> bool:
        return _too_much(table, turns_done(table, round_)) is None

    # Nearly always it is one of the first.
    known = 1
    while known < MAX_ROUND and not can_be(known):
        known = min(2 * known, MAX_ROUND)
    rounds = range(known // 2 + 1, known)
    return rounds.start + bisect.bisect_left(rounds, True, key=can_be)


def check_owned(table: TableData) -> None:
    """Raises InvalidInputError for more than the turns so far can have brought."""
    what = _too_much(table, turns_done(table))
    if what is not None:
        raise InvalidInputError(what)


def check_goal(table: TableData) -> None:
    """Raises InvalidInputError unless the goal was reached in the round that the last one says."""
    reached = [seat for seat in table.seats if _is_at_goal(table, seat)]
    if bool(reached) != (table.final_round is not None):
        raise InvalidInputError(
            f"the field 'final_round' is {table.final_round}, and the goal {table.goal} is "
            f"{'' if reached else 'not '}reached; the last round is known from then on"
        )
    if table.final_round is None:
        return
    goal_round = table.final_round - _more_rounds(table.ruleset)
    if goal_round not in range(max(1, table.round - _more_rounds(table.ruleset)), table.round + 1):
        raise InvalidInputError(
            f"the last round is {table.final_round} in round {table.round}; the ruleset has "
            f"{table.ruleset.last_round.value}"
        )
    if table.start_player not in start_players(table):
        raise InvalidInputError(
            f"a player whose patents reach the goal of ${table.goal} has not had a turn in round "
            f"{table.round}, in which it was reached; look again at the patents, the start player "
            f"{table.start_player} and the last round"
        )
    _check_goal_round(table, goal_round)


def _check_goal_round(table: TableData, goal_round: int) -> None:
    """In the round of the goal somebody has reached it, and before it nobody had."""
    turns, most = turns_done(table), 0
    for seat, n_turns in zip(table.seats, turns, strict=True):
        if not _is_at_goal(table, seat):
            continue
        prices = sorted((PATENT_COST[letter] for letter in seat.patents), reverse=True)
        most = max(most, sum(prices[:goal_round]))
        # Bought in the round of the goal or later, one in a turn: the dearest, if it can be.
        if sum(prices[max(0, n_turns - (goal_round - 1)) :]) >= table.goal:
            raise InvalidInputError(
                f"the patents {seat.patents} had reached the goal of ${table.goal} before round "
                f"{goal_round}, in which the last round {table.final_round} was set"
            )
    if most < table.goal:
        raise InvalidInputError(
            f"nobody can have reached the goal of ${table.goal} by round {goal_round}, in which "
            f"the last round {table.final_round} was set; a turn buys one patent"
        )


def _is_at_goal(table: TableData, seat: Seat) -> bool:
    return seat.patent_value >= table.goal


def _more_rounds(ruleset: Ruleset) -> int:
    """Rounds from the one in which the goal is reached to the last."""
    return int(ruleset.last_round is LastRound.ONE_MORE_TURN)


def _too_much(table: TableData, turns: Sequence[int]) -> str | None:
    """Say which holding is impossible after so many turns; None if all are possible."""
    for player, (seat, n) in enumerate(zip(table.seats, turns, strict=True)):
        after = f"player {player} has {_in_words(seat)} after {_counted(n)}"
        if len(seat.patents) > n:
            return f"{after}; a turn buys one patent at most"
        stock = _most_of_turns(table.ruleset, table.ruleset.payout.stock, n, seat.patents)
        if seat.stock > stock:
            return f"{after}; the words of so many turns bring {stock} stock at most"
        money = _most_money(table, player, turns)
        if seat.money + seat.patent_value > money:
            return f"{after}, which cost ${seat.patent_value}; so many turns bring ${money} at most"
    most = _most_discards(table, turns)
    if len(table.discards) > most:
        n = sum(turns)
        return (
            f"there are {len(table.discards)} discards after {_counted(n)}; {most} at most can be"
        )
    return None


def _in_words(seat: Seat) -> str:
    return f"${seat.money}, {seat.stock} stock and the patents {seat.patents or '(none)'}"


def _counted(n_turns: int) -> str:
    return "one turn" if n_turns == 1 else f"{n_turns} turns"


def _most_money(table: TableData, player: int, turns: Sequence[int]) -> int:
    """All that a player can have got: for words, from challengers, and in royalties."""
    seat, rules = table.seats[player], table.ruleset
    got = _most_of_turns(rules, rules.payout.coins, turns[player], seat.patents)
    if rules.challenge.mode is ChallengeMode.PLAYERS:
        got += turns[player]
    cards = min(rules.hand_size + rules.community_size, sum(CARD_COUNT[a] for a in seat.patents))
    order = table.clockwise_from(table.start_player)
    for opponent in range(len(table.seats)):
        if opponent != player:
            # Not those before the player's first turn, in which the first patent was bought.
            before = order.index(opponent) < order.index(player)
            got += cards * max(0, turns[opponent] - before)
    return got


def _most_of_turns(ruleset: Ruleset, column: tuple[int, ...], n_turns: int, patents: str) -> int:
    """The most that the words of so many turns pay, of coins or of stock.

    Nobody owns a patent in the first turn, nor in a later one more than in the end.
    """
    if not n_turns:
        return 0
    n_cards = ruleset.hand_size + ruleset.community_size
    first = _most_of_turn(column, ruleset.stacking, n_cards, "")
    abilities = "".join(letter for letter in patents if letter in "BJKVXZ")
    return first + (n_turns - 1) * _most_of_turn(column, ruleset.stacking, n_cards, abilities)


@cache
def _most_of_turn(column: tuple[int, ...], stacking: Stacking, n_cards: int, abilities: str) -> int:
    """The most that the words of one turn pay: any lengths, with every doubler on each word."""
    n_letters = n_cards + ("X" in abilities) + ("Z" in abilities)
    lengths = range(MIN_WORD_LENGTH, n_letters + 1)
    # One vowel is against both others; the Q card doubles for everyone.
    n_doublers = 1 + max("K" in abilities, ("B" in abilities) + ("J" in abilities))
    words = [column[length] for length in lengths]
    if "V" in abilities:
        words += [column[a] + column[b] for a in lengths for b in lengths if a + b <= n_letters]
    return stacking.factor(n_doublers) * max(words, default=0)


def _most_discards(table: TableData, turns: Sequence[int]) -> int:
    """Every turn can discard a whole hand and the community, and Q one card more.

    Of the turn that has begun, only the card that was replaced.
    """
    cards = sum(turns) * (table.ruleset.hand_size + table.ruleset.community_size)
    replaced = sum(n - 1 for n, seat in zip(turns, table.seats, strict=True) if "Q" in seat.patents)
    return cards + replaced + table.turn.replaced


G = TypeVar("G", bound=GameData)
_WORDS_STAND = frozenset({Phase.PURCHASE, Phase.CLEAN_UP})
_WORDS_LIE = _WORDS_STAND | {Phase.CHALLENGE}


def check_possible(state: GameData) -> None:
    """Raises InvalidInputError, with what is wrong, for a state no game can be in.

    Letters must be upper case and sorted, numbers not negative. Whether unchallenged words are in
    the lexicon does not matter: another lexicon may be given to go on with.
    """
    _check_players(state)
    _check_cards(state)
    _check_patents(state)
    _check_rounds(state)
    _check_turn(state)
    begin = _begin_of_turn(state)
    _check_replaced(begin)
    _check_ledger(state, begin)
    _check_race(state, begin)
    check_owned(begin)


def _check_players(state: GameData) -> None:
    n_players = len(state.seats)
    if not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the state has {n_players} seats; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in ("active", "to_act", "start_player"):
        if getattr(state, name) not in range(n_players):
            raise InvalidInputError(
                f"the field {name!r} is not a player; give one from 0 to {n_players - 1}"
            )
    if (state.to_act != state.active) != (state.phase is Phase.CHALLENGE):
        raise InvalidInputError(
            f"the phase is {state.phase.value} and player {state.to_act} is asked in the turn of "
            f"player {state.active}; in a challenge an opponent is asked, else the active player"
        )


def _check_cards(state: GameData) -> None:
    hands = "".join(seat.hand for seat in state.seats)
    cards = hands + state.community + state.discards + state.deck
    for letter, n in CARD_COUNT.items():
        if cards.count(letter) != n:
            raise InvalidInputError(
                f"the state has {len(cards)} cards, {cards.count(letter)} of them {letter}; the "
                f"game has {DECK_SIZE} cards, {n} of them {letter}"
            )
    sizes = state.ruleset.hand_size, state.ruleset.community_size
    if {len(seat.hand) for seat in state.seats} != {sizes[0]} or len(state.community) != sizes[1]:
        raise InvalidInputError(
            f"a hand does not have {sizes[0]} cards, or the community does not have {sizes[1]}"
        )


def _check_patents(state: GameData) -> None:
    owned = "".join(seat.patents for seat in state.seats)
    for letter in owned:
        if owned.count(letter) > 1:
            raise InvalidInputError(f"patent {letter} is owned twice; a patent has one owner")


def _check_rounds(state: GameData) -> None:
    if state.round < 1:
        raise InvalidInputError("the field 'round' is 0; the first round is 1")
    if state.is_over and not ends_game(state):
        raise InvalidInputError("the game is over before its last round is complete")


def _check_turn(state: GameData) -> None:
    turn, rule, phase = state.turn, state.ruleset.challenge, state.phase
    if (phase in _WORDS_LIE) != (turn.play is not None):
        raise InvalidInputError(
            f"the phase is {phase.value} and words {'do not ' if phase in _WORDS_LIE else ''}lie "
            "on the table; they lie there from the play to the clean-up"
        )
    if phase is Phase.CHALLENGE and rule.mode is not ChallengeMode.PLAYERS:
        raise InvalidInputError(f"players do not challenge in the mode {rule.mode.value}")
    if phase is Phase.PENALTY and rule.mode is ChallengeMode.NONE:
        raise InvalidInputError("the phase is penalty; without challenges there is none")
    if turn.challenged and (phase not in _WORDS_STAND or rule.mode is not ChallengeMode.PLAYERS):
        raise InvalidInputError(
            f"words were challenged and stand, in the phase {phase.value} and the mode "
            f"{rule.mode.value}"
        )
    refused = phase is Phase.PENALTY and rule.mode is ChallengeMode.AUTOMATIC
    least, most = (rule.retries + 1,) * 2 if refused else (0, rule.retries)
    if not least <= turn.failed_words <= most:
        raise InvalidInputError(
            f"{turn.failed_words} words have failed this turn; with {rule.retries} retries it "
            f"takes {least} to {most} for the phase {phase.value}"
        )
    if state.is_over and turn != NEW_TURN:
        raise InvalidInputError("something has happened in a turn after the end of the game")


def _check_race(state: GameData, begin: GameData) -> None:
    """The goal and the last round fit together, at the beginning of the turn and now."""
    check_goal(begin)
    last = final_round(begin, state.active_seat.patent_value)
    if state.final_round != last:
        raise InvalidInputError(
            f"the field 'final_round' is {state.final_round}; it is {last} by the patents of the "
            "player whose turn it is"
        )


# The beginning of the turn ------------------------------------------------------------------------


def _begin_of_turn(state: GameData) -> GameData:
    """The state when the turn began, but for a card that was replaced: nobody was paid yet.

    The words on the table are judged once more, and must earn what the state says. The dollar of
    a challenge is taken from the player, and not given back to the challenger.
    """
    play = state.turn.play
    if play is None:
        return state
    before = _before_payout(state) if state.phase in _WORDS_STAND else state
    position = before.position_of(before.active)
    try:
        again = adjudicate(position, play.words, ruleset=state.ruleset, doublers=play.doublers)
    except IllegalPlay as error:
        raise InvalidInputError(f"the words on the table are illegal: {error}") from None
    if state.turn.challenged:
        again = with_dollar(again, position)
    if again != play:
        raise InvalidInputError("the words on the table do not earn what the state says")
    return before if before is state else _before_royalties(before)


def _before_payout(state: GameData) -> GameData:
    """Without what the active player got and bought."""
    play, seat = state.turn.play, state.active_seat
    assert play is not None
    bought = "".join(p.letters for p in state.payments if p.kind is PaymentKind.PURCHASE)
    price = sum(PATENT_COST[letter] for letter in seat.patents if letter in bought)
    before = replace(
        seat,
        patents="".join(letter for letter in seat.patents if letter not in bought),
        money=seat.money + price - play.money - state.turn.challenged,
        stock=seat.stock - play.stock,
    )
    if before.money < 0 or before.stock < 0:
        raise _less_than_paid(state, state.active)
    seats = (*state.seats[: state.active], before, *state.seats[state.active + 1 :])
    is_reached = any(other.patent_value >= state.goal for other in seats)
    last = state.final_round if is_reached else None
    return replace(state, seats=seats, final_round=last)


def _before_royalties(state: GameData) -> GameData:
    seats = list(state.seats)
    for payment in royalties(state):
        assert payment.receiver is not None
        seat = seats[payment.receiver]
        if seat.money < payment.money:
            raise _less_than_paid(state, payment.receiver)
        seats[payment.receiver] = replace(seat, money=seat.money - payment.money)
    return replace(state, seats=tuple(seats))


def _less_than_paid(state: GameData, player: int) -> InvalidInputError:
    seat = state.seats[player]
    return InvalidInputError(
        f"player {player} has ${seat.money} and {seat.stock} stock, less than was just paid"
    )


def _check_replaced(begin: GameData) -> None:
    if begin.turn.replaced and "Q" not in begin.active_seat.patents:
        raise InvalidInputError("a card was replaced by a player who does not own Q")


# The ledger ---------------------------------------------------------------------------------------


def _check_ledger(state: GameData, begin: GameData) -> None:
    """The payments are those of an action that leads here."""
    if not _is_ledger_of_phase(state, begin):
        raise InvalidInputError("the payments are not those of the last action")


def _is_ledger_of_phase(state: GameData, begin: GameData) -> bool:
    payments = list(state.payments)
    match state.phase:
        case Phase.PURCHASE:
            return bool(affordable(state)) and _is_payout(state, begin)
        case Phase.CLEAN_UP if not payments:
            return bool(affordable(state))  # The purchase was declined.
        case Phase.CLEAN_UP:
            left_out = not affordable(state) and _is_payout(state, begin)
            return left_out or _is_purchase(state, payments)
        case _:
            return not payments


def _is_payout(state: GameData, begin: GameData) -> bool:
    dollar, payments = state.payments[:1], state.payments
    if state.turn.challenged:
        if dollar not in _dollars(begin):
            return False
        payments = payments[1:]
    return list(payments) == payout_ledger(state)


def _dollars(begin: GameData) -> list[tuple[Payment]]:
    """List the possible payments of a wrong challenge: the bank pays for who has nothing."""
    opponents = begin.clockwise_from(begin.active)[1:]
    givers = {None for player in opponents if not begin.seats[player].money} | {*opponents}
    return [(Payment(PaymentKind.CHALLENGE, giver, begin.active, money=1),) for giver in givers]


def _is_purchase(state: GameData, payments: list[Payment]) -> bool:
    letters = "".join(payment.letters for payment in payments)
    if len(letters) != 1 or letters not in state.active_seat.patents:
        return False
    price = Payment(PaymentKind.PURCHASE, state.active, None, PATENT_COST[letters], letters=letters)
    return payments == [price] and letters in state.turn.cards_used(CARD_SOURCES)


# Views --------------------------------------------------------------------------------------------


def check_view(seen: SeenData) -> None:
    """Raises InvalidInputError, with what is wrong, for what no player can see in any game."""
    if seen.viewer not in range(len(seen.seats)):
        raise InvalidInputError(f"the viewer is player {seen.viewer} of {len(seen.seats)} players")
    if HIDDEN in seen.seats[seen.viewer].hand:
        raise InvalidInputError("a card of the viewer's own hand is hidden; name all its cards")
    check_table(seen)


def check_table(seen: SeenData) -> None:
    """Check as `check_view` does, but let the viewer's own hand be hidden as well."""
    for seat in seen.seats:
        parse_whole(seat.money, "money of a player", 0, MAX_MONEY)
        parse_whole(seat.stock, "stock of a player", 0, MAX_MONEY)
        _check_letters(seat.patents, "patents of a player")
        _check_letters(seat.hand.replace(HIDDEN, ""), "cards in a hand")
    _check_letters(seen.community.replace(HIDDEN, ""), "cards of the community")
    _check_letters(seen.discards.replace(HIDDEN, ""), "discards")
    unseen = seen.unseen
    for letter, n in unseen.items():
        if n < 0:
            raise InvalidInputError(
                f"more cards {letter} are seen than the {CARD_COUNT[letter]} that the deck has;"
                " look again at the hand, the community and the discards"
            )
    if seen.deck_size < 0:
        raise InvalidInputError(
            f"hands, community and discards hold {DECK_SIZE - seen.deck_size} cards; the game has"
            f" {DECK_SIZE}. Look again at the discards"
        )
    n_unseen = sum(unseen.values())
    elsewhere = seen.community + seen.discards
    n_hidden = sum(seat.hand.count(HIDDEN) for seat in seen.seats) + elsewhere.count(HIDDEN)
    if n_hidden + seen.deck_size != n_unseen:
        raise InvalidInputError(
            f"{n_unseen} cards are not seen; the hidden hands and discards hold {n_hidden} and the"
            f" deck {seen.deck_size}. Look again at the hands and the discards"
        )
    check_possible(game_with(GameData, seen))


def _check_letters(letters: str, what: str) -> None:
    if unknown := set(letters) - set(LETTERS):
        raise InvalidInputError(
            f"the {what} are {letters!r}; {min(unknown)!r} is not a letter from A to Z"
        )


def game_with(kind: type[G], seen: SeenData) -> G:
    """A game in which this is seen: each hidden card is one of those that are not."""
    cards = iter("".join(letter * n for letter, n in seen.unseen.items()))
    seats = tuple(
        replace(seat, hand="".join(sorted(_shown(seat.hand, cards))))
        if HIDDEN in seat.hand
        else seat
        for seat in seen.seats
    )
    turn = seen.turn
    if turn.play and HIDDEN in turn.play.leave:
        leave = remove_cards(seats[seen.active].hand, turn.cards_used(HAND))
        turn = replace(turn, play=replace(turn.play, leave=leave))
    common = fields_of(seen)
    community = "".join(sorted(_shown(seen.community, cards)))
    common.update(
        seats=seats, turn=turn, community=community, discards=_shown(seen.discards, cards)
    )
    return kind(**common, deck="".join(cards), chance=Chance(0))


def _shown(pile: str, cards: Iterator[str]) -> str:
    """The pile with the next of the cards in each place of a hidden one."""
    n_hidden = pile.count(HIDDEN)
    if pile.endswith(HIDDEN * n_hidden):
        return pile[: len(pile) - n_hidden] + "".join(itertools.islice(cards, n_hidden))
    return "".join(next(cards) if card == HIDDEN else card for card in pile)
