"""`letter-tycoon lexicon`: what is in a word list, and compiling it."""

from __future__ import annotations

from pathlib import Path

import click

from .._user_cache import FOLDER_VARIABLE, folder
from ..lexicon import DEFAULT_LEXICON, Lexicon, LexiconWarning
from .options import LEXICON_METAVAR, compiled_path, load_lexicon
from .terminal import warnings_as_notes

_lexicon_argument = click.argument(
    "name_or_file", metavar=f"[{LEXICON_METAVAR}]", default=DEFAULT_LEXICON
)


@click.group(no_args_is_help=False)
def command() -> None:
    """Word lists: enable (the default), common, or a text file with one word a line.

    A list is compiled when it is first used, and kept in your cache folder.
    """


@command.command()
@_lexicon_argument
def info(name_or_file: str) -> None:
    """Say what a word list holds and where it is compiled."""
    lexicon = load_lexicon(name_or_file)
    lengths = [len(word) for word in lexicon]
    facts = {
        "name": lexicon.name,
        "source": str(lexicon.source),
        "words": f"{len(lexicon):,}, of {min(lengths)} to {max(lengths)} letters",
        "skipped": str(lexicon.skipped),
        "digest": lexicon.digest,
    }
    if (path := compiled_path(name_or_file)) is not None:
        facts["compiled"] = _describe(path) or f"in memory only: {path} is not kept"
    for what, text in facts.items():
        click.echo(f"{what:<10}{text}")


@command.command(name="compile")
@_lexicon_argument
def compile_list(name_or_file: str) -> None:
    """Compile a word list now, even if it is compiled already."""
    with warnings_as_notes(LexiconWarning):
        lexicon = Lexicon.compile(name_or_file)
    message = f"{lexicon.name}: {len(lexicon):,} words compiled"
    path = compiled_path(name_or_file)
    kept = None if path is None else _describe(path)
    if folder() is None or (path is not None and kept is None):
        raise click.ClickException(
            f"{lexicon.name} is compiled, but cannot be kept; set {FOLDER_VARIABLE} to a folder of"
            " your own"
        )
    click.echo(message if kept is None else f"{message} to {kept}")


def _describe(path: Path) -> str | None:
    """The path and the size of a compiled list; None if it is not there."""
    try:
        return f"{path} ({path.stat().st_size / 1e6:.1f} MB)"
    except OSError:
        return None
