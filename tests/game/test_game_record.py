from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from support.games import WORDS, exchanging, replacing, short_words
from support.records import NAMES, act, edit, load, read_record, recorded, resumed

from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import Game, IllegalAction, RecordError, apply
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import ONLINE

# Good files --------------------------------------------------------------------------------------


def test_a_record_loads_as_the_game_it_was(record: Path) -> None:
    game = recorded(record)
    loaded = load(record)
    assert loaded.states == game.states
    assert loaded.history == game.history
    assert loaded.names == game.names == tuple(NAMES)
    assert loaded.seed == game.seed == 7
    assert loaded.state.ruleset == ONLINE
    assert (loaded.can_undo, loaded.can_redo) == (game.can_undo, game.can_redo)


@pytest.mark.parametrize("n_undone", [1, 5, 12])
def test_what_was_undone_before_the_record_can_be_redone_after_it(
    record: Path, n_undone: int
) -> None:
    game = Game(NAMES, 7, short_words())
    act(game, 12)
    complete = game.states
    for _ in range(n_undone):
        game.undo()
    with game:
        game.record_to(record)
        loaded = load(record)
        assert loaded.states == game.states
        assert loaded.can_redo
        game.redo()
    assert load(record).states == game.states
    for again in (load(record), loaded):
        while again.can_redo:
            again.redo()
        assert again.states == complete


@pytest.mark.parametrize("seed", [0, -1, -(2**256) + 1, 2**256 - 1])
def test_any_seed_is_recorded(record: Path, seed: int) -> None:
    with Game(NAMES, seed, short_words()) as game:
        game.record_to(record)
        act(game, 5)
    loaded = load(record)
    assert loaded.seed == seed
    assert loaded.states == game.states


def test_an_illegal_action_writes_nothing(record: Path) -> None:
    with Game(NAMES, 7, short_words()) as game:
        game.record_to(record)
        before = record.read_bytes()
        with pytest.raises(IllegalAction):
            game.apply(replacing("A"))
        assert record.read_bytes() == before
        assert game.history == ()


def test_the_format_is_as_documented(record: Path) -> None:
    with Game(["Ann", "Bob"], 7, WORDS) as game:
        game.record_to(record)
        game.apply(exchanging(game.state.active_seat.hand[0]))
        game.undo()
    header, action, undo = map(json.loads, record.read_text("utf-8").splitlines())
    assert header["format"] == "letter-tycoon-game"
    assert header["version"] == 1
    assert header["seed"] == 7
    assert header["players"] == ["Ann", "Bob"]
    assert set(header["lexicon"]) == {"name", "sha256"}
    assert action["do"] == f"exchange {game.state.active_seat.hand[0]}"
    assert action["player"] == undo["player"] ^ 1 == game.state.to_act
    assert undo["do"] == "undo"
    assert set(action) == set(undo) == {"player", "do"}


# Cut off -----------------------------------------------------------------------------------------


def test_a_file_cut_anywhere_loads_up_to_the_last_whole_line(record: Path, tmp_path: Path) -> None:
    recorded(record, 10)
    data = record.read_bytes()
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
            found = read_record(cut_path)
            assert len(found.events) == whole
            assert found.is_cut_off == (data[cut - 1 : cut] != b"\n")
            load(cut_path)


def test_resume_after_a_cut_replaces_the_partial_line(record: Path) -> None:
    recorded(record, 10)
    data = record.read_bytes()
    record.write_bytes(data[:-20])
    with resumed(record) as game:
        assert record.read_bytes() == data[: data.rindex(b"\n", 0, -1) + 1]
        act(game, 4, seed=9)
    assert load(record).states == game.states
    assert not read_record(record).is_cut_off


# Foreign files -----------------------------------------------------------------------------------


def assert_broken(record: Path, line: int | None, what: str = "") -> None:
    with pytest.raises(RecordError) as caught:
        load(record)
    assert caught.value.line == line
    assert str(record) in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.skipif(not Path("/dev/urandom").exists(), reason="needs a file without an end")
