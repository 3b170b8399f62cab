"""A game as one person sees it: the deal, told turns, and the views that they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from .._json import check_fields, read_field, read_optional
from ..errors import InvalidInputError, require, show, show_text
from ..lexicon import Lexicon
from ..rules.cards import (
    ALL_CARDS,
    DECK_SIZE,
    HIDDEN,
    n_cards_text,
    parse_letters,
    parse_whole,
    remove_cards,
    sorted_cards,
)
from ..rules.notation import CAME, DREW, parse_words, split_line
from ..rules.play import COMMUNITY, HAND, PlayedWord, words_notation
from ..rules.ruleset import MAX_CARDS, ChallengeMode, Reshuffle, Ruleset
from ..rules.turn import Turn, TurnKind
from .actions import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    IllegalAction,
    PlayWords,
    ReplaceCard,
    check_purchase,
)
from .checks import check_table
from .rules import apply
from .state import SeenState
from .table import MAX_PLAYERS, NOBODY, Phase, Seat, ends_game, is_last_turn, said_name
from .turns import (
    AmbiguousWordsError,
    challenger_of,
    is_exchange,
    no_words,
    read_words,
)

# The cards that are told to have come. The rules carry a view on with HIDDEN for each that is
# drawn; what was told takes these places.


def with_cards_told(seen: SeenState, came: str, drawn: str) -> SeenState:
    """The view with these cards for hidden ones, in the community and in the viewer's hand."""
    community = _told_in(seen.community, came)
    if seen.viewer == NOBODY or not drawn.strip(HIDDEN):
        return replace(seen, community=community)
    seat = seen.seats[seen.viewer]
    seat = replace(seat, hand=_told_in(seat.hand, drawn))
    seats = (*seen.seats[: seen.viewer], seat, *seen.seats[seen.viewer + 1 :])
    return replace(seen, community=community, seats=seats)


def _told_in(cards: str, told: str) -> str:
    letters = told.replace(HIDDEN, "")
    return sorted_cards(cards.replace(HIDDEN, "", len(letters)) + letters)


def check_draws(seen: SeenState, draws: str, new_deck: str, discarded: str = "") -> None:
    """Raises InvalidInputError unless these cards can come, in any order.

    seen        the view before
    new_deck    what is shuffled if the deck runs out
    discarded   from the hand, besides the cards of words
    """
    n_in_deck = min(len(draws), seen.deck_size)
    shuffled = Counter(new_deck if n_in_deck < len(draws) else "")
    n_hidden = shuffled.pop(HIDDEN, 0)
    told = Counter(draws)
    del told[HIDDEN]
    # What was hidden in the hand cannot come from the deck.
    unseen = Counter(seen.unseen) - (Counter(discarded) - Counter(seen.leave))
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


# `SeenDeal`: what one person sees of the deal, and the view that it makes.


_UNKNOWN: Final = ("hand_unknown", "community_unknown")


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


def deal_from_dict(data: Mapping[str, object]) -> SeenDeal:
    """The deal that `deal_to_dict` wrote."""
    deal = SeenDeal(
        seat=read_optional(data, "seat", int),
        hand=read_field(data, "hand", str),
        community=read_field(data, "community", str),
        first=read_field(data, "first", int),
        **{name: read_field({name: 0, **data}, name, int) for name in _UNKNOWN},
    )
    check_fields(data, deal_to_dict(deal))
    return deal


def deal_to_dict(deal: SeenDeal) -> dict[str, object]:
    """A deal as plain data."""
    return {
        "seat": deal.seat,
        "hand": deal.hand,
        "community": deal.community,
        "first": deal.first,
        **{name: n for name in _UNKNOWN if (n := getattr(deal, name))},
    }


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


# A told turn carried out: the turn, the cards that came, and the views it leads to.
#
# Whether challenged words stand follows from the lexicon. If they do not, the card that pays for
# them is told with them or in a turn of its own: "CeDEz, challenged by left, discard Z".


MAX_TEXT: Final = 200
"""Most characters of a turn that is told."""
_NOTHING: Final = Turn(TurnKind.REST)


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

    def __str__(self) -> str:
        return self.text


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
                object.__setattr__(self, name, _parse_came(cards, f"the cards for {what}"))

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


def _parse_came(cards: str, what: str) -> str:
    require(cards, str, what)
    parse_letters(cards.replace(HIDDEN, ""), what)
    return cards.upper()


def are_taken_back(turn: Turn, ruleset: Ruleset, lexicon: Lexicon) -> bool:
    """Do the words of a turn that was told not stand?"""
    is_checked = ruleset.challenge.mode is ChallengeMode.AUTOMATIC or turn.challenger is not None
    return is_checked and any(word.word not in lexicon for word in turn.words)


