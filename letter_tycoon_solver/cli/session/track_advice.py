"""Advice for the turns of a game of people: plans, their reasons, and words of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rich.text import Text

from ...advisor import Advice, Evaluation, advise
from ...advisor.advice import MIN_PLAYOUTS
from ...advisor.ranked_plan import RankedPlan
from ...advisor.reasons import difference, reasons, shortfall
from ...definitions.word_facts import WordFacts
from ...errors import InvalidInputError
from ...evaluation.ranking import EQUITY
from ...game import Phase, SeenState, TrackedGame
from ...game.follow.tracked_text import why_no_advice
from ...rules.ruleset import PRESETS
from ...search.turn_rows import OpenTurn
from ..options.effort import note_tables
from ..terminal.console import new_console, print_indented, print_table
from ..views.advice import advice_lines, advice_table
from ..views.answer import Asked
from ..views.thinking import advice_until_stopped, live_table
from ..views.word_answer import WordAnswer, parse_words
from ..views.word_hint import print_word_answer
from ..views.word_page import print_words

PLANS: Final = 5
"""The number of plans that advice shows."""

Think = Callable[..., Advice]


class Adviser:
    """The advice for the turn at which a game stands.

    Args:
        game: the game.
        think: `advise` with how long to think.
    """

    def __init__(self, game: TrackedGame, think: Think) -> None:
        self._game = game
        self._think = think
        self._console = new_console()
        self._advice: tuple[SeenState, Advice] | None = None
        """The last advice, and the view that it is for."""

    def advise(self) -> None:
        """Thinks, and shows the best plans with their numbers.

        Raises:
            InvalidInputError: it is not the turn of a player whose hand is seen.
        """
        if why := why_no_advice(self._game):
            raise InvalidInputError(why)
        seen = self._game.seen
        try:
            # What is not compiled is compiled, which is said, before there is a live table.
            advise(seen, seen.lexicon, playouts=MIN_PLAYOUTS, opponents=self._game.opponents)
            think = partial(self._think, seen, seen.lexicon, opponents=self._game.opponents)
            with live_table(PLANS) as shown:
                advice = advice_until_stopped(think, shown)
        except KeyboardInterrupt:
            self._console.print("Stopped before there was any advice.")
            return
        self._advice = seen, advice
        note_tables(seen.lexicon.name, advice.tables, advice.own_tables)
        print_table(advice_table(advice, PLANS))
        evaluation = Evaluation.of(seen.lexicon.digest)
        self._console.print(advice_lines(advice, PLANS, seen, evaluation, self._game.names)[0])
        self._console.print(
            'Type a number to carry out its plan, as in "1 > K"; "why 1" tells the reasons.'
        )

    def why(self, number: int) -> None:
        """Shows the reasons of a plan. Raises as `plan`."""
        ranked = self.plan(number)
        assert self._advice is not None
        seen, advice = self._advice
        self._console.print(Text(f"Why {ranked.notation}:", style="bold"))
        evaluation = Evaluation.of(seen.lexicon.digest)
        lines = list(reasons(ranked.plan, seen, evaluation, self._game.names))
        best = advice.plans[0]
        if number > 1:
            lines.append(shortfall(ranked, best))
        elif len(advice.plans) > 1:
            lines.append(difference(best, advice.plans[1]))
        for line in lines:
            print_indented(self._console, Text(f"  {line}"))

    @property
    def plans(self) -> Sequence[RankedPlan]:
        """Those that were shown for the turn now."""
        if self._advice is None or self._advice[0] is not self._game.table:
            return ()
        return self._advice[1].plans[:PLANS]

    def plan(self, number: int) -> RankedPlan:
        """The plan of that number, from 1.

        Raises:
            InvalidInputError: there is none, or no advice for the turn.
        """
        plans = self.plans
        if not plans:
            raise InvalidInputError(
                f'{number} is the number of a plan, and there is no advice for this turn; type "?"'
            )
        if not 1 <= number <= len(plans):
            raise InvalidInputError(
                f"there is no plan {number}; the plans of the advice are 1 to {len(plans)}"
            )
        return plans[number - 1]

    def word(self, argument: str) -> None:
        """Is it a word, and what would it earn: now, or for anyone."""
        words = parse_words(argument)
        lexicon = self._game.table.lexicon
        if self._game.seat is None or self._game.is_over:
            ruleset = self._game.table.ruleset
            print_words([WordFacts.of(word, [lexicon], ruleset) for word in words])
            return
        for word in words:
            if word in lexicon:
                self._console.print(f"{word} is in the word list {lexicon.name}.")
        print_word_answer(WordAnswer.to(self._asked(), words))

    def _asked(self) -> Asked:
        seen = self._game.seen
        names = (
            name
            for name, preset in PRESETS.items()
            if replace(preset, stacking=seen.ruleset.stacking) == seen.ruleset
        )
        if seen.active == seen.viewer and seen.phase is Phase.START:
            turn = seen.open_turn
        else:
            turn = OpenTurn(seen.position, may_replace=False)
        ruleset_name = next(names, next(iter(PRESETS)))
        return Asked(turn, seen.lexicon, ruleset_name, seen.ruleset, (EQUITY,))
