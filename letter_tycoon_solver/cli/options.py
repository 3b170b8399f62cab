"""Options shared by several commands, and their conversion to values of the package."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import functools
import json
import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from .._files import UnfinishedFile, is_folder, make_private_folder, written_beside
from .._user_cache import folder
from .._work.executors import ExecutorDiedError
from ..errors import InvalidInputError
from ..evaluation.ranking import RANK_KEYS
from ..evaluation.tables import Evaluation
from ..lexicon import DEFAULT_LEXICON, Lexicon
from ..lexicon.word_list import SHIPPED
from ..rules.position import Position
from ..rules.ruleset import PRESETS, Ruleset, Stacking, ruleset_by_name
from .terminal import note

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

EMPTY: Final = "-"
"""The text for no letters, as in the notation of positions: some shells drop an empty argument."""

LEXICON_METAVAR: Final = "NAME|FILE"


def given_among(ctx: click.Context, names: Container[str]) -> str:
    """Return the first of these options that was typed, as people write it; "" if none was."""
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in names and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            return parameter.opts[0]
    return ""


lexicon_option: Final = click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    default=DEFAULT_LEXICON,
    show_default=True,
    help=f"Word list: {' or '.join(SHIPPED)}, or a text file with one word a line.",
)

recorded_lexicon_option: Final = click.option(
    "--lexicon",
    "lexicon_name",
    metavar=LEXICON_METAVAR,
    help="The word list of the game, if it is not a shipped one.",
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


def rank_by_option(default: str, about: str) -> Callable[[Decorated], Decorated]:
    """Add --rank-by, with what it may be; see `rank_keys_from`."""
    return click.option(
        "--rank-by", metavar="KEY[,KEY...]", default=default, show_default=True, help=about
    )


EARNED_KEYS: Final = f"{', '.join(RANK_KEYS)}; - before a key reverses it."
"""The keys that rank words by what they earn, for the help."""

SEAT_OPTIONS: Final = (
    click.option("--patents", metavar="LETTERS", help="Patents that you own."),
    click.option(
        "--opponent",
        "opponents",
        metavar="LETTERS",
        multiple=True,
        help='Patents of an opponent, "" for none; repeat it for each, clockwise from you.',
    ),
    click.option("--money", type=int, metavar="DOLLARS", help="Your money before the turn."),
)
POSITION_OPTIONS: Final = (
    click.argument("hand", required=False),
    click.argument("community", required=False),
    *SEAT_OPTIONS,
    click.option(
        "--position",
        "notation",
        metavar="LINE",
        help="One line in place of all these: hand, community, patents, opponents, money.",
    ),
)
replaced_option: Final = click.option(
    "--replaced", is_flag=True, help="You have replaced a card with Q this turn."
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table: a preset's name, and the preset, perhaps with another stacking."""

    name: str
    ruleset: Ruleset

    @classmethod
    def of(cls, ruleset: Ruleset) -> Rules:
        """Return the rules with the name of the preset that differs by the stacking at most."""
        for name, preset in PRESETS.items():
            if dataclasses.replace(preset, stacking=ruleset.stacking) == ruleset:
                return cls(name, ruleset)
        return cls(next(iter(PRESETS)), ruleset)

    def __str__(self) -> str:
        """Return the name, and the stacking if it is not that of the preset."""
        if self.ruleset.stacking is PRESETS[self.name].stacking:
            return self.name
        return f"{self.name}, doublers {self.ruleset.stacking.value}"

    def to_dict(self) -> dict[str, object]:
        """Return both as plain data."""
        return {"ruleset": self.name, "stacking": self.ruleset.stacking.value}


def adding(
    options: Sequence[Callable[[Decorated], Decorated]],
) -> Callable[[Decorated], Decorated]:
    """Make the decorator that adds options, the first of them first in the help."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --ruleset and --stacking, passed as `rules`."""

    @functools.wraps(command)
    def with_rules(*args: Any, ruleset_name: str, stacking: str | None, **options: Any) -> Any:
        ruleset = ruleset_by_name(ruleset_name)
        if stacking is not None:
            ruleset = dataclasses.replace(ruleset, stacking=Stacking(stacking))
        return command(*args, rules=Rules(ruleset_name, ruleset), **options)

    return adding(_RULES_OPTIONS)(with_rules)


def rank_keys_from(rank_by: str) -> tuple[str, ...]:
    """Split --rank-by into rank keys; `find_plays` checks them."""
    return tuple(key.strip().lower() for key in rank_by.split(","))


