"""Every block of the README and of docs/ runs as it is shown."""

from __future__ import annotations

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.doc_pages import KINDS_OF_BLOCKS, MPIEXEC, ROOT, SET_UP, fences, run_page

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/api/*.md"))]
WITH_MPI = pytest.mark.skipif(
    find_spec("mpi4py") is None or MPIEXEC is None,
    reason="pip install mpi4py mpich, to run the page about MPI",
)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[WITH_MPI] if page.name == "mpi.md" else [])
        for page in PAGES
    ],
)
def test_every_block_runs_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_page(page, tmp_path) == len(fences(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert set(fences(page)) <= KINDS_OF_BLOCKS


def test_the_readme_begins_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    hint, tests = re.findall(r"```sh\n(.*)\n```", text)[:2]
    assert SET_UP.match(hint)
    assert SET_UP.sub("", hint).startswith(".venv/bin/letter-tycoon hint ")
    assert SET_UP.match(tests)
    assert SET_UP.sub("", tests).startswith(".venv/bin/python -m pytest")


def test_the_extras_shown_are_there() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    shown = [
        extra
        for page in [*PAGES, ROOT / "CONTRIBUTING.md"]
        for names in re.findall(r'pip install .*"\.\[([a-z,]+)\]"', page.read_text("utf-8"))
        for extra in names.split(",")
    ]
    assert {"test", "dask", "data", "plot", "dev"} <= set(shown) <= set(extras)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not link.startswith("https://"):
            assert (page.parent / link).exists(), link


def test_output_that_differs_is_shown(tmp_path: Path) -> None:
    """The comparison itself: it must be able to fail."""
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo seven\neight\n```\n")
    with pytest.raises(AssertionError, match="seven"):
        run_page(page, tmp_path)


@pytest.mark.parametrize(
    "block",
    [
        "```sh\nfalse\ntrue\n```",
        "```sh\n.venv/bin/letter-tycoon no-such-command\n```",
        "```python\nundefined\n```",
        "```python\n>>> 1 + 1\n3\n```",
    ],
)
def test_a_block_that_fails_is_a_failure(block: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{block}\n")
    with pytest.raises((AssertionError, NameError)):
        run_page(page, tmp_path)
