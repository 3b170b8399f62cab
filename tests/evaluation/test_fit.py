"""The fit to matches: the changes that are tried, what they win, and the command."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver._kernels import game_layouts
from letter_tycoon_solver._kernels.questions import evaluation_array
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.fitting import (
    NUMBERS,
    FittedMatch,
    Fitter,
    Opposites,
    from_vector,
    main,
    shrunk,
    signs,
    to_vector,
)
from letter_tycoon_solver.advisor.training import Match, MatchResult, play_match
from letter_tycoon_solver.evaluation.tables import PAIRS, Fitted
from letter_tycoon_solver.rules.cards import ABILITIES

SMALL = Lexicon.from_words(list(Lexicon.load("common"))[::10])
TABLES = replace(Evaluation.of(SMALL.digest), name="small", digest=SMALL.digest, fitted={})
SOME = np.linspace(-2, 3, len(NUMBERS))


def test_numbers_of_a_table_are_read_back() -> None:
    fitted = from_vector(SOME)
    np.testing.assert_array_equal(to_vector(fitted), SOME)
    tables = replace(TABLES, fitted={2: fitted, 5: from_vector(-SOME)})
    assert Evaluation.from_dict(json.loads(json.dumps(tables.to_dict()))) == tables
    assert tables.fitted_for(2) == fitted
    # Nobody has fitted any for three.
    assert tables.fitted_for(3) == Fitted({a: TABLES.gain[a] for a in ABILITIES}, {})


@pytest.mark.parametrize("name", ["gain", "pairs", "draw", "price"])
def test_tables_without_a_number_are_refused(name: str) -> None:
    data = json.loads(json.dumps(replace(TABLES, fitted={2: from_vector(SOME)}).to_dict()))
    del data["fitted"]["2"][name]
    with pytest.raises(InvalidInputError, match=f"not tables for static evaluation.*{name}"):
        Evaluation.from_dict(data)


def test_what_two_patents_add_together() -> None:
    fitted = Fitted({"B": 2.0, "J": 3.0, "X": 1.0}, {"BX": 0.5, "JX": 0.25, "BJ": -1.0})
    assert fitted.gain_with("X", "") == 1.0
    assert fitted.gain_with("X", "ABJ") == 1.75
    assert fitted.gain_with("B", "X") == 2.5
    assert fitted.gain_with("A", "BJX") == 0.0


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_every_seat_has_the_change_as_often_as_its_opposite(n_players: int) -> None:
    games = [signs(game, n_players) for game in range(n_players)]
    assert len({tuple(row) for row in games}) == n_players
    for rows in (games, zip(*games, strict=True)):
        for row in map(sorted, rows):
            assert row == sorted(-sign for sign in row)
            assert row.count(0) == n_players % 2


@pytest.mark.parametrize("n_players", [2, 5])
def test_opposites_are_the_tables_with_the_numbers_moved(n_players: int) -> None:
    tables = replace(TABLES, fitted={n_players: from_vector(SOME)})
    arrays = Opposites(tables)(np.random.default_rng(1), 2 * n_players, n_players)
    base = evaluation_array(tables, n_players)
    moves = arrays - base
    assert not np.array_equal(moves[0, 0], moves[n_players, 0])
    for game in range(2 * n_players):
        first = moves[game - game % n_players, 0]
        for seat, sign in enumerate(signs(game, n_players)):
            np.testing.assert_allclose(moves[game, seat], sign * first, atol=1e-12)
    # Nothing is moved that is not fitted.
    is_moved = np.any(moves != 0, axis=(0, 1))
    assert not is_moved[: game_layouts.GAIN].any()
    n_pairs_twice = 2 * len(PAIRS)
    assert is_moved.sum() == len(ABILITIES) + n_pairs_twice + len(NUMBERS) - len(
        (*ABILITIES, *PAIRS)
    )


def test_noise_is_shrunk_away() -> None:
    errors = np.ones(400)
    noise = np.random.default_rng(3).normal(size=400)
    assert np.abs(shrunk(noise, errors)).max() < 0.5
    signal = np.where(np.arange(400) < 40, 20.0, 0.0)
    found = shrunk(signal + noise, errors)
    assert found[:40].min() > 15


def test_three_equal_players_win_a_third_each() -> None:
    result = play_match(Match(TABLES, TABLES), 30, 3, SMALL, None, 3)
    assert result.win == pytest.approx(1 / 3)
    assert result.margin == pytest.approx(0)


@pytest.mark.parametrize("n_players", [2, 3])
def test_numbers_are_moved_to_where_they_win(n_players: int) -> None:
    """The tables say that no ability is worth much."""
    modest = replace(TABLES, gain={**TABLES.gain, **dict.fromkeys(ABILITIES, 0.2)})
    found = Fitter(modest, n_players, 150, itertools.count(5), SMALL).fit()
    assert sum(found.fitted.gain.values()) > 1.5 * sum(modest.gain[a] for a in ABILITIES)
    assert found.result.win > 1 / n_players
    assert found.is_clear == (n_players == 2)


def test_the_command_adds_to_the_file_and_is_reproducible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(SMALL), "utf-8")
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    tables = replace(TABLES, fitted={2: from_vector(SOME), 4: from_vector(-SOME)})
    before = {**tables.to_dict(), "made_by": {"seed": 3}, "fitted_by": {"4": {"seed": 5}}}
    options = ["--lexicon", str(words), "--deals", "6", "--seed", "7", "--file"]
    for file in files:
        file.write_text(json.dumps(before))
        assert main([*options, str(file)]) == 0
        assert capsys.readouterr().out == f"{file}\n"
    content = json.loads(files[0].read_text())
    assert files[0].read_bytes() == files[1].read_bytes()
    assert content["made_by"] == before["made_by"]
    made_by = content["fitted_by"]
    assert made_by["4"] == {"seed": 5}
    assert "--lexicon small --players 2 --deals 6 --seed 7" in made_by["2"]["command"]
    after = Evaluation.from_dict(content)
    assert made_by["2"]["is_kept"] == (2 in after.fitted)
    assert after.fitted.get(2) != tables.fitted[2]
    assert after.fitted[4] == tables.fitted[4]
    assert replace(after, fitted={}) == TABLES


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--deals", "3"], "deals is 3"),
        (["--seed", "-1"], "seed is -1"),
        (["--players", "6"], "players is 6"),
        (["--lexicon", "common"], "has the tables of enable; give those of common"),
        (["--file", "no.json"], "cannot be read"),
    ],
)
def test_what_the_command_cannot_do(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "tables.json"
    file.write_text(json.dumps(Evaluation.of(Lexicon.load("enable").digest).to_dict()))
    before = file.read_bytes()
    with pytest.raises(SystemExit) as caught:
        main(["--file", str(file), *options])
    assert caught.value.code == 1
    assert message in capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_numbers_win_clearly_by_more_than_chance(n_players: int) -> None:
    for ahead, is_clear in ((0.02, False), (0.03, True), (-0.1, False)):
        result = MatchResult(1 / n_players + ahead, 0.01, 1.0, 1.0)
        assert FittedMatch(n_players, from_vector(SOME), result).is_clear == is_clear
