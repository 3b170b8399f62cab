"""The findings: the page says what the data say, and the run that makes both works."""

from __future__ import annotations

import json
import re
import statistics
from dataclasses import replace
from pathlib import Path
from typing import Any

import bot
import numpy as np
import pytest
from support.doc_pages import ROOT
from support.told import written_down

from benchmarks import matches
from benchmarks.findings.__main__ import FINDINGS, main
from benchmarks.findings.drawing import LOOKS
from benchmarks.findings.estimates import N_GROUPS, estimate, tiers
from benchmarks.findings.finding import PEOPLE, Run
from benchmarks.findings.games import Games
from benchmarks.findings.luck import FAVOURITE_AFTER, N_ENDS, _favourites, decided
from benchmarks.findings.page import FOLDER, TEMPLATES, digest_of, fill, picture_file, read_data
from letter_tycoon_solver import Lexicon, define
from letter_tycoon_solver._kernels import game_layouts
from letter_tycoon_solver.advisor import Evaluation, StaticPlayer
from letter_tycoon_solver.advisor.training import Match, SelfPlay
from letter_tycoon_solver.rules.ruleset import RULEBOOK


@pytest.mark.parametrize("page", TEMPLATES)
def test_the_pages_say_what_the_data_say(page: str) -> None:
    data = {name: read_data(finding, FOLDER) for name, finding in FINDINGS.items()}
    text = (FOLDER / page).read_text("utf-8")
    assert text == fill(FINDINGS, data, page), "run: python -m benchmarks.findings --draw"


def test_the_rules_of_thumb_have_all_their_figures_from_the_data() -> None:
    words = (Path(main.__code__.co_filename).parent / "how-to-win.md").read_text("utf-8")
    assert re.findall(r"^(\d+)\. ", words, re.MULTILINE) == [str(n) for n in range(1, 21)]
    no_data = r"\{[\w\[\]]+\}|^\d+\. |round \d|100|\$2|\$6"  # Prices and payouts are rules.
    assert not re.findall(r"\d", re.sub(no_data, "", words, flags=re.MULTILINE))


def test_the_rules_of_thumb_about_buying_are_true_of_people() -> None:
    found = read_data(FINDINGS["buying"], FOLDER)[PEOPLE]
    wins, dollars = (
        {
            n: {letter: of[what] for letter, of in found[n]["over_nothing"].items()}
            for n in ("2", "4")
        }
        for what in ("win", "margin")
    )
    two, four = ({letter: one["mean"] for letter, one in wins[n].items()} for n in ("2", "4"))
    assert sorted(two, key=two.__getitem__, reverse=True)[:3] == list("JBX")
    assert min(two[letter] for letter in "QZE") > max(
        two[letter] for letter in set(two) - set("JBXQZE")
    )
    assert sorted(four, key=four.__getitem__, reverse=True)[:3] == list("JEB")
    after = max(mean for letter, mean in four.items() if letter not in "JEBAXIO")
    assert min(four[letter] for letter in "AXIO") > after
    assert all(one["mean"] > one["error"] for one in dollars["2"].values())
    for front in (FOLDER / "index.md", FOLDER.parent / "README.md"):
        text = " ".join(front.read_text("utf-8").split()).lower()
        assert "buy the patent on j first; then b with two players, e or b with four." in text
    page = " ".join((FOLDER / "how-to-win.md").read_text("utf-8").split())
    least, worth, idle = re.findall(r"even (\w) by \$([\d.]+) .*?\. Only (.*?) win no more", page)[
        0
    ]
    assert {least: float(worth)} == {
        letter: round(one["mean"], 1)
        for letter, one in dollars["2"].items()
        if one["mean"] == min(of["mean"] for of in dollars["2"].values())
    }
    assert set(re.findall("[A-Z]", idle)) == {
        letter for letter, one in wins["2"].items() if one["mean"] <= one["error"]
    }


def test_a_tier_ends_where_errors_tell_letters_apart() -> None:
    means = {"A": 1.0, "B": 9.0, "C": 1.5, "D": 2.2, "E": 5.0}
    estimates = {letter: {"mean": mean, "error": 0.5} for letter, mean in means.items()}
    # D and C overlap, and so do C and A, but D is clearly better than A.
    assert tiers(estimates) == "B > E > D C > A"


def test_the_favourite_wins_most_games_near_the_end(lexicon: Lexicon) -> None:
    found = _favourites(Run(lexicon, seed=1, share=0.004), 2)
    shares = [found[str(turn)]["mean"] for turn in FAVOURITE_AFTER]
    assert len(shares) == len(FAVOURITE_AFTER)
    assert all(0 <= share <= 1 for share in shares)
    assert shares[-1] > 0.5


