"""The site without a server: its files, its page, and its answers, which are the library's."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import random
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from support.browser import PATH, Host
from support.commands import Run
from support.pages import PHONE, Visit
from support.table_games import answered, asked_and_advised, is_same, played_tables, wins
from support.told import tap

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver.advisor import advise
from letter_tycoon_solver.game import Game, read_game_text
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.schema import Table, hint, view_of, word_json
from letter_tycoon_solver.web.static_site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


BOARD = "?hand=JWLEANZ&community=EES&you=KXZ.3&opponent=E.2.1&opponent=S"
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


@pytest.fixture(scope="module")
def running(static_site: Path) -> Iterator[Host]:
    """The site, to be looked at."""
    with closing(Host(static_site.parents[1])) as host:
        yield host


@pytest.fixture(scope="module")
def asked(browser: Browser, running: Host) -> Iterator[Page]:
    """A page that has made its trie, and whose scripts are asked."""
    with closing(Visit(browser, running.url, PHONE, "light")) as visit:
        visit.page.goto(f"{PATH}/")
        yield visit.page


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


def test_a_folder_that_is_no_site_is_left_alone(tmp_path: Path, lexicon: Lexicon) -> None:
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


def test_a_hint_and_a_word(phone: Visit, axe: str) -> None:
    page = phone.page
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
    phone.look(axe)
    assert page.locator("nav a").all_inner_texts() == ["Hint", "Play", "Track", "Words"]
    page.get_by_role("link", name="Words").click()
    page.get_by_label("Word", exact=True).fill("axes")
    page.get_by_text("Yes: AXES is in the list of all words (ENABLE).").wait_for()
    page.get_by_text("AXIS, noun").first.wait_for()
    phone.look(axe)
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
    host.close()
    page.reload()
    plays(page).first.wait_for()
    assert plays(page).count() > 3
    said(page, "games against").wait_for()
    # With fewer players another learned value is needed.
    page.goto(f"{PATH}/?hand=JWLEANZ&community=EES&opponent=E.2.1")
    said(page, "games against").wait_for()
    page.goto(f"{PATH}/words.html?word=jewels")
    page.get_by_text("Yes: JEWELS is in the list of all words (ENABLE).").wait_for()
    page.get_by_text("no definition at hand").wait_for()
    check_a_game_is_followed(page)
    leave_offline(visit)


def check_a_game_is_followed(page: Page) -> None:
    """A wrong word, one's own turn with its chances, and the page loaded again."""
    page.goto(f"{PATH}/track.html?new")
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    tap(page, "Remove Player 3", "Player 2 is me")
    page.get_by_role("button", name=re.compile("^Your hand")).click()
    page.keyboard.type("budgiseewy")
    tap(page, "Begin")
    page.keyboard.type("vrol")
    page.get_by_text("VROL is not in the list of all words (ENABLE).").wait_for()
    tap(page, "Ben challenged", "Ann played it", "A card that nobody saw", "Ann discarded it")
    page.get_by_role("heading", name="Your turn").wait_for()
    page.locator(".own .status").get_by_text("games against").wait_for()
    page.reload()
    page.get_by_role("heading", name="Your turn").wait_for()
    plays(page).first.wait_for()
    assert page.locator(".turns .number").all_inner_texts() == ["1.", "1."]


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
    host.close()
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
    host.close()
    for _ in range(50):
        # What was kept of the old one is gone as soon as the new one is in its place.
        page.goto(f"{PATH}/")
        if heading.text_content() == "Newer":
            break
        page.goto("about:blank")
        page.wait_for_timeout(100)
    assert heading.text_content() == "Newer"
    visit.close()


# The answers of the library, in a browser ----------------------------------------------------


CHOSEN, SURE_GAMES = 200, 5_000
ADVISED = 41
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
ASK = """async ([tables, words]) => {
  const {request} = await import("./static/request.js");
  const ask = async (...asked) => {
    const answer = await request(...asked);
    const told = await answer.json();
    return answer.status === 422 ? {refusal: told.detail} : told;
  };
  const answers = {tables: [], words: []};
  for (const table of tables) {
    answers.tables.push(await ask("/api/hint", {body: JSON.stringify(table)}));
  }
  for (const word of words) {
    answers.words.push(await ask(`/api/words/${encodeURIComponent(word)}`));
  }
  return JSON.stringify(answers);
}"""
"""Text, because objects take Playwright ten times as long."""
KEPT_TRIE = """async () => {
  const kept = await caches.open("letter-tycoon-trie");
  const found = await kept.match((await kept.keys())[0]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await found.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}"""
