"""Which cards a log tells, and where they were: the letters of all ids, hands and community.

Cards have ids that stay the same. A card that is played, discarded or replaced without having been
drawn was dealt in the beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...rules.cards import CARD_COUNT, HIDDEN
from ...rules.play import COMMUNITY, HAND
from .envelope import Log
from .events import Card, OnlineLogError, cards_from
from .logged_turn import LoggedTurn
from .turns import ONLINE_RULES

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
