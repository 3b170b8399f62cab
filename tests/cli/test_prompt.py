"""Lines that are typed on a terminal: completed, called up again, and plain from a pipe."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from support.commands import MINE, Terminal, compile_search, terminal
from support.games import exchanging

from letter_tycoon_solver.cli.line_editor import command_session, completer_of
from letter_tycoon_solver.game import Game

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals"),
]

UP = "\x1b[A"
CTRL_D = "\x04"


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The processes on the terminal find the search compiled."""
    compile_search()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's data, which does not exist yet."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def begin(players: str = "Ann,greedy") -> AbstractContextManager[Terminal]:
    return terminal("play", "--players", players, "--seed", str(MINE))


def only_game(data: Path) -> Game:
    (file,) = (data / "games").iterdir()
    return Game.load(file)


def leave(session: Terminal) -> None:
    session.type(CTRL_D)
    code, rest = session.end()
    assert code == 0
    assert "Traceback" not in rest


def completed(line: str) -> list[str]:
    """The lines that a line may become."""
    completer = completer_of(
        ["hint", "help", "discard ", "JeWeLs, buy J"], ["buy ", "discard "], ","
    )
    found = completer.get_completions(Document(line), CompleteEvent(completion_requested=True))
    return [line[: len(line) + option.start_position] + option.text for option in found]


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("h", ["hint", "help"]),
        ("HI", ["hint"]),
        ("  hi", ["  hint"]),
        ("jewels", ["JeWeLs, buy J"]),
        ("JeWeLs, b", ["JeWeLs, buy J", "JeWeLs, buy "]),
        ("TEA,d", ["TEA,discard "]),
        ("TEA, buy T, ", ["TEA, buy T, buy ", "TEA, buy T, discard "]),
        ("TEA, h", []),
        ("hint 2", []),
    ],
)
def test_what_a_line_may_become(line: str, options: list[str]) -> None:
    assert completed(line) == options


def test_tab_completes_and_numbers_choose(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("hi\t 2\n")
        session.wait_for("Type a number")
        session.type("dis\t-\n")
        session.wait_for("Ann, challenge")
        leave(session)
    assert only_game(data).history[0] == exchanging()


@pytest.mark.usefixtures("data")
def test_tab_shows_what_is_possible_and_keeps_the_line() -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("h\t\t")
        shown = session.wait_for("hint")
        assert "help" in shown
        session.type("elp\n")
        session.wait_for("On your turn:")
        session.wait_for("Ann>")
        leave(session)


@pytest.mark.slow
def test_lines_are_called_up_again_in_the_next_game(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("discard -\n")
        session.wait_for("Ann, challenge")
        session.type("n\n")
        session.wait_for("Ann>")
        leave(session)
    (first,) = (data / "games").iterdir()
    with begin() as session:
        session.wait_for("Ann>")
        # The answer to the question is not among them.
        session.type(f"{UP}\n")
        session.wait_for("Ann, challenge")
        leave(session)
    (second,) = set((data / "games").iterdir()) - {first}
    assert Game.load(second).history[0] == exchanging()


@pytest.mark.slow
def test_lines_that_are_pasted_are_answers_one_after_another(data: Path) -> None:
    with begin() as session:
        session.wait_for("Ann>")
        session.type("\x1b[200~hint 2\r1\rundo\r\ndiscard\x1b[201~ -\n")
        session.wait_for("Undone.")
        session.wait_for("Ann, challenge")
        leave(session)
    assert only_game(data).history[0] == exchanging()


def test_a_history_that_cannot_be_kept_is_no_reason_to_stop(data: Path) -> None:
    data.mkdir()
    (data / "history").write_text("a file where the folder would be")
    with begin() as session:
        session.wait_for("Ann>")
        session.type("table\n")
        session.wait_for("For sale")
        session.wait_for("Ann>")
        leave(session)


def test_a_history_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    history = command_session(tmp_path / "play").history
    assert list(history.load_history_strings()) == []
    history.append_string("hint")
    assert history.get_strings() == ["hint"]
