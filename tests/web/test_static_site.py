"""The site without a server: its files, and its page, without a network too."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import PATH, Host
from support.commands import Run
from support.pages import PHONE, Visit
from support.told import tap

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.definitions import define
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.static_site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARD = "?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S"
LATER = ("definitions", "games")
"""Folders whose files are loaded when they are asked for."""
FOR_HINTS = ("kernel.wasm", "words.bin", "data.bin")
TEXT = (".html", ".js")
LOADED = r'from "(\.[^"]+)"|(?:src|href)="(\./[^"]+\.(?:js|css|svg))"|new URL\("(\.\.?/[^"]+\.js)"'
IS_KEPT = """async (names) => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = (await Promise.all(all.map((cache) => cache.keys()))).flat().map(({url}) => url);
  return names.every((name) => kept.some((url) => url.endsWith(name)));
}"""
UNTIL_WAITING = """async () => {
  const registration = await (await navigator.serviceWorker.ready).update();
  while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
"""Until a new version is there and waits."""


@pytest.fixture
def running(static_host: Host) -> Host:
    """The site, to be looked at."""
    return static_host


# The folder ----------------------------------------------------------------------------------


def first_load(room: Path) -> set[Path]:
    """The files that a room needs for a hint: its own, and those of its worker."""
    found, left = {room.with_name(name) for name in FOR_HINTS}, [room]
    while left:
        file = left.pop()
        found.add(file)
        named = re.findall(LOADED, file.read_text("utf-8")) if file.suffix in TEXT else []
        files = {(file.parent / "".join(names)).resolve() for names in named}
        left += files - found
    return found


@pytest.mark.parametrize(
    ("room", "most"),
    [("index", 300_000), ("words", 300_000), ("track", 350_000), ("play", 350_000)],
)
def test_the_first_load_is_small(static_site: Path, room: str, most: int) -> None:
    files = first_load((static_site / f"{room}.html").resolve())
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) < most


def test_the_files_are_of_here(static_site: Path) -> None:
    files = [
        file for file in static_site.rglob("*") if file.is_file() and file.name != "package.json"
    ]
    first = [file for file in files if file.relative_to(static_site).parts[0] not in LATER]
    for file in first:
        if file.suffix in (".js", ".html", ".css"):
            text = file.read_text("utf-8")
            assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)\S+", text) == [], file.name
            assert not re.findall(r"""(?:href|src)="/""", text), file.name
            for name in re.findall(r'(?:from |import\()"(\.{1,2}/[^"]+)"', text):
                assert (file.parent / name).is_file(), (file.name, name)


def test_every_meaning_is_there(static_site: Path, lexicon: Lexicon) -> None:
    words = random.Random(1).sample(list(lexicon), 500)
    for word in words:
        path = static_site / "definitions" / f"{word[:2]}.bin"
        known = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
        wanted = [[one.lemma, one.part_of_speech.value, one.gloss] for one in define(word)]
        assert known.get(word, []) == wanted


@pytest.mark.slow
def test_a_site_is_written_again_alike_and_nothing_else_is_touched(
    tmp_path: Path, lexicon: Lexicon, run: Run
) -> None:
    site = tmp_path / "site"
    arguments = ["site", str(site), "--lexicon", "common", "--ruleset", "online"]
    assert run(*arguments).code == 0
    files = {file: file.read_bytes() for file in site.rglob("*") if file.is_file()}
    (site / "engine" / "old.js").write_text("")
    assert run(*arguments).code == 0
    assert {file: file.read_bytes() for file in site.rglob("*") if file.is_file()} == files
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(InvalidInputError, match="has files that are not of a site"):
        write_site(tmp_path, lexicon, PRESETS)
    assert (tmp_path / "thesis.txt").read_text() == "precious"


# The page ------------------------------------------------------------------------------------


def plays(page: Page) -> Any:
    return page.locator("#hinted .plan")


def said(page: Page, text: str) -> Any:
    return page.locator("#advice").get_by_text(text)


def wait_until_kept(page: Page, *files: str) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    for _ in range(300):
        if page.evaluate(IS_KEPT, files):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"not all of these files are kept: {files}")


def test_a_hint_and_a_word(window: Visit, axe: str) -> None:
    visit, page = window, window.page
    page.goto(f"{PATH}/")
    page.get_by_text("plays appear with every tap").wait_for()
    for letter in "JWLEANZ" + "EES":
        page.get_by_role("button", name=letter, exact=True).click()
    page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS ")).wait_for()
    said(page, "games against people who know common words …").wait_for()
    # Another board is thought about at once; a part of one is not.
    page.get_by_role("button", name="Take S out: Community").click()
    said(page, "games against").wait_for(state="hidden")
    page.get_by_role("button", name="S", exact=True).click()
    said(page, "games against").wait_for()
    page.get_by_label("Against").select_option("hard")
    said(page, "games against computers of level hard …").wait_for()
    visit.picture("site-hint")
    visit.check_looks()
    visit.check_with(axe)
    assert page.locator("nav a").all_inner_texts() == ["Hint", "Play", "Track", "Words"]
    page.get_by_role("link", name="Words").click()
    page.get_by_label("Word", exact=True).fill("axes")
    page.get_by_text("Yes: AXES is in enable.").wait_for()
    page.get_by_text("AXIS, noun").first.wait_for()
    visit.picture("site-words")
    visit.check_looks()
    visit.check_with(axe)
    page.goto(f"{PATH}/{BOARD}&lexicon=nosuch")
    page.get_by_text("There is no word list 'nosuch' here; choose one of enable.").wait_for()


