"""Asks our engine for turns as any program can, without the package: it is a bot of its own.

python examples/ask_engine.py "AEJLNWZ EES E:3:0/K:5:1 1 CATS 1 4 0 - start"
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any


class Engine:
    """A program that speaks the protocol of docs/protocol.md."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.name = self.ask("hello", version=1)["name"]
        self.ask("new_game")

    def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """The answer to a message."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps({"type": kind, **fields}), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if answer["type"] == "error":
            raise SystemExit(answer["message"])
        return answer

    def close(self) -> None:
        """Lets it end."""
        self._process.communicate('{"type": "quit"}\n')


def main(views: Sequence[str]) -> None:
    """Prints the turn of each player of ours for each view."""
    for player in ("greedy", "static"):
        command = (sys.executable, "-m", "letter_tycoon_solver", "engine", "--player", player)
        with contextlib.closing(Engine(*command)) as engine:
            for view in views:
                print(f"{player}: {engine.ask('go', view=view, seconds=5)['turn']}")


if __name__ == "__main__":
    main(sys.argv[1:])
