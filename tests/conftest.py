"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from support.selection import NO_JIT

if TYPE_CHECKING:
    from support.commands import Run

    from letter_tycoon_solver import Lexicon
    from letter_tycoon_solver.advisor import Evaluation

# Its failed checks say what they saw.
pytest.register_assert_rewrite("support.pages")

pytest_plugins = ["support.browser"]


# Compiled kernels outlive a run of the tests; compiled lexicons have a new folder each time. Set
# before Numba is imported, which reads it once.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache"))

# Tests start some hundreds of Pythons, each of which would compile the package anew; and pytest
# would rewrite the asserts of all tests each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

SLOW_FIXTURES = {"browser", "static_site"}
"""The browser in long scenes, and the site without a server, whose kernels it compiles."""

# The examples of a test are counted in hundredths of a profile: see strategies.examples. At a desk
# they are new each time, so there may be fewer a time.
settings.register_profile(
    "jit",
    max_examples=60 if "CI" in os.environ else 30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # New examples at every desk; in CI the same ones, so that a failure there can be repeated.
    derandomize="CI" in os.environ,
)
settings.register_profile("nojit", settings.get_profile("jit"), max_examples=25)
settings.register_profile("thorough", settings.get_profile("jit"), max_examples=500)
settings.load_profile("nojit" if NO_JIT else "jit")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control starts what runs in the background deaf to Ctrl-C, and so would be
    # the programs that tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Prepares the kernels.

    As plain Python, they let integers wrap around. Compiled code does that silently, and the
    kernels rely on it; for scalars of NumPy it is a warning. A filter reaches the threads of a test
    too, which `numpy.seterr` does not.

    Otherwise they are compiled once, before the workers of pytest-xdist would each do it.
    """
    if NO_JIT:
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
    elif _starts_workers(config):
        _compile_kernels()


@pytest.hookimpl(tryfirst=True)  # Before pytest chooses by markers.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is slow by what it uses, and puts the longest tests first.

    At the end, all but one processor would wait for them: those of the documentation, of pages in
    browsers and of the compiler.
    """
    for item in items:
        is_slow = not SLOW_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        if is_slow and not item.get_closest_marker("smoke"):
            item.add_marker(pytest.mark.slow)

    def is_long(item: pytest.Item) -> bool:
        return item.path.name == "test_docs.py" or item.path.parent.name in {"web", "aot"}

    items.sort(key=lambda item: (not is_long(item), item.path.name != "test_docs.py"))


def pytest_collection_finish() -> None:
    """Keeps the garbage collector from what all tests are made of: each pass over it takes long."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)  # The tests run without pytest-xdist too.
def pytest_xdist_auto_num_workers() -> int | None:
    """One more than there are processors: many tests wait for a browser, a program or a clock."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None  # Then pytest-xdist takes that number.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1


def _starts_workers(config: pytest.Config) -> bool:
    """Does this process ask workers of pytest-xdist to run the tests?"""
    return bool(config.getoption("numprocesses", None)) and not config.option.collectonly


def _compile_kernels() -> None:
    """Make the module of all; what fails here fails in a test, which says why.

    Those for browsers are left to the tests that need them, of which one compiles for all.
    """
    program = "from letter_tycoon_solver._kernels import entries; entries.LIBRARY.make()"
    subprocess.run(
        [sys.executable, "-c", program],
        stderr=subprocess.DEVNULL,
        # Where pytest has put tests/.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in this process."""
    from support.commands import runner

    return runner(capsys)


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The words of ENABLE."""
    from letter_tycoon_solver import Lexicon

    return Lexicon.load()


@pytest.fixture(scope="session")
def evaluation(lexicon: Lexicon) -> Evaluation:
    """Its tables."""
    from letter_tycoon_solver.advisor import Evaluation

    return Evaluation.of(lexicon.digest)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file for the record of a game; it does not exist yet."""
    return tmp_path / "game.jsonl"


@pytest.fixture(scope="session", autouse=True)
def _settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests away from the user's terminal, compiled lexicons and saved games."""
    temporary = tmp_path_factory.getbasetemp()
    # Workers of pytest-xdist share what they compile: each has a folder in that of the run.
    run = temporary.parent if "PYTEST_XDIST_WORKER" in os.environ else temporary
    (run / "lexicons").mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
            patch.delenv(variable, raising=False)
        patch.setenv("LETTER_TYCOON_CACHE", str(run / "lexicons"))
        patch.setenv("LETTER_TYCOON_DATA", str(tmp_path_factory.mktemp("data")))
        yield
