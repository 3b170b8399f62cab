"""Reviews: verdicts as they come, one after the other."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from support import records
from support.pages import Running, events, judge, judging, show, text_of, upload

from letter_tycoon_solver.advisor import analysis as analysis_module
from letter_tycoon_solver.advisor.decisions import played_in
from letter_tycoon_solver.game import Game
from letter_tycoon_solver.lexicon import Lexicon
from letter_tycoon_solver.web import review, review_games
from letter_tycoon_solver.web.site import Site

VERDICTS = ("best", "fine", "mistake", "blunder")
CHANGED = ("changed", "")


@pytest.fixture(scope="module")
def lexicon(site: Site) -> Lexicon:
    return site.lexicon(None)


@pytest.fixture(scope="module")
def played(lexicon: Lexicon) -> Game:
    return records.played_game(lexicon)


@pytest.fixture
def record(played: Game, tmp_path: Path) -> str:
    return text_of(played, tmp_path)


@pytest.fixture
def running(site: Site, data_folder: Path, seconds: float) -> Iterator[Running]:  # noqa: ARG001
    with judging(site, seconds) as running:
        yield running


LONG = pytest.mark.parametrize("seconds", [5.0])
"""So that a judgement lasts longer than a test looks."""


# Verdicts ----------------------------------------------------------------------------------------


def test_every_turn_has_its_verdict(running: Running, played: Game, record: str) -> None:
    client = running.client
    key = upload(client, record)
    before = show(client, game=key)
    assert before.texts("pending") == ["…"] * 12
    assert before.value("main", "data-stream") == f"/api/judged?game={key}"
    stream = [event for event in judge(client, key) if event[0] != "say"]
    assert stream == [CHANGED] * 12 + [("done", "")]
    page = show(client, game=key)
    assert (page.value("main", "data-stream"), page.texts("pending")) == ("", [])
    assert "All 12 turns are judged." in page.texts("status")
    verdicts = [text.split()[-1] for text in page.texts("figure")]
    owners = [re.match(r"\d+\. (\w+)", text) for text in page.texts("brief")]
    assert page.texts("name") == list(played.names)
    for number, name in enumerate(played.names):
        own = [one for one, who in zip(verdicts, owners, strict=True) if who and who[1] == name]
        counts = page.texts("td")[5 * number + 1 : 5 * number + 5]
        assert counts == [str(own.count(verdict)) for verdict in VERDICTS]
    for at, verdict in enumerate(verdicts, 1):
        turn = show(client, game=key, turn=at)
        said = turn.text("verdict").lower()
        assert verdict in said
        assert turn.text("why")
        told = turn.texts("told")
        assert len(told) == (1 if verdict == "best" else 2)


def test_a_computer_is_called_as_in_play_and_has_nothing_to_practise(
    running: Running, lexicon: Lexicon, tmp_path: Path
) -> None:
    game = records.played_game(lexicon, names=("Ann", "medium 2"))
    key = upload(running.client, text_of(game, tmp_path))
    judge(running.client, key)
    page = show(running.client, game=key)
    assert page.text("h1").startswith("Ann and Medium 2")
    assert not [text for text in page.texts("button") if "Medium" in text]
    pages = [show(running.client, game=key, turn=at) for at in range(1, 13)]
    assert any(text.startswith("Medium 2") for text in pages[0].texts("seat-line"))
    assert "(Medium 2)" in " ".join(page.text("why") for page in pages)


def test_a_decided_game_is_judged_by_dollars(
    running: Running, lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = records.hopeless_game(lexicon)
    analysis = analysis_module.analyze(game, lexicon, playouts=800)
    left = iter(analysis.decisions)
    monkeypatch.setattr(review_games, "judge", lambda *_: next(left))
    key = upload(running.client, text_of(game, tmp_path))
    judge(running.client, key)
    page = show(running.client, game=key)
    verdicts = [text.split()[-1] for text in page.texts("figure")]
    assert verdicts == [one.verdict.value for one in analysis.decisions]
    assert verdicts.count("mistake") + verdicts.count("blunder") >= 2
    for summary in analysis.summaries():
        assert summary.no_score_in_words() in page.texts("status")
    wrong = next(at for at, one in enumerate(verdicts) if one in ("mistake", "blunder"))
    turn = show(running.client, game=key, turn=wrong + 1)
    decision = analysis.decisions[wrong]
    lost = f"${decision.lead_loss:.1f} ± {decision.lead_loss_se:.1f} lost"
    assert turn.text("verdict").endswith(lost)
    assert any("judged by the final lead" in text for text in turn.texts("status"))
    assert page.texts("costly")
    assert page.texts("turning") == []


def test_what_is_judged_is_kept(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = upload(running.client, record)
    with listening(running, key) as names:  # Left after three turns.
        assert [name for name, _ in zip(changes(names), range(3), strict=False)]
    kept = show(running.client, game=key).texts("pending")
    assert len(kept) <= 9
    judge(running.client, key)
    monkeypatch.setattr(review_games, "judge", None)
    # The same game again is known to the last turn, also as another upload.
    again = upload(running.client, record)
    assert judge(running.client, again) == [("done", "")]
    assert show(running.client, game=again).texts("pending") == []


def changes(names: Iterator[str]) -> Iterator[str]:
    return (name for name in names if name == "changed")


@LONG
def test_a_review_stops_when_its_page_goes(running: Running, record: str) -> None:
    key = upload(running.client, record)
    with listening(running, key):
        thinking = wait_for(lambda: running.jobs._running)
    assert thinking.is_stopped.wait(60)
    wait_for(lambda: running.jobs._running is None)


@pytest.mark.parametrize("seconds", [0.3])
def test_a_review_gives_way_between_turns(running: Running, record: str) -> None:
    table = {"hand": "JWLEANZ", "community": "EES", "opponents": [{}]}
    asked = {"table": json.dumps(table), "seconds": "0.1"}
    key = upload(running.client, record)
    with listening(running, key):
        wait_for(lambda: running.jobs._running)
        advice = events(running.client.get("/api/advice", params=asked).text)
        assert advice[-1] == ("done", {"reason": "finished"})
    # So it has not waited for the end of the review, which was then left.
    assert show(running.client, game=key).texts("pending")


@LONG
def test_the_reviews_of_a_client_are_few(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "MAX_STREAMS", 1)
    key = upload(running.client, record)
    with listening(running, key):
        assert running.client.get("/api/judged", params={"game": key}).status_code == 429

    def is_free() -> bool:
        with running.client.stream("GET", "/api/judged", params={"game": key}) as answer:
            return answer.status_code == 200

    wait_for(is_free)


@LONG
def test_a_server_that_stops_ends_its_reviews(running: Running, record: str) -> None:
    key = upload(running.client, record)
    with listening(running, key) as names:
        wait_for(lambda: running.jobs._running)
        running.stop()
        assert list(names)[-1] == "done"


def test_a_mistake_in_a_judgement_is_told(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(review_games, "judge", fail)
    ((name, said),) = judge(running.client, upload(running.client, record))
    assert name == "done"
    assert said.startswith("The server has made a mistake")
    assert "secret" not in said


def test_the_line_may_be_full_for_a_while(
    running: Running, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("letter_tycoon_solver.web.advice.MAX_PRESENT", 0)
    with listening(running, upload(running.client, record)) as names:
        assert next(names) == "say"
        monkeypatch.undo()
        assert "changed" in names


def test_judging_one_turn_is_as_in_an_analysis(played: Game, lexicon: Lexicon) -> None:
    effort = analysis_module.Effort(None, 64, 3)
    (_, choice, *_) = played_in(played).choices
    checks: list[None] = []
    with ThreadPoolExecutor(1) as workers:
        one = analysis_module.judge(choice, lexicon, effort, workers, lambda: checks.append(None))
        whole = analysis_module.analyze(
            played, lexicon, seats=[choice.seen.active], playouts=64, seed=3, executor=workers
        )
    assert one in whole.decisions
    assert checks


@contextmanager
def listening(running: Running, game: str) -> Iterator[Iterator[str]]:
    """The names of the events of a review, as they come."""

    def names(answer: httpx.Response) -> Iterator[str]:
        for line in answer.iter_lines():
            if line.startswith("event: "):
                yield line.removeprefix("event: ")

    url = f"{running.url}/api/judged"
    with httpx.stream("GET", url, params={"game": game}, timeout=60) as answer:
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
