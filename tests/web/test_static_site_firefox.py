"""The site in Firefox, which a page of the test's own asks, and in which it plays a game."""

from __future__ import annotations

import functools
import json
import queue
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from support.table_games import answered

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.game import Game, read_game_text
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.static_site import write_site

TABLES = 2_000
SECONDS = 240
ASK = """
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
  return textOf(readGame(text, {name: "enable", sha256, isWord: () => true}).game);
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


@pytest.mark.slow
def test_firefox_answers_as_the_library_and_plays_a_game(tmp_path: Path) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("no Firefox for the site; install it with: apt-get install firefox-esr")
    lexicon, site = Lexicon.load("enable"), tmp_path / "site"
    write_site(site, lexicon, PRESETS)
    pairs = answered(lexicon, TABLES)
    (site / "tables.json").write_text(json.dumps([table for table, _ in pairs]))
    (site / "ask.js").write_text(ASK)
    script = '<script type="module" src="./ask.js"></script>'
    (site / "ask.html").write_text(f"<!doctype html><body>{script}")
    told: queue.Queue[object] = queue.Queue()

    class Host(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    with ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Host, directory=str(site))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [firefox, "--headless", "--no-remote", "--profile", str(tmp_path)]
        page = f"http://127.0.0.1:{server.server_port}/ask.html"
        with subprocess.Popen([*command, page], stderr=subprocess.DEVNULL) as browser:
            try:
                told_by_page = told.get(timeout=SECONDS)
            finally:
                browser.terminate()
        server.shutdown()
    assert isinstance(told_by_page, list), told_by_page
    answers, text = told_by_page
    differing = [
        (table, wanted, given)
        for (table, wanted), given in zip(pairs, answers, strict=True)
        if wanted != given
    ]
    assert differing == []
    game = read_game_text(text)
    assert isinstance(game, Game)
    assert game.state.is_over
