from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from game_players import WordPlayer, short_words
from game_states import WORDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    Discard,
    Game,
    IllegalAction,
    RecordError,
    ReplaceCard,
    read_record,
)
from letter_tycoon_solver.ruleset import ONLINE

NAMES = ["Ann", "Bob", "Çelik"]


def act(game: Game, n_actions: int, seed: int = 0) -> None:
    players = [WordPlayer(seed + number) for number in range(len(game.names))]
    for _ in range(n_actions):
        state = game.state
        if not state.is_over:
            game.apply(players[state.to_act].choose(state.seen_by(state.to_act)))


def recorded(path: Path, n_actions: int = 30) -> Game:
    """A game of some actions, some undone and some redone, with its record closed."""
    game = Game(NAMES, 7, short_words(), ONLINE)
    with game:
        game.record_to(path)
        act(game, n_actions)
        game.undo()
        game.undo()
        game.redo()
        act(game, 3)
    return game


def load(path: Path) -> Game:
    return Game.load(path, short_words())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# Good files --------------------------------------------------------------------------------------


def test_a_record_loads_as_the_game_it_was(path: Path) -> None:
    game = recorded(path)
    loaded = load(path)
    assert loaded.states == game.states
    assert loaded.history == game.history
    assert loaded.names == game.names == tuple(NAMES)
    assert loaded.seed == game.seed == 7
    assert loaded.state.ruleset == ONLINE
    assert (loaded.can_undo, loaded.can_redo) == (game.can_undo, game.can_redo)


def test_every_line_is_in_the_file_as_soon_as_it_happened(path: Path) -> None:
    game = Game(NAMES, 7, short_words())
    game.record_to(path)
    for n_actions in range(1, 20):
        act(game, 1)
        lines = path.read_bytes().splitlines(keepends=True)
        assert len(lines) == 1 + n_actions
        assert lines[-1].endswith(b"\n")
        assert load(path).states == game.states
    game.close()


def test_a_game_recorded_from_the_middle_has_all_of_its_actions(path: Path) -> None:
    game = Game(NAMES, 7, short_words())
    act(game, 12)
    game.undo()
    with game:
        game.record_to(path)
        act(game, 5)
    assert load(path).states == game.states


def test_resume_goes_on_in_the_same_file(path: Path) -> None:
    recorded(path)
    with Game.resume(path, short_words()) as game:
        act(game, 10, seed=3)
    assert load(path).states == game.states
    assert len(game.history) == 42


def test_loading_does_not_touch_the_file(path: Path) -> None:
    recorded(path)
    before = path.read_bytes()
    act(load(path), 3)
    assert path.read_bytes() == before


def test_an_illegal_action_writes_nothing(path: Path) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(path)
        before = path.read_bytes()
        with pytest.raises(IllegalAction):
            game.apply(ReplaceCard("A"))
        assert path.read_bytes() == before
        assert game.history == ()


def test_the_format_is_as_documented(path: Path) -> None:
    with Game(["Ann", "Bob"], 7, WORDS) as game:
        game.record_to(path)
        game.apply(Discard(game.state.active_seat.hand[0]))
        game.undo()
    header, action, undo = map(json.loads, path.read_text("utf-8").splitlines())
    assert header["format"] == "letter-tycoon-game"
    assert header["version"] == 1
    assert header["seed"] == 7
    assert header["players"] == ["Ann", "Bob"]
    assert set(header["lexicon"]) == {"name", "sha256"}
    assert action["do"] == {"kind": "discard", "cards": game.state.active_seat.hand[0]}
    assert action["player"] == undo["player"] ^ 1 == game.state.to_act
    assert undo["do"] == "undo"
    assert undo["state"] == header["state"] != action["state"]


# Cut off -----------------------------------------------------------------------------------------


