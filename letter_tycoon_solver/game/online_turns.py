"""The turns in a log, and the cards that it tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..rules.cards import CARD_COUNT, HIDDEN, PATENT_COST
from ..rules.play import COMMUNITY, HAND
from ..rules.ruleset import (
    MAX_RETRIES,
    ONLINE,
    ChallengeMode,
    ChallengeRule,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)
from .online_log import (
    Attempt,
    Card,
    Event,
    Log,
    LoggedTurn,
    OnlineLogError,
    Seating,
    as_id,
    cards_from,
)

# The turns in a log.


ONLINE_RULES: Final = replace(
    ONLINE,
    replaceable=Replaceable.HAND_OR_COMMUNITY,
    reshuffle=Reshuffle.WITHOUT_WORDS,
)
"""The common part of all tables online."""


class TurnReader:
    """Takes the events of a log one by one.

    Attributes:
        seating: the players.
        turns: those that are finished.
        stackings: what several doublers may do, as far as the words that were paid tell.
        mode: who checks words, None if no word was checked.
        retries: how often a player may try again, None if nobody had to.
        is_over: the end of the game was reached.
    """

    def __init__(self, log: Log, seating: Seating) -> None:
        self.turns: list[LoggedTurn] = []
        self.stackings = list(Stacking)
        self.mode: ChallengeMode | None = None
        self.retries: int | None = None
        self.is_over = False
        self._log = log
        self.seating = seating
        self._numbers = {number: seat for seat, number in enumerate(seating.ids)}
        self._turn: LoggedTurn | None = None
        self._has_ended = False
        self._doublers = ""

    def read(self) -> None:
        """Reads all events. Raises OnlineLogError; what was read so far is there."""
        for event in self._log.events:
            handle = _HANDLERS.get(event.kind)
            if handle is not None:
                handle(self, event)

    @property
    def unfinished(self) -> LoggedTurn | None:
        """The turn in which the log ends, if it is not finished."""
        return self._turn

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the table; what the log does not tell is as by default."""
        mode = self.mode or ChallengeMode.PLAYERS
        retries = (self.retries or 0) if mode is ChallengeMode.AUTOMATIC else 0
        challenge = ChallengeRule(mode, retries)
        return replace(ONLINE_RULES, stacking=self.stackings[0], challenge=challenge)

    def _now(self, event: Event) -> LoggedTurn:
        if self._turn is None:
            raise OnlineLogError(event.move, f"{event.kind} is told, and nobody's turn has begun")
        return self._turn

    def _player(self, event: Event, name: str = "player_id") -> int:
        number = event.id_of(name)
        if number not in self._numbers:
            raise OnlineLogError(event.move, f"{number} is not one of the players")
        return self._numbers[number]

    def _of_active(self, event: Event) -> LoggedTurn:
        """The turn, of an event that says whose it is, or that only this player was told of."""
        turn = self._now(event)
        told = event.player or event.id_of("player_id")
        if self._numbers.get(told) != turn.player:
            name = self.seating.names[turn.player]
            raise OnlineLogError(event.move, f"{event.kind} of {told} is told in a turn of {name}")
        return turn

    # States ---------------------------------------------------------------------------------------

    def _on_state(self, event: Event) -> None:
        number = as_id(event.get("id"))
        state = int(number) if number is not None and number.isdecimal() else 0
        # 5 begins a turn, 20 asks for Q, 30 for words; 35 checks them, 40 asks who challenges, 45
        # pays them. 50 asks for a patent, 51 sells it, 55 refills the community. 60 asks for
        # discards, 70 for the card that pays for refused words; 75 refills the hand, 76 ends the
        # turn, 99 the game.
        match state:
            case 5 | 20 | 30:
                self._begin(event, is_new=state == 5)
            case 35:
                self.mode = ChallengeMode.AUTOMATIC
            case 40:
                self.mode = ChallengeMode.PLAYERS
            case 45:
                self._decide(event, stands=True)
            case 51 if not self._now(event).bought:
                raise OnlineLogError(event.move, "a patent was bought, and which is missing")
            case 70:
                self._check_refused(event)
            case 75 | 76:
                self._has_ended = True
            case 99:
                self._end(event)

    def _begin(self, event: Event, *, is_new: bool) -> None:
        player, turn = self._player(event, "active_player"), self._turn
        if turn is not None and turn.player == player and not is_new:
            self._check_refused(event)
            return
        if turn is not None:
            self._close(event)
            expected = (turn.player + 1) % len(self._numbers)
            if player != expected:
                name = self.seating.names[expected]
                raise OnlineLogError(event.move, f"the turn of {name} before this is missing")
        self._turn = LoggedTurn(player)

    def _end(self, event: Event) -> None:
        if self._turn is not None and self._has_ended:
            self._close(event)
        self.is_over = True

    def _close(self, event: Event) -> None:
        turn = self._now(event)
        self._check_refused(event)
        turn.end = event.move
        if turn.stood and len(turn.stood.doublers) < len(turn.stood.words):
            raise OnlineLogError(turn.stood.settled, "words stand, and what they earn is missing")
        n_used = len(turn.used(COMMUNITY))
        if len(turn.came) != n_used:
            raise OnlineLogError(
                turn.end,
                f"{len(turn.came)} cards came into the community, and {n_used} of it were used",
            )
        n_discarded = None if turn.discarded is None else len(turn.discarded)
        if turn.discards is None:
            turn.discards = n_discarded or 0
        elif n_discarded not in (None, turn.discards):
            raise OnlineLogError(
                turn.end, f"{turn.discards} cards were discarded, and {n_discarded} are named"
            )
        self.turns.append(turn)
        self._turn, self._has_ended = None, False

    # Words ----------------------------------------------------------------------------------------

    def _on_replaced(self, event: Event) -> None:
        turn = self._now(event)
        turn.replaced_in = event.move
        if event.kind == "playerReplacedCardFromCommunity":
            turn.replaced, turn.gone = COMMUNITY, event.id_of("card_id")
            return
        turn.replaced = HAND
        if event.player is not None:
            turn.gone = self._of_active(event).gone = event.id_of("card_id")

    def _on_words(self, event: Event) -> None:
        turn = self._of_active(event)
        self._check_refused(event)
        words = [event.word("main_word")]
        if event.get("second_word") is not None:
            words.append(event.word("second_word"))
        if turn.stood is not None:
            raise OnlineLogError(event.move, "words are laid, and others stand already")
        turn.attempts.append(Attempt(event.move, tuple(words)))

    def _on_challenger(self, event: Event) -> None:
        self._attempt(event).challenger = self._player(event)

    def _on_refused(self, event: Event) -> None:
        word = event.get("rejected_word")
        attempt = self._attempt(event)
        if word not in [laid.played.word for laid in attempt.words]:
            raise event.error("rejected_word", "one of the words that were laid")
        attempt.refused = str(word)
        self._decide(event, stands=False)
        if event.kind == "playerChallengeSucceeded" and attempt.challenger is None:
            raise OnlineLogError(event.move, "words are refused, and nobody has challenged them")

    def _on_upheld(self, event: Event) -> None:
        if self._attempt(event).challenger is None:
            raise OnlineLogError(event.move, "a challenge has failed, and nobody has challenged")
        self._decide(event, stands=True)

    def _on_retry(self, event: Event) -> None:
        if event.kind == "playerMayTryAgainRetriesLeft":
            self.retries = min(event.whole("retries_total"), MAX_RETRIES)
        elif event.kind == "playerMayTryAgain":
            self.retries = MAX_RETRIES
        elif self.retries is None:
            self.retries = 0

    def _attempt(self, event: Event) -> Attempt:
        turn = self._now(event)
        if not turn.attempts:
            raise OnlineLogError(event.move, f"{event.kind} is told, and no words were laid")
        return turn.attempts[-1]

    def _decide(self, event: Event, *, stands: bool) -> None:
        attempt = self._attempt(event)
        if attempt.stands is (not stands):
            raise OnlineLogError(event.move, "words both stand and are refused")
        attempt.stands = stands
        attempt.settled = attempt.settled or event.move

    def _check_refused(self, event: Event) -> None:
        """Raises OnlineLogError if the turn goes on, and nobody has said whether words stand."""
        turn = self._now(event)
        if turn.attempts and turn.attempts[-1].stands is None:
            raise OnlineLogError(event.move, "words were laid, and what became of them is missing")

    # Payments -------------------------------------------------------------------------------------

    def _on_doubler(self, event: Event) -> None:
        self._doublers += event.kind.removeprefix("playerWordUsed")[0]

    def _on_payout(self, event: Event) -> None:
        turn = self._of_active(event)
        self._decide(event, stands=True)
        attempt = self._attempt(event)
        if len(attempt.doublers) == len(attempt.words):
            raise OnlineLogError(event.move, "words are paid twice")
        word = attempt.words[len(attempt.doublers)].played.word
        attempt.doublers.append("".join(sorted(self._doublers)))
        self._doublers = ""
        money, stock = event.whole("money"), event.whole("stock")
        one, n = ONLINE_RULES.payout, len(word)
        factors = {way: way.factor(len(attempt.doublers[-1])) for way in self.stackings}
        self.stackings = [
            way
            for way, times in factors.items()
            if (money, stock) == (one.coins[n] * times, one.stock[n] * times)
        ]
        if not self.stackings:
            raise OnlineLogError(
                event.move, f"{word} earns ${money} and {stock} stock, which cannot be"
            )
        turn.money[turn.player] += money
        turn.stock[turn.player] += stock

    def _on_royalties(self, event: Event) -> None:
        self._now(event).money[self._player(event)] += event.whole("royalties")

    def _on_dollar(self, event: Event) -> None:
        gets = event.kind == "playerReceivedPayment"
        self._now(event).money[self._player(event)] += 1 if gets else -1

    def _on_bought(self, event: Event) -> None:
        turn, letter, cost = self._of_active(event), event.letter("letter"), event.whole("cost")
        if turn.stood is None or turn.bought or cost != PATENT_COST[letter]:
            raise OnlineLogError(
                event.move,
                f"{letter} is bought for ${cost}; one patent may be bought after words that stand,"
                f" and {letter} costs ${PATENT_COST[letter]}",
            )
        turn.bought = letter

    # Cards ----------------------------------------------------------------------------------------

    def _on_community(self, event: Event) -> None:
        turn, cards = self._now(event), event.cards("new_cards")
        if turn.replaced == COMMUNITY and turn.came_for is None and not turn.attempts:
            turn.came_for = self._one(event, cards)
        elif turn.stood is not None and not turn.came:
            turn.came = cards
        else:
            raise OnlineLogError(event.move, "cards come into the community, and none was used")

    def _on_hand(self, event: Event) -> None:
        turn, cards = self._of_active(event), event.cards("new_cards")
        is_early = not turn.attempts and turn.discards is None and turn.discarded is None
        if turn.replaced == HAND and turn.came_for is None and is_early:
            turn.came_for = self._one(event, cards)
        elif turn.drawn is None:
            turn.drawn = cards
        else:
            raise OnlineLogError(event.move, "cards are drawn twice")

    def _on_discards(self, event: Event) -> None:
        turn = self._now(event)
        if event.kind == "activePlayerDiscardedCards":
            self._of_active(event).discarded = event.ids("card_ids")
        else:
            turn.discards = event.whole("num_cards")

    def _on_sizes(self, event: Event) -> None:
        if self._turn is not None:
            self._turn.piles = event.whole("deck_count"), event.whole("discard_count")

    def _one(self, event: Event, cards: tuple[Card, ...]) -> Card:
        if len(cards) != 1:
            raise OnlineLogError(event.move, f"{len(cards)} cards come for one that was replaced")
        return cards[0]


