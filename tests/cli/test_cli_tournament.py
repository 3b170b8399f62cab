"""The command `letter-tycoon tournament`."""

from __future__ import annotations

import csv
import importlib
import json
import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    Run,
    assert_bad_input,
    examples_of_help,
    interrupted_after,
    kept_parts,
    quiet_runner,
    terminal,
)
from support.doc_pages import ROOT
from support.selection import quick

import letter_tycoon_solver as lts
from letter_tycoon_solver import cli
from letter_tycoon_solver.advisor.tournaments import PlayerResult, Tournament, tournament

# `cli.tournament` may also be the function that the module imports.
command = importlib.import_module("letter_tycoon_solver.cli.tournament")

PLAYERS = "static,greedy"
GAMES = 20
# One worker is a thread: the tests need no processes of their own.
ARGS = ["--players", PLAYERS, "--games", str(GAMES), "--seed", "7", "--workers", "1"]
FROZEN = ROOT / "benchmarks" / "tables"
PLAY_GAME = "letter_tycoon_solver.advisor.tournaments.played"


@pytest.fixture(scope="module")
def expected() -> Tournament:
    return tournament(PLAYERS, GAMES, lts.Lexicon.load(), seed=7)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return quiet_runner("tournament", capsys)


def parts() -> list[Path]:
    """The finished games of tournaments that are not complete."""
    return kept_parts("tournaments")


def row_of(out: str, name: str) -> list[str]:
    """The numbers in the row of a player, but for the time."""
    (line,) = (line for line in out.splitlines() if line.startswith(f"{name} "))
    return re.findall(r"[-+]?[\d,]*\.\d+", line)[:-1]


def numbers_of(player: PlayerResult) -> list[str]:
    assert player.win_interval
    assert player.lead_interval
    return [
        f"{player.wins:.1f}",
        f"{100 * (player.win_share or 0):.1f}",
        *(f"{100 * end:.1f}" for end in player.win_interval),
        f"{player.lead:+.2f}",
        *(f"{end:+.2f}" for end in player.lead_interval),
    ]


