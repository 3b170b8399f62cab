"""The command `play`: whole games, your name, files of games, options and terminals."""

from __future__ import annotations

import dataclasses
import io
import itertools
import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from support.commands import (
    MINE,
    Answer,
    Result,
    play,
    say,
    seed_with_start_player,
    talk,
)
from support.games import exchanging

from letter_tycoon_solver import Lexicon, cli
from letter_tycoon_solver.advisor import Opponents, PlayerKind
from letter_tycoon_solver.cli import game_table
from letter_tycoon_solver.cli import play as play_command
from letter_tycoon_solver.cli.saved_games import (
    Kind,
    is_stalemate,
    kinds_of,
    parse_seats,
    taken_for,
)
from letter_tycoon_solver.errors import InvalidInputError
from letter_tycoon_solver.game import (
    ActionKind,
    Game,
    Phase,
    Seat,
    new_game,
    ranking_text,
)
from letter_tycoon_solver.game.players import numbered
from letter_tycoon_solver.rules.ruleset import ChallengeMode
from letter_tycoon_solver.search.solver import find_plays


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


def assert_final_scores(result: Result, record: Path) -> None:
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
    def test_save_says_where(self, record: Path) -> None:
        assert f"Saved in {record}\n" in play(record, "save", "quit").out


def test_ctrl_c(record: Path) -> None:
    def answer(shown: str) -> str:
        if "challenge" in shown:
            raise KeyboardInterrupt
        return "discard -"

    result = talk(["play", "--seed", str(MINE), "--save", str(record)], answer)
    assert result.code == cli.INTERRUPTED
    assert "Goodbye. The game is saved" in result.out
    assert Game.load(record).history[0] == exchanging()


# Games that are saved by themselves, and those that computers alone cannot end.


