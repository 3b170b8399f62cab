"""The JSON of the page: structs of questions and answers, and what is between them and the library.

Here is checked that there are numbers where numbers belong and that nothing is boundless. What is
a position that can be is for the library to say, in its own words.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..definitions.word_facts import NearWords, WordFacts, parse_word
from ..errors import InvalidInputError
from ..game.state import SeenState
from ..game.table import Opponents
from ..lexicon import Lexicon
from ..rules.position import Position
from ..rules.ruleset import MAX_GOAL, PRESETS, Ruleset, Stacking
from ..rules.turn import Turn
from ..search.rows import OpenTurn
from ..search.turns import best_turns

Letters = Annotated[str, Meta(max_length=64)]
"""Letters of cards or patents, in any case and order."""
Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
"""Dollars, or shares of stock."""
RulesetName = Literal["rulebook", "online", "reference-manual"]
LexiconName = Annotated[str, Meta(max_length=64)]
ComputerName = Literal["easy", "medium", "hard", "best"]


class Rival(Struct, forbid_unknown_fields=True):
    """An opponent, as far as is seen."""

    patents: Letters = ""
    money: Amount = 0
    stock: Amount = 0


class Table(Struct, forbid_unknown_fields=True):
    """A table as the player to move sees it; opponents clockwise, the first is the next to move."""

    hand: Letters
    community: Letters = ""
    patents: Letters = ""
    money: Amount = 0
    stock: Amount = 0
    opponents: Annotated[list[Rival], Meta(max_length=4)] = []
    replaced: bool = False
    """True if a card has been replaced with the Q patent this turn."""
    ruleset: RulesetName = "rulebook"
    stacking: Stacking | None = None
    """The effect of several doublers on a word, if not that of the ruleset."""
    goal: Annotated[int, Meta(ge=1, le=MAX_GOAL)] | None = None
    """The value of patents that ends the game, if not that of the ruleset."""
    lexicon: LexiconName | None = None
    """One of those of `/api/setup`; by default the first."""
    discards: Annotated[str, Meta(max_length=102)] = ""
    """The oldest first, ? for each card that was not seen."""
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """Given for a game that was followed; by default the first round that can be."""
    start: Annotated[int, Meta(ge=0, le=4)] | None = None
    """The player with the start marker: 0 is the player to move, the others follow clockwise."""
    final_round: Annotated[int, Meta(ge=1, le=10_001)] | None = None
    """The last round, once it is known."""


class TableOfComputer(Table, forbid_unknown_fields=True):
    """A table, and the computer whose turn it is."""

    computer: ComputerName = "medium"
    seed: Annotated[int, Meta(ge=0, lt=2**32)] = 0
    """The computer's choice, as far as that is left to chance."""


class LaidWord(Struct):
    """A word on the table."""

    word: str
    sources: str
    """For each letter: h for hand, c for community, d for duplicate, s for suffix."""
    ys: str
    """For each Y: v if it is declared a vowel, c if a consonant."""
    doublers: str
    """The patents B, J, K and the card Q that double it."""


class EquityParts(Struct):
    """Static evaluation in dollars over the average opponent; the total is their sum."""

    total: float
    margin: float
    patent: float
    leave: float
    community: float


class WholeTurn(Struct):
    """A whole turn. A replacement (Q) comes before the turn; without words it is an exchange."""

    notation: str
    replace: str
    words: list[LaidWord]
    money: int
    stock: int
    royalties: list[int]
    """Dollars to each opponent, clockwise."""
    purchasable: str
    """Patents that could be bought afterwards, dearest first."""
    buy: str
    discards: str
    leave: str
    equity: EquityParts


class Hint(Struct):
    """The turns of a position, best first by equity."""

    turns: list[WholeTurn]
    advice_needs: str
    """The lack that keeps `/api/advice` from an answer, in a sentence; nothing if there is none."""


class RankedRow(Struct):
    """A turn and what became of it in simulated games."""

    turn: WholeTurn
    win: float | None
    """The chance to win, 0 to 1; null if it is not known."""
    error: float | None
    """Its standard error; from the second turn on that of the difference to the first."""
    whole: bool
    """True if it has games that were played to the end; else their end is estimated."""
    reasons: list[str]


class AdviceSoFar(Struct):
    """The best turns by simulation, best first. The data of the event `advice`."""

    turns: list[RankedRow]
    playouts: int
    seconds: float
    settled: bool
    final: bool
    against: Opponents
    """The kind of opponents in the games."""


