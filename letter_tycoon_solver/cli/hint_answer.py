"""The question to `hint` and its answer: the best turns, or the worth of a word of one's own."""

from __future__ import annotations

import bisect
import csv
import itertools
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..definitions import define
from ..definitions.word_facts import parse_word
from ..errors import InvalidInputError, PlayNotFoundError
from ..evaluation.ranking import EQUITY, is_equity, parse_rank_by
from ..evaluation.tables import Evaluation
from ..lexicon import Lexicon
from ..rules.cards import LETTERS, MAX_WORDS, MIN_WORD_LENGTH, PATENT_COST, count_letters
from ..rules.play import WORD_JOIN, Play
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.turn import Turn
from ..search.frames import TURN_COLUMNS, row_of_turn
from ..search.rows import NO_LIMIT, OpenTurn, count_plays
from ..search.solver import Variants, evaluation_of, find_plays, parse_limit
from ..search.turns import Turns, ranked_by, turns_by
from .options import Rules


@dataclass(frozen=True, slots=True)
class Asked:
    """The question.

    Attributes:
        turn: the turn that is to be planned.
        rank_keys: what the turns are ranked by; not checked yet.
    """

    turn: OpenTurn
    lexicon: Lexicon
    rules: Rules
    rank_keys: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position of the player."""
        return self.turn.position

    @property
    def evaluation(self) -> Evaluation:
        """The lexicon's tables of static evaluation, or borrowed ones if it has none."""
        return Evaluation.of(self.lexicon.digest)

    def turns(self, limit: int | None, variants: Variants = Variants.BEST) -> Turns:
        """The best turns."""
        every_way, most = variants is Variants.ALL, parse_limit(limit)
        given = evaluation_of(self.lexicon), self.turn, self.lexicon, self.rules.ruleset
        if is_equity(self.rank_keys):
            return turns_by(*given, most, every_way=every_way)
        every = turns_by(*given, NO_LIMIT, every_way=True)
        return ranked_by(every, parse_rank_by(self.rank_keys), every_way)[:most]

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data for JSON."""
        return {
            "position": self.position.notation,
            **self.rules.to_dict(),
            "lexicon": self.lexicon.name,
            "lexicon_digest": self.lexicon.digest,
            "rank_by": list(self.rank_keys),
        }


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """The best turns of a position.

    Attributes:
        turns: as many as were asked for.
        n_plays: how many different plays the position has, every way to lay a word counted.
        top: how many were asked for, None for all.
    """

    asked: Asked
    turns: Turns
    n_plays: int
    variants: Variants
    top: int | None

    @classmethod
    def to(cls, asked: Asked, top: int | None, variants: Variants) -> HintAnswer:
        """The answer to what is asked."""
        n_plays = count_plays(asked.position, asked.lexicon, asked.rules.ruleset)
        return cls(asked, asked.turns(top, variants), n_plays, variants, top)

    @property
    def words(self) -> list[str]:
        """The words of the turns in their order, each once."""
        return list(dict.fromkeys(word.word for turn in self.turns for word in turn.words))

    @property
    def is_complete(self) -> bool:
        """Would no more have been found if more had been asked for?"""
        return self.top is None or len(self.turns) < self.top

    def to_dict(self) -> dict[str, object]:
        """The answer for JSON."""
        return {
            **self.asked.to_dict(),
            "variants": self.variants.value,
            "count": self.n_plays,
            "turns": self.turns.to_dicts(),
        }


# The worth of a person's own word in a position: its earnings, its rank, or why it is illegal.


Difference = tuple[str, float]
"""A rank key, and the difference between two turns by it."""

_LETTERS_WITHOUT_CARDS: Final = 2
"""The most letters without a card: the duplicate of X and the suffix of Z."""


def parse_words(text: str) -> tuple[str, ...]:
    """Parse one word, or two words joined by &, and return them in upper case.

    Raises:
        InvalidInputError: there are more words or letters, or characters other than letters.
    """
    either = 'or two words as "JAW & EEL"'
    words = tuple(parse_word(word.strip(), either) for word in text.split(WORD_JOIN.strip()))
    if len(words) > MAX_WORDS:
        raise InvalidInputError(
            f"{len(words)} words are given; a play has one, or two for the owner of V"
        )
    return words


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """The rank of words in a position, or the reason why they cannot be laid.

    Attributes:
        words: one word, or two for the owner of V.
        unknown: the words that are not in the lexicon.
        why_not: the reason in a sentence why they cannot be laid; "" if they can.
        laid: the best turn that lays them; None if there is none.
        rank: the rank from 1 among all turns; words outside the lexicon get the rank that they
            would have; 0 if they cannot be laid.
        n_turns: the number of turns, each word or pair of words counted once.
        best: the best turn.
        second: the second best turn, None if there is none.
    """

    asked: Asked
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    why_not: str
    laid: Turn | None
    rank: int
    n_turns: int
    best: Turn
    second: Turn | None

    @classmethod
    def to(cls, asked: Asked, words: tuple[str, ...]) -> WordAnswer:
        """The answer to what becomes of these words."""
        turns = asked.turns(None)
        why_not = _why_not(words, asked.position, asked.rules.ruleset)
        laid = None if why_not else _laid(words, asked)
        return cls(
            asked=asked,
            words=words,
            unknown=tuple(word for word in words if word not in asked.lexicon),
            why_not=why_not,
            laid=laid,
            rank=_rank(laid, words, asked, turns) if laid else 0,
            n_turns=len(turns),
            best=turns[0],
            second=turns[1] if len(turns) > 1 else None,
        )

    @property
    def text(self) -> str:
        """The words as text."""
        return WORD_JOIN.join(self.words)

    @property
    def given_up(self) -> Difference | None:
        """The key by which the best turn is better, and the difference; None if it is not better.

        For a key in reverse order, the words have that much more. Words outside the lexicon can
        beat all turns; the difference is then below 0.
        """
        return None if self.laid is None else _difference(self.best, self.laid, self.asked)

    @property
    def ahead(self) -> Difference | None:
        """The key by which the best turn beats the second, and the difference."""
        return None if self.second is None else _difference(self.best, self.second, self.asked)

    def to_dict(self) -> dict[str, object]:
        """The answer as plain data for JSON."""
        given_up = self.given_up
        return {
            **self.asked.to_dict(),
            "words": list(self.words),
            "not_in_lexicon": list(self.unknown),
            "why_not": self.why_not or None,
            "turn": self.laid.to_dict() if self.laid else None,
            "rank": self.rank or None,
            "count": self.n_turns,
            "best": self.best.to_dict(),
            "given_up": {"key": given_up[0], "amount": given_up[1]} if given_up else None,
        }


def _difference(better: Turn, worse: Turn, asked: Asked) -> Difference | None:
    """Return the first key by which the two differ, and the difference."""
    values = (_values(turn, asked) for turn in (better, worse))
    for key, much, little in zip(_keys(asked), *values, strict=True):
        if much != little:
            return key, round(much - little, 6)
    return None


def _keys(asked: Asked) -> tuple[str, ...]:
    """All that decides between turns: ties go to the higher equity."""
    return asked.rank_keys if is_equity(asked.rank_keys) else (*asked.rank_keys, EQUITY)


def _values(turn: Turn, asked: Asked) -> tuple[float, ...]:
    """The numbers by which a turn is ranked: the first counts, then the next; more is better."""
    return tuple(_metric(turn, key, asked.position) for key in _keys(asked))


def _metric(turn: Turn, key: str, position: Position) -> float:
    """Return the number behind a rank key; with - before the key, less is better."""
    play, name = turn.play, key.removeprefix("-")
    found = {
        "equity": round(turn.equity.total, 6),
        "margin": play.margin if play else 0,
        "money": play.money if play else 0,
        "stock": play.stock if play else 0,
        "royalties": sum(play.royalties) if play else 0,
        "patent_value": PATENT_COST[turn.buy] if turn.buy else 0,
        "n_left": len(play.leave if play else position.hand),
    }[name]
    return -found if key.startswith("-") else found


def _rank(laid: Turn, words: Sequence[str], asked: Asked, turns: Turns) -> int:
    """From 1; words that are not in the lexicon come before those that are worth the same."""
    try:
        return 1 + turns.index(WORD_JOIN.join(words))
    except PlayNotFoundError:
        return 1 + bisect.bisect_left(
            turns, _falling(laid, asked), key=lambda one: _falling(one, asked)
        )


def _falling(turn: Turn, asked: Asked) -> tuple[float, ...]:
    return tuple(-number for number in _values(turn, asked))


# Laying the words --------------------------------------------------------------------------------


def _laid(words: Sequence[str], asked: Asked) -> Turn:
    """The best turn that lays words, in the word list or not; there is one."""
    # By the tables of the word list, which that of these words alone has not got.
    alone = replace(asked.turn, may_replace=False)
    given = asked.evaluation, alone, Lexicon.from_words(words), asked.rules.ruleset
    turns = turns_by(*given, NO_LIMIT, every_way=True)
    if not is_equity(asked.rank_keys):
        turns = ranked_by(turns, parse_rank_by(asked.rank_keys))
    return turns[WORD_JOIN.join(words)]


def _play(words: Sequence[str], position: Position, ruleset: Ruleset) -> Play | None:
    """A way to lay words, in the word list or not; None if there is none."""
    try:
        return find_plays(position, Lexicon.from_words(words), ruleset=ruleset)[
            WORD_JOIN.join(words)
        ]
    except PlayNotFoundError:
        return None


def _why_not(words: Sequence[str], position: Position, ruleset: Ruleset) -> str:
    """Say why words cannot be laid: the missing letters, and patents that would help."""
    what = WORD_JOIN.join(words)
    for word in words:
        if len(word) < MIN_WORD_LENGTH:
            return f"{word} is too short: a word has at least {MIN_WORD_LENGTH} letters."
    n_letters, most = sum(map(len, words)), len(position.hand + position.community)
    if n_letters > most + _LETTERS_WITHOUT_CARDS:
        return f"{what} cannot be laid: it has {n_letters} letters, and there are {most} cards."
    if len(words) > 1 and "V" not in position.patents:
        return f"{what} cannot be laid: two words need the V patent, and you do not own it."
    if _play(words, position, ruleset):
        return ""
    missing = _missing(words, position)
    if not missing:
        return f"{what} cannot be laid: every word needs a card from your hand."
    are = "is" if len(missing) == 1 else "are"
    instead = _with_patents(words, position, ruleset)
    return f"{what} cannot be laid: {_listed(missing)} {are} missing{instead}."


def _missing(words: Sequence[str], position: Position) -> list[str]:
    """Return the letters without a card, each as often as it is missing."""
    there = count_letters(position.hand + position.community)
    needed = count_letters("".join(words))
    return [
        letter for letter in LETTERS for _ in range(needed.get(letter, 0) - there.get(letter, 0))
    ]


def _with_patents(words: Sequence[str], position: Position, ruleset: Ruleset) -> str:
    """Name the patents that would replace the missing cards, if any would."""
    for patents, which in (("X", "patent X"), ("Z", "patent Z"), ("XZ", "patents X and Z")):
        # The owners of other patents make no difference to the words that can be laid.
        richer = Position(position.hand, position.community, "".join({*position.patents, *patents}))
        if play := _play(words, richer, ruleset):
            return f"; with the {which} it could be laid as {play.notation}"
    return ""


def _listed(letters: Sequence[str]) -> str:
    """Format letters as "I, Q and U"."""
    *first, last = letters
    return f"{', '.join(first)} and {last}" if first else last


# The answer of `hint` for programs: JSON and CSV.


def definitions_of(words: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Return all definitions of the words, by word."""
    return {word: [definition.to_dict() for definition in define(word)] for word in words}


def write_csv(answer: HintAnswer) -> None:
    """Writes the answer to stdout, a row a turn, with the columns of `Turns.to_arrow`."""
    writer = csv.DictWriter(sys.stdout, list(TURN_COLUMNS), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(row_of_turn, answer.turns, itertools.count(1)))
