"""Tournaments: mirrored deals, figures and their intervals; and training by self-play."""

from __future__ import annotations

import itertools
import json
import math
import random
import warnings
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.simulated_games import SimulatedGame, outcomes, word_list

import letter_tycoon_solver.advisor.tournaments as module
from letter_tycoon_solver import ONLINE, RULEBOOK, InvalidInputError, Lexicon
from letter_tycoon_solver._kernels import game_layouts, simulate
from letter_tycoon_solver._kernels.game_layouts import n_features
from letter_tycoon_solver._kernels.questions import evaluation_array
from letter_tycoon_solver.advisor import (
    AdvisorPlayer,
    Interrupted,
    PlayerKind,
    StaticPlayer,
    fitting,
    players,
)
from letter_tycoon_solver.advisor.fitting import (
    BATCH,
    NUMBERS,
    SHARE,
    FittedMatch,
    Fitter,
    Opposites,
    Samples,
    ValueGames,
    changed,
    from_vector,
    log_loss,
    path_of_value,
    shrunk,
    signs,
    tables_digest,
    to_vector,
    trained,
)
from letter_tycoon_solver.advisor.simulation import (
    MEDIUM,
    OFF_BY,
    OFF_BY_ELSEWHERE,
    LearnedValue,
    Simulation,
    candidates_of,
)
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
from letter_tycoon_solver.advisor.training import (
    LeastSquares,
    Match,
    MatchResult,
    PlayedGames,
    RandomKeeping,
    SelfPlay,
    fit_pace,
    play_match,
)
from letter_tycoon_solver.evaluation.tables import PAIRS, Evaluation, Fitted
from letter_tycoon_solver.game import GameState, GreedyPlayer, new_game, play_out
from letter_tycoon_solver.lexicon.word_list import SHIPPED
from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS, VOWELS
from letter_tycoon_solver.rules.ruleset import REFERENCE_MANUAL, Stacking

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
    def test_goes_on(self, lexicon: Lexicon, whole: Tournament, tmp_path: Path) -> None:
        with pytest.raises(Interrupted) as caught:
            tournament(PLAYERS, GAMES, lexicon, seed=3, progress=stop_after_eight, parts=tmp_path)
        done = caught.value.done
        assert (done.games, done.games_asked) == (8, GAMES)
        assert done.players[0].games == 8
        told: list[int] = []
        again = tournament(
            *(PLAYERS, GAMES, lexicon),
            seed=3,
            progress=lambda done, _n: told.append(done),
            parts=tmp_path,
        )
        assert again == whole
        assert (told[0], told[-1], told) == (8, GAMES, sorted(told))
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
            ({"games": MAX_GAMES + 1}, ["games", str(MAX_GAMES)]),
            ({"seed": -1}, ["seed is -1"]),
            ({"seconds": 1, "playouts": 1}, ["both given"]),
            ({"seconds": 0}, ["seconds is 0", "above 0"]),
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


# Training: self-play, the fits, the network, and the commands that make the package's files -------


SMALL = Lexicon.from_words(list(Lexicon.load("common"))[::10])
TABLES = replace(Evaluation.of(SMALL.digest), name="small", digest=SMALL.digest, fitted={})
SOME = np.linspace(-2, 3, len(NUMBERS))


# Self-play, and the tables that it makes.


def played(n: int, n_players: int = 2, *, random: bool = False) -> list[PlayedGames]:
    policy = RandomKeeping(TABLES) if random else Match(TABLES, TABLES)
    return list(SelfPlay(n_players, policy, seed=5).play(n, SMALL, None))


def test_games_do_not_depend_on_the_executor() -> None:
    games = SelfPlay(3, RandomKeeping(TABLES), seed=5)
    with ThreadPoolExecutor(1) as one:
        of_one = list(games.play(70, SMALL, one))
    for some, others in zip(of_one, games.play(70, SMALL, None), strict=True):
        np.testing.assert_array_equal(some.log, others.log)
        np.testing.assert_array_equal(some.margins, others.margins)


@pytest.mark.parametrize("n_players", [2, 3, 5])
def test_the_log_adds_up_to_the_final_margin(n_players: int) -> None:
    """In a game of two, where what one earns over the other is all that changes the margin."""
    for games in played(20, n_players):
        assert (games.n_turns % n_players == 0).all()
        np.testing.assert_allclose(games.margins[:, :n_players].sum(axis=1), 0, atol=1e-9)
        np.testing.assert_allclose(games.wins.sum(axis=1), 1)
        assert (games.log[..., simulate.LOG_PLAYER][games.is_turn] < n_players).all()
        if n_players == 2:
            rows = np.where(games.is_turn[..., None], games.log, 0)
            sign = 1 - 2 * rows[..., simulate.LOG_PLAYER]
            total = (sign * rows[..., simulate.EARNED]).sum(axis=1)
            np.testing.assert_allclose(total, games.margins[:, 0])