class Waiting(Struct):
    """The number of simulations of others before this one. The data of the event `waiting`."""

    ahead: int


class Done(Struct):
    """Why a stream has ended. The data of the event `done`, always the last."""

    reason: Literal["finished", "server stops", "problem"]


class Setup(Struct):
    """The facts that a page has to know before it asks anything."""

    lexicons: list[str]
    digests: dict[str, str]
    """By word list the SHA-256 of its words, which stands above a game."""
    rulesets: list[str]
    opponents: dict[Opponents, str]
    """The kinds of opponents to choose from, as in "against experts"; the first is the default."""
    computers: dict[str, str]
    """The computers of `/api/turn`, the weakest first, and the strength of each in sentences."""
    seconds: float
    """The seconds that `/api/advice` thinks by default."""
    note: str = ""
    """A note for people, in a browser without a server; else nothing."""


class Problem(Struct):
    """An error, as in RFC 9457."""

    title: str
    status: int
    detail: str


# Turns and words as they are told ----------------------------------------------------------------


def plan_json(turn: Turn) -> WholeTurn:
    """A turn that was judged."""
    play = turn.play
    return WholeTurn(
        notation=turn.notation,
        replace=turn.replace,
        words=[
            LaidWord(one.word, one.sources, one.y_as, doublers)
            for one, doublers in zip(play.words, play.doublers, strict=True)
        ]
        if play
        else [],
        money=play.money if play else 0,
        stock=play.stock if play else 0,
        royalties=list(play.royalties) if play else [],
        purchasable=play.purchasable if play else "",
        buy=turn.buy,
        discards=turn.discards,
        leave=turn.leave,
        equity=EquityParts(**turn.equity.to_dict()),
    )


def word_json(text: str, lexicons: list[Lexicon], ruleset: Ruleset) -> dict[str, object]:
    """The facts about a word, and the words near it; the first lexicon is that of the game.

    Raises:
        InvalidInputError: the text is not a word of letters.
    """
    facts = WordFacts.of(parse_word(text), lexicons, ruleset)
    near = asdict(NearWords.of(facts.word, lexicons[0]))
    return {**facts.to_dict(), "is_word": facts.is_word, "near": near}


# Tables, and hints for them --------------------------------------------------------------------


def ruleset_of(table: Table) -> Ruleset:
    """The rules of a table."""
    ruleset = PRESETS[table.ruleset]
    if table.stacking:
        ruleset = replace(ruleset, stacking=table.stacking)
    goals = ruleset.goals if table.goal is None else dict.fromkeys(ruleset.goals, table.goal)
    return replace(ruleset, goals=goals)


def view_of(table: Table, lexicon: Lexicon) -> SeenState:
    """The table as the advisor takes it.

    Raises:
        InvalidInputError: no game can look like this, or it is not all there yet.
    """
    if not table.opponents:
        raise InvalidInputError("there is no opponent; give one, with patents or without")
    return SeenState.at_table(
        table.hand,
        table.community,
        patents=table.patents,
        money=table.money,
        stock=table.stock,
        opponents=[(rival.patents, rival.money, rival.stock) for rival in table.opponents],
        discards=table.discards,
        round=table.round,
        start_player=table.start,
        final_round=table.final_round,
        replaced=table.replaced,
        lexicon=lexicon,
        ruleset=ruleset_of(table),
    )


def hint(table: Table, lexicon: Lexicon) -> Hint:
    """The best turns at a table, also at one that is not full.

    Raises:
        InvalidInputError: no position can look like this.
    """
    if table.round is not None:
        return _hint(view_of(table, lexicon).open_turn, lexicon)
    rivals = [rival.patents for rival in table.opponents]
    position = Position(table.hand, table.community, table.patents, rivals, table.money)
    turn = OpenTurn(position, ruleset_of(table), may_replace=not table.replaced)
    return _hint(turn, lexicon, _advice_needs(table, lexicon))


def _hint(turn: OpenTurn, lexicon: Lexicon, advice_needs: str = "") -> Hint:
    return Hint([plan_json(one) for one in best_turns(turn, lexicon, limit=20)], advice_needs)


def _advice_needs(table: Table, lexicon: Lexicon) -> str:
    try:
        view_of(table, lexicon)
    except InvalidInputError as error:
        return str(error)
    return ""
