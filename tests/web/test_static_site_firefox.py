"""The site in Firefox, which a page of the test's own asks and has tell its answers."""

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
from support.browser_tables import answered

from letter_tycoon_solver import Lexicon
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.static_site import write_site

TABLES = 2_000
SECONDS = 240
ASK = """
const tell = (told) => fetch("./answers", {method: "POST", body: JSON.stringify(told)});
try {
  const {request} = await import("./request.js");
  const answers = [];
  for (const table of await (await fetch("./tables.json")).json()) {
    answers.push(await (await request("/api/hint", {body: JSON.stringify(table)})).json());
  }
  await tell(answers);
} catch (error) {
  await tell(String(error));
}
"""


@pytest.mark.slow
def test_firefox_answers_as_the_library(tmp_path: Path) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("no Firefox for the site; install it with: apt-get install firefox-esr")
    lexicon, site = Lexicon.load("enable"), tmp_path / "site"
    write_site(site, lexicon, PRESETS)
    pairs = answered(lexicon, TABLES)
    (site / "tables.json").write_text(json.dumps([table for table, _ in pairs]))
    (site / "ask.js").write_text(ASK)
    (site / "ask.html").write_text('<!doctype html><script type="module" src="./ask.js"></script>')
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
                answers = told.get(timeout=SECONDS)
            finally:
                browser.terminate()
        server.shutdown()
    assert isinstance(answers, list), answers
    differing = [
        (table, wanted, given)
        for (table, wanted), given in zip(pairs, answers, strict=True)
        if wanted != given
    ]
    assert differing == []