class TestTable:
    def test_players(self, run: Run, expected: Tournament) -> None:
        result = run(*ARGS)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith("20 games of 2 players, 10 deals")
        assert "Seed 7  word list enable  rules rulebook\n" in result.out
        for player in expected.players:
            assert row_of(result.out, player.name) == numbers_of(player)
        assert f"Rounds of a game: {expected.rounds:.2f} on average." in result.out
        assert "Broken off" not in result.out
        assert parts() == []

    def test_json(self, run: Run, expected: Tournament) -> None:
        result = run(*ARGS, "--json")
        assert (result.code, result.err) == (0, "")
        told = json.loads(result.out)
        assert told.keys() == expected.to_dict().keys()
        assert told["games"] == GAMES
        for player, its in zip(told["players"], expected.players, strict=True):
            assert (player["name"], player["wins"]) == (its.name, its.wins)

    def test_one_deal(self, run: Run) -> None:
        result = run("--players", "greedy,random,greedy", "--games", "1", "--workers", "1")
        assert result.out.startswith("3 games of 3 players, 1 deal with")
        assert "[" not in result.out.split("Rounds")[0]
        assert all(f"greedy {n} " in result.out for n in (1, 2))

    def test_rules(self, run: Run) -> None:
        out = run(*ARGS, "--games", "2", "--ruleset", "online", "--stacking", "add").out
        assert "rules online, doublers add" in out

    def test_playouts_are_repeatable(self, run: Run) -> None:
        args = ["--games", "2", "--playouts", "24", "--workers", "1"]
        first, second = run(*args).out, run(*args).out
        assert "advisor 24 playouts a turn" in first
        assert "not the same" not in first
        assert row_of(first, "advisor") == row_of(second, "advisor")

    def test_seconds_are_not(self, run: Run) -> None:
        out = run("--games", "2", "--seconds", "0.001", "--workers", "1").out
        assert "advisor 0.001 s a turn" in out
        assert "An advisor that plays by time is not the same every time" in out

    @pytest.mark.slow
    def test_processes_do_not_change_the_answer(self, run: Run, expected: Tournament) -> None:
        out = run(*ARGS, "--workers", "2").out
        for player in expected.players:
            assert row_of(out, player.name) == numbers_of(player)

    @pytest.mark.slow
    def test_words_without_tables_and_games_without_end(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("letter_tycoon_solver.advisor.tournaments.MAX_ROUNDS", 3)
        path = tmp_path / "mine.txt"
        path.write_text("zzz\n")
        result = run(*ARGS, "--games", "2", "--lexicon", str(path))
        assert "has no tables for static evaluation" in result.err
        assert "those of enable" in result.err
        assert "Warning" not in result.err
        assert "Broken off because nobody could end them: 2 games" in result.out
        result = run("--players", "greedy,greedy", "--games", "2", "--lexicon", str(path))
        assert "tables" not in result.err
        frozen = f"static:{FROZEN / '2026-11-22-common.json'}"
        result = run("--players", f"greedy,{frozen}", "--games", "2", "--workers", "1")
        assert result.err == (
            "Note: the tables of static:2026-11-22-common are those of common, not of enable\n"
        )
        assert "static:2026-11-22-common " in result.out


class TestFiles:
    def test_json(self, run: Run, expected: Tournament, tmp_path: Path) -> None:
        path = tmp_path / "out.JSON"
        result = run(*ARGS, "--out", str(path))
        assert (result.code, result.err) == (0, f"Written: {path}\n")
        found, known = json.loads(path.read_text()), expected.to_dict()
        assert _without_times(found["players"]) == _without_times(known.pop("players"))
        assert {name: found[name] for name in known} == known
        assert list(tmp_path.iterdir()) == [path]

    def test_csv(self, run: Run, expected: Tournament, tmp_path: Path) -> None:
        path = tmp_path / "out.csv"
        assert run(*ARGS, "--out", str(path)).code == 0
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        known = [
            {name: str(value) for name, value in player.to_dict().items()}
            for player in expected.players
        ]
        assert _without_times(rows) == _without_times(known)

    def test_a_full_disk_loses_nothing(
        self, run: Run, expected: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(csv.DictWriter, "writerows", fail)
        path = tmp_path / "out.csv"
        path.write_text("old")
        result = run(*ARGS, "--out", str(path))
        assert result.code == 1
        assert "No space left" in result.err
        assert row_of(result.out, "static") == numbers_of(expected.players[0])
        assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


def _without_times(players: Any) -> list[dict[str, Any]]:
    times = [player.pop("seconds_per_turn") for player in players]
    assert all(float(seconds) > 0 for seconds in times)
    return list(players)


class TestInterrupted:
    def test_says_what_is_done_and_goes_on(
        self, run: Run, expected: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(command, "bar_or_lines", interrupted_after(3))
            result = run(*ARGS, "--out", str(tmp_path / "out.csv"))
        assert result.code == cli.INTERRUPTED
        assert result.out.startswith("6 games of 2 players, 3 deals")
        assert result.err.splitlines()[0] == (
            "Stopped after 6 of 20 games; the same command goes on from there."
        )
        assert list(tmp_path.iterdir()) == []
        assert len(parts()) == 3
        again = run(*ARGS)
        assert again.err == "Going on from 6 of 20 games that were finished before.\n"
        assert row_of(again.out, "static") == numbers_of(expected.players[0])
        assert parts() == []

    def test_nothing_is_done(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command, "bar_or_lines", interrupted_after(0))
        result = run(*ARGS, "--seed", "8")
        assert (result.code, result.out) == (cli.INTERRUPTED, "")
        assert result.err.startswith("Stopped after 0 of 20 games")

    def test_no_folder_for_parts(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path / "file"))
        result = run(*ARGS)
        assert result.code == 0
        assert "cannot be written, so a tournament that is stopped will begin anew" in result.err

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
    def test_ctrl_c_in_a_terminal(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """There it plays in processes, which Ctrl-C reaches as well."""
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
        args = ["tournament", "--players", "greedy,random", "--games", "1000000", "--workers", "2"]
        for first in (True, False):
            with terminal(*args) as person:
                if not first:
                    person.wait_for("Going on from ")
                while not list(tmp_path.glob("tournaments/*.part")):
                    person.wait_for(" of 1,000,000 games")  # The bar.
                person.press_ctrl_c()
                code, text = person.end()
            assert code == cli.INTERRUPTED
            assert "games of 2 players" in text
            assert "of 1,000,000 games; the same command goes on from there." in text
            assert "Traceback" not in text

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
    @pytest.mark.parametrize("seconds", quick(1, [0.2, 0.0, 0.1, 0.4]))
    def test_ctrl_c_while_processes_start(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
    ) -> None:
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path))
        args = ["tournament", "--players", "greedy,random", "--games", "1000000", "--workers", "2"]
        with terminal(*args) as person:
            person.wait_for("0 of 1,000,000 games")
            time.sleep(seconds)
            person.press_ctrl_c()
            code, text = person.end()
        assert code == cli.INTERRUPTED
        assert "of 1,000,000 games; the same command goes on from there." in text
        assert "Traceback" not in text


def bad_input() -> dict[str, tuple[list[str], list[str]]]:
    """By fault, the arguments, and what the message has to name; {} is a folder."""
    return {
        "no games": (["--games", "0"], ["games is 0", "from 1"]),
        "games are not a number": (["--games", "many"], ["--games", "many"]),
        "one player": (["--players", "greedy"], ["is 1", "2 to 5"]),
        "six players": (["--players", "greedy," * 5 + "greedy"], ["is 6", "2 to 5"]),
        "no such player": (["--players", "greedy,me"], ["'me'", "advisor, static, greedy, random"]),
        "tables that are not there": (["--players", "greedy,static:no"], ["'no'", "No such file"]),
        "empty name": (["--players", "greedy,"], ["''", "advisor"]),
        "both": (["--seconds", "1", "--playouts", "1"], ["both given"]),
        "no time": (["--seconds", "0"], ["seconds is 0", "above 0"]),
        "no playouts": (["--playouts", "0"], ["playouts is 0", "from 4"]),
        "time for nobody": (["--players", "greedy,static", "--seconds", "1"], ["no advisor"]),
        "negative seed": (["--seed", "-1"], ["seed is -1"]),
        "no workers": (["--workers", "0"], ["--workers", "0"]),
        "file of another kind": (["--out", "{}/a.parquet"], [".parquet", ".json, .csv"]),
        "file without suffix": (["--out", "{}/a"], ["(none)", ".json"]),
        "folder that is not there": (["--out", "{}/b/a.csv"], ["a.csv", "No such file"]),
        "a folder": (["--out", "{}/folder.csv"], ["folder.csv", "not an ordinary file"]),
        "unknown lexicon": (["--lexicon", "nwl"], ["nwl", "enable"]),
    }


class TestBadInput:
    @pytest.mark.parametrize(
        ("args", "messages"), [pytest.param(*case, id=name) for name, case in bad_input().items()]
    )
    def test_is_found_before_the_games(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        args: list[str], messages: list[str],
    ) -> None:  # fmt: skip
        (tmp_path / "folder.csv").mkdir()
        monkeypatch.setattr(PLAY_GAME, None)
        result = run(*(arg.format(tmp_path) for arg in args))
        assert_bad_input(result, *messages)
        assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


def test_every_example_of_the_help_is_accepted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: Tournament
) -> None:
    asked: list[Any] = []

    def note_arguments(*args: Any, **options: Any) -> Tournament:
        asked.append((*args[:2], options["playouts"]))
        return expected

    monkeypatch.setattr(command, "tournament", note_arguments)
    monkeypatch.chdir(tmp_path)
    for example in examples_of_help(run, "tournament"):
        assert run(*shlex.split(example)[2:], "--workers", "1").code == 0
    assert asked == [("static,greedy", 1000, None), ("advisor,greedy", 100, None)]
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
