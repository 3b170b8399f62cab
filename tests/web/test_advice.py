"""Advice: streams of events, one simulation at a time."""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import msgspec
import pytest
from support.pages import Running, events

from letter_tycoon_solver._kernels.race import MIN_GAMES
from letter_tycoon_solver.advisor import Advice, advise
from letter_tycoon_solver.web.advice import (
    MAX_OF_CLIENT,
    MAX_PLANS,
    MAX_PRESENT,
    MAX_SECONDS,
    Job,
    JobQueue,
    advice_json,
    simulation,
)
from letter_tycoon_solver.web.messages import LineIsFullError
from letter_tycoon_solver.web.plans import view_of
from letter_tycoon_solver.web.schema import Done, Problem, Rival, Table, Waiting
from letter_tycoon_solver.web.site import Site

TABLE = Table(hand="JWLEANZ", community="EES", patents="K", opponents=[Rival("E"), Rival()])
QUERY = json.dumps(
    {"hand": "JWLEANZ", "community": "EES", "patents": "K", "opponents": [{"patents": "E"}, {}]}
)


def new_stream(site: Site, client: str = "one") -> Job:
    lexicon = site.lexicon(None)
    return Job(client, simulation(view_of(TABLE, lexicon), lexicon, MAX_SECONDS))


def params(seconds: float) -> dict[str, str]:
    return {"table": QUERY, "seconds": str(seconds)}


def wait_until_idle(running: Running) -> None:
    """Until the simulations of other tests have seen that nobody listens."""
    until = time.monotonic() + 60
    while running.jobs._running is not None and time.monotonic() < until:
        time.sleep(0.01)


@contextmanager
def listening(running: Running, seconds: float = MAX_SECONDS) -> Iterator[Iterator[str]]:
    """The names of the events of a stream, as they come."""

    def names(answer: httpx.Response) -> Iterator[str]:
        for line in answer.iter_lines():
            if line.startswith("event: "):
                yield line.removeprefix("event: ")

    with httpx.stream(
        "GET", f"{running.url}/api/advice", params=params(seconds), timeout=60
    ) as answer:
        assert answer.status_code == 200
        yield names(answer)


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
    assert (best["win"]["value"] is None) == (best["playouts"] < MIN_GAMES)
    assert any("$" in reason for reason in best["reasons"])
    assert best["turn"]["words"]


def test_opponents_are_people_unless_something_else_is_chosen(client: httpx.Client) -> None:
    def last(**chosen: str) -> Any:
        told = events(client.get("/api/advice", params={**params(0.2), **chosen}).text)
        return [data for name, data in told if name == "advice"][-1]

    people, experts, easy = last(), last(against="static"), last(against="EASY")
    assert [one["against"] for one in (people, experts, easy)] == ["common", "static", "easy"]
    # Only against experts the ends of games are estimated.
    for one in (people, experts, easy):
        are_whole = [plan["whole"] for plan in one["turns"] if plan["playouts"]]
        assert all(are_whole) == (one is not experts)
    refused = client.get("/api/advice", params={**params(0.2), "against": "hrad"})
    assert refused.status_code == 422
    assert "opponents is 'hrad'; choose from common, static" in refused.json()["detail"]


def test_chances_are_told_as_the_library_tells_them(site: Site) -> None:
    lexicon = site.lexicon(None)
    view = view_of(TABLE, lexicon)
    advice = advise(view, lexicon, playouts=8_000)
    told = msgspec.to_builtins(advice_json(advice, view, lexicon, final=True))
    assert len(told["turns"]) == MAX_PLANS < len(advice.turns)
    for at, (plan, ranked) in enumerate(zip(told["turns"], advice.turns, strict=False)):
        assert plan["turn"]["notation"] == ranked.notation
        chance = ranked.win, ranked.win_loss_se if at else ranked.win_se
        finite = [number if math.isfinite(number) else None for number in chance]
        assert [plan["win"]["value"], plan["win"]["error"]] == finite
    first, *_, last = (plan["win"]["value"] for plan in told["turns"])
    assert 0 < first < 1
    assert last is None


def test_a_hint_is_answered_while_a_simulation_runs(running: Running) -> None:
    with listening(running) as told:
        assert next(told) == "advice"
        for _ in range(20):
            answer = running.client.post("/api/hint", json={"hand": "JWLEANZ"})
            assert answer.json()["turns"]
        assert next(told) == "advice"


def test_others_wait_until_the_first_has_gone(running: Running) -> None:
    with ExitStack() as first_client:
        first = first_client.enter_context(listening(running))
        assert next(first) == "advice"
        with listening(running, 0.3) as second:
            assert next(second) == "waiting"
            first_client.close()
            assert list(second)[-2:] == ["advice", "done"]


