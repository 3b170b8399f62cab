"""The --opponents option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ...game.opponents import AT_A_TABLE, Opponents


def opponents_option(default: Opponents | None) -> Callable[[Any], Any]:
    """Add --opponents, passed as `taken_for`; the default is None where a game may tell it."""
    return click.option(
        "--opponents",
        "taken_for",
        type=click.Choice([kind.value for kind in Opponents], case_sensitive=False),
        default=default and default.value,
        show_default=True if default else f"{AT_A_TABLE.value}, or as the game was told",
        help="How the others play: like people who know common words (common), experts who"
        " know every word (static), or the bots of a level.",
    )
