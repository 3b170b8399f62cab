"""The token is kept from one start to the next, where only its user can read it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.web import guard
from letter_tycoon_solver.web.guard import users_token

needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def file_in(data: Path) -> Path:
    return data / "page" / "token"


def test_it_is_the_same_at_the_next_start(data: Path) -> None:
    token, trouble = users_token()
    assert (len(token) >= 32, trouble) == (True, "")
    assert users_token() == (token, "")
    assert [path.name for path in file_in(data).parent.iterdir()] == ["token"]


def test_a_new_one_takes_its_place(data: Path) -> None:
    before, _ = users_token()
    after, _ = users_token(is_new=True)
    assert before != after
    assert users_token() == (after, "")
    assert file_in(data).read_text("ascii") == f"{after}\n"


@needs_modes
def test_only_its_user_can_read_it(data: Path) -> None:
    users_token()
    assert file_in(data).stat().st_mode & 0o777 == 0o600
    assert file_in(data).parent.stat().st_mode & 0o777 == 0o700


@needs_modes
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_one_that_others_could_read_is_not_used(data: Path, mode: int) -> None:
    """Or could have written."""
    before, _ = users_token()
    file_in(data).chmod(mode)
    after, _ = users_token()
    assert before != after
    assert file_in(data).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"short\n", b"a" * 40, b"a" * 39 + b"\xff\n", b"a" * 100 + b"\n", b"\0" * 41]
)
def test_what_is_no_token_is_replaced(data: Path, content: bytes) -> None:
    users_token()
    file_in(data).write_bytes(content)
    token, trouble = users_token()
    assert (len(token) >= 32, trouble) == (True, "")
    assert users_token() == (token, "")


@needs_modes
def test_what_is_no_file_is_not_waited_for(data: Path) -> None:
    """Nobody writes to this pipe."""
    file_in(data).parent.mkdir()
    os.mkfifo(file_in(data), 0o600)
    assert users_token() == users_token()


def test_where_none_can_be_kept_the_next_start_has_another(data: Path) -> None:
    file_in(data).parent.write_text("a file where the folder should be")
    (first, trouble), (second, _) = users_token(), users_token()
    assert first != second
    assert trouble


@needs_modes
def test_where_files_have_no_modes_none_is_kept(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def replace_for_all(path: Path, target: Path) -> Path:
        path.chmod(0o777)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replace_for_all)
    (first, trouble), (second, _) = users_token(), users_token()
    assert first != second
    assert trouble == "others could read it"
    assert file_in(data).exists()


def test_without_a_home_none_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError

    monkeypatch.setattr(guard, "token_file", fail)
    (first, trouble), (second, _) = users_token(), users_token()
    assert first != second
    assert trouble == "there is no home folder"


def test_who_is_to_be_locked_out_is_not_let_in_by_the_next_start(data: Path) -> None:
    """The new token cannot be kept, and the one before is gone all the same."""
    before, _ = users_token()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "_keep_new", fail_to_write)
        after, trouble = users_token(is_new=True)
    assert trouble == "No space left on device"
    assert len({before, after, users_token()[0]}) == 3
    file_in(data).unlink()
    file_in(data).mkdir()
    with pytest.raises(InvalidInputError, match="cannot be removed"):
        users_token(is_new=True)


def fail_to_write(_: Path) -> str:
    raise OSError(28, "No space left on device")
