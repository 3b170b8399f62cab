"""Every block of the README and of docs/ runs as it is shown."""

from __future__ import annotations

import codeop
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from support.doc_pages import HAS_MPI, KINDS_OF_BLOCKS, ROOT, SET_UP, fences, run_page
from support.selection import slow_with

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/api/*.md"))]
_LONG = 100
MARKS = {
    "bulk.md": slow_with("distributed", "matplotlib", "pandas"),
    "formats.md": slow_with("pandas"),
    "guide.md": [pytest.mark.slow],
    "without-a-server.md": slow_with("ziglang"),
}
"""Pages that take long, or need what the extra `[test]` does not install."""


@pytest.mark.parametrize(
    "page", [pytest.param(page, id=page.name, marks=MARKS.get(page.name, ())) for page in PAGES]
)
def test_every_block_runs_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_page(page, tmp_path) == len(fences(page))


@pytest.mark.slow
@pytest.mark.skipif(not HAS_MPI, reason="pip install mpi4py mpich, to run the program for MPI")
def test_the_program_for_mpi_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bulk.md").read_text("utf-8")
    part = tmp_path / "mpi.md"
    part.write_text(
        "```sh\n. .venv/bin/activate\n```\n" + page.split("### MPI\n")[1].split("\n### ")[0]
    )
    run_page(part, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert set(fences(page)) <= KINDS_OF_BLOCKS


def test_the_two_commands_of_the_readme() -> None:
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
    assert {"test", "dask", "data", "plot"} <= set(shown) <= set(extras)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_can_be_pasted_into_python(page: Path) -> None:
    """Line by line, where an empty line ends a function or a loop, and not before."""
    for block in re.findall(r"^```python\n((?:.*\n)*?)```$", page.read_text("utf-8"), re.MULTILINE):
        if "__main__" in block:
            continue
        # Copied by the button, without the prompts and without the output.
        typed = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE) or block.splitlines()
        read, pending = codeop.CommandCompiler(), list[str]()
        for line in [*typed, ""]:
            pending.append(line)
            if read("\n".join(pending)) is not None:
                pending.clear()
        assert not pending


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_come_after_the_environment_is_active(page: Path) -> None:
    blocks = re.findall(r"^```(?:sh|console)\n((?:.*\n)*?)```$", page.read_text("utf-8"), re.M)
    text = "".join(blocks).partition("bin/activate")[0]
    assert not re.search(r"^(?:\$ )?(?:letter-tycoon|python|pip|dask) ", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not link.startswith("https://"):
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_paragraph_stands_twice(page: Path) -> None:
    paragraphs = re.split(r"\n\s*\n", page.read_text("utf-8"))
    n = Counter(one for one in paragraphs if len(one) > _LONG)
    assert [one for one in n if n[one] > 1] == []


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
