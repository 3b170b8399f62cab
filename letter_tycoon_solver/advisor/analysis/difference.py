"""The kind of difference between the turn that was played and the best one."""

from __future__ import annotations

import enum

from ...rules.turn import Turn, TurnKind


class Difference(enum.Enum):
    """The first part in which a turn differs from the best one.

    Attributes:
        NONE: it is the best turn.
        CHALLENGE: words were taken back, as they were not in the word list.
        EXCHANGE: cards were exchanged, or one replaced with Q, where words were better, or the
            other way round.
        WORD: other words.
        PATENT: the same words with another patent, or none.
        CARDS: other discards, or the words laid with other cards.
    """

    NONE = "none"
    CHALLENGE = "challenge"
    EXCHANGE = "exchange or Q"
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
    if taken_back:
        return Difference.CHALLENGE
    if played.notation == best.notation:
        return Difference.NONE
    if played.kind is not best.kind or played.replace != best.replace:
        return Difference.EXCHANGE
    if [word.word for word in played.words] != [word.word for word in best.words]:
        return Difference.WORD
    if played.kind is TurnKind.WORDS and played.buy != best.buy:
        return Difference.PATENT
    return Difference.CARDS
