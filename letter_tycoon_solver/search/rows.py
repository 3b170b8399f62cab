"""Rows that the kernels fill in, and the desks at which a position lies for them."""

from __future__ import annotations

import bisect
import functools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .._kernels import layouts, questions
from .._kernels.game_layouts import AT_START, BOUGHT_ALREADY, NO_LETTER, PAID
from .._kernels.layouts import (
    GIVEN_TURN,
    LISTED_PLAYS,
    LISTED_SIZE,
    N_PLAYS,
    NO_WORD,
    NOT_KNOWN,
    ONLY_PLAYS,
    PLAY_DTYPE,
    ROW_BOUGHT,
    ROW_KEPT,
    ROW_REPLACED,
    ROW_SIZE,
)
from .._kernels.questions import NO_RULES, Desk, Rules
from ..errors import InvalidInputError, require, show
from ..evaluation.ranking import MARGIN, parse_rank_by
from ..evaluation.tables import DECIMALS, Evaluation
from ..lexicon import Lexicon
from ..rules.cards import (
    BY_PATENT_COST,
    CARD_COUNT,
    DOUBLERS,
    LETTERS,
    MAX_WORDS,
    VOWELS,
    parse_whole,
    remove_cards,
)
from ..rules.play import (
    CARD_SOURCES,
    COMMUNITY,
    CONSONANT,
    DUPLICATE,
    HAND,
    SUFFIX,
    VOWEL,
    WORD_JOIN,
    Equity,
    Play,
    PlayedWord,
)
from ..rules.position import Position
from ..rules.ruleset import RULEBOOK, Ruleset
from ..rules.turn import Turn

# Reads the rows that kernels write: see _kernels/layouts.py.


_NO_WORD: Final = int(layouts.NO_WORD)
_NO_EXTRA: Final = int(layouts.NO_EXTRA)
FIELD_BITS, FIELD = 5, 31
"""Bits of a slot in a multiset of cards, and all of them set."""
_DOUBLERS: Final = tuple(
    "".join(letter for bit, letter in enumerate(DOUBLERS) if doublers >> bit & 1)
    for doublers in range(16)
)


class RowReader:
    """Makes plays of rows.

    The position is that of the rows, the lexicon that of their words.
    """

    __slots__ = ("_letters", "_lexicon", "_position", "_slots")

    def __init__(self, position: Position, lexicon: Lexicon) -> None:
        self._position = position
        self._lexicon = lexicon
        self._slots = slots_of(position)
        self._letters = {0: ""}
        """The letters of multisets that were read: rows have the same ones again and again."""

    def play(self, row: bytes, equity: Equity | None = None) -> Play:
        """The play of a row of PLAY_DTYPE."""
        _, *fields = layouts.PLAY_STRUCT.unpack(row)
        numbers, from_hand, (money, stock) = fields[:2], fields[2:4], fields[4:6]
        patent_value, _, duplicate, duplicate_word, suffix_word, *doublers, n_words = fields[10:]
        position = self._position
        letter = LETTERS[duplicate] if duplicate != _NO_EXTRA else ""
        words = [
            self._word(
                numbers[at],
                from_hand[at],
                letter if duplicate_word == at else "",
                suffix_word == at,
                doublers[at],
            )
            for at in range(n_words)
        ]
        # Every letter but the suffix is that of a card: a duplicate has its original.
        cards = "".join(
            [w.word[:-1] if at == suffix_word else w.word for at, w in enumerate(words)]
        )
        return Play(
            words=tuple(words),
            doublers=tuple([_DOUBLERS[some] for some in doublers[:n_words]]),
            money=money,
            stock=stock,
            royalties=tuple(fields[6 : 6 + len(position.opponents)]),
            purchasable=position.purchasable(cards, money),
            patent_value=patent_value,
            leave=remove_cards(position.hand, self.letters(sum(from_hand))),
            equity=equity,
        )

    def letters(self, cards: int) -> str:
        """The letters of a multiset of cards, sorted; see _kernels/bits.py."""
        letters = self._letters.get(cards)
        if letters is None:
            letters = "".join(
                letter * (cards >> slot * FIELD_BITS & FIELD)
                for slot, letter in enumerate(self._slots)
            )
            self._letters[cards] = letters = "".join(sorted(letters))
        return letters

    def _word(
        self, number: int, from_hand: int, duplicate: str, suffix: bool, doublers: int
    ) -> PlayedWord:
        word = self._lexicon.word(number)
        hand = self.letters(from_hand)
        # From the right: the suffix is the last letter, the duplicate the last of its letter, and
        # of equal letters the community's come first.
        sources = SUFFIX if suffix else ""
        for letter in reversed(word[:-1] if suffix else word):
            if letter == duplicate:
                sources = DUPLICATE + sources
                duplicate = ""
            elif letter in hand:
                sources = HAND + sources
                hand = hand.replace(letter, "", 1)
            else:
                sources = COMMUNITY + sources
        return PlayedWord.trusted(word, sources, _declare_ys(word, doublers) if "Y" in word else "")