"""The SHA-256 of the arrays of the trie, one after the other."""
ADVISE = """async (questions) => {
  const {stream} = await import("./static/request.js");
  const advised = ([table, against, playouts, seconds]) => new Promise((resolve) => {
    const effort = seconds ? {seconds} : {playouts};
    const asked = new URLSearchParams({table: JSON.stringify(table), against, ...effort});
    const answers = stream(`/api/advice?${asked}`);
    let last = null;
    for (const event of ["advice", "problem"]) {
      answers.addEventListener(event, ({data}) => (last = JSON.parse(data)));
    }
    answers.addEventListener("done", () => resolve(last));
  });
  return Promise.all(questions.map(advised));
}"""
IN_TIME = f"""(questions) => Promise.race([
  ({ADVISE})(questions), new Promise((resolve) => setTimeout(resolve, 20_000, [null]))
])"""
INTERRUPT = """async (table) => {
  const {request, stream} = await import("./static/request.js");
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
  return {playouts, plans: hint.turns.length, later: told.slice(last)};
}"""

CLOSED = """async (table) => {
  const {request} = await import("./static/request.js");
  const {close} = MessagePort.prototype;
  let closed = 0;
  MessagePort.prototype.close = function () {
    closed++;
    return close.call(this);
  };
  const aborted = new AbortController();
  const asked = {body: JSON.stringify(table), signal: aborted.signal};
  const refused = request("/api/hint", asked).catch(({name}) => name);
  aborted.abort();
  const name = await refused;
  const {status} = await request("/api/hint", {body: JSON.stringify(table)});
  MessagePort.prototype.close = close;
  return [name, status, closed];
}"""
"""The ends of an aborted and of another request, and the number of ports closed by then."""


# The library's answers -----------------------------------------------------------------------


def answers_of(page: Page, tables: list[Any], words: list[str]) -> dict[str, list[Any]]:
    """The answers of the site to tables and words, refusals too."""
    answers: dict[str, list[Any]] = json.loads(page.evaluate(ASK, [tables, words]))
    return answers


def digest_of(lexicon: Lexicon) -> str:
    """The SHA-256 of its trie, as KEPT_TRIE tells it."""
    return hashlib.sha256(b"".join(array.tobytes() for array in lexicon.trie)).hexdigest()


def differing(pairs: list[tuple[dict[str, Any], Any]], answers: list[Any]) -> list[Any]:
    """The tables whose answer is not the library's."""
    return [
        (table, wanted["turns"][:1], wanted["advice_needs"], given)
        for (table, wanted), given in zip(pairs, answers, strict=True)
        if wanted != given
    ]


def refusal(ask: Any, *args: Any) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as raised:
        ask(*args)
    return {"refusal": str(raised.value)}


def test_a_browser_refuses_tables_and_knows_words_as_the_library(
    asked: Page, lexicon: Lexicon
) -> None:
    words = [*random.Random(3).sample(list(lexicon), 300), *ODD_WORDS]
    told = answers_of(asked, REFUSED, words + NO_WORDS)
    refusals = [refusal(hint, msgspec.convert(table, Table), lexicon) for table in REFUSED]
    assert told["tables"] == refusals
    rulebook = PRESETS["rulebook"]
    facts = [json.loads(json.dumps(word_json(word, [lexicon], rulebook))) for word in words]
    for one in facts:
        if not one["is_word"]:
            one["definitions"] = None  # A site has the meanings of its words alone.
    facts += [refusal(word_json, word, [lexicon], rulebook) for word in NO_WORDS]
    differ = [(one, other) for one, other in zip(told["words"], facts, strict=True) if one != other]
    assert differ == []
    assert asked.evaluate(KEPT_TRIE) == digest_of(lexicon)


