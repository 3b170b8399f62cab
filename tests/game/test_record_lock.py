"""The lock of a record on Windows, by a stand-in for its module `msvcrt`."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from support.games import short_words
from support.records import NAMES, act, load, resumed

from letter_tycoon_solver.game import Game, RecordError

RECORD_FILE = sys.modules[RecordError.__module__]


class Msvcrt(ModuleType):
    """Locks bytes of open files as Windows does: nobody else can lock or read them.

    Attributes:
        locked: by file and position, who has it open.
    """

    LK_UNLCK, LK_NBLCK = 0, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[tuple[int, int], int] = {}

    def locking(self, descriptor: int, mode: int, n_bytes: int) -> None:
        assert n_bytes == 1
        at = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        holder = self.locked.get(at)
        if mode == self.LK_UNLCK:
            if holder != descriptor:
                raise OSError(errno.EACCES, "Permission denied")
            del self.locked[at]
        elif holder is not None:
            raise OSError(errno.EACCES, "Permission denied")
        else:
            self.locked[at] = descriptor


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    """Has records locked as on Windows."""
    fake = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(RECORD_FILE, "sys", SimpleNamespace(platform="win32"))
    return fake


def test_one_game_has_the_record(msvcrt: Msvcrt, record: Path) -> None:
    with Game(NAMES, 7, short_words()) as first:
        first.record_to(record)
        act(first, 3)
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
        act(first, 2)
        assert load(record).states == first.states
    assert not msvcrt.locked
    with resumed(record) as second:
        assert second.states == first.states
        second.undo()
        with pytest.raises(RecordError, match="is open in another game"):
            resumed(record)
    assert not msvcrt.locked
    assert load(record).states == second.states


def test_the_lock_is_behind_what_others_read(msvcrt: Msvcrt, record: Path) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(record)
        act(game, 3)
        ((_, position),) = msvcrt.locked
        assert position > 1000 * record.stat().st_size
    assert record.stat().st_size < position


def test_a_lock_that_fails_is_an_error_of_the_record(
    msvcrt: Msvcrt, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(record)

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(msvcrt, "locking", broken)
    with pytest.raises(RecordError, match="cannot be locked: Input/output error"):
        resumed(record)
