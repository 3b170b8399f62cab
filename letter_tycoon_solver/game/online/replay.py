"""The turns of a log carried out by the rules: as a `Game`, or as a `TrackedGame` of a seat."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...errors import LetterTycoonError
from ...lexicon import Lexicon
from ...rules.cards import DECK_SIZE, HIDDEN
from ...rules.play import COMMUNITY, HAND
from ...rules.ruleset import ChallengeMode, Ruleset
from ...rules.turn import Turn, TurnKind
from ..actions import (
    Accept,
    Action,
    Buy,
    Challenge,
    Decline,
    Discard,
    Exchange,
    PlayWords,
    ReplaceCard,
)
from ..follow.seen_deal import SeenDeal
from ..follow.tracked_game import TrackedGame
from ..game import Game
from ..guessed_card import GuessedCard
from ..names import said_name
from ..setup import FULL_DECK, told_state
from ..state import GameState, Table
from .cards import COMMUNITY_SIZE, HAND_SIZE, KnownCards
from .events import OnlineLogError
from .logged_turn import Attempt, LoggedTurn


@dataclass(frozen=True, slots=True)
class Told:
    """All that a record is made of.

    Attributes:
        names: of the players, clockwise from the one who starts.
        turns: in their order.
        cards: what is known of the cards.
        ruleset: of the table.
        lexicon: the words that are valid there.
    """

    names: tuple[str, ...]
    turns: Sequence[LoggedTurn]
    cards: KnownCards
    ruleset: Ruleset
    lexicon: Lexicon


Replayed = tuple[Game | TrackedGame, list[int]]
"""A record, and for each action of a Game or turn of a TrackedGame its move in the log."""


def replayed_game(told: Told) -> Replayed:
    """The game, all of whose hands are known but for cards that are guessed.

    Raises OnlineLogError if it cannot be by the rules.
    """
    guessed = _guessed_letters(told)
    letters = {**told.cards.letters, **guessed}
    steps = [list(_actions(turn, letters, told.ruleset)) for turn in told.turns]
    guesses = [
        GuessedCard(place, letters[number], _discarded_at(number, told.turns, steps))
        for place, ids in _first_ids(told).items()
        for number in ids
        if number in guessed
    ]
    with _errors_of(None):
        start = _first_state(told, letters)
    record = Game.from_state(start, told.names, guesses=guesses)
    for turn, actions in zip(told.turns, steps, strict=True):
        for action, move in actions:
            with _errors_of(move):
                record.apply(action)
        _check(record.state, len(record.state.deck), turn)
    return record, [move for actions in steps for _, move in actions]


def replayed_seat(told: Told, seat: int | None) -> Replayed:
    """The game as a player has seen it, or for None all at the table.

    Raises OnlineLogError if it cannot be by the rules.
    """
    hand = "" if seat is None else told.cards.text(told.cards.hands[seat])
    pool = told.cards.text(told.cards.community)
    known, n_hidden = pool.replace(HIDDEN, ""), pool.count(HIDDEN)
    deal = SeenDeal(seat, hand.replace(HIDDEN, ""), known, 0, hand.count(HIDDEN), n_hidden)
    record, moves = TrackedGame(told.names, deal, told.lexicon, told.ruleset), []
    for turn in told.turns:
        for part, community, drew in _told(turn, told, is_own=turn.player == seat):
            with _errors_of(turn.end):
                record.push(part, community=community, drew=drew)
            moves.append(turn.end)
        _check(record.table, record.deck_size, turn)
    return record, moves


@contextlib.contextmanager
def _errors_of(move: int | None) -> Iterator[None]:
    """Names the move in what the rules say."""
    try:
        yield
    except LetterTycoonError as error:
        raise OnlineLogError(move, str(error)) from None


def _check(table: Table, deck_size: int, turn: LoggedTurn) -> None:
    """Raises OnlineLogError if the table after a turn is another than the log says."""
    for seat, logged in zip(table.seats, turn.seats, strict=True):
        now, told = ((one.patents, one.money, one.stock) for one in (seat, logged))
        if now != told:
            raise OnlineLogError(turn.end, f"a player has {told}; by the rules it is {now}")
    piles = deck_size, len(table.discards)
    if turn.piles not in (None, piles):
        raise OnlineLogError(
            turn.end, f"deck and discards have {turn.piles} cards; by the rules they have {piles}"
        )


# A game with all hands ---------------------------------------------------------------------------


def _first_ids(told: Told) -> dict[int | None, list[str]]:
    """The ids of each first hand, and for None of the community.

    Those that were never moved get names of their own.
    """
    return {
        place: [number or f"{place}/{at}" for at, number in enumerate(ids)]
        for place, ids in told.cards.dealt.items()
    }


def _unseen_letters(told: Told) -> str:
    """The letters of cards that the log never names, sorted."""
    left = Counter(FULL_DECK)
    left.subtract(told.cards.letters.values())
    return "".join(sorted(left.elements()))


def _guessed_letters(told: Told) -> dict[str, str]:
    """A letter for each card of the deal that has none."""
    unknown = [
        number
        for ids in _first_ids(told).values()
        for number in ids
        if number not in told.cards.letters
    ]
    unseen = _unseen_letters(told)
    if len(unknown) > len(unseen):
        raise OnlineLogError(None, "the log names more cards than the game has")
    return dict(zip(unknown, unseen, strict=False))


def _actions(
    turn: LoggedTurn, letters: Mapping[str, str], ruleset: Ruleset
) -> Iterator[tuple[Action, int]]:
    """List the actions of a turn, each with its move."""
    if turn.replaced:
        yield ReplaceCard(letters[turn.gone or ""], turn.replaced), turn.replaced_in
    for attempt in turn.attempts:
        words = tuple(word.played for word in attempt.words)
        yield PlayWords(words, tuple(attempt.doublers) if attempt.stands else None), attempt.move
        if ruleset.challenge.mode is ChallengeMode.PLAYERS:
            for answer in _answers(turn, attempt):
                yield answer, attempt.settled
    cards = "".join(letters[number] for number in turn.discarded or ())
    if turn.stood is None:
        yield Exchange(cards), turn.end
        return
    if turn.offers:
        yield Buy(turn.bought) if turn.bought else Decline(), turn.purchase_ended
    yield Discard(cards), turn.end


def _answers(turn: LoggedTurn, attempt: Attempt) -> Iterator[Action]:
    """List the answers of the others to words, clockwise."""
    n_players = len(turn.seats)
    for step in range(1, n_players):
        if (turn.player + step) % n_players == attempt.challenger:
            yield Challenge()
            return
        yield Accept()


def _discarded_at(
    number: str, turns: Sequence[LoggedTurn], steps: Sequence[Sequence[object]]
) -> int | None:
    """Count the actions before the one that discarded a card."""
    before = 0
    for turn, actions in zip(turns, steps, strict=True):
        if turn.gone == number:
            return before
        before += len(actions)
        if number in (turn.discarded or ()):
            return before - 1
    return None


def _first_state(told: Told, letters: Mapping[str, str]) -> GameState:
    dealt = {
        place: "".join(letters[number] for number in ids) for place, ids in _first_ids(told).items()
    }
    hands = [dealt[seat] for seat in range(len(told.names))]
    return told_state(hands, dealt[None], 0, _draws(told), told.lexicon, told.ruleset)


def _draws(told: Told) -> str:
    """All cards that were drawn, in their order."""
    found: list[str] = []
    left = DECK_SIZE - len(told.names) * HAND_SIZE - COMMUNITY_SIZE
    discards: list[str] = []

    def draw(ids: Sequence[str]) -> None:
        nonlocal left
        if len(ids) > left:
            # Cards of the old deck come first, in whatever order the log names them.
            new = [number for number in ids if number in discards]
            found.extend(number for number in ids if number not in discards)
            ids, left = new, len(discards)
            discards.clear()
        found.extend(ids)
        left -= len(ids)

    for turn in told.turns:
        if turn.gone is not None and turn.came_for is not None:
            discards.append(turn.gone)
            draw([turn.came_for.id])
        draw([card.id for card in turn.came])
        discards += turn.used(COMMUNITY) + turn.used(HAND) + list(turn.discarded or ())
        draw([card.id for card in turn.drawn or ()])
    return told.cards.text(found)


# A game as it was seen ----------------------------------------------------------------------------


def _told(
    turn: LoggedTurn, told: Told, *, is_own: bool
) -> Iterator[tuple[Turn, str | None, str | None]]:
    """The turn as one tells it, refused words by themselves, each with the cards that came."""
    text = told.cards.text
    replaced = community = drew = ""
    if turn.replaced:
        came = "" if turn.came_for is None else turn.came_for.letter
        if turn.replaced == COMMUNITY:
            replaced, community = text([turn.gone or ""]).lower(), came
        else:
            replaced = text([turn.gone or ""]) if is_own else HIDDEN
            drew = came if is_own else ""
    for attempt in turn.attempts:
        if not attempt.stands:
            yield _laid(attempt, replaced, told), community or None, drew or None
            replaced = community = drew = ""
    discards = text(turn.discarded or ()) if is_own else HIDDEN * (turn.discards or 0)
    if turn.stood is None:
        whole = Turn(TurnKind.EXCHANGE, replaced, discards=discards)
    else:
        whole = replace(_laid(turn.stood, replaced, told), buy=turn.bought, discards=discards)
    community += text(card.id for card in turn.came)
    drew += text(card.id for card in turn.drawn or ()) if is_own else ""
    yield whole, community or None, drew or None


def _laid(attempt: Attempt, replaced: str, told: Told) -> Turn:
    """The words, and who challenged them."""
    by = attempt.challenger
    return Turn(
        TurnKind.WORDS,
        replaced,
        words=tuple(word.played for word in attempt.words),
        doublers=tuple(attempt.doublers) if any(attempt.doublers) else None,
        challenger=None if by is None else said_name(by, told.names),
    )
