"""`letter-tycoon engine`: a player for other programs, over stdin and stdout."""

from __future__ import annotations

import sys

import click

from ..advisor.engine import Engine
from ..advisor.players import PlayerKind


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
    help="Seconds that an advisor has for a turn; fewer if it is told fewer.  [default: 1]",
)
@click.option(
    "--playouts",
    type=int,
    metavar="N",
    help="Games that it simulates for a turn, in place of seconds.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Another number gives other choices where chance decides.",
)
def command(*, player: str, seconds: float | None, playouts: int | None, seed: int) -> None:
    """Play for another program, which asks in lines of JSON.

    docs/protocol.md describes the messages. It ends with the message quit, or the end of stdin.
    """
    engine = Engine(player, seconds, playouts, seed)
    engine.run(sys.stdin.buffer, sys.stdout.buffer)
