"""A game as one person sees it: the deal, told turns, and the views that they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from .._json import check_fields, read_field, read_optional
from ..errors import InvalidInputError, require, show, show_text
from ..lexicon import Lexicon
from ..rules.cards import (
    ALL_CARDS,
    HIDDEN,
    n_cards_text,
    parse_cards,
    sorted_cards,
)
from ..rules.play import COMMUNITY, HAND, parse_words
from ..rules.ruleset import ChallengeMode, Ruleset
from ..rules.turn import CAME, DREW, Turn, split_line
from .actions import Action, ActionKind, lay
from .rules import cards_gone
from .state import SeenState, check_sizes, check_table, hidden_deck
from .table import NOBODY, Seat, ends_game, is_last_turn, parse_pile, with_seat
from .turns import AmbiguousWordsError, TurnCourse, read_words, turn_done

# The cards that are told to have come. The rules carry a view on with HIDDEN for each that is
# drawn; what was told takes these places.


def with_cards_told(seen: SeenState, came: str, drawn: str) -> SeenState:
    """The view with these cards for hidden ones, in the community and in the viewer's hand."""
    community = _told_in(seen.community, came)
    if seen.viewer == NOBODY or not drawn.strip(HIDDEN):
        return replace(seen, community=community)
    seat = seen.seats[seen.viewer]
    seat = replace(seat, hand=_told_in(seat.hand, drawn))
    return replace(with_seat(seen, seen.viewer, seat), community=community)


def _told_in(cards: str, told: str) -> str:
    letters = told.replace(HIDDEN, "")
    return sorted_cards(cards.replace(HIDDEN, "", len(letters)) + letters)


def check_draws(seen: SeenState, draws: str, from_hand: str, shuffled: str) -> None:
    """Raises InvalidInputError unless these cards can come, in any order, after those that go.

    `shuffled` are the cards of the new deck, "" if the deck does not run out.
    """
    n_in_deck = min(len(draws), seen.deck_size)
    new_deck = Counter(shuffled)
    n_hidden = new_deck.pop(HIDDEN, 0)
    told = Counter(draws)
    del told[HIDDEN]
    # What was hidden in the hand cannot come from the deck.
    unseen = Counter(seen.unseen) - (Counter(from_hand) - Counter(seen.active_seat.hand))
    if missing := told - unseen - new_deck:
        letter = min(missing)
        raise InvalidInputError(
            f"{letter} is told to have come {told[letter]} times, and"
            f" {unseen[letter] + new_deck[letter]} are left; look again at the cards that came"
        )
    not_shuffled, not_in_deck = told - new_deck, told - unseen
    if not_shuffled.total() > n_in_deck + n_hidden or not_in_deck.total() > len(draws) - n_in_deck:
        raise InvalidInputError(
            f"the deck had {seen.deck_size} cards left, then the discards were shuffled;"
            f" {draws.replace(HIDDEN, '')} cannot all have come from them"
        )


# `SeenDeal`: what one person sees of the deal, and the view that it makes.


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """The deal, as far as it is seen.

    Attributes:
        seat: the number of the player who looks; None for a scorekeeper, who sees no hand.
        hand: that player's first cards, sorted; none for a scorekeeper. In a game that was played
            elsewhere, HIDDEN for each that is not known.
        community: its first cards, likewise.
        first: the number of the player who starts.

    Raises:
        InvalidInputError: the cards are not letters, or there is no seat for the hand.
    """

    seat: int | None
    hand: str
    community: str
    first: int

    def __post_init__(self) -> None:
        for name, what in (("hand", "the hand"), ("community", "the community")):
            object.__setattr__(self, name, parse_cards(getattr(self, name), what))
        if self.seat is None and self.hand:
            raise InvalidInputError(
                f"the hand {show_text(self.hand)} is given, and not whose; give the seat too"
            )


def deal_from_dict(data: Mapping[str, object]) -> SeenDeal:
    """The deal of a record, which has its fields."""
    deal = SeenDeal(
        seat=read_optional(data, "seat", int),
        hand=read_field(data, "hand", str),
        community=read_field(data, "community", str),
        first=read_field(data, "first", int),
    )
    check_fields(data, asdict(deal))
    return deal