@pytest.mark.parametrize("share", ["0", "2", "0.0001", "-1"])
def test_a_share_is_at_most_all_of_the_games(
    share: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([f"--share={share}"])
    assert f"{share} is no share; give 0.001 to 1" in capsys.readouterr().err


@pytest.mark.parametrize("name", FINDINGS)
def test_pictures_are_drawn_from_the_data(name: str) -> None:
    data = read_data(FINDINGS[name], FOLDER)
    page = (FOLDER / "findings.md").read_text("utf-8")
    assert data["share"] == 1
    for picture in FINDINGS[name].pictures:
        assert f"](findings/{picture}.svg)" in page
        for look in LOOKS:
            file = picture_file(picture + look.suffix, FOLDER)
            assert digest_of(data) in file.read_text("utf-8"), file


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_a_quick_run_makes_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("how-to-win.md\n")
    made = {path.name for path in tmp_path.glob("findings/*")}
    assert made == {path.name for path in FOLDER.glob("findings/*")}
    page = (tmp_path / "findings.md").read_text("utf-8")
    assert page.startswith("# Findings")
    assert "nan" not in page


def test_an_unknown_finding_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["weather"])
    assert "there is no finding weather" in capsys.readouterr().err


def test_games_are_those_of_self_play(lexicon: Lexicon) -> None:
    games = Games(lexicon, 3, seed=7)
    ends = games.finished([games.deal(number) for number in range(9)])
    tables = Evaluation.of(lexicon.digest)
    policy = Match(tables, tables)
    (played,) = SelfPlay(3, policy, seed=7).play(9, lexicon, None)
    assert np.array_equal(ends.leads, played.margins[:, :3])
    assert np.array_equal(ends.wins, played.wins[:, :3])
    assert np.array_equal(3 * ends.rounds, played.n_turns)


def test_a_game_that_is_stopped_goes_on_as_it_would_have(lexicon: Lexicon) -> None:
    games = Games(lexicon, 2, seed=3)
    start = games.deal(0)
    stopped = games.play(games.play(start, 3), 2)
    assert np.array_equal(stopped.table, games.play(start, 5).table)
    assert np.array_equal(games.finish(stopped).copy(), games.finish(start))


def test_changes_change_one_thing(lexicon: Lexicon) -> None:
    games = Games(lexicon, 2, seed=3)
    start = games.deal(0)
    given = start.with_owner("J", 1)
    assert start.is_free("J")
    assert not given.is_free("J")
    assert (given.table != start.table).sum() == 1
    swapped = start.with_card("E", 0, 2)
    assert swapped is not None
    assert chr(swapped.cards[0, 2]) == "E"
    assert sorted(swapped.cards.ravel()) == sorted(start.cards.ravel())
    other = start.redealt(5, np.random.default_rng(1))
    first, end = start.table[game_layouts.NEXT], start.table[game_layouts.END]
    deck, others = start.cards[game_layouts.DECK_PILE], other.cards[game_layouts.DECK_PILE]
    assert not np.array_equal(deck, others)
    assert sorted(deck[first:end]) == sorted(others[first:end])


def test_what_is_decided_is_the_share_of_what_ends_have_in_common() -> None:
    random = np.random.default_rng(1)
    known = random.normal(size=(50 * N_GROUPS, 1, 1))
    results = known + 2 * random.normal(size=(len(known), N_ENDS, 1))
    found = decided(results)
    assert abs(found["mean"] - 1 / 5) < found["error"] < 0.1
    assert decided(np.repeat(known, N_ENDS, axis=1))["mean"] == pytest.approx(1)


def test_the_error_is_half_of_the_95_percent_interval() -> None:
    values = np.random.default_rng(1).normal(3, 2, 10_000)
    found = estimate(values)
    assert found["mean"] == pytest.approx(values.mean(), abs=1e-4)
    assert found["error"] == pytest.approx(1.96 * 2 / 100, rel=0.05)


def test_self_play_goes_by_the_ruleset(lexicon: Lexicon) -> None:
    tables = Evaluation.of(lexicon.digest)
    policy = Match(tables, tables)
    low = replace(RULEBOOK, goals={2: 5})
    (long,) = SelfPlay(2, policy, seed=7).play(8, lexicon, None)
    (short,) = SelfPlay(2, policy, seed=7, ruleset=low).play(8, lexicon, None)
    assert (short.n_turns < long.n_turns).all()


# Figures in the pages are those of the data, or of what they are about --------------------------


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
    installed = re.search(r'pip install "\.\[data\]"([a-z ]*)', bulk)
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
