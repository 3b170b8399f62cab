"""Figures in the pages are those of the data, or of what they are about."""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

import bot
import pytest
from support.doc_pages import ROOT
from support.no_jit import NO_JIT
from support.paper_game import written_down

from benchmarks import matches
from letter_tycoon_solver import Lexicon, define
from letter_tycoon_solver.advisor import StaticPlayer

DOCS = ROOT / "docs"
PACKAGE = ROOT / "letter_tycoon_solver"
BENCHMARKS = ROOT / "benchmarks" / "README.md"
LISTS = ("enable", "common")
NAMES = ("Ann", "Ben", "Cleo", "Dee", "Eve")


def page(name: str) -> str:
    """The text of a page, its lines put together."""
    return " ".join((DOCS / name).read_text("utf-8").split())


def rows(path: Path) -> list[str]:
    """The rows of the tables of a page."""
    text = path.read_text("utf-8")
    return [line for line in text.splitlines() if line.startswith("| ")]


def data(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


# The front page ----------------------------------------------------------------------------------


def test_the_figures_of_the_readme_are_those_that_were_measured() -> None:
    readme, measured = (
        (ROOT / name).read_text("utf-8") for name in ("README.md", "benchmarks/README.md")
    )
    rack = {
        cells[0]: cells[1].removesuffix(" µs")
        for cells in (line.strip("| ").split(" | ") for line in measured.splitlines())
        if len(cells) > 1 and cells[1].endswith(" µs")
    }
    shown = [
        f"{float(rack['lexicon.subanagrams']):.0f}",
        rack["dict of sorted letters + combinations"],
        rack["marisa-trie only"],
        rack["cards crossed off, as a word generator does"],
        f"{float(rack['walk']):.1f}",
        f"{float(rack['limit.c']):.1f}",
    ]
    times = re.findall(r"^\| .* \| ([\d.,]+) µs \|$", readme, re.MULTILINE)
    assert [float(time.replace(",", "")) for time in times] == pytest.approx(
        [float(time.replace(",", "")) for time in shown], abs=0.051
    )
    ranked = re.search(r"^\| none \| 196 \| (\d+ µs) \|", measured, re.MULTILINE)
    assert ranked
    assert f"in {ranked[1]}." in readme
    for name, said in (
        ("static against greedy", "the best turns by equity win {:.1f} % of two-player games"),
        ("advisor against greedy", "the advisor, with a tenth of a second a turn, wins {:.1f} %."),
    ):
        (match,) = (one for one in data(matches.FILE) if one["name"] == name)
        assert said.format(100 * match["won"]) in " ".join(readme.split())


# The guide, and how good the advisor is -----------------------------------------------------------


def test_the_words_of_the_lists_are_counted() -> None:
    enable, common = (len(Lexicon.load(name)) for name in LISTS)
    expected = (
        f"ENABLE ({enable:,} words, public domain) is the default; `common` has the {common:,}"
    )
    assert expected in page("guide.md")


def test_the_words_with_a_definition_are_counted() -> None:
    shares = {}
    for name in LISTS:
        lexicon = Lexicon.load(name)
        every = 101  # Enough for a percent, or two standard errors of the shorter list.
        sample = [lexicon.word(number) for number in range(0, len(lexicon), every)]
        shares[name] = 100 * sum(bool(define(word)) for word in sample) / len(sample)
    found = re.search(
        r"words of `common` (\d+) % have a definition, of ENABLE (\d+) %", page("guide.md")
    )
    assert found
    assert float(found[1]) == pytest.approx(shares["common"], abs=2)
    assert float(found[2]) == pytest.approx(shares["enable"], abs=3)


def test_the_matches_are_those_that_were_played() -> None:
    shown = [row for row in rows(DOCS / "how-it-works.md") if re.search(r" % \[", row)]
    assert shown == [
        f"| {one['name']} | {one['games']:,} | {100 * one['won']:.1f} %"
        f" [{100 * one['low']:.1f}, {100 * one['high']:.1f}] | ${one['lead']:.1f} |"
        for one in data(matches.FILE)
    ]


@pytest.mark.slow
@pytest.mark.skipif(NO_JIT, reason="takes too long in plain Python")
def test_a_match_is_played_anew(tmp_path: Path) -> None:
    """By its command; the others stay as they are."""
    file = tmp_path / "matches.json"
    first, second = ({"name": name, "won": None} for name in "ab")
    first["command"] = "letter-tycoon tournament --players greedy,random --games 4 --seed 1"
    file.write_text(json.dumps([first, second]), "utf-8")
    assert matches.main(["a"], file) == 0
    played, other = data(file)
    assert other == second
    assert set(played) == set(data(matches.FILE)[0])
    assert (played["games"], played["won"]) == (4, 1.0)
    assert played["lead"] > 0
    with pytest.raises(SystemExit):
        matches.main(["c"], file)


def test_what_the_fits_have_won_is_what_the_tables_say() -> None:
    found = {name: data(PACKAGE / f"evaluation/data/{name}.json")["fitted_by"] for name in LISTS}
    shown = [row for row in rows(BENCHMARKS) if re.match(r"\| \d \| [\d.]+ % \|", row)]
    assert len(shown) == len(found["enable"]) == 4
    for row in shown:
        players, share, *cells = row.strip("| ").split(" | ")
        assert float(share.removesuffix(" %")) == pytest.approx(100 / int(players), abs=0.05)
        won = [found[name][players]["against_unfitted"] for name in LISTS]
        assert cells == [f"{100 * one['win']:.2f} ± {100 * one['win_se']:.2f} %" for one in won]
    unused = [(name, n) for name in LISTS for n, one in found[name].items() if not one["is_kept"]]
    assert unused == [("enable", "5")]
    assert "With five players and ENABLE that is not clear enough" in BENCHMARKS.read_text("utf-8")
    assert "With five and ENABLE the fit gains nothing certain" in page("how-it-works.md")


def test_what_a_page_installs_is_enough_for_its_blocks() -> None:
    bulk = page("bulk.md")
    installed = re.search(r'pip install "\.\[data,plot\]"([a-z ]*)', bulk)
    assert installed
    for library in ("pandas", "polars"):
        assert (f".to_{library}()" in bulk) == (library in installed[1].split())


# How the advisor works ---------------------------------------------------------------------------


def test_the_log_losses_are_those_of_the_networks() -> None:
    shown = [row for row in rows(BENCHMARKS) if re.fullmatch(r"\| \d( \| 0\.\d{3}){4} \|", row)]
    assert len(shown) == 4
    for row in shown:
        players, *cells = row.strip("| ").split(" | ")
        made_by = [
            data(PACKAGE / f"advisor/values/{name}-{players}.json")["made_by"] for name in LISTS
        ]
        expected = [one[loss] for one in made_by for loss in ("log_loss", "log_loss_by_tables")]
        assert [float(cell) for cell in cells] == pytest.approx(expected, abs=0.00051)


# At the table ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(NO_JIT, reason="takes too long in plain Python")
def test_the_lines_of_other_games_are_as_long_as_the_page_says() -> None:
    lexicon, lengths, games = Lexicon.load(), [], 0
    for seed in range(15):
        for n_players in range(2, 6):
            players = [StaticPlayer() for _ in range(n_players)]
            seat = seed % n_players
            game = written_down(NAMES[:n_players], seat, players, seed, lexicon)
            lengths += [len(line) for line in game.lines]
            games += 1
    assert (
        f"In {games} other games of 2 to 5 players, written down alike, the median of"
        f" {len(lengths):,} turns was {statistics.median(lengths):g} characters, the mean"
        f" {statistics.mean(lengths):.1f}, the longest {max(lengths)}."
    ) in page("at-the-table.md")


def test_no_page_repeats_a_title() -> None:
    for path in sorted(DOCS.glob("*.md")):
        titles = re.findall(r"^#+ \S.*", path.read_text("utf-8"), re.MULTILINE)
        assert sorted(titles) == sorted(set(titles)), path.name


# A bot in 30 lines -------------------------------------------------------------------------------


def test_the_bot_goes_by_the_findings() -> None:
    """Its program is that of the page, which another test holds."""
    over_nothing = data(DOCS / "findings/buying.json")["found"]["2"]["over_nothing"]
    dollars = {letter: one["margin"]["mean"] for letter, one in over_nothing.items()}
    worth = bot.WORTH
    assert worth == pytest.approx(dollars, abs=1)
    kept = data(DOCS / "findings/letters.json")["found"]["kept"]
    assert list(bot.RARE) == sorted(card for card, one in kept.items() if one["mean"] < -0.4)
    said = f"J ends ${dollars['J']:.0f} better than to buy nothing, B ${dollars['B']:.0f}."
    assert said in page("first-bot.md")
