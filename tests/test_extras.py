"""Libraries of the extras: what is said where one is absent."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from letter_tycoon_solver._extras import check_extra, extra_module
from letter_tycoon_solver.cli.serve import NEEDED
from letter_tycoon_solver.errors import InvalidInputError

with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
    EXTRAS: dict[str, list[str]] = tomllib.load(file)["project"]["optional-dependencies"]


def libraries(extra: str) -> list[str]:
    """The names of what an extra installs."""
    return [re.split(r"[^\w.-]", needed)[0] for needed in EXTRAS[extra]]


@pytest.mark.parametrize(
    ("extra", "library"),
    [(extra, library) for extra in ("data", "plot", "dask") for library in libraries(extra)],
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
    assert "polars" not in [one for extra in ("data", "plot", "dask") for one in libraries(extra)]
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InvalidInputError, match=r"need polars.*: pip install polars$"):
        extra_module("polars", "some frames")


def test_the_extra_of_the_page_is_named() -> None:
    assert set(NEEDED) <= set(libraries("web"))
    check_extra("web", NEEDED, "the page")
    with pytest.raises(InvalidInputError) as raised:
        check_extra("web", ("no_such_library", *NEEDED, "nor_this"), "the page")
    assert str(raised.value) == (
        "the page needs no_such_library and nor_this, which are not installed; install them with:"
        ' pip install "letter-tycoon-solver[web]"'
    )
    with pytest.raises(InvalidInputError, match="needs nor_this, which is not installed; install"):
        check_extra("web", ("nor_this",), "the page")
