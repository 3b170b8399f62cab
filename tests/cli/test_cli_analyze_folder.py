"""The command `analyze` over several games, and files that are none."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import Talk, say, talk

from letter_tycoon_solver.advisor import analyze, summarize
from letter_tycoon_solver.game import Game, GreedyPlayer, TrackedGame
from letter_tycoon_solver.lexicon import Lexicon

PLAYOUTS = 16


def record(path: Path, names: list[str], seed: int, rounds: int) -> Path:
    """A game that was left after so many rounds."""
    player = GreedyPlayer()
    with Game(names, seed, Lexicon.load("common")) as game:
        game.record_to(path)
        while game.state.round <= rounds:
            asked = game.state.to_act
            game.push(player.choose(game.state.seen_by(asked)))
    return path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, and nothing else."""
    folder = tmp_path_factory.mktemp("games")
    record(folder / "a.jsonl", ["Ann", "Ben"], 1, 2)
    record(folder / "b.jsonl", ["Cleo", "Ann"], 2, 1)
    return folder


@pytest.fixture
def folder(games: Path, tmp_path: Path) -> Path:
    """These games, and what else lies in folders."""
    folder = tmp_path / "games"
    shutil.copytree(games, folder)
    (folder / "notes.txt").write_text("Ann plays well\n")
    (folder / "below.jsonl").mkdir()
    return folder


def run(*args: object) -> Talk:
    return talk(["analyze", *map(str, args), "--playouts", str(PLAYOUTS)], say())


def test_a_line_a_game_and_totals(folder: Path) -> None:
    result = run(folder)
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80
    head, _, first, second, empty, *totals = result.out.splitlines()
    assert head.split()[:2] == ["Game", "Turns"]
    assert first.split()[:3] == ["a.jsonl", "4", "Ann"]
    assert second.split()[:3] == ["b.jsonl", "2", "Cleo"]
    assert empty == ""
    names = [line.split()[0] for line in totals if line[:1].isupper()]
    assert names[:4] == ["Player", "Ann", "Ben", "Cleo"]


def test_what_turns_differ_by(folder: Path) -> None:
    lines = run(folder).out.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("Differs by"))
    rows = lines[head + 2 : lines.index("", head)]
    found = json.loads(run(folder, "--json").out)
    kinds = [one["difference"] for game in found["games"] for one in game["decisions"]]
    assert {row[:13].strip(): int(row[13:].split()[0]) for row in rows} == Counter(kinds)


def test_habits_by_month_and_what_was_missed(folder: Path) -> None:
    """The same figures in words and in JSON; the months are those of the files."""
    for name, day in (("a.jsonl", 1_770_000_000), ("b.jsonl", 1_780_000_000)):
        os.utime(folder / name, (day, day))
    habits = json.loads(run(folder, "--json").out)["habits"]
    assert [one["player"] for one in habits] == ["Ann", "Ben", "Cleo"]
    ann = habits[0]
    assert [(one["month"], one["turns"]) for one in ann["months"]] == [
        ("2026-02", 2),
        ("2026-05", 1),
    ]
    text = run(folder).out
    for one in habits:
        for month in one["months"]:
            lost = 100 * sum(kind["win_loss"] for kind in month["kinds"])
            row = [one["player"], month["month"], str(month["games"]), str(month["turns"])]
            assert re.search(r"\s+".join(map(re.escape, [*row, f"{lost:.1f}"])), text)
        for word in one["words"]:
            assert re.search(
                rf"Words {one['player']} missed and never laid: .*{word['word']}", text
            )
        for patent in one["patents"]:
            assert re.search(rf"Patents {one['player']} bought .*: .*{patent['letter']}", text)


