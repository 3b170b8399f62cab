"""Tournaments: mirrored deals, figures and their intervals, executors, parts."""

from __future__ import annotations

import json
import math
import random
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import letter_tycoon_solver.advisor.tournaments as module
from letter_tycoon_solver import ONLINE, RULEBOOK, InvalidInputError, Lexicon
from letter_tycoon_solver.advisor import (
    AdvisorPlayer,
    Interrupted,
    PlayerKind,
    StaticPlayer,
    players,
)
from letter_tycoon_solver.advisor.simulation import MEDIUM, LearnedValue
from letter_tycoon_solver.advisor.tournaments import (
    MAX_GAMES,
    GameResult,
    Tournament,
    _win_interval,
    decoded,
    encoded,
    results_of,
    tournament,
)
from letter_tycoon_solver.batch import ExecutorDiedError
from letter_tycoon_solver.evaluation.tables import Evaluation
from letter_tycoon_solver.game import GameState, GreedyPlayer, new_game, play_out
from letter_tycoon_solver.rules.cards import LETTERS

Z2 = 1.959963984540054**2
PLAYERS = "static,greedy"
GAMES = 12


@pytest.fixture(scope="module")
def whole(lexicon: Lexicon) -> Tournament:
    return tournament(PLAYERS, GAMES, lexicon, seed=3)


def game(*scores: int, wins: tuple[float, ...]) -> GameResult:
    nothing = (0,) * len(scores)
    return GameResult(5, True, scores, wins, (5,) * len(scores), nothing, ((),) * len(scores))


class TestFigures:
    DEALS = (
        (game(50, 40, wins=(1, 0)), game(30, 36, wins=(0, 1))),
        (game(50, 40, wins=(1, 0)), game(44, 44, wins=(0.5, 0.5))),
    )

    def test_wins_and_margin(self) -> None:
        first, second = results_of(["a", "b"], self.DEALS)
        assert (first.name, first.games, first.wins, first.lead) == ("a", 4, 2.5, 3.5)
        assert (second.name, second.games, second.wins, second.lead) == ("b", 4, 1.5, -3.5)
        assert first.win_share == 0.625

    def test_the_margin_is_over_the_average_opponent(self) -> None:
        deal = (game(50, 40, 20, wins=(1, 0, 0)),)
        assert [one.lead for one in results_of("abc", [deal])] == [20, 5, -25]

    def test_the_interval_is_over_deals(self) -> None:
        # The deals have the margins 2 and 5: mean 3.5, standard error 1.5.
        low, high = results_of(["a", "b"], self.DEALS)[0].lead_interval or (0, 0)
        assert (low, high) == pytest.approx((3.5 - 1.5 * Z2**0.5, 3.5 + 1.5 * Z2**0.5))

    def test_one_deal_says_nothing_of_the_error(self) -> None:
        (one, _) = results_of(["a", "b"], self.DEALS[:1])
        assert (one.win_interval, one.lead_interval, one.lead) == (None, None, 2)

    def test_no_games(self) -> None:
        (one,) = results_of(["a"], [])
        assert (one.games, one.wins, one.win_share, one.lead) == (0, 0, None, None)
        assert one.seconds_per_turn is None

    @pytest.mark.parametrize(("won", "ends"), [(1, (10 / (10 + Z2), 1)), (0, (0, Z2 / (10 + Z2)))])
    def test_all_deals_won_or_lost(self, won: float, ends: tuple[float, float]) -> None:
        assert _win_interval(np.full(10, float(won))) == pytest.approx(ends)

    def test_mirrors_leave_no_chance(self) -> None:
        assert _win_interval(np.full(10, 0.5)) == (0.5, 0.5)


class TestGames:
    def test_they_are_the_games_of_the_engine(self, lexicon: Lexicon) -> None:
        static, greedy = StaticPlayer(), GreedyPlayer()
        margins, rounds, wins = [], 0, 0.0
        for deal in range(GAMES // 2):
            for seat in (0, 1):
                players = (static, greedy) if seat == 0 else (greedy, static)
                start = new_game(2, 3 * MAX_GAMES + deal, lexicon)
                *_, (_, end) = play_out(start, players)
                scores = end.scores
                margins.append(scores[seat].total - scores[1 - seat].total)
                wins += (seat in end.ranking[0]) / len(end.ranking[0])
                rounds += end.round
        result = tournament([PlayerKind.STATIC, "greedy"], GAMES, lexicon, seed=3)
        assert result.players[0].lead == pytest.approx(np.mean(margins))
        assert result.players[0].wins == wins
        assert result.rounds == rounds / GAMES

    def test_games_are_rounded_up_to_deals(self, lexicon: Lexicon) -> None:
        result = tournament("greedy,random,greedy", 4, lexicon, seed=0)
        assert (result.games, result.games_asked) == (6, 6)
        assert [player.name for player in result.players] == ["greedy 1", "random", "greedy 2"]
        assert sum(player.wins for player in result.players) == pytest.approx(6)

    def test_turns_are_counted_and_timed(self, lexicon: Lexicon) -> None:
        spec = module.Spec.of("advisor,random,greedy", 6, 1, None, 24, RULEBOOK)
        for deal in decoded(module.play_share(spec, lexicon, range(2), lambda: False)):
            for one in deal:
                assert one.turns == (one.rounds,) * 3  # The last round is played to its end.
                assert min(one.seconds) > 0

    def test_a_game_that_cannot_end_is_broken_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "MAX_ROUNDS", 4)
        result = tournament("greedy,static", 2, Lexicon.from_words(["ZZZ"]), seed=0)
        assert (result.unfinished, result.rounds) == (2, 4)
        assert [player.wins for player in result.players] == [1, 1]

    def test_to_dict_is_json(self, whole: Tournament) -> None:
        data = json.loads(json.dumps(whole.to_dict()))
        assert (data["games"], data["seed"], data["lexicon"]["name"]) == (GAMES, 3, "enable")
        first = data["players"][0]
        assert (first["name"], first["wins"]) == ("static", whole.players[0].wins)
        assert first["win_share_low"] < first["win_share"] < first["win_share_high"]
        assert (first["lead_low"], first["lead_high"]) == whole.players[0].lead_interval