def first_view(deal: SeenDeal, n_players: int, lexicon: Lexicon, ruleset: Ruleset) -> SeenState:
    """The view before the first turn; raises InvalidInputError if no game can start like this."""
    for player in (deal.seat or 0, deal.first):
        if not 0 <= player < n_players:
            raise InvalidInputError(
                f"there is no player {player}; the {n_players} players are 0 to {n_players - 1}"
            )
    hands = [HIDDEN * ruleset.hand_size] * n_players
    if deal.seat is not None:
        hands[deal.seat] = deal.hand
    check_sizes(hands[deal.seat or 0], deal.community, ruleset, "{} are dealt")
    seats = tuple(map(Seat, hands))
    view = SeenState(
        ruleset=ruleset,
        lexicon=lexicon,
        seats=seats,
        community=deal.community,
        active=deal.first,
        to_act=deal.first,
        start_player=deal.first,
        viewer=NOBODY if deal.seat is None else deal.seat,
        deck=hidden_deck(seats, deal.community),
    )
    check_table(view)
    return view


# A told turn carried out: the turn, the cards that came, and the views it leads to.
#
# Whether challenged words stand follows from the lexicon. If they do not, the card that pays for
# them is told with them or in a turn of its own: "CeDEz, challenged by left, discard Z".


MAX_TEXT: Final = 200


