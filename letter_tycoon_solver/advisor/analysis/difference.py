"""The kind of difference between the turn that was played and the best one."""

from __future__ import annotations

import enum

from ...rules.turn import Turn, TurnKind


class Difference(enum.Enum):
    """The first part in which a turn differs from the best one.

    Attributes:
        NONE: it is the best turn.
        CHALLENGE: words were taken back, as they were not in the word list.
        REPLACE: a card was replaced with Q, another one or none.
        EXCHANGE: cards were exchanged where words were better, or the other way round.
        WORD: other words.
        PATENT: the same words with another patent, or none.
        CARDS: other discards, or the words laid with other cards.
    """

    NONE = "none"
    CHALLENGE = "challenge"
    REPLACE = "Q"
    EXCHANGE = "exchange"
    WORD = "word"
    PATENT = "patent"
    CARDS = "cards"


def difference_of(played: Turn, best: Turn, taken_back: str) -> Difference:
    """Return the first part that differs.

    Args:
        played: the turn that was played.
        best: the best turn.
        taken_back: words that were taken back, "" for none.
    """
    has_other_words = [one.word for one in played.words] != [one.word for one in best.words]
    has_other_purchase = played.kind is TurnKind.WORDS and played.buy != best.buy
    first = (
        (bool(taken_back), Difference.CHALLENGE),
        (played.notation == best.notation, Difference.NONE),
        (played.replace != best.replace, Difference.REPLACE),
        (played.kind is not best.kind, Difference.EXCHANGE),
        (has_other_words, Difference.WORD),
        (has_other_purchase, Difference.PATENT),
    )
    return next((kind for is_so, kind in first if is_so), Difference.CARDS)