_HANDLERS: Final[Mapping[str, Callable[[TurnReader, Event], None]]] = {
    "gameStateChange": TurnReader._on_state,
    "playerReplacedCardFromHand": TurnReader._on_replaced,
    "activePlayerReplacedCardFromHand": TurnReader._on_replaced,
    "playerReplacedCardFromCommunity": TurnReader._on_replaced,
    "playerPlayedWord": TurnReader._on_words,
    "playerChallenged": TurnReader._on_challenger,
    "playerChallengeSucceeded": TurnReader._on_refused,
    "automaticChallengeRejectedWord": TurnReader._on_refused,
    "playerChallengeFailed": TurnReader._on_upheld,
    "playerMayTryAgain": TurnReader._on_retry,
    "playerMayTryAgainRetriesLeft": TurnReader._on_retry,
    "playerMustDiscardNoRetries": TurnReader._on_retry,
    **{f"playerWordUsed{letter}Patent": TurnReader._on_doubler for letter in "BJK"},
    "playerWordUsedQLetter": TurnReader._on_doubler,
    "playerReceivedMoneyAndStock": TurnReader._on_payout,
    "playerReceivedRoyalties": TurnReader._on_royalties,
    "playerReceivedPayment": TurnReader._on_dollar,
    "challengerPaidPenalty": TurnReader._on_dollar,
    "playerBoughtPatent": TurnReader._on_bought,
    "communityReceivedCards": TurnReader._on_community,
    "activePlayerReceivedCards": TurnReader._on_hand,
    "activePlayerDiscardedCards": TurnReader._on_discards,
    "playerDiscardedNumberOfCards": TurnReader._on_discards,
    "deckAndDiscardSizesChanged": TurnReader._on_sizes,
}
"""By type, what is done with an event. All others say nothing that does not follow."""

