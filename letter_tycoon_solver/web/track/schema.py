"""Structs of the operations of tracked games, besides those of ../schema.py."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...game.table import Opponents
from ..schema import (
    Amount,
    Board,
    LaidWord,
    Letters,
    LexiconName,
    Problem,
    RulesetName,
    StackingName,
)

Name = Annotated[str, Meta(max_length=40)]
TurnText = Annotated[str, Meta(max_length=200)]
"""In the notation of plans, as `ToldTurn` takes it: "jewels, buy J", "exchange ??"."""
Version = Annotated[str, Meta(max_length=64)]
"""The version of an answer; it changes with the game."""
Secret = Annotated[str, Meta(max_length=64)]
MAX_TURNS = 400


class NewGame(Struct, forbid_unknown_fields=True):
    """A game whose cards have just been dealt, as one sees it."""

    players: Annotated[list[Name], Meta(max_length=10)]
    """Clockwise."""
    community: Letters
    first: Amount
    """The player who starts, from 0."""
    seat: Amount | None = None
    """The player who tells; null for a scorekeeper, who sees no hand."""
    hand: Letters = ""
    ruleset: RulesetName = "rulebook"
    stacking: StackingName | None = None
    lexicon: LexiconName | None = None


class ToldTurn(Struct, forbid_unknown_fields=True):
    """A turn as it is told, or a part of one."""

    text: TurnText
    community: Letters | None = None
    """The cards that came into the community; null if that is not said."""
    drew: Letters | None = None
    """The cards that one drew oneself, that for a card replaced with Q first."""


class Tell(ToldTurn, forbid_unknown_fields=True, kw_only=True):
    """A turn to tell now."""

    version: Version


class Step(Struct, forbid_unknown_fields=True):
    """Something that needs no more than to be said."""

    version: Version


class Retell(Struct, forbid_unknown_fields=True):
    """All turns anew, from the deal on: for those that were wrong, forgotten or told twice."""

    version: Version
    turns: Annotated[list[ToldTurn], Meta(max_length=MAX_TURNS)]


class Redeal(Struct, forbid_unknown_fields=True):
    """A correction of the deal; null for what was right."""

    version: Version
    hand: Letters | None = None
    community: Letters | None = None
    first: Amount | None = None


class TakenFor(Struct, forbid_unknown_fields=True):
    """The kind that advice is to take the opponents for."""

    version: Version
    against: Opponents


class Turns(Struct, forbid_unknown_fields=True):
    """Turns from the deal on."""

    turns: Annotated[list[ToldTurn], Meta(max_length=MAX_TURNS)]


class Words(Struct, forbid_unknown_fields=True):
    """Words that someone has laid, or is about to."""

    words: TurnText
    """In small letters, two of them with & between."""
    turns: Annotated[list[ToldTurn], Meta(max_length=MAX_TURNS)] | None = None
    """The turns before; null for all that were told."""


class Pay(Struct):
    """Royalties to a player."""

    player: int
    dollars: int


class Reading(Struct):
    """A way to lay words."""

    notation: str
    """To be told instead of the words."""
    words: list[LaidWord]
    money: int
    stock: int
    royalties: list[Pay]
    purchasable: str
    """Patents that could be bought afterwards, dearest first."""
    community: str
    """The cards of the community that it uses."""
    hand: str
    """The cards of the hand that it uses."""


class Readings(Struct):
    """All ways to lay words that make a difference."""

    readings: list[Reading]
    refusal: str
    """Why there is none, or nothing."""
    unknown: list[str]
    """The words that are not in the word list."""


class Deal(Struct):
    """The deal, as far as it was seen."""

    hand: str
    community: str
    first: int


class DoneStep(Struct):
    """A step of a turn that was told, in its parts."""

    told: ToldTurn
    """In full notation."""
    kind: Literal["word", "exchange", "replace", "pay"]
    """Words, cards exchanged, one replaced with Q, or one paid for words that were taken back."""
    words: str
    """In notation; nothing without words."""
    laid: list[LaidWord]
    """The same words, as they lay."""
    is_taken_back: bool
    """True if the words did not stand: they earned nothing."""
    buy: str
    discards: str
    """Cards beyond those of the words; or those exchanged, replaced or paid."""
    challenger: int | None


class DoneTurn(Struct):
    """A turn that was told."""

    player: int
    text: str
    """The turn in full notation."""
    told: ToldTurn
    steps: list[DoneStep]
    """One, unless several were told in one go."""


class TrackedState(Board):
    """A game of people, as it stands, to the one who tells it."""

    version: str
    said: list[str]
    """By player the name in a turn, after "challenged by"."""
    hand_size: int
    """Cards in a hand by the rules."""
    unseen: dict[str, int]
    """By letter, the cards in the deck, in hands, and among discards that were not seen."""
    is_last_turn: bool
    """True if it is the last turn of the player to move, so that nobody needs to know the draws."""
    ends_game: bool
    """True if it is the last turn of all."""
    challenges: bool
    """True if opponents may challenge words by the rules."""
    can_undo: bool
    can_redo: bool
    deal: Deal
    turns: list[DoneTurn]
    against: Opponents
    """The kind of opponents that advice expects."""
    event: str = ""
    """The effect of the last step, in a sentence."""


class Begun(Struct):
    """A new game."""

    secret: Secret
    """Whoever knows it can tell turns."""
    game: TrackedState


class Asked(Struct, forbid_unknown_fields=True):
    """Games by their secrets."""

    secrets: Annotated[list[Secret], Meta(max_length=100)]


class ListedGame(Struct):
    """A game in a list."""

    secret: Secret
    players: list[str]
    turns: int
    """The number of turns told."""
    is_over: bool
    scores: list[int]
    changed: float
    """When it was told last, in seconds since 1970."""
    problem: str
    """Why it cannot be gone on with, or nothing."""


class ListedGames(Struct):
    """Those of the secrets that are here, and for the machine itself all that are not over."""

    games: list[ListedGame]


class Missing(Struct):
    """Cards that came and were not told."""

    source: Literal["hand", "community"]
    cards: int


class Refusal(Problem):
    """An error of what was told, and what would mend it."""

    readings: list[str] | UnsetType = UNSET
    """Ways to lay the words, of which one has to be told."""
    missing: Missing | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    """The number of the turn told anew that cannot be, from 1."""


class Stale(Problem, kw_only=True):
    """Somebody else has told something meanwhile."""

    game: TrackedState
