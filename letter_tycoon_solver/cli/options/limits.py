"""Options for the referee's rules for players from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import click

from ...advisor.bots.limits import Limits, Loses

_DEFAULT: Final = Limits()
_OPTIONS: Final = (
    click.option(
        "--turn-seconds",
        type=float,
        metavar="S",
        default=_DEFAULT.turn,
        show_default=True,
        help="Seconds for each turn of a program or class of your own.",
    ),
    click.option(
        "--game-seconds", type=float, metavar="S", help="Seconds for all its turns in a game."
    ),
    click.option(
        "--grace",
        type=float,
        metavar="S",
        default=_DEFAULT.grace,
        show_default=True,
        help="Seconds after that in which an answer still counts.",
    ),
    click.option(
        "--fault-loses",
        type=click.Choice([loses.value for loses in Loses], case_sensitive=False),
        default=_DEFAULT.loses.value,
        show_default=True,
        help="What it loses by an illegal turn, a crash or silence.",
    ),
)


def limits_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add options for players from outside, passed as `limits`."""

    @functools.wraps(command)
    def with_limits(
        *,
        turn_seconds: float,
        game_seconds: float | None,
        grace: float,
        fault_loses: str,
        **options: Any,
    ) -> Any:
        limits = Limits(turn_seconds, game_seconds, grace, Loses(fault_loses))
        return command(limits=limits, **options)

    for option in reversed(_OPTIONS):
        with_limits = option(with_limits)
    return with_limits
