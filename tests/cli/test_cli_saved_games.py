"""Games of `play` that are saved by themselves, and those that computers alone cannot end."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from support.commands import MINE, Talk, say, seed_with_start_player, talk, terminal
from support.games import exchanging
from support.selection import quick

from letter_tycoon_solver import cli
from letter_tycoon_solver.advisor import PlayerKind
from letter_tycoon_solver.cli import play as play_command
from letter_tycoon_solver.cli.saved_games import ME, is_stalemate
from letter_tycoon_solver.game import ActionKind, Game, RandomPlayer, play_out
from letter_tycoon_solver.lexicon import Lexicon

WIDTH = 80


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all games, empty."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def play(*lines: str, seed: int = MINE) -> Talk:
    return talk(["play", "--seed", str(seed), "--challenge", "none"], say(*lines))


def resume(*lines: str) -> Talk:
    return talk(["play", "--resume"], say(*lines))


def saved(games: Path) -> list[Path]:
    return sorted(games.iterdir()) if games.exists() else []


def only_game(games: Path, lexicon: Lexicon | None = None) -> Game:
    (file,) = saved(games)
    return Game.load(file, lexicon)


def set_times(*paths: Path) -> None:
    """Makes the first the oldest."""
    for at, path in enumerate(paths):
        os.utime(path, (1_000_000 + at, 1_000_000 + at))


class TestOneFileAGame:
    def test_from_the_first_action(self, games: Path) -> None:
        result = play("discard -")
        (file,) = saved(games)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.jsonl", file.name)
        assert f"Saved in {file}\n" in result.out
        assert Game.load(file).history[0] == exchanging()
        assert "Goodbye. The game is saved; to go on: letter-tycoon play --resume\n" in result.out

    def test_a_game_that_was_not_begun_leaves_no_file(self, games: Path) -> None:
        result = play("table", "quit", "not read")
        assert result.out.endswith("Goodbye.\n")
        assert saved(games) == []

    def test_what_was_undone_is_an_action_too(self, games: Path) -> None:
        play("discard -", "undo", "quit")
        assert only_game(games).can_redo

    def test_games_of_one_second_are_numbered(
        self, games: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("time.strftime", lambda _: "2026-11-21-221005")
        for _ in range(3):
            play("discard -")
        names = ["", "_2", "_3"]
        assert [path.stem for path in saved(games)] == [
            f"2026-11-21-221005{name}" for name in names
        ]

    def test_save_moves_the_game(self, games: Path, record: Path) -> None:
        result = play("discard -", f"save {record}", "save", "quit")
        assert f"The game is saved in {record} from now on.\n" in result.out
        assert f"Saved in {record}\n" in result.out
        assert f"--resume {record}\n" in result.out
        assert saved(games) == []
        assert Game.load(record).history[0] == exchanging()

    def test_a_move_that_fails_changes_nothing(self, games: Path, record: Path) -> None:
        record.write_text("precious")
        result = play(f"save {record}", "discard -", "save", "quit")
        assert f"{record}: exists already; give another name or remove it.\n" in result.out
        assert record.read_text() == "precious"
        assert only_game(games).history[0] == exchanging()

    def test_with_a_file_of_its_own_there_is_no_other(self, games: Path, record: Path) -> None:
        result = talk(["play", "--save", str(record)], say("discard -"))
        assert f"--resume {record}\n" in result.out
        assert saved(games) == []

    def test_a_file_that_was_named_stays_wherever_it_is(self, games: Path, record: Path) -> None:
        games.mkdir(parents=True)
        mine = games / "mine.jsonl"
        options = ["play", "--seed", str(MINE), "--challenge", "none", "--save", str(mine)]
        talk(options, say("discard -", f"save {record}", "quit"))
        assert len(Game.load(mine).history) == len(Game.load(record).history)

    def test_bots_too(self, games: Path) -> None:
        result = talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        (file,) = saved(games)
        assert Game.load(file).state.is_over
        assert f"To see the game again: letter-tycoon replay {file}\n" in result.out

    def test_home_is_written_short(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        monkeypatch.setenv(
            "LETTER_TYCOON_DATA", str(tmp_path / ".local/share/letter-tycoon-solver")
        )
        result = play("save ~/mine.jsonl", "discard -")
        (line,) = (line for line in result.out.splitlines() if line.startswith("Saved in "))
        assert line.startswith("Saved in ~")
        assert len(line) < WIDTH
        assert Game.load(tmp_path / "mine.jsonl").history[0] == exchanging()


class TestNoFolder:
    @pytest.fixture(autouse=True)
    def _no_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "file"))

    def test_it_is_said_once_and_asked_about(self, tmp_path: Path) -> None:
        result = play("quit", "", "discard -", "save", "quit", "y", "help")
        assert result.code == 0
        assert result.err.count("The game is not saved by itself: ") == 1
        assert f"{tmp_path / 'file'}" in result.err
        assert "LETTER_TYCOON_DATA" in result.err
        assert result.out.count("Leave it? [y/N]") == 2
        assert 'Say in which file, as in "save game.jsonl".\n' in result.out
        assert "Goodbye. The game is not saved." in result.out
        assert play_command.HELP not in result.out

    def test_it_can_be_saved_all_the_same(self, record: Path) -> None:
        result = play(f"save {record}", "discard -", "quit")
        assert f"The game is saved in {record} from now on.\n" in result.out
        assert Game.load(record).history[0] == exchanging()

    def test_without_a_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_home(*_: object, **__: object) -> Path:
            raise RuntimeError("could not determine the home directory")

        monkeypatch.delenv("LETTER_TYCOON_DATA")
        monkeypatch.setattr("platformdirs.user_data_path", no_home)
        result = play("discard -")
        assert "not saved by itself: could not determine the home directory" in result.err
        assert "Goodbye. The game is not saved." in result.out
        result = resume()
        assert result.code == cli.BAD_INPUT
        assert "None" not in result.err
        assert "your user has no home folder" in result.err


class TestResume:
    def test_the_game_that_was_played_last(self, games: Path) -> None:
        for seed in (MINE, seed_with_start_player(1)):
            play("discard -", seed=seed)
        older, newer = saved(games)
        set_times(newer, older)
        assert f"Saved in {older}\n" in resume().out
        set_times(older, newer)
        assert f"Saved in {newer}\n" in resume().out
        assert len(saved(games)) == 2

    def test_a_game_that_is_left_at_once_is_the_last_again(self, games: Path) -> None:
        for seed in (MINE, seed_with_start_player(1)):
            play("discard -", seed=seed)
        older, newer = saved(games)
        set_times(older, newer)
        newest = talk(["play", "--resume", str(older)], say("discard -"))
        assert f"Saved in {older}\n" in newest.out
        assert "play --resume\n" in newest.out
        assert f"Saved in {older}\n" in resume().out

    def test_finished_and_damaged_games_are_left_out(self, games: Path) -> None:
        play("discard -")
        talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        mine, finished = saved(games)
        damaged = games / "damaged.jsonl"
        damaged.write_text("what is this\n")
        set_times(mine, finished, damaged)
        result = resume("quit")
        assert f"Saved in {mine}\n" in result.out
        assert result.err.startswith(f"Left out: {damaged}, line 1: ")
        assert result.err.count("\n") == 1

    def test_there_is_none(self, games: Path) -> None:
        result = resume()
        assert (result.code, result.out) == (cli.BAD_INPUT, "")
        assert f"there is no unfinished game in {games}" in result.err
        assert "--resume FILE" in result.err

    def test_other_options_go_with_it(self, games: Path) -> None:
        play("discard -")
        result = talk(["play", "--resume", "--players", "greedy,me"], say())
        assert "to go on: letter-tycoon play --resume --players greedy,me\n" in result.out
        assert talk(["play", "--resume", "last"], say()).code == 0
        assert len(saved(games)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")
@pytest.mark.parametrize("steps", quick(1, [2, 0, 1, 3]))
def test_killed_at_any_point_nothing_is_lost(games: Path, steps: int) -> None:
    lines = ["discard -\n", "n\n", "discard *\n"]
    questions = ["me>", "[y/N]", "me>", "[y/N]"]
    with terminal("play", "--seed", str(MINE)) as session:
        session.wait_for(questions[0])
        for line, question in zip(lines[:steps], questions[1:], strict=False):
            session.type(line)
            session.wait_for(question)
        session.kill()
    game = only_game(games)
    done = [
        action for action in game.history if action.kind in (ActionKind.EXCHANGE, ActionKind.ACCEPT)
    ]
    assert len(done) == steps
    result = resume()
    assert questions[steps] in result.out


@pytest.fixture
def few_words(tmp_path: Path) -> Path:
    path = tmp_path / "four.txt"
    path.write_text("jaw\ncat\ndog\nact\n")
    return path


class TestStalemate:
    @pytest.mark.parametrize("players", ["greedy,greedy", "static,greedy,static"])
    def test_bots_that_come_to_no_end(self, games: Path, few_words: Path, players: str) -> None:
        args = ["play", "--players", players, "--seed", "1", "--lexicon", str(few_words)]
        result = talk(args, say())
        assert result.code == cli.FAILURE
        last = result.err.splitlines()[-1]
        assert last.startswith("Error: nobody has bought a patent in 100 rounds")
        game = only_game(games, Lexicon.load(few_words))
        assert not game.state.is_over
        assert is_stalemate(game, [PlayerKind.GREEDY, PlayerKind.GREEDY])
        assert not is_stalemate(game, [ME, PlayerKind.GREEDY])
        assert talk(["play", "--resume", "--lexicon", str(few_words)], say()).code == cli.BAD_INPUT

    def test_people_may_go_on(self, games: Path, few_words: Path) -> None:
        args = ["play", "--players", "greedy,greedy", "--seed", "1", "--lexicon", str(few_words)]
        talk(args, say())
        (file,) = saved(games)
        more = ["--lexicon", str(few_words), "--players", "me,greedy"]
        result = talk(["play", "--resume", str(file), *more], say("discard *"))
        assert result.code == 0
        assert "Goodbye" in result.out

    def test_games_with_an_end_are_never_stopped(self) -> None:
        lexicon = Lexicon.load()
        for n_players in (2, 5):
            with Game([f"random {n}" for n in range(n_players)], 1, lexicon) as game:
                players = [RandomPlayer(seed) for seed in range(n_players)]
                for action, _ in play_out(game.state, players):
                    game.apply(action)
                    assert not is_stalemate(game, [PlayerKind.RANDOM] * n_players)
                assert game.state.round < 100
