"""Importing the package is cheap and safe: what is heavy is imported when it is needed."""

from __future__ import annotations

import json
import multiprocessing.process
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from letter_tycoon_solver._extras import extra_module
from letter_tycoon_solver._log import is_worker
from letter_tycoon_solver.cli.page import NEEDED
from letter_tycoon_solver.errors import InvalidInputError

REPOSITORY = Path(__file__).parents[1]
HEAVY = {"numba", "llvmlite", "rich", "click", "prompt_toolkit", "hypothesis", "pytest"}
HEAVY |= {"pyarrow", "pandas", "polars", "matplotlib", "distributed"}


def modules_after(statement: str) -> set[str]:
    """The top-level modules that a new interpreter has after a statement."""
    code = f"{statement}\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in json.loads(run.stdout)}


def test_batch_and_advisor_need_no_compiler_before_they_work() -> None:
    modules = modules_after("import letter_tycoon_solver.advisor, letter_tycoon_solver.batch")
    assert not modules & {"numba", "llvmlite"}


def test_judging_and_looking_up_need_no_compiler() -> None:
    modules = modules_after(
        "import letter_tycoon_solver as lts; "
        "lexicon = lts.Lexicon.from_words(['CAT']); "
        "lts.adjudicate(lts.Position('CAT'), 'CAT', lexicon)"
    )
    assert not modules & HEAVY


def test_definitions_are_mapped_when_a_word_is_looked_up() -> None:
    code = (
        "import letter_tycoon_solver as lts; "
        "from letter_tycoon_solver.definitions import lookup; "
        "assert not lookup._dictionary.cache_info().currsize; "
        "lts.define('AXES'); "
        "assert lookup._dictionary.cache_info().currsize"
    )
    assert not modules_after(code) & HEAVY


SEARCH = """
import letter_tycoon_solver as lts
lts.find_plays(lts.Position('CAT'), lts.Lexicon.from_words(['CAT']))
"""


def test_a_search_that_is_compiled_does_not_import_numba() -> None:
    modules_after(SEARCH)
    modules = modules_after(SEARCH)
    assert "llvmlite" in modules
    assert not modules & (HEAVY - {"llvmlite"})


def test_to_compile_does_need_numba() -> None:
    """Else the tests above would look for the wrong names."""
    compiler = "from letter_tycoon_solver._aot import forms; forms.take_for_compiler()\n"
    needed = compiler + "import letter_tycoon_solver._kernels.search"
    assert "numba" in modules_after(needed)


def test_kernels_as_plain_python_need_neither_compiler() -> None:
    off = "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'"
    assert not modules_after(off + SEARCH) & HEAVY


@pytest.mark.parametrize("library", ["numba"])
def test_a_library_whose_private_parts_are_used_has_a_highest_version(library: str) -> None:
    project = tomllib.loads(REPOSITORY.joinpath("pyproject.toml").read_text("utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    (required,) = (each for each in listed if each.startswith(library))
    highest = required.partition("<")[2]
    assert [int(part) for part in version(library).split(".")[:2]] < [
        int(part) for part in highest.split(".")
    ]


def test_what_is_below_the_package_comes_when_it_is_used() -> None:
    code = """
import sys, letter_tycoon_solver as lts
assert "_log" not in dir(lts) and "annotations" not in dir(lts)
for name in ("game", "batch", "advisor"):
    assert name in dir(lts)
    assert f"letter_tycoon_solver.{name}" not in sys.modules
    room = getattr(lts, name)
    assert dir(room) == sorted(room.__all__)
try:
    lts.nothing
except AttributeError as error:
    assert "nothing" in str(error)
"""
    subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True)


def test_a_process_knows_whether_another_shares_its_work_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(multiprocessing.process, "parent_process", lambda: None)
    assert not is_worker()
    monkeypatch.setattr(multiprocessing.process, "parent_process", object)
    assert is_worker()


# Libraries of the extras: what is said where one is absent --------------------------------------


with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
    EXTRAS: dict[str, list[str]] = tomllib.load(file)["project"]["optional-dependencies"]


def libraries(extra: str) -> list[str]:
    """The names of what an extra installs."""
    return [re.split(r"[^\w.-]", needed)[0] for needed in EXTRAS[extra]]


@pytest.mark.parametrize(
    ("extra", "library"),
    [(extra, library) for extra in ("data", "dask") for library in libraries(extra)],
)
def test_the_extra_of_a_library_is_named(
    monkeypatch: pytest.MonkeyPatch, extra: str, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InvalidInputError) as raised:
        extra_module(library, "some files")
    assert str(raised.value) == (
        f"some files need {library}, which is not installed; install it with: pip install"
        f' "letter-tycoon-solver[{extra}]"'
    )


def test_a_library_of_no_extra_is_named_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "polars" not in [one for extra in ("data", "dask") for one in libraries(extra)]
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InvalidInputError, match=r"need polars.*: pip install polars$"):
        extra_module("polars", "some frames")


def test_the_extra_of_the_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(NEEDED) <= set(libraries("web"))
    for name in NEEDED:
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(InvalidInputError, match=rf"need {name}, .*solver\[web\]\"$"):
            extra_module(name, "pages")
        with pytest.raises(InvalidInputError, match=rf"sites need {name}, .*solver\[site\]\"$"):
            extra_module(name, "sites", "site")


# A fork while a thread runs its first search ------------------------------------------------------


SEARCHING = """
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
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

    run(SEARCHING + "search()")  # What is compiled from now on is found.
    assert [run(SEARCHING + FORK) for _ in range(3)] == ["0\n"] * 3