class MissingCardsError(InvalidInputError):
    """Cards came that were not told.

    Attributes:
        text: what is to be told, in words.
        n_cards: how many.
        source: HAND for the hand of the player who tells, or COMMUNITY.
    """

    def __init__(self, text: str, n_cards: int, source: str) -> None:
        super().__init__(text, n_cards, source)
        self.text = text
        self.n_cards = n_cards
        self.source = source


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn, or a part of one, as it is told.

    Attributes:
        text: in the notation of turns, as "CeDEs, buy C".
        community: the cards that came into the community, in any order, but that for a card
            replaced with Q first; None if it is not said.
        drew: the cards that one drew oneself, in any order, but that for a card replaced with Q
            first; None if it is not said.

    Raises:
        InvalidInputError: the text is too long, or the cards are not letters.
    """

    text: str
    community: str | None = None
    drew: str | None = None

    def __post_init__(self) -> None:
        require(self.text, str, "the turn")
        _check_length(self.text)
        for name, what in (("community", "the community"), ("drew", "the hand")):
            cards = getattr(self, name)
            if cards is not None:
                object.__setattr__(self, name, parse_pile(cards, f"the cards for {what}"))

    @classmethod
    def parse(
        cls,
        line: str | Turn,
        *,
        community: str | None = None,
        drew: str | None = None,
        typed: bool = False,
    ) -> ToldTurn:
        """The turn of a line such as "lane k < ERTO > K".

        Args:
            line: the turn, or a text in the notation; the cards drawn after "<", those that came
                into the community after ">".
            community: these cards, if the line does not say them.
            drew: likewise.
            typed: as of `Turn.parse`; then "drew" is as "<".

        Raises:
            InvalidInputError: the line is not in the notation, or the cards are said twice.
        """
        require(line, (str, Turn), "the turn")
        line = line.notation if isinstance(line, Turn) else line
        _check_length(line)
        text, came, drawn = split_line(line, typed=typed)
        if (came is not None and community is not None) or (drawn is not None and drew is not None):
            raise InvalidInputError(f"{show(line)} says which cards came; give them once")
        return cls(
            Turn.parse(text, typed=typed).notation,
            community if came is None else came,
            drew if drawn is None else drawn,
        )

    @property
    def line(self) -> str:
        """The turn and the cards that came; `parse` reads it."""
        parts = [self.text]
        if self.drew is not None:
            parts.append(f"{DREW} {self.drew}")
        if self.community is not None:
            parts.append(f"{CAME} {self.community}")
        return " ".join(parts).strip()


def _check_length(text: str) -> None:
    if len(text) > MAX_TEXT:
        raise InvalidInputError(
            f"the turn has {len(text)} characters; no turn has more than {MAX_TEXT}"
        )


def are_taken_back(turn: Turn, ruleset: Ruleset, lexicon: Lexicon) -> bool:
    """Do the words of a turn that was told not stand?"""
    is_checked = ruleset.challenge.mode is ChallengeMode.AUTOMATIC or turn.challenger is not None
    return is_checked and any(word.word not in lexicon for word in turn.words)


class Telling(TurnCourse[SeenState]):
    """A told turn that is carried out, with the cards that came; `asks` is as of `read_words`.

    Its actions are in `done`, each with the view before it.
    """

    def __init__(
        self, names: Sequence[str], seen: SeenState, told: ToldTurn, *, asks: bool = True
    ) -> None:
        super().__init__(seen, Turn.parse(told.text), names, is_answered=True)
        self.done: list[tuple[SeenState, Action]] = []
        self._names = names
        self._asks = asks
        self._came = {COMMUNITY: told.community, HAND: told.drew}
        self._seats = seen.seats
        # The cards of the active player are not seen.
        self._is_hidden = seen.active != seen.viewer

    def tell(self) -> Turn:
        """Carries all of it out, and returns what was done, in full."""
        if self._is_hidden and self._came[HAND]:
            name = self._names[self.state.active]
            raise InvalidInputError(
                f"{name} drew cards that are not seen; leave out what was drawn"
            )
        self.run()
        if drew := self._came[HAND]:
            raise InvalidInputError(f"{drew} was drawn, and no card has gone for it")
        if came := self._came[COMMUNITY]:
            raise InvalidInputError(f"{came} came into the community, of which none was used")
        done = turn_done(self.done, self._names)
        if done.play is not None:
            return done
        # Where the cards of words that are taken back lay is as it was told.
        return replace(done, words=self.turn.words, doublers=self.turn.doublers)

    def do(self, action: Action) -> None:
        """Carries an action out; the cards that came take the places of those that went."""
        before = self.state
        community, hand = cards_gone(before, action)
        came = drawn = ""
        if action.kind is ActionKind.REPLACE:
            came, drawn = self._came_for(action)
        elif action.kind in (ActionKind.EXCHANGE, ActionKind.DISCARD):
            came, drawn = self._take(COMMUNITY, len(community)), self._take(HAND, len(hand))
        super().do(action)
        self.done.append((before, action))
        if came + drawn:
            pile = before.discards + community + hand
            check_draws(before, came + drawn, hand, pile.removesuffix(self.state.discards))
            self.state = with_cards_told(self.state, came, drawn)

    def read(self) -> Action:
        """Find where the words lie; it is not asked if they are taken back."""
        turn, seen = self.turn, self.state
        self._seats = seen.seats
        words = lay(turn.words, turn.doublers)
        if are_taken_back(turn, seen.ruleset, seen.lexicon):
            try:
                return super().read()
            except AmbiguousWordsError as error:
                return lay(*parse_words(error.readings[0]))
        came, drew = self._came[COMMUNITY], self._came[HAND]
        n_community, n_hand = None if came is None else len(came), None
        if drew is not None and turn.discards != ALL_CARDS:
            n_hand = max(0, len(drew) - len(turn.discards))
        read = read_words(seen, words, n_community, n_hand, asks=self._asks)
        return replace(words, words=read.words)

    def go_on(self) -> None:
        """The rest of the turn, once it is known if the words stand."""
        if self.state.turn.play is None:
            # Which cards they were is not sure, so none of a hand is known by them.
            self.state = replace(self.state, seats=self._seats)
        super().go_on()

    def _came_for(self, action: Action) -> tuple[str, str]:
        """The card that came for one that was replaced, the first of those told."""
        is_of_hand = action.source == HAND
        if is_of_hand and self._is_hidden:
            return "", HIDDEN
        told = self._came[action.source] or ""
        if told[:1] in ("", HIDDEN):
            how = (
                "replaced; give the card that was drawn for it"
                if is_of_hand
                else "replaced in the community; give the card that came for it"
            )
            card = action.cards.upper()
            raise MissingCardsError(f"{card} was {how}, first of all", 1, action.source)
        self._came[action.source] = told[1:] or None
        return ("", told[0]) if is_of_hand else (told[0], "")

    def _take(self, source: str, n: int) -> str:
        """The cards that came for n that went: into the community, or into the hand."""
        is_of_hand = source == HAND
        if is_of_hand and self._is_hidden:
            return HIDDEN * n
        told, self._came[source] = self._came[source], None
        if is_of_hand:
            went, came, instead = "gone from the hand", "drawn", "drawn"
            are_known = "one's own cards are known; give the letters that were drawn"
        else:
            went, came, instead = "used", "came into the community", "that came instead"
            are_known = "cards of the community are seen by all; give their letters"
        # Nobody needs to know what is drawn in a player's last turn.
        is_last = is_last_turn(self.state) if is_of_hand else ends_game(self.state)
        if told is None and n and not is_last:
            whence = "" if is_of_hand else "of the community "
            text = f"{n_cards_text(n)} {whence}{went}; give the {n} {instead}"
            raise MissingCardsError(text, n, source)
        if told is None:
            return HIDDEN * n
        if len(told) != n:
            raise InvalidInputError(f"{n_cards_text(len(told))} {came}, for {n} {went}; give {n}")
        if HIDDEN in told and not is_last:
            raise InvalidInputError(are_known)
        return told
