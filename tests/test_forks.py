"""A process that is forked while another thread searches can search too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

SEARCH = """
import os, signal, sys, threading, warnings
import letter_tycoon_solver as lts

warnings.simplefilter("ignore")  # Of tables for equity, and that threads and forks do not mix.
LEXICON = lts.Lexicon.from_words(["CAT", "ACT"])

def search():
    plays = lts.find_plays(lts.Position("CATERED"), LEXICON, rank_by={rank_by!r})
    return [play.words[0].word for play in plays]
"""
FORK = """
thread = threading.Thread(target=search)
thread.start()
while {module!r} not in sys.modules:
    pass
if (child := os.fork()) == 0:
    signal.alarm(30)  # The fork of a process that hangs is killed.
    os._exit(0 if sorted(search()) == ["ACT", "CAT"] else 3)
_, status = os.waitpid(child, 0)
thread.join()
print(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.parametrize(
    ("module", "rank_by"),
    [
        ("llvmlite", "margin"),
        pytest.param("importlib.resources", "equity", marks=pytest.mark.slow),
    ],
)
def test_a_fork_while_a_thread_runs_its_first_search(module: str, rank_by: str) -> None:
    """The thread is caught in the middle of an import that the search of the fork needs."""

    def run(program: str) -> str:
        command = [sys.executable, "-c", program.format(module=module, rank_by=rank_by)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    run(SEARCH + "search()")  # What is compiled from now on is found.
    assert [run(SEARCH + FORK) for _ in range(3)] == ["0\n"] * 3