def ranks_with(plays: npt.NDArray[np.void], text: str, lexicon: Lexicon) -> npt.NDArray[np.intp]:
    """Return the rows of PLAY_DTYPE that have just these words: "JEWELS", "jewels & cat"."""
    words = bare_words(text, lexicon)
    if not words:
        return np.empty(0, np.intp)
    # The words have their numbers in alphabetical order.
    every = range(len(lexicon))
    numbers = [bisect.bisect_left(every, word, key=lexicon.word) for word in words]
    first, second = (*numbers, _NO_WORD)[:MAX_WORDS]
    found = plays["word"]
    return np.flatnonzero(
        (plays["n_words"] > 0)
        & (
            ((found[:, 0] == first) & (found[:, 1] == second))
            | ((found[:, 0] == second) & (found[:, 1] == first))
        )
    )


def bare_words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of "jewels & cat"; none if they are not one or two words of the lexicon."""
    words = [word.strip().upper() for word in text.split(WORD_JOIN.strip())]
    return words if len(words) <= MAX_WORDS and all(word in lexicon for word in words) else []


def equity_of(parts: Sequence[int], position: Position) -> Equity:
    """Dollars of the four parts of a row, see _kernels/layouts.py."""
    dollar = DECIMALS * max(1, len(position.opponents))
    return Equity(*[part / dollar for part in parts])


def multiset(letters: str, position: Position) -> int:
    """Cards of a position as a multiset, see _kernels/bits.py."""
    slots = slots_of(position)
    return sum(1 << FIELD_BITS * slots.index(letter) for letter in letters)


def slots_of(position: Position) -> str:
    """The letter of each slot of a position: see _kernels/layouts.py."""
    return _slots_of(position.hand + position.community + "S" * ("Z" in position.patents))


@functools.lru_cache(maxsize=64)
def _slots_of(letters: str) -> str:
    return "".join(letter for letter in reversed(BY_PATENT_COST) if letter in letters)


def _declare_ys(word: str, doublers: int) -> str:
    """The Ys as the doublers want them: all vowels for B and J, one vowel in all for K."""
    n_ys = word.count("Y")
    if doublers & 3:
        return VOWEL * n_ys
    if n_ys and doublers & 4 and not VOWELS.intersection(word):
        return VOWEL + CONSONANT * (n_ys - 1)
    return CONSONANT * n_ys


# `OpenTurn`: a turn that is to be planned. Rows of the best turns, as the kernels fill them in.


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
    """The best turns, best first: rows of TURN_DTYPE, see _kernels/layouts.py.

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
    desks, desk = take_desk(position, lexicon, ruleset, evaluation=evaluation)
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
    turn = stage, rounds, _goal(position, ruleset), may_replace, returned
    rows = desk.ask(sections_of(position), position.money, scope, limit, every_way, *turn)
    desks.append(desk)
    return rows