class TestExecutors:
    @pytest.mark.slow
    def test_the_result_is_the_same(self, lexicon: Lexicon) -> None:
        args = ("advisor,random,greedy", 9, lexicon)
        one = tournament(*args, playouts=30, seed=2)
        assert one.players[0].seconds_per_turn
        with ThreadPoolExecutor(3) as threads:
            assert tournament(*args, playouts=30, seed=2, executor=threads) == one
        with ProcessPoolExecutor(2, get_context("spawn")) as processes:
            assert tournament(*args, playouts=30, seed=2, executor=processes) == one

    def test_an_advisor_has_one_thread(
        self, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[Executor] = []

        def noted(*args: Any) -> Any:
            seen.append(args[3])
            return AdvisorPlayer(*args)

        monkeypatch.setattr(players, "AdvisorPlayer", noted)
        tournament("advisor,random", 2, lexicon, playouts=24, seed=0)
        assert {getattr(executor, "_max_workers", None) for executor in seen} == {1}

    def test_one_that_dies(self, lexicon: Lexicon) -> None:
        class Dying(ThreadPoolExecutor):
            left = 3

            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
                self.left -= 1
                if self.left < 0:
                    raise RuntimeError("shut down")
                return super().submit(fn, *args, **kwargs)

        with Dying(1) as executor, pytest.raises(ExecutorDiedError) as caught:
            tournament("greedy,random", 200, lexicon, executor=executor, seed=0)
        assert isinstance(caught.value.done, Tournament)
        assert caught.value.done.games <= 12
        assert caught.value.done.games_asked == 200


def digest(lexicon: Lexicon, players: str) -> str:
    return module.Spec.of(players, 2, 0, None, None, ONLINE).digest(lexicon)


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory, lexicon: Lexicon) -> Path:
    """Tables in a file, by which patents are worth nothing."""
    data = Evaluation.of(lexicon.digest).to_dict()
    data |= {name: dict.fromkeys(LETTERS, 0) for name in ("royalty", "gain")} | {"fitted": {}}
    path = tmp_path_factory.mktemp("tables") / "Blind.json"
    path.write_text(json.dumps(data))
    return path