def test_the_log_counts_the_cards() -> None:
    for games in played(20, random=True):
        rows = games.log[games.is_turn & (games.log[..., simulate.IS_KNOWN] == 1)]
        in_hand = rows[:, simulate.IN_HAND : simulate.KEPT_CARDS]
        kept = rows[:, simulate.KEPT_CARDS : simulate.ON_TABLE]
        on_table = rows[:, simulate.ON_TABLE : simulate.OWNED]
        assert (kept >= 0).all()
        assert (kept <= in_hand).all()
        assert (in_hand.sum(axis=1) < RULEBOOK.hand_size).all()
        assert (on_table >= 0).all()
        assert (on_table.sum(axis=1) <= RULEBOOK.community_size).all()
        assert 0 < kept.sum() < in_hand.sum()


def test_a_match_of_equals_is_a_draw_and_the_better_player_wins() -> None:
    equal = play_match(Match(TABLES, TABLES), 60, 3, SMALL)
    assert (equal.win, equal.margin) == (0.5, 0.0)
    good = Evaluation.of(SMALL.digest)
    nothing = dict.fromkeys(LETTERS, 0.0)
    blind = replace(good, royalty=nothing, gain=nothing, fitted={})
    result = play_match(Match(good, blind), 400, 3, SMALL)
    assert result.win - 0.5 > 4 * result.win_se > 0


def test_least_squares_finds_what_is_there() -> None:
    random = np.random.default_rng(1)
    x = random.integers(0, 4, (500, 3)).astype(float)
    regression = LeastSquares(3)
    for part in np.array_split(x, 7):
        regression.add(part, part @ [1.0, -2.0, 0.5])
    np.testing.assert_allclose(regression.coefficients(), [1.0, -2.0, 0.5])
    np.testing.assert_allclose(regression.sums, (x**2).sum(axis=0))


def made_up(n: int, n_turns: int) -> PlayedGames:
    """Games of two players with an empty log."""
    rows = np.zeros((n, n_turns, simulate.LOG_SIZE))
    rows[:, 1::2, simulate.LOG_PLAYER] = 1
    return PlayedGames(0, rows, np.full(n, n_turns), np.zeros((n, 5)), np.zeros((n, 5)))


def test_the_pace_is_the_distance_by_the_rounds_to_come() -> None:
    games = made_up(3, 8)
    # Four rounds; the leader's patents grow by 6 in each.
    games.log[..., simulate.DISTANCE] = 6 * np.array([3, 3, 2, 2, 1, 1, 0, 0])
    games.log[:, 6:, simulate.IS_LAST] = 1
    assert fit_pace([games]) == pytest.approx(6)


# The fit to matches.


def test_numbers_of_a_table_are_read_back() -> None:
    fitted = from_vector(SOME)
    np.testing.assert_array_equal(to_vector(fitted), SOME)
    tables = replace(TABLES, fitted={2: fitted, 5: from_vector(-SOME)})
    assert Evaluation.from_dict(json.loads(json.dumps(tables.to_dict()))) == tables
    assert tables.fitted_for(2) == fitted
    # Nobody has fitted any for three.
    assert tables.fitted_for(3) == Fitted({a: TABLES.gain[a] for a in ABILITIES}, {})


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


@pytest.mark.parametrize("n_players", [2, 3])
def test_numbers_are_moved_to_where_they_win(n_players: int) -> None:
    """The tables say that no ability is worth much."""
    modest = replace(TABLES, gain={**TABLES.gain, **dict.fromkeys(ABILITIES, 0.2)})
    found = Fitter(modest, n_players, 150, itertools.count(5), SMALL).fit()
    assert sum(found.fitted.gain.values()) > 1.5 * sum(modest.gain[a] for a in ABILITIES)
    assert found.result.win > 1 / n_players
    assert found.is_clear == (n_players == 2)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_numbers_win_clearly_by_more_than_chance(n_players: int) -> None:
    for ahead, is_clear in ((0.02, False), (0.03, True), (-0.1, False)):
        result = MatchResult(1 / n_players + ahead, 0.01, 1.0, 1.0)
        assert FittedMatch(n_players, from_vector(SOME), result).is_clear == is_clear


