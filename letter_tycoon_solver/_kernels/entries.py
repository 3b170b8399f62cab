"""The kernels that Python calls.

Numba is imported, and the module of a kernel, when one is compiled: its machine code is kept on
disk (kept_code.py), and to load that takes some milliseconds.
"""

from __future__ import annotations

import functools
import importlib
import os
import threading
from collections.abc import Callable
from typing import Any, Final

from .._log import say_once
from . import kept_code
from .machine_code import Call, MachineCode, type_name

_compiling: Final = threading.RLock()


class Entry:
    """A kernel by its name, "module.function", compiled for what it is called with.

    Arguments are arrays, numbers and NamedTuples of them. It returns nothing, a whole number, or
    the bytes of an array. It does not hold the GIL.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._codes: dict[str, MachineCode] = {}

    def __call__(self, *args: Any) -> Any:
        """Calls it once."""
        return self.prepared(*args)()

    def prepared(self, *args: Any) -> Callable[[], Any]:
        """The call with these arguments, to be made often, by one thread at a time.

        What is in the arrays may be changed between calls.
        """
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            return functools.partial(self._function(), *args)
        return Call(self._code(args), args)

    def _code(self, args: tuple[Any, ...]) -> MachineCode:
        types = ",".join(map(type_name, args))
        code = self._codes.get(types)
        if code is None:
            with _compiling:
                code = self._codes.get(types) or self._load(types, args)
                self._codes[types] = code
        return code

    def _load(self, types: str, args: tuple[Any, ...]) -> MachineCode:
        """The code from disk, or compiled and kept there."""
        identity = kept_code.Identity.of(self.name, types)
        if code := kept_code.load(identity):
            return code
        for_good = ", once" if kept_code.version_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
        from . import compiling

        returns, object_file = compiling.compiled(self._function(), args)
        kept_code.save(identity, returns, object_file)
        return MachineCode(returns, object_file)

    def _function(self) -> Any:
        module, _, function = self.name.partition(".")
        return getattr(importlib.import_module(f".{module}", __package__), function)


solve = Entry("search_one.solve")
count = Entry("count.count")
find_turns = Entry("find_turns.find_turns")
fill_worth = Entry("worth.fill_worth")
solve_rows = Entry("search_many.solve_rows")
solve_rows_by_equity = Entry("search_many.solve_rows_by_equity")
count_rows = Entry("search_many.count_rows")
replace_rows = Entry("replace.replace_rows")
replacement_scores = Entry("replace.replacement_scores")
draw_samples = Entry("expect.draw_samples")
best_scores = Entry("expect.best_scores")
read_rows = Entry("read.read_rows")
deal_cards = Entry("deal.deal_cards")
deal_patents = Entry("deal.deal_patents")
tally_rows = Entry("tally.tally_rows")
deal_unseen = Entry("simulate.deal_unseen")
play_on = Entry("simulate.play_on")
compare = Entry("simulate.compare")
play_games = Entry("self_play.play_games")
play_to_learn = Entry("value_games.play_to_learn")