def test_a_file_without_an_end_is_refused_at_its_beginning() -> None:
    assert_broken(Path("/dev/urandom"), 1)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe" * 50 + b"\n",
        b"{}\n",
        b"[]\n",
        b'{"format": "something else"}\n',
        b'{"format": "letter-tycoon-game"}\n',
        b'{"format": "letter-tycoon-game", "version": 2}\n',
        b"[" * 60_000 + b"\n",
        b"x" * 200_000,
    ],
)
def test_a_foreign_file_is_no_record(record: Path, content: bytes) -> None:
    record.write_bytes(content)
    assert_broken(record, 1)


def test_a_line_too_long_in_the_middle_is_named(record: Path) -> None:
    recorded(record, 10)
    with record.open("ab") as file:
        file.write(b"x" * 100_000 + b"\n")
    assert_broken(record, record.read_bytes().count(b"\n"), "longer")


def test_a_folder_or_a_missing_file_is_no_record(tmp_path: Path) -> None:
    assert_broken(tmp_path, None, "cannot be read")
    assert_broken(tmp_path / "missing.jsonl", None, "cannot be read")


NAMES_OF_FILES = [
    "/etc/passwd", "../words.txt", "./enable", "enable.txt", "words.txt", "words", "", "fifo",
    "C:\\words.txt", "\\\\server\\words.txt", "ENABLE", "common ", "\0", "x" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES_OF_FILES)
def test_a_record_names_no_file_as_its_lexicon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    words = "\n".join(short_words())
    for file in ("../words.txt", "enable", "enable.txt", "words.txt", "words", "C:\\words.txt"):
        Path(file).write_text(words)
    if hasattr(os, "mkfifo"):
        os.mkfifo("fifo")  # To open it would wait for ever.
    record = Path("game.jsonl")
    recorded(record)
    edit(record, 1, lambda header: header["lexicon"].update(name=name))
    for door in (Game.load, Game.resume):
        with pytest.raises(RecordError, match=r"line 1: .*not one of the shipped ones.*--lexicon"):
            door(record)
    assert load(record).state.lexicon is short_words()


@pytest.mark.parametrize("depth", [9, 300, 900, 981, 1000, 5000])
@pytest.mark.parametrize(
    "field", ["seed", "players", "ruleset", "lexicon", "state", "more", "check"]
)
def test_nested_brackets_are_an_error_of_the_record(record: Path, depth: int, field: str) -> None:
    recorded(record, 3)
    lines = record.read_text("ascii").splitlines()
    brackets = "[" * depth + "]" * depth
    for number in (1, 2):
        data = json.loads(lines[number - 1])
        text = json.dumps({**data, field: "here"}).replace('"here"', brackets)
        record.write_text("\n".join([*lines[: number - 1], text, *lines[number:]]) + "\n", "ascii")
        for door in (load, read_record):
            with pytest.raises(RecordError) as caught:
                door(record)
            assert caught.value.line == number


def test_however_deep_brackets_are_nested_only_the_line_is_wrong(record: Path) -> None:
    # Of some depths the line can be read, and what is read cannot be written any more.
    recorded(record, 3)
    header, step = record.read_bytes().splitlines()[:2]
    for depth in range(sys.getrecursionlimit() - 300, sys.getrecursionlimit() + 20):
        brackets = b"[" * depth + b"]" * depth
        record.write_bytes(header + b"\n" + step[:-1] + b', "more": ' + brackets + b"}\n")
        with pytest.raises(RecordError, match="line 2"):
            read_record(record)


@pytest.mark.parametrize(
    "wrong", ["x" * 300, "x\0y", "", ".", "/", "\ud800", 3, None, b"game.jsonl", ["game.jsonl"]]
)
def test_only_errors_of_the_package_come_out_for_any_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    game = Game(NAMES, 1, WORDS)
    for door in (game.record_to, read_record, Game.load, Game.resume):
        with pytest.raises(InvalidInputError):
            door(wrong)
    assert list(tmp_path.iterdir()) == []