def test_without_its_host_the_page_works(browser: Browser, static_site: Path) -> None:
    host = Host(static_site.parents[1])
    visit = Visit(browser, host.url, PHONE, "light")
    page = visit.page
    page.goto(f"{PATH}/{BOARD}")
    plays(page).first.wait_for()
    said(page, "games against").wait_for()
    files = [str(file.relative_to(static_site)) for file in static_site.glob("games/*/*")]
    wait_until_kept(page, "/engine/worker.js", *files)
    host.stop()
    page.reload()
    plays(page).first.wait_for()
    assert plays(page).count() > 3
    said(page, "games against").wait_for()
    # With fewer players another learned value is needed.
    page.goto(f"{PATH}/?hand=JWLEANZ&community=EES&opponent=E.2.1")
    said(page, "games against").wait_for()
    page.goto(f"{PATH}/words.html?word=jewels")
    page.get_by_text("Yes: JEWELS is in enable.").wait_for()
    page.get_by_text("no definition at hand").wait_for()
    leave_offline(visit)


def test_a_game_is_followed_without_the_host(browser: Browser, static_site: Path) -> None:
    """After one visit: a wrong word, one's own turn with its chances, and the page loaded again."""
    host = Host(static_site.parents[1])
    visit = Visit(browser, host.url, PHONE, "light")
    page = visit.page
    page.goto(f"{PATH}/{BOARD}")
    said(page, "games against").wait_for()
    files = [str(file.relative_to(static_site)) for file in static_site.glob("games/*/*")]
    wait_until_kept(page, "/table/track.js", *files)
    host.stop()
    page.goto(f"{PATH}/track.html?new")
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    tap(page, "Remove Player 3", "Player 2 is me")
    page.get_by_role("button", name=re.compile("^Your hand")).click()
    page.keyboard.type("budgiseewy")
    tap(page, "Begin")
    page.keyboard.type("vrol")
    page.get_by_text("VROL is not in enable.").wait_for()
    tap(page, "Ben challenged", "Ann played it", "A card that nobody saw", "Ann discarded it")
    page.get_by_role("heading", name="Your turn").wait_for()
    page.locator(".own .status").get_by_text("games against").wait_for()
    page.reload()
    page.get_by_role("heading", name="Your turn").wait_for()
    plays(page).first.wait_for()
    assert page.locator(".turns .number").all_inner_texts() == ["1.", "1."]
    leave_offline(visit)


def leave_offline(visit: Visit) -> None:
    # What was not kept is said by the browser to be missing.
    visit.errors = [one for one in visit.errors if "net::ERR_" not in one]
    visit.close()


def test_without_its_host_a_page_says_what_was_never_loaded(
    browser: Browser, static_site: Path
) -> None:
    host = Host(static_site.parents[1])
    visit = Visit(browser, host.url, PHONE, "light")
    visit.page.goto(f"{PATH}/")
    wait_until_kept(visit.page)
    host.stop()
    visit.page.goto(f"{PATH}/{BOARD}")
    said(visit.page, "it needs the network once").wait_for()
    assert plays(visit.page).count() > 3
    leave_offline(visit)


def test_a_new_version_comes_with_the_next_start(
    browser: Browser, static_site: Path, tmp_path: Path
) -> None:
    shutil.copytree(static_site, tmp_path / PATH[1:])
    host = Host(tmp_path)
    visit = Visit(browser, host.url, PHONE, "light")
    page = visit.page
    heading = page.locator("h1")
    page.goto(f"{PATH}/")
    wait_until_kept(page)
    page.reload()  # From now on the page is that of a version.
    for name, old, new in (
        ("index.html", ">Hint</h1>", ">Newer</h1>"),
        ("service-worker.js", "const CACHE = `${NAME}", "const CACHE = `${NAME}newer-"),
    ):
        path = tmp_path / PATH[1:] / name
        assert old in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    page.evaluate(UNTIL_WAITING)
    # A page that is loaded again in the middle has the old version.
    page.reload()
    assert heading.text_content() == "Hint"
    page.goto("about:blank")
    host.stop()
    for _ in range(50):
        # What was kept of the old one is gone as soon as the new one is in its place.
        page.goto(f"{PATH}/")
        if heading.text_content() == "Newer":
            break
        page.goto("about:blank")
        page.wait_for_timeout(100)
    assert heading.text_content() == "Newer"
    visit.close()