def test_the_figures_are_those_of_each_game(folder: Path, lexicon: Lexicon) -> None:
    result = run(folder, "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    files = [folder / "a.jsonl", folder / "b.jsonl"]
    expected = [analyze(Game.load(file), lexicon, playouts=PLAYOUTS) for file in files]
    assert [one["file"] for one in found["games"]] == [str(file) for file in files]
    for data, analysis in zip(found["games"], expected, strict=True):
        wins = [decision["win"] for decision in data["decisions"]]
        assert wins == [decision.win for decision in analysis.decisions]
    totals = summarize(expected)
    assert [(t["name"], t["games"], t["turns"], t["score"]) for t in found["totals"]] == [
        (t.name, t.games, t.turns, t.score) for t in totals
    ]
    assert found["left_out"] == []


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load("common")


@pytest.fixture
def tracked(tmp_path: Path, lexicon: Lexicon) -> Path:
    """A game of people with two turns of the one who told it."""
    path = tmp_path / "tracked.jsonl"
    with TrackedGame.start(
        ["left", "me"], seat="me", hand="CATSEEN", community="EES", first="left", lexicon=lexicon
    ) as game:
        game.record_to(path)
        game.observe("exchange ??")
        game.act("CAT", drew="ABO")
        game.observe("exchange ??")
        game.act("SEEN", drew="RTIO")
    return path


def test_a_tracked_game(tracked: Path) -> None:
    result = run(tracked)
    assert (result.code, result.err) == (0, "")
    rows = [line.split() for line in result.out.splitlines() if line.startswith("    ")]
    assert [(row[0], row[1]) for row in rows if row[0] != ">"] == [("1", "me"), ("2", "me")]
    assert " CAT" in result.out
    assert "\nme " in result.out


def test_a_tracked_game_that_was_cut_off(tracked: Path) -> None:
    with tracked.open("ab") as file:
        file.write(b'{"do": "te')
    result = run(tracked)
    assert result.code == 0
    assert result.err == f"The last line of {tracked} was cut off and is left out.\n"


def test_tracked_games_among_others(games: Path, tracked: Path) -> None:
    spoilt = tracked.with_name("spoilt.jsonl")
    spoilt.write_bytes(tracked.read_bytes().replace(b"CAT", b"DOG"))
    result = run(games / "a.jsonl", tracked, spoilt, "--json")
    assert result.code == 1
    found = json.loads(result.out)
    assert [total["name"] for total in found["totals"]] == ["Ann", "Ben", "me"]
    assert [one["file"] for one in found["left_out"]] == [str(spoilt)]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


def scramble(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("hello\n"),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(bytes(range(256))),
        lambda path: path.write_text("[" * 100_000),
        cut,
        scramble,
    ],
    ids=["text", "empty", "bytes", "nested", "cut", "scrambled"],
)
def test_junk_is_named_and_skipped(folder: Path, spoil: Callable[[Path], object]) -> None:
    spoil(folder / "a.jsonl")
    result = run(folder)
    assert result.code == 1
    assert result.err.count("Left out: ") == 1
    assert str(folder / "a.jsonl") in result.err
    assert "notes.txt" not in result.err
    assert "b.jsonl" in result.out
    found = json.loads(run(folder, "--json").out)
    assert [one["file"] for one in found["left_out"]] == [str(folder / "a.jsonl")]
    assert found["left_out"][0]["why"]


def test_files_by_name(games: Path) -> None:
    result = run(games / "b.jsonl", games / "missing.jsonl", games / "a.jsonl", games / "b.jsonl")
    assert result.code == 1
    assert "missing.jsonl: cannot be read" in result.err
    rows = [line.split()[0] for line in result.out.splitlines() if ".jsonl" in line]
    assert rows == ["b.jsonl", "a.jsonl"]


def test_games_of_the_same_name_are_told_apart(games: Path, folder: Path) -> None:
    result = run(games / "b.jsonl", folder)
    assert result.code == 0
    label = "".join(line.split()[0] for line in result.out.splitlines()[2:5])
    assert str(games / "b.jsonl").startswith(label[:20])


def test_what_has_no_turn_of_the_player_is_no_failure(folder: Path) -> None:
    record(folder / "c.jsonl", ["Ben", "Dora"], 3, 0)
    result = run(folder, "--player", "Ben")
    assert result.code == 0
    assert "b.jsonl: there is no player 'Ben'" in result.err
    assert "c.jsonl: no turn of the players is finished" in result.err
    assert "a.jsonl" in result.out
    assert "Ann" not in result.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--player", "Zoe"), "nothing to analyze"),
        (("--lexicon", "no-such-list"), "no-such-list"),
        (("--plot", "game.png"), "--plot goes with one game"),
        (("--seconds", "-1"), "give a number above 0"),
    ],
)
def test_bad_input(games: Path, options: tuple[str, ...], message: str) -> None:
    result = talk(["analyze", str(games), *options], say())
    assert result.code == 2
    assert message in result.err
    assert result.out == ""


def test_a_folder_without_records(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing\n")
    result = run(tmp_path)
    assert result.code == 2
    assert "there is no record of a game" in result.err


def test_only_junk(tmp_path: Path) -> None:
    (tmp_path / "junk.jsonl").write_text("nothing\n")
    result = run(tmp_path)
    assert result.code == 2
    assert "junk.jsonl: line 1" in result.err
    assert "nothing to analyze in these files" in result.err


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_keeps_the_games_that_were_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    from letter_tycoon_solver.cli import analyze as module

    n_calls = 0

    def second_is_stopped(*args: object, **options: object) -> object:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 2:
            raise KeyboardInterrupt
        return analyze(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "analyze", second_is_stopped)
    result = run(folder, *(["--json"] if as_json else []))
    assert result.code == 130
    assert "Stopped after 1 of 2 games." in result.err
    if as_json:
        found = json.loads(result.out)
        assert [Path(one["file"]).name for one in found["games"]] == ["a.jsonl"]
        assert [total["name"] for total in found["totals"]] == ["Ann", "Ben"]
    else:
        assert "a.jsonl" in result.out
        assert "b.jsonl" not in result.out
        assert "\nBen " in result.out
