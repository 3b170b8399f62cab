"""The kernels that Python calls.

Their machine code is kept on disk (kept_code.py); to load it takes some milliseconds, and no Numba.
What is not there yet is compiled (compiling.py). Where that fails, as with a version of Numba that
it does not know, Numba compiles the same kernels by what it documents.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

from .. import _forks
from .._log import frames_in_package, is_worker, say_once
from ..errors import FallbackCompilerWarning
from . import kept_code, ways
from .machine_code import Call, MachineCode, outline, type_name
from .ways import Way

_Prepared = Callable[[], Any]
_Code = Callable[[tuple[Any, ...]], _Prepared]
"""What makes a call of arguments of some types."""


class Entry:
    """A kernel by its name, "module.function", compiled for what it is called with.

    Arguments are arrays, numbers and NamedTuples of them. It returns nothing, a whole number, or
    an array or the bytes of one. Compiled it does not hold the GIL.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._codes: dict[str, _Code] = {}

    def __call__(self, *args: Any) -> Any:
        """Calls it once."""
        return self.prepared(*args)()

    def prepared(self, *args: Any) -> _Prepared:
        """The call with these arguments, to be made often, by one thread at a time.

        What is in the arrays may be changed between calls.
        """
        if ways.is_interpreted():
            return functools.partial(self._function(Way.INTERPRETED), *args)
        types = ",".join(map(type_name, args))
        code = self._codes.get(types)
        if code is None:
            with _forks.IMPORTING:
                code = self._codes.get(types) or self._made(types, args)
                self._codes[types] = code
        return code(args)

    def _made(self, types: str, args: tuple[Any, ...]) -> _Code:
        """What runs the kernel for arguments of these types."""
        if ways.chosen() is not Way.BY_NUMBA:
            try:
                return functools.partial(Call, self._machine_code(types, args))
            except Exception as error:  # Whatever it is: the answers do not depend on it.
                _warn_of_fallback(error)
        return self._by_numba(args)

    def _machine_code(self, types: str, args: tuple[Any, ...]) -> MachineCode:
        """The code from disk, or compiled and kept there."""
        identity = kept_code.Identity.of(self.name, types)
        if code := kept_code.load(identity):
            return code
        for_good = ", once" if kept_code.version_folder() else ""
        say_once(f"Compiling the search{for_good}; this takes up to a minute ...")
        returns, object_file = self._compiled(tuple(map(outline, args)))
        code = MachineCode(returns, object_file)
        kept_code.save(identity, returns, object_file)
        return code

    def _compiled(self, outlines: tuple[Any, ...]) -> tuple[bytes, bytes]:
        """As compiling.compiled."""
        from . import compiler_process

        if compiler_process.is_called_for():
            return compiler_process.compiled_elsewhere(self.name, outlines)
        from . import compiling

        return compiling.compiled(self._function(Way.AS_ONE_PIECE), outlines)

    def _by_numba(self, args: tuple[Any, ...]) -> _Code:
        """The code that Numba makes and keeps by itself."""
        from . import compiler_process

        compiler_process.check_settings()
        import numba

        function = self._function(Way.BY_NUMBA)
        function.compile(tuple(map(numba.typeof, args)))
        return lambda args: functools.partial(function, *args)

    def _function(self, way: Way) -> Any:
        with _forks.IMPORTING:
            return ways.function(self.name, way)


def _warn_of_fallback(error: Exception) -> None:
    if not is_worker():  # Else whoever gave it the work has been told.
        warnings.warn(
            f"the search is compiled in another way, because the usual one has failed ({error}); "
            "it takes longer to compile and to search, and all answers are the same. The usual one "
            "needs a version of Numba that this package allows, and to start a process",
            FallbackCompilerWarning,
            stacklevel=frames_in_package(),
        )


solve = Entry("search_one.solve")
count = Entry("count.count")
solve_rows = Entry("search_many.solve_rows")
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
