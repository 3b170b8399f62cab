"""The page: `letter-tycoon serve` opens it, `letter-tycoon site` writes it as files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from .._extras import extra_module
from ..errors import InvalidInputError
from ..rules.ruleset import PRESETS
from .options import lexicon_option, load_lexicon

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
def serve_command(*, port: int, lan: bool, new_token: bool, lexicon_name: str) -> None:
    """Serve the page: hints, games, reviews and words in a browser.

    Without --lan only this machine can open it. It needs no internet. Ctrl-C stops it.
    """
    if new_token and not lan:
        raise click.UsageError("--new-token goes with --lan; without it there is no token.")
    for name in NEEDED:
        extra_module(name, "pages")
    from ..web.server import serve

    serve(click.echo, port=port, lan=lan, new_token=new_token, lexicon=lexicon_name)


@click.command(
    epilog="""\b
Examples:
  letter-tycoon site public
  letter-tycoon site public --lexicon words.txt --ruleset online
"""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@lexicon_option
@click.option(
    "--ruleset",
    "ruleset_names",
    type=click.Choice(list(PRESETS), case_sensitive=False),
    multiple=True,
    help="Rules to offer, the first for a new table; repeat it for more. By default all.",
)
def site_command(*, folder: Path, lexicon_name: str, ruleset_names: tuple[str, ...]) -> None:
    """Write hints, games and words as files for any web host.

    Any host of plain files can serve DIR, under any path, and the page then works without a
    network, too. The same search runs in the browser and gives the same hints.
    """
    for name in ("starlette", "msgspec"):
        extra_module(name, "sites", "site")
    from ..web.static_site import write_site

    lexicon = load_lexicon(lexicon_name)
    rulesets = {name: PRESETS[name] for name in dict.fromkeys(ruleset_names or PRESETS)}
    try:
        files = write_site(folder, lexicon, rulesets, partial(click.echo, err=True))
    except OSError as error:
        why = error.strerror or error
        raise InvalidInputError(f"{folder} cannot be written: {why}; give another folder") from None
    size = sum(file.stat().st_size for file in files)
    click.echo(f"{len(files)} files, {size / 1e6:.1f} MB, in {folder}")
