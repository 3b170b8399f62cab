"""Run the blocks of a page of the documentation, in order, in an empty folder.

    sh        commands of bash, one a line; later blocks see the variables it exports
    console   "$ " and a command, then its output, with "..." for parts that vary
    python    statements in one namespace a page, ">>>" with the result
    text      not run
    {toctree}, {eval-rst}   parts of the site, not run

A Python block that contains `__main__` is a program. It runs in a process of its own, after the
earlier blocks that are not programs. One that begins with its name, as in "# survey.py", is a file
that a command of the page runs.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Self

from sybil import Document, Example
from sybil.example import NotEvaluated
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT: Final = Path(__file__).parents[2]
SET_UP: Final = re.compile(r"^python3 -m venv \.venv && \.venv/bin/pip install .*?(?= && ) && ")
"""The beginning of a command that makes the environment, which the tests already have."""

_MODULES: Final = {
    "python": [],
    "letter-tycoon": ["-m", "letter_tycoon_solver"],
    "dask": ["-m", "dask"],
}
"""The programs of the environment, as arguments of Python."""
_FENCE: Final = re.compile(r"^```(.*)\n(?:.*\n)*?```$", re.MULTILINE)
_PORT: Final = "8786"
_SERVER: Final = re.compile(r"dask (scheduler|worker) |letter-tycoon serve")
_PROGRAM: Final = 'if __name__ == "__main__":'
_FILE: Final = re.compile(r"# (\w+\.py)\n")
_SECONDS: Final = 300
"""The longest time for a command; a longer one hangs."""


def fences(page: Path) -> list[str]:
    """Return the kinds of the blocks of a page, from top to bottom."""
    return _FENCE.findall(page.read_text("utf-8"))


def run_page(page: Path, folder: Path) -> int:
    """Run all blocks in this empty folder, and return how many there were."""
    with _Workplace(folder) as workplace:
        document = Document.parse(
            str(page),
            PythonCodeBlockParser(),
            CodeBlockParser("sh", workplace.run_sh),
            CodeBlockParser("console", workplace.run_console),
            CodeBlockParser("text", _only_shown),
            CodeBlockParser("{toctree}", _only_shown),
            CodeBlockParser("{eval-rst}", _only_shown),
        )
        document.push_evaluator(workplace.run_program)
        blocks = set()
        for example in document.examples():
            example.evaluate()
            # Each ">>>" of a block is an example of its own.
            blocks.add(document.text.rindex("```", 0, example.start + len("```")))
        return len(blocks)


class _Workplace:
    """A folder that looks like a clone after the first command, and its commands."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._servers = ExitStack()
        self._statements: list[str] = []
        """The Python blocks so far that are not programs."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = str(free.getsockname()[1])
        programs = folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        commands = {name: [sys.executable, *module] for name, module in _MODULES.items()}
        # Installing is part of the set-up; test_docs.py checks the extras.
        commands["pip"] = ["true"]
        commands["mpiexec"] = ["true"]
        for name, command in commands.items():
            (programs / name).write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
            (programs / name).chmod(0o755)
        (programs / "activate").write_text(f"export PATH={shlex.quote(str(programs))}:$PATH\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._servers.close()

    def run_sh(self, example: Example) -> None:
        """Run a block of bash; later blocks see the variables it exports."""
        for line in example.parsed.splitlines():
            command = SET_UP.sub("", line)
            if SET_UP.match(line) and " -m pytest" in command:
                continue
            if _SERVER.match(command):
                self._servers.enter_context(self._serving(command))
            else:
                self._bash(command)

    def run_console(self, example: Example) -> str | None:
        """Run the commands after "$ " and compare their output."""
        for session in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
            command, want = session.split("\n", 1)
            # Tables end in spaces, which editors remove.
            got = re.sub(r" +$", "", self._bash(command), flags=re.MULTILINE)
            if not doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS):
                return f"{command}\nprints\n{got}\nand not\n{want}"
        return None

    def run_program(self, example: Example) -> None:
        """Run a program, or write it for a command of the page."""
        if example.region.lexemes.get("arguments") != "python":
            raise NotEvaluated
        if _PROGRAM not in example.parsed:
            self._statements.append(example.parsed)
            raise NotEvaluated
        if name := _FILE.match(example.parsed):
            (self._folder / name[1]).write_text(example.parsed, "utf-8")
            assert any(name[1] in block for block in _commands(example.document)), "nothing runs it"
            return
        program = "\n".join([*self._statements, example.parsed])
        (self._folder / "program.py").write_text(program.replace(_PORT, self._port), "utf-8")
        self._bash(".venv/bin/python program.py")

    def _bash(self, command: str) -> str:
        """Return the output of a command, which must succeed without questions."""
        done = subprocess.run(
            self._argv(command),
            cwd=self._folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    @contextmanager
    def _serving(self, command: str) -> Iterator[None]:
        with (self._folder / "servers.log").open("ab") as log:
            server = subprocess.Popen(
                self._argv(command),
                cwd=self._folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(_SECONDS)

    def _argv(self, command: str) -> list[str]:
        exported = self._folder / ".exported"
        exported.touch()
        script = f". ./.exported\n{command.replace(_PORT, self._port)}\nexport -p > .exported\n"
        return ["bash", "-euo", "pipefail", "-c", script]

    def _environment(self) -> dict[str, str]:
        """Return the variables of the tests, without an active Python environment."""
        folders = os.environ["PATH"].split(os.pathsep)
        path = [folder for folder in folders if not Path(folder, "letter-tycoon").exists()]
        return {**os.environ, "PATH": os.pathsep.join(path)}


def _only_shown(example: Example) -> None:
    """Do nothing with text that is not code."""


def _commands(document: Document) -> list[str]:
    """Return the blocks of a page that are commands."""
    return [
        region.parsed for _, region in document.regions if region.lexemes.get("arguments") == "sh"
    ]
