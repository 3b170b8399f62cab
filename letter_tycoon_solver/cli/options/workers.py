"""The option for work on several processors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

MAX_WORKERS: Final = 256


def workers_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the decorator that adds `workers`, a number or None."""
    return click.option(
        "--workers", type=click.IntRange(1, MAX_WORKERS), metavar="N", help=help_text
    )
