"""A person waits for advice: the table while it thinks, and Ctrl-C for what there is until then."""

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
    """The advice; after Ctrl-C that of the games until then."""
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
    """On a terminal, the table while it thinks; it goes when the block ends."""
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