def check_advice(pairs: list[tuple[list[Any], Any]], answers: list[Any]) -> None:
    assert len(pairs) == len(answers) == ADVISED
    assert {wanted["against"] for _, wanted in pairs} > {"static", "common", "hard"}
    plans = [plan for _, wanted in pairs for plan in wanted["turns"]]
    assert any(plan["whole"] for plan in plans)
    said = " ".join(reason for plan in plans for reason in plan["reasons"])
    for part in ("Buys", "Can buy no", "Replaces", "new cards.", "+-", "by its"):
        assert part in said
    for part in ("the next round is", "a turn of", "turns of", "royalties to others", "last turn"):
        assert part in said
    for (asked, wanted), given in zip(pairs, answers, strict=True):
        assert is_same(wanted, given), asked


@pytest.mark.filterwarnings("ignore:the lexicon .* has no tables of its own")
def test_own_words_and_other_rules(browser: Browser, tmp_path: Path, run: Run) -> None:
    words = ["AB" * 20, "CAT", "ACT", "JEWELS", "JEWEL", "EEEEEEEE", "ZZZ", "AXE", "EEL", "SEE"]
    (tmp_path / "words.txt").write_text("\n".join(words))
    site, lexicon = tmp_path / PATH[1:], Lexicon.load(tmp_path / "words.txt")
    write_site(site, lexicon, {"online": PRESETS["online"]})
    files = {file: file.read_bytes() for file in site.rglob("*.*")}
    (site / "engine" / "old.js").write_text("")
    # Written again it is the same, and has nothing else.
    options = ["--lexicon", str(tmp_path / "words.txt"), "--ruleset", "online"]
    assert run("site", str(site), *options).code == 0
    assert {file: file.read_bytes() for file in site.rglob("*.*")} == files
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [], "ruleset": "online"}
    wanted = msgspec.to_builtins(hint(msgspec.convert(table, Table), lexicon))
    with closing(Host(tmp_path)) as host, closing(Visit(browser, host.url, PHONE, "light")) as own:
        page = own.page
        others = ({"ruleset": None}, {"ruleset": "rulebook"}, {"stacking": "add"})
        page.goto(f"{PATH}/")
        told = answers_of(page, [{**table, **other} for other in others], [])["tables"]
        assert page.evaluate(KEPT_TRIE) == digest_of(lexicon)
    assert differing([(table, wanted)], told[:1]) == []
    assert told[0]["advice_needs"].startswith("there is no opponent")
    assert told[1]["refusal"].startswith("there is no ruleset 'rulebook'; choose one of")
    assert told[2]["refusal"].startswith("there are no hints for the stacking 'add' here")


