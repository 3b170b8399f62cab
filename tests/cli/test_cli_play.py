"""The command `play`: whole games, saving them, options and terminals."""

from __future__ import annotations

import dataclasses
import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import MINE, Answer, Talk, first_plays, play, say, talk, terminal
from support.games import exchanging, playing

from letter_tycoon_solver.advisor import AdvisorPlayer, PlayerKind, players
from letter_tycoon_solver.cli import game_table
from letter_tycoon_solver.cli.saved_games import ME, kinds_of
from letter_tycoon_solver.game import Game, Phase, Seat, new_game, ranking_text
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.rules.ruleset import ChallengeMode
from letter_tycoon_solver.search.solver import find_plays

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals")


@pytest.fixture(scope="module", autouse=True)
def _compiled(lexicon: Lexicon) -> None:
    """The search has been used before, so nothing about it is said."""
    find_plays(new_game(2, 0, lexicon).position, lexicon)


def follow_hints(new: str) -> str:
    """A person who plays the words of the best hint, buys the dearest patent, keeps no card."""
    question = new.splitlines()[-1]
    if question.endswith("[y/N] "):
        return ""
    if question.startswith("Buy which?"):
        offer = re.search(r"buy one of +([A-Z])", new)
        assert offer
        return offer[1]
    if question.startswith("Discard which of"):
        return "*"
    assert re.fullmatch(r"me( \d)?> ", question)
    if "No word can be played" in new:
        return "discard *"
    best = re.search(r"^ ?1 +(\S*[A-Z]\S*( & \S+)?)  ", new, re.MULTILINE)
    if best:
        return f"lay {best[1]}"
    return "hint 30" if re.search(r"^1 +exchange ", new, re.MULTILINE) else "hint 1"


def without_file(result: Talk) -> list[str]:
    """The output without the file that the game is saved in, which has the time in its name."""
    return [line for line in result.out.splitlines() if ".jsonl" not in line]


def assert_final_scores(result: Talk, record: Path) -> None:
    game = Game.load(record)
    assert game.state.is_over
    assert (result.code, result.err) == (0, "")
    assert ranking_text(game.state, game.names) in result.out
    for player in game.state.ranking[0]:
        assert game.names[player] in result.out.rpartition("Winner")[2]