def row_of_turn(
    turn: Turn, given: OpenTurn, lexicon: Lexicon, ruleset: Ruleset, evaluation: Evaluation
) -> bytes:
    """A judged turn without a replacement, its words in the lexicon or not, with its worth.

    The cards that are neither played nor discarded are kept. Other arguments as of turn_rows.
    """
    position = given.position
    desks, desk = take_desk(position, lexicon, ruleset, evaluation=evaluation)
    row = _row_of(turn.play, position)
    if turn.buy:
        row[ROW_BOUGHT] = LETTERS.index(turn.buy)
    left = turn.play.leave if turn.play else position.hand
    row[ROW_KEPT] = multiset(remove_cards(left, turn.discards), position)
    desk.given[:] = row
    rounds = NOT_KNOWN if given.rounds_left is None else given.rounds_left
    goal = _goal(position, ruleset)
    found = desk.ask(sections_of(position), 0, GIVEN_TURN, rounds=rounds, goal=goal)
    desks.append(desk)
    return found


def take_desk(
    position: Position,
    lexicon: Lexicon,
    ruleset: Ruleset,
    rank_by: object = MARGIN,
    evaluation: Evaluation | None = None,
) -> tuple[list[Desk], Desk]:
    """A desk with the ruleset and the tables, else the ranking, and where it is to be put back.

    Raises:
        InvalidInputError: as `find_plays`, but for the limit and the variants.
    """
    # A desk that goes from one to the other is laid anew, which takes longer than a search.
    desks = lexicon._desks[type(evaluation)]
    try:
        desk = desks.pop()
    except IndexError:
        desk = Desk(lexicon.trie)
    n_opponents = len(position.opponents)
    known, ranked_by, for_opponents = desk.rules
    ranking = evaluation or rank_by
    if known is not ruleset or ranked_by is not ranking or for_opponents != n_opponents:
        rules: Rules = ruleset, ranking, n_opponents
        if evaluation:
            template = questions.equity_template(ruleset, evaluation, n_opponents)
            desk.evaluation[:] = questions.evaluation_array(evaluation, max(2, 1 + n_opponents))
        else:
            require(ruleset, Ruleset, "the ruleset")
            template = questions.template(ruleset, parse_rank_by(rank_by), n_opponents)
            rules = NO_RULES if isinstance(rank_by, list) else rules  # It can change.
        desk.lay_rules(template, rules)
    position.check_card_limits(ruleset)
    return desks, desk


def sections_of(position: Position) -> tuple[str, ...]:
    """The cards and patents of a position: the parts of `text` in _kernels/layouts.py."""
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


# The desks at which plays are searched for; plays counted, and words that are looked for alone.


NO_LIMIT: Final = 1 << 40


def count_plays(position: Position, lexicon: Lexicon, ruleset: Ruleset = RULEBOOK) -> int:
    """Count the different plays of a position: those of `find_plays(..., variants="all")`.

    They are counted without being built.

    Raises:
        InvalidInputError: as `find_plays`.
    """
    check_kinds(position, lexicon)
    desks, desk = take_desk(position, lexicon, ruleset)
    n_plays = desk.ask(sections_of(position), position.money, N_PLAYS)
    desks.append(desk)
    return int.from_bytes(n_plays, sys.byteorder)


def can_lay(words: Sequence[str], position: Position, ruleset: Ruleset) -> bool:
    """Return True if a play has just these words: one, or two for the owner of V."""
    lexicon = Lexicon.from_words(words)
    _, desk = take_desk(position, lexicon, ruleset)
    rows = desk.ask(sections_of(position), position.money, LISTED_PLAYS, NO_LIMIT)
    plays = np.frombuffer(rows, PLAY_DTYPE) if rows else np.empty(0, PLAY_DTYPE)
    return len(ranks_with(plays, WORD_JOIN.join(words), lexicon)) > 0


def check_kinds(position: object, lexicon: object) -> None:
    """Raises InvalidInputError unless they are a Position and a Lexicon."""
    if isinstance(getattr(position, "position", None), Position):
        # Of a game; it has rules of its own, which may be other ones than those that are given.
        raise InvalidInputError(
            f"the position is a {type(position).__name__}; give its .position, and its .ruleset as"
            " the ruleset"
        )
    if not isinstance(position, Position) or not isinstance(lexicon, Lexicon):
        raise InvalidInputError(
            f"the position is {show(position)} and the lexicon {show(lexicon)}; give a Position"
            " and a Lexicon"
        )
