"""The command as a program: its help, notes, streams, Ctrl-C; and bad input of all commands."""

from __future__ import annotations

import io
import os
import random
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from support.commands import (
    BEGIN,
    Run,
    assert_bad_input,
    compile_search,
    process,
    record_game,
    say,
    talk,
)
from support.selection import quick, slow_with

import letter_tycoon_solver as lts
from letter_tycoon_solver import _log, cli
from letter_tycoon_solver.cli import options, play, terminal
from letter_tycoon_solver.cli.session import Prompt
from letter_tycoon_solver.game import Game, RandomPlayer, game_text, play_out
from letter_tycoon_solver.lexicon import Lexicon

WIDTH = 80

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of POSIX")


@pytest.fixture(scope="module")
def _compiled() -> None:
    compile_search()


class TestProcess:
    def test_help_and_version(self, run: Run) -> None:
        top = run()
        assert top == run("--help") == run("-h")
        assert top.code == 0
        for command in cli.COMMANDS:
            assert f"  {command} " in top.out
            assert run(command, "--help").out.startswith(f"Usage: letter-tycoon {command}")
        assert run("--version").out == f"letter-tycoon, version {lts.__version__}\n"

    def test_help_fits_on_a_terminal(self, run: Run) -> None:
        commands = [[name] for name in cli.COMMANDS]
        for args in ([], *commands, ["lexicon", "info"], ["lexicon", "compile"]):
            for line in run(*args, "--help").out.splitlines():
                assert len(line) <= WIDTH, line
        for line in play.HELP.splitlines():
            assert len(line) <= WIDTH, line

    def test_every_example_of_every_help_is_understood(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its options and arguments; files that it names are there."""
        monkeypatch.chdir(tmp_path)
        for name in cli.COMMANDS:
            command = cli.group.get_command(click.Context(cli.group), name)
            assert command is not None
            lines = run(name, "--help").out.partition("\n  Examples:\n")[2].splitlines()
            # A list has commands of its own, which say in a line what they do.
            assert lines or name == "lexicon"
            for line in lines:
                example = shlex.split(re.split(" [|>] ", line)[0])
                if example[:2] != ["letter-tycoon", name]:
                    assert "letter-tycoon" in line
                    continue
                for word in example:
                    if word.endswith((".jsonl", ".csv", ".parquet", ".json", ".txt")):
                        (tmp_path / word).touch()
                command.make_context(name, example[2:])

    def test_help_loads_no_search(self) -> None:
        code = (
            "import sys; from letter_tycoon_solver import cli; cli.run(['--help']);"
            "cli.run(['hint', '--help']);"
            "loaded = {'numba', 'rich'} & set(sys.modules);"
            "[cli.run([name, '--help']) for name in ('play', 'word', 'replay')];"
            "loaded |= {'numba'} & set(sys.modules); sys.exit(str(loaded) if loaded else 0)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("line", "completed"),
    [("letter-tycoon tourn", "tournament"), ("letter-tycoon solve --js", "--json")],
)
def test_the_shell_completes(line: str, completed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "letter_tycoon_solver"],
        env={
            **os.environ,
            "_LETTER_TYCOON_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(line.count(" ")),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"plain,{completed}\n"


class TestLexiconCommand:
    def test_info(self, run: Run) -> None:
        result = run("lexicon", "info", "common")
        lexicon = lts.Lexicon.load("common")
        facts = dict(line.split(None, 1) for line in result.out.splitlines())
        assert result.code == 0
        assert facts["name"] == "common"
        assert facts["source"] == str(lexicon.source)
        assert facts["words"].startswith(f"{len(lexicon):,}, of 3 to ")
        assert facts["skipped"] == str(lexicon.skipped)
        assert facts["digest"] == lexicon.digest
        assert facts["compiled"].startswith(str(lts.Lexicon.cache_path("common")))

    def test_compile(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("jaw\njewels\n")
        kept = lts.Lexicon.cache_path(path)
        for _ in range(2):
            result = run("lexicon", "compile", str(path))
            assert (result.code, result.err) == (0, "")
            assert result.out.startswith(f"mine.txt: 2 words compiled to {kept} (")
            assert kept.exists()

    def test_cache_that_cannot_be_written(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("LETTER_TYCOON_CACHE", str(tmp_path / "file"))
        assert run("lexicon", "info", "common").out.endswith("is not kept\n")
        result = run("lexicon", "compile", "common")
        assert (result.code, result.out) == (1, "")
        assert "cannot be kept; set LETTER_TYCOON_CACHE" in result.err.splitlines()[-1]

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    @pytest.mark.parametrize("command", ["info", "compile"])
    def test_a_pipe_is_read_once(self, tmp_path: Path, command: str) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        assert options.compiled_path(str(pipe)) is None
        with process(["lexicon", command, str(pipe)]) as running:
            pipe.write_text("jaw\njewels\n")
            out, err = running.communicate(timeout=60)
        assert (running.returncode, err) == (0, "")
        assert "2" in out


class TestNotes:
    def test_compilation_of_a_lexicon_is_announced_once(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_text("jaw\njewels\nas\nc'est\n")
        first, second = (run("lexicon", "info", str(path)) for _ in range(2))
        assert first.err.splitlines() == [
            f"Compiling the word list {path}, once ...",
            "Note: the lexicon mine.txt leaves out 2 entries of its list: 1 with fewer than 3"
            " letters, 1 with other characters than A to Z; a lexicon takes words of 3 to 64"
            " letters from A to Z",
        ]
        assert (second.err, second.out) == ("", first.out)

    def test_what_the_library_logs_is_shown_once(
        self, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        _log.say_once.cache_clear()
        for _ in range(2):
            with terminal.log_as_notes():
                _log.say_once("Compiling something, once ...")
        assert capsys.readouterr().err == "Compiling something, once ...\n"
        assert caplog.records == []

    def test_other_warnings_stay_what_they_are(self) -> None:
        with terminal.warnings_as_notes(), pytest.raises(UserWarning, match="another"):
            warnings.warn("another", UserWarning, stacklevel=1)


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("writes", [True, False])
def test_a_person_is_at_a_terminal_that_is_read_and_written(
    monkeypatch: pytest.MonkeyPatch, reads: bool, writes: bool
) -> None:
    for name, is_terminal in (("stdin", reads), ("stdout", writes)):
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", lambda is_terminal=is_terminal: is_terminal)
        monkeypatch.setattr(f"sys.{name}", stream)
    assert Prompt().is_terminal == (reads and writes)


@pytest.mark.usefixtures("_compiled")
class TestBadInput:
    @pytest.mark.parametrize(
        "args",
        [
            ["#"],
            ["--#"],
            ["hint", "#"],
            ["hint", "ABC", "--#"],
            ["hint", "ABC", "--patents", "#"],
            ["hint", "ABC", "--top", "#"],
            ["hint", "ABC", "--word", "#"],
            ["hint", "ABC", "--lexicon", "#"],
            ["hint", "ABC", "--ruleset", "#"],
            ["word", "#"],
            ["advise", "#"],
            ["advise", "ABC", "ABC", "--opponent", "#"],
            ["import", "#"],
            ["replay", "#"],
            ["analyze", "#"],
            ["solve", "#"],
            ["solve", "#.csv"],
            ["survey", "--hands", "9", "--out", "#"],
            ["tournament", "--players", "#"],
            ["lexicon", "info", "#"],
            ["best", "--patents", "#"],
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("sign", ["A", "\x1b[2J"], ids=["long", "odd"])
    def test_what_is_given_is_cut_and_obeyed_by_no_terminal(
        self, run: Run, args: list[str], sign: str
    ) -> None:  # fmt: skip
        given = (20_000 * sign)[:20_000] if sign == "A" else sign
        result = run(*(arg.replace("#", given) for arg in args))
        assert (result.code, result.out) == (2, "")
        assert all(len(line) < 1_100 and line.isprintable() for line in result.err.splitlines())


# Streams that the caller has closed, as a shell does with `>&-`, `<&-` and `2>&-`, and full disks.


STDIN, STDOUT, STDERR = "<&-", ">&-", "2>&-"

ANSWERS = [
    "hint JAW",
    "hint JAW --json",
    "word jaw",
    "replay game.jsonl",
    "analyze game.jsonl --playouts 8",
    "import game.txt --json",
    "solve hands.csv --top 20",
    "solve hands.csv --json",
    "survey --hands 100 --workers 1",
    "survey --hands 100 --workers 1 --json",
    "--help",
]
"""Commands whose answers are as long each time, by each way to write."""
PLAY = "play --seed 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a table of hands and the record of a short game; the search has been compiled."""
    path = tmp_path_factory.mktemp("streams")
    hands = random.Random(1)
    rows = ["".join(hands.choices("AEIRSTLN", k=7)) for _ in range(50)]
    (path / "hands.csv").write_text("\n".join(["hand", *rows, ""]))
    with Game(["a", "b"], 1, lts.Lexicon.load()) as game:
        game.record_to(path / "game.jsonl")
        for action, _ in play_out(game.state, [RandomPlayer(1), RandomPlayer(2)]):
            game.apply(action)
            if game.state.round > 1:
                break
        (path / "game.txt").write_text(game_text(game), "utf-8")
    compile_search()
    return path


def run_in_shell(
    line: str, folder: Path, redirected: str = "", **how: Any
) -> subprocess.CompletedProcess[str]:
    """Run the command through a shell that redirects streams; the others are pipes."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = f'exec "$0" -m letter_tycoon_solver {line} {redirected}'
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=folder,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONWARNINGS": "error::ResourceWarning"},
        **(pipes | how),
    )


def assert_not_written(done: subprocess.CompletedProcess[str], why: str) -> None:
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last) == (cli.FAILURE, f"Error: the answer cannot be written: {why}")
    assert "Traceback" not in done.stderr


@posix
class TestStreams:
    @pytest.mark.parametrize("line", quick(2, [*ANSWERS, PLAY]))
    def test_what_cannot_be_written_is_said(self, line: str, folder: Path) -> None:
        assert_not_written(run_in_shell(line, folder, STDOUT), "Bad file descriptor")

    @pytest.mark.parametrize("line", ["hint JAW", PLAY])
    def test_nothing_is_asked_for_and_nothing_is_said(self, line: str, folder: Path) -> None:
        done = run_in_shell(line, folder, f"{STDIN} {STDERR}")
        assert done.returncode == 0
        assert done.stdout

    def test_all_are_closed(self, folder: Path) -> None:
        for line, code in (("hint JAW", cli.FAILURE), ("hint 1", cli.BAD_INPUT)):
            assert run_in_shell(line, folder, f"{STDIN} {STDOUT} {STDERR}").returncode == code

    def test_bad_input_is_told_to_a_closed_stdout_too(self, folder: Path) -> None:
        done = run_in_shell("hint 1", folder, STDOUT)
        assert done.returncode == cli.BAD_INPUT
        assert done.stderr.count("\n") == 1

    @pytest.mark.slow
    def test_no_file_takes_the_place_of_a_stream(self, folder: Path) -> None:
        """The record of a game has its lines, and not what was meant for a stream."""
        line = "play --players random,random --seed 3 --save"
        run_in_shell(f"{line} whole.jsonl", folder)
        run_in_shell(f"{line} closed.jsonl", folder, f"{STDIN} {STDERR}")
        assert (folder / "closed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()

    def test_an_answer_that_goes_to_a_file_needs_no_stdout(self, folder: Path) -> None:
        done = run_in_shell("solve hands.csv --out plays.csv", folder, STDOUT)
        assert (done.returncode, (folder / "plays.csv").exists()) == (0, True)

    @pytest.mark.parametrize("line", quick(1, ANSWERS))
    def test_an_answer_is_whole_or_a_failure(self, line: str, folder: Path) -> None:
        """The last byte has no room, and a write does not say so: it has taken all but that."""
        whole = run_limited(line, folder, "pass")
        size = len((folder / "answer").read_bytes())
        assert (whole.returncode, size > 0) == (0, True)
        limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, 2 * ({size - 1},))"
        assert_not_written(run_limited(line, folder, limit), "File too large")
        assert len((folder / "answer").read_bytes()) == size - 1

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    def test_what_has_no_room_is_not_written_again_at_the_end(self, folder: Path) -> None:
        done = run_in_shell("solve hands.csv --json", folder, ">/dev/full")
        assert_not_written(done, "No space left on device")

    @pytest.mark.parametrize("line", quick(1, [line for line in ANSWERS if "--json" in line]))
    def test_json_whose_reader_has_left(self, line: str, folder: Path) -> None:
        """A reader such as `head -1` leaves after its line."""
        reader, writer = os.pipe()
        os.close(reader)
        done = run_in_shell(line, folder, stdout=writer)
        os.close(writer)
        assert done.returncode == cli.FAILURE
        assert "Error" not in done.stderr
        assert "Traceback" not in done.stderr


def run_limited(line: str, folder: Path, limit: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose answer goes to a file without a buffer, after a statement."""
    program = f"import sys, resource; {limit}; from letter_tycoon_solver.cli import main"
    with (folder / "answer").open("wb") as answer:
        return subprocess.run(
            [sys.executable, "-c", f"{program}; sys.exit(main())", *line.split()],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=300,
            # Else the limit cuts off what Python compiles, and later runs read it.
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        )


# How far long work is, where stderr is no terminal.


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, as its last item: of the terminal alone, as servers of other tests have timers."""
    now = [100.0]
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: now[-1]))
    return now


FOUND = "Going on from 1,000 of 100,000 hands that were finished before."
SAID = {
    # The rate is that from the first part on.
    ("hands", 100_000, "0 1000, 20 2000, 5 2500, 14 4200, 1 4300, 16 100000"): [
        FOUND,
        "2,500 of 100,000 hands, 100 a second, 16 min left",
        "4,300 of 100,000 hands, 115 a second, 14 min left",
    ],
    ("games", 8, "0 0, 3 2, 20 6, 20 8"): ["6 of 8 games, 0.2 a second, 10 s left"],
    ("positions", None, "0 0, 1 10, 20 1010"): ["1,010 positions, 50 a second"],
    ("games", 18_081, "0 0, 3 1, 20 21"): ["21 of 18,081 games, 1 a second, 5 h 1 min left"],
}
"""The lines by how many things there are, and when how many are done."""


@pytest.mark.parametrize(("work", "said"), SAID.items())
def test_progress_in_lines(
    clock: list[float],
    capsys: pytest.CaptureFixture[str],
    work: tuple[str, int | None, str],
    said: list[str],
) -> None:
    things, n, steps = work
    for shown, expected in ((terminal.bar_or_lines, said), (terminal.bar_or_nothing, [])):
        with shown(things) as tell:
            for step in steps.split(", "):
                seconds, done = map(int, step.split())
                clock.append(clock[-1] + seconds)
                tell(done, n)
        assert capsys.readouterr().err.splitlines() == expected


def test_a_site_in_a_folder_that_cannot_be_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("starlette", "msgspec"):
        pytest.importorskip(library)
    monkeypatch.setattr(
        "letter_tycoon_solver.web.static_site._files", lambda *_: {"index.html": b""}
    )
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "site"
    lts.Lexicon.load("common")  # Or it would say that it compiles the list.
    result = run("site", str(folder), "--lexicon", "common")
    *steps, error = result.err.splitlines(keepends=True)
    assert [step[:6] for step in steps] == ["4 of 4"]
    assert_bad_input(result._replace(err=error), f"{folder} cannot be written", "another folder")


# Bad input: one sentence says what was given, and nothing has happened ----------------------------


HINT = {
    "hint": ["hand is missing"],
    "hint ''": ["hand is empty"],
    "hint JWL3ANZ": ["'JWL3ANZ'", "'3'", "A to Z"],
    "hint ABCDEFGH": ["8 cards", "at most 7"],
    "hint ABC" + " --opponent ''" * 5: ["5 opponents", "at most 4"],
    "hint ABC --money much": ["'much'", "--money"],
    "hint ABC --lexicon nwl": ["nwl", "enable, common"],
    "hint ABC --lexicon ''": ["empty", "enable, common"],
    "hint ABC --lexicon folder.csv": ["is a folder"],
    "hint ABC --ruleset mine": ["'mine'", "reference-manual"],
    "hint ABC --stacking power": ["'power'", "at-most-one"],
    "hint ABC --rank-by money,luck": ["'luck'", "patent_value"],
    "hint ABC --top 0": ["'0'", "from 1", "all"],
    "hint --position ABC": ["'ABC'", "AEJLNWZ EES K E/- 0"],
    "hint --position 'ABC . - . 0' ABC": ["--position"],
    "hint --position 'ABC . - . 0' --patents K": ["--position"],
    "hint --position 'ABC . - . 0' --opponent ''": ["--position"],
    "hint --position 'ABC . - . 0' --money 0": ["--position"],
    "hint ABC --speed": ["--speed", "letter-tycoon hint --help"],
    "hint ABC E F": ["F"],
    "hint ABC --json --csv": ["--json", "--csv"],
    "hint ABC --csv --define": ["--define", "--json"],
    "hint ABC --word ja3": ["'ja3'", "A to Z"],
    "hint ABC --word 'jaw &'": ["''", "JAW & EEL"],
    "hint ABC --word 'a&b&c'": ["3 words", "two for the owner of V"],
    "hint ABC --word jaw --csv": ["--csv", "--word"],
    "hint ABC --word jaw --top 3": ["--top", "--word"],
    "hint ABC --word jaw --all-variants": ["--all-variants", "--word"],
    "hint ABC --word jaw --rank-by equity,money": ["equity", "alone"],
}
"""By what is typed, what the message has to name."""

WORDS = {
    "word": ["WORD"],
    "word ''": ["''", "A to Z"],
    "word 'jaw & eel'": ["jaw & eel", "A to Z"],
    "word \u017foe": ["A to Z"],
    "word " + "a" * 65: ["65 letters", "at most 64"],
    "word jaw --lexicon nwl": ["nwl", "enable, common"],
    "word jaw --ruleset mine": ["'mine'", "rulebook"],
    "lexicon": ["letter-tycoon lexicon --help"],
    "lexicon info folder.csv": ["is a folder"],
    "lexicon compile empty.txt": ["empty.txt", "no word", "at least one"],
    "hint ABC --lexicon short.txt": ["short.txt", "no word", "1 with fewer"],
    "hint ABC --lexicon binary.txt": ["binary.txt", "binary file"],
    "lexicon compile latin-1.txt": ["latin-1.txt", "UTF-8", "line 1"],
    "lexicon compile long-line.txt": ["long-line.txt", "10,000 bytes", "line 1"],
    "hnt": ["hnt", "letter-tycoon --help"],
    "--speed": ["--speed"],
}

WORD_LISTS = {
    "empty": b"",
    "short": b"# nothing\n\nas\n",
    "binary": b"\x7fELF\0\0\1",
    "latin-1": b"caf\xe9\n",
    "long-line": b"a" * 20_000,
}
"""Files that the lines name."""

ADVISE = {
    "advise": ["Nothing is given"],
    "advise game.jsonl --player Zoe": [
        "no player 'Zoe'; the players are Ann, Ben, Cleo, or 0 to 2"
    ],
    "advise game.jsonl --player 3": ["there is no player '3'"],
    "advise game.jsonl --player 0": ["does not decide on a turn now"],
    "advise game.jsonl --money 3": ["--money does not go with the record"],
    "advise game.jsonl --ruleset online": ["--ruleset does not go with the record"],
    "advise game.jsonl --playouts 0": ["playouts is 0"],
    "advise game.jsonl --top 0": ["--top"],
    "advise over.jsonl": ["the game is over"],
    "advise none.jsonl": ["cannot be read"],
    "advise JWLEANZ": ["no file JWLEANZ. If it is your hand, the community is missing"],
    "advise 'j w l e' --opponent ''": ["no file j w l e. If it is your hand, the community is"],
    "advise JWLEANZ EES": ["opponents are missing"],
    "advise JWLEAN EES --opponent ''": ["has 6 cards"],
    "advise JWLEANZ EES --opponent '' --discards EEEEEEEEEEEE": ["hold 15 cards E", "only 12"],
    "advise JWLEANZ EES --opponent E --opponent-money 1 --opponent-money 2": [
        "--opponent-money is given 2 times for 1 opponents"
    ],
    "advise JWLEANZ EES --opponent AEIORT --ruleset reference-manual": [
        "the round and the last round"
    ],
    "advise JWLEANZ EES --opponent AEIORT --start-player 0": ["the start player can be 1"],
    "advise JWLEANZ EES --opponent '' --opponent AEIORT": ["the start player can be 1 or 2"],
    "advise JWLEANZ EES --opponent '' --patents AEIORT": ["your last turn is over"],
    "advise JWLEANZ EES --opponent E --player 0": ["--player goes with FILE"],
    "advise --table 'AEJLNWZ EES'": ["has 2 fields"],
    "advise --table x --money 3": ["--money does not go with --table"],
    "advise JWLEANZ EES --table x": ["HAND or FILE does not go with --table"],
}

GAMES = {
    "analyze game.jsonl --player Zoe": ["there is no player 'Zoe'"],
    "analyze games --player Zoe": ["nothing to analyze"],
    "analyze games --lexicon no-such-list": ["no-such-list"],
    "analyze folder.csv hands.csv": ["there is no record of a game"],
    "import folder.csv": ["there is no log", ".html"],
    "import none.json": ["cannot be read"],
    "import hands.csv": ["save the archive of a finished"],
    "replay none.jsonl": ["cannot be read"],
    "replay hands.csv": ["hands.csv, line 1: ", "not a record of a game"],
    "replay game.jsonl --json --notation": ["--notation and --json"],
    "play --players me": ["--players has 1; 2 to 5 can play"],
    f"play --players {'a' * 101},greedy": ["is not a name of a player"],
    "play --players a\x1b[1mb,greedy": ["is not a name of a player"],
    "play --players": ["'--players' requires an argument. See 'letter-tycoon play --help'."],
    "play --challenge automatic --retries -1": ["retries is -1"],
    "play --challenge some": ["some"],
    "play --lexicon nowhere.txt": ["nowhere.txt"],
    "play --save hands.csv": ["hands.csv: exists already; give another name or remove it"],
    "play --resume nowhere.jsonl": ["nowhere.jsonl"],
    "play --resume x --seed 1": ["--seed is of a new game"],
    "play --resume x --save y": ["--save is of a new game"],
    "track new.jsonl --players=Ann": ["1 name; 2 to 5 can play"],
    "track new.jsonl --players=Ann,Ben --me=Cleo": ["no player 'Cleo'"],
    "track new.jsonl --players=Ann,Ben --me=Ann --hand=ABC": ["has 3 cards; 7 are dealt"],
    "track new.jsonl --players=Ann,Ben --me=none --hand=ABC": ["--me"],
    f"track new.jsonl {shlex.join(BEGIN[:3])} --community=ZZZ --first=Ann": [
        "there are more cards Z than the 1"
    ],
    f"track new.jsonl {shlex.join(BEGIN[:4])} --first=Zoe": ["no player 'Zoe'"],
    f"track none/new.jsonl {shlex.join(BEGIN)}": ["new.jsonl"],
    "track folder.csv": ["folder.csv"],
    "track game.jsonl": ["letter-tycoon-tracked-game"],
}

BULK = {
    "solve": ["FILE"],
    "solve missing.csv": ["missing.csv cannot be read"],
    "solve hands.txt": ["suffix .txt", ".csv or .parquet"],
    "solve missing.parquet": ["missing.parquet cannot be read"],
    "solve hands.csv --json --out plays.csv": ["--json is for the standard output"],
    "solve hands.csv --out plays.txt": ["suffix .txt", ".jsonl"],
    "solve hands.csv --out missing/plays.csv": ["missing/plays.csv cannot be written"],
    "solve hands.csv --out hands.csv": ["is the file of the positions"],
    "solve hands.csv --rank-by luck": ["luck"],
    "solve hands.csv --top 0": ["--top is 0"],
    "solve hands.csv --workers 0": ["--workers"],
    "solve hands.csv --lexicon nowhere": ["nowhere"],
    "best --words 3": ["--words", "3"],
    "best --top 0": ["--top", "0"],
    "best --ruleset mine": ["mine", "reference-manual"],
    "best --lexicon nwl": ["nwl", "enable"],
    "best CAT": ["CAT"],
    "survey --hands 0": ["0", "from 1"],
    "survey --patent-sets ''": ["empty set", "single, pairs, all", "none"],
    "survey --workers 2 --dask tcp://a:1": ["--workers"],
    "survey --out a.xlsx": [".xlsx", ".parquet"],
    "survey hands.csv": ["hands.csv"],
    "tournament --games many": ["--games", "many"],
    "tournament --players greedy,": ["''", "advisor"],
    "tournament --playouts 0": ["playouts is 0", "from 4"],
    "tournament --out a.parquet": [".parquet", ".json, .csv"],
    **{
        f"{command} {options}": parts
        for command in ("survey", "tournament")
        for options, parts in {
            "--seed -1": ["seed", "-1"],
            "--workers 0": ["--workers", "0"],
            "--out a": ["(none)", ".csv", ".json"],
            "--out b/a.csv": ["a.csv", "No such file"],
            "--out folder.csv": ["folder.csv", "not an ordinary file"],
            "--lexicon nwl": ["nwl", "enable"],
        }.items()
    },
}


@pytest.fixture(scope="module")
def bad_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With what the lines name; all has been compiled."""
    compile_search()
    folder = tmp_path_factory.mktemp("bad")
    (folder / "hands.csv").write_text("hand\nJAW\n")
    for name, content in WORD_LISTS.items():
        (folder / f"{name}.txt").write_bytes(content)
    (folder / "folder.csv").mkdir()
    (folder / "games").mkdir()
    lexicon = Lexicon.load()
    record_game(folder / "game.jsonl", ["Ann", "Ben", "Cleo"], 8, lexicon, n_rounds=2)
    record_game(folder / "over.jsonl", ["Ann", "Ben"], 8, lexicon)
    record_game(folder / "games" / "a.jsonl", ["Ann", "Ben"], 8, lexicon, n_rounds=1)
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    """All files, and what is in them."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


NEEDED = {"g.parquet": slow_with("pyarrow"), "": []}
"""A part of a line, and the marks of those that have it."""


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        pytest.param(
            line, parts, marks=next(marks for text, marks in NEEDED.items() if text in line)
        )
        for line, parts in (HINT | WORDS | ADVISE | GAMES | BULK).items()
    ],
)
def test_bad_input(
    bad_folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, parts: list[str]
) -> None:
    monkeypatch.chdir(bad_folder)
    # It is found before the work.
    monkeypatch.setattr("letter_tycoon_solver.batch.surveys._count_part", None)
    monkeypatch.setattr("letter_tycoon_solver.advisor.tournaments.played", None)
    before = contents(bad_folder)
    result = talk(shlex.split(line), say())
    *notes, error = result.err.splitlines(keepends=True)
    assert all(note.startswith(("Compiling ", "Left out: ")) for note in notes)
    assert_bad_input(result._replace(err=error), *parts)
    assert contents(bad_folder) == before