# The learned value.


@pytest.mark.parametrize("n_players", [2, 5])
def test_positions_have_the_ends_of_their_games(n_players: int) -> None:
    games = ValueGames(n_players, TABLES, 3)
    found = games.play(70, SMALL, None)
    assert found.features.shape == (len(found.wins), n_features(n_players))
    assert 70 < len(found.wins) <= 6 * 70
    assert len(np.unique(found.games)) > 35
    assert set(found.wins) <= {0, 0.5, 1}
    # Who is ahead at the end wins; with two players that is who has the lead.
    if n_players == 2:
        assert ((found.leads > 0) <= (found.wins > 0)).all()
    again = games.play(SHARE, SMALL, None)
    first = found.games < SHARE
    np.testing.assert_array_equal(again.features, found.features[first])
    np.testing.assert_array_equal(again.leads, found.leads[first])


def some_positions(n: int) -> Samples:
    """Positions whose first feature mostly says who wins, and the second by how much."""
    random = np.random.default_rng(5)
    features = random.normal(size=(n, 3))
    wins = random.random(n) < 1 / (1 + np.exp(-3.0 * features[:, 0]))
    leads = 20 * features[:, 1]
    return Samples(
        features.astype(np.float16),
        wins.astype(np.float32),
        leads.astype(np.float32),
        np.arange(n),
    )


def test_a_network_learns_what_there_is_to_learn() -> None:
    positions = some_positions(20 * BATCH)
    weights = trained(positions, seed=1, units=8, epochs=80)
    value = LearnedValue("x", "x", 2, *weights)
    chances, leads = value.estimates(positions.features)
    true = 1 / (1 + np.exp(-3.0 * positions.features[:, 0].astype(np.float64)))
    assert log_loss(chances, positions.wins) < log_loss(true, positions.wins) + 0.02
    assert np.abs(leads - positions.leads).mean() < 4
    again = trained(positions, seed=1, units=8, epochs=80)
    other = trained(positions, seed=2, units=8, epochs=80)
    for part, same, another in zip(weights, again, other, strict=True):
        np.testing.assert_array_equal(part, same)
        assert not np.array_equal(part, another)


def test_tables_are_changed_by_so_much() -> None:
    plain = np.full(game_layouts.EVALUATION_SIZE, 2.0)
    arrays = changed(np.random.default_rng(1), 400, plain)
    for first, end, spread in (
        (game_layouts.KEPT, game_layouts.BALANCE, 1.0),
        (game_layouts.COMMUNITY_WORTH, game_layouts.PACE, 0.5),
        (game_layouts.PRICE, game_layouts.PRICE + 1, 0.15),
    ):
        assert (arrays[..., first:end] - 2).std() == pytest.approx(spread, rel=0.1)
    factors = np.log(arrays[..., game_layouts.ROYALTY : game_layouts.KEPT] / 2)
    assert factors.std() == pytest.approx(0.5, rel=0.1)
    assert (arrays[..., game_layouts.BALANCE : game_layouts.COMMUNITY_WORTH] == 2).all()


# The commands.


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(SMALL), "utf-8")
    return path


def made_twice(
    step: str, words: Path, options: str, capsys: Any, before: dict[str, Any]
) -> dict[str, Any]:
    """The content of the file that a step makes, both times to the byte the same."""
    files = [words.with_name(name) for name in ("first.json", "second.json")]
    for file in files:
        file.write_text(json.dumps(before))
        given = [step, "--lexicon", str(words), *options.split(), "--file", str(file)]
        assert fitting.main(given) == 0
        *told, last = capsys.readouterr().out.splitlines()
        assert last == str(file)
        assert [line.partition("; ")[2][:8] for line in told] == ["log-loss"] * len(told)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert set(words.parent.iterdir()) == {words, *files}
    content: dict[str, Any] = json.loads(files[0].read_text("utf-8"))
    return content


