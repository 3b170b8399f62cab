"""Structs that the API of played games takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...game.table import MAX_NAME
from ..schema import Board, LaidWord, LexiconName, PhaseName, Problem, RulesetName, StackingName

MAX_NAME_OF_SEAT = 24
"""Signs of a name, of which each may be several characters."""
MAX_SEATS = 5

Player = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
"""The number of a seat, clockwise."""
ChallengeName = Literal["players", "none", "automatic"]


# What comes in -----------------------------------------------------------------------------------


class NewSeat(Struct, forbid_unknown_fields=True):
    """The player of a new seat: a person with a name, or a computer of a level."""

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
    """True if everyone may ask for hints and advice."""


class TakeSeat(Struct, forbid_unknown_fields=True):
    """Taking the seat of an invitation."""

    key: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$")]
    """Drawn at random by who takes it: whoever sends it again gets the same seat."""


class ToLay(Struct, forbid_unknown_fields=True):
    """Words to look at before they are laid."""

    words: Annotated[str, Meta(max_length=100)]
    """In the notation: "JeWeLs", "YAChT & BO(O)K+S"; Ys and doublers as they pay most."""


class Act(Struct, forbid_unknown_fields=True):
    """The act of a seat."""

    version: int
    """The version of the game as it was seen; undo wishes and taken seats do not change it."""
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
    """The choices for a new game."""

    levels: list[str]
    """The levels of computers."""
    level: str
    """The one to begin with."""
    about: dict[str, str]
    """A sentence on each level."""
    max_seats: int
    is_local: bool
    """True if only this machine can open the page."""


class OwnSeat(Struct):
    """The secret of a seat: who knows it plays there."""

    seat: str


class Address(Struct):
    """An address to open in a browser; with the token, where there is one."""

    address: str
    is_local: bool
    """True if only this machine can open it."""


class Invitation(Struct):
    """An invitation before it is taken."""

    name: str
    """The name of the seat."""
    players: list[str]


class SeatRoyalty(Struct):
    """The royalty of an opponent for the cards laid."""

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
    """News of a turn, so far."""

    round: int
    player: int
    words: list[LaidWord]
    lines: list[str]


class UndoTo(Struct):
    """The game as it would be after undoing."""

    round: int
    active: int
    """Whose turn it was."""
    phase: PhaseName
    actions: int
    """The number of actions of all players that would be taken back."""


class UndoSeen(Struct):
    """The state of undo: if something can be undone, and who is asked."""

    can_ask: bool
    alone: bool
    """Nobody else has to agree."""
    by: int | None
    """The player who has asked."""
    waits_for: list[int]
    to: UndoTo | None
    """The point to go back to that was asked for."""


class BestWord(Struct):
    """The word that paid most, in dollars and stock."""

    player: int
    word: LaidWord
    money: int
    stock: int


class BestTurn(Struct):
    """The turn whose words paid most, in dollars and stock."""

    player: int
    round: int
    words: list[LaidWord]
    money: int
    stock: int


class RoyaltiesOf(Struct):
    """The royalties of a player for the words of another, over the whole game."""

    player: int
    words_of: int
    dollars: int


class Ending(Struct):
    """The story of a game that is over."""

    best_word: BestWord | None
    best_turn: BestTurn | None
    royalties: list[RoyaltiesOf]
    """The greatest first."""


class SeenGame(Board):
    """A game as one seat sees it. The data of the event `game`."""

    version: int
    """Rises as long as the server runs. The one that comes next may begin with a lower one, if no
    action was done or undone since."""
    you: int
    asked: int
    """The player to act: another one than the active player in a challenge."""
    computers: list[int]
    """Seats of computers."""
    waiting: list[int]
    """Seats of people that nobody has taken."""
    laid: Laid | None
    purchasable: str
    """Patents that whose turn it is may buy now, dearest first."""
    news: list[News]
    """The news of the last turns."""
    ending: Ending | None
    """Null while the game goes on."""
    rematch: str
    """The secret of your seat in the rematch, or nothing while there is none."""
    undo: UndoSeen
    invitations: list[int]
    """Seats that nobody has taken, whose code you may show."""
    hints: bool
    challenge: ChallengeName
    trouble: str
    """Why a computer does not act, or nothing."""


class OldVersion(Problem):
    """The game has gone on."""

    game: SeenGame | None = None


class Looked(Struct):
    """Words before they are laid."""

    why_not: str
    """The reason against laying them, in a sentence, or nothing."""
    laid: Laid | None
    """The earnings of the words."""
    purchasable: str
    not_words: list[str] | None
    """Those in no list; null where only a challenge tells."""