KINDS: Final = frozenset(_HANDLERS) - {"gameStateChange"}
"""The types of events that other games have not got."""


# Which cards a log tells, and where they were: the letters of all ids, hands and community.
#
# Cards have ids that stay the same. A card that is played, discarded or replaced without having
# been drawn was dealt in the beginning.


HAND_SIZE: Final = ONLINE_RULES.hand_size
COMMUNITY_SIZE: Final = ONLINE_RULES.community_size


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The known cards of a game.

    Attributes:
        letters: by id.
        hands: by seat, for those whose cards are told, the ids of the first cards; "" for one
            that was never played or discarded.
        community: the ids of the first cards; "" for one that was never used.
    """

    letters: Mapping[str, str]
    hands: Mapping[int, tuple[str, ...]]
    community: tuple[str, ...]

    @property
    def dealt(self) -> dict[int | None, tuple[str, ...]]:
        """The ids of the first cards, of the community by None, then of the hands by seat."""
        return {None: self.community} | dict(self.hands)

    def text(self, ids: Iterable[str]) -> str:
        """The letters, HIDDEN for each that is not known."""
        return "".join(self.letters.get(number, HIDDEN) for number in ids)


def known_cards(log: Log, ids: Sequence[str], turns: Sequence[LoggedTurn]) -> KnownCards:
    """The cards that a log tells.

    Args:
        log: for whose eyes its events were, and what the viewer of a replay page saw first.
        ids: of the players, by seat.
        turns: all that are told.

    Returns:
        What is known.

    Raises:
        OnlineLogError: cards are in two places, or one that must be told is not.
    """
    setup = {name: cards_from(log.setup.get(name)) or () for name in ("hand", "community")}
    seats = {event.player: ids.index(event.player) for event in log.events if event.player in ids}
    viewer = _viewer(log, ids)
    letters = _letters(turns, [card for cards in setup.values() for card in cards])
    hands = {}
    for seat in {*seats.values(), *([viewer] if viewer is not None else [])}:
        first = setup["hand"] if seat == viewer else ()
        hands[seat] = _first(_hand_changes(turns, seat), HAND_SIZE, first)
    community = _first(_community_changes(turns), COMMUNITY_SIZE, setup["community"])
    for turn in turns:
        if turn.replaced == COMMUNITY and turn.gone not in letters:
            raise OnlineLogError(turn.replaced_in, "nobody knows which card was replaced")
    return KnownCards(letters, hands, community)


def _viewer(log: Log, ids: Sequence[str]) -> int | None:
    """The seat of the player whose first hand a replay page shows."""
    cards = log.setup.get("hand")
    for card in cards.values() if isinstance(cards, dict) else ():
        owner = str(card.get("location_arg")) if isinstance(card, dict) else ""
        if owner in ids:
            return ids.index(owner)
    return None


def _letters(turns: Sequence[LoggedTurn], shown: Iterable[Card]) -> dict[str, str]:
    letters = {card.id: card.letter for card in shown}
    for turn in turns:
        for card in _told(turn):
            if letters.setdefault(card.id, card.letter) != card.letter:
                raise OnlineLogError(
                    turn.end, f"the card {card.id} is {card.letter}, and was {letters[card.id]}"
                )
    for letter, n in Counter(letters.values()).items():
        if n > CARD_COUNT[letter]:
            raise OnlineLogError(
                None, f"the log has {n} cards {letter}; the game has {CARD_COUNT[letter]}"
            )
    return letters


def _told(turn: LoggedTurn) -> Iterator[Card]:
    for attempt in turn.attempts:
        for word in attempt.words:
            yield from word.cards
    yield from turn.came
    yield from turn.drawn or ()
    if turn.came_for is not None:
        yield turn.came_for


Change = tuple[int, Sequence[str], Sequence[str], Sequence[str]]
"""A move, the ids that are seen at a place, those of them that go, and those that come."""


def _hand_changes(turns: Sequence[LoggedTurn], seat: int) -> Iterator[Change]:
    for turn in turns:
        if turn.player != seat:
            continue
        if turn.replaced == HAND:
            came = () if turn.came_for is None else (turn.came_for.id,)
            if turn.gone is None or not came:
                raise OnlineLogError(turn.replaced_in, "a card was replaced, and which is missing")
            yield turn.replaced_in, [turn.gone], [turn.gone], came
        for attempt in turn.attempts:
            yield attempt.move, attempt.ids(HAND), (), ()
        if turn.discards and turn.discarded is None:
            raise OnlineLogError(turn.end, "cards were discarded, and which is missing")
        gone = [*turn.used(HAND), *(turn.discarded or ())]
        drawn = [card.id for card in turn.drawn or ()]
        if len(gone) != len(drawn):
            raise OnlineLogError(
                turn.end, f"{len(gone)} cards went from the hand, and {len(drawn)} were drawn"
            )
        yield turn.end, gone, gone, drawn


def _community_changes(turns: Sequence[LoggedTurn]) -> Iterator[Change]:
    for turn in turns:
        if turn.replaced == COMMUNITY:
            if turn.gone is None or turn.came_for is None:
                raise OnlineLogError(turn.replaced_in, "a card was replaced, and which is missing")
            yield turn.replaced_in, [turn.gone], [turn.gone], [turn.came_for.id]
        for attempt in turn.attempts:
            yield attempt.move, attempt.ids(COMMUNITY), (), ()
        used = turn.used(COMMUNITY)
        yield turn.end, used, used, [card.id for card in turn.came]


def _first(changes: Iterable[Change], size: int, shown: Sequence[Card]) -> tuple[str, ...]:
    """The ids of the cards that lay there first; "" for each that was never moved."""
    first = [card.id for card in shown]
    there, gone_before = set(first), set[str]()
    for move, seen, gone, came in changes:
        for number in seen:
            if number in there:
                continue
            if number in gone_before or len(first) == size or shown:
                raise OnlineLogError(move, f"the card {number} is used, and did not lie there")
            first.append(number)
            there.add(number)
        there -= set(gone)
        if len(set(gone)) < len(gone) or there & set(came):
            raise OnlineLogError(move, "a card goes or comes twice")
        there |= set(came)
        gone_before = (gone_before | set(gone)) - set(came)
    return (*first, *[""] * (size - len(first)))
