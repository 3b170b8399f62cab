"""The API: what is asked and answered, advice as it comes, and what is refused."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import math
import random
import string
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Final

import httpx
import msgspec
import pytest
from starlette.requests import ClientDisconnect
from support import records
from support.pages import FILE, Running, events, listening, upload

import letter_tycoon_solver as lts
from letter_tycoon_solver.advisor import Opponents, advise
from letter_tycoon_solver.advisor.players import new_player
from letter_tycoon_solver.cli.hint import Asked
from letter_tycoon_solver.cli.options import Rules
from letter_tycoon_solver.game import game_text
from letter_tycoon_solver.game.state import SeenState
from letter_tycoon_solver.rules.ruleset import PRESETS
from letter_tycoon_solver.web.messages import MAX_BODY, EventsResponse
from letter_tycoon_solver.web.schema import Done, Table, Waiting, view_of
from letter_tycoon_solver.web.simulations import (
    MAX_PLANS,
    MAX_SECONDS,
    Job,
    JobQueue,
    Site,
    Work,
    advice_json,
)

TABLE: dict[str, Any] = {
    "hand": "JWLEANZ",
    "community": "EES",
    "patents": "K",
    "money": 3,
    "opponents": [{"patents": "E"}, {}],
}
PROBLEM = "application/problem+json"


# Hints -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        {"hand": "JWLE"},
        {"hand": "AAIIOUU", "community": "E", "opponents": [{}]},
        {"hand": "ABQDEYY", "community": "ZOE", "patents": "QVXZ", "opponents": [{"patents": "A"}]},
        {"hand": "abqdeyy", "patents": "q", "replaced": True, "ruleset": "online"},
        {**TABLE, "lexicon": "common", "ruleset": "reference-manual", "stacking": "add"},
    ],
)
def test_a_hint_has_the_plans_of_the_command(client: httpx.Client, table: dict[str, Any]) -> None:
    ruleset_name = table.get("ruleset", "rulebook")
    ruleset = PRESETS[ruleset_name]
    if "stacking" in table:
        ruleset = dataclasses.replace(ruleset, stacking=lts.Stacking(table["stacking"]))
    position = lts.Position(
        table["hand"],
        table.get("community", ""),
        table.get("patents", ""),
        [rival.get("patents", "") for rival in table.get("opponents", [])],
        table.get("money", 0),
    )
    turn = lts.OpenTurn(position, may_replace=not table.get("replaced"))
    lexicon = lts.Lexicon.load(table.get("lexicon", "enable"))
    asked = Asked(turn, lexicon, Rules(ruleset_name, ruleset), ("equity",))
    expected = asked.turns(20)
    answer = client.post("/api/hint", json=table)
    assert answer.status_code == 200
    plans = answer.json()["turns"]
    assert len(plans) == len(expected) <= 20
    assert [plan["notation"] for plan in plans] == [turn.notation for turn in expected]
    assert [plan["leave"] for plan in plans] == [turn.leave for turn in expected]
    assert [plan["equity"]["total"] for plan in plans] == [turn.equity.total for turn in expected]
    assert all(
        set(plan["leave"] + plan["discards"]) <= set(table["hand"].upper()) for plan in plans
    )


def test_cards_as_laid(client: httpx.Client) -> None:
    table = {**TABLE, "patents": "KXZ", "opponents": [{"patents": "E"}, {"patents": "S"}]}
    plans = client.post("/api/hint", json=table).json()["turns"]
    (jells,) = [plan for plan in plans if plan["notation"].startswith("JeL(L)+S")]
    (word,) = jells["words"]
    assert word == {"word": "JELLS", "sources": "hchds", "ys": "", "doublers": "K"}
    assert jells["royalties"] == [1, 0]
    plans = client.post("/api/hint", json={"hand": "YACHT", "patents": "K"}).json()["turns"]
    (yacht,) = [plan["words"][0] for plan in plans if plan["notation"].startswith("YACHT")]
    assert yacht["ys"] == "c"


def test_a_hint_says_what_is_missing(client: httpx.Client) -> None:
    some = client.post("/api/hint", json={"hand": "CAT", "opponents": [{}]}).json()
    assert "at the start of a turn it has 7" in some["advice_needs"]
    alone = client.post("/api/hint", json={**TABLE, "opponents": []}).json()
    assert "no opponent" in alone["advice_needs"]
    whole = client.post("/api/hint", json=TABLE).json()
    assert whole["advice_needs"] == ""


@pytest.mark.parametrize("computer", ["easy", "medium", "hard", "best"])
def test_a_computer_takes_the_turn_of_its_level(
    client: httpx.Client, site: Site, computer: str
) -> None:
    taken = []
    for seed in (0, 0, 1, 2, 3):
        answer = client.post("/api/turn", json={**TABLE, "computer": computer, "seed": seed})
        taken.append(answer.json()["notation"])
    view = view_on(site)
    turn = new_player("static" if computer == "best" else computer, seed=3).choose(view)
    assert isinstance(turn, lts.Turn)
    assert taken[-1] == turn.notation
    assert taken[0] == taken[1]
    # But for the best they differ from game to game.
    assert (len(set(taken)) > 1) == (computer != "best")


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        ("", 400, "truncated"),
        ("\xff", 400, ""),
        ("[" * 5000, 422, "Expected `object`"),
        ("[]", 422, "Expected `object`"),
        ("{}", 422, "missing required field `hand`"),
        ('{"hand": 7}', 422, "Expected `str`"),
        ('{"hand": "CAT", "file": "/etc/passwd"}', 422, "unknown field `file`"),
        ('{"hand": "CAT", "money": -1}', 422, ">= 0"),
        ('{"hand": "CAT", "opponents": [{}, {}, {}, {}, {}]}', 422, "length <= 4"),
        ('{"hand": "CAT", "ruleset": "chess"}', 422, "Invalid enum value"),
        ('{"hand": "CAT", "lexicon": "../../etc/passwd"}', 422, "there is no word list"),
        ('{"hand": "C4T"}', 422, "only the letters A to Z are cards"),
        ('{"hand": "ABCDEFGH"}', 422, "the ruleset allows at most 7"),
    ],
)
def test_what_a_hint_cannot_be_asked(
    client: httpx.Client, body: str, status: int, part: str
) -> None:
    answer = client.post(
        "/api/hint",
        content=body.encode("latin-1"),
        headers={"Content-Type": "application/json"},
    )
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    told = answer.json()
    assert told["status"] == status
    assert part in told["detail"]


def test_a_body_is_json_and_not_too_long(client: httpx.Client) -> None:
    text = client.post("/api/hint", content="{}", headers={"Content-Type": "text/plain"})
    assert text.status_code == 415
    long = json.dumps({"hand": "A" * MAX_BODY})
    kind = {"Content-Type": "application/json; charset=utf-8"}
    assert client.post("/api/hint", content=long, headers=kind).status_code == 413
    parts = (b" " * 1000 for _ in range(MAX_BODY))
    assert client.post("/api/hint", content=parts, headers=kind).status_code == 413


@pytest.mark.parametrize(
    ("table", "seconds", "status", "part"),
    [
        ({"hand": "CAT"}, "1", 422, "no opponent"),
        ({**TABLE, "community": ""}, "1", 422, "at the start of a turn it has 3"),
        (TABLE, "0", 422, "above 0"),
        (TABLE, "1e9", 422, "above 0, at most 30"),
        (TABLE, "nan", 422, "above 0"),
        (TABLE, "long", 422, "Expected `float`"),
        ("junk", "1", 422, "Expected `object`"),
    ],
)
def test_what_advice_cannot_be_asked(
    client: httpx.Client, table: object, seconds: str, status: int, part: str
) -> None:
    answer = client.get("/api/advice", params={"table": json.dumps(table), "seconds": seconds})
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert part in answer.json()["detail"]
    assert client.get("/api/advice", params={"seconds": seconds}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/tracks",
        "/api",
        "/api/",
        "/api/hints",
        "/static/",
        "/static/app.py",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/hint.html",
    ],
)
def test_nothing_else_is_there(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, PROBLEM)


def test_other_methods_are_refused(client: httpx.Client) -> None:
    for method, path in (("GET", "/api/hint"), ("POST", "/api/setup"), ("DELETE", "/")):
        answer = client.request(method, path)
        assert (answer.status_code, answer.headers["Content-Type"]) == (405, PROBLEM)
        assert method in answer.json()["detail"]


def test_a_mistake_is_told_without_its_inside(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("letter_tycoon_solver.web.board.hint", fail)
    with Running(site) as running:
        answer = running.client.post("/api/hint", json=TABLE)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Content-Security-Policy" in answer.headers
    assert "A request has failed" in caplog.text


# Words, setup ------------------------------------------------------------------------------------


def test_words(client: httpx.Client) -> None:
    told = client.get("/api/words/jewels").json()
    assert (told["word"], told["is_word"], told["why_not"]) == ("JEWELS", True, None)
    assert told["lists"] == {"enable": True, "common": True}
    assert told["payouts"][0] == {"patents": "", "money": 4, "stock": 1, "doublers": "", "y_as": ""}
    axes = client.get("/api/words/axes").json()["definitions"]
    assert {"AXE", "AX", "AXIS"} & {one["lemma"] for one in axes}
    assert client.get("/api/words/qqqq").json()["definitions"] == []
    assert client.get("/api/words/tinsel").json()["anagrams"] == [
        *("ELINTS", "ENLIST", "INLETS", "LISTEN", "SILENT")
    ]
    other = client.get("/api/words/jells", params={"lexicon": "common"}).json()
    assert next(iter(other["lists"])) == "common"
    assert client.get("/api/words/c4t").status_code == 422
    assert client.get("/api/words/cat", params={"lexicon": "x"}).status_code == 422
    assert client.get("/api/words/cat", params={"ruleset": "x"}).status_code == 422


def test_the_setup_has_all_that_can_be_chosen(client: httpx.Client) -> None:
    told = client.get("/api/setup").json()
    assert told["lexicons"] == ["enable", "common"]
    assert told["digests"]["common"] == lts.Lexicon.load("common").digest
    assert told["rulesets"] == list(PRESETS)
    assert told["opponents"]["common"] == "people who know common words"
    assert list(told["opponents"]) == [kind.value for kind in Opponents]


def test_a_list_of_ones_own_comes_first(site: Site, tmp_path: Any) -> None:
    file = tmp_path / "enable"
    file.write_text("cat\nact\n", "utf-8")
    own = Site(str(file))
    assert [one.name for one in own.lexicons()] == ["enable", "common"]
    assert len(own.lexicon(None)) == 2
    assert len(site.lexicon(None)) > 2


# Advice: streams of events, one simulation at a time ----------------------------------------------


def view_on(site: Site) -> SeenState:
    return view_of(msgspec.convert(TABLE, Table), site.lexicon(None))


def params(seconds: float) -> dict[str, str]:
    return {"table": json.dumps(TABLE), "seconds": str(seconds)}


def wait_until_idle(running: Running) -> None:
    """Until the simulations of other tests have seen that nobody listens."""
    until = time.monotonic() + 60
    while running.jobs.line and time.monotonic() < until:
        time.sleep(0.01)


def thinking(
    running: Running, seconds: float = MAX_SECONDS
) -> AbstractContextManager[Iterator[str]]:
    """A simulation of the table."""
    return listening(running, "/api/advice", **params(seconds))


@pytest.fixture(autouse=True)
def _idle(running: Running) -> None:
    wait_until_idle(running)


# Streams -----------------------------------------------------------------------------------------


def test_a_stream_settles_and_ends(client: httpx.Client) -> None:
    answer = client.get("/api/advice", params=params(0.5))
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    told = events(answer.text)
    assert {name for name, _ in told[:-1]} == {"advice"}
    assert told[-1] == ("done", {"reason": "finished"})
    *_, last = [data for name, data in told if name == "advice"]
    assert last["final"]
    assert [data["final"] for name, data in told[:-2]] == [False] * (len(told) - 2)
    games = [data["playouts"] for _, data in told[:-1]]
    assert games == sorted(games)
    best = last["turns"][0]
    assert any("$" in reason for reason in best["reasons"])
    assert best["turn"]["words"]


def test_opponents_are_people_unless_something_else_is_chosen(client: httpx.Client) -> None:
    def last(**chosen: str) -> Any:
        told = events(client.get("/api/advice", params={**params(0.2), **chosen}).text)
        return [data for name, data in told if name == "advice"][-1]

    people, experts, easy = last(), last(against="static"), last(against="EASY")
    assert [one["against"] for one in (people, experts, easy)] == ["common", "static", "easy"]
    refused = client.get("/api/advice", params={**params(0.2), "against": "hrad"})
    assert refused.status_code == 422
    assert "opponents is 'hrad'; choose from common, static" in refused.json()["detail"]


def test_chances_are_told_as_the_library_tells_them(site: Site) -> None:
    view, lexicon = view_on(site), site.lexicon(None)
    advice = advise(view, lexicon, playouts=8_000)
    told = msgspec.to_builtins(advice_json(advice, view, lexicon, final=True))
    assert len(told["turns"]) == MAX_PLANS < len(advice.turns)
    for at, (plan, ranked) in enumerate(zip(told["turns"], advice.turns, strict=False)):
        assert plan["turn"]["notation"] == ranked.notation
        chance = ranked.win, ranked.win_loss_se if at else ranked.win_se
        finite = [number if math.isfinite(number) else None for number in chance]
        assert [plan["win"], plan["error"]] == finite
    first, *_, last = (plan["win"] for plan in told["turns"])
    assert 0 < first < 1
    assert last is None


def test_a_hint_is_answered_while_a_simulation_runs(running: Running) -> None:
    with thinking(running) as told:
        assert next(told) == "advice"
        for _ in range(20):
            answer = running.client.post("/api/hint", json={"hand": "JWLEANZ"})
            assert answer.json()["turns"]
        assert next(told) == "advice"


def test_a_simulation_stops_when_its_client_goes(running: Running) -> None:
    with thinking(running) as told:
        assert next(told) == "advice"
        (job,) = running.jobs.line
    wait_until_idle(running)
    assert job.is_stopped.is_set()
    assert running.jobs.line == []


# The line ----------------------------------------------------------------------------------------


def run(coroutine: Any) -> None:
    # In a thread of its own, as a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asyncio.wait_for(coroutine, 60)).result()


async def listener(jobs: JobQueue, work: Work) -> tuple[asyncio.Task[None], list[Any]]:
    """Whoever has joined a line, and what is told."""
    told: list[Any] = []

    async def listen() -> None:
        async for one in jobs.events(work):
            told.append(one)  # noqa: PERF401 (it is read while it grows)

    task = asyncio.create_task(listen())
    await asyncio.sleep(0.01)
    return task, told


async def leave(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
    await asyncio.sleep(0.01)


def test_a_stream_whose_client_goes_between_two_events_has_ended() -> None:
    def work(job: Job, _: object) -> None:
        job.tell(Waiting(1))
        begin.wait(60)

    async def send(message: Any) -> None:
        if message.get("body"):
            raise OSError("the client is gone")

    async def scene() -> None:
        jobs = JobQueue()
        response = EventsResponse(jobs.events(work), lambda _: ("waiting", ""))
        with pytest.raises(ClientDisconnect):
            await response({"type": "http", "asgi": {"spec_version": "2.4"}}, None, send)
        assert jobs.line == []
        begin.set()
        jobs.close()

    begin = threading.Event()
    run(scene())


def test_first_in_first_out() -> None:
    """Each is told how many are before it, and again when that changes."""

    async def check() -> None:
        jobs, begin = JobQueue(), threading.Event()
        heard: list[str] = []

        def named(name: str) -> Work:
            """Done as soon as it may begin."""

            def work(*_: object) -> None:
                begin.wait(60)
                heard.append(name)

            return work

        first, second, third, fourth = [await listener(jobs, named(name)) for name in "abcd"]
        assert fourth[1] == [Waiting(3)]
        await leave(second[0])
        # One that runs, and that nobody listens to any more, does not count.
        await leave(first[0])
        assert fourth[1] == [Waiting(3), Waiting(2), Waiting(1)]
        fifth = await listener(jobs, named("e"))
        assert fifth[1] == [Waiting(2)]
        begin.set()
        await asyncio.wait([task for task, _ in (third, fourth, fifth)])
        assert heard == [*"acde"]
        assert fifth[1][-1] == Done("finished")
        jobs.close()
        _, late = await listener(jobs, named("f"))
        assert late == [Done("server stops")]

    run(check())


# Whatever is sent is refused with a sentence: no request makes the server fail --------------------


PATHS: Final = (
    *("/", "/play", "/track", "/words", "/practice", "/review", "/review/all", "/nowhere"),
    *("/review/record", "/review/chart.svg", "/review/mistakes", "/static/page.css", "/static/"),
    *(
        "/table/rules.js",
        "/engine/../app.py",
        "/api/setup",
        "/api/hint",
        "/api/turn",
    ),
    *("/api/advice", "/api/words/CAT", "/api/judged", "/practice/hands", "/practice/mistakes"),
)
NAMES: Final = (
    *("game", "turn", "player", "judge", "table", "seconds", "against", "lexicon", "day"),
    *("ruleset", "token", "hand", "key"),
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