class TestTablesOfAFile:
    def test_a_static_player_goes_by_them(self, lexicon: Lexicon, blind: Path) -> None:
        """Against itself it is a draw, against those of the lexicon it loses."""
        result = tournament(f"static:{blind}, Static:{blind}", 20, lexicon, seed=0)
        assert [player.name for player in result.players] == ["static:Blind 1", "static:Blind 2"]
        assert [player.lead for player in result.players] == [0, 0]
        result = tournament(["static", f"static:{blind}"], 20, lexicon, seed=0)
        assert [player.name for player in result.players] == ["static", "static:Blind"]
        assert result.players[0].wins > 15

    def test_other_tables_are_another_tournament(
        self, lexicon: Lexicon, blind: Path, tmp_path: Path
    ) -> None:
        same_name = tmp_path / blind.name
        same_name.write_text(json.dumps(Evaluation.of(lexicon.digest).to_dict()))
        tables = ("static", f"static:{blind}", f"static:{same_name}")
        assert len({digest(lexicon, f"greedy,{one}") for one in tables}) == 3

    def test_what_a_player_knows_makes_another_tournament(
        self, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = digest(lexicon, "greedy,medium"), digest(lexicon, "greedy,advisor")
        other = replace(MEDIUM, temperature=MEDIUM.temperature + 1)
        monkeypatch.setitem(players.LEVELS, PlayerKind.MEDIUM, other)
        value = LearnedValue.of(lexicon.digest, 3)
        monkeypatch.setattr(LearnedValue, "of", lambda *_: value)
        assert digest(lexicon, "greedy,medium") != before[0]
        assert digest(lexicon, "greedy,advisor") != before[1]

    def test_no_warning_of_tables_that_are_not_used(self, blind: Path) -> None:
        words = Lexicon.from_words(["CAT", "TEA"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tournament(["random", f"static:{blind}"], 2, words, seed=0)


def stop_after_eight(done: int, _n: int) -> None:
    if done >= 8:
        raise KeyboardInterrupt


class TestParts:
    def test_goes_on(
        self,
        lexicon: Lexicon,
        whole: Tournament,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        with pytest.raises(Interrupted) as caught:
            tournament(PLAYERS, GAMES, lexicon, seed=3, progress=stop_after_eight, parts=tmp_path)
        done = caught.value.done
        assert (done.games, done.games_asked) == (8, GAMES)
        assert done.players[0].games == 8
        seeds: list[int] = []

        def noted(n_players: int, seed: int, *args: Any) -> GameState:
            seeds.append(seed)
            return new_game(n_players, seed, *args)

        monkeypatch.setattr(module, "new_game", noted)
        told: list[int] = []

        def tell(done: int, _n: int) -> None:
            told.append(done)

        again = tournament(PLAYERS, GAMES, lexicon, seed=3, progress=tell, parts=tmp_path)
        assert again == whole
        assert (told[0], told[-1], told) == (8, GAMES, sorted(told))
        # The first is not of a deal, but of a position to compile with.
        assert seeds[1:] == [
            whole.seed * module.MAX_GAMES + deal for deal in range(4, GAMES // 2) for _ in range(2)
        ]
        assert list(tmp_path.iterdir()) == []

    def test_those_of_another_tournament_are_others(
        self, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By players, seed, rules, effort, words and version."""
        given: list[tuple[Any, ...]] = [
            ("greedy,random", 0, None, None, ONLINE),
            ("random,greedy", 0, None, None, ONLINE),
            ("greedy,random", 1, None, None, ONLINE),
            ("greedy,random", 0, None, None, RULEBOOK),
            ("advisor,greedy", 0, None, None, ONLINE),
            ("advisor,greedy", 0, 0.5, None, ONLINE),
            ("advisor,greedy", 0, None, 24, ONLINE),
            ("advisor,greedy", 0, None, 25, ONLINE),
        ]
        specs = [module.Spec.of(players, 2, *rest) for players, *rest in given]
        digests = [spec.digest(lexicon) for spec in specs]
        digests.append(specs[0].digest(Lexicon.from_words(list(lexicon)[::3])))
        monkeypatch.setattr("letter_tycoon_solver._work.resumable.__version__", "0.0.0")
        digests.append(specs[0].digest(lexicon))
        assert len({*digests}) == len(digests)


def test_parts_are_read_as_they_were_written() -> None:
    rng = random.Random(1)
    times = (rng.random(), math.pi)
    one = GameResult(9, False, (3, -4), (0.5, 0.5), (9, 8), times, (("late",), ()))
    assert decoded(encoded(((one, one), (one, one)))) == ((one, one), (one, one))


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "messages"),
        [
            ({"players": "greedy"}, ["is 1", "2 to 5"]),
            ({"players": ["greedy"] * 6}, ["is 6", "2 to 5"]),
            ({"players": "greedy,gready"}, ["'gready'", "advisor, static, greedy, random"]),
            ({"players": ["greedy", 7]}, ["7", "advisor"]),
            ({"players": None}, ["None", "list of names"]),
            ({"players": "greedy,greedy:a.json"}, ["'a.json'", "as in static:FILE"]),
            ({"players": "greedy,static:no.json"}, ["'no.json'", "No such file"]),
            ({"players": "greedy,static:"}, ["tables '' cannot be read"]),
            ({"games": 0}, ["games is 0", "from 1"]),
            ({"games": 1.5}, ["games is 1.5"]),
            ({"games": MAX_GAMES + 1}, ["games", str(MAX_GAMES)]),
            ({"seed": -1}, ["seed is -1"]),
            ({"seconds": 1, "playouts": 1}, ["both given"]),
            ({"seconds": 0}, ["seconds is 0", "above 0"]),
            ({"seconds": math.nan}, ["seconds is nan"]),
            ({"seconds": "1"}, ["seconds is '1'"]),
            ({"playouts": 0}, ["playouts is 0"]),
            ({"players": PLAYERS, "playouts": 9}, ["playouts is 9", "no advisor"]),
            ({"players": PLAYERS, "seconds": 9}, ["seconds is 9", "no advisor"]),
            ({"ruleset": "online"}, ["'online'", "Ruleset"]),
            ({"lexicon": 7}, ["7", "Lexicon"]),
            ({"progress": 1}, ["progress is 1"]),
        ],
    )
    def test_is_one_clear_sentence(
        self, arguments: dict[str, Any], messages: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module.Spec, "prepare", None)
        words = Lexicon.from_words(["ZZZ"])
        fine = {"players": "advisor,greedy", "games": 2, "lexicon": words, "seed": 0}
        with pytest.raises(InvalidInputError) as caught:
            tournament(**{**fine, **arguments})
        for message in messages:
            assert message in str(caught.value)