@pytest.mark.slow
def test_the_tables_are_made(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = made_twice("tables", words, "--hands 60 --games 40 --seed 7", capsys, {})
    evaluation = Evaluation.from_dict(content)
    assert evaluation.digest == SMALL.digest
    assert evaluation.gain["A"] == 0
    assert any(evaluation.kept[letter] for letter in VOWELS)
    assert str(words.parent) not in content["made_by"]["command"]


def test_a_fit_is_added_to_the_tables(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = replace(TABLES, fitted={2: from_vector(SOME), 4: from_vector(-SOME)})
    before = {**tables.to_dict(), "made_by": {"seed": 3}, "fitted_by": {"4": {"seed": 5}}}
    content = made_twice("numbers", words, "--deals 6 --seed 7", capsys, before)
    assert content["made_by"] == before["made_by"]
    made_by = content["fitted_by"]
    assert made_by["4"] == {"seed": 5}
    command = "fitting numbers --lexicon small --players 2 --deals 6 --seed 7"
    assert command in made_by["2"]["command"]
    after = Evaluation.from_dict(content)
    assert made_by["2"]["is_kept"] == (2 in after.fitted)
    assert after.fitted.get(2) != tables.fitted[2]
    assert after.fitted[4] == tables.fitted[4]
    assert replace(after, fitted={}) == TABLES


def test_what_another_run_fits_in_the_meantime_stays(
    words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = words.with_name("tables.json")
    file.write_text(json.dumps(TABLES.to_dict()))
    of_3 = from_vector(SOME)

    def fit(_: Fitter) -> FittedMatch:
        file.write_text(json.dumps(replace(TABLES, fitted={3: of_3}).to_dict()))
        return FittedMatch(2, from_vector(-SOME), MatchResult(0.9, 0.01, 1.0, 1.0))

    monkeypatch.setattr(Fitter, "fit", fit)
    assert fitting.main(["numbers", "--lexicon", str(words), "--file", str(file)]) == 0
    fitted = Evaluation.load(file).fitted
    assert (list(fitted), fitted[3]) == ([2, 3], of_3)


def test_a_value_is_learned(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = made_twice("value", words, "--games 200 --seed 7", capsys, {})
    value = LearnedValue.from_dict(content)
    assert (value.digest, value.n_players) == (SMALL.digest, 2)
    command = "fitting value --lexicon words.txt --players 2 --games 200 --seed 7"
    assert command in content["made_by"]["command"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("tables --hands 0", "hands is 0"),
        ("tables --games -1", "games is -1"),
        ("tables --lexicon no-such-list", "no-such-list"),
        ("numbers --deals 3", "deals is 3"),
        ("numbers --seed -1", "seed is -1"),
        ("numbers --players 6", "players is 6"),
        ("numbers --lexicon common", "has the tables of enable; give those of common"),
        ("numbers --file no.json", "cannot be read"),
        ("value --games 99", "games is 99"),
        ("value --seed -1", "seed is -1"),
        ("value --players 6", "players is 6"),
        ("value --lexicon no.txt", "no.txt"),
        ("value --lexicon one-word.txt --games 100", "0 positions to learn from"),
    ],
)
def test_what_a_step_cannot_do(
    options: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one-word.txt").write_text("VUW\n", "utf-8")
    file = tmp_path / "tables.json"
    file.write_text(json.dumps(Evaluation.of(Lexicon.load("enable").digest).to_dict()))
    before = file.read_bytes()
    step, *rest = options.split()
    with pytest.raises(SystemExit) as caught:
        fitting.main([step, "--file", str(file), *rest])
    assert caught.value.code == 1
    assert message in capsys.readouterr().err
    assert file.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_the_files_of_a_shipped_list_are_no_other_lists(tmp_path: Path) -> None:
    words = tmp_path / "enable.txt"
    words.write_text("CAT\nTEA\n", "utf-8")
    with pytest.raises(InvalidInputError, match="the shipped list enable; give another file"):
        path_of_value(Lexicon.load(words), 2)
    assert path_of_value(Lexicon.load(), 2).name == "enable-2.json"
    assert path_of_value(Lexicon.load(words.rename(tmp_path / "own.txt")), 3).name == "own-3.json"


# The learned value: as data, as the kernels tell it, and how it is made.


def shipped(name: str, n_players: int) -> dict[str, Any]:
    """The content of a file in the package."""
    folder = resources.files("letter_tycoon_solver.advisor") / "values"
    content: dict[str, Any] = json.loads((folder / f"{name}-{n_players}.json").read_text("utf-8"))
    return content


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_every_list_has_a_value_that_tells_more_than_the_tables(name: str, n_players: int) -> None:
    content = shipped(name, n_players)
    lexicon = Lexicon.load(name)
    value = LearnedValue.of(lexicon.digest, n_players)
    assert (value.name, value.digest, value.n_players) == (name, lexicon.digest, n_players)
    assert value.to_dict() == {key: content[key] for key in value.to_dict()}
    made_by = content["made_by"]
    assert made_by["log_loss"] < made_by["log_loss_by_tables"]
    tables = tables_digest(Evaluation.of(lexicon.digest), n_players)
    assert made_by["tables"] == tables, "the tables are others now; make the network anew"


def test_a_list_without_a_value_has_that_of_enable() -> None:
    assert LearnedValue.of("no digest", 3).name == "enable"


def test_it_is_less_sure_of_words_and_rules_that_it_has_not_learned_from() -> None:
    enable = Lexicon.load()
    value = LearnedValue.of(enable.digest, 2)
    for ruleset in (RULEBOOK, ONLINE, REFERENCE_MANUAL, replace(RULEBOOK, stacking=Stacking.ADD)):
        assert value.off_by(enable.digest, ruleset) == OFF_BY
    for ruleset in (
        replace(RULEBOOK, hand_size=5),
        replace(RULEBOOK, community_size=0),
        replace(RULEBOOK, goals=dict.fromkeys(RULEBOOK.goals, 20)),
        replace(RULEBOOK, stacking=Stacking.AT_MOST_ONE),
    ):
        assert value.off_by(enable.digest, ruleset) == OFF_BY_ELSEWHERE
    assert LearnedValue.of(SMALL.digest, 2).off_by(SMALL.digest, RULEBOOK) == OFF_BY_ELSEWHERE


# As the kernels tell it --------------------------------------------------------------------------


def features_of(state: GameState, player: int) -> list[float]:
    """The features after the turn of a player, by the state of the engine."""
    n = len(state.seats)
    order = [(player + seat) % n for seat in range(n)]
    scores = [score.total for score in state.scores]
    distances = [state.goal - seat.patent_value for seat in state.seats]
    nearest = max(0, min(distances))
    found = []
    for there in order:
        rival = max(scores[other] for other in order[1:]) if there == player else scores[there]
        ahead, money = scores[player] - rival, state.seats[there].money
        found += [money / 15, distances[there] / 30, ahead / 30]
        found += [max(0.0, 1 - (distances[there] - money) / 15), np.tanh(ahead / 10)]
        found += [ahead / (5 + nearest)]
    turns = nearest / 15
    found += [state.round / 10, turns]
    # The state is that of the next turn.
    to_come = 0 if state.active == state.start_player else order.index(state.start_player) - 1
    found += [float(number == to_come % n) for number in range(n)]
    owned = [float(a in state.seats[there].patents) for there in order for a in LETTERS]
    found += [*owned, *(turns * is_owned for is_owned in owned)]
    piles = [*(state.seats[there].hand for there in order), state.community]
    found += [pile.count(a) / 2 for pile in piles for a in LETTERS]
    taken = "".join(seat.patents for seat in state.seats)
    found += [(a not in taken) * pile.count(a) / 2 for pile in piles for a in ABILITIES]
    return [max(-4.0, min(number, 4.0)) for number in found]


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
@pytest.mark.parametrize("n_rounds", [0, 1])
def test_a_short_game_ends_with_the_value_after_the_players_turn(
    n_players: int, n_rounds: int
) -> None:
    lexicon = word_list()
    start = new_game(n_players, 2, lexicon)
    patents = ["BE", "AJ", "X", "T", "S"]
    seats = tuple(
        replace(seat, patents=owned, money=3 * at, stock=at)
        for at, (seat, owned) in enumerate(zip(start.seats, patents, strict=False))
    )
    state = replace(start, seats=seats, round=3)
    player, value = state.active, LearnedValue.of(lexicon.digest, n_players)
    seen, evaluation = state.seen_by(player), Evaluation.of(lexicon.digest)
    simulation = replace(Simulation.of(seen, evaluation, 9), n_rounds=n_rounds)
    candidate = candidates_of(seen, lexicon, evaluation)[0]
    n_compared = 0
    for number in range(10):
        game = SimulatedGame(simulation, lexicon, state)
        game.deal(number)
        turns = game.play(candidate)
        after = [next(turns) for _ in range(1 + n_rounds * n_players)][-1]
        if after.final_round is not None:
            continue  # Then it is played to the end.
        n_compared += 1
        features = np.array([features_of(after, player)])
        assert features.shape == (1, n_features(n_players))
        chance, lead = value.estimates(features)
        margins, wins = outcomes(simulation, [candidate], number, 1, lexicon)
        assert wins[0] == pytest.approx(chance, abs=1e-5)
        assert margins[0] == pytest.approx(lead, abs=1e-3)
    assert n_compared
