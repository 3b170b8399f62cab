"""The wait for advice: the table while it thinks, and Ctrl-C for the advice so far."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from ...advisor import Advice
from ...advisor.advice import Progress
from ..terminal.notes import note

if TYPE_CHECKING:
    from rich.table import Table

_TABLES_A_SECOND: Final = 5


def advice_until_stopped(think: Callable[..., Advice], show: Progress | None) -> Advice:
    """Return the advice; after Ctrl-C, the advice from the games so far."""
    so_far: Advice | None = None

    def tell(advice: Advice) -> None:
        nonlocal so_far
        so_far = advice
        if show is not None:
            show(advice)

    try:
        return think(progress=tell)
    except KeyboardInterrupt:
        if so_far is None:
            raise
        note("Stopped; this is the advice of the games until then.")
        return so_far


@contextlib.contextmanager
def live_table(top: int) -> Iterator[Progress | None]:
    """Show the table on a terminal while the advisor thinks; it disappears when the block ends."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield None
        return
    from rich.live import Live

    from ..terminal.console import new_console
    from .advice import advice_table

    shown = 0.0
    with Live(console=new_console(), auto_refresh=False, transient=True) as live:

        def show(advice: Advice) -> None:
            nonlocal shown
            if time.monotonic() - shown >= 1 / _TABLES_A_SECOND:
                table: Table = advice_table(advice, top)
                live.update(table, refresh=True)
                shown = time.monotonic()

        yield show
