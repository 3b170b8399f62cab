"""Settings and fixtures for all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

NO_JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


# Compiled kernels outlive a run of the tests; compiled lexicons have a new folder each time. Set
# before Numba is imported, which reads it once.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache"))

# The examples of a test are counted in hundredths of a profile: see strategies.examples.
settings.register_profile(
    "jit",
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # New examples at every desk; in CI the same ones, so that a failure there can be repeated.
    derandomize="CI" in os.environ,
)
settings.register_profile("nojit", settings.get_profile("jit"), max_examples=25)
settings.load_profile("nojit" if NO_JIT else "jit")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control starts what runs in the background deaf to Ctrl-C, and so would be
    # the programs that tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Lets integers wrap around in kernels that run as plain Python.

    Compiled code does that silently, and the kernels rely on it; for scalars of NumPy it is a
    warning. A filter reaches the threads of a test too, which `numpy.seterr` does not.
    """
    if NO_JIT:
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


@pytest.fixture(autouse=True)
def _no_colour_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same output whatever terminal the tests run in."""
    for variable in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file for the record of a game; it does not exist yet."""
    return tmp_path / "game.jsonl"


@pytest.fixture(scope="session", autouse=True)
def _folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests away from the user's compiled lexicons and saved games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LETTER_TYCOON_CACHE", str(tmp_path_factory.mktemp("lexicons")))
        patch.setenv("LETTER_TYCOON_DATA", str(tmp_path_factory.mktemp("data")))
        yield
