"""Long names where money and results stand beside them."""

from __future__ import annotations

import pytest
from support.page_fixtures import Visits
from support.pages import Running

LINES = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((box) => box.top)).size;
})"""
OVER = """async (names) => {
  const {showPlaces} = await import("/static/play-ending.js");
  const {statusOf} = await import("/static/play-table.js");
  const seats = names.map((name) => (
    {name, patents: "", patent_value: 45, money: 137, stock: 12, score: 194}));
  const letters = [..."SKYSCRAPERS"].map((letter) => ({letter, source: "hand", y_as: ""}));
  const best = {word: "SKYSCRAPERS", letters, doublers: ""};
  const ending = {
    best_word: {player: 1, word: best, money: 6, stock: 5},
    best_turn: {player: 0, round: 1, words: [best, best], money: 12, stock: 10},
    royalties: [{player: 1, words_of: 0, dollars: 12}, {player: 0, words_of: 1, dollars: 3}],
  };
  const game = {phase: "over", round: 1, asked: 0, you: 0, waiting: [], seats, ending, rematch: "",
    ranking: [[1], [0]]};
  const place = document.createElement("section");
  document.querySelector("#room").append(place);
  showPlaces(place, game, "", () => {});
  return statusOf(game).text;
}"""
RICH = """async (names) => {
  const {seatRows} = await import("/static/seats.js");
  const seats = names.map((name) => (
    {name, patents: "", patent_value: 45, money: 137, stock: 42, score: 224}));
  const ranking = [names.map((_, player) => player)];
  const rows = seatRows({seats, active: 0, phase: "over", goal: 45, ranking});
  document.querySelector("main").append(rows);
}"""


@pytest.fixture
def running(server: Running) -> Running:
    """The page of a user who has no games yet."""
    return server


@pytest.mark.parametrize(("name", "lines"), [("Bartholomäus Wu", 2), ("W" * 24, 6)])
def test_a_result_with_a_long_name(visits: Visits, name: str, lines: int) -> None:
    """Only the name may be broken, no more than it has to be."""
    visit = visits()
    page = visit.page
    page.goto("/play")
    page.get_by_role("button", name="Begin", exact=True).wait_for()
    assert page.evaluate(OVER, ["Ann", name]) == "The game is over after 1 round."
    whole = page.locator(".places th[scope=col], .places td:not(:empty)").evaluate_all(LINES)
    assert set(whole) == {1}
    broken, you = page.locator(".places th[scope=row]").evaluate_all(LINES)
    assert (broken <= lines, you) == (True, 1)
    visit.picture(f"play-result-{len(name)}")
    visit.check_looks()


def test_no_name_is_broken_by_much_money(visits: Visits) -> None:
    page = visits().page
    page.goto("/play")
    page.get_by_role("button", name="Begin", exact=True).wait_for()
    page.evaluate(RICH, ["Ann", "Maximilian", "W" * 24])
    lines = page.locator(".seat-line .name").evaluate_all(LINES)
    assert (lines[:2], lines[2] <= 2) == ([1, 1], True)
    ends = page.locator(".seat-line .score").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert len(set(ends)) == 1
