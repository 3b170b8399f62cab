"""Leagues: ratings, who meets whom, the file that later runs extend, and the command."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.selection import needing
from support.strategies import needs_jit

from letter_tycoon_solver import ONLINE, InvalidInputError, Lexicon
from letter_tycoon_solver.advisor import (
    League,
    LeagueInterrupted,
    league,
    plot_league,
    read_league,
)
from letter_tycoon_solver.advisor.leagues.league import FILE
from letter_tycoon_solver.advisor.leagues.ratings import (
    DealWins,
    _chances,
    best_tables,
    strengths,
)

TRUTH = np.array([0.9, 0.4, 0.0, -0.3, -1.0])


def games(n_deals: int, n_seats: int, seed: int, n_players: int = 5) -> list[DealWins]:
    """Deals of players with the strengths of TRUTH, each won by chance."""
    rng = np.random.default_rng(seed)
    deals = []
    for _ in range(n_deals):
        table = rng.choice(n_players, n_seats, replace=False)
        wins = rng.multinomial(n_seats, _chances(TRUTH[table]))
        deals.append(DealWins(tuple(map(int, table)), tuple(map(float, wins)), n_seats))
    return deals


class TestRatings:
    @pytest.mark.slow
    @pytest.mark.parametrize("n_seats", [2, 3, 5])
    def test_are_those_of_a_library(self, n_seats: int) -> None:
        choix = pytest.importorskip("choix")
        deals = games(200, n_seats, seed=n_seats)
        first = [
            (winner, [player for player in deal.players if player != winner])
            for deal in deals
            for winner, wins in zip(deal.players, deal.wins, strict=True)
            for _ in range(int(wins))
        ]
        expected = choix.opt_top1(5, first)
        found = strengths(5, deals, prior=1e-9).values
        assert found - found.mean() == pytest.approx(expected - expected.mean(), abs=1e-4)

    @pytest.mark.slow
    def test_hold_the_truth_19_times_of_20(self) -> None:
        held = total = 0
        for seed in range(300):
            found = strengths(5, games(80, 2, seed))
            truth = 1500 + 400 / np.log(10) * (TRUTH - found.weights @ TRUTH)
            ratings, errors = found.in_elo()
            held += (np.abs(ratings - truth) < 1.96 * errors).sum()
            total += 5
        assert 0.93 < held / total < 0.99

    def test_without_games_all_are_equal(self) -> None:
        ratings, errors = strengths(3, []).in_elo()
        assert ratings == pytest.approx([1500] * 3)
        assert errors.min() > 200

    def test_one_who_is_uncertain_makes_no_other_uncertain(self) -> None:
        known = [DealWins((0, 1), (1.0, 1.0), 2)] * 200
        _, errors = strengths(3, known).in_elo()
        assert errors[0] == pytest.approx(errors[1])
        assert errors[0] < 0.1 * errors[2]

    def test_one_who_has_won_all_is_uncertain(self) -> None:
        ratings, errors = strengths(2, [DealWins((0, 1), (2.0, 0.0), 2)] * 20).in_elo()
        assert ratings[0] > ratings[1] + 400
        assert errors[0] > 50


class TestTables:
    def test_everyone_plays(self) -> None:
        chosen = best_tables(strengths(6, []), range(6), 2, 15)
        assert sorted(chosen) == [*itertools.combinations(range(6), 2)]

    def test_players_of_whom_little_is_known_meet_their_like(self) -> None:
        """After 0 > 1 > 2, who know each other, 3 who has won once against 1 meets 1 or 0."""
        known = [DealWins((a, b), (15, 5), 20) for a, b in ((0, 1), (1, 2), (0, 2))] * 5
        chosen = best_tables(strengths(4, [*known, DealWins((3, 1), (1, 1), 2)]), range(4), 2, 4)
        assert all(3 in table for table in chosen)

    def test_only_those_who_play(self) -> None:
        (table,) = best_tables(strengths(5, []), [1, 3, 4], 3, 1)
        assert table == (1, 3, 4)

    def test_they_make_ratings_certain_faster_than_chance(self) -> None:
        far = np.array([4.0, 3.8, 0.2, 0.0, -3.8, -4.0])
        rng = np.random.default_rng(1)

        def certainty(tables: list[tuple[int, ...]]) -> float:
            deals = []
            for table in tables:
                wins = 2 * _chances(far[[*table]])
                deals.append(DealWins(table, tuple(wins), 2))
            return float(np.linalg.slogdet(strengths(6, deals).information)[1])

        pairs = [*itertools.combinations(range(6), 2)]
        anyhow = [pairs[n] for n in rng.integers(len(pairs), size=60)]
        chosen: list[tuple[int, ...]] = []
        for _ in range(6):
            deals = [DealWins(pair, tuple(2 * _chances(far[[*pair]])), 2) for pair in chosen]
            chosen += best_tables(strengths(6, deals), range(6), 2, 10)
        assert certainty(chosen) > certainty(anyhow) + 0.5


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / FILE).read_text().splitlines()]


@needs_jit
class TestGames:
    def test_a_later_run_goes_on(self, lexicon: Lexicon, tmp_path: Path) -> None:
        first = league(tmp_path, "random,greedy", 6, lexicon, seed=2)
        assert (first.games, first.deals) == (6, 3)
        assert [player.name for player in first.players] == ["greedy", "random"]
        before = (tmp_path / FILE).read_bytes()
        again = league(tmp_path, "static,greedy,easy", 5, lexicon, seats=3, seed=2)
        assert (tmp_path / FILE).read_bytes().startswith(before)
        assert (again.games, again.deals) == (12, 5)
        assert {player.name for player in again.players} == {"random", "greedy", "static", "easy"}
        assert [deal["deal"] for deal in lines(tmp_path)[1:]] == [0, 1, 2, 3, 4]
        assert read_league(tmp_path) == again

    def test_games_are_those_of_tournaments(self, lexicon: Lexicon, tmp_path: Path) -> None:
        from letter_tycoon_solver.advisor import tournament

        result = league(tmp_path, "static,greedy", 8, lexicon, seed=3)
        wins = {player.name: player.wins for player in result.players}
        expected = tournament("static,greedy", 8, lexicon, seed=3)
        assert wins == {player.name: player.wins for player in expected.players}

    def test_a_line_that_was_cut_off_is_played_again(
        self, lexicon: Lexicon, tmp_path: Path
    ) -> None:
        league(tmp_path, "random,greedy", 6, lexicon)
        whole = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(whole[:-20])
        assert read_league(tmp_path).deals == 2
        league(tmp_path, "random,greedy", 2, lexicon)
        assert (tmp_path / FILE).read_bytes() == whole

    def test_an_interruption_loses_no_deal(self, lexicon: Lexicon, tmp_path: Path) -> None:
        def stop(done: int, _: int) -> None:
            if done >= 4:
                raise KeyboardInterrupt

        with pytest.raises(LeagueInterrupted) as caught:
            league(tmp_path, "random,greedy", 40, lexicon, progress=stop)
        assert isinstance(caught.value.done, League)
        assert 2 <= caught.value.done.deals == read_league(tmp_path).deals

    def test_games_of_another_kind(self, lexicon: Lexicon, tmp_path: Path) -> None:
        league(tmp_path, "random,greedy", 2, lexicon)
        with pytest.raises(InvalidInputError, match="played with the ruleset"):
            league(tmp_path, "random,greedy", 2, lexicon, ruleset=ONLINE)
        with pytest.raises(InvalidInputError, match="played with the lexicon"):
            league(tmp_path, "random,greedy", 2, Lexicon.from_words(["CAT"]))

    @pytest.mark.parametrize(
        ("players", "seats", "message"),
        [
            ("greedy", 2, "two or more"),
            ("greedy,greedy", 2, "each once"),
            ("greedy,random", 3, "give as many players or more"),
            ("greedy,random", 6, "seats is 6; give a whole number from 2 to 5"),
            ("greedy,me", 2, "'me'"),
        ],
    )
    def test_bad_input(
        self, lexicon: Lexicon, tmp_path: Path, players: str, seats: int, message: str
    ) -> None:
        with pytest.raises(InvalidInputError, match=message):
            league(tmp_path / "new", players, 2, lexicon, seats=seats)
        assert not (tmp_path / "new").exists()

    @pytest.mark.parametrize(
        "text", ["", "{}\n", "no\n", '{"format": "x", "version": 1}\n', "[]\n"]
    )
    def test_a_damaged_file(self, lexicon: Lexicon, tmp_path: Path, text: str) -> None:
        (tmp_path / FILE).write_text(text)
        for use in (read_league, lambda folder: league(folder, "random,greedy", 2, lexicon)):
            with pytest.raises(InvalidInputError, match="cannot be used"):
                use(tmp_path)


def test_a_folder_whose_name_is_too_long_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="name too long"):
        read_league("x" * 5_000)


@needing("matplotlib")
def test_a_league_without_games_is_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="no games"):
        plot_league(League((), 0, 0, "enable"), tmp_path / "a.svg")
