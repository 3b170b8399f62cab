"""The worth of a person's own word in a position: its earnings, its rank, or why it is illegal."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...errors import InvalidInputError, PlayNotFoundError, show
from ...evaluation.ranking import MARGIN, Objective
from ...evaluation.static_plan import StaticPlan, plan_of
from ...lexicon import Lexicon
from ...rules.cards import LETTERS, MAX_WORDS, MIN_WORD_LENGTH, count_letters
from ...rules.play import WORD_JOIN, Play
from ...rules.position import Position
from ...rules.ruleset import Ruleset
from ...search.plays import Plays
from ...search.solver import find_plays
from .answer import Question, plans_without_words
from .hint_data import hint_to_dict

Difference = tuple[str, float]
"""A rank key, and the difference between two options by it."""

_LETTERS_WITHOUT_CARDS: Final = 2
"""The most letters without a card: the duplicate of X and the suffix of Z."""


def parse_words(text: str) -> tuple[str, ...]:
    """Parse one word, or two words joined by &, and return them in upper case.

    Raises:
        InvalidInputError: there are more words, or characters other than letters.
    """
    words = tuple(word.strip() for word in text.split(WORD_JOIN.strip()))
    for word in words:
        if not word.isascii() or not word.isalpha():
            raise InvalidInputError(
                f'{show(word)} is not a word; give the letters A to Z, or two words as "JAW & EEL"'
            )
    if len(words) > MAX_WORDS:
        raise InvalidInputError(
            f"{len(words)} words are given; a play has one, or two for the owner of V"
        )
    return tuple(word.upper() for word in words)


@dataclass(frozen=True, slots=True)
class Option:
    """A possible action in the turn.

    Attributes:
        play: the words; None for an exchange or a replacement.
        plan: the whole turn, if the question is about plans.
        value: its rank value: the first number counts, then the next; more is better.
    """

    play: Play | None
    plan: StaticPlan | None
    value: tuple[float, ...]

    @classmethod
    def of(cls, play: Play, question: Question) -> Option:
        """Make the option to lay these words."""
        if question.is_about_plans:
            return cls.of_plan(plan_of(play, question.position, question.appraisal))
        return cls(play, None, tuple(_metric(play, key) for key in question.rank_keys))

    @classmethod
    def of_plan(cls, plan: StaticPlan) -> Option:
        """Make the option to carry out this plan."""
        return cls(plan.play, plan, (round(plan.equity.total, 6),))

    @property
    def notation(self) -> str:
        """The plan or the play in one line."""
        if self.plan is not None:
            return self.plan.notation
        return self.play.notation if self.play else ""

    def to_dict(self, hand: str) -> dict[str, object]:
        """Return the plan or the play as plain data."""
        if self.plan is not None:
            return hint_to_dict(self.plan, hand)
        return self.play.to_dict() if self.play else {}


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """The rank of words in a position, or the reason why they cannot be laid.

    Attributes:
        words: one word, or two for the owner of V.
        unknown: the words that are not in the lexicon.
        why_not: the reason in a sentence why they cannot be laid; "" if they can.
        laid: the best way to lay them; None if there is none.
        rank: the rank from 1 among all options; words outside the lexicon get the rank that they
            would have; 0 if they cannot be laid.
        n_options: the number of options, each word or pair of words counted once.
        best: the best option, None if there is none.
        second: the second best option, None if there is none.
    """

    question: Question
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    why_not: str
    laid: Option | None
    rank: int
    n_options: int
    best: Option | None
    second: Option | None

    @classmethod
    def to(cls, question: Question, words: tuple[str, ...]) -> WordAnswer:
        """Find the answer for these words."""
        position, lexicon, ruleset = question.position, question.lexicon, question.ruleset
        plays = find_plays(position, lexicon, ruleset, question.rank_by)
        others = _others(question, plays)
        options = sorted(
            [*(Option.of(play, question) for play in plays[:2]), *others], key=_best_first
        )
        why_not = _why_not(words, position, ruleset)
        laid = None if why_not else _laid(words, question)
        best, second = (*options, None, None)[:2]
        return cls(
            question=question,
            words=words,
            unknown=tuple(word for word in words if word not in lexicon),
            why_not=why_not,
            laid=laid,
            rank=_rank(laid, words, question, plays, others) if laid else 0,
            n_options=len(plays) + len(others),
            best=best,
            second=second,
        )

    @property
    def text(self) -> str:
        """The words as text."""
        return WORD_JOIN.join(self.words)

    @property
    def given_up(self) -> Difference | None:
        """The key by which the best option is better, and the difference; None if it is not better.

        For a key in reverse order, the words have that much more. Words outside the lexicon can
        beat all options; the difference is then below 0.
        """
        if self.laid is None or self.best is None:
            return None
        return _difference(self.best, self.laid, self.question.rank_keys)

    @property
    def ahead(self) -> Difference | None:
        """The key by which the best option beats the second, and the difference."""
        if self.best is None or self.second is None:
            return None
        return _difference(self.best, self.second, self.question.rank_keys)

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain data for JSON."""
        hand, given_up = self.question.position.hand, self.given_up
        what = "plan" if self.question.is_about_plans else "play"
        return {
            **self.question.to_dict(),
            "words": list(self.words),
            "not_in_lexicon": list(self.unknown),
            "why_not": self.why_not or None,
            what: self.laid.to_dict(hand) if self.laid else None,
            "rank": self.rank or None,
            "count": self.n_options,
            "best": self.best.to_dict(hand) if self.best else None,
            "given_up": {"key": given_up[0], "amount": given_up[1]} if given_up else None,
        }


