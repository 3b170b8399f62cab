"""Can a game be in this state? For states that come from outside.

Every rule is asked where it stands: the referee judges the words on the table once more, and
`rules.payout_ledger` tells what they pay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..cards import DECK_SIZE, LETTERS, PATENT_COST
from ..errors import IllegalPlay, InvalidInputError
from ..play import CARD_SOURCES
from ..referee import adjudicate
from ..ruleset import ChallengeMode, LastRound
from .legal import purchasable
from .rules import payout_ledger
from .setup import FULL_DECK
from .state import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NEW_TURN,
    GameState,
    Payment,
    PaymentKind,
    Phase,
)

_WORDS_LIE = frozenset({Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP})


def check_possible(state: GameState) -> None:
    """Raises InvalidInputError, with what is wrong, for a state no game can be in.

    Letters must be upper case and sorted, numbers not negative. Whether unchallenged words are in
    the lexicon does not matter: another lexicon may be given to go on with.
    """
    _check_players(state)
    _check_cards(state)
    _check_patents(state)
    _check_rounds(state)
    _check_turn(state)
    _check_words(state)
    _check_ledger(state)


def _check_players(state: GameState) -> None:
    n_players = len(state.seats)
    if not MIN_PLAYERS <= n_players <= MAX_PLAYERS:
        raise InvalidInputError(
            f"the state has {n_players} seats; {MIN_PLAYERS} to {MAX_PLAYERS} can play"
        )
    for name in ("active", "to_act", "start_player"):
        if getattr(state, name) not in range(n_players):
            raise InvalidInputError(f"the field {name!r} is no player from 0 to {n_players - 1}")
    if (state.to_act != state.active) != (state.phase is Phase.CHALLENGE):
        raise InvalidInputError(
            f"the phase is {state.phase.value} and player {state.to_act} is asked in the turn of "
            f"player {state.active}; in a challenge an opponent is asked, else the active player"
        )


def _check_cards(state: GameState) -> None:
    hands = "".join(seat.hand for seat in state.seats)
    cards = hands + state.community + state.discards + state.deck
    for letter in LETTERS:
        if cards.count(letter) != FULL_DECK.count(letter):
            raise InvalidInputError(
                f"the state has {len(cards)} cards, {cards.count(letter)} of them {letter}; the "
                f"game has {DECK_SIZE} cards, {FULL_DECK.count(letter)} of them {letter}"
            )
    sizes = state.ruleset.hand_size, state.ruleset.community_size
    if {len(seat.hand) for seat in state.seats} != {sizes[0]} or len(state.community) != sizes[1]:
        raise InvalidInputError(
            f"a hand or the community has not its size; the ruleset has {sizes[0]} and {sizes[1]}"
        )


def _check_patents(state: GameState) -> None:
    owned = "".join(seat.patents for seat in state.seats)
    for letter in owned:
        if owned.count(letter) > 1:
            raise InvalidInputError(f"patent {letter} is owned twice; a patent has one owner")


def _check_rounds(state: GameState) -> None:
    if state.round < 1:
        raise InvalidInputError("the field 'round' is 0; the first round is 1")
    goal_reached = any(seat.patent_value >= state.goal for seat in state.seats)
    if goal_reached != (state.final_round is not None):
        raise InvalidInputError(
            f"the field 'final_round' is {state.final_round}, and the goal {state.goal} is "
            f"{'' if goal_reached else 'not '}reached; the last round is known from then on"
        )
    if state.final_round is not None:
        one_more = state.ruleset.last_round is LastRound.ONE_MORE_TURN
        # The goal is reached in round 1 at the earliest.
        least, most = max(state.round, 1 + one_more), state.round + one_more
        if not least <= state.final_round <= most:
            raise InvalidInputError(
                f"the last round is {state.final_round} in round {state.round}; the ruleset has "
                f"{state.ruleset.last_round.value}"
            )
    round_complete = state.clockwise_from(state.active)[1] == state.start_player
    if state.is_over and not (state.final_round == state.round and round_complete):
        raise InvalidInputError("the game is over before its last round is complete")


def _check_turn(state: GameState) -> None:
    turn, rule, phase = state.turn, state.ruleset.challenge, state.phase
    if (phase in _WORDS_LIE) != (turn.play is not None):
        raise InvalidInputError(
            f"the phase is {phase.value} and words {'do not ' if phase in _WORDS_LIE else ''}lie "
            "on the table; they lie there from the play to the clean-up"
        )
    if phase is Phase.CHALLENGE and rule.mode is not ChallengeMode.PLAYERS:
        raise InvalidInputError(f"the phase is challenge, in the mode {rule.mode.value}")
    if phase is Phase.PENALTY and rule.mode is ChallengeMode.NONE:
        raise InvalidInputError("the phase is penalty, and nothing is challenged")
    refused = phase is Phase.PENALTY and rule.mode is ChallengeMode.AUTOMATIC
    least, most = (rule.retries + 1,) * 2 if refused else (0, rule.retries)
    if not least <= turn.failed_words <= most:
        raise InvalidInputError(
            f"{turn.failed_words} words have failed this turn; with {rule.retries} retries it "
            f"takes {least} to {most} for the phase {phase.value}"
        )
    if turn.replaced and "Q" not in state.active_seat.patents:
        raise InvalidInputError("a card was replaced by a player who does not own Q")
    if state.is_over and turn != NEW_TURN:
        raise InvalidInputError("something has happened in a turn after the end of the game")


def _check_words(state: GameState) -> None:
    """The words on the table are legal, and earn what the state says."""
    play = state.turn.play
    if play is None:
        return
    for before in _before_payout(state):
        try:
            again = adjudicate(
                before.position, play.words, ruleset=state.ruleset, doublers=play.doublers
            )
        except IllegalPlay as error:
            raise InvalidInputError(f"the words on the table are illegal: {error}") from None
        if again == play:
            return
    raise InvalidInputError("the words on the table do not earn what the state says")


def _before_payout(state: GameState) -> Iterator[GameState]:
    """The state when the words were judged, as far as they need it; or two that may have been it.

    A purchase that followed is undone, and so is the payout. A challenger's dollar may have come
    with it, which the ledger of a later action does not show.
    """
    play, seat = state.turn.play, state.active_seat
    assert play is not None
    if state.phase is Phase.CHALLENGE:
        yield state
        return
    bought = "".join(p.letters for p in state.payments if p.kind is PaymentKind.PURCHASE)
    patents = "".join(letter for letter in seat.patents if letter not in bought)
    price = sum(PATENT_COST[letter] for letter in seat.patents if letter in bought)
    for dollar in (0, 1):
        money = seat.money + price - play.money - dollar
        if money >= 0:
            before = replace(seat, patents=patents, money=money)
            seats = (*state.seats[: state.active], before, *state.seats[state.active + 1 :])
            yield replace(state, seats=seats)


def _check_ledger(state: GameState) -> None:
    """The payments are those of an action that leads here, and everybody had the money."""
    if not _is_ledger_of_phase(state):
        raise InvalidInputError("the payments are not those of the last action")
    for number, seat in enumerate(state.seats):
        got = [payment for payment in state.payments if payment.receiver == number]
        if seat.money < sum(p.money for p in got) or seat.stock < sum(p.stock for p in got):
            raise InvalidInputError(
                f"player {number} has ${seat.money} and {seat.stock} stock, less than was just paid"
            )


def _is_ledger_of_phase(state: GameState) -> bool:
    payments = list(state.payments)
    match state.phase:
        case Phase.PURCHASE:
            return bool(purchasable(state)) and _is_payout(state, payments)
        case Phase.CLEAN_UP if not payments:
            return bool(purchasable(state))  # The purchase was declined.
        case Phase.CLEAN_UP:
            left_out = not purchasable(state) and _is_payout(state, payments)
            return left_out or _is_purchase(state, payments)
        case _:
            return not payments


def _is_payout(state: GameState, payments: list[Payment]) -> bool:
    players_challenge = state.ruleset.challenge.mode is ChallengeMode.PLAYERS
    if players_challenge and _is_challenge(state, payments[:1]):
        payments = payments[1:]
    return payments == payout_ledger(state)


def _is_purchase(state: GameState, payments: list[Payment]) -> bool:
    letters = "".join(payment.letters for payment in payments)
    if len(letters) != 1 or letters not in state.active_seat.patents:
        return False
    price = Payment(PaymentKind.PURCHASE, state.active, None, PATENT_COST[letters], letters=letters)
    return payments == [price] and letters in state.turn.cards_used(CARD_SOURCES)


def _is_challenge(state: GameState, payments: list[Payment]) -> bool:
    givers = {None, *range(len(state.seats))} - {state.active}
    return payments in [
        [Payment(PaymentKind.CHALLENGE, giver, state.active, money=1)] for giver in givers
    ]
