"""`letter-tycoon engine`: a player for other programs, over stdin and stdout."""

from __future__ import annotations

import sys

import click

from ..advisor.engine import Engine
from ..advisor.roster import PlayerKind


@click.command(
    epilog="""\b
Examples:
  letter-tycoon engine
  letter-tycoon engine --player advisor --seconds 2
  letter-tycoon tournament --players "cmd:letter-tycoon engine,greedy"
"""
)
@click.option(
    "--player",
    metavar="NAME",
    default=PlayerKind.STATIC.value,
    show_default=True,
    help=f"One of {', '.join(kind.value for kind in PlayerKind)}, or static:FILE.",
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="What an advisor has for a turn; less where it is asked for less.  [default: 1]",
)
@click.option("--playouts", type=int, metavar="N", help="Or the games it simulates for a turn.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of what is left to chance.")
def command(*, player: str, seconds: float | None, playouts: int | None, seed: int) -> None:
    """Play for another program, which asks in lines of JSON.

    docs/protocol.md describes the messages. The end of stdin, or the message quit, ends it.
    """
    engine = Engine(player, seconds, playouts, seed)
    engine.run(sys.stdin.buffer, sys.stdout.buffer)