def test_a_simulation_stops_when_its_client_goes(running: Running) -> None:
    with listening(running) as told:
        assert next(told) == "advice"
        thinking = running.jobs._running
        assert thinking is not None
    wait_until_idle(running)
    assert thinking.is_left
    assert running.jobs._running is not thinking


def test_too_many_streams_of_one_client_are_refused(running: Running) -> None:
    with ExitStack() as stack:
        streams = [stack.enter_context(listening(running)) for _ in range(MAX_OF_CLIENT)]
        assert [next(stream) for stream in streams] == ["advice"] + ["waiting"] * len(streams[1:])
        answer = running.client.get("/api/advice", params=params(1))
    assert answer.status_code == 429
    assert f"{MAX_OF_CLIENT} of your simulations" in answer.json()["detail"]


def test_a_server_that_stops_says_so(site: Site) -> None:
    with Running(site) as running, listening(running) as first:
        assert next(first) == "advice"
        with listening(running) as second:
            assert next(second) == "waiting"
            running.stop()
            assert list(second) == ["done"]
        assert list(first)[-1] == "done"


# The line ----------------------------------------------------------------------------------------


def run(coroutine: Any) -> None:
    # In a thread of its own, as a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asyncio.wait_for(coroutine, 60)).result()


def test_the_line_is_in_order(site: Site) -> None:
    async def scene() -> None:
        line = JobQueue()
        first, second, third = (new_stream(site, name) for name in ("a", "b", "c"))
        for stream in (first, second, third):
            line.join(stream)
        assert second.inbox.get_nowait() == Waiting(1)
        assert third.inbox.get_nowait() == Waiting(2)
        line.leave(second)
        assert third.inbox.get_nowait() == Waiting(1)
        assert second.inbox.empty()
        line.leave(first)
        line.join(fourth := new_stream(site, "d"))
        # The first, which nobody listens to any more, does not count.
        assert fourth.inbox.get_nowait() == Waiting(1)
        assert third.inbox.get_nowait() == Waiting(0)
        third_told = await third.inbox.get()
        assert not isinstance(third_told, Waiting)
        line.close()
        while third_told != Done("server stops"):
            third_told = await third.inbox.get()
        line.join(late := new_stream(site))
        assert late.inbox.get_nowait() == Done("server stops")

    run(scene())


def test_the_line_has_an_end(site: Site) -> None:
    async def scene() -> None:
        line = JobQueue()
        for number in range(MAX_PRESENT):
            line.join(new_stream(site, str(number)))
        with pytest.raises(LineIsFullError, match="too many simulations"):
            line.join(new_stream(site, "another"))
        line.close()

    run(scene())


def test_who_has_left_does_not_count(site: Site) -> None:
    async def scene() -> None:
        line = JobQueue()
        for _ in range(3 * MAX_OF_CLIENT):
            line.join(stream := new_stream(site))
            line.leave(stream)
        line.close()

    run(scene())


def test_a_mistake_in_a_simulation_is_told(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> Advice:
        raise RuntimeError("secret")

    monkeypatch.setattr("letter_tycoon_solver.web.advice.advise", fail)

    async def scene() -> None:
        line = JobQueue()
        line.join(stream := new_stream(site))
        told = await stream.inbox.get()
        assert isinstance(told, Problem)
        assert "secret" not in told.detail
        assert await stream.inbox.get() == Done("problem")
        line.close()

    run(scene())
    assert "A simulation has failed" in caplog.text


def test_first_in_first_out() -> None:
    """Each is told how many are before it, and again when that changes."""

    async def check() -> None:
        jobs, begin = JobQueue(), threading.Event()
        heard: list[str] = []

        def named(name: str) -> Job:
            """A job that is done as soon as it may begin."""

            def work(*_: object) -> None:
                begin.wait(60)
                heard.append(name)

            return Job(name, work)

        all_jobs = [named(name) for name in "abcd"]
        for job in all_jobs:
            jobs.join(job)
        jobs.leave(all_jobs[1])
        begin.set()
        while len(heard) < 3:
            await asyncio.sleep(0.01)
        assert heard == [*"acd"]
        last = all_jobs[3].inbox
        told = [last.get_nowait() for _ in range(last.qsize())]
        assert told[:3] == [Waiting(3), Waiting(2), Waiting(1)]
        jobs.close()
        jobs.join(late := named("e"))
        assert late.inbox.get_nowait() == Done("server stops")

    run(check())
