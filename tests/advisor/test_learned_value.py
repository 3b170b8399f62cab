"""The learned value: as data, as the kernels tell it, and how it is made."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.simulated_games import SimulatedGame, dealt, outcomes, word_list

from letter_tycoon_solver import InvalidInputError, Lexicon
from letter_tycoon_solver._kernels import game_layouts as layout
from letter_tycoon_solver._kernels.game_layouts import n_features
from letter_tycoon_solver.advisor import Evaluation
from letter_tycoon_solver.advisor.learning import (
    BATCH,
    SHARE,
    Samples,
    ValueGames,
    changed,
    log_loss,
    main,
    path_of,
    tables_digest,
    trained,
)
from letter_tycoon_solver.advisor.simulation import (
    OFF_BY,
    OFF_BY_ELSEWHERE,
    LearnedValue,
    Simulation,
    candidates_of,
)
from letter_tycoon_solver.game import GameState, new_game
from letter_tycoon_solver.lexicon.word_list import SHIPPED
from letter_tycoon_solver.rules.cards import ABILITIES, LETTERS
from letter_tycoon_solver.rules.ruleset import ONLINE, REFERENCE_MANUAL, RULEBOOK, Stacking

SMALL = Lexicon.from_words(list(Lexicon.load("common"))[::10])


def shipped(name: str, n_players: int) -> dict[str, Any]:
    """The content of a file in the package."""
    folder = resources.files("letter_tycoon_solver.advisor") / "values"
    content: dict[str, Any] = json.loads((folder / f"{name}-{n_players}.json").read_text("utf-8"))
    return content


# As data ---------------------------------------------------------------------------------------


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


def _without_weights(data: dict[str, Any]) -> None:
    del data["weights"]


def _with_another_shape(data: dict[str, Any]) -> None:
    data["units"] += 1


def _of_more_players(data: dict[str, Any]) -> None:
    data["players"] = 6


def _with_another_text(data: dict[str, Any]) -> None:
    data["weights"] = "?" + data["weights"][1:]


def _with_a_number(data: dict[str, Any]) -> None:
    data["weights"] = 1.5


def _not_finite(data: dict[str, Any]) -> None:
    weights = np.frombuffer(base64.b64decode(data["weights"]), "<f2").copy()
    weights[7] = np.inf
    data["weights"] = base64.b64encode(weights.tobytes()).decode("ascii")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_without_weights, "weights"),
        (_with_another_shape, "bytes, not"),
        (_of_more_players, "players is 6"),
        (_with_another_text, "base64"),
        (_with_a_number, "not a text"),
        (_not_finite, "not a finite number"),
    ],
)
def test_a_damaged_value_is_refused(damage: Callable[[dict[str, Any]], None], message: str) -> None:
    data = shipped("enable", 2)
    damage(data)
    with pytest.raises(InvalidInputError, match=f"not a learned value: .*{message}"):
        LearnedValue.from_dict(data)


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


def test_it_makes_no_difference_where_one_sits() -> None:
    lexicon = word_list()
    hands = ["AEINORT", "BCDFGHJ", "KLMPVWY"]
    state = dealt(lexicon, hands, "STU", patents=["J", "E", "BX"], money=9)
    turned = replace(
        state, seats=state.seats[2:] + state.seats[:2], active=1, to_act=1, start_player=1
    )
    found = []
    for one in (state, turned):
        # All hands are known, so that the same cards are drawn.
        seen = replace(one.seen_by(one.active), seats=one.seats)
        evaluation = Evaluation.of(lexicon.digest)
        short = replace(Simulation.of(seen, evaluation, 4), n_rounds=0)
        candidates = candidates_of(seen, lexicon, evaluation)[:5]
        found.append(outcomes(short, candidates, 0, 3, lexicon))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])
    assert len({*found[0][1].ravel()}) > 1


# How it is made ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n_players", [2, 5])
def test_positions_have_the_ends_of_their_games(n_players: int) -> None:
    games = ValueGames(n_players, Evaluation.of(SMALL.digest), 3)
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


def test_the_command_is_reproducible(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "small.txt"
    words.write_text("\n".join(SMALL), "utf-8")
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    for file in files:
        options = ["--lexicon", str(words), "--games", "200", "--seed", "7", "--out", str(file)]
        assert main(options) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1] == str(file)
        assert "log-loss in other games" in lines[0]
    assert files[0].read_bytes() == files[1].read_bytes()
    content = json.loads(files[0].read_text("utf-8"))
    value = LearnedValue.from_dict(content)
    assert (value.digest, value.n_players) == (SMALL.digest, 2)
    assert "--lexicon small.txt --players 2 --games 200 --seed 7" in content["made_by"]["command"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--games", "99"], "games is 99"),
        (["--seed", "-1"], "seed is -1"),
        (["--players", "6"], "players is 6"),
        (["--lexicon", "no.txt"], "no.txt"),
        (["--lexicon", "one-word.txt", "--games", "100"], "0 positions to learn from"),
    ],
)
def test_what_the_command_cannot_do(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = tmp_path / "one-word.txt"
    words.write_text("VUW\n", "utf-8")
    options = [str(words) if option == words.name else option for option in options]
    with pytest.raises(SystemExit) as caught:
        main(["--out", str(tmp_path / "value.json"), *options])
    assert caught.value.code == 1
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [words]


def test_the_files_of_a_shipped_list_are_no_other_lists(tmp_path: Path) -> None:
    words = tmp_path / "enable.txt"
    words.write_text("CAT\nTEA\n", "utf-8")
    with pytest.raises(InvalidInputError, match="the shipped list enable; give another file"):
        path_of(Lexicon.load(words), 2)
    assert path_of(Lexicon.load(), 2).name == "enable-2.json"
    assert path_of(Lexicon.load(words.rename(tmp_path / "own.txt")), 3).name == "own-3.json"


def test_tables_are_changed_by_so_much() -> None:
    plain = np.full(layout.EVALUATION_SIZE, 2.0)
    arrays = changed(np.random.default_rng(1), 400, plain)
    for first, end, spread in (
        (layout.KEPT, layout.BALANCE, 1.0),
        (layout.COMMUNITY_WORTH, layout.PACE, 0.5),
        (layout.PRICE, layout.PRICE + 1, 0.15),
    ):
        assert (arrays[..., first:end] - 2).std() == pytest.approx(spread, rel=0.1)
    factors = np.log(arrays[..., layout.ROYALTY : layout.KEPT] / 2)
    assert factors.std() == pytest.approx(0.5, rel=0.1)
    assert (arrays[..., layout.BALANCE : layout.COMMUNITY_WORTH] == 2).all()
