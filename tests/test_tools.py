"""tools/size.py: how much code there is, and what changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mutation
import pytest

SIZE = Path(__file__).parents[1] / "tools" / "size.py"
STATEMENT = "x = 1\n"


def git(folder: Path, *args: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a room of the package, a file beside the rooms, data, and a test."""
    for name, text in {
        "letter_tycoon_solver/game/state.py": STATEMENT * 30,
        "letter_tycoon_solver/errors.py": STATEMENT * 5,
        "letter_tycoon_solver/game/data.json": "1\n" * 1000,
        "tests/test_state.py": STATEMENT * 20,
        "README.md": "Read me.\n" * 100,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "size.py").write_bytes(SIZE.read_bytes())
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


def size(checkout: Path, *args: str) -> tuple[int, dict[str, list[str]], str]:
    """Exit code, the numbers by room, and what went to stderr."""
    command = [sys.executable, str(checkout / "tools" / "size.py"), *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = {line[:30].strip(): line[30:].split() for line in done.stdout.splitlines()}
    return done.returncode, rows, done.stderr


def test_lines_files_and_statements_and_what_changed(checkout: Path) -> None:
    (checkout / "letter_tycoon_solver/game/state.py").write_text(STATEMENT * 28)
    (checkout / "letter_tycoon_solver/web").mkdir()
    (checkout / "letter_tycoon_solver/web/page.js").write_text("a line\n" * 7)
    code, rows, _ = size(checkout)
    assert code == 0
    assert rows["letter_tycoon_solver/game"] == ["28", "-2", "1", "28", "-2", "0"]
    assert rows["letter_tycoon_solver/web"] == ["7", "+7", "1", "+1", "0", "6"]
    assert rows["letter_tycoon_solver"] == ["5", "1", "5", "0"]
    assert rows["tests"] == ["20", "1", "20", "0"]
    assert rows["the package"] == ["40", "+5", "3", "+1", "33", "-2", "6", "0"]


def test_nothing_is_gained_by_moving(checkout: Path) -> None:
    moved = checkout / "letter_tycoon_solver/game/state.py"
    moved.rename(checkout / "tools" / "state.py")
    _, rows, _ = size(checkout)
    assert rows["the package"][:2] == ["5", "-30"]
    total = rows["all but tests"]
    assert not any(number.startswith(("+", "-")) for number in total)


def test_what_is_denser_shows(checkout: Path) -> None:
    (checkout / "letter_tycoon_solver/errors.py").write_text(
        '"""What\n\nis wrong."""\n\n# Much.\nx = 1; y = 2  # all\n"""Both."""\nz = """\n# no\n"""\n'
    )
    (checkout / "letter_tycoon_solver/page.css").write_text("a {}\n" + "b" * 130 + "\n")
    (checkout / "letter_tycoon_solver/page.html").write_text("<p>" * 100)
    _, rows, _ = size(checkout)
    # Ten lines of Python, of which five say something and four are code; "# no" is a text.
    assert rows["letter_tycoon_solver"] == ["13", "+8", "3", "+2", "5", "130", "125"]


def test_an_unknown_commit_is_said(checkout: Path) -> None:
    code, rows, said = size(checkout, "nowhere")
    assert (code, rows) == (1, {})
    assert said == "git knows no nowhere; give a commit, a branch or a tag\n"


# tests/mutation.py: small faults, and where they are found again --------------------------------


SOURCE = b"""\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import os
LIMIT: int | None = 3  # three
class Hand:
    def draw(self, n: int = 1, *, told: bool = False) -> list[int]:
        if told and n < LIMIT:
            raise ValueError(f"{n + 1} cards" + "?")
        self.cards.sort(key=len, reverse=True)
        return [n if told else 0 for _ in range(1, n) if n
                < 3]
"""


def named(source: bytes) -> set[tuple[str, str, str]]:
    found = mutation.faults_of("hand.py", source)
    return {(fault.function, fault.before, fault.after) for fault in found}


def test_what_can_be_changed() -> None:
    given = "self, n: int={}, *, told: bool={}".format
    sort = "self.cards.sort(key=len, reverse=True)"
    limit, chosen = "LIMIT: int | None = {}".format, "n if told else {}".format
    assert named(SOURCE) == {
        ("", limit(3), limit(4)),
        ("", limit(3), limit(2)),
        ("Hand.draw", given(1, False), given(2, False)),
        ("Hand.draw", given(1, False), given(0, False)),
        ("Hand.draw", given(1, False), given(1, True)),
        ("Hand.draw", "told and n < LIMIT", "told or n < LIMIT"),
        ("Hand.draw", "n < LIMIT", "n <= LIMIT"),
        ("Hand.draw", sort, "pass"),
        ("Hand.draw", sort, "self.cards.sort(reverse=True)"),
        ("Hand.draw", sort, "self.cards.sort(key=len)"),
        ("Hand.draw", "reverse=True", "reverse=False"),
        ("Hand.draw", "told", "not told"),
        ("Hand.draw", chosen(0), chosen(1)),
        ("Hand.draw", chosen(0), chosen(-1)),
        ("Hand.draw", "range(1, n)", "range(2, n)"),
        ("Hand.draw", "range(1, n)", "range(0, n)"),
        ("Hand.draw", "n < 3", "n <= 3"),
        ("Hand.draw", "n < 3", "n < 4"),
        ("Hand.draw", "n < 3", "n < 2"),
    }


@pytest.mark.parametrize("edit", mutation.faults_of("hand.py", SOURCE).values())
def test_a_fault_is_one_change_and_the_rest_stays(edit: mutation.Edit) -> None:
    source = mutation.edited(SOURCE, [edit])
    compile(source, "hand.py", "exec")
    assert b"# three" in source
    gone = set(SOURCE.splitlines()) - set(source.splitlines())
    assert 1 <= len(gone) <= 2


def test_faults_are_found_again_in_the_module_that_their_function_moved_to() -> None:
    here = list(mutation.faults_of("hand.py", SOURCE))
    moved = list(mutation.faults_of("game/table.py", b"import sys\n\n" + SOURCE))
    assert [mutation.found_again(fault, moved) for fault in here] == moved
    assert [mutation.found_again(fault, [*here, *moved]) for fault in here] == here
    assert mutation.found_again(here[0], []) is None


def test_the_faults_of_the_list_are_in_the_package() -> None:
    package = Path(mutation.ROOT, mutation.PACKAGE)
    listed = mutation.read(mutation.FAULTS)
    there = {
        fault
        for module in {fault.module for fault in listed}
        for fault in mutation.faults_of(module, (package / module).read_bytes())
    }
    assert [str(fault) for fault in listed if fault not in there] == []
