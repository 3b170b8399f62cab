"""All games at once: what turns lose on average, and month by month."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import records
from support.pages import DESK, PHONE, Running, Visit, judge, judging, show

from letter_tycoon_solver.game.records import record_in
from letter_tycoon_solver.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def server(site: Site, data: Path) -> Iterator[Running]:  # noqa: ARG001 (games are kept there)
    with judging(site, 0.05) as running:
        yield running


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


@pytest.mark.usefixtures("games")
def test_all_that_is_judged_is_added_up(server: Running) -> None:
    client = server.client
    before = show(client, "/review/all")
    assert before.text("status") == "0 of 7 turns of Ben are judged."
    assert before.texts("option") == ["Ben", "Ann"]
    assert before.value("main", "data-stream") == ""
    (rest,) = before.links("Judge the rest")
    judged = 0
    while stream := show(client, rest).value("main", "data-stream"):
        judge(client, stream.rpartition("=")[2])
        judged += 1
    assert judged == 2
    ben, ann = show(client, "/review/all"), show(client, "/review/all", player="Ann")
    assert "7 of 7 turns of Ben are judged in 2 games." in ben.texts("status")
    assert "6 of 6 turns of Ann are judged in 1 game." in ann.texts("status")
    for page in (ben, ann):
        assert page.links("Judge the rest") == []
        *kinds, total = page.texts("td")[1::3]
        shares = [float(one.split()[0].replace("\N{MINUS SIGN}", "-")) for one in (*kinds, total)]
        assert sum(shares[:-1]) == pytest.approx(shares[-1], abs=0.1 * len(kinds) + 0.01)
        # Both games are of one month.
        month = page.value("months", "aria-label")
        assert re.fullmatch(rf"\d{{4}}-\d\d: {max(shares[-1], 0)} % a turn in \d games?", month)
    unknown = show(client, "/review/all", player="Zed")
    assert "0 of 0 turns of Zed are judged." in unknown.texts("status")


@pytest.mark.usefixtures("data")
def test_without_games_there_are_no_habits(server: Running) -> None:
    page = show(server.client, "/review/all")
    assert page.text("status").startswith("No game is kept on this machine yet")
    assert page.texts("table") == []


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
    page.get_by_role("link", name="Judge the rest").click()
    page.get_by_text("1 of 1 turns of Ben are judged in 1 game.").wait_for()
    page.get_by_role("heading", name="What a turn loses on average").wait_for()
    # The figures beside the chart are whole.
    lefts = page.locator("svg.months text").evaluate_all(
        "(all) => all.map((one) => one.getBBox().x)"
    )
    assert min(lefts) >= 0
    with page.expect_navigation(url="**/review/all?player=Ben"):
        page.get_by_label("Player").select_option("Ben")
    visit.picture("review-habits")
    visit.check_looks()
    visit.check_with(axe)
    visit.close()
