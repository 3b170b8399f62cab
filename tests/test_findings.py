"""The findings: the page says what the data say, and the run that makes both works."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.findings.__main__ import FINDINGS, main
from benchmarks.findings.drawing import LOOKS
from benchmarks.findings.estimates import N_GROUPS, estimate, tiers
from benchmarks.findings.finding import PEOPLE, Run
from benchmarks.findings.games import Games
from benchmarks.findings.luck import FAVOURITE_AFTER, N_ENDS, _favourites, decided
from benchmarks.findings.page import FOLDER, TEMPLATES, digest_of, fill, picture_file, read_data
from letter_tycoon_solver import Lexicon
from letter_tycoon_solver._kernels import game_layouts
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.training import SamePolicy, SelfPlay
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
    policy = SamePolicy(Evaluation.of(lexicon.digest))
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
    policy = SamePolicy(Evaluation.of(lexicon.digest))
    low = replace(RULEBOOK, goals={2: 5})
    (long,) = SelfPlay(2, policy, seed=7).play(8, lexicon, None)
    (short,) = SelfPlay(2, policy, seed=7, ruleset=low).play(8, lexicon, None)
    assert (short.n_turns < long.n_turns).all()