@dataclass(slots=True)
class TurnTeller:
    """Carries a told turn out, action by action; what it has done so far is in its attributes.

    names     of the players
    seen      the view now
    told      the turn
    asks      as of `read_words`
    came      the cards that came into the community and are not there yet
    drew      the cards that were drawn and are not in the hand yet
    done      actions of the viewer, each with the view before it
    offer     the view when a patent could be bought, None if none could
    turn      what was done, in full
    """

    names: Sequence[str]
    seen: SeenState
    told: ToldTurn
    asks: bool = True
    came: str | None = None
    drew: str | None = None
    done: list[tuple[SeenState, Action]] = field(default_factory=list)
    offer: SeenState | None = None
    turn: Turn = _NOTHING

    def tell(self) -> None:
        """Carries all of it out.

        Raises InvalidInputError, AmbiguousWordsError, IllegalAction or IllegalPlay if it cannot be.
        """
        turn = Turn.parse(self.told.text)
        self.came, self.drew = self.told.community, self.told.drew
        if self._is_hidden and self.drew:
            raise InvalidInputError(
                f"{self._name} drew cards that are not seen; leave out what was drawn"
            )
        match self.seen.phase:
            case Phase.START:
                self._from_start(turn)
            case Phase.PENALTY:
                self._pay_with_card(turn)
            case _:
                raise IllegalAction(ActionReason.GAME_OVER, "the game is over")
        self._check_all_used()

    @property
    def _name(self) -> str:
        return self.names[self.seen.active]

    @property
    def _is_hidden(self) -> bool:
        """Are the cards of the active player not seen?"""
        return self.seen.active != self.seen.viewer

    def _from_start(self, turn: Turn) -> None:
        exchanges = is_exchange(turn)
        if turn.kind is TurnKind.REST and not exchanges:
            raise no_words(self.told.text)
        if turn.replace.islower():
            self._renew(turn.replace)
        elif turn.replace:
            self._replace(turn.replace)
        self.turn = Turn(TurnKind.REPLACE, turn.replace)
        if exchanges:
            cards = self._exchange(Exchange, turn.discards)
            self.turn = Turn(TurnKind.EXCHANGE, turn.replace, discards=cards)
        elif turn.words:
            self._lay(turn)

    def _lay(self, turn: Turn) -> None:
        words, is_known = self._read_words(turn)
        seats = self.seen.seats
        challenger = challenger_of(turn, self.seen, self.names)
        self._do(words, words if is_known else _without_sources(words))
        n_noted = len(self.done)
        while self.seen.phase is Phase.CHALLENGE:
            self._do(Challenge() if self.seen.to_act == challenger else Accept())
        play = self.seen.turn.play
        self.turn = Turn(
            TurnKind.WORDS,
            turn.replace,
            play,
            turn.words,
            turn.doublers,
            challenger=None if challenger is None else said_name(challenger, self.names),
        )
        if play is None:
            if not is_known:
                # The views of these answers show how the words lay.
                del self.done[n_noted:]
            # Which cards it were is not sure, so none of a hand is known by it.
            self.seen = replace(self.seen, seats=seats)
            self._take_back(turn)
            return
        if self.seen.phase is Phase.PURCHASE:
            self.offer = self.seen
            self._do(Buy(turn.buy) if turn.buy else Decline())
        elif turn.buy:
            check_purchase(self.seen, turn.buy)
        discards = self._exchange(Discard, turn.discards)
        self.turn = replace(self.turn, buy=turn.buy, discards=discards)

    def _read_words(self, turn: Turn) -> tuple[PlayWords, bool]:
        """Find where the words lie, and if that is known; not asked if they are taken back."""
        words = PlayWords(turn.words, turn.doublers)
        if not are_taken_back(turn, self.seen.ruleset, self.seen.lexicon):
            n_community = None if self.came is None else len(self.came)
            n_hand = None
            if self.drew is not None and turn.discards != ALL_CARDS:
                n_hand = max(0, len(self.drew) - len(turn.discards))
            read = read_words(self.seen, words, n_community, n_hand, asks=self.asks)
            return replace(words, words=read.words), True
        try:
            return replace(words, words=read_words(self.seen, words).words), True
        except AmbiguousWordsError as error:
            return PlayWords(*parse_words(error.readings[0])), False

    def _take_back(self, turn: Turn) -> None:
        """The words were refused: another try, or a card pays for them."""
        words = show(words_notation(turn.words, turn.doublers))
        if turn.buy:
            raise InvalidInputError(
                f"{words} is not in the lexicon and was taken back; nothing is bought"
            )
        if not turn.discards:
            return
        if self.seen.phase is Phase.START:
            raise InvalidInputError(
                f"{words} is not in the lexicon, and another try is left; tell the words alone, and"
                " then what was done instead"
            )
        self.turn = replace(self.turn, discards=self._exchange(Exchange, turn.discards))

    def _pay_with_card(self, turn: Turn) -> None:
        is_a_card = turn.kind is TurnKind.EXCHANGE or is_exchange(turn)
        if not is_a_card or turn.replace:
            raise InvalidInputError(
                f"the words of {self._name} were taken back, and one card is discarded; give it as"
                ' in "discard Z", or "discard ?" if it was not seen'
            )
        self.turn = Turn(TurnKind.REST, discards=self._exchange(Exchange, turn.discards))

    def _replace(self, card: str) -> None:
        if self._is_hidden:
            drawn = HIDDEN
        else:
            drawn, self.drew = (self.drew or "")[:1], (self.drew or "")[1:] or None
            if drawn in ("", HIDDEN):
                raise MissingCardsError(
                    f"{card} was replaced; give the card that was drawn for it, first of all",
                    1,
                    HAND,
                )
        self._discard(ReplaceCard(card), card, "", drawn)

    def _renew(self, card: str) -> None:
        """A card of the community is replaced; that which came is the first that is told."""
        came, self.came = (self.came or "")[:1], (self.came or "")[1:] or None
        if came in ("", HIDDEN):
            raise MissingCardsError(
                f"{card.upper()} was replaced in the community; give the card that came for it,"
                " first of all",
                1,
                COMMUNITY,
            )
        before, action = self.seen, ReplaceCard.of(card)
        self._do(action)
        check_draws(before, came, before.discards + action.card)
        self.seen = with_cards_told(self.seen, came, "")

    def _exchange(self, kind: type[Exchange | Discard], cards: str) -> str:
        """Discards cards, and draws as many; returns those that are meant."""
        turn = self.seen.turn
        if cards == ALL_CARDS:
            cards = remove_cards(self.seen.active_seat.hand, turn.cards_used(HAND))
        came = self._came(len(turn.cards_used(COMMUNITY)))
        drawn = self._drawn(len(turn.cards_used(HAND)) + len(cards))
        self._discard(kind(cards), cards, came, drawn)
        return cards

    def _discard(
        self, action: ReplaceCard | Exchange | Discard, cards: str, came: str, drawn: str
    ) -> None:
        """Does an action with which these cards go, and others come."""
        before = self.seen
        n_hidden = before.active_seat.hand.count(HIDDEN)
        if cards.count(HIDDEN) > n_hidden and not self._is_hidden:
            raise InvalidInputError(
                f"{show_text(cards)} has cards that were not seen; one's own cards are known, so"
                " name them"
            )
        self._do(action)
        check_draws(before, came + drawn, _shuffled(before, cards), cards)
        self.seen = with_cards_told(self.seen, came, drawn)

    def _came(self, n: int) -> str:
        """The cards that came into the community."""
        came, self.came = self.came, None
        if came is None and n and not ends_game(self.seen):
            raise MissingCardsError(
                f"{n_cards_text(n)} of the community used; give the {n} that came instead",
                n,
                COMMUNITY,
            )
        if came is None:
            return HIDDEN * n
        if len(came) != n:
            raise InvalidInputError(
                f"{n_cards_text(len(came))} came into the community, for {n} used; give {n}"
            )
        if HIDDEN in came and not ends_game(self.seen):
            raise InvalidInputError("cards of the community are seen by all; give their letters")
        return came

    def _drawn(self, n: int) -> str:
        """The cards that came into the hand."""
        if self._is_hidden:
            return HIDDEN * n
        drawn, self.drew = self.drew, None
        # Nobody needs to know what is drawn in a player's last turn.
        if drawn is None and n and not is_last_turn(self.seen):
            raise MissingCardsError(
                f"{n_cards_text(n)} gone from the hand; give the {n} drawn", n, HAND
            )
        if drawn is None:
            return HIDDEN * n
        if len(drawn) != n:
            raise InvalidInputError(
                f"{n_cards_text(len(drawn))} drawn, for {n} gone from the hand; give {n}"
            )
        if HIDDEN in drawn and not is_last_turn(self.seen):
            raise InvalidInputError("one's own cards are known; give the letters that were drawn")
        return drawn

    def _check_all_used(self) -> None:
        if self.drew:
            raise InvalidInputError(f"{self.drew} was drawn, and no card has gone for it")
        if self.came:
            raise InvalidInputError(f"{self.came} came into the community, of which none was used")

    def _do(self, action: Action, noted: Action | None = None) -> None:
        """Does an action, and notes it as the decision of a viewer who does it with known cards."""
        before = self.seen
        self.seen = apply(before, action)
        cards = getattr(action, "cards", "") + getattr(action, "card", "")
        if before.to_act == before.viewer and HIDDEN not in cards:
            self.done.append((before, noted or action))


def _without_sources(words: PlayWords) -> PlayWords:
    """The words alone, where nobody has said how they lay."""
    return PlayWords(tuple(PlayedWord(word.word, "") for word in words.words))
