"""Runs the blocks of a page of the documentation, in order, where nothing but they are.

    sh        commands of bash, one a line; what one block exports, the next ones have
    console   "$ " and a command, then what it prints, with "..." for what varies
    python    statements in one namespace a page, ">>>" with the result
    text      not run
    {toctree} the order of the site, not run

A Python block that asks for `__main__` is a program: it runs in a process of its own, behind the
blocks before it that are not programs.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
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
"""The beginning of a command that makes the environment, which the tests have already."""
MPIEXEC: Final = shutil.which("mpiexec", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
KINDS_OF_BLOCKS: Final = {"sh", "console", "python", "text", "{toctree}"}

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
_SECONDS: Final = 300
"""A command that takes as long hangs."""


def fences(page: Path) -> list[str]:
    """The kinds of the blocks of a page, from top to bottom."""
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
        )
        document.push_evaluator(workplace.run_program)
        blocks = set()
        for example in document.examples():
            example.evaluate()
            # Each ">>>" of a block is an example.
            blocks.add(document.text.rindex("```", 0, example.start + len("```")))
        return len(blocks)


class _Workplace:
    """A folder that looks as a clone does after the first command, and what runs in it."""

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
        # What is installed is a matter of the set-up; test_docs.py checks the extras.
        commands["pip"] = ["true"]
        if MPIEXEC:
            commands["mpiexec"] = [MPIEXEC]
        for name, command in commands.items():
            (programs / name).write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
            (programs / name).chmod(0o755)
        (programs / "activate").write_text(f"export PATH={shlex.quote(str(programs))}:$PATH\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._servers.close()

    def run_sh(self, example: Example) -> None:
        """Run a block of bash; what it exports, the next ones have."""
        for line in example.parsed.splitlines():
            command = SET_UP.sub("", line)
            if SET_UP.match(line) and " -m pytest" in command:
                continue
            if _SERVER.match(command):
                self._servers.enter_context(self._serving(command))
            else:
                self._bash(command)

    def run_console(self, example: Example) -> str | None:
        """Run commands after "$ " and compares what they print."""
        for session in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
            command, want = session.split("\n", 1)
            # Tables end in spaces, which editors take away.
            got = re.sub(r" +$", "", self._bash(command), flags=re.MULTILINE)
            if not doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS):
                return f"{command}\nprints\n{got}\nand not\n{want}"
        return None

    def run_program(self, example: Example) -> None:
        """Run a program, unless a command of the page does."""
        if example.region.lexemes.get("arguments") != "python":
            raise NotEvaluated
        if _PROGRAM not in example.parsed:
            self._statements.append(example.parsed)
            raise NotEvaluated
        program = "\n".join([*self._statements, example.parsed])
        (self._folder / "program.py").write_text(program.replace(_PORT, self._port), "utf-8")
        commands = (
            r.parsed for _, r in example.document.regions if r.lexemes.get("arguments") == "sh"
        )
        if not any("program.py" in command for command in commands):
            self._bash(".venv/bin/python program.py")

    def _bash(self, command: str) -> str:
        """What the command prints; it must succeed, and asks nobody."""
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
        """That of the tests, in which no environment of Python is active."""
        folders = os.environ["PATH"].split(os.pathsep)
        path = [folder for folder in folders if not Path(folder, "letter-tycoon").exists()]
        return {**os.environ, "PATH": os.pathsep.join(path)}


def _only_shown(example: Example) -> None:
    """Text that is not code."""


def _commands(document: Document) -> list[str]:
    """The blocks of a page that are commands."""
    return [
        region.parsed for _, region in document.regions if region.lexemes.get("arguments") == "sh"
    ]