def _difference(better: Option, worse: Option, rank_keys: Sequence[str]) -> Difference | None:
    """Return the first key by which the two differ, and the difference."""
    for key, much, little in zip(rank_keys, better.value, worse.value, strict=True):
        if much != little:
            return key, round(much - little, 6)
    return None


def _metric(play: Play, key: str) -> float:
    """Return the number behind a rank key; with - before the key, less is better."""
    name = key.removeprefix("-")
    found = {
        "margin": play.margin,
        "money": play.money,
        "stock": play.stock,
        "royalties": sum(play.royalties),
        "patent_value": play.patent_value,
        "leave": len(play.leave),
    }[name]
    return -found if key.startswith("-") else found


def _others(question: Question, plays: Plays) -> list[Option]:
    """Return the options without words, if the question is about plans."""
    if not question.is_about_plans:
        return []
    best = plan_of(plays[0], question.position, question.appraisal) if plays else None
    return [Option.of_plan(plan) for plan in plans_without_words(question, best)]


def _best_first(option: Option) -> tuple[float, ...]:
    return tuple(-number for number in option.value)


def _rank(
    laid: Option, words: Sequence[str], question: Question, plays: Plays, others: Sequence[Option]
) -> int:
    """Rank from 1; words outside the lexicon come before options of equal worth."""
    try:
        before = plays.index(WORD_JOIN.join(words))
    except PlayNotFoundError:
        before = bisect.bisect_left(
            plays, _best_first(laid), key=lambda play: _best_first(Option.of(play, question))
        )
    return 1 + before + sum(option.value > laid.value for option in others)


# Laying the words --------------------------------------------------------------------------------


def _laid(words: Sequence[str], question: Question) -> Option:
    rank_by = question.appraisal.objective if question.is_about_plans else question.rank_keys
    play = _best_play(words, question.position, question.ruleset, rank_by)
    assert play is not None
    return Option.of(play, question)


def _best_play(
    words: Sequence[str],
    position: Position,
    ruleset: Ruleset,
    rank_by: Objective | tuple[str, ...] | str,
) -> Play | None:
    """Find the best way to lay words, in the lexicon or not; None if there is none."""
    try:
        plays = find_plays(position, Lexicon.from_words(words), ruleset, rank_by)
        return plays[WORD_JOIN.join(words)]
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
    if _best_play(words, position, ruleset, MARGIN):
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
        if play := _best_play(words, richer, ruleset, MARGIN):
            return f"; with the {which} it could be laid as {play.notation}"
    return ""


def _listed(letters: Sequence[str]) -> str:
    """Format letters as "I, Q and U"."""
    *first, last = letters
    return f"{', '.join(first)} and {last}" if first else last
