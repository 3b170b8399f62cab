"""The commands of `track`: what is one, and what is a turn."""

from __future__ import annotations

import pytest

from letter_tycoon_solver.cli.track import Command, read_command
from letter_tycoon_solver.errors import InvalidInputError


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", (Command.ADVISE, "")),
        ("why", (Command.WHY, "1")),
        ("WHY 2", (Command.WHY, "2")),
        ("why w > A", None),
        ("fix 4", (Command.FIX, "4")),
        ("fix f > AB", None),
        ("word janes", (Command.WORD, "janes")),
        ("word cat & dog", (Command.WORD, "cat & dog")),
        ("word w", None),
        ("turns", (Command.TURNS, "")),
        ("turns t > A", None),
        ("turns >", None),
        ("play turns", None),
        ("", (Command.TABLE, "")),
        ("exit", (Command.QUIT, "")),
    ],
)
def test_commands_and_turns(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["fix", "insert", "remove", "word"])
def test_a_command_that_lacks_its_number_says_so(line: str) -> None:
    with pytest.raises(InvalidInputError, match=f'"play {line}" plays {line.upper()}'):
        read_command(line)
