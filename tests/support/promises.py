"""Promises of docs/stability.md, as plain data.

tests/golden/promises has what there was when the files were made:

    names.json      by public name, its arguments or members
    commands.json   by command, its options; True for one that takes no value
    columns.json    by table, its columns and their types
    notation.json   by kind, texts and what they mean
    answers/        by command, what it prints with --json
    game.jsonl      a short game, which some of the commands read
    tracked.jsonl   a game of people, as it was recorded
"""

from __future__ import annotations

import contextlib
import enum
import importlib
import inspect
import io
import json
from functools import reduce
from pathlib import Path
from typing import Any, Final

import click

from letter_tycoon_solver import (
    Lexicon,
    Position,
    Turn,
    adjudicate,
    best_turns,
    cli,
    find_plays,
)
from letter_tycoon_solver.batch import survey
from letter_tycoon_solver.game import SeenState, TrackedGame

FOLDER: Final = Path(__file__).parents[1] / "golden" / "promises"
PACKAGES: Final = [
    "letter_tycoon_solver",
    *(f"letter_tycoon_solver.{room}" for room in ("lexicon", "game", "batch", "advisor")),
]
"""The packages that people import from; modules below them are theirs to rearrange."""
POSITION: Final = ("JWLEANZ", "EES", "--patents", "K", "--opponent", "E", "--opponent", "")
ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "hint": ("hint", *POSITION, "--top", "2"),
    "hint-by-margin": ("hint", *POSITION, "--top", "2", "--rank-by", "margin", "--define"),
    "hint-word": ("hint", *POSITION, "--word", "JANES"),
    "hint-no-word": ("hint", *POSITION, "--word", "XYLEM"),
    "word": ("word", "yacht", "qqq"),
    "advise": ("advise", *POSITION, "--playouts", "100", "--top", "2"),
    "analyze": ("analyze", "game.jsonl", "--playouts", "20", "--player", "0"),
    "replay": ("replay", "game.jsonl"),
    "import": ("import", "game.txt"),
    "best": ("best", "--top", "1", "--lexicon", "common"),
    "solve": ("solve", "positions.csv", "--count"),
    "survey": ("survey", "--hands", "20", "--patent-sets", "K"),
    "tournament": ("tournament", "--players", "greedy,random", "--games", "2", "--workers", "1"),
}
"""By name of its file, a command that answers with --json."""


def read(name: str) -> Any:
    """Return the data of a golden file."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


# What there is -----------------------------------------------------------------------------------


def names() -> dict[str, dict[str, list[str]]]:
    """Return by package and public name the arguments, members or public methods of it."""
    return {
        package: {name: _of_name(getattr(module, name)) for name in sorted(module.__all__)}
        for package in PACKAGES
        for module in [importlib.import_module(package)]
    }


def _of_name(thing: Any) -> list[str]:
    if isinstance(thing, type):
        own = [] if issubclass(thing, enum.Enum | Exception) else arguments(thing)
        ours = (base for base in thing.__mro__ if base.__module__.startswith(PACKAGES[0]))
        members = {name for base in ours for name in vars(base) if not name.startswith("_")}
        return [*own, *(f".{name}" for name in sorted(members))]
    return arguments(thing) if callable(thing) else []


def arguments(function: Any) -> list[str]:
    """Return the arguments: `*` before one that is given by name, `=` after one with a default."""
    kinds = inspect.Parameter
    return [
        ("*" if one.kind is kinds.KEYWORD_ONLY else "")
        + one.name
        + ("" if one.default is kinds.empty else "=")
        for one in inspect.signature(function).parameters.values()
        if one.kind not in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD)
    ]


def commands() -> dict[str, dict[str, bool]]:
    """Return by command its options, and which of them take no value."""
    context = click.Context(cli.group)
    found = {name: cli.group.get_command(context, name) for name in cli.COMMANDS}
    return {
        name: {
            option: bool(one.is_flag)
            for one in command.params
            if isinstance(one, click.Option)
            for option in (*one.opts, *one.secondary_opts)
        }
        for name, command in found.items()
        if command
    }


def columns() -> dict[str, dict[str, str]]:
    """Return by table its columns and the types of these."""
    lexicon = Lexicon.load("common")
    position = Position("JWLEANZ", "EES")
    plays = find_plays(position, lexicon, limit=1)
    turns = best_turns(position, lexicon, limit=1)
    (row, *_) = survey(20, lexicon, patent_sets=["K"], seed=0).to_rows()
    return {
        "plays": {one.name: str(one.type) for one in plays.to_arrow().schema},
        "turns": {one.name: str(one.type) for one in turns.to_arrow().schema},
        "survey": {name: type(value).__name__ for name, value in row.items()},
    }


def answer(name: str) -> list[Any]:
    """Return what a command prints: a document, or one a line."""
    told = io.StringIO()
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(told):
        cli.run([*ANSWERS[name], "--json"])
    try:
        return [json.loads(told.getvalue())]
    except json.JSONDecodeError:
        return [json.loads(line) for line in told.getvalue().splitlines()]


def texts() -> dict[str, list[str]]:
    """Return by kind the texts whose meanings are promised."""
    return {kind: list(of_kind) for kind, of_kind in read("notation").items()}


def meanings(notation: dict[str, list[str]]) -> dict[str, dict[str, Any]]:
    """Return by kind and text what the text means."""
    lexicon = Lexicon.load("common")
    parts = ("kind", "words", "buy", "discards", "replace", "challenger")
    return {
        "position": {text: str(Position.parse(text)) for text in notation["position"]},
        "turn": {
            text: {part: str(getattr(Turn.parse(text), part)) for part in parts}
            for text in notation["turn"]
        },
        "play": {
            text: adjudicate(Position.parse(text.split(": ")[0]), text.split(": ")[1]).to_dict()
            for text in notation["play"]
        },
        "view": {
            text: SeenState.parse(text, lexicon).position.notation for text in notation["view"]
        },
    }


def tracked(path: Path) -> str:
    """Return what a recorded game of people has come to, as a line."""
    return str(TrackedGame.load(path).seen)


def shape(data: Any) -> Any:
    """Return by place in a document the types that stand there; items of a list as one."""
    if isinstance(data, dict):
        return {name: shape(value) for name, value in data.items()}
    if isinstance(data, list):
        return [reduce(_merged, map(shape, data))] if data else []
    return {type(data).__name__}


def _merged(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        both = {name: _merged(one[name], other[name]) for name in one.keys() & other.keys()}
        return one | other | both
    if isinstance(one, list) and isinstance(other, list):
        return [reduce(_merged, [*one, *other])] if one or other else []
    if isinstance(one, set) and isinstance(other, set):
        return one | other
    # A value beside null: what is there counts.
    return other if isinstance(one, set) else one
