"""Write the man page of the command, from the help of its commands: `python tools/man_page.py DIR`.

`.ci/release` puts it into the wheel, which installs it where `man letter-tycoon` finds it.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from letter_tycoon_solver import __version__, cli

AS_IS = "\b"
"""A paragraph after this mark keeps its lines."""


def man_page() -> str:
    """Return the page, in the language of man pages."""
    root = click.Context(cli.group, info_name=cli.NAME, **cli.group.context_settings)
    lines = [
        f'.TH {cli.NAME.upper()} 1 "" "{cli.NAME} {__version__}" "User Commands"',
        ".SH NAME",
        rf"{_plain(cli.NAME)} \- {_plain(_text(cli.group.help).rstrip('.'))}",
        ".SH SYNOPSIS",
        rf".B {_plain(cli.NAME)}",
        r"\fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...",
        ".SH OPTIONS",
        *_options(cli.group, root),
    ]
    for name in cli.COMMANDS:
        lines += _section(name, root)
    return "\n".join(lines) + "\n"


def _section(name: str, root: click.Context) -> Iterator[str]:
    command = cli.group.get_command(root, name)
    assert command is not None
    context = click.Context(command, parent=root, info_name=name)
    yield f".SH {name.upper()}"
    yield rf".B {_plain(f'{cli.NAME} {name}')}"
    yield _plain(" ".join(command.collect_usage_pieces(context)))
    yield from _paragraphs(command.help)
    yield from _options(command, context)
    yield from _paragraphs(command.epilog)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            yield ".TP"
            yield rf"\fB{_plain(record[0])}\fR"
            yield _plain(_text(record[1]))


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text or "")):
        yield ".PP"
        if paragraph.startswith(AS_IS):
            lines = paragraph.removeprefix(AS_IS).strip("\n").split("\n")
            yield from (".nf", *map(_plain, lines), ".fi")
        else:
            yield _plain(_text(paragraph))


def _text(text: str | None) -> str:
    """Return a text in one line."""
    return " ".join((text or "").split())


def _plain(text: str) -> str:
    """Return a text in which nothing is an instruction."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


def main() -> None:
    """Write the page into the folder that is given."""
    if len(sys.argv) != 2:
        sys.exit("give the folder that the page is written to")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{cli.NAME}.1").write_text(man_page(), "utf-8")


if __name__ == "__main__":
    main()
