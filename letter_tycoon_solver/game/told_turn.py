"""A told turn carried out: the text, the cards that came, and the views it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ..cards import n_cards_text, parse_letters
from ..errors import InvalidInputError, require, show
from ..play import COMMUNITY, HAND, parse_notation
from ..ruleset import ChallengeMode
from .actions import (
    Accept,
    Action,
    ActionReason,
    Buy,
    Challenge,
    CleanUp,
    Decline,
    Discard,
    IllegalAction,
    PlayWords,
    ReplaceCard,
)
from .legal import check_purchase
from .names import player_named, said_name
from .rules import apply, ends_game, is_last_turn
from .state import HIDDEN, GameState, Phase, SeenState
from .told_errors import MissingCardsError
from .told_rules import after_discard, after_renewal, seen_after, with_words
from .told_text import CHALLENGED, ToldParts, bare_words, parse_told
from .told_words import AmbiguousWordsError, read_words
from .turn_text import EXCHANGE

MAX_TEXT: Final = 200
"""Most characters of a turn that is told."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn, or a part of one, as it is told.

    Attributes:
        text: in the notation of plans, as "CeDEs, buy C"; "?" is a card that was not seen, words
            all in small letters or all in capitals are laid as they can be, and "challenged by
            NAME" stands where a player challenged.
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
        if len(self.text) > MAX_TEXT:
            raise InvalidInputError(
                f"the turn has {len(self.text)} characters; no turn has more than {MAX_TEXT}"
            )
        for name, what in (("community", "the community"), ("drew", "the hand")):
            cards = getattr(self, name)
            if cards is not None:
                object.__setattr__(self, name, _parse_came(cards, f"the cards for {what}"))


def _parse_came(cards: str, what: str) -> str:
    require(cards, str, what)
    parse_letters(cards.replace(HIDDEN, ""), what)
    return cards.upper()