# Lexicons ----------------------------------------------------------------------------------------


def test_any_name_of_a_lexicon_is_recorded(record: Path, tmp_path: Path) -> None:
    words = tmp_path / "words é \u2028.txt"
    words.write_text("\n".join(short_words()))
    lexicon = Lexicon.load(words)
    with Game(NAMES, 7, lexicon) as game:
        game.record_to(record)
        act(game, 3)
    record.read_bytes().decode("ascii")
    assert read_record(record).header["lexicon"]["name"] == lexicon.name
    assert Game.load(record, lexicon).states == game.states


def test_a_record_hashes_words_as_a_lexicon_does(record: Path) -> None:
    lexicon = Lexicon.from_words(["CAT", "TEN", "ACT"])
    with Game(NAMES, 7, lexicon) as game:
        game.record_to(record)
    assert Game.load(record, {"CAT", "TEN", "ACT"}).states == game.states
    assert Game.load(record, (word for word in ["cat", "ten", "act"])).states == game.states
    with pytest.raises(RecordError, match="other words"):
        Game.load(record, {"CAT", "TEN"})


@pytest.mark.parametrize(
    "lexicon", [{1, 2}, {"CAT", None}, type("Any", (), {"__contains__": bool})()]
)
def test_a_game_needs_words(lexicon: Any) -> None:
    with pytest.raises(InvalidInputError, match=r"lexicon|list of words"):
        Game(NAMES, 7, lexicon)


# Game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [["Ann"], ["A"] * 2, list("ABCDEF"), "AB", ["Ann", ""], ["Ann", "B\nb"], ["Ann", 3], 2]
)
def test_names_are_checked(names: object) -> None:
    with pytest.raises(InvalidInputError):
        Game(names, 1, WORDS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        "The \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466s",  # A family.
        "\U0001f469\U0001f3fd\u200d\U0001f680",  # An astronaut with a skin tone.
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # A flag of a white one and a rainbow.
        "\u0645\u0647\u200c\u0644\u0642\u0627",  # A Persian name.
        "\u0915\u094d\u200d\u0937",  # Devanagari.
    ],
)
def test_a_name_may_have_characters_of_several_parts(record: Path, name: str) -> None:
    game = Game([name, "Ben"], 1, WORDS)
    game.record_to(record)
    game.close()
    assert Game.load(record, WORDS).names == (name, "Ben")


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dnn",
        "An\u200cn",
        "\u200dAnn",
        "Ann\u200d",
        "\U0001f468\u200d",
        "\U0001f468\u200d\u200d\U0001f469",
        "+\u200d+",
        "\U0001f468\u202e\U0001f469",
        "\U0001f468\x07\U0001f469",
    ],
)
def test_what_nobody_sees_is_in_no_name(name: str) -> None:
    """Or two players had names that look the same; or a terminal was given orders."""
    with pytest.raises(InvalidInputError, match="is not a name of a player"):
        Game([name, "Ben"], 1, WORDS)


def test_a_new_action_after_undo_forgets_all_that_was_undone() -> None:
    game = Game(NAMES, 1, WORDS)
    for _ in range(3):
        game.apply(exchanging())
    first = game.states[0]
    game.undo()
    game.undo()
    assert game.can_redo
    action = exchanging(game.state.active_seat.hand[0])
    after = game.apply(action)
    assert not game.can_redo
    assert game.history == (exchanging(), action)
    assert game.states == (first, apply(first, exchanging()), after)
    with pytest.raises(InvalidInputError, match="redo"):
        game.redo()


def test_states_and_history_are_kept_and_not_copied() -> None:
    game = Game(NAMES, 1, WORDS)
    game.apply(exchanging())
    assert game.states is game.states
    assert game.history is game.history
