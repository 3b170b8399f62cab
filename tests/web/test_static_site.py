"""The site without a server: the library's answers in node and in a browser, offline, in order."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from support.browser_tables import answered, asked_and_advised
from support.command_runs import Run
from support.page_visit import PHONE, Visit

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.definitions import define
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.hints import hint
from letter_tycoon_solver.web.schema import Table
from letter_tycoon_solver.web.static_site import write_site
from letter_tycoon_solver.web.words import word_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATH = "/some/where"
BOARD = "?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S"
IN_NODE, IN_BROWSER, IN_SOAK = 150, 2_000, 10_000
ADVISED = 41
LATER = ("definitions", "games")
"""Folders whose files are loaded when they are asked for."""
ODD_WORDS = ["jewels", "YAY", "Syzygy", "QI", "queue", "aa", "zzz", "A" * 14, "E" * 13, "SSSSSSSS"]
NO_WORDS = ["", "it's", "a" * 65, "é", "two words"]
REFUSED: list[dict[str, Any]] = [
    {"hand": ""},
    {"hand": "AB1"},
    {"hand": "é'"},
    {"hand": "a'\"\n\\"},
    {"hand": "JJ"},
    {"hand": "ABCDEFGH"},
    {"hand": "A", "community": "ABCD"},
    {"hand": "ABCDEFGH", "community": "ABCD"},
    {"hand": "A", "community": "E?"},
    {"hand": "A", "patents": "AA"},
    {"hand": "A", "patents": "b", "opponents": [{"patents": "E"}, {"patents": "B"}]},
    {"hand": "A", "patents": "", "opponents": [{"patents": "1"}]},
]
ASK = """async (tables) => {
  const {request} = await import("./request.js");
  const answers = [];
  for (const table of tables) {
    answers.push(await (await request("/api/hint", {body: JSON.stringify(table)})).text());
  }
  return answers;
}"""
"""Text, because objects take Playwright ten times as long."""
ADVISE = """async (questions) => {
  const {stream} = await import("./request.js");
  const advised = ([table, against, playouts]) => new Promise((resolve) => {
    const asked = new URLSearchParams({table: JSON.stringify(table), against, playouts});
    const answers = stream(`/api/advice?${asked}`);
    let last = null;
    for (const event of ["advice", "problem"]) {
      answers.addEventListener(event, ({data}) => (last = JSON.parse(data)));
    }
    answers.addEventListener("done", () => resolve(last));
  });
  return Promise.all(questions.map(advised));
}"""
INTERRUPT = """async (table) => {
  const {request, stream} = await import("./request.js");
  const told = [];
  const ask = (playouts, name) => {
    const asked = new URLSearchParams({table: JSON.stringify(table), against: "static", playouts});
    const answers = stream(`/api/advice?${asked}`);
    const heard = new Promise((resolve) => {
      answers.addEventListener(name, ({data}) => resolve(JSON.parse(data)));
    });
    for (const event of ["advice", "done"]) {
      answers.addEventListener(event, () => told.push(playouts));
    }
    return [answers, heard];
  };
  const [long, begun] = ask(1e9, "advice");
  const {playouts} = await begun;
  const hint = await (await request("/api/hint", {body: JSON.stringify(table)})).json();
  long.close();
  const last = told.length;
  const [, short] = ask(60, "done");
  await short;
  return {playouts, plans: hint.plans.length, later: told.slice(last)};
}"""
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


@pytest.fixture(scope="module")
def enable() -> Lexicon:
    return Lexicon.load("enable")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, enable: Lexicon) -> Path:
    """A site, in a folder that is served with all above it."""
    root = tmp_path_factory.mktemp("host")
    write_site(root / PATH[1:], enable, PRESETS)
    return root / PATH[1:]


class Host:
    """A static host of a folder: files, and nothing else."""

    def __init__(self, root: Path, port: int = 0) -> None:
        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(handler) -> None:  # noqa: N805 (self is the host)
                # A browser may have connected before the host stopped, and ask after.
                if not self._is_stopped:
                    SimpleHTTPRequestHandler.do_GET(handler)

        self._is_stopped = False
        handler = functools.partial(Quiet, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._is_stopped = True
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    host = Host(folder.parents[1])
    yield host
    host.stop()


@pytest.fixture
def running(host: Host) -> Host:
    """The site, to be looked at."""
    return host


# The library's answers -----------------------------------------------------------------------


def in_node(
    site: Path, tables: list[Any], words: list[str], advice: list[Any] | None = None
) -> dict[str, Any]:
    """The answers of a site's modules: see site_answers.mjs."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node for the modules of the site; install it with: apt-get install nodejs")
    (site / "package.json").write_text('{"type": "module"}')
    script = Path(__file__).with_name("site_answers.mjs")
    done = subprocess.run(
        [node, script, site],
        input=json.dumps({"tables": tables, "words": words, "advice": advice or []}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def differing(pairs: list[tuple[dict[str, Any], Any]], answers: list[Any]) -> list[Any]:
    """The tables whose answer is not the library's."""
    return [
        (table, wanted["plans"][:1], wanted["advice_needs"], given)
        for (table, wanted), given in zip(pairs, answers, strict=True)
        if wanted != given
    ]


def is_same(wanted: Any, given: Any) -> bool:
    """True for the same advice, but for the time that it took."""
    if isinstance(wanted, dict):
        names = wanted.keys() - {"seconds"}
        return wanted.keys() == given.keys() and all(
            is_same(wanted[name], given[name]) for name in names
        )
    if isinstance(wanted, list):
        return len(wanted) == len(given) and all(map(is_same, wanted, given))
    if isinstance(wanted, float) and given is not None:
        return math.isclose(wanted, given, rel_tol=0, abs_tol=1e-9)
    return bool(wanted == given)


def refusal(ask: Any, *args: Any) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as raised:
        ask(*args)
    return {"refusal": str(raised.value)}


def test_the_modules_answer_as_the_library(folder: Path, enable: Lexicon) -> None:
    pairs = answered(enable, IN_NODE)
    words = [*random.Random(3).sample(list(enable), 300), *ODD_WORDS, *NO_WORDS]
    told = in_node(folder, [*(table for table, _ in pairs), *REFUSED], words)
    assert differing(pairs, told["tables"][: len(pairs)]) == []
    refusals = [refusal(hint, msgspec.convert(table, Table), enable) for table in REFUSED]
    assert told["tables"][len(pairs) :] == refusals
    facts = []
    for word in words[: -len(NO_WORDS)]:
        fact = msgspec.to_builtins(word_json(word, [enable], PRESETS["rulebook"]))
        del fact["means"]
        facts.append(fact)
    facts += [refusal(word_json, word, [enable], PRESETS["rulebook"]) for word in NO_WORDS]
    assert told["words"] == facts
    trie = enable.trie._asdict()
    assert told["trie"] == {
        name: hashlib.sha256(array.tobytes()).hexdigest() for name, array in trie.items()
    }


def test_the_modules_advise_as_the_library(folder: Path, enable: Lexicon) -> None:
    pairs = asked_and_advised(enable, ADVISED)
    told = in_node(folder, [], [], [asked for asked, _ in pairs])
    check_advice(pairs, told["advice"])


def check_advice(pairs: list[tuple[list[Any], Any]], answers: list[Any]) -> None:
    assert len(pairs) == len(answers) == ADVISED
    assert {wanted["against"] for _, wanted in pairs} > {"static", "common", "hard"}
    plans = [plan for _, wanted in pairs for plan in wanted["plans"]]
    assert any(plan["whole"] for plan in plans)
    said = " ".join(reason for plan in plans for reason in plan["reasons"])
    for part in ("Buys", "Can buy no", "Replaces", "for 1 new card.", "new cards.", "+-", "by its"):
        assert part in said
    for part in ("the next round is", "a turn of", "turns of", "royalties to others", "last turn"):
        assert part in said
    for (asked, wanted), given in zip(pairs, answers, strict=True):
        assert is_same(wanted, given), asked


@pytest.mark.filterwarnings("ignore:the lexicon .* has no tables of its own")
def test_own_words_and_other_rules(tmp_path: Path) -> None:
    words = ["AB" * 20, "CAT", "ACT", "JEWELS", "JEWEL", "EEEEEEEE", "ZZZ", "AXE", "EEL", "SEE"]
    lexicon = Lexicon.from_words(words)
    write_site(tmp_path, lexicon, {"online": PRESETS["online"]})
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [], "ruleset": "online"}
    wanted = msgspec.to_builtins(hint(msgspec.convert(table, Table), lexicon))
    told = in_node(tmp_path, [{**table, "ruleset": None}, {**table, "ruleset": "rulebook"}], [])
    assert differing([(table, wanted)], told["tables"][:1]) == []
    assert told["tables"][0]["advice_needs"].startswith("there is no opponent")
    assert told["tables"][1]["refusal"].startswith("there is no ruleset 'rulebook'; choose one of")
    assert told["trie"]["words"] == hashlib.sha256(lexicon.trie.words.tobytes()).hexdigest()
    assert told["trie"]["keys"] == hashlib.sha256(lexicon.trie.keys.tobytes()).hexdigest()
    assert told["trie"]["more_keys"] == hashlib.sha256(lexicon.trie.more_keys.tobytes()).hexdigest()


def test_a_browser_answers_as_the_library(phone: Visit, enable: Lexicon) -> None:
    check_in_browser(phone.page, enable, IN_BROWSER)


@pytest.mark.soak
def test_a_browser_answers_as_the_library_to_many_tables(phone: Visit, enable: Lexicon) -> None:
    check_in_browser(phone.page, enable, IN_SOAK)


def test_a_browser_advises_as_the_library(phone: Visit, enable: Lexicon) -> None:
    # All at once: what is played for one does not wait for what is played for another.
    pairs = asked_and_advised(enable, ADVISED)
    phone.page.goto(f"{PATH}/")
    check_advice(pairs, phone.page.evaluate(ADVISE, [asked for asked, _ in pairs]))


def test_a_hint_comes_while_games_are_played_and_a_stream_ends_when_it_is_closed(
    phone: Visit,
) -> None:
    page = phone.page
    page.goto(f"{PATH}/")
    opponents = [{"patents": "E"}, {"patents": "S"}]
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": opponents}
    told = page.evaluate(INTERRUPT, table)
    assert told["playouts"] < 10**8
    assert told["plans"] > 5
    assert set(told["later"]) == {60}
    # What cannot be advised on is refused with the sentence of the library.
    (refused,) = page.evaluate(ADVISE, [[{**table, "community": "EE"}, "static", 60]])
    detail = "the community EE has 2 cards; at the start of a turn it has 3"
    assert refused == {"detail": detail}


def check_in_browser(page: Page, lexicon: Lexicon, n: int) -> None:
    pairs = answered(lexicon, n)
    page.goto(f"{PATH}/")
    answers = page.evaluate(ASK, [table for table, _ in pairs])
    assert differing(pairs, list(map(json.loads, answers))) == []


@pytest.mark.soak
def test_a_fault_in_a_kernel_is_found(tmp_path: Path, enable: Lexicon) -> None:
    package = tmp_path / "letter_tycoon_solver"
    spec = sys.modules["letter_tycoon_solver"].__path__[0]
    shutil.copytree(spec, package, ignore=shutil.ignore_patterns("shipped", "__pycache__"))
    for name in ("wordlists",):
        source = Path(spec).parent / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name)
    kernel = package / "_kernels" / "find_turns.py"
    right, wrong = "row[ROW_MARGIN] = (earned + desk", "row[ROW_MARGIN] = (earned - desk"
    assert right in kernel.read_text("utf-8")
    kernel.write_text(kernel.read_text("utf-8").replace(right, wrong), "utf-8")
    command = [sys.executable, "-m", "letter_tycoon_solver", "site", str(tmp_path / "site")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    pairs = answered(enable, 30)
    told = in_node(tmp_path / "site", [table for table, _ in pairs], [])
    assert differing(pairs, told["tables"])


# The folder ----------------------------------------------------------------------------------


def test_the_files_are_small_and_of_here(folder: Path) -> None:
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != "package.json"]
    first = [file for file in files if file.relative_to(folder).parts[0] not in LATER]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in first) < 345_000
    for file in first:
        if file.suffix in (".js", ".html", ".css"):
            text = file.read_text("utf-8")
            assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)\S+", text) == [], file.name
            assert not re.findall(r"""(?:href|src)="/""", text), file.name
            for name in re.findall(r'from "(\./[^"]+)"', text):
                assert (file.parent / name).is_file(), (file.name, name)


