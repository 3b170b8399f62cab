"""tools/size.py: lines by room, and what changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SIZE = Path(__file__).parents[1] / "tools" / "size.py"


def git(folder: Path, *args: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a room of the package, a file beside the rooms, and a test."""
    for name, n_lines in {
        "letter_tycoon_solver/game/state.py": 30,
        "letter_tycoon_solver/errors.py": 5,
        "letter_tycoon_solver/game/data.json": 1000,
        "tests/test_state.py": 20,
        "README.md": 100,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a line\n" * n_lines)
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
    rows = {line[:36].strip(): line[36:].split() for line in done.stdout.splitlines()}
    return done.returncode, rows, done.stderr


def test_lines_by_room_and_what_changed(checkout: Path) -> None:
    (checkout / "letter_tycoon_solver/game/state.py").write_text("a line\n" * 28)
    (checkout / "letter_tycoon_solver/web").mkdir()
    (checkout / "letter_tycoon_solver/web/page.js").write_text("a line\n" * 7)
    code, rows, _ = size(checkout)
    assert code == 0
    assert rows["letter_tycoon_solver/game"] == ["28", "-2"]
    assert rows["letter_tycoon_solver/web"] == ["7", "+7"]
    assert rows["letter_tycoon_solver"] == ["5"]
    assert rows["tests"] == ["20"]
    assert rows["the package"] == ["40", "+5"]


def test_an_unknown_commit_is_said(checkout: Path) -> None:
    code, rows, said = size(checkout, "nowhere")
    assert (code, rows) == (1, {})
    assert said == "git knows no nowhere; give a commit, a branch or a tag\n"
