"""Do rules and kernels have what they need in a state that comes from outside?

Whether a game could have come to it is not asked.
"""

from __future__ import annotations

from dataclasses import replace

from ..errors import IllegalPlay, InvalidInputError
from ..rules.cards import (
    CARD_COUNT,
    DECK_SIZE,
    HIDDEN,
    LETTERS,
    parse_whole,
)
from ..rules.play import Play
from ..rules.position import MAX_MONEY
from ..rules.ruleset import ChallengeMode, LastRound
from .actions import lay, play_of
from .table import (
    MAX_PLAYERS,
    MAX_ROUND,
    MIN_PLAYERS,
    PaymentKind,
    Phase,
    TableData,
    ends_game,
    with_seat,
)

_WORDS_LIE = frozenset({Phase.CHALLENGE, Phase.PURCHASE, Phase.CLEAN_UP})


def check_view(seen: TableData, viewer: int) -> None:
    """Raises InvalidInputError, with what is wrong, for a view that nothing can be asked of."""
    if viewer not in range(len(seen.seats)):
        raise InvalidInputError(f"the viewer is player {viewer} of {len(seen.seats)} players")
    if HIDDEN in seen.seats[viewer].hand:
        raise InvalidInputError("a card of the viewer's own hand is hidden; name all its cards")
    check_table(seen)


def check_table(table: TableData) -> None:
    """Raises InvalidInputError, with what is wrong, for a table that rules or kernels cannot take.

    Letters must be sorted, numbers not negative. Whether unchallenged words are in the lexicon does
    not matter: another lexicon may be given to go on with.
    """
    _check_cards(table)
    _check_players(table)
    _check_sizes(table)
    _check_holdings(table)
    _check_rounds(table)
    _check_turn(table)


def _check_players(state: TableData) -> None:
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


def _check_cards(table: TableData) -> None:
    for seat in table.seats:
        _check_letters(seat.patents, "patents of a player")
        _check_letters(seat.hand.replace(HIDDEN, ""), "cards in a hand")
    _check_letters(table.community.replace(HIDDEN, ""), "cards of the community")
    _check_letters(table.discards.replace(HIDDEN, ""), "discards")
    for letter, n in table.unseen.items():
        if n < 0:
            raise InvalidInputError(
                f"more cards {letter} are seen than the {CARD_COUNT[letter]} that the deck has;"
                " look again at the hand, the community and the discards"
            )
    hands = "".join(seat.hand for seat in table.seats)
    n_cards = len(hands + table.community + table.discards + table.deck)
    if n_cards != DECK_SIZE:
        raise InvalidInputError(
            f"hands, community, discards and deck hold {n_cards} cards; the game has {DECK_SIZE}."
            " Look again at the discards"
        )


def _check_letters(letters: str, what: str) -> None:
    if unknown := set(letters) - set(LETTERS):
        raise InvalidInputError(
            f"the {what} are {letters!r}; {min(unknown)!r} is not a letter from A to Z"
        )


def _check_sizes(state: TableData) -> None:
    sizes = state.ruleset.hand_size, state.ruleset.community_size
    if {len(seat.hand) for seat in state.seats} != {sizes[0]} or len(state.community) != sizes[1]:
        raise InvalidInputError(
            f"a hand does not have {sizes[0]} cards, or the community does not have {sizes[1]}"
        )


def _check_holdings(state: TableData) -> None:
    owned = "".join(seat.patents for seat in state.seats)
    for letter in owned:
        if owned.count(letter) > 1:
            raise InvalidInputError(f"patent {letter} is owned twice; a patent has one owner")
    for seat in state.seats:
        parse_whole(seat.money, "money of a player", 0, MAX_MONEY)
        parse_whole(seat.stock, "stock of a player", 0, MAX_MONEY)


def _check_rounds(state: TableData) -> None:
    parse_whole(state.round, "the round", 1, MAX_ROUND)
    if state.is_over and not ends_game(state):
        raise InvalidInputError("the game is over before its last round is complete")
    last = state.final_round
    reached = any(seat.patent_value >= state.goal for seat in state.seats)
    if reached != (last is not None):
        raise InvalidInputError(
            f"the field 'final_round' is {last}, and the goal {state.goal} is "
            f"{'' if reached else 'not '}reached; the last round is known from then on"
        )
    more = int(state.ruleset.last_round is LastRound.ONE_MORE_TURN)
    if last is not None and not state.round <= last <= state.round + more:
        raise InvalidInputError(
            f"the last round is {last} in round {state.round}; the ruleset has "
            f"{state.ruleset.last_round.value}"
        )


def _check_turn(state: TableData) -> None:
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
    if turn.failed_words > rule.retries + 1:
        raise InvalidInputError(
            f"{turn.failed_words} words have failed this turn; with {rule.retries} retries it is "
            f"over after {rule.retries + 1}"
        )
    if turn.replaced and "Q" not in state.active_seat.patents:
        raise InvalidInputError("a card was replaced by a player who does not own Q")
    if turn.play is not None:
        _check_words(state, turn.play)
    players = {None, *range(len(state.seats))}
    for payment in state.payments:
        if not {payment.giver, payment.receiver} <= players:
            raise InvalidInputError(
                f"the payment {payment} is not between the bank and the {len(players) - 1} players"
            )


def _check_words(state: TableData, play: Play) -> None:
    """The words lie there by the rules, and earn what the state says.

    Judged as they were laid, before the patent that may have been bought.
    """
    purchases = (p.letters for p in state.payments if p.kind is PaymentKind.PURCHASE)
    bought = "".join(purchases)
    patents = "".join(letter for letter in state.active_seat.patents if letter not in bought)
    before = with_seat(state, state.active, replace(state.active_seat, patents=patents))
    try:
        again = play_of(before, lay(play.words, play.doublers), None)
    except IllegalPlay as error:
        raise InvalidInputError(f"the words on the table are illegal: {error}") from None
    if _earned(again) != _earned(play):
        raise InvalidInputError("the words on the table do not earn what the state says")


def _earned(play: Play) -> tuple[object, ...]:
    return play.doublers, play.money, play.stock, play.royalties, play.leave
