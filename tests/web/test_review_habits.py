"""All games at once: the figures of the API, and the page that shows them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support import json_schema, records
from support.pages import DESK, PHONE, Running, Visit

from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.web.review import api
from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def games(site: Site, data: Path) -> list[Path]:
    """A game of Ann and Ben, and one of Ben that was tracked for a turn."""
    found = []
    for folder, make in (
        ("games", records.played_game),
        ("tracked", records.tracked_game),
    ):
        (data / folder).mkdir(exist_ok=True)
        game = make(site.lexicon(None))
        found.append(record_in(data / folder, game))
        game.close()
    return found


def habits(server: Running, **query: str) -> Any:
    answer = server.client.get("/api/habits", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.usefixtures("games")
def test_all_that_is_judged_is_added_up(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "DEFAULT_SECONDS", 0.05)
    before = habits(server)
    assert (before["player"], before["players"]) == ("Ben", ["Ben", "Ann"])
    assert (before["judged"], before["decisions"], before["habits"]) == (0, 7, None)
    assert len(before["missing"]) == 2
    for game in before["missing"]:
        stream = server.client.get(f"/api/reviews/{game}/verdicts", params={"seconds": 0.05})
        assert '"finished"' in stream.text
    ben, ann = habits(server), habits(server, player="Ann")
    assert (ben["judged"], ben["missing"], ann["judged"], ann["decisions"]) == (7, [], 6, 6)
    assert (ben["habits"]["games"], ben["habits"]["turns"]) == (2, 7)
    assert ann["habits"]["turns"] == 6
    for told in (ann["habits"], ben["habits"]):
        assert sum(month["turns"] for month in told["months"]) == told["turns"]
        # Months that are weighed by their turns give the kinds of all of them.
        for kind in told["kinds"]:
            parts = [
                month["turns"] * one["win_loss"]
                for month in told["months"]
                for one in month["kinds"]
                if one["difference"] == kind["difference"]
            ]
            assert sum(parts) == pytest.approx(told["turns"] * kind["win_loss"])
    unknown = habits(server, player="Zed")
    assert (unknown["decisions"], unknown["habits"]) == (0, None)
    document = server.client.get("/api/openapi.json").json()
    answers = document["paths"]["/api/habits"]["get"]["responses"]
    schema = answers["200"]["content"]["application/json"]["schema"]
    for all_games in (before, ben, ann, unknown):
        assert list(json_schema.faults(all_games, schema, document)) == []


@pytest.mark.usefixtures("data")
def test_without_games_there_are_no_habits(server: Running) -> None:
    assert habits(server) == {
        "player": "",
        "players": [],
        "judged": 0,
        "decisions": 0,
        "missing": [],
        "habits": None,
    }


@pytest.mark.parametrize("scene", [(PHONE, "light"), (DESK, "dark"), ((320, 640), "dark")])
def test_the_page_judges_the_rest_and_shows_it(
    browser: Browser,
    server: Running,
    games: list[Path],
    axe: str,
    scene: tuple[tuple[int, int], str],
) -> None:
    """One table whose kinds add up, and a chart of the months."""
    games[0].unlink()
    visit = Visit(browser, server.url, *scene)
    page = visit.page
    page.goto("/review")
    page.get_by_role("link", name="All games at once: what your turns lose").click()
    page.get_by_text("0 of 1 turns of Ben are judged.").wait_for()
    visit.check_looks()
    page.get_by_role("button", name="Judge the rest").click()
    page.get_by_text("1 of 1 turns of Ben are judged in 1 game.").wait_for()
    page.get_by_role("heading", name="What a turn loses on average").wait_for()
    *kinds, total = page.locator(".lost tbody tr td:nth-of-type(2)").all_inner_texts()
    shares = [float(text.removesuffix(" %").replace("\u2212", "-")) for text in (*kinds, total)]
    assert sum(shares[:-1]) == pytest.approx(shares[-1], abs=0.1 * len(kinds) + 0.01)
    month = page.locator("svg.months").get_attribute("aria-label") or ""
    assert re.fullmatch(r"\d{4}-\d\d: \d+\.\d % a turn in 1 game", month)
    # The figures beside the chart are whole.
    lefts = page.locator("svg.months text").evaluate_all(
        "(all) => all.map((one) => one.getBBox().x)"
    )
    assert min(lefts) >= 0
    visit.picture("review-habits")
    visit.check_looks()
    visit.check_with(axe)
    visit.close()
