"""Reviews: verdicts as they come, one after the other."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from support import json_schema, records
from support.pages import Running, events
from support.reviews import judged, text_of, upload

from letter_tycoon_solver.advisor import analysis as analysis_module
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.game import Game
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.web.review.games import (
    ReviewedGame,
)
from letter_tycoon_solver.web.review.replies import judged_json, review_json
from letter_tycoon_solver.web.site import Site

QUICK = {"seconds": "0.02"}


@pytest.fixture(scope="module")
def lexicon(site: Site) -> Lexicon:
    return site.lexicon(None)


@pytest.fixture(scope="module")
def played(lexicon: Lexicon) -> Game:
    return records.played_game(lexicon)


@pytest.fixture
def record(played: Game, tmp_path: Path) -> str:
    return text_of(played, tmp_path)


# Verdicts ----------------------------------------------------------------------------------------


def test_every_turn_has_its_verdict(client: httpx.Client, record: str) -> None:
    told = upload(client, record)
    stream = judged(client, told["game"], QUICK)
    assert stream[-1] == ("done", {"reason": "finished"})
    parts = [data for name, data in stream if name == "judged"]
    judgements = [one for part in parts for one in part["judgements"]]
    assert [one["turn"] for one in judgements] == list(range(len(told["turns"])))
    assert [part["missing"] for part in parts] == list(range(len(parts) - 1, -1, -1))
    last = parts[-1]
    assert [one["player"] for one in last["players"]] == [0, 1]
    for one in last["players"]:
        own = [j for j in judgements if told["turns"][j["turn"]]["active"] == one["player"]]
        counts = [one[name] for name in ("best", "fine", "mistakes", "blunders")]
        verdicts = [j["verdict"] for j in own]
        assert counts == [verdicts.count(name) for name in ("best", "fine", "mistake", "blunder")]
    assert all(0 <= one["win"] <= 1 and one["games"] >= 2 for one in judgements)
    for one in judgements:
        is_same = one["best"]["notation"] == told["turns"][one["turn"]]["played"]["notation"]
        assert one["verdict"] == "best" or not is_same
        assert one["why"]


def test_a_computer_is_called_as_in_play_and_has_nothing_to_practise(
    client: httpx.Client, lexicon: Lexicon, tmp_path: Path
) -> None:
    game = records.played_game(lexicon, names=("Ann", "medium 2"))
    told = upload(client, text_of(game, tmp_path))
    assert told["names"] == ["Ann", "Medium 2"]
    assert [seat["name"] for seat in told["turns"][0]["seats"]] == told["names"]
    parts = [part for name, part in judged(client, told["game"], QUICK) if name == "judged"]
    assert [one["is_person"] for one in parts[-1]["players"]] == [True, False]
    reasons = [why for part in parts for one in part["judgements"] for why in one["why"]]
    assert "(Medium 2)" in " ".join(reasons)


def test_a_decided_game_is_judged_by_dollars(client: httpx.Client, lexicon: Lexicon) -> None:
    game = records.hopeless_game(lexicon)
    played = played_in(game)
    reviewed = ReviewedGame(played, lexicon, is_tracked=False, record=b"")
    analysis = analysis_module.analyze(game, lexicon, playouts=800)
    known = dict(enumerate(analysis.decisions))
    told = msgspec.to_builtins(judged_json(reviewed, known, known))
    document = client.get("/api/openapi.json").json()
    judged = {"$ref": "#/components/schemas/Judged"}
    assert list(json_schema.faults(told, judged, document)) == []
    for one, decision in zip(told["judgements"], analysis.decisions, strict=True):
        assert one["is_decided"]
        assert (one["margin"], one["margin_error"]) == (decision.margin, decision.margin_se)
        assert one["verdict"] == decision.verdict.value
    names = [one["verdict"] for one in told["judgements"]]
    assert names.count("mistake") + names.count("blunder") >= 2
    for one, summary in zip(told["players"], analysis.summaries(), strict=True):
        assert (one["score"], one["score_error"], one["open_turns"]) == (None, None, 0)
        assert one["no_score"] == summary.no_score_in_words() != ""
    assert told["costliest"]
    assert review_json("key", reviewed, keeps_mistakes=True).margins == list(analysis.margins or ())


def test_what_is_judged_is_kept(
    client: httpx.Client, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = {"seconds": "0.021"}
    told = upload(client, record)
    places: list[int] = []
    with client.stream(
        "GET", f"/api/reviews/{told['game']}/verdicts", params=params
    ) as stream:  # Left after three turns.
        for line in stream.iter_lines():
            if line.startswith("data: ") and "judgements" in line:
                data = json.loads(line.removeprefix("data: "))
                places += [one["turn"] for one in data["judgements"]]
                if len(places) >= 3:
                    break
    first, *_ = judged(client, told["game"], params)
    assert [one["turn"] for one in first[1]["judgements"]][:3] == places
    monkeypatch.setattr("letter_tycoon_solver.web.review.verdicts.judge", None)
    # The same game again is known to the last turn, also as another upload.
    kept, done = judged(client, upload(client, record)["game"], params)
    assert kept[1]["missing"] == 0
    assert done[0] == "done"


def test_a_review_stops_when_its_page_goes(running: Running, record: str) -> None:
    told = upload(running.client, record)
    with listening(running, told["game"], "5") as names:
        assert next(names) == "judged"
        thinking = wait_for(lambda: running.jobs._running)
    assert thinking.is_stopped.wait(60)
    wait_for(lambda: running.jobs._running is None)


def test_a_review_gives_way_between_turns(running: Running, record: str) -> None:
    told = upload(running.client, record)
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [{}]}
    asked = {"table": json.dumps(table), "seconds": "0.1"}
    with listening(running, told["game"], "0.3") as names:
        assert next(names) == "judged"
        wait_for(lambda: running.jobs._running)
        advice = events(running.client.get("/api/advice", params=asked).text)
        assert advice[-1] == ("done", {"reason": "finished"})
    # So it has not waited for the end of the review, which was then left.
    path = f"/api/reviews/{told['game']}/verdicts"
    with running.client.stream("GET", path, params={"seconds": "0.3"}) as stream:
        lines = stream.iter_lines()
        data = next(line for line in lines if line.startswith("data: "))
        assert json.loads(data.removeprefix("data: "))["missing"] > 0


def test_the_reviews_of_a_client_are_few(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.web.review.api.MAX_STREAMS", 1)
    game = upload(running.client, record)["game"]
    path = f"/api/reviews/{game}/verdicts"
    with listening(running, game, "5") as names:
        assert next(names) == "judged"
        assert running.client.get(path).status_code == 429
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with running.client.stream("GET", path, params=QUICK) as answer:
            if answer.status_code == 200:
                return
    pytest.fail("the place is not given back")


def test_a_server_that_stops_ends_its_reviews(site: Site, record: str) -> None:
    with Running(site) as running:
        game = upload(running.client, record)["game"]
        with listening(running, game, "5") as names:
            assert next(names) == "judged"
            running.stop()
            assert list(names)[-1] == "done"


def test_a_mistake_in_a_judgement_is_told(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("letter_tycoon_solver.web.review.verdicts.judge", fail)
    game = upload(running.client, record)["game"]
    _, (name, problem), done = judged(running.client, game, {"seconds": "0.022"})
    assert (name, problem["status"], "secret" in problem["detail"]) == ("problem", 500, False)
    assert done == ("done", {"reason": "problem"})


@pytest.mark.parametrize("seconds", ["0", "-1", "5.1", "nan", "long"])
def test_seconds_have_limits(client: httpx.Client, record: str, seconds: str) -> None:
    game = upload(client, record)["game"]
    answer = client.get(f"/api/reviews/{game}/verdicts", params={"seconds": seconds})
    assert answer.status_code == 422


def test_the_line_may_be_full_for_a_while(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.web.advice.MAX_PRESENT", 0)
    game = upload(running.client, record)["game"]
    with listening(running, game, "0.023") as names:
        assert [next(names), next(names)] == ["judged", "waiting"]
        monkeypatch.undo()
        assert "judged" in (next(names) for _ in range(5))


def test_judging_one_turn_is_as_in_an_analysis(played: Game, lexicon: Lexicon) -> None:
    effort = analysis_module.Effort(None, 64, 3)
    (_, choice, *_) = played_in(played).choices
    checks: list[None] = []
    with ThreadPoolExecutor(1) as workers:
        one = analysis_module.judge(choice, lexicon, effort, workers, lambda: checks.append(None))
        whole = analysis_module.analyze(
            played, lexicon, players=[choice.seen.active], playouts=64, seed=3, executor=workers
        )
    assert one in whole.decisions
    assert checks


@contextmanager
def listening(running: Running, game: str, seconds: str) -> Iterator[Iterator[str]]:
    """The names of the events of a review, as they come."""

    def names(answer: httpx.Response) -> Iterator[str]:
        for line in answer.iter_lines():
            if line.startswith("event: "):
                yield line.removeprefix("event: ")

    url = f"{running.url}/api/reviews/{game}/verdicts"
    with httpx.stream("GET", url, params={"seconds": seconds}, timeout=60) as answer:
        assert answer.status_code == 200
        yield names(answer)


def wait_for(look: Callable[[], Any]) -> Any:
    """Look until something is found."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if found := look():
            return found
        threading.Event().wait(0.005)
    pytest.fail("it does not come")
