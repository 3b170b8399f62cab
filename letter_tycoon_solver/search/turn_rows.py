"""`OpenTurn`: a turn that is to be planned. Rows of the best turns, as the kernels fill them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from .._kernels import arguments
from .._kernels.desk_layout import MAX_COST
from .._kernels.game_layout import AT_START, BOUGHT_ALREADY, NO_LETTER, PAID
from .._kernels.play_layout import LISTED_SIZE, NO_WORD, PLAY_DTYPE
from .._kernels.turn_desk import TurnDesk, TurnQuestion
from .._kernels.turn_layout import (
    GIVEN_TURN,
    NOT_KNOWN,
    ONLY_PLAYS,
    ROW_BOUGHT,
    ROW_KEPT,
    ROW_REPLACED,
    ROW_SIZE,
)
from ..errors import InvalidInputError, require, show
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..rules.cards import CARD_COUNT, LETTERS, parse_whole, remove_cards
from ..rules.play import CARD_SOURCES, COMMUNITY, HAND, Play
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Turn
from .row_reader import multiset

MAX_ROUNDS_LEFT: Final = 1000
MAX_DRAWS: Final = 1 << 16
"""The most, of all cards: the sum over all draws of the highest score stays within 63 bits."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is to be planned, or the rest of one: what `best_turns` asks of a view.

    Attributes:
        position: what the player sees and owns.
        ruleset: the rules of the table, None if the view does not know them.
        rounds_left: the turns that the player has after this one, None while nobody has reached the
            goal: then the race to it tells about how many.
        may_replace: the owner of Q has not replaced a card in this turn, nor done anything else.
        draws: by letter, A first, how likely it is the next card drawn, in any unit; () if every
            card that is neither in the hand nor in the community is as likely.
        returned: how likely the card that is replaced is drawn again, in the same unit.
        play: the words that lie on the table and are paid, None at the start of the turn.
        is_bought: with words on the table, the purchase is over too.

    Raises:
        InvalidInputError: a value of another type or too large, other than 26 numbers to draw, none
            of them more than 0, or a play that is laid with other cards than the position has.
    """

    position: Position
    ruleset: Ruleset | None = None
    rounds_left: int | None = None
    may_replace: bool = True
    draws: tuple[int, ...] = ()
    returned: int = 0
    play: Play | None = None
    is_bought: bool = False

    def __post_init__(self) -> None:
        require(self.position, Position, "the position")
        if self.ruleset is not None:
            require(self.ruleset, Ruleset, "the ruleset")
        if self.rounds_left is not None:
            parse_whole(self.rounds_left, "the number of rounds left", 0, MAX_ROUNDS_LEFT)
        if self.play is not None:
            require(self.play, Play, "the play on the table")
            _check_cards_of(self.play, self.position)
        require(self.may_replace, bool, "whether a card may be replaced")
        require(self.is_bought, bool, "whether the purchase is over")
        self._check_draws()

    def _check_draws(self) -> None:
        parse_whole(self.returned, "how likely the card returns", 0, MAX_DRAWS)
        require(self.draws, tuple, "the draws")
        if self.draws and (
            len(self.draws) != len(LETTERS)
            or any(type(n) is not int or n < 0 for n in self.draws)
            or not 1 <= sum(self.draws) + self.returned <= MAX_DRAWS
        ):
            raise InvalidInputError(
                f"the draws are {show(self.draws)}, and {self.returned} for the card that returns;"
                f" give a tuple of {len(LETTERS)} whole numbers, which are 1 to {MAX_DRAWS:,} in"
                " all, or ()"
            )


def _check_cards_of(play: Play, position: Position) -> None:
    for what, source in (("hand", HAND), ("community", COMMUNITY)):
        cards = getattr(position, what)
        laid = "".join(word.letters_from(source) for word in play.words)
        if any(laid.count(letter) > cards.count(letter) for letter in laid):
            raise InvalidInputError(
                f"the play {play.notation} lies on the table, and its cards {laid} are not in the"
                f" {what} {cards}; give the position with the cards that are played"
            )


def turn_rows(
    given: Position | OpenTurn,
    lexicon: Lexicon,
    ruleset: Ruleset,
    evaluation: Evaluation,
    limit: int,
    scope: int,
    every_way: bool = False,
) -> bytes:
    """The best turns, best first: rows of TURN_DTYPE, see _kernels/turn_layout.py.

    Args:
        given: what is to be planned; its own ruleset is not asked.
        lexicon: the words that may be played.
        ruleset: the rules of the table.
        evaluation: the tables.
        limit: how many turns; of all candidates how many of the plays that are found.
        scope: ONLY_PLAYS, WHOLE_TURNS or ALL_CANDIDATES.
        every_way: words laid in every way, not in the best alone.

    Raises:
        InvalidInputError: the position has more cards than the ruleset deals.
    """
    position = given if isinstance(given, Position) else given.position
    position.check_card_limits(ruleset)
    if not limit:
        return b""
    desks, desk = _take_desk(position, lexicon, ruleset, evaluation)
    may_replace = scope != ONLY_PLAYS and "Q" in position.patents
    stage, rounds, returned, draws = AT_START, NOT_KNOWN, 0, None
    if isinstance(given, OpenTurn):
        may_replace = may_replace and given.may_replace
        rounds = NOT_KNOWN if given.rounds_left is None else given.rounds_left
        returned, draws = given.returned, given.draws
        if given.play is not None:
            stage = BOUGHT_ALREADY if given.is_bought else PAID
            desk.given[:] = _row_of(given.play, position)
    if may_replace:
        desk.pile[:] = draws or _unseen(position)
    rows = desk.find(
        sections_of(position),
        TurnQuestion(
            limit,
            every_way,
            min(position.money, MAX_COST),
            scope,
            stage,
            rounds,
            _goal(position, ruleset),
            may_replace,
            returned,
        ),
    )
    desks.append(desk)
    return rows


def row_of_turn(
    turn: Turn, given: OpenTurn, lexicon: Lexicon, ruleset: Ruleset, evaluation: Evaluation
) -> bytes:
    """A turn without a replacement, its words in the lexicon or not, with its worth: as turn_rows.

    Args:
        turn: judged; the cards that are neither played nor discarded are kept.
        given: what is planned.
        lexicon: the words of the game.
        ruleset: the rules of the table.
        evaluation: the tables.
    """
    position = given.position
    desks, desk = _take_desk(position, lexicon, ruleset, evaluation)
    row = _row_of(turn.play, position)
    if turn.buy:
        row[ROW_BOUGHT] = LETTERS.index(turn.buy)
    left = turn.play.leave if turn.play else position.hand
    row[ROW_KEPT] = multiset(remove_cards(left, turn.discards), position)
    desk.given[:] = row
    rounds = NOT_KNOWN if given.rounds_left is None else given.rounds_left
    question = TurnQuestion(
        1, 0, 0, GIVEN_TURN, AT_START, rounds, _goal(position, ruleset), may_replace=0, itself=0
    )
    found = desk.find(sections_of(position), question)
    desks.append(desk)
    return found


def _take_desk(
    position: Position, lexicon: Lexicon, ruleset: Ruleset, evaluation: Evaluation
) -> tuple[list[TurnDesk], TurnDesk]:
    """A desk with the ruleset and the tables, and where it is to be put back."""
    desks = lexicon._desks[TurnDesk]
    try:
        desk = desks.pop()
    except IndexError:
        desk = TurnDesk(lexicon.trie)
    n_opponents = len(position.opponents)
    known, tables, for_opponents = desk.rules
    if known is not ruleset or tables is not evaluation or for_opponents != n_opponents:
        template = arguments.equity_template(ruleset, evaluation, n_opponents)
        array = arguments.evaluation_array(evaluation, max(2, 1 + n_opponents))
        desk.lay_rules(template, array, (ruleset, evaluation, n_opponents))
    return desks, desk


def sections_of(position: Position) -> tuple[str, ...]:
    """The cards and patents of a position: the parts of `text` in _kernels/desk_layout.py."""
    return position.hand, position.community, position.patents, *position.opponents


def _goal(position: Position, ruleset: Ruleset) -> int:
    """Value of patents that ends the game; a player alone is taken to have one opponent."""
    return ruleset.goals[max(2, 1 + len(position.opponents))]


def _unseen(position: Position) -> list[int]:
    """By letter, the cards that are neither in the hand nor in the community."""
    seen = position.hand + position.community
    return [n - seen.count(letter) for letter, n in CARD_COUNT.items()]


def _row_of(play: Play | None, position: Position) -> list[int]:
    """A row of words, in the lexicon or not, for which nothing is decided yet."""
    row = [0] * ROW_SIZE
    if play is not None:
        packed = np.zeros(1, PLAY_DTYPE)
        packed["word"] = int(NO_WORD)
        packed["money"], packed["stock"], packed["n_words"] = (
            play.money,
            play.stock,
            len(play.words),
        )
        packed["royalties"][0, : len(play.royalties)] = play.royalties
        for at, word in enumerate(play.words):
            packed["from_hand"][0, at] = multiset(word.letters_from(HAND), position)
        cards = "".join(word.letters_from(CARD_SOURCES) for word in play.words)
        row[:LISTED_SIZE] = *packed.view(np.int64).tolist(), multiset(cards, position)
    row[ROW_REPLACED] = row[ROW_BOUGHT] = NO_LETTER
    return row