class TestWholeGames:
    @pytest.mark.parametrize(
        ("players", "challenge"),
        [
            ("me,greedy", "players"),
            ("greedy,me,random,greedy", "players"),
            ("me,greedy,random", "automatic"),
            ("random,greedy,random,greedy,me", "none"),
        ],
    )
    def test_following_the_hints(self, record: Path, players: str, challenge: str) -> None:
        args = ["play", "--players", players, "--seed", "7", "--challenge", challenge]
        result = talk([*args, "--save", str(record)], follow_hints)
        assert_final_scores(result, record)
        assert "\x1b" not in result.out
        assert Game.load(record).state.ruleset.challenge.mode.value == challenge

    def test_bots_alone(self, record: Path) -> None:
        args = ["play", "--players", "greedy,random", "--seed", "1", "--save", str(record)]
        assert_final_scores(talk(args, say()), record)

    def test_the_strong_bots(self, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def quick(_seconds: float, _playouts: int | None, *args: Any) -> AdvisorPlayer:
            return AdvisorPlayer(None, 20, *args)

        monkeypatch.setattr(players, "AdvisorPlayer", quick)
        args = ["play", "--players", "static,advisor", "--seed", "1", "--save", str(record)]
        assert_final_scores(talk(args, say()), record)
        assert kinds_of(Game.load(record).names) == (PlayerKind.STATIC, PlayerKind.ADVISOR)

    def test_bots_that_borrow_tables_say_so(self, tmp_path: Path) -> None:
        path = tmp_path / "own.txt"
        path.write_text("tea\neat\nnote\ntone\nstone\n")
        args = ["play", "--seed", "1", "--lexicon", str(path), "--players"]
        assert "those of enable are used" in talk([*args, "me,static"], say("quit", "y")).err
        assert "those of enable" not in talk([*args, "me,greedy"], say("quit", "y")).err

    def test_a_game_that_is_resumed_again_and_again_is_the_same(
        self, tmp_path: Path, record: Path
    ) -> None:
        whole = tmp_path / "whole.jsonl"
        args = ["play", "--players", "me,random,random", "--seed", "11", "--save"]
        talk([*args, str(whole)], follow_hints)

        def tired() -> Answer:
            answers = itertools.count()
            return lambda new: follow_hints(new) if next(answers) < 40 else None

        result = talk([*args, str(record)], tired())
        while not Game.load(record).state.is_over:
            assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
            result = talk(["play", "--resume", str(record)], tired())
        assert record.read_bytes() == whole.read_bytes()

    def test_the_seed_is_shown_and_makes_the_same_game(self) -> None:
        first = talk(["play", "--players", "greedy,greedy"], say())
        seed = re.search(r"Seed (\d+)", first.out)
        assert seed
        again = talk(["play", "--players", "greedy,greedy", "--seed", seed[1]], say())
        assert without_file(again) == without_file(first)

    def test_rules_and_lexicon_of_the_options(self, record: Path, tmp_path: Path) -> None:
        words = tmp_path / "words.txt"
        words.write_text("jaw\njewels\n")
        options = ["--ruleset", "reference-manual", "--stacking", "add", "--lexicon", str(words)]
        result = play(record, options=[*options, "--challenge", "automatic", "--retries", "2"])
        assert result.code == 0
        ruleset = Game.load(record, Lexicon.load(words)).state.ruleset
        assert ruleset.stacking.value == "add"
        assert ruleset.last_round.value == "one-more-turn"
        assert ruleset.challenge.mode is ChallengeMode.AUTOMATIC
        assert ruleset.challenge.retries == 2
        assert f"--resume {record} --lexicon {words}" in result.out
        resumed = talk(["play", "--resume", str(record), "--lexicon", str(words)], say())
        assert (resumed.code, resumed.err) == (0, "")


class TestFinalScores:
    @pytest.mark.parametrize(
        ("seats", "last"),
        [
            ((Seat("", "A", 3, 1), Seat("", "E", 1, 0)), "Winner: a."),
            (
                (Seat("", "A", 3, 0), Seat("", "E", 1, 0)),
                "Winner: b (equal scores; the higher value of patents decides).",
            ),
            (
                (Seat("", "A", 3, 0), Seat("", "T", 1, 2)),
                "Winners: a and b (equal scores and patents; the victory is shared).",
            ),
        ],
    )
    def test_ties(self, seats: tuple[Seat, ...], last: str) -> None:
        state = dataclasses.replace(new_game(2, 0, ["CAT"]), seats=seats, phase=Phase.OVER)
        lines = game_table.final_scores(state, ["a", "b"])
        assert "\n".join(line.plain for line in lines[:-1]) == ranking_text(state, ["a", "b"])
        assert lines[-1].plain == last


class TestSaving:
    def test_quit_and_go_on(self, record: Path) -> None:
        result = play(record, "discard -", "quit", "this is not read")
        assert result.code == 0
        assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
        before = Game.load(record).state
        resumed = talk(["play", "--resume", str(record)], say("table", "exit"))
        assert resumed.code == 0
        assert "greedy: " in resumed.out
        assert Game.load(record).state == before

    def test_a_file_is_never_overwritten(self, record: Path) -> None:
        record.write_text("precious")
        result = play(record)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"Error: {record}: exists already")
        talk(["play", "--seed", str(MINE)], say(f"save {record}"))
        assert record.read_text() == "precious"

    def test_save_in_one_file_after_another(self, record: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.jsonl"
        lines = ["discard -", f"save {other}", "discard -", "quit"]
        result = play(record, *lines, options=["--challenge", "none"])
        assert f"The game is saved in {other} from now on. {record} stays as it is.\n" in result.out
        assert f"--resume {other}\n" in result.out
        assert Game.load(other).history[0] == Game.load(record).history[0] == exchanging()
        assert len(Game.load(other).history) > len(Game.load(record).history)

    def test_save_in_the_same_file_again(self, record: Path) -> None:
        result = play(record, "discard -", f"save {record}", "quit")
        assert f"The game is saved in {record} already, as it is played.\n" in result.out

    def test_a_cut_off_line_is_mentioned(self, record: Path) -> None:
        play(record, "discard -")
        with record.open("a") as file:
            file.write('{"player": 0, "do"')
        result = talk(["play", "--resume", str(record)], say())
        assert result.err == f"The last line of {record} was cut off and is left out.\n"
        assert Game.load(record).history[0] == exchanging()

    def test_a_finished_game_shows_its_scores(self, record: Path) -> None:
        args = ["play", "--players", "greedy,greedy", "--seed", "1", "--save", str(record)]
        assert_final_scores(talk(args, say()), record)
        assert_final_scores(talk(["play", "--resume", str(record)], say()), record)

    def test_other_players_go_on(self, record: Path, lexicon: Lexicon) -> None:
        with Game(["Ann", "greedy Ben"], MINE, lexicon) as game:
            game.record_to(record)
        assert kinds_of(game.names) == (ME, PlayerKind.GREEDY)
        assert "Ann> " in talk(["play", "--resume", str(record)], say()).out
        other = talk(["play", "--resume", str(record), "--players", "greedy,me"], say())
        assert "greedy Ben, challenge" in other.out
        assert f"--resume {record} --players greedy,me\n" in other.out


class TestOptions:
    @pytest.mark.parametrize(
        ("args", "part"),
        [
            (["--players", "me"], "--players has 1; 2 to 5 can play"),
            (["--players", "me,greedy,greedy,greedy,greedy,greedy"], "--players has 6"),
            (["--players", ""], "''"),
            (["--players", "me,me"], "--players has 2 people: me 1, me 2; play is one person"),
            (["--players", "Ann,greedy,Ben"], "--players has 2 people: Ann, Ben; play is one"),
            (["--retries", "1"], "only automatic has retries"),
            (["--challenge", "automatic", "--retries", "-1"], "retries is -1"),
            (["--challenge", "some"], "some"),
            (["--lexicon", "nowhere.txt"], "nowhere.txt"),
            (["--resume", "nowhere.jsonl"], "nowhere.jsonl"),
            (["--resume", "x", "--seed", "1"], "--seed is of a new game"),
            (["--resume", "x", "--save", "y"], "--save is of a new game"),
            (["--resume", "x", "--ruleset", "online"], "--ruleset is of a new game"),
        ],
    )
    def test_bad_options(self, args: list[str], part: str) -> None:
        result = talk(["play", *args], say())
        assert (result.code, result.out) == (2, "")
        (line,) = result.err.splitlines()
        assert part in line

    def test_wrong_number_of_players_for_a_record(self, record: Path) -> None:
        play(record)
        result = talk(["play", "--resume", str(record), "--players", "me,easy,easy"], say())
        assert result.code == 2
        assert "--players has 3; the game has 2: me, greedy" in result.err

    def test_help_loads_no_search(self) -> None:
        code = (
            "import sys; from letter_tycoon_solver import cli; cli.run(['play', '--help']);"
            "cli.run(['word', '--help']);"
            "cli.run(['replay', '--help']); loaded = {'numba'} & set(sys.modules);"
            "sys.exit(str(loaded) if loaded else 0)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@needs_terminal
class TestTerminal:
    def test_ctrl_d_and_a_typed_word(self, record: Path, lexicon: Lexicon) -> None:
        best = first_plays(lexicon)[0]
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me>")
            session.type(f"{best.words[0].word}\n")
            session.wait_for("The words stand")
            session.wait_for("? (")
            session.type("\x04")
            code, rest = session.end()
        assert code == 0
        assert "Goodbye. The game is saved" in rest
        assert Game.load(record).history[0] == playing(best)

    def test_ctrl_c(self, record: Path) -> None:
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me>")
            session.type("discard -\n")
            session.wait_for("me, challenge")
            session.press_ctrl_c()
            code, rest = session.end()
        assert code == 130
        assert "Goodbye. The game is saved" in rest
        assert "Traceback" not in rest
        assert Game.load(record).history[0] == exchanging()

    def test_kill_loses_nothing(self, record: Path) -> None:
        with terminal("play", "--seed", str(MINE), "--save", str(record)) as session:
            session.wait_for("me>")
            session.type("discard -\n")
            session.wait_for("me, challenge")
            session.kill()
        assert "me, challenge" in talk(["play", "--resume", str(record)], say()).out
        assert Game.load(record).state.phase is Phase.CHALLENGE

    def test_colour(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        green = "\x1b[1;32m"
        assert green in talk(["play", "--seed", str(MINE)], say()).out
        monkeypatch.setenv("NO_COLOR", "1")
        assert green not in talk(["play", "--seed", str(MINE)], say()).out
