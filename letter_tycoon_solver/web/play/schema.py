"""What the API of played games takes and gives, as structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...game.names import MAX_NAME
from ..schema import Amount, LaidWord, LexiconName, Problem, RulesetName, StackingName

MAX_NAME_OF_SEAT = 24
"""Signs of a name, of which each may be several characters."""
MAX_SEATS = 5

Player = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
"""The number of a seat, clockwise."""
ChallengeName = Literal["players", "none", "automatic"]
PhaseName = Literal["start", "challenge", "penalty", "purchase", "clean-up", "over"]


# What comes in -----------------------------------------------------------------------------------


class NewSeat(Struct, forbid_unknown_fields=True):
    """Who is to take a seat: a person with a name, or a computer of a level."""

    name: Annotated[str, Meta(max_length=MAX_NAME)] = ""
    level: Annotated[str, Meta(max_length=24)] = ""
    """One of those of `/api/play/setup`, for a computer."""


class GameToPlay(Struct, forbid_unknown_fields=True):
    """A game to begin; the first person is who makes it."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MAX_SEATS)]
    ruleset: RulesetName = "rulebook"
    stacking: StackingName | None = None
    challenge: ChallengeName = "players"
    retries: Annotated[int, Meta(ge=0, le=99)] = 0
    goal: Annotated[int, Meta(ge=1, le=133)] | None = None
    """Value of one player's patents that ends the game, if not that of the ruleset."""
    lexicon: LexiconName | None = None
    hints: bool = False
    """Whether everyone may ask for hints and advice."""


class TakeSeat(Struct, forbid_unknown_fields=True):
    """Taking the seat of an invitation."""

    key: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$")]
    """Drawn at random by who takes it: whoever sends it again gets the same seat."""


class ToLay(Struct, forbid_unknown_fields=True):
    """Words to look at before they are laid."""

    words: Annotated[str, Meta(max_length=100)]
    """In the notation: "JeWeLs", "YAChT & BO(O)K+S"; Ys and doublers as they pay most."""


class Act(Struct, forbid_unknown_fields=True):
    """What a seat does."""

    version: int
    """Of the game as it was seen; a wish to undo and a seat that is taken do not make it old."""
    turn: Annotated[str, Meta(max_length=200)]
    """In the notation of turns: "JeWeLs", "exchange JZ", "replace X", then "buy J", "buy nothing",
    "discard AZ" or "discard nothing", or several of them with commas; what is left out is left
    open. What is said to the words of another is "accept" or "challenge"."""


class Undo(Struct, forbid_unknown_fields=True):
    """Undoing the own last decision, or what is said to that of another."""

    version: int
    answer: Literal["ask", "agree", "decline"]


# What goes out -----------------------------------------------------------------------------------


class PlaySetup(Struct):
    """What can be chosen for a new game."""

    levels: list[str]
    """Of computers."""
    level: str
    """The one to begin with."""
    max_seats: int
    is_local: bool
    """Whether only this machine can open the page."""


class OwnSeat(Struct):
    """The secret of a seat: who knows it plays there."""

    seat: str


class Address(Struct):
    """What to open in a browser; with the token, where there is one."""

    address: str


class Invitation(Struct):
    """What an invitation says before it is taken."""

    name: str
    """Of the seat."""
    players: list[str]


class SeatSeen(Struct):
    """What everyone sees of a player."""

    name: str
    level: str
    """Of a computer; nothing for a person."""
    is_taken: bool
    """A person's seat may still wait for them."""
    patents: str
    patent_value: int
    money: Amount
    stock: Amount
    score: int
    cards: int
    """In the hand, those laid not counted."""


class SeatRoyalty(Struct):
    """What an opponent gets for the cards laid."""

    opponent: Annotated[int, Meta(ge=0, lt=MAX_SEATS, description="The number of a seat, from 0.")]
    dollars: int
    letters: str


class Laid(Struct):
    """Words that lie on the table, and what they earn."""

    words: list[LaidWord]
    money: int
    stock: int
    royalties: list[SeatRoyalty]


class News(Struct):
    """What has happened in a turn, so far."""

    round: int
    player: int
    words: list[LaidWord]
    lines: list[str]


class UndoTo(Struct):
    """Where a game would be after undoing."""

    round: int
    active: int
    """Whose turn it was."""
    phase: PhaseName
    actions: int
    """How many actions of all players would be taken back."""


class UndoSeen(Struct):
    """Whether something can be undone, and who is asked."""

    can_ask: bool
    alone: bool
    """Nobody else has to agree."""
    by: int | None
    """Who has asked."""
    waits_for: list[int]
    to: UndoTo | None
    """What was asked for."""


class Placed(Struct):
    """Who has come to a place in the end; several who share it."""

    players: list[int]


class SeenGame(Struct):
    """A game as one seat sees it. The data of the event `game`."""

    version: int
    """Rises as long as the server runs. The one that comes next may begin with a lower one, if no
    action was done or undone since."""
    you: int
    seats: list[SeatSeen]
    phase: PhaseName
    active: int
    """Whose turn it is."""
    asked: int
    """Who is to act: another in a challenge."""
    hand: str
    """Your cards, without those laid."""
    community: str
    """Without those laid."""
    deck: int
    round: int
    final_round: int | None
    goal: int
    laid: Laid | None
    purchasable: str
    """Patents that whose turn it is may buy now, dearest first."""
    may_replace: bool
    """Whether you may replace a card now (Q)."""
    news: list[News]
    """Of the last turns."""
    places: list[Placed]
    """In the end, the winners first."""
    undo: UndoSeen
    invitations: list[int]
    """Seats that nobody has taken, whose code you may show."""
    hints: bool
    challenge: ChallengeName
    lexicon: str
    ruleset: str
    trouble: str
    """Why a computer does not act, or nothing."""


class OldVersion(Problem):
    """The game has gone on."""

    game: SeenGame | None = None


class Looked(Struct):
    """Words before they are laid."""

    why_not: str
    """What is against laying them, in a sentence, or nothing."""
    laid: Laid | None
    """What they would earn."""
    purchasable: str
    not_words: list[str] | None
    """Those in no list; null where only a challenge tells."""
