"""The question to `hint` and its answer: the best turns."""

from __future__ import annotations

from dataclasses import dataclass

from ...evaluation.ranking import is_equity, parse_rank_by
from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...rules.position import Position
from ...rules.ruleset import PRESETS, Ruleset
from ...search.desks import NO_LIMIT, count_plays
from ...search.solver import Variants, evaluation_of, parse_limit
from ...search.turn_rows import OpenTurn
from ...search.turns import Turns, ranked_by, turns_by


@dataclass(frozen=True, slots=True)
class Asked:
    """The question.

    Attributes:
        turn: the turn that is to be planned.
        ruleset_name: a preset; the stacking of the ruleset may differ from it.
        rank_keys: what the turns are ranked by; not checked yet.
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
        every_way, most = variants is Variants.ALL, parse_limit(limit)
        given = evaluation_of(self.lexicon), self.turn, self.lexicon, self.ruleset
        if is_equity(self.rank_keys):
            return turns_by(*given, most, every_way=every_way)
        every = turns_by(*given, NO_LIMIT, every_way=True)
        return ranked_by(every, parse_rank_by(self.rank_keys), every_way)[:most]

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
        n_plays = count_plays(asked.position, asked.lexicon, asked.ruleset)
        return cls(asked, asked.turns(top, variants), n_plays, variants, top)

    @property
    def shown_words(self) -> list[str]:
        """The words of the turns in their order, each once."""
        return list(dict.fromkeys(word.word for turn in self.turns for word in turn.words))

    @property
    def is_complete(self) -> bool:
        """Would no more have been found if more had been asked for?"""
        return self.top is None or len(self.turns) < self.top
