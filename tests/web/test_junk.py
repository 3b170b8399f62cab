"""Whatever is sent, the server refuses it with a sentence: no request makes it fail."""

from __future__ import annotations

import json
import random
import string
from typing import Any, Final

import httpx
import pytest
from support import records
from support.pages import FILE, upload

from letter_tycoon_solver.game import game_text
from letter_tycoon_solver.web.site import Site

PATHS: Final = (
    *("/", "/play", "/track", "/words", "/practice", "/review", "/review/all", "/nowhere"),
    *("/review/record", "/review/chart.svg", "/review/mistakes", "/static/page.css", "/static/"),
    *(
        "/table/rules.js",
        "/engine/../app.py",
        "/api/status",
        "/api/setup",
        "/api/hint",
        "/api/turn",
    ),
    *("/api/advice", "/api/words/CAT", "/api/judged", "/practice/hands", "/practice/mistakes"),
)
NAMES: Final = (
    *("game", "turn", "player", "kept", "judge", "table", "seconds", "against", "lexicon", "day"),
    *("ruleset", "token", "hand", "key", "done"),
)
FIELDS: Final = (
    *("hand", "community", "patents", "money", "stock", "opponents", "replaced", "ruleset", "goal"),
    *("lexicon", "discards", "round", "start", "final_round", "computer", "seed", "turn", "date"),
)
TYPES: Final = (
    *("application/json", "application/octet-stream", "application/x-www-form-urlencoded"),
    *("text/plain", "", "multipart/form-data; boundary=x"),
)


def value(rng: random.Random, depth: int = 0) -> Any:
    """Return something that JSON has."""
    kinds = [
        rng.randrange(-3, 12),
        rng.choice([1e308, -1.5, 0.0, 2**70]),
        text(rng),
        rng.choice([True, False, None]),
        "".join(rng.choices("AEIOUSTRNQXZ?", k=rng.randrange(9))),
    ]
    if depth < 3:
        kinds += [
            [value(rng, depth + 1) for _ in range(rng.randrange(4))],
            {name: value(rng, depth + 1) for name in rng.sample(FIELDS, rng.randrange(4))},
        ]
    return rng.choice(kinds)


def text(rng: random.Random) -> str:
    alphabet = rng.choice([string.printable, "\x00\ud7ff\u2028é<>\"'&%", "0123456789-.", "{}[]:,"])
    return "".join(rng.choices(alphabet, k=rng.randrange(12)))


def sent(rng: random.Random, good: dict[str, Any]) -> dict[str, Any]:
    """Return a request: something good with a part changed, or anything at all."""
    path = rng.choice(PATHS)
    query = {name: rng.choice([text(rng), *good["query"]]) for name in rng.sample(NAMES, 2)}
    body: Any = {**good["table"], rng.choice(FIELDS): value(rng)}
    content = rng.choice(
        [json.dumps(body), json.dumps(value(rng)), rng.randbytes(40), good["record"][:999], ""]
    )
    headers = {"Content-Type": rng.choice(TYPES), "Accept": rng.choice(["text/html", "*/*"])}
    method = rng.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"])
    return {"method": method, "url": path, "params": query, "content": content, "headers": headers}


@pytest.mark.parametrize(
    "n",
    [
        400,
        pytest.param(4_000, marks=pytest.mark.slow),
        pytest.param(20_000, marks=pytest.mark.soak),
    ],
)
def test_no_request_makes_the_server_fail(client: httpx.Client, site: Site, n: int) -> None:
    record = game_text(records.played_game(site.lexicon(None)))
    good = {
        "record": record,
        "table": {"hand": "JWLEANZ", "community": "EES", "opponents": [{}], "seconds": 0.01},
        "query": [upload(client, record), "enable", "2026-11-22", "0.01", "3", "{}"],
    }
    rng = random.Random(n)
    failed = []
    for _ in range(n):
        request = sent(rng, good)
        with client.stream(**request) as answer:
            if answer.status_code >= 500:
                failed.append((request, answer.read()[:200]))
    assert failed == []
    # It still works.
    assert client.post("/review", content=record, headers=FILE).status_code == 303
