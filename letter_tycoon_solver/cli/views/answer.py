"""The question of `hint`, and its answer: plays, or plans by static evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...evaluation.equity import Appraisal
from ...evaluation.ranking import EQUITY, is_equity
from ...evaluation.static_plan import StaticPlan, best_exchange, plan_of, with_others
from ...evaluation.tables import Evaluation
from ...lexicon import Lexicon
from ...rules.play import Play
from ...rules.position import Position
from ...rules.ruleset import PRESETS, Ruleset
from ...search.plays import Plays
from ...search.solver import Variants, find_plays


@dataclass(frozen=True, slots=True)
class Question:
    """The question of `hint`.

    Attributes:
        ruleset_name: a preset; the ruleset may have another stacking.
        rank_keys: the order of the plays; EQUITY means an order of plans.
        may_replace: True if the player owns Q and has not yet replaced a card.
    """

    position: Position
    lexicon: Lexicon
    ruleset_name: str
    ruleset: Ruleset
    rank_keys: tuple[str, ...]
    may_replace: bool = True

    @property
    def is_about_plans(self) -> bool:
        """True if whole turns are ranked, and not plays."""
        return is_equity(self.rank_keys)

    @property
    def rank_by(self) -> tuple[str, ...] | str:
        """The order in the form of `find_plays`."""
        return EQUITY if self.is_about_plans else self.rank_keys

    @property
    def evaluation(self) -> Evaluation:
        """The lexicon's tables of static evaluation, or borrowed ones if it has none."""
        return Evaluation.of(self.lexicon.digest)

    @property
    def appraisal(self) -> Appraisal:
        """The static evaluation of the position."""
        return Appraisal.of(self.position, self.ruleset, self.evaluation)

    @property
    def rules(self) -> str:
        """The rules in words."""
        stacking = self.ruleset.stacking
        if stacking is PRESETS[self.ruleset_name].stacking:
            return self.ruleset_name
        return f"{self.ruleset_name}, doublers {stacking.value}"

    def to_dict(self) -> dict[str, object]:
        """Return the question as plain data for JSON."""
        return {
            "position": self.position.notation,
            "ruleset": self.ruleset_name,
            "stacking": self.ruleset.stacking.value,
            "lexicon": self.lexicon.name,
            "lexicon_digest": self.lexicon.digest,
            "rank_by": list(self.rank_keys),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The best plays or plans of a position.

    Attributes:
        plays: the best plays, at most `top`.
        n_plays: the number of different plays, counting every way to lay a word.
        top: the number asked for, None for all.
        plans: the best plans, at most `top`, if the question is about plans.
    """

    question: Question
    plays: Plays
    n_plays: int
    variants: Variants
    top: int | None
    plans: list[StaticPlan] = field(default_factory=list)

    @classmethod
    def to(cls, question: Question, top: int | None, variants: Variants) -> Answer:
        """Find the answer to a question."""
        position, lexicon, ruleset = question.position, question.lexicon, question.ruleset
        plays = find_plays(position, lexicon, ruleset, question.rank_by, top, variants)
        plans = []
        if question.is_about_plans:
            appraisal = question.appraisal
            plans = [plan_of(play, position, appraisal) for play in plays]
            best = plans[0] if plans else None
            plans = with_others(plans, plans_without_words(question, best))[:top]
        return cls(question, plays, plays.n_legal, variants, top, plans)

    @property
    def position(self) -> Position:
        """The position of the plays."""
        return self.plays.position

    @property
    def shown_plays(self) -> Sequence[Play]:
        """The plays in the rows."""
        return [plan.play for plan in self.plans if plan.play] if self.plans else self.plays

    @property
    def shown_words(self) -> list[str]:
        """The words in the rows, in their order, each once."""
        return list(dict.fromkeys(word.word for play in self.shown_plays for word in play.words))

    @property
    def n_shown(self) -> int:
        """The number of rows in the table."""
        return len(self.plans or self.plays)

    @property
    def is_complete(self) -> bool:
        """True if a higher `top` would find nothing more."""
        return self.top is None or self.n_shown < self.top


def plans_without_words(question: Question, best: StaticPlan | None) -> Iterator[StaticPlan]:
    """Yield the best exchange and, for the owner of Q, the best card to replace.

    Args:
        question: the question.
        best: the best plan with words, None if there is none.
    """
    appraisal = question.appraisal
    exchange = best_exchange(question.position, appraisal)
    yield exchange
    if question.may_replace and "Q" in question.position.patents:
        # The import stands here because it takes a moment.
        from ...advisor.replacement import best_replacement

        most = max(plan.equity.total for plan in (best, exchange) if plan)
        objective = appraisal.objective
        yield best_replacement(
            question.position, question.ruleset, question.lexicon, objective, most
        )
