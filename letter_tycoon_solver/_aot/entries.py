"""The kernels that Python calls.

What answers about one position does so as plain Python until there is machine code; all else waits
for the compiler.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from . import codes, first_answers, ways
from .codes import Code
from .first_answers import FirstAnswers, interpreted
from .machine_code import type_name
from .ways import Way


class Entry:
    """A kernel by its name, "module.function", compiled for what it is called with.

    Arguments are arrays, numbers and NamedTuples of them. It returns nothing, a whole number, or
    an array or the bytes of one. Compiled it does not hold the GIL.

    Attributes:
        name: of the kernel.
        is_for_one: it answers about one position, which plain Python does fast enough.
        ahead: "module.function", which compiles what may be asked for next.
    """

    def __init__(self, name: str, *, is_for_one: bool = False, ahead: str = "") -> None:
        self.name = name
        self.is_for_one = is_for_one
        self.ahead = ahead
        self._codes: dict[str, Code] = {}

    def __call__(self, *args: Any) -> Any:
        """Calls it once."""
        return self.prepared(*args)()

    def prepared(self, *args: Any) -> Callable[[], Any]:
        """The call with these arguments, to be made often, by one thread at a time.

        What is in the arrays may be changed between calls.
        """
        if ways.is_interpreted():
            return functools.partial(interpreted, self._as_python(), *args)
        types = ",".join(map(type_name, args))
        if code := self._codes.get(types) or self._code(types, args):
            return code(args)
        return FirstAnswers(self._as_python(), args, functools.partial(self._code, types, args))

    def _code(self, types: str, args: tuple[Any, ...]) -> Code | None:
        """The code for arguments of these types; None while plain Python is to answer."""
        if self.is_for_one and first_answers.are_wanted():
            code = codes.kept(self.name, types)
            if code is None:
                if self.ahead:  # First, as the process beside begins with it.
                    first_answers.compile_ahead(self.ahead)
                first_answers.compile_beside(self.name, types, args)
                return None
        else:
            code = codes.made(self.name, types, args)
        self._codes[types] = code
        return code

    def _as_python(self) -> Any:
        return ways.function(self.name, Way.INTERPRETED)


_OF_ADVICE: Final = "letter_tycoon_solver.advisor.simulation.compile_ahead"

solve = Entry("search_one.solve", is_for_one=True)
count = Entry("count.count", is_for_one=True)
find_turns = Entry("find_turns.find_turns", is_for_one=True, ahead=_OF_ADVICE)
fill_worth = Entry("worth.fill_worth", is_for_one=True)
solve_rows = Entry("search_many.solve_rows")
solve_rows_by_equity = Entry("search_many.solve_rows_by_equity")
first_wrong_row = Entry("check.first_wrong_row")
count_rows = Entry("search_many.count_rows")
replace_rows = Entry("replace.replace_rows")
draw_samples = Entry("expect.draw_samples")
best_scores = Entry("expect.best_scores")
read_rows = Entry("read.read_rows")
deal_cards = Entry("deal.deal_cards")
deal_patents = Entry("deal.deal_patents")
tally_rows = Entry("tally.tally_rows")
deal_unseen = Entry("simulate.deal_unseen")
play_on = Entry("simulate.play_on")
compare = Entry("simulate.compare")
race_on = Entry("race.race_on")
play_games = Entry("self_play.play_games")
play_to_learn = Entry("value_games.play_to_learn")
