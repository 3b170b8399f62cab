"""Every block of the README and of docs/ runs as shown; drawings and the built site are right."""

from __future__ import annotations

import codeop
import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from support.browser import Host
from support.doc_pages import ROOT, SET_UP, fences, run_page
from support.promises import PACKAGES as PUBLIC
from support.selection import slow_with
from test_public_names import exported

from docs.make_drawings import DRAWINGS, FOLDER, LOOKS, POSITION, WIDTH, draw_turn, main
from letter_tycoon_solver import Lexicon, best_turns

if TYPE_CHECKING:
    from playwright.sync_api import Browser


PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/api/*.md"))]
_LONG = 100
MARKS = {
    "bulk.md": slow_with("distributed", "pandas"),
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
    assert {"test", "dask", "data"} <= set(shown) <= set(extras)


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


@pytest.mark.parametrize(
    "block",
    [
        "```sh\nfalse\ntrue\n```",
        "```sh\n.venv/bin/letter-tycoon no-such-command\n```",
        "```console\n$ echo seven\neight\n```",
        "```python\nundefined\n```",
        "```python\n>>> 1 + 1\n3\n```",
    ],
)
def test_a_block_that_fails_is_a_failure(block: str, tmp_path: Path) -> None:
    """The test of blocks itself: it must be able to fail."""
    page = tmp_path / "page.md"
    page.write_text(f"{block}\n")
    with pytest.raises((AssertionError, NameError)):
        run_page(page, tmp_path)


# The site that is built from docs/: complete, and of use without internet ------------------------


REFERENCE = sorted(ROOT.glob("docs/api/*.md"))

_DIRECTIVE = re.compile(r"^\.\. (?:auto\w+|py:data|currentmodule):: (\w[\w.]*)", re.MULTILINE)
_LOADED = re.compile(
    r"<(?:script|img|iframe)[^>]* src=\"(https?://[^\"]*)|<link [^>]*href=\"(https?:[^\"]*)"
)


def test_every_public_name_is_in_the_reference_once() -> None:
    names = Counter(
        name for page in REFERENCE for name in _DIRECTIVE.findall(page.read_text("utf-8"))
    )
    documented = {name: n for name, n in names.items() if name not in PUBLIC}
    assert documented == dict.fromkeys(exported(), 1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site: that of a release, or by the command of docs/project/commands.md."""
    if made := os.environ.get("LETTER_TYCOON_SITE"):
        return Path(made)
    for library in ("sphinx", "furo", "myst_parser"):
        if find_spec(library) is None:
            pytest.skip(f"could not import {library}; install it with: pip install --group docs")
    folder = tmp_path_factory.mktemp("site")
    options = ["-n", "-W", "--keep-going", "-q"]
    command = [sys.executable, "-m", "sphinx", *options, "docs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 25
    assert not [found for page in pages for found in _LOADED.findall(page.read_text("utf-8"))]


def test_the_search_box_works_from_the_disk(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.locator(".sidebar-search").fill("royalties")
    page.locator(".sidebar-search").press("Enter")
    results = page.locator("#search-results li a")
    for name in ("concepts.html", "rules.html"):
        page.locator(f"#search-results li a[href*='{name}']").first.wait_for()
    assert all(url.startswith(("file:", "data:")) for url in asked)
    assert "api/" not in (results.first.get_attribute("href") or "api/")
    results.first.click()
    page.locator("h1").first.wait_for()
    page.close()


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A static host of the site."""
    with closing(Host(site)) as host:
        yield host


def test_on_a_phone_code_is_read_without_scrolling(site: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    n_blocks = 0
    for file in site.rglob("*.html"):
        page.goto(file.as_uri())
        code = page.locator("[class*=highlight-]:not(.highlight-text, .highlight-console) pre")
        assert code.evaluate_all("all => all.every(e => e.scrollWidth <= e.clientWidth)"), file.name
        n_blocks += code.count()
    assert n_blocks > 100
    page.close()


def test_the_front_page_has_the_hint_board_live(host: Host, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{host.url}/index.html")
    page.locator(".board").scroll_into_view_if_needed()
    # Plans have their equity for a moment, until simulated games give the chance to win.
    page.frame_locator(".board").get_by_text("buy J").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert all(url.startswith(host.url) for url in asked)
    page.close()


def test_from_the_disk_the_front_page_says_where_the_board_is(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_text("The board is here when the page comes from a server").wait_for()
    assert page.locator("iframe").count() == 0
    page.close()


@pytest.mark.slow
def test_the_front_page_promises_the_board_where_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("myst_parser")
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    noted: list[str] = []
    env = SimpleNamespace(note_dependency=noted.append)
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path, env=env)
    board = tmp_path / "board" / "index.html"
    board.parent.mkdir()
    board.touch()
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    conf["read_page"](app, "index", source := [index])
    assert "\n## Try it in your browser\n" in source[0]
    assert "<iframe" in source[0]
    assert noted == [str(board)]
    absent = [sys.executable, "-c", "raise SystemExit('there is no linker')"]
    monkeypatch.setattr(subprocess, "run", partial(_run_instead, absent, subprocess.run))
    conf["make_board"](app)
    conf["read_page"](app, "index", source := [index])
    assert "(without-a-server.md)" in source[0]
    assert "in your browser" not in source[0]
    assert "iframe" not in source[0]


def _run_instead(command: list[str], run: Any, _given: object, **options: object) -> Any:
    """Run another command than the one that is given."""
    return run(command, **options)


# The drawings show what the library says ---------------------------------------------------------


_SVG = "{http://www.w3.org/2000/svg}"


def test_the_drawings_are_those_that_the_script_makes(tmp_path: Path) -> None:
    main(tmp_path)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert len(made) == len(DRAWINGS) * len(LOOKS)
    kept = {name: (FOLDER / name).read_text("utf-8") for name in made}
    assert made == kept, "run: python docs/make_drawings.py"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_has_a_title_and_keeps_to_its_paper(name: str) -> None:
    root = ElementTree.fromstring(DRAWINGS[name](LOOKS[0]))
    assert root.findtext(f"{_SVG}title")
    height = float(root.attrib["height"])
    for part in root:
        x, y = float(part.get("x", "0")), float(part.get("y", "0"))
        assert 0 <= x + float(part.get("width", "0")) <= WIDTH
        assert 0 <= y <= height


def test_the_turn_that_is_drawn_is_the_best() -> None:
    turn = best_turns(POSITION, Lexicon.load(), limit=1)[0]
    assert f"A turn: {turn}" in draw_turn(LOOKS[0])