@dataclass(slots=True)
class TurnTeller:
    """Carries a told turn out, action by action; what it has done so far is in its attributes.

    names     of the players
    seen      the view now
    told      the turn
    came      the cards that came into the community and are not there yet
    drew      the cards that were drawn and are not in the hand yet
    done      actions of the viewer, each with the view before it
    text      what was done, in full notation
    """

    names: Sequence[str]
    seen: SeenState
    told: ToldTurn
    came: str | None = None
    drew: str | None = None
    done: list[tuple[SeenState, Action]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Carries all of it out.

        Raises InvalidInputError, IllegalAction or IllegalPlay if it cannot be.
        """
        parts = parse_told(self.told.text)
        self.came, self.drew = self.told.community, self.told.drew
        if self._is_hidden and self.drew:
            raise InvalidInputError(
                f"{self._name} drew cards that are not seen; leave out what was drawn"
            )
        match self.seen.phase:
            case Phase.START:
                self._from_start(parts)
            case Phase.PENALTY:
                self._pay_with_card(parts)
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

    def _from_start(self, parts: ToldParts) -> None:
        exchange = parts.exchange
        if parts.words is None and parts.buy is None and parts.discard is not None:
            exchange = parts.discard
        if parts.words is None and (
            parts.buy
            or parts.challenger is not None
            or exchange is parts.replace is parts.renew is None
        ):
            raise InvalidInputError(
                f'{show(self.told.text)} has no words; begin it with words, as in "JeWeLs, buy J",'
                ' or give "exchange JZ"'
            )
        if parts.replace is not None:
            self.text.append(f"replace {parts.replace}")
            self._replace(parts.replace)
        if parts.renew is not None:
            self._renew(parts.renew)
        if exchange is not None:
            self.text.append(f"{EXCHANGE} {exchange or 'nothing'}")
            self._discard(Discard, exchange)
        elif parts.words is not None:
            self._lay(parts)

    def _lay(self, parts: ToldParts) -> None:
        assert parts.words is not None
        words = self._read_words(parts)
        self._note(self.seen, words)
        state, challenger = self._challenged(with_words(self.seen, words), parts)
        play = state.turn.play
        self.text.append(parts.words if play is None else play.notation)
        if challenger is not None:
            self.text.append(f"{CHALLENGED} by {said_name(challenger, self.names)}")
        if play is None:
            self.seen = seen_after(self.seen, state)
            self._take_back(parts)
            return
        self.seen = seen_after(self.seen, self._bought(state, parts))
        extra = parts.discard or ""
        if extra:
            self.text.append(f"discard {extra}")
        self._discard(CleanUp, extra)

    def _read_words(self, parts: ToldParts) -> PlayWords:
        """How the words lie; if they will be taken back, that makes no difference."""
        assert parts.words is not None
        n_community = None if self.came is None else len(self.came)
        if not self._are_taken_back(parts):
            return read_words(self.seen, parts.words, n_community)
        try:
            return read_words(self.seen, parts.words, None)
        except AmbiguousWordsError as error:
            return PlayWords(*parse_notation(error.readings[0]))

    def _are_taken_back(self, parts: ToldParts) -> bool:
        bare, mode = bare_words(parts.words or ""), self.seen.ruleset.challenge.mode
        if parts.challenger is None and mode is not ChallengeMode.AUTOMATIC:
            return False
        return bare is not None and any(word.letters not in self.seen.lexicon for word in bare)

    def _challenged(self, state: GameState, parts: ToldParts) -> tuple[GameState, int | None]:
        """The game after the opponents' answers to the words, and who challenged."""
        challenger = self._challenger(parts)
        while state.phase is Phase.CHALLENGE:
            state = self._say(state, Challenge() if state.to_act == challenger else Accept())
        return state, challenger

    def _challenger(self, parts: ToldParts) -> int | None:
        if parts.challenger is None:
            return None
        if self.seen.ruleset.challenge.mode is not ChallengeMode.PLAYERS:
            raise InvalidInputError("nobody challenges words by the ruleset of this table")
        opponents = self.seen.clockwise_from(self.seen.active)[1:]
        if not parts.challenger:
            if len(opponents) == 1:
                return opponents[0]
            raise InvalidInputError(
                f'say who challenged, as in "{CHALLENGED} by {self.names[opponents[0]]}"'
            )
        player = player_named(parts.challenger, self.names)
        if player not in opponents:
            raise InvalidInputError(
                f"{self.names[player]} played the words and cannot challenge them"
            )
        return player

    def _take_back(self, parts: ToldParts) -> None:
        """The words were refused: another try, or a card pays for them."""
        if isinstance(parts.buy, Buy):
            raise InvalidInputError(
                f"{show(parts.words)} is not in the lexicon and was taken back; nothing is bought"
            )
        if parts.discard is None:
            return
        if self.seen.phase is Phase.START:
            raise InvalidInputError(
                f"{show(parts.words)} is not in the lexicon, and another try is left; tell the"
                " words alone, and then what was done instead"
            )
        self._pay_with_card(ToldParts(discard=parts.discard))

    def _pay_with_card(self, parts: ToldParts) -> None:
        cards = parts.discard if parts.exchange is None else parts.exchange
        if (
            cards is None
            or parts.words
            or parts.buy
            or parts.replace
            or parts.renew
            or parts.challenger is not None
        ):
            raise InvalidInputError(
                f"the words of {self._name} were taken back, and one card is discarded; give it as"
                ' in "discard Z", or "discard ?" if it was not seen'
            )
        self.text.append(f"discard {cards}")
        self._discard(Discard, cards)

    def _bought(self, state: GameState, parts: ToldParts) -> GameState:
        if isinstance(parts.buy, Buy):
            check_purchase(state, parts.buy.letter)
            self.text.append(str(parts.buy))
        if state.phase is Phase.PURCHASE:
            state = self._say(state, parts.buy or Decline())
        return state

    def _say(self, state: GameState, action: Action) -> GameState:
        """The game after an action that moves no card."""
        if state.to_act == self.seen.viewer:
            self._note(seen_after(self.seen, state), action)
        return apply(state, action)

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
        self._exchange(ReplaceCard, card, drawn)

    def _renew(self, card: str) -> None:
        """A card of the community is replaced; that which came is the first that is told."""
        action = ReplaceCard(card, COMMUNITY)
        came, self.came = (self.came or "")[:1], (self.came or "")[1:] or None
        if came in ("", HIDDEN):
            raise MissingCardsError(
                f"{card} was replaced in the community; give the card that came for it, first of"
                " all",
                1,
                COMMUNITY,
            )
        self.text.append(str(action))
        before = self.seen
        self.seen = after_renewal(before, action, came)
        self._note(before, action)

    def _discard(self, kind: type[Discard | CleanUp], cards: str) -> None:
        turn = self.seen.turn
        came = self._came(len(turn.cards_used(COMMUNITY)))
        drawn = self._drawn(len(turn.cards_used(HAND)) + len(cards))
        self._exchange(kind, cards, came + drawn)

    def _exchange(
        self, kind: type[ReplaceCard | Discard | CleanUp], cards: str, draws: str
    ) -> None:
        n_hidden = self.seen.active_seat.hand.count(HIDDEN)
        if cards.count(HIDDEN) > n_hidden and not self._is_hidden:
            raise InvalidInputError(
                f"{cards} has cards that were not seen; one's own cards are known, so name them"
            )
        before = self.seen
        self.seen = after_discard(before, kind, cards, draws)
        if HIDDEN not in cards:
            self._note(before, kind(cards))

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

    def _note(self, before: SeenState, action: Action) -> None:
        if before.to_act == before.viewer:
            self.done.append((before, action))
