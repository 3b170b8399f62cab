"""The promises of docs/stability.md are still kept: see support/promises.py."""

from __future__ import annotations

from typing import Any

import pytest
from support import promises
from support.selection import needing

NAMES: dict[str, dict[str, list[str]]] = promises.read("names")


@pytest.mark.parametrize("package", NAMES)
def test_public_names_have_their_arguments_and_members(package: str) -> None:
    """Until 1.0.0 they may change; then make the golden files anew: docs/project/releasing.md."""
    now = promises.names()[package]
    assert set(NAMES[package]) <= set(now)
    assert {
        name: lost
        for name, old in NAMES[package].items()
        if (lost := promises.lost_arguments(old, now[name]))
    } == {}


def test_commands_have_their_options() -> None:
    now = promises.commands()
    for command, options in promises.read("commands").items():
        assert {name: now[command].get(name) for name in options} == options


@needing("pyarrow")
def test_tables_have_their_columns() -> None:
    now = promises.columns()
    for table, columns in promises.read("columns").items():
        assert {name: now[table].get(name) for name in columns} == columns
        assert [name for name in now[table] if name in columns] == list(columns)


def test_notation_means_what_it_meant() -> None:
    assert promises.meanings(promises.texts()) == promises.read("notation")


def test_a_recorded_game_of_people_is_the_game_it_was() -> None:
    assert promises.tracked(promises.FOLDER / "tracked.jsonl") == promises.read("tracked")


@pytest.mark.parametrize("name", promises.ANSWERS)
def test_json_has_its_fields(name: str) -> None:
    old, new = map(promises.shape, (promises.read(f"answers/{name}"), promises.answer(name)))
    assert list(promises.lost(old, new)) == []


def test_no_answer_tells_where_it_was_made() -> None:
    files = {
        answer["file"]
        for name in promises.ANSWERS
        for answer in promises.read(f"answers/{name}")
        if "file" in answer
    }
    assert files == {"game.jsonl", "game.txt"}


def test_every_command_that_answers_in_json_is_held() -> None:
    held = {args[0] for args in promises.ANSWERS.values()}
    assert held == {name for name, options in promises.commands().items() if "--json" in options}


@pytest.mark.parametrize(
    ("old", "new", "n_lost"),
    [
        ({"a": 1, "b": [{"c": "x"}]}, {"a": 2, "b": [{"c": "y", "d": 1}], "e": None}, 0),
        ({"a": None}, {"a": 1}, 0),
        ({"a": 1}, {"b": 1}, 1),
        ({"a": 1}, {"a": 1.5}, 1),
        ({"a": 1}, {"a": {"b": 1}}, 1),
        ([{"a": 1}, {"b": 1}], [{"a": 1}], 1),
        ({"a": [[1]]}, {"a": [["1"]]}, 1),
    ],
)
def test_what_is_lost_of_json_is_found(old: Any, new: Any, n_lost: int) -> None:
    assert len([*promises.lost(promises.shape(old), promises.shape(new))]) == n_lost


@pytest.mark.parametrize(
    ("new", "n_lost"),
    [
        (["a", "b=", "c=", "*d=", ".m"], 0),
        (["a", "b=", "d=", ".m"], 0),
        (["a", "b", "*d=", ".m"], 1),
        (["b=", "a", "*d=", ".m"], 2),
        (["a", "b=", "*d=", "*e", ".m"], 1),
        (["a", "b=", ".m"], 1),
        (["a", "b=", "*d="], 1),
    ],
)
def test_what_is_lost_of_arguments_is_found(new: list[str], n_lost: int) -> None:
    assert len(promises.lost_arguments(["a", "b=", "*d=", ".m"], new)) == n_lost
