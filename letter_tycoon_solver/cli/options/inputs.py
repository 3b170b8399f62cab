"""Options shared by several commands, and their conversion to values of the package."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from ..._user_cache import folder
from ...evaluation.ranking import EQUITY, RANK_KEYS
from ...lexicon import DEFAULT_LEXICON, Lexicon
from ...lexicon.word_list import SHIPPED
from ...rules.position import Position
from ...rules.ruleset import PRESETS, Ruleset, Stacking, ruleset_by_name
from ..terminal.notes import lexicon_warnings_as_notes, note

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

EMPTY: Final = "-"
"""The text for no letters, as in the notation of positions: some shells drop an empty argument."""

LEXICON_METAVAR: Final = "NAME|FILE"

lexicon_option: Final = click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    default=DEFAULT_LEXICON,
    show_default=True,
    help=f"Word list: {' or '.join(SHIPPED)}, or a text file with one word a line.",
)

_RULES_OPTIONS: Final = (
    click.option(
        "--ruleset",
        "ruleset_name",
        type=click.Choice(list(PRESETS), case_sensitive=False),
        default=next(iter(PRESETS)),
        show_default=True,
        help="The rules of your table.",
    ),
    click.option(
        "--stacking",
        type=click.Choice([stacking.value for stacking in Stacking], case_sensitive=False),
        help="How several doublers of a word combine, if not as the ruleset says.",
    ),
)


def _rank_by_option(default: str, first: str = "") -> Callable[[Decorated], Decorated]:
    return click.option(
        "--rank-by",
        metavar="KEY[,KEY...]",
        default=default,
        show_default=True,
        help=f"Best first by{first}: {', '.join(RANK_KEYS)}; - before a key reverses it.",
    )


rank_by_option: Final = _rank_by_option(RANK_KEYS[0])
hint_rank_by_option: Final = _rank_by_option(
    EQUITY, f" {EQUITY}, with patents and the cards kept; or by what the words earn"
)

_POSITION_OPTIONS: Final = (
    click.argument("hand", required=False),
    click.argument("community", required=False),
    click.option("--patents", metavar="LETTERS", help="Patents that you own."),
    click.option(
        "--opponent",
        "opponents",
        metavar="LETTERS",
        multiple=True,
        help='Patents of an opponent, "" for none; repeat it for each, clockwise from you.',
    ),
    click.option("--money", type=int, metavar="DOLLARS", help="Your money before the turn."),
    click.option(
        "--position",
        "notation",
        metavar="LINE",
        help="One line in place of all these: hand, community, patents, opponents, money.",
    ),
)


def rules_options(command: Decorated) -> Decorated:
    """Add --ruleset and --stacking; see `ruleset_from`."""
    for option in reversed(_RULES_OPTIONS):
        command = option(command)
    return command


def ruleset_from(ruleset_name: str, stacking: str | None) -> Ruleset:
    """Return the ruleset given by `rules_options`."""
    ruleset = ruleset_by_name(ruleset_name)
    return dataclasses.replace(ruleset, stacking=Stacking(stacking)) if stacking else ruleset


def rank_keys_from(rank_by: str) -> tuple[str, ...]:
    """Split --rank-by into rank keys; `find_plays` checks them."""
    return tuple(key.strip().lower() for key in rank_by.split(","))


def position_options(command: Decorated) -> Decorated:
    """Add the letters of a position, and --position for all of them; see `position_from`."""
    for option in reversed(_POSITION_OPTIONS):
        command = option(command)
    return command


def position_from(typed: Mapping[str, Any]) -> Position:
    """Return the position given by `position_options`; `typed` holds their values and no others.

    Raises:
        click.UsageError: the hand is missing, or given twice.
    """
    letters = dict(typed)
    notation = letters.pop("notation")
    if notation is not None:
        if any(value not in (None, ()) for value in letters.values()):
            raise click.UsageError(
                "--position says it all; leave out the hand and the other options of a position."
            )
        return Position.parse(notation)
    if letters["hand"] is None:
        raise click.UsageError("The hand is missing; give its letters, such as JWLEANZ.")
    return Position(
        letters_from(letters["hand"]),
        letters_from(letters["community"]),
        letters_from(letters["patents"]),
        [letters_from(patents) for patents in letters["opponents"]],
        letters["money"] or 0,
    )


def letters_from(text: str | None) -> str:
    """Return the letters as typed, without blanks and commas; none for "-"."""
    if text is None or text.strip() == EMPTY:
        return ""
    return "".join(text.replace(",", " ").split())


def load_lexicon(name_or_file: str) -> Lexicon:
    """Load the lexicon; say on stderr if it has to be compiled, and which entries it left out."""
    path = compiled_path(name_or_file)
    if path is not None and not os.path.exists(path):  # noqa: PTH110 (never raises)
        note(f"Compiling the word list {name_or_file}, once ...")
    with lexicon_warnings_as_notes():
        return Lexicon.load(name_or_file)


def compiled_path(name_or_file: str) -> Path | None:
    """Return the path of the compiled list; None for a pipe, which can be read only once.

    It is also None for a user without a cache folder.
    """
    if folder() is None:
        return None
    if name_or_file in SHIPPED or os.path.isfile(name_or_file):  # noqa: PTH113 (never raises)
        return Lexicon.cache_path(name_or_file)
    return None
