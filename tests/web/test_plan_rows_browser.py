"""The order of the plans in a list while advice thinks, and what is said of the first."""

from __future__ import annotations

from typing import Any

import pytest
from support.pages import Visit

IN_ORDER = """async ([lines, before, isFinal]) => {
  const {inOrder} = await import("/static/plan-list.js");
  const all = lines.map(([notation, total, chance]) => ({
    plan: {notation, equity: {total}},
    ...(chance && {chance: {value: chance[0], error: chance[1]}}),
  }));
  return inOrder(all, before, isFinal).map(({plan}) => plan.notation).join("");
}"""


@pytest.mark.parametrize(
    ("lines", "before", "while_it_thinks", "at_the_end"),
    [
        pytest.param([["a", 1], ["b", 2], ["c", 1]], "", "bac", "bac", id="equity has no doubt"),
        pytest.param([["a", 9], ["b", 1, [0.1, 0.1]]], "ab", "ba", "ba", id="any chance first"),
        pytest.param(
            [["a", 1, [0.5, 0]], ["b", 1, [0.52, 0.03]]], "ab", "ab", "ba", id="within the error"
        ),
        pytest.param(
            [["a", 1, [0.5, 0]], ["b", 1, [0.52, 0.01]]], "ab", "ba", "ba", id="beyond the error"
        ),
        pytest.param(
            [["a", 1, [0.5, 0.01]], ["b", 1, [0.3, 0.1]], ["c", 1, [0.6, 0.01]]],
            *("bac", "cab", "cab"),
            id="past several",
        ),
    ],
)
def test_a_row_moves_only_beyond_doubt(
    phone: Visit, lines: list[Any], before: str, while_it_thinks: str, at_the_end: str
) -> None:
    page = phone.page
    page.goto("/")
    assert page.evaluate(IN_ORDER, [lines, [*before], False]) == while_it_thinks
    assert page.evaluate(IN_ORDER, [lines, [*before], True]) == at_the_end


LEAD = """async ([lines, isSettled]) => {
  const {lead} = await import("/static/plan-list.js");
  return lead(lines.map(([word, chance]) => ({
    plan: {words: [{word}]},
    ...(chance && {chance: {value: chance[0], error: chance[1]}}),
  })), isSettled);
}"""


@pytest.mark.parametrize(
    ("lines", "settled", "said"),
    [
        ([["A", [0.73, 0]], ["B", [0.67, 0.01]]], True, "The first is ahead beyond doubt."),
        (
            [["A", [0.732, 0]], ["A", [0.731, 0.01]], ["B", [0.677, 0.012]]],
            False,
            "The first is ahead beyond doubt; the ways to play it are close.",
        ),
        ([["A", [0.73, 0]], ["A", [0.73, 0.01]], ["B", [0.70, 0.011]]], False, "The first are"),
        ([["A", [0.73, 0]], ["A", [0.73, 0.01]]], False, "The first are close."),
        ([["A", None], ["B", None]], False, "The first are close."),
    ],
)
def test_rows_are_close_only_where_words_are(
    phone: Visit, lines: list[Any], settled: bool, said: str
) -> None:
    phone.page.goto("/")
    assert phone.page.evaluate(LEAD, [lines, settled]).startswith(said)
