"""tools/size.py: how much code there is, and what changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
