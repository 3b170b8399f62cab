"""The command `letter-tycoon` as a program: its help, its pipes, Ctrl-C, and `lexicon`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import EXAMPLE, Result, Run, assert_bad_input, compile_search, process
from support.selection import quick

import letter_tycoon_solver as lts
from letter_tycoon_solver import cli
from letter_tycoon_solver.cli import options, play

WIDTH = 80


@pytest.fixture(scope="module")
def _compiled() -> None:
    compile_search()


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

    def test_every_example_of_the_help_works(self, run: Run) -> None:
        import shlex

        examples = [
            line.partition("letter-tycoon ")[2]
            for args in ([], ["hint"], ["word"])
            for line in run(*args, "--help").out.splitlines()
            if re.search("letter-tycoon (hint|word) ", line) and "Usage" not in line
        ]
        assert len(examples) == 6
        for example in examples:
            assert run(*shlex.split(example)).code == 0

    def test_every_example_of_every_help_is_understood(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its options and arguments; files that it names are there."""
        import shlex

        import click

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
            "sys.exit(str(loaded) if loaded else 0)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)

    @pytest.mark.usefixtures("_compiled")
    def test_process_answers(self, run: Run) -> None:
        with process(EXAMPLE) as running:
            out, err = running.communicate(timeout=300)
        assert (running.returncode, err) == (0, "")
        assert out == run(*EXAMPLE).out
        with process(["hint", ""]) as running:
            out, err = running.communicate(timeout=60)
        assert_bad_input(Result(running.returncode, out, err), "hand is empty")

    @pytest.mark.usefixtures("_compiled")
    @pytest.mark.parametrize("output", quick(1, [[], ["--json"], ["--csv"]]))
    def test_closed_pipe_is_quiet(self, output: list[str]) -> None:
        args = ["hint", "aerstin", "edl", "--all-variants", "--top", "all", *output]
        with process(args) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            running.stdout.readline()
            running.stdout.close()
            assert running.stderr.read() == ""
            assert running.wait(timeout=300) in (0, cli.FAILURE)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
    @pytest.mark.parametrize("output", [[], ["--json"]])
    def test_output_that_cannot_be_written(self, output: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "letter_tycoon_solver", "hint", "JAW", *output],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == cli.FAILURE
        assert done.stderr.splitlines()[-1].startswith("Error: the answer cannot be written")
        assert "Traceback" not in done.stderr

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
    def test_ctrl_c(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with process(["lexicon", "info", str(pipe)]) as running, pipe.open("w") as words:
            words.write("jaw\n")
            words.flush()
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=60)
        assert (running.returncode, out) == (130, "")
        assert "Traceback" not in err


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