@pytest.mark.parametrize("n", [2_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_browser_answers_as_the_library(asked: Page, lexicon: Lexicon, n: int) -> None:
    pairs = answered(lexicon, n)
    answers = answers_of(asked, [table for table, _ in pairs], [])
    assert differing(pairs, answers["tables"]) == []


def test_a_browser_advises_as_the_library(asked: Page, lexicon: Lexicon) -> None:
    # All at once: what is played for one does not wait for what is played for another.
    pairs = asked_and_advised(lexicon, ADVISED)
    check_advice(pairs, asked.evaluate(ADVISE, [question for question, _ in pairs]))


@pytest.mark.soak
def test_a_browser_chooses_in_a_second_as_well_as_python_in_a_third(
    asked: Page, lexicon: Lexicon
) -> None:
    lost = []
    for table in played_tables(lexicon, CHOSEN):
        view = view_of(msgspec.convert(table, Table), lexicon)
        by_python = advise(view, lexicon, seconds=0.3).best.notation
        (told,) = asked.evaluate(ADVISE, [[table, "static", None, 1.0]])
        by_browser = told["turns"][0]["turn"]["notation"]
        python, browser = (
            wins(view, lexicon, [by_python, by_browser], SURE_GAMES)
            if by_python != by_browser
            else (0.0, 0.0)
        )
        lost.append(python - browser)
    mean, error = statistics.mean(lost), statistics.stdev(lost) / math.sqrt(CHOSEN)
    told_of = f"{100 * mean:.2f} % +- {100 * error:.2f}, {sum(map(bool, lost))} other plans"
    sys.stderr.write(f"lost: {told_of}\n")
    assert mean < 2 * error


def test_a_hint_comes_while_games_are_played_and_a_stream_ends_when_it_is_closed(
    asked: Page,
) -> None:
    opponents = [{"patents": "E"}, {"patents": "S"}]
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": opponents}
    told = asked.evaluate(INTERRUPT, table)
    assert told["playouts"] < 10**8
    assert told["plans"] > 5
    assert set(told["later"]) == {60}
    # What cannot be advised on is refused with the sentence of the library.
    (refused,) = asked.evaluate(ADVISE, [[{**table, "community": "EE"}, "static", 60]])
    detail = "the community EE has 2 cards; at the start of a turn it has 3"
    assert refused == {"detail": detail}
    assert asked.evaluate(CLOSED, table) == ["AbortError", 200, 2]


def test_without_the_file_of_a_worker_a_page_says_so_each_time(
    browser: Browser, static_site: Path, tmp_path: Path
) -> None:
    shutil.copytree(static_site, tmp_path / PATH[1:])
    (tmp_path / PATH[1:] / "engine" / "player.js").unlink()
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [{}]}
    detail = "A part of this page could not be loaded. Load the page again."
    with closing(Host(tmp_path)) as host, closing(browser.new_page()) as page:
        page.goto(f"{host.url}{PATH}/")
        for _ in range(2):
            (told,) = page.evaluate(IN_TIME, [[table, "static", 60]])
            assert told == {"detail": detail}
        (tmp_path / PATH[1:] / "engine" / "worker.js").unlink()
        with closing(browser.new_page()) as other:
            other.goto(f"{host.url}{PATH}/play.html")
            other.get_by_text(detail).wait_for()


# In Firefox, which a page of the test's own asks, and in which it plays a game --------------------


TABLES = 20
SECONDS = 240
ASK_AND_PLAY = """
const tell = (told) => fetch("./answers", {method: "POST", body: JSON.stringify(told)});
const frame = document.createElement("iframe");
const button = (text) => [...frame.contentDocument.querySelectorAll("button")].find(
  (one) => one.textContent === text && !one.disabled);
const find = (selector) =>
  [...frame.contentDocument.querySelectorAll(selector)].find((one) => one.checkVisibility());
async function wait(look) {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function playedGame() {
  frame.src = "./play.html?new";
  document.body.append(frame);
  (await wait(() => button("Begin"))).click();
  for (;;) {
    const next = await wait(() => find(".result") ?? button("Hint"));
    if (next.matches(".result")) break;
    next.click();
    (await wait(() => find("#hinted .plan"))).click();
    (await wait(() => button("Play this"))).click();
    (await wait(() => find("[data-row=tell]:enabled"))).click();
  }
  const {readGame, textOf} = await import("./table/game.js");
  const text = localStorage["letter-tycoon-game-1"].split("\\n").slice(2).join("\\n");
  const sha256 = /"sha256": "(\\w+)"/.exec(text)[1];
  return textOf(readGame(text, {name: "enable", sha256, isWord: () => true}));
}
try {
  const {request} = await import("./static/request.js");
  const answers = [];
  for (const table of await (await fetch("./tables.json")).json()) {
    answers.push(await (await request("/api/hint", {body: JSON.stringify(table)})).json());
  }
  await tell([answers, await playedGame()]);
} catch (error) {
  await tell(String(error));
}
"""


def test_firefox_answers_as_the_library_and_plays_a_game(
    static_site: Path, lexicon: Lexicon, tmp_path: Path
) -> None:
    """The files are those that the tables above were asked of; what may differ is the browser."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("no Firefox for the site; install it with: apt-get install firefox-esr")
    site = tmp_path / "site"
    shutil.copytree(static_site, site)
    pairs = answered(lexicon, TABLES)
    (site / "tables.json").write_text(json.dumps([table for table, _ in pairs]))
    (site / "ask.js").write_text(ASK_AND_PLAY)
    script = '<script type="module" src="./ask.js"></script>'
    (site / "ask.html").write_text(f"<!doctype html><body>{script}")
    host = Host(site)
    command = [firefox, "--headless", "--no-remote", "--profile", str(tmp_path)]
    page = f"{host.url}/ask.html"
    with subprocess.Popen([*command, page], stderr=subprocess.DEVNULL) as browser:
        try:
            told_by_page = host.posted.get(timeout=SECONDS)
        finally:
            browser.terminate()
            host.close()
    assert isinstance(told_by_page, list), told_by_page
    answers, text = told_by_page
    assert differing(pairs, answers) == []
    game = read_game_text(text)
    assert isinstance(game, Game)
    assert game.state.is_over
