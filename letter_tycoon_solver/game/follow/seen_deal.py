"""`SeenDeal`: what one person sees of the deal, and the view that it makes."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import InvalidInputError, show_text
from ...lexicon import Lexicon
from ...rules.cards import DECK_SIZE, HIDDEN, n_cards_text, parse_letters, parse_whole
from ...rules.ruleset import MAX_CARDS, Ruleset
from ..ledger import Seat
from ..state import SeenState
from ..table import MAX_PLAYERS, NOBODY
from ..validate import check_table


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """The deal, as far as it is seen.

    Attributes:
        seat: the number of the player who looks; None for a scorekeeper, who sees no hand.
        hand: that player's first cards, sorted; none for a scorekeeper.
        community: its first cards, sorted.
        first: the number of the player who starts.
        hand_unknown: how many more cards of the hand are not known, in a game that was played
            elsewhere.
        community_unknown: likewise, of the community.

    Raises:
        InvalidInputError: the cards are not letters, or there is never such a player.
    """

    seat: int | None
    hand: str
    community: str
    first: int
    hand_unknown: int = 0
    community_unknown: int = 0

    def __post_init__(self) -> None:
        for name, what in (("hand", "the hand"), ("community", "the community")):
            object.__setattr__(self, name, parse_letters(getattr(self, name), what))
            parse_whole(getattr(self, f"{name}_unknown"), f"{what}, unknown cards", 0, MAX_CARDS)
        for name, player in (("seat", self.seat), ("first", self.first)):
            if name == "first" or player is not None:
                number = parse_whole(player, f"the player ({name})", 0, MAX_PLAYERS - 1)
                object.__setattr__(self, name, number)
        if self.seat is None and (self.hand or self.hand_unknown):
            raise InvalidInputError(
                f"the hand {show_text(self.hand)} is given, and not whose; give the seat too"
            )


def first_view(deal: SeenDeal, n_players: int, lexicon: Lexicon, ruleset: Ruleset) -> SeenState:
    """Return the view before the first turn. For a scorekeeper, all hands are hidden.

    Raises InvalidInputError if no game can start like this.
    """
    for player in (deal.seat or 0, deal.first):
        if player >= n_players:
            raise InvalidInputError(
                f"there is no player {player}; the {n_players} players are 0 to {n_players - 1}"
            )
    hand = deal.hand + HIDDEN * deal.hand_unknown
    community = deal.community + HIDDEN * deal.community_unknown
    for what, cards, size in (
        ("hand", hand, 0 if deal.seat is None else ruleset.hand_size),
        ("community", community, ruleset.community_size),
    ):
        if len(cards) != size:
            raise InvalidInputError(
                f"the {what} {show_text(cards or '(none)')} has {n_cards_text(len(cards))};"
                f" {size} are dealt"
            )
    hidden = HIDDEN * ruleset.hand_size
    view = SeenState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=tuple(Seat(hand if player == deal.seat else hidden) for player in range(n_players)),
        community=community,
        active=deal.first,
        to_act=deal.first,
        start_player=deal.first,
        viewer=NOBODY if deal.seat is None else deal.seat,
        deck_size=DECK_SIZE - n_players * ruleset.hand_size - ruleset.community_size,
    )
    check_table(view)
    return view
