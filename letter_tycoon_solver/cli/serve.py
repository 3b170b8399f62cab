"""`letter-tycoon serve`: the page, for this machine or the local network."""

from __future__ import annotations

import click

from .._extras import check_extra
from .options import lexicon_option

NEEDED = ("starlette", "uvicorn", "msgspec", "segno")
_DEFAULT_PORT = 8765


@click.command(
    epilog="""\b
Examples:
  letter-tycoon serve
  letter-tycoon serve --lan --lexicon common
  letter-tycoon serve --lan --new-token
"""
)
@click.option(
    "--port",
    type=int,
    metavar="N",
    default=_DEFAULT_PORT,
    show_default=True,
    help="The port of the page; 0 takes any free one.",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Let phones in your network in; they need the address that is printed.",
)
@click.option(
    "--new-token",
    is_flag=True,
    help="With --lan: lock out everyone who has the old address.",
)
@lexicon_option
def command(*, port: int, lan: bool, new_token: bool, lexicon_name: str) -> None:
    """Serve the page: hints, games, reviews and words in a browser.

    Without --lan only this machine can open it. It needs no internet. Ctrl-C stops it.
    """
    if new_token and not lan:
        raise click.UsageError("--new-token goes with --lan; without it there is no token.")
    check_extra("web", NEEDED, "the page")
    from ..web.server import serve

    serve(click.echo, port=port, lan=lan, new_token=new_token, lexicon=lexicon_name)
