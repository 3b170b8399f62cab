"""The meanings of words for people, in lines that fit, with a label before the first."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from ...definitions import Definition, define
from ...search.plays_table import Part
from ..terminal.console import new_console
from .styles import STYLES

_WIDTH: Final = 80
_LEAST_WIDTH: Final = 20
_GAP: Final = 2
NO_DEFINITION: Final = "no definition: WordNet does not have it"


def text_width(console: Console) -> int:
    """Return the width of sentences: the console's, but at most a readable one."""
    return min(console.width, _WIDTH)


def paragraph(label: str, text: str, width: int, indent: int) -> Iterator[Text]:
    """Break the text into lines, with the label before the first.

    Args:
        label: a text that fits into the indent.
        text: the sentences.
        width: the width of the lines, including the indent.
        indent: the indent of all lines.
    """
    head, *rest = textwrap.wrap(text, max(width - indent, _LEAST_WIDTH))
    yield Text.assemble((f"{' ' * _GAP}{label}".ljust(indent), STYLES[Part.DIM]), head)
    for line in rest:
        yield Text(" " * indent + line)


def meanings(definitions: Sequence[Definition]) -> list[str]:
    """Return a text for each definition, or one that says there is none."""
    return [str(definition) for definition in definitions] or [NO_DEFINITION]


def print_first_meanings(words: Sequence[str]) -> None:
    """Write the most frequent meaning of each word to stdout."""
    _print({word: meanings(define(word))[:1] for word in words})


def print_all_meanings(words: Sequence[str]) -> None:
    """Write all meanings of each word to stdout."""
    _print({word: meanings(define(word)) for word in words})


def _print(by_word: Mapping[str, Sequence[str]]) -> None:
    if not by_word:
        return
    console = new_console()
    console.print()
    indent = max(map(len, by_word)) + 2 * _GAP
    for word, texts in by_word.items():
        for label, text in zip([word, *[""] * len(texts)], texts, strict=False):
            for line in paragraph(label, text, text_width(console), indent):
                console.print(line)
