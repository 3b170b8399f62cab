"""The tables of plays: text and HTML show the same columns."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from letter_tycoon_solver import Lexicon, Plays, Position, best_turns, find_plays
from letter_tycoon_solver._html import SHOWN
from letter_tycoon_solver.search import plays as tables

WORDS = ["ANE", "EWE", "JAW", "JEWELS", "NEWELS", "SNELL", "SWELLS", "YACHT", "YEAS"]


class TextOfHtml(HTMLParser):
    """The rows of cells of the table, and the text outside of it; fails on unclosed tags."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.outside = ""
        self.feed(document)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "tr" in self.open:
            self.rows[-1][-1] += data
        else:
            self.outside += data


def plays_of(line: str, words: list[str] = WORDS) -> Plays:
    return find_plays(Position.parse(line), Lexicon.from_words(words))


def cells(text: str) -> list[list[str]]:
    """The cells of a text table: they are separated by two spaces or more."""
    return [[cell for cell in line.split("  ") if cell.strip()] for line in text.splitlines()]


def stripped(rows: list[list[str]]) -> list[list[str]]:
    return [[cell.strip() for cell in row] for row in rows]


def text_table(plays: Plays, limit: int = SHOWN) -> str:
    return tables.text_table(plays, len(plays.position.opponents), limit)


def html_table(plays: Plays) -> str:
    return tables.html_table(plays, len(plays.position.opponents))


@pytest.fixture(scope="module")
def rulebook_example() -> Plays:
    return plays_of("AEJLNWZ EES K E/- 0")


@pytest.fixture(scope="module")
def many() -> Plays:
    return plays_of("ABCDEFG - - . 0", [a + b + c for a in "ABC" for b in "DE" for c in "FGABC"])


def test_text_table_of_the_rulebook_example() -> None:
    plays = plays_of("AEJLNWZ EES K E/- 0", ["JEWELS", "JAW"])
    assert text_table(plays) == (
        "#  Play    $  Stock  Royalties  Margin  Could buy  Kept\n"
        "1  JeWeLs  4      1       2, 0     4.0  L4 W3 J2   AENZ\n"
        "2  JAW*K   2      0       0, 0     2.0  J2         ELNZ"
    )


def test_numbers_end_and_texts_begin_at_the_same_place() -> None:
    plays = plays_of("GNRSTTE HS BJKQX EG/S 5", ["STRENGTHS", "TENS", "GETS"])
    assert text_table(plays) == (
        "#  Play            $  Stock  Royalties  Margin  Could buy    Kept\n"
        "1  sTRENGTh(S)*K  12      6       2, 1    16.5  T8 N7 R6 H5  S\n"
        "2  TENs*K          4      0       1, 1     3.0  T8 N7        GRST\n"
        "3  GETs*K          4      0       2, 1     2.5  T8           NRST"
    )


def test_notation_shows_all_without_colour() -> None:
    plays = plays_of("ACHTNLS YEW BJKVXZ - 0", ["YACHT", "SNELLS"])
    best = cells(text_table(plays))[1][1]
    assert best.strip() == plays[0].notation == "SNeL(L)+S*K & yACHT/c"


def test_columns_without_opponents_and_with_four() -> None:
    alone = text_table(plays_of("AEJLNWZ EES - . 0"))
    assert "Royalties" not in alone
    four = stripped(cells(text_table(plays_of("AEJLNWZ EES - E/-/S/- 0", ["JEWELS"]))))
    assert four[1] == ["1", "JeWeLs", "4", "1", "2, 0, 1, 0", "4.25", "L4 W3 J2", "AENZ"]


def test_nothing_to_buy_or_to_keep_is_a_dash() -> None:
    (row,) = stripped(cells(text_table(plays_of("JAW - - . 0", ["JAW"]))))[1:]
    assert row == ["1", "JAW", "1", "0", "1", "-", "-"]


def test_lines_have_equal_columns(rulebook_example: Plays) -> None:
    head, *rows = text_table(rulebook_example).splitlines()
    for row in rows:
        assert row[head.index("Play") - 1] == row[head.index("Kept") - 1] == " "
        assert row[head.index("Kept")].strip()


def test_first_twenty_and_how_many_more(many: Plays) -> None:
    assert len(many) > SHOWN
    lines = text_table(many).splitlines()
    assert len(lines) == 1 + SHOWN + 1
    assert lines[-1] == f"... and {len(many) - SHOWN} more plays"
    assert text_table(many, limit=len(many) - 1).endswith("\n... and 1 more play")
    assert "more" not in text_table(many, limit=len(many))
    assert str(many) == text_table(many)


def test_html_has_the_cells_of_the_text(rulebook_example: Plays, many: Plays) -> None:
    for plays in (rulebook_example, many):
        document = TextOfHtml(html_table(plays))
        *expected, last = stripped(cells(text_table(plays)))
        if document.outside:
            assert last == [document.outside]
        else:
            expected.append(last)
        assert stripped(document.rows) == expected
        assert plays._repr_html_() == html_table(plays)


def test_html_escapes() -> None:
    plays = plays_of("JAWEWES - V . 0", ["JAW", "EWES"])
    assert "&amp;" in html_table(plays)
    assert " & " in TextOfHtml(html_table(plays)).rows[1][1]


def test_no_play() -> None:
    plays = plays_of("VVW - - . 0")
    assert text_table(plays) == str(plays) == "no legal play"
    assert html_table(plays) == "<p>no legal play</p>"


def test_slices_are_numbered_from_one(many: Plays) -> None:
    first = cells(str(many[5:8]))[1]
    assert first[:2] == ["1", many[5].notation]


def test_turns_in_a_notebook() -> None:
    turns = best_turns(Position("JWLEANZ", "EES"), Lexicon.load(), limit=30)
    document = TextOfHtml(turns._repr_html_())
    assert document.rows[0] == ["#", "Turn", "Equity", "Margin", "Kept"]
    best = turns[0]
    assert document.rows[1][:3] == ["1", str(best), f"{best.equity.total:+.2f}"]
    assert len(turns) == 30
    assert (len(document.rows), document.outside) == (1 + SHOWN, "... and 10 more")
