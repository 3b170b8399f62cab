"""Puzzles: the mistakes of a game. In each position you seek a turn as good as the best."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final

from ..._json import read_field
from ...game.state import SeenState
from ...lexicon import Lexicon
from ...rules.ruleset import Ruleset
from ...rules.turn import Turn
from ..analysis.analysis import Check, Effort, judge
from ..analysis.choices import Choice
from ..analysis.decision import Decision
from ..analysis.verdict import Verdict
from ..typed_turns import appraise
from .answers import Answer, answered

_WRONG: Final = (Verdict.MISTAKE, Verdict.BLUNDER)
_KEY_BYTES: Final = 8
_TEXTS: Final = ("lexicon", "words", "played", "best", "told")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game in which a mistake was made. All of it is text, to be kept in a file.

    Attributes:
        view: what the player saw, as `SeenState.parse` reads it.
        ruleset: the rules of the game.
        lexicon_name: the name of its word list.
        lexicon_digest: the digest of the words.
        played: the turn that was the mistake, in notation.
        best: the best turn by simulation, in notation.
        told: what the mistake cost, in words.
    """

    view: str
    ruleset: Ruleset
    lexicon_name: str
    lexicon_digest: str
    played: str
    best: str
    told: str

    @property
    def key(self) -> str:
        """The same for the same position, on every machine."""
        text = f"{self.view}\n{sorted(self.ruleset.to_dict().items())}\n{self.lexicon_digest}"
        return hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).hexdigest()

    def seen(self, lexicon: Lexicon) -> SeenState:
        """The position, with the lexicon of the game."""
        return SeenState.parse(self.view, lexicon, self.ruleset)

    def answered(self, text: str, seen: SeenState) -> Answer:
        """Compare a turn with the best one at once, by static evaluation; see `answered`."""
        return answered(text, seen, appraise(self.best, seen))

    def known_verdict(self, answer: Answer) -> bool | None:
        """Is the turn right? None for a turn that was not in the simulated games yet."""
        if answer.is_best:
            return True
        return False if answer.turn.notation == self.played else None

    def to_dict(self) -> dict[str, object]:
        """The puzzle as plain data for JSON; `from_dict` reads it back."""
        return {
            "view": self.view,
            "ruleset": self.ruleset.to_dict(),
            "lexicon": self.lexicon_name,
            "words": self.lexicon_digest,
            "played": self.played,
            "best": self.best,
            "told": self.told,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Puzzle:
        """Read the puzzle that `to_dict` wrote; only its types are checked.

        Raises:
            InvalidInputError: a field is missing or of another type.
        """
        return cls(
            read_field(data, "view", str),
            Ruleset.from_dict(read_field(data, "ruleset", dict)),
            *(read_field(data, name, str) for name in _TEXTS),
        )


def puzzles_of(choices: Iterable[Choice], decisions: Iterable[Decision]) -> tuple[Puzzle, ...]:
    """Return the mistakes and blunders of a game as puzzles.

    Args:
        choices: the choices that were judged, as of `played_in`.
        decisions: what came of each, in the same order.
    """
    return tuple(
        _puzzle(choice.seen, decision)
        for choice, decision in zip(choices, decisions, strict=False)
        if decision.verdict in _WRONG
    )


def _puzzle(seen: SeenState, decision: Decision) -> Puzzle:
    return Puzzle(
        str(seen),
        seen.ruleset,
        seen.lexicon.name,
        seen.lexicon.digest,
        decision.played.notation,
        decision.best.notation,
        decision.in_words(),
    )


def is_right(turn: Turn, seen: SeenState, effort: Effort, executor: Executor, check: Check) -> bool:
    """Is the turn as good as the best, in simulated games? Then it is no mistake.

    Args:
        turn: an answer's turn.
        seen: the position.
        effort: how long to think.
        executor: for the games.
        check: called now and then; what it raises ends the games.
    """
    decision = judge(Choice(seen, turn, ""), seen.lexicon, effort, executor, check)
    return decision.verdict not in _WRONG