def test_every_meaning_is_there(folder: Path, enable: Lexicon) -> None:
    words = random.Random(1).sample(list(enable), 500)
    for word in words:
        path = folder / "definitions" / f"{word[:2]}.bin"
        known = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
        wanted = [[one.lemma, one.part_of_speech.value, one.gloss] for one in define(word)]
        assert known.get(word, []) == wanted


def test_a_site_is_written_again_alike_and_nothing_else_is_touched(
    tmp_path: Path, enable: Lexicon, run: Run
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
        write_site(tmp_path, enable, PRESETS)
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
    said(page, "games against players like the bot hard …").wait_for()
    visit.picture("site-hint")
    visit.check_looks()
    visit.check_with(axe)
    assert page.locator("nav a").all_inner_texts() == ["Hint", "Words"]
    page.get_by_role("link", name="Words").click()
    page.get_by_label("Word", exact=True).fill("axes")
    page.get_by_text("Yes: AXES is in enable.").wait_for()
    page.get_by_text("AXIS, noun").first.wait_for()
    visit.picture("site-words")
    visit.check_looks()
    visit.check_with(axe)
    page.goto(f"{PATH}/{BOARD}&lexicon=nosuch")
    page.get_by_text("There is no word list 'nosuch' here; choose one of enable.").wait_for()


def test_without_its_host_the_page_works(browser: Browser, folder: Path) -> None:
    host = Host(folder.parents[1])
    visit = Visit(browser, host.url, PHONE, "light")
    page = visit.page
    page.goto(f"{PATH}/{BOARD}")
    plays(page).first.wait_for()
    said(page, "games against").wait_for()
    files = [str(file.relative_to(folder)) for file in folder.glob("games/*/*")]
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


def leave_offline(visit: Visit) -> None:
    # What was not kept is said by the browser to be missing.
    visit.errors = [one for one in visit.errors if "net::ERR_" not in one]
    visit.close()


def test_without_its_host_a_page_says_what_was_never_loaded(browser: Browser, folder: Path) -> None:
    host = Host(folder.parents[1])
    visit = Visit(browser, host.url, PHONE, "light")
    visit.page.goto(f"{PATH}/")
    wait_until_kept(visit.page)
    host.stop()
    visit.page.goto(f"{PATH}/{BOARD}")
    said(visit.page, "it needs the network once").wait_for()
    assert plays(visit.page).count() > 3
    leave_offline(visit)


def test_a_new_version_comes_with_the_next_start(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / PATH[1:])
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
