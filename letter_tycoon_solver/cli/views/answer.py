"""The question to `hint` and its answer: the best turns, or plays by another ranking."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ...evaluation.ranking import is_equity
from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...rules.play import Play
from ...rules.position import Position
from ...rules.ruleset import PRESETS, Ruleset
from ...rules.turn import Turn
from ...search.desks import count_plays
from ...search.plays import Plays
from ...search.solver import Variants, evaluation_of, find_plays, parse_limit
from ...search.turn_rows import OpenTurn
from ...search.turns import Turns, turns_by


@dataclass(frozen=True, slots=True)
class Asked:
    """The question.

    Attributes:
        turn: the turn that is to be planned.
        ruleset_name: a preset; the stacking of the ruleset may differ from it.
        rank_keys: what the plays are ranked by; by EQUITY whole turns are.
    """

    turn: OpenTurn
    lexicon: Lexicon
    ruleset_name: str
    ruleset: Ruleset
    rank_keys: tuple[str, ...]

    @property
    def position(self) -> Position:
        """The position of the player."""
        return self.turn.position

    @property
    def is_about_turns(self) -> bool:
        """Are whole turns ranked, and not plays?"""
        return is_equity(self.rank_keys)

    @property
    def evaluation(self) -> Evaluation:
        """The lexicon's tables of static evaluation, or borrowed ones if it has none."""
        return Evaluation.of(self.lexicon.digest)

    @property
    def rules(self) -> str:
        """The rules in words."""
        stacking = self.ruleset.stacking
        if stacking is PRESETS[self.ruleset_name].stacking:
            return self.ruleset_name
        return f"{self.ruleset_name}, doublers {stacking.value}"

    def turns(self, limit: int | None, variants: Variants = Variants.BEST) -> Turns:
        """The best turns."""
        return turns_by(
            evaluation_of(self.lexicon),
            self.turn,
            self.lexicon,
            self.ruleset,
            parse_limit(limit),
            every_way=variants is Variants.ALL,
        )

    def plays(self, limit: int | None, variants: Variants = Variants.BEST) -> Plays:
        """The best plays by the keys, which are not about turns."""
        keys = self.rank_keys
        return find_plays(self.position, self.lexicon, self.ruleset, keys, limit, variants)

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data for JSON."""
        return {
            "position": self.position.notation,
            "ruleset": self.ruleset_name,
            "stacking": self.ruleset.stacking.value,
            "lexicon": self.lexicon.name,
            "lexicon_digest": self.lexicon.digest,
            "rank_by": list(self.rank_keys),
        }


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """The best turns or plays of a position.

    Attributes:
        rows: turns or plays, as many as were asked for.
        n_plays: how many different plays the position has, every way to lay a word counted.
        top: how many were asked for, None for all.
    """

    asked: Asked
    rows: Turns | Plays
    n_plays: int
    variants: Variants
    top: int | None

    @classmethod
    def to(cls, asked: Asked, top: int | None, variants: Variants) -> HintAnswer:
        """The answer to what is asked."""
        rows = asked.turns(top, variants) if asked.is_about_turns else asked.plays(top, variants)
        n_plays = count_plays(asked.position, asked.lexicon, asked.ruleset)
        return cls(asked, rows, n_plays, variants, top)

    @property
    def turns(self) -> Collection[Turn]:
        """The turns of the rows, none if plays are asked for."""
        return self.rows if isinstance(self.rows, Turns) else ()

    @property
    def plays(self) -> Collection[Play]:
        """The plays of the rows."""
        if isinstance(self.rows, Plays):
            return self.rows
        return [turn.play for turn in self.rows if turn.play]

    @property
    def shown_words(self) -> list[str]:
        """The words of the rows in their order, each once."""
        return list(dict.fromkeys(word.word for play in self.plays for word in play.words))

    @property
    def is_complete(self) -> bool:
        """Would no more have been found if more had been asked for?"""
        return self.top is None or len(self.rows) < self.top