WIDTH = 80


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all games, empty; with a blank in its name."""
    monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "my data"))
    return tmp_path / "my data" / "games"


def play_unchecked(*lines: str, seed: int = MINE) -> Result:
    return talk(["play", "--seed", str(seed), "--challenge", "none"], say(*lines))


def resume(*lines: str) -> Result:
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
        result = play_unchecked("discard -")
        (file,) = saved(games)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.jsonl", file.name)
        assert f"Saved in {file}\n" in result.out
        assert Game.load(file).history[0] == exchanging()
        assert "Goodbye. The game is saved; to go on: letter-tycoon play --resume\n" in result.out

    def test_a_game_that_was_not_begun_leaves_no_file(self, games: Path) -> None:
        result = play_unchecked("table", "quit", "not read")
        assert result.out.endswith("Goodbye.\n")
        assert saved(games) == []

    def test_what_was_undone_is_an_action_too(self, games: Path) -> None:
        play_unchecked("discard -", "undo", "quit")
        assert only_game(games).can_redo

    def test_games_of_one_second_are_numbered(
        self, games: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("time.strftime", lambda _: "2026-11-21-221005")
        for _ in range(3):
            play_unchecked("discard -")
        names = ["", "_2", "_3"]
        assert [path.stem for path in saved(games)] == [
            f"2026-11-21-221005{name}" for name in names
        ]

    def test_home_is_written_short(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        monkeypatch.setenv(
            "LETTER_TYCOON_DATA", str(tmp_path / ".local/share/letter-tycoon-solver")
        )
        result = play_unchecked("discard -")
        (line,) = (line for line in result.out.splitlines() if line.startswith("Saved in "))
        assert line.startswith("Saved in ~")
        assert len(line) < WIDTH


class TestNoFolder:
    @pytest.fixture(autouse=True)
    def _no_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "file"))

    def test_it_is_said_once_and_asked_about(self, tmp_path: Path) -> None:
        result = play_unchecked("quit", "", "discard -", "save", "quit", "y", "help")
        assert result.code == 0
        assert result.err.count("The game is not saved by itself: ") == 1
        assert f"{tmp_path / 'file'}" in result.err
        assert "LETTER_TYCOON_DATA" in result.err
        assert result.out.count("Leave it? [y/N]") == 2
        assert "The game is not saved.\n" in result.out
        assert "`letter-tycoon play --save FILE` begins one that is" in result.err
        assert "Goodbye. The game is not saved." in result.out
        assert play_command.HELP not in result.out

    def test_without_a_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_home(*_: object, **__: object) -> Path:
            raise RuntimeError("could not determine the home directory")

        monkeypatch.delenv("LETTER_TYCOON_DATA")
        monkeypatch.setattr("platformdirs.user_data_path", no_home)
        result = play_unchecked("discard -")
        assert "not saved by itself: could not determine the home directory" in result.err
        assert "Goodbye. The game is not saved." in result.out
        result = resume()
        assert result.code == cli.BAD_INPUT
        assert "None" not in result.err
        assert "your user has no home folder" in result.err


class TestResume:
    def test_a_game_that_is_left_at_once_is_the_last_again(self, games: Path) -> None:
        for seed in (MINE, seed_with_start_player(1)):
            play_unchecked("discard -", seed=seed)
        older, newer = saved(games)
        set_times(older, newer)
        newest = talk(["play", "--resume", str(older)], say("discard -"))
        assert "easy: " in newest.out.partition("\nme> ")[0], "what was done meanwhile"
        assert f"Saved in {older}\n" in newest.out
        assert "play --resume\n" in newest.out
        assert f"Saved in {older}\n" in resume().out

    def test_finished_and_damaged_games_are_left_out(self, games: Path) -> None:
        play_unchecked("discard -")
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


def test_each_action_is_in_the_file_before_the_next_question(games: Path) -> None:
    lines = iter(["discard -", "n", "discard *"])
    n_done: list[int] = []

    def answer(_: str) -> str | None:
        actions = [action for file in saved(games) for action in Game.load(file).history]
        mine = (ActionKind.EXCHANGE, ActionKind.ACCEPT)
        n_done.append(sum(action.kind in mine for action in actions))
        return next(lines, None)

    talk(["play", "--seed", str(MINE)], answer)
    assert n_done == [0, 1, 2, 3]


@pytest.fixture
def few_words(tmp_path: Path) -> Path:
    path = tmp_path / "four.txt"
    path.write_text("jaw\ncat\ndog\nact\n")
    return path


class TestStalemate:
    def test_bots_that_come_to_no_end(self, games: Path, few_words: Path) -> None:
        args = ["play", "--players", "static,greedy,static", "--seed", "1"]
        args += ["--lexicon", str(few_words)]
        result = talk(args, say())
        assert result.code == cli.FAILURE
        last = result.err.splitlines()[-1]
        assert last.startswith("Error: nobody has bought a patent in 100 rounds")
        game = only_game(games, Lexicon.load(few_words))
        assert not game.state.is_over
        assert is_stalemate(game, [PlayerKind.GREEDY, PlayerKind.GREEDY])
        assert not is_stalemate(game, [None, PlayerKind.GREEDY])
        assert talk(["play", "--resume", "--lexicon", str(few_words)], say()).code == cli.BAD_INPUT


# Your name: who is who, and what is offered.


class TestSeats:
    def test_names_and_kinds(self) -> None:
        seats = parse_seats(" Zoë Lee , Greedy,advisor")
        assert seats == ("Zoë Lee", "greedy", "advisor")
        assert kinds_of(seats) == (None, PlayerKind.GREEDY, PlayerKind.ADVISOR)
        assert parse_seats("greedy,ME")[1] == "me"

    def test_who_has_no_name_is_numbered(self) -> None:
        assert numbered(parse_seats("me,greedy,greedy")) == ("me", "greedy 1", "greedy 2")

    def test_people_know_the_one_that_takes_the_best_turn_as_best(self) -> None:
        seats = parse_seats("me,Best,static")
        assert kinds_of(seats)[1:] == (PlayerKind.STATIC,) * 2
        assert numbered(seats) == ("me", "best 1", "best 2")
        assert kinds_of(numbered(seats)) == kinds_of(seats)

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("Ann,Ann", "--players has 2 people: Ann, Ann; play is one person against computers"),
            ("me,me,easy,me", "--players has 3 people: me, me, me"),
            ("Ann,,greedy", "has ''; each player is one of me, easy, medium, hard, best, or"),
            ("Ann,esay", "--players has 2 people: Ann, esay"),
            ("easy,random bob", "write it as in Random Bob"),
            ("Ann", "--players has 1; 2 to 5 can play"),
            ("a,b,c,d,e,f", "--players has 6"),
        ],
    )
    def test_what_is_refused(self, text: str, part: str) -> None:
        with pytest.raises(InvalidInputError, match=re.escape(part)):
            parse_seats(text)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ([None, PlayerKind.EASY], Opponents.EASY),
        ([PlayerKind.HARD, None, PlayerKind.HARD], Opponents.HARD),
        ([None, PlayerKind.STATIC, PlayerKind.ADVISOR], Opponents.STATIC),
        ([None, PlayerKind.EASY, PlayerKind.HARD], Opponents.COMMON),
        ([None, PlayerKind.GREEDY], Opponents.COMMON),
    ],
)
def test_advice_takes_bots_of_one_level_for_what_they_are(
    kinds: list[Kind], expected: Opponents
) -> None:
    assert taken_for(kinds, kinds.index(None)) is expected


def bad(*args: str) -> str:
    """The one line that is said about bad input."""
    result = talk(["play", *args], say())
    assert (result.code, result.out) == (cli.BAD_INPUT, "")
    (line,) = result.err.splitlines()
    return line


class TestNamesInOptions:
    def test_names_stay_with_resume(self, record: Path) -> None:
        talk(["play", "--players", "Ann,easy,greedy", "--save", str(record)], say())
        resume = ["--resume", str(record), "--players"]
        assert "--players has Ben in the place of Ann" in bad(*resume, "Ben,easy,greedy")
        assert "--players has 2; the game has 3: Ann, easy, greedy" in bad(*resume, "Ann,easy")
        for same in ("Ann,easy,greedy", "me,easy,greedy"):
            result = talk(["play", *resume, same], say())
            assert f"to go on: letter-tycoon play --resume {record}\n" in result.out
        result = talk(["play", *resume, "Ann,best,greedy"], say())
        assert f"--resume {record} --players Ann,best,greedy\n" in result.out


def test_a_game_between_people_goes_on_with_bots_in_the_places_of_the_others(record: Path) -> None:
    with Game(["Ann", "Ben"], MINE, Lexicon.load()) as game:
        game.record_to(record)
    said = bad("--resume", str(record))
    assert "the game has 2 people: Ann, Ben; play is one person" in said
    result = talk(["play", "--resume", str(record), "--players", "me,greedy"], say())
    assert result.out.rpartition("\nAnn> ")[1]


def run_as_printed(line: str, *options: str) -> Result:
    """Runs a line of the output as a shell would."""
    program, *args = shlex.split(line)
    assert program == "letter-tycoon"
    return talk([*args, *options], say())


class TestTheEnd:
    def offered(self, result: Result) -> tuple[str, str]:
        replay, analyze = result.out.splitlines()[-2:]
        assert replay.startswith("To see the game again: letter-tycoon replay ")
        assert analyze.startswith("What each turn has cost: letter-tycoon analyze ")
        return replay.partition(": ")[2], analyze.partition(": ")[2]

    def test_what_is_offered_works_when_copied(self, games: Path) -> None:
        result = talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        (file,) = games.iterdir()
        replay, analyze = self.offered(result)
        assert " " in str(file)
        assert shlex.split(analyze) == ["letter-tycoon", "analyze", str(file)]
        replayed = run_as_printed(replay)
        assert (replayed.code, replayed.err) == (0, "")
        analyzed = run_as_printed(analyze, "--playouts", "20")
        assert analyzed.code == 0
        assert "greedy 1" in analyzed.out

    def test_a_game_that_is_not_saved_offers_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_DATA", str(tmp_path / "file"))
        result = talk(["play", "--players", "greedy,greedy", "--seed", "1"], say())
        assert "letter-tycoon" not in result.out
        assert "Winner" in result.out.splitlines()[-1]


def test_the_prompt_of_a_pipe_needs_no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.delitem(sys.modules, "letter_tycoon_solver.cli.line_editor", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("table\n"))
    assert cli.run(["play", "--players", "Ann,greedy", "--seed", str(MINE)]) == 0
