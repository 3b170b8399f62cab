"""The promises of docs/stability.md are still kept: see support/promises.py."""

from __future__ import annotations

import pytest
from support import promises
from support.selection import needing

ANEW = "if that is meant, make the golden promises anew: docs/project/commands.md"
"""Promises that are new or lost show in the difference of these files."""


@pytest.mark.parametrize("package", promises.PACKAGES)
def test_public_names_have_their_arguments_and_members(package: str) -> None:
    assert promises.names()[package] == promises.read("names")[package], ANEW


def test_commands_have_their_options() -> None:
    assert promises.commands() == promises.read("commands"), ANEW


@needing("pyarrow")
def test_tables_have_their_columns() -> None:
    now, promised = promises.columns(), promises.read("columns")
    assert now == promised, ANEW
    assert [[*columns] for columns in now.values()] == [[*of] for of in promised.values()]


def test_notation_means_what_it_meant() -> None:
    assert promises.meanings(promises.texts()) == promises.read("notation")


def test_a_recorded_game_of_people_is_the_game_it_was() -> None:
    assert promises.tracked(promises.FOLDER / "tracked.jsonl") == promises.read("tracked")


@pytest.mark.parametrize("name", promises.ANSWERS)
def test_json_has_its_fields(name: str) -> None:
    answers = promises.read(f"answers/{name}"), promises.answer(name)
    promised, now = map(promises.shape, answers)
    assert now == promised, ANEW


def test_every_command_that_answers_in_json_is_held() -> None:
    held = {args[0] for args in promises.ANSWERS.values()}
    assert held == {name for name, options in promises.commands().items() if "--json" in options}
