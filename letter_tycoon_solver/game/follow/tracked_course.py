"""The course of a tracked game: all that was told, the views that it led to, and its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from ...errors import InvalidInputError
from ...lexicon import Lexicon
from ...rules.ruleset import Ruleset
from ..opponents import AT_A_TABLE, Opponents
from ..records.recorded import Course
from ..records.recorded_lexicon import RecordedLexicon
from ..state import SeenState
from .seen_deal import SeenDeal, first_view
from .told_turn import ToldTurn
from .tracked_record import Telling, TrackedHeader, TrackedStep, digest_of_table
from .tracked_turns import TrackedTurn, told_views


@dataclass(frozen=True, slots=True)
class TrackedCourse(Course[TrackedHeader, TrackedStep]):
    """A game so far. Each method returns the course after a step, and changes nothing.

    names      of the players
    deal       what the first view is made of
    views      before each turn, and now
    turns      what was told
    undone     what can be redone, the next last
    opponents  what advice takes them for
    """

    names: tuple[str, ...]
    deal: SeenDeal
    views: tuple[SeenState, ...]
    turns: tuple[TrackedTurn, ...] = ()
    undone: tuple[ToldTurn, ...] = ()
    opponents: Opponents = AT_A_TABLE

    @classmethod
    def begin(
        cls, names: tuple[str, ...], deal: SeenDeal, lexicon: Lexicon, ruleset: Ruleset
    ) -> Self:
        """Before the first turn."""
        return cls(names, deal, (first_view(deal, len(names), lexicon, ruleset),))

    @property
    def now(self) -> SeenState:
        """The last view."""
        return self.views[-1]

    def tell(self, turns: Sequence[ToldTurn], *, asks: bool = True) -> Self:
        """After more turns; `asks` as of `read_words`."""
        views, done = told_views(turns, self.names, self.now, asks=asks)
        return replace(self, views=self.views + views, turns=self.turns + done, undone=())

    def undo(self) -> Self:
        """Without the last turn."""
        if not self.turns:
            raise InvalidInputError("there is nothing to undo; no turn has been told")
        undone = (*self.undone, self.turns[-1].told)
        return replace(self, views=self.views[:-1], turns=self.turns[:-1], undone=undone)

    def redo(self) -> Self:
        """With the turn that was undone last."""
        if not self.undone:
            raise InvalidInputError("there is nothing to redo; no turn was undone")
        return replace(self.tell(self.undone[-1:], asks=False), undone=self.undone[:-1])

    def retell(self, begin: int, turns: Sequence[ToldTurn], *, asks: bool = True) -> Self:
        """With these turns after the first ones, of which so many stay as they are."""
        if begin > len(self.turns):
            raise InvalidInputError(f"{begin} turns stay as they are, of {len(self.turns)}")
        views, more = told_views(turns, self.names, self.views[begin], begin, asks=asks)
        views = self.views[: begin + 1] + views
        return replace(self, views=views, turns=self.turns[:begin] + more, undone=())

    def redeal(self, deal: SeenDeal) -> Self:
        """With the same turns after another deal."""
        first = self.views[0]
        begun = self.begin(self.names, deal, first.lexicon, first.ruleset)
        told = [turn.told for turn in self.turns]
        return replace(self, deal=deal, views=begun.views).retell(0, told, asks=False)

    def after(self, step: TrackedStep) -> Self:
        """After a step of a record; what it tells has been accepted before."""
        match step.do:
            case Telling.TELL:
                return self.tell(step.turns, asks=False)
            case Telling.UNDO:
                return self.undo()
            case Telling.REDO:
                return self.redo()
            case Telling.RETELL:
                return self.retell(step.begin, step.turns, asks=False)
            case Telling.REDEAL:
                assert step.deal is not None, "as the format has it"
                return self.redeal(step.deal)
            case Telling.OPPONENTS:
                assert step.opponents is not None, "as the format has it"
                return replace(self, opponents=step.opponents)

    def header(self) -> TrackedHeader:
        """The first line of a record."""
        first = self.views[0]
        lexicon = RecordedLexicon.of(first.lexicon)
        return TrackedHeader(first.ruleset, lexicon, self.names, self.deal, digest_of_table(first))

    def steps(self) -> Iterator[TrackedStep]:
        """All that was told and not forgotten, then what was undone of it."""
        if self.opponents is not AT_A_TABLE:
            table = digest_of_table(self.views[0])
            yield TrackedStep(Telling.OPPONENTS, (), 0, None, table, self.opponents)
        whole = self.tell(self.undone[::-1], asks=False)
        for turn, view in zip(whole.turns, whole.views[1:], strict=True):
            yield TrackedStep(Telling.TELL, (turn.told,), 0, None, digest_of_table(view))
        for view in whole.views[len(self.turns) : -1][::-1]:
            yield TrackedStep(Telling.UNDO, (), 0, None, digest_of_table(view))