def position_from(typed: Mapping[str, Any]) -> Position:
    """Return the position given by `POSITION_OPTIONS`; `typed` holds their values and no others."""
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
    return Lexicon.load(name_or_file)


def compiled_path(name_or_file: str) -> Path | None:
    """Return the path of the compiled list; None without a cache folder, or for a pipe."""
    if folder() is None:
        return None
    if name_or_file in SHIPPED or os.path.isfile(name_or_file):  # noqa: PTH113 (never raises)
        return Lexicon.cache_path(name_or_file)
    return None


def effort_options(
    seconds: float, what: str, seeded: str = "simulated games"
) -> Callable[[Decorated], Decorated]:
    """Add --seconds with this default, for `what`, --playouts, and the --seed of what it is for."""
    return adding(
        (
            click.option(
                "--seconds",
                type=float,
                metavar="S",
                help=f"How long to think {what}.  [default: {seconds:g}]",
            ),
            click.option(
                "--playouts",
                type=int,
                metavar="N",
                help="Think by N simulated games instead: the result is then always the same.",
            ),
            click.option(
                "--seed",
                type=int,
                default=0,
                show_default=True,
                help=f"Another number gives other {seeded}.",
            ),
        )
    )


def note_tables(lexicon: Lexicon) -> None:
    """Say on stderr if the tables of another lexicon judge the turns."""
    evaluation = Evaluation.of(lexicon.digest)
    if evaluation.digest != lexicon.digest:
        note(
            f"The word list {lexicon.name} has no tables of its own for static evaluation; those of"
            f" {evaluation.name} are used."
        )


T = TypeVar("T")


def folder_of_parts(what: str) -> Path | None:
    """Return the cache folder for finished parts; None if it cannot be used."""
    if (cache := folder()) is None:
        note(f"So a {what} that is stopped will begin anew.")
        return None
    path = cache / f"{what}s"
    with contextlib.suppress(OSError):
        make_private_folder(path)
    if os.access(path, os.W_OK | os.X_OK):
        return path
    note(f"{path} cannot be written, so a {what} that is stopped will begin anew.")
    return None


@contextlib.contextmanager
def shows_what_is_done(kind: type[T], show: Callable[[T], object]) -> Iterator[None]:
    """Show the finished part, `done` of this kind, if the work in this block ends early."""
    try:
        yield
    except (KeyboardInterrupt, ExecutorDiedError) as error:
        done = getattr(error, "done", None)
        if isinstance(done, kind):
            show(done)
        if isinstance(error, ExecutorDiedError):
            raise click.ClickException(str(error)) from error
        raise


def note_stopped(done: int, asked: int, things: str) -> None:
    """Say how far the work came, and how to continue it."""
    note(f"Stopped after {done:,} of {asked:,} {things}; the same command goes on from there.")


def files_of(
    files: Sequence[str], suffixes: Sequence[str], what: str, plural: str
) -> dict[Path, bool]:
    """Return the files, each once; True for one that was found in a folder with these suffixes."""
    found: dict[Path, bool] = {}
    for path in map(Path, files):
        if not is_folder(path):
            found[path] = False
            continue
        try:
            inside = sorted(one for one in path.iterdir() if one.suffix.lower() in suffixes)
        except OSError as error:
            raise InvalidInputError(f"{path} cannot be read: {error.strerror or error}") from None
        if not inside:
            raise InvalidInputError(
                f"there is no {what}, {' or '.join(suffixes)}, in {path}; give a folder with"
                f" {plural}, or the files by name"
            )
        found.update((one, True) for one in inside if one not in found)
    return found


def check_figures(path: Path, suffixes: Sequence[str], what: str) -> None:
    """Refuse a file for figures that could not be written, before the work starts."""
    if path.suffix.lower() not in suffixes:
        raise InvalidInputError(
            f"{path} has the suffix {path.suffix or '(none)'}; {what} is written to"
            f" {', '.join(suffixes)}"
        )
    try:
        if path.exists() and not path.is_file():
            raise InvalidInputError(f"{path} is not an ordinary file; give another name")
        UnfinishedFile(path).remove()
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be written: {error.strerror or error}; give another place"
        ) from error


def write_figures(
    path: Path, rows: Sequence[Mapping[str, object]], document: Mapping[str, object]
) -> None:
    """Write the rows, below the names of their columns, to .csv, or the document to .json."""
    with written_beside(path) as unfinished:
        if path.suffix.lower() == ".json":
            unfinished.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
            return
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


MAX_WORKERS: Final = 256


def workers_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the decorator that adds `workers`, a number or None."""
    return click.option(
        "--workers", type=click.IntRange(1, MAX_WORKERS), metavar="N", help=help_text
    )
