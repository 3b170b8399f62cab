"""The course of a game: `apply`, with one small function per rule, to be read beside the rulebook.

The same rules carry a view on, whoever acts: a card that is not seen is HIDDEN in a hand, where it
may turn out to be any unseen one, and so is every card that is drawn.

Where the rulebook leaves a choice:

- The question whether anyone challenges is put while the words lie, before the payout, to the
  opponents in clockwise order. So the first who challenges is the challenger.
- A challenge is to all the words of the turn: one that is not in the lexicon brings all back.
- After a challenge that was wrong nobody else is asked: the words are known to be good.
- The dollar of a wrong challenge is in hand before the purchase and may pay for it.
- With automatic challenges, a player whose word was refused and who has a retry left is back at the
  choice of the action: may try other words, or discard instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from ..errors import InvalidInputError
from ..rules.cards import HIDDEN, PATENT_COST, remove_cards, sorted_cards
from ..rules.play import COMMUNITY, HAND, Play
from ..rules.ruleset import ChallengeMode, Reshuffle
from .actions import Action, ActionKind, affordable, check_rules
from .state import GameState, SeenState
from .table import (
    NEW_TURN,
    Payment,
    PaymentKind,
    Phase,
    Table,
    TurnSoFar,
    ends_game,
    ends_round,
    final_round,
    payout_ledger,
    settle,
    with_seat,
)

T = TypeVar("T", GameState, SeenState)


def apply(  # noqa: PLR0911  (one line per action)
    state: T, action: Action
) -> T:
    """The state after `state.to_act` has done `action`; `state` itself never changes.

    Args:
        state: the whole state, or what one player sees of it.
        action: what the player who is asked does.

    Returns:
        The new state; its `payments` are the ledger of this action. After a view the view of the
        same player, in which HIDDEN stands for each card that is drawn.

    Raises:
        IllegalAction: a rule is broken.
        IllegalPlay: a rule about words is broken.
        InvalidInputError: an argument is something else.

    Examples:
        >>> from letter_tycoon_solver.game import Action, ActionKind, apply, new_game
        >>> state = new_game(2, seed=1, lexicon="enable")
        >>> after = apply(state, Action(ActionKind.EXCHANGE, state.active_seat.hand))
        >>> state.active, after.active, after.discards
        (0, 1, 'ADEPTVW')
    """
    if not isinstance(state, (GameState, SeenState)):
        raise InvalidInputError(
            f"apply got a {type(state).__name__}; actions need a GameState or a SeenState"
        )
    play = check_rules(state, action)
    if state.payments:
        state = replace(state, payments=())
    match action.kind:
        case ActionKind.REPLACE:
            return replace(_exchange(state, action), turn=TurnSoFar(replaced=True))
        case ActionKind.EXCHANGE | ActionKind.DISCARD:
            return _end_turn(_exchange(state, action))
        case ActionKind.PLAY:
            return _play_words(state, cast("Play", play))
        case ActionKind.ACCEPT:
            return _accept(state)
        case ActionKind.CHALLENGE:
            return _challenge(state)
        case ActionKind.BUY:
            return _buy(state, action.cards)
        case ActionKind.DECLINE:
            return replace(state, phase=Phase.CLEAN_UP)


# The words of the turn ----------------------------------------------------------------------------


def _play_words(state: T, play: Play) -> T:
    laid = replace(_with_words_shown(state, play), turn=replace(state.turn, play=play))
    match state.ruleset.challenge.mode:
        case ChallengeMode.PLAYERS:
            first_opponent = state.clockwise_from(state.active)[1]
            return replace(laid, phase=Phase.CHALLENGE, to_act=first_opponent)
        case ChallengeMode.AUTOMATIC if not _in_lexicon(state, play):
            return _refuse_automatically(state)
        case _:
            return _pay_out(laid, ())


def _with_words_shown(state: T, play: Play) -> T:
    """Cards that were not seen in the hand are, once they lie on the table in words."""
    hand = state.active_seat.hand
    if HIDDEN not in hand:
        return state
    known, more = Counter(hand), ""
    for letter in "".join(word.letters_from(HAND) for word in play.words):
        if known[letter]:
            known[letter] -= 1
        else:
            more += letter
    hand = hand.replace(HIDDEN, "") + more + HIDDEN * (hand.count(HIDDEN) - len(more))
    return _with_hand(state, hand)


def _accept(state: T) -> T:
    next_player = state.clockwise_from(state.to_act)[1]
    if next_player != state.active:
        return replace(state, to_act=next_player)
    return _pay_out(state, ())


def _challenge(state: T) -> T:
    """In the lexicon: the challenger pays $1, or the bank for one who is broke."""
    play = cast("Play", state.turn.play)
    if not _in_lexicon(state, play):
        return _take_back(state)
    giver = state.to_act if state.seats[state.to_act].money else None
    letters = affordable(state, play.money + 1)
    value = PATENT_COST[letters[0]] if letters else 0
    play = replace(play, purchasable=letters, patent_value=value)
    upheld = replace(state.turn, play=play, challenged=True)
    dollar = Payment(PaymentKind.CHALLENGE, giver, state.active, money=1)
    return _pay_out(replace(state, turn=upheld), [dollar])


def _take_back(state: T) -> T:
    """The cards go back, nothing is earned, and one card is to be discarded."""
    if isinstance(state, SeenState) and state.viewer != state.active:
        state = _with_hand(state, HIDDEN * len(state.active_seat.hand))
    return replace(
        state,
        phase=Phase.PENALTY,
        to_act=state.active,
        turn=replace(state.turn, play=None),
    )


def _refuse_automatically(state: T) -> T:
    failed_words = state.turn.failed_words + 1
    refused = replace(state, turn=replace(state.turn, failed_words=failed_words))
    retry_left = failed_words <= state.ruleset.challenge.retries
    return refused if retry_left else _take_back(refused)


def _in_lexicon(state: T, play: Play) -> bool:
    return all(word.word in state.lexicon for word in play.words)


# Payout, royalties, purchase ----------------------------------------------------------------------


def _pay_out(state: T, before: Sequence[Payment]) -> T:
    """The words stand: the bank pays the player, and royalties to opponents."""
    paid = _settle(state, [*before, *payout_ledger(state)])
    phase = Phase.PURCHASE if affordable(paid) else Phase.CLEAN_UP
    return replace(paid, phase=phase, to_act=state.active)


def _buy(state: T, letter: str) -> T:
    price = Payment(PaymentKind.PURCHASE, state.active, None, PATENT_COST[letter], letters=letter)
    paid = _settle(state, [price])
    patents = "".join(sorted(paid.active_seat.patents + letter))
    bought = with_seat(paid, paid.active, replace(paid.active_seat, patents=patents))
    return replace(
        bought,
        phase=Phase.CLEAN_UP,
        final_round=final_round(bought, bought.active_seat.patent_value),
    )


def _settle(state: T, payments: Sequence[Payment]) -> T:
    return replace(state, seats=settle(state.seats, payments), payments=tuple(payments))


# Cards that go, those that come, and the end of a turn --------------------------------------------


def cards_gone(table: Table, action: Action) -> tuple[str, str]:
    """The cards that go with an action, from the community and from the hand, in their order."""
    match action.kind:
        case ActionKind.REPLACE if action.source == COMMUNITY:
            return action.cards.upper(), ""
        case ActionKind.REPLACE | ActionKind.EXCHANGE:
            return "", action.cards
        case ActionKind.DISCARD:
            used = table.turn.cards_used
            return used(COMMUNITY), used(HAND) + action.cards
        case _:
            return "", ""


def _exchange(state: T, action: Action) -> T:
    """Cards go with an action, and as many come: first to the community, then to the hand."""
    community, hand = cards_gone(state, action)
    if community:
        lie = (
            action.kind is ActionKind.DISCARD and state.ruleset.reshuffle is not Reshuffle.WITH_USED
        )
        drawn, state = _draw(state, len(community), "" if lie else community)
        pool = sorted_cards(remove_cards(state.community, community) + drawn)
        discards = state.discards + (community if lie else "")
        state = replace(state, community=pool, discards=discards)
    if hand:
        drawn, state = _draw(state, len(hand), hand)
        state = _with_hand(state, sorted_cards(remove_cards(state.active_seat.hand, hand) + drawn))
    return state


def _draw(state: T, n: int, gone: str) -> tuple[str, T]:
    """The next n cards of the deck, which are in no hand yet; what is gone is discarded before.

    When the deck runs out, the discards become a new one; the two together never run out.
    """
    state = replace(state, discards=state.discards + gone)
    drawn, deck = state.deck[:n], state.deck[n:]
    missing = n - len(drawn)
    if not missing:
        return drawn, replace(state, deck=deck)
    if isinstance(state, SeenState):
        deck = HIDDEN * len(state.discards)
    else:
        deck, chance = state.chance.shuffle(state.discards)
        state = replace(state, chance=chance)
    return drawn + deck[:missing], replace(state, deck=deck[missing:], discards="")


def _end_turn(state: T) -> T:
    """The next player's turn; when the round is complete the next round, or the end."""
    if ends_game(state):
        return replace(state, phase=Phase.OVER, turn=NEW_TURN)
    next_player = state.clockwise_from(state.active)[1]
    return replace(
        state,
        phase=Phase.START,
        active=next_player,
        to_act=next_player,
        round=state.round + ends_round(state),
        turn=NEW_TURN,
    )


def _with_hand(state: T, hand: str) -> T:
    return with_seat(state, state.active, replace(state.active_seat, hand=hand))
