"""The site that is built from docs/: complete, without a broken link, and of use without internet.

A bad docstring, a link that leads nowhere and a page that no other leads to are errors of the
build.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import threading
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from test_public_names import PUBLIC, exported

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).parents[1]
REFERENCE = sorted(REPOSITORY.glob("docs/api/*.md"))

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
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-n",
        "-W",
        "--keep-going",
        "-q",
        "docs",
        str(folder),
    ]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_every_public_name(site: Path) -> None:
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    entries = [line.split(" ") for line in zlib.decompress(inventory).decode().splitlines()]
    names = {name for name, kind, *_ in entries if kind.startswith("py:")}
    assert {name.rpartition(".")[2] for name in names} >= set(exported())


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


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """The address of the site on a static host."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}"
    host.shutdown()
    host.server_close()


def test_the_front_page_has_the_hint_board_live(served: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served}/index.html")
    page.locator(".board").scroll_into_view_if_needed()
    # Plans have their equity for a moment, until simulated games give the chance to win.
    page.frame_locator(".board").get_by_text("buy J").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert all(url.startswith(served) for url in asked)
    page.close()


def test_from_the_disk_the_front_page_says_where_the_board_is(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_text("The board is here when the page comes from a server").wait_for()
    assert page.locator("iframe").count() == 0
    page.close()


@pytest.mark.slow
def test_without_what_makes_the_board_the_front_page_promises_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("myst_parser")
    conf = runpy.run_path(str(REPOSITORY / "docs" / "conf.py"))
    absent = [sys.executable, "-c", "raise SystemExit('there is no linker')"]
    monkeypatch.setattr(subprocess, "run", partial(_run_instead, absent, subprocess.run))
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path, env=None)
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "index.html").touch()
    conf["make_board"](app)
    source = [(REPOSITORY / "docs" / "index.md").read_text("utf-8")]
    conf["read_page"](app, "index", source)
    assert "(without-a-server.md)" in source[0]
    assert "in your browser" not in source[0]
    assert "iframe" not in source[0]


@pytest.mark.slow
def test_with_the_board_the_front_page_has_it(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    conf = runpy.run_path(str(REPOSITORY / "docs" / "conf.py"))
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "index.html").touch()
    noted: list[str] = []
    env = SimpleNamespace(note_dependency=noted.append)
    source = [(REPOSITORY / "docs" / "index.md").read_text("utf-8")]
    conf["read_page"](SimpleNamespace(outdir=tmp_path, env=env), "index", source)
    assert "\n## Try it in your browser\n" in source[0]
    assert "<iframe" in source[0]
    assert noted == [str(tmp_path / "board" / "index.html")]


def _run_instead(command: list[str], run: Any, _given: object, **options: object) -> Any:
    """Run another command than the one that is given."""
    return run(command, **options)
