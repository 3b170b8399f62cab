"""The site that is built from docs/: complete, without a broken link, and of use without internet.

A bad docstring, a link that leads nowhere and a page that no other leads to are errors of the
build.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_exported_members import PUBLIC, exported

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
    """The built site, by the command of CONTRIBUTING.md."""
    for library in ("sphinx", "furo", "myst_parser"):
        if find_spec(library) is None:
            pytest.skip(
                f"no {library}, to build the site with; install it with: pip install '.[docs]'"
            )
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


def test_the_site_has_every_public_name(site: Path) -> None:
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    entries = [line.split(" ") for line in zlib.decompress(inventory).decode().splitlines()]
    names = {name for name, kind, *_ in entries if kind.startswith("py:")}
    assert {name.rpartition(".")[2] for name in names} >= set(exported())


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
    assert page.locator("h1").first.is_visible()
    page.close()
