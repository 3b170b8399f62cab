"""What one player sees after an action that is told: the engine's rules, with unknown cards.

A view is completed to a game in which what is told is true: the cards that were shown are in the
hand, those that came next are on top of the deck, or of the discards once they are shuffled.
`rules.apply` does the action there, and what the player sees of the result is the next view. No
card that was not seen has any influence on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..cards import CARD_COUNT, count_letters, remove_cards
from ..errors import IllegalPlay, InvalidInputError, Reason
from ..play import COMMUNITY, HAND, Play
from .actions import (
    ActionReason,
    CleanUp,
    Discard,
    IllegalAction,
    PlayWords,
    ReplaceCard,
)
from .chance import Chance
from .legal import check
from .possible import game_with
from .rules import apply
from .state import HIDDEN, NOBODY, GameState, SeenState


def with_words(seen: SeenState, words: PlayWords) -> GameState:
    """A game like the one that is seen, after the words. Raises as `judge_words`."""
    return apply(_game_with_words(seen, words), words)


def judge_words(seen: SeenState, words: PlayWords) -> Play:
    """What the words earn.

    Raises IllegalPlay, also if the hand cannot have the cards, and InvalidInputError.
    """
    play = check(_game_with_words(seen, words), words)
    assert play is not None
    return play


def after_discard(
    seen: SeenState, kind: type[ReplaceCard | Discard | CleanUp], cards: str, draws: str
) -> SeenState:
    """The view after cards have gone and others have come.

    Args:
        seen: the view before.
        kind: of the action.
        cards: letters, then HIDDEN for each card that was not seen; those of the words on the table
            are not among them.
        draws: the cards that come, in their order, HIDDEN for each that is not seen: those for the
            community, then those for the hand.

    Returns:
        The view after it.

    Raises:
        IllegalAction: as `rules.apply`, also if the hand cannot have the cards.
        InvalidInputError: the cards that come cannot be left, or are not as many.
    """
    shown = cards.replace(HIDDEN, "")
    for letter, n in count_letters(shown).items():
        if not _may_hold(seen, shown, letter):
            raise IllegalAction(
                ActionReason.NOT_IN_HAND,
                f"player {seen.active} cannot discard {n} {letter}; look at what is seen elsewhere",
            )
    state = _with_draws(seen, _game_with_hand(seen, shown), cards, draws)
    rest = remove_cards(state.leave, shown)
    n_hidden = len(cards) - len(shown)
    if n_hidden > len(rest):
        raise IllegalAction(
            ActionReason.NOT_IN_HAND,
            f"{len(cards)} cards to be discarded, of {len(state.leave)} left in the hand",
        )
    after = apply(state, kind(shown + rest[:n_hidden]))
    used = seen.turn.cards_used(COMMUNITY) + seen.turn.cards_used(HAND)
    return _with_draws_hidden(seen, seen_after(seen, after, used + cards), cards, draws)


def _game_with_words(seen: SeenState, words: PlayWords) -> GameState:
    shown = "".join(word.letters_from(HAND) for word in words.words)
    for letter, n in count_letters(shown).items():
        if letter not in CARD_COUNT or not _may_hold(seen, shown, letter):
            raise IllegalPlay(
                Reason.CARD_NOT_AVAILABLE,
                f"player {seen.active} cannot have {n} {letter} in hand; look at what is seen"
                " elsewhere",
            )
    return _game_with_hand(seen, shown)


def _may_hold(seen: SeenState, shown: str, letter: str) -> bool:
    """May the hidden part of the active hand hold as many of the letter as are shown?

    A hand that is not hidden is for the rules to look at.
    """
    hand = seen.active_seat.hand
    n_hidden = hand.count(HIDDEN)
    if not n_hidden:
        return True
    return shown.count(letter) <= seen.unseen[letter] and len(shown) <= n_hidden


def _game_with_hand(seen: SeenState, shown: str) -> GameState:
    """A game in which the active player holds the cards shown, besides those on the table."""
    hand = seen.active_seat.hand
    if HIDDEN in hand:
        n_hidden = hand.count(HIDDEN) - len(shown)
        known = hand.replace(HIDDEN, "") + shown
        seen = _with_hand(seen, seen.active, known + HIDDEN * n_hidden)
    return game_with(seen)


def _with_draws(seen: SeenState, state: GameState, cards: str, draws: str) -> GameState:
    """The state in which `draws` come next for `cards`; `seen_after` asks whether they can."""
    fillers = iter(state.deck)
    n_in_deck = min(len(draws), len(state.deck))
    top = "".join(next(fillers) if card == HIDDEN else card for card in draws[:n_in_deck])
    deck = top + "".join(fillers)
    n_not_seen = (seen.discards + cards).count(HIDDEN)
    shuffle = _ToldShuffle(0, 0, draws, n_in_deck, n_not_seen)
    return replace(state, deck=deck[: len(state.deck)], chance=shuffle)


@dataclass(frozen=True, slots=True)
class _ToldShuffle(Chance):
    """A shuffle in the middle of a draw, whose cards are told in any order.

    draws       all the cards drawn
    n_before    so many of them came before the shuffle
    n_not_seen  so many of the cards that are shuffled were not seen
    """

    draws: str = ""
    n_before: int = 0
    n_not_seen: int = 0

    def shuffle(self, cards: str) -> tuple[str, Chance]:
        told = self.draws.replace(HIDDEN, "")
        missing = "".join(
            letter * max(0, n - cards.count(letter)) for letter, n in count_letters(told).items()
        )
        if len(missing) > self.n_before + self.n_not_seen:
            raise InvalidInputError(
                f"the deck ran out and the discards were shuffled; {missing} cannot all have come"
                " from them"
            )
        fillers = iter(cards)
        rest = self.draws[self.n_before :]
        top = "".join(next(fillers) if card == HIDDEN else card for card in rest)
        return (top + "".join(fillers))[: len(cards)], Chance(0)


def seen_after(seen: SeenState, after: GameState, discarded: str = "") -> SeenState:
    """What is seen of a later state, by the viewer of the one before.

    The discards are the last of all that ever were. Raises InvalidInputError if more of a letter is
    seen than there is.
    """
    view = _seen_by_nobody(after) if seen.viewer == NOBODY else after.seen_by(seen.viewer)
    if seen.viewer not in (NOBODY, seen.active):
        # After the last turn, what was drawn may not be known.
        view = _with_hand(view, seen.viewer, seen.seats[seen.viewer].hand)
    pile = seen.discards + discarded
    view = replace(view, discards=pile[len(pile) - len(after.discards) :])
    for letter, n in view.unseen.items():
        if n < 0:
            raise InvalidInputError(
                f"more cards {letter} are seen than the {CARD_COUNT[letter]} that there are; look"
                " again at the cards that came"
            )
    return view


def _with_draws_hidden(seen: SeenState, after: SeenState, cards: str, draws: str) -> SeenState:
    """The view with HIDDEN for cards that came to where they are seen, and were not looked at."""
    used = seen.turn.cards_used(COMMUNITY)
    came, drawn = draws[: len(used)], draws[len(used) :]
    if HIDDEN in came:
        after = replace(after, community=_refilled(seen.community, used, came))
    if HIDDEN in drawn and seen.active == seen.viewer:
        gone = seen.turn.cards_used(HAND) + cards
        after = _with_hand(after, seen.viewer, _refilled(seen.active_seat.hand, gone, drawn))
    return after


def _refilled(cards: str, gone: str, came: str) -> str:
    known = remove_cards(cards, gone) + came.replace(HIDDEN, "")
    return "".join(sorted(known)) + HIDDEN * came.count(HIDDEN)


def _seen_by_nobody(state: GameState) -> SeenState:
    """What all see: of every hand, only the cards on the table."""
    one, other = state.seen_by(0), state.seen_by(1)
    view = replace(one, viewer=NOBODY, turn=other.turn if state.active == 0 else one.turn)
    return _with_hand(view, 0, other.seats[0].hand)


def _with_hand(seen: SeenState, player: int, hand: str) -> SeenState:
    """The view with another hand of the player."""
    seat = replace(seen.seats[player], hand=hand)
    return replace(seen, seats=(*seen.seats[:player], seat, *seen.seats[player + 1 :]))
