"""Values as tables, as notebooks show them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from letter_tycoon_solver import Lexicon, Position, adjudicate
from letter_tycoon_solver._html import SHOWN
from letter_tycoon_solver.batch import Deal, solve_batch, survey

POSITION = Position("JWLEANZ", "EES", patents="K", opponents=["E", ""], money=3)


def rows(shown: str) -> list[list[str]]:
    """The texts of the cells of the first table."""
    table = shown[: shown.index("</table>")]
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in table.split("<tr>")[1:]]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_words(["JEWELS", "LAWNS", "JAW", "EEL", "ZEAL"])


def test_a_position() -> None:
    assert rows(POSITION._repr_html_()) == [
        ["Hand", "Community", "You own", "Opponents own", "$"],
        ["AEJLNWZ", "EES", "K", "E, nothing", "3"],
    ]
    assert rows(Position("CAT")._repr_html_())[1] == ["ACT", "-", "-", "-", "0"]


def test_a_play(lexicon: Lexicon) -> None:
    play = adjudicate(POSITION, "JeWeLs", lexicon=lexicon)
    headers, cells = rows(play._repr_html_())
    assert dict(zip(headers, cells, strict=True)) == {
        "Play": "JeWeLs",
        "$": "4",
        "Stock": "1",
        "Royalties": "2, 0",
        "Margin": "4",
        "Could buy": play.purchasable,
        "Kept": "AENZ",
    }


def test_a_lexicon_whose_name_is_no_html(tmp_path: Path) -> None:
    (tmp_path / "a&b.txt").write_text("JEWELS\nLAWNS\nJAW\n")
    name, n_words, first = rows(Lexicon.load(tmp_path / "a&b.txt")._repr_html_())[1]
    assert "a&amp;b" in name
    assert (n_words, sorted(first.split(", "))) == ("3", ["JAW", "JEWELS", "LAWNS"])


def test_the_first_of_many_positions(lexicon: Lexicon) -> None:
    solved = solve_batch(Deal(SHOWN + 3, seed=1), lexicon)
    shown = solved._repr_html_()
    assert [row[0] for row in rows(shown)[1:]] == [of.hand for of in solved.positions[:SHOWN]]
    assert shown.endswith("<p>... and 3 more</p>")
    assert "more" not in solved[:SHOWN]._repr_html_()
    for cells, plays in zip(rows(shown)[1:], solved, strict=False):
        assert cells[2] == (plays[0].notation if plays else "-")


def test_a_survey(lexicon: Lexicon) -> None:
    found = survey(200, lexicon, seed=1, patent_sets=["none", "K"])
    headers, none, k = rows(found._repr_html_())
    assert headers == ["Patents", "Hands", "Margin", "More than without"]
    assert (none[0], k[0], k[1]) == ("none", "K", "200")
    assert k[2].startswith(f"{found['K'].margin.mean:.2f} ± ")