def test_a_file_cut_anywhere_loads_up_to_the_last_whole_line(path: Path, tmp_path: Path) -> None:
    recorded(path, 10)
    data = path.read_bytes()
    header_end = data.index(b"\n") + 1
    cut_path = tmp_path / "cut.jsonl"
    for cut in range(len(data)):
        cut_path.write_bytes(data[:cut])
        if cut < header_end:
            with pytest.raises(RecordError) as caught:
                load(cut_path)
            assert caught.value.line == 1
        elif cut % 7 == 0 or data[cut - 1 : cut] == b"\n":
            whole = data[:cut].count(b"\n") - 1
            record = read_record(cut_path)
            assert len(record.steps) == whole
            assert record.cut_off == (data[cut - 1 : cut] != b"\n")
            load(cut_path)


def test_resume_after_a_cut_replaces_the_partial_line(path: Path) -> None:
    recorded(path, 10)
    data = path.read_bytes()
    path.write_bytes(data[:-20])
    with Game.resume(path, short_words()) as game:
        assert path.read_bytes() == data[: data.rindex(b"\n", 0, -1) + 1]
        act(game, 4, seed=9)
    assert load(path).states == game.states
    assert not read_record(path).cut_off


CHILD = """
import sys
sys.path[:0] = {paths!r}
from game_players import WordPlayer, short_words
from letter_tycoon_solver.game import Game
number = 0
game = Game(["Ann", "Bob"], 3, short_words())
game.record_to({record!r})
players = [WordPlayer(1), WordPlayer(2)]
print("ready", flush=True)
while True:
    state = game.state
    if len(game.history) > 40:
        for _ in range(40):
            game.undo()
    game.apply(players[state.to_act].choose(state.seen_by(state.to_act)))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("delay", [0.0, 0.03, 0.11, 0.2])
def test_after_kill_9_the_file_loads(path: Path, delay: float) -> None:
    here = Path(__file__).parent
    code = CHILD.format(paths=[str(here), str(here.parents[1])], record=str(path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(delay)
        os.kill(child.pid, signal.SIGKILL)
    n_lines = path.read_bytes().count(b"\n")
    game = load(path)
    assert len(read_record(path).steps) == n_lines - 1
    with Game.resume(path, short_words()) as resumed:
        assert resumed.states == game.states
        act(resumed, 3)
    assert load(path).states == resumed.states


# Changed and foreign files -----------------------------------------------------------------------


def assert_broken(path: Path, line: int | None, what: str = "") -> None:
    with pytest.raises(RecordError) as caught:
        load(path)
    assert caught.value.line == line
    assert str(path) in str(caught.value)
    assert what in str(caught.value)
    if line is not None:
        assert f"line {line}:" in str(caught.value)


def edit(path: Path, line: int, **changes: object) -> None:
    lines = path.read_text("utf-8").splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **changes})
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_a_legal_but_different_action_is_found(path: Path) -> None:
    with Game(["Ann", "Bob"], 7, WORDS) as game:
        game.record_to(path)
        for _ in range(6):
            game.apply(Discard(game.state.active_seat.hand[:2]))
    original = game.history[3]
    assert isinstance(original, Discard)
    edit(path, 5, do={"kind": "discard", "cards": original.cards[:1]})
    with pytest.raises(RecordError, match="line 5: leads to another state"):
        Game.load(path, WORDS)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"players": ["Ann", "Bob", "Mallory"]},
        {"players": ["Ann", "Bob"]},
        {"ruleset": {}},
        {"state": "0" * 16},
        {"check": "0" * 16},
        {"check": None},
        {"note": "hello"},
    ],
)
def test_a_changed_header_is_found(path: Path, change: dict[str, object]) -> None:
    recorded(path)
    edit(path, 1, **change)
    assert_broken(path, 1, "header was changed")


@pytest.mark.parametrize(
    "change",
    [
        {"player": 2},
        {"player": "0"},
        {"state": "0" * 16},
        {"state": None},
        {"do": None},
        {"do": "steal"},
        {"do": "redo"},
        {"do": {"kind": "steal"}},
        {"do": {"kind": "replace", "card": "A"}},
        {"do": {"kind": "play", "words": [["QQQQ", "hhhh", ""]], "doublers": None}},
    ],
)
@pytest.mark.parametrize("line", [2, 9])
def test_a_changed_step_is_found(path: Path, line: int, change: dict[str, object]) -> None:
    recorded(path)
    if json.loads(path.read_text("utf-8").splitlines()[line - 1])["player"] == change.get("player"):
        change = {"player": 1}
    edit(path, line, **change)
    assert_broken(path, line)


def test_a_missing_doubled_or_swapped_line_is_found(path: Path) -> None:
    recorded(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4] + lines[5:]))
    assert_broken(path, 5)
    path.write_bytes(b"".join(lines[:5] + lines[4:]))
    assert_broken(path, 6)
    path.write_bytes(b"".join([*lines[:3], lines[4], lines[3], *lines[5:]]))
    assert_broken(path, 4)
    path.write_bytes(b"".join(lines[1:]))
    assert_broken(path, 1)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_no_flipped_byte_goes_unnoticed(tmp_path: Path, data: st.DataObject) -> None:
    original = tmp_path / "original.jsonl"
    if not original.exists():
        recorded(original, 12)
    good = original.read_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != good[at]))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good[:at] + bytes([value]) + good[at + 1 :])
    states = load(original).states
    try:
        game = load(bad)
    except RecordError as error:
        line = error.line
    else:
        # The end of the last line is cut off, or JSON means the same with another byte.
        assert game.states in (states, states[:-1])
        return
    assert line is not None
    assert abs(line - (good[:at].count(b"\n") + 1)) <= 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"hello\n",
        b"\x00\xff\xfe" * 50 + b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'{"format": "something else"}\n',
        b'{"format": "letter-tycoon-game"}\n',
        b'{"format": "letter-tycoon-game", "version": 2}\n',
        b"[" * 60_000 + b"\n",
        b"1" * 60_000 + b"\n",
        b"x" * 200_000,
    ],
)
def test_a_foreign_file_is_no_record(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert_broken(path, 1)


def test_a_line_too_long_in_the_middle_is_named(path: Path) -> None:
    recorded(path, 10)
    with path.open("ab") as file:
        file.write(b"x" * 100_000 + b"\n")
    assert_broken(path, path.read_bytes().count(b"\n"), "longer")


def test_a_folder_or_a_missing_file_is_no_record(tmp_path: Path) -> None:
    assert_broken(tmp_path, None, "cannot be read")
    assert_broken(tmp_path / "missing.jsonl", None, "cannot be read")


def test_another_lexicon_is_refused(path: Path) -> None:
    recorded(path)
    with pytest.raises(RecordError, match=r"line 1: .*other words"):
        Game.load(path, WORDS)
    with pytest.raises(RecordError, match=r"line 1: .*cannot be loaded"):
        Game.load(path)


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
    with pytest.raises(InvalidInputError, match="already recorded"):
        game.record_to(tmp_path / "other.jsonl")
    game.close()
    game.close()


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


# Game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [["Ann"], ["A"] * 2, list("ABCDEF"), "AB", ["Ann", ""], ["Ann", "B\nb"], ["Ann", 3], 2]
)
def test_names_are_checked(names: object) -> None:
    with pytest.raises(InvalidInputError):
        Game(names, 1, WORDS)  # type: ignore[arg-type]


def test_undo_at_the_start_and_redo_at_the_end() -> None:
    game = Game(NAMES, 1, WORDS)
    with pytest.raises(InvalidInputError, match="undo"):
        game.undo()
    with pytest.raises(InvalidInputError, match="redo"):
        game.redo()
    game.apply(Discard())
    game.apply(Discard())
    game.undo()
    game.apply(Discard(game.state.active_seat.hand[0]))
    assert not game.can_redo
    assert len(game.history) == 2
    assert "Ann" in repr(game)
