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
    """What is asked.

    Attributes:
        ruleset_name: a preset; the stacking of the ruleset may differ from it.
        rank_keys: what the plays are ranked by; by EQUITY, they are plans.
        may_replace: whether the owner of Q has not yet replaced a card.
    """

    position: Position
    lexicon: Lexicon
    ruleset_name: str
    ruleset: Ruleset
    rank_keys: tuple[str, ...]
    may_replace: bool = True

    @property
    def is_about_plans(self) -> bool:
        """Whether whole turns are ranked, and not plays."""
        return is_equity(self.rank_keys)

    @property
    def rank_by(self) -> tuple[str, ...] | str:
        """As `find_plays` takes it."""
        return EQUITY if self.is_about_plans else self.rank_keys

    @property
    def evaluation(self) -> Evaluation:
        """The tables of static evaluation, those of the lexicon if it has its own."""
        return Evaluation.of(self.lexicon.digest)

    @property
    def appraisal(self) -> Appraisal:
        """Static evaluation of the position."""
        return Appraisal.of(self.position, self.ruleset, self.evaluation)

    @property
    def rules(self) -> str:
        """The rules in words."""
        stacking = self.ruleset.stacking
        if stacking is PRESETS[self.ruleset_name].stacking:
            return self.ruleset_name
        return f"{self.ruleset_name}, doublers {stacking.value}"

    def to_dict(self) -> dict[str, object]:
        """The question as plain data for JSON."""
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
        plays: as many as were asked for.
        n_plays: how many different plays the position has, every way to lay a word counted.
        top: how many were asked for, None for all.
        plans: as many as were asked for, if they are about plans.
    """

    question: Question
    plays: Plays
    n_plays: int
    variants: Variants
    top: int | None
    plans: list[StaticPlan] = field(default_factory=list)

    @classmethod
    def to(cls, question: Question, top: int | None, variants: Variants) -> Answer:
        """The answer to a question."""
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
        """The position the plays are of."""
        return self.plays.position

    @property
    def shown_plays(self) -> Sequence[Play]:
        """The plays of the rows."""
        return [plan.play for plan in self.plans if plan.play] if self.plans else self.plays

    @property
    def shown_words(self) -> list[str]:
        """The words of the rows in their order, each once."""
        return list(dict.fromkeys(word.word for play in self.shown_plays for word in play.words))

    @property
    def n_shown(self) -> int:
        """How many rows the table has."""
        return len(self.plans or self.plays)

    @property
    def is_complete(self) -> bool:
        """Whether more would not have been found if more had been asked for."""
        return self.top is None or self.n_shown < self.top


def plans_without_words(question: Question, best: StaticPlan | None) -> Iterator[StaticPlan]:
    """The best exchange, and for the owner of Q the best card to replace.

    Args:
        question: what is asked.
        best: the best plan with words, None if there is none.
    """
    appraisal = question.appraisal
    exchange = best_exchange(question.position, appraisal)
    yield exchange
    if question.may_replace and "Q" in question.position.patents:
        # Here, because it takes a moment to load.
        from ...advisor.replacement import best_replacement

        most = max(plan.equity.total for plan in (best, exchange) if plan)
        objective = appraisal.objective
        yield best_replacement(
            question.position, question.ruleset, question.lexicon, objective, most
        )
