"""Structs that the API of reviews takes and gives."""

from __future__ import annotations

import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from ..schema import PlanOfTurn, Seat

MAX_RECORD: Final = 1_048_576
"""Characters of a file. A record has a fortieth of it, the log of a long game online a third."""

VerdictName = Literal["best", "fine", "mistake", "blunder"]
DifferenceName = Literal["none", "challenge", "Q", "exchange", "word", "patent", "cards"]
Share = Annotated[float, Meta(ge=0, le=1)]


class Upload(Struct, forbid_unknown_fields=True):
    """The record of a game, its notation, or the log of one played online; all of the file."""

    record: Annotated[str, Meta(max_length=MAX_RECORD)]


class KeptGame(Struct):
    """A game in the folders of this machine."""

    game: str
    """For `/api/reviews/{game}`."""
    names: list[str]
    is_tracked: bool
    """True if people played it, and one of them told the turns."""
    is_over: bool
    victories: list[Share] | None
    """By player the share of the victory; null if it is not over."""
    turns: int
    """The number of decisions there are to judge."""
    written: float
    """When its record was written last, in seconds since 1970."""


class KeptGames(Struct):
    """The games in the folders of this machine, the newest first."""

    games: list[KeptGame]
    is_shown: bool
    """False for who asks from another machine: then there are none."""


class TurnThen(Struct):
    """A decision of the active player, and the board before it as that player saw it."""

    seats: list[Seat]
    """Clockwise."""
    active: int
    round: int
    """From 1."""
    goal: int
    hand: str
    community: str
    deck: int
    """Cards in the deck."""
    lexicon: str
    number: int
    """The turn, from 1. A replacement with Q and what follows are two decisions of one."""
    replaced: bool
    """True if a card was replaced with Q before, in the same turn."""
    played: PlanOfTurn
    """The plan that was played; its equity is not known."""
    taken_back: str
    """Words that lay first and were not words, or nothing."""


class PurchaseThen(Struct):
    """A purchase of a player whose hand is not known, judged by static evaluation."""

    player: int
    verdict: VerdictName
    in_words: str


class Review(Struct):
    """A game, and all decisions in it that can be judged."""

    game: str
    names: list[str]
    is_tracked: bool
    is_over: bool
    victories: list[Share] | None
    lexicon: str
    ruleset: str
    """A preset, or "own": then the Hint board would go by other rules."""
    own_goal: int | None
    """The goal, if it is not that of the ruleset."""
    turns: list[TurnThen]
    purchases: list[PurchaseThen]
    """Those of players whose hands are not known, in the order of the game."""
    margins: list[float] | None
    """By player the final score over that of the average opponent; null if it is not over."""
    mistake: float
    """The least loss of the chance to win that is a mistake, beyond two standard errors."""
    blunder: float
    """And what a blunder does."""
    mistake_dollars: float
    """In a decided game, what a mistake loses of the final margin."""
    blunder_dollars: float
    """And what a blunder does."""
    decided: float
    """A game is decided where the chances are so near to 0 or to 1, errors included."""
    min_open_turns: int
    """Fewer turns in an open game make no score."""
    seconds: float
    """The seconds that `/api/reviews/{game}/verdicts` thinks about each decision by default."""
    max_seconds: float
    keeps_mistakes: bool
    """True if `/api/reviews/{game}/mistakes` keeps them: for who asks from this machine."""


class Judgement(Struct):
    """The cost of a decision; the chances are those of the player, by the cards seen then."""

    turn: int
    """The place of the decision in `turns`."""
    verdict: VerdictName
    is_decided: bool
    """True if the verdict is by dollars, as the game was decided."""
    win: float
    """The chance to win with the best plan, 0 to 1."""
    win_error: float
    """Its standard error, as are the others."""
    loss: float
    """The chance to win that was lost; below 0 if the play did better in these games."""
    loss_error: float
    margin: float
    """The final score over that of the average opponent with the best plan, in dollars."""
    margin_error: float
    margin_loss: float
    """The margin that was lost."""
    margin_loss_error: float
    games: int
    """Whole games with each of the two plans."""
    best: PlanOfTurn
    why: list[str]
    """Why it is best, in sentences."""
    in_words: str


class PlayerSoFar(Struct):
    """The cost of a player's decisions, of those that are judged."""

    player: int
    is_person: bool
    score: Share | None
    """The share of what could be won that was not lost; null if too few turns tell."""
    score_error: float | None
    no_score: str
    """Why there is no score, or nothing."""
    turns: int
    open_turns: int
    """Those that were judged by the chance to win."""
    best: int
    fine: int
    mistakes: int
    blunders: int


class Judged(Struct):
    """Decisions that are judged now, and what follows from all. The data of the event `judged`."""

    judgements: list[Judgement]
    players: list[PlayerSoFar]
    costliest: list[int]
    """The places of the decisions that lost most, at most three, the worst first."""
    missing: int
    """The number of decisions not judged yet."""


class KindLost(Struct):
    """The losses by turns that differ from the best in one way, spread over all turns."""

    difference: DifferenceName
    decisions: int
    win_loss: float
    """The chance to win; the kinds add up to what a turn loses."""
    margin_loss: float
    """The final margin, in dollars."""


class WordMissed(Struct):
    """A word that was best where the turn was a mistake, and was never laid."""

    word: str
    times: int
    win_loss: float


class PatentMissed(Struct):
    """A patent that was best to buy where the turn was a mistake."""

    letter: str
    games: int
    bought: int
    """In so many of the games it was bought later."""
    rounds: float | None
    """So many rounds later on average; null if never."""


class MonthLost(Struct):
    """The losses of a month."""

    month: str
    """Such as "2026-11"."""
    games: int
    turns: int
    kinds: list[KindLost]


class HabitsSeen(Struct):
    """The losses of a player's turns, over the games that are judged."""

    games: int
    turns: int
    kinds: list[KindLost]
    words: list[WordMissed]
    patents: list[PatentMissed]
    months: list[MonthLost]


class AllGames(Struct):
    """The games of this machine at once, for one of their players."""

    player: str
    """Nothing if there are no games, or who asks may not see them."""
    players: list[str]
    """The names in the games, the most frequent first."""
    judged: int
    """The number of the player's decisions that are judged."""
    decisions: int
    """The number of all of them."""
    missing: list[str]
    """For `/api/reviews/{game}/verdicts`: the games that are not judged to the end."""
    habits: HabitsSeen | None
    """Null if nothing is judged yet."""


class Practise(Struct, forbid_unknown_fields=True):
    """Whose mistakes are to be practised."""

    player: Annotated[int, Meta(ge=0, le=4)]
    date: datetime.date
    """The day by the person's own clock."""


class Kept(Struct):
    """Mistakes that were kept."""

    new: int
    """The number of those that were not kept already."""
