"""The view of one player after a told action: the engine's rules, with unknown cards.

A view is completed to a game in which the active hand holds what was shown of it, and the cards
that are told to have come are on top of the deck. `rules.apply` does the action there, and what the
player sees of the result is the next view. What the cards are that complete the game has no
influence on it: whether those told can be is asked of the view.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ...errors import PLAYER, InvalidInputError
from ...rules.cards import HIDDEN, n_cards_text, remove_cards
from ...rules.play import COMMUNITY, HAND
from ...rules.ruleset import Reshuffle
from ..actions import ActionReason, Discard, Exchange, IllegalAction, PlayWords, ReplaceCard
from ..chance import Chance
from ..readings import may_hold
from ..rules import apply
from ..state import GameState, SeenState
from ..table import NOBODY
from ..validate import game_with


def with_words(seen: SeenState, words: PlayWords) -> GameState:
    """A game like the one that is seen, after words that `read_words` has read."""
    shown = "".join(word.letters_from(HAND) for word in words.words)
    return apply(game_with(GameState, _showing(seen, shown)), words)


def after_discard(
    seen: SeenState, kind: type[ReplaceCard | Exchange | Discard], cards: str, draws: str
) -> SeenState:
    """The view after cards have gone and others have come.

    Args:
        seen: the view before.
        kind: of the action.
        cards: letters, then HIDDEN for each card that was not seen; those of the words on the table
            are not among them.
        draws: the cards that come, HIDDEN for each that is not seen: first those for the community,
            then those for the hand.

    Returns:
        The view after it.

    Raises:
        IllegalAction: as `rules.apply`, also if the hand cannot have the cards.
        InvalidInputError: the cards that come cannot be left.
    """
    shown = cards.replace(HIDDEN, "")
    n_left = len(seen.active_seat.hand) - len(seen.turn.cards_used(HAND))
    if len(cards) > n_left or not may_hold(seen, seen.active, shown):
        raise IllegalAction(
            ActionReason.NOT_IN_HAND,
            f"{PLAYER} cannot discard {cards} ({n_cards_text(len(cards))}), of {n_left} left in the"
            " hand; look at what is seen elsewhere",
            seen.active,
        )
    seen = _showing(seen, shown)
    used = seen.turn.cards_used(COMMUNITY)
    _check_draws(seen, draws, _shuffled(seen, cards))
    state = _with_draws(game_with(GameState, seen), draws)
    unseen = remove_cards(state.active_seat.hand, seen.active_seat.hand.replace(HIDDEN, ""))
    try:
        after = apply(state, kind(shown + unseen[: len(cards) - len(shown)]))
    except IllegalAction as error:
        # Its message may name a card that only completes the game.
        told = f"{kind.kind} {cards} is not possible" if HIDDEN in cards else error.message
        raise IllegalAction(error.reason, told) from None
    used += seen.turn.cards_used(HAND)
    return _with_draws_hidden(seen, seen_after(seen, after, used + cards), cards, draws)


def after_renewal(seen: SeenState, action: ReplaceCard, came: str) -> SeenState:
    """The view after a card of the community was replaced by another.

    Raises IllegalAction as `rules.apply`, and InvalidInputError if the card cannot be left.
    """
    _check_draws(seen, came, seen.discards + action.card)
    state = _with_draws(game_with(GameState, seen), came)
    after = seen_after(seen, apply(state, action), action.card)
    return replace(after, community=_refilled(seen.community, action.card, came))


def seen_after(seen: SeenState, after: GameState, discarded: str = "") -> SeenState:
    """Return the view of a later state, by the viewer of the one before.

    The discards are the last of all that ever were.
    """
    view = _seen_by_nobody(after) if seen.viewer == NOBODY else after.seen_by(seen.viewer)
    if seen.viewer != NOBODY and HIDDEN in seen.seats[seen.viewer].hand:
        # A card of the deal is not known, or one that was drawn in the last turn.
        used = after.turn.cards_used(HAND) if seen.viewer == seen.active else ""
        view = _with_hand(view, seen.viewer, _showing(seen, used).seats[seen.viewer].hand)
        view = replace(view, turn=after.with_leave_hidden())
    if HIDDEN in seen.community:
        view = replace(view, community=seen.community)
    pile = seen.discards + discarded
    return replace(view, discards=pile[len(pile) - len(after.discards) :])


# Completing a view --------------------------------------------------------------------------------


def _showing(seen: SeenState, cards: str) -> SeenState:
    """The view in which the active player shows these cards, which may be in the hand."""
    hand = seen.active_seat.hand
    n_hidden = hand.count(HIDDEN)
    if not n_hidden:
        return seen
    more = "".join(_not_known(seen, cards).elements())
    known = hand.replace(HIDDEN, "") + more
    return _with_hand(seen, seen.active, known + HIDDEN * (n_hidden - len(more)))


def _not_known(seen: SeenState, cards: str) -> Counter[str]:
    """Those of the cards that are hidden ones of the active hand, if it has them."""
    free = Counter(remove_cards(seen.active_seat.hand, seen.turn.cards_used(HAND)))
    del free[HIDDEN]
    return Counter(cards) - free


def _check_draws(seen: SeenState, draws: str, new_deck: str) -> None:
    """Raises InvalidInputError unless these cards can come, in any order.

    new_deck   what is shuffled if the deck runs out
    """
    n_in_deck = min(len(draws), seen.deck_size)
    shuffled = Counter(new_deck if n_in_deck < len(draws) else "")
    n_hidden = shuffled.pop(HIDDEN, 0)
    told = Counter(draws)
    del told[HIDDEN]
    unseen = Counter(seen.unseen)
    if missing := told - unseen - shuffled:
        letter = min(missing)
        raise InvalidInputError(
            f"{letter} is told to have come {told[letter]} times, and"
            f" {unseen[letter] + shuffled[letter]} are left; look again at the cards that came"
        )
    not_shuffled, not_in_deck = told - shuffled, told - unseen
    if not_shuffled.total() > n_in_deck + n_hidden or not_in_deck.total() > len(draws) - n_in_deck:
        raise InvalidInputError(
            f"the deck had {seen.deck_size} cards left, then the discards were shuffled;"
            f" {draws.replace(HIDDEN, '')} cannot all have come from them"
        )


def _shuffled(seen: SeenState, cards: str) -> str:
    """The discards when the deck runs out: in the refill of the community, or of the hand."""
    community = seen.turn.cards_used(COMMUNITY)
    if seen.deck_size < len(community):
        with_used = seen.ruleset.reshuffle is Reshuffle.WITH_USED
        return seen.discards + (community if with_used else "")
    return seen.discards + community + seen.turn.cards_used(HAND) + cards


def _with_draws(state: GameState, draws: str) -> GameState:
    """The state in which these cards come next. Those that complete it may be there twice then."""
    n_in_deck = min(len(draws), len(state.deck))
    deck = _on_top(draws[:n_in_deck], state.deck)
    return replace(state, deck=deck, chance=_ToldShuffle(0, first=draws[n_in_deck:]))


@dataclass(frozen=True, slots=True)
class _ToldShuffle(Chance):
    """A shuffle whose first cards are known."""

    first: str = ""

    def shuffle(self, cards: str) -> tuple[str, Chance]:
        return _on_top(self.first, cards), Chance(0)


def _on_top(draws: str, cards: str) -> str:
    """Return the cards with these first; a draw that is not seen takes any."""
    top = "".join(
        card if told == HIDDEN else told for told, card in zip(draws, cards, strict=False)
    )
    return top + cards[len(top) :]


# Hiding what is not known -------------------------------------------------------------------------


def _with_draws_hidden(seen: SeenState, after: SeenState, cards: str, draws: str) -> SeenState:
    """The view with HIDDEN for cards that came to where they are seen, and were not looked at."""
    used = seen.turn.cards_used(COMMUNITY)
    came, drawn = draws[: len(used)], draws[len(used) :]
    if HIDDEN in seen.community + came:
        after = replace(after, community=_refilled(seen.community, used, came))
    if HIDDEN in seen.active_seat.hand + drawn and seen.active == seen.viewer:
        gone = seen.turn.cards_used(HAND) + cards
        after = _with_hand(after, seen.viewer, _refilled(seen.active_seat.hand, gone, drawn))
    return after


def _refilled(cards: str, gone: str, came: str) -> str:
    cards = remove_cards(cards, gone) + came
    return "".join(sorted(cards.replace(HIDDEN, ""))) + HIDDEN * cards.count(HIDDEN)


def _seen_by_nobody(state: GameState) -> SeenState:
    """Return the view of everyone: of every hand, only the cards on the table."""
    one, other = state.seen_by(0), state.seen_by(1)
    view = replace(one, viewer=NOBODY, turn=other.turn if state.active == 0 else one.turn)
    return _with_hand(view, 0, other.seats[0].hand)


def _with_hand(seen: SeenState, player: int, hand: str) -> SeenState:
    """The view with another hand of the player."""
    seat = replace(seen.seats[player], hand=hand)
    return replace(seen, seats=(*seen.seats[:player], seat, *seen.seats[player + 1 :]))
