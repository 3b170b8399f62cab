"""A record and its game agree, whatever comes between."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from game_players import short_words
from game_records import NAMES, act, load, recorded
from game_states import WORDS

from letter_tycoon_solver.game import Discard, Game, RecordError, read_record
from letter_tycoon_solver.game.record import RecordWriter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_a_record_is_never_overwritten(path: Path) -> None:
    recorded(path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="exists"):
        Game(NAMES, 8, short_words()).record_to(path)
    assert path.read_bytes() == before


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    game = Game(NAMES, 8, short_words())
    with pytest.raises(RecordError, match="cannot be written"):
        game.record_to(tmp_path / "missing" / "game.jsonl")
    assert list(tmp_path.iterdir()) == []
    act(game, 3)
    game.record_to(tmp_path / "game.jsonl")
    game.close()
    game.close()


def test_a_recorded_game_goes_on_in_another_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with Game(NAMES, 8, short_words()) as game:
        game.record_to(first)
        act(game, 3)
        before = first.read_bytes()
        with pytest.raises(RecordError, match="exists"):
            game.record_to(first)
        act(game, 1)
        longer = first.read_bytes()
        assert longer.startswith(before)
        assert longer > before
        game.record_to(second)
        assert second.read_bytes() == longer
        act(game, 1)
        assert first.read_bytes() == longer
        assert Game.load(second, short_words()).state == game.state


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_changes_nothing_and_the_game_can_go_on(path: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    with Game(NAMES, 8, short_words()) as game:
        act(game, 3)
        game.record_to(path)
        before, states = path.read_bytes(), game.states
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
        try:
            with pytest.raises(RecordError, match="cannot be written"):
                act(game, 1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert game.states == states
        assert path.read_bytes() == before
        act(game, 2)
    assert load(path).states == game.states
    assert len(game.history) == 5


# A new file --------------------------------------------------------------------------------------


def test_of_many_games_at_once_one_gets_the_name(path: Path) -> None:
    games = [Game(NAMES, seed, short_words()) for seed in range(8)]
    barrier = threading.Barrier(len(games))
    outcomes: list[str] = []

    def record(game: Game) -> None:
        barrier.wait()
        try:
            game.record_to(path)
        except RecordError as error:
            outcomes.append(error.what)
        else:
            outcomes.append(f"seed {game.seed}")

    threads = [threading.Thread(target=record, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winners = [outcome for outcome in outcomes if outcome.startswith("seed")]
    assert len(outcomes) == len(games)
    assert winners == [f"seed {load(path).seed}"]
    assert list(path.parent.iterdir()) == [path]
    for game in games:
        game.close()


def test_a_file_system_without_hard_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    game = recorded(path)
    assert load(path).states == game.states
    assert list(path.parent.iterdir()) == [path]
    before = path.read_bytes()
    with pytest.raises(RecordError, match="exists"):
        Game(NAMES, 8, short_words()).record_to(path)
    assert path.read_bytes() == before


# Two writers -------------------------------------------------------------------------------------


def test_two_games_cannot_go_on_with_one_record(path: Path) -> None:
    with Game(NAMES, 7, short_words()) as first:
        first.record_to(path)
        act(first, 3)
        with Game.resume(path, short_words()) as second:
            act(first, 2)
            before, states = path.read_bytes(), second.states
            steps: list[Callable[[], object]] = [lambda: second.apply(Discard()), second.undo]
            for step in steps:
                with pytest.raises(RecordError, match="another program"):
                    step()
            assert path.read_bytes() == before
            assert second.states == states
        act(first, 2)
    assert load(path).states == first.states


def test_a_file_that_was_cut_short_is_not_written_to(path: Path) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(path)
        act(game, 3)
        path.write_bytes(b"")
        with pytest.raises(RecordError, match="another program"):
            game.undo()
        assert path.read_bytes() == b""


def test_what_is_written_while_a_game_loads_is_not_cut_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(path)
        act(game, 3)
        record = read_record(path)
        act(game, 1)
        opened: list[Any] = []
        path_open = Path.open

        def watched_open(*args: Any, **options: Any) -> Any:
            opened.append(path_open(*args, **options))
            return opened[-1]

        monkeypatch.setattr(Path, "open", watched_open)
        with pytest.raises(RecordError, match="another program"):
            RecordWriter.resume(path, record)
    assert [file.closed for file in opened] == [True]
    assert load(path).states == game.states


# Ctrl-C ------------------------------------------------------------------------------------------


def interrupted(do: Callable[[], object], n: int) -> bool:
    """Does it, with Ctrl-C before its n-th instruction in game.py or record.py, if it has one."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        file = Path(frame.f_code.co_filename)
        if file.parent.name != "game" or file.name not in {"game.py", "record.py"}:
            return None
        frame.f_trace_opcodes = True
        if event in {"opcode", "return"}:
            count += 1
            if count == n:
                raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(previous)
    return False


@pytest.mark.parametrize("kind", ["apply", "undo", "redo"])
def test_an_interrupted_step_is_done_in_game_and_record_or_in_neither(
    path: Path, kind: str
) -> None:
    n, outcomes = 0, set()
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(path)
        game.apply(Discard())
        game.apply(Discard())
        game.undo()
        do: dict[str, Callable[[], object]] = {
            "apply": lambda: game.apply(Discard(game.state.active_seat.hand[:2])),
            "undo": game.undo,
            "redo": game.redo,
        }
        back = {"apply": game.undo, "undo": game.redo, "redo": game.undo}[kind]
        going_on = True
        while going_on:
            n += 1
            states = game.states
            going_on = interrupted(do[kind], n)
            is_done = game.states != states
            outcomes.add(is_done)
            loaded = load(path)
            assert (loaded.states, loaded.can_redo) == (game.states, game.can_redo)
            if is_done:
                back()
            if n % 50 == 0:
                # Keeps the record short.
                game.close()
                path.unlink()
                game.record_to(path)
    assert n > 50
    assert outcomes == {True, False}


@pytest.mark.filterwarnings("ignore:.*unclosed file:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupted_beginning_leaves_no_half_of_a_file(path: Path) -> None:
    game = Game(NAMES, 7, WORDS)
    for _ in range(3):
        game.apply(Discard())
    game.undo()
    n, going_on = 0, True
    while going_on:
        n += 1
        going_on = interrupted(lambda: game.record_to(path), n)
        if path.exists():
            assert Game.load(path, WORDS).states == game.states
            path.unlink()
        game.close()
    assert n > 100
