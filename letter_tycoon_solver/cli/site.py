"""`letter-tycoon site`: the page as a folder of files, for any static host."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from .._extras import check_extra
from ..errors import InvalidInputError
from ..lexicon import LexiconWarning
from ..rules.ruleset import PRESETS
from .options import lexicon_option, load_lexicon
from .terminal import warnings_as_notes


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
def command(*, folder: Path, lexicon_name: str, ruleset_names: tuple[str, ...]) -> None:
    """Write hints, games and words as files for any web host.

    Any host of plain files can serve DIR, under any path, and the page then works without a
    network, too. The same search runs in the browser and gives the same hints.
    """
    check_extra("site", ("starlette", "msgspec"), "the site")
    from ..web.static_site import write_site

    with warnings_as_notes(LexiconWarning):
        lexicon = load_lexicon(lexicon_name)
        rulesets = {name: PRESETS[name] for name in dict.fromkeys(ruleset_names or PRESETS)}
        try:
            files = write_site(folder, lexicon, rulesets, partial(click.echo, err=True))
        except OSError as error:
            why = error.strerror or error
            raise InvalidInputError(
                f"{folder} cannot be written: {why}; give another folder"
            ) from None
    size = sum(file.stat().st_size for file in files)
    click.echo(f"{len(files)} files, {size / 1e6:.1f} MB, in {folder}")
