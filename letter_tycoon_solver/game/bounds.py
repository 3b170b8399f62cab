"""The most that players can own after so many turns, by rounds, turn order and ruleset.

Asked of a table at the beginning of a turn. The bounds are never below what a game can reach; they
take every turn for the best one there could be.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from functools import cache
from typing import Final

from ..errors import InvalidInputError
from ..rules.cards import CARD_COUNT, MIN_WORD_LENGTH, PATENT_COST
from ..rules.ruleset import ChallengeMode, LastRound, Ruleset, Stacking
from .ledger import Seat
from .table import TableData

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
