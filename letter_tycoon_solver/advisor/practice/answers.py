"""A turn that somebody tries in a position, beside the best one by static evaluation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...errors import InvalidInputError, LetterTycoonError
from ...evaluation.tables import Evaluation
from ...game.actions import PlayWords
from ...game.readings import is_bare, ways_to_lay
from ...game.state import SeenState
from ...rules.play import join_words
from ...rules.turn import Turn, TurnKind
from ...search.turns import best_turns
from ..ranked_plan import RankedPlan
from ..reasons import NEVER_KEPT, reasons, shortfall
from ..typed_turns import appraise


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn that was tried, and the best one.

    Attributes:
        turn: the turn, with its equity.
        best: the best turn, with its equity.
    """

    turn: Turn
    best: Turn

    @property
    def lost(self) -> float:
        """The dollars of equity that the turn is behind the best; never below 0."""
        return max(self.best.equity.total - self.turn.equity.total, 0.0)

    @property
    def behind(self) -> str:
        """The distance to the best turn: "$3.2", or "far" where too many cards are kept."""
        return "far" if self.turn.equity.leave <= NEVER_KEPT else f"${self.lost:.1f}"

    @property
    def is_best(self) -> bool:
        """Is it the best turn itself?"""
        return self.turn.notation == self.best.notation

    def why(self, seen: SeenState, names: Sequence[str]) -> tuple[str, ...]:
        """Say what speaks for the best turn, and where the other one falls behind, in sentences.

        Args:
            seen: the position.
            names: of the players, in the order of the seats.
        """
        evaluation = Evaluation.of(seen.lexicon.digest)
        told = reasons(self.best, seen, evaluation, names)
        if self.is_best:
            return told
        return (*told, shortfall(_without_games(self.turn), _without_games(self.best)))


def answered(text: str, seen: SeenState, best: Turn | None = None) -> Answer:
    """Read a turn and compare it with the best one.

    Bare words, as in "jewels j -az", are laid in the way that is worth most.

    Args:
        text: the turn, to its end: what is left out is not done.
        seen: the position, at the start of the viewer's turn.
        best: the turn to compare with; by default the best one by equity.

    Raises:
        InvalidInputError: the text is not a turn, or a word is not in the word list.
        IllegalAction: a part of it is against the rules.
        IllegalPlay: the words are.
    """
    turn = Turn.parse(text)
    unknown = [word for word in turn.words if word.word not in seen.lexicon]
    if unknown:
        raise InvalidInputError(
            f"{join_words(unknown)} is not in the word list {seen.lexicon.name}; try another word"
        )
    if turn.kind is TurnKind.WORDS and turn.play is None and is_bare(turn.words):
        tried = _laid_best(turn, seen)
    else:
        tried = appraise(turn.notation, seen)
    return Answer(tried, best or best_turns(seen, seen.lexicon, limit=1)[0])


def _laid_best(turn: Turn, seen: SeenState) -> Turn:
    """Lay bare words in the way that is worth most with the purchase and the discards."""
    found: list[Turn] = []
    refusal: LetterTycoonError | None = None
    for play in ways_to_lay(seen, PlayWords(turn.words, turn.doublers)):
        try:
            found.append(appraise(replace(turn, play=play).notation, seen))
        except LetterTycoonError as error:
            refusal = refusal or error
    if refusal is not None and not found:
        raise refusal
    return max(found, key=lambda way: way.equity.total)


def _without_games(turn: Turn) -> RankedPlan:
    """The turn as it is compared before a game was simulated."""
    n = math.nan
    return RankedPlan(turn, 0, n, n, n, n, n, n, n, n, whole=False)
