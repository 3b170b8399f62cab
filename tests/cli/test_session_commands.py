"""The commands in a game at a terminal: what is one, and what is a turn."""

from __future__ import annotations

import pytest

from letter_tycoon_solver.cli import play, track
from letter_tycoon_solver.cli.session import Command, read_command
from letter_tycoon_solver.errors import InvalidInputError


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", (Command.ADVISE, "")),
        ("why", (Command.WHY, "")),
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
        ("hint 20", (Command.HINT, "20")),
        ("hint j > QT", None),
        ("table t", None),
        ("exit", (Command.QUIT, "")),
    ],
)
def test_commands_and_turns(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line, track.COMMANDS) == command


@pytest.mark.parametrize("line", ["fix", "insert", "remove", "word"])
def test_a_command_that_lacks_its_number_says_so(line: str) -> None:
    with pytest.raises(InvalidInputError, match=f'"play {line}" plays {line.upper()}'):
        read_command(line, track.COMMANDS)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("HINT 5", (Command.HINT, "5")),
        ("save", (Command.SAVE, "")),
        ("save a file", (Command.SAVE, "a file")),
        ("?", (Command.ADVISE, "")),
        ("", None),
        ("hints", None),
        ("undo 3", None),
        ("quit now", None),
        ("play quit", None),
        ("fix 4", None),
    ],
)
def test_commands_of_play(line: str, command: tuple[Command, str] | None) -> None:
    assert read_command(line, play.COMMANDS) == command
